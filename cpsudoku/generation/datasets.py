"""Files of generated puzzles that survive everything: a run that was killed continues where it was.

While puzzles are made, a file ``out.csv`` exists as two others beside it::

    out.csv.part         the lines so far; every complete one is valid
    out.csv.part.json    what was asked for, and the seed

What a line is, and how the lines become the finished file, a `DataSetTable` says.  The same command
finds them, cuts off a line that was not finished, and continues with the next number; a puzzle
depends on its number alone, so nothing is lost and nothing comes twice.  At the end the lines
become ``out.csv`` (or are converted into it), which therefore is always whole.  A set in several
files is a job (`cpsudoku.jobs`), whose shards need nothing of this.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from cpsudoku.errors import CpsudokuError, FormatError, OptionError
from cpsudoku.generation.making import Made
from cpsudoku.generation.tables import DataSetTable
from cpsudoku.ground import files

_BUFFER = 1 << 16
_FLUSH_SECONDS = 0.5
_CHUNK = 1 << 20


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
def naming_damage(lines: Path) -> Iterator[None]:
    """Name the damaged file where its lines cannot be read again.

    Raises:
        FormatError: the block raised a ValueError of another library.
    """
    try:
        yield
    except CpsudokuError:
        raise
    except (ValueError, OverflowError) as error:
        message = f"the file is damaged ({error}); expected the lines of this set alone"
        raise FormatError(message, source=str(lines)) from error


def _noted(path: Path) -> tuple[dict[str, object], int]:
    """Return what was asked for in an unfinished set, and its seed, as a file of notes says.

    Raises:
        FormatError: it holds no such notes.
    """
    with suppress(ValueError, LookupError, TypeError, RecursionError):
        found = json.loads(path.read_bytes())
        asked, seed = found["asked"], found["seed"]
        if isinstance(asked, dict) and type(seed) is int and 0 <= seed < 1 << 64:
            return asked, seed
    raise FormatError(
        "the file is damaged; expected notes of an unfinished set.  To begin the set anew, "
        "remove this file and the one that ends in .part",
        source=str(path),
    )


@dataclass
class Dataset:
    """Where generated puzzles go: a file.

    Args:
        asked: what was asked for, as JSON can hold it; the same again continues what is there.
        overwrite: whether a finished file that is there may be replaced.

    Raises:
        OptionError: an unfinished set is there that was asked for otherwise, another run is
            writing it, or a finished file would be replaced.
        FormatError: the notes of the unfinished set are damaged.
    """

    path: Path
    form: DataSetTable
    count: int
    asked: dict[str, object]
    overwrite: bool = False
    done: int = field(init=False, default=0)
    """Puzzles that are in the file."""

    def __post_init__(self) -> None:
        self.path = self.path.absolute()
        self._notes = self._beside(self.path, ".part.json")
        self._part = self._beside(self.path, ".part")
        self._header = self.form.header
        self._lines = bytearray()
        self._flushed = time.monotonic()
        self._file: int | None = None
        self._go_on()

    @staticmethod
    def _beside(path: Path, suffix: str) -> Path:
        return path.with_name(path.name + suffix)

    @classmethod
    def seed_of(cls, path: Path) -> int | None:
        """Return the seed of the unfinished set that is there; None if no set is there."""
        notes = cls._beside(path, ".part.json")
        return _noted(notes)[1] if notes.exists() else None

    # How a run begins or continues.

    def _go_on(self) -> None:
        self._seed: int | None = None
        if not self._notes.exists():
            left = self._part
            if left.exists() and left.stat().st_size:
                raise OptionError(f"{left} is there, but not what it belongs to; remove it first")
            if not self.overwrite and self.path.exists() and self.path.stat().st_size:
                # Nothing says of which set it is.
                raise OptionError(f"{self.path} is there already; --overwrite replaces it")
            return
        asked, seed = _noted(self._notes)
        if asked != self.asked:
            differences = ", ".join(
                f"{name} was {asked.get(name)}, is {self.asked.get(name)}"
                for name in self.asked | asked
                if asked.get(name) != self.asked.get(name)
            )
            raise OptionError(
                f"{self.path} is unfinished and was asked for otherwise ({differences}); "
                f"finish it with the same command, or remove {self._notes.name}"
            )
        self._seed = seed
        self._open(resume=True)

    def begin(self, seed: int) -> None:
        """Write down what is made, unless the run continues what is there."""
        if self._seed is None:
            self._seed = seed
            self._open(resume=False)
            text = json.dumps({"asked": self.asked, "seed": seed}, indent=1)
            with files.appearing(self._notes) as out:
                out.write(text.encode() + b"\n")

    def _open(self, *, resume: bool) -> None:
        part = self._part
        if resume and not part.exists() and self.path.exists():
            # Killed between giving the file its name and clearing up.
            self.done = self.count
            return
        self._file = os.open(part, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        if not _lock(self._file):
            os.close(self._file)
            self._file = None
            raise OptionError(f"{part} is being written by another run")
        self.done, size = self._whole_lines() if resume else (0, 0)
        os.ftruncate(self._file, size)
        if size == 0:
            self._lines += self._header.encode()

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

    def before(self) -> Iterator[Made]:
        """Yield the puzzles that are in the file already."""
        if self._part.exists():
            yield from self.form.read(self._part)

    # How puzzles are added.

    def add(self, made: Made) -> None:
        """Add the next puzzle, whose number is `done`.

        Raises:
            OSError: it cannot be written; what was finished stays, and can be resumed.
        """
        self._lines += self.form.line(made).encode()
        self.done += 1
        if len(self._lines) >= _BUFFER or time.monotonic() - self._flushed > _FLUSH_SECONDS:
            self.flush()

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
            with suppress(OSError):
                self.done, size = self._whole_lines()
                os.ftruncate(self._file, size)
            self._lines.clear()
            raise OSError(error.errno, error.strerror, str(self.path)) from None
        self._lines.clear()
        self._flushed = time.monotonic()

    def finish(self) -> None:
        """Give the file its name, and clear up.

        Raises:
            OSError: it cannot be written; the puzzles stay in the unfinished file.
        """
        if self._file is not None:
            self.flush()
            os.fsync(self._file)
            if self.form.converts(self.path):
                with files.appearing(self.path) as out, naming_damage(self._part):
                    self.form.convert(self._part, self.path, out)
                self._part.unlink()
            else:
                files.put_in_place(self._part, self.path)
            os.close(self._file)
            self._file = None
        self._notes.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave what is there to be resumed."""
        if self._file is not None:
            with suppress(OSError):
                self.flush()
            os.close(self._file)
            self._file = None
