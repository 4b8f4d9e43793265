"""Conflicts, redundancy and repairs under variants, against all grids of 4×4 one by one."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import combinations

import pytest
from variant_examples import CASES, board_of

import cpsudoku
from cpsudoku.diagnosis import explain_conflict, redundant, repair
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Constraint, Grid, Rules, boxes
from cpsudoku.variants import with_variants

FOUR = boxes(2, 2)
ALL_FOUR = tuple(cpsudoku.solutions(Puzzle.empty(FOUR), backend="backtrack"))
CLUES = [
    "killer:3@r1c1,r1c2", "killer:7@r1c3,r1c4", "thermo@r2c1,r2c2,r3c2", "thermo@r4c4,r3c4",
    "whispers@r3c1,r3c2,r4c2", "xv:5@r2c3,r2c4", "black@r4c1,r4c2", "palindrome@r1c4,r2c3,r3c2",
    "greater@r2c2,r2c3", "renban@r3c3,r3c4,r4c4", "even@r4c3",
]  # fmt: skip


def drawn(seed: int, givens: int, clues: int) -> Puzzle:
    """A puzzle with random clues, and givens that need not go with them."""
    chance = random.Random(seed)
    rules = with_variants(FOUR, *chance.sample(CLUES, clues))
    grid = chance.choice(ALL_FOUR)
    cells = set(chance.sample(range(16), givens))
    digits = [digit if cell in cells else 0 for cell, digit in enumerate(grid)]
    return Puzzle.from_digits(digits, rules)


def solutions(puzzle: Puzzle) -> set[Grid]:
    """All grids with its givens that its clues hold of."""
    return {
        grid
        for grid in ALL_FOUR
        if all(d in (0, given) for given, d in zip(grid, puzzle.digits, strict=True))
        and all(clue.holds(grid) for clue in puzzle.rules.clues)
    }


def only(puzzle: Puzzle, cells: Iterable[int], constraints: Iterable[Constraint]) -> Puzzle:
    """The puzzle with some of its givens and constraints."""
    kept = set(cells)
    digits = [digit if cell in kept else 0 for cell, digit in enumerate(puzzle.digits)]
    return Puzzle.from_digits(digits, Rules(puzzle.rules.board, tuple(constraints)))


PUZZLES = [drawn(seed, seed % 4, 2 + seed % 4) for seed in range(60)]
BROKEN = [puzzle for puzzle in PUZZLES if not solutions(puzzle)][:10]
GOOD = [puzzle for puzzle in PUZZLES if solutions(puzzle)][:14]


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("puzzle", BROKEN, ids=str)
def test_nothing_can_be_left_out_of_a_conflict_of_givens_and_clues(puzzle: Puzzle) -> None:
    found = explain_conflict(puzzle, smallest=True)
    assert (found.verdict, found.minimal, found.smallest) == (Verdict.NONE, True, True)

    def is_solvable(cells: Iterable[int], constraints: Iterable[Constraint]) -> bool:
        asked = only(puzzle, cells, constraints)
        return cpsudoku.solve(asked, backend="backtrack").solution is not None

    assert not is_solvable(found.givens, found.constraints)
    for cell in found.givens:
        assert is_solvable(set(found.givens) - {cell}, found.constraints)
    for left_out in found.constraints:
        assert is_solvable(found.givens, [c for c in found.constraints if c != left_out])


def test_a_conflict_names_clues_as_setters_do_and_distinguishes_like_ones() -> None:
    rules = with_variants(FOUR, "killer:3@r1c1,r1c2", "killer:3@r2c1,r2c2", "antiknight")
    found = explain_conflict(Puzzle.empty(rules), smallest=True)
    assert found.describe() == (
        "the rules alone conflict under box 1, killer 3 r1c1 r1c2, killer 3 r2c1 r2c2"
    )
    knights = explain_conflict(Puzzle.from_digits((1, *(0,) * 5, 1, *(0,) * 9), rules))
    assert "r1c1" not in knights.describe().split(" conflict under ")[1].replace("r1c1 r1c2", "")


@pytest.mark.parametrize("puzzle", GOOD, ids=str)
def test_what_is_redundant_can_go_alone_and_nothing_else_can(puzzle: Puzzle) -> None:
    found, all_of_them = redundant(puzzle), solutions(puzzle)
    rules, givens = puzzle.rules, [c for c, digit in enumerate(puzzle.digits) if digit]
    for clue in rules.clues:
        without = only(puzzle, givens, (c for c in rules.constraints if c != clue))
        assert (clue in found.redundant_clues) == (solutions(without) == all_of_them)
    for cell in givens:
        without = only(puzzle, set(givens) - {cell}, rules.constraints)
        assert (cell in found.redundant) == (solutions(without) == all_of_them)
    assert found.minimal == (not found.redundant and not found.redundant_clues)


@pytest.mark.parametrize("puzzle", GOOD, ids=str)
def test_the_subset_says_as_much_and_nothing_of_it_can_go(puzzle: Puzzle) -> None:
    reduced = redundant(puzzle).reduced
    assert solutions(reduced) == solutions(puzzle)
    houses = [c for c in puzzle.rules.constraints if c not in puzzle.rules.clues]
    assert [c for c in reduced.rules.constraints if c not in reduced.rules.clues] == houses
    again = redundant(reduced)
    assert (again.minimal, again.reduced) == (True, reduced)


def test_of_two_clues_alike_each_can_go_and_not_both() -> None:
    once = with_variants(FOUR, "black@r1c1,r1c2")
    clue = once.clues
    assert redundant(Puzzle.empty(once)).minimal
    found = redundant(Puzzle.empty(once.with_constraints(clue)))
    assert (found.minimal, found.redundant, found.redundant_clues) == (False, (), clue * 2)
    assert (found.clue_subset, found.reduced.rules, found.subset_minimal) == (clue, once, True)


def test_a_clue_of_many_parts_is_redundant_where_all_of_them_are() -> None:
    grid = next(g for g in ALL_FOUR if all(clue.holds(g) for clue in _knights()))
    full = Puzzle.from_digits(grid, with_variants(FOUR, "antiknight"))
    assert redundant(full).redundant_clues == full.rules.clues
    free = Puzzle.empty(full.rules)
    assert redundant(free).redundant_clues == ()


def _knights() -> tuple[Constraint, ...]:
    return with_variants(FOUR, "antiknight").clues


@pytest.mark.compiled
@pytest.mark.parametrize("puzzle", [p for p in PUZZLES if p.clues][:16], ids=str)
def test_a_repair_changes_as_few_givens_as_can_be(puzzle: Puzzle) -> None:
    found = repair(puzzle)
    free = solutions(Puzzle.empty(puzzle.rules))
    if not free:
        assert found.impossible
        return
    assert found.repaired is not None and found.smallest
    assert found.changes is not None
    if solutions(puzzle):
        assert len(solutions(found.repaired)) == 1
        return
    assert solutions(found.repaired)
    least = min(_changed(puzzle, grid) for grid in free)
    assert len(found.changes) == least


def _changed(puzzle: Puzzle, grid: Grid) -> int:
    return sum(d not in (0, given) for given, d in zip(grid, puzzle.digits, strict=True))


def test_clues_that_bar_each_other_are_found_among_any_two() -> None:
    for one, other in combinations(CLUES, 2):
        rules = with_variants(FOUR, one, other)
        found = explain_conflict(Puzzle.empty(rules))
        assert (found.verdict is Verdict.NONE) == (not solutions(Puzzle.empty(rules)))


@pytest.mark.thorough(but=20)
@pytest.mark.compiled
@pytest.mark.parametrize(("name", "text"), CASES)
def test_every_variant_can_be_diagnosed(name: str, text: str) -> None:
    houses = FOUR if board_of(name).size == 4 else boxes(2, 3)
    rules = with_variants(houses, text)
    grids = [cpsudoku.random_solution(Puzzle.empty(houses), seed=s).solution for s in range(12)]
    (clue,) = rules.clues
    broken = next((g for g in grids if g and not clue.holds(rules.board.values(g))), None)
    if broken is not None:
        found = explain_conflict(Puzzle.from_digits(broken, rules))
        # A rank brings all rows and columns, of which some could be left out.
        assert (found.verdict, found.minimal) == (Verdict.NONE, not clue.needs_houses)
        assert clue in found.constraints
        shown = [digit if cell in found.givens else 0 for cell, digit in enumerate(broken)]
        alone = Rules.trusted(rules.board, found.constraints)
        assert cpsudoku.solve(Puzzle.from_digits(shown, alone), backend="fd").solution is None
    kept = next((g for g in grids if g and clue.holds(rules.board.values(g))), None)
    if kept is not None:
        found_needless = redundant(Puzzle.from_digits(kept, rules))
        assert found_needless.redundant_clues == (clue,)
    assert broken or kept
