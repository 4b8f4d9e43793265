"""Generated puzzles as the rows of a table, and tables as text, Parquet or NumPy files.

===============  ==============================================================
suffix           file
===============  ==============================================================
``.csv``         a header and a line for each puzzle
``.parquet``     the same columns; needs the extra ``cpsudoku[parquet]``
``.npz``         NumPy arrays ``puzzles`` and ``solutions`` (uint8), ``clues`` and ``effort``
anything else    the puzzles alone, one a line
===============  ==============================================================
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING

from cpsudoku.errors import BackendUnavailableError, OptionError
from cpsudoku.formats import rules_text
from cpsudoku.generation.making import Made
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    import numpy as np

_BLOCK = 1 << 14  # rows that are held in memory at a time

DEFAULT_COLUMNS = ("puzzle", "solution", "clues", "effort")
"""What a table has unless something else is asked for."""


def _text(digits: Sequence[int], rules: Rules, blank: str) -> str:
    symbols = (blank, *rules.symbols)
    return ("" if rules.size < 36 else " ").join([symbols[digit] for digit in digits])


def _quoted(text: str) -> str:
    return f'"{text}"' if "," in text and '"' not in text else text


_COLUMNS: dict[str, Callable[[Made], str]] = {
    "id": lambda made: str(made.index),
    "puzzle": lambda made: _text(made.digits, made.rules, "."),
    "quizzes": lambda made: _text(made.digits, made.rules, "0"),
    "solution": lambda made: _text(made.solution, made.rules, "."),
    "solutions": lambda made: _text(made.solution, made.rules, "."),
    "clues": lambda made: str(made.clues),
    "effort": lambda made: str(made.effort),
    "rules": lambda made: _quoted(rules_text(made.rules)),
}

COLUMNS = tuple(_COLUMNS)
"""Every column there is; ``quizzes`` and ``solutions`` are Kaggle's names, blanks are 0 there."""

KINDS = (".csv", ".parquet", ".npz")
"""Suffixes of tables; files of any other have the puzzles alone."""


def columns_for(path: Path | None, wanted: Sequence[str] | None) -> tuple[str, ...]:
    """Return the columns of the table that goes to a file.

    Args:
        path: the file; None for standard output.
        wanted: names out of `COLUMNS`; None for the usual ones.

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
        return tuple(wanted)
    return DEFAULT_COLUMNS if kind in KINDS else ("puzzle",)


def header(columns: tuple[str, ...]) -> str:
    """Return the line above the rows; empty where the puzzles stand alone."""
    return "" if columns == ("puzzle",) else ",".join(columns) + "\n"


def row(made: Made, columns: tuple[str, ...]) -> str:
    """Return a puzzle's line."""
    return ",".join([_COLUMNS[name](made) for name in columns]) + "\n"


def parse_row(line: str, columns: tuple[str, ...], rules: Rules, index: int) -> Made:
    """Return the puzzle that a line stands for; what the line lacks is empty.

    Args:
        line: the line, as `row` writes it.
        columns: its columns, among them the puzzle.
        rules: the rules.
        index: the puzzle's number.
    """
    fields = dict(zip(columns, line.rstrip("\n").split(","), strict=True))
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
        try:
            import pyarrow.parquet  # noqa: F401
        except ImportError:
            raise BackendUnavailableError(
                "Parquet files need pyarrow: pip install 'cpsudoku[parquet]'"
            ) from None


def convert(source: Path, target: Path, columns: tuple[str, ...], rules: Rules) -> None:
    """Write a table of lines as Parquet or NumPy file, by what the target's suffix says.

    Args:
        source: the lines with their header.
        target: the file to write.
        columns: the columns of the lines.
        rules: the puzzles' rules.

    Raises:
        OSError: it cannot be written.
    """
    if target.suffix.lower() == ".parquet":
        _write_parquet(source, target, columns)
    else:
        _write_npz(source, target, columns, rules)


def _blocks(source: Path) -> Iterator[list[str]]:
    with source.open(encoding="utf-8") as lines:
        next(lines, None)
        while block := list(islice(lines, _BLOCK)):
            yield block


def _write_parquet(source: Path, target: Path, columns: tuple[str, ...]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    numbers = {"id": pa.uint64(), "clues": pa.uint16(), "effort": pa.uint64()}
    schema = pa.schema([(name, numbers.get(name, pa.string())) for name in columns])
    with target.open("wb") as out, pq.ParquetWriter(out, schema, compression="zstd") as writer:
        for block in _blocks(source):
            fields = zip(*(line.rstrip("\n").split(",") for line in block), strict=True)
            arrays = [
                pa.array(map(int, values) if name in numbers else values, schema.field(name).type)
                for name, values in zip(columns, fields, strict=True)
            ]
            writer.write_batch(pa.record_batch(arrays, schema=schema))


def _write_npz(source: Path, target: Path, columns: tuple[str, ...], rules: Rules) -> None:
    """Write the arrays one after the other, a block at a time: they may not fit into memory."""
    import numpy as np

    count = sum(map(len, _blocks(source)))
    grid: tuple[int, ...] = (count, rules.cell_count)
    arrays: tuple[tuple[str, type[np.unsignedinteger], tuple[int, ...]], ...] = (
        ("puzzles", np.uint8, grid),
        ("solutions", np.uint8, grid),
        ("clues", np.uint16, (count,)),
        ("effort", np.uint64, (count,)),
    )
    cell: Callable[[Made], object]
    with target.open("wb") as out, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, kind, shape in arrays:
            cell = _CELLS[name]
            with archive.open(f"{name}.npy", "w", force_zip64=True) as member:
                _write_array_header(member, np.dtype(kind), shape)
                for block in _blocks(source):
                    rows = [cell(parse_row(line, columns, rules, 0)) for line in block]
                    member.write(np.array(rows, dtype=kind).tobytes())


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
