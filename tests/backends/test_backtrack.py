"""Backtracking: the compiled core and its plain twin do the same, step by step."""

from __future__ import annotations

import itertools
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from interrupting import ctrl_c_after
from patience import BUSY
from well_known import EASY, INKALA_2010

from cpsudoku import backends, verify
from cpsudoku.asking import solving
from cpsudoku.backends.backtrack import Backtrack, BacktrackEngine
from cpsudoku.backends.backtrack.plain import MOST_FILLINGS
from cpsudoku.errors import OptionError, UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Candidates, Rules, boxes, classic, jigsaw, latin

ORDERS = ("index", "fewest")
SINGLES = ("none", "naked", "hidden")
ALL = Limits(solutions=None)
JIGSAW_4 = jigsaw("1112 1222 3334 3444")
# The first puzzle of the puzzle page of Wikipedia's article on sudoku.
# Arto Inkala's puzzle of 2010.

native = pytest.importorskip("cpsudoku._native", reason="the compiled core was not built")


def givens(text: str, rules: Rules) -> Candidates:
    digits = [0 if c == "." else int(c) for c in text]
    return Puzzle.from_digits(digits, rules).candidates


def engine(rules: Rules, **options: object) -> BacktrackEngine:
    return Backtrack().compile(rules, **options)


@pytest.mark.parametrize("core", ["compiled", "plain"])
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("singles", SINGLES)
@pytest.mark.parametrize(
    ("rules", "expected"),
    [(boxes(2, 2), 288), (latin(4), 576), (boxes(2, 2).with_diagonals(), 48), (latin(1), 1)],
    ids=["sudoku 4", "latin 4", "diagonal 4", "1"],
)
def test_known_counts_of_empty_grids(
    rules: Rules, expected: int, order: str, singles: str, core: str
) -> None:
    made = engine(rules, order=order, singles=singles, core=core)
    count = made.count(Puzzle.empty(rules).candidates, ALL)
    assert (count.value, count.exact) == (expected, True)


def test_latin_squares_of_order_5_are_counted_without_keeping_them() -> None:
    count = engine(latin(5)).count(Puzzle.empty(latin(5)).candidates, ALL)
    assert (count.value, count.exact) == (161_280, True)


@st.composite
def small_puzzles(draw: st.DrawFn) -> tuple[Rules, Candidates]:
    rules = draw(
        st.sampled_from(
            [
                boxes(2, 2),
                latin(3),
                JIGSAW_4,
                boxes(2, 2).with_diagonals(),
                latin(4).with_groups([[0, 5, 10], [3, 6]]),  # groups that are not houses
            ]
        )
    )
    masks = st.integers(0, rules.all_digits) | st.just(rules.all_digits)
    cells = rules.cell_count
    return rules, tuple(draw(st.lists(masks, min_size=cells, max_size=cells)))


@given(small_puzzles(), st.sampled_from(ORDERS), st.sampled_from(SINGLES))
def test_both_cores_take_the_same_steps(
    case: tuple[Rules, Candidates], order: str, singles: str
) -> None:
    rules, candidates = case
    fast, plain = (
        engine(rules, order=order, singles=singles, core=core).search(candidates, ALL)
        for core in ("compiled", "plain")
    )
    assert fast.solutions == plain.solutions
    assert fast.exhausted and plain.exhausted
    for figure in ("nodes", "conflicts", "propagations"):
        assert getattr(fast.stats, figure) == getattr(plain.stats, figure), figure


LATE = st.builds("{}:{}".format, st.integers(0, 4), st.integers(0, 5))


@given(small_puzzles(), st.sampled_from(ORDERS), LATE)
def test_hidden_singles_before_a_branch_are_the_same_in_both_cores(
    case: tuple[Rules, Candidates], order: str, late: str
) -> None:
    rules, candidates = case
    fast, plain = (
        engine(rules, order=order, singles="naked", late=late, core=core).search(candidates, ALL)
        for core in ("compiled", "plain")
    )
    assert fast.solutions == plain.solutions
    assert set(fast.solutions) == set(engine(rules).search(candidates, ALL).solutions)
    for figure in ("nodes", "conflicts", "propagations"):
        assert getattr(fast.stats, figure) == getattr(plain.stats, figure), figure


def test_hidden_singles_are_looked_for_from_a_depth_and_a_number_of_candidates_on() -> None:
    candidates = givens(INKALA_2010, classic())
    limits = Limits(solutions=2)

    def nodes(**options: object) -> int:
        return engine(classic(), **options).search(candidates, limits).stats.nodes or 0

    always, never = nodes(singles="hidden"), nodes(singles="naked")
    assert nodes(singles="naked", late="0:0") == always  # at each branch: as after each placement
    assert nodes(singles="naked", late="82:0") == nodes(singles="naked", late="0:10") == never
    by_depth = [nodes(singles="naked", late=f"{depth}:0") for depth in range(12)]
    by_choices = [nodes(singles="naked", late=f"0:{number}") for number in (2, 3, 4)]
    assert always == by_depth[0] < by_depth[5] < never
    assert always == by_choices[0] < by_choices[1] <= by_choices[2] <= never


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"late": 3, "singles": "naked"}, "late is 3; expected DEPTH:CANDIDATES"),
        ({"late": "-1:3", "singles": "naked"}, "expected DEPTH:CANDIDATES"),
        ({"late": "1:3"}, "late goes with singles=naked"),
    ],
)
def test_a_wrong_late_says_what_was_expected(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        engine(classic(), **options)


@given(small_puzzles())
def test_every_way_finds_all_solutions(case: tuple[Rules, Candidates]) -> None:
    rules, candidates = case
    found = {
        frozenset(engine(rules, order=o, singles=s).search(candidates, ALL).solutions)
        for o, s in itertools.product(ORDERS, SINGLES)
    }
    assert len(found) == 1
    assert all(verify.is_solution(grid, rules, candidates) for grid in found.pop())


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("singles", SINGLES)
def test_both_cores_take_the_same_steps_on_9x9(order: str, singles: str) -> None:
    candidates = givens(EASY, classic())
    fast, plain = (
        engine(classic(), order=order, singles=singles, core=core).search(candidates, ALL)
        for core in ("compiled", "plain")
    )
    assert fast.solutions == plain.solutions
    assert len(fast.solutions) == 1
    assert verify.is_solution(fast.solutions[0], classic(), candidates)
    assert fast.stats.nodes == plain.stats.nodes
    assert fast.stats.conflicts == plain.stats.conflicts
    assert fast.stats.propagations == plain.stats.propagations


def test_more_inference_means_fewer_nodes() -> None:
    candidates = givens(INKALA_2010, classic())
    nodes = [
        engine(classic(), order="fewest", singles=singles).search(candidates, ALL).stats.nodes or 0
        for singles in SINGLES
    ]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[2] < nodes[0] / 10


def test_cells_in_order_without_propagation_give_solutions_in_lexicographic_order() -> None:
    outcome = engine(boxes(2, 2), order="index", singles="none").search((15,) * 16, ALL)
    assert list(outcome.solutions) == sorted(outcome.solutions)


@pytest.mark.parametrize("core", ["compiled", "plain"])
def test_a_search_that_stops_at_its_limit_claims_no_more_than_it_knows(core: str) -> None:
    made = engine(boxes(2, 2), core=core)
    part = made.search((15,) * 16, Limits(solutions=287))
    assert (len(part.solutions), part.exhausted) == (287, False)
    count = made.count((15,) * 16, Limits(solutions=10))
    assert (count.value, count.exact) == (10, False)


@pytest.mark.parametrize("core", ["compiled", "plain"])
def test_solutions_are_found_when_they_are_asked_for(core: str) -> None:
    # The empty 9×9 has 6.67e21: a search for all of them first would never answer.
    found = engine(classic(), core=core).iterate((511,) * 81, ALL)
    grids = list(itertools.islice(found, 50))
    assert len(set(grids)) == 50
    assert all(verify.is_solution(grid, classic(), (511,) * 81) for grid in grids)


@pytest.mark.parametrize("core", ["compiled", "plain"])
def test_iteration_says_at_the_end_whether_these_were_all(core: str) -> None:
    run = engine(boxes(2, 2), core=core).iterate((15,) * 16, ALL)
    for _ in range(288):
        next(run)
    with pytest.raises(StopIteration) as stop:
        next(run)
    assert stop.value.value is True


@pytest.mark.parametrize("core", ["compiled", "plain"])
def test_a_deadline_holds_and_is_not_taken_for_an_answer(core: str) -> None:
    start = time.monotonic()
    count = engine(classic(), core=core).count((511,) * 81, Limits(solutions=None, seconds=0.2))
    assert time.monotonic() - start < 0.2 + 0.5 + BUSY
    assert count.value > 0
    assert not count.exact


@pytest.mark.parametrize("core", ["compiled", "plain"])
def test_no_time_at_all_gives_no_answer(core: str) -> None:
    outcome = engine(classic(), core=core).search((511,) * 81, Limits(seconds=0))
    assert (outcome.solutions, outcome.exhausted) == ((), False)


@pytest.mark.posix
def test_ctrl_c_ends_a_native_search() -> None:
    made = engine(classic(), core="compiled")
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), ctrl_c_after(0.2):
        made.count((511,) * 81, Limits(solutions=None, seconds=20))
    assert time.monotonic() - start < 0.2 + 0.5 + BUSY


def test_threads_share_an_engine() -> None:
    made = engine(boxes(2, 2))
    results: list[int] = []

    def work() -> None:
        results.extend(made.count((15,) * 16, ALL).value for _ in range(20))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [288] * 80


@pytest.mark.parametrize("core", ["compiled", "plain"])
@pytest.mark.parametrize("order", ORDERS)
def test_a_contradiction_among_givens_is_proved(order: str, core: str) -> None:
    for singles in SINGLES:
        made = engine(boxes(2, 2), order=order, singles=singles, core=core)
        for masks in [(1, 1, *(15,) * 14), (0, *(15,) * 15), (3, 3, 3, *(15,) * 13)]:
            outcome = made.search(masks, ALL)
            assert (outcome.solutions, outcome.exhausted) == ((), True)


def test_the_compiled_core_takes_64_digits() -> None:
    rules = boxes(8, 8)
    grid = [((r % 8) * 8 + r // 8 + c) % 64 + 1 for r in range(64) for c in range(64)]
    digits = [0 if cell % 3 == 0 else digit for cell, digit in enumerate(grid)]
    candidates = Puzzle.from_digits(digits, rules).candidates
    outcome = engine(rules, core="compiled").search(candidates, Limits(seconds=10))
    assert verify.is_solution(outcome.solutions[0], rules, candidates)


def test_more_than_64_digits_are_searched_in_plain_python() -> None:
    rules = latin(66)
    grid = [(r + c) % 66 + 1 for r in range(66) for c in range(66)]
    digits = [0 if cell % 7 == 0 else digit for cell, digit in enumerate(grid)]
    candidates = Puzzle.from_digits(digits, rules).candidates
    outcome = engine(rules).search(candidates, Limits(seconds=20))
    assert verify.is_solution(outcome.solutions[0], rules, candidates)
    with pytest.raises(OptionError, match="up to 64"):
        engine(rules, core="compiled")


def test_unknown_options_and_values_say_what_was_expected() -> None:
    with pytest.raises(OptionError, match="no option 'depth'; expected order"):
        engine(classic(), depth="3")
    with pytest.raises(OptionError, match="expected one of fewest, index"):
        engine(classic(), order="random")


def test_the_native_layer_refuses_masks_that_do_not_fit() -> None:
    layout = native.Layout(4, 16, [[0, 1, 2, 3]])
    with pytest.raises(ValueError, match="one mask a cell"):
        native.BacktrackSearch(layout, [15] * 15, "index", "none")
    with pytest.raises(ValueError, match="rules lack"):
        native.BacktrackSearch(layout, [16] + [15] * 15, "index", "none")
    with pytest.raises(ValueError, match="outside of the grid"):
        native.Layout(4, 16, [[0, 16]])
    with pytest.raises(ValueError, match="1 to 64 digits"):
        native.Layout(65, 16, [])


@pytest.mark.parametrize(
    ("choice", "order", "singles"),
    [("index", "index", "none"), ("pruned", "index", "hidden"), ("fewest", "fewest", "none")],
)
def test_a_choice_is_the_method_of_its_options(choice: str, order: str, singles: str) -> None:
    candidates = givens(EASY, classic())
    chosen = backends.engine(f"backtrack:{choice}", classic()).search(candidates, ALL)
    spelt = engine(classic(), order=order, singles=singles).search(candidates, ALL)
    assert chosen.solutions == spelt.solutions
    for figure in ("nodes", "conflicts", "propagations"):
        assert getattr(chosen.stats, figure) == getattr(spelt.stats, figure), figure


def test_choices_have_a_line_each_and_others_are_refused() -> None:
    assert list(backends.choices("backtrack")) == [
        *("exhaustive", "index", "pruned", "fewest", "late")
    ]
    for wrong in ("backtrack:best", "backtrack:", "backtrack:late:1", "backtrack:late:-1:3"):
        with pytest.raises(OptionError, match="expected exhaustive, index, pruned, fewest"):
            backends.get(wrong)


def test_late_is_a_choice_with_its_numbers_behind_it() -> None:
    candidates = givens(INKALA_2010, classic())
    for choice, late in (("late", "2:2"), ("late:2:4", "2:4")):
        chosen = backends.engine(f"backtrack:{choice}", classic()).search(candidates, ALL)
        spelt = engine(classic(), singles="naked", late=late).search(candidates, ALL)
        assert (chosen.stats.nodes, chosen.solutions) == (spelt.stats.nodes, spelt.solutions)


def test_what_a_choice_fixes_cannot_be_set_otherwise() -> None:
    for option in ({"order": "fewest"}, {"singles": "naked"}):
        with pytest.raises(OptionError, match="backtrack:index says itself"):
            Backtrack("index").compile(classic(), **option)
    assert Backtrack("index").compile(classic(), core="plain")


def exhaustive(rules: Rules, core: str = "auto") -> BacktrackEngine:
    return Backtrack("exhaustive").compile(rules, core=core)


@given(small_puzzles())
def test_both_exhaustive_cores_fill_the_same_grids(case: tuple[Rules, Candidates]) -> None:
    rules, masks = case
    # The second half is fixed as far as it can be, so that there are not too many fillings.
    candidates = tuple(m if cell < 7 else m & -m for cell, m in enumerate(masks))
    fast, plain = (
        exhaustive(rules, core).search(candidates, ALL) for core in ("compiled", "plain")
    )
    assert fast.solutions == plain.solutions
    assert fast.exhausted and plain.exhausted
    assert (fast.stats.nodes, fast.stats.conflicts) == (plain.stats.nodes, plain.stats.conflicts)
    assert set(fast.solutions) == set(engine(rules).search(candidates, ALL).solutions)


@pytest.mark.parametrize("core", ["compiled", "plain"])
def test_exhaustive_search_tries_every_digit_in_every_open_cell(core: str) -> None:
    rules = boxes(2, 2)
    open_cells = 5
    grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    digits = tuple(0 if cell < open_cells else digit for cell, digit in enumerate(grid))
    outcome = exhaustive(rules, core).search(Puzzle.from_digits(digits, rules).candidates, ALL)
    assert outcome.solutions == (grid,)
    assert outcome.exhausted
    assert outcome.stats.nodes == sum(4**depth for depth in range(1, open_cells + 1))
    assert outcome.stats.conflicts == 4**open_cells - 1
    assert outcome.stats.propagations == 0


@pytest.mark.parametrize("core", ["compiled", "plain"])
def test_exhaustive_search_rests_between_solutions_and_keeps_its_limit(core: str) -> None:
    made = exhaustive(latin(3), core)
    empty = Puzzle.empty(latin(3)).candidates
    assert len(list(made.iterate(empty, ALL))) == 12
    assert made.count(empty, ALL).exact
    part = made.search(empty, Limits(solutions=11))
    assert (len(part.solutions), part.exhausted) == (11, False)
    start = time.monotonic()
    stopped = exhaustive(boxes(2, 2), core).count((15,) * 16, Limits(solutions=None, seconds=0.1))
    assert time.monotonic() - start < 0.1 + 0.5 + BUSY
    assert not stopped.exact


def test_exhaustive_search_refuses_what_would_take_too_long() -> None:
    with pytest.raises(UnsupportedError, match=r"about 10\^77 ways.*4,294,967,296"):
        solving.solve("." * 81, backend="backtrack:exhaustive")
    assert MOST_FILLINGS == 4**16
    huge = Puzzle.empty(latin(60))
    with pytest.raises(UnsupportedError, match=r"10\^"):
        solving.solve(huge, backend="backtrack:exhaustive")
    assert solving.count("." * 16, backend="backtrack:exhaustive", seconds=0).value == 0


def test_methods_that_see_more_need_fewer_nodes() -> None:
    text = "1......2.3....4."
    nodes = [
        solving.check(text, backend=name).stats.nodes or 0
        for name in ("backtrack:exhaustive", "backtrack:index", "backtrack:pruned")
    ]
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[0] > 1000 * nodes[1]
