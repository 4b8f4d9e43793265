"""Grids over several lines: a row a line, with or without borders, and grids of candidates.

A row's cells are characters (``53..7....``), tokens with spaces between them (``5 3 . .``, ``12``,
``G``), or what stands between bars (``|5| | |``); any borders may be drawn around them.  On grids
of up to nine digits a token of several is a set of candidates; on bigger ones it is a number, and
a set has commas (``1,12``).  ``!`` is a cell without any candidate.

Boards follow one another with or without blank lines; blank lines may also stand between bands of
equal height within a board.  A line of words above a board is its label.  Borders that cut the
grid into equal boxes say which shape these have, and borders that enclose N regions of N cells say
which jigsaw it is, unless the rules do.

A fault costs one board: reading continues where the next one begins, which the number of rows and
the blank lines show.

SadMan Sudoku's ``.sdk`` files have a board of rows under header lines that begin with ``#``.  A
file with sections holds the givens under ``[Puzzle]`` and a player's progress under ``[State]``,
which is passed over.

Where a grid is written, a border stands wherever two neighbours are in different boxes (or
regions).  Between two rows there is a line only if some border runs there, and between two columns
a wider gap, so that a classic grid is as compact as people draw it and a jigsaw shows its regions::

    ┌─────┬─────┐      ┌─────────┬───┐
    │ 1 . │ . . │      │ 1   .   . │ . │
    │ . . │ 2 . │      ...
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . 3 │
    └─────┴─────┘
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple, TypeAlias

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import MAX_SIZE, Context, Lines, Notation, Record, is_directive
from cpsudoku.formats.boards import Boards
from cpsudoku.formats.cells import BARS, NO_CANDIDATE, ascii_cells, is_border, is_title
from cpsudoku.formats.layouts import (
    MOST_LINES,
    Numbered,
    Prose,
    layouts,
    refuse_boards_in,
    unread_words,
)
from cpsudoku.rules import Cell, Rules

Emphasis: TypeAlias = Callable[[Cell, str], str]
"""Gets a cell and its padded text and returns how to show it, for instance in bold."""

_UNICODE = " ╵╷│╶└┌├╴┘┐┤─┴┬┼"  # corner by which arms it has: 1 up, 2 down, 4 right, 8 left
_ASCII = " ||||+++|+++-+++"


class Frame(NamedTuple):
    """Where the borders of some rules are.

    ``upright[r][c]`` says if a border is between columns c−1 and c in row r, ``level[r][c]`` if one
    is between rows r−1 and r in column c; both run from 0 to the last, the outer ones included.
    """

    upright: tuple[tuple[bool, ...], ...]
    level: tuple[tuple[bool, ...], ...]
    wide: tuple[bool, ...]


@lru_cache(maxsize=32)
def frame_of(rules: Rules) -> Frame:
    """Return where the borders between the boxes, or regions, of some rules are."""
    board = rules.board
    height, width = board.height, board.width
    number = dict.fromkeys(range(board.cell_count), 0)
    for i, region in enumerate(rules.of_kind("box") or rules.of_kind("region"), start=1):
        number |= dict.fromkeys(region.cells, i)
    part = {place: number[cell] for place, cell in board.cells_at.items()}

    def apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
        # Places without a cell are nowhere, all of them together.
        return part.get(one, -1) != part.get(other, -1)

    rows, columns = range(height), range(width)
    upright = tuple(tuple(apart((r, c - 1), (r, c)) for c in range(width + 1)) for r in rows)
    level = tuple(tuple(apart((r - 1, c), (r, c)) for c in columns) for r in range(height + 1))
    wide = tuple(any(row[c] for row in upright) for c in range(width + 1))
    return Frame(upright, level, wide)


def _line(frame: Frame, r: int, width: int, corners: str) -> str:
    n = len(frame.wide) - 1
    level, flat = frame.level[r], corners[12]
    text = []
    for c in range(n + 1):
        left, right = c > 0 and level[c - 1], c < n and level[c]
        up = r > 0 and frame.upright[r - 1][c]
        down = r < len(frame.upright) and frame.upright[r][c]
        across = (flat if left else " ", flat if right else " ")
        if frame.wide[c]:
            corner = corners[up + 2 * down + 4 * right + 8 * left]
            text.append((across[0] if c else "") + corner + (across[1] if c < n else ""))
        else:
            text.append(across[0] if left == right else " ")
        if c < n:
            text.append(across[1] * width)
    return "".join(text).rstrip()


def draw(
    texts: Sequence[str],
    rules: Rules,
    *,
    emphasis: Emphasis | None = None,
    ascii_only: bool = False,
) -> str:
    """Return a drawing of a grid, with its last line end.

    Args:
        ascii_only: draw with ``+``, ``-`` and ``|``.
    """
    board, frame = rules.board, frame_of(rules)
    columns = board.width
    corners = _ASCII if ascii_only else _UNICODE
    width = max(map(len, texts))
    lines = []
    for r in range(board.height + 1):
        if any(frame.level[r]):
            lines.append(_line(frame, r, width, corners))
        if r == board.height:
            break
        row = []
        for c in range(columns + 1):
            if frame.wide[c]:
                bar = corners[3] if frame.upright[r][c] else " "
                row.append((" " if c else "") + bar + (" " if c < columns else ""))
            else:
                row.append(" ")
            if (cell := board.cells_at.get((r, c))) is not None:
                text = texts[cell].rjust(width)
                row.append(emphasis(cell, text) if emphasis else text)
            elif c < columns:
                row.append(" " * width)
        lines.append("".join(row).rstrip())
    return "".join(f"{line}\n" for line in lines)


_MOST_CHARACTERS = MAX_SIZE * MAX_SIZE * 4


def read(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the puzzles of a text with a row of cells a line.

    A short text is read as a whole, so that nothing comes of a part that is misunderstood; one with
    a line too long for a row is not, since each way to understand it would take seconds.
    """
    head = list(islice(lines, MOST_LINES))
    too_long = any(len(text) > _MOST_CHARACTERS for _, text in head)
    if too_long or len(head) == MOST_LINES or context.board_rules is not None:
        yield from _line_by_line(chain(head, lines), context)
        return
    whole = "\n".join(text for _, text in head)
    tried = filter(None, (_whole_boards(way, context) for way in layouts(head)))
    found = next(tried, None) or list(_boards(iter(next(layouts(head))), context, Boards(context)))
    if len(found) == 1 and any(len(o) == 1 and o[0].puzzle != found[0].puzzle for o in tried):
        what = "rows that are another board with a first row or column left out"
        error = FormatError(f"{what}; expected them without headings")
        context.bad(error, found[0].line, whole)
        return
    try:
        for record in found:
            _refuse_beside(record, head, context)
    except FormatError as error:
        context.bad(error, text=whole)
        return
    yield from found


def _refuse_beside(record: Record, head: Numbered, context: Context) -> None:
    """Refuse another board in the words beside one, and a cell by itself among other lines."""
    refuse_boards_in(record.label, record.comment)
    if record.puzzle.rules.size > 1 or context.has_rules:
        return
    signs = {n: text.translate(BARS).strip(" |") for n, text in head if text.strip()}
    is_board = len(signs) == 1 or signs[record.line or 0] in {"1", NO_CANDIDATE}
    if record.label or record.comment or not is_board:
        raise FormatError("a cell by itself among other lines; expected rows of a board")


def _line_by_line(lines: Lines, context: Context) -> Iterator[Record]:
    marked = ((n, Prose(text) if is_title(text.strip()) else text) for n, text in lines)
    return _boards(marked, context, Boards(context))


def _whole_boards(lines: Numbered, context: Context) -> list[Record]:
    """Return the puzzles of a text, none unless all its rows are parts of boards."""
    faults: list[FormatError] = []
    trial = context.trial(faults.append)
    boards = Boards(trial)
    found = list(_boards(iter(lines), trial, boards))
    if faults or not found:
        return []
    found[-1] = found[-1]._replace(comment=boards.label or found[-1].comment)
    return list(map(unread_words, found))


def _boards(lines: Lines, context: Context, boards: Boards) -> Iterator[Record]:
    """Yield the puzzles of lines, each of which has one meaning."""
    for number, text in lines:
        stripped = text.strip()
        if not stripped:
            yield from boards.gap()
        elif isinstance(text, Prose) and not boards.awaits_row:
            yield from boards.end()
            boards.label = "; ".join(filter(None, [boards.label, stripped]))
        elif stripped[0] == "#":
            if is_directive(stripped):
                yield from boards.end()
            context.take_directive(stripped, number)
        elif len(stripped) > _MOST_CHARACTERS:
            yield from boards.end()
            context.bad(
                FormatError(f"a line of {len(text)} characters; expected a row"), number, text
            )
        elif is_border(ascii_cells(stripped)):
            yield from boards.border(text)
        else:
            yield from boards.row(number, text)
    yield from boards.end()


def text(record: Record) -> str:
    """Return a puzzle's givens as a drawn grid."""
    puzzle = record.puzzle
    symbols = (".", *puzzle.rules.symbols)
    return draw([symbols[digit] for digit in puzzle.digits], puzzle.rules)


def numbers_text(record: Record) -> str:
    """Return a puzzle's givens as rows of numbers, 0 for a blank."""
    size = record.puzzle.rules.size
    texts = [str(digit).rjust(len(str(size))) for digit in record.puzzle.digits]
    rows = (texts[start : start + size] for start in range(0, size * size, size))
    return "".join(" ".join(row) + "\n" for row in rows)


def candidates_text(record: Record) -> str:
    """Return a drawn grid of the candidates of each cell."""
    rules = record.puzzle.rules
    size, first = rules.size, rules.board.first
    between = "" if 0 <= first <= 10 - size else ","
    texts = [
        between.join(str(d + first) for d in range(size) if mask >> d & 1) or NO_CANDIDATE
        for mask in record.puzzle.candidates
    ]
    return draw(texts, rules)


_TAGS = {"A": "author", "C": "", "B": "date", "S": "source", "L": "level", "U": "address"}
"""What ``.sdk`` says after # and these; after ``#D`` stands a description, the record's label."""


def _without_tags(lines: Lines, labels: list[str], comments: list[str]) -> Lines:
    """Yield the lines of puzzles, and collect what the tags before them say."""
    wanted = True
    for number, text in lines:
        stripped = text.strip()
        is_tag = stripped.startswith("#") and not is_directive(stripped)
        if stripped.startswith("[") and stripped.endswith("]"):
            wanted = stripped[1:-1].strip().lower() == "puzzle"
            yield number, ""
        elif wanted and not is_tag:
            yield number, text
        elif wanted:
            tag, said = stripped[1:2], stripped[2:].strip()
            if tag == "D":
                labels.append(said)
            elif tag not in _TAGS:
                comments += filter(None, [stripped[1:].strip()])
            elif said:
                comments.append(f"{_TAGS[tag]}: {said}" if _TAGS[tag] else said)


def read_sdk(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the puzzles of a file of SadMan Sudoku, usually one."""
    labels: list[str] = []
    comments: list[str] = []
    for record in _line_by_line(_without_tags(lines, labels, comments), context):
        label, comment = " ".join(labels), "; ".join(comments)
        labels.clear()
        comments.clear()
        yield record._replace(label=label or record.label, comment=comment)


def sdk_text(record: Record) -> str:
    """Return a puzzle as rows, under a header with its label and comment."""
    tags = (("D", record.label), ("C", record.comment))
    header = [f"#{tag}{' '.join(said.split())}" for tag, said in tags if said.strip()]
    rules, digits = record.puzzle.rules, record.puzzle.digits
    rows = [rules.text(digits[at : at + rules.size]) for at in range(0, len(digits), rules.size)]
    return "".join(f"{row}\n" for row in header + rows)


NOTATION = Notation("drawn", "a drawn grid", read, text, between="\n", keeps_boards=True)
NUMBERS = Notation(
    "numbers", "rows of numbers with spaces between them, 0 for a blank", read, numbers_text,
    between="\n", in_rows=True,
)  # fmt: skip
CANDIDATES = Notation(
    "candidates", "a drawn grid of the candidates of each cell", read, candidates_text,
    between="\n", keeps_marks=True, keeps_boards=True,
)  # fmt: skip
SDK = Notation(
    "sdk", "SadMan .sdk: header lines and rows", read_sdk, sdk_text, between="\n", in_rows=True
)
