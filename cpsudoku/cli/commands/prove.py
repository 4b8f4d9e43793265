"""``cpsudoku prove``: a certificate of a puzzle's solutions."""

from __future__ import annotations

from pathlib import Path

import typer

from cpsudoku import backends
from cpsudoku.certificates.counting import CertifiedCount, certify_count
from cpsudoku.certificates.proving import DEFAULT_SOLVER, SOLVERS
from cpsudoku.certificates.writing import DEFAULT_LIMIT, Certificate, certify
from cpsudoku.cli import options, records
from cpsudoku.cli.bundles import OnePuzzle, bundled
from cpsudoku.cli.options import option, whole
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.formats import strict_json
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.result import Verdict


@bundled
def command(
    one: OnePuzzle,
    *,
    directory: Path = option("--output -o DIR", "Where to write the certificate."),
    solver: str = option(
        "--solver NAME", "Which SAT solver makes the proof.", DEFAULT_SOLVER, among=SOLVERS
    ),
    limit: int = whole("--limit -n", "Most solutions to list.", DEFAULT_LIMIT),
    cubes: bool = option("--cubes", "Certify the number: by cases with at most --limit solutions."),
    backend: options.BackendName = backends.AUTO,
    timeout: options.Timeout = None,
    as_json: options.Json = False,
    quiet: options.Quiet = False,
) -> Status:
    """Write a certificate that a puzzle has these solutions and no others.

    DIR gets the puzzle, its formula, a DRAT proof and a manifest; `cpsudoku verify DIR` checks
    them without trusting any.  A puzzle with one solution, with none and with several can be
    certified.  With --cubes the number of solutions is certified, however many there are, in a
    folder for each case; the same command continues with what is there.

    Exit status: 0 the certificate is written; 2 usage error or bad input, or more solutions than
    the limit; 3 time ran out.
    """
    record = one.record("a certificate is of one, in a folder of its own")
    if cubes:
        if backend != backends.AUTO:
            raise OptionError(f"--backend {backend} with --cubes; expected one of them")
        with locating_errors(record):
            counted = certify_count(
                record.puzzle, directory, solver=solver, limit=limit, seconds=timeout
            )
        if as_json or not quiet:
            typer.echo(_json_of_count(record, counted) if as_json else _words(counted, directory))
        return Status.UNKNOWN if counted.count is None else Status.DONE
    with locating_errors(record):
        made = certify(
            record.puzzle, directory, solver=solver, limit=limit, seconds=timeout, backend=backend
        )
    if as_json or not quiet:
        typer.echo(_json(record, made) if as_json else _line(made))
    return Status.UNKNOWN if made.verdict is Verdict.UNKNOWN else Status.DONE


def claim(verdict: Verdict, solutions: int) -> str:
    """Return in words what a certificate claims."""
    if verdict is Verdict.MULTIPLE:
        return f"exactly {solutions} solutions"
    return {Verdict.NONE: "no solution", Verdict.UNIQUE: "exactly one solution"}[verdict]


def claim_of_count(count: int) -> str:
    """Return in words what a certificate of a count claims."""
    return claim(Verdict.of(count, exhausted=True, asked=None), count)


def _words(made: CertifiedCount, directory: Path) -> str:
    if made.count is None:
        return f"unknown: {made.reason}; the same command continues"
    words = claim_of_count(made.count)
    return f"{words} (cubes: {made.cubes}, steps of proofs: {made.steps}): {directory}"


def _json_of_count(record: Record, made: CertifiedCount) -> str:
    document: dict[str, object] = {
        "count": made.count, "cubes": made.cubes, "steps": made.steps, "reason": made.reason,
    }  # fmt: skip
    return strict_json.dumps(records.answered(record, document))


def _line(made: Certificate) -> str:
    if made.verdict is Verdict.UNKNOWN:
        return f"unknown: {made.reason}; nothing is written"
    words = claim(made.verdict, len(made.solutions))
    return f"{words}, proved in {made.steps} steps: {made.directory}"


def _json(record: Record, made: Certificate) -> str:
    document: dict[str, object] = {
        "verdict": made.verdict.value,
        "solutions": [made.puzzle.rules.text(grid) for grid in made.solutions],
        "directory": None if made.directory is None else str(made.directory),
        "steps": made.steps,
    }
    if made.reason:
        document["reason"] = made.reason
    return strict_json.dumps(records.answered(record, document))
