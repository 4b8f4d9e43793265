"""Grids over several lines: a row a line, with or without borders, and grids of candidates.

A row's cells are characters (``53..7....``), tokens with spaces between them (``5 3 . .``, ``12``,
``G``), or what stands between bars (``|5| | |``); any borders may be drawn around them.  On grids
of up to nine digits a token of several is a set of candidates; on bigger ones it is a number, and
a set has commas (``1,12``).  ``!`` is a cell without any candidate.

Boards follow one another with or without blank lines; blank lines may also stand between bands of
equal height within a board.  A line of words above a board is its label.  Borders that cut the
grid into equal boxes say which shape these have, unless the rules do.

A fault costs one board: reading goes on where the next one begins, which the number of rows and
the blank lines tell.
"""

from __future__ import annotations

import enum
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import (
    BLANKS,
    MAX_SIZE,
    MAX_SYMBOL_SIZE,
    Job,
    Lines,
    Notation,
    Record,
    located,
    shown,
)
from cpsudoku.formats.drawing import draw
from cpsudoku.formats.symbols import cell_digit, digits_or_none, expected, masks_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Candidates, Rules, boxes

_BARS = str.maketrans(dict.fromkeys("|│┃║¦", "|"))
_BORDER = re.compile(r"[\s|│┃║¦+:.'`*=\-_─━═┄┅┈┉\u2500-\u257f]+")
_FLAT = re.compile(r"[-=─━═\u2500\u2501\u2550]{2}|[-=─━═]\s[-=─━═]|[\u250c-\u253c\u2552-\u256c]")
_TITLE = re.compile(r"[^\W\d_]{3,}[\w \t,:#()'-]*")
_MOST_CHARACTERS = MAX_SIZE * MAX_SIZE * 4
NO_CANDIDATE = "!"


class Row(NamedTuple):
    """One row of a board as it stands in the text."""

    line: int
    text: str
    tokens: tuple[str, ...]
    fields: tuple[str, ...]

    @classmethod
    def of(cls, line: int, text: str) -> Row:
        """Split a line into tokens and into fields between bars."""
        barred = text.partition("#")[0].translate(_BARS).strip()
        fields = barred.removeprefix("|").removesuffix("|").split("|")
        return cls(line, text, tuple(barred.replace("|", " ").split()), tuple(fields))

    def shape(self, kind: _Kind) -> int:
        """Return how many cells the row has if it is of a kind."""
        if kind is _Kind.CHARACTERS:
            return sum(map(len, self.tokens))
        return len(self.tokens if kind is _Kind.TOKENS else self.fields)

    def cells(self, kind: _Kind) -> Sequence[str]:
        """Return the texts of the row's cells if it is of a kind."""
        if kind is _Kind.CHARACTERS:
            return "".join(self.tokens)
        if kind is _Kind.TOKENS:
            return self.tokens
        return [text.strip() or BLANKS[0] for text in self.fields]

    @property
    def has_empty_field(self) -> bool:
        """Whether nothing stands between two of its bars."""
        return len(self.fields) > 1 and not all(map(str.strip, self.fields))

    def column(self, kind: _Kind, index: int) -> int:
        """Return the 1-based column of a cell."""
        pattern = {_Kind.TOKENS: r"[^\s|]+", _Kind.CHARACTERS: r"[^\s|]", _Kind.FIELDS: r"[^|]+"}
        places = list(re.finditer(pattern[kind], self.text.translate(_BARS)))
        return places[index].start() + 1 if index < len(places) else len(self.text)


class _Kind(enum.Enum):
    """What a row's cells are."""

    TOKENS = "numbers, letters and sets with spaces between them"
    CHARACTERS = "characters"
    FIELDS = "what stands between bars, where nothing is a blank"


@dataclass(slots=True)
class _Part:
    """Rows without a blank line between them.

    Args:
        rows: the rows.
        widths: how many cells any of them may have; only so many rows can make a board.
        borders: how many rows stand above each border.
    """

    rows: list[Row] = field(default_factory=list)
    widths: set[int] = field(default_factory=set)
    borders: set[int] = field(default_factory=set)

    def add(self, row: Row) -> None:
        """Take one more row."""
        self.rows.append(row)
        self.widths.update(map(row.shape, _Kind))


def is_border(text: str) -> bool:
    """Tell whether a line is a drawn border, such as ``+---+---+``.

    Args:
        text: a line.
    """
    return bool(_BORDER.fullmatch(text) and _FLAT.search(text))


def is_title(text: str) -> bool:
    """Tell whether a line is words such as ``Grid 01`` and cannot be a row.

    Args:
        text: a stripped line.
    """
    if not _TITLE.fullmatch(text):
        return False
    tokens = text.split()
    count = sum(map(len, tokens))
    return (
        len({len(token) for token in tokens}) > 1
        or count > MAX_SYMBOL_SIZE
        or digits_or_none("".join(tokens), count) is None
    )


def cell_mask(text: str, size: int) -> int | None:
    """Return the candidates that a cell's text stands for, or None if it stands for nothing.

    Args:
        text: a blank, digit, number or set of candidates.
        size: number of digits.
    """
    if text == NO_CANDIDATE:
        return 0
    if "," in text:
        return _union(text.split(","), size)
    if len(text) > 1 and size <= 9:
        ascending = all(a < b for a, b in pairwise(text))
        return _union(list(text), size) if ascending and text[0] != "0" else None
    digit = cell_digit(text, size)
    if digit is None:
        return None
    return 1 << (digit - 1) if digit else (1 << size) - 1


def _union(texts: list[str], size: int) -> int | None:
    mask = 0
    for text in texts:
        digit = cell_digit(text, size)
        if not digit:
            return None
        mask |= 1 << (digit - 1)
    return mask


def _most(rows: list[Row], kind: _Kind) -> int:
    """Return the number of cells that most rows have; one malformed row does not change it."""
    return Counter(row.shape(kind) for row in rows).most_common(1)[0][0]


def _kind_of(rows: list[Row], *, closed: bool) -> _Kind | None:
    """Return as what kind of cells some rows are a whole board, or None while they are not.

    Args:
        rows: the rows so far.
        closed: whether no further row can follow.
    """
    if any(row.has_empty_field for row in rows):
        return _Kind.FIELDS if _most(rows, _Kind.FIELDS) == len(rows) else None
    size = len(rows)
    if _most(rows, _Kind.TOKENS) == size and _are_cells(rows, size, closed):
        return _Kind.TOKENS
    if size <= MAX_SYMBOL_SIZE and _most(rows, _Kind.CHARACTERS) == size:
        return _Kind.CHARACTERS
    return None


def _are_cells(rows: list[Row], size: int, closed: bool) -> bool:
    """Tell whether tokens are cells of a grid of some size, and not parts of longer rows.

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


def _digits_rules(rows: list[Row], parts: list[_Part], kind: _Kind, job: Job) -> Rules:
    """Return the rules of a board; its borders tell the shape of the boxes if nothing else does."""
    size = len(rows)
    if job.has_rules or size > MAX_SIZE:
        return job.rules_of(size)
    height = _height(parts, size)
    width = _width(rows, kind, size)
    if height and width and height * width != size:
        return job.rules_of(size)
    if not height and not width:
        return job.rules_of(size)
    height = height or size // width
    return boxes(height, size // height)


def _height(parts: list[_Part], size: int) -> int:
    """Return how many rows stand between level borders or blank lines, 0 where they do not tell."""
    cuts, done = {0, size}, 0
    for part in parts:
        cuts |= {done} | {done + border for border in part.borders}
        done += len(part.rows)
    return _step(sorted(cuts), size)


def _width(rows: list[Row], kind: _Kind, size: int) -> int:
    """Return how many cells stand between bars, 0 where these do not tell."""
    if kind is _Kind.FIELDS:
        return 0
    found = set()
    for row in rows:
        cuts, done = [0], 0
        for text in row.fields:
            done += len("".join(text.split()) if kind is _Kind.CHARACTERS else text.split())
            cuts.append(done)
        found.add(_step(sorted(set(cuts)), size))
    return found.pop() if len(found) == 1 else 0


def _step(cuts: list[int], size: int) -> int:
    steps = {b - a for a, b in pairwise(cuts)}
    step = steps.pop() if len(steps) == 1 else 0
    return step if 1 < step < size and size % step == 0 else 0


def _board(rows: list[Row], parts: list[_Part], kind: _Kind, job: Job) -> Puzzle:
    size = len(rows)
    if size > MAX_SIZE:
        raise FormatError(f"{size} rows; expected at most {MAX_SIZE}", line=rows[0].line)
    masks: list[int] = []
    for row in rows:
        if row.shape(kind) != size:
            raise FormatError(
                f"{row.shape(kind)} cells in a row; expected {size}",
                line=row.line,
                column=row.column(kind, size),
            )
        masks += _row_masks(row, kind, size)
    try:
        rules = _digits_rules(rows, parts, kind, job)
    except FormatError as error:
        raise located(error, None, rows[0].line) from None
    return Puzzle.trusted(rules, tuple(masks))


def _row_masks(row: Row, kind: _Kind, size: int) -> Candidates:
    cells = row.cells(kind)
    if isinstance(cells, str):
        digits = digits_or_none(cells, size)
        if digits is not None:
            return masks_of(digits, size)
    masks = [cell_mask(cell, size) for cell in cells]
    if None in masks:
        at = masks.index(None)
        wanted = expected(size) if size <= MAX_SYMBOL_SIZE else f"1 to {size}, or 0 for a blank"
        raise FormatError(
            f"{shown(cells[at])} is no cell of a {size}×{size} grid; expected {wanted}",
            line=row.line,
            column=row.column(kind, at),
        )
    return tuple(mask for mask in masks if mask is not None)


class _Boards:
    """Puts rows together to boards."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._parts: list[_Part] = []
        self._after_border = False
        self._open = False
        self.label = ""

    def row(self, line: int, text: str) -> Iterator[Record]:
        """Take one more row; yield the board that it completes."""
        self._after_border = False
        self._part().add(Row.of(line, text))
        yield from self._complete(closed=False)

    def border(self) -> Iterator[Record]:
        """Take a border; one right below another begins a new board."""
        if self._after_border:
            yield from self.gap()
        self._after_border = True
        part = self._part()
        part.borders.add(len(part.rows))

    def gap(self) -> Iterator[Record]:
        """Take a blank line."""
        self._after_border = False
        if self._open and self._parts[-1].rows:
            yield from self._complete(closed=True)
            self._drop_what_cannot_grow()
        self._open = False

    def end(self) -> Iterator[Record]:
        """End the board at hand, whole or not."""
        yield from self.gap()
        self._drop(self._parts)

    def _part(self) -> _Part:
        if not self._open:
            self._parts = [part for part in self._parts if part.rows]
            self._parts.append(_Part())
            self._open = True
        return self._parts[-1]

    def _complete(self, *, closed: bool) -> Iterator[Record]:
        last = self._parts[-1]
        kind = _kind_of(last.rows, closed=closed) if len(last.rows) in last.widths else None
        if kind is not None:
            self._drop(self._parts[:-1])
            yield from self._made(last.rows, [last], kind)
            return
        if len(self._parts) > 1 and len({len(part.rows) for part in self._parts}) == 1:
            rows = [row for part in self._parts for row in part.rows]
            kind = _kind_of(rows, closed=closed) if len(rows) in last.widths else None
            if kind is not None:
                yield from self._made(rows, self._parts, kind)
                return
        if len(last.rows) > MAX_SIZE:
            self._drop(self._parts)

    def _made(self, rows: list[Row], parts: list[_Part], kind: _Kind) -> Iterator[Record]:
        label, self.label = self.label, ""
        self._parts, self._open = [], False
        try:
            puzzle = _board(rows, parts, kind, self._job)
        except FormatError as error:
            self._job.bad(error)
            return
        yield Record(puzzle, self._job.source, rows[0].line, label=label)

    def _drop_what_cannot_grow(self) -> None:
        """Give up parts that no further band can make a board, at a blank line."""
        if not self._parts:
            return
        rows = [row for part in self._parts for row in part.rows]
        if len({len(part.rows) for part in self._parts}) > 1:
            self._drop(self._parts[:-1])
            self._parts = self._parts[-1:]
        elif len(rows) >= max(_most(rows, kind) for kind in _Kind):
            self._drop(self._parts)

    def _drop(self, parts: list[_Part]) -> None:
        rows = [row for part in parts for row in part.rows]
        if parts is self._parts:
            self._parts, self._open = [], False
        if not rows:
            return
        kind = _Kind.FIELDS if any(row.has_empty_field for row in rows) else _Kind.TOKENS
        if kind is _Kind.TOKENS and _most(rows, kind) < 4:
            kind = _Kind.CHARACTERS
        most = _most(rows, kind)
        first = rows[0]
        self._job.bad(
            FormatError(
                f"{len(rows)} row{'s' * (len(rows) > 1)} of {most} cells, from "
                f"{shown(first.text.strip())} on; expected {most} rows"
            ),
            first.line,
        )


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a text with a row of cells a line.

    Args:
        lines: the numbered lines.
        job: rules, source and what to do with bad boards.
    """
    boards = _Boards(job)
    for number, text in lines:
        stripped = text.strip()
        if not stripped:
            yield from boards.gap()
        elif stripped[0] == "#":
            if stripped.lstrip("# ").lower().startswith("rules:"):
                yield from boards.end()
            job.comment(stripped, number)
        elif len(stripped) > _MOST_CHARACTERS:
            yield from boards.end()
            job.bad(FormatError(f"a line of {len(text)} characters; expected a row"), number)
        elif is_border(stripped):
            yield from boards.border()
        elif is_title(stripped):
            yield from boards.end()
            boards.label = stripped
        else:
            yield from boards.row(number, text)
    yield from boards.end()


def texts_of(puzzle: Puzzle, blank: str = ".") -> list[str]:
    """Return what to show in each cell of a puzzle's givens.

    Args:
        puzzle: the puzzle.
        blank: what to show in a cell without a given.
    """
    symbols = (blank, *puzzle.rules.symbols)
    return [symbols[digit] for digit in puzzle.digits]


def text(record: Record) -> str:
    """Return a puzzle's givens as a drawn grid.

    Args:
        record: the puzzle.
    """
    return draw(texts_of(record.puzzle), record.puzzle.rules)


def numbers_text(record: Record) -> str:
    """Return a puzzle's givens as rows of numbers, 0 for a blank.

    Args:
        record: the puzzle.
    """
    size = record.puzzle.rules.size
    texts = [str(digit).rjust(len(str(size))) for digit in record.puzzle.digits]
    rows = (texts[start : start + size] for start in range(0, size * size, size))
    return "".join(" ".join(row) + "\n" for row in rows)


def candidates_texts(puzzle: Puzzle) -> list[str]:
    """Return what to show in each cell of a grid of candidates.

    Args:
        puzzle: the puzzle.
    """
    size = puzzle.rules.size
    between = "" if size <= 9 else ","
    return [
        between.join(str(d + 1) for d in range(size) if mask >> d & 1) or NO_CANDIDATE
        for mask in puzzle.candidates
    ]


def candidates_text(record: Record) -> str:
    """Return a drawn grid of the candidates of each cell.

    Args:
        record: the puzzle.
    """
    return draw(candidates_texts(record.puzzle), record.puzzle.rules)


NOTATION = Notation("drawn", "a drawn grid", read, text, between="\n")
NUMBERS = Notation(
    "numbers", "rows of numbers with spaces between them, 0 for a blank", read, numbers_text,
    between="\n",
)  # fmt: skip
CANDIDATES = Notation(
    "candidates", "a drawn grid of the candidates of each cell", read, candidates_text,
    between="\n", keeps_marks=True,
)  # fmt: skip
