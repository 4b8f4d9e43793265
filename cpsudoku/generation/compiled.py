"""Make classic puzzles with the compiled core: many boards at the same time, on several threads.

It makes the very puzzles that `cpsudoku.generation.digging` makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from cpsudoku import backends
from cpsudoku.backends import BackendLike
from cpsudoku.generation.digging import NO_PATTERN, OTHER_EFFORT, TOO_FEW_BLANKS
from cpsudoku.generation.making import Made, Rejections, not_met
from cpsudoku.generation.specs import Spec
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.ground.processors import useful_workers
from cpsudoku.rules import classic

_STEP_SECONDS = 0.1
_TAKEN = 4096


def _bounded(wished: tuple[int, int] | None, most: int) -> tuple[int, int]:
    """Return a range whose ends compiled code can hold; none reaches beyond the most."""
    least, greatest = wished or (0, most)
    return min(least, most), min(greatest, most)


def uses_compiled(spec: Spec, backend: BackendLike) -> bool:
    """Return whether puzzles are made by the compiled core, by thousands at the same time."""
    chosen = backend in (backends.AUTO, "bitboard")
    return chosen and spec.rules.is_classic and compiled.is_there()


@dataclass
class CompiledDigger:
    """Makes puzzles of the classic rules to one spec, on several threads; a `Maker`."""

    spec: Spec
    seed: int
    attempts: int = 10_000_000
    jobs: int = 1
    deadline: Deadline = NEVER
    _digger: compiled.native.Digger | None = field(default=None, init=False)

    @property
    def tried(self) -> int:
        """How many attempts have ended."""
        return 0 if self._digger is None else self._digger.attempts

    @property
    def rejections(self) -> Rejections:
        """Why attempts were rejected."""
        return Rejections() if self._digger is None else _rejections(self._digger)

    def make(self, index: int, first_attempt: int = 0) -> Made:
        """Return the puzzle of a number, or the next one after some attempts."""
        digger = self.new_digger(range(index, index + 1), first_attempt, threads=1)
        return next(made for made in self._taken(digger, index) if made is not None)

    def all(self, numbers: range) -> Iterator[Made | None]:
        """Yield puzzles in the order of their numbers; None now and then while none is ready.

        Raises:
            GenerationError: the spec was not met within the attempts.
        """
        self._digger = self.new_digger(numbers, threads=useful_workers(self.jobs))
        yield from self._taken(self._digger, numbers.start)

    def _taken(self, digger: compiled.native.Digger, index: int) -> Iterator[Made | None]:
        rules = self.spec.rules
        while not digger.finished:
            self.deadline.check()
            digger.run(_STEP_SECONDS, self.deadline.left)
            found = digger.take(_TAKEN)
            if not found:
                yield None
            while found:
                for puzzle, solution, attempts, effort in found:
                    if puzzle is None:
                        raise not_met(attempts, _rejections(digger))
                    measured = effort if self._is_measured else None
                    yield Made(index, rules, tuple(puzzle), tuple(solution), attempts, measured)
                    index += 1
                found = digger.take(_TAKEN)

    @property
    def _is_measured(self) -> bool:
        return self.spec.measured or self.spec.effort is not None

    def new_digger(
        self, numbers: range, first_attempt: int = 0, *, threads: int
    ) -> compiled.native.Digger:
        """Return what digs the puzzles of some numbers."""
        backends.engine("bitboard", classic())  # says so where the width asked for is not there
        spec = self.spec
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
            attempts=self.attempts,
            seed=self.seed,
            first=numbers.start,
            count=len(numbers),
            threads=threads,
            first_attempt=first_attempt,
        )


def _rejections(digger: compiled.native.Digger) -> Rejections:
    clues, boxes, effort, pattern = digger.rejections
    reasons = {TOO_FEW_BLANKS: boxes, OTHER_EFFORT: effort, NO_PATTERN: pattern}
    return Rejections(Counter(clues), Counter(reasons))
