"""Searches many puzzles: together as an array where the engine takes one, else one by one.

Together is some ten times as fast, but needs NumPy, whose import takes as long as a thousand
puzzles; so the first puzzles go one by one.  An array tells of each puzzle how many solutions were
found, and the first.  That is all there is to say of a puzzle with one solution; the others, a few
in most files, are asked once more alone, which tells the second solution, the clash or the limit.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING

from cpsudoku import backends
from cpsudoku.backends.base import Engine
from cpsudoku.bulk.asking import Question, ask
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.result import Outcome, Result
from cpsudoku.rules import Candidates, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ALONE = 256
"""So many puzzles are searched one by one before arrays are worth their start-up."""

CHUNK = 8192
CHUNK_SECONDS = 0.25
"""A chunk has at most so many puzzles, and is not waited for any longer: input may come slowly."""

_BIGGEST = 53
"""Up to this size the set of a cell's candidates is exact as a floating-point number."""


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
    for chunk in _chunks(source):
        yield from together.search(chunk)


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
