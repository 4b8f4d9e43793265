"""Makes a data set: pieces that survive being killed, and the set put together out of them.

While it is made, ``FOLDER/.pieces/`` has a file for each piece of a part, named after the recipe's
digest; each appears when it is finished.  The same call goes on with those that are there.  A piece
depends on the recipe, its part and its number alone; which of its puzzles are new is decided when
the pieces are put together, in their order.
"""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cpsudoku import files
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.generation import generate
from cpsudoku.generation.difficulty import DifficultySpec
from cpsudoku.learn.datasets import cards
from cpsudoku.learn.datasets.classes import keys_of, split_of
from cpsudoku.learn.datasets.labelling import labels_of, text_of
from cpsudoku.learn.datasets.recipes import PartOfSet, Recipe
from cpsudoku.learn.pools import tenths
from cpsudoku.processors import useful_workers

if TYPE_CHECKING:
    import pyarrow as pa

_PIECE = 1000
"""Puzzles that are made together."""

_MOST_PIECES = 20
"""Pieces in a row without a new class after which there are taken to be no more."""

Tell = Callable[[str], object]


def make(
    recipe: Recipe,
    folder: Path,
    *,
    threads: int | None = None,
    overwrite: bool = False,
    tell: Tell | None = None,
) -> Counter[str]:
    """Make a data set, or go on with one that was not finished.

    Args:
        folder: where to; it must not hold anything but an unfinished set of the same recipe.
        tell: called with a line now and then; None for silence.

    Returns:
        How many puzzles are in each split.

    Raises:
        OptionError: the folder holds something else.
        GenerationError: there are no puzzles as asked for, or not this many classes.
        OSError: files cannot be read or written.
    """
    pieces = folder / ".pieces"
    _refuse_others(folder, pieces, recipe, overwrite)
    pieces.mkdir(parents=True, exist_ok=True)
    rows: dict[str, list[dict[str, Any]]] = {name: [] for name, _ in recipe.split}
    counts: Counter[str] = Counter()
    by_part = []
    seen: set[bytes] = set()
    for number in range(len(recipe.parts)):
        mine: Counter[str] = Counter()
        for row in _distinct(_Work(recipe, number, pieces, threads), seen, tell):
            split = split_of(bytes.fromhex(row.pop("grid_class")), recipe.split)
            rows[split].append(row)
            mine[split] += 1
        by_part.append(mine)
        counts += mine
    made = _write(recipe, folder, rows)
    with files.appearing(folder / "README.md") as out:
        out.write(cards.card(recipe, by_part, made).encode())
    shutil.rmtree(pieces)
    return counts


def _refuse_others(folder: Path, pieces: Path, recipe: Recipe, overwrite: bool) -> None:
    if pieces.exists():
        others = [path.name for path in pieces.iterdir() if recipe.digest not in path.name]
        if others:
            raise OptionError(f"{folder} has an unfinished set of another recipe; remove {pieces}")
    elif folder.exists() and any(folder.iterdir()):
        if not overwrite or not (folder / "README.md").exists():
            raise OptionError(f"{folder} is not empty; expected a new folder, or --overwrite")
        shutil.rmtree(folder / "data", ignore_errors=True)
        (folder / "README.md").unlink()


class _Work(NamedTuple):
    """A part of a recipe that is made.

    Args:
        number: of the part, from 0.
    """

    recipe: Recipe
    number: int
    pieces: Path
    threads: int | None

    @property
    def part(self) -> PartOfSet:
        """The part."""
        return self.recipe.parts[self.number]


def _distinct(work: _Work, seen: set[bytes], tell: Tell | None) -> Iterator[dict[str, Any]]:
    """Yield as many puzzles as a part asks for, none of a class that was there."""
    wanted, number = work.part.count, work.number + 1
    left, idle, piece = wanted, 0, 0
    while left:
        found = 0
        for row in _piece(work, piece):
            key = bytes.fromhex(row["class"])
            if key not in seen and left:
                seen.add(key)
                found, left = found + 1, left - 1
                yield row
        piece, idle = piece + 1, 0 if found else idle + 1
        if idle == _MOST_PIECES:
            raise GenerationError(
                f"part {number} asks for {wanted} classes; there were {wanted - left}, and no new "
                f"one in {_MOST_PIECES} pieces"
            )
        if tell is not None:
            tell(f"part {number}: {wanted - left} of {wanted}")


def _piece(work: _Work, piece: int) -> list[dict[str, Any]]:
    """Return the rows of a piece, read where it is there, else made."""
    import pyarrow.parquet as pq

    path = work.pieces / f"{work.recipe.digest}-{work.number}-{piece:06d}.parquet"
    if not path.exists():
        table = _made(work, piece)
        with files.appearing(path) as out:
            pq.write_table(table, out, compression="zstd")
    found: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return found


def _made(work: _Work, piece: int) -> pa.Table:
    import numpy as np
    import pyarrow as pa

    recipe, part, threads = work.recipe, work.part, work.threads
    rules = part.known_rules
    cells = rules.cell_count
    clues = None if part.blanks is None else (cells - part.blanks[1], cells - part.blanks[0])
    # All pieces of a small part are small, as what is not needed is made in vain.
    size = min(_PIECE, part.count)
    made = list(
        generate(
            size,
            rules=rules,
            clues=clues,
            difficulty=None if part.er is None else DifficultySpec(er=tenths(part.er)),
            seed=seed_of(recipe.seed, work.number),
            first=piece * size,
            jobs=useful_workers(threads),
        )
    )
    digits = np.array([one.digits for one in made], np.uint8)
    solutions = np.array([one.solution for one in made], np.uint8)
    columns: dict[str, Any] = {
        "puzzle": text_of(digits, rules),
        "solution": text_of(solutions, rules),
        "rules": [part.rules] * len(made),
        "class": [key.hex() for key in keys_of(digits, rules, threads)],
        **labels_of(digits, rules, recipe.labels, threads),
        "grid_class": [key.hex() for key in keys_of(solutions, rules, threads)],
    }
    return pa.table(columns)


def seed_of(seed: int, part: int) -> int:
    """Return the seed of a part's puzzles.

    Args:
        part: number of the part, from 0.
    """
    told = hashlib.sha256(f"{seed} {part}".encode()).digest()
    return int.from_bytes(told[:8], "big")


def _write(
    recipe: Recipe, folder: Path, rows: dict[str, list[dict[str, Any]]]
) -> dict[str, tuple[int, str]]:
    """Write the files, and return for each how many rows it has and its hash."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    made = {}
    schema = _schema(rows)
    for split, its in rows.items():
        count = max(1, -(-len(its) // recipe.shard))
        for shard in range(count):
            part = its[shard * recipe.shard : (shard + 1) * recipe.shard]
            name = f"data/{split}-{shard:05d}-of-{count:05d}.parquet"
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            with files.appearing(path) as out:
                pq.write_table(pa.Table.from_pylist(part, schema), out, compression="zstd")
            made[name] = (len(part), hashlib.sha256(path.read_bytes()).hexdigest())
    return made


def _schema(rows: dict[str, list[dict[str, Any]]]) -> pa.Schema:
    import pyarrow as pa

    every = [row for its in rows.values() for row in its]
    return pa.Table.from_pylist(every).schema
