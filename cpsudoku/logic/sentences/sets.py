"""Sentences for almost locked sets, Sue de Coq, multi-sector sets, aligned exclusion and fish."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences import chains
from cpsudoku.logic.sentences.chains import in_words
from cpsudoku.logic.sentences.patterns import NAMES
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Evidence, LockedSet, Step
from cpsudoku.rules import digits_of_mask
from cpsudoku.words import Said, say


def _set(locked: LockedSet, words: Words) -> Said:
    digits = words.digits(digits_of_mask(locked.digits))
    return say("digits of cells", cells=words.cells(locked.cells), digits=digits)


def almost_locked(step: Step, position: Position) -> Said:
    """Say which sets have one digit too many, and what each case comes to."""
    words, evidence = Words(position), step.evidence
    return say(
        "step sets",
        sets=[
            say("named", name=NAMES[i % len(NAMES)], said=_set(locked, words))
            for i, locked in enumerate(evidence.sets)
        ],
        stem=say("stem", cells=words.cells(evidence.cells)) if evidence.cells else "",
        said=chains.cases(step, position),
    )


def sue_de_coq(step: Step, position: Position) -> Said:
    """Say that as many digits as cells are split between a line and a box."""
    words, evidence = Words(position), step.evidence
    middle, *others = evidence.sets
    digits = {d for locked in evidence.sets for d in digits_of_mask(locked.digits)}
    return words.step(
        "sue de coq",
        step,
        base=words.houses(evidence.base),
        middle=_set(middle, words),
        sides=[_set(locked, words) for locked in others],
        number=len(evidence.cells),
        digits=words.digits(digits),
    )


def multi_sector(step: Step, position: Position) -> Said:
    """Say which houses count which digits, and that these are as many as the cells."""
    words, evidence = Words(position), step.evidence
    return words.step(
        "multi-sector",
        step,
        number=len(evidence.cells),
        cells=words.cells(evidence.cells),
        counted=[
            say("named", name=words.house(house), said=words.digits(digits_of_mask(one.digits)))
            for house, one in zip(evidence.cover, evidence.sets, strict=True)
        ],
    )


def aligned(step: Step, position: Position) -> Said:
    """Say that every choice with the candidate empties another cell or breaks a rule."""
    words, evidence = Words(position), step.evidence
    others = words.cells(cell for locked in evidence.sets for cell in locked.cells)
    return words.step(
        "aligned",
        step,
        cells=words.cells(evidence.cells),
        gone=words.candidates(step.eliminations, "or"),
        beside=say("or take last", cells=others) if others else "",
    )


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
            say("case", supposed=words.is_true(p[0].candidates), then=in_words(p, words))
            for p in evidence.proofs
        ],
    )
