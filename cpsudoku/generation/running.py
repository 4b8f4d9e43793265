"""Make many puzzles, in the order of their numbers, and however many at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, partial
from hashlib import blake2b

from cpsudoku import backends
from cpsudoku.backends import BackendLike
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.generation import compiled
from cpsudoku.generation.filling import random_grid
from cpsudoku.generation.making import BackendJudge, Made, Maker, Rejections
from cpsudoku.generation.specs import Spec
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.workers import answered_in_order
from cpsudoku.ground.processors import useful_workers
from cpsudoku.ground.randomness import Randomness
from cpsudoku.symmetry.canonical import canonical


class Seen:
    """The puzzles made so far, up to symmetry.

    A puzzle is remembered by 16 bytes of a hash of its canonical form: among a hundred million
    puzzles the chance that two different ones are taken for equal is one in 10²².

    Raises:
        UnsupportedError: the symmetries of these rules are not known, or too many to try.
    """

    def __init__(self, before: Iterable[Made] | None) -> None:
        self._seen: set[bytes] = set()
        for made in before or ():
            self.add(made)

    def add(self, made: Made) -> bool:
        """Remember a puzzle; false if one equal to it is remembered already."""
        form = canonical(made.puzzle).puzzle.digits
        key = blake2b(bytes(form), digest_size=16).digest()
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


_MOST = (1 << 63) - 1
"""What compiled code counts to."""

_SMALL = 16
"""Beyond this size a step may take seconds; it is made in a process, which can be ended."""


def uses_compiled(spec: Spec, backend: BackendLike) -> bool:
    """Return whether puzzles are made by the compiled core, by thousands at the same time."""
    return backend in (backends.AUTO, "bitboard") and compiled.is_possible(spec)


class Generation(Iterator[Made]):
    """A lazy iterator over generated puzzles.

    Args:
        before: puzzles of lower numbers, where the spec is for distinct ones.

    Attributes:
        made: number of puzzles given so far.
        attempts: number of grids dug for them.
        equal: number of puzzles that were rejected because they equal an earlier one.
        timed_out: whether the time ran out before all were made.

    Raises:
        OptionError: a number that makes no sense.
        UnsupportedError: the backend does not know the rules.
        GenerationError: no final grid has the givens that are asked for.
        OutOfTimeError: the time ran out before that was known.
    """

    def __init__(
        self,
        spec: Spec,
        *,
        seed: int,
        count: int,
        first: int,
        backend: BackendLike,
        jobs: int,
        attempts: int,
        seconds: float | None,
        before: Iterator[Made] | None = None,
    ) -> None:
        for name, value, least in (
            ("count", count, 0), ("first", first, 0), ("jobs", jobs, 1), ("attempts", attempts, 1),
        ):  # fmt: skip
            if not least <= value <= _MOST:
                raise OptionError(f"{name} {value}; expected {least} to {_MOST}")
        Randomness(seed, first + count)  # refuses what is not a key
        self.made = 0
        self.attempts = 0
        self.equal = 0
        self.timed_out = False
        self._steps = self.steps()
        self._spec, self._seed, self._most_attempts = spec, seed, attempts
        self._backend, self._jobs, self._numbers = backend, jobs, range(first, first + count)
        self._deadline = Deadline(seconds)
        if spec.candidates is not None:
            # Refuses what has no grid.
            random_grid(spec.rules, Randomness(0), spec.candidates, self._deadline)
        self._source: Iterator[Made | None]
        self._rejections: Callable[[], Rejections]
        self._tried: Callable[[], int]
        self._remake: Callable[[int, int], Made]  # makes that of an index from an attempt on
        self._seen = Seen(before) if spec.distinct else None
        if jobs > 1 and not isinstance(backend, str):
            raise OptionError("several jobs need the backend's name, not the backend itself")
        if spec.difficulty is not None:
            self._make_fitting()
        elif uses_compiled(spec, backend):
            self._make_compiled()
        else:
            self._make_plainly()

    def _compiled(self, spec: Spec, seed: int, jobs: int) -> compiled.CompiledMaker:
        return compiled.CompiledMaker(spec, seed, self._most_attempts, jobs, self._deadline)

    def _maker(self, spec: Spec, seed: int, judge: BackendJudge | None = None) -> Maker:
        judge = judge or BackendJudge(self._backend, spec.rules, self._deadline)
        return Maker(spec, seed, judge, self._most_attempts, self._deadline)

    def _make_compiled(self) -> None:
        maker = self._compiled(self._spec, self._seed, self._jobs)
        self._source = maker.make_all(self._numbers.start, len(self._numbers))
        self._rejections = lambda: maker.rejections
        self._tried = lambda: maker.attempts
        alone = self._compiled(self._spec, self._seed, 1)
        self._remake = lambda index, first_attempt: next(
            made for made in alone.make_all(index, 1, first_attempt) if made is not None
        )

    def _make_fitting(self) -> None:
        from cpsudoku.generation.fitting import Fitting

        plain = replace(self._spec, difficulty=None)
        mender = self._maker(self._spec, self._seed)

        def candidates(own_seed: int, first: int, count: int) -> Iterator[Made]:
            if uses_compiled(plain, self._backend):
                maker = self._compiled(plain, own_seed, 1)
                return (made for made in maker.make_all(first, count) if made is not None)
            slow = self._maker(plain, own_seed, mender.judge)
            return map(slow.make, range(first, first + count))

        fitting = Fitting(mender, candidates, self._deadline)
        self._rejections = Rejections
        self._source = fitting.all(self._numbers, min(self._jobs, len(self._numbers)))
        self._remake = fitting.make
        self._tried = lambda: fitting.judged

    def _make_plainly(self) -> None:
        @cache
        def maker() -> Maker:  # made where it is used: compiling big rules takes long
            return self._maker(self._spec, self._seed)

        self._tried = lambda: self.attempts
        self._remake = lambda index, first_attempt: maker().make(index, first_attempt)
        apart = isinstance(self._backend, str) and self._spec.rules.size > _SMALL
        if min(self._jobs, len(self._numbers)) <= 1 and not apart:
            self._source = map(maker().make, self._numbers)
            self._rejections = lambda: maker().rejections
            return
        if not apart:
            maker()  # says what is wrong, and workers that are forked have it
        rejections = Rejections()
        self._rejections = lambda: rejections
        left = self._deadline.left
        work = (self._spec, self._seed, str(self._backend), self._most_attempts, left)
        self._source = _in_processes(work, self._numbers, self._jobs, self._deadline, rejections)

    @property
    def rejections(self) -> Rejections:
        """Why attempts were rejected."""
        return self._rejections()

    @property
    def tried(self) -> int:
        """How many attempts have ended, also of puzzles that are not finished."""
        return max(self._tried(), self.attempts)

    def progress(self) -> str:
        """Return what there is to say while no puzzle is ready."""
        return f"{self.tried:,} grids tried"

    def steps(self) -> Iterator[Made | None]:
        """Yield the puzzles, and None now and then while none is ready, to show progress."""
        try:
            for found in self._source:
                if found is None:
                    yield None
                    continue
                self.attempts += found.attempts
                made = found if self._seen is None else self._distinct(found)
                self.made += 1
                yield made
        except OutOfTimeError:
            self.timed_out = True

    def __next__(self) -> Made:
        """Return the next puzzle."""
        for made in self._steps:
            if made is not None:
                return made
        raise StopIteration

    def _distinct(self, made: Made) -> Made:
        assert self._seen is not None
        while not self._seen.add(made):
            self.equal += 1
            before = made.attempts
            if before >= self._most_attempts:
                raise GenerationError(
                    f"no other puzzle as asked for in {before} attempts; "
                    f"{self.equal} were equal to earlier ones"
                )
            made = self._remake(made.index, before)
            self.attempts += made.attempts - before
        return made


def _prepare(
    spec: Spec, seed: int, backend: str, attempts: int, seconds: float | None
) -> Callable[[range], tuple[list[Made], Rejections] | None]:
    deadline = Deadline(seconds)
    judge = BackendJudge(backend, spec.rules, deadline)
    return partial(_make, Maker(spec, seed, judge, attempts, deadline))


def _make(maker: Maker, numbers: range) -> tuple[list[Made], Rejections] | None:
    """Return the puzzles of these numbers and why others were rejected; None if time ran out."""
    maker.rejections = Rejections()
    try:
        return [maker.make(number) for number in numbers], maker.rejections
    except OutOfTimeError:
        return None


def _parts(numbers: range, jobs: int) -> Iterator[range]:
    """Yield small parts at first, so that the first puzzles come soon, and larger ones later."""
    at, length = 0, 1
    while at < len(numbers):
        yield numbers[at : at + length]
        at, length = at + length, min(2 * length, 64, max(1, len(numbers) // (4 * jobs)))


def _in_processes(
    work: tuple[Spec, int, str, int, float | None], numbers: range, jobs: int, deadline: Deadline,
    rejections: Rejections,
) -> Iterator[Made]:  # fmt: skip
    parts, prepare = _parts(numbers, useful_workers(jobs)), partial(_prepare, *work)
    for found in answered_in_order(parts, prepare, jobs=jobs, deadline=deadline):
        if found is None:
            raise OutOfTimeError
        made, others = found
        rejections.clues += others.clues
        rejections.reasons += others.reasons
        yield from made
