"""Searches as text: a tree that grows downwards, and several of them side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from cpsudoku.tracing.events import Event, Trace

_WIDTH = 30
"""Characters of a column, where searches stand side by side."""


def picture(trace: Trace) -> str:
    """Return a search as a tree: each tried digit below the one that it was tried under."""
    return "".join(f"{line}\n" for line in (*_lines(trace.events), *_counts(trace)))


def _lines(events: Sequence[Event]) -> Iterator[str]:
    shown = (event for event in events if event.kind != "back")
    for (kind, depth), group in groupby(shown, key=lambda event: (event.kind, event.depth)):
        if kind == "propagate":
            yield "│ " * depth + "→ " + " ".join(event.text for event in group)
        else:
            mark = {"try": "", "contradict": "✗ "}.get(kind, "★ ")
            for event in group:
                yield "│ " * (depth - (kind == "try")) + mark + event.text


def _counts(trace: Trace) -> Iterator[str]:
    counts, stats = trace.counts, trace.stats
    if not trace.complete:
        yield "…"
    yield f"{counts['try']} tried, {counts['propagate']} followed, {counts['contradict']} dead ends"
    if not trace.complete:
        least = "" if trace.to_the_end else "at least "
        yield f"in all: {least}{stats.nodes} nodes, {least}{stats.conflicts} dead ends"


def side_by_side(traces: Sequence[Trace], *, width: int = _WIDTH) -> str:
    """Return searches in columns, each with its name above and its counts below."""
    columns = [[t.backend, "─" * width, *_lines(t.events)] for t in traces]
    rows = list(zip_longest(*columns, fillvalue=""))
    rows += [("─" * width,) * len(traces)]
    rows += list(zip_longest(*map(_summary, traces), fillvalue=""))

    def fitted(text: str) -> str:
        return text.ljust(width) if len(text) <= width else text[: width - 1] + "…"

    return "".join(" ".join(map(fitted, row)).rstrip() + "\n" for row in rows)


def _summary(trace: Trace) -> list[str]:
    counts, stats = trace.counts, trace.stats
    least = "" if trace.to_the_end else "≥ "
    return [
        "all shown" if trace.complete else "the beginning is shown",
        f"nodes {least}{stats.nodes}",
        f"followed {least}{stats.propagations}",
        f"dead ends {least}{stats.conflicts}",
        f"solutions shown {counts['found']}",
    ]
