"""``cpsudoku redundant``: which givens could be left out."""

from __future__ import annotations

from functools import partial

from cpsudoku import backends
from cpsudoku.cli import diagnosing, options
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.diagnosis import Redundancy, redundant
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict

_STATUSES = {
    "minimal": Status.DONE,
    "not minimal": Status.DONE,
    "without solution": Status.NO,
    "unknown": Status.UNKNOWN,
}


def command(
    puzzles: options.Puzzles,
    *,
    backend: options.BackendName = backends.AUTO,
    timeout: options.Timeout = None,
    jobs: options.Jobs = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
    output_file: options.Output = None,
    as_json: options.Json = False,
    skip_bad: options.SkipBad = False,
    quiet: options.Quiet = False,
) -> Status:
    """Show which givens can each be left out, and a minimal puzzle with the same solutions.

    Exit status: 0 that is known of all; 1 some puzzle has no solution; 2 wrong usage or bad
    input; 3 time ran out first.
    """
    as_json = options.json_wanted(output_file, as_json)
    diagnosis = diagnosing.Diagnosis(
        partial(redundant, backend=backend, seconds=timeout), _text, _document, _verdict, _STATUSES
    )
    reader = Reader(puzzles, rules=rules, notation=read_as, skip_bad=skip_bad)
    return diagnosis.run(reader, jobs=jobs, output_file=output_file, as_json=as_json, quiet=quiet)


def _verdict(found: Redundancy) -> str:
    if found.verdict is Verdict.NONE:
        return "without solution"
    if found.undecided or not found.subset_minimal:
        return "unknown"
    return "minimal" if found.minimal else "not minimal"


def _text(found: Redundancy) -> str:
    rules = found.puzzle.rules
    if found.verdict is Verdict.NONE:
        return "no solution, so nothing is said of its givens"
    cells = " ".join(diagnosing.names(found.redundant, rules))
    if found.undecided or not found.subset_minimal:
        seen = f"; can be left out: {cells}" if cells else ""
        return f"unknown: the time limit was reached{seen}"
    if found.minimal:
        return "minimal: no given can be left out"
    return f"can each be left out: {cells}; a minimal subset: {_subset(found)}"


def _subset(found: Redundancy) -> Puzzle:
    puzzle = found.puzzle
    for cell, digit in enumerate(puzzle.digits):
        if digit and cell not in found.subset:
            puzzle = puzzle.with_given(cell, 0)
    return puzzle


def _document(found: Redundancy) -> dict[str, object]:
    rules = found.puzzle.rules
    return {
        "solutions": found.verdict.value,
        "redundant": diagnosing.names(found.redundant, rules),
        "undecided": diagnosing.names(found.undecided, rules),
        "minimal": found.minimal,
        "subset": str(_subset(found)),
        "subset_minimal": found.subset_minimal,
    }
