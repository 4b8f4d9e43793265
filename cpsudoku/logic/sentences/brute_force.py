"""The sentence for brute force, in which there is nothing to see."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words
from cpsudoku.logic.steps import Step


def searched(step: Step, position: Position) -> str:
    """Say that a search has decided."""
    return (
        "No technique that is looked for finds anything here; trying all the other digits of the "
        f"cell shows that none leads to a solution: {Words(position).follows(step)}."
    )
