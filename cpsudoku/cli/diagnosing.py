"""What the commands that diagnose puzzles share: ask, write a text or JSON for each, sum up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from cpsudoku.bulk.asking import Shared
from cpsudoku.bulk.briefly import Settled, answered, just_one, parts_of
from cpsudoku.bulk.digits import Rows
from cpsudoku.cli import output, records
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.formats import Record
from cpsudoku.rules import Cell, Rules, cell_name

Answer = TypeVar("Answer")


class Brief(NamedTuple):
    """How a command answers many puzzles with one solution, a line each.

    Args:
        verdict: the verdict on each of them.
        text: their lines.
        limit: how many solutions are looked for; with 1 the puzzles may have more of them.
    """

    verdict: str
    text: Callable[[Settled], str]
    limit: int = 2


def saying(words: str) -> Callable[[Settled], str]:
    """Return what writes the same words of each puzzle, behind its place."""

    def text(settled: Settled) -> str:
        lines = range(settled.line, settled.line + len(settled.solutions))
        return "".join([f"{settled.source}:{line}: {words}\n" for line in lines])

    return text


@dataclass(frozen=True, slots=True)
class Shown(Generic[Answer]):
    """How a command shows its answers.

    Args:
        show: an answer as it is written; of a few puzzles, or of many.
        verdict: an answer in a word or two, a key of ``statuses``.
        statuses: the exit status that each verdict means.
        drawn: the same as ``show`` where there is just one puzzle; None for ``show`` itself.
        brief: the answers to puzzles with one solution; None where these say more of each.
    """

    show: Callable[[Record, Answer], str]
    verdict: Callable[[Answer], str]
    statuses: dict[str, Status]
    drawn: Callable[[Record, Answer], str] | None = None
    brief: Brief | None = None

    def run(
        self,
        question: Shared[Answer],
        reader: Reader,
        *,
        jobs: int | None,
        output_file: Path | None,
        quiet: bool,
        what: str = "diagnosing",
    ) -> Status:
        """Ask about each puzzle and write the answers; return the exit status."""
        summary = Summary(self.statuses)
        with output.destination(output_file) as out:
            answers = self._written(question, reader, out, jobs)
            for words, number in tracked_counts(answers, what, to=output_file, quiet=quiet):
                summary.add(words, number)
        summary.tell(bad=reader.bad, quiet=quiet)
        return summary.status

    def _written(
        self, question: Shared[Answer], reader: Reader, out: output.Paced, jobs: int | None
    ) -> Iterator[tuple[str, int]]:
        parts: Iterator[Rows | Record] = (
            reader if self.brief is None else parts_of(reader, question)
        )
        show = self.show
        if self.drawn is not None:
            is_one, parts = just_one(parts)
            show = self.drawn if is_one else show
        limit = 2 if self.brief is None else self.brief.limit
        for found in answered(parts, question, limit, jobs):
            if isinstance(found, Settled):
                assert self.brief is not None
                out.write(self.brief.text(found))
                yield self.brief.verdict, len(found.solutions)
            else:
                out.write(show(*found))
                yield self.verdict(found[1]), 1


@dataclass(frozen=True, slots=True)
class Diagnosis(Generic[Answer]):
    """How a command asks its question and shows the answers.

    Args:
        question: the question.
        text: an answer in words, one line or several without the last line end.
        document: an answer as what JSON can hold.
        verdict: an answer in a word or two, a key of ``statuses``.
        statuses: the exit status that each verdict means.
        drawn: the same as ``text`` where there is just one puzzle; None for ``text`` itself.
        brief: the texts of puzzles with one solution; None where these say more of each.
    """

    question: Shared[Answer]
    text: Callable[[Answer], str]
    document: Callable[[Answer], dict[str, object]]
    verdict: Callable[[Answer], str]
    statuses: dict[str, Status]
    drawn: Callable[[Answer], str] | None = None
    brief: Brief | None = None

    def run(
        self,
        reader: Reader,
        *,
        jobs: int | None,
        output_file: Path | None,
        as_json: bool,
        quiet: bool,
    ) -> Status:
        """Ask about each puzzle and write the answers; return the exit status."""
        shown = Shown(self._json, self.verdict, self.statuses)
        if not as_json:
            shown = Shown(
                partial(_placed, self.text),
                self.verdict,
                self.statuses,
                None if self.drawn is None else partial(_placed, self.drawn),
                self.brief,
            )
        return shown.run(self.question, reader, jobs=jobs, output_file=output_file, quiet=quiet)

    def _json(self, record: Record, found: Answer) -> str:
        answer = {"verdict": self.verdict(found), **self.document(found)}
        return json.dumps(records.answered(record, answer)) + "\n"


def _placed(text: Callable[[Answer], str], record: Record, found: Answer) -> str:
    where = record.place
    return (f"{where}: " if where else "") + text(found) + "\n"


def names(cells: Iterable[Cell], rules: Rules) -> list[str]:
    """Return the names of some cells."""
    return [cell_name(cell, rules.board) for cell in cells]
