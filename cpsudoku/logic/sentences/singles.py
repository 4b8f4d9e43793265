"""Sentences for singles, locked candidates and subsets: what a house or its cells leave open."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Step
from cpsudoku.rules import Cell, Digit
from cpsudoku.words import Said


def full_house(step: Step, position: Position) -> Said:
    """Say which digit is the last that a house lacks."""
    words, ((cell, digit),) = Words(position), step.placements
    house = words.house(step.evidence.base[0])
    return words.step(
        "full house", step, cell=words.cell(cell), house=house, digit=words.digit(digit)
    )


def hidden_single(step: Step, position: Position) -> Said:
    """Say where a house's only place for a digit is, and which digits rule out the others."""
    words, ((cell, digit),) = Words(position), step.placements
    house = step.evidence.base[0]
    cells = position.rules.groups[house].cells
    others = [c for c in cells if c != cell and not position.digits[c]]
    barring = _barring(position, others, digit)
    return words.step(
        "hidden single" if barring else "hidden single by marks",
        step,
        house=words.house(house),
        cell=words.cell(cell),
        digit=words.digit(digit),
        barring=words.cells(barring),
    )


def _barring(position: Position, cells: list[Cell], digit: Digit) -> list[Cell]:
    """Return few placed cells of a digit that see all these cells; none if there are not such."""
    left, found = set(cells), []
    placed = [c for c, d in enumerate(position.digits) if d == digit]
    while left:
        best = max(
            placed, key=lambda c: len(left.intersection(position.rules.peers[c])), default=None
        )
        if best is None or not left.intersection(position.rules.peers[best]):
            return []
        found.append(best)
        left.difference_update(position.rules.peers[best])
    return sorted(found)


def naked_single(step: Step, position: Position) -> Said:
    """Say why a cell has one candidate left."""
    words, ((cell, digit),) = Words(position), step.placements
    seen = {position.digits[peer] for peer in position.rules.peers[cell]} - {0}
    sees_all = len(seen) == position.rules.size - 1
    key = "naked single" if sees_all else "naked single by marks"
    return words.step(key, step, cell=words.cell(cell), digit=words.digit(digit))


_NAMES = {
    "direct pointing": "direct locked",
    "direct claiming": "direct locked",
    "direct hidden pair": "direct hidden",
    "direct hidden triplet": "direct hidden",
    "pointing": "locked",
    "claiming": "locked",
    **dict.fromkeys(
        ("locked pair", "locked triple", "naked pair", "naked triple", "naked quad"), "naked"
    ),
    **dict.fromkeys(("hidden pair", "hidden triple", "hidden quad"), "hidden"),
}
"""The sentence of each technique."""


def confined(step: Step, position: Position) -> Said:
    """Say that digits and cells of a house are each other's, and what that leaves to others."""
    words, evidence = Words(position), step.evidence
    key = _NAMES[step.technique]
    if key == "direct locked" and len(evidence.cover) > 1:
        key += " in house"
    return words.step(
        key,
        step,
        digits=words.digits(digits_in(evidence.candidates)),
        cells=words.cells(evidence.cells),
        base=words.houses(evidence.base),
        cover=words.houses(evidence.cover[:1]),
        third=words.houses(evidence.cover[1:2]),
        placed=words.cells(cell for cell, _ in step.placements),
        digit=words.digits(digits_in(step.placements)),
    )


EXPLAINERS = {
    "full house": full_house,
    "hidden single in box": hidden_single,
    "hidden single": hidden_single,
    "naked single": naked_single,
    **dict.fromkeys(_NAMES, confined),
}
