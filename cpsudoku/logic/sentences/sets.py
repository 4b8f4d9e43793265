"""Sentences for almost locked sets, Sue de Coq, multi-sector sets and aligned exclusion."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences import chains
from cpsudoku.logic.sentences.patterns import NAMES
from cpsudoku.logic.sentences.words import Words
from cpsudoku.logic.steps import LockedSet, Step
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
