"""The grids of some rules by cases that symmetries leave: few cells given, each case so many times.

Where any digits may be renamed, the first house is 1 … N, and each grid stands for N!.  Otherwise
the cells that symmetries take the first one to, mostly the corners, have one assignment of each
class of equals.

    >>> from cpsudoku.rules import boxes
    >>> from cpsudoku.symmetry.of_rules import symmetries
    >>> [cube.times for cube in cubes(boxes(2, 2), symmetries(boxes(2, 2)))]
    [24]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import factorial

from cpsudoku import backends
from cpsudoku.deadline import NEVER, Deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Cell, Grid, Rules
from cpsudoku.symmetry.of_rules import RuleSymmetries

_MOST_ASSIGNMENTS = 10_000


@dataclass(frozen=True)
class Cube:
    """A case: some givens, and how many cases are like it.

    Args:
        givens: for each cell its digit, 0 for none.
        times: this many cases, with this one, are images of it.
    """

    givens: tuple[int, ...]
    times: int


def first_house(rules: Rules) -> tuple[Cell, ...] | None:
    """Return the cells of the first house, None if the rules have none."""
    return next((house.cells for house in rules.houses), None)


def cubes(rules: Rules, found: RuleSymmetries) -> tuple[Cube, ...]:
    """Return cases of which each grid is in one, or is the image of one in it."""
    house = first_house(rules)
    if found.any_digits and house is not None:
        digit_of = {cell: digit for digit, cell in enumerate(house, start=1)}
        givens = tuple(digit_of.get(cell, 0) for cell in range(rules.cell_count))
        return (Cube(givens, factorial(rules.size)),)
    cells = _orbit_of_first(found)
    if rules.size ** len(cells) > _MOST_ASSIGNMENTS:
        cells = cells[:1] if found.cells.order == 1 else ()
    return tuple(_assignments(rules, found, cells))


def _orbit_of_first(found: RuleSymmetries) -> tuple[Cell, ...]:
    cells = {0}
    while True:
        more = cells | {one[cell] for one in found.cells.generators for cell in cells}
        if more == cells:
            return tuple(sorted(cells))
        cells = more


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
        given = dict(zip(cells, digits, strict=True))
        givens = tuple(given.get(cell, -1) + 1 for cell in range(rules.cell_count))
        yield Cube(givens, len(images))


def count_by_search(
    rules: Rules, found: RuleSymmetries, deadline: Deadline = NEVER, *, backend: str = "cover"
) -> int | None:
    """Return the number of grids as a backend counts them case by case; None if time ran out."""
    engine, total = backends.engine(backend, rules), 0
    for cube in cubes(rules, found):
        left = Limits(solutions=None, seconds=deadline.left)
        counted = engine.count(Puzzle.from_digits(cube.givens, rules).candidates, left)
        if not counted.exact:
            return None
        total += cube.times * counted.value
    return total


def grids_of_cubes(
    rules: Rules, found: RuleSymmetries, deadline: Deadline = NEVER, *, backend: str = "cover"
) -> Iterator[Grid | None]:
    """Yield all grids of all cases; None at the end if time ran out before."""
    engine = backends.engine(backend, rules)
    for cube in cubes(rules, found):
        left = Limits(solutions=None, seconds=deadline.left)
        candidates = Puzzle.from_digits(cube.givens, rules).candidates
        finished = yield from engine.iterate(candidates, left)
        if not finished:
            yield None
            return
