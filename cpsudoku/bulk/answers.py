"""The one way in which files of puzzles are answered by text, whatever the engine.

Lines of classic puzzles never become Python objects (`lines`); other puzzles are searched together
as arrays where an engine takes arrays, else one by one, or in processes (`asking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TypeVar

from cpsudoku.bulk.asking import Shared, ask_together, can_be_compiled
from cpsudoku.deferred import NDArray, np
from cpsudoku.formats.base import Record
from cpsudoku.formats.source import is_file

if TYPE_CHECKING:
    from cpsudoku.bulk.briefly import RecordSource, Settled, WrittenAnswers
    from cpsudoku.tables.blocks import Block

Answer = TypeVar("Answer")


class _Out(Protocol):
    """Where answers go: as bytes in its own encoding, which are passed on, or in UTF-8."""

    def encoded(self, text: str) -> bytes: ...
    def write_bytes(self, data: bytes) -> None: ...
    def write_utf8(self, data: bytes | memoryview) -> None: ...


def answers(
    source: RecordSource,
    shared: Shared[Answer],
    out: _Out,
    show: Callable[[Record, Answer], str],
    *,
    jobs: int | None = None,
    verdicts: tuple[str, str, str] = ("", "", ""),
    settled: Callable[[Settled], bytes | memoryview] | None = None,
    limit: int = 2,
    said: str | None = None,
    verdict: bool = True,
    as_lines: bool = True,
    is_plain: Callable[[], bool] = lambda: True,
    is_doubtful: Callable[[Settled], NDArray[np.bool_]] | None = None,
    parts: Iterable[Block | Record] | None = None,
) -> Iterator[tuple[str, int]]:
    """Answer the puzzles of a source in their order.

    Args:
        source: where the puzzles come from; read only a little ahead of the answers.
        out: where answers to many puzzles are written.
        show: writes any other answer, and returns its verdict in words.
        jobs: how many puzzles to work on at once; None for what suits the backend.
        verdicts: those on puzzles with one solution, with several and without one.
        settled: returns the answers to many puzzles with one solution, in UTF-8; None where each
            is answered alone.
        limit: how many solutions are looked for; with 1 a settled puzzle may have more of them.
        said: what the line of such a puzzle says; None for the verdict or solution.
        verdict: whether a line depends on the verdict; else on there being a solution.
        as_lines: whether its answer is such a line, which compiled code can write.
        is_plain: whether that is so now: it may end with an answer that `show` writes.
        is_doubtful: which of these puzzles are asked about alone all the same.
        parts: the puzzles, if they have been looked at; None for those of the source.

    Yields:
        A verdict in words, and of how many puzzles in a row it is.

    Raises:
        CpsudokuError: what the question raises, with the puzzle's place before it.
        OSError: a file cannot be read or written.
    """
    from cpsudoku.bulk.briefly import Settled, WrittenAnswers, answered

    if parts is not None:
        found: Iterator[WrittenAnswers | Settled | tuple[Record, Answer] | None]
        found = answered(parts, shared, limit, jobs, is_doubtful)
    elif (
        settled is None
        or not is_plain()
        or not any(argument == "-" or is_file(argument) for argument in source.arguments)
        or not can_be_compiled(source, shared)
    ):
        found = ask_together(source, shared, jobs)
    else:
        from cpsudoku.bulk.lines import CompiledLines
        from cpsudoku.tables.reading import parts as parts_of

        lines = CompiledLines(shared, jobs, said, verdict, out.encoded, is_plain)
        known = parts_of(source, lines if as_lines else None)
        found = answered(known, shared, limit, jobs, is_doubtful)
    for one in found:
        if isinstance(one, WrittenAnswers):
            out.write_bytes(one.text)
            yield from ((words, n) for words, n in zip(verdicts, one.numbers, strict=True) if n)
        elif one is None:
            continue
        elif not isinstance(one, Settled):
            yield show(*one), 1
        elif settled is not None and is_plain():
            out.write_utf8(settled(one))
            yield verdicts[0], len(one.block)
        else:
            for record, answer in ask_together(one.block.records(), shared, jobs):
                yield show(record, answer), 1
