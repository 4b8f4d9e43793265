"""Makes data sets by recipes.

A data set is a folder as Hugging Face's `datasets` reads it: ``README.md`` with the card, and
``data/train-00000-of-00002.parquet`` and so on.  The same recipe gives the same bytes with the same
versions of cpsudoku and PyArrow, however often the run was interrupted.

While it is made, ``FOLDER/.pieces/`` is a job's folder with a file for each piece of a part, which
appears when it is finished.  The same call continues from them.  A piece depends on
only the recipe, its part and its number; which of its puzzles are new is decided when the pieces
are put together, in their order.  Memory holds a piece, the last file of each split, and some 100
bytes for the class of each puzzle that there is.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

import cpsudoku
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.formats import rules_text
from cpsudoku.generation import GeneratedPuzzle, generate
from cpsudoku.generation.fitting import FAMILY
from cpsudoku.generation.searching import ancestors
from cpsudoku.generation.setting import VariantMaker, VariantSpec
from cpsudoku.generation.specs import Spec
from cpsudoku.ground import files
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.processes.workers import answered_in_order
from cpsudoku.learn.classes import grid_keys, has_classes, puzzle_keys, split_of
from cpsudoku.learn.labels import labels_of, schema_of
from cpsudoku.learn.recipes import PartOfSet, Recipe
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    from cpsudoku.jobs.folder import Folder


_PUZZLES = 1000
_SETTINGS, _SEARCHED = 50, 2 * FAMILY
"""Puzzles of a piece: so that one takes seconds, also where variants are laid out, or minutes where
puzzles are searched for."""

GRID_CLASS = "grid_class"
"""The column of a piece with the class of the solution, by which puzzles are split."""


def piece_of(recipe: Recipe, number: int, piece: int, threads: int | None) -> pa.Table:
    """Return the rows of a piece, in the columns of the set and `GRID_CLASS`.

    Raises:
        GenerationError: no such puzzle exists, or none was found.
    """
    part = recipe.parts[number]
    # All pieces of a small part are small, as what is not needed is made in vain.
    size = _SETTINGS if part.wished else _SEARCHED if part.is_searched_for else _PUZZLES
    size = min(size, part.count)
    numbers = range(piece * size, piece * size + size)
    seed = seed_of(recipe.seed, number)
    made = _set(part, seed, numbers, threads) if part.wished else _dug(part, seed, numbers, threads)
    schema = schema_of(recipe.labels).append(pa.field(GRID_CLASS, pa.string()))
    tables = [
        pa.table(_columns(rules, list(its), recipe.labels, threads), schema)
        for rules, its in groupby(made, lambda one: one.rules)
    ]
    return pa.concat_tables(tables)


def _columns(
    rules: Rules, made: list[GeneratedPuzzle], labels: Iterable[str], threads: int | None
) -> dict[str, Any]:
    digits = np.array([one.digits for one in made], np.uint8)
    solutions = np.array([one.solution for one in made], np.uint8)
    return {
        "puzzle": [rules.text(one.digits) for one in made],
        "solution": [rules.text(one.solution) for one in made],
        "rules": [rules_text(rules)] * len(made),
        "class": [key.hex() for key in puzzle_keys(digits, solutions, rules, threads)],
        **labels_of(digits, rules, list(labels), threads),
        GRID_CLASS: [key.hex() for key in grid_keys(solutions, rules, threads)],
    }


def _dug(
    part: PartOfSet, seed: int, numbers: range, threads: int | None
) -> Iterator[GeneratedPuzzle]:
    return generate(
        len(numbers),
        rules=part.known_rules,
        clues=part.clues,
        difficulty=part.difficulty,
        seed=seed,
        first=numbers.start,
        jobs=useful_workers(threads),
    )


def _set(part: PartOfSet, seed: int, numbers: range, threads: int | None) -> list[GeneratedPuzzle]:
    """Return puzzles with variants, without the numbers for which none was found.

    Raises:
        GenerationError: none was found for any number.
    """
    spec = VariantSpec.of(part.known_rules, part.wished, givens=part.givens)
    make = partial(_made_or_not, VariantMaker(spec, seed=seed))
    jobs = min(useful_workers(threads), len(numbers))
    if jobs > 1:
        answers = list(answered_in_order(numbers, partial(partial, make), jobs=jobs))
    else:
        answers = list(map(make, numbers))
    made = [one for one in answers if isinstance(one, GeneratedPuzzle)]
    failed = [one for one in answers if isinstance(one, GenerationError)]
    if failed and not made:
        raise failed[-1]
    return made


def _made_or_not(maker: VariantMaker, number: int) -> GeneratedPuzzle | GenerationError:
    try:
        return maker.make(number)
    except GenerationError as error:
        return error


def seed_of(seed: int, part: int) -> int:
    """Return the seed of a part's puzzles."""
    digest = hashlib.sha256(f"{seed} {part}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


_GROUP = 10_000
"""Rows that are written together."""


class SplitFiles:
    """Writes the rows of a split to files that are named later, `most` in each."""

    def __init__(self, folder: Path, prefix: str, schema: pa.Schema, most: int) -> None:
        self._folder, self._prefix, self._most = folder, prefix, most
        self._held = schema.empty_table()
        self._files: list[tuple[Path, int]] = []

    def write(self, rows: pa.Table) -> None:
        """Add rows."""
        self._held = pa.concat_tables([self._held, rows])
        while len(self._held) >= self._most:
            self._end_file()

    def put(self, folder: Path, split: str) -> dict[str, tuple[int, str]]:
        """Give the files their names, and return for each its number of rows and its SHA-256.

        Raises:
            OSError: a file cannot be read, written or renamed.
        """
        if len(self._held) or not self._files:
            self._end_file()
        made = {}
        for number, (path, rows) in enumerate(self._files):
            name = f"data/{split}-{number:05d}-of-{len(self._files):05d}.parquet"
            with path.open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").hexdigest()
            files.put_in_place(path, folder / name)
            made[name] = (rows, digest)
        return made

    def _end_file(self) -> None:
        table, self._held = self._held.slice(0, self._most), self._held.slice(self._most)
        path = self._folder / f"{self._prefix}-{len(self._files):05d}.parquet"
        write_parquet(path, table.combine_chunks())
        self._files.append((path, len(table)))


def write_parquet(path: Path, table: pa.Table) -> None:
    """Write a file, which appears when it is complete."""
    import pyarrow.parquet as pq

    with files.appearing(path) as out:
        pq.write_table(table, out, compression="zstd", row_group_size=_GROUP)


def card(
    recipe: Recipe, by_part: Sequence[Counter[str]], made: Mapping[str, tuple[int, str]]
) -> str:
    """Return the card; of each file that was made it has the number of rows and the SHA-256."""
    splits = [name for name, _ in recipe.split]
    files = "".join(f"  - split: {name}\n    path: data/{name}-*.parquet\n" for name in splits)
    labels = ", ".join(f"`{name}`" for name in recipe.labels)
    heads = " | ".join(splits)
    rows = [
        f"| {_said(part)} | " + " | ".join(str(counts[name]) for name in splits) + " |"
        for part, counts in zip(recipe.parts, by_part, strict=True)
    ]
    hashes = [f"| `{name}` | {count} | `{digest}` |" for name, (count, digest) in made.items()]
    bare = sorted({part.rules for part in recipe.parts if not has_classes(part.known_rules)})
    near = "".join(f"\n{text}" for text in _ancestry(recipe))
    images = f"  Images of puzzles with rules {', '.join(bare)} are not recognised." if bare else ""
    return f"""---
license: {recipe.licence}
pretty_name: {json.dumps(recipe.name)}
tags:
- sudoku
- reasoning
configs:
- config_name: default
  data_files:
{files}---

# {recipe.name}

Sudoku puzzles with one solution each, made by cpsudoku {cpsudoku.__version__} from the recipe
below.  No two puzzles are the same up to symmetry, and no two splits share the class of a solution:
no image of a puzzle, nor another puzzle of the same grid, lies in two of them.{images}{near}

Columns: `puzzle`, `solution` (`.` for a blank), `rules`, `class` (the same for all images of a
puzzle) and the labels {labels}.
A rating that is not known exactly is null.

| puzzles | {heads} |
|---|{"---:|" * len(splits)}
{chr(10).join(rows)}

| file | rows | SHA-256 |
|---|---:|---|
{chr(10).join(hashes)}

## Recipe

```json
{json.dumps(asdict(recipe), indent=1)}
```
"""


def _ancestry(recipe: Recipe) -> Iterator[str]:
    """Yield a paragraph on the families of each searched part."""
    for number, part in enumerate(recipe.parts, 1):
        if not part.is_searched_for:
            continue
        families = -(-part.count // FAMILY)
        known = ancestors(Spec(part.known_rules, part.clues, difficulty=part.difficulty))
        begun = f"one of {len(known)} well-known puzzles" if known else "dug puzzles"
        yield (
            f"Part {number} was searched for, each family of {FAMILY} from {begun}, from neighbour "
            f"to neighbour: at least {families} families, in which puzzles share givens."
        )


def _said(part: PartOfSet) -> str:
    said = [f"{part.count} of rules {part.rules}"]
    if part.variants:
        said.append(f"with {', '.join(part.variants)}")
    if part.givens is not None:
        said.append(f"at most {part.givens} givens")
    if part.er is not None:
        said.append(f"ER {part.er[0]} to {part.er[1]}")
    if part.blanks is not None:
        said.append(f"{part.blanks[0]} to {part.blanks[1]} blanks")
    return ", ".join(said)


_MOST_PIECES = 20
"""Pieces in a row without a new class after which no more are expected."""

Report = Callable[[str], object]


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
        GenerationError: no puzzle matches, or there are not this many classes.
        OSError: files cannot be read or written.
    """
    pieces = folder / ".pieces"
    _refuse_others(folder, pieces, overwrite)
    from cpsudoku.jobs.folder import Folder

    ledger = Folder(pieces)
    ledger.begin({"recipe": recipe.digest})
    schema = schema_of(recipe.labels)
    shards = {split: SplitFiles(pieces, split, schema, recipe.shard) for split, _ in recipe.split}
    by_part = _spread(recipe, shards, ledger, threads, report)
    (folder / "data").mkdir(exist_ok=True)
    made: dict[str, tuple[int, str]] = {}
    for split, its in shards.items():
        made |= its.put(folder, split)
    with files.appearing(folder / "README.md") as out:
        out.write(card(recipe, by_part, made).encode())
    shutil.rmtree(pieces)
    return sum(by_part, Counter())


def _spread(
    recipe: Recipe,
    shards: Mapping[str, SplitFiles],
    ledger: Folder,
    threads: int | None,
    report: Report | None,
) -> list[Counter[str]]:
    """Write all rows, and return for each part how many are in each split."""
    by_part = []
    seen: set[bytes] = set()
    for number, part in enumerate(recipe.parts):
        mine: Counter[str] = Counter()
        pieces = map(partial(_piece, recipe, number, ledger=ledger, threads=threads), count())
        for rows in _distinct(pieces, part.count, f"part {number + 1}", seen, report):
            keys = map(bytes.fromhex, rows[GRID_CLASS].to_pylist())
            splits = [split_of(key, recipe.split) for key in keys]
            mine.update(splits)
            for split, its in shards.items():
                own = rows.filter(pa.array([one == split for one in splits]))
                its.write(own.drop_columns([GRID_CLASS]))
        by_part.append(mine)
    return by_part


def _refuse_others(folder: Path, pieces: Path, overwrite: bool) -> None:
    if not pieces.exists() and folder.exists() and any(folder.iterdir()):
        if not overwrite or not (folder / "README.md").exists():
            raise OptionError(f"{folder} is not empty; expected a new folder, or --overwrite")
        shutil.rmtree(folder / "data", ignore_errors=True)
        (folder / "README.md").unlink()


def _distinct(
    pieces: Iterator[pa.Table], wanted: int, name: str, seen: set[bytes], report: Report | None
) -> Iterator[pa.Table]:
    """Yield as many puzzles as a part asks for, none of a class that was there."""
    left, idle = wanted, 0
    while left:
        piece, fresh = next(pieces), list[int]()
        for place, key in enumerate(map(bytes.fromhex, piece["class"].to_pylist())):
            if key not in seen and len(fresh) < left:
                seen.add(key)
                fresh.append(place)
        left -= len(fresh)
        if fresh:
            yield piece.take(fresh)
        idle = 0 if fresh else idle + 1
        if idle == _MOST_PIECES:
            raise GenerationError(
                f"{name} asks for {wanted} classes; there were {wanted - left}, and no new "
                f"one in {_MOST_PIECES} pieces"
            )
        if report is not None:
            report(f"{name}: {wanted - left} of {wanted}")


def _piece(
    recipe: Recipe, number: int, piece: int, *, ledger: Folder, threads: int | None
) -> pa.Table:
    """Return the rows of a piece, read where it is there, else made."""
    import pyarrow.parquet as pq

    stem = f"{piece:06d}-{number}"
    path = ledger.path / f"{stem}.parquet"
    if ledger.sidecar_of(stem) is None:
        table = piece_of(recipe, number, piece, threads)
        write_parquet(path, table)
        ledger.add(stem, path, shard=piece)
    return pq.read_table(path)
