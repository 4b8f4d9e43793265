"""The lines of a step's proofs, each with what it rests on: for those who want to follow a net."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, listed
from cpsudoku.logic.steps import Assertion, Evidence, Step

_REASONS = {
    "assumed": "supposed",
    "peer": "it sees that",
    "cell": "nothing else is left in the cell",
    "set": "the set has lost a digit",
}


def reasoning(step: Step, position: Position) -> tuple[str, ...]:
    """Return the lines of all proofs of a step, numbered: ``3. r1c2 is 5 (row 1; from 2)``."""
    return tuple(_lines(step, Words(position)))


def _lines(step: Step, words: Words) -> Iterator[str]:
    for proof in step.evidence.proofs:
        for number, line in enumerate(proof):
            yield _line(number, line, step.evidence, words)
    if not step.evidence.proofs:
        for inner in step.evidence.inner:
            yield from _lines(inner, words)


def _line(number: int, line: Assertion, evidence: Evidence, words: Words) -> str:
    said = words.is_true(line.candidates, truth=line.truth)
    why = _why(line, evidence, words)
    from_lines = listed([str(premise + 1) for premise in line.premises])
    rests = f"; from {from_lines}" if from_lines else ""
    return f"{number + 1}. {said} ({why}{rests})"


def _why(line: Assertion, evidence: Evidence, words: Words) -> str:
    if line.reason == "house":
        return f"the only place left in {words.house(line.number)}"
    if line.reason == "inner":
        return evidence.inner[line.number].technique
    return _REASONS[line.reason]
