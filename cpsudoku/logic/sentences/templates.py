"""Sentences for templates: all ways to place a digit everywhere."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Step


def template(step: Step, position: Position) -> str:
    """Say what all templates of a digit have, or what none has."""
    words = Words(position)
    digit = words.digits(digits_in((*step.placements, *step.eliminations)))
    own = {d for _, d in (*step.placements, *step.eliminations)}
    placed = digits_in(c for inner in step.evidence.inner for c in inner.placements)
    others = [d for d in placed if d not in own]
    before = f", given what the same shows for {words.digits(others)}," if others else ""
    if step.placements:
        return (
            f"Every way to place all missing {digit}s{before} uses these cells: "
            f"{words.follows(step)}."
        )
    return f"No way to place all missing {digit}s{before} uses these cells: {words.follows(step)}."
