"""Sentences for singles: where a digit must go, and what leaves it no other place."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words
from cpsudoku.logic.steps import Step
from cpsudoku.rules import Cell, Digit


def full_house(step: Step, position: Position) -> str:
    """Say which digit is the last that a house lacks."""
    words, ((cell, digit),) = Words(position), step.placements
    return (
        f"{words.cell(cell)} is the last open cell of {words.house(step.evidence.base[0])}, "
        f"and {words.digit(digit)} is the digit still missing there: {words.follows(step)}."
    )


def hidden_single(step: Step, position: Position) -> str:
    """Say where a house's only place for a digit is, and which digits bar the others."""
    words, ((cell, digit),) = Words(position), step.placements
    house, said = step.evidence.base[0], words.digit(digit)
    only = f"In {words.house(house)}, {words.cell(cell)} is the only place left for {said}"
    cells = position.rules.groups[house].cells
    others = [c for c in cells if c != cell and not position.digits[c]]
    barring = _barring(position, others, digit)
    if not barring:
        return f"{only}: {words.follows(step)}."
    bar = f"{said} in {words.cells(barring)} bars"
    if len(barring) > 1:
        bar = f"{said}s in {words.cells(barring)} bar"
    return f"{only}: the {bar} the others. {_so(words, step)}"


def _so(words: Words, step: Step) -> str:
    return f"So {words.follows(step)}."


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


def naked_single(step: Step, position: Position) -> str:
    """Say why a cell has one candidate left."""
    words, ((cell, digit),) = Words(position), step.placements
    seen = {position.digits[peer] for peer in position.rules.peers[cell]} - {0}
    if len(seen) == position.rules.size - 1:
        return (
            f"{words.cell(cell)} sees every digit but {words.digit(digit)}: {words.follows(step)}."
        )
    return f"{words.digit(digit)} is the only candidate left in {words.cell(cell)}."


TELLERS = {
    "full house": full_house,
    "hidden single in box": hidden_single,
    "hidden single": hidden_single,
    "naked single": naked_single,
}
