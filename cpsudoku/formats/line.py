"""One line a puzzle: 81 characters for a 9×9 grid, N² for size N; also ``.sdm`` collections.

What follows the cells (after white space, a comma, a colon, a semicolon or ``#``) is the record's
comment, such as a rating; a field in it that is a full grid is the solution.  Lines of other forms
are understood as well: nine groups of nine characters, N² numbers with spaces between them, pencil
marks, and a puzzle after a label.

    >>> parse_line("1............... 1.5 # easy", Context()).comment
    '1.5 # easy'

Pencil marks have for each cell N characters, the d-th of them d or a blank: on 9×9 these are 729,
and ``12.......`` is a cell that can be 1 or 2.

    >>> marked_puzzle_or_none("1..." + "1234" * 15, Context()).digits[:2]
    (1, 0)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle
from math import isqrt

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import (
    BLANKS,
    MAX_SIZE,
    MAX_SYMBOL_SIZE,
    Context,
    Lines,
    Notation,
    Record,
    is_row,
    whole_boards,
)
from cpsudoku.formats.boards import is_map, puzzle_of_line
from cpsudoku.formats.cells import (
    EMPTY,
    ascii_cells,
    cell_mask,
    classic_or_none,
    digits_of,
    digits_or_none,
    expected,
    spaced,
    standard,
)
from cpsudoku.formats.layouts import Prose, refuse_boards_in, unread_words
from cpsudoku.ground.names import counted
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import SYMBOLS, Grid

_FIELD = r"""[^\s,:;#"'|，：；]+"""
_CELLS = re.compile(rf"""\s*["']?({_FIELD})""")
_BETWEEN = re.compile(r"""[\s,:;#"'|]+""")
_MOST_CHARACTERS = MAX_SIZE**2 * 5
_SHORTEST_CLEAR = 36
"""A first field of this many cells is the puzzle; a shorter one may be a row or a label."""
_SHORTEST_BEFORE_OTHERS = 16
"""A shorter first field is a label or number where a field after it is a puzzle."""


def _size_of(cells: str, context: Context, column: int) -> int:
    size = isqrt(len(cells))
    wanted = context.given_size
    if wanted is not None and len(cells) != wanted**2:
        expected = f"{wanted**2} for a grid of {wanted}×{wanted}"
        if len(cells) == wanted:
            expected += f" ({size}x{size} is the size of a box; for such a board write {size})"
    elif size * size != len(cells):
        expected = "a square number of them, such as 81 for a 9×9 grid"
        if 60 < len(cells) < 81 and cells.isdigit():
            expected += " (a spreadsheet drops the zeros at the beginning of what is not text)"
    elif size > MAX_SYMBOL_SIZE:
        most = MAX_SYMBOL_SIZE**2
        expected = f"at most {most}, or numbers with spaces between them for a bigger grid"
    else:
        return size
    raise FormatError(f"{counted(len(cells), 'character')}; expected {expected}", column=column)


def _numbers(tokens: list[str], context: Context) -> Puzzle | None:
    """Read N² numbers, or N groups of N characters, where the tokens are that."""
    count = len(tokens)
    size = isqrt(count)
    if count > 1 and size * size == count and size <= MAX_SIZE:
        masks = [cell_mask(one, size) for one in standard(tokens, size, is_sure=context.has_rules)]
        known = [mask for mask in masks if mask is not None]
        if len(known) == count:
            return Puzzle(context.rules_of(size), tuple(known))
    width, cells = len(tokens[0]), "".join(tokens)
    size = isqrt(len(cells))
    are_alike = count > 1 and {len(token) for token in tokens} == {width}
    fits = size * size == len(cells) and 1 < width <= size <= MAX_SYMBOL_SIZE
    if are_alike and fits and size % width == 0 and context.given_size in {None, size}:
        return _characters(cells, size, context)
    return None


def _characters(cells: str, size: int, context: Context) -> Puzzle | None:
    """Return the puzzle of N² characters, or None if they are not all cells."""
    digits = digits_or_none(str(standard(cells, size, is_sure=context.has_rules)), size)
    return None if digits is None else Puzzle.from_digits(digits, context.rules_of(size))


def solution_in(comment: str, size: int) -> Grid | None:
    """Return the first field of a comment that is a full grid.

    Raises:
        FormatError: a field is another board, such as a second puzzle or the letters of regions.
    """
    if len(comment) < size * size:
        return None
    for field in (one.strip("()[]{};") for one in _BETWEEN.split(comment)):
        if len(field) == size * size:
            digits = digits_or_none(field, size)
            if digits is not None and 0 not in digits and not is_map(digits, size):
                return tuple(digits)
            if size > 3 and 2 < len(set(field)) <= size + 1:
                raise FormatError(
                    f"another board beside the puzzle, {quoted(field)}; expected a solution, or a "
                    "puzzle a line, or the regions before it, such as '# rules: jigsaw:LABELS'"
                )
    return None


def is_plain(text: str) -> bool:
    """Return whether what stands after the first 81 characters of a line is a comment."""
    with suppress(FormatError):  # of another board
        solution_in(text[81:], 9)
        return text[81:82] in {"", *" \t,:;#"}
    return False


def _labelled(text: str, context: Context) -> Record | None:
    """Read a puzzle that stands after a label, such as ``001: 53..7…``.

    In HoDoKu's library a ``+`` stands before a digit that is placed and not given.  The candidates
    that are deleted in the same line stay in the comment: they follow from the puzzle, so that no
    answer depends on them, and a puzzle with pencil marks could not be written as a line again.
    """
    for found in re.finditer(_FIELD, text.partition("#")[0]):
        cells = found[0].replace("+", "")
        size = isqrt(len(cells))
        fits = size >= 4 and size * size == len(cells) and context.given_size in {None, size}
        if fits and size <= MAX_SYMBOL_SIZE and cells.strip(BLANKS):
            puzzle = _characters(cells, size, context)
            if puzzle is not None and any(puzzle.digits):
                label = text[: found.start()].strip(" \t,:;\"'|，：；")
                refuse_boards_in(label)
                return _record(puzzle, text[found.end() :], label)
    return None


def _record(puzzle: Puzzle, rest: str, label: str = "") -> Record:
    """Return the record of a puzzle; one of many fields alike is rather a row of a board."""
    count = puzzle.rules.cell_count
    if 3 < count < _SHORTEST_CLEAR and len(label) + len(rest) > 2 * count:
        fields = _BETWEEN.split(ascii_cells(f"{label} {rest}"))
        alike = sum(len(one) == count and not one.isalpha() for one in fields)
        if alike > 1:  # with a solution there is one
            found = f"{alike + 1} fields of {count} cells"
            raise FormatError(f"{found}; expected a puzzle a line, or a row of a board")
    comment = rest.strip(" \t,:;\"'|")
    if comment.startswith("#"):
        comment = comment.lstrip("# \t")
    solution = solution_in(comment, puzzle.rules.size)
    return Record(puzzle, solution=solution, label=label, comment=comment)


def parse_line(text: str, context: Context) -> Record:
    """Return the puzzle of one line."""
    if len(text) > _MOST_CHARACTERS:
        raise FormatError(f"a line of {len(text)} characters; expected a puzzle")
    text = ascii_cells(text)
    if (rules := context.board_rules) is not None:
        return Record(puzzle_of_line(text, rules))
    found = _CELLS.match(text)
    if found is None:
        record = _labelled(text, context)
        if record is not None:
            return record
        raise FormatError(
            f"{quoted(text.strip())} is not a puzzle; expected a row of cells, such as 81"
        )
    cells, rest, column = found[1], text[found.end() :], found.start(1) + 1
    if len(cells) < _SHORTEST_CLEAR or "/" in cells:
        record = _in_tokens(text, cells, rest, context, column)
        if record is not None:
            return record
    puzzle = marked_puzzle_or_none(cells, context)
    if puzzle is not None:
        return _record(puzzle, rest)
    try:
        size = _size_of(cells, context, column)
        cells = str(standard(cells, size, is_sure=context.has_rules))
        digits = digits_of(cells, size, column)
    except FormatError:
        record = _labelled(text, context)
        if record is None:
            raise
        return record
    return _record(Puzzle.from_digits(digits, context.rules_of(size)), rest)


def is_line(text: str) -> bool:
    """Return whether a line is a puzzle, whatever stands beside it."""
    context = Context()
    with suppress(FormatError):
        return not is_row(parse_line(text, context), context)
    return False


def _in_tokens(text: str, cells: str, rest: str, context: Context, column: int) -> Record | None:
    """Read a line whose first field is too short to be the puzzle without a doubt."""
    if not context.has_rules:
        _refuse_comment_after(cells, rest, column)
    row = spaced(text)
    apart = re.split(r"\s*[,;]\s*", text.strip())
    if row is None and isqrt(len(apart)) ** 2 == len(apart) >= _SHORTEST_BEFORE_OTHERS:
        row = " ".join(one or EMPTY for one in apart)  # candidates of each cell
    groups = re.split(r"\s*[|/,;]\s*", text.partition("#")[0].strip(" |/\t"))
    if len(groups) > 3 and {len(group) for group in groups} == {len(groups)}:
        rest, row = " ", " ".join(groups)
    if rest[:1].isspace() or row is not None:
        tokens = (row or text).partition("#")[0].split()
        puzzle = _numbers(tokens, context)
        if puzzle is not None:
            return Record(puzzle, comment=text.partition("#")[2].strip())
        if (record := _labelled(text, context)) is not None:
            return record
        if len(tokens) > 1 and len(cells) < 4 and (context.given_size or 2) > 1:
            found = counted(len(tokens), "word" if re.search("[^\\W\\d]", text) else "cell")
            wanted = "a puzzle, or a square number of digits, with . for each blank"
            raise FormatError(f"{found}; expected {wanted}", column=column)
    if len(cells) < _SHORTEST_BEFORE_OTHERS and context.given_size != isqrt(len(cells)):
        record = _labelled(text, context)
        if record is None:
            _refuse_other_fields(cells, rest, column)
        return record
    return None


def _refuse_comment_after(cells: str, rest: str, column: int) -> None:
    """Refuse a few cells with a comment that may be blanks written as #."""
    begun = rest if len(cells) > 1 else rest.lstrip()
    if begun[:1] == "#" and len(cells) < _SHORTEST_BEFORE_OTHERS:
        message = f"{quoted(cells)} before '#', which begins a comment"
        raise FormatError(f"{message}; expected a row of cells, such as 81", column=column)


def _refuse_other_fields(cells: str, rest: str, column: int) -> None:
    """Refuse a line whose fields include no puzzle, naming the longest field."""
    others = _BETWEEN.split(rest.partition("#")[0])
    longest = max(map(len, others))
    if longest >= _SHORTEST_CLEAR or (longest and len(cells) == 1):
        has = f"no field after it is a puzzle: the longest has {counted(longest, 'character')}"
        message = f"{quoted(cells)}, and {has}; expected a row of cells, such as 81"
        raise FormatError(message, column=column)


def read(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the puzzles of a text with one puzzle a line."""
    return whole_boards(_each(lines, context), context)


def _each(lines: Lines, context: Context) -> Iterator[Record]:
    source = context.source
    label = ""
    for number, text in lines:
        if isinstance(text, Prose):  # beside a single puzzle
            label = f"{label}; {text.strip()}".removeprefix("; ")
            continue
        if not context.has_rules:
            puzzle = classic_or_none(text[:81])
            if puzzle is not None and not label and is_plain(text):
                yield _record(puzzle, text[81:])._replace(source=source, line=number)
                continue
        for record in _taken(text, number, context, partial(_below, label)):
            yield record
            label = ""


def _below(label: str, text: str, context: Context) -> Record:
    """Return the puzzle of a line below words."""
    record = parse_line(text, context)
    if not label:
        return record
    label = "; ".join(filter(None, [label, record.label]))
    refuse_boards_in(label)
    return unread_words(record._replace(label=label))


def _taken(
    text: str, number: int, context: Context, parse: Callable[[str, Context], Record]
) -> Iterator[Record]:
    """Yield the puzzle of a line, nothing where it is blank, a comment or bad."""
    stripped = text.strip()
    if stripped.startswith("#"):
        context.take_directive(stripped, number)
    elif stripped:
        yield from context.taken(number, parse, text, context)


def text(record: Record) -> str:
    """Return a puzzle's line."""
    comment = " ".join(record.comment.split())
    return f"{record.puzzle} # {comment}\n" if comment else f"{record.puzzle}\n"


_SIZES = {size**3: size for size in range(1, MAX_SYMBOL_SIZE + 1)}


def _marks(cells: str, size: int) -> tuple[int, ...] | None:
    digits = digits_or_none(cells, size)
    places = cycle(range(1, size + 1))
    if digits is None or any(d and d != place for d, place in zip(digits, places, strict=False)):
        return None
    starts = range(0, len(digits), size)
    return tuple(sum(1 << d - 1 for d in digits[at : at + size] if d) for at in starts)


def marked_puzzle_or_none(cells: str, context: Context) -> Puzzle | None:
    """Return the puzzle of pencil marks, or None if the cells may be something else.

    Some lengths are both a cube and a square: 64 = 4³ = 8², 729 = 9³ = 27².  They are pencil marks
    if each mark is at its place and there is at least one for every second cell.
    """
    size = _SIZES.get(len(cells))
    if size is None or size == 1 or context.given_size not in {None, size}:
        return None
    if sum(map(cells.count, BLANKS)) > len(cells) - size**2 / 2 and context.given_size is None:
        return None
    masks = _marks(cells, size)
    return None if masks is None else Puzzle(context.rules_of(size), masks)


def parse_marks(text: str, context: Context) -> Record:
    """Return the puzzle of one line."""
    if len(text) > 2 * MAX_SYMBOL_SIZE**3:
        raise FormatError(f"a line of {len(text)} characters; expected pencil marks")
    cells, _, comment = text.strip().partition(" ")
    size = _SIZES.get(len(cells))
    if size is None or context.given_size not in {None, size}:
        wanted = context.given_size or 9
        expected_marks = f"{wanted**3} pencil marks for {wanted}×{wanted}"
        raise FormatError(f"{counted(len(cells), 'character')}; expected {expected_marks}")
    masks = _marks(cells, size)
    if masks is None:
        marks = enumerate(cells)
        place = next(i for i, s in marks if s not in BLANKS and s.upper() != SYMBOLS[i % size])
        found = f"{quoted(cells[place])} where only {SYMBOLS[place % size]} or a blank can be"
        wanted_marks = f"each cell's marks at their places ({expected(size)})"
        raise FormatError(f"{found}; expected {wanted_marks}", column=place + 1)
    return Record(Puzzle(context.rules_of(size), masks), comment=comment.strip(" #\t"))


def read_marks(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the puzzles of a text with the pencil marks of one puzzle a line."""
    for number, text in lines:
        yield from _taken(text, number, context, parse_marks)


def marks_text(record: Record) -> str:
    """Return a puzzle's pencil marks in one line."""
    size = record.puzzle.rules.size
    if size > MAX_SYMBOL_SIZE:
        raise FormatError(f"pencil marks of size {size}; expected at most {MAX_SYMBOL_SIZE}")
    digits = list(enumerate(SYMBOLS[:size]))
    masks = record.puzzle.candidates
    return "".join(s if mask >> d & 1 else "." for mask in masks for d, s in digits) + "\n"


NOTATION = Notation("line", "one line a puzzle, . for a blank", read, text)
SDM = Notation(
    "sdm", ".sdm collection: one line a puzzle, 0 for a blank", read,
    lambda record: record.puzzle.rules.text(record.puzzle.digits, "0") + "\n",
)  # fmt: skip
PENCIL = Notation(
    "pencil", "pencil marks, N characters a cell in one line (729 on 9×9)", read_marks, marks_text,
    keeps_marks=True,
)  # fmt: skip
