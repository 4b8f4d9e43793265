"""``cpsudoku dataset``: data sets for learning machines."""

from __future__ import annotations

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from operator import itemgetter
from pathlib import Path

import click

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.questions.rate import Rate, RateEnding
from cpsudoku.asking.run import run
from cpsudoku.cli import failures, options, progress
from cpsudoku.cli.answering import summed_up
from cpsudoku.cli.declaring import OUTPUT, SEARCH, Name, argument, as_command, option, seconds
from cpsudoku.cli.options import Reading
from cpsudoku.errors import OptionError
from cpsudoku.ground import files
from cpsudoku.ground.names import counted
from cpsudoku.logic.explaining.difficulty import SCALES
from cpsudoku.logic.explaining.rating import check_scales
from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rows.block import Block
from cpsudoku.rows.output import harmless
from cpsudoku.rows.sinks import opened_puzzles

_PATHS = {"make": 1, "leaks": 2, "label": 1, "split": 1}
"""For each action how many paths it takes."""

_ONLY = {
    "scale": "label", "each": "label", "share": "split", "overwrite": "make",
    "column": "label split", "skip_bad": "label split", "rejects": "label split",
}  # fmt: skip
"""The actions for which an option is."""

_SHARD = 10_000
"""Rows that are kept together when a run ends, at least."""


@as_command(
    {
        "cpsudoku dataset make recipe.toml -o folder": "A data set from a recipe",
        "cpsudoku dataset label puzzles.csv -o rated.parquet": "Ratings beside each puzzle",
        "cpsudoku dataset split puzzles.csv -o folder": "Train, validation and test, without leaks",
    }
)
@argument("action", "ACTION", "make, leaks, label or split.", type=Name("action", tuple(_PATHS)))
@argument(
    "paths", "PATH...", "A recipe (make), two files (leaks) or a file (label, split).", nargs=-1,
    required=True, type=click.Path(path_type=Path),
)  # fmt: skip
@options.COLUMN
@options.SKIP_BAD
@options.REJECTS
@option(
    "--scale NAME", "Scale of label: explainer, hodoku or qqwing; repeatable.", several=True,
    usual="all", heading=SEARCH,
    kind=Name("scale", SCALES),
)  # fmt: skip
@seconds("--each", "Time limit of label for each puzzle, in seconds.", usual="none", heading=SEARCH)
@option(
    "--share NAME=SHARE", "Share of a split, such as test=0.1; repeatable.", several=True,
    usual="train=0.9, validation=0.05, test=0.05", heading=SEARCH,
)  # fmt: skip
@option(
    "--output -o PATH", "Folder (make, split) or file (label), which appears when it is complete.",
    name="output_file", heading=OUTPUT, kind=click.Path(path_type=Path),
)  # fmt: skip
@option("--overwrite", "Replace a finished data set (make).", heading=OUTPUT)
@options.QUIET
@options.JOBS
def command(
    *,
    action: str,
    paths: tuple[Path, ...],
    column: str | None,
    skip_bad: bool,
    rejects: Path | None,
    scale: tuple[str, ...],
    each: float | None,
    share: tuple[str, ...],
    jobs: int | None,
    overwrite: bool,
    output_file: Path | None,
    quiet: bool,
) -> Status:
    """Make a data set from a recipe, label or split a file, or show what two files share.

    make RECIPE.toml -o FOLDER writes Parquet and a card as Hugging Face's datasets read them: no
    two puzzles the same up to symmetry, split by class, with labels.  A recipe is in
    docs/how-to/learn.md.

    leaks A B counts the puzzles of B that stand in A: as they are, as symmetric images, and by the
    class of their solution.

    label FILE -o OUT.parquet adds ratings to the rows of a table, such as sudoku-extreme's
    (source, question, answer, rating), Kaggle's or Royle's: what `rate` adds.

    split FILE -o FOLDER writes train, validation and test (or what --share names) in the container
    of FILE, with all columns: puzzles with the same solution up to symmetry are in the same split,
    which follows only from the solution.

    --column, --skip-bad and --rejects are for label and split.

    A run of make or label that was killed continues when it is called again.

    Exit status: 0 done, or nothing leaks; 1 something leaks, no puzzle that fits was found, or
    some that were to be labelled have no solution or several; 2 usage error or bad input; 3 a label
    is only a lower bound.
    """
    if len(paths) != _PATHS[action]:
        both = ": the training set and the test set" if action == "leaks" else ""
        raise OptionError(f"{counted(len(paths), 'path')}; {action} takes {_PATHS[action]}{both}")
    given = click.get_current_context().params
    for name in (name for name, actions in _ONLY.items() if action not in actions.split()):
        if given[name]:
            actions = _ONLY[name].replace(" ", " or ")
            raise OptionError(f"--{name.replace('_', '-')} with {action}; it is for {actions}")
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
    reading = Reading(
        puzzles=(str(paths[0]),), column=column, skip_bad=skip_bad, rejects=rejects
    )  # fmt: skip
    if action == "split":
        from cpsudoku.learn.recipes import Recipe, shares_of

        return _split(reading, output_file, shares_of(share) or Recipe.split, jobs, quiet=quiet)
    check_scales(scale or SCALES)  # before a folder of pieces is begun
    return _label(reading, output_file, Rate(scale or SCALES, each), jobs, quiet=quiet)


def _label(reading: Reading, out: Path, question: Rate, jobs: int | None, *, quiet: bool) -> Status:
    """Rate the puzzles of a file, in pieces that become one table.

    The pieces are files in a job's folder, so that a run that was killed continues after them.
    """
    from cpsudoku.jobs.folder import Folder

    if out.suffix.lower() != ".parquet":
        raise OptionError(f"--output {out}: label writes Parquet; expected NAME.parquet")
    if out.exists():
        raise OptionError(f"{out} is there already; remove it first")
    with Path(*reading.puzzles).open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    asked = {
        "scales": [*question.scales], "seconds": question.seconds, "input": digest,
        "column": reading.column,
    }  # fmt: skip
    folder = Folder(out.with_name(out.name + ".pieces"))
    folder.begin(asked)
    done = sorted(folder.done(), key=itemgetter("shard"))
    source, rated = reading.source(), sum(sum(one["counts"].values()) for one in done)
    try:
        with progress.bar(question.what, quiet=quiet) as advance:
            for blocks in _gathered(_after(source, rated)):
                path = folder.path / f"{len(done):06d}-rated.parquet"
                with opened_puzzles(path, "parquet") as sink:
                    found = run(blocks, question, sink, jobs=jobs, progress=advance)
                counts = {one.words: number for one, number in found.items()}
                done.append(folder.add(path.stem, path, shard=len(done), counts=counts))
    except BaseException:
        if not done:  # nothing to continue, so another command may begin
            shutil.rmtree(folder.path)
        raise
    times = Counter[str]()
    for one in done:
        times.update(one["counts"])
    tally = +Counter[Ending]({ending: times[ending.words] for ending in RateEnding})
    _join([folder.path / one["output"] for one in done], out)
    shutil.rmtree(folder.path)
    return summed_up(tally, question, bad=source.bad, quiet=quiet)


def _split(
    reading: Reading, folder: Path, shares: Sequence[tuple[str, float]], jobs: int | None, *,
    quiet: bool,
) -> Status:  # fmt: skip
    """Write the puzzles of a file into a file for each split."""
    from cpsudoku.learn.classes import splits_of

    path = Path(*reading.puzzles)
    ending = options.ending_of(path)
    kind = options.notation_of(Path(f"x{ending}"))
    packed = path.suffix if path.suffix.lower() != ending else ""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {name: folder / f"{name}{ending}{packed}" for name, _ in shares}
    if there := next((one for one in paths.values() if one.exists()), None):
        raise OptionError(f"{there} is there already; remove it first")
    counts, source = Counter[str](), reading.source()
    with ExitStack() as stack, progress.bar("puzzles", quiet=quiet) as advance:
        sinks = {
            name: stack.enter_context(opened_puzzles(one, kind)) for name, one in paths.items()
        }
        for block in source:
            found = splits_of(block, tuple(shares), jobs)
            counts.update(found)
            for name, sink in sinks.items():
                if rows := [row for row, split in enumerate(found) if split == name]:
                    sink.write(block.chosen(rows), RowAnswers([None] * len(rows)))
            advance(len(block))
    source.report_bad(quiet=quiet)
    if not quiet:
        failures.report(", ".join(f"{name} {counts[name]}" for name, _ in shares))
        if empty := [name for name, _ in shares if not counts[name]]:
            failures.report(
                f"{' and '.join(empty)} came out empty: the solution alone says where a puzzle "
                "goes, so a share needs many puzzles, or a larger --share"
            )
    return Status.DONE


def _after(blocks: Iterable[Block], done: int) -> Iterator[Block]:
    """Yield the rows after those that are done."""
    for block in blocks:
        if done < len(block):
            yield block.part(done, len(block))
        done = max(0, done - len(block))


def _gathered(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Yield parts of blocks that have some thousand rows together."""
    held: list[Block] = []
    for block in blocks:
        for begin in range(0, max(1, len(block)), _SHARD):  # one without rows has columns, too
            held.append(block.part(begin, min(begin + _SHARD, len(block))))
            if sum(map(len, held)) >= _SHARD:
                yield held
                held = []
    if held:
        yield held


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
    print(harmless(f"{counted(found.first, 'puzzle')} in {first}, {found.second} in {second}"))
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
