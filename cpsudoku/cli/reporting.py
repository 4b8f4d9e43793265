"""``cpsudoku rate --report``: what a publisher asks, in words or as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cpsudoku.cli import records
from cpsudoku.cli.output import Paced
from cpsudoku.cli.rating import outcome
from cpsudoku.cli.summary import Summary
from cpsudoku.coaching import minutes
from cpsudoku.coaching.difficulty import UNFINISHED
from cpsudoku.coaching.difficulty import document as rating_document
from cpsudoku.coaching.reporting import Report, report
from cpsudoku.formats import Record
from cpsudoku.formats.base import locating_errors

_MOST = 12
"""More numbers of steps than these are not listed."""


def write_reports(
    source: Iterable[Record], out: Paced, summary: Summary, *, as_json: bool, seconds: float | None
) -> None:
    """Write a report on each puzzle."""
    for record in source:
        with locating_errors(record):
            found = report(record.puzzle, seconds=seconds)
        if as_json:
            document = rating_document(found.difficulty)
            if not found.difficulty.why_not:
                document["report"] = found.as_json()
            out.write(records.line(record, document))
        else:
            said = _lines(found) if found.techniques else ()
            out.write("\n  ".join((str(record.puzzle), str(found.difficulty), *said)) + "\n")
        is_whole = found.difficulty.end == "solved" and None not in found.ways
        summary.add(outcome(found.difficulty.verdict, is_whole))


def _lines(found: Report) -> Iterable[str]:
    if found.end in UNFINISHED:
        yield f"of the first {len(found.techniques)} steps alone:"
    counts = Counter(found.techniques)
    yield "techniques: " + ", ".join(f"{name} {times}" for name, times in counts.items())
    narrow = found.bottlenecks
    if narrow:
        yield f"only one way on at {_steps(narrow)} of {len(found.ways)}"
    else:
        yield "several ways on at every step that was counted"
    if None in found.ways:
        yield f"time ran out before the ways on were counted at {found.ways.count(None)} steps"
    for number in found.spikes[:_MOST]:
        counted = found.numbers[number - 1] / 10
        yield f"stands out: step {number}, {found.techniques[number - 1]} ({counted})"
    if found.once:
        yield f"needed just once: {', '.join(found.once)}"
    if found.minutes is not None:
        yield f"about {found.minutes:.0f} minutes ({minutes.SOURCE})"
    yield f"symmetry of the givens: {found.symmetry}"


def _steps(numbers: tuple[int, ...]) -> str:
    listed = ", ".join(map(str, numbers[:_MOST]))
    more = f" and {len(numbers) - _MOST} more" if len(numbers) > _MOST else ""
    return f"step{'s' if len(numbers) > 1 else ''} {listed}{more}"
