"""Sentences for locked candidates and for subsets, also where they make a single at once."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, counted, digits_in
from cpsudoku.logic.steps import Step


def _locked(step: Step, position: Position) -> str:
    """Say that a digit of one house lies within another."""
    words, evidence = Words(position), step.evidence
    digit = words.digits(digits_in(evidence.candidates))
    places = words.cells(evidence.cells)
    return (
        f"In {words.house(evidence.base[0])}, {digit} can only go in {places}, "
        f"{words.all_of(evidence.cells)} in {words.house(evidence.cover[0])}"
    )


def locked(step: Step, position: Position) -> str:
    """Say what a locked digit leaves to the rest of the other house."""
    words = Words(position)
    digit = words.digits(digits_in(step.evidence.candidates))
    return (
        f"{_locked(step, position)}. One of them is {digit}, so no other cell of "
        f"{words.house(step.evidence.cover[0])} is: {words.follows(step)}."
    )


def direct_locked(step: Step, position: Position) -> str:
    """Say that a locked digit leaves one place for it in a third house."""
    words, ((cell, digit),) = Words(position), step.placements
    houses = step.evidence.cover[1:]
    where = f" in {words.house(houses[0])}" if houses else ""
    return (
        f"{_locked(step, position)}. So {words.digit(digit)} is nowhere else in "
        f"{words.house(step.evidence.cover[0])}, which leaves {words.cell(cell)} as its only place"
        f"{where}."
    )


def naked(step: Step, position: Position) -> str:
    """Say that some cells share as many digits and use them up."""
    words, evidence = Words(position), step.evidence
    digits = words.digits(digits_in(evidence.candidates))
    number = counted(len(evidence.cells), "cell")
    return (
        f"The {number} {words.cells(evidence.cells)} have no candidates but {digits}. They use "
        f"these digits up, so no other cell of {words.houses(evidence.base)} has them: "
        f"{words.follows(step)}."
    )


def _hidden(step: Step, position: Position) -> str:
    words, evidence = Words(position), step.evidence
    digits = words.digits(digits_in(evidence.candidates))
    number = counted(len(evidence.cells), "cell")
    return (
        f"In {words.house(evidence.base[0])}, {digits} can only go in the {number} "
        f"{words.cells(evidence.cells)}, which leaves no room there for other digits"
    )


def hidden(step: Step, position: Position) -> str:
    """Say that some digits of a house share as many cells."""
    return f"{_hidden(step, position)}: {Words(position).follows(step)}."


def direct_hidden(step: Step, position: Position) -> str:
    """Say that a hidden subset leaves one place for another digit."""
    words, ((cell, digit),) = Words(position), step.placements
    return (
        f"{_hidden(step, position)}. So {words.cell(cell)} is the only place left for "
        f"{words.digit(digit)} in {words.house(step.evidence.base[0])}."
    )


TELLERS = {
    "direct pointing": direct_locked,
    "direct claiming": direct_locked,
    "direct hidden pair": direct_hidden,
    "direct hidden triplet": direct_hidden,
    "pointing": locked,
    "claiming": locked,
    **dict.fromkeys(
        ("locked pair", "locked triple", "naked pair", "naked triple", "naked quad"), naked
    ),
    **dict.fromkeys(("hidden pair", "hidden triple", "hidden quad"), hidden),
}
