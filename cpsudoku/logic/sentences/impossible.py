"""Sentences for patterns that have no filling."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.chains import told
from cpsudoku.logic.sentences.words import Words
from cpsudoku.logic.steps import Step


def tridagon(step: Step, position: Position) -> str:
    """Say which digits have no place in the cells by themselves, and who guards them."""
    words, evidence = Words(position), step.evidence
    guardians = set(evidence.candidates)
    digits = {d for c in evidence.cells for d in position.left(c) if (c, d) not in guardians}
    said = (
        f"{words.cells(evidence.cells)} lie in four boxes, three in each, so that "
        f"{words.digits(digits)} alone cannot fill them all: once round the four boxes, the turns "
        "that their rows and columns ask for do not come out even. "
    )
    if len(guardians) == 1:
        return f"{said}So {words.is_true(evidence.candidates)}: {words.follows(step)}."
    chains = [
        f"If {words.is_true(proof[0].candidates)}: {told(proof, words)}"
        for proof in evidence.proofs
        if len(proof) > 2
    ]
    end = f"In each case {words.follows(step)}."
    return (
        f"{said}So one of the others is true, {words.candidates(evidence.candidates, 'or')}, and "
        f"what all of them exclude goes. {' '.join([*chains, end])}"
    )
