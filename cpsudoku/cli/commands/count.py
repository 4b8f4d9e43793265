"""``cpsudoku count``: how many solutions a puzzle has."""

from __future__ import annotations

from cpsudoku import backends
from cpsudoku.cli import cubing, options
from cpsudoku.cli.declaring import SEARCH, as_command, option, whole
from cpsudoku.cli.options import Answering, Reading, Searching, answering, reading, searching
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError


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
    from cpsudoku.asking.questions.count import CountSolutions
    from cpsudoku.asking.questions.estimate import SAMPLES, EstimateSolutions

    most = options.solution_limit(limit)
    if samples is not None and not estimate:
        raise OptionError("--samples is for estimates; expected --estimate with it")
    if not estimate:
        return answering.run(reading.source(), CountSolutions(searching.search(), most))
    if most is not None or searching.options or searching.backend != backends.AUTO:
        raise OptionError("--estimate takes neither --limit nor --backend nor --option")
    if kind := answering.kind:
        raise OptionError(f"--estimate writes no {kind}; expected lines or --json")
    question = EstimateSolutions(samples or SAMPLES, searching.timeout, searching.seed)
    return answering.run(reading.source(), question)
