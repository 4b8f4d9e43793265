"""``cpsudoku dataset``: data sets for learning machines."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cpsudoku.cli import failures, options
from cpsudoku.cli.options import option
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError

_PATHS = {"make": 1, "leaks": 2, "label": 1}
"""For each action how many paths it takes."""


def command(
    action: Annotated[
        str, typer.Argument(metavar="ACTION", help="make, leaks, or label.", show_default=False)
    ],
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="PATH...", help="A recipe; two files; or a file.", show_default=False
        ),
    ],
    *,
    scale: Annotated[
        list[str] | None, option("--scale NAME", "To label: these scales alone; repeatable.")
    ] = None,
    each: Annotated[
        float | None, option("--each SECONDS", "To label: for each puzzle at most.", least=0)
    ] = None,
    jobs: options.Jobs = None,
    overwrite: Annotated[bool, option("--overwrite", "To make: replace a finished set.")] = False,
    output_file: options.Output = None,
    quiet: options.Quiet = False,
) -> Status:
    """Make a data set from a recipe, label the puzzles of a file, or show what two files share.

    make RECIPE.toml -o FOLDER writes Parquet and a card as Hugging Face's datasets read them: no
    two puzzles the same up to symmetry, split by class, with labels.  docs/learn.md has a recipe.

    leaks A B counts the puzzles of B that stand in A: as they are, as symmetric images, and by the
    class of their solution.

    label FILE -o OUT.parquet adds ratings to the rows of a table, such as sudoku-extreme's
    (source, question, answer, rating), Kaggle's or Royle's.

    A run that was killed goes on where it was when it is called again.

    Exit status: 0 done, or nothing leaks; 1 something leaks, or there are no puzzles as asked for;
    2 wrong usage or bad input.
    """
    if action not in _PATHS:
        raise OptionError(f"no action {action!r}; expected {', '.join(_PATHS)}")
    if len(paths) != _PATHS[action]:
        raise OptionError(f"{len(paths)} paths; {action} takes {_PATHS[action]}")
    if action == "leaks":
        return _leaks(paths[0], paths[1], jobs)
    if output_file is None or str(output_file) == "-":
        raise OptionError(f"{action} needs --output with a name")
    tell = None if quiet else failures.tell
    if action == "make":
        from cpsudoku.learn.datasets import Recipe, make

        recipe = Recipe.read(paths[0])
        counts = make(recipe, output_file, threads=jobs, overwrite=overwrite, tell=tell)
        if not quiet:
            failures.tell(", ".join(f"{name} {counts[name]}" for name, _ in recipe.split))
        return Status.DONE
    from cpsudoku.coaching.difficulty import SCALES
    from cpsudoku.learn.datasets import label

    count = label(
        paths[0], output_file, scales=scale or SCALES, threads=jobs, seconds_each=each, tell=tell
    )
    if not quiet:
        failures.tell(f"{count} rows")
    return Status.DONE


def _leaks(first: Path, second: Path, jobs: int | None) -> Status:
    from cpsudoku.learn.datasets import leaks

    found = leaks(first, second, threads=jobs)
    print(f"{found.first} puzzles in {first}, {found.second} in {second}")
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
