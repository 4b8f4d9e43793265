"""Lines that come to a cell again: its digit stands at each of its places."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from brute_force import grids

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes, latin, square
from cpsudoku.variants import from_text, with_variants
from cpsudoku.variants.lines import thirds

RULES = boxes(2, 2)
GRIDS = list(grids(RULES, (15,) * 16))
LOOP = "r1c1,r1c2,r2c2,r2c1,r1c1"
CROSSED = "r1c1,r1c2,r2c2,r1c2,r1c3"


def count(text: str) -> int:
    return solving.count(Puzzle.empty(with_variants(RULES, text))).value


@pytest.mark.parametrize(
    ("text", "loop", "crossed"),
    [
        # No digit is less than itself.
        ("thermo", 0, 0),
        ("slowthermo", 0, 0),
        ("greater", 0, 0),
        # 1, 2, 3, 4 are a path of neighbours and 3, 1, 4, 2 one of distant digits: no ring of four.
        ("white", 0, 24),
        ("whispers:2", 0, 24),
        ("whispers:1", 288, 288),
        # The second cell and the fourth of a box mirror one another.
        ("palindrome", 0, 0),
        # 2 and 2 make 4, and so do 1 and 3.
        ("zipper", 24, 12),
        # Cells count once each: they are four, in a box or not.
        ("renban", 288, 144),
        ("nabner", 0, 0),
        # Nothing is between a digit and itself, and all others are outside.
        ("between", 0, 24),
        ("lockout:0", 288, 72),
        ("lockout:1", 0, 72),
        ("modular:2", 96, 48),
        # Twice a digit is never the sum of the three others, which is 10 less the digit.
        ("doublearrow", 0, 24),
        ("sumline:5", 0, 12),
    ],
)
def test_a_loop_and_a_line_that_goes_back_have_as_many_grids_as_people_count(
    text: str, loop: int, crossed: int
) -> None:
    assert len(GRIDS) == 288
    assert [count(f"{text}@{cells}") for cells in (LOOP, CROSSED)] == [loop, crossed]


def in_turn(fits: Callable[[int, int], bool]) -> Callable[[Sequence[int], Sequence[int]], bool]:
    return lambda line, _: all(fits(a, b) for a, b in pairwise(line))


def zips(line: Sequence[int], _: Sequence[int]) -> bool:
    half = len(line) // 2
    sums = {line[place] + line[-1 - place] for place in range(half)}
    return len(sums | ({line[half]} if len(line) % 2 else set())) == 1


MEANINGS: dict[str, Callable[[Sequence[int], Sequence[int]], bool]] = {
    "thermo": in_turn(lambda a, b: a < b),
    "slowthermo": in_turn(lambda a, b: a <= b),
    "whispers:1": in_turn(lambda a, b: a != b),
    "white": in_turn(lambda a, b: abs(a - b) == 1),
    "black": in_turn(lambda a, b: 2 * min(a, b) == max(a, b)),
    "xv:5": in_turn(lambda a, b: a + b == 5),
    "greater": in_turn(lambda a, b: a > b),
    "palindrome": lambda line, _: list(line) == list(reversed(line)),
    "renban": lambda _, cells: len(set(cells)) == len(cells) == max(cells) - min(cells) + 1,
    "nabner": lambda _, cells: all(abs(a - b) > 1 for i, a in enumerate(cells) for b in cells[:i]),
    "between": lambda line, _: all(
        min(line[0], line[-1]) < inner < max(line[0], line[-1]) for inner in line[1:-1]
    ),
    "lockout:1": lambda line, _: (
        line[0] != line[-1]
        and not any(min(line[0], line[-1]) <= v <= max(line[0], line[-1]) for v in line[1:-1])
    ),
    "modular:2": in_turn(lambda a, b: (a - b) % 2 == 1),
    "entropic": lambda line, _: all(
        (a in (2, 3)) != (b in (2, 3)) or (a != b and a not in (2, 3))
        for i, a in enumerate(line)
        for b in line[i + 1 : i + 3]
    ),
    "doublearrow": lambda line, _: line[0] + line[-1] == sum(line[1:-1]),
    "zipper": zips,
    "arrow": lambda line, _: line[0] == sum(line[1:]),
}


def walk(chance: random.Random) -> list[int]:
    """Return a walk from neighbour to neighbour that comes to a cell again."""
    while True:
        cells = [chance.randrange(16)]
        for _ in range(chance.randint(2, 5)):
            row, column = divmod(cells[-1], 4)
            near = [4 * r + c for r in range(4) for c in range(4)
                    if 0 < max(abs(r - row), abs(c - column)) < 2]  # fmt: skip
            cells.append(chance.choice([c for c in near if c in cells] * 2 + near))
        if len(set(cells)) < len(cells):
            return cells


@pytest.mark.compiled
def test_walks_at_random_have_as_many_grids_as_their_own_words_say_with_any_backend() -> None:
    chance, met = random.Random(46), defaultdict[str, set[bool]](set)
    for name in [*MEANINGS] * 4:
        cells = walk(chance)
        names = [RULES.board.name(cell) for cell in cells]
        ends = 1 if name == "arrow" else 0
        parts = [names[:ends], names[ends:]] if ends else [names]
        text = f"{name}@{'/'.join(map(','.join, parts))}"
        own = from_text(text, RULES.board)
        wanted = [g for g in GRIDS if MEANINGS[name]([g[c] for c in cells],
                                                     [g[c] for c in set(cells)])]  # fmt: skip
        met[name].add(bool(wanted))
        assert [grid for grid in GRIDS if own.holds(grid)] == wanted, text
        puzzle = Puzzle.empty(RULES.with_constraints([own]))
        assert own in formats.parse(formats.write(puzzle, "line")).rules.constraints
        for backend in ("fd", "sat", "cpsat", "backtrack", "cover"):
            try:
                assert solving.count(puzzle, backend=backend).value == len(wanted), (text, backend)
            except UnsupportedError:
                assert backend == "cover", text
    assert sum(found == {True, False} for found in met.values()) > 6


@pytest.mark.parametrize(
    ("text", "again"),
    [
        (f"renban@{CROSSED}", "renban@r1c1,r1c2,r1c3,r2c2"),
        (f"sumloop:5@{LOOP}", "sumloop:5@r1c1,r1c2,r2c2,r2c1"),
        ("nabner@r1c1,r3c2,r1c1", "nabner@r1c1,r3c2"),
    ],
)
def test_a_cell_that_is_met_again_counts_once_where_no_order_is_asked_for(
    text: str, again: str
) -> None:
    one, other = (from_text(said, RULES.board) for said in (text, again))
    assert [one.holds(grid) for grid in GRIDS] == [other.holds(grid) for grid in GRIDS]
    assert count(text) == count(again)


@pytest.mark.parametrize("text", ["zipper@r1c1,r1c2", "doublearrow@r1c1,r1c2", "between@r1c1,r1c2"])
def test_ends_with_nothing_between_them_say_nothing(text: str) -> None:
    assert count(text) == 288
    assert all(map(from_text(text, RULES.board).holds, GRIDS))


@pytest.mark.parametrize("text", ["equalsums@r1c1,r1c2/r1c2,r1c1", "zipper@r1c1,r1c2,r1c1,r1c2"])
@pytest.mark.compiled
def test_sums_of_the_same_cells_are_equal_without_being_asked(text: str) -> None:
    puzzle = Puzzle.empty(with_variants(RULES, text))
    assert solving.count(puzzle, backend="cover").value == 288


def test_a_line_shorter_than_what_it_asks_of_cells_in_a_row_is_one_window() -> None:
    held = {(g[0], g[9]) for g in GRIDS if from_text("entropic@r1c1,r3c2", RULES.board).holds(g)}
    assert held == {(g[0], g[9]) for g in GRIDS if g[0] != g[9]} - {(2, 3), (3, 2)}
    assert count("entropic@r1c1,r3c2") == sum((g[0], g[9]) in held for g in GRIDS)
    assert count("modular:9@r1c1,r3c2") == sum(g[0] != g[9] for g in GRIDS)


def test_low_and_high_digits_are_equally_many_on_any_board() -> None:
    sizes = {size: list(map(len, thirds(square(size)))) for size in range(3, 12)}
    assert sizes == {3: [1] * 3, 4: [1, 2, 1], 5: [2, 1, 2], 6: [2] * 3, 7: [2, 3, 2], 8: [3, 2, 3],
                     9: [3] * 3, 10: [3, 4, 3], 11: [4, 3, 4]}  # fmt: skip
    # Rows are 1, then 2 or 3, then 4, or the other way round, with one of both before or after.
    rules = with_variants(latin(4), "entropic@r1c1,r1c2,r1c3")
    rows = {grid[:3] for grid in solving.solutions(Puzzle.empty(rules))}
    assert all(sorted(row) in ([1, 2, 4], [1, 3, 4]) for row in rows)
    assert len(rows) == 12
