"""``cpsudoku ambiguity``: where the solutions of a puzzle differ."""

from __future__ import annotations

from cpsudoku.asking.search import Search
from cpsudoku.cli import options
from cpsudoku.cli.declaring import as_command
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status


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
def command(
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
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    from cpsudoku.asking.questions.ambiguity import Differences

    question = Differences(Search(backend, seconds=timeout))
    return answering.run(reading.source(), question)
