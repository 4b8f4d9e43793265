"""What commands with an answer to each puzzle share: ask, write a line, JSON or a row, sum up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from cpsudoku.bulk.answers import answers
from cpsudoku.bulk.asking import Shared
from cpsudoku.bulk.briefly import Settled, answered, just_one, parts_of
from cpsudoku.cli import output, records
from cpsudoku.cli.options import Answering
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.formats import Record
from cpsudoku.formats.columns import blank_beside
from cpsudoku.puzzle import Puzzle
from cpsudoku.tables import arrow
from cpsudoku.tables.blocks import Block
from cpsudoku.tables.columns import AnswerColumns

if TYPE_CHECKING:
    from cpsudoku.tables.writing import TableWriter

Answer = TypeVar("Answer")


class Brief(NamedTuple):
    """How a command answers many puzzles that have one solution, a row each.

    Args:
        verdict: the verdict on all of them; None if the column ``verdict`` has it for each.
        text: what the line of each says after its place, or what returns their lines, in UTF-8;
            None if each is written alone.
        document: for each name in JSON an array of values, or a value that all share, with tuples
            for lists; None if each has more to say, such as a witness.
        columns: the same for a table; None if it is as in JSON.
        limit: how many solutions are looked for; with 1 the puzzles may have more of them.
    """

    verdict: str | None
    text: str | Callable[[Settled], bytes | memoryview] | None
    document: Callable[[Settled], dict[str, object]] | None = None
    columns: Callable[[Settled], dict[str, object]] | None = None
    limit: int = 2


def saying(words: str) -> Callable[[Settled], bytes]:
    """Return what writes the same words of each puzzle, after its place."""

    def text(settled: Settled) -> bytes:
        # Bytes are formatted in half the time that texts are.
        line = f"{settled.block.source}:".encode().replace(b"%", b"%%") + f"%d: {words}\n".encode()
        return (line * len(settled.block)) % tuple(settled.block.lines.tolist())

    return text


@dataclass(frozen=True, slots=True)
class Shown(Generic[Answer]):
    """How a command shows its answers.

    Args:
        text: an answer in words, with its line end.
        verdict: an answer in a word or two, a key of ``statuses``.
        drawn: as ``text``, but for a puzzle alone; None for ``text`` itself.
        brief: the answers to puzzles with one solution; None if each is answered alone.
        columns: the columns of an answer in a table; None for those of JSON.
    """

    text: Callable[[Record, Answer], str]
    document: Callable[[Record, Answer], dict[str, object]]
    verdict: Callable[[Answer], str]
    statuses: dict[str, Status]
    drawn: Callable[[Record, Answer], str] | None = None
    brief: Brief | None = None
    columns: Callable[[Record, Answer], dict[str, object]] | None = None

    def run(
        self,
        question: Shared[Answer],
        reader: PuzzleStream,
        answering: Answering,
        *,
        what: str = "diagnosing",
    ) -> Status:
        """Ask about each puzzle and write the answers; return the exit status."""
        summary = Summary(self.statuses)
        output_file, quiet = answering.output_file, answering.quiet
        jobs, kind = answering.jobs, answering.kind
        with ExitStack() as stack:
            if not kind:
                out = stack.enter_context(output.destination(output_file))
                answers = self._in_lines(question, reader, out, jobs, as_json=answering.as_json)
            else:
                table = stack.enter_context(output.table(output_file, kind))
                answers = self._in_table(question, reader, table, jobs)
            for words, number in tracked_counts(answers, what, to=output_file, quiet=quiet):
                summary.add(words, number)
        return summary.report(bad=reader.bad, quiet=quiet)

    def _in_lines(
        self,
        question: Shared[Answer],
        reader: PuzzleStream,
        out: output.Paced,
        jobs: int | None,
        *,
        as_json: bool,
    ) -> Iterator[tuple[str, int]]:
        brief, in_words = self.brief, self._json if as_json else self.text
        said = brief and brief.text
        settled = self._in_json() if as_json else saying(said) if isinstance(said, str) else said
        as_lines = isinstance(said, str) and not as_json and self.drawn is None
        parts: Iterator[Block | Record] | None = None
        if settled is not None and not (as_lines and question.seconds is None):
            parts = parts_of(reader, question)
        if self.drawn is not None and not as_json:
            is_one, parts = just_one(parts or iter(reader))
            in_words = self.drawn if is_one else in_words

        def show(record: Record, answer: Answer) -> str:
            out.write(in_words(record, answer))
            return self.verdict(answer)

        return answers(
            reader,
            question,
            out,
            show,
            jobs=jobs,
            verdicts=((brief and brief.verdict) or "",) * 3,
            settled=settled,
            limit=self._limit,
            said=said if isinstance(said, str) else None,
            verdict=self._limit == 2,
            as_lines=as_lines,
            parts=parts,
        )

    def _in_table(
        self, question: Shared[Answer], reader: PuzzleStream, table: TableWriter, jobs: int | None
    ) -> Iterator[tuple[str, int]]:
        brief = self.brief and (self.brief.columns or self.brief.document)
        parts = iter(reader) if brief is None else parts_of(reader, question)
        for found in answered(parts, question, self._limit, jobs):
            if isinstance(found, Settled):
                assert brief is not None and self.brief is not None
                added = {name: _field(value) for name, value in brief(found).items()}
                table.write_block(found.block, AnswerColumns(added=added))
                if self.brief.verdict is None:
                    yield from arrow.tallied(added["verdict"])
                else:
                    yield self.brief.verdict, len(found.block)
            else:
                record, answer = found
                table.write(with_fields(record, (self.columns or self.document)(record, answer)))
                yield self.verdict(answer), 1

    def _in_json(self) -> Callable[[Settled], memoryview] | None:
        document = self.brief and self.brief.document
        if document is None:
            return None
        return lambda found: records.of_settled(found, document(found))

    @property
    def _limit(self) -> int:
        return 2 if self.brief is None else self.brief.limit

    def _json(self, record: Record, found: Answer) -> str:
        return records.line(record, self.document(record, found))


def with_fields(record: Record, answer: dict[str, object]) -> Record:
    """Return a puzzle with columns added after those that it came with."""
    return record._replace(added=tuple((name, _field(value)) for name, value in answer.items()))


_SEVERAL = (list, tuple, dict)


def _field(value: object) -> object:
    """Return a value as a field has it: lists of names or numbers with spaces between them."""
    if not isinstance(value, _SEVERAL):
        return value
    if not isinstance(value, dict) and not any(" " in str(one) for one in value):
        return " ".join(map(str, value))
    return json.dumps(value, ensure_ascii=False)


def with_verdict(
    verdict: Callable[[Answer], str], document: Callable[[Answer], dict[str, object]]
) -> Callable[[Record, Answer], dict[str, object]]:
    """Return a function for the verdict and the rest of an answer as JSON, puzzles as texts."""

    def said(record: Record, found: Answer) -> dict[str, object]:
        values = {"verdict": verdict(found), **document(found)}
        for name, puzzle in values.items():
            if isinstance(puzzle, Puzzle):  # with blanks as in the row that it belongs to
                values[name] = str(puzzle).replace(".", blank_beside(record))
        return values

    return said


def placed(text: Callable[[Answer], str]) -> Callable[[Record, Answer], str]:
    """Return what writes an answer in words after the place of its puzzle."""
    return lambda record, found: (f"{record.place}: " if record.place else "") + text(found) + "\n"
