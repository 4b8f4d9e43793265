"""Whether backends count the same solutions of random puzzles with variants, and brute force too.

    python benchmarks/random_variants.py --puzzles 10000 --backends sat,cpsat,backtrack

Each puzzle has a board of 4×4 to 9×9, one to six variants drawn at random, of which most hold in
one grid and some have other numbers, and this many givens that there are rarely more than a few
solutions.  Solutions are counted up to 30; on 4×4 also by trying all grids and asking each
constraint's own test.  Prints every disagreement, and at the end how many puzzles each backend
took, refused, or left undecided.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import click

from cpsudoku.asking import solving
from cpsudoku.errors import RulesError, UnsupportedError
from cpsudoku.formats import write
from cpsudoku.generation.filling import random_grid
from cpsudoku.generation.layouts import Layout, drawn_names
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Grid, Rules, boxes, latin
from cpsudoku.variants.base import Variant, fields_of

LIMIT = 30
"""Solutions are counted up to this many."""

BOARDS = (boxes(2, 2), boxes(2, 2), latin(5), boxes(2, 3), boxes(2, 3), latin(7), boxes(2, 4),
          boxes(3, 3))  # fmt: skip


@click.command(context_settings={"show_default": True})
@click.option("--puzzles", type=click.IntRange(min=1), default=10_000)
@click.option("--backends", default="sat,cpsat", help="Separated by commas.")
@click.option("--seed", type=click.IntRange(min=0), default=1)
@click.option("--first", type=click.IntRange(min=0), default=0, help="Number of the first.")
@click.option("--seconds", type=click.FloatRange(min=0.1), default=20, help="For each count.")
def main(
    *,
    puzzles: int,
    backends: str,
    seed: int,
    first: int,
    seconds: float,
) -> None:
    """Print what disagrees, and a table."""
    tally: Counter[tuple[str, str]] = Counter()
    spent: Counter[str] = Counter()
    wrong = 0
    for index in range(first, first + puzzles):
        puzzle = random_puzzle(Randomness(seed, index))
        counts = {"brute force": by_brute_force(puzzle)} if puzzle.rules.size == 4 else {}
        for name in backends.split(","):
            start = time.perf_counter()
            found = counted(puzzle, name, seconds)
            spent[name] += round(1e6 * (time.perf_counter() - start))
            tally[name, found if isinstance(found, str) else "counted"] += 1
            if not isinstance(found, str):
                counts[name] = found
        if len(set(counts.values())) > 1:
            wrong += 1
            print(f"puzzle {index}: {counts}\n{write(puzzle, 'json')}", flush=True)
    for (name, answer), number in sorted(tally.items()):
        print(f"{name}: {answer} {number}, {spent[name] / 1e6:.1f} s")
    print(f"{wrong} disagreements in {puzzles} puzzles")
    raise SystemExit(wrong > 0)


def random_puzzle(chance: Randomness, largest: int = 9) -> Puzzle:
    """Return a puzzle, which may have no solution, on a board with ``largest`` digits at most."""
    boards = [board for board in BOARDS if board.size <= largest]
    rules = boards[chance.below(len(boards))]
    grid = random_grid(rules, chance)
    layout = Layout(rules.board, grid, chance)
    added: tuple[Variant, ...] = ()
    for _ in range(1 + chance.below(6)):
        one = layout.proposed(layout.one(drawn_names()), added)
        if one is not None:
            added += (other_numbers(one, chance) if chance.below(6) == 0 else one,)
    masks = [rules.all_digits] * rules.cell_count
    cells = list(range(rules.cell_count))
    chance.shuffle(cells)
    for cell in cells[: chance.below(rules.cell_count // 2) + rules.cell_count // 6]:
        masks[cell] = 1 << grid[cell] - 1
    return Puzzle(rules.with_constraints(added), tuple(masks))


def other_numbers(variant: Variant, chance: Randomness) -> Variant:
    """Return a variant with one number changed, itself where it has none."""
    names = [name for name, *_ in fields_of(type(variant)) if type(getattr(variant, name)) is int]
    if not names:
        return variant
    number = getattr(variant, names[0]) + 1 - 2 * chance.below(2)
    try:
        made = replace(variant, **{names[0]: number})
        made.check(variant.board)
        return made
    except RulesError:
        return variant


def counted(puzzle: Puzzle, backend: str, seconds: float) -> int | str:
    """Return the number of solutions up to the limit, or why there is none."""
    try:
        found = solving.count(puzzle, backend=backend, limit=LIMIT, seconds=seconds)
    except UnsupportedError:
        return "refused"
    return found.value if found.exact or found.value >= LIMIT else "undecided"


def by_brute_force(puzzle: Puzzle) -> int:
    """Return the number of solutions up to the limit by trying all grids."""
    return sum(1 for _ in islice(_grids(puzzle.rules, puzzle, ()), LIMIT))


def _grids(rules: Rules, puzzle: Puzzle, grid: Grid) -> Iterator[Grid]:
    cell = len(grid)
    if cell == rules.cell_count:
        if rules.broken(grid) is None:
            yield grid
        return
    taken = {grid[peer] for peer in rules.peers[cell] if peer < cell}
    for digit in range(1, rules.size + 1):
        if digit not in taken and puzzle.candidates[cell] >> digit - 1 & 1:
            yield from _grids(rules, puzzle, (*grid, digit))


if __name__ == "__main__":
    main()
