"""What does a publisher want to know of a puzzle?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from cpsudoku.asking.question import Question
from cpsudoku.asking.questions.rate import Rated
from cpsudoku.logic.explaining.difficulty import document as rating
from cpsudoku.logic.explaining.reporting import MINUTES_SOURCE, Report, report
from cpsudoku.logic.paths import UNFINISHED
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.answers import Fields
from cpsudoku.rows.block import Row

_MOST = 12
"""More numbers of steps than these are not listed."""


@dataclass(frozen=True)
class Reports(Question[Report]):
    """A rating with bottlenecks, steps that stand out, and how long the puzzle may take.

    Args:
        seconds: limit for a puzzle; None for none.
    """

    seconds: float | None = None
    outcomes: ClassVar = Rated
    what: ClassVar = "rating"
    names: ClassVar = {}
    is_slow: ClassVar = True

    def alone(self, puzzle: Puzzle) -> Report:
        return report(puzzle, seconds=self.seconds)

    def outcome(self, row: Row, answer: Report) -> Rated:
        found = answer.difficulty
        if found.verdict in {Verdict.NONE, Verdict.MULTIPLE}:
            return Rated[found.verdict.name]
        is_whole = found.end == "solved" and None not in answer.ways
        return Rated.RATED if is_whole else Rated.CUT

    def line(self, row: Row, answer: Report) -> str:
        said = _lines(answer) if answer.techniques else ()
        return "\n  ".join((str(row.puzzle), str(answer.difficulty), *said)) + "\n"

    def columns(self, row: Row, answer: Report) -> Fields:
        return self.document(row, answer)

    def document(self, row: Row, answer: Report) -> Fields:
        found = rating(answer.difficulty)
        if not answer.difficulty.why_not:
            found["report"] = answer.as_json()
        return found


def _lines(found: Report) -> Iterable[str]:
    if found.end in UNFINISHED:
        yield f"of the first {len(found.techniques)} steps alone:"
    counts = Counter(found.techniques)
    yield "techniques: " + ", ".join(f"{name} {times}" for name, times in counts.items())
    narrow = found.bottlenecks
    if narrow:
        yield f"only one way on at {_steps(narrow)} of {len(found.ways)}"
    else:
        yield "several ways on at every step that was counted"
    if None in found.ways:
        yield f"time ran out before the ways on were counted at {found.ways.count(None)} steps"
    for number in found.spikes[:_MOST]:
        counted = found.numbers[number - 1] / 10
        yield f"stands out: step {number}, {found.techniques[number - 1]} ({counted})"
    if found.once:
        yield f"needed just once: {', '.join(found.once)}"
    if found.minutes is not None:
        yield f"about {found.minutes:.0f} minutes ({MINUTES_SOURCE})"
    yield f"symmetry of the givens: {found.symmetry}"


def _steps(numbers: tuple[int, ...]) -> str:
    listed = ", ".join(map(str, numbers[:_MOST]))
    more = f" and {len(numbers) - _MOST} more" if len(numbers) > _MOST else ""
    return f"step{'s' if len(numbers) > 1 else ''} {listed}{more}"
