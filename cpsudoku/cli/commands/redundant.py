"""``cpsudoku redundant``: which givens and clues could be left out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from cpsudoku import backends
from cpsudoku.bulk.asking import Lot, Shared
from cpsudoku.bulk.briefly import Settled
from cpsudoku.cli import diagnosing, options, reasoning
from cpsudoku.cli.declaring import SEARCH, as_command, option
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.deadline import Deadline
from cpsudoku.deferred import NDArray, np, pa
from cpsudoku.diagnosis import Redundancy, redundant
from cpsudoku.diagnosis.conflict import named
from cpsudoku.diagnosis.redundancy import needless_givens, redundant_together
from cpsudoku.result import Verdict
from cpsudoku.rules import Constraint, classic
from cpsudoku.tables import arrow
from cpsudoku.tables.blocks import CELLS
from cpsudoku.tables.columns import grids

_STATUSES = {
    "minimal": Status.DONE,
    "not minimal": Status.DONE,
    "without solution": Status.NO,
    "unknown": Status.UNKNOWN,
}


@as_command(
    {
        "cpsudoku redundant puzzle.txt": "Which givens can be left out",
        "cpsudoku redundant puzzles.csv -o minimal.csv": "With a minimal puzzle beside each",
        "cpsudoku redundant puzzle.txt --steps": "At which step each clue is needed",
    }
)
@reading
@option("--steps", "Show which step of the smallest reasons needs each clue first.", heading=SEARCH)
@options.BACKEND
@options.TIMEOUT
@answering
@sharding(100_000)
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    steps: bool,
    backend: str,
    timeout: float | None,
) -> Status:
    """Show which givens and clues can each be left out, and a minimal puzzle that says as much.

    Clues are constraints beside the houses, such as cages, thermometers and dots.

    --steps gives for each clue the first step that needs it, on a path where each step has its
    smallest reason, or says that no step needs it.

    Exit status: 0 that is known of all; 1 some puzzle has no solution; 2 usage error or bad
    input; 3 time ran out first.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    if steps:
        return reasoning.needs(reading.reader(), answering, timeout)
    question = Shared.asking(redundant, redundant_together, backend=backend, seconds=timeout)
    in_columns = partial(_columns, backend, answering.jobs)
    shown = diagnosing.Shown(
        diagnosing.placed(_text),
        diagnosing.with_verdict(_verdict, _document),
        _verdict,
        _STATUSES,
        # With a time limit some puzzles stay open, and each has the limit to itself.
        brief=None if timeout is not None else diagnosing.Brief(None, None, columns=in_columns),
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
    needless = found.puzzle.rules.board.names(found.redundant)
    clues = ", ".join(_clues(found.redundant_clues, found))
    seen = "; ".join(filter(None, (needless, clues)))
    if _verdict(found) == "unknown":
        known = f"; can be left out: {seen}" if seen else ""
        return f"unknown: the time limit was reached{known}"
    if found.minimal:
        what = "given and no clue" if found.puzzle.rules.clues else "given"
        return f"minimal: no {what} can be left out"
    kept = ", ".join(_clues(found.clue_subset, found))
    with_clues = f" with {kept}" if kept else ""
    return f"can each be left out: {seen}; a minimal subset: {found.reduced}{with_clues}"


def _clues(clues: Iterable[Constraint], found: Redundancy) -> list[str]:
    return [named(clue, found.puzzle.rules.board) for clue in clues]


def _columns(backend: str, jobs: int | None, settled: Settled) -> dict[str, object]:
    """Return the columns of classic puzzles with one solution, like `_document` for one."""
    engine = backends.engine(backend, classic())
    lot = Lot([], settled.block.digits, engine, Deadline(None), jobs, seed=0)
    needless, reduced = needless_givens(lot, np.ones(len(lot.digits), np.bool_))
    minimal = np.asarray(~needless.any(axis=1))
    verdicts = arrow.texts(["not minimal", "minimal"])
    return {
        "verdict": arrow.called("take", verdicts, arrow.numbers(minimal.view(np.uint8))),
        "puzzle_is": Verdict.UNIQUE.value,
        "redundant": _names(needless),
        "undecided": "",
        "minimal": arrow.truth(minimal),
        "subset": grids(reduced, settled.block.blank),
        "subset_minimal": True,
        "redundant_clues": "",
        "undecided_clues": "",
        "clue_subset": "",
    }


def _names(needless: NDArray[np.bool_]) -> pa.StringArray:
    cells = arrow.texts(list(map(classic().board.name, range(CELLS))))
    ends = np.cumsum([0, *needless.sum(axis=1)], dtype=np.int32)
    found = arrow.called("take", cells, arrow.numbers(needless.nonzero()[1]))
    rows = pa.ListArray.from_arrays(arrow.numbers(ends), found)
    return arrow.called("binary_join", rows, arrow.constant(" ", len(needless)))


def _document(found: Redundancy) -> dict[str, object]:
    name = found.puzzle.rules.board.name
    return {
        "puzzle_is": found.verdict.value,
        "redundant": list(map(name, found.redundant)),
        "undecided": list(map(name, found.undecided)),
        "minimal": found.minimal,
        "subset": found.reduced,
        "subset_minimal": found.subset_minimal,
        "redundant_clues": _clues(found.redundant_clues, found),
        "undecided_clues": _clues(found.undecided_clues, found),
        "clue_subset": _clues(found.clue_subset, found),
    }
