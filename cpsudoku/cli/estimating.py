"""``cpsudoku count --estimate``: roughly how many solutions a puzzle has."""

from __future__ import annotations

import json

from cpsudoku.cli import output, records
from cpsudoku.cli.progress import bar
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.estimation import Estimate, estimate
from cpsudoku.formats.base import Record, locating_errors

_STATUSES = {
    "estimated": Status.DONE,
    "without solution": Status.NO,
    "without estimate": Status.UNKNOWN,
}


def estimate_each(
    reader: Reader,
    out: output.Paced,
    *,
    samples: int,
    seconds: float | None,
    seed: int,
    as_json: bool,
    quiet: bool,
) -> Status:
    """Write an estimate for each puzzle; return the exit status.

    Args:
        reader: gives the puzzles.
        out: where to write.
        samples: number of random walks for each.
        seconds: wall-clock limit for each; None for none.
        seed: of the random walks.
        as_json: write JSON.
        quiet: no progress and no summary.
    """
    summary = Summary(_STATUSES)
    for record in reader:
        with bar("walking", total=samples, quiet=quiet) as advance, locating_errors(record):
            found = estimate(
                record.puzzle, samples=samples, seconds=seconds, seed=seed, progress=advance
            )
        out.write((_json(record, found) if as_json else _line(record, found)) + "\n")
        summary.add(_words(found))
    summary.tell(bad=reader.bad, quiet=quiet)
    return summary.status


def _words(found: Estimate) -> str:
    if found.hits:
        return "estimated"
    return "without estimate" if found.interval is None else "without solution"


def _line(record: Record, found: Estimate) -> str:
    where = record.place
    return f"{where}: {found}" if where else str(found)


def _json(record: Record, found: Estimate) -> str:
    # Decimal text: such a number may be beyond any float.
    document: dict[str, object] = {
        "estimate": f"{found.value:.6e}" if found.hits else None,
        "standard_error": f"{found.standard_error:.3e}" if found.hits else None,
        "interval": None if found.interval is None else [f"{end:.6e}" for end in found.interval],
        "confidence": 0.95,
        "walks": found.samples,
        "walks_to_a_solution": found.hits,
    }
    return json.dumps(records.answered(record, document))
