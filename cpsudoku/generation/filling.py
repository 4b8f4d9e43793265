"""Random final grids for any rules, the same on every machine.

The grid is filled by depth-first search: in the cell with the fewest candidates (the first of them
in reading order) one of its candidates is tried, each equally likely, and what follows by naked and
hidden singles is filled in.  What follows does not depend on the order in which it is found, so the
grid depends on the rules and the random numbers alone; no solver has a part in it, and the compiled
core draws the very same grids.

A search that has met too many dead ends starts over with twice the patience (Gomes, Selman and
Kautz, "Boosting combinatorial search through randomization", AAAI 1998): among random searches a
few are thousands of times longer than the others.

Singles alone hardly ever fill regions of more than 13 cells that are no boxes.  Where the compiled
core has given up on a grid, its finite-domain solver draws it, which looks further ahead; plain
Python searches on until the deadline.

Every final grid can come out.  They are not equally likely: a grid's chance is the product of the
chances of the choices that lead to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from cpsudoku import solving
from cpsudoku.backends import AUTO
from cpsudoku.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.encodings.singles import Singles
from cpsudoku.errors import GenerationError
from cpsudoku.generation.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Candidates, Cell, Grid, Rules
from cpsudoku.rules.needs import require

if TYPE_CHECKING:
    from cpsudoku import _native

_NO_GRID = "no final grid obeys these rules and givens"

FIRST_PATIENCE = 32
"""Dead ends after which the first search starts over."""


MOST_PATIENCE = 1 << 13
"""Dead ends of the last search by singles: some tenths of a second on 16×16."""

_SEEDS = (1 << 31) - 1


def _nth_digit(mask: int, n: int) -> int:
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


def _descend(
    path: Singles, chance: Randomness, patience: int, deadline: Deadline = NEVER
) -> Sequence[int] | None:
    """Search for a filled grid; None after too many dead ends, and empty if there is none."""
    tried: list[tuple[tuple[int, int], Cell, int]] = []
    while (cell := path.fewest()) is not None:
        deadline.check()
        mask = path.masks[cell]
        digit = _nth_digit(mask, chance.below(mask.bit_count()))
        tried.append((path.mark(), cell, digit))
        alive = path.place(cell, digit)
        while not alive:
            patience -= 1
            if not tried:
                return ()
            if not patience:
                return None
            mark, cell, digit = tried.pop()
            path.undo(mark)
            alive = path.exclude(cell, digit)
    return path.masks


def _begun(rules: Rules, candidates: Candidates) -> Singles | None:
    """Return what follows from candidates, or None for a contradiction."""
    require(rules, "random grids")
    path = Singles(rules, candidates)
    return path if path.start() else None


@lru_cache(maxsize=32)
def _compiled(rules: Rules) -> _native.Filler | None:
    """Return the compiled search for these rules, or None where there is none."""
    try:
        from cpsudoku import _native
    except ImportError:
        return None
    require(rules, "random grids")
    if rules.size > 64:
        return None
    return _native.Filler(rules.size, [list(c.cells) for c in rules.groups])


def random_grid(
    rules: Rules,
    chance: Randomness,
    candidates: Candidates | None = None,
    deadline: Deadline = NEVER,
) -> Grid:
    """Return a random final grid.

    Args:
        rules: the rules; any.
        chance: the random numbers; the same numbers give the same grid.
        candidates: for each cell the digits that it may have; None for all.
        deadline: when to give up.

    Returns:
        A grid that obeys the rules and the candidates; every such grid can come out.

    Raises:
        GenerationError: there is no such grid.
        OutOfTimeError: the deadline came first.
    """
    compiled = _compiled(rules)
    if compiled is None:
        return random_grid_plainly(rules, chance, candidates, deadline)
    masks = candidates or (rules.all_digits,) * rules.cell_count
    grid, chance.state = compiled.fill(masks, chance.state, deadline.left, MOST_PATIENCE)
    if grid is None:
        return _searched(Puzzle(rules, tuple(masks)), chance, deadline)
    if not grid:
        raise GenerationError(_NO_GRID)
    return tuple(grid)


def _searched(puzzle: Puzzle, chance: Randomness, deadline: Deadline) -> Grid:
    """Return the grid that a solver finds, which the random numbers set on its way."""
    found = _solved(puzzle, deadline, 1 + chance.below(_SEEDS))
    if found is None:
        raise GenerationError(_NO_GRID)
    return found


def _solved(puzzle: Puzzle, deadline: Deadline, seed: int) -> Grid | None:
    """Return a solution, None if there is none; the solver is one that looks beyond singles."""
    backend = AUTO if _compiled(puzzle.rules) is None else "fd"
    found = solving.solve(puzzle, backend=backend, seconds=deadline.left, seed=seed)
    if found.verdict is Verdict.UNKNOWN:
        raise OutOfTimeError
    return found.solution


def random_grid_plainly(
    rules: Rules,
    chance: Randomness,
    candidates: Candidates | None = None,
    deadline: Deadline = NEVER,
) -> Grid:
    """Do what `random_grid` does, and give the same, without the compiled core."""
    path = _begun(rules, candidates or (rules.all_digits,) * rules.cell_count)
    patience = FIRST_PATIENCE
    while path is not None:
        root = path.mark()
        masks = _descend(path, chance, patience, deadline)
        if masks:
            return tuple(mask.bit_length() for mask in masks)
        if masks is not None:
            break
        path.undo(root)
        patience *= 2
    raise GenerationError(_NO_GRID)


def has_grid_soon(rules: Rules, chance: Randomness, patience: int) -> bool:
    """Return whether one random search finds a final grid before so many dead ends.

    Args:
        chance: the random numbers.
        patience: number of dead ends at which to give up.
    """
    path = _begun(rules, (rules.all_digits,) * rules.cell_count)
    return path is not None and bool(_descend(path, chance, patience))


def has_grid(rules: Rules, deadline: Deadline) -> bool:
    """Return whether a solver finds a final grid.

    Args:
        deadline: when to give up.

    Raises:
        OutOfTimeError: the deadline came first.
    """
    return _solved(Puzzle.empty(rules), deadline, seed=0) is not None


def followed(rules: Rules, candidates: Candidates) -> Sequence[int]:
    """Return what is left of the candidates after all naked and hidden singles.

    Args:
        candidates: for each cell a bit mask; there is a solution.
    """
    compiled = _compiled(rules)
    if compiled is not None:
        return compiled.followed(candidates)
    path = _begun(rules, candidates)
    if path is None:
        raise ValueError("the candidates contradict each other")
    return path.masks


def effort(puzzle: Puzzle) -> int:
    """Return how many choices a search for all solutions of a puzzle makes.

    The search fills in naked and hidden singles, and tries the lowest candidate of the first cell
    with the fewest.  0 means that singles alone solve the puzzle.

    Args:
        puzzle: the puzzle; it should have few solutions.
    """
    compiled = _compiled(puzzle.rules)
    if compiled is None:
        return effort_plainly(puzzle)
    return compiled.choices(puzzle.candidates, (1 << 64) - 1)


def effort_plainly(puzzle: Puzzle) -> int:
    """Do what `effort` does, and give the same, without the compiled core."""
    choices = 0
    path = _begun(puzzle.rules, puzzle.candidates)
    if path is None:
        return 0
    tried: list[tuple[tuple[int, int], Cell, int]] = []
    alive = True
    while True:
        cell = path.fewest() if alive else None
        if cell is not None:
            choices += 1
            digit = path.masks[cell] & -path.masks[cell]
            tried.append((path.mark(), cell, digit))
            alive = path.place(cell, digit)
        elif tried:
            mark, cell, digit = tried.pop()
            path.undo(mark)
            alive = path.exclude(cell, digit)
        else:
            return choices
