"""Make many puzzles in the order of their numbers, however many are made at a time."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

from cpsudoku.backends import AUTO, BackendLike
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.formats import parse_rules
from cpsudoku.generation.digging import digger_for
from cpsudoku.generation.filling import random_grid
from cpsudoku.generation.making import GeneratedPuzzle, Maker, Rejections
from cpsudoku.generation.setting import VariantMaker, VariantSpec
from cpsudoku.generation.specs import DifficultySpec, Spec
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, classic
from cpsudoku.symmetry import orbits as symmetries

_MOST = (1 << 63) - 1
"""The greatest number that compiled code counts to."""


def maker_of(
    spec: Spec | VariantSpec,
    *,
    seed: int,
    backend: BackendLike = AUTO,
    jobs: int = 1,
    attempts: int | None = None,
    seconds: float | None = None,
) -> Maker:
    """Return the maker of a spec's puzzles; the arguments are those of `generate`.

    Raises:
        OptionError: a number that makes no sense.
        UnsupportedError: the backend does not know the rules.
        GenerationError: no final grid has these givens.
        OutOfTimeError: the time ran out before that was known.
    """
    for name, value in (("jobs", jobs), ("attempts", 1 if attempts is None else attempts)):
        if not 1 <= value <= _MOST:
            raise OptionError(f"{name} {value}; expected 1 to {_MOST}")
    Randomness(seed)  # refuses what is not a key
    deadline = Deadline(seconds)
    how: dict[str, Any] = {"seed": seed, "jobs": jobs, "deadline": deadline}
    how |= {} if attempts is None else {"attempts": attempts}
    if isinstance(spec, VariantSpec):
        return VariantMaker(spec, backend=backend, **how)
    if spec.candidates is not None:
        random_grid(spec.rules, Randomness(0), spec.candidates, deadline)  # refuses what has none
    if jobs > 1 and not isinstance(backend, str):
        raise OptionError("several jobs need the backend's name, not the backend itself")
    digger = digger_for(spec, backend)
    if spec.difficulty is not None:
        how.setdefault("attempts", digger.attempts)
        from cpsudoku.generation.fitting import DifficultyMaker  # which needs NumPy

        return DifficultyMaker(spec, backend=backend, **how)
    return digger(spec, backend=backend, **how)


class Generation(Iterator[GeneratedPuzzle]):
    """A lazy iterator over generated puzzles.

    Args:
        distinct: whether no two puzzles may be equal up to symmetry.
        before: puzzles of lower numbers, where that is so.

    Attributes:
        made: number of puzzles given so far.
        attempts: number of grids dug for them.
        equal: number of puzzles that were rejected because they equal an earlier one.
        timed_out: whether the time ran out before all were made.
    """

    def __init__(
        self,
        maker: Maker,
        numbers: range,
        *,
        distinct: bool = False,
        before: Iterable[GeneratedPuzzle] | None = None,
    ) -> None:
        self.made = 0
        self.attempts = 0
        self.equal = 0
        self.timed_out = False
        self._maker = maker
        self._seen = {_class_of(made) for made in before or ()} if distinct else None
        self._source = maker.all(numbers)
        self._steps = self.steps()

    def __repr__(self) -> str:
        return f"<Generation: {self.made} made; next() gives one more>"

    @property
    def rejections(self) -> Rejections:
        """Why attempts were rejected."""
        return self._maker.rejections

    @property
    def tried(self) -> int:
        """How many attempts have ended, also of puzzles that are not finished."""
        return max(self._maker.tried, self.attempts)

    def steps(self) -> Iterator[GeneratedPuzzle | None]:
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

    def __next__(self) -> GeneratedPuzzle:
        """Return the next puzzle."""
        for made in self._steps:
            if made is not None:
                return made
        raise StopIteration

    def _distinct(self, made: GeneratedPuzzle) -> GeneratedPuzzle:
        assert self._seen is not None
        while (kind := _class_of(made)) in self._seen:
            self.equal += 1
            before = made.attempts
            if before >= self._maker.attempts:
                raise GenerationError(
                    f"no other matching puzzle in {before} attempts; "
                    f"{self.equal} were equal to earlier ones"
                )
            made = self._maker.make(made.index, before)
            self.attempts += made.attempts - before
        self._seen.add(kind)
        return made


def _class_of(made: GeneratedPuzzle) -> bytes:
    """Return 16 bytes of a hash of a puzzle's canonical form, the same for all of its class.

    Among a hundred million puzzles the chance that two different ones share them is one in 10²².
    """
    from cpsudoku.symmetry.canonical import canonical  # which needs NumPy

    return blake2b(bytes(canonical(made.puzzle).puzzle.digits), digest_size=16).digest()


def random_seed() -> int:
    """Return a random seed of 32 bits."""
    return secrets.randbelow(1 << 32)


def generate(
    count: int = 1,
    *,
    rules: Rules | str | None = None,
    clues: int | tuple[int, int] | None = None,
    symmetry: str = symmetries.NONE,
    minimal: bool = False,
    box_blanks: tuple[int, int] | None = None,
    mask: str | None = None,
    givens: Puzzle | None = None,
    effort: tuple[int, int] | None = None,
    distinct: bool = False,
    difficulty: DifficultySpec | None = None,
    seed: int | None = None,
    first: int = 0,
    backend: BackendLike = AUTO,
    jobs: int = 1,
    attempts: int | None = None,
    seconds: float | None = None,
) -> Generation:
    """Make puzzles with exactly one solution.

    Args:
        count: how many.
        rules: the rules, or a text of them such as ``16`` or ``9+diagonals``; None for the classic
            ones.
        clues: number of givens, or fewest and most; None for as few as digging gives.
        symmetry: ``none``, ``all``, or moves joined by ``+``: ``rotate180``, ``rotate90``,
            ``mirror``, ``flip``, ``diagonal``, ``antidiagonal``.
        minimal: whether no given, or with a symmetry no orbit of givens, may be superfluous;
            always so where no number of givens is wanted.
        box_blanks: fewest and most blanks in every box (or region of a jigsaw).
        mask: for each cell ``#`` to be given, ``.`` to be blank, ``?`` for either.
        givens: a puzzle of the same rules whose givens are all to be givens.
        effort: fewest and most choices that a search with naked and hidden singles makes; see
            `cpsudoku.generation.filling.effort`.
        distinct: whether no two puzzles may be equal up to symmetry.
        difficulty: what the path that solves a puzzle is to be like; None for any.
        seed: 0 … 2^64 − 1; None for a random one.
        first: number of the first puzzle; puzzles 5 and 6 of a seed are those that
            ``first=5, count=2`` makes.
        backend: name of the backend that judges uniqueness, or an engine for the rules.
        jobs: how many threads or processes work at a time; the puzzles do not depend on it.
        attempts: how many grids to dig at most for one puzzle; None for 1,000, or 10,000,000 where
            the compiled core digs.
        seconds: wall-clock limit for all of them; None for none.

    Returns:
        An iterator of puzzles with their solutions.

    Raises:
        GenerationError: no puzzle can be like that, or none was found within the attempts.
        OptionError: an option that makes no sense.
        UnsupportedError: the backend does not know the rules.
    """
    if isinstance(rules, str):
        rules = parse_rules(rules).rules()
    span = (clues, clues) if isinstance(clues, int) else clues
    spec = Spec(
        classic() if rules is None else rules,
        clues=span,
        symmetry=symmetry,
        minimal=minimal,
        box_blanks=box_blanks,
        mask=mask,
        givens=givens,
        effort=effort,
        distinct=distinct,
        difficulty=difficulty,
    )
    for name, value in (("count", count), ("first", first)):
        if not 0 <= value <= _MOST:
            raise OptionError(f"{name} {value}; expected 0 to {_MOST}")
    maker = maker_of(
        spec, seed=random_seed() if seed is None else seed, backend=backend, jobs=jobs,
        attempts=attempts, seconds=seconds,
    )  # fmt: skip
    return Generation(maker, range(first, first + count), distinct=distinct)
