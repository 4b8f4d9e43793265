"""Which proposals of a puzzle contradict each other: what leaves no solution is dropped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cpsudoku.asking import solving
from cpsudoku.diagnosis.conflict import explain_conflict
from cpsudoku.errors import UnsupportedError
from cpsudoku.formats.base import Proposal, Record
from cpsudoku.ground.deadline import Deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules

MOST_SECONDS = 10.0
"""Time that a puzzle without a solution gets at most."""

_MOST_DROPPED = 6  # conflicts that have nothing to do with one another

CONFLICTS = "it leaves no solution with the others"
UNSETTLED = "clues that leave no solution together, so that one or more mean something else"


def settled(record: Record, seconds: float | None = None) -> Record:
    """Return a record without the proposals that leave no solution: one, or few of a kind.

    Those of a smallest conflict are tried, the least probable first, then all of their kind; a
    record that has a solution stays as it is, and one where none of them helps says so.

    Args:
        seconds: time limit; `MOST_SECONDS` at most.
    """
    taken = [one for one in record.proposals if one.taken and not one.fits]
    deadline = Deadline(min(seconds or MOST_SECONDS, MOST_SECONDS))
    if not taken or _verdict(record.puzzle, deadline) is not Verdict.NONE:
        return record
    found = _helping(record.puzzle, taken, deadline)
    if not found:
        return record._replace(ignored=(*record.ignored, UNSETTLED))
    return _dropped(record, _needed(record.puzzle, found, deadline))


def _helping(puzzle: Puzzle, taken: Sequence[Proposal], deadline: Deadline) -> list[Proposal]:
    """Return proposals without which there is a solution; none if they are not found."""
    dropped: list[Proposal] = []
    while len(dropped) < _MOST_DROPPED and len(dropped) < len(taken):
        left = [one for one in taken if one not in dropped]
        conflict = _in_conflict(_without(puzzle, dropped), left, deadline)
        for some in _choices(conflict, left):
            if deadline.has_passed:
                return []
            if _verdict(_without(puzzle, [*dropped, *some]), deadline) is Verdict.SOLVED:
                return [*dropped, *some]
        dropped.append(conflict[0])
    return []


def _verdict(puzzle: Puzzle, deadline: Deadline) -> Verdict:
    """Return whether there is a solution, as far as time allows."""
    return solving.solve(puzzle, seconds=deadline.left).verdict


def _without(puzzle: Puzzle, dropped: Sequence[Proposal]) -> Puzzle:
    gone, rules = [one.constraint for one in dropped], puzzle.rules
    kept = tuple(one for one in rules.constraints if one not in gone)
    return Puzzle(Rules.trusted(rules.board, kept), puzzle.candidates)


def _in_conflict(puzzle: Puzzle, taken: Sequence[Proposal], deadline: Deadline) -> list[Proposal]:
    """Return the proposals of a minimal conflict, or else all; the least probable first."""
    try:
        conflict = explain_conflict(puzzle, seconds=deadline.left)
    except UnsupportedError:
        found = []
    else:
        found = [one for one in taken if one.constraint in conflict.constraints]
    return sorted(found or taken, key=lambda one: one.confidence)


def _choices(conflict: Sequence[Proposal], every: Sequence[Proposal]) -> Iterator[list[Proposal]]:
    """Yield what may be dropped: each proposal of a conflict, then all of a kind and sentence."""
    yield from ([one] for one in conflict)
    for some in (conflict, every):
        for kind in dict.fromkeys(map(_kind, conflict)):
            yield [one for one in some if _kind(one) == kind]


def _kind(proposal: Proposal) -> tuple[type, str]:
    return type(proposal.constraint), proposal.evidence


def _needed(puzzle: Puzzle, dropped: list[Proposal], deadline: Deadline) -> list[Proposal]:
    """Return those of some proposals that have to be dropped, none of which can be kept.

    Where all of a kind are, none of these is more probable than another, and all are dropped.
    """
    for one in list(dropped) if len(dropped) <= _MOST_DROPPED else ():
        others = [other for other in dropped if other is not one]
        if others and _verdict(_without(puzzle, others), deadline) is Verdict.SOLVED:
            dropped = others
    return dropped


def _dropped(record: Record, dropped: Sequence[Proposal]) -> Record:
    """Return a record without some proposals, which say why."""
    proposals = (replace(p, dropped=CONFLICTS) if p in dropped else p for p in record.proposals)
    puzzle = _without(record.puzzle, dropped)
    return record._replace(puzzle=puzzle, proposals=tuple(proposals))
