"""How far smallest reasons carry puzzles, how large they are, and what they cost.

    python benchmarks/reasons.py variants.txt --limit 120
    python benchmarks/reasons.py classics.txt --seconds 60 --each

Prints for all puzzles of the files: how the paths end, how large steps are (houses and clues, and
the largest part where one is taken apart), how many are proved smallest, and the processor time of
each step and each path.  Each step is held against the second engine, as users get it.  With
``--table`` each path is a line of a file as soon as it has ended, so that nothing is lost.
"""

from __future__ import annotations

import csv
import time
from collections import Counter
from itertools import islice
from pathlib import Path

import click

from cpsudoku.logic import Position
from cpsudoku.reasons import ReasonPath
from cpsudoku.reasons.finding import EFFORT
from cpsudoku.rows.source import Source


@click.command(context_settings={"show_default": True})
@click.argument("files", nargs=-1, required=True)
@click.option("--limit", type=int, help="Puzzles at most.")
@click.option("--seconds", type=float, default=60, help="Processor seconds for each path.")
@click.option("--most", type=int, default=6, help="Size of what is not taken apart.")
@click.option("--effort", type=int, default=EFFORT, help="Questions for each step.")
@click.option("--each", is_flag=True, help="Print a line for each puzzle.")
@click.option("--table", type=click.Path(path_type=Path), help="CSV to which each path is added.")
def main(
    *,
    files: tuple[str, ...],
    limit: int | None,
    seconds: float,
    most: int,
    effort: int,
    each: bool,
    table: Path | None,
) -> None:
    """Walk all paths and print the tables."""
    ends: Counter[str] = Counter()
    sizes: Counter[int] = Counter()
    parts: Counter[int] = Counter()
    of_steps: list[float] = []
    of_paths: list[float] = []
    proved = 0
    for number, record in enumerate(islice(Source(files).records(), limit), start=1):
        start = Position.of(record.puzzle)
        path = ReasonPath(start, seconds=_CLOCK * seconds, most=most, effort=effort)
        begun = last = time.process_time()
        first = len(of_steps)
        for step in path:
            now = time.process_time()
            of_steps.append(now - last)
            last = now
            sizes[step.size] += 1
            parts[step.largest_part] += 1
            proved += step.reason.smallest
            if now - begun > seconds:
                break
        of_paths.append(time.process_time() - begun)
        ends["limit" if path.end == "open" else path.end] += 1
        if table is not None:
            slowest = max(of_steps[first:], default=0)
            row = (number, of_paths[-1], slowest, *path.sizes.as_json().values())
            with table.open("a", newline="", encoding="utf-8") as file:
                csv.writer(file).writerow(row)
        if each:
            print(number, f"{of_paths[-1]:.2f} s", path.sizes.as_json(), flush=True)
    print("ends", dict(ends))
    print("sizes of whole reasons", dict(sorted(sizes.items())))
    print("sizes of largest parts", dict(sorted(parts.items())))
    steps = sum(parts.values()) or 1
    small = sum(count for size, count in parts.items() if size <= 3)
    print(f"{steps} steps, {small / steps:.1%} of three or fewer, {proved / steps:.1%} proved")
    for name, times in (("step", of_steps), ("path", of_paths)):
        times_text = ", ".join(f"{share} % {_at(times, share):.3f}" for share in (50, 95, 99, 100))
        print(f"processor seconds a {name}: {times_text}")


_CLOCK = 10
"""By the clock a path may take so many times as long, where the machine has other work."""


def _at(times: list[float], percent: int) -> float:
    return sorted(times)[min(len(times) - 1, len(times) * percent // 100)] if times else 0.0


if __name__ == "__main__":
    main()
