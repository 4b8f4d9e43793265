"""Checks of forcing chains: suppositions that contradict themselves, or all come to the same."""

from __future__ import annotations

from cpsudoku.logic.checks.proofs import contradiction_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Step


def _chain(position: Position, step: Step) -> str | None:
    (proof,) = step.evidence.proofs
    if step.placements or step.eliminations != proof[0].candidates or not proof[0].truth:
        return "the chain does not suppose what the step eliminates"
    return contradiction_fault(position, step.evidence, proof)


CHECKS = {
    "bidirectional x-cycle": _chain,
    "bidirectional y-cycle": _chain,
    "bidirectional xy-cycle": _chain,
    "forcing x-chain": _chain,
    "forcing xy-chain": _chain,
}
