"""Outcomes of questions about puzzles, with their words and exit statuses."""

from __future__ import annotations

import enum
from collections.abc import Collection
from functools import reduce


class Status(enum.IntEnum):
    """Exit status of a command; of several puzzles the gravest counts, see `worst`."""

    DONE = 0
    """Done, and as asked: all solved, all unique."""
    NO = 1
    """Some puzzle has no solution, or is not unique where that was asked."""
    ERROR = 2
    """A usage error, bad input, or a failure."""
    UNKNOWN = 3
    """Some verdict is unknown, because a limit was reached."""
    CRASHED = 70
    """A bug in this program: never a statement about a puzzle."""
    INTERRUPTED = 130
    """Ctrl-C: 128 plus the signal's number, as for other signals (143: SIGTERM)."""

    @staticmethod
    def worst(one: Status, other: Status) -> Status:
        """Return the graver of two: an error, then a no, then unknown, then done.

        A no outranks unknown: whether all puzzles are unique is settled by one that is not.
        """
        return max(one, other, key=(Status.DONE, Status.UNKNOWN, Status.NO, Status.ERROR).index)


class Ending(enum.Enum):
    """The outcome of a puzzle: its words in the summary, and its exit status."""

    def __init__(self, words: str, status: Status) -> None:
        self.words, self.status = words, status


def status_of(outcomes: Collection[Ending]) -> Status:
    """Return the exit status of some outcomes; that of none, of an empty input, is an error."""
    statuses = (outcome.status for outcome in outcomes)
    return reduce(Status.worst, statuses, Status.DONE) if outcomes else Status.ERROR
