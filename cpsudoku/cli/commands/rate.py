"""``cpsudoku rate``: how hard puzzles are for people, on the scales that people know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated

import typer

from cpsudoku import files
from cpsudoku.bulk.digits import digits_or_records
from cpsudoku.cli import completion, options, output, rated_tables
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.rating import Row, Table, rated
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.coaching.difficulty import SCALES, VERDICTS
from cpsudoku.coaching.rating import check_scales
from cpsudoku.errors import OptionError
from cpsudoku.formats import Writer
from cpsudoku.logic.paths import ENDS
from cpsudoku.result import Verdict
from cpsudoku.rules import classic

_STATUSES = {
    "rated": Status.DONE,
    "without solution": Status.NO,
    "with several solutions": Status.NO,
    "not rated to the end": Status.UNKNOWN,
}
_WHY_NOT = {
    Verdict.NONE: "without solution",
    Verdict.MULTIPLE: "with several solutions",
}


def command(
    puzzles: options.Puzzles,
    *,
    scale: Annotated[
        str | None,
        typer.Option(
            "--scale",
            metavar="NAME",
            help=f"One scale alone: {', '.join(SCALES)}.",
            autocompletion=completion.one_of(lambda: SCALES),
        ),
    ] = None,
    report: Annotated[
        bool, typer.Option("--report", help="Say of each puzzle what a publisher asks.")
    ] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write a table.")] = False,
    timeout: options.Timeout = None,
    jobs: options.Jobs = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
    output_file: options.Output = None,
    as_json: options.Json = False,
    skip_bad: options.SkipBad = False,
    quiet: options.Quiet = False,
) -> Status:
    """Rate puzzles: Sudoku Explainer's ER, EP and ED, HoDoKu's class and score, qqwing's class.

    Each puzzle is a line: itself, then its ratings, the hardest technique and the number of steps.
    Whether it has one solution is found out first; one with none or several says so and is not
    rated.  Where time runs out, or the techniques do not solve the puzzle, ≥ stands before each
    lower bound; tables and JSON name these in lower_bounds, and say in end how the paths ended.

    --report says of each where it is narrow, what spikes, which techniques it needs just once, how
    long it may take, and what symmetry its givens have.  --output writes .csv, .parquet, .jsonl or
    lines.

    Exit status: 0 all are rated; 1 some have no solution or several; 2 wrong usage or bad input; 3
    some rating is only a lower bound.
    """
    options.refuse_ending(output_file, but={".csv", ".parquet", ".jsonl"})
    ending = output_file.suffix.lower() if output_file is not None else ""
    scales = SCALES if scale is None else (scale,)
    check_scales(scales)
    reader = Reader(puzzles, rules=rules, notation=read_as, skip_bad=skip_bad)
    summary = Summary(_STATUSES)
    if report:
        from cpsudoku.cli.reporting import write_reports

        if as_csv or ending in {".csv", ".parquet"}:
            raise OptionError("--report is a text or JSON; it has no table")
        as_json = as_json or ending == ".jsonl"
        with output.destination(output_file) as out:
            write_reports(reader, out, summary, as_json=as_json, seconds=timeout)
    else:
        as_csv, as_json = as_csv or ending == ".csv", as_json or ending == ".jsonl"
        # An object of JSON says where in which file its puzzle is, which an array does not know.
        parts = reader if as_json else digits_or_records(reader)
        groups = rated(parts, scales=scales, jobs=jobs, seconds=timeout)
        counted = ((rows, len(rows)) for rows in groups)
        shown = tracked_counts(counted, "rating", to=output_file, quiet=quiet)
        if ending == ".parquet" and output_file is not None:
            _to_parquet(shown, output_file, summary)
        else:
            _to_text(shown, output_file, summary, _written(as_csv=as_csv, as_json=as_json))
    summary.tell(bad=reader.bad, quiet=quiet)
    return summary.status


def _written(*, as_csv: bool, as_json: bool) -> Callable[[Row], str]:
    if as_csv and as_json:
        raise OptionError("--csv and --json exclude each other")
    if as_csv:
        return rated_tables.csv_row
    return rated_tables.json_line if as_json else rated_tables.line


def _to_text(
    groups: Iterable[tuple[list[Row] | Table, int]],
    path: Path | None,
    summary: Summary,
    written: Callable[[Row], str],
) -> None:
    with output.destination(path) as out:
        if written is rated_tables.csv_row:
            table = rated_tables.CsvTable(out)
            for rows, _ in groups:
                table.write(rows)
                _count(rows, summary)
            table.close()
            return
        telling = Writer(out, "line", bare=written is rated_tables.json_line)
        for rows, _ in groups:
            if isinstance(rows, Table):
                telling.tell(classic())
                out.write(rated_tables.table_lines(rows))
            else:
                for row in rows:
                    if (rules := row.record.puzzle.rules).board.is_square:
                        telling.tell(rules)
                    out.write(written(row))
            _count(rows, summary)


def _to_parquet(
    groups: Iterable[tuple[list[Row] | Table, int]], path: Path, summary: Summary
) -> None:
    with files.appearing(path) as out, rated_tables.ParquetTable(out) as table:
        for rows, _ in groups:
            table.write(rows)
            _count(rows, summary)


def _count(rows: list[Row] | Table, summary: Summary) -> None:
    if isinstance(rows, Table):
        verdicts, ends = rows.found.verdicts.tolist(), rows.found.ends.tolist()
        outcomes = Counter(
            (VERDICTS[verdict], ENDS[end]) for verdict, end in zip(verdicts, ends, strict=True)
        )
    else:
        outcomes = Counter((row.found.verdict, row.found.end) for row in rows)
    for (verdict, end), count in outcomes.items():
        rated = "rated" if end == "solved" else "not rated to the end"
        summary.add(_WHY_NOT.get(verdict, rated), count)
