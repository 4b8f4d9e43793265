"""``cpsudoku explain-conflict``: why a puzzle has no solution."""

from __future__ import annotations

from functools import partial

from cpsudoku.bulk.asking import Shared
from cpsudoku.bulk.briefly import Settled
from cpsudoku.cli import diagnosing, options, reasoning
from cpsudoku.cli.declaring import SEARCH, as_command, option
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.diagnosis import Conflict, explain_conflict
from cpsudoku.diagnosis.conflict import QUICK, named, without_conflict
from cpsudoku.errors import OptionError
from cpsudoku.result import Verdict
from cpsudoku.rules import AllDifferent

_STATUSES = {
    "conflict": Status.DONE,
    "conflict, perhaps not the least": Status.UNKNOWN,
    "with a solution": Status.NO,
    "unknown": Status.UNKNOWN,
}

_SOLVED = "no conflict: there is a solution"


@as_command(
    {
        "cpsudoku explain-conflict puzzle.txt": "Givens that contradict one another",
        "cpsudoku explain-conflict puzzle.txt --smallest": "As few givens as possible",
        "cpsudoku explain-conflict puzzle.txt --steps": "Steps that lead to a contradiction",
    }
)
@reading
@option("--smallest", "Look for the fewest givens, then constraints.", heading=SEARCH)
@option("--steps", "Show small steps that lead to a contradiction.", heading=SEARCH)
@options.TIMEOUT
@answering
@sharding(100_000)
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    smallest: bool,
    steps: bool,
    timeout: float | None,
) -> Status:
    """Show givens and constraints that already conflict, for a puzzle without solution.

    It is proved that none of them can be left out; with --smallest, no other conflict has fewer
    givens.

    --steps shows instead how it fails: steps, each with its smallest reason, up to a contradiction.

    Exit status: 0 the conflicts are shown; 1 some puzzle has a solution; 2 usage error or bad
    input; 3 time ran out before the answer was found or proved.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    if steps:
        if smallest:
            raise OptionError("--steps excludes --smallest")
        return reasoning.conflict(reading.reader(), answering, timeout)
    question = Shared(
        partial(explain_conflict, smallest=smallest, seconds=timeout),
        without_conflict,
        backend=QUICK,
        seconds=timeout,
    )
    verdict = partial(_verdict, smallest=smallest)
    shown = diagnosing.Shown(
        diagnosing.placed(partial(_text, smallest=smallest)),
        diagnosing.with_verdict(verdict, _document),
        verdict,
        _STATUSES,
        brief=diagnosing.Brief("with a solution", _SOLVED, _said, limit=1),
    )
    return shown.run(question, reading.reader(), answering)


def _said(settled: Settled) -> dict[str, object]:
    nothing = dict.fromkeys(("givens", "houses", "constraints"), ())
    proved: dict[str, object] = {"minimal": False, "smallest": False, "at_least": 0}
    return {"verdict": "with a solution", **nothing, **proved}


def _verdict(found: Conflict, *, smallest: bool) -> str:
    if found.verdict is Verdict.UNKNOWN:
        return "unknown"
    if found.verdict is Verdict.SOLVED:
        return "with a solution"
    proved = found.smallest if smallest else found.minimal
    return "conflict" if proved else "conflict, perhaps not the least"


def _text(found: Conflict, *, smallest: bool) -> str:
    if found.verdict is Verdict.UNKNOWN:
        return "unknown: the time limit was reached"
    if found.verdict is Verdict.SOLVED:
        return _SOLVED
    if found.smallest:
        proved = "proved smallest"
    elif found.minimal:
        proved = f"proved minimal; no fewer than {found.at_least} givens can conflict"
        proved = proved if smallest else "proved minimal"
    else:
        proved = "not proved minimal: the time limit was reached"
    return f"{found.describe()} ({proved})"


def _document(found: Conflict) -> dict[str, object]:
    board = found.puzzle.rules.board
    return {
        "givens": list(map(board.name, found.givens)),
        "houses": [one.label for one in found.constraints if isinstance(one, AllDifferent)],
        "constraints": [
            named(one, board) for one in found.constraints if not isinstance(one, AllDifferent)
        ],
        "minimal": found.minimal,
        "smallest": found.smallest,
        "at_least": found.at_least,
    }
