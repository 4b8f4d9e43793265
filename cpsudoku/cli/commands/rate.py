"""``cpsudoku rate``: how hard puzzles are for people, on the scales that people know."""

from __future__ import annotations

from dataclasses import replace

from cpsudoku.asking.outcomes import Status
from cpsudoku.asking.questions.rate import Rate, Reports
from cpsudoku.asking.questions.reasons import ReasonSizes
from cpsudoku.cli.declaring import OUTPUT, SEARCH, Name, as_command, option, seconds
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.errors import OptionError
from cpsudoku.logic.explaining.difficulty import SCALES
from cpsudoku.logic.explaining.rating import check_scales
from cpsudoku.logic.orders import REASONS


@as_command(
    {
        "cpsudoku rate puzzle.txt": "The ratings of a puzzle on all scales",
        "cpsudoku rate puzzles.txt -o rated.csv": "A table with a column for each rating",
        "cpsudoku rate puzzle.txt --report": "What a publisher asks of a puzzle",
    }
)
@reading
@option(
    "--scale NAME", f"Scale to rate on: {', '.join(SCALES)} or reasons; repeatable.",
    usual=f"{', '.join(SCALES)}", several=True, heading=SEARCH,
    kind=Name("scale", (*SCALES, REASONS.name)),
)  # fmt: skip
@seconds(
    "--timeout", "Time limit for each puzzle on each scale, in seconds.", usual="none",
    heading=SEARCH,
)  # fmt: skip
@option("--report", "Write a report for a publisher on each puzzle.", heading=OUTPUT)
@option("--csv", "Write a table of CSV.", name="as_csv", heading=OUTPUT)
@answering
@sharding(100_000)
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    scale: tuple[str, ...],
    report: bool,
    as_csv: bool,
    timeout: float | None,
) -> Status:
    """Rate puzzles: Sudoku Explainer's ER, EP and ED, HoDoKu's class and score, qqwing's class.

    Each puzzle is a line: the puzzle, its ratings, the hardest technique and the number of steps.
    A puzzle without just one solution is reported and not rated.  If time runs out, or the
    techniques do not solve the puzzle, ≥ stands before each lower bound; tables and JSON name these
    in lower_bounds, and say in end how the paths ended.

    --report shows for each puzzle its bottlenecks, the steps that stand out, the techniques needed
    just once, how long it may take, and the symmetry of its givens.  --format or the ending of the
    output file chooses a table.

    --scale reasons measures the smallest reasons of all steps, under any rules: houses and clues
    of the largest reason, of the largest part that has to be seen at once, and the sum.

    Exit status: 0 all are rated; 1 some have no solution or several; 2 usage error or bad input; 3
    some rating is only a lower bound.
    """
    if as_csv:
        answering = replace(answering, table="csv")
    if scale == (REASONS.name,):
        if report:
            raise OptionError("--scale reasons excludes --report")
        return sharding.answer(reading, ReasonSizes(timeout), answering)
    scales = scale or SCALES
    if REASONS.name in scales:
        raise OptionError("--scale reasons with other scales; expected only this scale")
    check_scales(scales)
    if not report:
        return sharding.answer(reading, Rate(scales, timeout), answering)
    if answering.kind:
        raise OptionError("--report is a text or JSON; it has no table")
    return sharding.answer(reading, Reports(timeout), answering)
