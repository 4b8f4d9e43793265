"""The random numbers, the final grids and the symmetries that generation is built of."""

from __future__ import annotations

from collections import Counter

import pytest
from plain_grids import (
    classic_grid_plainly,
    effort_plainly,
    random_grid_plainly,
)
from well_known import EASY, INKALA_2012

from cpsudoku import verify
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.formats import parse
from cpsudoku.generation.filling import (
    classic_grid,
    effort,
    random_grid,
    random_jigsaw,
)
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, classic, jigsaw, latin
from cpsudoku.symmetry.orbits import ALL, NAMES, orbits

pytestmark = pytest.mark.compiled


def test_a_stream_is_fixed_by_each_part_of_its_key() -> None:
    keys = [(1, 0, 0), (0, 1, 0), (0, 0, 1), (0, 0, 0), (1, 1, 1)]
    words = [tuple(stream.word() for _ in range(4)) for stream in (Randomness(*k) for k in keys)]
    assert len(set(words)) == len(keys)
    assert words[0] == tuple(stream.word() for stream in [Randomness(1)] for _ in range(4))


def test_numbers_below_a_bound_are_equally_likely() -> None:
    chance = Randomness(7)
    seen = Counter(chance.below(6) for _ in range(6000))
    assert sorted(seen) == list(range(6))
    # Chi-square with 5 degrees of freedom exceeds 25.7 once in 10,000 seeds.
    assert sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 25.7


def test_shuffling_keeps_the_items_and_reaches_every_order() -> None:
    chance = Randomness(1)
    seen = set()
    for _ in range(200):
        items = [1, 2, 3]
        chance.shuffle(items)
        seen.add(tuple(items))
    assert len(seen) == 6
    assert all(sorted(order) == [1, 2, 3] for order in seen)


@pytest.mark.parametrize(
    "rules", [boxes(1, 1), boxes(2, 2), classic(), classic().with_windows(), boxes(3, 4), latin(7)]
)
def test_a_random_grid_obeys_the_rules(rules: Rules) -> None:
    for index in range(3):
        grid = random_grid(rules, Randomness(1, index))
        assert verify.is_solution(grid, rules, (rules.all_digits,) * rules.cell_count)


def test_every_grid_of_four_by_four_can_come_out() -> None:
    seen = {random_grid(boxes(2, 2), Randomness(1, index)) for index in range(4000)}
    assert len(seen) == 288


def test_a_random_grid_keeps_to_the_candidates() -> None:
    puzzle = Puzzle.from_digits([5, 3, 0, 0, 7] + [0] * 76, classic())
    assert random_grid(classic(), Randomness(3), puzzle.candidates)[:2] == (5, 3)


def test_that_there_is_no_grid_is_an_error() -> None:
    puzzle = Puzzle.from_digits([1, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4] + [0] * 4, boxes(2, 2))
    with pytest.raises(GenerationError, match="no final grid"):
        random_grid(boxes(2, 2), Randomness(1), puzzle.candidates)


@pytest.mark.parametrize("size", [1, 4, 9])
@pytest.mark.parametrize("name", NAMES)
def test_orbits_are_a_partition_that_the_moves_keep(name: str, size: int) -> None:
    found = orbits(name, size)
    assert sorted(cell for orbit in found for cell in orbit) == list(range(size * size))
    whole = {cell: set(orbit) for orbit in orbits(ALL, size) for cell in orbit}
    assert all(set(orbit) <= whole[orbit[0]] for orbit in found)


def test_half_a_turn_takes_a_cell_to_the_opposite_one() -> None:
    assert orbits("rotate180", 3) == ((0, 8), (1, 7), (2, 6), (3, 5), (4,))
    assert orbits("mirror+flip", 2) == ((0, 1, 2, 3),)


def test_a_symmetry_that_does_not_exist_is_refused() -> None:
    with pytest.raises(OptionError, match="rotate180"):
        orbits("mirror+round", 9)


@pytest.mark.parametrize("rules", [boxes(2, 2), classic().with_windows(), boxes(3, 4), latin(20)])
def test_the_compiled_core_draws_the_same_grids_and_leaves_the_same_random_numbers(
    rules: Rules,
) -> None:
    for index in range(3):
        one, other = Randomness(4, index), Randomness(4, index)
        assert random_grid(rules, one) == random_grid_plainly(rules, other)
        assert one.word() == other.word()


def test_classic_grids_of_the_compiled_core_are_those_of_its_plain_twin() -> None:
    for index in range(30):
        one, other = Randomness(4, index), Randomness(4, index)
        grid = classic_grid(one)
        assert grid == classic_grid_plainly(other)
        assert one.word() == other.word()
        assert verify.is_solution(grid, classic(), (511,) * 81)


def test_the_digits_of_every_cell_of_classic_grids_are_equally_likely() -> None:
    seen = Counter(
        (cell, digit)
        for index in range(900)
        for cell, digit in enumerate(classic_grid(Randomness(8, index)))
    )
    # For each cell chi-square with 8 degrees of freedom, by symmetry uniform; 45 is beyond chance.
    for cell in range(81):
        assert sum((seen[cell, digit] - 100) ** 2 / 100 for digit in range(1, 10)) < 45


def test_the_effort_of_the_compiled_core_is_that_of_its_plain_twin() -> None:
    for line in (INKALA_2012, EASY):
        puzzle = parse(line)
        assert effort(puzzle) == effort_plainly(puzzle)
    assert effort(parse(EASY)) == 0
    assert effort(parse(INKALA_2012)) > 10


@pytest.mark.thorough
def test_a_random_jigsaw_of_sixteen_digits_has_a_grid_that_depends_on_the_seed_alone() -> None:
    rules = random_jigsaw(16, 1)
    one, other = (random_grid(rules, Randomness(2, 0)) for _ in range(2))
    assert one == other != random_grid(rules, Randomness(2, 1))
    assert verify.is_solution(one, rules, (rules.all_digits,) * rules.cell_count)


def test_a_random_layout_ends_at_its_deadline() -> None:
    with pytest.raises(OutOfTimeError):
        random_jigsaw(16, 1, Deadline(0))


def test_a_random_grid_ends_at_its_deadline() -> None:
    rules = jigsaw([cell // 16 for cell in range(256)])
    with pytest.raises(OutOfTimeError):
        random_grid_plainly(rules, Randomness(1), deadline=Deadline(0))
