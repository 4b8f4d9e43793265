"""Asks one question of many puzzles, in order: one by one, in processes, or together as arrays.

With several jobs, chunks of puzzles go to processes of their own, a few chunks ahead of the
answers, so that neither a long file nor a slow reader fills the memory.

Searches for solutions (`results`) go together as an array where the engine takes one.  That is some
ten times as fast, but needs NumPy, whose import takes as long as a thousand puzzles; so the first
puzzles go one by one.  An array tells of each puzzle how many solutions were found, and the first.
That is all there is to say of a puzzle with one solution; the others, a few in most files, are
asked once more alone, which tells the second solution, the clash or the limit.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, Any, TypeVar

from cpsudoku import backends, solving
from cpsudoku.backends.base import Engine
from cpsudoku.errors import CpsudokuError
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result
from cpsudoku.rules import Candidates, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Answer = TypeVar("Answer")

LARGEST_CHUNK = 64
"""Puzzles that go to a process at a time, at most."""

ALONE = 256
"""So many puzzles are searched one by one before arrays are worth their start-up."""

ARRAY = 8192
ARRAY_SECONDS = 0.25
"""An array has at most so many puzzles, and is not waited for any longer: input may come slowly."""

_BIGGEST = 53
"""Up to this size the set of a cell's candidates is exact as a floating-point number."""


class Question:
    """A search for solutions, asked of one puzzle after the other; it can be pickled.

    Args:
        limits: how far to go for each puzzle.
        backend: name of the backend.
        options: for the backend, by name.
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
            return solving.random_solution(
                puzzle,
                backend=self.backend,
                seconds=limits.seconds,
                seed=limits.seed,
                **self.options,
            )
        return solving.solve(
            puzzle,
            backend=self.backend,
            limit=limits.solutions,
            seconds=limits.seconds,
            seed=limits.seed,
            **self.options,
        )


def ask(
    records: Iterable[Record], question: Callable[[Puzzle], Answer], jobs: int | None
) -> Iterator[tuple[Record, Answer]]:
    """Yield each record with the answer to the question, in the order of the records.

    Args:
        records: the puzzles; read only a little ahead of the answers.
        question: answers for a puzzle; it can be pickled, so that a process can ask it.
        jobs: how many puzzles to work on at once; None for one.

    Raises:
        CpsudokuError: what the question raises, with the puzzle's place before it.
    """
    if jobs is None or jobs == 1:
        for record in records:
            with locating_errors(record):
                answer = question(record.puzzle)
            yield record, answer
    else:
        yield from _ask_in_processes(records, question, jobs)


def _ask_in_processes(
    records: Iterable[Record], question: Callable[[Puzzle], Answer], jobs: int
) -> Iterator[tuple[Record, Answer]]:
    from cpsudoku.processes.workers import answered_in_order

    waiting: deque[list[Record]] = deque()

    def tasks() -> Iterator[list[Puzzle]]:
        for chunk in _chunks(records):
            waiting.append(chunk)
            yield [record.puzzle for record in chunk]

    for answers in answered_in_order(tasks(), partial(_asker, question), jobs=jobs):
        for record, answer in zip(waiting.popleft(), answers, strict=True):
            with locating_errors(record):
                if isinstance(answer, CpsudokuError):
                    raise answer
            yield record, answer


def _asker(
    question: Callable[[Puzzle], Answer],
) -> Callable[[list[Puzzle]], list[Answer | CpsudokuError]]:
    return partial(_answers, question)


def _answers(
    question: Callable[[Puzzle], Answer], puzzles: list[Puzzle]
) -> list[Answer | CpsudokuError]:
    found: list[Answer | CpsudokuError] = []
    for puzzle in puzzles:
        try:
            found.append(question(puzzle))
        except CpsudokuError as error:
            found.append(error)
    return found


def _chunks(records: Iterable[Record]) -> Iterator[list[Record]]:
    # Small at first, so that a short file still keeps every process busy and answers come soon.
    source = iter(records)
    size = 1
    while chunk := list(islice(source, size)):
        yield chunk
        size = min(2 * size, LARGEST_CHUNK)


def results(
    records: Iterable[Record], question: Question, jobs: int | None
) -> Iterator[tuple[Record, Result]]:
    """Yield each record with what a search for its solutions gave, in the order of the records.

    Args:
        records: the puzzles; read only a little ahead of the answers.
        question: the search.
        jobs: how many puzzles to work on at once; None for what suits the backend.

    Raises:
        CpsudokuError: what `cpsudoku.solve` raises, with the puzzle's place before it.
    """
    source = iter(records)
    first = list(islice(source, 1))
    source = chain(first, source)
    together = _Together(question, jobs)
    fits = bool(first) and not question.is_random and question.limits.solutions in {1, 2}
    if not fits or together.engine_for(first[0]) is None:
        yield from ask(source, question, jobs)
        return
    yield from ask(islice(source, ALONE), question, None)
    for chunk in _arrays(source):
        yield from together.search(chunk)


def _arrays(source: Iterator[Record]) -> Iterator[list[Record]]:
    while True:
        chunk = []
        begun = time.monotonic()
        for record in source:
            chunk.append(record)
            if len(chunk) == ARRAY or time.monotonic() - begun > ARRAY_SECONDS:
                break
        if not chunk:
            return
        yield chunk


class _Together:
    """Searches chunks of puzzles as arrays.

    Args:
        question: the search.
        threads: how many an engine may use; None for as many as the process may run on.
    """

    def __init__(self, question: Question, threads: int | None) -> None:
        self._question = question
        self._threads = threads
        self._engines: dict[Rules, Engine | None] = {}

    def engine_for(self, record: Record) -> Engine | None:
        """Return the engine that takes puzzles of these rules as arrays, or None."""
        rules = record.puzzle.rules
        if rules not in self._engines:
            with locating_errors(record):
                engine = backends.engine(self._question.backend, rules, **self._question.options)
            fits = engine.takes_arrays and rules.size <= _BIGGEST
            self._engines[rules] = engine if fits else None
        return self._engines[rules]

    def search(self, chunk: list[Record]) -> Iterator[tuple[Record, Result]]:
        """Yield each record of a chunk with its result."""
        for engine, group in groupby(chunk, key=self.engine_for):
            if engine is None:
                yield from ask(group, self._question, None)
                continue
            for _, run in groupby(group, key=lambda record: record.puzzle.rules):
                yield from self._search(list(run), engine)

    def _search(self, run: list[Record], engine: Engine) -> Iterator[tuple[Record, Result]]:
        from cpsudoku.bulk.arrays import solve_many

        limits, rules = self._question.limits, run[0].puzzle.rules
        digits, plain = _digits([record.puzzle.candidates for record in run], rules)
        # The time limit is each puzzle's own: what is certain within it for all of them is certain
        # for each, and the rest is searched alone, with the limit to itself.
        batch = solve_many(
            digits,
            backend=engine,
            rules=rules,
            limit=limits.solutions,
            seconds=limits.seconds,
            threads=self._threads,
            seed=limits.seed,
        )
        name = backends.name_of(self._question.backend, rules)
        settled = (plain & (batch.counts == 1) & ~batch.unknown).tolist()
        for i, record in enumerate(run):
            if settled[i]:
                grid = tuple(batch.solutions[i].tolist())
                outcome = Outcome((grid,), exhausted=limits.solutions != 1)
                yield record, Result(record.puzzle, outcome, limits, name)
            else:
                yield from ask([record], self._question, None)


def _digits(
    candidates: list[Candidates], rules: Rules
) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Return the givens of puzzles, and which puzzles they tell all of: those without pencil marks.

    Args:
        candidates: for each puzzle its candidates.
        rules: the rules of all of them.
    """
    import numpy as np

    masks = np.array(candidates, dtype=np.int64)
    given = (masks & (masks - 1) == 0) & (masks != 0)
    # The exponent of a power of two is exact: 2**(d-1) is 0.5 · 2**d.
    digits = np.where(given, np.frexp(masks)[1], 0).astype(np.uint8)
    return digits, (given | (masks == rules.all_digits)).all(axis=1)
