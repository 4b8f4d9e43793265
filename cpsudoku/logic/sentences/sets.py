"""Sentences for almost locked sets, Sue de Coq, multi-sector sets and aligned exclusion."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences import chains
from cpsudoku.logic.sentences.words import Words, counted
from cpsudoku.logic.steps import LockedSet, Step
from cpsudoku.rules import digits_of_mask

_NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _set(locked: LockedSet, words: Words) -> str:
    return f"{words.cells(locked.cells)} with {words.digits(digits_of_mask(locked.digits))}"


def almost_locked(step: Step, position: Position) -> str:
    """Say which sets have one digit too many, and what each case comes to."""
    words, evidence = Words(position), step.evidence
    named = [
        f"{_NAMES[i % len(_NAMES)]}: {_set(locked, words)}"
        for i, locked in enumerate(evidence.sets)
    ]
    stem = f" Their stem is {words.cells(evidence.cells)}." if evidence.cells else ""
    return (
        f"These sets have one digit more than cells ({'; '.join(named)}); one that loses a digit "
        f"keeps all its others.{stem} {chains.cases(step, position)}"
    )


def sue_de_coq(step: Step, position: Position) -> str:
    """Say that as many digits as cells are split between a line and a box."""
    words, evidence = Words(position), step.evidence
    middle, *others = evidence.sets
    digits = {d for locked in evidence.sets for d in digits_of_mask(locked.digits)}
    sides = " and ".join(_set(locked, words) for locked in others)
    return (
        f"Where {words.houses(evidence.base)} meet, {_set(middle, words)} go together with "
        f"{sides}. "
        f"These {counted(len(evidence.cells), 'cell')} have only the digits "
        f"{words.digits(digits)}, each of which must be in them once, so that none of them is left "
        f"for the cells that see all its places: {words.follows(step)}."
    )


def multi_sector(step: Step, position: Position) -> str:
    """Say which houses count which digits, and that these are as many as the cells."""
    words, evidence = Words(position), step.evidence
    counted_by = "; ".join(
        f"{words.house(house)}: {words.digits(digits_of_mask(counts.digits))}"
        for house, counts in zip(evidence.cover, evidence.sets, strict=True)
    )
    return (
        f"All candidates of the {len(evidence.cells)} cells {words.cells(evidence.cells)} are "
        f"among these digits of houses, as many as there are cells ({counted_by}). Each cell takes "
        "one of them and none is taken twice, so that they are all taken in these cells, and no "
        f"candidate takes two: {words.follows(step)}."
    )


def aligned(step: Step, position: Position) -> str:
    """Say that every choice with the candidate empties another cell or breaks a rule."""
    words, evidence = Words(position), step.evidence
    others = words.cells((cell for locked in evidence.sets for cell in locked.cells), "or")
    beside = f" or take the last candidate of {others}" if others else ""
    return (
        f"Try all digits for {words.cells(evidence.cells)} together: every choice with "
        f"{words.candidates(step.eliminations, 'or')} would put a digit twice in a house{beside}. "
        f"So {words.follows(step)}."
    )
