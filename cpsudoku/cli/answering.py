"""Asks a question of all puzzles that a command reads, and writes the answers, perhaps in time."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, TypeVar

from cpsudoku.asking.outcomes import Status, Tally
from cpsudoku.asking.question import Question
from cpsudoku.asking.run import Sink, run
from cpsudoku.cli import failures, progress
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import interrupting
from cpsudoku.rows import sinks
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.output import is_stdout
from cpsudoku.rows.source import SHOWN_BAD, Source


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
    watch: Callable[[Row, Any], object] = lambda row, answer: None,
) -> Status:
    """Ask a question, write the answers and a summary, and return the exit status.

    Args:
        path: the file to write; None for standard output.
        kind: the table to write; empty for lines or, with `as_json`, for all that is known.
        can_draw: whether one puzzle at a terminal is drawn.
    """
    advice: dict[str, None] = {}

    def watched(row: Row, found: Any) -> None:
        watch(row, found)
        if words := question.advice(row, found):
            advice[words] = None

    sink = opened(source, question, path, kind, as_json=as_json, can_draw=can_draw)
    how: dict[str, Any] = {"jobs": jobs, "path": path, "quiet": quiet, "watch": watched}
    tally = answered(source, question, sink, **how)
    status = summed_up(tally, question, bad=source.bad, quiet=quiet)
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
    watch: Callable[[Row, Any], object] = lambda row, answer: None,
) -> Tally:
    """Ask a question and write the answers, while a bar shows how far that is."""
    shows_answers = is_stdout(path) and sys.stdout.isatty()
    bar = progress.bar(question.what, quiet=quiet or shows_answers)
    with opened_sink as sink, bar as advance:
        return run(blocks, question, sink, jobs=jobs, progress=advance, watch=watch)


def opened(
    source: Source, question: Question[Any], path: Path | None, kind: str, *,
    as_json: bool = False, can_draw: bool = True,
) -> AbstractContextManager[Sink]:  # fmt: skip
    """Open what answers are written to, as `answer` takes it."""
    if kind:
        return sinks.opened_puzzles(path, kind)
    if as_json:
        return sinks.opened_documents(path, question.names.get(Form.DOCUMENT, ()))
    at_terminal = path is None and sys.stdout.isatty()
    may_draw = (question.is_drawn or at_terminal) and can_draw
    form = Form.PICTURE if may_draw and source.is_one() else Form.LINE
    return sinks.opened_lines(path, form, notation=question.notation)


def copied(
    blocks: Iterable[Block], path: Path | None, kind: str, what: str, *, lossy: bool, quiet: bool
) -> int:
    """Write puzzles with all that they came with, and return how many there were.

    Args:
        kind: a table or a notation.
        lossy: drop pencil marks if the notation has no place for them.
    """
    shows_answers = is_stdout(path) and sys.stdout.isatty()
    written = 0
    with (
        sinks.opened_puzzles(path, kind, lossy=lossy) as sink,
        progress.bar(what, quiet=quiet or shows_answers) as advance,
    ):
        try:
            for block in blocks:
                sink.write(block, RowAnswers([None] * len(block)))
                written += len(block)
                advance(len(block))
            sink.close()
        except BaseException:
            sink.drop()
            raise
    return written


def summed_up(tally: Tally, question: Question[Any], *, bad: int, quiet: bool) -> Status:
    """Report on stderr that there was no puzzle, or what came of several; return the status."""
    for outcome, number in tally.counts.items():
        progress.count(outcome.words, number)
    if not tally.total:
        failures.report("there was no puzzle to read")
    if quiet or tally.total + bad < 2:
        if bad > SHOWN_BAD:
            failures.report(f"{bad} skipped")
        return tally.status
    counts = [(outcome.words, tally.counts[outcome]) for outcome in question.outcomes]
    parts = [f"{number} {words}" for words, number in [*counts, ("skipped", bad)] if number]
    failures.report(f"{tally.total} puzzles: {', '.join(parts)}")
    return tally.status


Item = TypeVar("Item")


class Limit:
    """Ends a run in time, with what was finished by then."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self.deadline = Deadline(seconds)
        self.reached = False

    def until(self, items: Iterable[Item], share: float = 1.0) -> Iterator[Item]:
        """Yield items until time runs out, also in the middle of making one.

        What is done with an item, such as writing it, is never interrupted.

        Args:
            share: of the time that is left, for work that is followed by other work.
        """
        deadline = self.deadline.part(share)
        source = iter(items)
        while True:
            try:
                with interrupting(deadline):
                    item = next(source)
            except StopIteration:
                return
            except OutOfTimeError:
                self.reached = True
                return
            yield item

    def status(self, done: int, what: str = "puzzles") -> Status:
        """Return the exit status of a run that went well; says how far it came if time ran out."""
        if not self.reached:
            return Status.DONE
        failures.report(f"the timeout of {self._seconds:g} s was reached after {done} {what}")
        return Status.UNKNOWN
