"""Asks one question of many puzzles, in order: one by one, or in processes.

With several jobs, chunks of puzzles go to processes of their own, a few chunks ahead of the
answers, so that neither a long file nor a slow reader fills the memory.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TypeVar

from cpsudoku.errors import CpsudokuError
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.puzzle import Puzzle

Answer = TypeVar("Answer")

LARGEST_CHUNK = 64
"""Puzzles that go to a process at a time, at most."""


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

    for answers in answered_in_order(tasks(), partial(partial, _answers, question), jobs=jobs):
        for record, answer in zip(waiting.popleft(), answers, strict=True):
            with locating_errors(record):
                if isinstance(answer, CpsudokuError):
                    raise answer
            yield record, answer


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
