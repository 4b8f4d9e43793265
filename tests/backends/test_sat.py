"""The backend sat: its options, its limits, and that it serves many puzzles and threads."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from brute_force import grids
from interrupting import ctrl_c_after
from well_known import INKALA_2012, SEVENTEEN

pytest.importorskip("pysat", reason="PySAT is not installed")

from patience import BUSY

from cpsudoku.backends import engine, get
from cpsudoku.backends.sat import Sat, SatEngine
from cpsudoku.backends.sat.solver import CARDINALITY, PREFIXES
from cpsudoku.encodings.cnf import AT_MOST_ONE, ENCODINGS
from cpsudoku.errors import OptionError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Candidates, Rules, boxes, jigsaw, latin
from cpsudoku.verify import is_solution

# By Arto Inkala, 2012; one solution.
# Gordon Royle's collection of puzzles with 17 clues; one solution.


def candidates(text: str, rules: Rules) -> Candidates:
    return Puzzle.from_digits([int(c) if c.isdigit() else 0 for c in text], rules).candidates


def endless() -> tuple[Rules, Candidates]:
    """Pigeons: eleven cells of a diagonal lack a digit, which takes a solver ages to see."""
    rules = boxes(1, 1)
    size = 14
    rules = Rules(size, latin(size).constraints[:size])
    crowd = tuple(range(0, size * 12, size))
    full = rules.all_digits
    few = (1 << 11) - 1
    masks = tuple(few if cell in crowd else full for cell in range(size * size))
    return rules.with_groups([crowd]), masks


def open_jigsaw() -> tuple[Rules, Candidates]:
    rules = jigsaw("1112122233343444")
    return rules, (0b0001, *([0b1111] * 14), 0b1110)


def open_board_with_pencil_marks() -> tuple[Rules, Candidates]:
    rules = boxes(2, 3)
    grid = next(grids(rules, (0b111111,) * 36))
    masks = [1 << digit - 1 for digit in grid[:12]]
    masks += [0b111111 ^ 1 << digit % 6 for digit in grid[12:24]]
    masks += [0b111111] * 12
    return rules, tuple(masks)


@pytest.mark.parametrize("solver", PREFIXES)
def test_every_solver_finds_all_solutions_and_keeps_puzzles_apart(solver: str) -> None:
    rules, masks = open_jigsaw()
    sat = engine("sat", rules, solver=solver)
    everything = set(grids(rules, masks))
    assert len(everything) > 2
    for _ in range(2):
        outcome = sat.search(masks, Limits(solutions=None))
        assert outcome.exhausted
        assert len(outcome.solutions) == len(everything)
        assert set(outcome.solutions) == everything
        assert sat.search((0, *masks[1:]), Limits()).exhausted
        assert sat.search((1, 1, *masks[2:]), Limits()).solutions == ()
    assert engine(f"sat:{solver}", rules).search(masks, Limits()).solutions[0] in everything


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("at_most_one", AT_MOST_ONE)
def test_every_encoding_finds_all_solutions(encoding: str, at_most_one: str) -> None:
    rules, masks = open_board_with_pencil_marks()
    sat = engine("sat", rules, encoding=encoding, at_most_one=at_most_one)
    outcome = sat.search(masks, Limits(solutions=None))
    assert outcome.exhausted
    assert set(outcome.solutions) == set(grids(rules, masks))
    assert len(outcome.solutions) == len(set(outcome.solutions)) > 2


@pytest.mark.parametrize("solver", CARDINALITY)
@pytest.mark.parametrize("rules", [boxes(2, 3), boxes(2, 3).with_diagonals().with_groups([(0, 9)])])
def test_at_most_one_as_a_constraint_of_the_solver(solver: str, rules: Rules) -> None:
    _, masks = open_board_with_pencil_marks()
    sat = engine("sat", rules, solver=solver, at_most_one="native")
    outcome = sat.search(masks, Limits(solutions=None))
    assert outcome.exhausted
    assert set(outcome.solutions) == set(grids(rules, masks))


@pytest.mark.parametrize("solver", PREFIXES)
@pytest.mark.parametrize("seed", [0, 7])
def test_a_variable_in_no_clause_has_both_values(solver: str, seed: int) -> None:
    # Of all cells only the corners of a rectangle are open: two digits, one choice, no clause.
    grid = "1234341221434321"
    rules = boxes(2, 2)
    masks = list(candidates(grid, rules))
    for cell, mask in ((0, 0b11), (1, 0b11), (8, 0b11), (9, 0b11)):
        masks[cell] = mask
    searched = engine(f"sat:{solver}", rules).search(
        tuple(masks), Limits(seed=seed, solutions=None)
    )
    assert len(searched.solutions) == 2
    assert searched.exhausted


def test_another_seed_may_find_another_solution_and_the_same_seed_finds_the_same() -> None:
    rules = boxes(3, 3)
    empty = Puzzle.empty(rules).candidates
    for solver in ("auto", "glucose4"):
        sat = engine("sat", rules, solver=solver)
        found = [sat.search(empty, Limits(seed=seed)).solutions for seed in (0, 0, 1, 1)]
        assert found[::2] == found[1::2]
        assert len(set(found)) > 1


def test_figures_of_a_search_are_its_own() -> None:
    rules = boxes(3, 3)
    sat = engine("sat", rules, solver="minisat22")
    masks = candidates(INKALA_2012, rules)
    first = sat.search(masks, Limits(solutions=2)).stats
    for _ in range(5):
        sat.search(masks, Limits(solutions=2))
    last = sat.search(masks, Limits(solutions=2)).stats
    for stats in (first, last):
        assert stats.conflicts is not None and 0 < stats.conflicts < 2000
        assert stats.propagations is not None and 0 < stats.propagations < 200_000
        assert stats.nodes is not None and stats.nodes > 0


def test_threads_do_not_share_a_solver() -> None:
    rules = boxes(3, 3)
    sat = engine("sat", rules)
    puzzles = [candidates(text, rules) for text in (INKALA_2012, SEVENTEEN)] * 20
    expected = [sat.search(masks, Limits(solutions=2)).solutions for masks in puzzles]
    assert all(len(solutions) == 1 for solutions in expected)
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda m: sat.search(m, Limits(solutions=2)).solutions, puzzles)
        assert list(found) == expected


def test_two_enumerations_at_once_do_not_mix() -> None:
    rules, masks = open_jigsaw()
    sat = engine("sat", rules)
    assert isinstance(sat, SatEngine)
    one = sat.iterate(masks, Limits(solutions=None))
    other = sat.iterate(masks, Limits(solutions=None))
    pairs = list(zip(one, other, strict=True))
    assert {a for a, _ in pairs} == {b for _, b in pairs} == set(grids(rules, masks))


def test_what_a_solver_did_before_does_not_change_an_answer() -> None:
    rules = boxes(3, 3)
    empty = Puzzle.empty(rules).candidates
    fresh = Sat().compile(rules).search(empty, Limits(solutions=3))
    used = Sat().compile(rules)
    for text in (INKALA_2012, SEVENTEEN):
        used.search(candidates(text, rules), Limits(solutions=2))
    assert used.search(empty, Limits(solutions=3)).solutions == fresh.solutions


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("solver", ["cadical195", "glucose4"])
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.8])
def test_a_time_limit_holds(solver: str, seconds: float) -> None:
    rules, masks = endless()
    sat = engine("sat", rules, solver=solver)
    start = time.monotonic()
    outcome = sat.search(masks, Limits(seconds=seconds))
    assert time.monotonic() - start < seconds + 0.5 + BUSY
    assert outcome.solutions == ()
    assert not outcome.exhausted


def test_time_between_solutions_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, passed = time.perf_counter, 0.0
    monkeypatch.setattr(time, "perf_counter", lambda: clock() + passed)
    rules, masks = open_jigsaw()
    sat = engine("sat", rules)
    assert isinstance(sat, SatEngine)
    found = 0
    for _ in sat.iterate(masks, Limits(solutions=None, seconds=60)):
        found += 1
        passed += 100
    assert found == len(set(grids(rules, masks)))


@pytest.mark.thorough(but=1)
@pytest.mark.posix
@pytest.mark.parametrize("after", [0.1, 0.8])
def test_ctrl_c_works_at_once_and_does_no_harm(after: float) -> None:
    rules, masks = endless()
    sat = engine("sat", rules)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), ctrl_c_after(after) as pressed:
            sat.search(masks, Limits())
        assert time.monotonic() - pressed[0] < 0.5 + BUSY
    easy = engine("sat", boxes(2, 2))
    assert easy.search((15,) * 16, Limits()).solutions


def test_a_long_search_goes_on_elsewhere_with_the_same_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cpsudoku.backends.sat._PATIENCE", 0.0)
    rules, masks = open_jigsaw()
    sat = engine("sat", rules)
    for _ in range(2):
        outcome = sat.search(masks, Limits(solutions=None))
        assert outcome.exhausted
        assert set(outcome.solutions) == set(grids(rules, masks))
        outcome = sat.search(masks, Limits(solutions=2))
        assert len(outcome.solutions) == 2
        assert not outcome.exhausted


def big_puzzles() -> Iterator[tuple[Rules, Candidates]]:
    for side in (4, 5):
        size = side * side
        rules = boxes(side, side)
        grid = [
            (side * (r % side) + r // side + c) % size for r in range(size) for c in range(size)
        ]
        holes = random.Random(side)
        full = rules.all_digits
        yield rules, tuple(full if holes.random() < 0.5 else 1 << digit for digit in grid)


@pytest.mark.parametrize(("rules", "masks"), list(big_puzzles()))
def test_big_boards(rules: Rules, masks: Candidates) -> None:
    outcome = engine("sat", rules).search(masks, Limits())
    assert is_solution(outcome.solutions[0], rules, masks)


def test_wrong_options_are_refused_with_what_is_known() -> None:
    with pytest.raises(OptionError, match="glucose4"):
        get("sat:nonsense").compile(boxes(2, 2))
    with pytest.raises(OptionError, match="extended"):
        engine("sat", boxes(2, 2), encoding="huge")
    with pytest.raises(OptionError, match="at_most_one"):
        engine("sat", boxes(2, 2), colour="red")
    with pytest.raises(OptionError, match="minicard"):
        engine("sat", boxes(2, 2), solver="minisat22", at_most_one="native")


def test_a_missing_solver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.backends.base.find_spec", lambda _: None)
    support = Sat().supports(boxes(2, 2))
    assert not support
    assert "pip install python-sat" in support.reason


def test_a_program_ends_quietly_with_solvers_still_loaded() -> None:
    program = (
        "from cpsudoku.backends import engine; from cpsudoku.result import Limits\n"
        "from cpsudoku.rules import boxes\n"
        "kept = engine('sat', boxes(2, 2)); kept.search((15,) * 16, Limits())\n"
        "other = engine('sat', boxes(2, 2)).iterate((15,) * 16, Limits()); next(other)"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert (ended.stdout, ended.stderr) == (b"", b"")
