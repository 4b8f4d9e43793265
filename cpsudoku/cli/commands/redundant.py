"""``cpsudoku redundant``: which givens and clues could be left out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated

from cpsudoku import backends
from cpsudoku.bulk.asking import Shared
from cpsudoku.cli import diagnosing, options, reasoning
from cpsudoku.cli.bundles import Answering, Reading
from cpsudoku.cli.options import option
from cpsudoku.cli.sharding import sharded
from cpsudoku.cli.status import Status
from cpsudoku.diagnosis import Redundancy, redundant
from cpsudoku.diagnosis.conflict import named
from cpsudoku.diagnosis.redundancy import clues_of, redundant_together
from cpsudoku.result import Verdict
from cpsudoku.rules import Constraint

_STATUSES = {
    "minimal": Status.DONE,
    "not minimal": Status.DONE,
    "without solution": Status.NO,
    "unknown": Status.UNKNOWN,
}


@sharded(100_000)
def command(
    reading: Reading,
    *,
    steps: Annotated[
        bool, option("--steps", "Say at which step of smallest reasons clues are needed.")
    ] = False,
    backend: options.BackendName = backends.AUTO,
    timeout: options.Timeout = None,
    answering: Answering,
) -> Status:
    """Show which givens and clues can each be left out, and a minimal puzzle that says as much.

    Clues are constraints beside the houses, such as cages, thermometers and dots.

    --steps says of each clue at which step it is needed first, on a path where each step has the
    smallest reason, or that no step needs it.

    Exit status: 0 that is known of all; 1 some puzzle has no solution; 2 wrong usage or bad
    input; 3 time ran out first.
    """
    if steps:
        return reasoning.needs(reading.reader(), answering, timeout)
    question = Shared(
        partial(redundant, backend=backend, seconds=timeout),
        redundant_together,
        backend=backend,
        seconds=timeout,
    )
    shown = diagnosing.Shown(
        diagnosing.placed(_text),
        diagnosing.with_verdict(_verdict, _document),
        _verdict,
        _STATUSES,
    )
    return shown.run(question, reading.reader(), answering)


def _verdict(found: Redundancy) -> str:
    if found.verdict is Verdict.NONE:
        return "without solution"
    if found.minimal is None or not found.subset_minimal:
        return "unknown"
    return "minimal" if found.minimal else "not minimal"


def _text(found: Redundancy) -> str:
    if found.verdict is Verdict.NONE:
        return "no solution, so nothing is said of its givens"
    needless = " ".join(diagnosing.names(found.redundant, found.puzzle.rules))
    clues = ", ".join(_clues(found.redundant_clues, found))
    seen = "; ".join(filter(None, (needless, clues)))
    if _verdict(found) == "unknown":
        known = f"; can be left out: {seen}" if seen else ""
        return f"unknown: the time limit was reached{known}"
    if found.minimal:
        what = "given and no clue" if clues_of(found.puzzle.rules) else "given"
        return f"minimal: no {what} can be left out"
    kept = ", ".join(_clues(found.clue_subset, found))
    with_clues = f" with {kept}" if kept else ""
    return f"can each be left out: {seen}; a minimal subset: {found.reduced}{with_clues}"


def _clues(clues: Iterable[Constraint], found: Redundancy) -> list[str]:
    return [named(clue, found.puzzle.rules.board) for clue in clues]


def _document(found: Redundancy) -> dict[str, object]:
    rules = found.puzzle.rules
    return {
        "puzzle_is": found.verdict.value,
        "redundant": diagnosing.names(found.redundant, rules),
        "undecided": diagnosing.names(found.undecided, rules),
        "minimal": found.minimal,
        "subset": str(found.reduced),
        "subset_minimal": found.subset_minimal,
        "redundant_clues": _clues(found.redundant_clues, found),
        "undecided_clues": _clues(found.undecided_clues, found),
        "clue_subset": _clues(found.clue_subset, found),
    }
