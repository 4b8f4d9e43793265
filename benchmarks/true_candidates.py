"""How long true candidates of half-set variant puzzles take, and again when a clue was added.

    python benchmarks/true_candidates.py --puzzles 20 --kinds sandwich,littlekiller

For each kind of clue, puzzles without givens are drawn at random that hold in a hidden grid, half
of their clues are set, and true candidates are asked for; then one clue is added after the other,
and each time the answer before is handed in.  Prints the median, what nine of ten stay below and
the greatest processor time of both in milliseconds, and how many were not complete within the
limit.
"""

from __future__ import annotations

import time
from itertools import groupby
from statistics import median

import click

from cpsudoku.asking import solving
from cpsudoku.generation.filling import random_grid
from cpsudoku.generation.layouts import Layout
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import classic
from cpsudoku.variants.base import Variant
from cpsudoku.variants.sum_lines import EqualSums

KINDS = {
    "killer": 28, "thermo": 10, "sandwich": 18, "littlekiller": 14, "renban": 12, "whispers": 12,
    "arrow": 12, "xsum": 18, "skyscraper": 18, "hiddenskyscraper": 18, "numberedroom": 18,
    "fullrank": 10, "zipper": 10, "between": 10, "lockout": 10, "palindrome": 10, "nabner": 12,
    "modular": 12, "entropic": 12, "sumline": 12, "quad": 16, "xv": 20, "white": 20, "black": 16,
    "equalsums": 10,
}  # fmt: skip
"""This many clues has a puzzle when it is finished."""

MIXED = "mixed"
"""Puzzles of three kinds."""

ADDED = 3

_Times = list[tuple[float, bool]]


@click.command(context_settings={"show_default": True})
@click.option("--puzzles", type=click.IntRange(min=1), default=6, help="Of each kind.")
@click.option("--kinds", default="", help="Separated by commas; all unless said.")
@click.option(
    "--share", type=click.FloatRange(min=0, max=1), default=0.5, help="Of the clues that are set."
)
@click.option("--givens", type=click.IntRange(min=0, max=81), default=0)
@click.option("--most", type=click.IntRange(min=1), default=1, help="Solutions of each digit.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=10, help="For each answer.")
@click.option("--seed", type=click.IntRange(min=0), default=7)
def main(
    *,
    puzzles: int,
    kinds: str,
    share: float,
    givens: int,
    most: int,
    seconds: float,
    seed: int,
) -> None:
    """Print a line for each kind."""
    asked = kinds.split(",") if kinds else [*KINDS, MIXED]
    print(f"{'':18}{'first':^31}{'a clue more':^33}\n{'':18}" + 2 * HEAD, flush=True)
    for kind in asked:
        first: _Times = []
        again: _Times = []
        for index in range(puzzles):
            found = None
            for step, puzzle in enumerate(half_set(kind, share, givens, Randomness(seed, index))):
                start = time.process_time()
                found = solving.candidates(puzzle, previous=found, most=most, seconds=seconds)
                spent = time.process_time() - start, found.complete
                (again if step else first).append(spent)
        print(f"{kind:18}{figures(first)}{figures(again)}", flush=True)


def half_set(kind: str, share: float, givens: int, chance: Randomness) -> list[Puzzle]:
    """Return a puzzle with a share of its clues, and with one, two, three clues more."""
    grid = random_grid(classic(), chance)
    clues = drawn(kind, Layout(classic().board, grid, chance))
    cells = list(range(81))
    chance.shuffle(cells)
    masks = [classic().all_digits] * 81
    for cell in cells[:givens]:
        masks[cell] = 1 << grid[cell] - 1
    half = round(share * len(clues))
    return [
        Puzzle(classic().with_constraints(clues[:number]), tuple(masks))
        for number in range(half, min(half + ADDED, len(clues)) + 1)
    ]


def drawn(kind: str, layout: Layout) -> list[Variant]:
    """Return all clues of a puzzle of one kind, or of three."""
    names = [kind]
    if kind == MIXED:
        names = list(KINDS)
        layout.chance.shuffle(names)
        names = names[:3]
    clues: list[Variant] = []
    for name in names:
        for _ in range(round(KINDS[name] / len(names))):
            one = (
                region_sums(layout) if name == "equalsums" else layout.proposed(name, tuple(clues))
            )
            if one is not None and one not in clues:
                clues.append(one)
    layout.chance.shuffle(clues)
    return clues


def region_sums(layout: Layout) -> Variant | None:
    """Return a line that has the same sum in each box that it goes through."""
    for _ in range(1000):
        line = [layout.chance.below(81)]
        while len(line) < 4 + layout.chance.below(6):
            row, column = layout.board.places[line[-1]]
            steps = [(row + i, column + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            ahead = [layout.board.grid_at[at] for at in steps if at in layout.board.grid_at]
            free = [cell for cell in ahead if cell not in line]
            if not free:
                break
            line.append(layout.one(free))
        parts = tuple(
            tuple(part) for _, part in groupby(line, lambda cell: cell // 27 * 3 + cell % 9 // 3)
        )
        made = EqualSums(layout.board, parts)
        if len(parts) > 1 and made.holds(layout.grid):
            return made
    return None


def box_of(cell: int) -> int:
    """Return the number of a cell's box."""
    return cell // 27 * 3 + cell % 9 // 3


HEAD = f"{'median':>8}{'90 %':>8}{'worst':>8}  open   "


def figures(times: _Times) -> str:
    """Return the median, what nine of ten stay below, the greatest, and how many are open."""
    spent = sorted(1000 * seconds for seconds, _ in times)
    open_ = sum(not complete for _, complete in times)
    nine = spent[max(0, -(-9 * len(spent) // 10) - 1)]
    return f"{median(spent):8.0f}{nine:8.0f}{spent[-1]:8.0f}{open_:3}/{len(spent):<5}"


if __name__ == "__main__":
    main()
