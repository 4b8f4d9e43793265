"""Answers files of one puzzle a line in compiled code, a block of some megabytes at a time.

A block is read, its puzzles are found, solved on all cores and verified, and their answers written,
without a Python object for any of them.  What that code does not know (other notations, pencil
marks, bad lines, rules in comments) and puzzles with an unusual answer go the way of `searching`:
a few lines, after which the compiled code tries again, or the whole rest of the file.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import select
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, cast

from cpsudoku import backends, formats, solving, verify
from cpsudoku.cli.asking import told_where
from cpsudoku.cli.output import Paced, is_terminal
from cpsudoku.cli.reading import Reader, is_file
from cpsudoku.cli.searching import search
from cpsudoku.errors import BackendError, FormatError
from cpsudoku.formats import Record
from cpsudoku.formats.base import Job
from cpsudoku.formats.source import lines_of, opened
from cpsudoku.formats.symbols import classic_or_none
from cpsudoku.result import Limits, Result
from cpsudoku.rules import classic

if TYPE_CHECKING:
    from cpsudoku._native import Groups

BLOCK = 2 << 20
"""Bytes read and answered at a time: some 25,000 puzzles.

With 1 or 2 MB a million 17-clue puzzles take 4 % less than with 4, as more stays in the caches, and
5 % less than with half a megabyte, where the lanes run empty too often.
"""

HEAD = 1 << 20
"""Bytes that are surely more than what sniffing looks at."""

HEAD_LINES = 200
MOST_PATIENCE = 8192
"""Lines that are read in Python before the compiled code tries again: 1, 2, 4, … up to this."""

_BARE_LINES = re.compile(rb"(?:[0-9.*_]{81}\r?\n)+")

Tell = Callable[[Record, Result], str]
"""Writes the answer to a puzzle and returns its verdict as the summary has it."""


def suits(
    reader: Reader, limits: Limits, output_file: Path | None, backend: str, given: dict[str, Any]
) -> bool:
    """Tell whether the answers asked for are such that `Stream` may give them.

    Args:
        reader: where the puzzles come from.
        limits: how far each search may go.
        output_file: where to write; None for standard output.
        backend: name of the backend.
        given: options for the backend.
    """
    return (
        backend in {backends.AUTO, "bitboard"}
        and not given
        and limits.seconds is None
        and limits.solutions in {1, 2}
        and reader.is_unguided
        and not (output_file is None and is_terminal())
    )


def houses() -> Groups | None:
    """Return the compiled verifier of the classic rules, or None where `Stream` cannot work.

    It needs the compiled module, and a vector width that this machine has.
    """
    groups = verify.compiled(classic())
    if groups is None or not backends.get("bitboard").supports(classic()):
        return None
    from cpsudoku import _native

    try:
        _native.BitboardSolver()
    except ValueError:  # the error is told where an engine is asked for
        return None
    return groups


class Stream:
    """Answers the puzzles of some arguments, in their order.

    Args:
        groups: the verifier of the classic rules, of `houses`.
        reader: reads what the compiled code does not know.
        out: where to write.
        limits: how many solutions to look for: 2 to tell the verdicts of classic puzzles, 1 to
            write a solution of each; without a limit of time.
        jobs: threads, or None for as many as there are processors.
        backend: name of the backend for all other puzzles; ``bitboard`` or ``auto``.
        tell: writes the answers to all other puzzles.
        is_plain: whether a classic puzzle may still be answered by a bare line.
    """

    def __init__(
        self,
        groups: Groups,
        reader: Reader,
        out: Paced,
        limits: Limits,
        jobs: int | None,
        *,
        backend: str,
        tell: Tell,
        is_plain: Callable[[], bool] = lambda: True,
    ) -> None:
        self._groups = groups
        self._reader = reader
        self._out = out
        self._limits = limits
        self._jobs = jobs
        self._threads = jobs or _processors()
        self._backend = backend
        self._tell = tell
        self._is_plain = is_plain
        self._words = ("unique", "multiple", "none") if limits.solutions == 2 else ("solved",) * 3

    def answers(self, arguments: Iterable[str]) -> Iterator[tuple[str, int]]:
        """Write the answers; yield verdicts, and of how many puzzles in a row they are.

        Args:
            arguments: files, ``-`` for standard input, or puzzles.

        Raises:
            CpsudokuError: what `Reader` and `searching.search` raise.
            OSError: a file cannot be read or written.
        """
        for argument in arguments:
            if argument == "-":
                yield from self._file(sys.stdin.buffer, "<stdin>")
            elif is_file(argument):
                with Path(argument).open("rb", buffering=0) as file:
                    yield from self._file(cast(BinaryIO, file), argument)
            else:
                yield from self._slowly(self._reader.read(argument))

    def _slowly(self, records: Iterable[Record]) -> Iterator[tuple[str, int]]:
        for record, result in search(records, self._limits, self._jobs, backend=self._backend):
            yield self._tell(record, result), 1

    def _file(self, stream: BinaryIO, name: str) -> Iterator[tuple[str, int]]:
        block = _Block(stream)
        block.fill_head()
        if not (self._is_plain() and _has_lines(block, name)):
            yield from self._slowly(self._reader.source(block.rest(), name))
            return
        block.drop_mark()
        found = False
        job = Job(None, name, self._reader.on_bad)
        for part in self._lines(block, name, job):
            found = True
            yield part
        if not found and not job.bad_parts:
            yield from self._slowly(self._reader.source(io.BytesIO(), name))  # says so

    def _lines(self, block: _Block, name: str, job: Job) -> Iterator[tuple[str, int]]:
        patience = 1
        while True:
            before = block.line
            stopped = yield from self._answer_lines(block, name)
            if stopped:
                # Where the compiled code gets on, it is asked again soon; else less and less often.
                known = block.line - before
                patience = 1 if known >= patience else min(2 * patience, MOST_PATIENCE)
                yield from self._read_lines(block.take_lines(patience), block, name, job)
                if job.has_rules or not self._is_plain():
                    yield from self._read_lines(block.rest(), block, name, job)
                    return
            elif block.final:
                return
            elif block.is_full:  # a line longer than any block
                yield from self._read_lines(block.rest(), block, name, job)
                return
            else:
                block.fill()

    def _read_lines(
        self, stream: BinaryIO, block: _Block, name: str, job: Job
    ) -> Iterator[tuple[str, int]]:
        lines = block.numbered(stream, name)
        yield from self._slowly(formats.notation("line").read(lines, job))

    def _answer_lines(self, block: _Block, name: str) -> Generator[tuple[str, int], None, bool]:
        from cpsudoku import _native

        try:
            end, lines, stopped, answer, gaps, *numbers = _native.answer_lines(
                block.text,
                block.size,
                final=block.final,
                verdict=self._limits.solutions == 2,
                source=self._out.encoded(name),
                first_line=block.line,
                threads=self._threads,
                groups=self._groups,
            )
        except RuntimeError as error:
            raise BackendError(f"{name}: backend 'bitboard' gave {error}") from None
        if gaps:
            yield from self._fill(answer, gaps, block, name)
        else:
            self._out.write_bytes(answer)
        for words, number in zip(self._words, numbers, strict=True):
            if number:
                yield words, number
        block.drop(end, lines)
        return stopped

    def _fill(
        self, answer: bytes, gaps: list[tuple[int, int, int]], block: _Block, name: str
    ) -> Iterator[tuple[str, int]]:
        """Write an answer and what belongs into its gaps."""
        written = 0
        how: dict[str, Any] = {"limit": self._limits.solutions, "seed": self._limits.seed}
        for at, line, offset in gaps:
            self._out.write_encoded(answer[written:at])
            written = at
            puzzle = classic_or_none(block.text[offset : offset + 81].decode("ascii"))
            assert puzzle is not None  # the compiled code has read it
            record = Record(puzzle, name, line)
            alone = partial(solving.solve, puzzle, backend=self._backend, **how)
            yield self._tell(record, told_where(record, alone)), 1
        self._out.write_encoded(answer[written:])


def _has_lines(block: _Block, name: str) -> bool:
    """Tell whether a file has one puzzle a line, as far as its beginning shows."""
    suffix = name.lower().rpartition(".")[2]
    head = block.head()
    if suffix != "sdk" and _BARE_LINES.fullmatch(head):
        return True
    from cpsudoku.formats.sniffing import head_of, sniff

    try:
        with opened(io.BytesIO(head)) as text:
            is_utf8 = getattr(text, "encoding", "") == "utf-8-sig"
            return is_utf8 and sniff(head_of(lines_of(text, name)), name) == "line"
    except FormatError:  # told by the reader of all notations
        return False


class _Block:
    """The bytes of a stream that are read and not yet answered, and their place in it.

    Attributes:
        text: the bytes, and some more.
        size: how many are valid.
        line: the number of the first line.
        final: whether the stream has no more.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self.text = bytearray(BLOCK)
        self.size = 0
        self.line = 1
        self.final = False
        self._stream = stream
        self._readinto = _reading(stream)

    @property
    def is_full(self) -> bool:
        """Whether there is no place for more."""
        return self.size == len(self.text)

    def fill(self) -> None:
        """Wait for more, and read what there is without waiting any longer."""
        self._read()
        while not (self.final or self.is_full) and self._is_ready():
            self._read()

    def fill_head(self) -> None:
        """Read as much as sniffing looks at."""
        while not (self.final or self.size >= HEAD):
            self.fill()
            if self.text.count(b"\n", 0, self.size) >= HEAD_LINES:
                return

    def _read(self) -> None:
        with memoryview(self.text) as view:
            got = self._readinto(view[self.size :])
        if got is None:  # a stream that does not wait, and has nothing yet
            select.select([self._stream], [], [])
        elif got == 0:
            self.final = True
        else:
            self.size += got

    def _is_ready(self) -> bool:
        try:
            return bool(select.select([self._stream], [], [], 0)[0])
        except (OSError, ValueError):  # bytes in memory
            return True

    def head(self) -> bytes:
        """Return the first lines: as many as sniffing looks at, or all."""
        end = 0
        for _ in range(HEAD_LINES):
            at = self.text.find(b"\n", end, self.size)
            if at < 0:
                end = self.size if self.final or end == 0 else end
                break
            end = at + 1
        return bytes(self.text[:end])

    def drop_mark(self) -> None:
        """Drop a byte order mark of UTF-8."""
        if self.text.startswith(codecs.BOM_UTF8, 0, self.size):
            self.drop(len(codecs.BOM_UTF8), 0)

    def drop(self, size: int, lines: int) -> None:
        """Drop the first bytes, which are so many lines."""
        left = self.size - size
        self.text[:left] = self.text[size : self.size]
        self.size = left
        self.line += lines

    def take_lines(self, number: int) -> BinaryIO:
        """Take so many lines, or what there is of them; `numbered` counts them."""
        end = 0
        for _ in range(number):
            at = self.text.find(b"\n", end, self.size)
            if at < 0:
                end = self.size if self.final else end
                break
            end = at + 1
        taken = io.BytesIO(self.text[:end])
        self.drop(end, 0)
        return taken

    def rest(self) -> BinaryIO:
        """Return a stream of all that is left."""
        return cast(BinaryIO, io.BufferedReader(_Joined(self.text[: self.size], self._stream)))

    def numbered(self, stream: BinaryIO, name: str) -> Iterator[tuple[int, str]]:
        """Yield the numbered lines of a stream that begins at the block's first line."""
        first = self.line
        # The line end in front keeps a byte order mark what it is: no mark within a file.
        text = io.TextIOWrapper(
            io.BufferedReader(_Joined(b"\n", stream)), "utf-8", errors="replace"
        )
        try:
            for number, line in lines_of(text, name):
                if number > 1:
                    self.line = first + number - 1
                    yield first + number - 2, line
        except FormatError as error:
            place = None if error.line is None else first + error.line - 2
            raise FormatError(
                error.message, source=error.source, line=place, column=error.column
            ) from None
        finally:
            with suppress(ValueError):
                cast(io.BufferedReader, text.detach()).detach()


def _reading(stream: BinaryIO) -> Callable[[Any], int | None]:
    """Return what reads into a buffer without waiting for more than there is."""
    found: Callable[[Any], int | None] = getattr(stream, "readinto1", None) or stream.readinto  # type: ignore[attr-defined]
    return found


class _Joined(io.RawIOBase):
    """Some bytes, and behind them those of a stream, which is not closed.

    Args:
        first: the bytes.
        then: the stream.
    """

    def __init__(self, first: bytes | bytearray, then: BinaryIO) -> None:
        self._first = io.BytesIO(first)
        self._readinto = _reading(then)

    def readable(self) -> bool:
        """Tell that one can read."""
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Read some bytes, without waiting for more than there are."""
        return self._first.readinto(buffer) or self._readinto(buffer)


def _processors() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
