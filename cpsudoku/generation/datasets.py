"""Files of generated puzzles that survive everything: a run that was killed continues where it was.

While puzzles are made, a file ``out.csv`` exists as two others beside it::

    out.csv.part         the lines so far; every complete one is valid
    out.csv.part.json    the request, and the seed

A `DataSetTable` says what a line is, and how the lines become the finished file.  The same command
finds them, cuts off a line that was not finished, and continues with the next number; a puzzle
depends only on its number, so nothing is lost and nothing comes twice.  At the end the lines
become ``out.csv`` (or are converted into it), which therefore is always whole.  A set in several
files is a job (`cpsudoku.jobs`), whose shards need nothing of this.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

from cpsudoku import formats
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats.base import Record
from cpsudoku.formats.source import naming_damage
from cpsudoku.generation.making import GeneratedPuzzle
from cpsudoku.ground import files
from cpsudoku.ground.documents import Condition, differences, read_as
from cpsudoku.ground.files import PART
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import Block, of_columns, of_records
from cpsudoku.rows.output import COMPRESSED, TABLES, opened
from cpsudoku.rows.sinks import finished, puzzle_sink
from cpsudoku.rows.sinks.tables import csv_text
from cpsudoku.rows.values import listed
from cpsudoku.rules import SYMBOLS, Rules, usual

if TYPE_CHECKING:
    import pyarrow as pa


ALONE = ("puzzle",)
"""The columns of a file that has only puzzles, one a line, without a header."""


@lru_cache(maxsize=16)
def _rules(rules: Rules) -> str:
    """Return the rules of a puzzle as its row has them."""
    return formats.rules_text(rules)


_COLUMNS: dict[str, Callable[[GeneratedPuzzle], object]] = {
    "id": lambda made: made.index,
    "puzzle": lambda made: made.rules.text(made.digits),
    "puzzles": lambda made: made.rules.text(made.digits),
    "quizzes": lambda made: made.rules.text(made.digits, "0"),
    "solution": lambda made: made.rules.text(made.solution),
    "solutions": lambda made: made.rules.text(made.solution),
    "clues": lambda made: made.clues,
    "effort": lambda made: made.effort,
    "rules": lambda made: _rules(made.rules),
}
_NUMBERS = {"id": "uint64", "clues": "uint16", "effort": "uint64"}
"""The types of those that are not texts, by Arrow's names."""

COLUMNS = tuple(_COLUMNS)
"""Every column there is; ``quizzes`` and ``solutions`` are Kaggle's names, blanks are 0 there."""


def is_unusual(rules: Rules) -> bool:
    """Return whether puzzles say by which rules they go."""
    return not rules.board.is_square or rules != usual(rules.size)


def columns_for(
    kind: str, wanted: Sequence[str] | None, *, labels: Iterable[str], has_effort: bool
) -> tuple[str, ...]:
    """Return the columns of the table in a file.

    Args:
        kind: one of `cpsudoku.rows.output.TABLES`, or the name of a notation.
        wanted: names of columns; None for the usual ones.
        labels: columns that there are beside `COLUMNS`.
        has_effort: whether there is a column ``effort``.

    Raises:
        OptionError: there is no such column, one is named twice, or this file cannot choose.
    """
    if wanted is None:
        if kind not in TABLES:
            return ALONE
        names = ("puzzles", "solutions") if kind == "npz" else ("puzzle", "solution")
        return (*names, "clues", *(["effort"] if has_effort else []))
    known = [name for name in (*COLUMNS, *labels) if has_effort or name != "effort"]
    for name in wanted:
        if name not in known:
            raise OptionError(f"there is no column {name!r}; expected {', '.join(known)}")
    if len(set(wanted)) < len(wanted):
        raise OptionError(f"--columns {','.join(wanted)}: a column is named twice")
    return tuple(wanted)


@dataclass(frozen=True)
class DataSetTable:
    """The columns and the container of a data set of generated puzzles.

    Args:
        rules: the puzzles' rules; None where each has its own.
        kind: what the finished file is: one of `TABLES`, or the name of a notation.
        labels: columns of ratings, and their types by Arrow's names.

    Raises:
        OptionError: the file could not hold the grids.
    """

    columns: tuple[str, ...]
    rules: Rules | None
    kind: str = "line"
    labels: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.rules is not None and self.kind == "npz" and self.rules.size > len(SYMBOLS):
            raise OptionError(
                f"arrays of grids with {self.rules.size} digits; expected {len(SYMBOLS)} at most, "
                "or a table of another kind such as .parquet"
            )
        unusual = self.rules is None or is_unusual(self.rules)
        if self.kind not in TABLES and not self._is_bare:
            object.__setattr__(self, "columns", ("puzzle", "solution"))
        if not self._is_bare:
            added = [*self.labels, *(["rules"] if unusual else [])]
            more = [name for name in added if name not in self.columns]
            object.__setattr__(self, "columns", (*self.columns, *more))

    @property
    def asked(self) -> dict[str, object]:
        """The part of the request that must be the same to continue a set, as JSON can hold it."""
        return {"columns": list(self.columns), "kind": self.kind}

    @property
    def _is_bare(self) -> bool:
        """Whether the lines are puzzles and nothing else."""
        return self.kind == "line" and self.rules is not None

    @property
    def kind_of_lines(self) -> str:
        """The notation of the lines of an unfinished file."""
        return "line" if self._is_bare else "csv"

    @property
    def header(self) -> str:
        """The first line: the columns, or the rules of puzzles without other columns if unusual."""
        if not self._is_bare:
            return ",".join(self.columns) + "\n"
        assert self.rules is not None
        return f"# rules: {_rules(self.rules)}\n" if is_unusual(self.rules) else ""

    def block(
        self,
        puzzles: Sequence[GeneratedPuzzle],
        kind: str,
        ratings: Sequence[Mapping[str, object]] = (),
    ) -> Block:
        """Return puzzles as rows, with the columns of this table if the kind of file is one.

        Args:
            ratings: for each puzzle its columns of ratings, if the table has any.
        """
        if kind not in TABLES:
            return of_records([Record(made.puzzle, solution=made.solution) for made in puzzles])
        columns = [
            [row[name] for row in ratings] if name in self.labels
            else list(map(_COLUMNS[name], puzzles))
            for name in self.columns
        ]  # fmt: skip
        return of_columns(self.columns, columns, len(puzzles))

    def text(self, block: Block) -> str:
        """Return the lines of puzzles in an unfinished file."""
        if block.own is None or self._is_bare:
            return "".join([f"{text}\n" for text in listed(block.texts(), len(block))])
        return csv_text(block.own.values, len(block)).decode()

    def converts(self, path: Path) -> bool:
        """Return whether the finished file differs from its lines."""
        return path.suffix.lower() in COMPRESSED or self.kind != self.kind_of_lines

    def convert(self, lines: Path, file: BinaryIO) -> None:
        """Write the finished file out of its lines and header.

        Raises:
            ValueError: the lines do not belong to this table.
        """
        if self.kind == self.kind_of_lines:
            with lines.open("rb") as whole:
                shutil.copyfileobj(whole, file, 1 << 20)
            return
        if self.kind not in TABLES:
            blocks = (self.block([made], self.kind) for made in self.read(lines))
        else:
            batches = self._batches(lines)
            blocks = (of_columns(one.schema.names, one.columns, one.num_rows) for one in batches)
        with finished(puzzle_sink(file, self.kind)) as sink:
            for block in blocks:
                sink.write(block, RowAnswers([]))

    def _batches(self, lines: Path) -> Iterator[pa.RecordBatch]:
        """Yield the rows of lines, some thousand at a time, each column of its type."""
        import pyarrow as pa
        from pyarrow import csv as reader

        kinds = _NUMBERS | dict(self.labels)
        types = {name: pa.type_for_alias(kinds.get(name, "string")) for name in self.columns}
        as_asked = reader.ConvertOptions(
            column_types=types, null_values=[""], strings_can_be_null=True
        )
        if self._is_empty(lines):
            yield pa.RecordBatch.from_pylist([], pa.schema(list(types.items())))
            return
        with reader.open_csv(lines, convert_options=as_asked) as batches:
            yield from batches

    def _is_empty(self, lines: Path) -> bool:
        return lines.stat().st_size <= len(self.header.encode())

    def read(self, lines: Path) -> Iterator[GeneratedPuzzle]:
        """Yield the puzzles of an unfinished file.

        Raises:
            ValueError: it has something else.
        """
        if self._is_empty(lines):
            return
        found = formats.read(lines, format=self.kind_of_lines, proposes=False)
        for index, record in enumerate(found):
            puzzle = record.puzzle
            yield GeneratedPuzzle(index, puzzle.rules, puzzle.digits, record.solution or ())


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


@dataclass(frozen=True)
class _Notes:
    """The request of an unfinished set, and its seed, as its file of notes has them."""

    asked: dict[str, object]
    seed: Annotated[int, Condition(range(1 << 64).__contains__, "a seed")]

    @classmethod
    def read(cls, path: Path) -> _Notes:
        """Return the notes in a file.

        Raises:
            FormatError: it holds none.
        """
        try:
            return read_as(cls, json.loads(path.read_bytes()))
        except (ValueError, RecursionError):
            raise FormatError(
                "the file is damaged; expected notes of an unfinished set.  To begin the set anew, "
                "remove this file and the one that ends in .part",
                source=str(path),
            ) from None


@dataclass
class Dataset:
    """A sink for generated puzzles, whose file appears when it is whole and can be resumed.

    Args:
        asked: the request, as JSON can hold it; the same again continues what is there.
        overwrite: whether a finished file that is there may be replaced.

    Raises:
        OptionError: an unfinished set of another request is there, another run is
            writing it, or a finished file would be replaced.
        FormatError: the notes of the unfinished set are damaged.
    """

    path: Path
    table: DataSetTable
    count: int
    asked: dict[str, object]
    overwrite: bool = False
    done: int = field(init=False, default=0)
    """Puzzles that are in the file."""
    form = Form.ROW

    def __post_init__(self) -> None:
        self.path = self.path.absolute()
        self._notes = self._beside(self.path, ".part.json")
        self._part = self._beside(self.path, ".part")
        self._header = self.table.header
        self._file: int | None = None
        self._go_on()

    @staticmethod
    def _beside(path: Path, suffix: str) -> Path:
        return path.with_name(path.name + suffix)

    @classmethod
    def seed_of(cls, path: Path) -> int | None:
        """Return the seed of the unfinished set that is there; None if no set is there."""
        notes = cls._beside(path, ".part.json")
        return _Notes.read(notes).seed if notes.exists() else None

    # How a run begins or continues.

    def _go_on(self) -> None:
        self._seed: int | None = None
        if not self._notes.exists():
            left = self._part
            # A run that was killed before it had written its notes leaves only a header.
            if left.exists() and left.stat().st_size > len(self._header.encode()):
                raise OptionError(
                    f"{left} is left of a run whose notes are missing; remove it first"
                )
            if not self.overwrite and self.path.exists() and self.path.stat().st_size:
                # Nothing says of which set it is.
                raise OptionError(f"{self.path} is there already; --overwrite replaces it")
            return
        before = _Notes.read(self._notes)
        if other := differences(before.asked, self.asked):
            raise OptionError(
                f"{self.path} is the unfinished output of another command ({other}); "
                f"repeat that command, or remove {self._notes.name}"
            )
        self._seed = before.seed
        self._open(resume=True)

    def begin(self, seed: int) -> None:
        """Write down the request, unless the run continues an unfinished set."""
        if self._seed is None:
            self._seed = seed
            self._open(resume=False)
            text = json.dumps(asdict(_Notes(self.asked, seed)), indent=1) + "\n"
            files.write_together({self._notes: text.encode()})

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
            self._add(self._header)

    def _whole_lines(self) -> tuple[int, int]:
        """Return how many puzzles the open file has in whole lines, and how long these are."""
        assert self._file is not None
        lines = size = at = 0
        while chunk := os.pread(self._file, PART, at):
            lines += chunk.count(b"\n")
            if b"\n" in chunk:
                size = at + chunk.rindex(b"\n") + 1
            at += len(chunk)
        if self._header and lines:
            lines -= 1
        return lines, size

    def before(self) -> Iterator[GeneratedPuzzle]:
        """Yield the puzzles that are in the file already."""
        if self._part.exists():
            yield from self.table.read(self._part)

    # How puzzles are added.

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Add the next puzzles.

        Raises:
            OSError: they cannot be written; what was finished stays, and can be resumed.
        """
        self._add(self.table.text(block))
        self.done += len(block)

    def _add(self, text: str) -> None:
        """Hand lines to the system; those that were handed over only in part are cut off."""
        if self._file is None:
            return
        try:
            view = memoryview(text.encode())
            while view:
                view = view[os.write(self._file, view) :]
        except OSError as error:
            with suppress(OSError):
                self.done, size = self._whole_lines()
                os.ftruncate(self._file, size)
            raise OSError(error.errno, error.strerror, str(self.path)) from None

    def close(self) -> None:
        """Give the file its name, and clear up.

        Raises:
            OSError: it cannot be written; the puzzles stay in the unfinished file.
        """
        if self._file is not None:
            os.fsync(self._file)
            if self.table.converts(self.path):
                with opened(self.path) as out, naming_damage(str(self._part)):
                    self.table.convert(self._part, out)
                self._part.unlink()
            else:
                files.put_in_place(self._part, self.path)
            os.close(self._file)
            self._file = None
        self._notes.unlink(missing_ok=True)

    def drop(self) -> None:
        """Keep the unfinished file, so that the run can be resumed."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
