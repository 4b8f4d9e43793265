"""The contract of every backend, run over all that the registry knows.

The puzzles and their exact counts are in puzzles/contract.txt.
"""

import math
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from well_known import EASTER_MONSTER, EASY

from cpsudoku import backends, formats, verify
from cpsudoku.asking import solving
from cpsudoku.backends.base import Engine
from cpsudoku.errors import BackendUnavailableError, OptionError, UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Verdict
from cpsudoku.rules import SYMBOLS, Grid, Rules, boxes, classic, jigsaw, latin

CONTRACT = Path(__file__).parents[2] / "puzzles" / "contract.txt"


def skipped_if_missing(name: str) -> object:
    """A backend's name as a parameter of a test, which is skipped where it is not installed."""
    try:
        reason = backends.get(name).installed().reason
    except BackendUnavailableError as error:
        reason = str(error)
    return pytest.param(name, marks=pytest.mark.skip(reason=reason) if reason else ())


compiled = find_spec("cpsudoku._native") is not None

BUILT = [name for name in backends.names() if ":" not in name]
NAMES = [skipped_if_missing(name) for name in BUILT]


class Case:
    """One line of the contract."""

    def __init__(self, record: formats.Record) -> None:
        count, _, solution = record.comment.partition(":")
        self.line = record.line
        self.puzzle = record.puzzle
        self.count = int(count)
        size = record.puzzle.rules.size
        self.solution = formats.parse(solution).digits if solution else None
        assert (self.solution is not None) == (self.count == 1), record.line
        assert self.solution is None or len(self.solution) == size**2


@lru_cache
def contract() -> tuple[Case, ...]:
    return tuple(map(Case, formats.read(CONTRACT)))


def engine_of(name: str, rules: Rules) -> Engine:
    backend = backends.get(name)
    support = backend.supports(rules)
    if not support:
        pytest.skip(f"{name}: {support.reason}")
    try:
        return backends.engine(name, rules)
    except BackendUnavailableError as error:
        pytest.skip(str(error))


def supported(name: str) -> list[Case]:
    return [case for case in contract() if backends.get(name).supports(case.puzzle.rules)]


def check_solutions(case: Case, outcome: Outcome) -> None:
    assert len(set(outcome.solutions)) == len(outcome.solutions), f"line {case.line}: repeated"
    for grid in outcome.solutions:
        fault = verify.fault(grid, case.puzzle.rules, case.puzzle.candidates)
        assert fault is None, f"line {case.line}: {fault}"


def test_the_contract_covers_counts_sizes_and_rules() -> None:
    cases = contract()
    counts = {case.count for case in cases}
    assert len(cases) > 100
    assert {0, 1, 2} <= counts
    assert max(counts) > 500
    assert {case.puzzle.rules.size for case in cases} >= {1, 4, 5, 6, 7, 8, 9, 10, 12, 16}
    assert {"box", "region", "diagonal", "window", "disjoint group", "group"} <= {
        c.kind for case in cases for c in case.puzzle.rules.groups
    }
    assert any(case.puzzle.has_pencil_marks for case in cases)


@pytest.mark.parametrize("name", NAMES)
def test_all_solutions_of_the_contract_are_found_and_no_others(name: str) -> None:
    cases = supported(name)
    assert cases
    for case in cases:
        engine = engine_of(name, case.puzzle.rules)
        outcome = engine.search(case.puzzle.candidates, Limits(solutions=None))
        assert (len(outcome.solutions), outcome.exhausted) == (case.count, True), case.line
        check_solutions(case, outcome)
        if case.solution is not None:
            assert outcome.solutions == (case.solution,), case.line


CHOICES = [
    skipped_if_missing(f"{name}:{choice}") for name in BUILT for choice in backends.choices(name)
]
MANY_FILLINGS = 1 << 20


def suits(name: str, case: Case) -> bool:
    """Return whether a choice, of which some are slow, answers a case in little time."""
    if name == "backtrack:exhaustive":
        return math.prod(mask.bit_count() for mask in case.puzzle.candidates) <= MANY_FILLINGS
    return case.puzzle.rules.size <= 6 or name.startswith("bitboard")


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_finds_all_solutions(name: str) -> None:
    cases = [case for case in supported(name) if suits(name, case)]
    for case in cases:
        outcome = engine_of(name, case.puzzle.rules).search(
            case.puzzle.candidates, Limits(solutions=None)
        )
        assert (len(outcome.solutions), outcome.exhausted) == (case.count, True), case.line
        check_solutions(case, outcome)
    assert cases or not supported(name)


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_has_a_line_about_it(name: str) -> None:
    base, _, choice = name.partition(":")
    assert backends.choices(base)[choice]
    assert "\n" not in backends.choices(base)[choice]


@pytest.mark.compiled
@pytest.mark.parametrize("widest", ["avx2", "portable"])
def test_what_the_processor_lacks_is_not_among_the_choices(widest: str) -> None:
    program = "from cpsudoku import backends; print(backends.choices('bitboard'))"
    said = said_with_vectors(widest, program)
    assert ("portable" in said, "avx512" in said) == (True, False)
    assert widest != "portable" or "avx2" not in said
    program = (
        "from cpsudoku import backends, rules\n"
        "try: backends.engine('cover:packed512', rules.classic())\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    assert "OptionError" in (said := said_with_vectors(widest, program)) and "packed512" in said


@pytest.mark.compiled
def test_vectors_that_nobody_knows_are_not_hidden_in_silence() -> None:
    program = "from cpsudoku.ground import compiled; print(compiled.missing_reason())"
    assert "CPSUDOKU_WIDEST: there are no vectors 'mmx'" in said_with_vectors("mmx", program)


def said_with_vectors(widest: str, program: str) -> str:
    """What a program says where wider vectors are hidden."""
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"CPSUDOKU_WIDEST": widest},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.mark.thorough(but=7)
@pytest.mark.parametrize("limit", [1, 2, 7])
@pytest.mark.parametrize("name", NAMES)
def test_a_limit_stops_the_search_and_exhausted_is_claimed_only_when_true(
    name: str, limit: int
) -> None:
    for case in supported(name):
        engine = engine_of(name, case.puzzle.rules)
        outcome = engine.search(case.puzzle.candidates, Limits(solutions=limit))
        assert len(outcome.solutions) == min(limit, case.count), case.line
        assert outcome.exhausted or case.count >= limit, case.line
        assert not outcome.exhausted or case.count <= limit, case.line
        check_solutions(case, outcome)


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("name", NAMES)
def test_enumeration_gives_what_search_gives(name: str) -> None:
    for case in supported(name):
        engine = engine_of(name, case.puzzle.rules)
        run = engine.iterate(case.puzzle.candidates, Limits(solutions=None))
        found: list[Grid] = []
        exhausted = False
        while True:
            try:
                found.append(next(run))
            except StopIteration as stop:
                exhausted = stop.value
                break
        assert (len(found), exhausted) == (case.count, True), case.line
        check_solutions(case, Outcome(tuple(found), exhausted))


@pytest.mark.parametrize("name", NAMES)
def test_an_abandoned_enumeration_leaves_the_engine_usable(name: str) -> None:
    puzzle = Puzzle.empty(boxes(2, 2))
    engine = engine_of(name, puzzle.rules)
    run = engine.iterate(puzzle.candidates, Limits(solutions=None))
    next(run)
    other = engine.iterate(puzzle.candidates, Limits(solutions=None))
    assert len(list(other)) == 288
    run.close()
    assert len(engine.search(puzzle.candidates, Limits(solutions=None)).solutions) == 288


def supports(name: str, rules: Rules) -> bool:
    return bool(backends.get(name).supports(rules))


@pytest.mark.thorough(but=4)
@pytest.mark.parametrize("name", NAMES)
def test_counting_gives_what_search_gives(name: str) -> None:
    for case in supported(name):
        engine = engine_of(name, case.puzzle.rules)
        whole = engine.count(case.puzzle.candidates, Limits(solutions=None))
        assert (whole.value, whole.exact) == (case.count, True), case.line
        part = engine.count(case.puzzle.candidates, Limits(solutions=2))
        assert part.value == min(2, case.count), case.line
        assert not part.exact or case.count <= 2, case.line
        assert part.exact or case.count >= 2, case.line


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_many_at_once_are_answered_as_one_by_one(name: str, threads: int) -> None:
    cases = [c for c in contract() if c.puzzle.rules.is_classic and not c.puzzle.has_pencil_marks]
    engine = engine_of(name, classic())
    rows = np.array([case.puzzle.digits for case in cases], dtype=np.uint8)
    batch = engine.search_many(rows, Limits(solutions=2), threads=threads)
    assert batch.counts.tolist() == [min(2, case.count) for case in cases]
    assert not batch.unknown.any()
    for case, solution in zip(cases, batch.solutions.tolist(), strict=True):
        if case.count:
            assert verify.is_solution(tuple(solution), classic(), case.puzzle.candidates)
        else:
            assert not any(solution)


@pytest.mark.parametrize("name", NAMES)
def test_the_facade_derives_the_verdict(name: str) -> None:
    for case in supported(name)[::3]:
        result = solving.check(case.puzzle, backend=name)
        wanted = (Verdict.NONE, Verdict.UNIQUE, Verdict.MULTIPLE)[min(case.count, 2)]
        assert result.verdict is wanted, case.line
        assert bool(result.differences) == (case.count >= 2), case.line
        first = solving.solve(case.puzzle, backend=name)
        assert first.verdict in (
            (Verdict.NONE,), (Verdict.SOLVED, Verdict.UNIQUE), (Verdict.SOLVED,)
        )[min(case.count, 2)], case.line  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_work_that_no_machine_changes_stands_beside_the_seconds(name: str) -> None:
    engine = engine_of(name, classic())
    candidates = formats.parse(EASTER_MONSTER).candidates
    one, other = (engine.search(candidates, Limits(solutions=2)).stats for _ in range(2))
    assert one.nodes is not None
    assert one.nodes > 0
    assert (one.nodes, one.conflicts) == (other.nodes, other.conflicts)
    assert one.search_seconds is not None


@pytest.mark.parametrize("name", NAMES)
def test_a_cell_without_candidates_means_no_solution(name: str) -> None:
    puzzle = formats.parse(EASY)
    masks = (*puzzle.candidates[:80], 0)
    outcome = engine_of(name, puzzle.rules).search(masks, Limits(solutions=2))
    assert (outcome.solutions, outcome.exhausted) == ((), True)


@pytest.mark.parametrize("name", NAMES)
def test_a_puzzle_without_solution_and_without_clash_is_refuted(name: str) -> None:
    *_, long, short = formats.read(CONTRACT.parent / "broken" / "no-solution.txt")
    for record in (short,) if name == "backtrack" else (long, short):
        assert record.puzzle.clash() is None
        outcome = engine_of(name, classic()).search(record.puzzle.candidates, Limits())
        assert (outcome.solutions, outcome.exhausted) == ((), True)


@pytest.mark.parametrize("name", NAMES)
def test_givens_that_clash_mean_no_solution(name: str) -> None:
    masks = Puzzle.empty(classic()).with_given(0, 5).with_given(8, 5).candidates
    outcome = engine_of(name, classic()).search(masks, Limits(solutions=2))
    assert (outcome.solutions, outcome.exhausted) == ((), True)


@pytest.mark.parametrize("name", NAMES)
def test_out_of_time_is_never_taken_for_no_solution(name: str) -> None:
    engine = engine_of(name, classic())
    empty = Puzzle.empty(classic()).candidates
    for seconds in (0.0, 0.05):
        outcome = engine.search(empty, Limits(solutions=None, seconds=seconds))
        assert not outcome.exhausted
    result = solving.check(EASTER_MONSTER, backend=name, seconds=0.0)
    assert result.verdict in (Verdict.UNKNOWN, Verdict.UNIQUE)
    found = solving.solutions(Puzzle.empty(classic()), backend=name, seconds=0.05)
    for grid in found:
        assert len(grid) == 81
    assert found.exhausted is False
    counted = solving.count(Puzzle.empty(classic()), backend=name, seconds=0.05)
    assert not counted.exact


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_answer(name: str) -> None:
    engine = engine_of(name, classic())
    empty = Puzzle.empty(classic()).candidates
    for seed in (0, 7):
        limits = Limits(solutions=3, seed=seed)
        assert engine.search(empty, limits).solutions == engine.search(empty, limits).solutions


@pytest.mark.parametrize("name", NAMES)
def test_an_engine_serves_several_threads_at_once(name: str) -> None:
    cases = [case for case in supported(name) if case.puzzle.rules == classic()][:12]
    engine = engine_of(name, classic())

    def counted(case: Case) -> int:
        return len(engine.search(case.puzzle.candidates, Limits(solutions=None)).solutions)

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(counted, cases)) == [case.count for case in cases]


@pytest.mark.parametrize("name", NAMES)
def test_an_unknown_option_is_refused(name: str) -> None:
    with pytest.raises(OptionError):
        backends.engine(name, classic(), no_such_option=1)


@pytest.mark.parametrize("name", NAMES)
def test_rules_that_are_not_supported_are_refused_with_a_reason(name: str) -> None:
    backend = backends.get(name)
    for rules in {case.puzzle.rules for case in contract()}:
        support = backend.supports(rules)
        if not support:
            assert support.reason
            with pytest.raises(UnsupportedError):
                backends.engine(name, rules)


@pytest.mark.parametrize("name", NAMES)
def test_candidates_are_the_digits_of_some_solution(name: str) -> None:
    case = next(case for case in contract() if case.puzzle.rules == classic() and case.count == 7)
    engine_of(name, classic())
    found = solving.candidates(case.puzzle, backend=name)
    grids = solving.solve(case.puzzle, backend=name, limit=None).solutions
    assert found.complete
    assert found.masks == tuple(
        sum(1 << (digit - 1) for digit in set(digits)) for digits in zip(*grids, strict=True)
    )
    assert all(grid[cell] == digit for (cell, digit), grid in found.witnesses.items())


@pytest.mark.parametrize(("rules", "grids"), [(boxes(2, 2), 288), (latin(4), 576)])
@pytest.mark.parametrize("name", NAMES)
def test_small_empty_grids_have_as_many_solutions_as_are_known(
    name: str, rules: Rules, grids: int
) -> None:
    engine_of(name, rules)
    counted = solving.count(Puzzle.empty(rules), backend=name)
    assert (counted.value, counted.exact) == (grids, True)


@pytest.mark.parametrize("name", NAMES)
def test_latin_squares_of_order_five_are_161280(name: str) -> None:
    if not compiled:
        pytest.skip("in plain Python it takes minutes")
    if engine_of(name, latin(5)).count((1,) * 25, Limits()).verified:
        pytest.skip(f"{name} counts by going through all of them, which takes minutes")
    counted = solving.count(Puzzle.empty(latin(5)), backend=name)
    assert (counted.value, counted.exact) == (161_280, True)


@pytest.mark.slow
def test_grids_of_six_by_six_are_28200960() -> None:
    counted = solving.count(Puzzle.empty(boxes(2, 3)), backend="dlx")
    assert (counted.value, counted.exact) == (28_200_960, True)


@pytest.mark.compiled
def test_large_irregular_regions_are_for_fd() -> None:
    stripes = {size: jigsaw("".join(SYMBOLS[i] * size for i in range(size))) for size in (9, 16)}
    assert {size: backends.auto(rules) for size, rules in stripes.items()} == {9: "cover", 16: "fd"}
    assert backends.auto(boxes(4, 4)) == "cover"
