"""Is this grid a solution of this puzzle?  Knows no solver and no encoding.

>>> from cpsudoku.rules import boxes
>>> is_solution((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), boxes(2, 2), (15,) * 16)
True
"""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.ground import compiled
from cpsudoku.puzzle import Clash, Puzzle
from cpsudoku.rules import AllDifferent, Candidates, Constraint, Grid, Rules, cell_name

_MOST_CELLS = 1 << 16
"""The compiled verifier numbers cells with 16 bits."""


@lru_cache(maxsize=64)
def verifier(rules: Rules) -> compiled.native.Groups | None:
    """Return the compiled verifier for some rules, or None where it is missing or cannot say them.

    It knows boards of up to 64 digits whose constraints are all groups of different cells.
    """
    if not compiled.is_there():
        return None
    if rules.size > compiled.MOST_DIGITS or rules.cell_count > _MOST_CELLS:
        return None
    if rules.clues:
        return None  # of a named one its own test is asked
    groups = [list(group.cells) for group in rules.groups]
    return compiled.native.Groups(rules.size, groups, rules.cell_count)


def fault(grid: Grid, rules: Rules, candidates: Candidates) -> str | None:
    """Return the fault of a grid as a solution, or None if it has none.

    What is wrong is the first constraint that does not hold, by its own word.
    """
    groups = verifier(rules)
    if groups is not None and groups.holds(candidates, grid):
        return None
    if len(grid) != rules.cell_count:
        return f"{len(grid)} cells; expected {rules.cell_count}"
    for cell, digit in enumerate(grid):
        if not 1 <= digit <= rules.size:
            return f"{cell_name(cell, rules.board)} has digit {digit + rules.board.first - 1}"
        if not candidates[cell] >> (digit - 1) & 1:
            return f"{cell_name(cell, rules.board)} cannot be {digit + rules.board.first - 1}"
    broken = rules.broken(grid)
    if isinstance(broken, AllDifferent):
        return f"{broken.label} has a digit twice"
    return None if broken is None else f"{broken.described(rules.board)} does not hold"


def agrees(grid: Grid, candidates: Candidates) -> bool:
    """Return whether each digit of a grid is among its cell's candidates, whatever the rules."""
    pairs = zip(grid, candidates, strict=True)
    return all(mask >> (digit - 1) & 1 for digit, mask in pairs)


def is_solution(grid: Grid, rules: Rules, candidates: Candidates) -> bool:
    """Return whether a grid obeys the rules and agrees with the candidates."""
    return fault(grid, rules, candidates) is None


def broken(puzzle: Puzzle) -> list[Constraint]:
    """Return the constraints, but groups, whose cells all have digits and that do not hold."""
    first = puzzle.rules.board.first
    worth = [digit + first - 1 for digit in puzzle.digits]
    return [
        constraint
        for constraint in puzzle.rules.clues
        if all(puzzle.digits[cell] for cell in constraint.scope) and not constraint.holds(worth)
    ]


def clash(puzzle: Puzzle) -> Clash | None:
    """Return what `Puzzle.clash` does, but quicker if there is none."""
    groups = verifier(puzzle.rules)
    if groups is not None and not groups.clash(puzzle.candidates):
        return None
    return puzzle.clash()
