"""Paths of smallest reasons: sound, as small as they say, and ended honestly."""

from dataclasses import replace
from itertools import combinations, islice

import pytest
from brute_force import grids
from needed_elements import needless

from cpsudoku.backends.base.witnesses import Sample
from cpsudoku.backends.fd import FdEngine
from cpsudoku.errors import BackendError
from cpsudoku.formats import parse
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import ReasonPath, ReasonStep, paths, smallest_reasons
from cpsudoku.reasons.checking import check
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.result import Limits
from cpsudoku.rules import Candidates, boxes, digits_of_mask
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

VARIANTS = (
    "thermo@r3c2,r4c1,r4c2,r4c3+killer:10@r2c2,r3c1,r3c2,r3c3",
    "killer:6@r4c2,r4c3+thermo@r2c3,r3c3,r3c2+thermo@r3c1,r2c1+killer:10@r1c3,r1c4,r2c4,r3c4"
    "+killer:3@r2c3,r3c3",
    "killer:10@r3c4,r4c2,r4c3,r4c4+killer:5@r1c4,r2c4+thermo@r1c2,r1c1,r2c1+thermo@r4c4,r4c3,r3c3",
)


def small(spec: str) -> Puzzle:
    return Puzzle.empty(with_variants(boxes(2, 2), *spec.split("+")))


@pytest.mark.parametrize("spec", VARIANTS)
def test_no_step_contradicts_the_only_solution(spec: str) -> None:
    puzzle = small(spec)
    (solution,) = grids(puzzle.rules, puzzle.candidates)
    path = smallest_reasons(puzzle)
    for step in path:
        assert all(solution[cell] == digit for cell, digit in step.placements)
        assert all(solution[cell] != digit for cell, digit in step.eliminations)
        assert step.placements or step.eliminations
    assert path.end == "solved"
    assert path.position.digits == solution


@pytest.mark.parametrize("spec", VARIANTS)
def test_every_element_of_a_smallest_reason_is_needed(spec: str) -> None:
    for step in smallest_reasons(small(spec)):
        assert step.reason.smallest
        assert check(step, NEVER)
        assert needless(step) == []


def refuted(knowledge: Knowledge, chosen: tuple[int, ...], models: list[set[int]]) -> bool:
    """Whether some elements alone exclude a candidate, place a digit, or contradict the board.

    Args:
        models: found for other elements; each shows what is possible wherever it has these too.
    """
    first = knowledge.switches.element
    switched = {first + number for number in chosen}
    cells = [c for c, is_open in enumerate(knowledge.open) if is_open]
    unseen = {sign * n for c in cells for n in knowledge.literals(c) for sign in (1, -1)}
    for model in models:
        if switched <= model:
            unseen -= model
    oracle = knowledge.oracle
    if not cells:
        return not oracle.satisfiable(switched)
    while unseen:
        if not oracle.satisfiable([*switched, unseen.pop()]):
            return True
        models.append(oracle.model)
        unseen -= oracle.model
    return False


def smaller(step: ReasonStep) -> bool:
    """Whether elements of a smaller cost conclude anything: all of these are tried."""
    catalogue = catalogue_of(step.position.rules)
    size, count = step.reason.cost
    models: list[set[int]] = []
    with Knowledge(step.position, NEVER) as knowledge:
        everything = range(len(catalogue.sources))
        for fewer in range(size):
            for sources in combinations(everything, fewer):
                numbers = [n for s in sources for n in catalogue.of_source[s]]
                cells = range(catalogue.first_of_cells, len(catalogue.elements))
                if refuted(knowledge, (*numbers, *cells), models):
                    return True
        for sources in combinations(everything, size):
            numbers = [n for s in sources for n in catalogue.of_source[s]]
            scope = {c for s in sources for c in catalogue.sources[s].scope}
            cells_ = [
                n
                for cell in (scope or range(step.position.rules.cell_count))
                if knowledge.open[cell]
                for n in (catalogue.filled(cell), catalogue.single(cell))
            ]
            # What fewer elements conclude, more do too.
            for chosen in combinations((*numbers, *cells_), count - 1):
                if refuted(knowledge, chosen, models):
                    return True
    return False


@pytest.mark.parametrize("spec", VARIANTS)
def test_what_is_called_smallest_is_so_among_all_sets(spec: str) -> None:
    for step in smallest_reasons(small(spec)):
        if step.reason.cost < (1, 4):
            assert not smaller(step), step.sentence


@pytest.mark.thorough
def test_a_pair_is_smallest_where_no_single_is_there() -> None:
    # Only 1 and 2 in two cells of row 1, nothing else gone: four elements, and no three do it.
    masks = [0b1111] * 16
    masks[0] = masks[1] = 0b0011
    puzzle = Puzzle(boxes(2, 2), tuple(masks))
    step = next(smallest_reasons(puzzle))
    assert (step.technique, step.reason.cost) == ("naked pair", (1, 4))
    assert not smaller(step)


def test_a_puzzle_with_several_solutions_ends_stuck_where_they_differ() -> None:
    puzzle = parse("12..........3...")
    path = smallest_reasons(puzzle)
    list(path)
    assert path.end == "stuck"
    found = list(grids(puzzle.rules, puzzle.candidates))
    for cell, mask in enumerate(path.position.candidates):
        for digit in digits_of_mask(mask):
            assert any(grid[cell] == digit for grid in found)


def test_a_puzzle_without_a_solution_ends_in_a_contradiction() -> None:
    puzzle = parse("....1....3...23.")
    assert not list(grids(puzzle.rules, puzzle.candidates))
    *_, last = path = list(smallest_reasons(puzzle))
    assert last.broken
    assert not any(step.broken for step in path[:-1])
    assert check(last, NEVER)
    assert needless(last) == []


def test_a_grid_that_breaks_a_clue_is_not_solved() -> None:
    rules = with_variants(boxes(2, 2), "thermo@r1c2,r1c1")
    path = smallest_reasons(Puzzle.from_digits([int(d) for d in "1234341221434321"], rules))
    (last,) = path
    assert last.broken
    assert path.end == "broken"
    assert last.sentence == "Thermo r1c2 r1c1 contradicts the board."


def test_without_time_it_ends_at_the_limit() -> None:
    path = ReasonPath(Position.of(small(VARIANTS[0])), seconds=0)
    assert list(path) == []
    assert path.end == "limit"


def test_a_step_that_the_second_engine_does_not_confirm_is_not_returned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = Position.of(small(VARIANTS[0]))
    asked: list[ReasonStep] = []

    def undecided(step: ReasonStep, *_: object) -> bool:
        asked.append(step)
        return False

    monkeypatch.setattr(paths, "check", undecided)
    path = ReasonPath(start)
    assert list(path) == []
    assert (path.end, path.steps, len(asked)) == ("limit", 0, 1)


def test_what_the_finite_domain_engine_says_of_a_clue_is_asked_of_the_solver_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def lying(
        engine: FdEngine, masks: Candidates, known: Sample, limits: Limits, work: int
    ) -> Sample:
        found = truth(engine, (masks[0] & masks[0] - 1, *masks[1:]), known, limits, work)
        return replace(found, settled=(found.settled[0] | masks[0], *found.settled[1:]))

    truth = FdEngine.sample  # r1c1 loses its lowest digit
    monkeypatch.setattr(FdEngine, "sample", lying)
    monkeypatch.setattr(paths, "check", lambda *_: True)
    with pytest.raises(BackendError, match="does not follow"):
        next(smallest_reasons(small("thermo@r1c1,r1c2,r2c2")))


def test_a_step_that_the_solver_has_no_time_to_confirm_is_not_returned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = smallest_reasons(small("thermo@r1c1,r1c2,r2c2"))
    confirmed = Finder.confirmed
    monkeypatch.setattr(
        Finder, "confirmed", lambda self, step, _: confirmed(self, step, Deadline(0))
    )
    monkeypatch.setattr(paths, "check", lambda *_: True)
    assert next(path, None) is None
    assert path.end == "limit"


HARD = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"


def test_no_clock_decides_where_the_caller_gives_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    begin = Deadline.__init__

    def endless(self: Deadline, seconds: float | None) -> None:
        assert seconds is None
        begin(self, seconds)

    monkeypatch.setattr(Deadline, "__init__", endless)
    assert len(list(islice(smallest_reasons(HARD), 2))) == 2
    assert all(list(smallest_reasons(small(spec))) for spec in VARIANTS[:3])
