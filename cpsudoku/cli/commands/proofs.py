"""``cpsudoku prove`` and ``cpsudoku verify``: certificates of a puzzle's solutions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from cpsudoku import backends, formats
from cpsudoku.asking.outcomes import Status
from cpsudoku.certificates import (
    Certificate,
    CertifiedCount,
    Verification,
    certify,
    certify_count,
    verify_certificate,
    verify_count,
)
from cpsudoku.certificates.counting import COVER
from cpsudoku.certificates.proving import DEFAULT_SOLVER, SOLVERS
from cpsudoku.certificates.writing import DEFAULT_LIMIT
from cpsudoku.cli import options
from cpsudoku.cli.declaring import (
    INPUT,
    OUTPUT,
    SEARCH,
    argument,
    as_command,
    file,
    option,
    seconds,
    whole,
)
from cpsudoku.cli.options import OnePuzzle, given_puzzle, one_puzzle
from cpsudoku.drawing import in_text
from cpsudoku.errors import CertificateError, OptionError
from cpsudoku.formats.base import locating_errors
from cpsudoku.formats.rules_json import rules_to_json
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.formats.source import no_such_file
from cpsudoku.ground.names import counted
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.output import harmless
from cpsudoku.rows.sinks.tables import document_line

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
def prove(
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

    The folder gets the puzzle, its formula, a DRAT proof and a manifest; `cpsudoku verify` checks
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


def _claim(verdict: Verdict, solutions: int) -> str:
    """Return the claim of a certificate in words."""
    if verdict is Verdict.MULTIPLE:
        return f"exactly {counted(solutions, 'solution')}"
    return {Verdict.NONE: "no solution", Verdict.UNIQUE: "exactly one solution"}[verdict]


def _claim_of_count(count: int) -> str:
    """Return the claim of a certificate of a count in words."""
    return _claim(Verdict.of(count, exhausted=True, asked=None), count)


def _said_of_count(made: CertifiedCount, directory: Path) -> _Said:
    document: dict[str, object] = {
        "count": made.count, "cubes": made.cubes, "steps": made.steps, "reason": made.reason,
    }  # fmt: skip
    if made.count is None:
        words = f"unknown: {made.reason}; the same command continues"
        return words, document, Status.UNKNOWN
    words = _claim_of_count(made.count)
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
    words = _claim(made.verdict, len(made.solutions))
    steps = counted(made.steps, "step")
    return f"{words}, proved in {steps}: {made.directory}", document, Status.DONE


@as_command(
    {
        "cpsudoku verify proof": "What a certificate proves",
        "cpsudoku verify proof --puzzle puzzle.txt": "Whether it is about this puzzle",
        "cpsudoku verify proof --json": "The same for programs",
    }
)
@argument(
    "directory", "FOLDER", "A certificate, as `cpsudoku prove` writes it.",
    type=click.Path(path_type=Path),
)  # fmt: skip
@option("--puzzle PUZZLE", "The puzzle that it should be about.", usual="any", heading=INPUT)
@options.READ_AS
@options.RULES
@seconds("--timeout", "Time limit, in seconds.", usual="none", heading=SEARCH)
@options.JSON
def verify(
    *,
    directory: Path,
    puzzle: str | None,
    timeout: float | None,
    read_as: str | None,
    rules: str | None,
    as_json: bool,
) -> Status:
    """Verify a certificate without trusting its author.

    The formula is encoded again from the puzzle and compared clause by clause, each solution is
    checked against the rules, and the proof is replayed by two proof checkers (and by drat-trim, if
    that is on the path), which must agree.  What is shown is all that was proved: the rules, the
    puzzle and any pencil marks.  For a number of solutions each case is verified in this way, and
    that the cases are different and together the whole puzzle.

    Exit status: 0 it holds; 1 it is refused, with the reason; 2 usage error, or files that cannot
    be read; 3 time ran out.
    """
    if not directory.is_dir():
        if not directory.exists():
            raise no_such_file(str(directory))
        raise OptionError(f"{directory} is not a directory; expected a certificate")
    expected = None
    if puzzle is not None:
        expected = given_puzzle(puzzle, rules, read_as)
    found: CertifiedCount | Verification
    try:
        if (directory / COVER).exists():
            found = verify_count(directory, puzzle=expected, seconds=timeout)
            (text, document), is_open = _of_count(found), found.count is None
        else:
            found = verify_certificate(directory, puzzle=expected, seconds=timeout)
            (text, document), is_open = _of_solutions(found), found.verdict is Verdict.UNKNOWN
    except CertificateError as error:
        refused = {"verdict": "refused", "reason": str(error)}
        print(json.dumps(refused) if as_json else harmless(f"refused: {error}"))
        return Status.NO
    if found.reason:
        document["reason"] = found.reason
    print(json.dumps(document) if as_json else text or f"unknown: {found.reason}")
    return Status.UNKNOWN if is_open else Status.DONE


def _of_count(found: CertifiedCount) -> tuple[str, dict[str, object]]:
    document: dict[str, object] = {
        "count": found.count, **_proved(found.puzzle), "cubes": found.cubes, "steps": found.steps,
    }  # fmt: skip
    if found.puzzle is None or found.count is None:
        return "", document
    lines = [
        *_about(_claim_of_count(found.count), found.puzzle),
        f"cover     different cases and together the puzzle; cubes: {found.cubes}",
        f"proofs    {counted(found.steps, 'step')}, each proof accepted by two checkers",
    ]
    return "\n".join(lines), document


def _of_solutions(found: Verification) -> tuple[str, dict[str, object]]:
    grids = [found.puzzle.rules.text(grid) for grid in found.solutions if found.puzzle]
    document: dict[str, object] = {
        "verdict": found.verdict.value,
        **_proved(found.puzzle),
        "solutions": grids,
        "clauses": found.clauses,
        "steps": found.steps,
        "checkers": list(found.checkers),
    }
    if found.puzzle is None:
        return "", document
    lines = [
        *_about(_claim(found.verdict, len(found.solutions)), found.puzzle),
        *(f"solution  {grid}" for grid in grids),
        f"formula   {found.clauses} clauses, the same as encoded anew",
        f"proof     {counted(found.steps, 'step')}, accepted by {' and '.join(found.checkers)}",
    ]
    return "\n".join(lines), document


def _about(claimed: str, puzzle: Puzzle) -> tuple[str, str, str]:
    marks = ""  # which are a part of what was proved
    if puzzle.has_pencil_marks:
        drawn = in_text.picture_of(in_text.marks(puzzle.candidates, puzzle.rules), puzzle)
        marks = f", with these pencil marks:\n{drawn.rstrip()}"
    return (
        f"verified: {claimed}",
        f"rules     {rules_text(puzzle.rules)}",
        f"puzzle    {puzzle}{marks}",
    )


def _proved(puzzle: Puzzle | None) -> dict[str, object]:
    if puzzle is None:
        return {"puzzle": None}
    document: dict[str, object] = json.loads(formats.write(puzzle, "json"))
    return document | {"rules": rules_to_json(puzzle.rules), "puzzle": str(puzzle)}
