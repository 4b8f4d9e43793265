"""Asks a question of all puzzles that a command reads, and writes the answers, perhaps in time."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

from cpsudoku.asking.outcomes import Ending, Status, status_of
from cpsudoku.asking.question import Question
from cpsudoku.asking.questions.copy import Copy
from cpsudoku.asking.run import Sink, Watch, run
from cpsudoku.cli import failures, progress
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.names import counted
from cpsudoku.ground.processes.child import interrupting
from cpsudoku.rows import sinks
from cpsudoku.rows.answers import Form
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.output import is_stdout
from cpsudoku.rows.source import SHOWN_BAD, Source, skipped


def answer(
    source: Source,
    question: Question[Any],
    *,
    jobs: int | None,
    path: Path | None,
    kind: str,
    as_json: bool,
    quiet: bool,
    can_draw: bool = True,
) -> Status:
    """Ask a question, write the answers and a summary, and return the exit status.

    Args:
        path: the file to write; None for standard output.
        kind: the table to write; empty for lines or, with `as_json`, for all that is known.
        can_draw: whether one puzzle at a terminal is drawn.
    """
    advice: dict[str, None] = {}

    def watch(row: Row, found: Any) -> None:
        if words := question.advice(row, found):
            advice[words] = None

    sink = opened(source, question, path, kind, as_json=as_json, can_draw=can_draw)
    how: dict[str, Any] = {"jobs": jobs, "path": path, "quiet": quiet, "watch": watch}
    counts = answered(source, question, sink, **how)
    status = summed_up(counts, question, bad=source.bad, quiet=quiet)
    for words in () if quiet else advice:
        failures.report(words)
    return status


def answered(
    blocks: Iterable[Block],
    question: Question[Any],
    opened_sink: AbstractContextManager[Sink],
    *,
    jobs: int | None,
    path: Path | None,
    quiet: bool,
    watch: Watch = lambda row, answer: None,
) -> Counter[Ending]:
    """Ask a question and write the answers, while a bar shows how far that is."""

    def seen(row: Row, found: Any) -> None:
        if words := question.remark(row, found):
            failures.say(words)
        watch(row, found)

    shows_answers = is_stdout(path) and sys.stdout.isatty()
    total = (lambda: blocks.total) if isinstance(blocks, Source) else None
    bar = progress.bar(question.what, total=total, quiet=quiet or shows_answers)
    with opened_sink as sink, bar as advance:
        return run(blocks, question, sink, jobs=jobs, progress=advance, watch=seen)


def opened(
    source: Source | None, question: Question[Any], path: Path | None, kind: str, *,
    as_json: bool = False, can_draw: bool = True, lossy: bool = False,
) -> AbstractContextManager[Sink]:  # fmt: skip
    """Open what answers are written to, as `answer` takes it.

    Args:
        source: what shows whether there is one puzzle, which may be drawn; None if it cannot be.
        lossy: drop pencil marks if the notation has no place for them.
    """
    if kind:
        return sinks.opened_puzzles(path, kind, lossy=lossy)
    if as_json:
        return sinks.opened_documents(path, question.names.get(Form.DOCUMENT, ()))
    at_terminal = path is None and sys.stdout.isatty()
    may_draw = (question.is_drawn or at_terminal) and can_draw
    is_drawn = source is not None and may_draw and source.is_one()
    form = Form.PICTURE if is_drawn else Form.LINE
    return sinks.opened_lines(path, form, notation=question.notation)


def copied(
    blocks: Iterable[Block], path: Path | None, kind: str, *, lossy: bool = False, quiet: bool
) -> int:
    """Write puzzles with all that they came with, and return how many there were.

    Args:
        kind: a table or a notation.
    """
    sink = opened(None, Copy(), path, kind, lossy=lossy)
    return answered(blocks, Copy(), sink, jobs=None, path=path, quiet=quiet).total()


def summed_up(counts: Counter[Ending], question: Question[Any], *, bad: int, quiet: bool) -> Status:
    """Report on stderr what came of several puzzles; return the status."""
    total = counts.total()
    if quiet or total + bad < 2:
        if bad > SHOWN_BAD:
            failures.report(skipped(bad))
        return status_of(counts)
    each = [(outcome.words, counts[outcome]) for outcome in question.outcomes]
    parts = ", ".join(f"{number} {words}" for words, number in each if number)
    said = counted(total, "puzzle") + (f": {parts}" if parts else "")
    failures.report(f"{said}; {skipped(bad)}" if bad else said)
    return status_of(counts)


Item = TypeVar("Item")


class Limit:
    """Ends a run in time, with what was finished by then."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self.deadline = Deadline(seconds)
        self.reached = False

    def until(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items until time runs out, also in the middle of making one.

        What is done with an item, such as writing it, is never interrupted.
        """
        source = iter(items)
        while True:
            try:
                with interrupting(self.deadline):
                    item = next(source)
            except StopIteration:
                return
            except OutOfTimeError:
                self.reached = True
                return
            yield item

    def status(self, done: int, what: str = "puzzle") -> Status:
        """Return the exit status of a run that went well; says how far it came if time ran out."""
        if not self.reached:
            return Status.DONE
        failures.report(
            f"the timeout of {self._seconds:g} s was reached after {counted(done, what)}"
        )
        return Status.UNKNOWN
