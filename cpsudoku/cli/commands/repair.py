"""``cpsudoku repair``: what would make a puzzle a good one."""

from __future__ import annotations

from cpsudoku.cli.declaring import SEARCH, as_command, seconds
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status


@as_command(
    {
        "cpsudoku repair puzzle.txt": "The fewest givens to change, remove or add",
        "cpsudoku repair puzzles.csv -o repaired.csv": "A column with each repaired puzzle",
        "cpsudoku repair puzzle.txt --timeout 60": "Take more time to prove that fewer do not do",
    }
)
@reading
@seconds("--timeout", "Time limit for each puzzle, in seconds.", 10.0, heading=SEARCH)
@answering
@sharding(100_000)
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    timeout: float | None,
) -> Status:
    """Show the fewest changes after which a puzzle has just one solution.

    For a puzzle without solution: givens to remove, or to change as shown.  For one with several:
    cells to give, so that one solution is left.  Each answer says
    whether fewer changes might do.

    Exit status: 0 all are repaired, with proof that no fewer changes do; 1 some puzzle has rules
    or pencil marks that leave no solution whatever the givens; 2 usage error or bad input; 3
    time ran out first.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    from cpsudoku.asking.questions.repair import Repairs

    return answering.run(reading.source(), Repairs(timeout))
