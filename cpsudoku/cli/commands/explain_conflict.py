"""``cpsudoku explain-conflict``: why a puzzle has no solution."""

from __future__ import annotations

from cpsudoku.cli import options
from cpsudoku.cli.declaring import SEARCH, as_command, option
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
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
@options.TIMEOUT
@answering
@sharding(100_000)
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    smallest: bool,
    steps: bool,
    timeout: float | None,
) -> Status:
    """Show givens and constraints that already conflict, for a puzzle without solution.

    It is proved that none of them can be left out; with --smallest, no other conflict has fewer
    givens.

    --steps shows instead how it fails: steps, each with its smallest reason, up to a contradiction.

    Exit status: 0 the conflicts are shown; 1 some puzzle has a solution; 2 usage error or bad
    input; 3 time ran out before the answer was found or proved.
    """
    from cpsudoku.asking.questions.conflict import Conflicts
    from cpsudoku.asking.questions.reasons import Refutations

    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    if steps:
        if smallest:
            raise OptionError("--steps excludes --smallest")
        return answering.run(reading.source(), Refutations(timeout))
    return answering.run(reading.source(), Conflicts(smallest, timeout))
