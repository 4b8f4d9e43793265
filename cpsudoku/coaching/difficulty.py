"""How hard puzzles are, on the scales that people know, side by side.

A number of a path that did not end, for want of time or of techniques, is a lower bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING

from cpsudoku.logic.paths import Rating
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SCALES = ("explainer", "hodoku", "qqwing")
"""The scales, by the names of their orders."""

NOT_RATED = {
    Verdict.NONE: "no solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNKNOWN: "unknown whether it has one solution",
}
"""Why a puzzle is not rated."""

LEFT_OPEN = "techniques, and clues one by one, leave it open"
"""Why a puzzle with clues beside its houses is not rated: no bound holds, as people see more."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is.

    Args:
        verdict: what is known of its solutions; only one that is ``UNIQUE`` is rated.
        explainer: the rating on Sudoku Explainer's scale; None where it was not rated on it.
        hodoku: the rating on HoDoKu's; likewise.
        hodoku_class: ``easy``, ``medium``, ``hard``, ``unfair`` or ``extreme``; or empty.
        qqwing: qqwing's class: ``simple``, ``easy``, ``intermediate`` or ``expert``; or empty.
        clues: how many steps say what clues leave (`cpsudoku.coaching.clues`), on the first scale;
            they have no number.  None where houses are all there is.
    """

    puzzle: Puzzle
    verdict: Verdict
    explainer: Rating | None = None
    hodoku: Rating | None = None
    hodoku_class: str = ""
    qqwing: str = ""
    clues: int | None = None

    @property
    def why_not(self) -> str:
        """Why the puzzle is not rated; empty where it is."""
        if self.verdict in NOT_RATED:
            return NOT_RATED[self.verdict]
        is_rated = self.explainer is not None or self.hodoku is not None or self.qqwing
        return "" if is_rated or self.clues is None else LEFT_OPEN

    @property
    def er(self) -> float | None:
        """The number of the hardest step on Sudoku Explainer's scale."""
        return None if self.explainer is None else self.explainer.hardest / 10

    @property
    def ep(self) -> float | None:
        """The hardest up to the first placement."""
        return None if self.explainer is None else self.explainer.to_placement / 10

    @property
    def ed(self) -> float | None:
        """The first step's number."""
        return None if self.explainer is None else self.explainer.first / 10

    @property
    def at_least(self) -> bool:
        """Whether the numbers on Sudoku Explainer's scale are lower bounds."""
        return self.explainer is not None and not self.explainer.solved

    @property
    def hodoku_score(self) -> int | None:
        """HoDoKu's score; a lower bound where ``hodoku.solved`` is False."""
        return None if self.hodoku is None else self.hodoku.total

    @property
    def hardest(self) -> str | None:
        """The hardest technique, on the first scale that was asked for."""
        rating = self.explainer or self.hodoku
        return None if rating is None else rating.technique

    @property
    def steps(self) -> int | None:
        """How many steps there are, on the first scale that was asked for."""
        rating = self.explainer or self.hodoku
        return None if rating is None else rating.steps

    def __str__(self) -> str:
        if self.why_not:
            return f"not rated: {self.why_not}"
        parts = []
        if self.explainer is not None:
            bound = "≥ " if self.at_least else ""
            parts.append(f"ER {bound}{self.er} EP {self.ep} ED {self.ed}")
        if self.hodoku is not None:
            bound = "" if self.hodoku.solved else "≥ "
            parts.append(f"HoDoKu {self.hodoku_class} {bound}{self.hodoku_score}")
        if self.qqwing:
            parts.append(f"qqwing {self.qqwing}")
        if self.hardest is not None:
            parts.append(self.hardest)
        if self.steps is not None:
            parts.append(f"{self.steps} steps")
        if self.clues is not None:
            parts.append(f"{self.clues} of clues")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class Difficulties:
    """How hard many puzzles are, as arrays of shape (n,).

    Numbers of a puzzle that is not rated are 0, and indices −1.

    Args:
        verdicts: for each puzzle an index into `VERDICTS`; only those that are unique are rated.
        er: Sudoku Explainer's numbers in tenths, int32: the hardest step.
        ep: the hardest up to the first placement.
        ed: the first step.
        at_least: whether these three are lower bounds.
        hodoku_class: indices into `cpsudoku.logic.classes.HODOKU_CLASSES`.
        hodoku_score: HoDoKu's scores.
        hodoku_at_least: whether the score is a lower bound.
        qqwing: indices into `cpsudoku.logic.classes.QQWING_CLASSES`.
        hardest: indices into `names`: the hardest technique on the first scale asked for.
        steps: how many steps there are on that scale.
        names: names of the techniques.
    """

    verdicts: NDArray[np.int8]
    er: NDArray[np.int32]
    ep: NDArray[np.int32]
    ed: NDArray[np.int32]
    at_least: NDArray[np.bool_]
    hodoku_class: NDArray[np.int8]
    hodoku_score: NDArray[np.int32]
    hodoku_at_least: NDArray[np.bool_]
    qqwing: NDArray[np.int8]
    hardest: NDArray[np.int32]
    steps: NDArray[np.int32]
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.verdicts)

    def take(self, numbers: Sequence[int]) -> Difficulties:
        """Return what is said of some of the puzzles.

        Args:
            numbers: which, in any order.
        """
        picked = list(numbers)
        columns = [column.name for column in fields(self) if column.name != "names"]
        return replace(self, **{name: getattr(self, name)[picked] for name in columns})


VERDICTS = (Verdict.UNIQUE, Verdict.NONE, Verdict.MULTIPLE, Verdict.UNKNOWN)
"""The verdicts that a puzzle may have before it is rated."""
