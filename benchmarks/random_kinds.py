"""Whether backends count what brute force does: sums of unknown totals, modifiers, second layers.

    python benchmarks/random_kinds.py --puzzles 3000 --backends fd,sat,cpsat

Each puzzle is a 3×3 or 4×4 board with up to three clues drawn at random out of the kinds named in
`KINDS`, with layers where they need some, and with givens until brute force is short.  Prints every
disagreement and how often each kind occurred, without solution and with some.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

import click

from cpsudoku.asking import solving
from cpsudoku.errors import RulesError
from cpsudoku.formats import rules_text
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Board, Candidates, Grid, Rules, boxes, latin, layered
from cpsudoku.variants import from_text

LIMIT = 300
"""Solutions are counted up to this many."""

_MOST_OPEN = 14
"""Cells of which brute force tries more than one digit, in the grid and beside it."""


class Drawing:
    """Cells and numbers at random."""

    def __init__(self, board: Board, chance: random.Random) -> None:
        self.board, self.chance = board, chance

    def cells(self, least: int = 2, most: int = 4) -> str:
        """Return some cells of the grid."""
        count = self.chance.randint(least, min(most, self.board.grid_count))
        return ",".join(
            map(self.board.name, self.chance.sample(range(self.board.grid_count), count))
        )

    def parts(self, count: int) -> str:
        """Return lists of cells."""
        return "/".join(self.cells(1, 2) for _ in range(count))

    def number(self, most: int) -> int:
        """Return a number from 0 on."""
        return self.chance.randint(0, most)

    def digits(self) -> str:
        """Return some of the digits, not all of them."""
        every = range(self.board.first, self.board.last + 1)
        some = self.chance.sample(every, self.chance.randint(1, len(every) - 1))
        return ",".join(map(str, sorted(some)))

    def clue(self, names: tuple[str, ...]) -> str:
        """Return a clue of one of some kinds that has no layer."""
        return PLAIN[self.chance.choice(names)](self)

    def clues(self, names: tuple[str, ...]) -> str:
        """Return one or two clues in brackets."""
        return f"({';'.join(self.clue(names) for _ in range(self.chance.randint(1, 2)))})"


PLAIN: dict[str, Callable[[Drawing], str]] = {
    "killer": lambda d: f"killer:{3 + d.number(6)}@{d.cells(2, 3)}",
    "thermo": lambda d: f"thermo@{d.cells(2, 3)}",
    "white": lambda d: f"white@{d.cells(2, 2)}",
    "whispers": lambda d: f"whispers@{d.cells(2, 3)}",
    "arrow": lambda d: f"arrow@{d.cells(1, 1)}/{d.cells(1, 2)}",
    "product": lambda d: f"product:{d.chance.choice((1, 2, 3, 4, 6, 8, 12))}@{d.cells(1, 3)}",
    "mean": lambda d: f"mean:{1 + d.number(3)}@{d.cells()}",
    "primesum": lambda d: f"primesum@{d.cells()}",
    "squaresum": lambda d: f"squaresum@{d.cells()}",
    "equalcages": lambda d: f"equalcages@{d.parts(2 + d.number(1))}",
    "letters": lambda d: f"equalcages:1,2,{1 + d.number(2)}@{d.parts(3)}",
    "average": lambda d: f"average@{d.cells(2, 4)}",
    "parity": lambda d: f"parity@{d.cells(2, 4)}",
    "arithmetic": lambda d: f"arithmetic@{d.cells(3, 4)}",
}
_TRUE_OR_NOT = tuple(PLAIN)
_OF_VALUES = tuple(n for n in PLAIN if n not in {"product", "parity", "letters"})

SHADED = ("yinyang", "nurikabe", "cave", "snake", "shadedloop")

KINDS: dict[str, Callable[[Drawing], str]] = {
    **{name: PLAIN[name] for name in tuple(PLAIN)[5:]},
    "wrong": lambda d: f"wrong:{d.number(1) + 1}({d.clue(_TRUE_OR_NOT)};{d.clue(_TRUE_OR_NOT)};"
                       f"{d.clue(_TRUE_OR_NOT)})",
    "digits": lambda d: f"{d.chance.choice(SHADED)}:{d.digits()}",
    "shaded": lambda d: f"layer+{d.chance.choice(SHADED)}",
    "stars": lambda d: "layer+stars:1",
    "count": lambda d: f"layer+marks:1+shadedcount@{d.cells(1, 1)}/{_beside(d)}",
    "loop": lambda d: "layer+layer+loop",
    "loopwhispers": lambda d: f"layer+layer+loop+loopwhispers:{d.chance.randint(1, 2)}",
    "doubled": lambda d: f"layer+marks:1{':1' * d.number(1)}+valued{d.clues(_OF_VALUES)}",
    "negated": lambda d: f"layer+marks:1+valued:1,-1{d.clues(_OF_VALUES)}",
    "signed": lambda d: f"layer+{d.chance.choice(SHADED)}+valued:0,1{d.clues(_OF_VALUES)}",
    "free": lambda d: f"layer+marks+valued:1,1:0,1{d.clues(_OF_VALUES)}",
    "schroedinger": lambda d: f"more+layer+schroedinger+bothdigits{d.clues(_OF_VALUES)}",
}  # fmt: skip


def _beside(drawing: Drawing) -> str:
    layer = drawing.board.layers[0]
    return ",".join(map(drawing.board.name, drawing.chance.sample(layer, 3)))


@click.command(context_settings={"show_default": True})
@click.option("--puzzles", type=click.IntRange(min=1), default=3000)
@click.option("--backends", default="fd,sat,cpsat", help="Separated by commas.")
@click.option("--seed", type=click.IntRange(min=0), default=1)
@click.option("--first", type=click.IntRange(min=0), default=0, help="Number of the first.")
def main(*, puzzles: int, backends: str, seed: int, first: int) -> None:
    """Print what disagrees, and a table."""
    tally: Counter[tuple[str, str]] = Counter()
    spent: Counter[str] = Counter()
    wrong = undecided = 0
    for index in range(first, first + puzzles):
        kind, puzzle = random_puzzle(random.Random(f"{seed} {index}"))
        wanted = sum(1 for _ in islice(grids(puzzle.rules, puzzle.candidates), LIMIT))
        tally[kind, "none" if not wanted else "one" if wanted == 1 else "several"] += 1
        for name in backends.split(","):
            start = time.process_time()
            found = solving.count(puzzle, backend=name, limit=LIMIT, seconds=60)
            spent[name] += round(1e6 * (time.process_time() - start))
            if not found.exact and found.value < LIMIT:
                undecided += 1
            elif found.value != wanted:
                wrong += 1
                print(f"{index} {name}: {found.value}, not {wanted}: {rules_text(puzzle.rules)}")
    for kind in KINDS:
        print(kind, *(f"{tally[kind, one]} {one}" for one in ("none", "one", "several")))
    print({name: round(micro / 1e6, 1) for name, micro in spent.items()}, "seconds")
    print(f"{wrong} disagreements, {undecided} undecided in {puzzles} puzzles")
    raise SystemExit(wrong > 0)


def random_puzzle(chance: random.Random) -> tuple[str, Puzzle]:
    """Return the main kind of a puzzle, and the puzzle, which may have no solution."""
    while True:
        kind = chance.choice(tuple(KINDS))
        rules = latin(3) if chance.random() < 0.6 else boxes(2, 2)
        # What needs a layer is drawn where there is one.
        text = KINDS[kind](Drawing(layered(rules.board), chance))
        clues = [one for one in text.split("+") if one not in ("layer", "more")]
        if chance.random() < 0.5:
            clues.append(Drawing(rules.board, chance).clue(tuple(PLAIN)))
        board, number = rules.board, text.split("+").count("layer")
        board = Board(board.places, board.size + 1, 0) if "more" in text else board
        board = layered(board, number) if number else board
        try:
            # Few digits of houses are shaded as they have to be.
            houses = rules.constraints if kind != "digits" or rules.size > 3 else ()
            made = Rules(board, [*houses, *(from_text(one, board) for one in clues)])
        except RulesError:
            continue
        return kind, Puzzle(made, _given(made, chance))


def _given(rules: Rules, chance: random.Random) -> Candidates:
    """Return candidates with few enough cells open, of the layers the two lowest digits at most."""
    count, all_digits = rules.board.grid_count, rules.all_digits
    has_two = not any(one.label == "schroedinger" for one in rules.constraints)
    masks = [all_digits] * count + [3 if has_two else all_digits] * rules.board.auxiliary
    fixed = next(solving.solutions(Puzzle(rules, tuple(masks)), backend="fd"), None)
    open_ones = list(range(rules.cell_count))
    chance.shuffle(open_ones)
    for cell in open_ones[_MOST_OPEN:]:
        options = [bit for bit in range(rules.size) if masks[cell] >> bit & 1]
        masks[cell] = 1 << (fixed[cell] - 1 if fixed else chance.choice(options))
    return tuple(masks)


def grids(rules: Rules, candidates: Candidates) -> Iterator[Grid]:
    """Yield all grids, by trying digits cell by cell and asking every constraint of a full grid."""
    peers = rules.peers

    def extend(grid: tuple[int, ...]) -> Iterator[Grid]:
        cell = len(grid)
        if cell == rules.cell_count:
            if rules.broken(grid) is None:
                yield grid
            return
        taken = {grid[peer] for peer in peers[cell] if peer < cell}
        for digit in range(1, rules.size + 1):
            if digit not in taken and candidates[cell] >> digit - 1 & 1:
                yield from extend((*grid, digit))

    return extend(())


if __name__ == "__main__":
    main()
