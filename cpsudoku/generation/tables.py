"""Generated puzzles as the rows of a table, and tables as text, Parquet or NumPy files.

===============  ==============================================================
suffix           file
===============  ==============================================================
``.csv``         a header and a line for each puzzle
``.parquet``     the same columns; needs the package ``pyarrow``
``.npz``         NumPy arrays ``puzzles`` and ``solutions`` (uint8), ``clues`` and ``effort``
anything else    the puzzles alone, one a line
===============  ==============================================================

Rules other than the usual ones of their size are a column ``rules``, in NumPy files a text
``rules`` for all puzzles, and above puzzles that stand alone a line ``# rules: 9+diagonals``.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO

from cpsudoku.errors import OptionError
from cpsudoku.extras import needing
from cpsudoku.formats import rules_text
from cpsudoku.generation.making import Made
from cpsudoku.rules import Rules, usual

if TYPE_CHECKING:
    import numpy as np

_BLOCK = 1 << 14  # rows that are held in memory at a time

DEFAULT_COLUMNS = ("puzzle", "solution", "clues", "effort")
"""What a table has unless something else is asked for."""


def _text(digits: Sequence[int], rules: Rules, blank: str) -> str:
    symbols = (blank, *rules.symbols)
    return ("" if rules.size < 36 else " ").join([symbols[digit] for digit in digits])


_COLUMNS: dict[str, Callable[[Made], str]] = {
    "id": lambda made: str(made.index),
    "puzzle": lambda made: _text(made.digits, made.rules, "."),
    "quizzes": lambda made: _text(made.digits, made.rules, "0"),
    "solution": lambda made: _text(made.solution, made.rules, "."),
    "solutions": lambda made: _text(made.solution, made.rules, "."),
    "clues": lambda made: str(made.clues),
    "effort": lambda made: str(made.effort),
    "rules": lambda made: rules_text(made.rules),
}

ALONE = ("puzzle",)
"""The columns of puzzles that stand alone, one a line, without a header."""

COLUMNS = tuple(_COLUMNS)
"""Every column there is; ``quizzes`` and ``solutions`` are Kaggle's names, blanks are 0 there."""

_CONVERTED = (".parquet", ".npz")

KINDS = (".csv", *_CONVERTED)
"""Suffixes of tables; files of any other have the puzzles alone."""


def columns_for(
    path: Path | None, wanted: Sequence[str] | None, rules: Rules | None = None
) -> tuple[str, ...]:
    """Return the columns of the table that goes to a file.

    Args:
        path: the file; None for standard output.
        wanted: names out of `COLUMNS`; None for the usual ones.
        rules: the puzzles' rules; where they are unusual, a table has them as a column as well.

    Raises:
        OptionError: there is no such column, or the file cannot have columns of choice.
    """
    kind = path.suffix.lower() if path is not None else ""
    if wanted is not None:
        for name in wanted:
            if name not in _COLUMNS:
                raise OptionError(f"there is no column {name!r}; expected {', '.join(COLUMNS)}")
        if kind == ".npz":
            raise OptionError("a .npz file has the columns puzzle, solution, clues and effort")
        columns = tuple(wanted)
    else:
        columns = DEFAULT_COLUMNS if kind in KINDS else ALONE
    has_place = kind != ".npz" and (columns != ALONE or kind == ".parquet")
    missing = has_place and "rules" not in columns and rules is not None and _unusual(rules)
    return (*columns, "rules") if missing else columns


def _unusual(rules: Rules) -> bool:
    return not rules.board.is_square or rules != usual(rules.size)


def header(columns: tuple[str, ...], rules: Rules) -> str:
    """Return the line above the rows.

    Args:
        columns: the columns; the puzzle by itself has no header but its rules, if unusual.
        rules: the puzzles' rules.
    """
    if columns != ALONE:
        return ",".join(columns) + "\n"
    return f"# rules: {rules_text(rules)}\n" if _unusual(rules) else ""


def row(made: Made, columns: tuple[str, ...]) -> str:
    """Return a puzzle's line."""
    fields = [_COLUMNS[name](made) for name in columns]
    if "rules" not in columns:  # nothing else needs quotes
        return ",".join(fields) + "\n"
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(fields)
    return line.getvalue()


@dataclass(frozen=True)
class Table:
    """What a data set of generated puzzles consists of.

    Args:
        columns: the columns of the table.
        rules: the puzzles' rules.
    """

    columns: tuple[str, ...]
    rules: Rules

    @property
    def header(self) -> str:
        """The line above the rows; the puzzle by itself has none but its rules, if unusual."""
        return header(self.columns, self.rules)

    def line(self, made: Made) -> str:
        """Return a puzzle's row."""
        return row(made, self.columns)

    def converts(self, path: Path) -> bool:
        """Return whether the finished file is of another kind than its lines."""
        return path.suffix.lower() in _CONVERTED

    def convert(self, lines: Path, path: Path, out: BinaryIO) -> None:
        """Write the finished file out of its lines, with their header.

        Args:
            lines: the file that has them.
            path: the name of the finished file, which says the kind.
            out: where to write.

        Raises:
            ValueError: the lines are none of this table's.
            OSError: it cannot be written.
        """
        if path.suffix.lower() == ".parquet":
            _write_parquet(lines, out, self.columns)
        else:
            _write_npz(lines, out, self.columns, self.rules)

    def parse(self, lines: Iterable[str]) -> Iterator[Made]:
        """Yield the puzzles of lines, their header left out.

        Raises:
            ValueError: a line is none of this table's.
        """
        for index, values in enumerate(_rows_of(lines)):
            yield parse_row(values, self.columns, self.rules, index)


def _rows_of(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the fields of each line that `row` has written."""
    try:
        yield from csv.reader(lines, strict=True)
    except csv.Error as error:
        raise ValueError(str(error)) from None


def parse_row(values: Sequence[str], columns: tuple[str, ...], rules: Rules, index: int) -> Made:
    """Return the puzzle that a row stands for; what the row lacks is empty.

    Args:
        values: its fields.
        columns: their columns, among them the puzzle.
        index: the puzzle's number.
    """
    fields = dict(zip(columns, values, strict=True))
    number_of = {symbol: digit for digit, symbol in enumerate(rules.symbols, start=1)}

    def digits(text: str) -> tuple[int, ...]:
        cells = text.split() if " " in text else list(text)
        return tuple(number_of.get(symbol, 0) for symbol in cells)

    puzzle = fields.get("puzzle") or fields.get("quizzes") or ""
    solution = fields.get("solution") or fields.get("solutions") or ""
    effort = int(fields["effort"]) if "effort" in fields else None
    return Made(index, rules, digits(puzzle), digits(solution), 1, effort)


def check_kind(path: Path) -> None:
    """Refuse a file that could not be written at the end.

    Args:
        path: where the table is to go.

    Raises:
        BackendUnavailableError: a package is missing that it needs.
    """
    if path.suffix.lower() == ".parquet":
        with needing("Parquet files need", "pyarrow"):
            import pyarrow.parquet  # noqa: F401


def _blocks(source: Path, columns: tuple[str, ...]) -> Iterator[list[list[str]]]:
    with source.open(encoding="utf-8", newline="") as lines:
        rows = _rows_of(lines)
        if columns != ALONE:
            next(rows, None)
        while block := list(islice(rows, _BLOCK)):
            yield block


def _write_parquet(source: Path, out: BinaryIO, columns: tuple[str, ...]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    numbers = {"id": pa.uint64(), "clues": pa.uint16(), "effort": pa.uint64()}
    schema = pa.schema([(name, numbers.get(name, pa.string())) for name in columns])
    with pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for block in _blocks(source, columns):
            fields = zip(*block, strict=True)
            arrays = [
                pa.array(map(int, values) if name in numbers else values, schema.field(name).type)
                for name, values in zip(columns, fields, strict=True)
            ]
            writer.write_batch(pa.record_batch(arrays, schema=schema))


def _write_npz(source: Path, out: BinaryIO, columns: tuple[str, ...], rules: Rules) -> None:
    """Write the arrays one after the other, a block at a time: they may not fit into memory."""
    import numpy as np

    count = sum(map(len, _blocks(source, columns)))
    grid: tuple[int, ...] = (count, rules.cell_count)
    arrays: tuple[tuple[str, type[np.unsignedinteger], tuple[int, ...]], ...] = (
        ("puzzles", np.uint8, grid),
        ("solutions", np.uint8, grid),
        ("clues", np.uint16, (count,)),
        ("effort", np.uint64, (count,)),
    )
    cell: Callable[[Made], object]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, kind, shape in arrays:
            cell = _CELLS[name]
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                _write_array_header(member, np.dtype(kind), shape)
                for block in _blocks(source, columns):
                    rows = [cell(parse_row(values, columns, rules, 0)) for values in block]
                    member.write(np.array(rows, dtype=kind).tobytes())
        if _unusual(rules):
            with archive.open("rules.npy", "w") as member:
                np.lib.format.write_array(member, np.array(rules_text(rules)), allow_pickle=False)


_CELLS: dict[str, Callable[[Made], object]] = {
    "puzzles": lambda made: made.digits,
    "solutions": lambda made: made.solution,
    "clues": lambda made: made.clues,
    "effort": lambda made: made.effort,
}


def _write_array_header(
    member: IO[bytes], kind: np.dtype[np.unsignedinteger], shape: tuple[int, ...]
) -> None:
    from numpy.lib import format as npy

    npy.write_array_header_1_0(
        member, {"descr": npy.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
    )
