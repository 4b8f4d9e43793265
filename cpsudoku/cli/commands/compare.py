"""``cpsudoku compare``: backends side by side on the same puzzles."""

from __future__ import annotations

import csv
import io
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

import cpsudoku
from cpsudoku import comparison
from cpsudoku.cli import options, output, progress
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.comparison import Comparison, Figures, Run
from cpsudoku.errors import OptionError
from cpsudoku.formats import Record
from cpsudoku.result import Limits

HEADINGS = (
    "backend",
    "puzzles",
    "solved",
    "median ms",
    "95 % ms",
    "puzzles/s",
    "in bulk/s",
    "nodes",
    "conflicts",
    "speed",
    "decided by",
)


def command(
    puzzles: options.Puzzles,
    *,
    names: options.Backends = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="NUMBER", min=1, help="Rounds of all backends.")
    ] = 3,
    limit: Annotated[
        str, typer.Option("--limit", "-n", metavar="NUMBER|all", help="Solutions to look for.")
    ] = "2",
    timeout: options.Timeout = None,
    seed: options.Seed = 0,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
    output_file: options.Output = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write all figures as JSON.")] = False,
    as_csv: Annotated[
        bool, typer.Option("--csv", help="Write every run as a line of CSV.")
    ] = False,
    skip_bad: options.SkipBad = False,
    quiet: options.Quiet = False,
) -> Status:
    """Run backends over the same puzzles, check that they agree, and compare their speed.

    The table says how many puzzles a backend was given and solved, the median and the 95th
    percentile of its time for a puzzle, how many it solves in a second, one at a time and (where
    it takes arrays) in bulk with one thread, its nodes and conflicts for a puzzle, how many times
    as fast as the first it is, and what gave the verdicts: the backend itself, if it is named.

    Exit status: 0 all agree; 2 two contradict each other (the puzzle is named), wrong usage or
    bad input; 3 some backend reached the limit.
    """
    if as_json and as_csv:
        raise OptionError("--json and --csv exclude each other")
    reader = Reader(puzzles, rules=rules, notation=read_as, skip_bad=skip_bad)
    records = list(reader)
    if not records:
        raise OptionError("there was no puzzle to read")
    chosen = options.backend_names(names)
    with output.destination(output_file) as out:
        limits = Limits(solutions=options.solution_limit(limit), seconds=timeout, seed=seed)
        found = _compare(records, chosen, rounds, limits, quiet=quiet)
        write = _json if as_json else _csv if as_csv else _table
        out.write(write(records, found))
    complete = all(figures.solved == figures.puzzles for figures in found.figures)
    return Status.DONE if complete else Status.UNKNOWN


def _compare(
    records: Sequence[Record], names: Sequence[str], rounds: int, limits: Limits, *, quiet: bool
) -> Comparison:
    with progress.bar("compare", total=len(records) * len(names) * rounds, quiet=quiet) as advance:
        return comparison.compare(
            [record.puzzle for record in records],
            names,
            rounds=rounds,
            limit=limits.solutions,
            seconds=limits.seconds,
            seed=limits.seed,
            name_puzzle=lambda index: records[index].place or f"puzzle {index + 1}",
            progress=advance,
        )


def _table(records: Sequence[Record], found: Comparison) -> str:
    rows = [HEADINGS, *(_row(figures) for figures in found.figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(
        "  ".join(
            text.ljust(width) if number == 0 else text.rjust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in rows
    )


def _row(figures: Figures) -> tuple[str, ...]:
    f = figures
    return (
        f.backend,
        str(f.puzzles),
        str(f.solved),
        _number(f.median_seconds, 1e3),
        _number(f.p95_seconds, 1e3),
        _number(f.per_second),
        _number(f.bulk_per_second),
        _number(f.nodes),
        _number(f.conflicts),
        _number(f.speed),
        ", ".join(f"{name} {number}" for name, number in f.decided_by.items()) or "-",
    )


def _number(value: float | None, factor: float = 1) -> str:
    """Return a figure with three significant digits, and - for none."""
    if value is None:
        return "-"
    value *= factor
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def machine() -> dict[str, str]:
    """Return what figures depend on: the machine and the versions."""
    return {
        "cpsudoku": cpsudoku.__version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "processor": _processor(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    found = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(found, platform.processor())


def _json(records: Sequence[Record], found: Comparison) -> str:
    document = {
        "machine": machine(),
        "puzzles": [{"puzzle": str(r.puzzle), "place": r.place} for r in records],
        "figures": [asdict(figures) for figures in found.figures],
        "runs": [_run(run) for run in found.runs],
    }
    return json.dumps(document, indent=1) + "\n"


def _run(run: Run) -> dict[str, object]:
    return {
        "backend": run.backend,
        "puzzle": run.puzzle,
        "round": run.round,
        "seconds": run.seconds,
        "verdict": run.verdict.value,
        "nodes": run.stats.nodes,
        "conflicts": run.stats.conflicts,
        "decided_by": run.stats.decided_by,
    }


def _csv(records: Sequence[Record], found: Comparison) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(
        (
            "backend",
            "place",
            "puzzle",
            "round",
            "seconds",
            "verdict",
            "nodes",
            "conflicts",
            "decided_by",
        )
    )
    for run in found.runs:
        record = records[run.puzzle]
        row = _run(run)
        writer.writerow(
            (run.backend, record.place, record.puzzle, *(row[k] for k in list(row)[2:]))
        )
    return text.getvalue()
