"""The puzzles of a booklet: made by difficulty or read, checked, and rated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from cpsudoku import generation, solving
from cpsudoku.backends import AUTO
from cpsudoku.cli import failures, progress
from cpsudoku.cli.rating import rated
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.cli.specs import Wish
from cpsudoku.cli.status import Status
from cpsudoku.coaching.columns import shown
from cpsudoku.coaching.difficulty import Difficulty
from cpsudoku.deadline import Deadline
from cpsudoku.drawing.booklets import Entry
from cpsudoku.errors import (
    BackendUnavailableError,
    GenerationError,
    OptionError,
    UnsupportedError,
)
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.generation import Made
from cpsudoku.logic.classes import HODOKU_CLASSES
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict


class Group(NamedTuple):
    """Puzzles of one difficulty.

    Args:
        level: HoDoKu's class; empty for any.
        er: the rating on Sudoku Explainer's scale, or the least and most; empty for any.
    """

    number: int
    level: str = ""
    er: str = ""


def groups_of(text: str) -> list[Group]:
    """Return what a text such as ``10 easy, 20 medium, 5 7.0-8.0`` wishes for."""
    groups = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*([1-9][0-9]{0,5})\s+([a-z]+|[0-9][0-9.-]*)\s*", part.lower())
        if found is None or (found[2].isalpha() and found[2] not in HODOKU_CLASSES):
            raise OptionError(
                f"--make {part.strip()[:40]!r}; expected a number and {', '.join(HODOKU_CLASSES)}, "
                "or a rating such as 4.0-5.0"
            )
        word = found[2]
        named = (
            Group(int(found[1]), level=word) if word.isalpha() else Group(int(found[1]), er=word)
        )
        groups.append(named)
    return groups


class BookletWork(NamedTuple):
    """How the puzzles of a booklet are made, checked and rated.

    Args:
        timeout: seconds for each question, and to make all; None for no limit.
    """

    timeout: float | None
    threads: int
    difficulty: bool
    quiet: bool

    def checked(self, source: PuzzleStream) -> list[Entry] | Status:
        """Return the puzzles that are read; or why there is no booklet of them."""
        read, solutions = [], []
        for record in source:
            with locating_errors(record):
                result = solving.check(record.puzzle, seconds=self.timeout)
            if result.verdict is not Verdict.UNIQUE or result.solution is None:
                failures.tell(f"{record.place or record.puzzle}: {result.verdict.value}")
                return Status.UNKNOWN if result.verdict is Verdict.UNKNOWN else Status.NO
            read.append(record)
            solutions.append(result.solution)
        ratings = self.rated([record.puzzle for record in read])
        return [
            Entry(record.puzzle, solution, _caption(record.label, rating))
            for record, solution, rating in zip(read, solutions, ratings, strict=True)
        ]

    def made(self, groups: Sequence[Group], asked: Wish, seed: int | None) -> list[Entry] | Status:
        """Return new puzzles, in each group easy ones first; or why there are none."""
        seed = generation.random_seed() if seed is None else seed
        deadline, total = Deadline(self.timeout), sum(group.number for group in groups)
        entries: list[Entry] = []
        with progress.bar("book", total=total, quiet=self.quiet) as advance:
            for group in groups:
                wish = asked._replace(hodoku=group.level or asked.hodoku, er=group.er or asked.er)
                spec = wish.spec(seed)
                source = generation.Generation(
                    spec, seed=seed, count=group.number, first=len(entries), backend=AUTO,
                    jobs=self.threads, attempts=generation.default_attempts(spec, AUTO),
                    seconds=deadline.left,
                )  # fmt: skip
                try:
                    made = []
                    for one in source:
                        made.append(one)
                        advance(1)
                except GenerationError as error:
                    failures.tell(str(error))
                    return Status.NO
                if source.timed_out:
                    reached = f"{len(entries) + len(made)} of {total}"
                    failures.tell(f"the timeout of {self.timeout:g} s was reached after {reached}")
                    return Status.UNKNOWN
                entries += self._easy_first(group, made)
        if not self.quiet:
            failures.tell(f"the seed is {seed}")
        return entries

    def _easy_first(self, group: Group, made: Sequence[Made]) -> list[Entry]:
        ratings = self.rated([one.puzzle for one in made])
        pairs = sorted(zip(made, ratings, strict=True), key=lambda pair: _rank(pair[1]))
        return [
            Entry(one.puzzle, one.solution, _caption(group.level, rating)) for one, rating in pairs
        ]

    def rated(self, puzzles: Sequence[Puzzle]) -> list[Difficulty | None]:
        """Return how hard puzzles are; None where that is not asked for, or not known."""
        if not self.difficulty:
            return [None] * len(puzzles)
        try:
            rows = rated(
                iter(map(Record, puzzles)), scales=("explainer",), jobs=self.threads,
                seconds=self.timeout,
            )  # fmt: skip
            return [row.found for some in rows if isinstance(some, list) for row in some]
        except (UnsupportedError, BackendUnavailableError):  # of a board beside others, perhaps
            return (
                [None] * len(puzzles)
                if len(puzzles) == 1
                else [one for puzzle in puzzles for one in self.rated([puzzle])]
            )


def _rank(found: Difficulty | None) -> float:
    """Return where a puzzle stands among others: one that is not rated, last."""
    return inf if found is None or found.er is None else found.er


def _caption(name: str | None, rating: Difficulty | None) -> str:
    er = None if rating is None else shown(rating).get("er")
    return " · ".join(filter(None, [name, er and f"ER {er}"]))
