"""Where puzzles come from: arguments that are files, folders, standard input or puzzles.

A source yields blocks on demand, so that a file of any length needs no more memory
than a short one.  What was read before a bad part is yielded before its error is raised.
"""

from __future__ import annotations

import codecs
import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from glob import glob
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from cpsudoku import formats
from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Context, OnBad, Proposal, Record
from cpsudoku.formats.cells import classic_or_none
from cpsudoku.formats.documents import rows_of as objects_in
from cpsudoku.formats.sniffing import head_of, is_wrapped, sniff
from cpsudoku.formats.source import (
    bytes_of,
    in_pieces,
    is_columnar,
    is_file,
    is_packed,
    is_plain_file,
    names_a_file,
    no_such_file,
    text_in,
    unpacked,
)  # fmt: skip
from cpsudoku.ground.names import counted
from cpsudoku.rows import lines, tables
from cpsudoku.rows.block import Block, of_records, rows_of
from cpsudoku.rows.output import COMPRESSED, READ_ENDINGS
from cpsudoku.rules import Board, Rules, classic

SIZE = 1 << 20
"""Bytes of a block: with 1 MB a million puzzles take 1 to 3 % less time than with 2 or 4."""

HEAD_LINES = 200
"""Lines that show the notation of a file; a full block is enough as well."""

SHOWN_BAD = 20
"""This many bad parts are reported one by one; the rest is only counted."""


class Source:
    """Yields the puzzles of all arguments in blocks.

    Args:
        arguments: files, folders, patterns such as ``*.csv``, ``-`` for standard input, or puzzles.
        rules: the rules where the text has none, as words or as they are; None for the usual.
        notation: name of the notation; None to find out.
        column: which column of a table has the puzzles; None for the one that its name shows.
        meanings: what drawn things mean, such as ``orange line=whispers 5``.
        skip_bad: pass over what is not a puzzle, instead of raising an error.
        remedy: how a caller asks for that, for the error; empty if it cannot.
        strict: take only what a text declares, and raise an error where something of a puzzle is
            not understood.
        shows_proposals: report each proposal, what it is read from and whether it is taken.
        settle: changes a record with proposals before it is reported, as one without a solution.
        rejected: called with the error of each part that is passed over.
        say: reports what is passed over, and what of a puzzle is not understood.

    Attributes:
        bad: how many parts have been passed over.
        may_be_empty: whether all parts may be passed over without an error, as in a shard.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        rules: str | Rules | None = None,
        notation: str | None = None,
        column: str | None = None,
        meanings: Sequence[str] = (),
        skip_bad: bool = False,
        remedy: str = "",
        strict: bool = False,
        shows_proposals: bool = False,
        settle: Callable[[Record], Record] | None = None,
        rejected: OnBad = lambda error: None,
        say: Callable[[str], object] = lambda text: None,
    ) -> None:
        self.bad, self.may_be_empty = 0, False
        self.arguments = files_of(arguments)
        self._rules = formats.parse_rules(rules) if isinstance(rules, str) else rules
        self._notation, self._column, self._meanings = notation, column, tuple(meanings)
        self._on_bad, self._remedy = self._skip if skip_bad else None, remedy
        self._strict, self._say, self._shows_proposals = strict, say, shows_proposals
        self._settle, self._rejected = settle, rejected
        self._unused = list(self._meanings)
        self._file: BinaryIO | None = None
        self._rows, self._bytes = 0, 0  # read, of files that are read to their end
        self._blocks = self._seen(chain.from_iterable(map(self._argument, self.arguments)))
        if self._meanings:
            from cpsudoku.formats.setters.drawings import meanings_of

            meanings_of(self._meanings)  # a text without a meaning is refused, whatever is drawn
            self._blocks = self._with_meanings(self._blocks)

    def __iter__(self) -> Iterator[Block]:
        return self._blocks

    def records(self) -> Iterator[Record]:
        """Yield the puzzles one by one."""
        return rows_of(iter(self))

    @property
    def total(self) -> int | None:
        """How many puzzles there are, judged by the size of files that are partly read.

        None until one is read, and where an argument is not a file, or is not read in order.
        """
        read = self._bytes + (0 if self._file is None else _place_in(self._file))
        if not read or not all(Path(one).is_file() for one in self.arguments):
            return None
        sizes = sum(Path(one).stat().st_size for one in self.arguments)
        return max(self._rows, round(self._rows * sizes / read))

    def _seen(self, blocks: Iterator[Block]) -> Iterator[Block]:
        for block in blocks:
            self._rows += len(block)
            yield block
        if not (self._rows or self.may_be_empty):
            raise FormatError("there was no puzzle to read")

    def only(self, why: str = "") -> Record:
        """Return the only puzzle that there is.

        Raises:
            FormatError: there are several.
        """
        first = next(self._blocks)
        if len(first) > 1 or next(self._blocks, None) is not None:
            said = f"expected one: {why}" if why else "expected one"
            raise FormatError(f"several puzzles; {said}", source=first.source)
        return first.record(0)

    def is_one(self) -> bool:
        """Return whether one puzzle is left to read; looks ahead without losing any."""
        ahead = list(islice(self._blocks, 2))
        self._blocks = chain(ahead, self._blocks)
        return len(ahead) == 1 and len(ahead[0]) == 1

    def report_bad(self, written: int | None = None, *, quiet: bool = False) -> None:
        """Report how many parts were passed over; quietly, only if not all of them were named."""
        if self.bad > (SHOWN_BAD if quiet else 0):
            of = "" if written is None or quiet else f"{counted(written, 'puzzle')}; "
            self._say(of + skipped(self.bad))

    def _with_meanings(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """Yield blocks; with the last one, report the meanings that nothing has."""
        held: Block | None = None
        for block in blocks:
            meant = {one for record in block.records.values() for one in record.meant}
            self._unused = [one for one in self._unused if one not in meant]
            if held is not None:
                yield held
            held = block
        for meaning in self._unused:
            message = f"--map {quoted(meaning)}: nothing that is drawn looks so"
            place = "" if held is None else held.row(0).place
            if self._strict:
                raise FormatError(message, source=None if held is None else held.source)
            self._say(f"{place}: {message}" if place else message)
        if held is not None:
            yield held

    def _skip(self, error: FormatError) -> None:
        self.bad += 1
        self._rejected(error)
        if self.bad <= SHOWN_BAD:
            self._say(f"skipped: {error}")
        elif self.bad == SHOWN_BAD + 1:
            self._say("more is skipped and only counted")

    def _context(self, name: str | None) -> Context:
        return Context(
            self._rules, name, self._on_bad, self._meanings, self._column or "", not self._strict,
            self._remedy,
        )  # fmt: skip

    def _argument(self, argument: str) -> Iterator[Block]:
        if argument == "-":
            yield from self.stream(sys.stdin.buffer, "<stdin>")
        elif is_plain_file(argument):
            with bytes_of(argument) as file:
                self._file = file
                yield from self.stream(file, argument)
                self._file, self._bytes = None, self._bytes + _place_in(file)
        elif is_file(argument):
            endings = ", ".join(sorted(READ_ENDINGS))
            message = f"a folder without a file of puzzles; expected names that end in {endings}"
            raise FormatError(message, source=argument)
        else:
            yield from self._puzzle(argument)

    def _puzzle(self, argument: str) -> Iterator[Block]:
        if self._rules is None and self._notation is None:
            puzzle = classic_or_none(argument)
            if puzzle is not None:
                yield of_records([Record(puzzle)])
                return
        is_name = names_a_file(argument)
        context = self._context(None)
        context.on_bad = None if is_name else self._on_bad  # a missing file is never skipped
        context.remedy = ""
        text = io.StringIO(argument, newline="")
        every = formats.records_in(text, context, self._notation)
        records = (one._replace(line=None) for one in every)
        found = False
        try:
            for block in map(self._settled, self._in_blocks(records)):
                found = True
                for record in block.records.values():
                    self._report_ignored(record)
                yield block
            if not found and not context.bad_parts:
                raise FormatError(formats.NOTHING)
        except FormatError as error:
            if is_name:
                raise no_such_file(argument) from None
            what = f"{quoted(argument, 100)} is not a file, and not a puzzle"
            raise FormatError(f"{what}: {error}") from None

    def stream(self, stream: BinaryIO, name: str) -> Iterator[Block]:
        """Yield the puzzles of a file or of a text without a name; an error if there are none."""
        context, found = self._context(name or None), False
        boards: set[Board] = set()
        for block in map(self._settled, self._read(stream, name, context)):
            found = found or len(block) > 0
            if len(block.records) < len(block):
                boards.add(classic().board)
            for row, record in block.records.items():
                if record.ignored and self._strict and row:  # what stands before is answered first
                    yield block.part(0, row)
                self._report_ignored(record)
                board = record.puzzle.rules.board
                if boards and board not in boards and not context.has_rules:
                    size = f"{board.height}×{board.width} cells"
                    self._say(f"{record.place}: {size}, unlike the puzzles beside it")
                boards.add(board)
            if len(block):
                yield block
        if not found and not context.bad_parts:
            raise FormatError(formats.NOTHING, source=name)

    def _read(self, stream: BinaryIO, name: str, context: Context) -> Iterator[Block]:
        read = getattr(stream, "read1", None) or stream.read
        head = read(SIZE)
        while head.count(b"\n") < HEAD_LINES and len(head) < SIZE and (more := read(SIZE)):
            head += more
        start, whole = head[:8], partial(in_pieces, chain([head], iter(partial(read, SIZE), b"")))
        if is_packed(start):
            yield from self._read(unpacked(whole(), start, name), name, context)
        elif is_columnar(start):
            is_seekable = stream.seekable() and stream.seek(0) == 0
            yield from tables.of_columns(stream if is_seekable else whole(), start, context)
        elif text_in(io.BytesIO(), start[:4]).encoding != "utf-8-sig" or self._is_wrapped(
            head, context
        ):
            text = text_in(whole(), start[:4])
            yield from self._in_blocks(formats.records_in(text, context, self._notation))
        else:
            if head.count(b"\n") < HEAD_LINES and len(head) < SIZE:
                head += b"\n"  # so that the last line, too, says what the text is
            yield from self._of_text(lines.whole_lines(read, head, SIZE), context)

    def _is_wrapped(self, head: bytes, named: Context) -> bool:
        """Return whether a short text has its boards within words, quotes or another language."""
        if self._notation or self._column or head.count(b"\n") >= HEAD_LINES:
            return False
        first = head_of(lines.numbered(1, head.removeprefix(codecs.BOM_UTF8), named))
        return bool(first) and is_wrapped(first, self._context(None))

    def _of_text(self, parts: lines.Parts, context: Context) -> Iterator[Block]:
        first = next(parts, b"")
        kind = self._notation or sniff(head_of(lines.numbered(1, first, context)), context)
        parts = chain([first], parts)
        if kind in {"line", "sdm"}:
            yield from lines.of_lines(parts, context)
        elif kind == "csv":
            yield from tables.of_csv(parts, context)
        elif kind in {"json", "jsonl"} and _begins_with_object(first):
            yield from tables.of_objects(parts, context)
        elif kind == "json" and first.startswith(b"[\n{"):
            yield from tables.of_array(parts, context)
        else:
            texts = lines.numbered_in(parts, 1, context)
            yield from self._in_blocks(formats.notation(kind).read(texts, context))

    def _in_blocks(self, records: Iterator[Record]) -> Iterator[Block]:
        return tables.in_blocks(records, self._column or "")

    def _settled(self, block: Block) -> Block:
        """Return a block in which records with proposals are settled."""
        if self._settle is None:
            return block
        rows = {row: self._settle(one) for row, one in block.records.items() if one.proposals}
        return replace(block, records={**block.records, **rows}) if rows else block

    def _report_ignored(self, record: Record) -> None:
        """Report the proposals, and the parts of a puzzle that are not understood."""
        unread = ", ".join(record.ignored[:SHOWN_BAD])
        if self._strict and unread:
            message = f"not understood: {unread}"
            raise FormatError(message, source=record.source, line=record.line)
        taken = record.proposed
        parts = [f"{counted(taken, 'clue')} read from drawings and words"] if taken else []
        if dropped := [one for one in record.proposals if not one.taken]:
            labels = Counter(one.constraint.label for one in dropped)
            names = ", ".join(f"{label} ({count})" for label, count in labels.items())
            parts.append(f"{counted(len(dropped), 'proposal')} not taken: {names}")
        if unread:
            count = counted(len(record.ignored), "thing")
            parts.append(f"{count} not read: {unread}" if parts else f"not understood: {unread}")
        parts += islice(record.gaps, 1)
        place = f"{record.place}: " if record.place else ""
        if parts:
            self._say(place + "; ".join(parts))
        for one in record.proposals if self._shows_proposals else ():
            self._say(place + described(one, record.puzzle.rules.board))


def skipped(bad: int) -> str:
    """Return in words how many bad rows were skipped."""
    return f"{counted(bad, 'bad row')} skipped"


_OBEYED = "the stored solution obeys it"


def described(proposal: Proposal, board: Board) -> str:
    """Return a line about a proposal: what it is, of which thing, why, and how sure that is."""
    kind, cells = proposal.constraint.label, board.names(proposal.constraint.scope)
    why = quoted(proposal.evidence, 60) if proposal.evidence else "by its looks"
    sure = f"{round(100 * proposal.confidence)} %"
    end = f"not taken: {proposal.dropped}" if proposal.dropped else _OBEYED * bool(proposal.fits)
    parts = filter(None, [why, sure, end])
    return f"{proposal.thing} = {kind} {cells}: {', '.join(parts)}"


def _place_in(file: BinaryIO) -> int:
    """Return how many bytes of a file are read; 0 for a pipe or a part, which have no progress."""
    return file.tell() if file.seekable() else 0


def _begins_with_object(data: bytes) -> bool:
    """Return whether the first line with something in it is a whole object of JSON."""
    line = next((one for one in data.splitlines() if one.strip()[:1] not in {b"", b"#"}), b"")
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and objects_in(value) == [value]  # not a frame by its columns


def files_of(arguments: Sequence[str]) -> list[str]:
    """Return arguments with the files in place of each folder and each pattern.

    Of a folder those are taken whose ending is one of puzzles, by their names; hidden ones and
    folders within are left out.  A pattern or a folder that has none stays as it is: the
    first may be a puzzle, as ``*`` and ``?`` are blanks as well, and the second is an error where
    it is read.
    """
    found: list[str] = []
    for argument in arguments:
        is_there = is_file(argument)
        if not is_there and any(sign in argument for sign in "*?[") and names_a_file(argument):
            found += sorted(glob(argument, recursive=True)) or [argument]  # noqa: PTH207
        elif is_there and (folder := Path(argument)).is_dir():
            files = (file for file in folder.iterdir() if not file.name.startswith("."))
            found += sorted(str(file) for file in files if _has_puzzles(file)) or [argument]
        else:
            found.append(argument)
    return found


def _has_puzzles(file: Path) -> bool:
    is_compressed = file.suffix.lower() in COMPRESSED
    ending = (file.with_suffix("") if is_compressed else file).suffix.lower()
    return ending in READ_ENDINGS and file.is_file()
