"""Variants at random that hold in a grid: where they lie, and which numbers they then have.

A shape is drawn for what the variant is (a cage grows cell by cell, a line walks from neighbour to
neighbour, a clue stands before a row), and its numbers are read off the grid.  A shape in which the
variant cannot hold is drawn again.

>>> from cpsudoku.generation.randomness import Randomness
>>> from cpsudoku.rules import boxes
>>> grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
>>> layout = Layout(boxes(2, 2).board, grid, Randomness(3))
>>> cage = layout.proposed("killer")
>>> cage.holds(grid), len(layout.proposed("thermo").cells) >= 2
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cpsudoku.errors import OptionError, RulesError
from cpsudoku.generation.randomness import Randomness
from cpsudoku.rules import Board, Cell
from cpsudoku.variants import (
    cages,
    counts,
    dots,
    outside,
    ranks,
    sum_lines,
    variant_named,
)
from cpsudoku.variants.base import OnCells, Variant

Shape = tuple[Cell, ...]

_TRIES = 60
"""So often a shape is drawn before a proposal is given up."""

_CAGES = {"killer", "rellik", "lunchbox", "equality", "region", "sum"}
_GROWING = {"thermo", "slowthermo", "whispers", "nabner", "modular", "entropic", "renban"}
"""Lines that hold for every part of them if they hold at all, or nearly so."""
_LINES = {"palindrome", "between", "lockout", "zipper", "doublearrow", "sumline", "arrow"}
_PAIRS = {"white", "black", "xv", "greater"}
_CLUES = {"sandwich", "xsum", "skyscraper", "hiddenskyscraper", "numberedroom", "fullrank"}
_CELLS = {"odd", "even", "minimum", "maximum"}
_OTHERS = {"quad", "littlekiller"}

NAMES = tuple(sorted(_CAGES | _GROWING | _LINES | _PAIRS | _CLUES | _CELLS | _OTHERS))
"""The variants that can be drawn at random."""


def check_name(name: str) -> None:
    """Raise unless a variant can be drawn at random.

    Raises:
        OptionError: it cannot.
        RulesError: there is no such variant.
    """
    variant_named(name)
    if name not in NAMES:
        raise OptionError(f"no {name} is drawn at random; expected one of {', '.join(NAMES)}")


class Layout:
    """Draws variants that hold in a grid, and that do not lie on one another.

    Args:
        board: the board.
        grid: for each cell what its digit is worth.
        chance: where the random numbers come from.
    """

    def __init__(self, board: Board, grid: tuple[int, ...], chance: Randomness) -> None:
        self.board = board
        self.grid = grid
        self.chance = chance
        self._beside: list[list[Cell]] = [self._around(cell, diagonal=False) for cell in self._all]
        self._near: list[list[Cell]] = [self._around(cell, diagonal=True) for cell in self._all]

    @property
    def _all(self) -> range:
        return range(self.board.grid_count)

    def _around(self, cell: Cell, *, diagonal: bool) -> list[Cell]:
        row, column = self.board.places[cell]
        steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
        steps += [(-1, -1), (-1, 1), (1, -1), (1, 1)] if diagonal else []
        at = self.board.grid_at
        return [at[row + i, column + j] for i, j in steps if (row + i, column + j) in at]

    def one(self, items: Any) -> Any:
        """Return one of some items."""
        return items[self.chance.below(len(items))]

    def proposed(
        self, name: str, placed: tuple[Variant, ...] = (), size: int | None = None
    ) -> Variant | None:
        """Return a variant that holds, None where none was found soon.

        Args:
            name: its name, one out of `NAMES`.
            placed: variants that are there already; it lies on none of its kind.
            size: cells of a cage; None for two to five.
        """
        taken = _taken(name, placed)
        for _ in range(_TRIES):
            shape = self._shape(name, taken, size)
            made = None if shape is None else self.fitted(name, shape)
            if made is not None and made not in placed:
                return made
        return None

    def _shape(self, name: str, taken: set[Cell], size: int | None) -> Shape | None:
        free = [cell for cell in self._all if cell not in taken]
        if name in _CLUES or name == "littlekiller":
            return self._seen(name)
        if not free:
            return None
        start: Cell = self.one(free)
        found: Shape | None = (start,)
        if name in _CAGES:
            wanted = self.board.size if name == "region" else size or 2 + self.chance.below(4)
            found = self._cage(start, wanted, taken, different=name != "sum")
        elif name in _PAIRS:
            found = start, self.one(self._beside[start])
        elif name == "quad":
            found = self._square(start)
        elif name not in _CELLS:
            least = 3 if name in _LINES else 2
            found = self._walk(name, start, least + self.chance.below(4), taken)
        return found

    def _cage(self, start: Cell, size: int, taken: set[Cell], *, different: bool) -> Shape | None:
        found, digits = [start], {self.grid[start]}
        while len(found) < size:
            edge = sorted(
                {
                    other
                    for cell in found
                    for other in self._beside[cell]
                    if other not in taken
                    and other not in found
                    and not (different and self.grid[other] in digits)
                }
            )
            if not edge:
                break
            found.append(self.one(edge))
            digits.add(self.grid[found[-1]])
        return tuple(sorted(found)) if len(found) > 1 else None

    def _walk(self, name: str, start: Cell, length: int, taken: set[Cell]) -> Shape | None:
        found = [start]
        while len(found) < length:
            ahead = [c for c in self._near[found[-1]] if c not in taken and c not in found]
            if name in _GROWING and name != "renban":
                ahead = [c for c in ahead if self.fitted(name, (*found, c)) is not None]
            if not ahead:
                break
            found.append(self.one(ahead))
        return tuple(found) if len(found) > 1 else None

    def _square(self, corner: Cell) -> Shape | None:
        row, column = self.board.places[corner]
        at = self.board.grid_at
        found = [at.get((row + i, column + j)) for i in (0, 1) for j in (0, 1)]
        return None if None in found else tuple(cell for cell in found if cell is not None)

    def _seen(self, name: str) -> Shape | None:
        places = [self.board.places[cell] for cell in self._all]
        height, width = 1 + max(r for r, _ in places), 1 + max(c for _, c in places)
        if name == "littlekiller":
            step = (1 - 2 * self.chance.below(2), 1 - 2 * self.chance.below(2))
            row, column = self.one(places)
        else:
            step = self.one([(0, 1), (0, -1), (1, 0), (-1, 0)])
            row, column = self.one(places)
        at = self.board.grid_at
        while (row - step[0], column - step[1]) in at:
            row, column = row - step[0], column - step[1]
        found = []
        while (row, column) in at:
            found.append(at[row, column])
            row, column = row + step[0], column + step[1]
        least = 2 if name == "littlekiller" else max(height, width) if height == width else 2
        return tuple(found) if len(found) >= least else None

    def fitted(self, name: str, shape: Shape) -> Variant | None:
        """Return a variant of some cells with numbers such that it holds; None where none do.

        Args:
            name: its name.
            shape: its cells, in the order in which it reads them.
        """
        for made in self._made(name, shape):
            try:
                made.check(self.board)
            except RulesError:
                continue
            if made.holds(self.grid):
                return made
        return None

    def _made(self, name: str, shape: Shape) -> Iterator[Variant]:
        """Yield what a shape may be."""
        values = [self.grid[cell] for cell in shape]
        make = _READ.get(name)
        if make is not None:
            yield from make(self, shape, values)
        elif name == "arrow":
            yield sum_lines.Arrow(self.board, shape[:1], shape[1:])
        else:
            variant: Callable[..., Variant] = variant_named(name)
            for ordered in (shape, shape[::-1]):
                yield variant(self.board, ordered)


def _taken(name: str, placed: tuple[Variant, ...]) -> set[Cell]:
    """Return the cells that are taken for a variant: cages by cages, lines by lines."""
    families: tuple[set[str], ...] = (_CAGES, _GROWING | _LINES, _CELLS)
    family = next((names for names in families if name in names), set())
    return {cell for one in placed if one.name in family for cell in own_cells(one)}


def own_cells(variant: Variant) -> tuple[Cell, ...]:
    """Return the cells that a variant is drawn on, in the order in which it reads them."""
    if isinstance(variant, sum_lines.Arrow):
        return (*variant.bulb, *variant.cells)
    return variant.cells if isinstance(variant, OnCells) else variant.scope


def lies_on(variant: Variant, placed: tuple[Variant, ...]) -> bool:
    """Return whether a variant lies where one of its kind does and cannot, or is there already."""
    return variant in placed or not set(own_cells(variant)).isdisjoint(_taken(variant.name, placed))


_Read = Callable[[Layout, Shape, list[int]], Iterator[Variant]]


def _killer(layout: Layout, shape: Shape, values: list[int]) -> Iterator[Variant]:
    yield cages.Killer(layout.board, shape, sum(values))


def _numbered(variant: Callable[..., Variant], most: Callable[[list[int]], int]) -> _Read:
    """Return what tries all numbers up to some number."""

    def read(layout: Layout, shape: Shape, values: list[int]) -> Iterator[Variant]:
        for number in range(most(values) + 1):
            yield variant(layout.board, shape, number)

    return read


def _random_total(variant: Callable[..., Variant]) -> _Read:
    """Return what tries some numbers at random, of which most hold."""

    def read(layout: Layout, shape: Shape, values: list[int]) -> Iterator[Variant]:
        for _ in range(8):
            yield variant(layout.board, shape, 2 + layout.chance.below(max(1, sum(values) - 2)))

    return read


def _quad(layout: Layout, shape: Shape, values: list[int]) -> Iterator[Variant]:
    some = list(values)
    layout.chance.shuffle(some)
    wanted = tuple(sorted(some[: 1 + layout.chance.below(4)]))
    yield counts.Quad(layout.board, shape, wanted)


def _pair_sum(layout: Layout, shape: Shape, values: list[int]) -> Iterator[Variant]:
    if sum(values) in (5, 10):
        yield dots.PairSum(layout.board, shape, sum(values))


_READ: dict[str, _Read] = {
    "killer": _killer,
    "sum": lambda layout, shape, values: iter([cages.Sum(layout.board, shape, (sum(values),))]),
    "rellik": _random_total(cages.Rellik),
    "lunchbox": _numbered(cages.Lunchbox, sum),
    "littlekiller": lambda layout, shape, values: iter(
        [outside.LittleKiller(layout.board, shape, sum(values))]
    ),
    "sandwich": _numbered(outside.Sandwich, sum),
    "xsum": _numbered(outside.XSum, sum),
    "skyscraper": _numbered(outside.Skyscraper, len),
    "hiddenskyscraper": _numbered(outside.HiddenSkyscraper, max),
    "numberedroom": _numbered(outside.NumberedRoom, max),
    "fullrank": _numbered(ranks.FullRank, lambda values: 4 * len(values)),
    "sumline": _numbered(sum_lines.SumLine, sum),
    "quad": _quad,
    "xv": _pair_sum,
}
"""How the numbers of a variant are read off the grid."""
