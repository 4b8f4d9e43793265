"""When to stop: one moment for all parts of a piece of work.

>>> Deadline(None).left is None
True
>>> Deadline(0).has_passed
True
"""

from __future__ import annotations

import math
import time

from cpsudoku.errors import OptionError

ENDLESS = 1e8
"""Seconds from which a limit counts as none: three years, which every system's clocks can wait."""


class OutOfTimeError(Exception):
    """The deadline has passed before the answer was known."""


def limit_of(seconds: float | None) -> float | None:
    """Return a limit of time as everything can take it: None where it is too far to matter."""
    if seconds is None:
        return None
    if not (hasattr(seconds, "__float__") and seconds >= 0 and math.isfinite(seconds)):
        raise OptionError(f"a limit of {seconds!r} seconds; expected a number, 0 or more")
    return None if seconds >= ENDLESS else seconds


class Deadline:
    """A moment at which to give up, in wall-clock seconds from now; None for never.

    Raises:
        OptionError: the seconds are negative, infinite or not a number.
    """

    __slots__ = ("_end",)

    def __init__(self, seconds: float | None) -> None:
        seconds = limit_of(seconds)
        self._end = None if seconds is None else time.monotonic() + seconds

    @property
    def left(self) -> float | None:
        """Seconds left, not negative; None without a limit."""
        return None if self._end is None else max(0.0, self._end - time.monotonic())

    @property
    def has_passed(self) -> bool:
        """Whether the moment has come."""
        return self._end is not None and time.monotonic() >= self._end

    def within(self, seconds: float) -> float:
        """Return the seconds left, up to a number.

        >>> NEVER.within(5), Deadline(0).within(5)
        (5, 0.0)
        """
        left = self.left
        return seconds if left is None else min(left, seconds)

    def part(self, share: float) -> Deadline:
        """Return the end of a share of the time that is left."""
        left = self.left
        return Deadline(None if left is None else share * left)

    def at_least(self, seconds: float) -> Deadline:
        """Return this deadline, or one this many seconds from now if that is later.

        >>> NEVER.at_least(5).left, Deadline(0).at_least(5).has_passed
        (None, False)
        """
        left = self.left
        return self if left is None or left >= seconds else Deadline(seconds)

    def check(self) -> None:
        """Raise `OutOfTimeError` if the moment has come."""
        if self.has_passed:
            raise OutOfTimeError


NEVER = Deadline(None)
"""The deadline that never comes."""


class Stopwatch:
    """The wall-clock seconds since it was made, for people and for records: nothing ends by it."""

    __slots__ = ("_begun",)

    def __init__(self) -> None:
        self._begun = time.perf_counter()

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return time.perf_counter() - self._begun
