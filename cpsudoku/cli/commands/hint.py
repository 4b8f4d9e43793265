"""``cpsudoku hint``: what follows now, given a little at a time."""

from __future__ import annotations

from cpsudoku.asking.outcomes import Status
from cpsudoku.asking.questions.hint import Hints
from cpsudoku.cli import options, reasoning
from cpsudoku.cli.declaring import INPUT, as_command, option, whole
from cpsudoku.cli.options import Answering, Reading, answering, given_puzzle, reading
from cpsudoku.cli.sharding import Sharding, sharding


@as_command(
    {
        "cpsudoku hint position.txt": "Only the technique that comes next",
        "cpsudoku hint position.txt --level 4": "The whole step",
        "cpsudoku hint position.txt --givens puzzle.txt": "With a look at wrong entries first",
    }
)
@reading
@option(
    "--givens -g PUZZLE",
    "The puzzle as it was given, or its file: then wrong entries are named.", heading=INPUT,
)  # fmt: skip
@whole(
    "--level -l", "How much to show: 1 technique, 2 place, 3 reason, 4 all.", 1, most=4,
    value="1-4", heading=reasoning.STEPS,
)  # fmt: skip
@reasoning.order_option("teaching")
@reasoning.MODE
@reasoning.COST
@reasoning.LANGUAGE
@options.TIMEOUT
@answering
@sharding(100_000)
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    level: int,
    givens: str | None,
    order: str,
    mode: str,
    cost: str,
    language: str,
    timeout: float | None,
) -> Status:
    """Show what comes next after a player's entries and pencil marks, without giving too much away.

    PUZZLE is the player's position, in any notation.  If it has pencil marks, eliminations already
    made are skipped.  Several puzzles give a line, an object or a row each.  An entry or a removed
    mark that is wrong is reported first.

    Exit status: 0 there is a hint, or nothing is left to do; 1 something is wrong already; 2 usage
    error or bad input; 3 nothing was found, or time ran out before it was known whether all
    entries are right.
    """
    start = None if givens is None else given_puzzle(givens, reading.rules)
    question = Hints(start, level, order, mode, cost, timeout, language)
    return sharding.answer(reading, question, answering)
