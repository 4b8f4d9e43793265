"""What the commands that diagnose puzzles share: ask, write a text or JSON for each, sum up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from cpsudoku.bulk.asking import ask
from cpsudoku.cli import output, records
from cpsudoku.cli.progress import tracked
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Cell, Rules, cell_name

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Diagnosis(Generic[Answer]):
    """How a command asks its question and shows the answers.

    Args:
        ask: the question; it can be pickled.
        text: an answer in words, one line or several without the last line end.
        document: an answer as what JSON can hold.
        verdict: an answer in a word or two, a key of ``statuses``.
        statuses: the exit status that each verdict means.
    """

    ask: Callable[[Puzzle], Answer]
    text: Callable[[Answer], str]
    document: Callable[[Answer], dict[str, object]]
    verdict: Callable[[Answer], str]
    statuses: dict[str, Status]

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
        summary = Summary(self.statuses)
        with output.destination(output_file) as out:
            for record, found in tracked(
                ask(reader, self.ask, jobs), "diagnosing", to=output_file, quiet=quiet
            ):
                verdict = self.verdict(found)
                if as_json:
                    answer = {"verdict": verdict, **self.document(found)}
                    out.write(json.dumps(records.answered(record, answer)) + "\n")
                else:
                    where = record.place
                    out.write((f"{where}: " if where else "") + self.text(found) + "\n")
                summary.add(verdict)
        summary.tell(bad=reader.bad, quiet=quiet)
        return summary.status


def names(cells: Iterable[Cell], rules: Rules) -> list[str]:
    """Return the names of some cells."""
    return [cell_name(cell, rules.board) for cell in cells]
