"""Searches many puzzles: together as an array where the engine takes one, else one by one.

Together is some ten times as fast, but needs NumPy, whose import takes as long as a thousand
puzzles; so the first puzzles go one by one.  An array tells of each puzzle how many solutions were
found, and the first.  That is all there is to say of a puzzle with one solution; the others, a few
in most files, are asked once more alone, which tells the second solution, the clash or the limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, groupby, islice
from typing import Any

from cpsudoku import backends, solving
from cpsudoku.backends.base import BulkEngine
from cpsudoku.cli.asking import ask, told_where
from cpsudoku.formats import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result

ALONE = 256
"""So many puzzles are searched one by one before arrays are worth their start-up."""

CHUNK = 8192
CHUNK_SECONDS = 0.25
"""A chunk has at most so many puzzles, and is not waited for any longer: input may come slowly."""

_BIGGEST = 255
"""Digits in an array are bytes."""


def search(
    records: Iterable[Record],
    limits: Limits,
    jobs: int | None,
    *,
    backend: str,
    **given: Any,
) -> Iterator[tuple[Record, Result]]:
    """Yield each record with what a search for its solutions gave, in the order of the records.

    Args:
        records: the puzzles; read only a little ahead of the answers.
        limits: how far each search may go.
        jobs: how many puzzles to work on at once; None for what suits the backend.
        backend: name of the backend.
        given: options for the backend.

    Raises:
        CpsudokuError: what `cpsudoku.solve` raises, with the puzzle's place before it.
    """
    how: dict[str, Any] = {
        "limit": limits.solutions,
        "seconds": limits.seconds,
        "seed": limits.seed,
    }
    alone = partial(solving.solve, backend=backend, **how, **given)
    source = iter(records)
    first = list(islice(source, 1))
    source = chain(first, source)
    together = _Together(alone, limits, jobs, backend, given)
    if limits.solutions in {1, 2} and first and together.engine_for(first[0]) is not None:
        yield from ask(islice(source, ALONE), alone, None)
        for chunk in _chunks(source):
            yield from together.search(chunk)
    else:
        yield from ask(source, alone, jobs)


def _chunks(source: Iterator[Record]) -> Iterator[list[Record]]:
    while True:
        chunk = []
        begun = time.monotonic()
        for record in source:
            chunk.append(record)
            if len(chunk) == CHUNK or time.monotonic() - begun > CHUNK_SECONDS:
                break
        if not chunk:
            return
        yield chunk


class _Together:
    """Searches chunks of puzzles as arrays.

    Args:
        alone: searches one puzzle.
        limits: how far each search may go.
        threads: how many an engine may use; None for as many as there are processors.
        backend: name of the backend.
        given: options for the backend.
    """

    def __init__(
        self,
        alone: Callable[[Puzzle], Result],
        limits: Limits,
        threads: int | None,
        backend: str,
        given: dict[str, Any],
    ) -> None:  # one per run of the program: five plain values are clearer than a bundle
        self._alone = alone
        self._limits = limits
        self._threads = threads
        self._backend = backend
        self._given = given

    def engine_for(self, record: Record) -> BulkEngine | None:
        """Return the engine that takes this puzzle in an array, or None if there is none."""
        rules = record.puzzle.rules
        if rules.size > _BIGGEST or record.puzzle.has_pencil_marks:
            return None
        compiled = partial(backends.engine, self._backend, rules, **self._given)
        engine = told_where(record, compiled)
        return engine if isinstance(engine, BulkEngine) else None

    def search(self, chunk: list[Record]) -> Iterator[tuple[Record, Result]]:
        """Yield each record of a chunk with its result."""
        for engine, group in groupby(chunk, key=self.engine_for):
            run = list(group)
            if engine is None:
                yield from ask(run, self._alone, None)
            else:
                yield from self._search(run, engine)

    def _search(self, run: list[Record], engine: BulkEngine) -> Iterator[tuple[Record, Result]]:
        import numpy as np

        from cpsudoku.bulk import solve_many

        limits, rules = self._limits, run[0].puzzle.rules
        # The time limit is each puzzle's own: what is certain within it for all of them is certain
        # for each, and the rest is searched alone, with the limit to itself.
        batch = solve_many(
            np.array([record.puzzle.digits for record in run], dtype=np.uint8),
            backend=engine,
            rules=rules,
            limit=limits.solutions,
            seconds=limits.seconds,
            threads=self._threads,
            seed=limits.seed,
        )
        name = backends.name_of(self._backend, rules)
        counts, unknown = batch.counts.tolist(), batch.unknown.tolist()
        for i, record in enumerate(run):
            if counts[i] == 1 and not unknown[i]:
                grid = tuple(batch.solutions[i].tolist())
                outcome = Outcome((grid,), exhausted=limits.solutions != 1)
                yield record, Result(record.puzzle, outcome, limits, name)
            else:
                yield record, told_where(record, partial(self._alone, record.puzzle))
