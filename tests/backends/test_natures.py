"""A backend is what its name says: its solver gets every puzzle, and gives the verdict."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from well_known import EASY, EIGHTEEN, INKALA_2012

from cpsudoku import backends, formats
from cpsudoku.asking import solving
from cpsudoku.backends import presolving
from cpsudoku.backends.presolving import PRESOLVES
from cpsudoku.comparison import compare
from cpsudoku.encodings import sums
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Verdict
from cpsudoku.rules import boxes, jigsaw

DIAGONALS = boxes(2, 2).with_diagonals()
PUZZLES = {
    "easy": formats.parse(EASY),
    "hard": formats.parse(INKALA_2012),
    "complete": formats.parse("1234341221434321"),
    "complete and wrong": formats.parse("1234341221434312"),
    "givens that clash": formats.parse("11.............."),
    "a contradiction": formats.parse("123............4"),
    "no candidate": Puzzle(boxes(2, 2), (0, *([15] * 15))),
    "4x4": formats.parse(EIGHTEEN),
    "jigsaw": Puzzle.empty(jigsaw("1112132233243444")),
    "diagonals": Puzzle.empty(DIAGONALS),
}
EXPECTED = {name: solving.count(puzzle).value for name, puzzle in PUZZLES.items()}


@pytest.fixture(params=PUZZLES)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _installed(backend: str) -> None:
    support = backends.get(backend).supports(boxes(2, 2))
    if not support:
        pytest.skip(support.reason)


class Spy:
    """Counts the calls of a function, and passes them on."""

    def __init__(self, real: Callable[..., Any]) -> None:
        self.real = real
        self.calls = 0

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls += 1
        return self.real(*args, **kwargs)


@pytest.mark.parametrize("solver", ["minicard", "cadical195", "glucose4"])
@pytest.mark.parametrize("limit", [1, 2])
def test_sat_calls_the_solver_for_every_puzzle(
    name: str, solver: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _installed("sat")
    import pysolvers

    prefix = {"glucose4": "glucose41"}.get(solver, solver)
    spy = Spy(getattr(pysolvers, f"{prefix}_solve_lim"))
    monkeypatch.setattr(pysolvers, f"{prefix}_solve_lim", spy)
    result = solving.solve(PUZZLES[name], backend=f"sat:{solver}", limit=limit)
    assert len(result.solutions) == min(limit, EXPECTED[name])
    assert spy.calls >= 1
    assert result.stats.decided_by == "sat"


def test_what_unit_propagation_leaves_is_the_solvers_own_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _installed("sat")
    import pysolvers

    asked = Spy(pysolvers.minicard_propagate)
    monkeypatch.setattr(pysolvers, "minicard_propagate", asked)
    solving.check(PUZZLES["easy"], backend="sat")
    assert asked.calls == 1
    # Told nothing, the solver of the puzzle itself finds what it found.
    monkeypatch.setattr(pysolvers, "minicard_propagate", lambda *_: (1, []))
    result = solving.check(PUZZLES["easy"], backend="sat")
    assert result.verdict is Verdict.UNIQUE
    assert result.stats.decided_by == "sat"


@pytest.mark.parametrize("model", ["booleans", "integers"])
def test_cpsat_calls_solve_for_every_puzzle(
    name: str, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _installed("cpsat")
    from ortools.sat.python import cp_model_helper as helper

    base: Any = helper.SolveWrapper

    class Wrapper(base):  # type: ignore[misc]
        calls = 0

        def solve(self, proto: Any) -> Any:
            Wrapper.calls += 1
            return super().solve(proto)

    engine = backends.engine(f"cpsat:{model}", PUZZLES[name].rules)
    monkeypatch.setattr(helper, "SolveWrapper", Wrapper)
    result = solving.check(PUZZLES[name], backend=engine)
    assert len(result.solutions) == min(2, EXPECTED[name])
    # On a busy machine the search may move to a thread of its own.
    assert Wrapper.calls >= 1
    assert result.stats.decided_by == "cpsat"


@pytest.fixture
def sabotage(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes every deduction of ours fail, the compiled ones and the plain ones."""

    def fail(*_: object) -> None:
        raise AssertionError("a deduction was made")

    for deduction in ("probe", "propagate", "Singles"):
        monkeypatch.setattr(presolving, deduction, fail)
    native = pytest.importorskip("cpsudoku._native")

    class Blind(native.Reducer):  # type: ignore[misc,name-defined]
        def reduce(self, candidates: object, patience: object) -> None:
            fail()

    monkeypatch.setattr(native, "Reducer", Blind)
    sums.reducer.cache_clear()
    yield
    sums.reducer.cache_clear()


@pytest.mark.usefixtures("sabotage")
@pytest.mark.parametrize("backend", ["sat", "sat:cadical195", "cpsat", "cpsat:integers"])
def test_no_deduction_of_ours_has_a_part_in_an_answer(backend: str, name: str) -> None:
    _installed(backend)
    result = solving.check(PUZZLES[name], backend=backend)
    assert len(result.solutions) == min(2, EXPECTED[name])
    assert result.stats.decided_by == backend.partition(":")[0]


@pytest.mark.usefixtures("sabotage")
def test_the_sabotage_is_noticed_where_deductions_are_asked_for() -> None:
    with pytest.raises(BackendError, match="a deduction was made"):
        solving.check(EASY, backend="backtrack", presolve="probing")


@pytest.mark.thorough(but=64)
@pytest.mark.parametrize("backend", backends.names())
@pytest.mark.parametrize("presolve", PRESOLVES)
def test_presolve_changes_who_decides_and_not_the_answer(
    backend: str, presolve: str, name: str
) -> None:
    puzzle = PUZZLES[name]
    if not backends.get(backend).supports(puzzle.rules):
        pytest.skip("other rules")
    result = solving.check(puzzle, backend=backend, presolve=presolve)
    assert len(result.solutions) == min(2, EXPECTED[name])
    decided = {backend} if presolve == "none" else {backend, presolve}
    assert result.stats.decided_by in decided
    if name in ("easy", "complete", "givens that clash") and presolve != "none":
        assert result.stats.decided_by == presolve
    if name in ("4x4", "jigsaw", "diagonals"):
        assert result.stats.decided_by == backend
    count = solving.count(puzzle, backend=backend, presolve=presolve)
    assert (count.value, count.exact) == (EXPECTED[name], True)
    assert count.stats.decided_by in decided
    found = list(solving.solutions(puzzle, backend=backend, presolve=presolve))
    assert len(set(found)) == len(found) == EXPECTED[name]


def test_a_clash_of_givens_is_reported_and_left_to_the_backend_that_is_named() -> None:
    puzzle = PUZZLES["givens that clash"]
    for backend, decided in (("auto", "givens"), ("backtrack", "backtrack")):
        result = solving.check(puzzle, backend=backend)
        assert result.verdict is Verdict.NONE
        assert result.reason == "r1c1 and r1c2 are both 1 in row 1"
        assert result.stats.decided_by == decided
        assert solving.count(puzzle, backend=backend).stats.decided_by == decided


def test_nothing_decides_what_is_unknown() -> None:
    result = solving.check(INKALA_2012, backend="backtrack", seconds=0)
    assert result.verdict is Verdict.UNKNOWN
    assert result.stats.decided_by is None


def test_a_race_reports_which_was_first() -> None:
    _installed("race:backtrack")
    result = solving.check(EASY, backend="race:backtrack")
    assert result.stats.decided_by == "backtrack"


def test_a_comparison_counts_who_decided() -> None:
    names = [name for name in ("dlx", "sat:glucose4", "cpsat:integers") if backends.get(name)]
    found = compare([PUZZLES["easy"], PUZZLES["givens that clash"]], names, rounds=1)
    assert [line.decided_by for line in found.figures] == [
        {name.partition(":")[0]: 2} for name in names
    ]


def test_an_engine_given_as_one_can_be_presolved() -> None:
    engine = backends.engine("backtrack", PUZZLES["easy"].rules)
    presolved = backends.engine(engine, engine.rules, presolve="singles")
    outcome = presolved.search(PUZZLES["easy"].candidates, Limits(solutions=2))
    assert (len(outcome.solutions), outcome.stats.decided_by) == (1, "singles")


def test_an_unknown_presolve_is_refused() -> None:
    with pytest.raises(OptionError, match="expected one of none, singles, probing"):
        solving.check(EASY, backend="backtrack", presolve="guessing")


@pytest.mark.parametrize("backend", ["sat", "cpsat"])
def test_short_names_stand_for_what_they_say(backend: str) -> None:
    _installed(backend)
    made = backends.get(backend)
    assert made.choices
    for choice, summary in made.choices.items():
        assert summary
        result = solving.check(EASY, backend=f"{backend}:{choice}")
        assert result.verdict is Verdict.UNIQUE
        assert result.stats.decided_by == backend
