"""The compiled core called directly: with any arguments it neither crashes nor hangs nor lies."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from native_fitting import SOLUTION, choices_of, houses
from well_known import INKALA_2012

native = pytest.importorskip("cpsudoku._native", reason="the compiled core was not built")

GRID = np.array([[int(digit) for digit in SOLUTION]], np.uint8)
OPEN = [511] * 81


@pytest.mark.thorough
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="calls are ended by a signal")
@pytest.mark.parametrize("asked", ["0 400", "4 4000 FdAutomaton", "4 500 CoverSolver Groups"])
def test_calls_of_all_bindings_with_any_arguments_end_by_themselves(asked: str) -> None:
    script = Path(__file__).parents[1] / "native_fuzz.py"
    done = subprocess.run(
        [sys.executable, str(script), *asked.split()],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
        errors="replace",
    )
    assert done.returncode == 0, "\n".join((*done.stdout.splitlines()[-3:], done.stderr[-2000:]))
    *_, never, last = done.stdout.splitlines()
    assert last == "done"
    # A call that is always refused tests nothing: arguments for it belong into native_fitting.
    assert never == "never returned:"


def canonical(puzzles: Any, solutions: Any, solved: bool) -> list[int]:
    forms = np.zeros((1, 81), np.uint8)
    orders, moves = np.zeros(1, np.uint64), np.zeros((1, 28), np.uint8)
    native.canonical_many(puzzles, solutions, np.array([solved]), forms, orders, moves, 1)
    found: list[int] = forms[0].tolist()
    return found


@pytest.mark.parametrize("digit", [0, 1, 9, 10, 255])
def test_what_is_called_a_solution_has_to_be_one(digit: int) -> None:
    wrong = GRID.copy()
    wrong[0, 0] = digit
    with pytest.raises(ValueError, match="solution 1 solves not its puzzle"):
        canonical(np.zeros((1, 81), np.uint8), wrong, solved=True)
    with pytest.raises(ValueError, match="solution 1 solves not its puzzle"):
        canonical(GRID, np.roll(GRID, 1), solved=True)
    assert sorted(canonical(GRID, GRID, solved=True)) == sorted(GRID[0].tolist())


def digger(orbits: list[list[int]], effort: int = 0) -> Any:
    return native.Digger(
        orbits, [False] * len(orbits), [], (0, 81), [0] * 9, [9] * 9, (effort, 2**64 - 1), True,
        OPEN, 10**9, 0, 0, 10, 1, 0,
    )  # fmt: skip


@pytest.mark.parametrize("orbits", [[[0, 0]], [[0, 1], [1]], [[*range(81), 5]]])
def test_orbits_with_a_cell_twice_are_refused(orbits: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="twice"):
        digger(orbits)


@pytest.mark.parametrize(("choices", "cells"), [(0, 0), (0, 5), (5, 0), (2**40, 2)])
def test_defining_sets_need_choices_and_cells(choices: int, cells: int) -> None:
    with pytest.raises(ValueError, match="choices"):
        native.DefiningSets(choices, cells, lambda _: [])


def test_choices_are_all_candidates_of_the_open_cells() -> None:
    choices = choices_of(OPEN)
    for wrong in ([], choices[1:], [*choices, choices[0]], [*choices[1:], (0, 10)], [(81, 1)]):
        with pytest.raises(ValueError, match="expected"):
            native.ClassicDefiningSets(OPEN, wrong)
    with pytest.raises(ValueError, match="one cell at least"):
        native.ClassicDefiningSets([1 << (int(digit) - 1) for digit in SOLUTION], [])


def test_a_pool_ends_where_there_are_fewer_solutions_than_samples() -> None:
    masks = [1 << (int(digit) - 1) for digit in SOLUTION]
    for row in (3, 4):  # 7 and 1 can change places
        for column in (3, 5):
            masks[9 * row + column] = 511
    sets = native.ClassicDefiningSets(masks, choices_of(masks))
    sets.fill(0, 10**6, 0, None)
    assert 1 <= sets.rows <= 16


@pytest.mark.parametrize("answer", [[[1, 2]], [[0, 2], [0, 2]], [[0, 2], [0, 3], [1, 2]], [[2, 0]]])
def test_answers_that_are_no_solutions_of_the_question_are_refused(answer: list[list[int]]) -> None:
    sets = native.DefiningSets(4, 2, lambda _: answer)
    with pytest.raises(ValueError, match=r"expected|ascending"):
        sets.find(1, 5.0)


def lanes(**outputs: Any) -> None:
    arrays = {
        "counts": np.zeros(1, np.int64),
        "solutions": np.zeros((1, 81), np.uint8),
        "unknown": np.zeros(1, np.bool_),
    }
    arrays |= outputs
    native.lanes_search_digits(GRID, limit=2, seconds=None, threads=1, **arrays)


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("counts", np.zeros(1, np.int32)),
        ("counts", np.zeros(2, np.int64)[::2][:1]),
        ("solutions", np.zeros((1, 81), np.int64)),
        ("solutions", np.zeros((1, 162), np.uint8)[:, ::2]),
        ("unknown", np.zeros(1, np.uint8)),
    ],
)
def test_outputs_are_written_or_refused_but_never_left_alone(name: str, array: Any) -> None:
    before = array.copy()
    try:
        lanes(**{name: array})
    except TypeError:
        return
    assert name == "counts" and array.flags.c_contiguous and not np.array_equal(array, before)


@pytest.mark.parametrize("wide", [np.int64, np.uint16, np.float64])
def test_inputs_are_not_cut_to_fit(wide: type) -> None:
    groups = native.Groups(9, houses(9))
    grid: Any = GRID.astype(wide)
    grid[0, 0] += 256  # as bytes the same grid
    with pytest.raises(TypeError):
        groups.first_fault(grid, grid, np.ones(1, np.int64), 1)
    with pytest.raises(TypeError):
        canonical(grid, GRID, solved=True)


def walk() -> Any:
    kinds = ["row"] * 9 + ["column"] * 9 + ["box"] * 9
    logic = native.Logic(81, 9, list(zip(houses(9), kinds, strict=True)))
    numbers = [(technique, 10) for technique, *_ in native.logic_techniques()]
    order = native.LogicOrder(["nested forcing chains"], numbers, [])
    digits = [0 if symbol == "." else int(symbol) for symbol in INKALA_2012]
    return logic.path(order, digits, [511] * 81, [])


@pytest.mark.parametrize("seconds", [0.0, 0.002])
def test_a_search_that_time_ends_has_found_none(seconds: float) -> None:
    path = walk()
    assert path.next(seconds) is None
    assert path.rating[0] == "limit"


@pytest.mark.parametrize("cells", [[0, 0], [0, 1, 0]])
def test_groups_have_a_cell_once(cells: list[int]) -> None:
    with pytest.raises(ValueError, match="twice"):
        native.Groups(9, [cells])


def test_a_state_of_zeros_is_refused_as_nothing_random_follows() -> None:
    with pytest.raises(ValueError, match="zeros"):
        native.classic_grid([0, 0, 0, 0])
    with pytest.raises(ValueError, match="zeros"):
        native.Filler(9, houses(9)).fill(OPEN, [0] * 4, None)


@pytest.mark.parametrize("first", [0, -1, -(2**63)])
def test_a_search_without_patience_is_refused(first: int) -> None:
    with pytest.raises(ValueError, match="first: expected a positive number"):
        native.Filler(9, houses(9)).fill(OPEN, [1] * 4, None, 9, first)


def backtrack() -> Any:
    layout = native.Layout(9, 81, houses(9))
    return native.BacktrackSearch(layout, OPEN, "index", "hidden")


def sampler() -> Any:
    return native.Sampler(native.Layout(9, 81, houses(9)), OPEN, 1)


def deletions(elaborator: Any) -> None:
    elaborator.remove(np.tile(np.array([1, 2, 0], np.int32), 500_000).tobytes())


ONE = np.array([1, 0], np.int32).tobytes()  # a formula of one clause with one variable


def repetitions(follower: Any) -> None:
    follower.follow(np.tile(np.array([1, 0, 1, 0], np.int32), 1_000_000).tobytes())


RUNNING: list[tuple[str, Callable[[], Any], Callable[[Any], Any]]] = [
    ("BacktrackSearch", backtrack, lambda search: search.count(None, 0.3)),
    ("Sampler", sampler, lambda walks: walks.draw(10**9, 0.3)),
    ("LogicPath", walk, lambda path: path.next(0.3)),
    ("ProofElaborator", lambda: native.ProofElaborator(b""), deletions),
    ("ProofFollower", lambda: native.ProofFollower(ONE), repetitions),
    ("Digger", lambda: digger([[c] for c in range(81)], effort=10**9), lambda d: d.run(0.3, 0.3)),
]


@pytest.mark.thorough(but=3)
@pytest.mark.parametrize(
    ("begin", "run"), [one[1:] for one in RUNNING], ids=[r[0] for r in RUNNING]
)
def test_two_threads_at_once_are_refused(
    begin: Callable[[], Any], run: Callable[[Any], Any]
) -> None:
    search = begin()
    refused: list[Exception] = []
    ready = threading.Barrier(8)

    def use() -> None:
        ready.wait()
        try:
            run(search)
        except RuntimeError as error:
            refused.append(error)

    threads = [threading.Thread(target=use) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused
    assert all("running in another thread" in str(error) for error in refused)
    run(search)  # and afterwards it is free


def covers() -> Any:
    pairs = [[a, b] for a in range(20) for b in range(a)]
    return native.CoverSolver(20, 0, pairs, []).search([], [])


ASKED_OF: list[tuple[str, Callable[[], Any], Callable[[Any], Any], Callable[[Any], Any]]] = [
    ("search", backtrack, lambda search: search.count(None, 1.0), lambda search: search.nodes > 0),
    ("cover", covers, lambda search: search.count(None, 1.0), lambda search: search.nodes > 0),
    ("walks", sampler, lambda walks: walks.draw(10**9, 1.0), lambda w: not w.contradictory),
]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize(
    ("begin", "run", "ask"), [one[1:] for one in ASKED_OF], ids=[one[0] for one in ASKED_OF]
)
def test_a_search_is_not_asked_while_it_runs(
    begin: Callable[[], Any], run: Callable[[Any], Any], ask: Callable[[Any], Any]
) -> None:
    search = begin()
    thread = threading.Thread(target=run, args=(search,))
    thread.start()
    refused = 0
    while thread.is_alive() and not refused:
        try:
            ask(search)
        except RuntimeError:
            refused += 1
        time.sleep(0.001)
    thread.join()
    assert refused
    assert ask(search)  # and afterwards it is free


@pytest.mark.parametrize(
    "use",
    [lambda s: s.add([0, 2]), lambda s: s.complete(), lambda s: s.rows],
    ids=["add", "complete", "rows"],
)
def test_a_pool_of_solutions_is_not_changed_while_it_is_searched(use: Callable[[Any], Any]) -> None:
    refused: list[str] = []

    def ask(choices: list[int]) -> list[list[int]]:
        try:
            use(sets)
        except RuntimeError as error:
            refused.append(str(error))
        return [row for row in ([0, 2], [1, 3]) if set(choices) <= set(row)]

    sets = native.DefiningSets(4, 2, ask)
    sets.add([0, 2])
    sets.find(1, None)
    assert refused
    assert set(refused) == {"this search is running in another thread"}


def test_a_list_that_a_number_of_it_changes_is_read_as_it_was() -> None:
    class Emptying:
        def __index__(self) -> int:
            literals.clear()
            return 1

    literals: list[Any] = [Emptying(), *[1] * 5_000]
    reducer = native.Reducer(9, 81, houses(9))
    assert reducer.remaining(tuple(OPEN), literals)[0] == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes and signals")
def test_ctrl_c_ends_the_writing_of_grids_to_a_full_pipe() -> None:
    program = (
        "import os, signal, threading, time\n"
        "from cpsudoku import _native\n"
        "read, write = os.pipe()\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    _native.write_pattern(write, 0, 0, 10**6, False)\n"
        "except KeyboardInterrupt:\n"
        "    print('ended')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "ended\n", done.stderr


def test_numbers_that_are_far_apart_are_not_taken_for_digits() -> None:
    least, most = -(2**63), 2**63 - 1
    for _ in range(100):  # it would write before what it has
        made = native.FdAutomaton(0, [(0, most, 1), (0, least, 1)], [1], least, 9)
        assert made is not None
    assert native.FdFormula.table([0, 1], [(most, least)], least, 9) is not None


def test_a_group_of_as_many_cells_as_16_bits_can_number_is_looked_at() -> None:
    cells = 1 << 16
    groups = native.Groups(9, [range(cells)], cells)
    assert not groups.holds((511,) * cells, (1,) * cells)


@pytest.mark.parametrize("items", [(1 << 16) - 1, 1 << 16, (1 << 16) + 1, 70_000])
def test_an_option_of_very_many_items_covers_them(items: int) -> None:
    assert native.CoverSolver(items, 0, [list(range(items))], []).search([], []).next()
