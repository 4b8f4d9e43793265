"""``cpsudoku count``: how many solutions a puzzle has."""

from __future__ import annotations

from functools import partial

from cpsudoku import backends, solving
from cpsudoku.bulk.asking import Lot, Shared
from cpsudoku.cli import diagnosing, options, output, records
from cpsudoku.cli.bundles import Answering, Reading
from cpsudoku.cli.options import option, whole
from cpsudoku.cli.sharding import sharded
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.result import Count

_STATUSES = {"counted": Status.DONE, "without solution": Status.NO, "unknown": Status.UNKNOWN}


@sharded()
def command(
    reading: Reading,
    *,
    limit: str = option("--limit -n NUMBER|all", "Stop at this many.", "all"),
    estimate: bool = option("--estimate", "Estimate by random walks instead of counting."),
    samples: int | None = whole("--samples", "Random walks for an estimate.", least=2),
    backend: options.BackendName = backends.AUTO,
    option: options.BackendOptions = None,
    timeout: options.Timeout = None,
    cubes: options.Cubes = None,
    seed: options.Seed = 0,
    answering: Answering,
) -> Status:
    """Count the solutions of each puzzle.

    The answer is a number, or "at least" a number where a limit was reached first.  With
    --estimate it is "about" a number, with its standard error and 95 % interval.

    Exit status: 0 all are counted, or up to the limit that was asked for; 1 some have no
    solution; 2 usage error or bad input; 3 time ran out.
    """
    most = options.solution_limit(limit)
    given = options.backend_options(option)
    is_brief = most != 1
    question = Shared.asking(
        solving.count, _known if is_brief else None, backend=backend, options=given, limit=most,
        seconds=timeout, seed=seed,
    )  # fmt: skip
    if samples is not None and not estimate:
        raise OptionError("--samples is for estimates; expected --estimate with it")
    if estimate:
        from cpsudoku.cli.estimating import estimate_each
        from cpsudoku.estimation import DEFAULT_SAMPLES

        if most is not None or given or backend != backends.AUTO:
            raise OptionError("--estimate takes neither --limit nor --backend nor --option")
        if kind := answering.kind:
            raise OptionError(f"--estimate writes no {kind}; expected lines or --json")
        with output.destination(answering.output_file) as out:
            return estimate_each(
                reading.reader(),
                out,
                samples=samples or DEFAULT_SAMPLES,
                seconds=timeout,
                seed=seed,
                as_json=answering.as_json,
                quiet=answering.quiet,
            )
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


def _known(lot: Lot) -> list[Count | None]:
    return lot.with_one(lambda *_: Count(1, exact=True))


def _words(count: Count, limit: int | None) -> str:
    if not count.exact and count.value != limit:
        return "unknown"
    return "counted" if count.value else "without solution"


def _columns(count: Count) -> dict[str, object]:
    return {"count": count.value, "exact": count.exact}
