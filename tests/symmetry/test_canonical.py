"""Canonical forms say whether two puzzles are the same up to symmetry."""

import sys
from itertools import permutations

import numpy as np
import pytest
from well_known import EASY, EASY_SOLVED

from cpsudoku import (
    BackendUnavailableError,
    Puzzle,
    PuzzleError,
    UnsupportedError,
    boxes,
    classic,
    latin,
    parse,
    solutions,
)
from cpsudoku.ground.randomness import Randomness
from cpsudoku.symmetry.canonical import canonical, canonical_many, dedupe, same
from cpsudoku.symmetry.transformations import random_transformation

native = pytest.importorskip("cpsudoku._native", reason="needs the compiled core")


PATTERN = tuple((3 * (r % 3) + r // 3 + c) % 9 + 1 for r in range(9) for c in range(9))
# The grid with the most automorphisms: 648 (Russell and Jarvis, 2006).
MOST = tuple(
    3 * ((r % 3 + c // 3) % 3) + (c % 3 + r // 3) % 3 + 1 for r in range(9) for c in range(9)
)


def smallest_by_brute_force(grid: tuple[int, ...]) -> tuple[int, ...]:
    """Try every order of columns and every first row; sort the rest by what must hold of it."""
    best: tuple[tuple[int, ...], ...] = ((10,),)
    inner = list(permutations(range(3)))
    orders = [
        (*(3 * s[0] + i for i in a), *(3 * s[1] + i for i in b), *(3 * s[2] + i for i in c))
        for s in inner
        for a in inner
        for b in inner
        for c in inner
    ]
    rows = [grid[9 * r : 9 * r + 9] for r in range(9)]
    for board in (rows, [tuple(column) for column in zip(*rows, strict=True)]):
        for order in orders:
            moved = [tuple(row[c] for c in order) for row in board]
            for first in range(9):
                name = {digit: i for i, digit in enumerate(moved[first], start=1)}
                bands = [
                    sorted(tuple(name[d] for d in row) for row in moved[3 * b : 3 * b + 3])
                    for b in range(3)
                ]
                best = min(best, tuple(row for band in sorted(bands) for row in band))
    return tuple(d for row in best for d in row)


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("grid", [MOST, tuple(map(int, EASY_SOLVED))])
def test_the_form_of_a_final_grid_is_the_smallest_of_its_equals(grid: tuple[int, ...]) -> None:
    found = canonical(Puzzle.from_digits(grid, classic()))
    assert found.puzzle.digits == smallest_by_brute_force(grid)


@pytest.mark.parametrize(("grid", "automorphisms"), [(MOST, 648), (PATTERN, 54)])
def test_known_numbers_of_automorphisms(grid: tuple[int, ...], automorphisms: int) -> None:
    assert canonical(Puzzle.from_digits(grid, classic())).automorphisms == automorphisms


def test_an_empty_grid_has_every_symmetry_as_automorphism() -> None:
    assert canonical(Puzzle.empty(classic())).automorphisms == 3_359_232 * 362_880


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize(
    "text",
    [
        EASY,
        EASY_SOLVED,
        EASY.replace("5", "."),  # several solutions
        "11" + "." * 79,  # none
        "." * 80 + "7",
    ],
)
def test_random_shuffles_keep_the_form_and_the_way_to_it_holds(text: str) -> None:
    rng = Randomness(len(text))
    puzzle = parse(text, classic())
    form = canonical(puzzle)
    assert form.transformation.apply(puzzle.digits) == form.puzzle.digits
    for _ in range(5):
        shuffled = random_transformation(rng).apply_to_puzzle(puzzle)
        found = canonical(shuffled)
        assert found.puzzle == form.puzzle
        assert found.automorphisms == form.automorphisms
        assert found.transformation.apply_to_puzzle(shuffled) == form.puzzle


def test_many_at_once_are_as_one_by_one() -> None:
    rng = Randomness(4)
    texts = [EASY, EASY_SOLVED, EASY.replace("5", "."), EASY.replace("6", ".")]
    puzzles = [random_transformation(rng).apply_to_puzzle(parse(t)) for t in texts * 40]
    found = canonical_many(np.array([p.digits for p in puzzles], dtype=np.uint8), threads=2)
    assert repr(found) == f"<CanonicalForms of {len(puzzles)} puzzles>"
    for i, puzzle in enumerate(puzzles):
        assert tuple(found.forms[i].tolist()) == canonical(puzzle).puzzle.digits
        assert found.transformation(i).apply(puzzle.digits) == tuple(found.forms[i].tolist())


def test_dedupe_keeps_the_first_of_equals_under_any_rules() -> None:
    shuffled = [
        str(random_transformation(Randomness(n)).apply_to_puzzle(parse(EASY))) for n in (1, 2)
    ]
    assert dedupe([EASY, *shuffled, EASY[:-1] + "."]).tolist() == [True, False, False, True]
    assert dedupe({"puzzle": [EASY, EASY]}).tolist() == [True, False]
    assert dedupe([]).tolist() == []
    small = ["1.............4.", ".1.............4", "12.............4"]
    assert dedupe(small).tolist() == [True, False, True]
    with pytest.raises(PuzzleError, match="pencil marks"):
        dedupe([Puzzle(classic(), (3, *[511] * 80))])


def test_all_4x4_grids_fall_into_two_classes_of_the_right_size() -> None:
    grids = list(solutions("." * 16))
    assert len(grids) == 288
    classes: dict[Puzzle, int] = {}
    for grid in grids:
        form = canonical(Puzzle.from_digits(grid, boxes(2, 2)))
        classes[form.puzzle] = classes.get(form.puzzle, 0) + 1
        assert grid[:4] != (1, 2, 3, 4) or form.puzzle.digits <= grid  # the smallest of its equals
    assert sorted(classes.values()) == [96, 192]
    # Orbit and stabiliser: members times automorphisms are all symmetries.
    for form_puzzle, members in classes.items():
        assert members * canonical(form_puzzle).automorphisms == 128 * 24


def test_same_gives_a_transformation_from_one_to_the_other() -> None:
    rng = Randomness(5)
    one = parse(EASY)
    other = random_transformation(rng).apply_to_puzzle(one)
    found = same(one, other)
    assert found is not None
    assert found.apply_to_puzzle(one) == other


def test_same_says_no_where_one_given_is_missing_or_the_rules_differ() -> None:
    one = parse(EASY)
    assert same(one, one.with_given(0, 0)) is None
    assert same(Puzzle.empty(boxes(2, 2)), Puzzle.empty(latin(4))) is None


def test_6x6_forms_are_invariant_too() -> None:
    rng = Randomness(6)
    rules = boxes(2, 3)
    puzzle = parse("1....." + "." * 12 + "..3..." + "....2." + "......")
    form = canonical(puzzle)
    moved = random_transformation(rng, rules).apply_to_puzzle(puzzle)
    assert canonical(moved).puzzle == form.puzzle
    assert canonical(moved).automorphisms == form.automorphisms


def test_pencil_marks_and_large_grids_are_refused() -> None:
    with pytest.raises(PuzzleError):
        canonical(Puzzle(classic(), (3,) * 81))
    with pytest.raises(UnsupportedError, match="movements"):
        canonical(Puzzle.empty(boxes(4, 4)))


def test_without_the_compiled_core_a_classic_puzzle_is_refused_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cpsudoku._native", None)
    with pytest.raises(BackendUnavailableError, match="needs the compiled core"):
        canonical(parse(EASY))
