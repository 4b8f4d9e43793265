"""Checks of the named chains of one digit."""

from __future__ import annotations

from cpsudoku.logic.checks.proofs import ends_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _pair_of_links(position: Position, step: Step) -> str | None:
    if len(step.evidence.base) != 2 or len(step.evidence.cells) < 4:
        return "not two houses with two places each"
    digits = {digit for _, digit in (*step.eliminations, *step.evidence.candidates)}
    if len(digits) != 1:
        return "several digits"
    if len(step.evidence.proofs) != 1:
        return "not one chain"
    return ends_fault(position, step.evidence, step.eliminations)


def _dual(position: Position, step: Step) -> str | None:
    """Two of them, each of which is checked."""
    inner = step.evidence.inner
    if len(inner) != 2 or set(step.eliminations) != {c for s in inner for c in s.eliminations}:
        return "the step is not what its two parts say"
    return _pair_of_links(position, inner[0]) or _pair_of_links(position, inner[1])


CHECKS = {
    "skyscraper": _pair_of_links,
    "2-string kite": _pair_of_links,
    "turbot fish": _pair_of_links,
    "empty rectangle": _pair_of_links,
    "dual 2-string kite": _dual,
    "dual empty rectangle": _dual,
}
