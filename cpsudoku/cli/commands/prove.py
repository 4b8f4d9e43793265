"""``cpsudoku prove``: a certificate of a puzzle's solutions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cpsudoku import backends
from cpsudoku.certificates.counting import CertifiedCount, certify_count
from cpsudoku.certificates.proving import DEFAULT_SOLVER, SOLVERS
from cpsudoku.certificates.writing import DEFAULT_LIMIT, Certificate, certify
from cpsudoku.cli import options
from cpsudoku.cli.declaring import OUTPUT, SEARCH, as_command, file, option, whole
from cpsudoku.cli.options import OnePuzzle, one_puzzle
from cpsudoku.cli.status import Status
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import locating_errors
from cpsudoku.result import Verdict
from cpsudoku.rows.sinks.objects import document_line

_Said = tuple[str, dict[str, object], Status]
"""What came of it in words and as JSON, and the exit status."""


def _solvers(incomplete: str) -> dict[str, str]:
    return {name: "" for name in SOLVERS if name.startswith(incomplete)}


@as_command(
    {
        "cpsudoku prove puzzle.txt -o proof": "A proof that its solution is the only one",
        "cpsudoku prove puzzle.txt -o proof --cubes": "A proof of the number of its solutions",
        "cpsudoku prove puzzle.txt -o proof && cpsudoku verify proof": "Prove, then verify",
    }
)
@one_puzzle
@option(
    "--solver NAME", f"SAT solver that makes the proof: {', '.join(SOLVERS)}.", DEFAULT_SOLVER,
    completes=_solvers, heading=SEARCH,
)  # fmt: skip
@whole("--limit -n", "Solutions to list at most.", DEFAULT_LIMIT, heading=SEARCH)
@option(
    "--cubes", "Certify the number of solutions, by cases with at most --limit each.",
    heading=SEARCH,
)  # fmt: skip
@options.BACKEND
@options.TIMEOUT
@file(
    "--output -o FOLDER", "Folder for the certificate.", name="directory", required=True,
    heading=OUTPUT,
)  # fmt: skip
@options.JSON
@options.QUIET
def command(
    one: OnePuzzle,
    *,
    directory: Path,
    solver: str,
    limit: int,
    cubes: bool,
    backend: str,
    timeout: float | None,
    as_json: bool,
    quiet: bool,
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
    if cubes and backend != backends.AUTO:
        raise OptionError(f"--backend {backend} with --cubes; expected one of them")
    asked: dict[str, Any] = {"solver": solver, "limit": limit, "seconds": timeout}
    with locating_errors(record):
        if cubes:
            said = _said_of_count(certify_count(record.puzzle, directory, **asked), directory)
        else:
            said = _said(certify(record.puzzle, directory, backend=backend, **asked))
    words, document, status = said
    if as_json:
        print(document_line(record, document), end="")
    elif not quiet:
        print(words)
    return status


def claim(verdict: Verdict, solutions: int) -> str:
    """Return in words what a certificate claims."""
    if verdict is Verdict.MULTIPLE:
        return f"exactly {solutions} solutions"
    return {Verdict.NONE: "no solution", Verdict.UNIQUE: "exactly one solution"}[verdict]


def claim_of_count(count: int) -> str:
    """Return in words what a certificate of a count claims."""
    return claim(Verdict.of(count, exhausted=True, asked=None), count)


def _said_of_count(made: CertifiedCount, directory: Path) -> _Said:
    document: dict[str, object] = {
        "count": made.count, "cubes": made.cubes, "steps": made.steps, "reason": made.reason,
    }  # fmt: skip
    if made.count is None:
        words = f"unknown: {made.reason}; the same command continues"
        return words, document, Status.UNKNOWN
    words = claim_of_count(made.count)
    words += f" (cubes: {made.cubes}, steps of proofs: {made.steps}): {directory}"
    return words, document, Status.DONE


def _said(made: Certificate) -> _Said:
    document: dict[str, object] = {
        "verdict": made.verdict.value,
        "solutions": [made.puzzle.rules.text(grid) for grid in made.solutions],
        "directory": None if made.directory is None else str(made.directory),
        "steps": made.steps,
    }
    if made.reason:
        document["reason"] = made.reason
    if made.verdict is Verdict.UNKNOWN:
        return f"unknown: {made.reason}; nothing is written", document, Status.UNKNOWN
    words = claim(made.verdict, len(made.solutions))
    return f"{words}, proved in {made.steps} steps: {made.directory}", document, Status.DONE
