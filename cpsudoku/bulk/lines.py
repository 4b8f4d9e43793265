"""Answers files of one puzzle a line in compiled code, a block of a megabyte at a time.

A line is the puzzle and what stands after it, a row of a table, or an object of JSON Lines.

A block is read, its puzzles are found, solved on all cores and verified, and their answers written,
without a Python object for any of them.  While one block is searched, the answers to the last one
are written and, from a file, the next one is read.  What the compiled code does not know (other
notations, pencil marks, bad lines, rules in comments) and puzzles with an unusual answer go the way
of `records`: a few lines, after which the compiled code tries again, or the whole rest of the
file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from cpsudoku import compiled, verify
from cpsudoku.bulk.asking import Shared
from cpsudoku.bulk.briefly import WrittenAnswers
from cpsudoku.bulk.each import ask
from cpsudoku.errors import BackendError
from cpsudoku.formats.base import Job, Record
from cpsudoku.formats.symbols import classic_or_none
from cpsudoku.processors import useful_workers
from cpsudoku.rules import classic
from cpsudoku.tables.buffer import Buffer, Buffered
from cpsudoku.tables.forms import DOUBTFUL, MOST_PATIENCE, Form

Answer = TypeVar("Answer")

Line: TypeAlias = WrittenAnswers | Record | tuple[Record, Answer] | None
"""Answers that are written, a puzzle to be answered, and one that is; None so that all of these are
shown before more is read: what is shown may say how the rest is to be answered."""


@dataclass(frozen=True)
class CompiledLines(Generic[Answer]):
    """Answers the lines of files, given what `answers` is, as `reading.parts` reads others."""

    shared: Shared[Answer]
    jobs: int | None
    said: str | None
    verdict: bool
    encoded: Callable[[str], bytes]
    is_plain: Callable[[], bool]

    def __call__(self, block: Buffer, job: Job, form: Form) -> Iterator[Line[Answer]] | None:
        """Return the answers to a file, and what is left to answer; None if it knows no line."""
        if form.gap or (form.notation == "json" and job.column):
            return None
        block.drop_mark()
        if form.header is not None and block.take_line() != form.header:
            return None
        return self._lines(block, job, form)

    def _lines(self, block: Buffer, job: Job, form: Form) -> Iterator[Line[Answer]]:
        name = job.source or ""
        pool = self._pool(name, form)
        patience, stopped = 1, False
        yield None
        while self.is_plain():
            before = block.line
            stopped = yield from self._answer_lines(pool, block, name, doubtful=stopped)
            # Where the compiled code gets on, it is asked again soon; else less and less often.
            known = block.line - before
            patience = 1 if known >= patience else min(2 * patience, MOST_PATIENCE)
            goes_on = stopped and form.may_go_on(block, patience)
            if stopped and not goes_on:
                taken = block.take_lines(patience)
                yield from form.read(block.numbered(taken, name), job)
                yield None
            elif block.now.size == 0:
                return
            if goes_on or not stopped or job.has_rules:
                break  # not stopped, and yet not at the end: a line longer than any block
        yield from form.read(block.numbered(block.rest(), name), job)

    def _answer_lines(
        self, pool: compiled.native.LinePool, block: Buffer, name: str, *, doubtful: bool
    ) -> Generator[Line[Answer], None, bool]:
        """Answer lines as long as the compiled code knows them and there is place for one.

        Args:
            doubtful: whether a line that it does not know may well come soon, so that much would be
                begun in vain.

        Returns:
            Whether a line follows that it does not know.
        """
        job = None
        while True:
            text = block.now.begin(DOUBTFUL) if doubtful else block.now
            job = job or _begun(pool, text, block.line)
            ahead = None if doubtful else block.read_ahead()
            next_job = None if ahead is None else _begun(pool, ahead, block.line + job.lines)
            stopped = yield from self._write(job, block, name)
            if stopped or text.final:
                return stopped
            if ahead is None and not doubtful:
                if block.now.is_full:
                    return False
                block.fill()
            job, doubtful = next_job, False

    def _pool(self, name: str, form: Form) -> compiled.native.LinePool:
        verifier = verify.verifier(classic())
        assert verifier is not None  # `cpsudoku.bulk.answers` has seen to it
        return compiled.native.LinePool(
            verdict=self.verdict,
            source=self.encoded(name),
            threads=useful_workers(self.jobs),
            groups=verifier,
            columns=form.columns,
            objects=form.notation == "json",
            words=None if self.said is None else self.encoded(self.said),
        )

    def _write(
        self, job: compiled.native.LineJob, block: Buffer, name: str
    ) -> Generator[Line[Answer], None, bool]:
        try:
            end, lines, stopped, answer, gaps, *numbers = job.result()
        except RuntimeError as error:
            raise BackendError(f"{name}: backend 'bitboard' gave {error}") from None
        written, data = 0, block.now.data
        for at, line, offset, given in gaps:
            yield WrittenAnswers(answer[written:at])
            written = at
            puzzle = classic_or_none(data[offset : offset + 81].decode("ascii"))
            assert puzzle is not None  # the compiled code has read it
            solution = None if given is None else tuple(c - ord("0") for c in data[given:][:81])
            unusual = Record(puzzle, name, line, solution)
            yield from ask([unusual], self.shared.alone, None)
        if any(numbers):
            yield WrittenAnswers(
                answer[written:] if gaps else answer, (numbers[0], numbers[1], numbers[2])
            )
        block.drop(end, lines)
        return stopped


def _begun(pool: compiled.native.LinePool, text: Buffered, line: int) -> compiled.native.LineJob:
    return pool.begin(text.data, text.size, final=text.final, first_line=line)
