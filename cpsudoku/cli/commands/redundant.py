"""``cpsudoku redundant``: which givens and clues could be left out."""

from __future__ import annotations

from cpsudoku.asking.search import Search
from cpsudoku.cli import options
from cpsudoku.cli.declaring import SEARCH, as_command, option
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status


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
def command(
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

    Exit status: 0 that is known of all; 1 some puzzle has no solution; 2 usage error or bad
    input; 3 time ran out first.
    """
    from cpsudoku.asking.questions.reasons import Needs
    from cpsudoku.asking.questions.redundant import Redundant

    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    if steps:
        return answering.run(reading.source(), Needs(timeout))
    question = Redundant(Search(backend, seconds=timeout))
    return answering.run(reading.source(), question)
