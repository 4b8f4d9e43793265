"""Rows put together to boards, which borders, blank lines and the number of rows part.

A board is whole when it has as many rows as they have cells.  A fault costs one board: reading goes
on where the next one begins.

Its borders enclose regions: two cells are together unless a bar stands between them, or a level
border runs between their rows in the column of their text::

    │ 1   2 │ .          bar between 2 and the blank
    │   ┌───┘            level border under 2, none under 1
    │ . │ 3   4

Boards that are not square the rules have to say.  A row of text has the cells of a row of such a
board and nothing in the gaps, so that it does not matter how wide the gaps are::

    . 1 │ 2 .       . . │ 3 .
    . . │ . .       4 . │ . .
    ────┼─────────────┼────
        │ . . . . . . │

In JSON it is a list of rows with a character for each place, a blank where there is no cell; or,
where digits take more than one character, a list with a number for each cell.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import MAX_SIZE, MAX_SYMBOL_SIZE, Context, Record, located
from cpsudoku.formats.cells import (
    BARS,
    EMPTY,
    ascii_cells,
    cell_mask,
    digits_or_none,
    expected,
    spaced,
    standard,
)
from cpsudoku.formats.rules_words import has_square_grid
from cpsudoku.ground.names import counted
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Candidates, Cell, Grid, Rules, boxes, jigsaw, latin
from cpsudoku.rules.board import pieces
from cpsudoku.rules.houses import in_boxes


class Kind(enum.Enum):
    """How a row writes its cells."""

    TOKENS = 0
    """Numbers, letters and sets with spaces between them, or what stands between bars."""
    CHARACTERS = 1


class BoardRow(NamedTuple):
    """One row of a board as it stands in the text.

    Args:
        widths: how many cells it has if it is of one kind or another, or of one between two bars.
        above: the level border right above it; empty for none.
        is_first: whether a blank line, or nothing, is above it: it is the first of its band.
    """

    line: int
    text: str
    tokens: tuple[str, ...]
    fields: tuple[str, ...]
    widths: tuple[int, ...]
    above: str = ""
    is_first: bool = False

    @classmethod
    def of(cls, line: int, text: str) -> BoardRow:
        """Split a line into tokens and into fields between bars; an empty one is a blank."""
        text = ascii_cells(text)
        text = spaced(text) or text
        barred = text.partition("#")[0].translate(BARS).strip()
        fields = barred.removeprefix("|").removesuffix("|").split("|")
        tokens = tuple(barred.replace("|", " ").split())
        if len(fields) > 1 and not all(map(str.strip, fields)):
            tokens = tuple(field.strip() or EMPTY for field in fields)
        widths = len(tokens), len("".join(tokens).replace(" ", "")), len(fields)
        return cls(line, text, tokens, tuple(fields), widths)

    def shape(self, kind: Kind) -> int:
        """Return how many cells the row has if it is of a kind."""
        return self.widths[kind.value]

    def cells(self, kind: Kind) -> Sequence[str]:
        """Return the texts of the row's cells if it is of a kind."""
        return self.tokens if kind is Kind.TOKENS else "".join(self.tokens).replace(" ", "")

    def column(self, kind: Kind, index: int) -> int:
        """Return the 1-based column of a cell."""
        places = self.columns(kind)
        return places[index] + 1 if index < len(places) else len(self.text)

    def columns(self, kind: Kind) -> list[int]:
        """Return where each cell begins, from 0, if the row is of a kind."""
        pattern = r"[^\s|]" if kind is Kind.CHARACTERS else r"[^\s|]+"
        if EMPTY in self.tokens and EMPTY not in self.text:
            pattern = r"[^|]+"
        return [at.start() for at in re.finditer(pattern, self.text.translate(BARS))]


@lru_cache(maxsize=8)
def _counts(rules: Rules) -> list[int]:
    """Return how many cells each row of a board has."""
    return [n for _, n in sorted(Counter(row for row, _ in rules.board.places).items())]


def _kind(row: BoardRow, count: int) -> Kind | None:
    """Return the kind of cells of which a row has this many."""
    return next((kind for kind in Kind if row.shape(kind) == count), None)


def _is_whole(row: BoardRow, count: int) -> bool:
    """Return whether a row has all cells of a board, as words or as one word of characters."""
    return len(row.tokens) == count or [*map(len, row.tokens)] == [count]


def puzzle_of_line(text: str, rules: Rules) -> Puzzle:
    """Return the puzzle of a line with a character or a word for each cell of a square."""
    if not has_square_grid(rules.board):
        rules_say = f"the rules have a board of {rules.cell_count} cells"
        raise FormatError(f"a line; {rules_say}, which drawn grids and JSON show")
    row, grid = BoardRow.of(1, text), rules.board.grid_count
    count = grid if _is_whole(row, grid) else rules.cell_count
    return Puzzle(rules, _with_layers_open(_row(row, count, rules), rules))


def _with_layers_open(masks: Candidates, rules: Rules) -> Candidates:
    """Return the candidates of a grid, and all digits for cells beside it that are not given."""
    return (*masks, *[rules.all_digits] * (rules.cell_count - len(masks)))


def _row(row: BoardRow, count: int, rules: Rules) -> Candidates:
    kind = _kind(row, count) or Kind.TOKENS
    cells = row.cells(kind)
    if len(cells) != count:
        found = counted(len(cells), "cell")
        raise FormatError(f"{found} in a row; expected {count}, with . for each blank")
    masks = [cell_mask(text, rules.size, rules.board.first) for text in cells]
    if None in masks:
        at = masks.index(None)
        message = f"{quoted(cells[at])} is not a cell; expected {_expected(rules)}"
        raise FormatError(message, column=row.column(kind, at))
    return tuple(mask for mask in masks if mask is not None)


def _expected(rules: Rules) -> str:
    return f"{rules.symbols[0]} to {rules.symbols[-1]}, or . for a blank"


def grid_to_json(grid: Grid, rules: Rules) -> list[object]:
    """Return a grid as JSON has it."""
    board = rules.board
    if max(map(len, rules.symbols)) > 1:
        return [digit + board.first - 1 if digit else None for digit in grid]
    symbols = (".", *rules.symbols)
    rows = [[" "] * board.width for _ in range(board.height)]
    for (row, column), digit in zip(board.places, grid, strict=True):
        rows[row][column] = symbols[digit]
    return ["".join(row).rstrip() for row in rows]


def grid_from_json(value: object, rules: Rules) -> Puzzle:
    """Return the puzzle of a JSON value."""
    board = rules.board
    if isinstance(value, str) and has_square_grid(board):
        return puzzle_of_line(value, rules)
    if not isinstance(value, list):
        raise FormatError("a puzzle on a board of its own; expected a list of rows or of cells")
    if value and all(isinstance(row, str) for row in value):
        marks = {(r, c): mark for r, row in enumerate(value) for c, mark in enumerate(row)}
        for place, mark in marks.items():
            if mark != " " and place not in board.cells_at:
                raise FormatError(f"{mark!r} in row {place[0] + 1}, where there is no cell")
        cells: list[str] = [marks.get(place, "").strip() or "." for place in board.places]
    else:
        cells = ["." if one is None else str(one) for one in value]
    if len(cells) != board.cell_count:
        raise FormatError(f"{counted(len(cells), 'cell')}; expected {board.cell_count}")
    masks = [cell_mask(text, rules.size, rules.board.first) for text in cells]
    if None in masks:
        at = masks.index(None)
        raise FormatError(f"{quoted(cells[at])} in {board.name(at)}; expected {_expected(rules)}")
    return Puzzle(rules, tuple(mask for mask in masks if mask is not None))


_LEVEL = frozenset("-=─━═┄┅┈┉┬┴┼╦╩╬┳┻╋")


def enclosed(rows: Sequence[BoardRow]) -> list[int] | None:
    """Return for each of the N² cells of a board the number of its region.

    None is returned unless its borders enclose N regions of N cells each.
    """
    size = len(rows)
    columns = [row.columns(Kind.TOKENS) for row in rows]
    if any(len(places) != size for places in columns):
        return None
    joins = []
    for r, row in enumerate(rows):
        text = row.text.translate(BARS)
        for c in range(size):
            if c + 1 < size and "|" not in text[columns[r][c] : columns[r][c + 1]]:
                joins.append((r * size + c, r * size + c + 1))
            if r + 1 < size and rows[r + 1].above[columns[r][c] :][:1] not in _LEVEL:
                joins.append((r * size + c, (r + 1) * size + c))
    return regions_joined(size, joins)


def regions_joined(size: int, joins: Iterable[tuple[Cell, Cell]]) -> list[int] | None:
    """Return for each of N² cells the number of its region, given which cells are in one.

    None is returned unless these are N regions of N cells each.
    """
    found = pieces(size * size, joins)
    home = {cell: number for number, piece in enumerate(found, start=1) for cell in piece}
    are_regions = all(len(piece) == size for piece in found)
    return [home[cell] for cell in range(size * size)] if are_regions else None


def _bands(rows: Sequence[BoardRow]) -> list[Sequence[BoardRow]]:
    """Return rows in bands, with blank lines between them."""
    cuts = [*(at for at, row in enumerate(rows) if row.is_first), len(rows)]
    return [rows[one:other] for one, other in pairwise(cuts)]


class Boards:
    """Puts rows together to boards, or to the one board that the rules have."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._rows: list[BoardRow] = []
        self._border, self._is_open = "", False  # what is above the next row
        self._known: list[tuple[str, Candidates]] = []  # the rows so far of the rules' own board
        self._begun = 0
        self._skips = False
        self.label = ""

    @property
    def awaits_row(self) -> bool:
        """Whether the rules say that the board at hand has a further row."""
        return bool(self._known) or self._skips

    def row(self, line: int, text: str) -> Iterator[Record]:
        """Take one more row; yield the board that it completes."""
        if (rules := self._context.board_rules) is not None:
            yield from self._known_row(rules, line, text)
            return
        row = BoardRow.of(line, text)
        self._rows.append(row._replace(above=self._border, is_first=not self._is_open))
        self._border, self._is_open = "", True
        yield from self._complete(closed=False)

    def _known_row(self, rules: Rules, line: int, text: str) -> Iterator[Record]:
        """Take a row of the board that rules have; a fault costs the rows up to a blank line."""
        if self._skips:
            return
        counts, done = _counts(rules), len(self._known)
        wholes = (rules.cell_count, rules.board.grid_count) if has_square_grid(rules.board) else ()
        row = BoardRow.of(line, text.translate(BARS).replace("|", " "))
        whole = next((n for n in wholes if not done and _is_whole(row, n)), 0)
        if _kind(row, whole or counts[done]) is None:  # nothing between bars is a blank, not a gap
            row = BoardRow.of(line, text)
        try:
            masks = _row(row, whole or counts[done], rules)
        except FormatError as error:
            self._context.bad(error, line, text)
            self._known, self._skips = [], True
            return
        self._begun = self._begun if done else line
        self._known.append((text, masks))
        if whole or len(self._known) == len(counts):
            yield self._known_board(rules)

    def _known_board(self, rules: Rules) -> Record:
        found, self._known, label, self.label = self._known, [], self.label, ""
        masks = tuple(chain.from_iterable(masks for _, masks in found))
        puzzle = Puzzle(rules, _with_layers_open(masks, rules))
        return Record(puzzle, self._context.source, self._begun, label=label)

    def border(self, text: str) -> Iterator[Record]:
        """Take a border; one right below another begins a new board."""
        if self._context.board_rules is not None:
            return
        if self._border:
            yield from self.gap()
        self._border = text

    def gap(self) -> Iterator[Record]:
        """Take a blank line."""
        self._border, self._skips = "", False
        if self._is_open:
            yield from self._complete(closed=True)
            self._drop_what_cannot_grow()
        self._is_open = False

    def end(self) -> Iterator[Record]:
        """End the board at hand, whole or not."""
        yield from self.gap()
        self._drop(len(self._rows))
        rules, found = self._context.board_rules, len(self._known)
        if found and rules is not None:
            if rules.board.layers and found == len(rules.board.lines(0)):
                yield self._known_board(rules)
                return
            texts, self._known = [text for text, _ in self._known], []
            error = FormatError(f"{counted(found, 'row')}; expected {len(_counts(rules))}")
            self._context.bad(error, self._begun, "\n".join(texts))

    def _complete(self, *, closed: bool) -> Iterator[Record]:
        *before, last = _bands(self._rows)
        are_bands = {len(band) for band in before} == {len(last)}
        for rows in (last, self._rows)[: 1 + are_bands]:
            has_width = any(len(rows) in row.widths for row in last)
            kind = _kind_of(rows, closed=closed) if has_width else None
            if kind is not None:
                self._drop(len(self._rows) - len(rows))
                yield from self._made(kind)
                return
        if len(last) > MAX_SIZE:
            self._drop(len(self._rows))

    def _made(self, kind: Kind) -> Iterator[Record]:
        rows, self._rows, self._is_open = self._rows, [], False
        label, self.label = self.label, ""
        try:
            puzzle = _board(rows, kind, self._context)
        except FormatError as error:
            self._context.bad(error, text=_text_of(rows))
            return
        yield Record(puzzle, self._context.source, rows[0].line, label=label)

    def _drop_what_cannot_grow(self) -> None:
        """Give up rows that no further band can make a board, at a blank line."""
        bands = _bands(self._rows)
        if len({len(band) for band in bands}) > 1:
            self._drop(len(self._rows) - len(bands[-1]))
        elif bands and len(self._rows) >= max(_most(self._rows, kind) for kind in Kind):
            self._drop(len(self._rows))

    def _drop(self, count: int) -> None:
        """Report the first rows, of which no board comes."""
        rows, self._rows = self._rows[:count], self._rows[count:]
        self._is_open &= bool(self._rows)
        if not rows:
            return
        kind = Kind.CHARACTERS if _most(rows, Kind.TOKENS) < 4 else Kind.TOKENS
        most = _most(rows, kind)
        found = f"{counted(len(rows), 'row')} of {most} cells"
        begin = quoted(rows[0].text.replace(EMPTY, " ").strip())
        wrong = [one for row in rows for one in row.tokens if cell_mask(one, most) is None]
        if kind is Kind.TOKENS and most == len(rows) and wrong:
            wanted = expected(min(most, MAX_SYMBOL_SIZE))
            error = FormatError(
                f"{quoted(wrong[0])} is not a cell of a {most}×{most} grid; expected {wanted}"
            )
        elif most == 2 * len(rows) > 4:
            error = FormatError(
                f"two boards side by side, from {begin} on; expected one below the other"
            )
        else:
            error = FormatError(f"{found}, from {begin} on; expected {most} rows")
        self._context.bad(error, rows[0].line, _text_of(rows))


def _text_of(rows: list[BoardRow]) -> str:
    return "\n".join(row.text for row in rows)


def _most(rows: Sequence[BoardRow], kind: Kind) -> int:
    """Return the number of cells that most rows have; one malformed row does not change it."""
    return Counter(row.shape(kind) for row in rows).most_common(1)[0][0]


def _kind_of(rows: Sequence[BoardRow], *, closed: bool) -> Kind | None:
    """Return the kind of cells with which rows are a whole board, None while they are not."""
    size = len(rows)
    if _most(rows, Kind.TOKENS) == size and _are_cells(rows, size, closed):
        return Kind.TOKENS
    if size <= MAX_SYMBOL_SIZE and _most(rows, Kind.CHARACTERS) == size:
        return Kind.CHARACTERS
    return None


def _are_cells(rows: Sequence[BoardRow], size: int, closed: bool) -> bool:
    """Return whether tokens are cells of a grid of some size, and not parts of longer rows.

    ``12 34`` may be half a row of two cells with their candidates, or a row of four digits.
    """
    tokens = [token for row in rows for token in row.tokens]
    wrong = sum(len(token) > 1 and cell_mask(token, size) is None for token in tokens)
    if wrong * 10 > len(tokens):
        return False
    lengths = {len(token) for token in tokens}
    length = max(lengths)
    if closed or len(lengths) > 1 or length == 1 or length * size > MAX_SYMBOL_SIZE:
        return True
    return size > 9 and "," not in rows[0].text


def _digits_rules(rows: list[BoardRow], kind: Kind, context: Context) -> Rules:
    """Return the rules of a board; its borders give the shape of the boxes if nothing else does."""
    size = len(rows)
    if context.has_rules or size > MAX_SIZE:
        return context.rules_of(size)
    height = _height(rows)
    width = _width(rows, kind, size)
    is_drawn = len(_bands(rows)) == 1 and any(row.above for row in rows)
    if kind is Kind.TOKENS and is_drawn and not (height and width):
        labels = enclosed(rows)
        if labels is not None:
            return _regions_rules(labels, size, context)
    if not (height or width) or (height and width and height * width != size):
        return context.rules_of(size)
    height = height or size // width
    return boxes(height, size // height)


def _regions_rules(labels: list[int], size: int, context: Context) -> Rules:
    """Return the rules of a board with regions drawn; lines between all rows mean nothing."""
    drawn = jigsaw(labels)
    return context.rules_of(size) if drawn.means(latin(size)) else in_boxes(drawn)


def _height(rows: list[BoardRow]) -> int:
    """Return how many rows stand between level borders or blank lines, 0 where it is open."""
    cuts = [at for at, row in enumerate(rows) if at and (row.above or row.is_first)]
    return _step([0, *cuts, len(rows)], len(rows))


def _width(rows: list[BoardRow], kind: Kind, size: int) -> int:
    """Return how many cells stand between bars, or between wider gaps, 0 where it is open."""
    found = set()
    apart = r"\s+" if kind is Kind.CHARACTERS else r"\s{2,}"
    for row in rows:
        cuts, done = [0], 0
        for text in row.fields if len(row.fields) > 1 else re.split(apart, row.text.strip()):
            done += len("".join(text.split()) if kind is Kind.CHARACTERS else text.split())
            cuts.append(done)
        found.add(_step(sorted(set(cuts)), size))
    return found.pop() if len(found) == 1 else 0


def _step(cuts: list[int], size: int) -> int:
    steps = {b - a for a, b in pairwise(cuts)}
    step = steps.pop() if len(steps) == 1 else 0
    return step if 1 < step < size and size % step == 0 else 0


def _board(rows: list[BoardRow], kind: Kind, context: Context) -> Puzzle:
    size = len(rows)
    if size > MAX_SIZE:
        raise FormatError(f"{size} rows; expected at most {MAX_SIZE}", line=rows[0].line)
    for row in rows:
        if row.shape(kind) != size:
            found = counted(row.shape(kind), "cell")
            message = f"{found} in a row; expected {size}, with . for each blank"
            raise FormatError(message, line=row.line, column=row.column(kind, size))
    try:
        rules = _digits_rules(rows, kind, context)
        puzzle = _puzzle(rows, kind, rules, is_sure=context.has_rules)
        if not context.has_rules and is_map(puzzle.candidates, size):
            wanted = "the puzzle below '# rules: jigsaw:LABELS', with the labels of all cells"
            raise FormatError(f"a map of regions, not a puzzle; expected {wanted}")
    except FormatError as error:
        raise located(error, None, rows[0].line) from None
    return puzzle


def is_map(cells: Sequence[int], size: int) -> bool:
    """Return whether N values stand N times each, beside their like as cells of a region are."""
    counts = Counter(cells)
    if size < 5 or len(counts) != size or {*counts.values()} != {size}:
        return False
    rows = [cells[at : at + size] for at in range(0, size * size, size)]
    alike: list[int] = [
        sum(one == other for line in lines for one, other in pairwise(line))
        for lines in (rows, list(zip(*rows, strict=True)))
    ]
    return min(alike) > 0 and 2 * sum(alike) > size * (size - 1)


def _puzzle(rows: list[BoardRow], kind: Kind, rules: Rules, *, is_sure: bool) -> Puzzle:
    size = rules.size
    cells: Sequence[str] = [cell for row in rows for cell in row.cells(kind)]
    if kind is Kind.CHARACTERS:
        cells = "".join(cells)
    cells = standard(cells, size, is_sure=is_sure)
    if isinstance(cells, str):
        digits = digits_or_none(cells, size)
        if digits is not None:
            return Puzzle.from_digits(digits, rules)
    masks = [cell_mask(cell, size) for cell in cells]
    if None in masks:
        r, c = divmod(masks.index(None), size)
        row, cell = rows[r], rows[r].cells(kind)[c]
        wanted = expected(size) if size <= MAX_SYMBOL_SIZE else f"1 to {size}, or 0 for a blank"
        raise FormatError(
            f"{quoted(cell)} is not a cell of a {size}×{size} grid; expected {wanted}",
            line=row.line,
            column=row.column(kind, c),
        )
    return Puzzle.trusted(rules, tuple(mask for mask in masks if mask is not None))
