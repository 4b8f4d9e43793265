"""Puzzles out of strings and links, and the meanings of types without a variant of their own.

>>> puzzle = imported(".Shape~4x4.Cage~3~R1C1~R1C2.~R3C1_4").puzzle()
>>> puzzle.rules.constraints[-1].label, puzzle.digits[8]
('killer 3', 4)
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate, combinations, groupby, pairwise
from typing import TypeAlias
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import blaming_text
from cpsudoku.formats.setters.imported import Import, diagonal_of
from cpsudoku.formats.setters.iss.payloads import Automaton, bits_set, machine_of, relation_of
from cpsudoku.formats.setters.iss.shapes import (
    SHAPES,
    Args,
    Made,
    PartReader,
    all_same,
    number,
    segments,
)
from cpsudoku.formats.setters.iss.strings import BoardLayout, BoardPart, layout_of, parsed
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint
from cpsudoku.rules.board import tiled
from cpsudoku.rules.primitives import And, Or, Table, as_one
from cpsudoku.variants import automata
from cpsudoku.variants.base import related
from cpsudoku.variants.registry import rows_named

Take: TypeAlias = Callable[[PartReader, Args], Made]  # gives what a type means for its arguments


def _named_groups(items: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield names and cells: ``_name`` begins a name, an empty item the next list of it."""
    name, found = "", list[str]()
    for item in (*items, ""):
        if item and item[0] != "_":
            found.append(item)
            continue
        if found:
            yield name, found
        found = []
        name = unquote(item[1:])[:60] if item else name


def _pairs(reader: PartReader, args: Args, *, every: bool, legacy: bool = False) -> Made:
    """Yield a relation, between cells that follow one another or all of them."""
    key = args[0].translate(str.maketrans("-_", "_-")) if legacy else args[0]
    board = reader.board
    allowed = relation_of(key, range(board.first, board.last + 1))
    for name, names in _named_groups(args[1:]):
        found = reader.cells(names)
        pairs = combinations(found, 2) if every else pairwise(found)
        yield from related(list(pairs), allowed, name or "pair")


def _automaton(reader: PartReader, args: Args) -> Made:
    for name, items in _named_groups(args[1:]):
        parts = list(map(reader.cells, segments(items)))
        yield _accepted(reader, args[0], parts, name or "automaton")


def _accepted(
    reader: PartReader, text: str, parts: list[tuple[Cell, ...]], label: str
) -> Constraint:
    """Return that an automaton accepts the digits, with a symbol more between the parts.

    Replicated parts and those of several names have the same automaton, which is made once.
    """
    seen = tuple(cell for part in parts for cell in part)
    breaks = tuple(accumulate(map(len, parts[:-1])))
    key = (text, breaks, len(seen) if breaks else 0)
    made = reader.automata.get(key)
    if made is None:
        machine, board = machine_of(text), reader.board
        if breaks:
            made = _broken(machine, board, breaks, len(seen))
        else:
            made = automata.from_rows(
                machine.starts,
                lambda states: machine.row(states, board.size),
                lambda states: bool(states & machine.accepting),
                board,
            )
        reader.automata[key] = made
    return made.of(seen, label)


_Placed: TypeAlias = tuple[int, frozenset[int]]
"""How much was read, and the states that it may have led to."""


def _broken(
    machine: Automaton, board: Board, ends: tuple[int, ...], length: int
) -> automata.Acceptor:
    """Return an automaton for digits in several parts."""
    breaks = Counter(ends)

    def at_breaks(place: int, states: frozenset[int]) -> _Placed | None:
        for _ in range(breaks[place]):
            states = machine.after(states, board.size)
        return (place, states) if states else None

    def row(state: _Placed) -> list[_Placed | None]:
        place = state[0] + 1
        if place > length:
            return [None] * board.size
        reached = machine.row(state[1], board.size)
        if place in breaks:
            return [None if states is None else at_breaks(place, states) for states in reached]
        return [None if states is None else (place, states) for states in reached]

    return automata.from_rows(
        at_breaks(0, machine.starts) or (0, frozenset()),
        row,
        lambda state: bool(state[1] & machine.accepting),
        board,
    )


def _expression(reader: PartReader, args: Args) -> Made:
    text = args[0]
    if "%" in text or "." in text:
        pattern = unquote(text)
    else:
        pattern = urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode("latin-1")
    pattern = "".join(pattern.split())
    label = f"expression {pattern[:40]}"
    for is_part, part in groupby(args[1:], bool):
        if is_part:
            yield automata.from_expression(pattern, reader.cells(part), reader.board, label=label)


def _same_regions(reader: PartReader, _: Args) -> Made:
    layout = reader.layout
    every = [*reader.pieces, *layout.rows, *layout.columns, *layout.boxes]
    most = max(map(len, every))
    largest = [region for region in every if len(region) == most]
    return all_same(reader, largest) if most < reader.board.size else []


def _diagonal(reader: PartReader, args: Args) -> Made:
    layout, rising = reader.layout, number(args[0]) > 0
    if layout.height != layout.width:
        raise FormatError("diagonals of a board that is not square")
    return [diagonal_of(layout.height, "antidiagonal" if rising else "diagonal")]


def _windows(reader: PartReader, _: Args) -> Made:
    layout = reader.layout
    shape = layout.box_shape(layout.region_size or reader.board.size)
    windows = tiled(layout.height, layout.width, shape, gap=1) if shape else []
    return [AllDifferent(cells, "window") for cells in windows]


def _disjoint(reader: PartReader, _: Args) -> Made:
    layout = reader.layout
    shape = layout.box_shape()
    boxes = tiled(layout.height, layout.width, shape) if shape else []
    return [AllDifferent(tuple(place), "disjoint group") for place in zip(*boxes, strict=True)]


def _doppelgangers(reader: PartReader, _: Args) -> Made:
    """Each house lacks a digit of its own; at a 0, those that its houses lack are all different.

    Variables hold what each row, column and box lacks.
    """
    layout = reader.layout
    lacks = {
        cells_in: layout.groups[prefix].first + number
        for prefix, houses in (("DGC", layout.rows), ("DGR", layout.columns), ("DGB", layout.boxes))
        for number, cells_in in enumerate(houses)
    }
    named = set(lacks.values())
    for house, lack in lacks.items():
        yield AllDifferent((*house, lack), "doppelganger")
    not_zero = frozenset((digit,) for digit in range(1, reader.board.last + 1))
    zero = frozenset({(0,)})
    for prefix in ("DGC", "DGR", "DGB"):
        whole = tuple(layout.groups[prefix].cells)
        if set(whole) & named:
            yield AllDifferent(whole, "doppelganger")
        for cell in whole:
            yield Table((cell,), not_zero if cell in named else zero, "doppelganger")
    for cell in range(layout.height * layout.width):
        its = tuple(lack for house, lack in lacks.items() if cell in house)
        different = AllDifferent(its, "doppelganger")
        yield Or((Table((cell,), not_zero, "doppelganger"), different), "doppelganger")


TYPES: dict[str, Take] = {
    "Pair": partial(_pairs, every=False),
    "PairX": partial(_pairs, every=True),
    "Binary": partial(_pairs, every=False, legacy=True),
    "BinaryX": partial(_pairs, every=True, legacy=True),
    "NFA": _automaton,
    "Regex": _expression,
    "Jigsaw": lambda _, __: [],
    "RegionSameValues": _same_regions,
    "Diagonal": _diagonal,
    "Windoku": _windows,
    "DisjointSets": _disjoint,
    "Doppelganger": _doppelgangers,
}
"""How each type is read."""


_LINK = re.compile(r"[?&]q=([^&#\s]+)")

IGNORED = frozenset({"Shape", "RegionSize", "NoBoxes", "Var", "SearchPriority", "FullRankTies"})
"""Types that are part of the shape, or of no meaning to solutions, and are read elsewhere."""

MOST_COPIES = 20_000  # more copies of parts are refused


class StringReader(PartReader):
    """Reads the parts of one string."""

    def __init__(self, layout: BoardLayout, parts: list[BoardPart]) -> None:
        super().__init__(layout, parts)
        kind = "box" if _are_boxes(self.pieces, layout) else "region"
        regions = [AllDifferent(cells, kind, i) for i, cells in enumerate(self.pieces, 1)]
        self.job = Import(layout.rules().with_constraints(regions))
        self._masks: dict[str, int] = {}  # of givens, by what is written after the cell
        self._budget = MOST_COPIES

    def constraints(self, part: BoardPart) -> list[Constraint]:
        """Return what a part means, all of which the board can have."""
        if part.kind in ("", "Given"):
            return self._givens(part)
        if part.kind == "Or":
            return self._either(part)
        if part.kind == "And":
            return [found for inner in part.inside for found in self.constraints(inner)]
        if part.kind == "Replicate":
            return list(self._replicated(part))
        no_ties = part.kind == "FullRankTies" and self.ties == "none"
        return [] if part.kind in IGNORED and not no_ties else self._named(part)

    def _named(self, part: BoardPart) -> list[Constraint]:
        try:
            return self._checked(self._taken(part), part.kind)
        except FormatError:
            raise
        except (IndexError, ValueError) as error:
            raise FormatError(f"{part.kind} with other arguments than expected") from error

    def _taken(self, part: BoardPart) -> Made:
        rows = rows_named("iss", part.kind)
        for row in rows:
            made: Made | None = SHAPES[row.shape].read(self, row, part.arguments)
            if made is not None:
                return made
        if rows:
            raise ValueError  # other arguments than expected
        if part.kind not in TYPES:
            raise FormatError(f"type {quoted(part.kind)}, which is not understood")
        return TYPES[part.kind](self, part.arguments)

    def _checked(self, made: Made, kind: str) -> list[Constraint]:
        with blaming_text(f"{kind}: "):
            found = list(made)
            for constraint in found:
                constraint.check(self.board)
        return found

    def _givens(self, part: BoardPart) -> list[Constraint]:
        found: list[Constraint] = []
        for argument in part.arguments:
            name, *_ = argument.split("_", 1)
            cell = self.cell(name)
            if self.in_or:
                values = frozenset((value,) for value in _numbers(argument))
                found.append(Table((cell,), values, "given"))
                continue
            said = argument[len(name) :]
            mask = self._masks.get(said)
            if mask is None:
                mask = self._masks[said] = self.job.mask(_numbers(argument))
            self.job.candidates[cell] &= mask
        return found

    def _either(self, part: BoardPart) -> list[Constraint]:
        self.in_or += 1
        ways = [self.constraints(inner) for inner in part.inside]
        self.in_or -= 1
        if len(ways) == 1:
            return ways[0]
        if [] in ways:
            return []
        parts = (tuple(map(as_one, way)) for way in ways)
        either = Or(tuple(part[0] if len(part) == 1 else And(part) for part in parts))
        return self._checked([either], "Or")

    def _replicated(self, part: BoardPart) -> Iterator[Constraint]:
        bits, name = (*part.arguments, *("", "R1C1")[len(part.arguments) :])[:2]
        origin = self.layout.cell(name)
        for offset in bits_set(bits):
            if origin + offset >= self.board.cell_count:
                raise FormatError("a replicated part beyond the grid")
            self._budget -= 1
            if self._budget < 0:
                raise FormatError(f"parts replicated more than {MOST_COPIES} times")
            self.moves.append((origin, origin + offset))
            for inner in part.inside:
                yield from self.constraints(inner)
            self.moves.pop()

    def negatives(self) -> Iterator[Constraint]:
        """Yield what the absence of marks means."""
        for kind in ("StrictKropki", "StrictXV"):
            for row in rows_named("iss", kind) if kind in self.kinds else ():
                marked = self.marked[row.words[0]]
                grid = self.board.grid_count
                yield row.variant(self.board, tuple(sorted(p for p in marked if max(p) < grid)))


def _numbers(given: str) -> list[int]:
    _, *numbers = given.split("_")
    if not all(one.isdecimal() and one.isascii() and len(one) < 4 for one in numbers):
        raise FormatError(f"a given {quoted(given)}; expected such as R1C1_5")
    return list(map(int, numbers))


def _are_boxes(pieces: list[tuple[Cell, ...]], layout: BoardLayout) -> bool:
    """Return whether pieces are rectangles of one shape, in the order of boxes."""
    if not pieces or layout.has_boxes:
        return False
    height = len({cell // layout.width for cell in pieces[0]})
    width = len(pieces[0]) // height
    if height < 2 or width < 2 or layout.height % height or layout.width % width:
        return False
    return tiled(layout.height, layout.width, (height, width)) == pieces


def imported(text: str) -> Import:
    """Return the puzzle of a string or link."""
    found = _LINK.search(text) if text.lstrip()[:1] != "." else None
    parts = parsed(unquote(found[1]) if found else text)
    reader = StringReader(layout_of(parts), parts)
    for part in parts:
        for constraint in reader.constraints(part):
            reader.job.keep(constraint)
    for constraint in reader.negatives():
        reader.job.add(constraint)
    return reader.job
