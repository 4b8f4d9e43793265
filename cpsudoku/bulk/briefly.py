"""Long files of classic puzzles; those with one solution never become Python objects.

If all such puzzles have the same answer, or their solution is the answer, the answers to a block of
lines are written at once.  Every other puzzle is asked about alone, in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import chain, groupby
from typing import NamedTuple, Protocol, TypeVar, cast

from cpsudoku import backends
from cpsudoku.bulk.asking import Lot, Shared, ask_together, can_be_compiled
from cpsudoku.bulk.each import ask
from cpsudoku.deadline import Deadline
from cpsudoku.deferred import NDArray, np
from cpsudoku.formats.base import Record
from cpsudoku.rules import classic
from cpsudoku.tables.blocks import Block, Digits
from cpsudoku.tables.forms import PuzzleSource
from cpsudoku.tables.reading import parts

Answer = TypeVar("Answer")
Own = TypeVar("Own")


class RecordSource(PuzzleSource, Iterator[Record], Protocol):
    """A source whose puzzles can also be taken one by one."""


class Settled(NamedTuple):
    """Rows, one after the other, with puzzles that have one solution: an array (n, 81)."""

    block: Block
    solutions: Digits


class WrittenAnswers(NamedTuple):
    """Answers to lines that compiled code has written, in the encoding of the output.

    Args:
        numbers: how many of the puzzles have one solution, several and none.
    """

    text: bytes
    numbers: tuple[int, int, int] = (0, 0, 0)


def parts_of(source: RecordSource, shared: Shared[Answer]) -> Iterator[Block | Record]:
    """Return the puzzles of a source: as blocks where the question can be answered briefly."""
    is_known = can_be_compiled(source, replace(shared, seconds=None))
    return parts(source) if is_known else iter(source)


def just_one(found: Iterator[Block | Record]) -> tuple[bool, Iterator[Block | Record]]:
    """Return whether there is one puzzle, and all of them; that one is a record then."""
    ahead: list[Block | Record] = []
    number = 0
    for part in found:
        ahead.append(part)
        number += len(part) if isinstance(part, Block) else 1
        if number > 1:
            break
    if number == 1 and isinstance(ahead[0], Block):
        ahead = [ahead[0].record(0)]
    return number == 1, chain(ahead, found)


def answered(
    found: Iterable[Block | Record | Own],
    shared: Shared[Answer],
    limit: int,
    jobs: int | None,
    is_doubtful: Callable[[Settled], NDArray[np.bool_]] | None = None,
) -> Iterator[Settled | tuple[Record, Answer] | Own]:
    """Yield the answers to a question in the order of the puzzles, many at once where it is brief.

    Args:
        found: the puzzles, as `parts_of` gives them; what else is among them is yielded as it is.
        limit: how many solutions are looked for; with 1 a settled puzzle may have more of them.
        is_doubtful: which of the settled puzzles are asked about alone all the same.

    Raises:
        CpsudokuError: what the question raises, with the puzzle's place before it.
    """
    for is_record, group in groupby(found, key=lambda part: isinstance(part, Record)):
        if is_record:
            yield from ask_together(cast("Iterator[Record]", group), shared, jobs)
            continue
        for part in cast("Iterator[Block | Own]", group):
            if isinstance(part, Block):
                yield from _of_block(part, shared, limit, jobs, is_doubtful)
            else:
                yield part


def _of_block(
    block: Block,
    shared: Shared[Answer],
    limit: int,
    jobs: int | None,
    is_doubtful: Callable[[Settled], NDArray[np.bool_]] | None,
) -> Iterator[Settled | tuple[Record, Answer]]:
    engine = backends.engine(shared.backend, classic())
    lot = Lot([], block.digits, engine, Deadline(shared.seconds), jobs, shared.seed)
    batch = lot.search(limit)
    is_open = (batch.counts != 1) | batch.unknown
    if is_doubtful is not None:
        is_open = is_open | is_doubtful(Settled(block, batch.solutions))
    left = np.flatnonzero(is_open).tolist()
    alone = ask(map(block.record, left), shared.alone, jobs if len(left) > 1 else None)
    begin = 0
    for end in (*left, len(block)):
        if begin < end:
            yield Settled(block.taken(begin, end), batch.solutions[begin:end])
        if end < len(block):
            yield next(alone)
        begin = end + 1
