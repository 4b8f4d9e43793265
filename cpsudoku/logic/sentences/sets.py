"""Sentences for singles, subsets, fish and larger sets: what houses or cells leave open."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences import chains
from cpsudoku.logic.sentences.words import LETTERS, Words
from cpsudoku.logic.steps import LockedSet
from cpsudoku.rules import Cell, Digit, digits_of_mask
from cpsudoku.words import Said, say


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
        said=chains.cases(words),
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
        cases=[chains.case(proof, words) for proof in proofs],
    )
