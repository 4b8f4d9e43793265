"""Check that no step of any order contradicts the only solution of any puzzle of some files.

python benchmarks/soundness.py FILE… [--orders explainer,hodoku] [--evidence 1000] [--threads N]

Each FILE has a puzzle with one solution in the first 81 characters of each line.

All paths are walked by the compiled core.  One that ends with every cell placed and without a
contradiction has come to a solution, which is the only one; a digit of it that a step had
eliminated could not have been placed any more, so no step was wrong.  Paths that end earlier are
walked once more, step by step, beside the solution of another part of the program, the bitboard
solver.  With `--evidence N`, each order's steps in every so-manieth puzzle, N in all, are also
replayed from their evidence by the checker in Python, which knows no finder.

Ends with status 1 where a step was wrong, or where a path ended in a contradiction.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cpsudoku import logic
from cpsudoku.asking.solving import solve
from cpsudoku.logic.paths import ENDS
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import classic

Digits = NDArray[np.uint8]


def read_puzzles(paths: Sequence[Path]) -> Digits:
    """Return the digits of all files' puzzles, an array of shape (n, 81)."""
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    texts = [line[:81].replace(".", "0") for line in lines]
    rows = [[int(c) for c in text] for text in texts if len(text) == 81 and text.isdigit()]
    return np.array(rows, np.uint8).reshape(-1, 81)


def wrong_steps(digits: Digits, order: str, *, evidence: bool) -> list[str]:
    """Return what is wrong with the steps of one puzzle's path."""
    puzzle = Puzzle.from_digits(digits.tolist(), classic())
    solution = solve(puzzle, backend="bitboard").solution
    if solution is None:
        return ["the puzzle has no solution"]
    path = logic.Path(puzzle, order=order)
    before, wrong = path.position, []
    for step in path:
        if any(solution[cell] != digit for cell, digit in step.placements) or any(
            solution[cell] == digit for cell, digit in step.eliminations
        ):
            wrong.append(f"{step.technique} contradicts the solution")
        fault = logic.fault(before, step) if evidence else None
        if fault is not None:
            wrong.append(f"{step.technique}: {fault}")
        before = path.position
    return wrong


def check_order(puzzles: Digits, order: str, evidence: int, threads: int | None) -> int:
    """Print what became of one order's paths; return how many have something wrong."""
    begin = time.perf_counter()
    ratings = logic.rate_many(puzzles, order=order, threads=threads)
    seconds = time.perf_counter() - begin
    ends = Counter(ENDS[end] for end in ratings.ends.tolist())
    print(
        f"{order}: {len(puzzles)} paths of {int(ratings.steps.sum())} steps in {seconds:.0f} s: "
        + ", ".join(f"{count} {end}" for end, count in ends.most_common()),
        flush=True,
    )
    walked = set(np.flatnonzero(ratings.ends != ENDS.index("solved")).tolist())
    replayed = set(range(0, len(puzzles), max(1, len(puzzles) // evidence))) if evidence else set()
    wrong: Counter[str] = Counter()
    first: dict[str, int] = {}
    for row in sorted(walked | replayed):
        for fault in wrong_steps(puzzles[row], order, evidence=row in replayed):
            wrong[fault] += 1
            first.setdefault(fault, row)
    print(
        f"  {len(walked)} walked beside the solution, {len(replayed)} replayed from their evidence"
    )
    for fault, count in wrong.most_common():
        print(f"  WRONG {fault}: {count}, first in puzzle {first[fault] + 1}")
    return wrong.total() + ends["broken"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--orders", default=",".join(logic.ORDERS))
    parser.add_argument("--evidence", type=int, default=0, metavar="N")
    parser.add_argument("--threads", type=int)
    arguments = parser.parse_args()
    puzzles = read_puzzles(arguments.files)
    wrong = sum(
        check_order(puzzles, order, arguments.evidence, arguments.threads)
        for order in arguments.orders.split(",")
    )
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
