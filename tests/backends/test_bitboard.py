"""The bitboard backend: every width against known counts and against another solver."""

import random
import subprocess
import sys
import threading
import time
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import BUSY
from well_known import GOLDEN_NUGGET, INKALA_2010, INKALA_2012, SEVENTEEN

from cpsudoku import verify
from cpsudoku.backends.bitboard import Bitboard, BitboardEngine
from cpsudoku.backends.exact_cover import Dlx
from cpsudoku.errors import OptionError, UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import Candidates, boxes, classic, jigsaw, latin

_native = pytest.importorskip("cpsudoku._native")

ALL = Limits(solutions=None)
FULL = 511
EMPTY: Candidates = (FULL,) * 81
HARD = (INKALA_2010, INKALA_2012, GOLDEN_NUGGET)


def masks(text: str) -> Candidates:
    return Puzzle.from_digits([0 if s == "." else int(s) for s in text], classic()).candidates


def engine_of(width: str, monkeypatch: pytest.MonkeyPatch) -> BitboardEngine:
    monkeypatch.setenv("CPSUDOKU_BITBOARD_WIDTH", width)
    engine = Bitboard().compile(classic())
    assert isinstance(engine, BitboardEngine)
    return engine


@pytest.fixture(params=_native.bitboard_widths())
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> BitboardEngine:
    made = engine_of(request.param, monkeypatch)
    assert made.width == request.param
    return made


def all_widths() -> list[BitboardEngine]:
    with pytest.MonkeyPatch.context() as patch:
        return [engine_of(width, patch) for width in _native.bitboard_widths()]


def reference(candidates: Candidates, limit: int | None) -> tuple[set[tuple[int, ...]], bool]:
    outcome = Dlx().compile(classic()).search(candidates, Limits(solutions=limit))
    return set(outcome.solutions), outcome.exhausted


@pytest.mark.parametrize("text", [SEVENTEEN, *HARD])
def test_a_unique_puzzle_has_its_one_solution_and_is_exhausted(
    engine: BitboardEngine, text: str
) -> None:
    outcome = engine.search(masks(text), Limits(solutions=2))
    assert (len(outcome.solutions), outcome.exhausted) == (1, True)
    assert verify.is_solution(outcome.solutions[0], classic(), masks(text))


def test_a_limit_of_one_does_not_claim_that_there_are_no_others(engine: BitboardEngine) -> None:
    outcome = engine.search(EMPTY, Limits(solutions=1))
    assert (len(outcome.solutions), outcome.exhausted) == (1, False)


@pytest.mark.parametrize("limit", [1, 2, 3, 15, 16, 17, 33, 100])
def test_a_limit_gives_so_many_distinct_solutions(engine: BitboardEngine, limit: int) -> None:
    outcome = engine.search(EMPTY, Limits(solutions=limit))
    assert len(set(outcome.solutions)) == len(outcome.solutions) == limit
    assert all(verify.is_solution(grid, classic(), EMPTY) for grid in outcome.solutions)


def test_an_empty_cell_and_clashing_givens_have_no_solution(engine: BitboardEngine) -> None:
    for candidates in [(0, *EMPTY[1:]), (1, 1, *EMPTY[2:]), (0,) * 81, (1,) * 81]:
        outcome = engine.search(candidates, ALL)
        assert (outcome.solutions, outcome.exhausted) == ((), True)


def test_clashing_givens_of_a_loose_grid_need_no_search(engine: BitboardEngine) -> None:
    # Two 9s in a box, far from where anything is constrained; no round sees that by itself.
    candidates = [FULL] * 81
    candidates[30] = candidates[40] = 1 << 8
    assert engine.search(tuple(candidates), ALL).stats.nodes == 0


def loosened(text: str, removed: int, seed: int) -> Candidates:
    chosen = random.Random(seed).sample([c for c, s in enumerate(text) if s != "."], removed)
    return masks("".join("." if c in chosen else s for c, s in enumerate(text)))


@pytest.mark.parametrize("text", HARD)
def test_all_solutions_of_a_loosened_puzzle_are_found(engine: BitboardEngine, text: str) -> None:
    candidates = loosened(text, 1, 3)
    expected, exhausted = reference(candidates, None)
    assert exhausted
    outcome = engine.search(candidates, ALL)
    assert (set(outcome.solutions), len(outcome.solutions)) == (expected, len(expected))
    assert outcome.exhausted
    counted = engine.count(candidates, ALL)
    assert (counted.value, counted.exact) == (len(expected), True)


@pytest.mark.thorough(but=1)
def test_hundreds_of_thousands_of_solutions_are_counted_exactly(engine: BitboardEngine) -> None:
    # The counts are those of the exact-cover engine, which takes too long for a test.
    for seed, value in [(1, 309791), (2, 1225)]:
        counted = engine.count(loosened(SEVENTEEN, 1, seed), ALL)
        assert (counted.value, counted.exact) == (value, True)


@given(seed=st.integers(0, 2**32), strength=st.floats(0.3, 0.75), data=st.data())
def test_pencil_marks_agree_with_exact_cover_at_every_width(
    seed: int, strength: float, data: st.DataObject
) -> None:
    noise = random.Random(seed)
    solved = reference(masks(HARD[0]), 1)[0].pop()
    # Around a solution, and sometimes without one: digits struck at random from every cell.
    candidates = tuple(
        sum(1 << d for d in range(9) if noise.random() > strength or d + 1 == digit)
        for digit in solved
    )
    if data.draw(st.booleans()):
        cell = data.draw(st.integers(0, 80))
        spoiled = candidates[cell] & ~(1 << (solved[cell] - 1))
        candidates = (*candidates[:cell], spoiled, *candidates[cell + 1 :])
    expected, exhausted = reference(candidates, 60)
    outcomes = [engine.search(candidates, Limits(solutions=60)) for engine in all_widths()]
    for outcome in outcomes:
        assert outcome.solutions == outcomes[0].solutions
        assert outcome.stats.nodes == outcomes[0].stats.nodes
        assert len(outcome.solutions) == len(expected)
        assert not exhausted or (outcome.exhausted and set(outcome.solutions) == expected)
        assert all(verify.is_solution(g, classic(), candidates) for g in outcome.solutions)


def test_every_width_gives_the_same_solutions_in_the_same_order() -> None:
    for candidates in [EMPTY, loosened(SEVENTEEN, 5, 1), loosened(HARD[1], 3, 2)]:
        orders = {e.search(candidates, Limits(solutions=50)).solutions for e in all_widths()}
        assert len(orders) == 1


def test_iterating_gives_what_searching_gives_and_reports_the_end(engine: BitboardEngine) -> None:
    candidates = loosened(HARD[0], 1, 3)
    expected = engine.search(candidates, ALL).solutions
    found = []
    run = engine.iterate(candidates, ALL)
    while True:
        try:
            found.append(next(run))
        except StopIteration as stop:
            assert stop.value is True
            break
    assert tuple(found) == expected
    first = islice(engine.iterate(EMPTY, Limits(solutions=20)), 100)
    assert tuple(first) == engine.search(EMPTY, Limits(solutions=20)).solutions


def test_a_count_that_is_out_of_time_is_a_lower_bound(engine: BitboardEngine) -> None:
    start = time.perf_counter()
    count = engine.count(EMPTY, Limits(solutions=None, seconds=0.1))
    assert time.perf_counter() - start < 0.6 + BUSY
    assert count.value > 1000
    assert not count.exact


def test_no_time_at_all_is_unknown_and_not_none(engine: BitboardEngine) -> None:
    outcome = engine.search(EMPTY, Limits(solutions=1, seconds=0))
    assert (outcome.solutions, outcome.exhausted) == ((), False)


def test_several_threads_share_an_engine(engine: BitboardEngine) -> None:
    puzzles = [masks(text) for text in HARD] + [loosened(HARD[0], 1, 2)]
    expected = [engine.search(p, ALL).solutions for p in puzzles]
    wrong: list[int] = []

    def work(first: int) -> None:
        for i in range(40):
            which = (first + i) % len(puzzles)
            if engine.search(puzzles[which], ALL).solutions != expected[which]:
                wrong.append(which)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_ctrl_c_ends_a_count_within_half_a_second() -> None:
    program = """
import _thread, sys, threading, time
from cpsudoku.backends.bitboard import Bitboard
from cpsudoku.result import Limits
from cpsudoku.rules import classic
engine = Bitboard().compile(classic())
pressed = []
def press():
    time.sleep(0.2)
    pressed.append(time.perf_counter())
    _thread.interrupt_main()
threading.Thread(target=press).start()
try:
    engine.count((511,) * 81, Limits(solutions=None, seconds=20))
except KeyboardInterrupt:
    sys.exit(0 if time.perf_counter() - pressed[0] < 0.5 else 4)
sys.exit(3)
"""
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_only_the_classic_rules_are_supported() -> None:
    backend = Bitboard()
    assert backend.supports(boxes(3, 3))
    labels = "".join(str(c // 27 * 3 + c % 9 // 3) for c in range(81))
    assert backend.supports(jigsaw(labels))  # the same rules under another name
    for rules in [boxes(2, 3), boxes(2, 2), latin(9), classic().with_diagonals()]:
        assert not backend.supports(rules)
        assert "classic" in backend.supports(rules).reason
        with pytest.raises(UnsupportedError):
            backend.compile(rules)


def test_options_and_unknown_widths_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="speed"):
        Bitboard().compile(classic(), speed=11)
    monkeypatch.setenv("CPSUDOKU_BITBOARD_WIDTH", "mmx")
    with pytest.raises(OptionError, match=r"'mmx'.*portable"):
        Bitboard().compile(classic())


def test_the_core_leaves_the_environment_alone_once_it_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another thread may be writing to it: importing NumPy does."""
    monkeypatch.setenv("CPSUDOKU_BITBOARD_WIDTH", "mmx")
    assert _native.BitboardSolver(None).width in _native.bitboard_widths()


def test_the_detail_names_the_width_in_use_and_those_at_hand(
    engine: BitboardEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"vectors: {engine.width} " in Bitboard().detail()
    assert all(width in Bitboard().detail() for width in _native.bitboard_widths())
    monkeypatch.setenv("CPSUDOKU_BITBOARD_WIDTH", "mmx")
    assert "'mmx'" in Bitboard().detail()


def test_a_choice_is_a_width() -> None:
    for width in _native.bitboard_widths():
        made = Bitboard(width).compile(classic())
        assert isinstance(made, BitboardEngine)
        assert made.width == width
        assert f"vectors: {width} " in Bitboard(width).detail()
    with pytest.raises(OptionError, match=r"bitboard:mmx.*expected avx512, avx2, portable"):
        Bitboard("mmx")


def test_a_width_that_this_machine_lacks_is_not_supported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_native, "bitboard_widths", lambda: ["portable"])
    support = Bitboard("avx2").supports(classic())
    assert not support
    assert "no avx2, only portable" in support.reason


@pytest.mark.parametrize("bad", [(511,) * 80, (512, *EMPTY[1:]), (-1, *EMPTY[1:])])
def test_the_compiled_solver_checks_its_input(bad: Candidates) -> None:
    with pytest.raises(ValueError, match="mask"):
        _native.BitboardSolver().search(bad, 1, None)
