"""Make many puzzles, one after another or in several processes, in the order of their numbers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from cpsudoku.backends import BackendLike
from cpsudoku.errors import OptionError
from cpsudoku.generation.making import Made, Maker, OutOfTimeError, judge_by
from cpsudoku.generation.wishes import Wish


class Generation(Iterator[Made]):
    """A lazy iterator over generated puzzles.

    Args:
        wish: what the puzzles are to be like.
        seed: the seed.
        count: how many puzzles.
        first: number of the first.
        backend: who judges uniqueness.
        jobs: how many processes work at a time.
        attempts: how many grids to dig at most for one puzzle.
        seconds: wall-clock limit for all of them; None for none.

    Attributes:
        made: number of puzzles given so far.
        attempts: number of grids dug for them.
        timed_out: whether the time ran out before all were made.

    Raises:
        OptionError: a number that makes no sense.
        UnsupportedError: the backend does not know the rules.
    """

    def __init__(
        self,
        wish: Wish,
        *,
        seed: int,
        count: int,
        first: int,
        backend: BackendLike,
        jobs: int,
        attempts: int,
        seconds: float | None,
    ) -> None:
        for name, value, least in (
            ("count", count, 0), ("first", first, 0), ("jobs", jobs, 1), ("attempts", attempts, 1),
        ):  # fmt: skip
            if value < least:
                raise OptionError(f"{name} {value}; expected at least {least}")
        if jobs > 1 and not isinstance(backend, str):
            raise OptionError("several jobs need the backend's name, not the backend itself")
        self.made = 0
        self.attempts = 0
        self.timed_out = False
        deadline = None if seconds is None else time.monotonic() + seconds
        # Compiled here also for several jobs, so that rules it does not know are told at once.
        judge = judge_by(backend, wish.rules, deadline)
        numbers = range(first, first + count)
        self._source: Iterator[Made]
        if jobs == 1:
            self._source = map(Maker(wish, seed, judge, attempts, deadline).make, numbers)
        else:
            work = (wish, seed, str(backend), attempts, seconds)
            self._source = _in_processes(work, numbers, min(jobs, max(1, count)))

    def __next__(self) -> Made:
        """Return the next puzzle."""
        if self.timed_out:
            raise StopIteration
        try:
            found = next(self._source)
        except OutOfTimeError:
            self.timed_out = True
            self.close()
            raise StopIteration from None
        self.made += 1
        self.attempts += found.attempts
        return found

    def close(self) -> None:
        """End the processes that work; nothing more is made."""
        if isinstance(self._source, Generator):
            self._source.close()


_maker: Maker | None = None  # of this worker process


def _start(wish: Wish, seed: int, backend: str, attempts: int, seconds: float | None) -> None:
    global _maker  # noqa: PLW0603  # a worker process has one maker
    deadline = None if seconds is None else time.monotonic() + seconds
    _maker = Maker(wish, seed, judge_by(backend, wish.rules, deadline), attempts, deadline)


def _make(numbers: range) -> list[Made] | None:
    """Return the puzzles of these numbers, or None if time ran out."""
    assert _maker is not None
    try:
        return [_maker.make(number) for number in numbers]
    except OutOfTimeError:
        return None


def _in_processes(
    work: tuple[Wish, int, str, int, float | None], numbers: range, jobs: int
) -> Iterator[Made]:
    # Small parts at first, so that the first puzzles come soon; larger ones later.
    parts: deque[range] = deque()
    at, length = 0, 1
    while at < len(numbers):
        parts.append(numbers[at : at + length])
        at, length = at + length, min(2 * length, 64, max(1, len(numbers) // (4 * jobs)))
    waiting: deque[Future[list[Made] | None]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=_start, initargs=work)
    try:
        while parts or waiting:
            while parts and len(waiting) < 2 * jobs:
                waiting.append(pool.submit(_make, parts.popleft()))
            made = waiting.popleft().result()
            if made is None:
                raise OutOfTimeError
            yield from made
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
