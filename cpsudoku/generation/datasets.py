"""Files of generated puzzles that survive everything: a run that was killed goes on where it was.

While puzzles are made, a file ``out.csv`` exists as two others beside it::

    out.csv.part         the lines so far; every complete one is valid
    out.csv.part.json    what was asked for, and the seed

What a line is, and how the lines become the finished file, a `Form` says.  The same command finds
them, cuts off a line that was not finished, and goes on with the next number; a puzzle depends on
its number alone, so nothing is lost and nothing comes twice.  At the end the lines become
``out.csv`` (or are converted into it), which therefore is always whole.  A set in several files is
made one file after the other, each like that.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Generic, Protocol, TypeVar

from cpsudoku import files
from cpsudoku.errors import CpsudokuError, FormatError, OptionError
from cpsudoku.tables.kinds import COMPRESSED

_BUFFER = 1 << 16
_FLUSH_SECONDS = 0.5
_CHUNK = 1 << 20


_T = TypeVar("_T")


class Form(Protocol[_T]):
    """How puzzles stand in the lines of an unfinished file, and these in the finished one."""

    @property
    def header(self) -> str:
        """What stands above the lines; empty for nothing."""
        ...

    def line(self, made: _T, /) -> str:
        """Return a puzzle's line, with its end."""
        ...

    def converts(self, path: Path, /) -> bool:
        """Return whether the finished file is another than the lines."""
        ...

    def convert(self, lines: Path, path: Path, out: BinaryIO, /) -> None:
        """Write the finished file out of its lines; ValueError where they cannot be read."""
        ...

    def read(self, path: Path, /) -> Iterator[_T]:
        """Yield the puzzles of a file, finished or not; ValueError where it cannot be read."""
        ...


def _lock(file: int) -> bool:
    """Lock an open file for this process; false if another one has it."""
    try:
        import fcntl
    except ImportError:  # not on this system; two runs at a time are then the user's care
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def telling_damage(lines: Path) -> Iterator[None]:
    """Say of lines that cannot be read again which file is damaged.

    Args:
        lines: the file that they are in.

    Raises:
        FormatError: the block raised a ValueError that is none of ours.
    """
    try:
        yield
    except CpsudokuError:
        raise
    except (ValueError, OverflowError) as error:
        message = f"the file is damaged ({error}); expected the lines of this set alone"
        raise FormatError(message, source=str(lines)) from error


@dataclass(frozen=True)
class _Notes:
    """What is written down about an unfinished set.

    Args:
        asked: what was asked for.
        files: how many files are finished.
    """

    asked: dict[str, object]
    seed: int
    files: int

    @classmethod
    def read(cls, path: Path) -> _Notes:
        """Return the notes of a file.

        Raises:
            FormatError: it holds no such notes.
            OSError: it cannot be read.
        """
        try:
            found = json.loads(path.read_bytes())
            asked, seed, files = found["asked"], found["seed"], found["files"]
            whole = type(seed) is int and type(files) is int
            if isinstance(asked, dict) and whole and 0 <= seed < 1 << 64 and 0 <= files < 1 << 32:
                return cls(asked, seed, files)
        except (ValueError, LookupError, TypeError, RecursionError):
            pass
        raise FormatError(
            "the file is damaged; expected notes of an unfinished set.  To begin the set anew, "
            "remove this file and those that end in .part",
            source=str(path),
        )


@dataclass
class Dataset(Generic[_T]):
    """Where generated puzzles go: a file, or several of a given length.

    Args:
        path: the file; of several, ``out.csv`` stands for ``out-00000.csv``, ``out-00001.csv``, ….
        form: what the puzzles are in it.
        count: how many puzzles there will be.
        asked: what was asked for, as JSON can hold it; the same again goes on with what is there.
        shard: puzzles in a file; None for all in one.
        overwrite: whether finished files that are there may be replaced.

    Raises:
        OptionError: an unfinished set is there that was asked for otherwise, another run is
            writing it, or files of another set would be replaced or stay among those of this one.
        FormatError: the notes of the unfinished set are damaged.
        OSError: the files cannot be read or written.
    """

    path: Path
    form: Form[_T]
    count: int
    asked: dict[str, object]
    shard: int | None = None
    overwrite: bool = False
    done: int = field(init=False, default=0)
    """Puzzles that are in the files."""

    def __post_init__(self) -> None:
        self.path = self.path.absolute()
        self._notes = self._beside(self.path, ".part.json")
        self._header = self.form.header
        self._lines = bytearray()
        self._flushed = time.monotonic()
        self._file: int | None = None
        self._finished_files = 0
        self._go_on()

    @staticmethod
    def _beside(path: Path, suffix: str) -> Path:
        return path.with_name(path.name + suffix)

    @classmethod
    def seed_of(cls, path: Path) -> int | None:
        """Return the seed of the unfinished set that is there; None if there is none.

        Args:
            path: where the set is to go.
        """
        notes = cls._beside(path, ".part.json")
        return _Notes.read(notes).seed if notes.exists() else None

    def target(self, number: int) -> Path:
        """Return the name of one of the files.

        Args:
            number: its number, from 0 on.
        """
        if self.shard is None:
            return self.path
        name = self.path.name
        packed = self.path.suffix.lower() in COMPRESSED
        ending = "".join(self.path.suffixes[-2 if packed else -1 :])
        return self.path.with_name(f"{name.removesuffix(ending)}-{number:05d}{ending}")

    def _part(self, number: int) -> Path:
        return self._beside(self.target(number), ".part")

    # How a run begins, or goes on.

    def _go_on(self) -> None:
        self._seed: int | None = None
        self._refuse_longer_set()
        if not self._notes.exists():
            left = self._part(0)
            if left.exists() and left.stat().st_size:
                raise OptionError(f"{left} is there, but not what it belongs to; remove it first")
            self._refuse_other_set()
            return
        notes = _Notes.read(self._notes)
        if notes.asked != self.asked:
            differences = ", ".join(
                f"{name} was {notes.asked.get(name)}, is {self.asked.get(name)}"
                for name in self.asked | notes.asked
                if notes.asked.get(name) != self.asked.get(name)
            )
            raise OptionError(
                f"{self.path} is unfinished and was asked for otherwise ({differences}); "
                f"finish it with the same command, or remove {self._notes.name}"
            )
        self._seed, self._finished_files = notes.seed, notes.files
        before = self._finished_files * (self.shard or 0)
        self.done = min(before, self.count)
        if before < self.count:
            self._open(self._finished_files, resume=True)
            self._end_full_file()  # killed between its last puzzle and the next file

    def _refuse_longer_set(self) -> None:
        """Refuse to write a set beside files that would look like its last ones."""
        if self.shard is None:
            return
        left = self.target(-(-self.count // self.shard))
        if left.exists():
            raise OptionError(
                f"{left} is there, of a longer set; expected the files of this set alone: "
                "remove it and those behind it first"
            )

    def _refuse_other_set(self) -> None:
        """Refuse to replace what is finished, for nothing says of which set it is."""
        if self.overwrite:
            return
        last = 0 if self.shard is None else (self.count - 1) // self.shard
        for number in range(last + 1):
            there = self.target(number)
            if there.exists() and there.stat().st_size:
                raise OptionError(f"{there} is there already; --overwrite replaces it")

    def begin(self, seed: int) -> None:
        """Write down what is made, unless the run goes on with what is there."""
        if self._seed is None:
            self._seed = seed
            self._open(0, resume=False)
            self._note()

    def _note(self) -> None:
        text = json.dumps(
            {"asked": self.asked, "seed": self._seed, "files": self._finished_files}, indent=1
        )
        with files.appearing(self._notes) as out:
            out.write(text.encode() + b"\n")

    def _open(self, number: int, *, resume: bool) -> None:
        part = self._part(number)
        if resume and not part.exists() and self._is_complete(number):
            # Killed between giving the last file its name and clearing up.
            self.done = self.count
            return
        self._file = os.open(part, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        if not _lock(self._file):
            os.close(self._file)
            self._file = None
            raise OptionError(f"{part} is being written by another run")
        lines, size = self._whole_lines() if resume else (0, 0)
        self.done += lines
        os.ftruncate(self._file, size)
        if size == 0:
            self._lines += self._header.encode()

    def _is_complete(self, number: int) -> bool:
        last = (self.count - 1) // self.shard if self.shard else 0
        return number == last and self.target(number).exists()

    def _whole_lines(self) -> tuple[int, int]:
        """Return how many puzzles the open file has in whole lines, and how long these are."""
        assert self._file is not None
        lines = size = at = 0
        while chunk := os.pread(self._file, _CHUNK, at):
            lines += chunk.count(b"\n")
            if b"\n" in chunk:
                size = at + chunk.rindex(b"\n") + 1
            at += len(chunk)
        if self._header and lines:
            lines -= 1
        return lines, size

    def before(self) -> Iterator[_T]:
        """Yield the puzzles that are in the files already."""
        for number in range(self._finished_files + 1):
            path = self._part(number) if number == self._finished_files else self.target(number)
            if path.exists():
                yield from self.form.read(path)

    # How puzzles are added.

    def add(self, made: _T) -> None:
        """Add the next puzzle.

        Args:
            made: the puzzle with number `done`.

        Raises:
            OSError: it cannot be written; what was finished stays, and can be gone on with.
        """
        self._lines += self.form.line(made).encode()
        self.done += 1
        if len(self._lines) >= _BUFFER or time.monotonic() - self._flushed > _FLUSH_SECONDS:
            self.flush()
        self._end_full_file()

    def _end_full_file(self) -> None:
        """Finish a file that has all its puzzles and open the next, unless it is the last."""
        if self.shard is None or self._file is None or self.done >= self.count:
            return
        if self.done == (self._finished_files + 1) * self.shard:
            self._finish_file()
            self._open(self._finished_files, resume=False)

    def flush(self) -> None:
        """Hand to the system what has been added.

        Raises:
            OSError: it cannot be written; lines that were handed over only in part are cut off.
        """
        if self._file is None:
            return
        try:
            view = memoryview(bytes(self._lines))
            while view:
                view = view[os.write(self._file, view) :]
        except OSError as error:
            self._give_up()
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._lines.clear()
        self._flushed = time.monotonic()

    def _give_up(self) -> None:
        assert self._file is not None
        with suppress(OSError):
            done, size = self._whole_lines()
            os.ftruncate(self._file, size)
            base = 0 if self.shard is None else self._finished_files * self.shard
            self.done = base + done
        self._lines.clear()

    def finish(self) -> None:
        """Give the last file its name, and clear up.

        Raises:
            OSError: it cannot be written; the puzzles stay in the unfinished file.
        """
        if self._file is not None:
            self._finish_file()
        self._notes.unlink(missing_ok=True)

    def _finish_file(self) -> None:
        assert self._file is not None
        self.flush()
        target, part = self.target(self._finished_files), self._part(self._finished_files)
        os.fsync(self._file)
        if self.done < self.count and self.shard is not None:
            # Before this file gets its name: where the notes name a file that has no part, it is
            # then finished, and no other's of the same name.
            self._part(self._finished_files + 1).touch()
        if self.form.converts(target):
            with files.appearing(target) as out, telling_damage(part):
                self.form.convert(part, target, out)
            part.unlink()
        else:
            files.put_in_place(part, target)
        os.close(self._file)
        self._file = None
        self._finished_files += 1
        if self.shard is not None:
            self._note()

    def close(self) -> None:
        """Leave what is there to be gone on with."""
        if self._file is not None:
            with suppress(OSError):
                self.flush()
            os.close(self._file)
            self._file = None
