"""Is this step sound?  Replays a step from its evidence only, without the code that found it.

Every family has a check, in `sets` or `chains`, that answers two questions from the position: is
the evidence what the technique is about, and does what the step says follow from it?  Most answer
the second by going through all cases (`proofs`), which is slower than the pattern's argument and
shares nothing with it.

Each step that the compiled core finds is replayed before anyone sees it (`found_in`).  That takes a
tenth of the time of finding it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cpsudoku.errors import BackendError
from cpsudoku.logic.checking import chains, sets
from cpsudoku.logic.checking.proofs import CHECKS, fault
from cpsudoku.logic.evidence import Position
from cpsudoku.logic.steps import Step, from_native

__all__ = ["fault", "found_in"]

CHECKS.update(sets.CHECKS | chains.CHECKS)

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
