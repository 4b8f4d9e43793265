"""``cpsudoku dataset``: data sets for learning machines."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import failures, options, progress
from cpsudoku.cli.declaring import OUTPUT, SEARCH, Name, argument, as_command, option, seconds
from cpsudoku.cli.sharding import Command, reported
from cpsudoku.errors import OptionError
from cpsudoku.ground import files
from cpsudoku.logic.explaining.difficulty import SCALES
from cpsudoku.logic.explaining.rating import check_scales
from cpsudoku.rows.output import harmless

_PATHS = {"make": 1, "leaks": 2, "label": 1}
"""For each action how many paths it takes."""

_SHARD = 10_000
"""Rows that are labelled together, and kept when a run ends."""


@as_command(
    {
        "cpsudoku dataset make recipe.toml -o folder": "A data set from a recipe",
        "cpsudoku dataset leaks train.csv test.csv": "Puzzles that stand in both files",
        "cpsudoku dataset label puzzles.csv -o rated.parquet": "Ratings beside each puzzle",
    }
)
@argument("action", "ACTION", "make, leaks or label.", type=Name("action", tuple(_PATHS)))
@argument(
    "paths", "PATH...", "A recipe (make), two files (leaks) or a file (label).", nargs=-1,
    required=True, type=click.Path(path_type=Path),
)  # fmt: skip
@option(
    "--scale NAME", "Scale of label: explainer, hodoku or qqwing; repeatable.", several=True,
    usual="all", heading=SEARCH,
    kind=Name("scale", SCALES),
)  # fmt: skip
@seconds("--each", "Time limit of label for each puzzle, in seconds.", usual="none", heading=SEARCH)
@options.OUTPUT_FILE
@option("--overwrite", "Replace a finished data set (make).", heading=OUTPUT)
@options.QUIET
@options.JOBS
def command(
    *,
    action: str,
    paths: tuple[Path, ...],
    scale: tuple[str, ...],
    each: float | None,
    jobs: int | None,
    overwrite: bool,
    output_file: Path | None,
    quiet: bool,
) -> Status:
    """Make a data set from a recipe, label the puzzles of a file, or show what two files share.

    make RECIPE.toml -o FOLDER writes Parquet and a card as Hugging Face's datasets read them: no
    two puzzles the same up to symmetry, split by class, with labels.  docs/learn.md has a recipe.

    leaks A B counts the puzzles of B that stand in A: as they are, as symmetric images, and by the
    class of their solution.

    label FILE -o OUT.parquet adds ratings to the rows of a table, such as sudoku-extreme's
    (source, question, answer, rating), Kaggle's or Royle's: what `rate` adds, as a job.

    A run that was killed continues when it is called again.

    Exit status: 0 done, or nothing leaks; 1 something leaks, no puzzle that fits was found, or
    some that were to be labelled have no solution or several; 2 usage error or bad input; 3 a label
    is only a lower bound, or some rows could not be labelled.
    """
    if len(paths) != _PATHS[action]:
        raise OptionError(f"{len(paths)} paths; {action} takes {_PATHS[action]}")
    if action == "leaks":
        return _leaks(paths[0], paths[1], jobs)
    if output_file is None or str(output_file) == "-":
        raise OptionError(f"{action} needs --output with a name")
    if action == "make":
        from cpsudoku.learn.datasets import make
        from cpsudoku.learn.recipes import Recipe

        report = None if quiet else failures.report
        recipe = Recipe.read(paths[0])
        counts = make(recipe, output_file, threads=jobs, overwrite=overwrite, report=report)
        if not quiet:
            failures.report(", ".join(f"{name} {counts[name]}" for name, _ in recipe.split))
        return Status.DONE
    check_scales(scale or SCALES)  # before a folder of pieces is begun
    asked: dict[str, Any] = {"table": "parquet"}
    asked |= {"scale": list(scale)} if scale else {}
    asked |= {} if each is None else {"timeout": each}
    return _label(paths[0], output_file, Command("rate", asked), jobs, quiet=quiet)


def _label(source: Path, out: Path, work: Command, workers: int | None, *, quiet: bool) -> Status:
    """Rate the puzzles of a file as a job, whose shards become one table."""
    from cpsudoku.jobs import Shards, run

    if out.exists():
        raise OptionError(f"{out} is there already; remove it first")
    pieces = out.with_name(out.name + ".pieces")
    shards = Shards.of_files([str(source)], _SHARD)
    with progress.bar("label", quiet=quiet) as advance:
        report = run(work, shards, pieces, workers=workers, progress=advance)
    status = reported(report, quiet=quiet)
    if not report.apart:
        _join(sorted(pieces.glob("*.parquet")), out)
        shutil.rmtree(pieces)
    return status


def _join(pieces: Sequence[Path], out: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    schemas = [pq.read_schema(path) for path in pieces]
    schema = pa.unify_schemas(schemas, promote_options="permissive")
    with files.appearing(out) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for path in pieces:
            writer.write_table(pq.ParquetFile(path).read().cast(schema))


def _leaks(first: Path, second: Path, jobs: int | None) -> Status:
    from cpsudoku.learn.classes import leaks

    found = leaks(first, second, threads=jobs)
    print(harmless(f"{found.first} puzzles in {first}, {found.second} in {second}"))
    print(f"{found.equal} stand in both")
    print(f"{found.images} are images of one in the first, these included")
    print(f"{found.grids} have the solution of one in the first, up to symmetry")
    if found.rows:
        print(f"rows {', '.join(map(str, found.rows))}{', …' if found.images > 10 else ''}")
    if not found.complete:
        print("of some rules no symmetries are known: their images are not recognised")
    elif not found.exact:
        print("of some rules what all images share decides: others may be counted among them")
    return Status.NO if found.grids or found.images else Status.DONE
