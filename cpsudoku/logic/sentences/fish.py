"""Sentences for fish: a digit confined to as many cover houses as there are base houses."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.chains import told
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


def kraken(step: Step, position: Position) -> str:
    """Say what the fish excludes without its fins, and what each other case leads to."""
    words, evidence = Words(position), step.evidence
    digit = digits_in(evidence.candidates)[0]
    base, cover = words.houses(evidence.base), words.houses(evidence.cover)
    supposed = [proof[0].candidates[0] for proof in evidence.proofs]
    inside = [c for c in supposed if c not in evidence.fins]
    said = f"Each of {base} needs {words.a(digit)}.{_fins(evidence, words, cover)} "
    if inside:
        said += (
            "If no fin is true, the base uses up the cover houses, and one of "
            f"{words.cells(cell for cell, _ in inside)} is {words.digit(digit)}. "
        )
    else:
        said += (
            f"If {'it is not' if len(supposed) == 1 else 'neither is'} {words.digit(digit)}, the "
            f"base uses up the cover houses, and {words.follows(step)}. "
        )
    chains = [f"If {words.is_true(p[0].candidates)}: {told(p, words)}" for p in evidence.proofs]
    return f"{said}{' '.join(chains)} In each case {words.follows(step)}."


def _siamese(step: Step, position: Position) -> str:
    words = Words(position)
    parts = [fish(inner, position) for inner in step.evidence.inner]
    return (
        f"Two fish share their base. The first: {parts[0]} The second: {' '.join(parts[1:])} "
        f"Together: {words.follows(step)}."
    )
