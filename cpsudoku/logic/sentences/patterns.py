"""Sentences for patterns of cells: wings, rectangles and their relatives, colours, templates."""

from __future__ import annotations

from itertools import cycle

from cpsudoku.logic.sentences.chains import case
from cpsudoku.logic.sentences.words import LETTERS, Words, digits_in
from cpsudoku.words import Said, say


def wing(words: Words) -> Said:
    """Say what each digit of the pivot comes to."""
    (pivot, *pincers), left = words.evidence.cells, words.position.left
    last = words.step.eliminations[0][1]
    has_last = last in left(pivot)
    return words.concluded(
        "wing with pivot" if has_last else "wing",
        cell=words.cell(pivot),
        digits=words.digits(left(pivot)),
        cases=[
            say("pivot", digit=words.digit(digit), cell=words.cell(pincer), last=words.digit(last))
            for digit in left(pivot)
            for pincer in pincers
            if digit != last and digit in left(pincer)
        ],
        last=words.digit(last),
        cells=words.cells([pivot, *pincers] if has_last else pincers),
    )


def wxyz_wing(words: Words) -> Said:
    """Say which digits may be in one of the four cells at most, and which is left for one."""
    cells, left = words.evidence.cells, words.position.left
    last = words.step.eliminations[0][1]
    digits = sorted({digit for cell in cells for digit in left(cell)})
    places = {digit: words.cells(c for c in cells if digit in left(c)) for digit in digits}
    return words.concluded(
        "wxyz-wing",
        cells=words.cells(cells),
        digits=words.digits(digits),
        others=[
            say("digit of cells", digit=words.digit(digit), cells=places[digit])
            for digit in digits
            if digit != last
        ],
        last=words.digit(last),
        places=places[last],
    )


def colours(words: Words) -> Said:
    """Say which colours there are, and why something cannot be."""
    classes = words.evidence.colours
    several = len({d for c in classes for _, d in c}) > 1
    shown = words.candidates if several else words.cells_of
    return words.concluded(
        "colours of digits" if several else "colours",
        digits=words.digits_of(words.evidence.candidates),
        classes=[
            say("named", name=name, said=shown(found))
            for name, found in zip(cycle(LETTERS), classes, strict=False)
        ],
        pairs=[say("either", parts=[*LETTERS[n : n + 2]]) for n in range(0, len(classes), 2)],
        reason=_reason(words),
    )


def _reason(words: Words) -> Said:
    gone, classes = set(words.step.eliminations), words.evidence.colours
    for name, found in zip(cycle(LETTERS), classes, strict=False):
        if gone >= set(found):
            return say("colour cannot be", name=name)
    return say("colours exclude" if len(classes) > 2 else "both exclude")


def template(words: Words) -> Said:
    """Say what all templates of a digit have, or what none has."""
    step = words.step
    digits = digits_in((*step.placements, *step.eliminations))
    placed = digits_in(c for inner in words.evidence.inner for c in inner.placements)
    others = [d for d in placed if d not in digits]
    return words.concluded(
        "template set" if step.placements else "template delete",
        digits=words.digits(digits),
        before=say("given others", digits=words.digits(others)) if others else "",
    )


def tridagon(words: Words) -> Said:
    """Say which digits have no place in the cells by themselves, and what guards them."""
    cells, guardians = words.evidence.cells, words.evidence.candidates
    digits = {d for c in cells for d in words.position.left(c) if (c, d) not in guardians}
    return words.concluded(
        "tridagon" if len(guardians) == 1 else "guarded tridagon",
        cells=words.cells(cells),
        digits=words.digits(digits),
        one=words.is_true(guardians),
        guardians=words.candidates(guardians, "or"),
        cases=[case(proof, words) for proof in words.evidence.proofs if len(proof) > 2],
    )


def searched(words: Words) -> Said:
    """Say that a search has decided, in which there is nothing to see."""
    return words.concluded("brute force")


def rectangle(words: Words) -> Said:
    """Explain a uniqueness test by what it rests on."""
    step, cells = words.step, words.evidence.cells
    pair, gone = digits_in(words.evidence.candidates), digits_in(step.eliminations)
    extras = [(c, d) for c in cells[:4] for d in words.position.left(c) if d not in pair]
    reason = say(
        step.technique,
        extras=words.cells_of(extras),
        digits=words.digits_of(extras),
        others=words.cells(cells[4:]),
        kept=words.digits(set(pair) - set(gone)),
        gone=words.digits(gone),
        places=words.cells_of(step.eliminations),
    )
    corners, digits = words.cells(cells[:4]), words.digits(pair)
    return words.concluded("rectangle", cells=corners, digits=digits, reason=reason)


def avoidable(words: Words) -> Said:
    """Say that placed digits that are not givens could be swapped with what is left."""
    corners, digits = words.evidence.cells[:4], words.position.digits
    return words.concluded(
        "avoidable",
        cells=words.cells(corners),
        placed=words.cells(c for c in corners if digits[c]),
        left=words.cells(c for c in corners if not digits[c]),
    )


def loop(words: Words) -> Said:
    """Say that a loop of one pair of digits needs one of the extras."""
    evidence = words.evidence
    if evidence.inner:
        return words.together(loop)
    first = evidence.cells[0]
    pair = [d for d in words.position.left(first) if (first, d) not in evidence.candidates]
    cells, digits = words.cells(evidence.cells), words.digits(pair)
    return say("step unique loop", cells=cells, digits=digits, said=guardians(words))


def grave(words: Words) -> Said:
    """Say that all cells with two candidates would be a deadly pattern."""
    extras = words.candidates(words.evidence.candidates)
    return say("step grave", extras=extras, said=guardians(words))


def guardians(words: Words) -> Said:
    """Say what follows where one of some extra candidates must be true."""
    evidence = words.evidence
    if len(evidence.candidates) == 1:
        return words.concluded("guardian", one=words.is_true(evidence.candidates))
    where = " in house" if evidence.base else ""
    return words.concluded(
        "guardians with sets" if evidence.sets else f"guardians{where}",
        one=words.candidates(evidence.candidates, "or"),
        others=words.cells_in_sets(),
        digits=words.digits({*words.digits_in_sets(), *digits_in(evidence.candidates)}),
        base=words.houses(evidence.base),
        cells=words.cells_of(evidence.candidates),
    )
