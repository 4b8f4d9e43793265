"""``cpsudoku solve``: a solution of each puzzle, or several."""

from __future__ import annotations

from cpsudoku.cli import failures, options
from cpsudoku.cli.answering import answer
from cpsudoku.cli.declaring import SEARCH, as_command, option
from cpsudoku.cli.options import Reading, Searching, Writing, reading, searching, writing
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.drawing import in_text
from cpsudoku.errors import OptionError
from cpsudoku.result import Result
from cpsudoku.rows.block import Row
from cpsudoku.rows.kinds import TABLES


@as_command(
    {
        "cpsudoku solve puzzle.txt": "The solution, drawn if this is a terminal",
        "cpsudoku solve puzzles.csv -o solved.csv": "A table with solutions and verdicts",
        "cpsudoku solve puzzle.txt -b sat --limit all": "All solutions, by a SAT solver",
    }
)
@reading
@option("--limit -n NUMBER|all", "Solutions of each puzzle.", "1", heading=SEARCH)
@searching
@option(
    "--random", "Let --seed choose which solution, with any backend.", name="is_random",
    heading=SEARCH,
)  # fmt: skip
@writing
@options.STATS
@options.JOBS
@sharding()
def command(
    reading: Reading,
    searching: Searching,
    writing: Writing,
    sharding: Sharding,
    *,
    limit: str,
    is_random: bool,
    with_stats: bool,
    jobs: int | None,
) -> Status:
    """Find a solution of each puzzle, or several.

    One puzzle at a terminal is drawn.  Otherwise each solution is a line, and a puzzle without
    one is a line that begins with #.  --format, or the ending of the output file, chooses another
    notation.

    Exit status: 0 all are solved; 1 some have no solution; 2 usage error or bad input; 3 a
    limit was reached before some verdict, or before all solutions asked for were found.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    from cpsudoku.asking.questions.solve import WITHOUT_COMMENTS, Solve, Solved

    kind = "" if writing.as_json else writing.kind
    wanted, is_table = options.solution_limit(limit), kind in TABLES
    if is_random and wanted != 1:
        raise OptionError(f"--random with --limit {limit}; expected one solution of each puzzle")
    question = Solve(
        searching.search(), wanted, is_random, is_row=is_table, with_stats=with_stats,
        writes="line" if is_table or writing.as_json else kind,
        for_boards=writing.notation or "drawn",
    )  # fmt: skip
    is_cut = False

    def watch(row: Row, result: Result) -> None:
        nonlocal is_cut
        is_cut = is_cut or question.outcome(row, result) is Solved.CUT
        if with_stats:
            failures.say(in_text.stats(result.stats))
        if not result.solutions and question.writes in WITHOUT_COMMENTS:
            place = f"{row.place}: " if row.place else ""
            failures.report(f"{place}{row.puzzle} {in_text.verdict(result)}")

    status = answer(
        reading.source(), question, jobs=jobs, path=writing.output_file,
        kind=kind if is_table else "", as_json=writing.as_json, quiet=writing.quiet,
        can_draw=writing.notation is None, watch=watch,
    )  # fmt: skip
    if is_cut and not writing.quiet:
        failures.report("there may be more solutions: a limit was reached")
    return status
