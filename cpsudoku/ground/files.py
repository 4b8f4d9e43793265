"""Files that appear under their names when they are finished, and never before.

At every moment a name stands for its old content or for all of the new.  Where the system has
files without a name (Linux: ``O_TMPFILE``), content is written to one, so that not even ``kill -9``
leaves anything; elsewhere it is written to a hidden file beside the target.  What is replaced keeps
its permissions and, where the system allows it, its owner; symbolic links are followed.  Pipes and
devices have no content to replace: they are written to directly.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

PART = 1 << 20
"""Bytes of a file that are looked at together, a free number."""

_BUFFER = 1 << 17

REPLACED = "cpsudoku.replaced"
"""Name of the handler of errors (`codecs`) by which every text can be written in any encoding.

Bytes of a text that were not UTF-8 when it was read are written as they were.  For characters that
the encoding lacks stand plain ones, or ``?``; for half of a surrogate pair in UTF-8 U+FFFD.

>>> "é → 数\udcff".encode("latin-1", REPLACED), "\ud800".encode("utf-8", REPLACED)
(b'\xe9 -> ?\xff', b'\xef\xbf\xbd')
"""

_PLAIN = {
    "→": "->", "≠": "!=", "≤": "<=", "≥": ">=", "–": "-", "−": "-", "×": "x", "…": "...",
    "│": "|", "─": "-", **dict.fromkeys("┌┬┐├┼┤└┴┘", "+"),
}  # fmt: skip


def _replaced(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    character, after = error.object[error.start], error.start + 1
    has_bytes = not error.encoding.startswith(("utf-16", "utf-32"))
    if has_bytes and "\udc80" <= character <= "\udcff":  # what stands for a byte
        return bytes([ord(character) - 0xDC00]), after
    if error.encoding == "utf-8":
        return "\N{REPLACEMENT CHARACTER}".encode(), after
    return _PLAIN.get(character, "?"), after


codecs.register_error(REPLACED, _replaced)


class _Named(io.FileIO):
    """An open file whose failures name it, which those of a descriptor do not."""

    def __init__(self, descriptor: int, path: Path) -> None:
        super().__init__(descriptor, "w")
        self._path = path

    def write(self, data: object, /) -> int:
        with naming(self._path):
            return super().write(data)  # type: ignore[arg-type]


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Let failures of the system in the block name the file that the user knows."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def resolved(path: Path) -> Path:
    """Return where a file is, or would be, after all symbolic links."""
    try:
        return path.resolve()
    except RuntimeError:  # what Python before 3.13 says of a loop of links
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None


def is_replaced(path: Path) -> bool:
    """Return whether writing replaces a file or makes one; false for pipes and devices."""
    return path.is_file() or not path.exists()


@contextmanager
def appearing(path: Path, *, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a file for bytes, which appears when the block ends without an exception.

    Its content is on the disk before it gets its name, if it is to be durable.
    """
    if not is_replaced(path):
        with _stream(os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0)), path) as out:
            yield out
        return
    target = resolved(path)
    with naming(target):
        descriptor, temporary = _opened(target)
    try:
        with _stream(descriptor, target) as out:
            yield out
            out.flush()
            with naming(target):
                if durable:
                    os.fsync(descriptor)
                if temporary is None:
                    _take_after(descriptor, target)
                    temporary = _linked(descriptor, target)
        if temporary is not None:  # after closing, which some systems ask for
            put_in_place(temporary, target)
    except BaseException:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()
        raise


def put_in_place(finished: Path, target: Path) -> None:
    """Give a finished file its name, with the permissions and the owner of what it replaces."""
    with naming(target):
        _take_after(finished, target)
        finished.replace(target)


def write_together(contents: Mapping[Path, bytes], *, stale: Path | None = None) -> None:
    """Write several files; they appear in this order, and none of them before all are written.

    A stale file is removed when all are written, before the first of them appears.
    """
    with ExitStack() as stack:  # which ends first what was begun last
        for path, content in reversed(list(contents.items())):
            out = stack.enter_context(appearing(path))
            out.write(content)
            out.flush()
        if stale is not None:
            stale.unlink(missing_ok=True)


def write_folder(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files into a folder, which is made where it is missing; others in it stay as they are.

    They appear together, in their order.  The last of them stands for the whole: an old one goes
    before the first comes.
    """
    place = resolved(folder)
    place.mkdir(parents=True, exist_ok=True)
    placed = {place / name: content for name, content in contents.items()}
    try:
        write_together(placed, stale=list(placed)[-1])
    except BaseException:
        with suppress(OSError):  # unless there is something else in it
            place.rmdir()
        raise


def begun(path: Path) -> BinaryIO:
    """Return a file for bytes that is there at once, such as a temporary one; failures name it."""
    flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    return _stream(os.open(path, flags, 0o666), path, io.DEFAULT_BUFFER_SIZE)


def _stream(descriptor: int, path: Path, buffer: int = _BUFFER) -> BinaryIO:
    return cast(BinaryIO, io.BufferedWriter(_Named(descriptor, path), buffer))


def _opened(target: Path) -> tuple[int, Path | None]:
    """Return a new open file in the folder of the target, and its name if it needs one."""
    if hasattr(os, "O_TMPFILE"):
        with suppress(OSError):  # not on every file system; what else is wrong shows below
            descriptor = os.open(target.parent, os.O_TMPFILE | os.O_WRONLY, 0o666)
            if os.path.lexists(_own_name(descriptor)):
                return descriptor, None
            os.close(descriptor)
    temporary = _name_beside(target)
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    return os.open(temporary, flags, 0o666), temporary


def _own_name(descriptor: int) -> str:
    return f"/proc/self/fd/{descriptor}"


def _name_beside(target: Path) -> Path:
    # Not the whole name: with what is added it might be longer than the system allows.
    return target.with_name(f".{target.name[:40]}.{os.urandom(8).hex()}")


def _linked(descriptor: int, target: Path) -> Path | None:
    """Give a file without a name that of the target, or return the other one it got.

    A link replaces nothing: where there is a target it gets a name beside, to be renamed.
    """
    for name in (target, _name_beside(target)):
        with suppress(FileExistsError):
            # With a folder, which an absolute name makes no use of, the link is followed.
            os.link(_own_name(descriptor), name, src_dir_fd=descriptor)
            return None if name is target else name
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))


def _take_after(file: int | Path, target: Path) -> None:
    """Give a file the owner and the permissions of the target, if there is one."""
    try:
        old = target.stat()
    except FileNotFoundError:
        return
    own = os.stat(file)  # noqa: PTH116 - a descriptor is not a path
    if (old.st_uid, old.st_gid) != (own.st_uid, own.st_gid):
        for owner in (old.st_uid, -1):  # where the owner cannot be kept, perhaps the group can
            with suppress(PermissionError):
                os.chown(file, owner, old.st_gid)
                break
    os.chmod(file, stat.S_IMODE(old.st_mode))  # noqa: PTH101
