"""``cpsudoku candidates``: for each cell the digits that occur in some solution."""

from __future__ import annotations

from cpsudoku.cli.declaring import SEARCH, as_command, whole
from cpsudoku.cli.options import Answering, Reading, Searching, answering, reading, searching
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status


@as_command(
    {
        "cpsudoku candidates puzzle.txt": "The digits that each cell can take",
        "cpsudoku candidates puzzle.txt --most 10": "With the number of solutions, up to 10",
        "cpsudoku candidates puzzles.csv --json -o cells.jsonl": "With a witness for each digit",
    }
)
@reading
@whole("--most -m", "Count the solutions for each digit, up to N.", 1, value="N", heading=SEARCH)
@searching
@answering
@sharding(100_000)
def command(
    reading: Reading,
    searching: Searching,
    answering: Answering,
    sharding: Sharding,
    *,
    most: int,
) -> Status:
    """Find for each cell the digits that occur in some solution.

    One puzzle is drawn with these digits in its cells; several are a line each, with spaces
    between the cells.  JSON has a solution for each digit as well, its witness.

    --most N counts for each digit the solutions that have it, up to N: below the picture stand
    the digits in fewer, in a line each has its count (2:5,3:1), and JSON has ``counts``.

    Exit status: 0 all are known; 1 some puzzle has no solution; 2 usage error or bad input; 3
    time ran out before it was certain that no other digit occurs.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    from cpsudoku.asking.questions.candidates import TrueDigits

    return answering.run(reading.source(), TrueDigits(searching.search(), most))
