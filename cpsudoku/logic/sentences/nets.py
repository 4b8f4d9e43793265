"""Sentences for forcing nets: what is supposed, how much follows, and what it comes to.

A net has too many lines for a sentence; `cpsudoku.logic.sentences.reasoning` gives them one by one.
"""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.chains import told
from cpsudoku.logic.sentences.words import Words, together
from cpsudoku.logic.steps import Assertion, Proof, Step
from cpsudoku.words import Said, say

_LONGEST_TOLD = 14


def net(step: Step, position: Position) -> Said:
    """Tell a net: a supposition that refutes itself, or cases that all come to the same."""
    words, proofs = Words(position), step.evidence.proofs
    if not proofs:
        return together(step, position, net)
    cases = [
        say("case", supposed=_said(proof[0], words), told=_consequences(proof, words))
        for proof in proofs
    ]
    return words.step("cases" if len(cases) > 1 else "opposite", step, cases=[*cases])


def _said(line: Assertion, words: Words) -> Said:
    return words.is_true(line.candidates, truth=line.truth)


def _consequences(proof: Proof, words: Words) -> Said:
    linear = all(line.premises == (i,) for i, line in enumerate(proof[1:]))
    if linear and len(proof) <= _LONGEST_TOLD:
        return told(proof, words)
    return say("implications", number=len(proof) - 1, said=_said(proof[-1], words))
