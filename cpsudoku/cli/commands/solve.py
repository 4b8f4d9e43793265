"""``cpsudoku solve``: a solution of each puzzle, or several."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from cpsudoku import backends, formats, solving
from cpsudoku.bulk.answers import answers, can_be_compiled
from cpsudoku.bulk.asking import Question
from cpsudoku.cli import failures, options, output, showing, solutions
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.solutions import Style
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.result import Limits, Outcome, Result, Verdict
from cpsudoku.rules import Grid

_CUT = "with perhaps more solutions, as a limit was reached"
_STATUSES = {
    "solved": Status.DONE,
    "without solution": Status.NO,
    _CUT: Status.UNKNOWN,
    "unknown": Status.UNKNOWN,
}

_KEPT = 1000
"""More solutions of a puzzle than these are written one by one instead of being collected."""


def command(
    puzzles: options.Puzzles,
    *,
    limit: Annotated[
        str, typer.Option("--limit", "-n", metavar="NUMBER|all", help="Solutions of each puzzle.")
    ] = "1",
    backend: options.BackendName = backends.AUTO,
    option: options.BackendOptions = None,
    timeout: options.Timeout = None,
    is_random: Annotated[
        bool, typer.Option("--random", help="Let --seed choose which solution, with any backend.")
    ] = False,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    notation: options.Format = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
    meanings: options.Meanings = None,
    output_file: options.Output = None,
    as_json: options.Json = False,
    with_stats: options.WithStats = False,
    skip_bad: options.SkipBad = False,
    quiet: options.Quiet = False,
) -> Status:
    """Find a solution of each puzzle, or several.

    One puzzle at a terminal is drawn.  Otherwise each solution is a line, and a puzzle without
    one is a line that begins with #.  --format, or the ending of the output file, chooses another
    notation.

    Exit status: 0 all are solved; 1 some have no solution; 2 wrong usage or bad input; 3 a
    limit was reached before some verdict, or before all solutions asked for were found.
    """
    options.notation_of(output_file, notation)
    limits = Limits(solutions=options.solution_limit(limit), seconds=timeout, seed=seed)
    if is_random and limits.solutions != 1:
        raise OptionError(f"--random with --limit {limit}; expected one solution of each puzzle")
    reader = Reader(puzzles, rules=rules, notation=read_as, skip_bad=skip_bad, meanings=meanings)
    summary, is_cut = Summary(_STATUSES), False
    with output.destination(output_file) as out:
        style = _style(out, reader, output_file, notation, as_json=as_json)
        wanted = limits.solutions
        if wanted == 1 and not is_random and _says_verdicts(style):
            limits = replace(limits, solutions=2)
        question = Question(limits, backend, options.backend_options(option), is_random)
        if limits.solutions is None or limits.solutions > _KEPT:
            found = _enumerated(reader, question, style)
        elif wanted == 1 and (table := _table(style, reader, question, with_stats)):
            from cpsudoku.cli.solved_tables import solved

            found = solved(reader, question, table, partial(_show, style, wanted, False), jobs)
        else:
            drawn = output_file is None and output.is_terminal()
            plain = wanted == 1 and not drawn and not with_stats
            found = answers(
                reader,
                question,
                out,
                partial(_show, style, wanted, with_stats),
                jobs=jobs,
                is_plain=partial(_is_bare, style) if plain else None,
                as_json=as_json,
            )
        for words, number in tracked_counts(found, "solving", to=output_file, quiet=quiet):
            summary.add(words, number)
            is_cut = is_cut or words == _CUT
        style.close()
    if is_cut and not quiet:
        failures.tell("there may be more solutions: a limit was reached")
    summary.tell(bad=reader.bad, quiet=quiet)
    return summary.status


def _style(
    out: output.Paced,
    reader: Reader,
    output_file: Path | None,
    notation: str | None,
    *,
    as_json: bool,
) -> Style:
    if as_json:
        return solutions.Json(out)
    terminal = output_file is None and output.is_terminal()
    if notation is None and terminal and reader.has_just_one():
        return solutions.Drawn(out)
    chosen = options.notation_of(output_file, notation)
    return solutions.Notated(out, chosen, for_boards=notation or "drawn")


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


def _show(
    style: Style, wanted: int | None, with_stats: bool, record: Record, result: Result
) -> str:
    """Write the solutions of a puzzle, and return its verdict in words."""
    style.begin(record)
    for grid in result.solutions[:wanted]:
        style.solution(record, grid)
    style.end(record, result)
    if with_stats:
        typer.echo(showing.stats(result.stats), err=True)
    return _words(result, wanted)


def _says_verdicts(style: Style) -> bool:
    return isinstance(style, solutions.Notated) and style.holds_verdicts


def _table(
    style: Style, reader: Reader, question: Question, with_stats: bool
) -> formats.Writer | None:
    """Return what writes a table of which rows are answered by the block, or None."""
    if not isinstance(style, solutions.Notated) or not style.is_table or with_stats:
        return None
    asks_two = question.limits.solutions == 2 and can_be_compiled(reader, question)
    return style.writer if asks_two else None


def _is_bare(style: Style) -> bool:
    return isinstance(style, solutions.Json) or (
        isinstance(style, solutions.Notated) and style.is_bare
    )


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
    name = backends.name_of(question.backend, puzzle.rules)
    return Result(puzzle, outcome, limits, name, puzzle.clash())
