"""JSON: an object a puzzle, with rules, candidates, solution, label and comment.

::

    {"puzzle": "1..............4", "rules": {"size": 4, "boxes": [2, 2], "diagonals": true},
     "solution": "…", "label": "small", "comment": "made by hand"}

``puzzle`` is a text in the one-line notation, a list of rows, or a list of N² digits (0 or null
for a blank); ``candidates`` a list of the digits left in each cell, and ``rules`` what
`cpsudoku.formats.rules_json.rules_from_json` reads.  On a board that is not square ``puzzle`` is a
list of rows (`cpsudoku.formats.boards`).  A document is one object, an array of them,
or one object after the other, as in JSON Lines; a bare text or bare rows are a puzzle as well.

Arrays of objects and JSON Lines are read object by object, however long they are.  An object of
columns, each an object of rows, is what pandas writes of a frame if nothing else is said.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from math import isnan, isqrt

from cpsudoku.errors import FormatError, RulesError, quoted
from cpsudoku.formats import strict_json
from cpsudoku.formats.base import (
    BLANKS,
    MAX_SIZE,
    Context,
    Lines,
    Notation,
    Record,
    TableRow,
    whole_boards,
)
from cpsudoku.formats.boards import grid_from_json, grid_to_json
from cpsudoku.formats.cells import ascii_cells, cell_digit, standard
from cpsudoku.formats.columns import (
    as_text,
    names_and_values,
    of_variants,
    refuse_repeated,
    roles,
    under_text,
    unread_in,
)
from cpsudoku.formats.line import parse_line
from cpsudoku.formats.rules_json import rules_from_json, rules_to_json
from cpsudoku.formats.source import escaped, refuse_undecoded
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Cell, Digit, Grid, Rules, square, usual

_SPACE = " \t\r\n"
_LONGEST = 1 << 28


def _flat(cells: list[object]) -> list[object]:
    """Return the cells of rows, where each row is a list or a text."""
    if cells and all(isinstance(row, list) for row in cells):
        return [cell for row in cells if isinstance(row, list) for cell in row]
    size = len(cells)
    if size > 1 and all(isinstance(row, str) and len(row) == size for row in cells):
        return [cell for row in cells for cell in str(row)]
    return cells


def _size_of(count: int, wanted: int | None, what: str) -> int:
    size = isqrt(count)
    if size == 0 or size * size != count or size > MAX_SIZE or wanted not in {None, size}:
        expected = "a square number, such as 81" if wanted is None else str(wanted**2)
        raise FormatError(f"{count} cells in {what!r}; expected {expected}")
    return size


def _cell_text(cell: object) -> str:
    """Return the text of a cell of a list; None, NaN and an empty text are blanks."""
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return BLANKS[0]
    if isinstance(cell, float):
        return BLANKS[0] if isnan(cell) else str(int(cell)) if cell.is_integer() else ""
    return ascii_cells(cell) if isinstance(cell, str) else str(cell) if type(cell) is int else ""


def _digits(cells: list[object], context: Context) -> list[Digit]:
    cells = _flat(cells)
    size = _size_of(len(cells), context.given_size, "puzzle")
    texts = standard(list(map(_cell_text, cells)), size, is_sure=context.has_rules)
    digits = []
    for place, text in enumerate(texts):
        digit = cell_digit(text, size)
        if digit is None:
            found = f"{quoted(cells[place])} in {square(size).name(place)}"
            raise FormatError(f"{found}; expected a digit up to {size}, or 0 for a blank")
        digits.append(digit)
    return digits


def _givens(value: object, context: Context) -> Puzzle:
    if (rules := context.board_rules) is not None:
        return grid_from_json(value, rules)
    if isinstance(value, str):
        text = "".join(value.split()) if "\n" in value.strip() else value
        return parse_line(text, context).puzzle
    if isinstance(value, list):
        digits = _digits(value, context)
        return Puzzle.from_digits(digits, context.rules_of(isqrt(len(digits))))
    raise FormatError(f"a puzzle that is {quoted(value)}; expected a text or a list of cells")


def puzzle_of_cells(cells: object, context: Context) -> Puzzle:
    """Return the puzzle of N² digits or N rows of N, lists or an array; 0 or None for a blank."""
    listed = _listed(cells)
    first = listed[0] if isinstance(listed, list) and listed else None
    is_square = isinstance(first, list) and all(
        isinstance(row, list) and len(row) == len(first) for row in first
    )
    if isinstance(listed, list) and is_square:  # an array of shape (n, N, N)
        if len(listed) > 1:
            raise FormatError(f"the cells of {len(listed)} puzzles; expected those of one")
        return _givens(first, context)
    return _givens(listed, context)


def _listed(cells: object) -> object:
    """Return the content of a list, an array or a frame as lists."""
    if hasattr(cells, "to_numpy"):
        cells = cells.to_numpy()
    if hasattr(cells, "tolist"):
        return cells.tolist()
    return [_listed(cell) for cell in cells] if isinstance(cells, (list, tuple)) else cells


def _mask(marks: object, rules: Rules, cell: Cell) -> int:
    found = [marks] if type(marks) is int else list(marks) if isinstance(marks, (list, str)) else []
    size, first = rules.size, rules.board.first
    digits = [cell_digit(str(m), size, first) if type(m) in (int, str) else 0 for m in found]
    if (not found and marks not in ([], "")) or not all(digits):
        digits_wanted = f"digits {rules.symbols[0]} to {rules.symbols[-1]}"
        where = f"candidates {quoted(marks)} in {rules.board.name(cell)}"
        raise FormatError(f"{where}; expected a list of {digits_wanted}")
    return sum(1 << (digit or 1) - 1 for digit in set(digits))


def _candidates(value: object, context: Context) -> Puzzle:
    if not isinstance(value, list):
        raise FormatError(f"candidates that are {quoted(value)}; expected a list of lists")
    rules = context.board_rules
    if rules is None:
        rules = context.rules_of(_size_of(len(value), context.given_size, "candidates"))
    if len(value) != rules.cell_count:
        raise FormatError(f"candidates of {len(value)} cells; expected {rules.cell_count}")
    return Puzzle(rules, tuple(_mask(marks, rules, cell) for cell, marks in enumerate(value)))


def _words(value: object) -> str:
    return "" if value is None else value if isinstance(value, str) else strict_json.dumps(value)


_OURS = {"puzzle", "candidates", "rules"}  # fields of which other programs have none
_ASTRAY = {
    "rule", "Rules", "candidate", "Candidates", "boxes", "regions", "diagonals", "windows",
    "disjoint", "groups", "also", "constraints", "auxiliary", "blocks",
}  # fmt: skip
"""Fields that would change what the puzzle is if they stood where they belong.  Any others are what
other programs know of it.  (``native/lines/objects.cpp`` leaves objects with these to us.)"""

_OTHERS = _ASTRAY | {"candidates", "rules", "version", "solutions", "answer"}


def takes_more_than_cells(names: Collection[str]) -> bool:
    """Return whether objects with these names may hold more than a puzzle and its companions."""
    return "puzzle" not in names or not _OTHERS.isdisjoint(names) or bool(of_variants(tuple(names)))


def record_of(value: object, context: Context) -> Record:
    """Return the puzzle of a value of JSON."""
    if not isinstance(value, dict):
        return Record(_givens(value, context))
    is_ours = _OURS & set(value) and not isinstance(value.get("puzzle"), dict)
    if not context.column and (not is_ours or "version" in value):
        from cpsudoku.formats.setters import links, recogniser

        made = links.of_object(value)
        if made is not None:
            return recogniser.record_of(made, context)
    astray = next((name for name in value if name in _ASTRAY and name != context.column), None)
    if astray is not None:
        raise FormatError(f"{astray}: unknown beside a puzzle; expected 'rules' or 'candidates'")
    names, values = tuple(value), tuple(value.values())
    context, unread = _under_rules(value, context)
    puzzle, solution = _puzzle(value, context)
    at = roles(names)
    label, comment = (
        "" if place is None else _words(values[place]) for place in (at.label, at.comment)
    )
    row = TableRow(names, values, puzzle, solution, column=context.column)
    ignored = (*unread, *unread_in(names, values))
    return Record(puzzle, solution=solution, label=label, comment=comment, row=row, ignored=ignored)


def _under_rules(value: dict[str, object], context: Context) -> tuple[Context, tuple[str, ...]]:
    """Return the context under the rules of an object, and the rules that are passed over."""
    rules = value.get("rules")
    if isinstance(rules, str):
        return under_text(rules, context)
    if "rules" not in value:
        return context, ()
    try:
        return context.under(rules_from_json(rules)), ()
    except RulesError as error:
        raise FormatError(str(error)) from error


def _puzzle(value: dict[str, object], context: Context) -> tuple[Puzzle, Grid | None]:
    """Return the puzzle of an object, and the solution that it claims to have."""
    values = tuple(value.values())
    # Without its null, unless told otherwise.
    names = tuple(n if context.column or value[n] is not None else "" for n in value)
    at = roles(names, context.column).sure(context.column)
    givens, claimed = (None if n is None else values[n] for n in (at.puzzle, at.solution))
    puzzle = puzzle_of(givens, value.get("candidates"), context)
    is_ours = isinstance(claimed, list) and claimed is value.get("solutions")
    return puzzle, None if is_ours else solution_of(claimed, puzzle.rules)


def solution_of(value: object, rules: Rules) -> Grid | None:
    """Return the solution that a field claims, or None where the field is not a full grid."""
    if value in (None, "", []):
        return None
    try:
        cells = value if isinstance(value, list) else as_text(value).strip()
        digits = _givens(cells, Context(rules)).digits
    except FormatError:  # kept as it is
        return None
    return None if 0 in digits else digits


def puzzle_of(givens: object, candidates: object, context: Context) -> Puzzle:
    """Return the puzzle of givens, of the digits left in each cell, or of both together."""
    if candidates is None:
        if givens is None:
            if context.column:  # it is there, as another name is refused before, and null
                raise FormatError("an empty field; expected a puzzle")
            raise FormatError("an object without a puzzle; expected 'puzzle' or 'candidates'")
        return _givens(givens, context)
    puzzle = _candidates(candidates, context)
    if givens is None:
        return puzzle
    given = _givens(givens, Context(puzzle.rules))
    both = zip(puzzle.candidates, given.candidates, strict=True)
    return Puzzle(puzzle.rules, tuple(a & b for a, b in both))


class _JsonText:
    """A text that is read further only when a value needs it."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self._ended = False
        self._text, self._at = "", 0
        self._line = 0  # Number of the line at which the text at hand begins; 0 before the first.

    def _more(self, wanted: int) -> bool:
        """Take at least this many further characters, if there are any."""
        if self._ended:
            return False
        done = self._text[: self._at]
        pieces, taken = [self._text[self._at :]], 0
        for number, text in self._lines:
            self._line = self._line or number
            pieces.append(escaped([text]) + "\n")
            taken += len(text) + 1
            if taken >= wanted:
                break
        else:
            self._ended = True
        self._line += done.count("\n")
        self._text, self._at = "".join(pieces), 0
        return taken > 0

    @property
    def line(self) -> int:
        """The 1-based line that has been reached."""
        return self._line + self._text.count("\n", 0, self._at)

    def peek(self) -> str:
        """Return the next character that is not white space, or nothing at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in _SPACE:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more(1):
                return ""

    def skip(self) -> None:
        self._at += 1

    @property
    def rest_of_line(self) -> str:
        return self._text[self._at :].partition("\n")[0]

    def skip_line(self) -> None:
        self._at += len(self.rest_of_line) + 1

    def begins_objects(self) -> bool:
        """Pass over the bracket of an array of objects, or return that there is none."""
        if self.peek() != "[":
            return False
        begins = self.line
        self.skip()
        if self.peek() == "{":
            return True
        between = "\n" * (self.line - begins)
        self._text, self._at, self._line = f"[{between}{self._text[self._at :]}", 0, begins
        return False

    def value(self) -> object:
        wanted = 1 << 12
        while True:
            try:
                found, end = strict_json.DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                unfinished = error.pos >= len(self._text.rstrip()) or "Unterminated" in error.msg
                if unfinished and len(self._text) < _LONGEST and self._more(wanted):
                    wanted *= 2
                    continue
                fault = strict_json.fault_of(error, self._line - 1)
                if fault.line == self.line:
                    raise fault from error
                why = fault.message.removeprefix("not JSON: ")
                message = f"not JSON: {why} at line {fault.line}, column {fault.column}"
                raise FormatError(message, line=self.line) from error
            except (ValueError, RecursionError) as error:
                raise strict_json.fault_of(error) from error
            text, self._at = self._text[self._at : end], end
            refuse_undecoded(text)
            return found


def _values(stream: _JsonText, context: Context) -> Iterator[tuple[int, object]]:
    """Yield values one after the other, at first those of an array if it is one of objects.

    A broken line costs that line, and what follows a broken element the rest of the text.
    """
    is_array = stream.begins_objects()
    line = stream.line
    while char := stream.peek():
        if char == "#" and not is_array:
            stream.skip_line()
            continue
        if char == "]" and is_array:
            stream.skip()
            is_array = False
            continue
        line = stream.line
        try:
            yield line, stream.value()
        except FormatError as error:
            context.bad(error, line, stream.rest_of_line)
            if not is_array:
                stream.skip_line()
            elif stream.peek() not in ",]":  # it was not read to its end
                return
        char = stream.peek()
        if char == "," and is_array:
            stream.skip()
        elif char not in ("", "]") and is_array:
            fault = FormatError(f"{char!r} after an element; expected , or ]")
            context.bad(fault, stream.line, stream.rest_of_line)
            return
    if is_array:
        context.bad(FormatError("the array has no end; expected ]"), line)


def rows_of(columns: dict[str, object]) -> list[object]:
    """Return the rows of an object with an object for each column, as pandas writes a frame.

    Any other object is a row by itself.
    """
    first = next(iter(columns.values()), None)
    if not isinstance(first, dict) or roles(tuple(columns)).puzzle is None:
        return [columns]
    found: dict[str, dict[str, object]] = {number: {} for number in first}
    for name, column in columns.items():
        if not isinstance(column, dict) or column.keys() != first.keys():
            return [columns]
        for number, one in column.items():
            found[number][name] = one
    return list(found.values())


def _puzzles_in(value: object) -> list[object]:
    """Return the puzzles that a bare array stands for: one grid, or several of anything."""
    if isinstance(value, dict):
        return rows_of(value)
    if not isinstance(value, list):
        return [value]
    count = len(value)
    texts = all(isinstance(one, str) and len(one) != count and len(one) > 3 for one in value)
    are_lists = all(isinstance(one, list) for one in value)
    deep = are_lists and all(one and all(isinstance(row, list) for row in one) for one in value)
    objects = all(isinstance(one, dict) for one in value)
    flat = are_lists and all(len(one) != count for one in value)
    return value if texts or deep or objects or flat else [value]


def read(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the puzzles of a document, or of JSON Lines."""
    return whole_boards(_each(lines, context), context)


def _each(lines: Lines, context: Context) -> Iterator[Record]:
    stream = _JsonText(lines)
    for line, whole in _values(stream, context):
        for value in _puzzles_in(whole):
            yield from context.taken(line, record_of, value, context, text_of=_text_of)


def _text_of(value: object, _: Context) -> str:
    return strict_json.without_halves(json.dumps(value, ensure_ascii=False))


def to_json(record: Record) -> dict[str, object]:
    """Return a puzzle as an object that JSON can hold."""
    puzzle, rules = record.puzzle, record.puzzle.rules
    if record.row is not None:
        return _object(record)
    found: dict[str, object] = {"puzzle": _grid(puzzle.digits, rules)}
    if rules != usual(rules.size):
        found["rules"] = rules_to_json(rules)
    if puzzle.has_pencil_marks:
        found["candidates"] = _marks(puzzle)
    if record.solution:
        found["solution"] = _grid(record.solution, rules)
    said = {"label": record.label, "comment": record.comment}
    return found | {name: text for name, text in said.items() if text} | dict(record.added)


def _object(record: Record) -> dict[str, object]:
    """Return the object of a puzzle that came in one, or in a row of a table."""
    names, values = names_and_values(record, grid=_grid, rules=rules_to_json)
    refuse_repeated(names, record.source)
    found = dict(zip(names, values, strict=True))
    puzzle, row = record.puzzle, record.row
    if puzzle.has_pencil_marks and (row is None or row.puzzle is not puzzle):
        found["candidates"] = _marks(puzzle)
    return found


def _marks(puzzle: Puzzle) -> list[list[int]]:
    first, digits = puzzle.rules.board.first, range(puzzle.rules.size)
    return [[d + first for d in digits if mask >> d & 1] for mask in puzzle.candidates]


def _grid(grid: Grid, rules: Rules) -> object:
    return rules.text(grid) if rules.board.is_square else grid_to_json(grid, rules)


def text(record: Record) -> str:
    """Return a puzzle as an object over one line, without a line end."""
    return strict_json.dumps(to_json(record))


NOTATION = Notation(
    "json", "JSON, with rules and candidates", read, text, before="[\n", between=",\n",
    after="\n]\n", nothing="[]\n", stands_alone=True, keeps_marks=True, keeps_rules=True,
    keeps_boards=True,
)  # fmt: skip
LINES = Notation(
    "jsonl", "JSON Lines: an object a line", read,
    lambda record: text(record) + "\n", keeps_marks=True, keeps_rules=True, keeps_boards=True,
)  # fmt: skip
