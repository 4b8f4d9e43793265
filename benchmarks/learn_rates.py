"""How many a second and core: verified answers, environment steps, traces, symmetric images.

Processor time of one thread, the best of some runs.

    python benchmarks/learn_rates.py
"""

from __future__ import annotations

import time
from collections.abc import Callable

import gymnasium
import numpy as np

from cpsudoku import learn


def rate(count: int, work: Callable[[], object]) -> float:
    """Return how many are done in a second of processor time."""
    work()
    taken = []
    for _ in range(3):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    return count / min(taken)


def main() -> None:
    pool = learn.PuzzlePool.generated(1000, er=(1.0, 1.5), seed=1)
    puzzles = np.repeat(pool.lot.rows, 100, axis=0)
    solutions = np.repeat(pool.solutions.astype(np.uint8), 100, axis=0)
    texts = ["".join(map(str, row)) for row in pool.solutions.tolist()]
    easy = pool.lot.rows

    def steps() -> None:
        env = gymnasium.make_vec(
            "cpsudoku.learn:Sudoku-v0", num_envs=1024, vectorization_mode="vector_entry_point",
            puzzles=pool,
        )  # fmt: skip
        env.reset(seed=1)
        chance = np.random.default_rng(1)
        actions = chance.integers(81 * 10, size=(100, 1024))
        for some in actions:
            env.step(some)

    rates = {
        "answers in arrays": rate(len(puzzles), lambda: learn.verify(puzzles, solutions).solved),
        "answers as texts": rate(1000, lambda: learn.verify(easy, texts).solved),
        "environment steps, batches of 1,024": rate(102_400, steps),
        "traces where singles suffice": rate(1000, lambda: learn.traces(easy)),
        "images of a puzzle and its solution": rate(
            len(puzzles), lambda: learn.augment(puzzles, solutions, seed=1)
        ),
        "images of grids": rate(len(puzzles), lambda: learn.augment(solutions, seed=1)),
    }
    for name, found in rates.items():
        print(f"| {name} | {found:,.0f} |")


if __name__ == "__main__":
    main()
