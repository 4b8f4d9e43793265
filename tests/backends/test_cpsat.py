"""The backend cpsat: models, parameters, limits, and both ways to reach CP-SAT."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from types import ModuleType

import pytest
from brute_force import grids
from interrupting import ctrl_c_after
from well_known import INKALA_2012

pytest.importorskip("ortools", reason="OR-tools is not installed")

from patience import BUSY

from cpsudoku.asking import solving
from cpsudoku.backends import engine
from cpsudoku.backends.base import Engine
from cpsudoku.backends.cpsat import MODELS, CpSat, ortools
from cpsudoku.encodings.cp import boolean_model
from cpsudoku.errors import OptionError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import (
    AllDifferent,
    And,
    Candidates,
    Element,
    Linear,
    Not,
    Or,
    Rules,
    boxes,
    jigsaw,
    latin,
)
from cpsudoku.verify import is_solution

# By Arto Inkala, 2012; one solution.


@pytest.fixture(params=["without pandas", "cp_model"])
def way(request: pytest.FixtureRequest) -> Iterator[str]:
    """Runs a test with the quick way to OR-tools and with the documented one."""
    ortools.cp_model.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "cp_model":
            patch.setattr(ortools, "_QUICK_RELEASES", ())
        elif not version("ortools").startswith("9.15."):
            pytest.skip("this version is reached by the documented way only")
        is_module = isinstance(ortools.cp_model(), ModuleType)
        assert is_module == (request.param == "cp_model")
        yield request.param
    ortools.cp_model.cache_clear()


def candidates(text: str, rules: Rules) -> Candidates:
    return Puzzle.from_digits([int(c) if c.isdigit() else 0 for c in text], rules).candidates


def compiled(rules: Rules, **options: object) -> Engine:
    return CpSat().compile(rules, **options)


@pytest.mark.thorough(but=12)
@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(
    ("rules", "masks"),
    [
        (jigsaw("1112122233343444"), (0b0001, *([0b1111] * 14), 0b1110)),
        (boxes(2, 2).with_diagonals(), (0b1111,) * 16),
        (latin(3).with_groups([(0, 4)]), (0b111,) * 9),
        (Rules(3, latin(3).constraints[:2]), (0b011, *([0b111] * 8))),
        (latin(2), (0b01, 0b01, 0b11, 0b11)),
        (latin(2), (0b01, 0b10, 0b11, 0b11)),
        (latin(2), (0b00, 0b11, 0b11, 0b11)),
    ],
)
def test_all_solutions_are_found_once(
    way: str, model: str, rules: Rules, masks: Candidates
) -> None:
    engine = compiled(rules, model=model)
    expected = sorted(grids(rules, masks))
    outcome = engine.search(masks, Limits(solutions=None))
    assert outcome.exhausted
    assert sorted(outcome.solutions) == expected
    first = engine.search(masks, Limits())
    assert len(first.solutions) == min(1, len(expected))
    assert set(first.solutions) <= set(expected)
    assert not first.exhausted or len(expected) < 2


@pytest.mark.parametrize("model", MODELS)
def test_uniqueness_is_proved_and_the_work_reported(way: str, model: str) -> None:
    rules = boxes(3, 3)
    outcome = compiled(rules, model=model).search(
        candidates(INKALA_2012, rules), Limits(solutions=2)
    )
    assert len(outcome.solutions) == 1
    assert outcome.exhausted
    stats = outcome.stats
    assert stats.nodes and stats.conflicts and stats.propagations
    assert stats.build_seconds and stats.search_seconds


def test_threads_share_an_engine() -> None:
    rules = boxes(3, 3)
    engine = compiled(rules, model="integers")
    puzzle = candidates(INKALA_2012, rules)
    cleared = (rules.all_digits, *puzzle[1:])
    expected = [engine.search(m, Limits(solutions=2)).solutions for m in (puzzle, cleared)]
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda m: engine.search(m, Limits(solutions=2)), [puzzle, cleared] * 8)
        assert [outcome.solutions for outcome in found] == expected * 8


@pytest.mark.parametrize("seconds", [0.0, 0.3])
def test_a_time_limit_holds(seconds: float) -> None:
    rules = boxes(3, 3)
    engine = compiled(rules)
    start = time.monotonic()
    outcome = engine.search((rules.all_digits,) * 81, Limits(solutions=None, seconds=seconds))
    assert time.monotonic() - start < seconds + 0.5 + BUSY
    assert not outcome.exhausted


@pytest.mark.parametrize("model", MODELS)
def test_building_the_model_of_a_big_board_is_within_the_limit(model: str) -> None:
    rules = boxes(7, 7)
    engine = compiled(rules, model=model)
    start = time.monotonic()
    outcome = engine.search((rules.all_digits,) * rules.cell_count, Limits(seconds=0.3))
    assert time.monotonic() - start < 0.3 + 0.5 + BUSY
    assert (outcome.solutions, outcome.exhausted) == ((), False)


@pytest.mark.parametrize("model", MODELS)
def test_big_boards_are_solved_in_a_child(model: str) -> None:
    rules = boxes(6, 6)
    grid = [(6 * (r % 6) + r // 6 + c) % 36 for r in range(36) for c in range(36)]
    masks = tuple(rules.all_digits if i % 5 == 0 else 1 << digit for i, digit in enumerate(grid))
    outcome = compiled(rules, model=model).search(masks, Limits(solutions=2))
    assert outcome.solutions
    assert all(is_solution(found, rules, masks) for found in outcome.solutions)


@pytest.mark.posix
def test_ctrl_c_works_at_once_and_does_no_harm() -> None:
    rules = boxes(3, 3)
    engine = compiled(rules)
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.3) as pressed:
        engine.search((rules.all_digits,) * 81, Limits(solutions=None))
    assert time.monotonic() - pressed[0] < 0.5 + BUSY
    assert engine.search(candidates(INKALA_2012, rules), Limits(solutions=2)).exhausted


@pytest.mark.posix
def test_ctrl_c_at_a_solution_does_no_harm() -> None:
    rules = boxes(3, 3)
    model, _ = boolean_model(rules, (rules.all_digits,) * rules.cell_count)

    def press(_: object) -> bool:
        os.kill(os.getpid(), signal.SIGINT)
        return False

    options = {"catch_sigint_signal": False, "num_workers": 1}
    with pytest.raises(KeyboardInterrupt):
        ortools.CpSatSession(ortools.built(model), options, press).solve()
    assert engine("cpsat", boxes(2, 2)).search((15,) * 16, Limits()).solutions


@pytest.mark.parametrize(
    "options",
    [
        {"num_workers": 2},
        {"cp_model_presolve": True},
        {"cp_model_presolve": True, "search_branching": "FIXED_SEARCH"},
        {"max_memory_in_mb": 500, "random_branches_ratio": 0.5},
    ],
)
def test_parameters_are_passed_on(options: dict[str, object]) -> None:
    rules = boxes(3, 3)
    engine = compiled(rules, **options)
    assert engine.search(candidates(INKALA_2012, rules), Limits(solutions=2)).exhausted
    assert len(engine.search(candidates(INKALA_2012, rules), Limits()).solutions) == 1


def test_a_parameter_that_ends_the_search_gives_up() -> None:
    rules = boxes(3, 3)
    engine = compiled(rules, max_number_of_conflicts=1)
    outcome = engine.search(candidates(INKALA_2012, rules), Limits(solutions=2))
    assert (outcome.solutions, outcome.exhausted) == ((), False)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"nonsense": 1}, "nonsense"),
        ({"__class__": 1}, "__class__"),
        ({"copy_from": 1}, "copy_from"),
        ({"model": "nonsense"}, "booleans"),
        ({"num_workers": "2"}, "expected int"),
        ({"num_workers": True}, "expected int"),
        ({"num_workers": 1.5j}, "expected int"),
        ({"cp_model_presolve": 3}, "expected bool"),
        ({"cp_model_presolve": "perhaps"}, "expected bool"),
        ({"search_branching": "UPWARDS"}, "FIXED_SEARCH"),
        ({"max_time_in_seconds": 3}, "limits"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], expected: str) -> None:
    with pytest.raises(OptionError, match=expected):
        compiled(boxes(2, 2), **options)


def test_pandas_is_not_imported() -> None:
    program = (
        "import sys; from cpsudoku.backends import engine; from cpsudoku.rules import boxes\n"
        "from cpsudoku.result import Limits\n"
        "assert engine('cpsat', boxes(2, 2)).search((15,) * 16, Limits()).solutions\n"
        "assert 'pandas' not in sys.modules and 'ortools.sat.python.cp_model' not in sys.modules"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_missing_solver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.backends.base.find_spec", lambda _: None)
    support = CpSat().supports(boxes(2, 2))
    assert not support
    assert "pip install ortools" in support.reason


def test_solutions_come_as_they_are_found_and_the_search_waits(way: str) -> None:
    rules = boxes(3, 3)
    engine = compiled(rules)
    before = set(threading.enumerate())
    solutions = engine.iterate((rules.all_digits,) * 81, Limits(solutions=None, seconds=5))
    first = [next(solutions) for _ in range(150)]
    assert len(set(first)) == 150
    [searching] = set(threading.enumerate()) - before
    solutions.close()
    searching.join(timeout=10)
    assert not searching.is_alive()


def test_each_grid_of_an_automaton_is_found_once_and_soon() -> None:
    unequal, index = Not(AllDifferent((0, 1))), Element((6, 1, 12), 14, 8)
    either = Or((Not(index), Element((11, 4), 0, 0), unequal))
    rules = Rules(4, (*boxes(2, 2).constraints, either))
    found = solving.solve(Puzzle.empty(rules), backend="cpsat:integers", limit=None, seconds=60)
    assert len(found.solutions) == 236
    assert found.outcome.exhausted


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("weight", [10**18, 1 << 70])
def test_a_sum_beyond_64_bits_can_be_within_another_constraint(model: str, weight: int) -> None:
    usual = boxes(2, 2)
    heavy = And((Linear((0, 6), (weight, weight), ">=", (3,)),))
    puzzle = Puzzle.empty(Rules(usual.board, (*usual.groups, heavy)))
    assert solving.count(puzzle, backend=f"cpsat:{model}").value == 288
