"""Which elements of a reason are needed: each is left out, and the second engine is asked again."""

from contextlib import suppress
from dataclasses import replace

from cpsudoku.errors import BackendError
from cpsudoku.ground.deadline import NEVER
from cpsudoku.reasons import ReasonStep
from cpsudoku.reasons.checking import check


def needless(step: ReasonStep) -> list[str]:
    """The elements of a step, or of its parts, without which its first conclusion follows."""
    if step.parts:
        return [one for part in step.parts for one in needless(part)]
    placed = step.placements[:1]
    gone = () if placed else step.eliminations[:1]
    first = replace(step, placements=placed, eliminations=gone)
    found = []
    for element in step.reason.elements:
        rest = tuple(one for one in step.reason.elements if one is not element)
        with suppress(BackendError):
            check(replace(first, reason=replace(step.reason, elements=rest)), NEVER)
            found.append(str(element))
    return found
