"""Proposals that leave no solution are dropped, as few as possible."""

from __future__ import annotations

from cpsudoku import Puzzle
from cpsudoku.asking import solving
from cpsudoku.diagnosis.proposing import CONFLICTS, UNSETTLED, settled
from cpsudoku.formats.base import Proposal, Record
from cpsudoku.result import Verdict
from cpsudoku.rules import usual
from cpsudoku.variants import from_text


def record_with(*texts: str) -> Record:
    rules = usual(4)
    made = [from_text(text, rules.board) for text in texts]
    proposals = tuple(Proposal(one, "line", "", 0.9 - n / 10) for n, one in enumerate(made))
    puzzle = Puzzle.empty(rules.with_constraints(made))
    return Record(puzzle, proposals=proposals)


def test_the_least_probable_proposal_of_a_conflict_is_dropped() -> None:
    record = record_with("thermo@r1c1,r1c2", "odd@r4c4", "thermo@r1c2,r1c1")
    found = settled(record)
    assert [one.dropped for one in found.proposals] == ["", "", CONFLICTS]
    assert solving.solve(found.puzzle).verdict is Verdict.SOLVED


def test_two_conflicts_drop_one_of_each_and_none_drops_nothing() -> None:
    bad = ("palindrome@r1c1,r1c2", "odd@r4c4", "killer:9@r3c1,r3c2")
    assert [bool(one.dropped) for one in settled(record_with(*bad)).proposals] == [
        True,
        False,
        True,
    ]
    good = record_with("odd@r4c4")
    assert settled(good) is good


def test_all_of_a_kind_are_dropped_where_each_contradicts_what_is_sure() -> None:
    odd = [f"odd@r{row}c{column}" for row in (1, 2, 3, 4) for column in (1, 2)]
    found = settled(record_with(*odd, "even@r1c3"))
    assert [bool(one.dropped) for one in found.proposals] == [True] * 8 + [False]
    assert found.ignored == ()


def test_what_leaves_no_solution_whatever_is_dropped_is_said() -> None:
    record = record_with("odd@r4c4", "thermo@r1c1,r1c2")
    given = Puzzle(record.puzzle.rules, (1, 1, *record.puzzle.candidates[2:]))
    assert settled(record._replace(puzzle=given)).ignored == (UNSETTLED,)
