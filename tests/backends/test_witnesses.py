"""True candidates: what is derived from a sample, and what outlives a change of the puzzle."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import backends, verify
from cpsudoku.asking import solving
from cpsudoku.backends.base import Engine
from cpsudoku.backends.base.witnesses import Sample, TrueCandidates, still_known
from cpsudoku.errors import OptionError
from cpsudoku.formats import parse
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome
from cpsudoku.rules import Candidates, Grid, Rules, boxes, digits_of_mask, latin
from cpsudoku.variants import from_text

RULES = boxes(2, 2)
PUZZLE = parse("1.............4.")
SOLUTIONS = solving.solve(PUZZLE, limit=None, backend="backtrack").solutions
BACKENDS = ["backtrack", pytest.param("fd", marks=pytest.mark.compiled)]


def with_variant(puzzle: Puzzle, text: str) -> Puzzle:
    added = from_text(text, puzzle.rules.board)
    return Puzzle(puzzle.rules.with_constraints([added]), puzzle.candidates)


def counted(puzzle: Puzzle, most: int) -> dict[tuple[int, int], int]:
    """The counts of all solutions, each found by plain backtracking."""
    plain = Puzzle(RULES, puzzle.candidates)
    grids = solving.solve(plain, backend="backtrack", limit=None).solutions
    kept = [grid for grid in grids if puzzle.rules.broken(grid) is None]
    counts = Counter(candidate for grid in kept for candidate in enumerate(grid))
    return {candidate: min(n, most) for candidate, n in counts.items()}


@pytest.mark.parametrize("name", BACKENDS)
@pytest.mark.parametrize("most", [1, 2, 5, 100])
def test_each_digit_is_counted_up_to_the_limit(name: str, most: int) -> None:
    found = solving.candidates(PUZZLE, backend=name, most=most)
    assert found.complete
    assert found.counts == counted(PUZZLE, most)
    assert len(set(found.solutions)) == len(found.solutions)


def test_fewer_than_one_solution_of_each_digit_is_an_error() -> None:
    with pytest.raises(OptionError):
        solving.candidates(PUZZLE, most=0)


@pytest.mark.compiled
def test_many_solutions_of_each_digit_are_found_by_one_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    of = backends.Session.of

    def noted(rules: Rules, backend: str, *options: Any) -> backends.Session:
        asked.append(backend)
        return of(rules, backend, *options)

    monkeypatch.setattr(backends.Session, "of", noted)
    solving.candidates("." * 81, most=3)
    assert asked[-1] == "fd"
    others: list[dict[str, Any]] = [
        {},
        {"most": 3, "presolve": "none"},
        {"most": 3, "backend": "cover"},
    ]
    for options in others:
        asked.clear()
        solving.candidates("." * 81, **options)
        assert "fd" not in asked


class Recording(Engine):
    """Plain backtracking that remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(RULES)
        self.asked: list[Candidates] = []

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        self.asked.append(candidates)
        return backends.engine("backtrack", RULES).search(candidates, limits)


def test_a_given_that_was_added_takes_no_search_where_witnesses_survive() -> None:
    found = solving.candidates(PUZZLE, most=100)
    puzzle = PUZZLE.with_given(3, SOLUTIONS[0][3])
    engine = Recording()
    again = solving.candidates(puzzle, backend=engine, previous=found, most=100)
    assert engine.asked == []
    assert again.complete
    assert again.counts == counted(puzzle, 100)


def test_what_was_refuted_is_asked_again_once_a_given_has_gone() -> None:
    found = solving.candidates(PUZZLE.with_given(1, SOLUTIONS[0][1]))
    again = solving.candidates(PUZZLE, previous=found)
    assert again.complete
    assert again.masks == solving.candidates(PUZZLE).masks
    assert set(found.solutions) <= set(again.solutions)


ALL_FOUR = tuple(solving.solutions(Puzzle.empty(RULES), backend="backtrack"))


@given(
    st.sampled_from(ALL_FOUR),
    st.sets(st.integers(0, 15), min_size=1, max_size=12),
    st.sets(st.integers(0, 15), max_size=2),
    st.integers(1, 4),
    st.data(),
)
def test_after_a_given_was_taken_away_all_is_as_in_a_fresh_computation(
    grid: Grid, cells: set[int], added: set[int], most: int, data: st.DataObject
) -> None:
    def puzzle_of(kept: set[int]) -> Puzzle:
        digits = [digit if cell in kept else 0 for cell, digit in enumerate(grid)]
        return Puzzle.from_digits(digits, RULES)

    gone = data.draw(st.sampled_from(sorted(cells)))
    found = solving.candidates(puzzle_of(cells), backend="backtrack", most=most)
    now = puzzle_of(cells - {gone} | added - {gone})
    again = solving.candidates(now, backend="backtrack", most=most, previous=found)
    assert again.complete
    assert again.counts == counted(now, most)
    assert again.witnesses.keys() == again.counts.keys()
    for (cell, digit), witness in again.witnesses.items():
        assert witness[cell] == digit
        assert verify.is_solution(witness, RULES, now.candidates)


@pytest.mark.compiled
@pytest.mark.parametrize("most", [1, 3])
@pytest.mark.parametrize("text", ["killer:5@r1c2,r1c3", "thermo@r1c2,r2c2,r3c2", "antiking"])
def test_an_answer_that_goes_on_is_that_of_a_fresh_one(text: str, most: int) -> None:
    before = solving.candidates(PUZZLE, most=most)
    changed = with_variant(PUZZLE, text)
    after = solving.candidates(changed, previous=before, most=most)
    assert after.complete
    assert after.counts == counted(changed, most)
    back = solving.candidates(PUZZLE, previous=after, most=most)
    assert back.counts == counted(PUZZLE, most)


def test_solutions_that_a_new_constraint_forbids_are_no_witnesses() -> None:
    found = solving.candidates(PUZZLE)
    changed = with_variant(PUZZLE, "killer:5@r1c2,r1c3")
    known = still_known(found, changed)
    assert known.solutions == tuple(g for g in found.solutions if g[1] + g[2] == 5)
    assert 0 < len(known.solutions) < len(found.solutions)
    assert known.settled == found.settled
    assert any(known.settled)


def test_nothing_stays_settled_where_a_constraint_was_exchanged() -> None:
    found = solving.candidates(with_variant(PUZZLE, "killer:5@r1c2,r1c3"), backend="backtrack")
    other = with_variant(PUZZLE, "killer:6@r1c2,r1c3")
    assert still_known(found, other) == Sample((), (0,) * 16)


def test_nothing_is_known_of_another_board() -> None:
    found = solving.candidates(PUZZLE)
    assert still_known(found, Puzzle.empty(latin(5))) == Sample((), (0,) * 25)


def test_solutions_that_show_nothing_more_are_forgotten_and_digits_with_them_unsettled() -> None:
    found = solving.candidates(PUZZLE, most=100)
    known = still_known(replace(found, most=1), PUZZLE)
    assert len(known.solutions) < len(found.solutions)
    assert TrueCandidates(PUZZLE, known).masks == found.masks
    for cell, mask in enumerate(known.settled):
        for digit in digits_of_mask(mask):
            with_digit = {grid for grid in found.solutions if grid[cell] == digit}
            assert with_digit <= set(known.solutions)


@pytest.mark.parametrize("name", BACKENDS)
def test_what_time_ran_out_for_is_undecided_and_can_be_gone_on_with(name: str) -> None:
    found = solving.candidates(PUZZLE, backend=name, seconds=0)
    assert not found.complete
    rest = solving.candidates(PUZZLE, backend=name, previous=found)
    assert rest.complete
    shown = zip(rest.masks, rest.settled, PUZZLE.candidates, strict=True)
    assert all(found | settled == all_ for found, settled, all_ in shown)


def test_a_count_below_the_limit_is_complete_only_if_settled() -> None:
    grids = tuple(islice(SOLUTIONS, 3))
    open_ = TrueCandidates(PUZZLE, Sample(grids, (0,) * 16), most=100)
    assert not open_.complete
    assert TrueCandidates(PUZZLE, Sample(SOLUTIONS, PUZZLE.candidates), most=100).complete


@pytest.mark.compiled
def test_a_puzzle_without_solution_is_refuted_whole() -> None:
    puzzle = with_variant(PUZZLE, "killer:3@r1c1,r1c2,r2c1")
    found = solving.candidates(puzzle, backend="fd")
    assert found.complete
    assert not any(found.masks)
    assert found.settled == puzzle.candidates


@pytest.mark.parametrize("name", BACKENDS)
def test_threads_that_ask_at_once_get_what_one_alone_would(name: str) -> None:
    cages = ("killer:5@r1c1,r1c2", "killer:7@r2c1,r2c2,r3c1", "killer:6@r4c3,r4c4")
    puzzles = [with_variant(Puzzle(RULES, PUZZLE.candidates), cage) for cage in cages]
    wanted = [counted(puzzle, 4) for puzzle in puzzles]

    def asked(number: int) -> dict[tuple[int, int], int]:
        puzzle = puzzles[number % 3]
        begun = solving.candidates(puzzle, backend=name, most=4, seconds=0, seed=number)
        return solving.candidates(puzzle, backend=name, most=4, previous=begun, seed=number).counts

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(asked, range(18)))
    assert found == [wanted[number % 3] for number in range(18)]


def test_engines_that_share_nothing_agree_on_a_sample() -> None:
    def shown(name: str) -> set[Grid]:
        return set(solving.candidates(PUZZLE, backend=name, most=100).solutions)

    assert shown("backtrack") == set(SOLUTIONS)


def test_a_solution_is_the_only_one_just_where_all_is_settled() -> None:
    grid = SOLUTIONS[0]
    only = Puzzle.from_digits((*grid[:-1], 0), RULES)
    known = TrueCandidates(only, Sample((grid,), only.candidates))
    assert known.unique == grid
    assert known.masks == solving.candidates(only).masks
    assert TrueCandidates(only, Sample((grid,), (0,) * 16)).unique is None
    assert TrueCandidates(only, Sample((), only.candidates)).unique is None


@pytest.mark.parametrize("puzzle", ["123434122143432.", "11.............."])
def test_one_search_shows_that_there_is_one_solution_at_most(puzzle: str) -> None:
    engine = Recording()
    found = solving.candidates(parse(puzzle), backend=engine)
    assert found.complete
    assert len(engine.asked) <= 1
