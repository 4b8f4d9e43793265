"""``cpsudoku generate`` and ``complete``: new puzzles with one solution, and half-made ones."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cpsudoku import generation
from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import failures, options
from cpsudoku.cli.declaring import SEARCH, as_command, option, seconds, whole
from cpsudoku.cli.generating import Making, making
from cpsudoku.cli.options import OnePuzzle, Writing, one_puzzle, writing
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.specs import Wish, symmetry_option, wish
from cpsudoku.errors import GenerationError
from cpsudoku.generation.layouts import split, wishes
from cpsudoku.generation.setting import VariantMaker, VariantSpec
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.block import of_records
from cpsudoku.variants import Variant, to_text
from cpsudoku.verify import is_solution


@as_command(
    {
        "cpsudoku generate": "A puzzle from which no given can be removed",
        "cpsudoku generate -n 100 --er 3.0-4.5 -o set.csv": "A hundred of medium difficulty",
        "cpsudoku generate --with killer:28 --givens 0": "A killer sudoku without givens",
    },
    instead="--number says how many",
)
@wish
@making
@sharding(100_000)
def generate(wish: Wish, making: Making, sharding: Sharding) -> Status:
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
        return sharding.of_numbers(
            making.number, making.skip, partial(making.task, wish), making.seed,
            jobs=making.jobs, quiet=making.quiet,
        )  # fmt: skip
    return making.run(wish)


_ADDED = "What may be added"


@as_command(
    {
        "cpsudoku complete draft.txt": "Add givens until there is one solution",
        "cpsudoku complete draft.txt --with killer:3 --givens 0": "Add three cages at most instead",
        "cpsudoku complete draft.txt --symmetry rotate180 -o puzzle.json": "Add symmetric givens",
    }
)
@one_puzzle
@option(
    "--with VARIANT[:NUMBER]",
    "Variant that may be added, and how many at most, such as killer:3 (see `cpsudoku help "
    "rules`); one without a number; repeatable.",
    name="with_", several=True, usual="givens only", heading=_ADDED,
)  # fmt: skip
@whole("--givens", "Givens that may be added at most.", usual="any", least=0, heading=_ADDED)
@symmetry_option("Symmetry of what is added", _ADDED)
@options.whole_seed("The same seed gives the same proposal.", heading=SEARCH)
@seconds("--timeout", "Time limit, in seconds.", usual="none", heading=SEARCH)
@options.BACKEND
@writing
def complete(
    one: OnePuzzle,
    writing: Writing,
    *,
    with_: tuple[str, ...],
    givens: int | None,
    symmetry: str,
    seed: int | None,
    timeout: float | None,
    backend: str,
) -> Status:
    """Add what a half-made puzzle needs to have just one solution, and write it.

    The seed chooses one of its solutions, unless the file claims one.  Variants and givens that
    hold in it are added until it is the only one; then whatever is not needed is removed again, so
    that nothing that was added could be left out.

    Exit status: 0 done; 1 there is no solution, or nothing was found that does it; 2 usage error
    or bad input; 3 the timeout came first.
    """
    record = one.record("a proposal is for one")
    puzzle, solution = record.puzzle, record.solution
    wished, everywhere = split(wishes(with_), puzzle.rules.board)
    base = replace(puzzle, rules=puzzle.rules.with_constraints(everywhere))
    spec = VariantSpec.of(base, wished, givens=givens, symmetry=symmetry)
    if solution is not None and not is_solution(solution, base.rules, base.candidates):
        failures.report("the solution that the puzzle claims does not obey it, and is not kept")
        solution = None
    maker = VariantMaker(
        spec, seed=generation.random_seed() if seed is None else seed, backend=backend,
        deadline=Deadline(timeout), solution=solution,
    )  # fmt: skip
    try:
        found = maker.make(0)
    except OutOfTimeError:
        failures.report("the timeout was reached")
        return Status.UNKNOWN
    except GenerationError as error:
        failures.report(str(error))
        return Status.NO
    digits = [*zip(found.digits, base.digits, base.candidates, strict=True)]
    masks = (1 << digit - 1 if digit else mask for digit, _, mask in digits)
    made = record._replace(puzzle=Puzzle(found.rules, tuple(masks)), solution=found.solution)
    writing.copied([of_records([made])])
    if not writing.quiet:
        board = puzzle.rules.board
        values = found.rules.board.values(found.solution)
        new = found.rules.constraints[len(puzzle.rules.constraints) :]
        added = [to_text(one) for one in new if isinstance(one, Variant)]
        given = [cell for cell, (digit, before, _) in enumerate(digits) if digit and not before]
        added += [f"{board.name(cell)} = {values[cell]}" for cell in given]
        failures.report(f"added: {'; '.join(added)}" if added else "nothing was missing")
    return Status.DONE
