"""``cpsudoku ambiguity``: where the solutions of a puzzle differ."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.bulk.asking import Shared
from cpsudoku.cli import diagnosing, options, showing
from cpsudoku.cli.declaring import as_command
from cpsudoku.cli.options import Answering, Reading, answering, reading
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.diagnosis import Ambiguity, ambiguity
from cpsudoku.diagnosis.differing import unambiguous
from cpsudoku.rules import cell_name

_STATUSES = {
    "the same everywhere": Status.DONE,
    "ambiguous": Status.DONE,
    "without solution": Status.NO,
    "unknown": Status.UNKNOWN,
}

_ONES = (1,) * 81
_SAME = "the same everywhere"


@as_command(
    {
        "cpsudoku ambiguity puzzle.txt": "How many digits each cell of a puzzle can take",
        "cpsudoku ambiguity puzzles.txt --timeout 5": "The same for many, 5 seconds each at most",
        "cpsudoku ambiguity puzzles.csv --json -o cells.jsonl": "The digits, with witnesses",
    }
)
@reading
@options.BACKEND
@options.TIMEOUT
@answering
@sharding(100_000)
def command(
    reading: Reading,
    answering: Answering,
    sharding: Sharding,
    *,
    backend: str,
    timeout: float | None,
) -> Status:
    """Show how many digits each cell takes over all solutions: 1 where they agree.

    One puzzle is drawn; several are a line each.  JSON has for each cell in which solutions
    differ its digits, with a solution as witness for each.

    Exit status: 0 known for all; 1 some puzzle has no solution; 2 usage error or bad
    input; 3 time ran out before it was certain that no other digit occurs.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    question = Shared.asking(ambiguity, unambiguous, backend=backend, seconds=timeout)
    shown = diagnosing.Shown(
        diagnosing.placed(lambda found: f"{_verdict(found)}: {_joined(found.counts)}"),
        diagnosing.with_verdict(_verdict, _document),
        _verdict,
        _STATUSES,
        diagnosing.placed(_picture),
        diagnosing.Brief(
            _SAME,
            f"{_SAME}: {_joined(_ONES)}",
            lambda _: {"verdict": _SAME, "counts": _ONES, "complete": True, "witnesses": {}},
        ),
    )
    return shown.run(question, reading.reader(), answering)


def _verdict(found: Ambiguity) -> str:
    if found.found.unique:
        return "the same everywhere"
    if not found.found.complete:
        return "unknown"
    if not all(found.counts):
        return "without solution"
    return "ambiguous" if found.cells else "the same everywhere"


@lru_cache(maxsize=16)
def _joined(counts: tuple[int, ...]) -> str:
    """Return numbers as text; kept, since all puzzles with one solution have the same."""
    return " ".join(map(str, counts))


def _picture(found: Ambiguity) -> str:
    verdict = _verdict(found)
    texts = [str(count) for count in found.counts]
    drawn = showing.picture_of(texts, found.puzzle).rstrip("\n")
    if verdict == "ambiguous":
        return f"solutions differ in {len(found.cells)} cells; digits that each takes:\n{drawn}"
    if verdict == "unknown":
        return f"unknown: the time limit was reached; at least this many digits each:\n{drawn}"
    return "no solution" if verdict == "without solution" else "one solution: no cell differs"


def _document(found: Ambiguity) -> dict[str, object]:
    rules = found.puzzle.rules
    witnesses: dict[str, dict[str, str]] = {}
    shown = sorted(found.found.witnesses.items()) if found.cells else []
    for (cell, digit), grid in shown:
        if found.counts[cell] > 1:
            name = cell_name(cell, rules.board)
            witnesses.setdefault(name, {})[rules.symbols[digit - 1]] = rules.text(grid)
    return {"counts": list(found.counts), "complete": found.found.complete, "witnesses": witnesses}
