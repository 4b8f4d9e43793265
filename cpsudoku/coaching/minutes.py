"""How long a person may take for a puzzle."""

from __future__ import annotations

from cpsudoku.coaching.difficulty import Difficulty

SOURCE = ""


def expected(difficulty: Difficulty) -> float | None:
    """Return the minutes that a person may take; None where nobody knows."""
    return None
