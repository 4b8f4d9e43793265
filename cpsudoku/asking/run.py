"""The one loop: asks a question of all rows of a source and gives the answers to a sink, in order.

::

    Source ──Block──▶ together (threads) ──rows left──▶ alone (here, or in processes) ──▶ Sink

Blocks of fast questions are as they were read, some 12,000 rows; a slow question gets as many rows
at a time as take half a second, so that answers come steadily and Ctrl-C loses nothing that was
written.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain, islice
from typing import Any, Protocol, TypeAlias, cast

from cpsudoku.asking.outcomes import Ending
from cpsudoku.asking.question import READINGS, Question
from cpsudoku.errors import CpsudokuError
from cpsudoku.formats.base import locating_errors
from cpsudoku.ground.deadline import Deadline, Stopwatch
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.answers import Alone, Form, RowAnswers, merged
from cpsudoku.rows.block import Block, Row
from cpsudoku.rows.values import Same

CHUNK = 64
"""Puzzles that go to a process at a time, at most."""

PACE = 0.2
"""Seconds after which answers that are ready are passed on."""

WHOLE = 0.5
"""Seconds that rows of a slow question take together."""

MOST = 4096
"""Rows of a slow question that are answered together, at most."""


Watch: TypeAlias = "Callable[[Row, Any], object]"
"""Called with each row that was asked alone, and its answer."""


class Sink(Protocol):
    """Where answers go, in one form."""

    form: Form

    def write(self, block: Block, answers: RowAnswers) -> None:
        """Write rows with the answers to them."""


def run(
    source: Iterable[Block],
    question: Question[Any],
    sink: Sink,
    *,
    jobs: int | None = None,
    threads: int | None = None,
    progress: Callable[[int], object] = lambda number: None,
    watch: Watch = lambda row, answer: None,
) -> Counter[Ending]:
    """Ask a question of all rows, write the answers, and count the outcomes.

    What stands before a bad row is answered and written before its error is raised.

    Args:
        jobs: how many processes answer rows alone, None for none.
        threads: how many threads may answer rows together; None for as many as there are jobs, or
            processors.
        progress: called with the number of puzzles of each part that has been written.

    Raises:
        CpsudokuError: what the source and the question raise, with the puzzle's place before it.
        OSError: a file cannot be read or written.
    """
    counts: Counter[Ending] = Counter()
    how: dict[str, Any] = {"jobs": jobs, "threads": threads, "watch": watch}
    for block, answers in answer_blocks(source, question, sink.form, **how):
        sink.write(block, answers)
        new = _counted(answers.outcomes, len(block))
        counts.update(new)
        progress(sum(new.values()))
    return counts


def _counted(outcomes: Any, count: int) -> Mapping[Ending, int]:
    """Count puzzles by their outcomes; the pieces of a long answer have none."""
    if isinstance(outcomes, Same):
        return {cast(Ending, outcomes.value): count}
    return Counter(one for one in outcomes if one is not None)


def answer_blocks(
    source: Iterable[Block], question: Question[Any], form: Form, *, jobs: int | None = None,
    threads: int | None = None, watch: Watch = lambda row, answer: None,
) -> Iterator[tuple[Block, RowAnswers]]:  # fmt: skip
    """Yield what `run` writes: parts of blocks as they are answered, in order."""
    # What has been begun: a block, the answers that were given together, the rows that are left,
    # and whether processes have these; at the end perhaps the error of the source.
    begun: deque[Any] = deque()
    has_processes = jobs is not None and jobs > 1 and not question.is_long
    together = partial(_together, question, form, threads or jobs)
    tasks: Iterator[list[Any]] = _tasks(source, question, together, begun, has_processes)
    if has_processes:
        from cpsudoku.ground.processes.workers import answered_in_order

        tasks = answered_in_order(tasks, partial(partial, _answers, question), jobs=jobs or 1)
    answers = (answer for reply in tasks for answer in (reply or [None]))
    for first in answers:
        block, known, left, is_sent = begun.popleft()
        replies = chain([first], islice(answers, len(left) - 1)) if is_sent else None
        reply = partial(_pieces, question, form, watch, replies)
        names = question.names.get(form, ()) + (READINGS if form is Form.DOCUMENT else ())
        part = partial(_part, block, known, names=names)
        yield from _in_parts(block, left, reply, part, has_known=known is not None)
    if begun:
        raise begun.pop()


def _tasks(
    source: Iterable[Block], question: Question[Any],
    together: Callable[[Block], tuple[RowAnswers | None, list[int]]], begun: deque[Any],
    has_processes: bool,
) -> Iterator[list[Puzzle]]:  # fmt: skip
    """Begin blocks, and yield the puzzles for processes; an empty list where there are none."""
    size = 1  # small at first, so that every process is busy and answers come soon
    try:
        for block in paced(source) if question.is_slow else source:
            answers, left = together(block)
            is_slow = answers is None or question.is_slow
            is_sent = has_processes and is_slow and len(left) > 0
            begun.append((block, answers, left, is_sent))
            rest = iter(left)
            while is_sent and (chunk := list(islice(rest, size))):
                yield list(map(block.puzzle, chunk))
                size = min(2 * size, CHUNK)
            if not is_sent:
                yield []
    except CpsudokuError as error:  # what was read before is answered first
        begun.append(error)


def _together(
    question: Question[Any], form: Form, threads: int | None, block: Block
) -> tuple[RowAnswers | None, list[int]]:
    """Return the answers that are given together, and the rows that are left."""
    found = None if form is Form.PICTURE else question.together(block, form, threads)
    return found or (None, list(range(len(block))))


def _in_parts(
    block: Block, left: list[int], reply: Callable[[Row], Iterator[Alone]],
    part: Callable[[int, int, dict[int, Alone]], tuple[Block, RowAnswers]], *, has_known: bool,
) -> Iterator[tuple[Block, RowAnswers]]:  # fmt: skip
    """Yield a block when all of it is answered, or its first rows when these took long.

    Args:
        left: the rows that are left to be asked alone, by `reply`.
        part: returns rows from one number up to another, with the answers to those asked alone.
        has_known: whether some were answered together.
    """
    begin, pause = 0, Deadline(PACE)
    alone: dict[int, Alone] = {}
    for number in left:
        row = block.row(number)
        try:
            with locating_errors(row):
                for one in reply(row):
                    if one[0] is not None:
                        alone[number] = one
                        break
                    if begin < number:
                        yield part(begin, number, alone)
                    yield part(number, number + 1, {number: one})
                    begin, alone = number, {}
        except GeneratorExit:  # nothing can be written any more
            raise
        except BaseException:  # what was answered before it is written
            end = number + (number in alone)
            if begin < end:
                yield part(begin, end, alone)
            raise
        if pause.has_passed:
            yield part(begin, number + 1, alone)
            begin, alone, pause = number + 1, {}, Deadline(PACE)
    if begin < len(block) or (has_known and not len(block)):
        yield part(begin, len(block), alone)


def _pieces(
    question: Question[Any], form: Form, watch: Watch, replies: Iterator[Any] | None, row: Row
) -> Iterator[Alone]:
    """Yield the answer to a row: one, or the pieces of a long one.

    Args:
        replies: the answers of processes; None to ask here.
    """
    answers: Iterator[Any]
    if replies is not None:
        answers = islice(replies, 1)
    elif question.is_long and form is not Form.DOCUMENT:
        answers = question.pieces(row.puzzle)
    else:
        answers = iter([question.alone(row.puzzle)])
    answer = next(answers)
    if isinstance(answer, CpsudokuError):
        raise answer
    for other in answers:
        yield None, question.shown(row, answer, form)
        answer = other
    watch(row, answer)
    yield question.outcome(row, answer), question.shown(row, answer, form)


def _part(
    whole: Block, known: RowAnswers | None, begin: int, end: int, alone: dict[int, Alone], *,
    names: tuple[str, ...],
) -> tuple[Block, RowAnswers]:  # fmt: skip
    """Return some rows with their answers, those given together and alone."""
    block, count = whole.part(begin, end), end - begin
    if known is not None and count < len(whole):
        known = known.part(begin, end)
    if not alone:
        assert known is not None
        return block, known
    here = {row - begin: one for row, one in alone.items()}
    answers, repeated = merged(known, here, count, names)
    return block if repeated is None else block.chosen(repeated), answers


def paced(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks in parts that take half a second until the next is wanted."""
    size = 1
    for block in blocks:
        begin = 0
        while begin < max(1, len(block)):  # a block without rows has an answer as well
            end, since = begin + size, Stopwatch()
            yield block.part(begin, min(end, len(block)))
            spent = max(since.seconds, 1e-3)
            size = max(1, min(MOST, int(size * min(4.0, WHOLE / spent))))
            begin = end


def _answers(question: Question[Any], puzzles: list[Puzzle]) -> list[Any]:
    """Answer puzzles in a process; an error takes the place of an answer."""
    found: list[Any] = []
    for puzzle in puzzles:
        try:
            found.append(question.alone(puzzle))
        except CpsudokuError as error:
            found.append(error)
    return found
