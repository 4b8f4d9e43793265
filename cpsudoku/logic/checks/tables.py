"""Checks of HoDoKu's forcing chains and nets: wrong premises, and what is true in any case."""

from __future__ import annotations

from cpsudoku.logic.checks.chains import exhaustion_fault
from cpsudoku.logic.checks.proofs import contradiction_fault, proof_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Proof, Step


def _contradiction(position: Position, step: Step) -> str | None:
    """The only proof refutes its first line: that candidate is placed, or eliminated."""
    (proof,) = step.evidence.proofs
    first = proof[0]
    shown = (step.eliminations, step.placements)
    if shown != ((first.candidates, ()) if first.truth else ((), first.candidates)):
        return "the step says something else than what the contradiction shows"
    return contradiction_fault(position, step.evidence, proof)


def _verity(position: Position, step: Step) -> str | None:
    """Every case says what the step says, or refutes itself; and there is no other case."""
    for proof in step.evidence.proofs:
        wrong = _case_fault(position, step, proof)
        if wrong is not None:
            return wrong
    return exhaustion_fault(position, step.evidence, [p[0] for p in step.evidence.proofs])


def _case_fault(position: Position, step: Step, proof: Proof) -> str | None:
    if len(proof[0].candidates) != 1:
        return "a case of several candidates"
    last = proof[-1]
    said = (last.candidates, ()) if last.truth else ((), last.candidates)
    if said != (step.placements, step.eliminations):
        return contradiction_fault(position, step.evidence, proof)
    if proof[0].reason != "assumed" or any(line.reason == "assumed" for line in proof[1:]):
        return "not one supposition, in the first line"
    return proof_fault(position, step.evidence, proof)


CHECKS = {
    "forcing chain contradiction": _contradiction,
    "forcing chain verity": _verity,
    "forcing net contradiction": _contradiction,
    "forcing net verity": _verity,
}
