"""A seed chooses a solution, with any backend."""

import pytest
from command_line import run
from well_known import EASY, EASY_SOLVED

from cpsudoku import (
    Limits,
    OptionError,
    Verdict,
    backends,
    boxes,
    formats,
    random_solution,
    verify,
)
from cpsudoku.backends.base import Engine
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Outcome
from cpsudoku.rules import Candidates

DIAGONALS = boxes(2, 2).with_diagonals()
LOOSE = EASY[:40] + "." * 41


@pytest.mark.parametrize(
    "backend", ["dlx", "sat", "cpsat", pytest.param("bitboard", marks=pytest.mark.compiled)]
)
def test_the_same_seed_gives_the_same_solution_with_every_backend(backend: str) -> None:
    expected = random_solution(LOOSE, backend="backtrack", seed=3)
    found = random_solution(LOOSE, backend=backend, seed=3)
    assert found.solutions == expected.solutions
    assert found.verdict is Verdict.SOLVED


@pytest.mark.parametrize("rules", [boxes(2, 2), DIAGONALS])
def test_every_solution_can_come(rules: object) -> None:
    puzzle = Puzzle.empty(rules)  # type: ignore[arg-type]
    every = 288 if rules == boxes(2, 2) else 48
    found = {random_solution(puzzle, seed=seed, backend="dlx").solutions[0] for seed in range(250)}
    assert len(found) > every // 3
    assert all(verify.is_solution(grid, puzzle.rules, puzzle.candidates) for grid in found)


def test_pencil_marks_bound_the_choice() -> None:
    marked = Puzzle(boxes(2, 2), (0b0110, *[0b1111] * 14, 0b1010))
    found = [random_solution(marked, seed=seed, backend="backtrack") for seed in range(40)]
    assert {result.solutions[0][0] for result in found} == {2, 3}
    assert {result.solutions[0][15] for result in found} == {2, 4}


def test_a_puzzle_with_one_solution_or_none_says_so() -> None:
    assert random_solution(EASY).solutions[0] == tuple(map(int, EASY_SOLVED))
    assert random_solution("11" + "." * 14).verdict is Verdict.NONE
    assert random_solution("11" + "." * 14).limits == Limits(solutions=1)
    assert random_solution(EASY[:2] + "1" + EASY[3:]).verdict is Verdict.NONE


def test_no_time_is_unknown() -> None:
    found = random_solution("." * 81, backend="backtrack", seconds=0)
    assert (found.verdict, found.solutions) == (Verdict.UNKNOWN, ())


class Tiring(Engine):
    """Plain backtracking that after some questions gives up with one solution found."""

    def __init__(self, questions: int) -> None:
        super().__init__(boxes(2, 2))
        self.questions = questions

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        self.questions -= 1
        found = backends.engine("backtrack", self.rules).search(candidates, limits)
        return found if self.questions >= 0 else Outcome(found.solutions[:1], exhausted=False)


def test_what_was_found_when_time_ran_out_is_not_passed_off_as_the_choice_of_the_seed() -> None:
    puzzle = Puzzle.empty(boxes(2, 2))
    chosen = random_solution(puzzle, backend="backtrack", seed=5)
    given_up = 0
    for questions in range(100):
        found = random_solution(puzzle, backend=Tiring(questions), seed=5)
        if found.verdict is not Verdict.UNKNOWN:
            assert found.solutions == chosen.solutions
            break
        assert found.solutions == ()
        given_up += 1
    assert 5 < given_up < 99


def test_the_command_takes_the_seed() -> None:
    first, second = (
        run("solve", "--random", "--seed", seed, "." * 81, EASY).lines for seed in ("1", "2")
    )
    assert first[0] != second[0]
    assert first[1] == second[1] == EASY_SOLVED
    assert formats.parse(first[0]).digits == random_solution("." * 81, seed=1).solutions[0]
    assert run("solve", "--random", "-n", "2", EASY).status == 2
    with pytest.raises(OptionError):
        random_solution(EASY, backend="nothing")
