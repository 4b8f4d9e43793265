"""Puzzles of a given difficulty: candidates are judged in turn.

For the puzzle of an index, puzzles are made in batches that meet the rest of the spec, from a seed
of their own.  The first that fits is taken.  What is harder than digging gives is searched for
(`cpsudoku.generation.searching`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import islice

from cpsudoku.backends import AUTO, BackendLike
from cpsudoku.errors import GenerationError
from cpsudoku.generation.digging import CompiledDigger, Digger, uses_compiled
from cpsudoku.generation.making import Made, Rejections
from cpsudoku.generation.searching import Fit, Judge, NeighbourSearch, ancestors
from cpsudoku.generation.specs import Spec
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.processes.workers import AHEAD
from cpsudoku.ground.randomness import Randomness
from cpsudoku.symmetry.transformations import random_transformation

_BATCHES = (8, 16, 32, 64, 128)
_DUG = 64
"""Puzzles at which a search begins, if not at a well-known one."""

_MOST_FROM_DUG, _MOST_FROM_KNOWN = 50_000, 500
"""Puzzles rated in a search before the next search begins, if none matches."""

FAMILY = 25
"""Consecutive puzzles that come out of one search."""


class DifficultyMaker:
    """Makes puzzles of some difficulty, on several threads; a `Maker`.

    Args:
        attempts: puzzles looked at for one, or searches.

    Attributes:
        tried: how many puzzles were judged.
        misses: how many puzzles did not fit, by the reason.

    Raises:
        UnsupportedError: the backend does not know the rules.
    """

    def __init__(
        self,
        spec: Spec,
        seed: int,
        backend: BackendLike = AUTO,
        attempts: int = 1000,
        *,
        jobs: int = 1,
        deadline: Deadline = NEVER,
    ) -> None:
        assert spec.difficulty is not None
        self.seed, self.attempts = seed, attempts
        self._spec, self._wish = spec, spec.difficulty
        self._jobs, self._deadline = jobs, deadline
        self._digger = Digger(spec, seed, backend, attempts, deadline=deadline)
        _ = self._digger.judge
        self.rejections = Rejections()
        self.misses: dict[Fit, int] = dict.fromkeys(Fit, 0)
        self.tried = 0

    def _candidates(self, seed: int, first: int, count: int) -> Iterator[Made]:
        """Yield puzzles that meet the rest of the spec; called from any thread."""
        plain, backend = replace(self._spec, difficulty=None), self._digger.backend
        numbers = range(first, first + count)
        if uses_compiled(plain, backend):
            fast = CompiledDigger(plain, seed, self.attempts, deadline=self._deadline)
            return (made for made in fast.all(numbers) if made is not None)
        slow = Digger(plain, seed, backend, self.attempts, deadline=self._deadline)
        return map(slow.make, numbers)

    def make(self, index: int, first_attempt: int = 0) -> Made:
        """Return the puzzle of an index.

        Args:
            first_attempt: number of the first puzzle that is looked at, or of the first search.

        Raises:
            GenerationError: none was found within the attempts.
        """
        if self._wish.is_searched_for:
            return replace(next(self._family(index, first_attempt)), index=index)
        judge = Judge(self._wish, self._spec.rules, self._deadline)
        seed = Randomness(self.seed, index).word()
        number, turn = first_attempt, 0
        while number < self.attempts:
            self._deadline.check()
            most = min(_BATCHES[min(turn, len(_BATCHES) - 1)], self.attempts - number)
            batch = [
                replace(made, index=index, attempts=at)
                for at, made in enumerate(self._candidates(seed, number, most), number + 1)
            ]
            found = self._fitting(judge, batch)
            if found is not None:
                return found
            number, turn = number + most, turn + 1
        reasons = [f"{count} were {fit.value}" for fit, count in self.misses.items() if count]
        raise GenerationError(f"no matching puzzle in {number} attempts; {', '.join(reasons)}")

    def _family(self, number: int, first_attempt: int = 0) -> Iterator[Made]:
        """Yield puzzles that one search after another comes to, from one that begins at a number.

        Raises:
            GenerationError: none was found within the attempts.
        """
        spec = self._spec
        judge = Judge(self._wish, spec.rules, self._deadline)
        search = NeighbourSearch(self._digger, judge, self._deadline)
        known = ancestors(spec)
        for attempt in range(first_attempt, self.attempts):
            chance = Randomness(self.seed, number, attempt)
            if known:
                digits = random_transformation(chance).apply(known[chance.below(len(known))])
                starts = [Made(number, spec.rules, digits, (), attempt + 1)]
            else:
                dug = self._candidates(chance.word(), 0, _DUG)
                starts = [replace(made, attempts=attempt + 1) for made in dug]
            before = search.judged
            for made in search.all(starts, chance, _MOST_FROM_KNOWN if known else _MOST_FROM_DUG):
                self.tried += search.judged - before
                before = search.judged
                yield made
            self.tried += search.judged - before
        raise GenerationError(
            f"no matching puzzle in {self.attempts} searches, in which {search.judged:,} were rated"
        )

    def _members(self, numbers: range) -> Iterator[Made]:
        """Yield the puzzles of some indices of a family."""
        first = numbers.start % FAMILY
        found = islice(self._family(numbers.start // FAMILY), first, first + len(numbers))
        for index, made in zip(numbers, found, strict=True):
            yield replace(made, index=index)

    def _fitting(self, judge: Judge, batch: list[Made]) -> Made | None:
        for made, fit in zip(batch, judge([made.digits for made in batch]), strict=True):
            self.tried += 1
            if fit is Fit.FITS:
                return made
            self.misses[fit] += 1
        return None

    def all(self, numbers: range) -> Iterator[Made]:
        """Yield the puzzles of some numbers, in order."""
        jobs = min(self._jobs, len(numbers))
        length = FAMILY if self._wish.is_searched_for else 1
        make = self._members if length > 1 else partial(map, self.make)
        cuts = range(numbers.start // length * length, numbers.stop, length)
        parts = (numbers[max(0, at - numbers.start) : at + length - numbers.start] for at in cuts)
        if jobs == 1:
            for part in parts:
                yield from make(part)
            return
        threads = useful_workers(jobs)
        waiting: deque[Future[Made]] = deque()
        pool, is_whole = ThreadPoolExecutor(threads), False
        try:
            for part in parts:
                futures = [Future[Made]() for _ in part]
                waiting += futures
                pool.submit(_fill, futures, make(part))
                while len(waiting) >= AHEAD * threads * length:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
            is_whole = True
        finally:
            if not is_whole:
                # A search may go on for minutes, and one rating for seconds: not waited for.
                self._deadline.end()
            for future in waiting:
                future.cancel()
            pool.shutdown(wait=is_whole, cancel_futures=True)


def _fill(futures: Sequence[Future[Made]], made: Iterator[Made]) -> None:
    """Make puzzles in turn, until one is not wanted any more."""
    for at, future in enumerate(futures):
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(next(made))
        except Exception as error:
            for other in futures[at:]:
                other.set_exception(error)
            return
