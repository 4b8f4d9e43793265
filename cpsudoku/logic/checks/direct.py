"""Checks of direct rules: an elimination, and the hidden single that it makes."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.logic.checks import singles
from cpsudoku.logic.checks.locked_candidates import locked_fault
from cpsudoku.logic.checks.subsets import hidden_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Evidence, Step


def _single_fault(position: Position, step: Step, house: int) -> str | None:
    """Return what is wrong with the placement once the eliminations are made."""
    before = position.after(replace(step, placements=()))
    single = Step("hidden single", step.placements, (), 0, Evidence(base=(house,)))
    return singles.CHECKS["hidden single"](before, single)


def _locked(position: Position, step: Step) -> str | None:
    return locked_fault(position, step) or _single_fault(position, step, step.evidence.cover[1])


def _hidden(position: Position, step: Step) -> str | None:
    return hidden_fault(position, step) or _single_fault(position, step, step.evidence.base[0])


CHECKS = {
    "direct pointing": _locked,
    "direct claiming": _locked,
    "direct hidden pair": _hidden,
    "direct hidden triplet": _hidden,
}
