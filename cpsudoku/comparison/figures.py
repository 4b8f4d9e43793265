"""From single runs to the figures of each backend, over all puzzles or over some of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

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
    """What a backend needed for the puzzles that it was given.

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
