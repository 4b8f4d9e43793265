"""Is this grid a solution of this puzzle?  Knows no solver and no encoding.

>>> from cpsudoku.rules import boxes
>>> is_solution((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1), boxes(2, 2), (15,) * 16)
True
"""

from __future__ import annotations

from cpsudoku.rules import Candidates, Grid, Rules, cell_name


def fault(grid: Grid, rules: Rules, candidates: Candidates) -> str | None:
    """Return what is wrong with a grid as a solution, or None if nothing is.

    Args:
        grid: for each of the N² cells its digit.
        rules: the rules.
        candidates: for each cell the digits that the puzzle allows.
    """
    if len(grid) != rules.cell_count:
        return f"{len(grid)} cells; expected {rules.cell_count}"
    for cell, digit in enumerate(grid):
        if not 1 <= digit <= rules.size:
            return f"{cell_name(cell, rules.size)} has digit {digit}"
        if not candidates[cell] >> (digit - 1) & 1:
            return f"{cell_name(cell, rules.size)} may not be {digit}"
    for constraint in rules.constraints:
        if len({grid[cell] for cell in constraint.cells}) != len(constraint.cells):
            return f"{constraint.name} has a digit twice"
    return None


def is_solution(grid: Grid, rules: Rules, candidates: Candidates) -> bool:
    """Tell whether a grid obeys the rules and agrees with the candidates.

    Args:
        grid: for each of the N² cells its digit.
        rules: the rules.
        candidates: for each cell the digits that the puzzle allows.
    """
    return fault(grid, rules, candidates) is None
