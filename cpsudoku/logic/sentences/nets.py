"""Sentences for forcing nets: what is supposed, how much follows, and what it comes to.

A net has too many lines for a sentence; `cpsudoku.logic.sentences.reasoning` gives them one by one.
"""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.chains import told
from cpsudoku.logic.sentences.words import Words, counted, together
from cpsudoku.logic.steps import Assertion, Proof, Step

_LONGEST_TOLD = 14


def net(step: Step, position: Position) -> str:
    """Tell a net: a supposition that refutes itself, or cases that all come to the same."""
    words, proofs = Words(position), step.evidence.proofs
    if not proofs:
        return together(step, position, net)
    if len(proofs) == 1:
        proof = proofs[0]
        return (
            f"Suppose that {_said(proof[0], words)}. {_consequences(proof, words).capitalize()} "
            f"But the opposite follows as well: {words.follows(step)}."
        )
    parts = [f"If {_said(proof[0], words)}: {_consequences(proof, words)}" for proof in proofs]
    return f"{' '.join(parts)} In each case {words.follows(step)}."


def _said(line: Assertion, words: Words) -> str:
    return words.is_true(line.candidates, truth=line.truth)


def _consequences(proof: Proof, words: Words) -> str:
    linear = all(line.premises == (i,) for i, line in enumerate(proof[1:]))
    if linear and len(proof) <= _LONGEST_TOLD:
        return told(proof, words)
    number = counted(len(proof) - 1, "implication")
    return f"{number} later, {_said(proof[-1], words)}."
