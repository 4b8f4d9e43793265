"""``cpsudoku complete``: what a half-made puzzle lacks to have one solution."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku import generation
from cpsudoku.cli import completion, failures, options
from cpsudoku.cli.bundles import OnePuzzle, Writing, bundled
from cpsudoku.cli.options import option, whole, whole_seed
from cpsudoku.cli.setting import ATTEMPTS
from cpsudoku.cli.status import Status
from cpsudoku.deadline import OutOfTimeError
from cpsudoku.errors import GenerationError
from cpsudoku.generation.layouts import split, wishes
from cpsudoku.generation.setting import Setting, SettingSpec
from cpsudoku.symmetry.orbits import NAMES, NONE
from cpsudoku.variants import to_text
from cpsudoku.verify import is_solution


@bundled
def command(
    one: OnePuzzle,
    *,
    with_: list[str] | None = option(
        "--with VARIANT[:NUMBER]",
        "What may be added, as killer:3 or thermo; repeatable.  Without it givens alone.",
    ),
    givens: int | None = whole("--givens", "Givens that may be added at most.", least=0),
    symmetry: str = option(
        "--symmetry NAME",
        f"Of what is added: {', '.join(NAMES)}.",
        NONE,
        completes=completion.some_of(NAMES, "+"),
    ),
    seed: int | None = whole_seed("Same seed, same proposal; else a random one."),
    timeout: float | None = option("--timeout SECONDS", "Give up after this.", least=0),
    backend: str = options.BACKEND,
    writing: Writing,
) -> Status:
    """Propose what makes a half-made puzzle have just one solution, and write it so.

    One of its solutions is chosen by the seed, or the one that the file claims.  Variants as wished
    for, and givens, are added that hold in it until it is the only one; what is not needed goes
    again, so that none of what was added could be left out.

    Exit status: 0 done; 1 there is no solution, or nothing was found that does it; 2 usage error
    or bad input; 3 the timeout came first.
    """
    record = one.record("a proposal is for one")
    puzzle, solution = record.puzzle, record.solution
    wished, everywhere = split(wishes(with_ or ()), puzzle.rules.board)
    base = replace(puzzle, rules=puzzle.rules.with_constraints(everywhere))
    spec = SettingSpec.of(base, wished, givens=givens, symmetry=symmetry)
    if solution is not None and not is_solution(solution, base.rules, base.candidates):
        failures.report("the solution that the puzzle claims does not obey it, and is not kept")
        solution = None
    setting = Setting(
        spec, seed=generation.random_seed() if seed is None else seed, backend=backend,
        attempts=ATTEMPTS, seconds=timeout, solution=solution,
    )  # fmt: skip
    try:
        found = setting.puzzle(0)
    except OutOfTimeError:
        failures.report("the timeout was reached")
        return Status.UNKNOWN
    except GenerationError as error:
        failures.report(str(error))
        return Status.NO
    with writing.puzzles() as table:
        table.write(record._replace(puzzle=found.puzzle, solution=found.solution))
    if not writing.quiet:
        board = puzzle.rules.board
        values = found.puzzle.rules.board.values(found.solution)
        added = [to_text(one) for one in (*everywhere, *found.added)]
        added += [f"{board.name(cell)} = {values[cell]}" for cell in found.given]
        failures.report(f"added: {'; '.join(added)}" if added else "nothing was missing")
    return Status.DONE
