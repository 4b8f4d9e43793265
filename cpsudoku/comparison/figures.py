"""The figures of each backend, over all puzzles or by levels, and how they are reported.

They are made from single runs, and come as a table for people, as JSON, as rows and as a drawing.
"""

from __future__ import annotations

import json
import platform
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import TypeVar

from cpsudoku.comparison import charts
from cpsudoku.errors import OptionError
from cpsudoku.formats import Record
from cpsudoku.result import Stats, Verdict


@dataclass(frozen=True, slots=True)
class Run:
    """One search of one puzzle by one backend.

    Args:
        puzzle: index of the puzzle, from 0.
        round: number of the round, from 0.
        seconds: wall-clock time of the search, without compiling the rules and verifying.
        stats: what it counted, without its times.
    """

    backend: str
    puzzle: int
    round: int
    seconds: float
    verdict: Verdict
    stats: Stats


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a backend on the puzzles that it was given.

    The time of a puzzle is the median over the rounds.  In the medians over puzzles, one at which
    a limit was reached counts as more than any other.

    Args:
        puzzles: how many puzzles it was given; those that it does not support are left out.
        solved: how many got a certain verdict within the limits.
        median_nodes: median number of nodes; None where the solver has no such figure.
        medians_are_bounds: whether the medians are only lower bounds, because half of the puzzles
            or more reached a limit.
        p95_seconds: 95th percentile of the time of a puzzle.
        per_second: puzzles in a second, one at a time.
        bulk_per_second: puzzles in a second as one array, with one thread; None where the engine
            does not take arrays, and for a part of the puzzles.
        nodes: mean number of nodes for a puzzle; None where the solver has no such figure.
        conflicts: mean number of conflicts for a puzzle; None where the solver has no such figure.
        speed: how many times as fast as the first backend on the puzzles that both were given;
            None without any.
        decided_by: what gave the verdicts, and of how many puzzles.
    """

    backend: str
    puzzles: int
    solved: int
    median_seconds: float | None
    median_nodes: float | None
    medians_are_bounds: bool
    p95_seconds: float | None
    per_second: float | None
    bulk_per_second: float | None
    nodes: float | None
    conflicts: float | None
    speed: float | None
    decided_by: dict[str, int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """The outcome of a comparison.

    Args:
        complete: whether each backend searched all puzzles that it supports, in every round; else
            the limit for all of it came first.
    """

    figures: tuple[Figures, ...]
    runs: Sequence[Run]
    complete: bool = True

    def by_level(self, levels: Mapping[str, Collection[int]]) -> dict[str, tuple[Figures, ...]]:
        """Return the figures of each backend within each level of puzzles."""
        names = [figures.backend for figures in self.figures]
        return {
            level: tuple(figures_of([run for run in self.runs if run.puzzle in members], names))
            for level, members in levels.items()
        }


def figures_of(
    runs: Sequence[Run], names: Sequence[str], bulk: Mapping[str, Sequence[float]] | None = None
) -> Iterator[Figures]:
    """Yield each backend's line of figures.

    Args:
        names: the backends; the speed of each is compared with the first.
        bulk: rates of each backend for all the puzzles as one array, a second.
    """
    times = {name: _times(runs, name) for name in names}
    for name in names:
        mine = times[name]
        ordered = sorted(mine.values())
        # Where time ran out, some puzzles were searched only in later rounds.
        first = [*{run.puzzle: run for run in reversed(runs) if run.backend == name}.values()]
        limited = {run.puzzle for run in first if run.verdict is Verdict.UNKNOWN}
        nodes = {run.puzzle: run.stats.nodes for run in first if run.stats.nodes is not None}
        rates = (bulk or {}).get(name)
        yield Figures(
            backend=name,
            puzzles=len(mine),
            solved=len(first) - len(limited),
            median_seconds=_median(mine, limited),
            median_nodes=_median(nodes, limited),
            medians_are_bounds=len(limited) > (len(first) - 1) // 2,
            # The smallest that 95 % do not exceed.
            p95_seconds=ordered[-(-len(ordered) * 95 // 100) - 1] if ordered else None,
            per_second=len(ordered) / total if (total := sum(ordered)) else None,
            bulk_per_second=median(rates) if rates else None,
            nodes=_mean(nodes.values()),
            conflicts=_mean(run.stats.conflicts for run in first),
            speed=_speed(times[names[0]], mine),
            decided_by=dict(Counter(by for run in first if (by := run.stats.decided_by))),
        )


def _times(runs: Sequence[Run], name: str) -> dict[int, float]:
    """For each puzzle the median time over the rounds."""
    found: dict[int, list[float]] = {}
    for run in runs:
        if run.backend == name:
            found.setdefault(run.puzzle, []).append(run.seconds)
    return {index: median(seconds) for index, seconds in found.items()}


def _median(values: Mapping[int, float], limited: Collection[int]) -> float | None:
    """Return the median with limited ones above all others; of what they reached, if it is one."""
    if not values:
        return None
    middle = median(float("inf") if i in limited else value for i, value in values.items())
    return middle if middle != float("inf") else median(values.values())


def _mean(values: Iterable[int | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _speed(first: dict[int, float], mine: dict[int, float]) -> float | None:
    common = first.keys() & mine.keys()
    own = sum(mine[index] for index in common)
    return sum(first[index] for index in common) / own if own else None


Levels = dict[str, list[int]]
"""For the name of each level, in ascending order, the indices of its puzzles."""

_RATING = re.compile(
    r"(?<![\w.])(?:(?:ER|ED|SE|SER)\s*[=:]?\s*)?(≥\s*)?(\d{1,2}\.\d)(?![\d.])", re.I
)
_HIGHEST_RATING = 12.0

Key = TypeVar("Key", int, float)


def rating_of(comment: str) -> float | None:
    """Return the rating that stands in a puzzle's comment, or None.

    That is the first number with one decimal place from 0 to 12, as Nicolas Juillerat's Sudoku
    Explainer (2006) gives it: ``7.2``, ``ER=7.2``, or ``ED=7.2/1.2/1.2``, of which the first
    counts.  A lower bound, ``≥ 7.2``, is not a rating.

    >>> rating_of("ED=9.0/1.2/1.2 Easter Monster"), rating_of("EASY 334")
    (9.0, None)
    """
    found = _RATING.search(comment)
    rating = float(found[2]) if found and not found[1] else None
    return rating if rating is not None and rating <= _HIGHEST_RATING else None


def _by_rating(records: Sequence[Record]) -> Levels:
    """Return the puzzles in levels such as 1.0–1.9; those without a rating are the last."""
    if all(rating_of(record.comment) is None for record in records):
        raise OptionError("--by er: no puzzle has a rating, such as 7.2 after it on its line")

    def level(record: Record) -> float:
        rating = rating_of(record.comment)
        return float("inf") if rating is None else float(int(rating))

    def name(low: float) -> str:
        return "no rating" if low == float("inf") else f"{low:.1f}–{low + 0.9:.1f}"

    return _by(records, level, name)


def _by(
    records: Sequence[Record], key: Callable[[Record], Key], name: Callable[[Key], str]
) -> Levels:
    found: dict[tuple[int, Key], list[int]] = {}
    for index, record in enumerate(records):
        found.setdefault((record.puzzle.rules.size, key(record)), []).append(index)
    several = len({size for size, _ in found}) > 1
    return {
        f"{size}×{size}: {name(value)}" if several else name(value): members
        for (size, value), members in sorted(found.items())
    }


KINDS: Mapping[str, Callable[[Sequence[Record]], Levels]] = {
    "givens": lambda records: _by(records, lambda record: record.puzzle.clues, str),
    "er": _by_rating,
}
"""The ways to form levels, by the name that ``--by`` takes."""


def levels(records: Sequence[Record], by: str) -> Levels:
    """Return puzzles by levels of difficulty, whose names say the size where there are several."""
    if by not in KINDS:
        raise OptionError(f"--by {by}; expected {' or '.join(KINDS)}")
    return KINDS[by](records)


HEADINGS = (
    "backend", "puzzles", "solved", "median ms", "95 % ms", "puzzles/s", "in bulk/s", "nodes",
    "conflicts", "speed", "decided by",
)  # fmt: skip


@dataclass(frozen=True)
class ComparisonReport:
    """A comparison with its figures and notes.

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
        values = {"nodes": _nodes, "milliseconds": _milliseconds}
        panels = {f"median {what}": self._series(value) for what, value in values.items()}
        return charts.growth(list(self.levels), self.by, panels)

    def _series(self, value: Callable[[Figures], float | None]) -> list[charts.Series]:
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
