"""``cpsudoku solve``, ``check``, ``count`` and ``candidates``: the solutions of puzzles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cpsudoku import backends
from cpsudoku.asking.outcomes import Status
from cpsudoku.asking.questions.candidates import TrueDigits
from cpsudoku.asking.questions.check import Check
from cpsudoku.asking.questions.count import CountSolutions
from cpsudoku.asking.questions.solve import Solve
from cpsudoku.cli import options
from cpsudoku.cli.answering import answer
from cpsudoku.cli.declaring import SCALE, SEARCH, as_command, option, seconds, whole
from cpsudoku.cli.options import (
    Answering,
    Reading,
    Searching,
    Writing,
    answering,
    reading,
    searching,
    writing,
)
from cpsudoku.cli.sharding import Sharding, Task, sharding
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import Record
from cpsudoku.result import Count, Verdict
from cpsudoku.rows.output import TABLES
from cpsudoku.rows.source import Source


@as_command(
    {
        "cpsudoku solve puzzle.txt": "The solution, drawn if this is a terminal",
        "cpsudoku solve puzzles.csv -o solved.csv": "A table with solutions and verdicts",
        "cpsudoku solve puzzle.txt -b sat --limit all": "All solutions, by a SAT solver",
    }
)
@reading
@option("--limit -n NUMBER|all", "Solutions of each puzzle.", "1", heading=SEARCH)
@searching
@option(
    "--random", "Let --seed choose which solution, with any backend.", name="is_random",
    heading=SEARCH,
)  # fmt: skip
@writing
@options.STATS
@options.JOBS
@sharding()
def solve(
    reading: Reading,
    searching: Searching,
    writing: Writing,
    sharding: Sharding,
    *,
    limit: str,
    is_random: bool,
    with_stats: bool,
    jobs: int | None,
) -> Status:
    """Find a solution of each puzzle, or several.

    One puzzle at a terminal is drawn.  Otherwise each solution is a line, and a puzzle without
    one is a line that begins with #.  --format, or the ending of the output file, chooses another
    notation.

    Exit status: 0 all are solved; 1 some have no solution; 2 usage error or bad input; 3 a
    limit was reached before some verdict, or before as many solutions as wanted were found.
    """
    kind = "" if writing.as_json else writing.kind
    wanted, is_table = options.solution_limit(limit), kind in TABLES
    if is_random and wanted != 1:
        raise OptionError(f"--random with --limit {limit}; expected one solution of each puzzle")
    question = Solve(
        searching.search(), wanted, is_random, is_row=is_table, with_stats=with_stats,
        writes="line" if is_table or writing.as_json else kind,
        for_boards=writing.notation or "drawn",
    )  # fmt: skip
    reading = Settling.of(reading, searching.timeout)
    how: dict[str, Any] = {"kind": kind if is_table else "", "as_json": writing.as_json}
    if sharding.is_wanted:
        task = Task("solve", reading.apart(), question, **how)
        return sharding.of_puzzles(reading, task, jobs=jobs, quiet=writing.quiet)
    return answer(
        reading.source(), question, jobs=jobs, path=writing.output_file, quiet=writing.quiet,
        can_draw=writing.notation is None, **how,
    )  # fmt: skip


CUBES = seconds(
    "--cubes",
    "Count one puzzle case by case; cases that take more seconds than this are cut; needs --job.",
    least=0.01, heading=SCALE,
)  # fmt: skip


@as_command(
    {
        "cpsudoku check puzzle.txt": "Whether a puzzle has just one solution",
        "cpsudoku check puzzles.csv -o verdicts.csv": "A column with the verdict for each puzzle",
        "cpsudoku check puzzles.txt --backends dlx,sat": "The same verdicts by two backends",
    }
)
@reading
@searching
@options.backends_option("--backends", usual="none")
@answering
@CUBES
@sharding()
def check(
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
        by_cubes = _Cubes(cubes, reading, searching, answering, sharding)
        found = by_cubes.count(2, {"--backends": names})
        verdict = Verdict.of(found.value, exhausted=found.exact, asked=None)
        print(verdict.value)
        return Status.DONE if verdict is Verdict.UNIQUE else Status.NO
    backend = searching.backend
    if names and (backend != backends.AUTO or searching.options):
        given = f"--backend {backend}" if backend != backends.AUTO else "--option"
        raise OptionError(f"{given} with --backends; expected one of them")
    if names and (kind := answering.kind):
        raise OptionError(f"--backends writes no {kind}; expected lines or --json")
    several = tuple(options.backend_names(names)) if names else ()
    reading = Settling.of(reading, searching.timeout)
    return sharding.answer(reading, Check(searching.search(), several), answering)


@dataclass(frozen=True)
class Settling(Reading):
    """How puzzles are read without the proposals that leave no solution.

    Args:
        settled_within: seconds for a puzzle; None for the usual.
    """

    settled_within: float | None = None

    @classmethod
    def of(cls, reading: Reading, seconds: float | None) -> Settling:
        """Return how the same puzzles are read so."""
        return cls(**vars(reading), settled_within=seconds)

    def source(self, settle: Callable[[Record], Record] | None = None) -> Source:
        """Return the puzzles in blocks."""

        def settled(record: Record) -> Record:
            from cpsudoku.diagnosis import proposing

            return proposing.settled(record, self.settled_within)

        return super().source(settle or settled)


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
@CUBES
@sharding()
def count(
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

    Exit status: 0 all are counted, or up to the limit; 1 some have no
    solution; 2 usage error or bad input; 3 time ran out.
    """
    if cubes is not None:
        by_cubes = _Cubes(cubes, reading, searching, answering, sharding)
        found = by_cubes.count(
            options.solution_limit(limit), {"--estimate": estimate, "--samples": samples}
        )
        print(str(found))
        return Status.DONE if found.value else Status.NO
    most = options.solution_limit(limit)
    if samples is not None and not estimate:
        raise OptionError("--samples is for estimates; expected --estimate with it")
    if not estimate:
        reading = Settling.of(reading, searching.timeout)
        return sharding.answer(reading, CountSolutions(searching.search(), most), answering)
    if most is not None or searching.options or searching.backend != backends.AUTO:
        raise OptionError("--estimate takes neither --limit nor --backend nor --option")
    if kind := answering.kind:
        raise OptionError(f"--estimate writes no {kind}; expected lines or --json")
    from cpsudoku.asking.questions.estimate import SAMPLES, EstimateSolutions

    question = EstimateSolutions(samples or SAMPLES, searching.timeout, searching.seed)
    return sharding.answer(reading, question, answering)


@dataclass(frozen=True)
class _Cubes:
    """A puzzle whose solutions are counted by cubes, none of which takes much longer than this."""

    seconds: float
    reading: Reading
    searching: Searching
    answering: Answering
    sharding: Sharding

    def count(self, limit: int | None, others: Mapping[str, object]) -> Count:
        """Return how many solutions there are.

        Args:
            others: options of the command that make no sense here, by their names.
        """
        from cpsudoku.jobs.cubes import count_by_cubes

        reading, searching, answering = self.reading, self.searching, self.answering
        if self.sharding.job is None:
            raise OptionError("--cubes without --job FOLDER")
        refused = {
            "--skip-bad": reading.skip_bad, "--rejects": reading.rejects,
            "--timeout": searching.timeout is not None,
            "--seed": searching.seed, "--output": answering.output_file,
            "--format": answering.table, "--json": answering.as_json,
            "--shard": self.sharding.shard, "--shard-size": self.sharding.has_own_size, **others,
        }  # fmt: skip
        for name in (name for name, value in refused.items() if value):
            raise OptionError(f"{name} with --cubes, which counts one puzzle")
        puzzle = reading.source().only("--cubes counts one puzzle").puzzle
        with self.sharding.running("cubes", quiet=answering.quiet) as how:
            return count_by_cubes(
                puzzle,
                self.sharding.job,
                seconds=self.seconds,
                limit=limit,
                backend=searching.backend,
                options=searching.backend_options,
                workers=answering.jobs,
                **how,
            )


@as_command(
    {
        "cpsudoku candidates puzzle.txt": "The digits that each cell can take",
        "cpsudoku candidates puzzle.txt --most 10": "With the number of solutions, up to 10",
        "cpsudoku candidates puzzles.csv --json -o cells.jsonl": "With a witness for each digit",
    }
)
@reading
@whole("--most -m", "Count the solutions for each digit, up to N.", 1, value="N", heading=SEARCH)
@searching
@answering
@sharding(100_000)
def candidates(
    reading: Reading, searching: Searching, answering: Answering, sharding: Sharding, *, most: int
) -> Status:
    """Find for each cell the digits that occur in some solution.

    One puzzle is drawn with these digits in its cells; several are a line each, with spaces
    between the cells.  JSON has a solution for each digit as well, its witness.

    --most N counts for each digit the solutions that have it, up to N.  The picture is followed by
    the digits that have fewer; a line has the count after each digit (2:5,3:1), JSON in `counts`.

    Exit status: 0 all are known; 1 some puzzle has no solution; 2 usage error or bad input; 3
    time ran out before it was certain that no other digit occurs.
    """
    return sharding.answer(reading, TrueDigits(searching.search(), most), answering)
