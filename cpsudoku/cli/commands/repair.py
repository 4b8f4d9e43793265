"""``cpsudoku repair``: what would make a puzzle a good one."""

from __future__ import annotations

from cpsudoku.bulk.asking import Shared
from cpsudoku.bulk.briefly import Settled
from cpsudoku.cli import diagnosing
from cpsudoku.cli.declaring import SEARCH, as_command, seconds
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.diagnosis import Repair, repair
from cpsudoku.diagnosis.repairing import needing_no_repair
from cpsudoku.result import Verdict
from cpsudoku.rules import cell_name
from cpsudoku.tables.columns import grids

_STATUSES = {
    "repaired": Status.DONE,
    "good": Status.DONE,
    "repaired, perhaps not with the fewest changes": Status.UNKNOWN,
    "beyond repair": Status.NO,
    "unknown": Status.UNKNOWN,
}

_GOOD = "nothing to repair: one solution"


@as_command(
    {
        "cpsudoku repair puzzle.txt": "The fewest givens to change, remove or add",
        "cpsudoku repair puzzles.csv -o repaired.csv": "A column with each repaired puzzle",
        "cpsudoku repair puzzle.txt --timeout 60": "Take more time to prove that fewer do not do",
    }
)
@reading
@seconds("--timeout", "Time limit for each puzzle, in seconds.", 10.0, heading=SEARCH)
@answering
@sharding(100_000)
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    timeout: float | None,
) -> Status:
    """Show the fewest changes after which a puzzle has just one solution.

    For a puzzle without solution: givens to remove, or to change as shown.  For one with several:
    cells to give, so that one solution is left.  Each answer says
    whether fewer changes might do.

    Exit status: 0 all are repaired, with proof that no fewer changes do; 1 some puzzle has rules
    or pencil marks that leave no solution whatever the givens; 2 usage error or bad input; 3
    time ran out first.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    question = Shared.asking(repair, needing_no_repair, seconds=timeout)
    shown = diagnosing.Shown(
        diagnosing.placed(_text),
        diagnosing.with_verdict(_verdict, _document),
        _verdict,
        _STATUSES,
        brief=diagnosing.Brief("good", _GOOD, _good),
    )
    return shown.run(question, reading.reader(), answering)


def _good(settled: Settled) -> dict[str, object]:
    kept = grids(settled.block.digits, settled.block.blank)
    return {
        "verdict": "good", "puzzle_is": "unique", "changes": (), "smallest": True, "at_least": 0,
        "repaired": kept,
    }  # fmt: skip


def _verdict(found: Repair) -> str:
    if found.verdict is Verdict.UNIQUE:
        return "good"
    if found.impossible:
        return "beyond repair"
    if found.changes is None:
        return "unknown"
    words = "repaired"
    return words if found.smallest else f"{words}, perhaps not with the fewest changes"


def _text(found: Repair) -> str:
    if found.verdict is Verdict.UNIQUE:
        return _GOOD
    if found.impossible:
        return "beyond repair: no solution whatever the givens"
    if found.changes is None:
        return "unknown: the time limit was reached"
    what = "change or remove" if found.verdict is Verdict.NONE else "give"
    if found.smallest:
        proved = "proved smallest"
    else:
        proved = f"not proved smallest; at least {found.at_least} are needed"
    return f"{what} {len(found.changes)}: {found.describe()} ({proved}); then {found.repaired}"


def _document(found: Repair) -> dict[str, object]:
    board, symbols = found.puzzle.rules.board, (".", *found.puzzle.rules.symbols)
    changes = [
        {
            "cell": cell_name(change.cell, board),
            "was": symbols[change.was],
            "becomes": symbols[change.becomes],
        }
        for change in found.changes or ()
    ]
    return {
        "puzzle_is": found.verdict.value,
        "changes": None if found.changes is None else changes,
        "smallest": found.smallest,
        "at_least": found.at_least,
        "repaired": found.repaired,
    }
