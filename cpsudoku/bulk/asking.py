"""Asks many puzzles together, as arrays, as far as that answers a question, in order.

An engine that takes arrays searches some ten times as fast, but needs NumPy, whose import takes as
long as a thousand puzzles; so the first puzzles are asked about one by one.  An array says how many
solutions were found, and the first.  For a puzzle with one solution this is the whole answer: its
verdict, its true candidates, that it has no conflict.  The others, a few in most files, are asked
about again, alone, which gives the second solution, the clash or the limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cpsudoku import backends, solving, verify
from cpsudoku.backends.base import Engine
from cpsudoku.bulk.each import ask
from cpsudoku.deadline import Deadline
from cpsudoku.deferred import np
from cpsudoku.errors import CpsudokuError, OptionError
from cpsudoku.formats.base import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result
from cpsudoku.rules import Grid, Rules, classic

if TYPE_CHECKING:
    from cpsudoku.bulk.results import Answers
    from cpsudoku.bulk.rows import Digits
    from cpsudoku.tables.forms import PuzzleSource

Answer = TypeVar("Answer")

ALONE = 256
"""Puzzles that are searched one by one before arrays pay for their start-up."""

ARRAY = 8192
ARRAY_SECONDS = 0.25
"""An array has at most this many puzzles; it is not waited for longer: input may come slowly."""

_BIGGEST = 64
"""Up to this size the candidates of a cell fit into a number of an array."""


class Question:
    """A search for solutions, asked of one puzzle after the other; it can be pickled.

    Args:
        is_random: whether the seed is to choose the solution, as `cpsudoku.random_solution` does.
    """

    # Written out, for a dataclass would take a hundredth of the time of a start.
    def __init__(
        self,
        limits: Limits,
        backend: str = backends.AUTO,
        options: Mapping[str, Any] | None = None,
        is_random: bool = False,
    ) -> None:
        self.limits = limits
        self.backend = backend
        self.options = options or {}
        self.is_random = is_random

    def __call__(self, puzzle: Puzzle) -> Result:
        """Return what the search gives, as `cpsudoku.solve` does."""
        limits = self.limits
        if self.is_random:
            search: Callable[..., Result] = solving.random_solution
        else:
            search = partial(solving.solve, limit=limits.solutions)
        within = {"seconds": limits.seconds, "seed": limits.seed}
        return search(puzzle, backend=self.backend, **within, **self.options)


@dataclass(frozen=True, slots=True)
class Lot:
    """Puzzles of the same rules, without pencil marks, that are searched together.

    Args:
        digits: their givens, an array (n, cells).
        deadline: for all searches of them together.  The time limit is each puzzle's own: what is
            certain within it for all of them is certain for each, and the rest is searched alone,
            with the limit to itself.
        threads: how many the engine may use; None for as many as the process may run on.
    """

    puzzles: list[Puzzle]
    digits: Digits
    engine: Engine
    deadline: Deadline
    threads: int | None
    seed: int

    @property
    def rules(self) -> Rules:
        """The rules of all of them."""
        return self.engine.rules

    def search(self, limit: int, digits: Digits | None = None) -> Answers:
        """Search the puzzles, or other givens of their rules, for up to `limit` solutions each."""
        from cpsudoku.bulk.arrays import solve_many

        return solve_many(
            self.digits if digits is None else digits,
            backend=self.engine,
            rules=self.rules,
            limit=limit,
            seconds=self.deadline.left,
            threads=self.threads,
            seed=self.seed,
        )

    def with_one(
        self, answer: Callable[[Puzzle, Grid], Answer], limit: int = 2
    ) -> list[Answer | None]:
        """Return an answer for each puzzle that is sure to have one solution, None for others.

        Args:
            limit: how many solutions are looked for; with 1 there may be more of them.
        """
        batch = self.search(limit)
        settled = ((batch.counts == 1) & ~batch.unknown).tolist()
        text, cells = batch.solutions.tobytes(), self.rules.cell_count
        return [
            answer(puzzle, tuple(text[i * cells : (i + 1) * cells])) if settled[i] else None
            for i, puzzle in enumerate(self.puzzles)
        ]


Known = Callable[[Lot], "list[Answer | None]"]
"""The answers from a search of puzzles together; None for a puzzle to be asked about alone."""


@dataclass(frozen=True, slots=True)
class Shared(Generic[Answer]):
    """A question that searches of many puzzles together answer for most of them.

    Args:
        alone: asks it of one puzzle; it can be pickled, so that a process can ask it.
        known: answers it as `alone` does, where a search of many puzzles gives the answer; None
            where none does.
        backend: what searches; where its engine takes no arrays, every puzzle is asked about alone.
        seconds: limit of time for each puzzle; None for none.
        processes: whether what arrays leave open takes long enough for processes to pay.
    """

    alone: Callable[[Puzzle], Answer]
    known: Known[Answer] | None
    backend: str = backends.AUTO
    options: Mapping[str, Any] = field(default_factory=dict)
    seconds: float | None = None
    seed: int = 0
    processes: bool = True

    @classmethod
    def asking(
        cls,
        ask: Callable[..., Answer],
        known: Known[Answer] | None = None,
        *,
        seconds: float | None,
        options: Mapping[str, Any] | None = None,
        **given: Any,
    ) -> Shared[Answer]:
        """Return a question that a function answers, whose search is that of the function.

        Args:
            ask: takes a puzzle, and by their names all that is given but ``known``.
            given: among others the backend and the seed.
        """
        options = options or {}
        search = {name: given[name] for name in ("backend", "seed") if name in given}
        alone = partial(ask, seconds=seconds, **options, **given)
        return cls(alone, known, options=options, seconds=seconds, **search)


def ask_together(
    records: Iterable[Record], shared: Shared[Answer], jobs: int | None
) -> Iterator[tuple[Record, Answer]]:
    """Yield each record with the answer to the question, in the order of the records.

    Args:
        records: the puzzles; read only a little ahead of the answers.
        jobs: how many threads an engine may use, None for as many as the process may run on; and
            how many puzzles to ask about alone at once, None for one.

    Raises:
        CpsudokuError: what the question raises, with the puzzle's place before it.
    """
    source = iter(records)
    first = list(islice(source, 1))
    source = chain(first, source)
    together = _Together(shared, jobs)
    if shared.known is None or not first or together.engine_for(first[0]) is None:
        yield from ask(source, shared.alone, jobs)
        return
    yield from ask(islice(source, ALONE), shared.alone, jobs if shared.processes else None)
    for chunk in _arrays(source):
        yield from together.search(chunk)


def _arrays(source: Iterator[Record]) -> Iterator[list[Record]]:
    while True:
        chunk = []
        error = None
        begun = time.monotonic()
        try:
            for record in source:
                chunk.append(record)
                if len(chunk) == ARRAY or time.monotonic() - begun > ARRAY_SECONDS:
                    break
        except Exception as caught:  # what was read before is answered first
            error = caught
        if chunk:
            yield chunk
        if error is not None:
            raise error
        if not chunk:
            return


class _Together(Generic[Answer]):
    """Answers chunks of puzzles; jobs are an engine's threads, and processes for open ones."""

    def __init__(self, shared: Shared[Answer], jobs: int | None) -> None:
        self._shared = shared
        self._jobs = jobs if shared.processes else None
        self._threads = jobs
        self._engines: dict[Rules, Engine | None] = {}

    def engine_for(self, record: Record) -> Engine | None:
        """Return the engine that takes puzzles of these rules as arrays, or None."""
        rules = record.puzzle.rules
        if rules not in self._engines:
            try:
                engine = backends.engine(self._shared.backend, rules, **self._shared.options)
                fits = engine.takes_arrays and rules.size <= _BIGGEST
            except CpsudokuError:  # reported when the puzzle is asked about alone
                fits = False
            self._engines[rules] = engine if fits else None
        return self._engines[rules]

    def search(self, chunk: list[Record]) -> Iterator[tuple[Record, Answer]]:
        """Yield each record of a chunk with its answer."""
        found: list[Answer | None] = []
        for _, group in groupby(chunk, key=lambda record: record.puzzle.rules):
            found += self._known(list(group))
        open_ones = [record for record, answer in zip(chunk, found, strict=True) if answer is None]
        jobs = self._jobs if len(open_ones) > 1 else None
        alone = ask(open_ones, self._shared.alone, jobs)
        for record, answer in zip(chunk, found, strict=True):
            yield next(alone) if answer is None else (record, answer)

    def _known(self, run: list[Record]) -> list[Answer | None]:
        """Return what is known of puzzles of the same rules."""
        found: list[Answer | None] = [None] * len(run)
        engine, known = self.engine_for(run[0]), self._shared.known
        if engine is None or known is None:
            return found
        from cpsudoku.bulk.rows import givens_of

        puzzles = [record.puzzle for record in run]
        digits, plain = givens_of(puzzles, engine.rules)
        numbers = np.flatnonzero(plain).tolist()
        if not numbers:
            return found
        lot = Lot(
            [puzzles[number] for number in numbers],
            digits[plain],
            engine,
            Deadline(self._shared.seconds),
            self._threads,
            self._shared.seed,
        )
        for number, answer in zip(numbers, known(lot), strict=True):
            found[number] = answer
        return found


def of_search(question: Question) -> Shared[Result]:
    """Return a search as a question that can be asked of many together if it is for one or two."""
    limits = question.limits
    is_short = limits.solutions in {1, 2} and not question.is_random
    return Shared(
        question,
        partial(_unique, question) if is_short else None,
        question.backend,
        question.options,
        limits.seconds,
        limits.seed,
        processes=False,
    )


def _unique(question: Question, lot: Lot) -> list[Result | None]:
    limits = question.limits
    assert limits.solutions is not None
    name = backends.Session.of(lot.rules, question.backend, question.options).name
    exhausted = limits.solutions != 1
    return lot.with_one(
        lambda puzzle, grid: Result(puzzle, Outcome((grid,), exhausted), limits, name),
        limits.solutions,
    )


def can_be_compiled(source: PuzzleSource, shared: Shared[Any]) -> bool:
    """Return whether compiled code can answer a question about lines of classic puzzles.

    It cannot where rules, limits or options are others than it knows, where it is missing, or where
    the machine lacks the vector width that the environment asks for.
    """
    is_known = (
        shared.known is not None
        and shared.backend in {backends.AUTO, "bitboard"}
        and not shared.options
        and shared.seconds is None
        and source.is_unguided
        and verify.verifier(classic()) is not None
    )
    if not is_known:
        return False
    try:
        backends.engine("bitboard", classic())
    except OptionError:  # the error is reported where the question is asked
        return False
    return True
