"""``cpsudoku generate``: new puzzles with exactly one solution."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated

import typer

import cpsudoku
from cpsudoku import backends, generation
from cpsudoku.cli import completion, options, specs
from cpsudoku.cli.generating import Work, dug, labelled, regular_file, seed_for, table_for, tell_of
from cpsudoku.cli.status import Status
from cpsudoku.deadline import Deadline
from cpsudoku.errors import OptionError
from cpsudoku.generation import Made
from cpsudoku.generation.datasets import Dataset
from cpsudoku.generation.tables import COLUMNS
from cpsudoku.processors import useful_workers
from cpsudoku.symmetry.orbits import NAMES, NONE

_RANGE = "NUMBER|LEAST-MOST"


def _classes() -> tuple[str, ...]:
    from cpsudoku.logic.classes import HODOKU_CLASSES

    return HODOKU_CLASSES


def _columns() -> tuple[str, ...]:
    from cpsudoku.cli.labelling import KINDS

    return (*COLUMNS, *KINDS)


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
    jobs: options.Jobs = None,
    output_file: options.Output = None,
    table: options.Format = None,
    columns: Annotated[
        str | None,
        typer.Option(
            metavar="NAMES",
            help=f"Of the table: {', '.join(COLUMNS)}; er, hodoku_score, … as `rate` has them.",
            autocompletion=completion.some_of(_columns),
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

    --columns takes columns of ratings too: er, ep, ed, hodoku_class, hodoku_score, qqwing, hardest,
    steps, techniques; beside them stands lower_bounds.

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
    kind, names = table_for(output_file, table, columns)
    target = regular_file(output_file)
    if shard is not None and target is None:
        raise OptionError("--shard needs --output with the name of a file")
    used_seed = seed_for(seed, target)
    spec = specs.spec_of(asked, used_seed, measured="effort" in names, deadline=deadline)
    made = labelled(names, spec.rules, kind, jobs)

    def source(done: int, before: Iterator[Made] | None) -> generation.Generation:
        if not quiet:
            tell_of(spec)
        return generation.Generation(
            spec, seed=used_seed, count=number - done, first=done, backend=backend,
            jobs=useful_workers(jobs), seconds=deadline.left, before=before,
            attempts=attempts or generation.default_attempts(spec, backend),
        )  # fmt: skip

    work = Work(source, *made, partial(dug, seed=used_seed), number, timeout, quiet)
    if target is None:
        return work.to_stream(output_file)
    asked |= {"number": number, "seed": seed, **made[0].asked, "version": cpsudoku.__version__}
    dataset = Dataset(target, made[0], number, asked, shard, overwrite)
    return work.to_files(dataset, used_seed, is_distinct=spec.distinct)
