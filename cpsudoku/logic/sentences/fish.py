"""Sentences for fish: a digit confined to as many cover houses as there are base houses."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.chains import told
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Evidence, Step
from cpsudoku.words import Said, say


def fish(step: Step, position: Position) -> Said:
    """Say why the cover houses belong to the base, but for the fins."""
    words, evidence = Words(position), step.evidence
    if evidence.inner:
        first, second = (fish(inner, position) for inner in evidence.inner)
        return words.step("siamese fish", step, first=first, second=second)
    fins = {*evidence.fins, *evidence.endo_fins}
    return words.step(
        "finned fish" if fins else "fish",
        step,
        **_parts(evidence, words),
        number=len(fins),
    )


def _parts(evidence: Evidence, words: Words) -> dict[str, Said]:
    outside = {cell for cell, _ in evidence.fins}
    twice = {cell for cell, _ in evidence.endo_fins}
    cover = words.houses(evidence.cover)
    said = [
        say(
            "places with fins" if outside - twice else "places",
            cover=cover,
            cells=words.cells(outside),
        )
    ]
    if twice:
        said.append(say("endo-fins", cells=words.cells(twice)))
    digits = words.digits(digits_in(evidence.candidates))
    return {"base": words.houses(evidence.base), "digit": digits, "cover": cover, "places": [*said]}


def kraken(step: Step, position: Position) -> Said:
    """Say what the fish excludes without its fins, and what each other case leads to."""
    words, evidence = Words(position), step.evidence
    supposed = [proof[0].candidates[0] for proof in evidence.proofs]
    inside = [cell for cell, digit in supposed if (cell, digit) not in evidence.fins]
    return words.step(
        "kraken fish of cells" if inside else "kraken fish",
        step,
        **_parts(evidence, words),
        inside=words.cells(inside),
        supposed=words.cells(cell for cell, _ in supposed),
        cases=[
            say("case", supposed=words.is_true(p[0].candidates), told=told(p, words))
            for p in evidence.proofs
        ],
    )
