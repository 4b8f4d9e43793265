"""``cpsudoku count --estimate``: roughly how many solutions a puzzle has."""

from __future__ import annotations

from cpsudoku.cli import output, records
from cpsudoku.cli.progress import bar
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.estimation import Estimate, estimate
from cpsudoku.formats.base import Record, locating_errors

_STATUSES = {
    "estimated": Status.DONE,
    "without solution": Status.NO,
    "without estimate": Status.UNKNOWN,
    "out of time": Status.UNKNOWN,
}


def estimate_each(
    reader: PuzzleStream,
    out: output.Paced,
    *,
    samples: int,
    seconds: float | None,
    seed: int,
    as_json: bool,
    quiet: bool,
) -> Status:
    """Write an estimate for each puzzle; return the exit status."""
    summary = Summary(_STATUSES)
    for record in reader:
        with bar("walking", total=samples, quiet=quiet) as advance, locating_errors(record):
            found = estimate(
                record.puzzle, samples=samples, seconds=seconds, seed=seed, progress=advance
            )
        words = _words(found, samples)
        cut = samples if words == "out of time" else None
        if as_json:
            out.write(_json(record, found, cut))
        else:
            where = f"{record.place}: " if record.place else ""
            more = "" if cut is None else f"; time ran out before {cut} walks"
            out.write(f"{where}{found}{more}\n")
        summary.add(words)
    summary.report(bad=reader.bad, quiet=quiet)
    return summary.status


def _words(found: Estimate, samples: int) -> str:
    if found.interval is not None and not found.hits:
        return "without solution"
    if found.samples < samples:
        return "out of time"
    return "estimated" if found.hits else "without estimate"


def _json(record: Record, found: Estimate, cut: int | None) -> str:
    # Decimal text: such a number may be beyond any float.
    document: dict[str, object] = {
        "estimate": f"{found.value:.6e}" if found.hits else None,
        "standard_error": f"{found.standard_error:.3e}" if found.hits else None,
        "interval": None if found.interval is None else [f"{end:.6e}" for end in found.interval],
        "confidence": 0.95,
        "walks": found.samples,
        "walks_to_a_solution": found.hits,
    }
    if cut is not None:
        document["time_ran_out_before_walks"] = cut
    return records.line(record, document)
