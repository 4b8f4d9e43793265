"""Sentences for locked candidates and for subsets, also where they make a single at once."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Step
from cpsudoku.words import Said

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
"""The sentence that tells each technique."""


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


TELLERS = dict.fromkeys(_NAMES, confined)
