"""Sentences for patterns of cells: wings, rectangles and their relatives, colours, templates."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.chains import in_words
from cpsudoku.logic.sentences.words import Words, digits_in, together
from cpsudoku.logic.steps import Step
from cpsudoku.rules import digits_of_mask
from cpsudoku.words import Said, say

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What sets and colours are called: of colours A and B are opposites, so are C and D."""


def wing(step: Step, position: Position) -> Said:
    """Say what each digit of the pivot comes to."""
    words, (pivot, *pincers) = Words(position), step.evidence.cells
    last = step.eliminations[0][1]
    has_last = last in position.left(pivot)
    cases = [
        say("pivot", digit=words.digit(digit), cell=words.cell(pincer), last=words.digit(last))
        for digit in position.left(pivot)
        for pincer in pincers
        if digit != last and digit in position.left(pincer)
    ]
    return words.step(
        "wing with pivot" if has_last else "wing",
        step,
        cell=words.cell(pivot),
        digits=words.digits(position.left(pivot)),
        cases=[*cases],
        last=words.digit(last),
        cells=words.cells([pivot, *pincers] if has_last else pincers),
    )


def wxyz_wing(step: Step, position: Position) -> Said:
    """Say which digits may be in one of the four cells at most, and which is left for one."""
    words, cells = Words(position), step.evidence.cells
    last = step.eliminations[0][1]

    def places(digit: int) -> list[Said]:
        return words.cells(c for c in cells if digit in position.left(c))

    digits = sorted({digit for cell in cells for digit in position.left(cell)})
    return words.step(
        "wxyz-wing",
        step,
        cells=words.cells(cells),
        digits=words.digits(digits),
        others=[
            say("digit of cells", digit=words.digit(digit), cells=places(digit))
            for digit in digits
            if digit != last
        ],
        last=words.digit(last),
        places=places(last),
    )


def colours(step: Step, position: Position) -> Said:
    """Say which colours there are, and why something cannot be."""
    words, classes = Words(position), step.evidence.colours
    several = len({d for c in classes for _, d in c}) > 1
    return words.step(
        "colours of digits" if several else "colours",
        step,
        digits=words.digits(digits_in(step.evidence.candidates)),
        classes=[
            say(
                "named",
                name=NAMES[number],
                said=words.candidates(found) if several else words.cells(cell for cell, _ in found),
            )
            for number, found in enumerate(classes)
        ],
        pairs=[say("either", parts=[*NAMES[n : n + 2]]) for n in range(0, len(classes), 2)],
        reason=_reason(step),
    )


def _reason(step: Step) -> Said:
    gone = set(step.eliminations)
    for number, found in enumerate(step.evidence.colours):
        if gone >= set(found):
            return say("colour cannot be", name=NAMES[number])
    return say("colours exclude" if len(step.evidence.colours) > 2 else "both exclude")


def template(step: Step, position: Position) -> Said:
    """Say what all templates of a digit have, or what none has."""
    words, concluded = Words(position), (*step.placements, *step.eliminations)
    placed = digits_in(c for inner in step.evidence.inner for c in inner.placements)
    others = [d for d in placed if d not in digits_in(concluded)]
    return words.step(
        "template set" if step.placements else "template delete",
        step,
        digits=words.digits(digits_in(concluded)),
        before=say("given others", digits=words.digits(others)) if others else "",
    )


def tridagon(step: Step, position: Position) -> Said:
    """Say which digits have no place in the cells by themselves, and what guards them."""
    words, evidence = Words(position), step.evidence
    guardians = set(evidence.candidates)
    digits = {d for c in evidence.cells for d in position.left(c) if (c, d) not in guardians}
    return words.step(
        "tridagon" if len(guardians) == 1 else "guarded tridagon",
        step,
        cells=words.cells(evidence.cells),
        digits=words.digits(digits),
        one=words.is_true(evidence.candidates),
        guardians=words.candidates(evidence.candidates, "or"),
        cases=[
            say("case", supposed=words.is_true(proof[0].candidates), then=in_words(proof, words))
            for proof in evidence.proofs
            if len(proof) > 2
        ],
    )


def searched(step: Step, position: Position) -> Said:
    """Say that a search has decided, in which there is nothing to see."""
    return Words(position).step("brute force", step)


def rectangle(step: Step, position: Position) -> Said:
    """Explain a uniqueness test by what it rests on."""
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
