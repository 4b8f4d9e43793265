"""Exact cover searches: all algorithms against brute force, one another and known counts."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import combinations, islice
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import BUSY
from well_known import SEVENTEEN

from cpsudoku.backends import exact_cover as algorithms
from cpsudoku.backends.exact_cover import (
    LINKS,
    Cover,
    CoverSearch,
    Dlx,
    ExactCoverBackend,
    ExactCoverEngine,
    count_covers,
    cover_search,
    covers,
)
from cpsudoku.encodings.exact_cover import ExactCover, exact_cover
from cpsudoku.errors import BackendUnavailableError, OptionError, PuzzleError
from cpsudoku.ground import compiled
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Stats
from cpsudoku.rules import Rules, boxes, classic, latin

ALL = Limits(solutions=None)


def backend(algorithm: str) -> ExactCoverBackend:
    """The backend that takes an algorithm by its name among those of `covers`."""
    return (Dlx if algorithm in LINKS else Cover)(algorithm)


def runs_here(algorithm: str) -> bool:
    try:
        backend(algorithm).compile(boxes(2, 2))
    except OptionError as error:
        assert "processor" in str(error)
        return False
    except BackendUnavailableError:
        assert not compiled.is_there()
        return False
    return True


BIT_SETS = tuple(filter(runs_here, ("packed128", "packed256", "packed512", "sparse")))
COMPILED = (*BIT_SETS, *filter(runs_here, ("links", "cells")))
TREES = tuple(
    filter(
        None,
        (tuple(filter(runs_here, tree)) for tree in (BIT_SETS, ("links", "python"), ("cells",))),
    )
)
"""Those that walk the same tree."""
ALGORITHMS = tuple(algorithm for tree in TREES for algorithm in tree)
ANY_SIZE = tuple(algorithm for algorithm in ALGORITHMS if not algorithm.startswith("packed"))
# From the "minimum sudoku" collection of Gordon Royle (17 givens).


def puzzle(text: str) -> Puzzle:
    return Puzzle.from_digits([0 if s == "." else int(s) for s in text], classic())


def agree(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> bool:
    """Whether two options, as (item, colour) pairs, can be chosen together."""
    return all(i != j or (c == d and c != 0) for i, c in one for j, d in other)


def brute_force(problem: ExactCover) -> set[tuple[int, ...]]:
    """All covers by trying all sets of options that have a primary item."""
    colours = problem.colours or tuple((0,) * len(o) for o in problem.options)
    pairs = [tuple(zip(o, c, strict=True)) for o, c in zip(problem.options, colours, strict=True)]
    useful = [n for n, o in enumerate(problem.options) if any(i < problem.primary for i in o)]
    found = set()
    for size in range(len(useful) + 1):
        for chosen in combinations(useful, size):
            covered = [i for n in chosen for i in problem.options[n] if i < problem.primary]
            if sorted(covered) == list(range(problem.primary)) and all(
                agree(pairs[a], pairs[b]) for a, b in combinations(chosen, 2)
            ):
                found.add(chosen)
    return found


@st.composite
def problems(draw: st.DrawFn) -> ExactCover:
    primary = draw(st.integers(0, 5))
    secondary = draw(st.integers(0, 3))
    items = primary + secondary
    one = st.lists(st.integers(0, max(0, items - 1)), unique=True, max_size=min(items, 4))
    options = draw(st.lists(one, max_size=11))
    colours = [[draw(st.integers(0, 2)) if i >= primary else 0 for i in o] for o in options]
    return ExactCover(primary, secondary, tuple(map(tuple, options)), tuple(map(tuple, colours)))


@given(problems())
def test_every_algorithm_finds_just_the_covers_of_brute_force(problem: ExactCover) -> None:
    expected = brute_force(problem)
    for algorithm in ALGORITHMS:
        found = list(covers(problem, algorithm=algorithm))
        assert len(found) == len(set(found))
        assert set(found) == expected, algorithm


@given(problems(), st.data())
def test_chosen_and_removed_options_filter_the_covers(
    problem: ExactCover, data: st.DataObject
) -> None:
    numbers = st.sampled_from(range(len(problem.options))) if problem.options else st.nothing()
    chosen = data.draw(st.lists(numbers, max_size=2) if problem.options else st.just([]))
    removed = data.draw(st.lists(numbers, max_size=3) if problem.options else st.just([]))
    expected = {
        c for c in brute_force(problem) if set(chosen) <= set(c) and not set(removed) & set(c)
    }
    for algorithm in ALGORITHMS:
        run = cover_search(problem, chosen=chosen, removed=removed, algorithm=algorithm)
        assert set(iter(run.next, None)) == expected, algorithm
        assert run.exhausted is True


def walked(run: CoverSearch, most: int | None = None) -> tuple[list[tuple[int, ...]], int, int]:
    """The covers in their order and what work they took."""
    found = list(islice(iter(run.next, None), most))
    return found, run.nodes, run.conflicts


def without_time(stats: Stats) -> Stats:
    # Packed searches choose several forced options at once, and need not come to all before one
    # of them proves a dead end.
    return replace(stats, search_seconds=None, build_seconds=None, propagations=None)


@pytest.mark.thorough(but=1)
@pytest.mark.compiled
@pytest.mark.parametrize("tree", TREES)
@given(problem=problems())
def test_twins_walk_the_same_tree(tree: tuple[str, ...], problem: ExactCover) -> None:
    first, *others = [walked(cover_search(problem, algorithm=algorithm)) for algorithm in tree]
    assert others == [first] * (len(tree) - 1)


@pytest.mark.compiled
@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("rules", [boxes(3, 3), boxes(3, 3).with_diagonals(), boxes(3, 4)])
def test_twins_walk_the_same_tree_on_an_empty_grid(rules: Rules, tree: tuple[str, ...]) -> None:
    problem = exact_cover(rules)
    first, *others = [walked(cover_search(problem, algorithm=a), 20) for a in tree[-2:]]
    assert others == [first] * len(others)
    assert len(first[0]) == 20


@pytest.mark.parametrize("tree", TREES)
def test_twins_walk_the_same_tree_on_a_hard_puzzle(tree: tuple[str, ...]) -> None:
    candidates = puzzle(SEVENTEEN).candidates
    outcomes = [backend(a).compile(classic()).search(candidates, ALL) for a in tree]
    work = [without_time(o.stats) for o in outcomes]
    assert work == work[:1] * len(tree)
    for outcome in outcomes:
        assert outcome.exhausted
        assert outcome.solutions == outcomes[0].solutions
        assert len(outcome.solutions) == 1


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize(
    ("rules", "count", "algorithms"),
    [
        (boxes(2, 2), 288, ALGORITHMS),
        (latin(4), 576, ALGORITHMS),
        (latin(5), 161_280, COMPILED),
        (latin(1), 1, ALGORITHMS),
        (latin(2).with_diagonals(), 0, ALGORITHMS),
        (boxes(2, 2).with_diagonals(), 48, ALGORITHMS),
    ],
)
def test_known_numbers_of_grids(rules: Rules, count: int, algorithms: tuple[str, ...]) -> None:
    for algorithm in algorithms:
        result = count_covers(exact_cover(rules), algorithm=algorithm)
        assert (result.value, result.exact) == (count, True)


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", COMPILED)
def test_there_are_28200960_grids_of_six_by_six(algorithm: str) -> None:
    assert count_covers(exact_cover(boxes(2, 3)), algorithm=algorithm).value == 28_200_960


def queens(n: int) -> ExactCover:
    options = tuple((r, n + f, 2 * n + r + f, 5 * n + r - f) for r in range(n) for f in range(n))
    return ExactCover(2 * n, 4 * n, options)


@pytest.mark.parametrize(("n", "count"), [(1, 1), (2, 0), (3, 0), (4, 2), (6, 4), (8, 92)])
def test_known_numbers_of_queens(n: int, count: int) -> None:
    for algorithm in ALGORITHMS:
        assert count_covers(queens(n), algorithm=algorithm).value == count


def test_items_with_more_options_than_a_machine_word_has_bits() -> None:
    # One item with 200 options, each with an item of its own that a single other option covers.
    options = tuple((0, 1 + k) for k in range(200)) + tuple((1 + k,) for k in range(200))
    problem = ExactCover(201, 0, options)
    for algorithm in ANY_SIZE:
        found = list(covers(problem, algorithm=algorithm))
        assert len(found) == 200
        assert sorted(found)[7] == tuple(sorted({7} | {200 + k for k in range(200) if k != 7}))


@pytest.mark.thorough
def test_a_search_of_great_depth_needs_no_recursion() -> None:
    for algorithm in ANY_SIZE:
        n = 1000 if "python" in algorithm else 10_000
        choices = ExactCover(n, 0, tuple((k // 2,) for k in range(2 * n)))  # n times one of two
        run = covers(choices, limits=Limits(solutions=20), algorithm=algorithm)
        assert len(set(run)) == 20


@pytest.mark.compiled
def test_packed_refuses_a_problem_that_is_too_big() -> None:
    with pytest.raises(OptionError, match="too big"):
        Cover().compile(boxes(4, 4), algorithm="packed")
    with pytest.raises(OptionError, match="too big"):
        covers(ExactCover(1, 0, ((0,),) * 17), algorithm="packed")


@pytest.mark.compiled
def test_auto_takes_packed_where_it_fits_and_sparse_elsewhere() -> None:
    chosen = [Cover().compile(rules) for rules in (classic(), boxes(4, 4))]
    assert [engine.algorithm[:6] for engine in chosen if isinstance(engine, ExactCoverEngine)] == [
        "packed",
        "sparse",
    ]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_enumeration_is_lazy_and_says_whether_it_was_complete(algorithm: str) -> None:
    problem = exact_cover(boxes(2, 2))
    everything = list(covers(problem, algorithm=algorithm))
    assert list(covers(problem, limits=Limits(solutions=5), algorithm=algorithm)) == everything[:5]
    run = cover_search(problem, algorithm=algorithm)
    assert run.next() == everything[0]
    assert run.nodes < 20
    assert list(islice(iter(run.next, None), 4)) == everything[1:5]
    assert not run.exhausted
    assert len(list(iter(run.next, None))) == 288 - 5
    assert (run.exhausted, run.next()) == (True, None)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("options", [[64], [-1]])
def test_an_option_that_there_is_not_is_refused(algorithm: str, options: list[int]) -> None:
    problem = exact_cover(boxes(2, 2))
    with pytest.raises(OptionError, match="there is no option"):
        covers(problem, chosen=options, algorithm=algorithm)
    with pytest.raises(OptionError, match="there is no option"):
        covers(problem, removed=options, algorithm=algorithm)


def test_wrong_options_of_the_backend_are_refused() -> None:
    with pytest.raises(OptionError, match="dlx: algorithm is 'packed'; expected one of links"):
        Dlx("packed")
    with pytest.raises(OptionError, match="'dlx' has no option 'colour'; expected algorithm"):
        Dlx().compile(classic(), colour=1)
    with pytest.raises(OptionError, match="dlx: algorithm is 3"):
        Dlx().compile(classic(), algorithm=3)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_givens_and_pencil_marks_that_contradict_have_no_solution(algorithm: str) -> None:
    engine = backend(algorithm).compile(boxes(2, 2))
    for candidates in (
        (1, 1) + (15,) * 14,  # two equal givens in a row
        (0,) + (15,) * 15,  # no candidate
        (3, 3, 3) + (15,) * 13,  # three cells for two digits
    ):
        outcome = engine.search(candidates, ALL)
        assert (outcome.solutions, outcome.exhausted) == ((), True)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_pencil_marks_restrict_the_solutions(algorithm: str) -> None:
    engine = backend(algorithm).compile(boxes(2, 2))
    every = engine.search((15,) * 16, ALL).solutions
    masks = tuple(1 << (d - 1) | 5 for d in every[100])
    fitting = {g for g in every if all(m >> (d - 1) & 1 for m, d in zip(masks, g, strict=True))}
    outcome = engine.search(masks, ALL)
    assert 1 < len(fitting) < 288
    assert set(outcome.solutions) == fitting
    assert outcome.exhausted


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_seconds_end_a_search_that_would_take_for_ever(algorithm: str) -> None:
    engine = backend(algorithm).compile(latin(9))
    start = time.monotonic()
    assert isinstance(engine, ExactCoverEngine)
    result = engine.count((511,) * 81, Limits(solutions=None, seconds=0.1))
    assert 0.1 <= time.monotonic() - start < 0.6 + BUSY
    assert result.stats.nodes  # a busy machine may leave no time for a solution
    assert not result.exact


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_no_time_at_all_is_no_answer(algorithm: str) -> None:
    engine = backend(algorithm).compile(classic())
    outcome = engine.search(puzzle(SEVENTEEN).candidates, Limits(seconds=0))
    assert (outcome.solutions, outcome.exhausted) == ((), False)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_stopped_search_goes_on_where_it_was(algorithm: str) -> None:
    solver = algorithms.solver(exact_cover(boxes(2, 2)), algorithm)
    search = solver.search([], [])
    found: list[tuple[int, ...]] = []
    while (step := search.next(0.0 if len(found) % 2 else None)) is not False:
        if step is None:
            step = search.next(None)
        if step:
            found.append(search.solution())
    assert found == list(covers(exact_cover(boxes(2, 2)), algorithm=algorithm))


INTERRUPTED = """
import sys
from cpsudoku.backends import get
from cpsudoku.result import Limits
from cpsudoku.rules import latin
engine = get(sys.argv[1]).compile(latin(9))
print("ready", flush=True)
try:
    engine.count((511,) * 81, Limits(solutions=None))
except KeyboardInterrupt:
    sys.exit(7)
"""


@pytest.mark.thorough(but=2)
@pytest.mark.posix
@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_ctrl_c_ends_a_search_within_half_a_second(algorithm: str) -> None:
    made = backend(algorithm)
    command = [sys.executable, "-c", INTERRUPTED, f"{made.name}:{made.algorithm}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.1)
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 7
        assert time.monotonic() - start < 1.0 + BUSY  # half a second, and Python's own exit


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("algorithm", [tree[0] for tree in TREES])
def test_one_engine_serves_several_threads(algorithm: str) -> None:
    engine = backend(algorithm).compile(boxes(2, 3))
    limits = Limits(solutions=2000 if compiled.is_there() else 100)
    expected = engine.search((63,) * 36, limits).solutions
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(engine.search, (63,) * 36, limits) for _ in range(8)]
        assert all(run.result().solutions == expected for run in runs)


@pytest.mark.thorough(but=1)
@pytest.mark.compiled
@pytest.mark.parametrize("algorithm", ["links", "cells", "packed"])
def test_a_search_shared_by_two_threads_says_so(algorithm: str) -> None:
    search = algorithms.solver(exact_cover(latin(9)), algorithm).search([], [])
    other = threading.Thread(target=search.count, args=(None, 1.0))
    other.start()
    with pytest.raises(RuntimeError, match="another thread"):
        while other.is_alive():
            search.next(0.0)
            time.sleep(0.001)
    other.join()


def batch_engine(algorithm: str = "links", rules: Rules | None = None) -> ExactCoverEngine:
    if not compiled.is_there():
        pytest.skip("needs the compiled core")
    engine = backend(algorithm).compile(rules or classic())
    assert isinstance(engine, ExactCoverEngine)
    assert engine.takes_arrays
    return engine


def mixed_grids() -> np.ndarray:
    """Grids with one solution, with many, and with none."""
    digits = np.array(puzzle(SEVENTEEN).digits, dtype=np.uint8)
    rows = [digits]
    for cell in np.flatnonzero(digits):
        fewer = digits.copy()
        fewer[cell] = 0
        rows.append(fewer)
        changed = digits.copy()
        changed[cell] = changed[cell] % 9 + 1
        rows.append(changed)
    return np.array(rows * 3)


@pytest.mark.parametrize("algorithm", COMPILED)
@pytest.mark.parametrize("limit", [1, 2, 7])
def test_search_many_answers_as_search_does_whatever_the_threads(
    algorithm: str, limit: int
) -> None:
    engine = batch_engine(algorithm)
    grids = mixed_grids()
    limits = Limits(solutions=limit)
    batches = [engine.search_many(grids, limits, threads=n) for n in (1, 3)]
    for field in ("counts", "solutions", "unknown"):
        assert np.array_equal(getattr(batches[0], field), getattr(batches[1], field))
    assert not batches[0].unknown.any()
    for row, count, solution in zip(grids, batches[0].counts, batches[0].solutions, strict=True):
        given = Puzzle.from_digits(row.tolist(), classic()).candidates
        outcome = engine.search(given, limits)
        assert count == len(outcome.solutions)
        assert tuple(solution) == (outcome.solutions[0] if count else (0,) * 81)
    assert set(batches[0].counts) >= {0, 1}


def test_search_many_counts_all_solutions_without_a_limit() -> None:
    empty = np.zeros((2, 16), dtype=np.uint8)
    batch = batch_engine(rules=boxes(2, 2)).search_many(empty, ALL)
    assert batch.counts.tolist() == [288, 288]


def test_search_many_names_the_puzzle_with_a_wrong_digit() -> None:
    grids = np.zeros((3, 81), dtype=np.uint8)
    grids[1, 5] = 10
    with pytest.raises(PuzzleError, match="puzzle 1 has digit 10 in cell 5; expected 0 to 9"):
        batch_engine().search_many(grids, ALL)


@pytest.mark.parametrize("threads", [1, 2])
def test_search_many_out_of_time_is_unknown_and_never_none(threads: int) -> None:
    grids = np.zeros((100, 81), dtype=np.uint8)
    start = time.monotonic()
    batch = batch_engine().search_many(grids, Limits(solutions=None, seconds=0.1), threads)
    assert time.monotonic() - start < 0.6 + BUSY
    assert batch.unknown.all()


def test_search_many_of_nothing_is_nothing() -> None:
    batch = batch_engine().search_many(np.zeros((0, 81), dtype=np.uint8), ALL)
    assert (batch.counts.shape, batch.solutions.shape) == ((0,), (0, 81))


def test_without_the_compiled_core_dlx_is_plain_python_and_cover_says_what_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cpsudoku._native", None)
    assert "without the compiled core" in Dlx().detail()
    engine = Dlx().compile(boxes(2, 2))
    assert isinstance(engine, ExactCoverEngine)
    assert engine.algorithm == "python"
    assert engine.count((15,) * 16, ALL).value == 288
    assert count_covers(exact_cover(boxes(2, 2))).value == 288
    for made in (Cover(), Cover("packed"), Dlx("links")):
        assert "needs the compiled core" in made.supports(boxes(2, 2)).reason
        with pytest.raises(BackendUnavailableError, match="needs the compiled core"):
            made.compile(boxes(2, 2))


def test_coloured_items_hold_any_number_of_options_that_agree() -> None:
    # Each cell of a strip takes a tile; neighbours share an edge, which must have one colour.
    n, colours = 6, 3
    tiles = [(a, b) for a in range(colours) for b in range(colours)]
    options = tuple((cell, n + cell, n + cell + 1) for cell in range(n) for _ in tiles)
    rows = tuple((0, a + 1, b + 1) for _ in range(n) for a, b in tiles)
    problem = ExactCover(n, n + 1, options, rows)
    for algorithm in ALGORITHMS:
        assert count_covers(problem, algorithm=algorithm).value == colours ** (n + 1)


def test_perfect_matchings_of_a_complete_graph() -> None:
    n = 10
    problem = ExactCover(n, 0, tuple(combinations(range(n), 2)))
    matchings = factorial(n) // (2 ** (n // 2) * factorial(n // 2))
    for algorithm in ALGORITHMS:
        assert count_covers(problem, algorithm=algorithm).value == matchings


@pytest.mark.compiled
def test_the_problem_of_a_big_board_is_built_by_the_deadline_of_the_search_or_later() -> None:
    rules = boxes(7, 7)
    engine = Cover().compile(rules)
    masks = (rules.all_digits,) * rules.cell_count
    assert not engine.search(masks, Limits(seconds=0)).exhausted
    assert not engine.count(masks, Limits(seconds=0)).exact
    assert isinstance(engine, ExactCoverEngine)
    assert engine._prepared is None
    assert engine.algorithm in ("sparse",)


def test_a_board_that_would_fill_the_memory_is_refused() -> None:
    refused = Cover().supports(boxes(13, 13))
    assert not refused
    assert refused.reason == "4,826,809 options of digits in cells; at most 4,000,000"
