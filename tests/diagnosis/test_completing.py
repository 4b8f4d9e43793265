"""Smallest sets of cells to give: two searches, checked against brute force and one another."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from functools import reduce
from operator import and_
from types import SimpleNamespace

import pytest
from well_known import INKALA_2010, SEVENTEEN

import cpsudoku
from cpsudoku import formats
from cpsudoku.diagnosis import repair, repairing
from cpsudoku.diagnosis.repairing import Choice, choices_of
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Grid, boxes, classic, jigsaw

# Arto Inkala's puzzle of 2010, and one of the 17-clue puzzles that Gordon Royle collected.


def without(text: str, seed: int, givens: int) -> Puzzle:
    """Return a puzzle that has lost some of its givens."""
    kept = [place for place, symbol in enumerate(text) if symbol != "."]
    lost = random.Random(seed).sample(kept, givens)
    return formats.parse("".join("." if p in lost else s for p, s in enumerate(text)))


def least(grids: Sequence[Grid], choices: Sequence[Choice]) -> int:
    """Return by brute force the size of a smallest set of choices that one grid has."""
    agreeing = [sum(1 << i for i, grid in enumerate(grids) if grid[c] == d) for c, d in choices]
    for size in itertools.count(1):
        for some in itertools.combinations(agreeing, size):
            if reduce(and_, some).bit_count() == 1:
                return size
    raise AssertionError


def check_smallest(puzzle: Puzzle, choices: Sequence[Choice], size: int) -> None:
    asked = puzzle
    for cell, digit in choices:
        asked = asked.with_given(cell, digit)
    assert cpsudoku.check(asked, backend="backtrack").verdict is Verdict.UNIQUE
    assert len(choices) == size


def found_by(search: repairing._Search) -> list[Choice]:
    for size in itertools.count(1):
        found = search.find(size)
        if found is not None:
            return found
    raise AssertionError


SMALL = [without(INKALA_2010, seed, givens) for seed, givens in ((0, 3), (1, 2), (2, 3))]


@pytest.mark.thorough
@pytest.mark.parametrize("puzzle", SMALL, ids=str)
def test_no_search_finds_fewer_cells_than_there_are(puzzle: Puzzle) -> None:
    native = pytest.importorskip("cpsudoku._native", reason="needs the compiled module")
    grids = tuple(cpsudoku.solutions(puzzle, backend="dlx"))
    choices = choices_of(puzzle)
    size = least(grids, choices)
    deadline = Deadline(None)
    # With all solutions in the pool, and with none, so that nearly every set has to be asked about.
    for most in (10**6, 0):
        sets = native.ClassicDefiningSets(puzzle.candidates, choices)
        sets.fill(most, 20, 0, None)
        assert (sets.rows == len(grids)) is bool(most)
        search = repairing._Search(sets, choices, deadline)
        check_smallest(puzzle, found_by(search), size)
    asking = repairing._Asking(puzzle, choices, deadline)
    sets = native.DefiningSets(len(choices), len(asking.open_cells), asking.rows)
    for grid in grids[:20]:
        sets.add(asking.row(grid))
    check_smallest(puzzle, found_by(repairing._Search(sets, choices, deadline)), size)


def test_a_solution_that_is_added_twice_rules_nothing_out() -> None:
    native = pytest.importorskip("cpsudoku._native", reason="needs the compiled module")
    sets = native.DefiningSets(4, 2, lambda _: [])
    for row in ([0, 2], [1, 2], [0, 2], [1, 2], [1, 3], [1, 3]):
        sets.add(row)
    sets.complete()
    assert sets.rows == 3
    assert sets.find(1, None) == ("found", [0])


def test_a_row_that_does_not_fit_is_refused() -> None:
    native = pytest.importorskip("cpsudoku._native", reason="needs the compiled module")
    sets = native.DefiningSets(4, 2, lambda _: [])
    for row in ([0], [0, 4], [0, 1, 2]):
        with pytest.raises(ValueError, match="a choice for each open cell"):
            sets.add(row)


def test_what_goes_wrong_in_a_solver_goes_through() -> None:
    native = pytest.importorskip("cpsudoku._native", reason="needs the compiled module")

    def fail(_: list[int]) -> list[list[int]]:
        raise KeyboardInterrupt

    sets = native.DefiningSets(4, 2, fail)
    sets.add([0, 2])
    sets.add([1, 2])
    with pytest.raises(KeyboardInterrupt):
        sets.find(1, None)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle.empty(jigsaw("1112 1222 3334 3444")),
        Puzzle.empty(boxes(2, 2).with_diagonals()),
        Puzzle.from_digits([1, 2, 3, 4, 5, 6, 4, 5, *[0] * 22, 2, 1, 4, 3, 0, 0], boxes(2, 3)),
        Puzzle(boxes(2, 2), (3, 3, 12, *(15,) * 13)),
    ],
    ids=["jigsaw", "diagonals", "6x6", "pencil marks"],
)
@pytest.mark.compiled
def test_other_rules_and_pencil_marks_are_completed_by_as_few_as_there_are(puzzle: Puzzle) -> None:
    fixed = repair(puzzle)
    assert fixed.changes is not None and fixed.smallest
    size = least(tuple(cpsudoku.solutions(puzzle, backend="backtrack")), choices_of(puzzle))
    check_smallest(puzzle, [(c.cell, c.becomes) for c in fixed.changes], size)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("text", "givens"),
    [
        (SEVENTEEN, 3),
        *(
            pytest.param(*one, marks=pytest.mark.slow)
            for one in ((SEVENTEEN, 1), (SEVENTEEN, 2), (INKALA_2010, 6))
        ),
    ],
)
def test_millions_of_solutions_do_not_hinder_a_proof(text: str, givens: int) -> None:
    pytest.importorskip("cpsudoku._native", reason="needs the compiled module")
    puzzle = without(text, 1, givens)
    assert puzzle.rules is classic()
    fixed = repair(puzzle, seconds=300)
    assert fixed.smallest and fixed.changes is not None
    assert 1 <= len(fixed.changes) <= givens
    check_smallest(puzzle, [(c.cell, c.becomes) for c in fixed.changes], fixed.at_least)


def test_time_that_runs_out_while_a_solution_is_found_again_is_no_fault_of_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    undecided = SimpleNamespace(verdict=Verdict.UNKNOWN, solution=None)
    monkeypatch.setattr("cpsudoku.diagnosis.repairing.solving.check", lambda *_, **__: undecided)
    with pytest.raises(OutOfTimeError):
        repairing._only(Puzzle.empty(boxes(2, 2)), (), Deadline(None))
