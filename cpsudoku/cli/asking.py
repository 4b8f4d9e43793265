"""Asks one question of many puzzles, in order, with as many at a time as wanted.

With several jobs, chunks of puzzles go to processes of their own, a few chunks ahead of the
answers, so that neither a long file nor a slow reader fills the memory.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from cpsudoku import backends, solving
from cpsudoku.cli.reading import Record
from cpsudoku.errors import CpsudokuError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count, Result
from cpsudoku.solving import TrueCandidates

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Answer = TypeVar("Answer")

LARGEST_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom to ask, and how long to wait for an answer.

    Args:
        backend: name of the backend.
        seconds: wall-clock limit for each puzzle; None for none.
        seed: for solvers that make random choices.
        options: for the backend.
    """

    backend: str = backends.AUTO
    seconds: float | None = None
    seed: int = 0
    options: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Search:
    """The question for solutions of a puzzle, up to a limit."""

    asked: Asked
    limit: int | None

    def __call__(self, puzzle: Puzzle) -> Result:
        """Ask it of a puzzle."""
        a = self.asked
        return solving.solve(
            puzzle,
            backend=a.backend,
            limit=self.limit,
            seconds=a.seconds,
            seed=a.seed,
            **a.options,
        )


@dataclass(frozen=True, slots=True)
class Counting:
    """The question how many solutions a puzzle has."""

    asked: Asked
    limit: int | None

    def __call__(self, puzzle: Puzzle) -> Count:
        """Ask it of a puzzle."""
        a = self.asked
        return solving.count(
            puzzle,
            backend=a.backend,
            limit=self.limit,
            seconds=a.seconds,
            seed=a.seed,
            **a.options,
        )


@dataclass(frozen=True, slots=True)
class FindingCandidates:
    """The question which digits occur in some solution."""

    asked: Asked

    def __call__(self, puzzle: Puzzle) -> TrueCandidates:
        """Ask it of a puzzle."""
        a = self.asked
        return solving.candidates(
            puzzle, backend=a.backend, seconds=a.seconds, seed=a.seed, **a.options
        )


def ask(
    records: Iterable[Record], question: Callable[[Puzzle], Answer], jobs: int | None
) -> Iterator[tuple[Record, Answer]]:
    """Yield each record with the answer to the question, in the order of the records.

    Args:
        records: the puzzles; read only a little ahead of the answers.
        question: one of the questions above.
        jobs: how many puzzles to work on at once; None for what suits the backend.

    Raises:
        CpsudokuError: what the question raises, with the puzzle's place before it.
    """
    if jobs is None or jobs == 1:
        for record in records:
            yield record, told_where(record, partial(question, record.puzzle))
    else:
        yield from _ask_in_processes(records, question, jobs)


def told_where(record: Record, answer: Callable[[], Answer]) -> Answer:
    """Return an answer, or raise its error with the puzzle's place before it.

    Args:
        record: the puzzle.
        answer: gives the answer.
    """
    try:
        return answer()
    except CpsudokuError as error:
        if record.place:
            error.args = (f"{record.place}: {error}",)
        raise


def _ask_in_processes(
    records: Iterable[Record], question: Callable[[Puzzle], Answer], jobs: int
) -> Iterator[tuple[Record, Answer]]:
    from concurrent.futures import ProcessPoolExecutor

    chunks = _chunks(records)
    waiting: deque[tuple[list[Record], Future[list[Answer | CpsudokuError]]]] = deque()
    pool = ProcessPoolExecutor(jobs, initializer=_ignore_interrupts)
    try:
        for chunk in chunks:
            puzzles = [record.puzzle for record in chunk]
            waiting.append((chunk, pool.submit(_answers, question, puzzles)))
            if len(waiting) > 2 * jobs:
                yield from _answered(*waiting.popleft())
        while waiting:
            yield from _answered(*waiting.popleft())
        pool.shutdown()
    except BaseException:
        _stop(pool)
        raise


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the processes at once: what they are at is not wanted any more."""
    from multiprocessing import active_children

    pool.shutdown(wait=False, cancel_futures=True)
    for child in active_children():
        child.kill()


def _ignore_interrupts() -> None:
    # Ctrl-C reaches every process of the terminal; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunks(records: Iterable[Record]) -> Iterator[list[Record]]:
    # Small at first, so that a short file still keeps every process busy and answers come soon.
    source = iter(records)
    size = 1
    while chunk := list(islice(source, size)):
        yield chunk
        size = min(2 * size, LARGEST_CHUNK)


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


def _answered(
    chunk: list[Record], future: Future[list[Answer | CpsudokuError]]
) -> Iterator[tuple[Record, Answer]]:
    for record, answer in zip(chunk, future.result(), strict=True):
        yield record, told_where(record, partial(_or_raise, answer))


def _or_raise(answer: Answer | CpsudokuError) -> Answer:
    if isinstance(answer, CpsudokuError):
        raise answer
    return answer
