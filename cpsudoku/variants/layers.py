"""Second layers: shading, loops, stars, marks and second digits, found beside the digits.

What is found of a cell stands in an auxiliary cell: a board has a copy of its grid beside it for
that (`cpsudoku.rules.layered`, ``9+layer`` in words).  A cell there has one of the two lowest
digits, the higher one where it is shaded, marked, or where a loop leaves it; so a solution is a
grid with its shading, and each pair of both is counted once.  Digits may also say themselves what
is shaded: with ``shaded`` the rule is about the cells of the grid, or some, that have those digits.

>>> from cpsudoku.rules import layered, square
>>> board = layered(square(2))
>>> YinYang(board).holds((1, 2, 2, 1, 1, 1, 2, 2)), YinYang(board).holds((1, 2, 2, 1, 1, 2, 2, 1))
(True, False)
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations, product
from math import isqrt
from typing import ClassVar, TypeAlias

from cpsudoku.rules import AllDifferent, Board, Cell, square, usual
from cpsudoku.rules.board import pieces
from cpsudoku.rules.primitives import And, Connected, Count, Or, Pair, Primitive, Table
from cpsudoku.variants.automata import Acceptor, from_function
from cpsudoku.variants.base import (
    HALF_OF_DIGITS,
    CellLists,
    Cells,
    Grid,
    Numbers,
    OptionalNumber,
    Variant,
    in_layer,
    related,
    squares,
    touching,
)

_Place: TypeAlias = tuple[int, int]


def _two_lowest(board: Board, cells: Sequence[Cell], label: str) -> list[Primitive]:
    """Return that cells have one of the two lowest digits."""
    both = frozenset({(board.first,), (board.first + 1,)})
    return [Table((cell,), both, label) for cell in cells]


def _houses(board: Board, cells: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """Return the rows and columns of some cells; if they are all of a square, its usual boxes."""
    found: dict[tuple[int, int], list[Cell]] = {}
    for cell in cells:
        for axis, line in enumerate(board.places[cell]):
            found.setdefault((axis, line), []).append(cell)
    side = isqrt(board.grid_count)
    is_whole = len(cells) == side * side
    if is_whole and board.places[: side * side] == square(side).places:
        boxes = (house.cells for house in usual(side).of_kind("box"))
        return [*map(tuple, found.values()), *(tuple(cells[c] for c in box) for box in boxes)]
    return [*map(tuple, found.values())]


class _OfShaded(Variant):
    """A rule that knows shaded cells by their digits."""

    without_groups = True

    @property
    @abstractmethod
    def shaded(self) -> Numbers:
        """The digits of shaded cells; if empty, the second one, and others have the lowest."""

    @property
    def dark(self) -> frozenset[int]:
        """The digits of shaded cells."""
        return frozenset(self.shaded or (self.board.first + 1,))


@dataclass(frozen=True)
class _Shading(_OfShaded):
    """A rule of shaded and other cells.

    Args:
        cells: the cells; if empty, those of the first layer, or with ``shaded`` those of the grid.
    """

    cells: Cells = ()

    layers = 1

    @property
    def own(self) -> tuple[Cell, ...]:
        """The cells that are shaded or not."""
        if self.cells or not self.shaded:
            return self.cells or next(iter(self.board.layers), ())
        return tuple(range(self.board.grid_count))

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.own

    @property
    def light(self) -> frozenset[int]:
        """The digits of the other cells."""
        return frozenset(self.digits) - self.dark if self.shaded else frozenset({self.board.first})

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        allowed = [] if self.shaded else _two_lowest(self.board, self.own, self.name)
        return (*allowed, *self._shaping())

    def _shaping(self) -> Sequence[Primitive]:
        """Return what the shading has to be, whichever digits say it."""
        return ()

    def holds(self, grid: Grid) -> bool:
        if not self.shaded and any(grid[c] - self.board.first > 1 for c in self.own):
            return False
        inside: dict[bool, set[_Place]] = {True: set(), False: set()}
        for cell in self.own:
            inside[grid[cell] in self.dark].add(self.board.places[cell])
        return self.fits(inside[True], inside[False])

    def fits(self, shaded: set[_Place], others: set[_Place]) -> bool:
        """Return whether the places of shaded cells and of others are as they have to be."""
        return True

    def fault(self) -> str:
        if not self.own:
            return f"{self.name} without cells; expected some, or a layer, such as 9+layer"
        has_two = self.shaded or self.board.size > 1
        return "" if has_two else f"{self.name} needs two digits"

    def _connected(self, inside: frozenset[int]) -> Connected:
        own = self.own
        edges = frozenset((own[a], own[b]) for a, b in touching(self.board, own))
        return Connected(own, edges, inside, None, self.name)

    def _beside(self) -> dict[Cell, list[Cell]]:
        """Return for each cell those that share an edge with it."""
        found: dict[Cell, list[Cell]] = {cell: [] for cell in self.own}
        for a, b in touching(self.board, self.own):
            found[self.own[a]].append(self.own[b])
            found[self.own[b]].append(self.own[a])
        return found


def _pieces(places: set[_Place]) -> list[set[_Place]]:
    ordered = sorted(places)
    number = {place: at for at, place in enumerate(ordered)}
    joins = ((number[p], number[q]) for p in ordered for q in _near(p) if q in number)
    return [{ordered[at] for at in piece} for piece in pieces(len(ordered), joins)]


def _is_connected(places: set[_Place]) -> bool:
    return len(_pieces(places)) == 1


def _near(place: _Place) -> list[_Place]:
    row, column = place
    return [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]


def _has_square(places: set[_Place]) -> bool:
    return any({(r + 1, c), (r, c + 1), (r + 1, c + 1)} <= places for r, c in places)


@dataclass(frozen=True)
class _Shape(_Shading):
    """A rule of how shaded cells lie, which has no other numbers than their digits."""

    shaded: Numbers = ()


class YinYang(_Shape):
    """Shaded cells are connected and so are the others, and no 2×2 cells are all alike."""

    def _shaping(self) -> Sequence[Primitive]:
        """Squares are also never chequered, since one pair would cut off the other."""
        ways = frozenset(
            way for way in product((False, True), repeat=4) if way[0] != way[3] or way[1] != way[2]
        ) - {(False, True, True, False), (True, False, False, True)}
        mixed = _four(self.board, self.dark, self.light, ways - {(False,) * 4, (True,) * 4})
        whole = (mixed.of(four, self.name) for four in squares(self.board, self.own))
        return [*whole, self._connected(self.dark), self._connected(self.light)]

    def fits(self, shaded: set[_Place], others: set[_Place]) -> bool:
        both = (shaded, others)
        return all(map(_is_connected, both)) and not any(map(_has_square, both))


@lru_cache(maxsize=64)
def _four(
    board: Board, dark: frozenset[int], light: frozenset[int], ways: frozenset[tuple[bool, ...]]
) -> Acceptor:
    """Return an automaton of four cells that are shaded in one of some ways."""

    def step(state: tuple[bool, ...], digit: int) -> tuple[bool, ...] | None:
        return (*state, digit in dark) if len(state) < 4 and digit in dark | light else None

    start: tuple[bool, ...] = ()
    return from_function(start, step, ways.__contains__, board)


class Nurikabe(_Shape):
    """Shaded cells are connected, and no 2×2 cells are all shaded."""

    def _shaping(self) -> Sequence[Primitive]:
        every = squares(self.board, self.own)
        broken = (Count(four, self.light, ">=", 1, self.name) for four in every)
        return [*broken, self._connected(self.dark)]

    def fits(self, shaded: set[_Place], others: set[_Place]) -> bool:
        return _is_connected(shaded) and not _has_square(shaded)


class Cave(_Shape):
    """Cells that are not shaded are connected; shaded ones, one or more, are joined to the edge."""

    def _shaping(self) -> Sequence[Primitive]:
        """All cells at the edge are taken to touch one another, around the outside."""
        walls, beside = self._connected(self.dark), self._beside()
        outer = [cell for cell in self.own if len(beside[cell]) < 4]
        around = frozenset(combinations(outer, 2)) | walls.neighbours
        once = frozenset((min(pair), max(pair)) for pair in around)
        joined = Connected(self.own, once, self.dark, None, self.name)
        at_edge = Count(tuple(outer), self.dark, ">=", 1, self.name)
        return [self._connected(self.light), joined, at_edge]

    def fits(self, shaded: set[_Place], others: set[_Place]) -> bool:
        every = shaded | others
        at_edge = {place for place in shaded if not set(_near(place)) <= every}
        reach_it = all(piece & at_edge for piece in _pieces(shaded))
        return bool(shaded) and reach_it and _is_connected(others)


class _Path(_Shape):
    """Shaded cells are connected, and none of them branches.

    Attributes:
        free: cells with this many neighbours or fewer cannot break that.
    """

    free: ClassVar[int] = 2

    def _shaping(self) -> Sequence[Primitive]:
        found: list[Primitive] = [self._connected(self.dark)]
        for cell, near in self._beside().items():
            if len(near) > self.free:
                way = self._passes(tuple(near))
                found.append(Or((Count((cell,), self.light, "=", 1, self.name), way), self.name))
        return found

    def _passes(self, near: tuple[Cell, ...]) -> Primitive:
        """Return how many of its neighbours are shaded if a cell is: two at most."""
        return Count(near, self.light, ">=", len(near) - 2, self.name)


class Snake(_Path):
    """Shaded cells are a path of two or more, which has two ends and never touches itself."""

    def _shaping(self) -> Sequence[Primitive]:
        """Connected cells that nowhere branch have an end, or are a loop or one cell."""
        ends = (
            And((Count((cell,), self.dark, "=", 1, self.name),
                 Count(tuple(near), self.dark, "=", 1, self.name)), self.name)
            for cell, near in self._beside().items()
        )  # fmt: skip
        return [*super()._shaping(), Or(tuple(ends), self.name)]

    def fits(self, shaded: set[_Place], others: set[_Place]) -> bool:
        degrees = sorted(len(shaded.intersection(_near(place))) for place in shaded)
        return _is_connected(shaded) and degrees[:3] in ([1, 1], [1, 1, 2]) and degrees[-1] < 3


class ShadedLoop(_Path):
    """Shaded cells are a closed loop that never touches itself, a cell wide."""

    free = -1

    def _passes(self, near: tuple[Cell, ...]) -> Primitive:
        return Count(near, self.dark, "=", 2, self.name)

    def fits(self, shaded: set[_Place], others: set[_Place]) -> bool:
        turns = {len(shaded.intersection(_near(place))) for place in shaded}
        return turns == {2} and _is_connected(shaded)


@dataclass(frozen=True)
class Marks(_Shading):
    """Some cells are marked: this many in each row, column and box, or any where none is given.

    Args:
        number: how many are marked in each house; None for any.
        distinct: 1 where no digit is marked twice.
        houses: the houses; if empty, rows, columns, and the usual boxes of a whole grid.
    """

    number: OptionalNumber = None
    distinct: OptionalNumber = None
    shaded: Numbers = ()
    houses: CellLists = ()

    shown = ("number",)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self._digits, *self.own)

    @property
    def _digits(self) -> range:
        """The cells whose digits matter."""
        return range(self.board.grid_count if self.distinct else 0)

    @property
    def _filled(self) -> list[tuple[Cell, ...]]:
        """The houses in which the number of marks is known."""
        if self._in_house is None:
            return []
        return list(self.houses) or _houses(self.board, self.own)

    @property
    def _in_house(self) -> int | None:
        return self.usual if self.number is None else self.number

    def _shaping(self) -> Sequence[Primitive]:
        number, label = self._in_house or 0, self.label
        full = [Count(house, self.dark, "=", number, label) for house in self._filled]
        if not self.distinct:
            return full
        unequal = self.pairs_where(operator.ne)
        plain = {cell: Count((cell,), self.light, "=", 1, label) for cell in self.own}
        pairs = combinations(zip(self._digits, self.own, strict=True), 2)
        apart = (
            Or((plain[mark], plain[other_mark], Pair(cell, other, unequal, label)), label)
            for (cell, mark), (other, other_mark) in pairs
        )
        return [*full, *apart]

    def holds(self, grid: Grid) -> bool:
        marked = {cell for cell in self.own if grid[cell] in self.dark}
        if any(len(marked.intersection(house)) != self._in_house for house in self._filled):
            return False
        pairs = zip(self._digits, self.own, strict=False)
        digits = [grid[cell] for cell, mark in pairs if mark in marked]
        return len(set(digits)) == len(digits) and super().holds(grid)

    def fault(self) -> str:
        if self.distinct and self.own not in self.board.layers:
            return f"{self.label} of different digits without a layer, such as 9+layer"
        if not set(self.own).issuperset(cell for house in self.houses for cell in house):
            return f"{self.label} has houses with other cells"
        return super().fault()


class Stars(Marks):
    """A star battle: one star, or this many, in each row, column and box, none beside another."""

    usual = 1

    def _shaping(self) -> Sequence[Primitive]:
        at = {self.board.places[cell]: cell for cell in self.own}
        steps = ((0, 1), (1, -1), (1, 0), (1, 1))
        moved = ((cell, (r + i, c + j)) for (r, c), cell in at.items() for i, j in steps)
        pairs = [(cell, at[place]) for cell, place in moved if place in at]
        allowed = self.pairs_where(lambda a, b: not {a, b} <= self.dark)
        return [*super()._shaping(), *related(pairs, allowed, self.label)]

    def fits(self, shaded: set[_Place], others: set[_Place]) -> bool:
        around = [(i, j) for i, j in product((-1, 0, 1), repeat=2) if i or j]
        return not any((r + i, c + j) in shaded for r, c in shaded for i, j in around)


@dataclass(frozen=True)
class ShadedCount(_OfShaded):
    """A digit says how many of some cells are shaded.

    Args:
        shaded: the digits of shaded cells; if empty, the higher one of the two lowest digits.
    """

    control: Cells
    cells: Cells
    shaded: Numbers = ()

    of_regions = True

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """An automaton that counts down from the digit."""
        counting = _counting_down(self.board, self.dark, len(self.cells))
        return (counting.of((*self.control, *self.cells), self.name),)

    def holds(self, grid: Grid) -> bool:
        return grid[self.control[0]] == sum(grid[cell] in self.dark for cell in self.cells)

    def fault(self) -> str:
        is_one = len(self.control) == 1
        return "" if is_one else f"{self.name}; expected one cell with a digit, and cells to count"


@lru_cache(maxsize=64)
def _counting_down(board: Board, dark: frozenset[int], most: int) -> Acceptor:
    def step(left: int | None, digit: int) -> int | None:
        found = digit if left is None else left - (digit in dark)
        return found if 0 <= found <= most else None

    return from_function(None, step, lambda left: left == 0, board)


def _ways_of(clue: Loop | LoopWhispers) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
    """Return the cells that say where a loop goes on, to the right and down."""
    layers = (*clue.board.layers, (), ())
    return clue.right or layers[0], clue.down or layers[1]


@dataclass(frozen=True)
class Loop(Variant):
    """A loop goes from cell to cell beside it and back to where it began, through no cell twice.

    Args:
        right: for each cell whether the loop goes on to the cell on its right, the second digit if
            it does and else the lowest; if empty, the first layer.
        down: the same for the cell below it, in the same order; if empty, the second layer.
        whole: 1 where it goes through all cells.
    """

    right: Cells = ()
    down: Cells = ()
    whole: OptionalNumber = None

    without_groups = True
    layers = 2

    @property
    def scope(self) -> tuple[Cell, ...]:
        right, down = _ways_of(self)
        return (*right, *down)

    def _edges(self) -> dict[Cell, tuple[_Place, _Place] | None]:
        """Return for each cell the places between which it says whether the loop goes."""
        right, down = _ways_of(self)
        places = [self.board.places[cell] for cell in right]
        every = set(places)
        ends = [((r, c), (r, c + 1)) for r, c in places], [((r, c), (r + 1, c)) for r, c in places]
        pairs = (*zip(right, ends[0], strict=True), *zip(down, ends[1], strict=True))
        return {cell: edge if edge[1] in every else None for cell, edge in pairs}

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """At each place are two ends or none, and the edges between places are connected."""
        edges, first = self._edges(), self.board.first
        taken = frozenset({first + 1})
        at: dict[_Place, list[Cell]] = {self.board.places[cell]: [] for cell in _ways_of(self)[0]}
        found: list[Primitive] = []
        for cell, edge in edges.items():
            found += [] if edge else [Table((cell,), frozenset({(first,)}), self.name)]
            for place in edge or ():
                at[place].append(cell)
        real = tuple(cell for cell, edge in edges.items() if edge)
        found += _two_lowest(self.board, real, self.name)
        for cells in map(tuple, at.values()):
            two, none = (Count(cells, taken, "=", n, self.name) for n in (2, 0))
            found.append(two if self.whole else Or((none, two), self.name))
        pairs = {(min(p), max(p)) for cells in at.values() for p in combinations(cells, 2)}
        return (*found, Connected(real, frozenset(pairs), taken, None, self.name))

    def holds(self, grid: Grid) -> bool:
        beside: dict[_Place, set[_Place]] = {}
        for cell, edge in self._edges().items():
            if grid[cell] - self.board.first > bool(edge):
                return False
            if edge and grid[cell] > self.board.first:
                for one, other in (edge, edge[::-1]):
                    beside.setdefault(one, set()).add(other)
        if not beside or {len(ends) for ends in beside.values()} != {2}:
            return False
        way = [min(beside)]
        while len(way) == 1 or way[-1] != way[0]:
            way.append(min(beside[way[-1]] - set(way[-2:-1])))
        full = not self.whole or len(beside) == len(_ways_of(self)[0])
        return full and len(way) == len(beside) + 1

    def fault(self) -> str:
        right, down = _ways_of(self)
        if not right or len(right) != len(down):
            return f"{self.name}; expected two layers, such as 9+layer+layer, or as many cells each"
        return "" if self.board.size > 1 else f"{self.name} needs two digits"


@dataclass(frozen=True)
class LoopWhispers(Variant):
    """Digits of two cells between which the loop goes differ by some number or more.

    Args:
        cells: the cells; if empty, those of the grid.
        right: for each of them whether the loop goes on to the cell on its right, as a `Loop` has
            it: the lowest digit if not; if empty, the first layer.
        down: the same for the cell below it; if empty, the second layer.
        difference: half of the digits where none is given.
    """

    cells: Cells = ()
    right: Cells = ()
    down: Cells = ()
    difference: OptionalNumber = None

    shown = ("difference",)
    usual = HALF_OF_DIGITS
    without_groups = True
    layers = 2

    @property
    def _own(self) -> tuple[Cell, ...]:
        return self.cells or tuple(range(self.board.grid_count))

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys((*self._own, *_ways_of(self)[0], *_ways_of(self)[1])))

    def _steps(self) -> list[tuple[Cell, Cell, Cell]]:
        """Return cells that say whether the loop goes between two others, and these."""
        at = {self.board.places[cell]: cell for cell in self._own}
        right, down = _ways_of(self)
        sides = zip(at.items(), right, down, strict=False)
        every = (
            (edge, cell, at.get(place))
            for ((r, c), cell), *edges in sides
            for edge, place in zip(edges, ((r, c + 1), (r + 1, c)), strict=True)
        )
        return [(edge, cell, other) for edge, cell, other in every if other is not None]

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        apart = self.pairs_where(lambda a, b: abs(a - b) >= self.amount)
        none, label = frozenset({self.board.first}), self.label
        return tuple(
            Or((Count((edge,), none, "=", 1, label), Pair(cell, other, apart, label)), label)
            for edge, cell, other in self._steps()
        )

    def holds(self, grid: Grid) -> bool:
        return all(
            grid[edge] == self.board.first or abs(grid[cell] - grid[other]) >= self.amount
            for edge, cell, other in self._steps()
        )

    def fault(self) -> str:
        right, down = _ways_of(self)
        if len(self._own) == len(right) == len(down):
            return ""
        return f"{self.label}; expected two layers, such as 9+layer+layer, or as many cells each"


@dataclass(frozen=True)
class Schroedinger(Variant):
    """Some cells have two digits, so that each digit is in each row, column and box once.

    Args:
        cells: the cells; if empty, those of the grid.
        seconds: for each of them one that has its greater digit, or again its only one; if empty,
            the first layer.
        houses: the houses; if empty, rows, columns, and the usual boxes of a whole grid.
    """

    cells: Cells = ()
    seconds: Cells = ()
    houses: CellLists = ()

    layers = 1

    @property
    def _second(self) -> dict[Cell, Cell]:
        """For each cell the one with its other digit."""
        return in_layer(self.board, self.cells, self.seconds)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (*self._second, *self._second.values())

    @property
    def _houses(self) -> list[tuple[Cell, ...]]:
        return list(self.houses) or _houses(self.board, tuple(self._second))

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """All that is in a house differs, but for the two of one cell; and no digit is missing."""
        name, second = self.name, self._second
        unequal = self.pairs_where(operator.ne)
        found: list[Primitive] = [
            Pair(cell, other, self.pairs_where(operator.le), name) for cell, other in second.items()
        ]
        apart = {(one, second[b]) for house in self._houses for one, b in permutations(house, 2)}
        found += (Pair(one, other, unequal, name) for one, other in sorted(apart))
        for house in self._houses:
            others = tuple(second[cell] for cell in house)
            found += [AllDifferent(house, name), AllDifferent(others, name)]
            both = (*house, *others)
            found += (Count(both, frozenset({d}), ">=", 1, name) for d in self.digits)
        return tuple(found)

    def holds(self, grid: Grid) -> bool:
        inside = {cell: {grid[cell], grid[other]} for cell, other in self._second.items()}
        digits = list(self.digits)
        return all(grid[cell] <= grid[other] for cell, other in self._second.items()) and all(
            sorted(digit for cell in house for digit in inside[cell]) == digits
            for house in self._houses
        )

    def fault(self) -> str:
        count = len(self.cells or range(self.board.grid_count))
        if not len(self._second) == count == len(self.seconds or self._second):
            return (
                f"{self.name} without second digits; expected a layer, such as 9+digits:0-9+layer"
            )
        inside = self._second.keys() >= {cell for house in self.houses for cell in house}
        return "" if inside else f"{self.name} has houses with other cells"
