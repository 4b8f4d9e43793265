"""How long boards of 25×25 and more take: encoding × at-most-one × solver × size.

The boards are final grids by a pattern, shuffled, with random holes; each is solved from the
puzzle on, building included, until a verified solution is there or time runs out.  A board that
was not solved counts with the whole time.  Processor seconds, those of child processes included,
say how busy the machine was.

    python benchmarks/big_boards.py --boards 25:60 36:55 --count 20 --seed 1000
    python benchmarks/big_boards.py --boards 25:60 36:60 --table
    python benchmarks/big_boards.py --boards 36:60 --option encoding=minimal at_most_one=product
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from math import isqrt

from cpsudoku.backends import engine
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import boxes
from cpsudoku.verify import is_solution


def pattern(side: int, chance: random.Random) -> list[int]:
    """Return a final grid: a cyclic pattern with its bands, rows, columns and digits shuffled."""
    size = side * side

    def lines() -> list[int]:
        bands = chance.sample(range(side), side)
        return [band * side + i for band in bands for i in chance.sample(range(side), side)]

    digits = chance.sample(range(1, size + 1), size)
    rows, columns = lines(), lines()
    grid = [digits[(side * (r % side) + r // side + c) % size] for r in rows for c in columns]
    if chance.random() < 0.5:
        grid = [grid[c * size + r] for r in range(size) for c in range(size)]
    return grid


def board(size: int, percent: float, seed: int) -> Puzzle:
    """Return a board with this many percent of its cells open."""
    chance = random.Random(f"{size}:{percent}:{seed}")
    grid = pattern(isqrt(size), chance)
    for cell in chance.sample(range(size * size), round(size * size * percent / 100)):
        grid[cell] = 0
    return Puzzle.from_digits(grid, boxes(isqrt(size), isqrt(size)))


TABLE: tuple[tuple[str, dict[str, str]], ...] = (
    ("sat", {}),
    ("sat:cadical195", {}),
    ("sat:cadical195", {"at_most_one": "bitwise"}),
    ("sat:cadical195", {"at_most_one": "sequential"}),
    ("sat:cadical195", {"at_most_one": "product"}),
    ("sat:cadical195", {"at_most_one": "commander"}),
    ("sat:cadical195", {"encoding": "minimal"}),
    ("sat:cadical153", {}),
    ("sat:minicard", {}),
    ("sat:minicard", {"at_most_one": "pairwise"}),
    ("sat:minicard", {"encoding": "minimal"}),
    ("sat:gluecard4", {}),
    ("sat:minisat22", {}),
    ("sat:glucose4", {}),
    ("sat:maplechrono", {}),
    ("cpsat", {}),
)


def processor_seconds() -> float:
    """Return what this process and the children that it has waited for have used."""
    return sum(os.times()[:4])


def solving_times(
    name: str, options: dict[str, str], boards: list[Puzzle], timeout: float
) -> tuple[list[float], list[float], int]:
    """Return the seconds that boards took, those of processors, and how many were solved."""
    times, used = [], []
    solved = 0
    for puzzle in boards:
        start, before = time.perf_counter(), processor_seconds()
        outcome = engine(name, puzzle.rules, **options).search(
            puzzle.candidates, Limits(seconds=timeout)
        )
        taken = time.perf_counter() - start
        used.append(processor_seconds() - before)
        if outcome.solutions:
            assert is_solution(outcome.solutions[0], puzzle.rules, puzzle.candidates)
            solved += 1
        times.append(taken if outcome.solutions else max(taken, timeout))
    return sorted(times), used, solved


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", nargs="+", default=["25:55", "25:65"], metavar="SIZE:PERCENT")
    parser.add_argument("--backends", nargs="+", default=["sat"], metavar="NAME")
    parser.add_argument("--option", nargs="+", default=[], metavar="KEY=VALUE")
    parser.add_argument("--table", action="store_true", help="solvers and encodings side by side")
    parser.add_argument("--count", type=int, default=5, help="boards of each kind")
    parser.add_argument("--seed", type=int, default=0, help="number of the first board")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds a board")
    arguments = parser.parse_args()
    chosen = dict(option.split("=", 1) for option in arguments.option)
    contestants = TABLE if arguments.table else [(name, chosen) for name in arguments.backends]
    print(
        f"{'board':>8} {'contestant':<38} {'solved':>7} {'median s':>9} {'90 %':>8} {'worst':>8} "
        f"{'processor s':>11}"
    )
    for kind in arguments.boards:
        size, percent = int(kind.split(":")[0]), float(kind.split(":")[1])
        numbers = range(arguments.seed, arguments.seed + arguments.count)
        boards = [board(size, percent, number) for number in numbers]
        for name, options in contestants:
            times, used, solved = solving_times(name, options, boards, arguments.timeout)
            ninety = times[round(0.9 * (len(times) - 1))]
            shown = " ".join([name, *options.values()])
            print(
                f"{kind:>8} {shown:<38} {solved:>3}/{len(times):<3} "
                f"{statistics.median(times):>9.3f} {ninety:>8.3f} {times[-1]:>8.3f} "
                f"{statistics.median(used):>11.3f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
