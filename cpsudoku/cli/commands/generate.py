"""``cpsudoku generate``: new puzzles with exactly one solution."""

from __future__ import annotations

from cpsudoku.asking.outcomes import Status
from cpsudoku.cli.declaring import as_command
from cpsudoku.cli.generating import Making, making
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.specs import Wish, wish


@as_command(
    {
        "cpsudoku generate": "A puzzle from which no given can be removed",
        "cpsudoku generate -n 100 --er 3.0-4.5 --symmetry rotate180 -o set.csv": "A hundred",
        "cpsudoku generate --with killer:28 --givens 0": "A killer sudoku without givens",
    }
)
@wish
@making
@sharding(100_000)
def command(wish: Wish, making: Making, sharding: Sharding) -> Status:
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
    return making.run(wish)
