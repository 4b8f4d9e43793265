"""Puzzles, answers and runs in little memory, since a comparison comes back to all of them.

Each is made anew when it is asked for: a puzzle of 81 cells takes some 250 bytes instead of
1,300, and a run 40 instead of 140.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence, Sized
from typing import Any, TypeAlias, TypeVar, overload

from cpsudoku.backends.base.witnesses import packed
from cpsudoku.comparison.figures import Run
from cpsudoku.formats import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Outcome, Result, Stats, Verdict
from cpsudoku.rules import Digit

Kept_co = TypeVar("Kept_co", covariant=True)

_Answer: TypeAlias = tuple[bool, *tuple[Sequence[Digit], ...]]
"""Whether there are no other solutions, and the solutions, packed."""

_USUAL = tuple(Record._field_defaults.values())
_VERDICTS = tuple(Verdict)
_MOST_IN_BYTES = 255


class _Made(Sequence[Kept_co]):
    """A sequence with an item for each thing that is kept, made when it is asked for."""

    def __init__(self, kept: Sized, at: Callable[[int], Kept_co]) -> None:
        self._all, self._at = kept, at

    def __len__(self) -> int:
        return len(self._all)

    @overload
    def __getitem__(self, index: int) -> Kept_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Kept_co]: ...
    def __getitem__(self, index: int | slice) -> Kept_co | Sequence[Kept_co]:
        if isinstance(index, slice):
            return [self._at(one) for one in range(len(self))[index]]
        return self._at(index)


class Records(_Made[Record]):
    """The records of a file."""

    def __init__(self, records: Iterable[Record]) -> None:
        self._shared: dict[int, int] = {}
        self._kept = [self._packed(record) for record in records]
        super().__init__(self._kept, self._record)

    def puzzles(self) -> Sequence[Puzzle]:
        """Return the puzzles of all records, which are made in the same way."""
        return _Made(self._kept, self.puzzle)

    def puzzle(self, index: int) -> Puzzle:
        """Return the puzzle of an index."""
        cells, rules, *_ = self._kept[index]
        if isinstance(cells, bytes):
            return Puzzle.from_digits(cells, rules)
        return Puzzle.trusted(rules, cells)

    def _record(self, index: int) -> Record:
        return Record(self.puzzle(index), *self._kept[index][2:])

    def _packed(self, record: Record) -> tuple[Any, ...]:
        """Return givens or masks, the rules, and what else a record says, up to the last of it."""
        puzzle, *said = record
        while said and said[-1] == _USUAL[len(said) - 1]:
            said.pop()
        if puzzle.has_pencil_marks or puzzle.rules.size > _MOST_IN_BYTES:
            # Masks that are read are numbers of their own, three quarters of a puzzle.
            cells = tuple(map(self._shared.setdefault, puzzle.candidates, puzzle.candidates))
            return cells, puzzle.rules, *said
        return bytes(puzzle.digits), puzzle.rules, *said


class KeptAnswers:
    """What each backend has answered to each puzzle."""

    def __init__(self, number: int, limits: Limits) -> None:
        self._number = number
        self._limits = limits
        self._kept: dict[str, list[_Answer | None]] = {}

    def of(self, index: int, puzzle: Puzzle) -> list[Result]:
        """Return the first answer of each backend to a puzzle."""
        return [
            Result(puzzle, Outcome(tuple(map(tuple, kept[1:])), kept[0]), self._limits, name)
            for name, answers in self._kept.items()
            if (kept := answers[index]) is not None
        ]

    def keep(self, name: str, index: int, outcome: Outcome) -> None:
        """Keep an answer, unless it is not the backend's first one to the puzzle."""
        if name not in self._kept:
            self._kept[name] = [None] * self._number
        if self._kept[name][index] is None:
            answer: _Answer = (outcome.exhausted, *map(packed, outcome.solutions))
            others = (answers[index] for answers in self._kept.values())
            self._kept[name][index] = next((one for one in others if one == answer), answer)


class Runs(_Made[Run]):
    """All runs, a column for each of their fields."""

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._stats: dict[Stats, int] = {}
        self._columns: tuple[array[Any], ...] = tuple(map(array, "HLLdBL"))
        self._known: tuple[list[str], list[Stats]] = ([], [])
        super().__init__(self._columns[0], self._run)

    def add(self, run: Run) -> None:
        """Add a run at the end."""
        name = _number(self._names, run.backend, self._known[0])
        verdict = _VERDICTS.index(run.verdict)
        stats = _number(self._stats, run.stats, self._known[1])
        row = (name, run.puzzle, run.round, run.seconds, verdict, stats)
        for column, value in zip(self._columns, row, strict=True):
            column.append(value)

    def _run(self, index: int) -> Run:
        name, puzzle, number, seconds, verdict, stats = (one[index] for one in self._columns)
        names, kept = self._known
        return Run(names[name], puzzle, number, seconds, _VERDICTS[verdict], kept[stats])


def _number(numbers: dict[Any, int], value: object, known: list[Any]) -> int:
    """Return the number of a value; equal values have the same number."""
    number = numbers.setdefault(value, len(known))
    if number == len(known):
        known.append(value)
    return number
