"""``cpsudoku generate``: new puzzles with exactly one solution."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

import cpsudoku
from cpsudoku import backends, generation
from cpsudoku.cli import completion, options, specs
from cpsudoku.cli.generating import Work, regular_file
from cpsudoku.cli.status import Status
from cpsudoku.deadline import Deadline
from cpsudoku.errors import OptionError
from cpsudoku.generation import tables
from cpsudoku.generation.datasets import Dataset
from cpsudoku.generation.tables import columns_for
from cpsudoku.symmetry.orbits import NAMES, NONE

_RANGE = "NUMBER|LEAST-MOST"


def _classes() -> tuple[str, ...]:
    from cpsudoku.logic.classes import HODOKU_CLASSES

    return HODOKU_CLASSES


def command(
    *,
    number: Annotated[int, options.whole("--number", "-n", help="How many puzzles.")] = 1,
    rules: options.RulesSpec = None,
    clues: Annotated[
        str | None, typer.Option(metavar=_RANGE, help="Givens of each puzzle, as in 24-28.")
    ] = None,
    blanks: Annotated[
        str | None, typer.Option(metavar=_RANGE, help="The same, said by the cells left blank.")
    ] = None,
    box_blanks: Annotated[
        str | None, typer.Option(metavar=_RANGE, help="Blanks of each box; 2- for at least 2.")
    ] = None,
    symmetry: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"Of the pattern of givens: {', '.join(NAMES)}.",
            autocompletion=completion.some_of(lambda: NAMES, "+"),
        ),
    ] = NONE,
    minimal: Annotated[
        bool, typer.Option("--minimal", help="No given (with a symmetry: no orbit) can go.")
    ] = False,
    mask: Annotated[
        str | None,
        typer.Option(metavar="CELLS", help="For each cell # given, . blank, ? either; or a file."),
    ] = None,
    givens: Annotated[
        str | None,
        typer.Option(metavar="PUZZLE", help="Digits to be given, or a file; with --with how many."),
    ] = None,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="VARIANT[:NUMBER]",
            help="Variants at most, as killer:28; repeatable.  antiknight and such hold all over.",
        ),
    ] = None,
    effort: Annotated[
        str | None,
        typer.Option(metavar=_RANGE, help="Guesses of a search with singles; 0: none, 5-: 5 up."),
    ] = None,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="No two puzzles equal up to symmetry.")
    ] = False,
    er: Annotated[
        str | None,
        typer.Option("--er", metavar="RATING|LEAST-MOST", help="On Sudoku Explainer's scale."),
    ] = None,
    hodoku: Annotated[
        str | None,
        typer.Option(
            metavar="CLASS",
            help="HoDoKu's class: easy, medium, hard, unfair or extreme.",
            autocompletion=completion.one_of(_classes),
        ),
    ] = None,
    needs: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TECHNIQUE", help="Is on the path that solves it; may be given several times."
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(metavar="TECHNIQUE", help="Is not on that path; likewise."),
    ] = None,
    seed: Annotated[
        int | None,
        options.whole(
            "--seed",
            least=0,
            most=options.MOST_SEED,
            help="Same seed, same puzzles; else a random one.",
        ),
    ] = None,
    attempts: Annotated[
        int | None,
        options.whole("--attempts", help="Grids dug at most for one puzzle."),
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option("--timeout", metavar="SECONDS", min=0, help="Stop after this, as it is."),
    ] = None,
    backend: options.BackendName = backends.AUTO,
    jobs: Annotated[int, options.whole("--jobs", "-j", help="How many at a time.")] = 1,
    output_file: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write there: .csv, .parquet, .npz, or lines."
        ),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help=f"Of the table: {', '.join(tables.COLUMNS)}.",
            autocompletion=completion.some_of(lambda: tables.COLUMNS),
        ),
    ] = None,
    shard: Annotated[
        int | None,
        options.whole("--shard", help="Puzzles in a file; several are written."),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace finished files that are there already.")
    ] = False,
    quiet: options.Quiet = False,
) -> Status:
    """Make puzzles: random final grids, dug while their solution stays the only one.

    The same seed gives the same puzzles on every machine, with every backend and any number of
    jobs.  Without --clues every puzzle is dug to its end, so that no given can go.

    --rules jigsaw:random draws a layout of regions for all puzzles of the run, from the seed.

    --needs and --without take techniques (x-wing, naked-pair) and families (fish, chains) of the
    path in Sudoku Explainer's order; in HoDoKu's with --hodoku, and for what it alone has.

    A file is finished under its name only when it is whole.  When the run ends before, even by
    kill -9, the same command goes on where it was.  A finished one is replaced with --overwrite.

    --with lays out cages, lines, dots and clues that hold in a hidden solution until it is the only
    one, and leaves out what is not needed; the same seed and backend give the same puzzles.

    Exit status: 0 all were made; 1 no puzzle as asked for was found; 2 wrong usage, or a request
    that no puzzle can meet; 3 the timeout came first.
    """
    if with_:
        from cpsudoku.cli import setting

        return setting.generate(dict(locals()))
    deadline = Deadline(timeout)
    asked = {name: value for name, value in locals().items() if name in specs.OPTIONS}
    options.refuse_ending(output_file, but=(*tables.KINDS, ".sdm"))
    names_wanted = columns.split(",") if columns is not None else None
    names = columns_for(output_file, names_wanted)
    target = regular_file(output_file)
    if shard is not None and target is None:
        raise OptionError("--shard needs --output with the name of a file")
    used_seed = seed
    if used_seed is None and target is not None:
        used_seed = Dataset.seed_of(target)
    if used_seed is None:
        used_seed = generation.random_seed()
    spec = specs.spec_of(asked, used_seed, measured="effort" in names, deadline=deadline)
    names = columns_for(output_file, names_wanted, spec.rules)
    work = Work(spec, number, used_seed, backend, jobs, attempts, timeout, deadline, quiet)
    if target is None:
        return work.to_stream(output_file, names)
    tables.check_kind(target)
    asked |= {
        "number": number,
        "seed": seed,
        "columns": list(names),
        "version": cpsudoku.__version__,
    }
    table = tables.Table(names, spec.rules)
    return work.to_files(Dataset(target, table, number, asked, shard, overwrite), table)
