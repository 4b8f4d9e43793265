"""Replays a step by the check of its technique; also the steps inside of proofs.

The families' checks call it for the steps within a step, so it knows none of them: the table is
filled by `cpsudoku.logic.checking`, through which steps are checked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cpsudoku.errors import PuzzleError
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import cell_name

Check: TypeAlias = Callable[[Position, Step], str | None]
"""Returns what is wrong with a step's evidence in a position, or None."""

CHECKS: dict[str, Check] = {}
"""The check of each technique, by its name."""


def fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with a step, or None if it is sound.

    Args:
        position: where the puzzle stands before the step.

    Raises:
        PuzzleError: nothing is known of the step's technique.
    """
    check = CHECKS.get(step.technique)
    if check is None:
        raise PuzzleError(f"there is no check for the technique {step.technique!r}")
    wrong = _idle(position, step) or _strange(position, step)
    if wrong is not None:
        return wrong
    try:
        return check(position, step)
    except (ValueError, IndexError):
        return "the evidence has not the form that the technique needs"


def _idle(position: Position, step: Step) -> str | None:
    """Return what the step says that is not open in the position."""
    if not step.placements and not step.eliminations:
        return "nothing follows"
    for cell, digit in (*step.placements, *step.eliminations):
        if not position.has(cell, digit):
            return f"{cell_name(cell, position.rules.board)} may not be {digit} anyway"
    if set(step.placements) & set(step.eliminations):
        return "a digit is placed and eliminated in one cell"
    return None


def _strange(position: Position, step: Step) -> str | None:
    """Return which number in the evidence is of nothing in the rules."""
    evidence, count = step.evidence, len(position.rules.groups)
    if not all(0 <= group < count for group in (*evidence.base, *evidence.cover)):
        return "a group that the rules do not have"
    if not all(0 <= cell < position.rules.cell_count for cell in evidence.cells):
        return "a cell that the rules do not have"
    return None


def together(check: Check) -> Check:
    """Return a check that also takes several steps in one, all on the same position.

    Args:
        check: what checks one step.
    """

    def checked(position: Position, step: Step) -> str | None:
        parts = step.evidence.inner
        if step.evidence.proofs or not parts:
            return check(position, step)
        if step.placements or {c for p in parts for c in p.eliminations} != set(step.eliminations):
            return "the parts say something else"
        return next((wrong for part in parts if (wrong := fault(position, part))), None)

    return checked
