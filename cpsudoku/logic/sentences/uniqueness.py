"""Sentences for deadly patterns: what would give a second solution cannot be all there is."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, digits_in, together
from cpsudoku.logic.steps import Step
from cpsudoku.rules import digits_of_mask
from cpsudoku.words import Said, say


def rectangle(step: Step, position: Position) -> Said:
    """Tell a uniqueness test by what it rests on."""
    words, cells = Words(position), step.evidence.cells
    corners, pair = cells[:4], digits_in(step.evidence.candidates)
    extras = [(c, d) for c in corners for d in position.left(c) if d not in pair]
    gone = digits_in(step.eliminations)
    reason = say(
        step.technique,
        extras=words.cells(cell for cell, _ in extras),
        digits=words.digits(digits_in(extras)),
        others=words.cells(cells[4:]),
        kept=words.digits(set(pair) - set(gone)),
        gone=words.digits(gone),
        places=words.cells(cell for cell, _ in step.eliminations),
    )
    return words.step(
        "rectangle", step, cells=words.cells(corners), digits=words.digits(pair), reason=reason
    )


def avoidable(step: Step, position: Position) -> Said:
    """Say that placed digits that are not givens could be swapped with what is left."""
    words, corners = Words(position), step.evidence.cells[:4]
    return words.step(
        "avoidable",
        step,
        cells=words.cells(corners),
        placed=words.cells(c for c in corners if position.digits[c]),
        left=words.cells(c for c in corners if not position.digits[c]),
    )


def loop(step: Step, position: Position) -> Said:
    """Say that a loop of one pair of digits needs one of the extras."""
    if step.evidence.inner:
        return together(step, position, loop)
    words, evidence = Words(position), step.evidence
    first = evidence.cells[0]
    pair = [d for d in position.left(first) if (first, d) not in evidence.candidates]
    return say(
        "step unique loop",
        cells=words.cells(evidence.cells),
        digits=words.digits(pair),
        said=guardians(step, position),
    )


def grave(step: Step, position: Position) -> Said:
    """Say that all cells with two candidates would be a deadly pattern."""
    extras = Words(position).candidates(step.evidence.candidates)
    return say("step grave", extras=extras, said=guardians(step, position))


def guardians(step: Step, position: Position) -> Said:
    """Say what follows where one of some extra candidates must be true."""
    words, evidence = Words(position), step.evidence
    if len(evidence.candidates) == 1:
        return words.step("guardian", step, one=words.is_true(evidence.candidates))
    digits = {d for locked in evidence.sets for d in digits_of_mask(locked.digits)}
    key = "guardians with sets" if evidence.sets else "guardians"
    if evidence.base and not evidence.sets:
        key = "guardians in house"
    return words.step(
        key,
        step,
        one=words.candidates(evidence.candidates, "or"),
        others=words.cells(cell for locked in evidence.sets for cell in locked.cells),
        digits=words.digits(digits.union(digits_in(evidence.candidates))),
        base=words.houses(evidence.base),
        cells=words.cells(cell for cell, _ in evidence.candidates),
    )
