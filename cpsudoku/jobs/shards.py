"""Files and numbers cut into shards, without reading the content before a shard.

=================  ============================================================================
lines, CSV, JSONL  by bytes: where a cut falls within a line, the line belongs to the first part
Parquet            by row groups
numbers            of puzzles that are made from a seed
anything else      a file is a shard: compressed text, other notations, Arrow and NumPy
=================  ============================================================================
"""

from __future__ import annotations

import hashlib
import io
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import inf
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple

from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats.base import Context
from cpsudoku.formats.sniffing import head_of, sniff
from cpsudoku.formats.source import (
    Piece,
    bytes_of,
    is_columnar,
    is_packed,
    is_plain_file,
    lines_of,
    no_such_file,
)
from cpsudoku.ground.files import PART
from cpsudoku.jobs.folder import TIMES

USUAL = 1_000_000
"""Puzzles in a shard by default."""

_RULES = re.compile(rb"^[ \t]*#[^\n]*rules:", re.IGNORECASE | re.MULTILINE)
_SOMETHING = re.compile(rb"^[ \t\r]*[^#\s]", re.MULTILINE)

Unit = Literal["file", "lines", "rows", "groups", "numbers"]


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of the work, in a few words that can be sent anywhere.

    Args:
        number: its place among all shards, from 0 on.
        name: what errors call what it is a part of.
        path: the file; empty for numbers.
        unit: ``file`` for a whole one; ``lines`` and ``rows`` of CSV are cut by bytes, Parquet by
            ``groups``, and ``numbers`` stand for puzzles that are made.
        begin: where it begins; a byte is moved on to the beginning of the next line.
        end: where it ends, likewise.
        head: bytes at the beginning of the file that belong to each of its shards.
    """

    number: int
    name: str
    path: str = ""
    unit: Unit = "file"
    begin: int = 0
    end: int = 0
    head: int = 0


class ShardPart(NamedTuple):
    """The content of a shard, looked up in its file.

    Args:
        argument: what commands read; empty for numbers.
        digest: SHA-256 of the bytes, in hexadecimal.
        is_empty: whether a part of a text has nothing in it but blanks and comments.
    """

    argument: str
    digest: str
    is_empty: bool = False


class _File(NamedTuple):
    """A file to be cut.

    Args:
        cuts: where its first shard begins, and each ends.
    """

    name: str
    path: str
    unit: Unit
    head: int
    size: int
    cuts: tuple[int, ...]

    @property
    def shards(self) -> int:
        """How many shards it has."""
        return len(self.cuts) - 1

    def shard(self, number: int, own: int) -> Shard:
        """Return one of the shards: its number in all, and in this file."""
        begin, end = self.cuts[own : own + 2]
        return Shard(number, self.name, self.path, self.unit, begin, end, self.head)


@dataclass(frozen=True)
class Shards:
    """The shards in order, each made on demand, so that a million of them take no room."""

    files: tuple[_File, ...]

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(accumulate(one.shards for one in self.files))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, number: int) -> Shard:
        if not 0 <= number < len(self):
            raise IndexError(number)
        file = bisect_right(self._ends, number)
        return self.files[file].shard(number, number - (self._ends[file - 1] if file else 0))

    def __iter__(self) -> Iterator[Shard]:
        return map(self.__getitem__, range(len(self)))

    @classmethod
    def of_numbers(cls, count: int, size: int = USUAL, *, first: int = 0) -> Shards:
        """Return shards of puzzles that are made, each from its number."""
        cuts = (*range(first, first + count, size), first + count)
        return cls((_File("puzzles", "", "numbers", 0, count, cuts),))

    @classmethod
    def of_files(
        cls,
        paths: Iterable[str],
        size: int = USUAL,
        *,
        notation: str | None = None,
        column: str = "",
    ) -> Shards:
        """Return the shards of files, one file after the other.

        Args:
            size: puzzles in a shard, about; by bytes as many as the first lines suggest.
            notation: that of all files; None to find out.
            column: which column of a table has the puzzles; empty to find out.

        Raises:
            OptionError: something is not a file, such as standard input.
            OSError: a file cannot be read.
        """
        return cls(tuple(_cut(path, size, notation, column) for path in paths))

    def stamps(self) -> list[dict[str, object]]:
        """Return the names, sizes and times of the files, which are seen without reading them."""
        found: list[dict[str, object]] = []
        for file in self.files:
            stamp: dict[str, object] = {"name": file.name, "size": file.size, "shards": file.shards}
            if file.path:
                now = Path(file.path).stat()
                stamp |= {name: getattr(now, f"st_{name}") for name in ("size", *TIMES)}
            found.append(stamp)
        return found


def _cut(name: str, size: int, notation: str | None, column: str) -> _File:
    if name == "-":
        raise OptionError("a job over standard input; expected files, which can be read again")
    if not is_plain_file(name):
        raise no_such_file(name)
    path, length = str(Path(name).absolute()), Path(name).stat().st_size
    whole = _File(name, path, "file", 0, length, (0, length))
    with bytes_of(name) as file:
        head = _first(file)
    if is_packed(head[:8]):
        return whole
    if is_columnar(head[:8]):
        if not head.startswith(b"PAR1"):
            return whole
        return whole._replace(unit="groups", cuts=tuple(_groups(path, size)))
    unit = _unit_of(head, name, notation, column)
    if unit is None:
        return whole
    first = _end_of_head(head, unit)
    count = max(1, round((length - first) / (_length_of_lines(head, first) * size)))
    cuts = tuple(first + (length - first) * own // count for own in range(count + 1))
    return whole._replace(unit=unit, head=first, cuts=cuts)


def _length_of_lines(head: bytes, first: int) -> float:
    """Return how many bytes a line has, about; infinity where none ends."""
    for size in (PART // 16, PART):  # counting in all takes longer than all else at a file
        lines = head.count(b"\n", first, first + size)
        if lines:
            return (head.rfind(b"\n", first, first + size) + 1 - first) / lines
    return inf


def _first(file: BinaryIO) -> bytes:
    found = b""
    while len(found) < PART and (more := file.read(PART - len(found))):
        found += more
    return found


def _groups(path: str, size: int) -> Iterator[int]:
    """Yield the row groups at which a table of Parquet is cut, its ends among them."""
    from pyarrow import parquet

    groups = parquet.read_metadata(path)
    yield 0
    rows = 0
    for number in range(groups.num_row_groups):
        if rows >= size:
            yield number
            rows = 0
        rows += groups.row_group(number).num_rows
    yield groups.num_row_groups


def _unit_of(head: bytes, name: str, notation: str | None, column: str) -> Unit | None:
    """Return how a text can be cut; None if it cannot."""
    if b"\n" not in head or b"\0" in head:
        return None
    try:
        with io.TextIOWrapper(io.BytesIO(head), "utf-8-sig", errors="replace") as text:
            lines = head_of(lines_of(text, name))
            found = notation or (sniff(lines, Context(source=name, column=column)) if lines else "")
    except FormatError:  # reported by the reader of all notations
        return None
    if found == "json" and not re.match(r"\{.*\}\s*$", lines[0][1]):  # one object on several lines
        return None
    units: dict[str, Unit] = {"line": "lines", "json": "lines", "csv": "rows"}
    return units.get(found)


def _end_of_head(head: bytes, unit: Unit) -> int:
    """Return where the lines begin: after comments, which may say rules, and after a header."""
    at = 0
    while (end := head.find(b"\n", at) + 1) and head[at:end].lstrip(b"\xef\xbb\xbf \t").startswith(
        b"#"
    ):
        at = end
    return end if unit == "rows" and end else at


def part_of(shard: Shard) -> ShardPart:
    """Return the content of a shard, having read all of it.

    Raises:
        FormatError: it cannot be answered by itself.
        OSError: the file cannot be read.
    """
    if shard.unit == "numbers":
        numbers = f"{shard.begin}-{shard.end}"
        return ShardPart("", hashlib.sha256(numbers.encode()).hexdigest())
    path = Path(shard.path)
    digest = hashlib.sha256()
    if shard.unit == "file":
        _read(path, 0, path.stat().st_size, [digest.update])
        return ShardPart(Piece(shard.name, path), digest.hexdigest())
    if shard.unit == "groups":
        for begin, end in _bytes_of_groups(path, shard.begin, shard.end):
            _read(path, begin, end, [digest.update])
        piece = Piece(shard.name, path, shard.begin, shard.end, is_groups=True)
        return ShardPart(piece, digest.hexdigest())
    with path.open("rb") as file:
        begin = _start_of_line(file, shard.begin, shard.head)
        end = _start_of_line(file, shard.end, shard.head)
    is_cut = shard.begin > shard.head or end < path.stat().st_size
    checks = _Checks(shard)
    _read(path, 0, shard.head, [digest.update])
    _read(path, begin, end, [digest.update, *([checks.look] if is_cut else [])])
    is_empty = is_cut and checks.is_empty()
    name = shard.name if shard.begin == shard.head else f"{shard.name}@{begin}"
    piece = Piece(name, path, begin, end, head=shard.head)
    return ShardPart(piece, digest.hexdigest(), is_empty=is_empty)


def _read(path: Path, begin: int, end: int, hear: Sequence[Callable[[bytes], object]]) -> None:
    with path.open("rb", buffering=0) as file:
        file.seek(begin)
        while begin < end and (data := file.read(min(PART, end - begin))):
            for one in hear:
                one(data)
            begin += len(data)


def _start_of_line(file: BinaryIO, at: int, head: int) -> int:
    """Return the first beginning of a line from a byte on."""
    if at <= head:
        return at
    file.seek(at - 1)
    while not (line := file.readline(PART)).endswith(b"\n") and line:
        pass
    return file.tell()


def _bytes_of_groups(path: Path, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield where the bytes of row groups are, those of the table's description last."""
    from pyarrow import parquet

    groups = parquet.read_metadata(path)
    for number in range(begin, end):
        group = groups.row_group(number)
        for column in map(group.column, range(group.num_columns)):
            offsets = (column.dictionary_page_offset, column.data_page_offset)
            start = min(offset for offset in offsets if offset is not None)
            yield start, start + column.total_compressed_size


class _Checks:
    """Checks that a part of a text can be read without the text before it.

    A cut within quotes leaves an odd number of them in the part before it; and rules that a comment
    says hold for all that follows, which would not know them.
    """

    def __init__(self, shard: Shard) -> None:
        self._shard = shard
        self._quotes = 0
        self._rest = b""
        self._has_something = False

    def look(self, data: bytes) -> None:
        """Look at more of the part."""
        self._has_something = self._has_something or _SOMETHING.search(data) is not None
        if self._shard.unit == "rows":
            self._quotes += data.count(b'"')
            return
        text = self._rest + data if self._rest else data
        if b"#" in text and _RULES.search(text):
            raise self._error("a comment sets rules for the puzzles after it")
        self._rest = data[data.rfind(b"\n") + 1 :][:PART]

    def is_empty(self) -> bool:
        """Return whether there was nothing but blanks and comments."""
        if self._quotes % 2:
            raise self._error("a quoted field crosses the end of the shard")
        return not self._has_something

    def _error(self, why: str) -> FormatError:
        message = (
            f"{why}, so the file cannot be cut; expected one that is a single shard "
            "(--shard-size), or several files"
        )
        return FormatError(message, source=self._shard.name)
