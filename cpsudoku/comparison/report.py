"""A comparison as a table for people, as JSON, as rows of its runs, and as a drawing."""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku.comparison.figures import Comparison, Figures, Run
from cpsudoku.comparison.levels import Levels
from cpsudoku.formats import Record

if TYPE_CHECKING:
    from cpsudoku.drawing import charts

HEADINGS = (
    "backend", "puzzles", "solved", "median ms", "95 % ms", "puzzles/s", "in bulk/s", "nodes",
    "conflicts", "speed", "decided by",
)  # fmt: skip


@dataclass(frozen=True)
class ComparisonReport:
    """A comparison with all that is said of it.

    Args:
        by: what the puzzles are grouped by, in a word; empty for not at all.
        levels: the levels; empty for none.
    """

    records: Sequence[Record]
    found: Comparison
    by: str
    levels: Levels

    @cached_property
    def figures(self) -> dict[str, tuple[Figures, ...]]:
        """The figures of each backend in each level."""
        return self.found.by_level(self.levels)

    def table(self) -> str:
        """Return the figures as text; with levels also the medians in each of them."""
        parts = [_aligned([HEADINGS, *map(_row, self.found.figures)])]
        if self.levels:
            head = (self.by, "puzzles", *(figures.backend for figures in self.found.figures))
            for what, value in (("nodes", _nodes), ("ms", _milliseconds)):
                rows = [
                    (level, str(len(self.levels[level])), *(_cell(one, value(one)) for one in line))
                    for level, line in self.figures.items()
                ]
                parts.append(f"median {what} by {self.by}\n{_aligned([head, *rows])}")
        return "\n".join(parts)

    def json(self) -> str:
        """Return all figures and runs, and what they depend on, as a JSON document."""
        document: dict[str, object] = {
            "machine": machine(),
            "puzzles": [
                {"puzzle": str(record.puzzle), "place": record.place} for record in self.records
            ],
            "figures": [asdict(figures) for figures in self.found.figures],
            "runs": [_run(run) for run in self.found.runs],
        }
        if self.levels:
            document["by"] = self.by
            document["groups"] = [
                {"group": level, "puzzles": self.levels[level], "figures": list(map(asdict, lines))}
                for level, lines in self.figures.items()
            ]
        return json.dumps(document, indent=1) + "\n"

    def rows(self) -> Iterator[Record]:
        """Yield for each run its puzzle, with columns added; with levels the last says its own."""
        level_of = {index: level for level, members in self.levels.items() for index in members}
        for run in self.found.runs:
            record = self.records[run.puzzle]
            said = _run(run) | {"puzzle": record.place}
            added = [("place" if name == "puzzle" else name, value) for name, value in said.items()]
            level = [(self.by, level_of[run.puzzle])] if self.levels else []
            yield record._replace(added=(*added, *level))

    def svg(self) -> str:
        """Return a drawing of how each backend's median nodes and time grow over the levels."""
        from cpsudoku.drawing import charts

        panels = [
            charts.Panel(f"median {what}", self._series(value))
            for what, value in (("nodes", _nodes), ("milliseconds", _milliseconds))
        ]
        return charts.growth(list(self.levels), self.by, panels)

    def _series(self, value: Callable[[Figures], float | None]) -> list[charts.Series]:
        from cpsudoku.drawing import charts

        columns = zip(*self.figures.values(), strict=True)
        return [
            charts.Series(
                name=column[0].backend,
                values=[value(figures) for figures in column],
                bounds=[figures.medians_are_bounds for figures in column],
            )
            for column in columns
        ]


def _nodes(figures: Figures) -> float | None:
    return figures.median_nodes


def _milliseconds(figures: Figures) -> float | None:
    return None if figures.median_seconds is None else figures.median_seconds * 1e3


def _cell(figures: Figures, found: float | None) -> str:
    bound = "≥ " if found is not None and figures.medians_are_bounds else ""
    return bound + _number(found)


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of a table as lines, the first column to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(
        "  ".join(
            text.ljust(width) if number == 0 else text.rjust(width)
            for number, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        + "\n"
        for row in rows
    )


def _row(f: Figures) -> tuple[str, ...]:
    times = (_number(f.median_seconds, 1e3), _number(f.p95_seconds, 1e3))
    others = map(_number, (f.per_second, f.bulk_per_second, f.nodes, f.conflicts, f.speed))
    decided_by = ", ".join(f"{name} {number}" for name, number in f.decided_by.items()) or "-"
    return (f.backend, str(f.puzzles), str(f.solved), *times, *others, decided_by)


def _number(value: float | None, factor: float = 1) -> str:
    """Return a figure with three significant digits, and - for none."""
    if value is None:
        return "-"
    value *= factor
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


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


def machine() -> dict[str, str]:
    """Return the versions, the system and the processor that figures depend on."""
    from importlib.metadata import version

    return {
        "cpsudoku": version("cpsudoku"),
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
