"""From files and streams of any kind to numbered lines, a little at a time.

Compressed files (gzip, bzip2, xz and zstd) are known by their first bytes, whatever their names.
Bytes are taken for UTF-8, or for what a byte order mark says; line ends may be of any kind.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import IO, Any, BinaryIO, TypeAlias, cast

from cpsudoku.errors import CpsudokuError, FormatError

Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]
"""A path, a text stream or a stream of bytes."""

Lines: TypeAlias = Iterator[tuple[int, str]]
"""Numbered lines, without their line ends; a `Line` where that does not say all."""

MAX_LINE = 1 << 28  # longer lines are refused, so that no file can fill the memory
LINK = re.compile(
    r"(?:\[[^\]]*\]\()?<?(?:https?://|SumoCueV|[0-9]{1,2}x[0-9]{1,2}:[a-z]*:k:|fpuz|scl|ctc|scf|classic|sudokupad:|N4(?=[^\s.]*[a-z])[^\s.]{18}"
    r"|(?:[\w-]+\.)*(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com|lisudoku\.xyz|sudokumaker\.app"
    r"|puzz\.link|pzv\.jp|pzplus\.tck\.mn"
    r"|sudokuwiki\.(?:org|com)|(?:swaroopg92|sigh)\.github\.io)/)", re.IGNORECASE,
)  # fmt: skip
"""How links with puzzles begin, also without a scheme, in brackets or with only the packed part."""

PACKED = re.compile(
    r"\s*(?:[SXWJLM]9B[0-9a-z]{20,}|[1-9]{81},[0-9]{162}|\??(?:bd|shape|jigmap)=\S{81,}"
    r"|(?=[^,]*[a-v])[0-9a-v]{162}(?:,[0-9a-v]{162})?)\s*"
)
"""What sudokuwiki.org's solvers pack, in its older form as well, without the link around it."""

SHORT_KILLER = re.compile(r"\s*(?=.*[<>^v])[0-9A-Za-j<>^v`',.]{81}\s*")
"""How a killer in 81 characters looks: totals, and arrows toward them."""

_OTHER_PUZZLE = re.compile(r"\s*[{[]|\.[A-Z]")
"""How other puzzles begin in which there may be the signs of a file's name."""

_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")
_WORD = re.compile(r"(?=.*[^0-9.*_?-]).{1,15}")
"""An argument of fewer characters than a 4×4 has cells, not all of them digits or blanks."""

_ORDERS = {
    "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),
    "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
}


def name_of(source: Source) -> str | None:
    """Return what to call a source in messages, or None if it has no name."""
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


class Line(str):
    """A line whose end is not a mere line feed, or that was not UTF-8.

    Fields in quotes may continue after the end, and must not be changed; in the line itself a sign
    stands for each byte that is not part of a character.
    """

    end: str
    escaped: str

    def __new__(cls, escaped: str, end: str) -> Line:
        """Return the line."""
        found = super().__new__(cls, _UNDECODED.sub("\ufffd", escaped))
        found.end, found.escaped = end, escaped
        return found


_UNDECODED = re.compile("[\udc80-\udcff]")


def escaped(lines: Sequence[str]) -> str:
    """Return the text that some lines were, with its line ends but for that of the last one."""
    text = [one.escaped + one.end if isinstance(one, Line) else one + "\n" for one in lines[:-1]]
    return "".join([*text, getattr(lines[-1], "escaped", lines[-1])])


def refuse_undecoded(text: str) -> None:
    """Refuse a part of a table that is not UTF-8."""
    text = escaped([text])
    found = None if text.isascii() else _UNDECODED.search(text)
    if found:
        byte = f"the byte {ord(found[0]) & 0xFF:#x}, which is not UTF-8"
        expected = "a table in UTF-8, as iconv -f WINDOWS-1252 -t UTF-8 makes one"
        raise FormatError(f"{byte}; expected {expected}", column=found.start() + 1)


def text_in(stream: IO[bytes], start: bytes = b"") -> io.TextIOWrapper:
    """Return bytes as the text that `lines_of` takes: with all its line ends as they are."""
    encoding = next((n for n, marks in _ORDERS.items() if start.startswith(marks)), "utf-8-sig")
    errors = "surrogateescape" if encoding == "utf-8-sig" else "replace"
    return io.TextIOWrapper(stream, encoding, errors, newline="")


PARQUET, ARROW, STREAM, NPZ, NPY = (
    b"PAR1", b"ARROW1", b"\xff\xff\xff\xff", b"PK\x03\x04", b"\x93NUMPY",
)  # fmt: skip
"""The first bytes of tables that are kept by columns."""


def is_columnar(start: bytes | bytearray) -> bool:
    """Return whether a file with these first eight bytes is a table that is kept by columns."""
    return start.startswith((PARQUET, ARROW, STREAM, NPZ, NPY))


@contextmanager
def _buffered(stream: IO[bytes]) -> Iterator[io.BufferedReader[Any]]:
    """Return a stream that can be looked into ahead, and leave the caller's own open."""
    if hasattr(stream, "peek"):
        yield cast(io.BufferedReader, stream)
        return
    buffered = io.BufferedReader(cast(io.RawIOBase, stream))
    try:
        yield buffered
    finally:
        if not stream.closed:
            buffered.detach()


@contextmanager
def _unpacked(stream: IO[bytes], name: str | None) -> Iterator[IO[str]]:
    with _buffered(stream) as buffered:
        start = buffered.peek(8)[:8]
        if is_packed(start):
            with unpacked(buffered, start, name) as inside, _unpacked(inside, name) as found:
                yield found
        elif is_columnar(start):
            raise FormatError("a table that is kept by columns; expected text", source=name)
        else:
            text = text_in(buffered, start[:4])
            try:
                yield text
            finally:
                if not stream.closed:
                    text.detach()


@contextmanager
def opened(source: Source, name: str | None = None) -> Iterator[IO[str]]:
    """Open a source, unpacked, as text; a caller's stream stays open."""
    if isinstance(source, (str, os.PathLike)):
        with bytes_of(source) as file, _unpacked(file, name) as found:
            yield found
    elif isinstance(source, io.TextIOBase) or isinstance(source.read(0), str):
        yield cast(IO[str], source)
    else:
        with _unpacked(cast(IO[bytes], source), name) as found:
            yield found


def lines_of(stream: IO[str], name: str | None = None) -> Lines:
    """Yield the numbered lines of a text, without their line ends."""
    number = 0
    try:
        for number, raw in enumerate(iter(partial(stream.readline, MAX_LINE), ""), start=1):
            text = raw.rstrip("\r\n")
            if number == 1:
                text = text.removeprefix("\ufeff")
            if "\0" in text:
                message, at = "the file is binary; expected text", text.index("\0") + 1
                raise FormatError(message, source=name, line=number, column=at)
            if len(raw) == MAX_LINE:
                message = f"a line of more than {MAX_LINE} characters; expected puzzles"
                raise FormatError(message, source=name, line=number)
            end = raw[len(text) :]
            if end not in {"\n", ""} or not (text.isascii() or _UNDECODED.search(text) is None):
                text = Line(text, end)
            yield number, text
    except UnicodeDecodeError as error:
        message = f"the text is not {error.encoding}: {error.reason}"
        raise FormatError(message, source=name, line=number + 1) from error


def text_of(path: str) -> str:
    """Return the text of a file that is read as a whole, such as an answer or a layout."""
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read(MAX_LINE)
    except UnicodeDecodeError:
        raise FormatError("the file is not text", source=path) from None
    if len(text) == MAX_LINE:
        raise FormatError(f"the file has more than {MAX_LINE} characters", source=path)
    return text


def _is_other(text: str) -> bool:
    """Return whether a text is a link, several lines or a packed puzzle."""
    return "\n" in text or "://" in text or bool(_OTHER_PUZZLE.match(text) or LINK.match(text))


def is_path(text: str) -> bool:
    """Return whether a text can only be a path, since it names a folder, whatever its length."""
    return not _is_other(text) and (os.sep in text or "/" in text)


def names_a_file(text: str) -> bool:
    """Return whether a text that is not a puzzle looks like the name of a file."""
    looks_so = is_path(text) or _ENDING.fullmatch(Path(text).suffix) or _WORD.fullmatch(text)
    return bool(looks_so) and not _is_other(text)


def no_such_file(name: str) -> FileNotFoundError:
    """Return the error that the system raises for a file that is not there, with its name."""
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)


class RowGroups(io.BufferedReader):
    """A file of Parquet of which some row groups are read."""

    def __init__(self, path: Path, numbers: range) -> None:
        super().__init__(io.FileIO(path))
        self.numbers = numbers


def _ranges(path: Path, head: int, begin: int, end: int) -> Iterator[bytes]:
    """Yield the first bytes of a file, and some of its lines."""
    with path.open("rb", buffering=0) as file:
        for at, last in ((0, min(head, begin)), (begin, end)):
            file.seek(at)
            while at < last and (data := file.read(min(1 << 20, last - at))):
                at += len(data)  # noqa: PLW2901
                yield data


class Piece(str):
    """An argument that is a part of a file; as a text it is what errors and answers call it.

    Args:
        begin: where the part begins: a byte at the beginning of a line, or a row group.
        end: where it ends; -1 for the whole file.
        head: bytes at the beginning of the file that belong to each part, such as a header.
        is_groups: whether row groups are counted, and not bytes.
    """

    path: Path
    begin: int
    end: int
    head: int
    is_groups: bool

    def __new__(
        cls,
        name: str,
        path: Path,
        begin: int = 0,
        end: int = -1,
        *,
        head: int = 0,
        is_groups: bool = False,
    ) -> Piece:
        """Return the argument."""
        found = super().__new__(cls, name)
        found.path, found.begin, found.end = path, begin, end
        found.head, found.is_groups = head, is_groups
        return found

    def open(self) -> BinaryIO:
        """Return the bytes of the part, or the whole file and which row groups of it are meant."""
        if self.is_groups:
            return cast(BinaryIO, RowGroups(self.path, range(self.begin, self.end)))
        if self.end < 0:
            return bytes_of(self.path)
        return in_pieces(_ranges(self.path, self.head, self.begin, self.end))


def bytes_of(argument: str | os.PathLike[str]) -> BinaryIO:
    """Open a file, or the part of one that a `Piece` names."""
    if isinstance(argument, Piece):
        return argument.open()
    return cast(BinaryIO, Path(argument).open("rb", buffering=0))


def is_file(argument: str) -> bool:
    """Return whether an argument names something in the file system."""
    if isinstance(argument, Piece):
        return True
    try:
        return argument != "" and Path(argument).exists()  # "" would be the directory at hand
    except (OSError, ValueError):  # too long, or with a null character: no name
        return False


def is_plain_file(argument: str) -> bool:
    """Return whether an argument names a file, and not a directory."""
    return isinstance(argument, Piece) or (is_file(argument) and not Path(argument).is_dir())


_MODULES = {b"\x1f\x8b": "gzip", b"BZh": "bz2", b"\xfd7zXZ\x00": "lzma"}
"""By the first bytes of a file the module that unpacks it."""

_ZSTD = b"\x28\xb5\x2f\xfd"
_MARKS = (*_MODULES, _ZSTD)


def is_packed(start: bytes | bytearray) -> bool:
    """Return whether a file is compressed, by its first eight bytes or so."""
    return start.startswith(_MARKS)


def unpacked(stream: IO[bytes], start: bytes | bytearray, name: str | None = None) -> BinaryIO:
    """Return what was compressed, as bytes that unpack, and show damage, while they are read."""
    mark = next(mark for mark in _MARKS if start.startswith(mark))
    return in_pieces(_decompressed(stream, mark), name)


def packing(file: BinaryIO, ending: str) -> BinaryIO:
    """Return a stream whose bytes are compressed into a file, which stays open."""
    if ending == ".zst":
        import pyarrow as pa

        return cast(BinaryIO, pa.CompressedOutputStream(_Staying(file), "zstd"))
    if ending == ".gz":
        import gzip

        # Nothing of the time or name: the same content is the same bytes.
        return cast(BinaryIO, gzip.GzipFile("", "wb", 6, file, mtime=0))
    return cast(BinaryIO, import_module("bz2" if ending == ".bz2" else "lzma").open(file, "wb"))


class _Staying(io.RawIOBase):
    """A file that its writer cannot close."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return self._file.write(data)


def in_pieces(pieces: Iterator[bytes], name: str | None = None) -> BinaryIO:
    """Return a stream of bytes that come in pieces, of a file with this name."""
    return cast(BinaryIO, io.BufferedReader(_Pieces(pieces, name), 1 << 17))


class _Pieces(io.RawIOBase):
    def __init__(self, pieces: Iterator[bytes], name: str | None) -> None:
        self._pieces, self._name = pieces, name
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            with naming_damage(self._name):
                piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._left = memoryview(piece)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


@contextmanager
def naming_damage(name: str | None) -> Iterator[None]:
    """Raise a library's error about a broken file as a `FormatError` with the file's name."""
    try:
        yield
    except FormatError as error:
        raise FormatError(error.message, source=error.source or name, line=error.line) from None
    except (CpsudokuError, MemoryError):
        raise
    except Exception as error:  # readers of such files raise anything, given any bytes
        if isinstance(error, OSError) and error.errno is not None:
            raise  # a file that cannot be read, rather than one that is broken
        raise FormatError(f"the file is broken: {error}", source=name) from error


def _decompressed(stream: IO[bytes], mark: bytes) -> Iterator[bytes]:
    if mark == _ZSTD:
        import pyarrow as pa

        text: Any = pa.CompressedInputStream(pa.PythonFile(stream, "r"), "zstd")
    else:
        text = import_module(_MODULES[mark]).open(stream, "rb")
    yield from iter(partial(text.read, 1 << 18), b"")
