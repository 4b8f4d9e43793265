"""What commands say of smallest reasons: ``explain``, ``rate`` and ``explain-conflict``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from cpsudoku.cli import failures, output, records
from cpsudoku.cli.bundles import Answering
from cpsudoku.cli.output import Paced
from cpsudoku.cli.paths import PathWriter
from cpsudoku.cli.rated_tables import cells
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.cli.status import Status
from cpsudoku.coaching.explaining import REASONS
from cpsudoku.errors import OptionError
from cpsudoku.formats import Record, Writer
from cpsudoku.formats.base import locating_errors
from cpsudoku.logic import Position, Rating
from cpsudoku.reasons.finding import MOST
from cpsudoku.reasons.paths import ReasonPath

_ENDS = {
    "solved": (Status.DONE, ""),
    "open": (Status.DONE, ""),
    "stuck": (Status.NO, "nothing more follows: there are several solutions"),
    "broken": (Status.NO, "the puzzle has no solution"),
    "limit": (Status.UNKNOWN, "time ran out"),
}
_TOO_BIG = "nothing more follows without what is too big to be looked at: "


class PathOptions(NamedTuple):
    """How the steps of each puzzle are written, and which.

    Args:
        style: one of `cpsudoku.cli.paths.STYLES`.
        path: where to; None for standard output.
        last: the number of the last step; None for all.
        only: the number of the one step that is written; None for all.
        most: a reason of more houses and clues than this is taken apart.
        cost: what a smallest reason has the fewest of.
        seconds: wall-clock limit for each puzzle; None for none.
    """

    style: str
    path: Path | None
    last: int | None
    only: int | None
    most: int
    cost: str
    seconds: float | None
    quiet: bool

    def explain(self, record: Record, out: Paced | None = None) -> Status:
        """Write the steps of a puzzle, each with the smallest reason.

        Args:
            out: where the steps of several go; None for one alone.
        """
        with locating_errors(record):
            path = ReasonPath(
                Position.of(record.puzzle), seconds=self.seconds, most=self.most, by=self.cost
            )
            status, said = self._explained(path, record, out)
        if said and not self.quiet:
            place = f"{record.place}: " if out is not None and record.place else ""
            failures.tell(place + said)
        return status

    def _explained(self, path: ReasonPath, record: Record, out: Paced | None) -> tuple[Status, str]:
        last = self.only if self.only is not None else self.last
        with PathWriter(
            self.style,
            self.path,
            path.position,
            out=out,
            alone=self.only is not None,
            about=None if out is None else record,
        ) as writer:
            number = 0
            while last is None or number < last:
                step = next(path, None)
                if step is None:
                    break
                number += 1
                if self.only in (None, number):
                    writer.clue(number, step)
            status, said = ended(path.end, path)
            writer.end(path.position, _rating(path), said)
        return status, said


def ended(end: str, path: ReasonPath) -> tuple[Status, str]:
    """Return the status that the end of a path means, and what is said of it.

    Args:
        end: how it ended.
        path: what looked for smallest reasons on it.
    """
    if end == "stuck" and path.too_big:
        return Status.UNKNOWN, _TOO_BIG + ", ".join(path.too_big)
    return _ENDS[end]


def _rating(path: ReasonPath) -> Rating:
    """Return what a path comes to, as the end of a page shows it."""
    sizes = path.sizes
    largest, placed = sizes.largest, path.position.solved
    return Rating(REASONS, sizes.end, largest, None, largest, 0, sizes.total, sizes.steps, placed)


def rate(reader: PuzzleStream, answering: Answering, seconds: float | None) -> Status:
    """Write for each puzzle the sizes of its reasons: the largest, the largest part and the sum.

    Args:
        reader: the puzzles.
        answering: where to and how.
        seconds: wall-clock limit for each puzzle; None for none.
    """
    as_json = _is_json(answering)
    worst = Status.DONE
    with output.destination(answering.output_file) as out:
        telling = Writer(out, "line", bare=as_json)
        for record in reader:
            with locating_errors(record):
                path = ReasonPath(Position.of(record.puzzle), seconds=seconds, most=MOST)
                for _ in path:
                    pass
            status, said = ended(path.end, path)
            worst = Status.worst(worst, status)
            if as_json:
                document = {**path.sizes.as_json(), "too_big": list(path.too_big)}
                out.write(json.dumps(records.answered(record, document)) + "\n")
            else:
                if record.puzzle.rules.board.is_square:
                    telling.tell(record.puzzle.rules)
                out.write(f"{cells(record.puzzle)} # {_sizes(path, said)}\n")
    return worst


def _is_json(answering: Answering) -> bool:
    if answering.kind not in {"", "jsonl"}:
        raise OptionError(f"reasons as {answering.kind}; expected lines of text or --json")
    return answering.as_json or answering.kind == "jsonl"


def _sizes(path: ReasonPath, said: str) -> str:
    sizes = path.sizes
    bound = "" if sizes.end == "solved" else "≥ "
    text = (
        f"largest {bound}{sizes.largest}, largest part {bound}{sizes.largest_part}, "
        f"sum {bound}{sizes.total}, {sizes.steps} steps"
    )
    return f"{text}; {said}" if said else text


def conflict(reader: PuzzleStream, answering: Answering, seconds: float | None) -> Status:
    """Write for each puzzle without a solution the steps that lead to a contradiction.

    Args:
        seconds: wall-clock limit for each puzzle; None for none.
    """
    as_json = _is_json(answering)
    worst = Status.DONE
    with output.destination(answering.output_file) as out:
        for record in reader:
            with locating_errors(record):
                path = ReasonPath(Position.of(record.puzzle), seconds=seconds, most=MOST)
                steps = path.to_contradiction()
            status, said = _of_conflict(path)
            worst = Status.worst(worst, status)
            if said and not answering.quiet:
                failures.tell(said)
            if as_json:
                listed = [step.as_json() for step in steps]
                document: dict[str, object] = {"end": path.end, "steps": listed}
                written = records.answered(record, document)
                out.write(json.dumps(written, ensure_ascii=False) + "\n")
            else:
                for number, step in enumerate(steps, start=1):
                    out.write(f"{number}. {step.sentence}\n")
    return worst


def _of_conflict(path: ReasonPath) -> tuple[Status, str]:
    if path.end == "broken":
        return Status.DONE, ""
    if path.end == "solved":
        return Status.NO, "no conflict: there is a solution"
    return ended(path.end, path)
