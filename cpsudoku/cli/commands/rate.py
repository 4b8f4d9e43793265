"""``cpsudoku rate``: how hard puzzles are for people, on the scales that people know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from cpsudoku.bulk.results import VERDICTS
from cpsudoku.cli import options, output, rated_tables, reasoning, records
from cpsudoku.cli.bundles import Answering, Reading
from cpsudoku.cli.options import option
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.rating import STATUSES, RatingRow, RatingRows, outcome, rated
from cpsudoku.cli.sharding import sharded
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.coaching.difficulty import SCALES, document
from cpsudoku.coaching.explaining import REASONS
from cpsudoku.coaching.rating import check_scales
from cpsudoku.errors import OptionError
from cpsudoku.formats import Writer
from cpsudoku.logic.paths import ENDS
from cpsudoku.rules import classic
from cpsudoku.tables.reading import parts


@sharded(100_000)
def command(
    reading: Reading,
    *,
    scale: list[str] | None = option(
        "--scale NAME",
        f"This scale alone: {', '.join(SCALES)}, or reasons; repeatable.",
        among=(*SCALES, REASONS),
    ),
    report: bool = option("--report", "Write a report for a publisher on each puzzle."),
    as_csv: bool = option("--csv", "Write a table."),
    timeout: float | None = options.TIMEOUT,
    answering: Answering,
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
    answering = answering._replace(table="csv" if as_csv else answering.table)
    if scale == [REASONS]:
        if report:
            raise OptionError("--scale reasons excludes --report")
        return reasoning.rate(reading.reader(), answering, timeout)
    jobs, output_file, _, as_json, quiet = answering
    kind = answering.kind
    scales = scale or SCALES
    if REASONS in scales:
        raise OptionError("--scale reasons with other scales; expected it alone")
    check_scales(scales)
    reader = reading.reader()
    summary = Summary(STATUSES)
    if report:
        from cpsudoku.cli.reporting import write_reports

        if kind:
            raise OptionError("--report is a text or JSON; it has no table")
        with output.destination(output_file) as out:
            write_reports(reader, out, summary, as_json=as_json, seconds=timeout)
    else:
        # An object of JSON says where in which file its puzzle is.
        found = iter(reader) if as_json else parts(reader)
        groups = rated(found, scales=scales, jobs=jobs, seconds=timeout)
        counted = ((rows, len(rows)) for rows in groups)
        shown = tracked_counts(counted, "rating", to=output_file, quiet=quiet)
        with ExitStack() as stack:
            write = _writing(stack, output_file, kind, as_json=as_json)
            for rows, _ in shown:
                write(rows)
                _count(rows, summary)
    return summary.report(bad=reader.bad, quiet=quiet)


def _writing(
    stack: ExitStack, path: Path | None, kind: str, *, as_json: bool
) -> Callable[[list[RatingRow] | RatingRows], None]:
    if kind:
        table = stack.enter_context(output.table(path, kind))
        return partial(rated_tables.write_rows, table)
    out = stack.enter_context(output.destination(path))
    writer = Writer(out, "line", bare=as_json)

    def write(rows: list[RatingRow] | RatingRows) -> None:
        if isinstance(rows, RatingRows):
            writer.write_rules(classic())
            out.write(rated_tables.text_lines(rows))
            return
        for row in rows:
            if (rules := row.record.puzzle.rules).board.is_square:
                writer.write_rules(rules)
            if as_json:
                out.write(records.line(row.record, document(row.found)))
            else:
                out.write(rated_tables.line(row))

    return write


def _count(rows: list[RatingRow] | RatingRows, summary: Summary) -> None:
    if isinstance(rows, RatingRows):
        verdicts, ends = rows.found.verdicts.tolist(), rows.found.ends.tolist()
        outcomes = Counter(
            (VERDICTS[verdict], ENDS[end]) for verdict, end in zip(verdicts, ends, strict=True)
        )
    else:
        outcomes = Counter((row.found.verdict, row.found.end) for row in rows)
        if any(row.found.end == "stuck" for row in rows):
            summary.advise("--scale reasons rates what the known techniques do not solve, too")
    for (verdict, end), count in outcomes.items():
        summary.add(outcome(verdict, end == "solved"), count)
