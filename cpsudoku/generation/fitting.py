"""Puzzles of a given difficulty: candidates are judged in turn.

For the puzzle of an index, puzzles are made in batches that meet the rest of the spec, from a seed
of their own.  The first that fits is taken.  What is harder than digging gives is searched for
(`cpsudoku.generation.searching`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import ClassVar

from cpsudoku.errors import GenerationError
from cpsudoku.generation.digging import Digger, digger_for
from cpsudoku.generation.making import GeneratedPuzzle, Rejections
from cpsudoku.generation.searching import Fit, Judge, NeighbourSearch, ancestors
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.ground.randomness import Randomness
from cpsudoku.symmetry.transformations import random_transformation

_BATCHES = (8, 16, 32, 64, 128)
_DUG = 64
"""Puzzles at which a search begins, if not at a well-known one."""

_MOST_FROM_DUG, _MOST_FROM_KNOWN = 50_000, 500
"""Puzzles rated in a search before the next search begins, if none matches."""

FAMILY = 25
"""Consecutive puzzles that come out of one search."""


@dataclass
class DifficultyMaker(Digger):
    """Makes puzzles of some difficulty.

    Args:
        attempts: puzzles looked at for one, or searches.

    Attributes:
        tried: how many puzzles were judged.
        misses: how many puzzles did not fit, by the reason.
    """

    misses: Counter[Fit] = field(default_factory=Counter, init=False)
    at_once: ClassVar[int] = 1

    @property
    def wish(self) -> DifficultySpec:
        """The difficulty."""
        assert self.spec.difficulty is not None
        return self.spec.difficulty

    def _candidates(self, seed: int, first: int, count: int) -> Iterator[GeneratedPuzzle]:
        """Yield puzzles that meet the rest of the spec."""
        plain = replace(self.spec, difficulty=None)
        digger = digger_for(plain, self.backend)(
            plain, seed=seed, backend=self.backend, attempts=self.attempts, deadline=self.deadline
        )
        return digger.in_turn(range(first, first + count))

    def make(self, index: int, first_attempt: int = 0) -> GeneratedPuzzle:
        """Return the puzzle of an index.

        Args:
            first_attempt: number of the first puzzle that is looked at, or of the first search.

        Raises:
            GenerationError: none was found within the attempts.
        """
        if self.wish.is_searched_for:
            return replace(next(self._family(index, first_attempt)), index=index)
        judge = Judge(self.wish, self.spec.rules, self.deadline)
        seed = Randomness(self.seed, index).word()
        number, turn = first_attempt, 0
        while number < self.attempts:
            self.deadline.check()
            most = min(_BATCHES[min(turn, len(_BATCHES) - 1)], self.attempts - number)
            batch = [
                replace(made, index=index, attempts=at)
                for at, made in enumerate(self._candidates(seed, number, most), number + 1)
            ]
            found = self._fitting(judge, batch)
            if found is not None:
                return found
            number, turn = number + most, turn + 1
        reasons = [f"{self.misses[fit]} were {fit.value}" for fit in Fit if self.misses[fit]]
        raise GenerationError(f"no matching puzzle in {number} attempts; {', '.join(reasons)}")

    def _family(self, number: int, first_attempt: int = 0) -> Iterator[GeneratedPuzzle]:
        """Yield the puzzles that searches find, one after another from the search of a number.

        Raises:
            GenerationError: none was found within the attempts.
        """
        spec = self.spec
        judge = Judge(self.wish, spec.rules, self.deadline)
        digger = replace(self, rejections=Rejections())  # neighbours that do not fit are many
        search = NeighbourSearch(digger, judge, self.deadline)
        known, before = ancestors(spec), self.tried
        for attempt in range(first_attempt, self.attempts):
            chance = Randomness(self.seed, number, attempt)
            if known:
                digits = random_transformation(chance).apply(known[chance.below(len(known))])
                starts = [GeneratedPuzzle(number, spec.rules, digits, (), attempt + 1)]
            else:
                dug = self._candidates(chance.word(), 0, _DUG)
                starts = [replace(made, attempts=attempt + 1) for made in dug]
            for made in search.all(starts, chance, _MOST_FROM_KNOWN if known else _MOST_FROM_DUG):
                self.tried = before + search.judged
                yield made
            self.tried = before + search.judged
        raise GenerationError(
            f"no matching puzzle in {self.attempts} searches, in which {search.judged:,} were rated"
        )

    def in_turn(self, numbers: range) -> Iterator[GeneratedPuzzle]:
        """Yield the puzzles of some numbers; those of a family come from one search."""
        if not self.wish.is_searched_for:
            yield from super().in_turn(numbers)
            return
        for some in _families(numbers):
            first = some.start % FAMILY
            found = islice(self._family(some.start // FAMILY), first, first + len(some))
            for index, made in zip(some, found, strict=True):
                yield replace(made, index=index)

    def parts(self, numbers: range, jobs: int) -> Iterator[range]:
        """Yield the numbers that a process makes at a time: a family, or one."""
        return _families(numbers) if self.wish.is_searched_for else super().parts(numbers, jobs)

    def _fitting(self, judge: Judge, batch: list[GeneratedPuzzle]) -> GeneratedPuzzle | None:
        for made, fit in zip(batch, judge([made.digits for made in batch]), strict=True):
            self.tried += 1
            if fit is Fit.FITS:
                return made
            self.misses[fit] += 1
        return None


def _families(numbers: range) -> Iterator[range]:
    """Yield the numbers of each family."""
    for at in range(numbers.start // FAMILY * FAMILY, numbers.stop, FAMILY):
        yield range(max(at, numbers.start), min(at + FAMILY, numbers.stop))
