"""Puzzles of lisudoku (R. Nedelcu), as its JSON and as links with it.

Cells are objects ``{"row": 0, "col": 0}``, counted from 0.

>>> job = of_object({"gridSize": 4, "thermos": [[{"row": 0, "col": 0}, {"row": 0, "col": 1}]]})
>>> job.added[0].label, job.puzzle().rules.size
('thermo', 4)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote, unquote

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Job, Record
from cpsudoku.formats.line import parse_line
from cpsudoku.formats.setters.drawings import Meaning
from cpsudoku.formats.setters.f_puzzles.fields import square_with_diagonals
from cpsudoku.formats.setters.imported import MOST_SIZE, Import, houses_of, with_regions
from cpsudoku.formats.setters.lzstring import compressed, decompressed
from cpsudoku.formats.setters.meaning import means_the_same
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Cell, Constraint
from cpsudoku.variants import cages, cells, chess, dots, lines, regions, sum_lines
from cpsudoku.variants.base import Variant

Object = dict[str, Any]

_LINK = re.compile(r"lisudoku\.xyz/[a-z]+\?import=([^&#\s]+)")


def is_link(text: str) -> bool:
    """Return whether a text is a link with a puzzle in it."""
    return _LINK.search(text) is not None


def imported(text: str, meanings: Iterable[Meaning] = ()) -> Import:
    """Return the puzzle of a link.

    Args:
        text: the link.
        meanings: of no use here, as everything has a meaning.

    Raises:
        FormatError: it is damaged.
    """
    found = _LINK.search(text)
    data = unquote(found[1]) if found else ""
    if re.fullmatch(r"[0-9.]{16,}", data):  # a grid alone
        puzzle = parse_line(data, Job()).puzzle
        job = Import(puzzle.rules)
        job.candidates = list(puzzle.candidates)
        return job
    try:
        value = json.loads(decompressed(data))
    except (ValueError, RecursionError) as error:
        raise FormatError("a link of lisudoku that holds no JSON") from error
    if not is_object(value):
        raise FormatError("a link of lisudoku that holds no puzzle")
    return of_object(value, meanings)


def is_object(value: object) -> bool:
    """Return whether a JSON value looks like a puzzle of lisudoku."""
    return isinstance(value, dict) and ("gridSize" in value or "grid_size" in value)


def of_object(data: Object, meanings: Iterable[Meaning] = ()) -> Import:
    """Return the puzzle of an object.

    Args:
        data: what the JSON says, its names with capitals or underscores.
        meanings: of no use here.

    Raises:
        FormatError: it makes no sense.
    """
    data = {re.sub("_(.)", lambda one: one[1].upper(), name): v for name, v in data.items()}
    size = data["gridSize"]
    if type(size) is not int or not 1 <= size <= MOST_SIZE:
        raise FormatError(f"gridSize {str(size)[:20]}; expected 1 to {MOST_SIZE}")
    told = [_cells(region, size) for region in _list(data, "regions")]
    labels: list[int | None] = [None] * size**2
    for number, region in enumerate(told):
        for cell in region:
            labels[cell] = number
    rules, loose = houses_of(size, labels if told else None)
    job = Import(rules)
    with_regions(job, loose)
    _Reader(job, data, size).read()
    return job


def _list(data: Object, name: str) -> list[Any]:
    found = data.get(name) or []
    if not isinstance(found, list):
        raise FormatError(f"{name} that are no list")
    return found


def _cells(value: object, size: int) -> tuple[Cell, ...]:
    if not isinstance(value, list):
        raise FormatError(f"cells {str(value)[:20]}; expected a list")
    return tuple(_cell(one, size) for one in value)


def _cell(value: object, size: int) -> Cell:
    if isinstance(value, dict):
        row, column = value.get("row"), value.get("col")
        if type(row) is int and type(column) is int and 0 <= row < size and 0 <= column < size:
            return row * size + column
    raise FormatError(f"cell {str(value)[:40]}; expected a row and a col on the board")


class _Reader:
    def __init__(self, job: Import, data: Object, size: int) -> None:
        self.job = job
        self.data = data
        self.size = size
        self.board = job.rules.board

    def read(self) -> None:
        """Take all that is understood, and note the rest."""
        for name, value in self.data.items():
            if name in ("gridSize", "regions", "kropkiNegative") or not value:
                continue
            if name == "fixedNumbers":
                self._givens()
            elif name in _FLAGS:
                self.job.add(_FLAGS[name](self))
            elif name in _LISTS:
                for entry in _list(self.data, name):
                    self.job.add(_LISTS[name](self, entry))
            else:
                self.job.ignored.append(f"{name[:40]!r}, which is unknown")
        if self.data.get("kropkiNegative"):
            pairs = (self.pair(dot) for dot in _list(self.data, "kropkiDots"))
            exempt = tuple(sorted({(min(pair), max(pair)) for pair in pairs}))
            self.job.add(dots.NoWhite(self.board, exempt))
            self.job.add(dots.NoBlack(self.board, exempt))

    def _givens(self) -> None:
        for entry in _list(self.data, "fixedNumbers"):
            value = entry.get("value") if isinstance(entry, dict) else None
            if type(value) is not int:
                raise FormatError(f"a given {str(entry)[:40]}; expected a position and a value")
            cell = _cell(entry.get("position"), self.size)
            self.job.candidates[cell] &= self.job.mask([value])

    def cells(self, value: object) -> tuple[Cell, ...]:
        """Return cells."""
        return _cells(value, self.size)

    def pair(self, dot: object) -> tuple[Cell, Cell]:
        """Return the two cells of a dot."""
        if not isinstance(dot, dict):
            raise FormatError(f"a dot {str(dot)[:40]}; expected an object")
        first, second = (dot.get(f"cell{n}", dot.get(f"cell_{n}")) for n in (1, 2))
        return _cell(first, self.size), _cell(second, self.size)

    def diagonal(self, kind: str) -> Constraint:
        """Return a main diagonal."""
        return next(g for g in square_with_diagonals(self.size).groups if g.kind == kind)


def _dot(reader: _Reader, entry: Any) -> Variant:
    pair = reader.pair(entry)
    kind = entry.get("dotType", entry.get("dot_type"))
    if kind not in ("Consecutive", "Double"):
        raise FormatError(f"a dot of type {str(kind)[:20]}; expected Consecutive or Double")
    return (dots.White if kind == "Consecutive" else dots.Black)(reader.board, pair)


def _cage(reader: _Reader, entry: Any) -> Variant:
    total = entry.get("sum") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not (total is None or type(total) is int):
        raise FormatError(f"a cage {str(entry)[:40]}; expected a region and a sum")
    return cages.Killer(reader.board, reader.cells(entry.get("region")), total)


def _arrow(reader: _Reader, entry: Any) -> Variant:
    if not isinstance(entry, dict):
        raise FormatError(f"an arrow {str(entry)[:40]}; expected an object")
    bulb = entry.get("circleCells", entry.get("circle_cells"))
    rest = entry.get("arrowCells", entry.get("arrow_cells"))
    # It reads a pill from left to right or downward, whichever end its cells begin with.
    return sum_lines.Arrow(reader.board, tuple(sorted(reader.cells(bulb))), reader.cells(rest))


_FLAGS: dict[str, Callable[[_Reader], Constraint]] = {
    "primaryDiagonal": lambda reader: reader.diagonal("diagonal"),
    "secondaryDiagonal": lambda reader: reader.diagonal("antidiagonal"),
    "antiKnight": lambda reader: chess.AntiKnight(reader.board),
    "antiKing": lambda reader: chess.AntiKing(reader.board),
    "topBottom": lambda reader: chess.TopBottom(reader.board),
}

_LISTS: dict[str, Callable[[_Reader, Any], Variant]] = {
    "extraRegions": lambda reader, e: regions.ExtraRegion(reader.board, reader.cells(e)),
    "thermos": lambda reader, e: lines.Thermo(reader.board, reader.cells(e)),
    "renbans": lambda reader, e: lines.Renban(reader.board, reader.cells(e)),
    "palindromes": lambda reader, e: lines.Palindrome(reader.board, reader.cells(e)),
    "arrows": _arrow,
    "killerCages": _cage,
    "kropkiDots": _dot,
    "oddCells": lambda reader, e: cells.Odd(reader.board, reader.cells([e])),
    "evenCells": lambda reader, e: cells.Even(reader.board, reader.cells([e])),
}


def link_of(record: Record) -> str:
    """Return a puzzle as a link, without its pencil marks.

    Args:
        record: the puzzle.

    Raises:
        FormatError: lisudoku has no word for a constraint, or for such a board.
    """
    puzzle = record.puzzle
    rules, size = puzzle.rules, puzzle.rules.size
    if not rules.board.is_square:
        raise FormatError("lisudoku knows square boards alone")

    def named(those: Iterable[Cell]) -> list[Object]:
        return [{"row": cell // size, "col": cell % size} for cell in those]

    fixed = [
        {"position": named([cell])[0], "value": digit}
        for cell, digit in enumerate(puzzle.digits)
        if digit
    ]
    found: Object = {"gridSize": size, "fixedNumbers": fixed, "regions": []}
    for constraint in rules.constraints:
        _write(found, constraint, named)
    if not means_the_same(of_object(found).puzzle(), Puzzle.from_digits(puzzle.digits, rules)):
        raise FormatError("lisudoku has no way to say these rules exactly")
    data = quote(compressed(json.dumps(found, separators=(",", ":"))), safe="")
    return f"https://lisudoku.xyz/solver?import={data}\n"


_Named = Callable[[Iterable[Cell]], list[Object]]
_Entries = list[tuple[str, object]]
"""Fields, and what is added to each; True for a flag."""


def _write(found: Object, constraint: Constraint, named: _Named) -> None:
    """Add a constraint to an object.

    Raises:
        FormatError: there is no word for it.
    """
    entries = _WRITERS.get(type(constraint))
    if entries is None:
        raise FormatError(f"lisudoku has no word for: {constraint.label}")
    for field, value in entries(constraint, named):
        if value is True:
            found[field] = True
        else:
            found.setdefault(field, []).append(value)


def _group_entries(group: AllDifferent, named: _Named) -> _Entries:
    flag = {"diagonal": "primaryDiagonal", "antidiagonal": "secondaryDiagonal"}.get(group.kind)
    if flag is not None:
        return [(flag, True)]
    if group.kind in ("row", "column"):
        return []
    field = "regions" if group.kind in ("box", "region") else "extraRegions"
    return [(field, named(group.cells))]


def _dot_entries(kind: str) -> Callable[[Any, _Named], _Entries]:
    def entries(dot: Any, named: _Named) -> _Entries:
        pairs = map(named, dot.neighbours())
        return [
            ("kropkiDots", {"dotType": kind, "cell1": one, "cell2": other}) for one, other in pairs
        ]

    return entries


def _cells_of(field: str) -> Callable[[Any, _Named], _Entries]:
    return lambda one, named: [(field, named(one.cells))]


def _each_of(field: str) -> Callable[[Any, _Named], _Entries]:
    return lambda one, named: [(field, cell) for cell in named(one.cells)]


def _flag(field: str) -> Callable[[Any, _Named], _Entries]:
    return lambda _, __: [(field, True)]


_WRITERS: dict[type, Callable[[Any, _Named], _Entries]] = {
    AllDifferent: _group_entries,
    cages.Killer: lambda one, named: [
        ("killerCages", {"sum": one.total, "region": named(one.cells)})
    ],
    sum_lines.Arrow: lambda one, named: [
        ("arrows", {"circleCells": named(one.bulb), "arrowCells": named(one.cells)})
    ],
    dots.White: _dot_entries("Consecutive"),
    dots.Black: _dot_entries("Double"),
    dots.NoWhite: _flag("kropkiNegative"),
    dots.NoBlack: _flag("kropkiNegative"),
    chess.AntiKnight: _flag("antiKnight"),
    chess.AntiKing: _flag("antiKing"),
    chess.TopBottom: _flag("topBottom"),
    cells.Odd: _each_of("oddCells"),
    cells.Even: _each_of("evenCells"),
    lines.Thermo: _cells_of("thermos"),
    lines.Renban: _cells_of("renbans"),
    lines.Palindrome: _cells_of("palindromes"),
    regions.ExtraRegion: _cells_of("extraRegions"),
}
