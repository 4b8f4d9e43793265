"""The one way in which files of puzzles are answered, whatever the engine.

Lines of classic puzzles never become Python objects (`lines`); other puzzles are searched together
as arrays where an engine takes arrays, else one by one, or in processes (`asking`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from cpsudoku.bulk.asking import can_be_compiled, results
from cpsudoku.deferred import NDArray, np
from cpsudoku.formats.source import is_file

if TYPE_CHECKING:
    from cpsudoku.bulk.asking import Question
    from cpsudoku.bulk.briefly import Records, Settled
    from cpsudoku.bulk.lines import Out, Show


def answers(
    source: Records,
    question: Question,
    out: Out,
    show: Show,
    *,
    jobs: int | None = None,
    is_plain: Callable[[], bool] | None = None,
    settled: Callable[[Settled], bytes | memoryview],
    as_json: bool = False,
    is_doubtful: Callable[[Settled], NDArray[np.bool_]] | None = None,
) -> Iterator[tuple[str, int]]:
    """Answer the puzzles of a source in their order.

    Args:
        source: where the puzzles come from; read only a little ahead of the answers.
        out: where plain answers are written.
        show: writes any other answer, and returns its verdict in words.
        jobs: how many puzzles to work on at once; None for what suits the backend.
        is_plain: whether the answer to a classic puzzle may be a line, with the verdict if two
            solutions are looked for and with the solution if one is; None where it never may.
        settled: returns the answers to many puzzles with one solution, in UTF-8.
        as_json: whether such a line is an object of JSON instead.
        is_doubtful: which of these puzzles are asked about alone all the same.

    Yields:
        A verdict in words, and of how many puzzles in a row it is.

    Raises:
        CpsudokuError: what `cpsudoku.solve` raises, with the puzzle's place before it.
        OSError: a file cannot be read or written.
    """
    if (
        is_plain is not None
        and is_plain()
        and any(map(_is_text, source.arguments))
        and can_be_compiled(source, question)
    ):
        from cpsudoku.bulk.lines import CompiledLines

        compiled = CompiledLines(
            source, out, question, jobs, show, is_plain, settled, as_json, is_doubtful
        )
        yield from compiled.answers()
        return
    for record, result in results(source, question, jobs):
        yield show(record, result), 1


def _is_text(argument: str) -> bool:
    """Return whether an argument names text with any number of puzzles, not a puzzle itself."""
    return argument == "-" or is_file(argument)
