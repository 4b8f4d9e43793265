"""Sentences for fish: a digit confined to as many cover houses as there are base houses."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Evidence, Step


def fish(step: Step, position: Position) -> str:
    """Say why the cover houses belong to the base, but for the fins."""
    if step.evidence.inner:
        return _siamese(step, position)
    words, evidence = Words(position), step.evidence
    digit = words.digits(digits_in(evidence.candidates))
    base, cover = words.houses(evidence.base), words.houses(evidence.cover)
    needs = f"Each of {base} needs {words.a(digits_in(evidence.candidates)[0])}"
    if not evidence.fins and not evidence.endo_fins:
        return (
            f"{needs}, and there it can only be in {cover}. So these houses get theirs from there, "
            f"and nowhere else: {words.follows(step)}."
        )
    return f"{needs}.{_fins(evidence, words, cover)} {_either(step, words, digit)}"


def _fins(evidence: Evidence, words: Words, cover: str) -> str:
    outside = [cell for cell, _ in evidence.fins]
    twice = [cell for cell, _ in evidence.endo_fins]
    said = ""
    if set(outside) - set(twice):
        verb = "is" if len(outside) == 1 else "are"
        said += f" All places for it are in {cover}, but for {words.cells(outside)}, which {verb} "
        said += "called a fin." if len(outside) == 1 else "called fins."
    else:
        said += f" All places for it are in {cover}."
    if twice:
        said += f" {words.cells(twice, 'or')} would serve two of the base houses at once, and so "
        said += "counts as a fin, too."
    return said


def _either(step: Step, words: Words, digit: str) -> str:
    fins = {*step.evidence.fins, *step.evidence.endo_fins}
    a_fin = "the fin" if len(fins) == 1 else "a fin"
    return (
        f"Either {a_fin} is {digit}, or the cover houses are used up by the base. What is excluded "
        f"in both cases goes: {words.follows(step)}."
    )


def _siamese(step: Step, position: Position) -> str:
    words = Words(position)
    parts = [fish(inner, position) for inner in step.evidence.inner]
    return (
        f"Two fish share their base. The first: {parts[0]} The second: {' '.join(parts[1:])} "
        f"Together: {words.follows(step)}."
    )
