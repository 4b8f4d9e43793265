"""``cpsudoku explain-conflict``, ``repair``, ``redundant`` and ``ambiguity``: faults of puzzles."""

from __future__ import annotations

from cpsudoku.asking.outcomes import Status
from cpsudoku.asking.questions.ambiguity import Differences
from cpsudoku.asking.questions.conflict import Conflicts
from cpsudoku.asking.questions.reasons import Needs, Refutations
from cpsudoku.asking.questions.repair import Repairs
from cpsudoku.asking.search import Search
from cpsudoku.cli import options, reasoning
from cpsudoku.cli.declaring import SEARCH, as_command, option, seconds
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.errors import OptionError


@as_command(
    {
        "cpsudoku explain-conflict puzzle.txt": "Givens that contradict one another",
        "cpsudoku explain-conflict puzzle.txt --smallest": "As few givens as possible",
        "cpsudoku explain-conflict puzzle.txt --steps": "Steps that lead to a contradiction",
    }
)
@reading
@option("--smallest", "Look for the fewest givens, then constraints.", heading=SEARCH)
@option("--steps", "Show small steps that lead to a contradiction.", heading=SEARCH)
@reasoning.LANGUAGE
@options.TIMEOUT
@answering
@sharding(100_000)
def explain_conflict(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    smallest: bool,
    steps: bool,
    language: str,
    timeout: float | None,
) -> Status:
    """Show givens and constraints that already conflict, for a puzzle without solution.

    It is proved that none of them can be left out; with --smallest, no other conflict has fewer
    givens.

    --steps shows instead how it fails: steps, each with its smallest reason, up to a contradiction;
    --language is that of their sentences.

    Exit status: 0 the conflicts are shown; 1 some puzzle has a solution; 2 usage error or bad
    input; 3 time ran out before the answer was found or proved, or it rests on a rank of rows.
    """
    if steps and smallest:
        raise OptionError("--steps excludes --smallest")
    question = Refutations(timeout, language) if steps else Conflicts(smallest, timeout)
    return sharding.answer(reading, question, answering)


@as_command(
    {
        "cpsudoku repair puzzle.txt": "The fewest givens to change, remove or add",
        "cpsudoku repair puzzles.csv -o repaired.csv": "A column with each repaired puzzle",
        "cpsudoku repair puzzle.txt --timeout 60": "More time for a proof that no fewer do",
    }
)
@reading
@seconds("--timeout", "Time limit for each puzzle, in seconds.", 10.0, heading=SEARCH)
@answering
@sharding(100_000)
def repair(
    reading: Reading, answering: Answering, sharding: Sharding, *, timeout: float | None
) -> Status:
    """Show the fewest changes after which a puzzle has just one solution.

    For a puzzle without solution: givens to remove, or to change as shown.  For one with several:
    cells to give, so that one solution is left.  Each answer says
    whether fewer changes might do.

    Exit status: 0 all are repaired, with proof that no fewer changes do; 1 some puzzle has rules
    or pencil marks that leave no solution whatever the givens; 2 usage error or bad input; 3
    time ran out first.
    """
    return sharding.answer(reading, Repairs(timeout), answering)


@as_command(
    {
        "cpsudoku redundant puzzle.txt": "Which givens can be left out",
        "cpsudoku redundant puzzles.csv -o minimal.csv": "With a minimal puzzle beside each",
        "cpsudoku redundant puzzle.txt --steps": "At which step each clue is needed",
    }
)
@reading
@option("--steps", "Show which step of the smallest reasons needs each clue first.", heading=SEARCH)
@options.BACKEND
@options.TIMEOUT
@answering
@sharding(100_000)
def redundant(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    steps: bool,
    backend: str,
    timeout: float | None,
) -> Status:
    """Show which givens and clues can each be left out, and a minimal puzzle that says as much.

    Clues are constraints beside the houses, such as cages, thermometers and dots.

    --steps gives for each clue the first step that needs it, on a path where each step has its
    smallest reason, or says that no step needs it.

    Exit status: 0 the answer is known for all; 1 some puzzle has no solution; 2 usage error or bad
    input; 3 time ran out first.
    """
    from cpsudoku.asking.questions.redundant import Redundant  # which needs NumPy

    question = Needs(timeout) if steps else Redundant(Search(backend, seconds=timeout))
    return sharding.answer(reading, question, answering)


@as_command(
    {
        "cpsudoku ambiguity puzzle.txt": "How many digits each cell of a puzzle can take",
        "cpsudoku ambiguity puzzles.txt --timeout 5": "The same for many, 5 seconds each at most",
        "cpsudoku ambiguity puzzles.csv --json -o cells.jsonl": "The digits, with witnesses",
    }
)
@reading
@options.BACKEND
@options.TIMEOUT
@answering
@sharding(100_000)
def ambiguity(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    backend: str,
    timeout: float | None,
) -> Status:
    """Show how many digits each cell takes over all solutions: 1 where they agree.

    One puzzle is drawn; several are a line each.  JSON has for each cell in which solutions
    differ its digits, with a solution as witness for each.

    Exit status: 0 known for all; 1 some puzzle has no solution; 2 usage error or bad
    input; 3 time ran out before it was certain that no other digit occurs.
    """
    return sharding.answer(reading, Differences(Search(backend, seconds=timeout)), answering)
