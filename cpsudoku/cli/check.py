"""``cpsudoku check``: does a puzzle have just one solution?"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from cpsudoku import backends, solving
from cpsudoku.cli import options, output, records, showing
from cpsudoku.cli.asking import ask, ask_several
from cpsudoku.cli.progress import tracked
from cpsudoku.cli.reading import Reader, Record
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result, Verdict

_STATUSES = {
    Verdict.UNIQUE: Status.DONE,
    Verdict.MULTIPLE: Status.NO,
    Verdict.NONE: Status.NO,
    Verdict.UNKNOWN: Status.UNKNOWN,
}


def command(
    puzzles: options.Puzzles,
    *,
    backend: options.BackendName = backends.AUTO,
    option: options.BackendOptions = None,
    timeout: options.Timeout = None,
    names: options.Backends = None,
    seed: options.Seed = 0,
    jobs: options.Jobs = None,
    output_file: options.Output = None,
    as_json: options.Json = False,
    skip_bad: options.SkipBad = False,
    quiet: options.Quiet = False,
) -> Status:
    """Tell whether each puzzle has just one solution.

    Where there are several, two of them are shown and the cells in which they differ; where there
    is none because two givens contradict each other, these cells and their house are named.

    Exit status: 0 all have just one solution; 1 some have none or several; 2 wrong usage or bad
    input, or two backends contradict each other; 3 a limit was reached before some verdict.
    """
    how: dict[str, Any] = {"limit": 2, "seconds": timeout, "seed": seed}
    how |= options.backend_options(option)
    question: Callable[[Puzzle], Result] = partial(solving.solve, backend=backend, **how)
    if names is not None:
        question = partial(ask_several, names=options.backend_names(names), **how)
    reader = Reader(puzzles, skip_bad=skip_bad)
    summary = Summary({verdict.value: status for verdict, status in _STATUSES.items()})
    with output.destination(output_file) as out:
        drawn = output_file is None and output.is_terminal() and reader.has_just_one()
        show = records.dumps if as_json else _picture if drawn else _line
        answers = ask(reader, question, jobs)
        for record, result in tracked(answers, "checking", quiet=quiet):
            out.write(show(record, result) + "\n")
            summary.add(result.verdict.value)
    summary.tell(bad=reader.bad, quiet=quiet)
    return summary.status


def _line(record: Record, result: Result) -> str:
    parts = [record.place, result.verdict.value, _detail(result)]
    return ": ".join(part for part in parts if part)


def _detail(result: Result) -> str:
    if result.verdict is not Verdict.MULTIPLE:
        return result.reason
    rules = result.puzzle.rules
    one, other = (showing.line(grid, rules) for grid in result.solutions[:2])
    return f"{one} and {other} differ in {showing.cells(result.differences, rules)}"


def _picture(record: Record, result: Result) -> str:
    if result.verdict is not Verdict.MULTIPLE:
        return showing.verdict(result)
    puzzle = result.puzzle
    one, other = (showing.picture(grid, puzzle) for grid in result.solutions[:2])
    where = showing.cells(result.differences, puzzle.rules)
    return f"{showing.verdict(result)}; two of them:\n{one}\n{other}\nThey differ in {where}."
