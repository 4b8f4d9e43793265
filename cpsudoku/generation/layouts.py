"""Variants at random that hold in a grid: where they lie, and which numbers they then have.

A shape is drawn for what the variant is (a cage grows cell by cell, a line walks from neighbour to
neighbour, a clue stands before a row), and its numbers are read off the grid.  A shape in which the
variant cannot hold is drawn again.

>>> from cpsudoku.ground.names import alike
>>> from cpsudoku.ground.randomness import Randomness
>>> from cpsudoku.rules import boxes
>>> grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
>>> layout = Layout(boxes(2, 2).board, grid, Randomness(3))
>>> cage = layout.proposed("killer")
>>> cage.holds(grid), len(layout.proposed("thermo").cells) >= 2
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from cpsudoku.errors import OptionError, RulesError
from cpsudoku.ground.randomness import Randomness
from cpsudoku.rules import Board, Cell
from cpsudoku.variants import from_text, usage, variant_named, variants
from cpsudoku.variants.base import FieldKind, OnCells, Variant, fields_of
from cpsudoku.variants.registry import called
from cpsudoku.variants.traits import LaidShape, RandomLayout

_Cells: TypeAlias = tuple[Cell, ...]

_TRIES = 60
"""So often a shape is drawn before a proposal is given up."""

_FAMILIES = (
    {LaidShape.CAGE, LaidShape.SUM, LaidShape.REGION},
    {LaidShape.GROWING, LaidShape.LINE, LaidShape.LONG},
    {LaidShape.CELL}, {LaidShape.PAIR}, {LaidShape.SQUARE},
)  # fmt: skip
"""Shapes of which none lies on another one of its family."""


def drawn_names() -> tuple[str, ...]:
    """Return the names of the variants that can be drawn at random."""
    return tuple(sorted(name for name, variant in variants().items() if variant.laid))


def laid_out(name: str) -> RandomLayout:
    """Return how a variant is drawn at random.

    Raises:
        OptionError: it is not.
        RulesError: there is no such variant.
    """
    laid = variant_named(name).laid
    if laid is None:
        known = ", ".join(drawn_names())
        raise OptionError(f"no {name} is drawn at random; expected one of {known}")
    return laid


def wishes(texts: Sequence[str]) -> dict[str, int]:
    """Return how many of each variant texts such as ``killer:28`` wish for; one without a number.

    Raises:
        OptionError: a text is of another form.
    """
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.partition(":")
        if not re.fullmatch(r"[0-9]{0,3}", number) or number == "0":
            raise OptionError(f"with {text}; expected a variant and a number, such as killer:28")
        for one in called(name) or (name,):
            found[one] = found.get(one, 0) + int(number or 1)
    return found


def split(wished: Mapping[str, int], board: Board) -> tuple[dict[str, int], list[Variant]]:
    """Return the wishes for what is laid out, and the variants that hold all over the board.

    >>> from cpsudoku.rules import boxes
    >>> wished, everywhere = split(wishes(["killer:28", "thermo", "antiknight"]), boxes(3, 3).board)
    >>> wished, [one.name for one in everywhere]
    ({'killer': 28, 'thermo': 1}, ['antiknight'])

    Raises:
        RulesError: there is no such variant.
    """
    everywhere = {
        name: from_text(name, board)
        for name in wished
        if name not in drawn_names() and name in variants() and "@" not in usage(variants()[name])
    }
    return {n: c for n, c in wished.items() if n not in everywhere}, list(everywhere.values())


class Layout:
    """Draws variants that hold in a grid, and that do not lie on one another."""

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
            placed: variants that are there already; it lies on none of its kind.
            size: cells of a cage; None for two to five.
        """
        taken = _taken(name, placed)
        for _ in range(_TRIES):
            shape = self._shape(name, taken, size)
            made = None if shape is None else self.fitted(name, shape)
            if made is not None and not lies_on(made, placed):
                return made
        return None

    def _shape(self, name: str, taken: set[_Spot], size: int | None) -> _Cells | None:
        kind = laid_out(name).shape
        if kind in (LaidShape.ROW, LaidShape.DIAGONAL):
            return self._seen(diagonal=kind == LaidShape.DIAGONAL)
        free = [cell for cell in self._all if cell not in taken]
        if not free:
            return None
        start: Cell = self.one(free)
        if kind in (LaidShape.CAGE, LaidShape.SUM, LaidShape.REGION):
            wanted = (
                self.board.size if kind == LaidShape.REGION else size or 2 + self.chance.below(4)
            )
            return self._cage(start, wanted, taken, different=kind != LaidShape.SUM)
        if kind in (LaidShape.CELL, LaidShape.PAIR):
            return (start, self.one(self._beside[start])) if kind == LaidShape.PAIR else (start,)
        if kind == LaidShape.SQUARE:
            return self._square(start)
        least = 3 if kind == LaidShape.LONG else 2
        growing = name if kind == LaidShape.GROWING else ""
        return self._walk(growing, start, least + self.chance.below(4), taken)

    def _cage(self, start: Cell, size: int, taken: set[_Spot], *, different: bool) -> _Cells | None:
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

    def _walk(self, growing: str, start: Cell, length: int, taken: set[_Spot]) -> _Cells | None:
        """Walk from neighbour to neighbour, along what holds for a variant that grows, if any."""
        found = [start]
        while len(found) < length:
            ahead = [c for c in self._near[found[-1]] if c not in taken and c not in found]
            if growing:
                ahead = [c for c in ahead if self.fitted(growing, (*found, c)) is not None]
            if not ahead:
                break
            found.append(self.one(ahead))
        return tuple(found) if len(found) > 1 else None

    def _square(self, corner: Cell) -> _Cells | None:
        row, column = self.board.places[corner]
        at = self.board.grid_at
        found = [at.get((row + i, column + j)) for i in (0, 1) for j in (0, 1)]
        return None if None in found else tuple(cell for cell in found if cell is not None)

    def _seen(self, *, diagonal: bool) -> _Cells | None:
        places = [self.board.places[cell] for cell in self._all]
        height, width = 1 + max(r for r, _ in places), 1 + max(c for _, c in places)
        if diagonal:
            step = (1 - 2 * self.chance.below(2), 1 - 2 * self.chance.below(2))
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
        least = 2 if diagonal or height != width else height
        return tuple(found) if len(found) >= least else None

    def fitted(self, name: str, shape: _Cells) -> Variant | None:
        """Return a variant of some cells with numbers such that it holds; None where none do."""
        for made in self._made(name, shape):
            try:
                made.check(self.board)
            except RulesError:
                continue
            if made.holds(self.grid):
                return made
        return None

    def _made(self, name: str, shape: _Cells) -> Iterator[Variant]:
        """Yield what a shape may be."""
        variant: Callable[..., Variant] = variant_named(name)
        numbers = laid_out(name).numbers
        if numbers is not None:
            for found in numbers([self.grid[cell] for cell in shape], self.chance):
                yield variant(self.board, shape, *found)
        elif [field.kind for field in fields_of(variant_named(name))] == [
            FieldKind.CELLS,
            FieldKind.CELLS,
        ]:
            yield variant(self.board, shape[:1], shape[1:])
        else:
            yield variant(self.board, shape)
            yield variant(self.board, shape[::-1])


_Spot: TypeAlias = Cell | frozenset[Cell]
"""A cell, or the cells about an edge or a corner, where there is room for one of a family."""


def _taken(name: str, placed: tuple[Variant, ...]) -> set[_Spot]:
    """Return the spots that are taken for a variant: cages by cages, lines by lines."""
    family = next((shapes for shapes in _FAMILIES if laid_out(name).shape in shapes), ())
    return {s for one in placed if one.laid and one.laid.shape in family for s in _spots(one)}


def _spots(variant: Variant) -> Iterable[_Spot]:
    """Return the parts of the board that a variant is drawn on."""
    shape, cells = variant.laid and variant.laid.shape, own_cells(variant)
    if shape == LaidShape.PAIR:  # a row of dots has one on each edge between its cells
        return map(frozenset, pairwise(cells))
    return [frozenset(cells)] if shape == LaidShape.SQUARE else cells


def own_cells(variant: Variant) -> tuple[Cell, ...]:
    """Return the cells that a variant is drawn on, in the order in which it reads them."""
    return variant.cells if isinstance(variant, OnCells) else variant.scope


def lies_on(variant: Variant, placed: tuple[Variant, ...]) -> bool:
    """Return whether a variant is there already, or lies on another where it must not."""
    return variant in placed or not _taken(variant.name, placed).isdisjoint(_spots(variant))
