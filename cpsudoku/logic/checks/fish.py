"""Checks of fish: any base and cover groups, with and without fins."""

from __future__ import annotations

from cpsudoku.logic.checking import together
from cpsudoku.logic.checks.cases import excludes, house_fault, placings, refutation_fault
from cpsudoku.logic.checks.proofs import shown_by_proofs
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step
from cpsudoku.logic.techniques import FISH, WITH_FINS

_SIZES = {name: size for size, name in enumerate(FISH, 2)}


def _form_fault(position: Position, step: Step, digit: int) -> str | None:
    evidence = step.evidence
    if not len(evidence.base) == len(evidence.cover) == _SIZES[step.technique.split()[-1]]:
        return "another number of base or cover sets"
    covered = {c for g in evidence.cover for c in position.rules.groups[g].cells}
    if not {cell for cell, _ in step.eliminations} <= covered:
        return "an elimination is outside of the cover"
    return _fins_fault(position, step, digit)


def _fins_fault(position: Position, step: Step, digit: int) -> str | None:
    evidence, rules = step.evidence, position.rules
    covered = {c for g in evidence.cover for c in rules.groups[g].cells}
    based = {c for g in evidence.base for c in position.places(g, digit)}
    if based - covered != {cell for cell, _ in evidence.fins}:
        return "the fins are not what the cover leaves of the base"
    return None


def _fish_fault(position: Position, step: Step) -> str | None:
    (digit,) = {digit for _, digit in (*step.eliminations, *step.evidence.candidates)}
    return (
        house_fault(position, *step.evidence.base)
        or _form_fault(position, step, digit)
        or refutation_fault(
            position, step.eliminations, placings(position, step.evidence.base, digit)
        )
    )


def _kraken_fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with a kraken fish.

    However the digit is put into the base houses, each elimination is excluded by what is true
    then: at once, or by a proof that supposes nothing but that.
    """
    evidence = step.evidence
    digits = {digit for _, digit in (*evidence.candidates, *evidence.fins, *evidence.endo_fins)}
    if len(digits) != 1 or len(evidence.base) != len(evidence.cover) or not evidence.fins:
        return "not one digit in as many base as cover sets, with fins"
    (digit,) = digits
    if wrong := house_fault(position, *evidence.base) or _fins_fault(position, step, digit):
        return wrong
    shown = shown_by_proofs(position, evidence)
    if isinstance(shown, str):
        return shown
    for case in placings(position, evidence.base, digit):
        for gone in step.eliminations:
            if not any(excludes(position, gone, c) or gone in shown.get(c, ()) for c in case):
                return "a case of the base leaves an elimination"
    return None


def _siamese_fault(position: Position, step: Step) -> str | None:
    """Two fish with the same base, each of which is checked."""
    one, two = step.evidence.inner
    if one.evidence.base != two.evidence.base:
        return "the two fish have different bases"
    return together(_fish_fault)(position, step)


CHECKS = {
    "fish": _fish_fault,
    **{f"siamese {kind}{name}": _siamese_fault for kind in WITH_FINS for name in FISH},
    "kraken fish type 1": _kraken_fault,
    "kraken fish type 2": _kraken_fault,
}
