"""``cpsudoku check``: does a puzzle have just one solution?"""

from __future__ import annotations

from cpsudoku import backends
from cpsudoku.cli import cubing, options
from cpsudoku.cli.declaring import as_command
from cpsudoku.cli.options import Answering, Reading, Searching, answering, reading, searching
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError


@as_command(
    {
        "cpsudoku check puzzle.txt": "Whether a puzzle has just one solution",
        "cpsudoku check puzzles.csv -o verdicts.csv": "A column with the verdict for each puzzle",
        "cpsudoku check puzzles.txt --backends dlx,sat": "The same verdicts by two backends",
    }
)
@reading
@searching
@options.backends_option("--backends")
@answering
@options.CUBES
@sharding()
def command(
    reading: Reading,
    searching: Searching,
    answering: Answering,
    sharding: Sharding,
    *,
    cubes: float | None,
    names: tuple[str, ...],
) -> Status:
    """Check whether each puzzle has just one solution.

    Where there are several, two of them are shown and the cells in which they differ; where there
    is none because two givens contradict each other, these cells and their house are named.  Where
    a solution is given beside the puzzle, it is checked as well.

    Exit status: 0 all have just one solution; 1 some have none or several, or a wrong one is given
    beside them; 2 usage error or bad input, or two backends contradict each other; 3 a limit was
    reached before some verdict.
    """
    if cubes is not None:
        counted = cubing.Cubes(cubes, reading, searching, answering, sharding)
        return counted.check({"--backends": names})
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    from cpsudoku.asking.questions.check import Check

    backend = searching.backend
    if names and (backend != backends.AUTO or searching.options):
        given = f"--backend {backend}" if backend != backends.AUTO else "--option"
        raise OptionError(f"{given} with --backends; expected one of them")
    if names and (kind := answering.kind):
        raise OptionError(f"--backends writes no {kind}; expected lines or --json")
    several = tuple(options.backend_names(names)) if names else ()
    return answering.run(reading.source(), Check(searching.search(), several))
