"""``cpsudoku solve``: a solution of each puzzle, or several."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cpsudoku import solving
from cpsudoku.bulk.answers import answers
from cpsudoku.bulk.asking import Question, ask_together, can_be_compiled, of_search
from cpsudoku.cli import failures, options, output, showing, solutions
from cpsudoku.cli.bundles import Reading
from cpsudoku.cli.options import option
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.cli.sharding import sharded
from cpsudoku.cli.solutions import Style
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.result import Limits, Outcome, Result, Verdict
from cpsudoku.rules import Grid
from cpsudoku.tables.kinds import TABLES

if TYPE_CHECKING:
    from cpsudoku.tables.writing import TableWriter

_CUT = "with perhaps more solutions: a limit was reached"
_STATUSES = {
    "solved": Status.DONE,
    "without solution": Status.NO,
    _CUT: Status.UNKNOWN,
    "unknown": Status.UNKNOWN,
}

_KEPT = 1000
"""More solutions of a puzzle than these are written one by one instead of being collected."""


@sharded()
def command(
    reading: Reading,
    *,
    limit: str = option("--limit -n NUMBER|all", "Solutions of each puzzle.", "1"),
    backend: str = options.BACKEND,
    option: list[str] | None = options.BACKEND_OPTIONS,
    timeout: float | None = options.TIMEOUT,
    is_random: bool = option("--random", "Let --seed choose which solution, with any backend."),
    seed: int = options.SEED,
    jobs: int | None = options.JOBS,
    notation: str | None = options.FORMAT,
    output_file: Path | None = options.OUTPUT,
    as_json: bool = options.JSON,
    with_stats: bool = options.STATS,
    quiet: bool = options.QUIET,
) -> Status:
    """Find a solution of each puzzle, or several.

    One puzzle at a terminal is drawn.  Otherwise each solution is a line, and a puzzle without
    one is a line that begins with #.  --format, or the ending of the output file, chooses another
    notation.

    Exit status: 0 all are solved; 1 some have no solution; 2 usage error or bad input; 3 a
    limit was reached before some verdict, or before all solutions asked for were found.
    """
    kind = "" if as_json else options.notation_of(output_file, notation, columnar=True)
    limits = Limits(solutions=options.solution_limit(limit), seconds=timeout, seed=seed)
    wanted, is_table = limits.solutions, kind in TABLES
    if is_random and wanted != 1:
        raise OptionError(f"--random with --limit {limit}; expected one solution of each puzzle")
    if wanted == 1 and is_table and not is_random:
        limits = replace(limits, solutions=2)  # a row says whether there are others
    question = Question(limits, backend, options.backend_options(option), is_random)
    reader = reading.reader()
    asked = _Asked(reader, question, wanted, jobs, with_stats)
    summary, is_cut = Summary(_STATUSES), False
    with ExitStack() as stack:
        if is_table:
            found = asked.in_table(stack.enter_context(output.table(output_file, kind)))
        else:
            out = stack.enter_context(output.destination(output_file))
            is_drawn = output_file is None and output.is_terminal()
            style: Style
            if as_json:
                from cpsudoku.cli import records

                style = records.JsonSolutions(out)
            elif notation is None and is_drawn and reader.has_just_one():
                style = solutions.DrawnSolutions(out)
            else:
                style = solutions.Notated(out, kind, for_boards=notation or "drawn")
            found = asked.in_lines(out, style, is_drawn=is_drawn, as_json=as_json)
        for words, number in tracked_counts(found, "solving", to=output_file, quiet=quiet):
            summary.add(words, number)
            is_cut = is_cut or words == _CUT
    if is_cut and not quiet:
        failures.report("there may be more solutions: a limit was reached")
    return summary.report(bad=reader.bad, quiet=quiet)


@dataclass(frozen=True)
class _Asked:
    """What is asked, and of which puzzles; without a number wanted, for all solutions of each."""

    reader: PuzzleStream
    question: Question
    wanted: int | None
    jobs: int | None
    with_stats: bool

    def in_table(self, table: TableWriter) -> Iterator[tuple[str, int]]:
        """Write a row for each solution; yield verdicts, and of how many puzzles they are."""
        style = solutions.SolutionRows(table)
        if self._is_long:
            yield from _enumerated(self.reader, self.question, style)
            return
        shared = of_search(self.question)
        by_block = (
            (self.wanted, self.question.limits.solutions) == (1, 2)
            and not self.with_stats
            and can_be_compiled(self.reader, shared)
        )
        if not by_block:
            for record, result in ask_together(self.reader, shared, self.jobs):
                yield self._show(style, record, result), 1
            return
        from cpsudoku.cli.solved_tables import solved

        yield from solved(self.reader, shared, table, partial(self._show, style), self.jobs)

    def in_lines(
        self, out: output.Paced, style: Style, *, is_drawn: bool, as_json: bool
    ) -> Iterator[tuple[str, int]]:
        """Write each solution in its style; yield verdicts, and of how many puzzles they are."""
        if self._is_long:
            yield from _enumerated(self.reader, self.question, style)
        else:
            plain = self.wanted == 1 and not is_drawn and not self.with_stats
            yield from answers(
                self.reader,
                of_search(self.question),
                out,
                partial(self._show, style),
                jobs=self.jobs,
                verdicts=("solved",) * 3,
                settled=(
                    (lambda found: style.settled(found, self.question.backend)) if plain else None
                ),
                verdict=False,
                as_lines=not as_json,
                is_plain=lambda: style.is_bare,
            )
        style.close()

    @property
    def _is_long(self) -> bool:
        limit = self.question.limits.solutions
        return limit is None or limit > _KEPT

    def _show(self, style: Style, record: Record, result: Result) -> str:
        """Write the solutions of a puzzle, and return its verdict in words."""
        style.begin(record)
        for grid in result.solutions[: self.wanted]:
            style.solution(record, grid)
        style.end(record, result)
        if self.with_stats:
            print(showing.stats(result.stats), file=sys.stderr)
        return _words(result, self.wanted)


def _words(result: Result, wanted: int | None) -> str:
    if result.solutions:
        return _CUT if result.is_cut and wanted != 1 else "solved"
    return "unknown" if result.verdict is Verdict.UNKNOWN else "without solution"


def _enumerated(
    records: Iterable[Record], question: Question, style: Style
) -> Iterator[tuple[str, int]]:
    """Write all solutions of each puzzle as they are found, and yield its verdict."""
    for record in records:
        style.begin(record)
        with locating_errors(record):
            result = _enumerate(record, question, style)
        style.end(record, result)
        yield _words(result, question.limits.solutions), 1


def _enumerate(record: Record, question: Question, style: Style) -> Result:
    """Write all solutions of a puzzle as they are found, and return a result with the first two."""
    puzzle, limits = record.puzzle, question.limits
    found = solving.solutions(
        puzzle,
        backend=question.backend,
        limit=limits.solutions,
        seconds=limits.seconds,
        seed=limits.seed,
        **question.options,
    )
    first: list[Grid] = []
    number = 0
    for number, grid in enumerate(found, start=1):  # noqa: B007 - how many there were
        style.solution(record, grid)
        if len(first) < 2:
            first.append(grid)
    outcome = Outcome(tuple(first), bool(found.exhausted))
    if number == limits.solutions:  # all that was asked for, though two alone are kept
        limits = replace(limits, solutions=len(first))
    return Result(puzzle, outcome, limits, found.backend, puzzle.clash())
