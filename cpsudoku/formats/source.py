"""From files and streams of any kind to numbered lines, a little at a time.

Bytes are taken for UTF-8, or for what a byte order mark says; line ends may be of any kind.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias, cast

from cpsudoku.errors import FormatError

Source: TypeAlias = str | os.PathLike[str] | IO[str] | IO[bytes]
"""A path, a text stream or a stream of bytes."""

Lines: TypeAlias = Iterator[tuple[int, str]]
"""Numbered lines, without their line ends."""

MAX_LINE = 1 << 28
"""Longer lines are refused, so that no file can fill the memory."""

_PACKED = re.compile(r"\s*[{[]|fpuz|scl|ctc|scf|classic|sudokupad:|\.[A-Z]")
"""How puzzles begin in which there may be the signs of a file's name."""

_ENDING = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")
_WORD = re.compile(r"(?=.*[^0-9.*_?-]).{1,15}")
"""An argument of fewer characters than a 4×4 has cells, and not of digits and blanks alone."""

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def name_of(source: Source) -> str | None:
    """Return what to call a source in messages, or None if it has no name.

    Args:
        source: a path or stream.
    """
    if isinstance(source, (str, os.PathLike)):
        return os.fspath(source)
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


def _encoding(start: bytes) -> str:
    return next((name for mark, name in _MARKS if start.startswith(mark)), "utf-8-sig")


class Columns(NamedTuple):
    """A table that is kept by columns, which is not text (`cpsudoku.formats.columnar`).

    Args:
        stream: the file from its beginning.
        start: its first bytes again.
    """

    stream: IO[bytes]
    start: bytes


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
def _unpacked(stream: IO[bytes], name: str | None) -> Iterator[IO[str] | Columns]:
    from cpsudoku.formats.columnar import is_columnar
    from cpsudoku.formats.containers import is_packed, unpacked

    with _buffered(stream) as buffered:
        start = buffered.peek(8)[:8]
        if is_packed(start):
            with unpacked(buffered, start, name) as inside, _unpacked(inside, name) as found:
                yield found
        elif is_columnar(start):
            yield Columns(buffered, start)
        else:
            text = io.TextIOWrapper(buffered, _encoding(start[:4]), errors="replace")
            try:
                yield text
            finally:
                if not stream.closed:
                    text.detach()


@contextmanager
def opened(source: Source, name: str | None = None) -> Iterator[IO[str] | Columns]:
    """Open a source as text, or as a table that is not; a stream of the caller's stays open.

    Args:
        source: a path or stream; what is packed is unpacked (`cpsudoku.formats.containers`).
        name: what to call it in errors.

    Raises:
        OSError: the file cannot be read.
    """
    if isinstance(source, (str, os.PathLike)):
        with Path(source).open("rb") as file, _unpacked(file, name) as found:
            yield found
    elif isinstance(source, io.TextIOBase) or isinstance(source.read(0), str):
        yield cast(IO[str], source)
    else:
        with _unpacked(cast(IO[bytes], source), name) as found:
            yield found


def lines_of(stream: IO[str], name: str | None = None) -> Lines:
    """Yield the numbered lines of a text, without their line ends.

    Args:
        stream: the text.
        name: what to call it in errors.

    Raises:
        FormatError: the text holds what no text can, such as the bytes of a program.
    """
    number = 0
    try:
        for number, raw in enumerate(iter(partial(stream.readline, MAX_LINE), ""), start=1):
            text = raw.rstrip("\r\n")
            if number == 1:
                text = text.removeprefix("\ufeff")
            if "\0" in text:
                column = text.index("\0") + 1
                message = "the file is binary; expected text"
                raise FormatError(message, source=name, line=number, column=column)
            if len(raw) == MAX_LINE:
                message = f"a line of more than {MAX_LINE} characters; expected puzzles"
                raise FormatError(message, source=name, line=number)
            yield number, text
    except UnicodeDecodeError as error:
        raise FormatError(
            f"the text is not {error.encoding}: {error.reason}", source=name, line=number + 1
        ) from error


def text_of(path: str) -> str:
    """Return the text of a file that is read as a whole, such as an answer or a layout.

    Args:
        path: its name.

    Raises:
        FormatError: it is not text, or too long.
        OSError: it cannot be read.
    """
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
    return "\n" in text or "://" in text or _PACKED.match(text) is not None


def is_path(text: str) -> bool:
    """Return whether a text can only be a path, as it has a folder in it, whatever its length.

    Args:
        text: an argument; a link is not a path, and neither is JSON or more than one line.
    """
    return not _is_other(text) and (os.sep in text or "/" in text)


def names_a_file(text: str) -> bool:
    """Return whether a text that is not a puzzle looks like the name of a file.

    Args:
        text: an argument.
    """
    if _is_other(text):
        return False
    return bool(is_path(text) or _ENDING.fullmatch(Path(text).suffix) or _WORD.fullmatch(text))


def no_such_file(name: str) -> FileNotFoundError:
    """Return the error that the system raises for a file that is not there.

    Args:
        name: its name, which the message shows as it is.
    """
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), name)


def is_file(argument: str) -> bool:
    """Return whether an argument names something in the file system."""
    try:
        return argument != "" and Path(argument).exists()  # "" would be the directory at hand
    except (OSError, ValueError):  # too long, or with a null character: no name
        return False


def is_plain_file(argument: str) -> bool:
    """Return whether an argument names a file, and not a directory."""
    return is_file(argument) and not Path(argument).is_dir()
