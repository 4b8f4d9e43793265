"""Makes a data set: pieces that survive being killed, and the set put together out of them.

While it is made, ``FOLDER/.pieces/`` has a file for each piece of a part, named after the recipe's
digest; each appears when it is finished.  The same call continues from them.  A piece depends on
the recipe, its part and its number alone; which of its puzzles are new is decided when the pieces
are put together, in their order.  Memory holds a piece, 10,000 rows of each split, and some 100
bytes for the class of each puzzle that there is.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.ground import files
from cpsudoku.learn.datasets import cards
from cpsudoku.learn.datasets.classes import split_of
from cpsudoku.learn.datasets.labels import schema_of
from cpsudoku.learn.datasets.pieces import GRID_CLASS, piece_of
from cpsudoku.learn.datasets.recipes import Recipe
from cpsudoku.learn.datasets.splits import SplitFiles

_MOST_PIECES = 20
"""Pieces in a row without a new class after which no more are expected."""

Report = Callable[[str], object]
Row = dict[str, Any]


def make(
    recipe: Recipe,
    folder: Path,
    *,
    threads: int | None = None,
    overwrite: bool = False,
    report: Report | None = None,
) -> Counter[str]:
    """Make a data set, or continue one that is unfinished; return its number of rows by split.

    Args:
        folder: where to; it must not hold anything but an unfinished set of the same recipe.
        report: called with a line now and then; None for silence.

    Raises:
        OptionError: the folder holds something else.
        GenerationError: there are no puzzles as asked for, or not this many classes.
        OSError: files cannot be read or written.
    """
    pieces = folder / ".pieces"
    _refuse_others(folder, pieces, recipe, overwrite)
    pieces.mkdir(parents=True, exist_ok=True)
    schema = schema_of(recipe.labels)
    with ExitStack() as writing:
        shards = {
            split: writing.enter_context(
                SplitFiles(pieces, f"{recipe.digest}-{split}", schema, recipe.shard)
            )
            for split, _ in recipe.split
        }
        by_part = _spread(recipe, shards, pieces, threads, report)
        for its in shards.values():
            its.finish()
    (folder / "data").mkdir(exist_ok=True)
    made: dict[str, tuple[int, str]] = {}
    for split, its in shards.items():
        made |= its.put(folder, split)
    with files.appearing(folder / "README.md") as out:
        out.write(cards.card(recipe, by_part, made).encode())
    shutil.rmtree(pieces)
    return sum(by_part, Counter())


def _spread(
    recipe: Recipe,
    shards: Mapping[str, SplitFiles],
    pieces: Path,
    threads: int | None,
    report: Report | None,
) -> list[Counter[str]]:
    """Write all rows, and return for each part how many are in each split."""
    by_part = []
    seen: set[bytes] = set()
    for number, part in enumerate(recipe.parts):
        mine: Counter[str] = Counter()
        rows = partial(_piece, recipe, number, pieces=pieces, threads=threads)
        for row in _distinct(map(rows, count()), part.count, f"part {number + 1}", seen, report):
            split = split_of(bytes.fromhex(row.pop(GRID_CLASS)), recipe.split)
            shards[split].write(row)
            mine[split] += 1
        by_part.append(mine)
    return by_part


def _refuse_others(folder: Path, pieces: Path, recipe: Recipe, overwrite: bool) -> None:
    if pieces.exists():
        if any(recipe.digest not in path.name for path in pieces.iterdir()):
            raise OptionError(f"{folder} has an unfinished set of another recipe; remove {pieces}")
    elif folder.exists() and any(folder.iterdir()):
        if not overwrite or not (folder / "README.md").exists():
            raise OptionError(f"{folder} is not empty; expected a new folder, or --overwrite")
        shutil.rmtree(folder / "data", ignore_errors=True)
        (folder / "README.md").unlink()


def _distinct(
    pieces: Iterator[list[Row]], wanted: int, name: str, seen: set[bytes], report: Report | None
) -> Iterator[Row]:
    """Yield as many puzzles as a part asks for, none of a class that was there."""
    left, idle = wanted, 0
    while left:
        found = 0
        for row in next(pieces):
            key = bytes.fromhex(row["class"])
            if key not in seen and left:
                seen.add(key)
                found, left = found + 1, left - 1
                yield row
        idle = 0 if found else idle + 1
        if idle == _MOST_PIECES:
            raise GenerationError(
                f"{name} asks for {wanted} classes; there were {wanted - left}, and no new "
                f"one in {_MOST_PIECES} pieces"
            )
        if report is not None:
            report(f"{name}: {wanted - left} of {wanted}")


def _piece(
    recipe: Recipe, number: int, piece: int, *, pieces: Path, threads: int | None
) -> list[Row]:
    """Return the rows of a piece, read where it is there, else made."""
    import pyarrow.parquet as pq

    path = pieces / f"{recipe.digest}-{number}-{piece:06d}.parquet"
    if not path.exists():
        table = piece_of(recipe, number, piece, threads)
        with files.appearing(path) as out:
            pq.write_table(table, out, compression="zstd")
    found: list[Row] = pq.read_table(path).to_pylist()
    return found
