"""``cpsudoku verify``: does a certificate hold?"""

from __future__ import annotations

import json
from pathlib import Path

import click

from cpsudoku import formats
from cpsudoku.certificates.counting import COVER, CertifiedCount, verify_count
from cpsudoku.certificates.verification import Verification, verify_certificate
from cpsudoku.cli import options
from cpsudoku.cli.commands.prove import claim, claim_of_count
from cpsudoku.cli.declaring import INPUT, SEARCH, argument, as_command, option, seconds
from cpsudoku.cli.reading import given_puzzle
from cpsudoku.cli.status import Status
from cpsudoku.drawing import in_text
from cpsudoku.errors import CertificateError, OptionError
from cpsudoku.formats.rules_json import rules_to_json
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.formats.source import no_such_file
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.output import harmless


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
def command(
    *,
    directory: Path,
    puzzle: str | None,
    timeout: float | None,
    read_as: str | None,
    rules: str | None,
    as_json: bool,
) -> Status:
    """Verify a certificate without trusting its author.

    The formula is encoded anew from the puzzle and compared clause by clause, each solution is
    checked against the rules, and the proof is replayed by two proof checkers (and by drat-trim, if
    that is on the path), which must agree.  What is shown is all that was proved: the rules, the
    puzzle and any pencil marks.  Of a certificate of a number of solutions each case is verified
    so, and that the cases are different and together the puzzle.

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
        *_about(claim_of_count(found.count), found.puzzle),
        f"cover     different cases and together the puzzle; cubes: {found.cubes}",
        f"proofs    {found.steps} steps, each proof accepted by two checkers",
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
        *_about(claim(found.verdict, len(found.solutions)), found.puzzle),
        *(f"solution  {grid}" for grid in grids),
        f"formula   {found.clauses} clauses, the same as encoded anew",
        f"proof     {found.steps} steps, accepted by {' and '.join(found.checkers)}",
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
