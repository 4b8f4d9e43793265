"""The next step where time, effort or clues run out."""

from itertools import islice

import pytest

from cpsudoku.asking import solving
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings import cnf
from cpsudoku.errors import UnsupportedError
from cpsudoku.formats import parse
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons import finding, knowledge, smallest_reasons
from cpsudoku.reasons.checking import check
from cpsudoku.reasons.finding import Finder
from cpsudoku.reasons.knowledge import SECOND, Knowledge
from cpsudoku.reasons.search import ElementSearch, ReasonSearch, SmallHittingSets
from cpsudoku.rules import Linear, boxes, classic
from cpsudoku.variants import with_variants

pytestmark = pytest.mark.compiled

TOGETHER = (
    ".Shape~4x4.Sum~16~R1C1~R1C2~R1C3~R2C1~R2C2~R3C2"
    ".Zipper~R3C4~R2C4~R1C3"
    ".Zipper~R2C1~R3C2~R2C2~R3C1"
    ".Zipper~R3C3~R4C2~R4C3~R4C4"
)
"""None of these says enough alone."""

HARD = "98.7..6..75..4......3..8.7.8....9.5..3.2..1.....4....6.7...4.3....8..4......1...2"


def test_after_the_deadline_there_is_a_step_with_an_honest_bound(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(finding, "GRACE", 1000.0)
    finder = Finder(Position.of(parse(HARD)))
    step = finder.next(Deadline(0))
    assert step is not None
    assert not step.reason.smallest
    assert step.reason.at_least <= 2 < step.size
    assert "at most" in step.bound
    assert check(step, NEVER)


def test_nothing_is_proved_by_a_search_that_was_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(sets: SmallHittingSets, *_: object) -> None:
        sets.gave_up = True

    monkeypatch.setattr(SmallHittingSets, "first", give_up)
    finder = Finder(Position.of(parse(HARD)))
    step = finder.next()
    assert step is not None
    assert (step.reason.smallest, step.reason.at_least) == (False, 2)
    assert check(step, NEVER)
    assert ElementSearch(finder.knowledge, finder.knowledge.sources).fewer(3, 100) == (None, False)


def test_a_search_that_takes_too_long_ends_and_nothing_is_proved_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(finding, "_LONG", 0)
    step = Finder(Position.of(parse(HARD))).next()
    assert step is not None
    assert (step.reason.smallest, step.reason.at_least) == (False, 2)
    assert check(step, NEVER)


@pytest.mark.thorough
def test_each_search_in_vain_halves_the_effort_of_the_next_until_one_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun = []
    begin = ReasonSearch.begin

    def noted(search: ReasonSearch, questions: int) -> None:
        begun.append(questions)
        begin(search, questions)

    monkeypatch.setattr(ReasonSearch, "begin", noted)
    assert list(smallest_reasons(parse(HARD), effort=1800))
    whole = begun[0]
    assert begun[:7] == [whole >> halved for halved in (0, 1, 2, 3, 4, 4, 4)]
    assert 2 * begun[6] in begun[7:]  # after a reason was found


def test_of_equal_steps_all_that_one_reason_concludes_comes_together() -> None:
    rules = with_variants(boxes(2, 2), "thermo@r1c1,r1c2,r2c2")
    step = next(smallest_reasons(Puzzle.empty(rules)))
    assert len(step.eliminations) == 6


def test_a_clue_of_third_parties_is_named_as_it_names_itself() -> None:
    rules = boxes(2, 2).with_constraints([Linear((0, 1), (1, 1), "=", (3,), "my own clue")])
    step = next(smallest_reasons(Puzzle.empty(rules)))
    assert step.sentence.startswith("My own clue r1c1 r1c2 means that r1c1 ")


@pytest.fixture
def no_clauses(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Let each clue be too big for the SAT solver."""

    def refuse(*_: object) -> None:
        raise UnsupportedError("too big")

    monkeypatch.setattr(cnf, "other_clauses", refuse)
    return monkeypatch


def test_a_clue_that_is_too_big_is_left_out_and_said(no_clauses: pytest.MonkeyPatch) -> None:
    no_clauses.setattr(knowledge, "is_known", lambda *_: False)
    rules = with_variants(boxes(2, 2), "killer:3@r1c1,r1c2")
    path = smallest_reasons(Puzzle.empty(rules))
    assert list(path) == []
    assert (path.end, path.too_big) == ("stuck", ("killer 3",))
    filled = Puzzle.from_digits([1, 3, 2, 4, 2, 4, 3, 1, 3, 1, 4, 2, 4, 2, 1, 0], rules)
    against = smallest_reasons(filled)
    *_, last = against.to_contradiction()
    assert (last.broken, last.sentence) == (True, "Killer 3 r1c1 r1c2 contradicts the board.")
    assert (against.end, against.too_big) == ("broken", ("killer 3",))


@pytest.mark.usefixtures("no_clauses")
def test_of_a_clue_that_is_too_big_for_clauses_alone_fd_speaks() -> None:
    rules = with_variants(boxes(2, 2), "killer:3@r4c1,r4c2", "thermo@r2c1,r2c2,r2c3")
    path = smallest_reasons(parse("41..............", rules))
    named = {source.label for step in path for source in step.reason.sources}
    assert {"killer 3", "thermo"} <= named
    assert (path.end, path.too_big) == ("solved", ("killer 3", "thermo"))


@pytest.mark.usefixtures("no_clauses")
def test_clues_that_are_too_big_for_clauses_lead_to_the_solution_together() -> None:
    path = smallest_reasons(parse(TOGETHER))
    assert any(step.parts and step.size < 7 for step in path)
    list(path)
    assert (path.end, len(path.too_big)) == ("solved", 4)


@pytest.mark.thorough
@pytest.mark.usefixtures("no_clauses")
def test_with_such_a_clue_nothing_larger_is_called_smallest() -> None:
    (solution,) = solving.solve(parse(HARD)).solutions
    killer = f"killer:{solution[39] + solution[41]}@r5c4,r5c6"
    steps = list(islice(smallest_reasons(parse(HARD, with_variants(classic(), killer))), 8))
    assert max(step.size for step in steps) > 2
    assert all(step.reason.at_least < 3 for step in steps)
    assert all(step.size < 3 for step in steps if step.reason.smallest)
    bare = list(islice(smallest_reasons(parse(HARD)), 8))
    assert any(step.reason.at_least > 2 for step in bare)


def test_what_cannot_be_left_out_at_once_stays_among_the_elements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Oracle, "satisfiable_within", lambda *_: None)
    with Knowledge(Position.of(parse(HARD)), NEVER) as knowledge:
        opposite = knowledge.variable(2, 1)
        found = ElementSearch(knowledge, knowledge.sources, (opposite,))
        numbers = found.numbers(found.some())
        switched = [knowledge.switches.element + number for number in numbers]
        assert knowledge.oracle.satisfiable([opposite])
        assert not knowledge.oracle.satisfiable([opposite, *switched])


def test_a_search_that_took_too_long_is_followed_by_shorter_ones_until_one_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[float] = []
    search = Finder._fewest_sources

    def too_long(finder: Finder, false: list[int], best: object) -> bool:
        oracle = finder.knowledge.oracle
        taken.append(((oracle._last or 0) - oracle._work) / SECOND)
        raise OutOfTimeError

    finder = Finder(Position.of(parse(HARD)))
    monkeypatch.setattr(Finder, "_fewest_sources", too_long)
    for _ in range(6):
        finder.next()
    monkeypatch.setattr(Finder, "_fewest_sources", search)
    assert [round(left, 1) for left in taken] == [5.0, 2.5, 1.2, 0.6, 0.5, 0.5]
    finder.next()
    monkeypatch.setattr(Finder, "_fewest_sources", too_long)
    finder.next()
    assert round(taken[-1], 1) == 1.0
