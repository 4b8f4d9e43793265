"""What the exit status of a command means."""

from __future__ import annotations

import enum


class Status(enum.IntEnum):
    """Exit status of a command; of several puzzles the worst counts, in the order of `worst`."""

    DONE = 0
    """Done, and as asked: all solved, all unique."""
    NO = 1
    """Some puzzle has no solution, or is not unique where that was asked."""
    ERROR = 2
    """Wrong usage, bad input, or a failure."""
    UNKNOWN = 3
    """Some verdict is unknown, because a limit was reached."""
    INTERRUPTED = 130
    """Ctrl-C."""

    @staticmethod
    def worst(one: Status, other: Status) -> Status:
        """Return the graver of two: an error, then unknown, then a plain no, then done.

        Args:
            one: a status.
            other: another.
        """
        return max(one, other, key=(Status.DONE, Status.NO, Status.UNKNOWN, Status.ERROR).index)
