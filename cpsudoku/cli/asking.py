"""Asks one question of many puzzles, in order, with as many at a time as wanted.

With several jobs, chunks of puzzles go to processes of their own, a few chunks ahead of the
answers, so that neither a long file nor a slow reader fills the memory.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from cpsudoku import backends, solving
from cpsudoku.cli.reading import place
from cpsudoku.errors import CpsudokuError, DisagreementError, UnsupportedError
from cpsudoku.formats import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Result, Verdict

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

Answer = TypeVar("Answer")

LARGEST_CHUNK = 64


def ask_several(puzzle: Puzzle, *, names: Sequence[str], limits: Limits) -> Result:
    """Search for a puzzle's solutions with several backends, which have to agree.

    Args:
        puzzle: the puzzle.
        names: the backends; those that do not support the puzzle's rules are left out.
        limits: how far each search may go.

    Returns:
        The first certain answer, or the first of all if there is none.

    Raises:
        DisagreementError: two answers contradict each other.
        UnsupportedError: none of the backends supports the rules.
    """
    from cpsudoku.comparison import disagreement

    rules = puzzle.rules
    able = [name for name in names if name == backends.AUTO or backends.get(name).supports(rules)]
    if not able:
        raise UnsupportedError(f"none of {', '.join(names)} supports these rules")
    how: dict[str, Any] = {
        "limit": limits.solutions,
        "seconds": limits.seconds,
        "seed": limits.seed,
    }
    results = [solving.solve(puzzle, backend=name, **how) for name in able]
    words = disagreement(results)
    if words is not None:
        raise DisagreementError(f"{words}: {puzzle}")
    return next((r for r in results if r.verdict is not Verdict.UNKNOWN), results[0])


def ask(
    records: Iterable[Record], question: Callable[[Puzzle], Answer], jobs: int | None
) -> Iterator[tuple[Record, Answer]]:
    """Yield each record with the answer to the question, in the order of the records.

    Args:
        records: the puzzles; read only a little ahead of the answers.
        question: answers for a puzzle; it can be pickled, so that a process can ask it.
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
        where = place(record)
        if where:
            error.args = (f"{where}: {error}",)
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

    for child in active_children():
        child.kill()
    pool.shutdown(cancel_futures=True)


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
