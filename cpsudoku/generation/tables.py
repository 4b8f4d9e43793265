"""Generated puzzles as the rows of a table, first as lines and then as a file of any kind.

While puzzles are made they are lines: a row of CSV each, or where nothing else is wanted the puzzle
alone.  From these the writers of `cpsudoku.rows` make the finished file, a block at a time.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cpsudoku import formats
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import Record, TableRow
from cpsudoku.formats.containers import packing
from cpsudoku.formats.tables import lines as csv_lines
from cpsudoku.generation.making import Made
from cpsudoku.ground.extras import needing
from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rows.block import of_columns, of_records
from cpsudoku.rows.kinds import COLUMNAR, COMPRESSED, TABLES
from cpsudoku.rows.sinks import puzzle_sink
from cpsudoku.rules import SYMBOLS, Rules, usual

if TYPE_CHECKING:
    import pyarrow as pa

ALONE = ("puzzle",)
"""The columns of puzzles that stand alone, one a line, without a header."""


@lru_cache(maxsize=16)
def _rules(rules: Rules) -> str:
    """Return the rules of a puzzle as its row has them."""
    return formats.rules_text(rules)


_COLUMNS: dict[str, Callable[[Made], object]] = {
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
    kind: str, wanted: Sequence[str] | None, *, labels: Sequence[str] = (), has_effort: bool = True
) -> tuple[str, ...]:
    """Return the columns of the table in a file.

    Args:
        kind: one of `cpsudoku.rows.kinds.TABLES`, or the name of a notation.
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
    """What a data set of generated puzzles consists of.

    Args:
        rules: the puzzles' rules; None where each has its own.
        kind: what the finished file is: one of `TABLES`, or the name of a notation.
        labels: columns that `Made.labels` has, and their types by Arrow's names.

    Raises:
        OptionError: the file could not hold the grids.
    """

    columns: tuple[str, ...]
    rules: Rules | None
    kind: str = "line"
    labels: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind in COLUMNAR:
            with needing("tables that are not text need", "pyarrow"):
                import pyarrow  # noqa: F401
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
        """What has to be the same where a set is continued, as JSON can hold it."""
        return {"columns": list(self.columns), "kind": self.kind}

    @property
    def is_lines(self) -> bool:
        """Whether the finished file is its lines, unless it is compressed."""
        return self._is_bare or self.kind == "csv"

    @property
    def _is_bare(self) -> bool:
        """Whether the lines are puzzles and nothing else."""
        return self.kind == "line" and self.rules is not None

    @property
    def header(self) -> str:
        """What stands above the lines: the columns, or of puzzles alone their rules if unusual."""
        if not self._is_bare:
            return ",".join(self.columns) + "\n"
        assert self.rules is not None
        return f"# rules: {_rules(self.rules)}\n" if is_unusual(self.rules) else ""

    def line(self, made: Made) -> str:
        """Return a puzzle's line."""
        if self._is_bare:
            return made.rules.text(made.digits) + "\n"
        fields = ["" if value is None else str(value) for value in self._values(made)]
        if "rules" not in self.columns and not self.labels:  # nothing else needs quotes
            return ",".join(fields) + "\n"
        return csv_lines([fields])

    def record(self, made: Made) -> Record:
        """Return a puzzle with all its columns, for a table that is written row by row."""
        puzzle = made.puzzle
        row = TableRow(
            self.columns, tuple(self._values(made)), puzzle, made.solution, has_header=True
        )
        return Record(puzzle, solution=made.solution, row=row)

    def _values(self, made: Made) -> Iterator[object]:
        labels = dict(zip(self.labels, made.labels, strict=True))
        for name in self.columns:
            yield labels[name] if name in labels else _COLUMNS[name](made)

    def converts(self, path: Path) -> bool:
        """Return whether the finished file is another than its lines."""
        return path.suffix.lower() in COMPRESSED or not self.is_lines

    def convert(self, lines: Path, path: Path, out: BinaryIO) -> None:
        """Write the finished file out of its lines and header, compressed if its name says so.

        Raises:
            ValueError: the lines do not belong to this table.
        """
        ending = path.suffix.lower()
        with closing(packing(out, ending)) if ending in COMPRESSED else nullcontext(out) as file:
            if self.is_lines:
                with lines.open("rb") as whole:
                    shutil.copyfileobj(whole, file, 1 << 20)
            else:
                self._convert(lines, file)

    def _convert(self, lines: Path, file: BinaryIO) -> None:
        sink = puzzle_sink(file, self.kind)
        if self.kind not in TABLES:
            for made in self.read(lines):
                record = Record(made.puzzle, solution=made.solution)
                sink.write(of_records([record]), RowAnswers([None]))
        else:
            for batch in self._batches(lines):
                count = batch.num_rows
                rows = of_columns(batch.schema.names, batch.columns, count)
                sink.write(rows, RowAnswers([None] * count))
        sink.close()

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

    def read(self, path: Path) -> Iterator[Made]:
        """Yield the puzzles of a file of this table, finished or not.

        Raises:
            ValueError: it has something else.
        """
        notation = None
        if path.suffix == ".part":
            notation = "line" if self._is_bare else "csv"
        if self._is_empty(path):
            return
        for index, record in enumerate(formats.read(path, format=notation)):
            puzzle = record.puzzle
            yield Made(index, puzzle.rules, puzzle.digits, record.solution or ())
