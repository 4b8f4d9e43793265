"""Ratings for the puzzles of a file that others made.

It may be of sudoku-extreme's form (``source,question,answer,rating``), Kaggle's
(``quizzes,solutions``), Royle's (a puzzle a line), or any other table.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import cpsudoku
from cpsudoku import files
from cpsudoku.bulk.inputs import Given, given_in_parts
from cpsudoku.coaching.difficulty import SCALES
from cpsudoku.coaching.rating import rate_many
from cpsudoku.errors import OptionError

if TYPE_CHECKING:
    import pyarrow as pa


PIECE = 10_000
"""Rows that are labelled together, and kept when a run ends."""


def label(
    source: Path,
    out: Path,
    *,
    scales: Sequence[str] = SCALES,
    threads: int | None = None,
    seconds_each: float | None = None,
    tell: Callable[[str], object] | None = None,
) -> int:
    """Write a table of puzzles with ratings after its columns; a run that was killed goes on.

    While it runs, ``OUT.pieces/`` has a file for each piece of rows that is done.

    Args:
        source: a file of puzzles, in any form that is read.
        scales: ``explainer``, ``hodoku`` and ``qqwing``, or some of them.
        seconds_each: wall-clock limit of each puzzle on each scale; what it cuts short is marked.

    Returns:
        How many rows there are.

    Raises:
        FormatError: a row is not a puzzle.
        OptionError: the file is there, or pieces of another run are.
        OSError: files cannot be read or written.
    """
    import pyarrow.parquet as pq

    if out.exists():
        raise OptionError(f"{out} is there already; remove it first")
    pieces = out.with_name(out.name + ".pieces")
    stated = source.stat()
    told = [str(source.resolve()), stated.st_size, stated.st_mtime_ns, list(scales), seconds_each]
    _claim(pieces, json.dumps([*told, cpsudoku.__version__]))
    done = []
    for number, part in enumerate(given_in_parts(source, PIECE)):
        path = pieces / f"{number:06d}.parquet"
        if not path.exists():
            table = _rated(part, scales, threads, seconds_each)
            with files.appearing(path) as file:
                pq.write_table(table, file, compression="zstd")
        done.append(path)
        if tell is not None:
            tell(f"{number + 1} × {PIECE} rows")
    count = _join(done, out)
    shutil.rmtree(pieces)
    return count


def _claim(pieces: Path, told: str) -> None:
    note = pieces / "asked.json"
    if not note.exists():
        pieces.mkdir(parents=True, exist_ok=True)
        with files.appearing(note) as file:
            file.write(told.encode())
    elif note.read_text(encoding="utf-8") != told:
        raise OptionError(f"{pieces} is of another run; expected the same file and options")


def _rated(
    part: Given, scales: Sequence[str], threads: int | None, seconds_each: float | None
) -> pa.Table:
    column = part.column if part.frame is not None else None
    return rate_many(
        part.cells if part.frame is None else part.frame,
        scales=scales,
        threads=threads,
        seconds_each=seconds_each,
        column=column or None,
    ).to_arrow()


def _join(paths: Sequence[Path], out: Path) -> int:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pa.unify_schemas(
        [pq.read_schema(path) for path in paths], promote_options="permissive"
    )
    count = 0
    with files.appearing(out) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for path in paths:
            table = pq.read_table(path).cast(schema)
            writer.write_table(table)
            count += table.num_rows
    return count
