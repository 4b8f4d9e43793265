"""The lines of a step's proofs, each with what it rests on: for following a net."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words
from cpsudoku.logic.steps import Assertion, Evidence, Step
from cpsudoku.words import Said, rendered, say


def reasoning(step: Step, position: Position) -> tuple[str, ...]:
    """Return the lines of all proofs of a step, numbered: ``3. r1c2 is 5 (row 1; from 2)``."""
    return tuple(map(rendered, _lines(step, Words(position))))


def _lines(step: Step, words: Words) -> Iterator[Said]:
    for proof in step.evidence.proofs:
        for number, line in enumerate(proof, start=1):
            yield say(
                "line from" if line.premises else "line",
                number=number,
                said=words.is_true(line.candidates, truth=line.truth),
                why=_why(line, step.evidence, words),
                lines=[premise + 1 for premise in line.premises],
            )
    if not step.evidence.proofs:
        for inner in step.evidence.inner:
            yield from _lines(inner, words)


def _why(line: Assertion, evidence: Evidence, words: Words) -> Said:
    if line.reason == "house":
        return say("why house", house=words.house(line.number))
    if line.reason == "inner":
        name = evidence.inner[line.number].technique
        return say(f"technique {name}", name)
    return say(f"why {line.reason}")
