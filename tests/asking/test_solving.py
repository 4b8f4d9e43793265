"""The facade: whatever the backend, answers are verified, and limits are never taken for a no."""

from itertools import islice

import pytest
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN, ENDLESS, INKALA_2012

from cpsudoku import backends, formats
from cpsudoku.asking import solving
from cpsudoku.backends import Session
from cpsudoku.backends.backtrack import Backtrack, BacktrackEngine
from cpsudoku.backends.base import Engine, Enumeration
from cpsudoku.errors import (
    BackendError,
    BackendUnavailableError,
    FormatError,
    OptionError,
    UnsupportedError,
)
from cpsudoku.ground import compiled
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Verdict
from cpsudoku.rules import AllDifferent, Candidates, Grid, Linear, Pair, Rules, boxes, latin

RULES = boxes(2, 2)
PUZZLE = formats.parse(EIGHTEEN)
SOLUTIONS = tuple(solving.solutions(PUZZLE, backend="backtrack"))
WRONG: Grid = (1,) * 16


class Answering(Engine):
    """An engine that gives the answers it was made with."""

    def __init__(self, *solutions: Grid, exhausted: bool = True) -> None:
        super().__init__(RULES)
        self.outcome = Outcome(solutions, exhausted)
        self.asked: list[tuple[Candidates, Limits]] = []

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        self.asked.append((candidates, limits))
        return self.outcome

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        self.asked.append((candidates, limits))
        yield from self.outcome.solutions
        return self.outcome.exhausted


def test_a_wrong_solution_is_never_returned() -> None:
    other_givens = next(grid for grid in solving.solutions(Puzzle.empty(RULES)) if grid[0] != 1)
    for grid in (WRONG, other_givens):
        engine = Answering(grid)
        for ask in (solving.solve, solving.check, solving.candidates):
            with pytest.raises(BackendError, match="gave a wrong solution"):
                ask(PUZZLE, backend=engine)
        with pytest.raises(BackendError, match="gave a wrong solution"):
            list(solving.solutions(PUZZLE, backend=engine))
        with pytest.raises(BackendError, match="gave a wrong solution"):
            solving.count(PUZZLE, backend=engine)


def test_the_second_solution_is_verified_like_the_first() -> None:
    with pytest.raises(BackendError, match="wrong solution"):
        solving.check(PUZZLE, backend=Answering(SOLUTIONS[0], WRONG))


def test_a_solution_that_is_given_twice_does_not_make_a_puzzle_ambiguous() -> None:
    with pytest.raises(BackendError, match="twice"):
        solving.check(PUZZLE, backend=Answering(SOLUTIONS[0], SOLUTIONS[0]))


def test_the_engine_is_given_the_puzzle_and_the_limits() -> None:
    engine = Answering(*SOLUTIONS[:3])
    solving.solve(PUZZLE, backend=engine, limit=3, seconds=7, seed=9)
    assert engine.asked == [(PUZZLE.candidates, Limits(solutions=3, seconds=7, seed=9))]
    engine = Answering(*SOLUTIONS[:2])
    solving.check(PUZZLE, backend=engine, seconds=7, seed=9)
    assert engine.asked == [(PUZZLE.candidates, Limits(solutions=2, seconds=7, seed=9))]


def test_by_default_there_is_no_limit_on_time_and_the_seed_is_0() -> None:
    engine = Answering(SOLUTIONS[0], exhausted=False)
    solving.solve(PUZZLE, backend=engine)
    solving.check(PUZZLE, backend=engine)
    assert [limits for _, limits in engine.asked] == [Limits(solutions=1), Limits(solutions=2)]
    assert solving.random_solution(PUZZLE) == solving.random_solution(PUZZLE, seed=0)
    engine = Answering(SOLUTIONS[0])
    list(solving.solutions(PUZZLE, backend=engine))
    solving.count(PUZZLE, backend=engine)
    assert [limits for _, limits in engine.asked] == [Limits(solutions=None)] * 2
    engine = Answering()
    solving.candidates(PUZZLE, backend=engine)
    assert [limits for _, limits in engine.asked] == [Limits(solutions=2)]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [(EASY, Verdict.UNIQUE), (EIGHTEEN, Verdict.MULTIPLE), (CLASH, Verdict.NONE)],
)
def test_check_distinguishes_one_none_and_several(text: str, verdict: Verdict) -> None:
    assert solving.check(text).verdict is verdict


def test_time_that_runs_out_is_unknown_whatever_was_found() -> None:
    for found in ((), SOLUTIONS[:1]):
        asked = solving.check(PUZZLE, backend=Answering(*found, exhausted=False), seconds=1)
        assert asked.verdict is Verdict.UNKNOWN
        assert "limit of 1 s" in asked.reason
    counted = solving.count(ENDLESS, seconds=0)
    assert not counted.exact


def test_solve_finds_one_solution_unless_more_are_asked_for() -> None:
    found = solving.solve(PUZZLE)
    assert (found.verdict, len(found.solutions)) == (Verdict.SOLVED, 1)
    assert len(solving.solve(PUZZLE, limit=5).solutions) == 5
    assert len(solving.solve(PUZZLE, limit=None).solutions) == 18
    assert solving.solve(EASY).solutions == (formats.parse(EASY_SOLVED).digits,)


def test_a_clash_is_the_reason_and_auto_asks_nobody() -> None:
    found = solving.check(CLASH)
    assert found.clash is not None
    assert found.reason == "r1c1 and r1c2 are both 5 in row 1"
    assert found.stats.decided_by == "givens"
    none = solving.solutions(CLASH)
    assert (list(none), none.exhausted) == ([], True)
    counted = solving.count(CLASH)
    assert (counted.value, counted.exact, counted.stats.decided_by) == (0, True, "givens")


def test_who_answers_is_credited() -> None:
    assert solving.solve(PUZZLE, backend="backtrack").stats.decided_by == "backtrack"


@pytest.mark.parametrize("backend", ["auto", "backtrack"])
def test_whoever_is_named_is_asked_for_candidates_also_where_givens_clash(backend: str) -> None:
    engine = Answering(exhausted=True)
    assert not any(solving.candidates(PUZZLE.with_given(1, 1), backend=engine).masks)
    assert engine.asked
    found = solving.candidates(PUZZLE.with_given(1, 1), backend=backend)
    assert (found.complete, found.witnesses) == (True, {})


def test_a_backend_that_denies_a_clash_is_caught() -> None:
    clashing = PUZZLE.with_given(1, 1)
    with pytest.raises(BackendError, match="wrong solution"):
        solving.solve(clashing, backend=Answering(SOLUTIONS[0]))
    with pytest.raises(BackendError, match="wrong solution"):
        next(solving.solutions(clashing, backend=Answering(SOLUTIONS[0])))
    with pytest.raises(BackendError, match="wrong solution"):
        solving.count(clashing, backend=Answering(SOLUTIONS[0]))


def test_solutions_come_one_by_one_and_say_at_the_end_whether_they_are_all() -> None:
    found = solving.solutions(PUZZLE)
    before = found.exhausted
    assert before is None
    first = list(islice(found, 5))
    assert (len(first), found.found) == (5, 5)
    before = found.exhausted
    assert before is None
    rest = list(found)
    assert sorted(first + rest) == sorted(SOLUTIONS)
    assert (found.found, found.exhausted) == (18, True)
    assert list(found) == []
    assert found.exhausted


@pytest.mark.parametrize("limit", [1, 17, 18, 19])
def test_a_limited_enumeration_is_exhausted_only_where_that_is_known(limit: int) -> None:
    found = solving.solutions(PUZZLE, limit=limit, backend="backtrack")
    assert len(list(found)) == min(limit, 18)
    assert found.exhausted is not None
    assert not found.exhausted or limit >= 18


def test_no_more_is_asked_for_than_is_taken() -> None:
    assert len(list(islice(solving.solutions(ENDLESS), 3))) == 3


@pytest.mark.parametrize("limit", [1, 17, 18, 19, None])
def test_a_count_is_exact_only_where_there_are_no_more(limit: int | None) -> None:
    counted = solving.count(PUZZLE, limit=limit)
    assert counted.value == (18 if limit is None else min(limit, 18))
    assert counted.exact or (limit is not None and limit <= 18)
    assert not counted.exact or limit is None or limit >= 18


def test_candidates_are_those_of_all_solutions_each_with_a_witness() -> None:
    found = solving.candidates(PUZZLE)
    assert found.complete
    masks = [0] * 16
    for grid in SOLUTIONS:
        for cell, digit in enumerate(grid):
            masks[cell] |= 1 << digit - 1
    assert found.masks == tuple(masks)
    assert len(found.witnesses) == sum(map(int.bit_count, masks))
    for (cell, digit), grid in found.witnesses.items():
        assert grid[cell] == digit
        assert grid in SOLUTIONS


def test_candidates_of_a_puzzle_without_solution_are_none_and_known() -> None:
    impossible = formats.parse("1......2.34....1")
    found = solving.candidates(impossible)
    assert (found.complete, any(found.masks), found.witnesses) == (True, False, {})


def test_candidates_take_a_search_for_each_at_most_and_mostly_far_fewer() -> None:
    class Counting(Engine):
        searches = 0
        inner = backends.engine("backtrack", RULES)

        def search(self, candidates: Candidates, limits: Limits) -> Outcome:
            self.searches += 1
            assert limits.solutions == (2 if self.searches == 1 else 1)
            return self.inner.search(candidates, limits)

    engine = Counting(RULES)
    found = solving.candidates(PUZZLE, backend=engine)
    assert found.complete
    # Each either shows a digit or rules out all that are left of a cell.
    assert engine.searches <= 16 + sum(map(int.bit_count, found.masks))
    assert engine.searches < 32


def test_candidates_without_time_are_not_said_to_be_all() -> None:
    assert not solving.candidates(INKALA_2012, seconds=0).complete
    assert not solving.candidates(PUZZLE, backend=Answering(exhausted=False)).complete


def test_pencil_marks_are_part_of_the_puzzle() -> None:
    masks = (*PUZZLE.candidates[:1], 0b0010, *PUZZLE.candidates[2:])
    marked = Puzzle(RULES, masks)
    expected = [grid for grid in SOLUTIONS if grid[1] == 2]
    assert 0 < len(expected) < 18
    for name in ("backtrack", "dlx", "sat", "cpsat", *(["cover"] if compiled.is_there() else [])):
        assert sorted(solving.solutions(marked, backend=name)) == expected, name


def test_text_that_is_no_puzzle_and_unknown_names_are_refused() -> None:
    with pytest.raises(FormatError):
        solving.solve("nothing")
    with pytest.raises(OptionError, match="no backend 'nobody'"):
        solving.solve(PUZZLE, backend="nobody")
    with pytest.raises(OptionError, match="a limit of 0 solutions"):
        solving.solve(PUZZLE, limit=0)
    with pytest.raises(UnsupportedError, match="classic"):
        solving.solve(PUZZLE, backend="bitboard")


@pytest.mark.parametrize(
    ("name", "package"), [("sat", "python-sat"), ("cpsat", "ortools")], ids=["sat", "cpsat"]
)
def test_a_missing_solver_says_what_to_install_and_breaks_only_its_own_backend(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.backends.base.find_spec", lambda _: None)
    rules = latin(4).with_groups([(0, 5)], f"without {name}")  # no engine is compiled for these
    with pytest.raises(BackendUnavailableError, match=f"pip install {package}"):
        solving.solve(Puzzle.empty(rules), backend=name)
    assert not backends.get(name).supports(rules)
    assert solving.solve(Puzzle.empty(rules)).verdict is Verdict.SOLVED
    assert solving.solve(Puzzle.empty(rules), backend="dlx").verdict is Verdict.SOLVED


@pytest.mark.parametrize("backend", ["sat", "cpsat"])
@pytest.mark.parametrize("presolve", ["none", "singles", "probing"])
def test_what_deductions_fill_is_a_solution_only_if_all_constraints_hold(
    backend: str, presolve: str
) -> None:
    """Propagation looks at groups alone, so that what it fills may break another constraint."""
    first, second = SOLUTIONS[0][:2]
    forbidden = Pair.where(0, 1, lambda a, b: (a, b) != (first, second), range(1, 5), "not these")
    rules = RULES.with_constraints([forbidden])
    filled = Puzzle.from_digits((*SOLUTIONS[0][:-1], 0), rules)
    assert (
        backends.engine(backend, rules, presolve=presolve)
        .search(filled.candidates, Limits(solutions=2))
        .solutions
        == ()
    )
    assert solving.check(filled, backend=backend, presolve=presolve).verdict is Verdict.NONE
    assert solving.check(filled).verdict is Verdict.NONE


def test_an_engine_for_other_rules_is_refused() -> None:
    engine = backends.engine("dlx", RULES.with_diagonals())
    assert solving.count(Puzzle.empty(RULES.with_diagonals()), backend=engine).value == 48
    empty = Puzzle.empty(RULES)
    for ask in (solving.solve, solving.count, solving.solutions, solving.candidates):
        with pytest.raises(OptionError, match="engine of 'dlx' was compiled for other rules"):
            ask(empty, backend=engine)


def test_an_engine_serves_rules_that_are_written_otherwise() -> None:
    same = Rules(4, [AllDifferent(group.cells[::-1]) for group in RULES.groups[::-1]])
    assert solving.count(Puzzle.empty(same), backend=backends.engine("dlx", RULES)).value == 288
    one, other = (Linear(cells, (1, 1), "=", (3,), "cage") for cells in ((0, 1), (2, 3)))
    engine = backends.engine("backtrack", RULES.with_constraints([one]))
    with pytest.raises(OptionError, match="other rules"):
        solving.count(Puzzle.empty(RULES.with_constraints([other])), backend=engine)


def test_options_beside_an_engine_are_refused() -> None:
    engine = backends.engine("backtrack", RULES)
    for ask in (solving.solve, solving.count, solving.solutions, solving.candidates):
        with pytest.raises(OptionError, match="'backtrack' is compiled; order comes too late"):
            ask("." * 16, backend=engine, order="index")
    assert solving.count("." * 16, backend=engine, presolve="singles").value == 288


@pytest.mark.parametrize("value", [[1], {}, {"index"}])
def test_an_option_that_may_change_is_refused(value: object) -> None:
    with pytest.raises(OptionError, match=r"option order is .+ expected what does not change"):
        solving.count("." * 16, backend="backtrack", order=value)


def test_a_backend_that_is_an_object_is_compiled_once() -> None:
    compiled: list[Rules] = []

    class Noting(Backtrack):
        def compile(self, rules: Rules, **options: object) -> BacktrackEngine:
            compiled.append(rules)
            return super().compile(rules, **options)

    backend = Noting()
    assert [solving.count("." * 16, backend=backend).value for _ in range(3)] == [288] * 3
    solving.solve("." * 16, backend=backend)
    assert compiled == [RULES]


def test_a_session_is_made_once_for_a_name_rules_and_options() -> None:
    session = Session.of(RULES, "backtrack", {"order": "index"})
    assert Session.of(boxes(2, 2), "backtrack", {"order": "index"}) is session
    assert session.engine is backends.engine("backtrack", RULES, order="index")
    assert Session.of(RULES, "backtrack") is not session
    assert Session.of(RULES, backends.AUTO).name == backends.auto(RULES)
