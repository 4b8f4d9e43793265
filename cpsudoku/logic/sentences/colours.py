"""Sentences for colours: two classes of candidates, one of which is true."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Candidate, Step

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What the colours are called: A and B are opposites, so are C and D."""


def colours(step: Step, position: Position) -> str:
    """Say which colours there are, and why something cannot be."""
    words, classes = Words(position), step.evidence.colours
    several = len({d for c in classes for _, d in c}) > 1
    said = [
        f"{NAMES[number]}: {_class(words, found, several)}" for number, found in enumerate(classes)
    ]
    pairs = [f"{NAMES[number]} or {NAMES[number + 1]}" for number in range(0, len(classes), 2)]
    what = (
        "These candidates"
        if several
        else (f"The places for {words.digits(digits_in(step.evidence.candidates))}")
    )
    return (
        f"{what} are joined by strong links, which gives them colours ({'; '.join(said)}). "
        f"{' and '.join(pairs)} is true as a whole. {_reason(step)}: {words.follows(step)}."
    )


def _class(words: Words, found: tuple[Candidate, ...], several: bool) -> str:
    return words.candidates(found) if several else words.cells(cell for cell, _ in found)


def _reason(step: Step) -> str:
    gone = set(step.eliminations)
    for number, found in enumerate(step.evidence.colours):
        if gone >= set(found):
            return f"{NAMES[number]} cannot be, as it would exclude itself or what must be true"
    if len(step.evidence.colours) > 2:
        return "What two colours exclude, of which one must be true, goes"
    return "What both exclude goes"
