"""About how many solutions has a puzzle, by random walks?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cpsudoku.asking import estimation
from cpsudoku.asking.estimation import Estimate
from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Fields, Form
from cpsudoku.rows.block import Row

SAMPLES = estimation.DEFAULT_SAMPLES
CONFIDENCE = 0.95


class EstimateEnding(Ending):
    """Outcomes of an estimate."""

    ESTIMATED = "estimated", Status.DONE
    NONE = "without solution", Status.NO
    NO_HIT = "without estimate", Status.UNKNOWN
    OUT_OF_TIME = "out of time", Status.UNKNOWN


@dataclass(frozen=True)
class EstimateSolutions(Question[Estimate]):
    """An estimate of the number of solutions, with its error.

    Args:
        samples: random walks for each puzzle.
        seconds: limit for a puzzle; None for none.
    """

    samples: int = SAMPLES
    seconds: float | None = None
    seed: int = 0
    outcomes: ClassVar = EstimateEnding
    what: ClassVar = "walking"
    names: ClassVar = {
        Form.DOCUMENT: (
            "estimate", "standard_error", "interval", "confidence", "walks", "walks_to_a_solution",
            "time_ran_out_before_walks",
        ),
    }  # fmt: skip
    is_slow: ClassVar = True

    def alone(self, puzzle: Puzzle) -> Estimate:
        return estimation.estimate(
            puzzle, samples=self.samples, seconds=self.seconds, seed=self.seed
        )

    def outcome(self, row: Row, answer: Estimate) -> EstimateEnding:
        if answer.interval is not None and not answer.hits:
            return EstimateEnding.NONE
        if answer.samples < self.samples:
            return EstimateEnding.OUT_OF_TIME
        return EstimateEnding.ESTIMATED if answer.hits else EstimateEnding.NO_HIT

    def words(self, row: Row, answer: Estimate) -> str:
        is_cut = self.outcome(row, answer) is EstimateEnding.OUT_OF_TIME
        more = f"; time ran out before {self.samples} walks" if is_cut else ""
        return f"{answer}{more}"

    def document(self, row: Row, answer: Estimate) -> Fields:
        # Decimal text: such a number may be beyond any float.
        ends = None if answer.interval is None else [f"{end:.6e}" for end in answer.interval]
        found: dict[str, Any] = {
            "estimate": f"{answer.value:.6e}" if answer.hits else None,
            "standard_error": f"{answer.standard_error:.3e}" if answer.hits else None,
            "interval": ends,
            "confidence": CONFIDENCE,
            "walks": answer.samples,
            "walks_to_a_solution": answer.hits,
        }
        if self.outcome(row, answer) is EstimateEnding.OUT_OF_TIME:
            found["time_ran_out_before_walks"] = self.samples
        return found
