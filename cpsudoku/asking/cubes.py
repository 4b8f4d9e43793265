"""A search cut into cases, or *cubes*: a puzzle with some more givens, counted by itself.

The cases of a cell are different and together the whole, so that the numbers of their solutions add
up, whichever cubes are cut further, when and where.  Without givens the symmetries of the rules
leave few cases, each of which stands for others that are its images.

    >>> from cpsudoku.puzzle import Puzzle
    >>> from cpsudoku.rules import boxes
    >>> [cube.times for cube in cubes_of_rules(boxes(2, 2))]
    [24]
    >>> children_of(Puzzle.empty(boxes(2, 2)), Cube(((0, 1),)))[:2]
    [Cube(givens=((0, 1), (1, 2)), times=1), Cube(givens=((0, 1), (1, 3)), times=1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import product
from math import factorial, inf, prod
from typing import TypeAlias

from cpsudoku import backends
from cpsudoku.asking import estimation
from cpsudoku.backends.presolving import propagate
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Cell, Digit, Grid, Rules, digits_of_mask
from cpsudoku.rules.board import pieces
from cpsudoku.symmetry.of_rules import RuleSymmetries, symmetries

Givens: TypeAlias = tuple[tuple[Cell, Digit], ...]
"""What a cube has beside the givens of the puzzle, in the order of the cuts."""

_MOST_ASSIGNMENTS = 10_000

_WALKS = 64
"""Random walks by which the size of a cube is estimated."""


@dataclass(frozen=True)
class Cube:
    """A case of a puzzle; `times` cases, with this one, are images of it."""

    givens: Givens = ()
    times: int = 1

    def of(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle that it is."""
        masks = list(puzzle.candidates)
        for cell, digit in self.givens:
            masks[cell] &= 1 << (digit - 1)
        return Puzzle(puzzle.rules, tuple(masks))

    def cut(self, cell: Cell, mask: int) -> list[Cube]:
        """Return its cases by the digits of a cell."""
        return [Cube((*self.givens, (cell, d)), self.times) for d in digits_of_mask(mask)]


def children_of(puzzle: Puzzle, cube: Cube) -> list[Cube] | None:
    """Return the cases that a cube is cut into; None where nothing is left to be cut.

    The cell is the first of those that have fewest candidates left, but several.  Digits of which
    propagation shows that they lead to no solution are left out.
    """
    left = propagate(puzzle.rules, cube.of(puzzle).candidates)
    if left is None:
        return []
    open_cells = [cell for cell, mask in enumerate(left) if mask & (mask - 1)]
    if not open_cells:
        return None
    cell = min(open_cells, key=lambda one: left[one].bit_count())
    return cube.cut(cell, left[cell])


def size_of(puzzle: Puzzle) -> float:
    """Return about how much work a puzzle is: its solutions by estimate, where walks meet any.

    Where they meet few or none it is the tenth root of the product of all cells' candidates, by
    which the walks choose their way, too; and under other rules than groups of different cells, of
    which walks are slow.  It is the same on every machine.
    """
    left = propagate(puzzle.rules, puzzle.candidates)
    if left is None:
        return 0.0
    size: float = prod(mask.bit_count() for mask in left) ** 0.1
    if puzzle.rules.others:
        return size
    return max(size, float(estimation.estimate(puzzle, samples=_WALKS, seed=1).value))


def cover(
    puzzle: Puzzle, start: Iterable[Cube] = (Cube(),), *, number: int = 1, most: float = inf
) -> list[Cube]:
    """Return cubes that are together the puzzle, the largest by `size_of` first.

    Args:
        start: cubes that are together the puzzle.
        number: the largest is cut until there are this many,
        most: and none is larger than this.
    """
    found = [(-size_of(one.of(puzzle)), one.givens, one) for one in start]
    heapify(found)
    whole: list[tuple[float, Givens, Cube]] = []
    while found and (len(found) + len(whole) < number or -found[0][0] > most):
        largest = heappop(found)
        children = children_of(puzzle, largest[2])
        if children is None:
            whole.append(largest)
        for child in children or ():
            heappush(found, (-size_of(child.of(puzzle)), child.givens, child))
    return [cube for *_, cube in sorted([*found, *whole])]


def cubes_of_rules(rules: Rules, found: RuleSymmetries | None = None) -> tuple[Cube, ...]:
    """Return cases such that each grid, or an image of it, is in one.

    Where any digits may be renamed, the first house is 1 … N, and each grid stands for N!.
    Otherwise the cells that symmetries take the first one to, mostly the corners, have one
    assignment of each class of equals.
    """
    found = found or symmetries(rules)
    house = first_house(rules)
    if found.any_digits and house is not None:
        return (
            Cube(tuple(zip(house, range(1, rules.size + 1), strict=True)), factorial(rules.size)),
        )
    moved = (step for move in found.cells.generators for step in enumerate(move))
    cells = pieces(rules.cell_count, moved)[0]
    if rules.size ** len(cells) > _MOST_ASSIGNMENTS:
        cells = cells[:1] if found.cells.order == 1 else ()
    return tuple(_assignments(rules, found, cells))


def first_house(rules: Rules) -> tuple[Cell, ...] | None:
    """Return the cells of the first house, None if the rules have none."""
    return next((house.cells for house in rules.houses), None)


def _assignments(rules: Rules, found: RuleSymmetries, cells: tuple[Cell, ...]) -> Iterator[Cube]:
    place = {cell: number for number, cell in enumerate(cells)}
    moves = {tuple(place[int(move[cell])] for cell in cells) for move in found.cells.elements}
    names = found.digits.elements.tolist()
    seen: set[tuple[int, ...]] = set()
    for digits in product(range(rules.size), repeat=len(cells)):
        if digits in seen:
            continue
        images = {
            tuple(name[digits[move.index(number)]] for number in range(len(cells)))
            for move in moves
            for name in names
        }
        seen |= images
        givens = tuple((cell, digit + 1) for cell, digit in zip(cells, digits, strict=True))
        yield Cube(givens, len(images))


def count_by_search(
    rules: Rules, found: RuleSymmetries, deadline: Deadline = NEVER, *, backend: str = "cover"
) -> int:
    """Return the number of grids as a backend counts them cube by cube."""
    engine, puzzle, total = backends.engine(backend, rules), Puzzle.empty(rules), 0
    for cube in cubes_of_rules(rules, found):
        left = Limits(solutions=None, seconds=deadline.left)
        counted = engine.count(cube.of(puzzle).candidates, left)
        if not counted.exact:
            raise OutOfTimeError
        total += cube.times * counted.value
    return total


def grids_of_cubes(rules: Rules, found: RuleSymmetries, deadline: Deadline) -> Iterator[Grid]:
    """Yield the grids of all cubes, without their images."""
    engine, puzzle = backends.engine("cover", rules), Puzzle.empty(rules)
    for cube in cubes_of_rules(rules, found):
        left = Limits(solutions=None, seconds=deadline.left)
        finished = yield from engine.iterate(cube.of(puzzle).candidates, left)
        if not finished:
            raise OutOfTimeError
