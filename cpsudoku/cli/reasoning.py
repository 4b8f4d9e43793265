"""Smallest reasons in ``explain``, ``rate``, ``explain-conflict`` and ``redundant``."""

from __future__ import annotations

import io
from collections import deque
from typing import NamedTuple

from cpsudoku.bulk.asking import Shared
from cpsudoku.cli import diagnosing
from cpsudoku.cli.declaring import Declared, Name, option
from cpsudoku.cli.options import Answering
from cpsudoku.cli.rating import STATUSES
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.cli.status import Status
from cpsudoku.coaching.explaining import MODES, REASONS, WITH_REASONS
from cpsudoku.diagnosis.conflict import named
from cpsudoku.formats import Record, Writer
from cpsudoku.formats.writing import cells_of
from cpsudoku.logic import ORDERS, TECHNIQUES, Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.needs import ClueNeeds, clue_needs
from cpsudoku.reasons.paths import ReasonPath, Sizes
from cpsudoku.reasons.steps import COSTS

_ENDS = {
    "solved": (Status.DONE, ""),
    "open": (Status.DONE, ""),
    "stuck": (Status.NO, "nothing more follows: there are several solutions"),
    "broken": (Status.NO, "the puzzle has no solution"),
    "limit": (Status.UNKNOWN, "time ran out"),
}
_TOO_BIG = "nothing more follows without what is too big to be looked at: "


STEPS = "Steps"
"""The heading of options that say which steps are looked for."""

MODE = option(
    "--mode NAME",
    "Way of looking: candidates, or direct for what is seen without pencil marks.",
    "candidates",
    heading=STEPS,
    kind=Name("mode", MODES),
)
COST = option(
    "--cost NAME",
    "What smallest reasons have least of: houses (and clues), or elements.",
    "houses",
    heading=STEPS,
    kind=Name("cost", COSTS),
)


def _orders() -> tuple[str, ...]:
    names = (*ORDERS, *TECHNIQUES)
    return (*names, *(f"{name}+{REASONS}" for name in names), REASONS)


def order_option(default: str) -> Declared:
    """Return the option ``--order``."""
    named = ", ".join((*ORDERS, *WITH_REASONS))
    return option(
        "--order NAME",
        f"Order of techniques: {named}, or techniques with commas between.",
        default,
        heading=STEPS,
        kind=Name(
            "order",
            _orders,
            between=",",
            expected=f"expected one of {named}, or techniques with commas between them",
        ),
    )


def ended(end: str, too_big: tuple[str, ...]) -> tuple[Status, str]:
    """Return the status that the end of a path means, and what is said of it."""
    if end == "stuck" and too_big:
        return Status.UNKNOWN, _TOO_BIG + ", ".join(too_big)
    return _ENDS[end]


class _Measured(NamedTuple):
    """What a path came to, as processes send it to one another."""

    sizes: Sizes
    too_big: tuple[str, ...]

    @property
    def ended(self) -> tuple[Status, str]:
        return ended(self.sizes.end, self.too_big)


def _measured(puzzle: Puzzle, seconds: float | None) -> _Measured:
    path = ReasonPath(Position.of(puzzle), seconds=seconds)
    deque(path, maxlen=0)
    return _Measured(path.sizes, path.too_big)


def rate(reader: PuzzleStream, answering: Answering, seconds: float | None) -> Status:
    """Write for each puzzle the sizes of its reasons: the largest, the largest part and the sum."""
    question = Shared.asking(_measured, seconds=seconds)
    text = io.StringIO()
    writer = Writer(text, "line", bare=answering.as_json)

    def line(record: Record, found: _Measured) -> str:
        text.seek(0)
        text.truncate()
        if (rules := record.puzzle.rules).board.is_square:
            writer.write_rules(rules)
        return f"{text.getvalue()}{cells_of(record.puzzle)} # {_sizes(found)}\n"

    shown = diagnosing.Shown(
        line,
        lambda _, found: {**found.sizes.as_json(), "too_big": list(found.too_big)},
        _rated,
        STATUSES,
    )
    return shown.run(question, reader, answering, what="rating")


def _rated(found: _Measured) -> str:
    status, _ = found.ended
    if status is Status.NO:
        return "without solution" if found.sizes.end == "broken" else "with several solutions"
    return "rated" if status is Status.DONE else "not rated to the end"


def _sizes(found: _Measured) -> str:
    sizes, (_, said) = found.sizes, found.ended
    bound = "" if sizes.end == "solved" else "≥ "
    text = (
        f"largest {bound}{sizes.largest}, largest part {bound}{sizes.largest_part}, "
        f"sum {bound}{sizes.total}, {sizes.steps} steps"
    )
    return f"{text}; {said}" if said else text


class _Broken(NamedTuple):
    """The steps to a contradiction in words and as JSON, as processes send them to one another."""

    end: str
    too_big: tuple[str, ...]
    sentences: tuple[str, ...]
    documents: tuple[dict[str, object], ...]


def _broken(puzzle: Puzzle, seconds: float | None) -> _Broken:
    path = ReasonPath(Position.of(puzzle), seconds=seconds)
    steps = path.to_contradiction()
    sentences = tuple(step.sentence for step in steps)
    return _Broken(path.end, path.too_big, sentences, tuple(step.as_json() for step in steps))


_CONFLICTS = {"conflict": Status.DONE, "with a solution": Status.NO, "unknown": Status.UNKNOWN}


def conflict(reader: PuzzleStream, answering: Answering, seconds: float | None) -> Status:
    """Write for each puzzle without a solution the steps that lead to a contradiction."""
    question = Shared.asking(_broken, seconds=seconds)
    shown = diagnosing.Shown(
        lambda record, found: _conflict_text(f"{record.place}: " if record.place else "", found),
        lambda _, found: {"end": found.end, "steps": list(found.documents)},
        _conflict,
        _CONFLICTS,
        drawn=lambda _, found: _conflict_text("", found),
        columns=lambda _, found: {"end": found.end, "sentences": list(found.sentences)},
    )
    return shown.run(question, reader, answering)


def _conflict(found: _Broken) -> str:
    if found.end == "broken":
        return "conflict"
    several = found.end == "stuck" and not found.too_big
    return "with a solution" if several or found.end == "solved" else "unknown"


def _conflict_text(place: str, found: _Broken) -> str:
    if found.end != "broken":
        _, said = ended(found.end, found.too_big)
        return f"{place}{'no conflict: there is a solution' if found.end == 'solved' else said}\n"
    numbered = enumerate(found.sentences, start=1)
    return "".join(f"{place}{number}. {said}\n" for number, said in numbered)


def needs(reader: PuzzleStream, answering: Answering, seconds: float | None) -> Status:
    """Write for each puzzle at which step each of its clues is needed first."""
    question = Shared.asking(clue_needs, seconds=seconds)
    shown = diagnosing.Shown(
        _needs_line,
        lambda record, found: {
            "end": found.end,
            "steps": found.steps,
            "clues": [
                {"clue": named(need.clue, record.puzzle.rules.board), "first_step": need.step}
                for need in found.clues
            ],
        },
        lambda found: "solved" if found.end == "solved" else "not solved by steps",
        {"solved": Status.DONE, "not solved by steps": Status.UNKNOWN},
    )
    return shown.run(question, reader, answering)


def _needs_line(record: Record, found: ClueNeeds) -> str:
    board = record.puzzle.rules.board
    place = f"{record.place}: " if record.place else ""
    said = [
        f"{named(need.clue, board)} is first needed at step {need.step} of {found.steps}"
        if need.step is not None
        else f"no step needs {named(need.clue, board)}"
        for need in found.clues
    ]
    _, why = ended(found.end, ())
    end = f"; the steps end before the solution: {why}" if why else ""
    return f"{place}{'; '.join(said) or 'no clue beside houses and givens'}{end}\n"
