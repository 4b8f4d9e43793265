"""How long each backend takes with and without deductions before its search, and what decided.

For each puzzle two solutions are asked for, so that uniqueness is proved.  Times are the median
milliseconds of the processor for one puzzle, over all rounds; backends and presolves take turns.

    python benchmarks/presolves.py FILE… [--backends NAME,…] [--count 200] [--rounds 3]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from itertools import product
from pathlib import Path

from cpsudoku import backends, formats
from cpsudoku.backends import Session
from cpsudoku.backends.presolving import PRESOLVES
from cpsudoku.result import Limits
from cpsudoku.rules import boxes

CLASSIC = boxes(3, 3)
LIMITS = Limits(solutions=2)


def evenly_spread(path: Path, count: int) -> list[tuple[int, ...]]:
    known = [record.puzzle.candidates for record in formats.read(path)]
    step = max(1, len(known) // count)
    return known[::step][:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--backends", default="bitboard,cover,dlx,backtrack,sat,cpsat")
    parser.add_argument("--count", type=int, default=200, help="puzzles of each file")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    names = backends.split_names(arguments.backends)
    pairs = product(names, PRESOLVES)
    sessions = {pair: Session.of(CLASSIC, pair[0], {"presolve": pair[1]}).ready() for pair in pairs}
    for path in arguments.files:
        puzzles = evenly_spread(path, arguments.count)
        times: dict[tuple[str, str], list[float]] = {pair: [] for pair in sessions}
        decided: dict[tuple[str, str], Counter[str]] = {pair: Counter() for pair in sessions}
        for _ in range(arguments.rounds):
            for pair, session in sessions.items():
                session.engine.search(puzzles[0], LIMITS)
                for candidates in puzzles:
                    start = time.process_time()
                    outcome = session.outcome(candidates, LIMITS)
                    times[pair].append(time.process_time() - start)
                    decided[pair][str(outcome.stats.decided_by)] += 1
        print(f"{path.name}: {len(puzzles)} puzzles")
        for (name, presolve), taken in times.items():
            by = ", ".join(
                f"{decider} {number // arguments.rounds}"
                for decider, number in decided[name, presolve].most_common()
            )
            median, mean = statistics.median(taken) * 1e3, statistics.mean(taken) * 1e3
            print(f"  {name:<10} {presolve:<8} {median:8.4f} ms, mean {mean:8.4f}   {by}")


if __name__ == "__main__":
    main()
