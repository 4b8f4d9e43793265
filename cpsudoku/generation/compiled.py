"""Make classic puzzles with the compiled core: many boards at the same time, on several threads.

It makes the very puzzles that `cpsudoku.generation.making` makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cpsudoku import backends
from cpsudoku.generation.making import (
    NO_PATTERN,
    OTHER_EFFORT,
    TOO_FEW_BLANKS,
    Made,
    Rejections,
    not_met,
)
from cpsudoku.generation.specs import Spec
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.processors import useful_workers
from cpsudoku.rules import classic

_STEP_SECONDS = 0.1
_TAKEN = 4096


def _bounded(wished: tuple[int, int] | None, most: int) -> tuple[int, int]:
    """Return a range whose ends compiled code can hold; none reaches beyond the most."""
    least, greatest = wished or (0, most)
    return min(least, most), min(greatest, most)


def is_possible(spec: Spec) -> bool:
    """Return whether the compiled core can make such puzzles."""
    return spec.rules.is_classic and compiled.is_there()


class CompiledMaker:
    """Makes puzzles of the classic rules to one spec."""

    def __init__(
        self, spec: Spec, seed: int, attempts: int, threads: int, deadline: Deadline
    ) -> None:
        self._wish = spec
        self._seed = seed
        self._attempts = attempts
        self._threads = useful_workers(threads)
        self._deadline = deadline
        self._digger: compiled.native.Digger | None = None

    @property
    def attempts(self) -> int:
        """How many attempts have ended."""
        return 0 if self._digger is None else self._digger.attempts

    @property
    def rejections(self) -> Rejections:
        """Why attempts were rejected."""
        if self._digger is None:
            return Rejections()
        clues, boxes, effort, pattern = self._digger.rejections
        reasons = {TOO_FEW_BLANKS: boxes, OTHER_EFFORT: effort, NO_PATTERN: pattern}
        return Rejections(Counter(clues), Counter(reasons))

    def make_all(self, first: int, count: int, first_attempt: int = 0) -> Iterator[Made | None]:
        """Yield puzzles in the order of their numbers; None now and then while none is ready.

        Raises:
            GenerationError: the spec was not met within the attempts.
        """
        digger = self._digger = self.new_digger(first, count, first_attempt)
        while not digger.finished:
            self._deadline.check()
            digger.run(_STEP_SECONDS, self._deadline.left)
            found = digger.take(_TAKEN)
            if not found:
                yield None
            while found:
                for puzzle, solution, attempts, effort in found:
                    if puzzle is None:
                        raise not_met(attempts, self.rejections)
                    measured = effort if self._is_measured else None
                    yield Made(
                        first, self._wish.rules, tuple(puzzle), tuple(solution), attempts, measured
                    )
                    first += 1
                found = digger.take(_TAKEN)

    @property
    def _is_measured(self) -> bool:
        return self._wish.measured or self._wish.effort is not None

    def new_digger(self, first: int, count: int, first_attempt: int) -> compiled.native.Digger:
        """Return the compiled digger that `make_all` uses; for the same arguments."""
        backends.engine("bitboard", classic())  # says so where the width asked for is not there
        spec = self._wish
        least, most = spec.box_blanks or (0, 9)
        return compiled.native.Digger(
            orbits=[list(orbit) for orbit in spec.orbits],
            must_go=list(spec.must_go),
            targets=list(spec.targets),
            clues=_bounded(spec.clues, 81),
            least_blanks=[least] * 9,
            most_blanks=[min(most, 9)] * 9,
            effort=_bounded(spec.effort, (1 << 64) - 1),
            measured=self._is_measured,
            candidates=spec.candidates or (0x1FF,) * 81,
            attempts=self._attempts,
            seed=self._seed,
            first=first,
            count=count,
            threads=self._threads,
            first_attempt=first_attempt,
        )
