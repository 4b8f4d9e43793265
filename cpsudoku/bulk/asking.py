"""Asks one question of many puzzles, in order, with as many at a time as wanted.

With several jobs, chunks of puzzles go to processes of their own, a few chunks ahead of the
answers, so that neither a long file nor a slow reader fills the memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from cpsudoku import backends, solving
from cpsudoku.errors import CpsudokuError
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Result

Answer = TypeVar("Answer")

LARGEST_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Question:
    """A search for solutions, asked of one puzzle after the other; it can be pickled.

    Args:
        limits: how far to go for each puzzle.
        backend: name of the backend.
        options: for the backend, by name.
        is_random: whether the seed is to choose the solution, as `cpsudoku.random_solution` does.
    """

    limits: Limits
    backend: str = backends.AUTO
    options: Mapping[str, Any] = field(default_factory=dict)
    is_random: bool = False

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
