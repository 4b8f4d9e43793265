"""Checks of the named chains of one digit."""

from __future__ import annotations

from cpsudoku.logic.checks.proofs import ends_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _pair_of_links(position: Position, step: Step) -> str | None:
    if len(step.evidence.base) != 2 or len(step.evidence.cells) != 4:
        return "not two houses with two places each"
    digits = {digit for _, digit in (*step.eliminations, *step.evidence.candidates)}
    if len(digits) != 1:
        return "several digits"
    return ends_fault(position, step.evidence, step.eliminations)


CHECKS = {"skyscraper": _pair_of_links, "2-string kite": _pair_of_links}
