"""How many final grids, canonical forms and shuffles a second, on one core.

    python benchmarks/symmetry_rates.py [FILE…]

Canonical forms are taken of random final grids, and of the classic puzzles of the files.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from cpsudoku import formats
from cpsudoku.generation.final_grids import final_grids
from cpsudoku.rules import classic
from cpsudoku.symmetry.canonical import canonical_many


def rate(count: int, work: Callable[[], object], rounds: int = 5) -> float:
    """Return how many a second, the median of several rounds."""
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return count / statistics.median(seconds)


def main() -> None:
    """Print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*")
    for method, count in (("pattern", 1_000_000), ("random", 300_000), ("uniform", 3_000)):

        def make(method: str = method, count: int = count) -> None:
            for _ in final_grids(count, method=method, threads=1):
                pass

        print(f"{method + ' grids':<40} {rate(count, make):>12,.0f} /s")
    grids = np.concatenate(list(final_grids(20_000, method="random", threads=1)))
    each = rate(len(grids), lambda: canonical_many(grids, threads=1))
    print(f"{'canonical forms of random grids':<40} {each:>12,.0f} /s")
    for name in parser.parse_args().files:
        digits = [r.puzzle.digits for r in formats.read(name) if r.puzzle.rules == classic()]
        puzzles = np.array(digits[:20_000], dtype=np.uint8)
        each = rate(len(puzzles), partial(canonical_many, puzzles, threads=1))
        print(f"{'canonical forms of ' + name[-21:]:<40} {each:>12,.0f} /s")


if __name__ == "__main__":
    main()
