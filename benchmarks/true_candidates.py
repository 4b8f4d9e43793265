"""How long true candidates of half-set variant puzzles take, and again when a clue was added.

    python benchmarks/true_candidates.py --puzzles 6 --most 1

For each kind of clue puzzles without givens are drawn at random that hold in a hidden grid, half of
their clues are set, and true candidates are asked for; then one clue is added after the other, and
each time the answer before is handed in.  Prints the median and the greatest time of both, and how
many were not complete within the limit.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Annotated

import typer

from cpsudoku import solving
from cpsudoku.generation.filling import random_grid
from cpsudoku.generation.layouts import Layout
from cpsudoku.generation.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import classic
from cpsudoku.variants.base import Variant

KINDS = {
    "killer": 28, "thermo": 10, "sandwich": 14, "renban": 12, "whispers": 12, "arrow": 12,
    "littlekiller": 12, "skyscraper": 18,
}  # fmt: skip
"""So many clues has a puzzle when it is finished."""

ADDED = 3


def main(
    *,
    puzzles: Annotated[int, typer.Option(min=1, help="Of each kind.")] = 6,
    most: Annotated[int, typer.Option(min=1, help="Solutions of each digit.")] = 1,
    seconds: Annotated[float, typer.Option(min=0.1, help="For each answer.")] = 10,
    seed: Annotated[int, typer.Option(min=0)] = 7,
) -> None:
    """Print a line for each kind."""
    for kind, number in KINDS.items():
        first: list[tuple[float, bool]] = []
        again: list[tuple[float, bool]] = []
        for index in range(puzzles):
            clues = drawn(kind, number, Randomness(seed, index))
            half = len(clues) // 2
            found = None
            for set_ in range(half, min(half + ADDED, len(clues)) + 1):
                puzzle = Puzzle.empty(classic().with_constraints(clues[:set_]))
                start = time.perf_counter()
                found = solving.candidates(puzzle, previous=found, most=most, seconds=seconds)
                spent = time.perf_counter() - start, found.complete
                (first if set_ == half else again).append(spent)
        print(f"{kind}: first {told(first)}; a clue more {told(again)}", flush=True)


def drawn(kind: str, number: int, chance: Randomness) -> list[Variant]:
    """Return clues of one kind that hold in one grid."""
    layout = Layout(classic().board, random_grid(classic(), chance), chance)
    clues: list[Variant] = []
    for _ in range(number):
        one = layout.proposed(kind, tuple(clues))
        if one is not None:
            clues.append(one)
    return clues


def told(spent: list[tuple[float, bool]]) -> str:
    """Return the median and greatest time, and how many answers are not complete."""
    times = [seconds for seconds, _ in spent]
    open_ = sum(not complete for _, complete in spent)
    return f"{median(times):.3f} s, at most {max(times):.3f} s, {open_} of {len(spent)} incomplete"


if __name__ == "__main__":
    typer.run(main)
