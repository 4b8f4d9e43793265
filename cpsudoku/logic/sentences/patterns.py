"""The sentences themselves, a function for each kind of evidence.

A short chain is given in words, a long one in signs: ``r1c2=5 → r1c7≠5 → …``.  A net has too many
lines for a sentence; `proof_lines` gives them one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle
from typing import TypeAlias

from cpsudoku.logic.evidence import (
    Assertion,
    Deduction,
    LockedSet,
    Position,
    Proof,
    is_loop,
    loop_of,
)
from cpsudoku.logic.sentences.words import LETTERS, Words, digits_in
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.rules import Cell, Digit, digits_of_mask
from cpsudoku.words import Said, say

_LONGEST_IN_WORDS = 6
"""More lines than these are written in signs."""


def chain(words: Words) -> Said:
    """Explain a chain by the kind of its argument."""
    proofs = words.evidence.proofs
    if not proofs:
        return words.together(chain)
    if is_loop(words.step):
        nodes: list[Said] = [words.sign(line) for line in loop_of(words.step)]
        return words.concluded("loop", nodes=nodes)
    if len(proofs) > 1:
        return cases(words)
    first, last = proofs[0][0], proofs[0][-1]
    if first.truth:
        key = "refutation"
    else:
        key = "contradiction" if first.candidates == last.candidates else "ends"
    return words.concluded(
        key,
        supposed=words.line(first),
        then=in_words(proofs[0], words),
        first=words.is_true(first.candidates),
        last=words.is_true(last.candidates),
    )


def in_words(proof: Proof, words: Words) -> Said:
    """Put a proof into words, line by line."""
    if len(proof) > _LONGEST_IN_WORDS:
        return say("then in signs", lines=[words.sign(line) for line in proof[1:]])
    lines = [_clause(line, words) for line in proof[1:]]
    return say("then", lines=lines) if lines else ""


def _clause(line: Assertion, words: Words) -> Said:
    said = words.line(line)
    if line.reason == "house":
        return say("clause by house", said=said, house=words.house(line.number))
    if line.reason == "cell" and len(line.premises) == 1:
        return say("clause by cell", said=said)
    return said


def cases(words: Words) -> Said:
    """Say that all cases come to the same, each as far as its first conclusion rests on it."""
    shown = (
        tuple(proof[number] for number in case_lines(proof, words.step))
        for proof in words.evidence.proofs
    )
    return words.concluded("cases", cases=[case(proof, words) for proof in shown])


def case(proof: Proof, words: Words) -> Said:
    """Explain one case."""
    return say("case", supposed=words.line(proof[0]), then=in_words(proof, words))


def case_lines(proof: Proof, step: Deduction) -> list[int]:
    """Return the numbers of the lines of a case that its first conclusion of a step rests on."""
    goals = {*step.eliminations, *step.placements}
    end = next(
        (i for i, line in enumerate(proof) if i and goals.intersection(line.candidates)),
        len(proof) - 1,
    )
    needed, todo = {end}, [end]
    while todo:
        for premise in proof[todo.pop()].premises:
            if premise not in needed:
                needed.add(premise)
                todo.append(premise)
    return sorted(needed)


def remote_pair(words: Words) -> Said:
    """Say that cells of one pair take its digits in turn."""
    cells = words.evidence.cells
    digits = words.digits(words.position.left(cells[0]))
    return words.concluded("remote pair", cells=words.cells(cells), digits=digits)


def w_wing(words: Words) -> Said:
    """Say why two equal pairs cannot both have the digit that a strong link joins."""
    (proof,) = words.evidence.proofs
    first, last, link = proof[0], proof[-1], proof[3]
    (one, kept), (other, _) = first.candidates[0], last.candidates[0]
    return words.concluded(
        "w-wing",
        cells=words.cells([one, other]),
        digits=words.digits(words.position.left(one)),
        house=words.house(link.number),
        joined=words.digit(link.candidates[0][1]),
        places=words.cells_of(c for line in proof[2:4] for c in line.candidates),
        kept=words.digit(kept),
    )


_LONGEST_TOLD = 14


def net(words: Words) -> Said:
    """Explain a net: a supposition that refutes itself, or cases that all come to the same."""
    proofs = words.evidence.proofs
    if not proofs:
        return words.together(net)
    return words.concluded(
        "cases" if len(proofs) > 1 else "opposite",
        cases=[
            say("case", supposed=words.line(proof[0]), then=_consequences(proof, words))
            for proof in proofs
        ],
    )


def _consequences(proof: Proof, words: Words) -> Said:
    linear = all(line.premises == (i,) for i, line in enumerate(proof[1:]))
    if linear and len(proof) <= _LONGEST_TOLD:
        return in_words(proof, words)
    return say("implications", number=len(proof) - 1, said=words.line(proof[-1]))


def proof_lines(words: Words) -> Iterator[Said]:
    """Yield the lines of a step's proofs, each with what it rests on: for following a net."""
    for proof in words.evidence.proofs:
        for number, line in enumerate(proof, start=1):
            yield say(
                "line from" if line.premises else "line",
                number=number,
                said=words.line(line),
                why=_why(line, words),
                lines=[premise + 1 for premise in line.premises],
            )
    if not words.evidence.proofs:
        for inner in words.evidence.inner:
            yield from proof_lines(Words(inner, words.position))


def _why(line: Assertion, words: Words) -> Said:
    if line.reason == "house":
        return say("why house", house=words.house(line.number))
    if line.reason == "inner":
        name = words.evidence.inner[line.number].technique
        return say(f"technique {name}", name)
    return say(f"why {line.reason}")


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
    """Explain a uniqueness test by its cells and candidates."""
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


def full_house(words: Words) -> Said:
    """Say which digit is the last that a house lacks."""
    ((cell, digit),) = words.step.placements
    house = words.house(words.evidence.base[0])
    return words.concluded(
        "full house", cell=words.cell(cell), house=house, digit=words.digit(digit)
    )


def hidden_single(words: Words) -> Said:
    """Say where a house's only place for a digit is, and which digits rule out the others."""
    ((cell, digit),) = words.step.placements
    house, position = words.evidence.base[0], words.position
    cells = words.rules.groups[house].cells
    others = [c for c in cells if c != cell and not position.digits[c]]
    barring = _barring(position, others, digit)
    return words.concluded(
        "hidden single" if barring else "hidden single by marks",
        house=words.house(house),
        cell=words.cell(cell),
        digit=words.digit(digit),
        barring=words.cells(barring),
    )


def _barring(position: Position, cells: list[Cell], digit: Digit) -> list[Cell]:
    """Return few placed cells of a digit that see all these cells; none if there are not such."""
    peers = position.rules.peers
    left, found = set(cells), []
    placed = [c for c, d in enumerate(position.digits) if d == digit]
    while left:
        best = max(placed, key=lambda c: len(left.intersection(peers[c])), default=None)
        if best is None or not left.intersection(peers[best]):
            return []
        found.append(best)
        left.difference_update(peers[best])
    return found


def naked_single(words: Words) -> Said:
    """Say why a cell has one candidate left."""
    ((cell, digit),) = words.step.placements
    seen = {words.position.digits[peer] for peer in words.rules.peers[cell]} - {0}
    sees_all = len(seen) == words.rules.size - 1
    key = "naked single" if sees_all else "naked single by marks"
    return words.concluded(key, cell=words.cell(cell), digit=words.digit(digit))


def confined(words: Words) -> Said:
    """Say that digits and cells of a house are each other's, and what that leaves to others."""
    evidence, name = words.evidence, words.step.technique
    if name.startswith("direct"):
        key = "direct hidden" if "hidden" in name else "direct locked"
        if key == "direct locked" and len(evidence.cover) > 1:
            key += " in house"
    elif name in {"pointing", "claiming"}:
        key = "locked"
    else:
        key = "hidden" if name.startswith("hidden") else "naked"
    return words.concluded(
        key,
        digits=words.digits_of(evidence.candidates),
        cells=words.cells(evidence.cells),
        base=words.houses(evidence.base),
        cover=words.houses(evidence.cover[:1]),
        third=words.houses(evidence.cover[1:2]),
        placed=words.cells_of(words.step.placements),
        digit=words.digits_of(words.step.placements),
    )


def _set(locked: LockedSet, words: Words) -> Said:
    digits = words.digits(digits_of_mask(locked.digits))
    return say("digits of cells", cells=words.cells(locked.cells), digits=digits)


def almost_locked(words: Words) -> Said:
    """Say which sets have one digit too many, and what each case comes to."""
    evidence = words.evidence
    return say(
        "step sets",
        sets=[
            say("named", name=LETTERS[i % 26], said=_set(locked, words))
            for i, locked in enumerate(evidence.sets)
        ],
        stem=say("stem", cells=words.cells(evidence.cells)) if evidence.cells else "",
        said=cases(words),
    )


def sue_de_coq(words: Words) -> Said:
    """Say that as many digits as cells are split between a line and a box."""
    middle, *others = words.evidence.sets
    return words.concluded(
        "sue de coq",
        base=words.houses(words.evidence.base),
        middle=_set(middle, words),
        sides=[_set(locked, words) for locked in others],
        number=len(words.evidence.cells),
        digits=words.digits(words.digits_in_sets()),
    )


def multi_sector(words: Words) -> Said:
    """Say which houses count which digits, and that these are as many as the cells."""
    evidence = words.evidence
    return words.concluded(
        "multi-sector",
        number=len(evidence.cells),
        cells=words.cells(evidence.cells),
        counted=[
            say("named", name=words.house(house), said=words.digits(digits_of_mask(one.digits)))
            for house, one in zip(evidence.cover, evidence.sets, strict=True)
        ],
    )


def aligned(words: Words) -> Said:
    """Say that every choice with the candidate empties another cell or breaks a rule."""
    others = words.cells_in_sets()
    return words.concluded(
        "aligned",
        cells=words.cells(words.evidence.cells),
        gone=words.candidates(words.step.eliminations, "or"),
        beside=say("or take last", cells=others) if others else "",
    )


def fish(words: Words) -> Said:
    """Say why the cover houses belong to the base, but for the fins."""
    evidence = words.evidence
    if evidence.inner:
        first, second = (fish(Words(inner, words.position)) for inner in evidence.inner)
        return words.concluded("siamese fish", first=first, second=second)
    fins = {*evidence.fins, *evidence.endo_fins}
    return words.concluded("finned fish" if fins else "fish", **_parts(words), number=len(fins))


def _parts(words: Words) -> dict[str, Said]:
    evidence = words.evidence
    outside = {cell for cell, _ in evidence.fins}
    twice = {cell for cell, _ in evidence.endo_fins}
    cover = words.houses(evidence.cover)
    key = "places with fins" if outside - twice else "places"
    said = [say(key, cover=cover, cells=words.cells(outside))]
    if twice:
        said.append(say("endo-fins", cells=words.cells(twice)))
    digits = words.digits_of(evidence.candidates)
    return {"base": words.houses(evidence.base), "digit": digits, "cover": cover, "places": [*said]}


def kraken(words: Words) -> Said:
    """Say what the fish excludes without its fins, and what each other case leads to."""
    proofs = words.evidence.proofs
    supposed = [proof[0].candidates[0] for proof in proofs]
    inside = [candidate for candidate in supposed if candidate not in words.evidence.fins]
    return words.concluded(
        "kraken fish of cells" if inside else "kraken fish",
        **_parts(words),
        inside=words.cells_of(inside),
        supposed=words.cells_of(supposed),
        cases=[case(proof, words) for proof in proofs],
    )


Explainer: TypeAlias = Callable[[Words], Said]
"""Says why a step follows."""

_EXPLAINERS: dict[str, Explainer] = {
    "full house": full_house,
    "naked single": naked_single,
    "singles": hidden_single,
    "direct": confined,
    "locked candidates": confined,
    "subsets": confined,
    "fish": fish,
    "kraken fish type 1": kraken,
    "kraken fish type 2": kraken,
    "almost locked sets": almost_locked,
    "sue de coq": sue_de_coq,
    "multi-sector sets": multi_sector,
    "aligned exclusion": aligned,
    "single digit": chain,
    "chains": chain,
    "remote pair": remote_pair,
    "w-wing": w_wing,
    "forcing chains": chain,
    "forcing nets": net,
    "tables": net,
    "wings": wing,
    "wxyz-wing": wxyz_wing,
    "rectangles": rectangle,
    "avoidable rectangle 1": avoidable,
    "avoidable rectangle 2": avoidable,
    "unique loops": loop,
    "graves": grave,
    "colours": colours,
    "templates": template,
    "impossible patterns": tridagon,
    "brute force": searched,
}
"""The function that explains the steps of a technique, or else of its family."""


def explainer(technique: str) -> Explainer:
    """Return the function that explains the steps of a technique."""
    return _EXPLAINERS.get(technique) or _EXPLAINERS[TECHNIQUES[technique].family]
