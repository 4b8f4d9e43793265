"""What one search takes, for its limit and its figures."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Clock:
    """Seconds of building and of searching; what is done between solutions does not count.

    Where solutions come within a microsecond, they are timed without it, for that is what it costs.

    Args:
        limit: seconds for both together; None for no limit.
    """

    def __init__(self, limit: float | None) -> None:
        self._limit = limit
        self.built = self.searched = 0.0

    @property
    def left(self) -> float | None:
        """Seconds left, not negative; None without a limit."""
        return None if self._limit is None else max(0.0, self._limit - self.built - self.searched)

    def building(self, make: Callable[..., T], *args: object) -> T:
        """Return what a function returns that builds something."""
        start = time.perf_counter()
        made = make(*args)
        self.built += time.perf_counter() - start
        return made

    def searching(self, step: Callable[..., T], *args: object) -> T:
        """Return what a function returns that searches."""
        start = time.perf_counter()
        try:
            return step(*args)
        finally:
            self.searched += time.perf_counter() - start
