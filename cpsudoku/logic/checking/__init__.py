"""Is this step sound?  Replays a step from its evidence only, without the code that found it.

Every family has a check, in `sets` or `chains`, that answers two questions from the position: is
the evidence what the technique is about, and does what the step says follow from it?  Most answer
the second by going through all cases (`proofs`), which is slower than the pattern's argument and
shares nothing with it.

Each step that the compiled core finds is replayed before anyone sees it (`found_in`).  That takes a
tenth of the time of finding it; the checks are imported with the first step.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, TypeAlias

from cpsudoku.errors import BackendError, PuzzleError
from cpsudoku.logic.steps import Position, Step, from_native
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.rules import cell_name

Check: TypeAlias = Callable[[Position, Step], str | None]
"""Returns what is wrong with a step's evidence in a position, or None."""

_PLACING = {"singles", "direct"}
_MAY_PLACE = _PLACING | {"chains", "almost locked sets", "tables", "templates", "brute force"}
# The families whose steps only place, and with them those whose checks look at both.

_SEARCHED = "brute force"
# Its check is a search, which may take far longer than to find the digit, and give up.


def found_in(position: Position, raw: tuple[Any, ...]) -> Step:
    """Return a step of the compiled core, replayed, with the position that it was found in.

    Raises:
        BackendError: the step does not follow.
    """
    step = replace(from_native(raw), position=position)
    wrong = None if step.technique == _SEARCHED else fault(position, step)
    if wrong is not None:
        raise BackendError(f"the compiled core gave a wrong step, {step.technique}: {wrong}")
    return step


def fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with a step, or None if it is sound.

    Raises:
        PuzzleError: nothing is known of the step's technique.
    """
    technique = TECHNIQUES.get(step.technique)
    if technique is None:
        raise PuzzleError(f"there is no check for the technique {step.technique!r}")
    if wrong := _idle(position, step) or _strange(position, step):
        return wrong
    if step.eliminations and technique.family in _PLACING:
        return "such a step eliminates nothing"
    if step.placements and technique.family not in _MAY_PLACE:
        return "such a step places nothing"
    from cpsudoku.logic.checking import chains, sets

    checks: ChainMap[str, Check] = ChainMap(sets.CHECKS, chains.CHECKS)
    check = checks.get(technique.name) or checks[technique.family]
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
            return f"{cell_name(cell, position.rules.board)} cannot be {digit} anyway"
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


def first(faults: Iterable[str | None]) -> str | None:
    """Return the first fault, or None if nothing is wrong."""
    return next(filter(None, faults), None)


def together(check: Check) -> Check:
    """Return a check that also takes several steps in one, all on the same position."""

    def checked(position: Position, step: Step) -> str | None:
        parts = step.evidence.inner
        if step.evidence.proofs or not parts:
            return check(position, step)
        if step.placements or {c for p in parts for c in p.eliminations} != set(step.eliminations):
            return "the parts say something else"
        return first(fault(position, part) for part in parts)

    return checked
