"""Checks of forcing chains: suppositions that contradict themselves, or all come to the same."""

from __future__ import annotations

from cpsudoku.logic.checking import first, together
from cpsudoku.logic.checks.chains import exhaustion_fault
from cpsudoku.logic.checks.proofs import contradiction_fault, proof_fault, supposition_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Proof, Step


def _chain(position: Position, step: Step) -> str | None:
    (proof,) = step.evidence.proofs
    if step.placements or step.eliminations != proof[0].candidates or not proof[0].truth:
        return "the chain does not suppose what the step eliminates"
    return contradiction_fault(position, step.evidence, proof)


def _net(position: Position, step: Step) -> str | None:
    """A supposition contradicts itself, or all cases come to the same."""
    if len(step.evidence.proofs) == 1:
        return _chain(position, step)
    if step.placements or len(step.eliminations) != 1:
        return "not one elimination"
    proofs = step.evidence.proofs
    wrong = first(_case_fault(position, step, proof) for proof in proofs)
    groups = range(len(position.rules.groups))
    return wrong or exhaustion_fault(position, [proof[0] for proof in proofs], groups)


def _case_fault(position: Position, step: Step, proof: Proof) -> str | None:
    if wrong := supposition_fault(proof):
        return wrong
    if proof[-1].truth or proof[-1].candidates != step.eliminations:
        return "a case does not come to the elimination"
    return proof_fault(position, step.evidence, proof)


def _contradiction(position: Position, step: Step) -> str | None:
    """The only proof refutes its first line: that candidate is placed, or eliminated."""
    (proof,) = step.evidence.proofs
    first = proof[0]
    shown = (step.eliminations, step.placements)
    if shown != ((first.candidates, ()) if first.truth else ((), first.candidates)):
        return "the step says something else than what the contradiction shows"
    return contradiction_fault(position, step.evidence, proof)


def _verity(position: Position, step: Step) -> str | None:
    """Every case says what the step says, or refutes itself; and no other case exists."""
    proofs = step.evidence.proofs
    wrong = first(_verity_fault(position, step, proof) for proof in proofs)
    return wrong or exhaustion_fault(position, [p[0] for p in proofs], step.evidence.base)


def _verity_fault(position: Position, step: Step, proof: Proof) -> str | None:
    if len(proof[0].candidates) != 1:
        return "a case of several candidates"
    last = proof[-1]
    said = (last.candidates, ()) if last.truth else ((), last.candidates)
    if said != (step.placements, step.eliminations):
        return contradiction_fault(position, step.evidence, proof)
    return supposition_fault(proof) or proof_fault(position, step.evidence, proof)


CHECKS = {
    "forcing chains": together(_chain),
    "forcing nets": together(_net),
    "forcing chain contradiction": _contradiction,
    "forcing chain verity": _verity,
    "forcing net contradiction": _contradiction,
    "forcing net verity": _verity,
}
