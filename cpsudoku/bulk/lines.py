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

import io
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Generic, TypeVar

from cpsudoku import compiled, verify
from cpsudoku.bulk.asking import Shared, ask_together
from cpsudoku.bulk.briefly import Found, Settled, Written, answered
from cpsudoku.bulk.each import ask
from cpsudoku.deferred import NDArray, np
from cpsudoku.errors import BackendError
from cpsudoku.formats.base import Job, Lines, Record
from cpsudoku.formats.containers import is_packed, unpacked
from cpsudoku.formats.source import bytes_of, is_plain_file
from cpsudoku.formats.symbols import classic_or_none
from cpsudoku.processors import useful_workers
from cpsudoku.rules import classic
from cpsudoku.tables.blocks import Block
from cpsudoku.tables.buffer import Buffer, Buffered
from cpsudoku.tables.forms import DOUBTFUL, MOST_PATIENCE, Form, PuzzleSource, form_of
from cpsudoku.tables.reading import parts_in

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class CompiledLines(Generic[Answer]):
    """Answers the puzzles of some arguments in their order, given what `answers` is given.

    Args:
        encoded: returns the bytes that a text is written as.
    """

    source: PuzzleSource
    shared: Shared[Answer]
    jobs: int | None
    limit: int
    said: str | None
    verdict: bool
    encoded: Callable[[str], bytes]
    is_plain: Callable[[], bool]
    is_doubtful: Callable[[Settled], NDArray[np.bool_]] | None

    def answers(self) -> Found[Answer]:
        """Yield the answers, those that compiled code has written together.

        Raises:
            CpsudokuError: what reading and `ask_together` raise.
            OSError: a file cannot be read.
        """
        for argument in self.source.arguments:
            if argument == "-":
                yield from self._file(sys.stdin.buffer, "<stdin>")
            elif is_plain_file(argument):
                with bytes_of(argument) as file:
                    yield from self._file(file, argument)
            else:
                yield from self._slowly(self.source.read(argument))

    def _slowly(self, records: Iterable[Record]) -> Iterator[tuple[Record, Answer]]:
        return ask_together(records, self.shared, self.jobs)

    def _parts(self, found: Iterable[Block | Record]) -> Found[Answer]:
        for one in answered(found, self.shared, self.limit, self.jobs, self.is_doubtful):
            if isinstance(one, Settled) and not self.is_plain():
                yield from self._slowly(one.block.records())
            else:
                yield one

    def _read(self, form: Form, lines: Lines, job: Job) -> Iterator[Record]:
        for record in form.read(lines, job):
            self.source.report_ignored(record)
            yield record

    def _file(self, stream: BinaryIO, name: str) -> Found[Answer]:
        block = Buffer(stream)
        block.fill_head()
        if is_packed(block.start):
            yield from self._file(unpacked(block.from_the_start(), block.start, name), name)
            return
        job = self.source.job(name)
        form = self._form(block, job)
        if form is None:
            yield from self._parts(parts_in(self.source, block, name))
            return
        found = False
        for part in self._lines(block, name, job, form):
            found = True
            yield part
        if not found and not job.bad_parts:
            yield from self._slowly(self.source.source(io.BytesIO(), name))  # says so

    def _form(self, block: Buffer, job: Job) -> Form | None:
        """Return how to read the lines after what is dropped, or None for not in compiled code."""
        form = form_of(block, job.source or "", job.column) if self.is_plain() else None
        if form is not None and form.notation == "json" and job.column:
            return None
        if form is None or form.gap:
            return None
        block.drop_mark()
        if form.header is not None and block.take_line() != form.header:
            return None
        return form

    def _lines(self, block: Buffer, name: str, job: Job, form: Form) -> Found[Answer]:
        pool = self._pool(name, form)
        patience, stopped = 1, False
        while True:
            before = block.line
            stopped = yield from self._answer_lines(pool, block, name, doubtful=stopped)
            # Where the compiled code gets on, it is asked again soon; else less and less often.
            known = block.line - before
            patience = 1 if known >= patience else min(2 * patience, MOST_PATIENCE)
            goes_on = stopped and form.may_go_on(block, patience)
            if stopped and not goes_on:
                taken = block.take_lines(patience)
                yield from self._slowly(self._read(form, block.numbered(taken, name), job))
            elif block.now.size == 0:
                return
            if goes_on or not stopped or job.has_rules or not self.is_plain():
                # Not stopped, and yet not at the end: a line longer than any block.
                yield from self._slowly(self._read(form, block.numbered(block.rest(), name), job))
                return

    def _answer_lines(
        self, pool: compiled.native.LinePool, block: Buffer, name: str, *, doubtful: bool
    ) -> Generator[Written | Settled | tuple[Record, Answer], None, bool]:
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
    ) -> Generator[Written | Settled | tuple[Record, Answer], None, bool]:
        try:
            end, lines, stopped, answer, gaps, *numbers = job.result()
        except RuntimeError as error:
            raise BackendError(f"{name}: backend 'bitboard' gave {error}") from None
        written, data = 0, block.now.data
        for at, line, offset, given in gaps:
            yield Written(answer[written:at])
            written = at
            puzzle = classic_or_none(data[offset : offset + 81].decode("ascii"))
            assert puzzle is not None  # the compiled code has read it
            solution = None if given is None else tuple(c - ord("0") for c in data[given:][:81])
            unusual = Record(puzzle, name, line, solution)
            yield from ask([unusual], self.shared.alone, None)
        if any(numbers):
            yield Written(
                answer[written:] if gaps else answer, (numbers[0], numbers[1], numbers[2])
            )
        block.drop(end, lines)
        return stopped


def _begun(pool: compiled.native.LinePool, text: Buffered, line: int) -> compiled.native.LineJob:
    return pool.begin(text.data, text.size, final=text.final, first_line=line)
