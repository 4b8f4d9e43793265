"""``cpsudoku generate``: new puzzles with exactly one solution."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpsudoku import generation
from cpsudoku.cli.declaring import as_command, option
from cpsudoku.cli.generating import GeneratingWork, Making, announce, dug, making
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.specs import PUZZLES, Wish, wish
from cpsudoku.cli.status import Status
from cpsudoku.generation import Made
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.processors import useful_workers


@as_command(
    {
        "cpsudoku generate": "A puzzle from which no given can be removed",
        "cpsudoku generate -n 100 --er 3.0-4.5 --symmetry rotate180 -o set.csv": "A hundred",
        "cpsudoku generate --with killer:28 --givens 0": "A killer sudoku without givens",
    }
)
@wish
@option(
    "--with VARIANT[:NUMBER]",
    "Variant, and of how many at most, such as killer:28 (see `cpsudoku help rules`); repeatable.",
    name="with_", several=True, heading=PUZZLES,
)  # fmt: skip
@making
@sharding(100_000)
def command(
    wish: Wish,
    making: Making,
    sharding: Sharding,
    *,
    with_: tuple[str, ...],
) -> Status:
    """Make puzzles: remove givens from random final grids while the solution stays unique.

    The same seed gives the same puzzles on every machine, with every backend and any number of
    jobs.  Without --clues every puzzle is dug to its end, so that no given can go.

    --rules jigsaw:random draws a layout of regions for all puzzles of the run, from the seed.

    --columns takes columns of ratings too: er, ep, ed, hodoku_class, hodoku_score, qqwing, hardest,
    steps, techniques; beside them stands lower_bounds.

    --needs and --without take techniques (x-wing, naked-pair) and families (fish, chains) of the
    path in Sudoku Explainer's order; in HoDoKu's with --hodoku, and for techniques that only HoDoKu
    has.

    A file is finished under its name only when it is whole.  If the run ends before that, even by
    kill -9, the same command continues where it was.  A finished one is replaced with --overwrite.

    --with lays out cages, lines, dots and clues that hold in a hidden solution until it is the only
    one, and leaves out what is not needed; the same seed and backend give the same puzzles.

    Exit status: 0 all were made; 1 no puzzle that fits was found; 2 usage error, or a request
    that no puzzle can meet; 3 the timeout came first.
    """
    if sharding.is_wanted:
        return sharding.of_numbers(making.number, making.skip)
    if with_:
        from cpsudoku.cli import setting

        return setting.generate(wish, with_, making)
    deadline, seed = Deadline(making.timeout), making.used_seed
    number, backend, quiet = making.number, making.backend, making.quiet
    _, names = making.kind_and_columns()
    spec = wish.spec(seed, measured="effort" in names, deadline=deadline)

    def source(done: int, before: Iterator[Made] | None) -> generation.Generation:
        if not quiet:
            announce(spec)
        return generation.Generation(
            spec, seed=seed, count=number - done, first=making.skip + done, backend=backend,
            jobs=useful_workers(making.jobs), seconds=deadline.left, before=before,
            attempts=making.attempts or generation.default_attempts(spec, backend),
        )  # fmt: skip

    summary = partial(dug, seed=seed)
    work = GeneratingWork(
        source, *making.data_set(spec.rules), summary, number, making.timeout, quiet
    )
    asked = {**wish.asked, "number": number, "skip": making.skip, "seed": making.seed}
    return making.write(work, asked, seed, is_distinct=spec.distinct)
