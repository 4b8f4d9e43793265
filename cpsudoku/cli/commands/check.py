"""``cpsudoku check``: does a puzzle have just one solution?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING

from cpsudoku import backends, verify
from cpsudoku.bulk.answers import answers
from cpsudoku.bulk.asking import Question, Shared, of_search
from cpsudoku.bulk.briefly import Settled, answered, parts_of
from cpsudoku.bulk.each import ask
from cpsudoku.cli import diagnosing, options, output, records, showing
from cpsudoku.cli.bundles import Answering, Reading
from cpsudoku.cli.progress import tracked_counts
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.cli.sharding import sharded
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.deferred import NDArray, np
from cpsudoku.errors import OptionError
from cpsudoku.formats import Record
from cpsudoku.formats.columns import roles
from cpsudoku.result import Limits, Result, Verdict
from cpsudoku.tables.blocks import classic_digits, is_empty
from cpsudoku.tables.columns import AnswerColumns

if TYPE_CHECKING:
    from cpsudoku.tables.writing import TableWriter

_WRONG = "with a wrong solution given"
_STATUSES = {
    Verdict.UNIQUE.value: Status.DONE,
    Verdict.MULTIPLE.value: Status.NO,
    Verdict.NONE.value: Status.NO,
    Verdict.UNKNOWN.value: Status.UNKNOWN,
    _WRONG: Status.NO,
}


@sharded()
def command(
    reading: Reading,
    *,
    backend: str = options.BACKEND,
    option: list[str] | None = options.BACKEND_OPTIONS,
    timeout: float | None = options.TIMEOUT,
    cubes: float | None = options.CUBES,
    names: list[str] | None = options.SEVERAL_BACKENDS,
    seed: int = options.SEED,
    answering: Answering,
) -> Status:
    """Check whether each puzzle has just one solution.

    Where there are several, two of them are shown and the cells in which they differ; where there
    is none because two givens contradict each other, these cells and their house are named.  Where
    a solution is given beside the puzzle, it is checked as well.

    Exit status: 0 all have just one solution; 1 some have none or several, or a wrong one is given
    beside them; 2 usage error or bad input, or two backends contradict each other; 3 a limit was
    reached before some verdict.
    """
    jobs, output_file, _, as_json, quiet = answering
    kind = answering.kind
    if names is not None and (backend != backends.AUTO or option):
        given = f"--backend {backend}" if backend != backends.AUTO else "--option"
        raise OptionError(f"{given} with --backends; expected one of them")
    limits = Limits(solutions=2, seconds=timeout, seed=seed)
    reader = reading.reader()
    summary = Summary(_STATUSES)
    question = of_search(Question(limits, backend, options.backend_options(option)))
    with ExitStack() as stack:
        if kind:
            if names is not None:
                raise OptionError(f"--backends writes no {kind}; expected lines or --json")
            rows = stack.enter_context(output.table(output_file, kind))
            found = _in_table(rows, reader, question, jobs)
        else:
            out = stack.enter_context(output.destination(output_file))
            at_terminal = output_file is None and output.is_terminal()
            drawn = at_terminal and reader.has_just_one()
            in_words = _picture if drawn else _line

            def show(record: Record, result: Result) -> str:
                if as_json:
                    out.write(records.dumps(record, result, given_fault=_fault(record)))
                else:
                    out.write(in_words(record, result))
                summary.note(result)
                return _words(record, result)

            settled: Callable[[Settled], bytes | memoryview] = (
                partial(records.of_unique, backend=backend)
                if as_json
                else diagnosing.saying(Verdict.UNIQUE.value)
            )
            if names is None:
                found = answers(
                    reader,
                    question,
                    out,
                    show,
                    jobs=jobs,
                    verdicts=(Verdict.UNIQUE.value, Verdict.MULTIPLE.value, Verdict.NONE.value),
                    settled=None if at_terminal else settled,
                    as_lines=not as_json,
                    is_doubtful=_is_given_another,
                )
            else:
                from cpsudoku.comparison import ask_several

                several = partial(ask_several, names=options.backend_names(names), limits=limits)
                found = ((show(*answer), 1) for answer in ask(reader, several, jobs))
        for words, number in tracked_counts(found, "checking", to=output_file, quiet=quiet):
            summary.add(words, number)
    return summary.report(bad=reader.bad, quiet=quiet)


def _words(record: Record, result: Result) -> str:
    return _WRONG if _fault(record) else result.verdict.value


def _in_table(
    table: TableWriter, reader: PuzzleStream, shared: Shared[Result], jobs: int | None
) -> Iterator[tuple[str, int]]:
    """Write a row for each puzzle; yield verdicts, and of how many puzzles they are."""
    same = {"verdict": Verdict.UNIQUE.value, "reason": "", "given_fault": ""}
    for found in answered(parts_of(reader, shared), shared, 2, jobs, _is_given_another):
        if isinstance(found, Settled):
            table.write_block(found.block, AnswerColumns(added=same))
            yield Verdict.UNIQUE.value, len(found.block)
        else:
            record, result = found
            said = {
                "verdict": result.verdict.value,
                "reason": _detail(result),
                "given_fault": _fault(record) or "",
            }
            table.write(diagnosing.with_fields(record, dict(said)))
            yield _words(record, result), 1


def _is_given_another(settled: Settled) -> NDArray[np.bool_]:
    """Return for which puzzles something stands beside them that is not their solution."""
    frame = settled.block.frame
    if frame is None:
        return np.zeros(len(settled.block), np.bool_)
    if frame.columns is None or frame.rows is None or not frame.is_whole:
        return np.ones(len(settled.block), np.bool_)
    if frame.columns.solution is None:
        return np.zeros(len(settled.block), np.bool_)
    given = frame.rows.column(frame.columns.solution)
    digits, known = classic_digits(given)
    same: NDArray[np.bool_] = known & (digits == settled.solutions).all(axis=1)
    return ~(same | is_empty(given))


def _fault(record: Record) -> str | None:
    """Return what is wrong with the solution that stands beside a puzzle, or None."""
    puzzle, row = record.puzzle, record.row
    if record.solution is None:
        at = None if row is None else roles(row.names, row.column).solution
        has_any = row is not None and at is not None and row.values[at] not in ("", None)
        return "not a full grid" if has_any else None
    return verify.fault(record.solution, puzzle.rules, puzzle.candidates)


def _given(record: Record) -> str:
    fault = _fault(record)
    return f"the solution given is wrong: {fault}" if fault else ""


def _line(record: Record, result: Result) -> str:
    parts = [record.place, result.verdict.value, _detail(result), _given(record)]
    return ": ".join(part for part in parts if part) + "\n"


def _detail(result: Result) -> str:
    if result.verdict is not Verdict.MULTIPLE:
        return result.reason
    rules = result.puzzle.rules
    one, other = (rules.text(grid) for grid in result.solutions[:2])
    return f"{one} and {other} differ in {rules.board.names(result.differences)}"


def _picture(record: Record, result: Result) -> str:
    given = f"{_given(record)}\n".capitalize().lstrip()
    if result.verdict is not Verdict.MULTIPLE:
        return f"{showing.verdict(result)}\n{given}"
    puzzle = result.puzzle
    one, other = (showing.picture(grid, puzzle) for grid in result.solutions[:2])
    where = puzzle.rules.board.names(result.differences)
    return f"{showing.verdict(result)}; two of them:\n{one}{other}They differ in {where}.\n{given}"
