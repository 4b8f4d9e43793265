"""``cpsudoku count``: how many solutions a puzzle has."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from cpsudoku import backends, solving
from cpsudoku.bulk.asking import Shared
from cpsudoku.cli import cubing, diagnosing, options, output, records
from cpsudoku.cli.declaring import SEARCH, as_command, option, whole
from cpsudoku.cli.options import Answering, Reading, Searching, answering, reading, searching
from cpsudoku.cli.progress import bar
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.cli.summary import Summary
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import locating_errors
from cpsudoku.result import Count

if TYPE_CHECKING:
    from cpsudoku.estimation import Estimate

_STATUSES = {"counted": Status.DONE, "without solution": Status.NO, "unknown": Status.UNKNOWN}
_ESTIMATED = {
    "estimated": Status.DONE,
    "without solution": Status.NO,
    "without estimate": Status.UNKNOWN,
    "out of time": Status.UNKNOWN,
}


@as_command(
    {
        "cpsudoku count puzzle.txt": "The number of solutions",
        "cpsudoku count puzzles.txt --limit 1000 --timeout 5": "Stop at 1,000, or after 5 seconds",
        "cpsudoku count puzzle.txt --estimate": "An estimate where counting would take too long",
    }
)
@reading
@option("--limit -n NUMBER|all", "Stop at this many solutions.", "all", heading=SEARCH)
@option("--estimate", "Estimate by random walks instead of counting.", heading=SEARCH)
@whole("--samples", "Random walks of an estimate.", least=2, usual="10000", heading=SEARCH)
@searching
@answering
@options.CUBES
@sharding()
def command(
    reading: Reading,
    searching: Searching,
    answering: Answering,
    sharding: Sharding,
    *,
    limit: str,
    estimate: bool,
    samples: int | None,
    cubes: float | None,
) -> Status:
    """Count the solutions of each puzzle.

    The answer is a number, or "at least" a number where a limit was reached first.  With
    --estimate it is "about" a number, with its standard error and 95 % interval.

    Exit status: 0 all are counted, or up to the limit that was asked for; 1 some have no
    solution; 2 usage error or bad input; 3 time ran out.
    """
    if cubes is not None:
        counted = cubing.Cubes(cubes, reading, searching, answering, sharding)
        return counted.count(limit, {"--estimate": estimate, "--samples": samples})
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    most = options.solution_limit(limit)
    given = searching.backend_options
    is_brief = most != 1
    question = Shared.asking(
        solving.count,
        (lambda lot: lot.with_one(lambda *_: Count(1, exact=True))) if is_brief else None,
        backend=searching.backend, options=given, limit=most, seconds=searching.timeout,
        seed=searching.seed,
    )  # fmt: skip
    if samples is not None and not estimate:
        raise OptionError("--samples is for estimates; expected --estimate with it")
    if estimate:
        if most is not None or given or searching.backend != backends.AUTO:
            raise OptionError("--estimate takes neither --limit nor --backend nor --option")
        if kind := answering.kind:
            raise OptionError(f"--estimate writes no {kind}; expected lines or --json")
        return _estimate_each(reading.reader(), answering, samples, searching)
    brief = diagnosing.Brief(
        "counted",
        "1",
        lambda _: {"count": 1, "exact": True, "stats": {}},
        lambda _: {"count": 1, "exact": True},
    )
    shown: diagnosing.Shown[Count] = diagnosing.Shown(
        diagnosing.placed(str),
        lambda _, found: {**_columns(found), "stats": records.figures(found.stats)},
        partial(_words, limit=most),
        _STATUSES,
        brief=brief if is_brief else None,
        columns=lambda _, found: _columns(found),
    )
    return shown.run(question, reading.reader(), answering, what="counting")


def _words(count: Count, limit: int | None) -> str:
    if not count.exact and count.value != limit:
        return "unknown"
    return "counted" if count.value else "without solution"


def _columns(count: Count) -> dict[str, object]:
    return {"count": count.value, "exact": count.exact}


def _estimate_each(
    reader: PuzzleStream,
    answering: Answering,
    samples: int | None,
    searching: Searching,
) -> Status:
    from cpsudoku import estimation

    walks = samples or estimation.DEFAULT_SAMPLES
    quiet = answering.quiet
    summary = Summary(_ESTIMATED)
    with output.destination(answering.output_file) as out:
        for record in reader:
            with bar("walking", total=walks, quiet=quiet) as advance, locating_errors(record):
                found = estimation.estimate(
                    record.puzzle,
                    samples=walks,
                    seconds=searching.timeout,
                    seed=searching.seed,
                    progress=advance,
                )
            words = _words_of_estimate(found, walks)
            cut = walks if words == "out of time" else None
            if answering.as_json:
                out.write(records.line(record, _document_of_estimate(found, cut)))
            else:
                where = f"{record.place}: " if record.place else ""
                more = "" if cut is None else f"; time ran out before {cut} walks"
                out.write(f"{where}{found}{more}\n")
            summary.add(words)
    return summary.report(bad=reader.bad, quiet=quiet)


def _words_of_estimate(found: Estimate, samples: int) -> str:
    if found.interval is not None and not found.hits:
        return "without solution"
    if found.samples < samples:
        return "out of time"
    return "estimated" if found.hits else "without estimate"


def _document_of_estimate(found: Estimate, cut: int | None) -> dict[str, object]:
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
    return document
