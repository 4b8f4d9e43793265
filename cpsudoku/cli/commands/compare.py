"""``cpsudoku compare``: backends side by side on the same puzzles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from cpsudoku import comparison
from cpsudoku.asking.outcomes import Status
from cpsudoku.cli import failures, options, progress
from cpsudoku.cli.declaring import OUTPUT, SEARCH, Name, as_command, file, option, seconds, whole
from cpsudoku.cli.options import Reading, reading
from cpsudoku.comparison.figures import ComparisonReport, rating_of
from cpsudoku.errors import OptionError, UnsupportedError
from cpsudoku.formats import Record
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import explaining
from cpsudoku.result import Limits
from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rows.block import of_records
from cpsudoku.rows.output import ENDINGS, TABLES, destination
from cpsudoku.rows.sinks import opened_puzzles

Write = Callable[[ComparisonReport], str]

_ENDINGS: dict[str, Write] = {
    ".txt": ComparisonReport.table,
    ".json": ComparisonReport.json,
    ".svg": ComparisonReport.svg,
}
_KINDS = tuple(kind for kind in TABLES if kind != "json")
_TABLES = {ending: kind for ending, kind in ENDINGS.items() if kind in _KINDS}


@as_command(
    {
        "cpsudoku compare puzzles.txt -b dlx,sat": "Two backends on the same puzzles",
        "cpsudoku compare puzzles.txt -b all --each 5": "All backends, 5 seconds for each search",
        "cpsudoku compare puzzles.txt --by givens -o growth.svg": "A drawing by number of givens",
    }
)
@reading
@options.backends_option("--backends -b")
@option(
    "--by givens|er", "Group the figures by number of givens, or by a rating.",
    heading=SEARCH,
    kind=Name("grouping", ("givens", "er")),
)  # fmt: skip
@whole("--rounds", "Rounds of all backends.", 3, heading=SEARCH)
@option("--limit -n NUMBER|all", "Solutions to look for.", "2", heading=SEARCH)
@seconds(
    "--timeout", "Time limit for the whole comparison, in seconds.", usual="none", heading=SEARCH
)
@seconds("--each", "Time limit for each search, in seconds.", usual="none", heading=SEARCH)
@options.SEED
@file(
    "--output -o FILE", "Write what the ending says: .txt, .json, .svg, .csv, …; repeatable.",
    name="output_files", several=True, heading=OUTPUT,
)  # fmt: skip
@option("--json", "Write all figures as JSON.", name="as_json", heading=OUTPUT)
@option("--csv", "Write every run as a line of CSV.", name="as_csv", heading=OUTPUT)
@option(
    "--format -f FORMAT", f"Write every run as a row: {', '.join(_KINDS)}.", name="table",
    heading=OUTPUT,
    kind=Name("format", _KINDS, expected=f"expected {', '.join(_KINDS)}, or --json"),
)  # fmt: skip
@options.QUIET
def command(
    reading: Reading,
    *,
    names: tuple[str, ...],
    by: str | None,
    rounds: int,
    limit: str,
    timeout: float | None,
    each: float | None,
    seed: int,
    output_files: tuple[Path, ...],
    as_json: bool,
    as_csv: bool,
    table: str | None,
    quiet: bool,
) -> Status:
    """Run backends over the same puzzles, check that they agree, and compare their speed.

    The table says how many puzzles a backend was given and solved, the median and the 95th
    percentile of its time for a puzzle, how many it solves in a second, one at a time and (where
    it takes arrays) in bulk with one thread, its mean nodes and conflicts for a puzzle, how many
    times as fast as the first it is, and what gave the verdicts: the backend itself, if it is
    named.

    With --by the median nodes and times follow for the puzzles with this many givens, or
    with a rating in such a band (er: Sudoku Explainer's number, which stands after a puzzle or is
    computed); ≥ stands where at least half of them reached the limit.  -o growth.svg draws that.

    A comma between the names of backends after race: belongs to the race; -b is repeatable.

    To compare what backends solve within a limit, give each search the same with --each.  Of the
    time left until --timeout each turn of a backend has an equal share; the rest is left out.

    Exit status: 0 all agree; 2 usage error or bad input, or two contradict each other (the puzzle
    is named); 3 some backend reached a limit.
    """
    said = _said("csv" if as_csv else table, as_json=as_json)
    written = [(path, _writer(path, said)) for path in output_files or (Path("-"),)]
    if by is None and any(write is ComparisonReport.svg for _, write in written):
        raise OptionError("a drawing shows growth by groups; add --by givens or --by er")
    source = reading.source()
    until = Deadline(timeout)
    records = list(_rated(source.records(), until.part(0.5)) if by == "er" else source.records())
    source.report_bad(quiet=quiet)
    if not records:
        raise OptionError("there was no puzzle to read")
    levels = {} if by is None else comparison.levels(records, by)
    chosen = options.backend_names(names)
    # What makes no sense is refused before files are opened.
    Limits(solutions=(most := options.solution_limit(limit)), seconds=each, seed=seed)
    with ExitStack() as stack:
        sinks = [stack.enter_context(_sink(path, write)) for path, write in written]
        total = len(records) * len(chosen) * rounds
        with progress.bar("compare", total=total, quiet=quiet) as advance:
            found = comparison.compare(
                [record.puzzle for record in records],
                chosen,
                rounds=rounds,
                limit=most,
                seconds=each,
                total=until.left,
                seed=seed,
                name_puzzle=lambda index: records[index].place or f"puzzle {index + 1}",
                progress=advance,
            )
        report = ComparisonReport(records, found, by or "", levels)
        for sink in sinks:
            sink(report)
    if not found.complete:
        failures.report(_left_out(found, len(records), rounds))
    solved = all(figures.solved == figures.puzzles for figures in found.figures)
    return Status.DONE if solved and found.complete else Status.UNKNOWN


def _rated(records: Iterable[Record], until: Deadline) -> Iterator[Record]:
    """Yield records with the rating of their puzzle after the comments that say none."""
    for record in records:
        comment = record.comment
        if rating_of(comment) is None:
            with suppress(UnsupportedError):
                found = explaining.rate(record.puzzle, scales=("explainer",), seconds=until.left)
                comment += f" {found.er}" if found.end == "solved" else ""
        yield record._replace(comment=comment)


def _left_out(found: comparison.Comparison, puzzles: int, rounds: int) -> str:
    """Return the searches that were not made when time ran out."""
    made = Counter(run.backend for run in found.runs)
    whole = puzzles * rounds
    missing = ", ".join(
        f"{one.backend} {whole - made[one.backend]:,}"
        for one in found.figures
        if made[one.backend] < whole
    )
    return f"time ran out; of {whole:,} searches for each backend these were not made: {missing}"


def _said(kind: str | None, *, as_json: bool) -> Write | str | None:
    """Return the output that options choose: figures, or the name of a table; None for neither."""
    if as_json and kind is not None:
        raise OptionError(f"--json and --{'csv' if kind == 'csv' else 'format'} exclude each other")
    return ComparisonReport.json if as_json else kind


def _writer(path: Path, said: Write | str | None) -> Write | str:
    """Return the writer of a file: by its ending, or by an option where it has none."""
    ending = options.ending_of(path)
    if not ending:
        return said or ComparisonReport.table
    found = _ENDINGS.get(ending) or _TABLES.get(ending)
    if found is None:
        expected = ", ".join([*_ENDINGS, *_TABLES])
        raise OptionError(f"-o {path}; expected a name ending in {expected}")
    if said not in {None, found}:
        raise OptionError(f"-o {path} contradicts --json, --csv or --format")
    return found


@contextmanager
def _sink(path: Path, write: Write | str) -> Iterator[Callable[[ComparisonReport], object]]:
    if not isinstance(write, str):
        with destination(path) as out:
            yield lambda report: out.write(write(report))
        return
    with opened_puzzles(path, write) as sink:

        def write_rows(report: ComparisonReport) -> None:
            if rows := list(report.rows()):
                sink.write(of_records(rows), RowAnswers([]))

        yield write_rows
