"""``cpsudoku verify``: does a certificate hold?"""

from __future__ import annotations

import json
from pathlib import Path

import typer

from cpsudoku import formats
from cpsudoku.certificates.counting import COVER, CertifiedCount, verify_count
from cpsudoku.certificates.verification import Verification, verify_certificate
from cpsudoku.cli import options, showing
from cpsudoku.cli.bundles import bundled
from cpsudoku.cli.commands.prove import claim, claim_of_count
from cpsudoku.cli.options import argument, option
from cpsudoku.cli.reading import PuzzleStream, only
from cpsudoku.cli.status import Status
from cpsudoku.errors import CertificateError, OptionError
from cpsudoku.formats.rules_json import rules_to_json
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.formats.source import no_such_file
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict


@bundled
def command(
    directory: Path = argument("DIR", "A certificate, as `cpsudoku prove` writes it."),
    *,
    puzzle: str | None = option("--puzzle PUZZLE", "The puzzle that it should be about; else any."),
    timeout: options.Timeout = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
    as_json: options.Json = False,
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
        expected = only(PuzzleStream([puzzle], rules=rules, notation=read_as)).puzzle
    try:
        if (directory / COVER).exists():
            counted = verify_count(directory, puzzle=expected, seconds=timeout)
            typer.echo(_json_of_count(counted) if as_json else _text_of_count(counted))
            return Status.UNKNOWN if counted.count is None else Status.DONE
        found = verify_certificate(directory, puzzle=expected, seconds=timeout)
    except CertificateError as error:
        document = {"verdict": "refused", "reason": str(error)}
        typer.echo(json.dumps(document) if as_json else f"refused: {error}")
        return Status.NO
    typer.echo(_json(found) if as_json else _text(found))
    return Status.UNKNOWN if found.verdict is Verdict.UNKNOWN else Status.DONE


def _text_of_count(found: CertifiedCount) -> str:
    if found.puzzle is None or found.count is None:
        return f"unknown: {found.reason}"
    lines = [
        *_about(claim_of_count(found.count), found.puzzle),
        f"cover     different cases and together the puzzle; cubes: {found.cubes}",
        f"proofs    {found.steps} steps, each proof accepted by two checkers",
    ]
    return "\n".join(lines)


def _json_of_count(found: CertifiedCount) -> str:
    document = {
        "count": found.count, **_proved(found.puzzle), "cubes": found.cubes, "steps": found.steps,
    }  # fmt: skip
    return json.dumps(document | ({"reason": found.reason} if found.reason else {}))


def _text(found: Verification) -> str:
    if found.puzzle is None:
        return f"unknown: {found.reason}"
    lines = [
        *_about(claim(found.verdict, len(found.solutions)), found.puzzle),
        *(f"solution  {found.puzzle.rules.text(grid)}" for grid in found.solutions),
        f"formula   {found.clauses} clauses, the same as encoded anew",
        f"proof     {found.steps} steps, accepted by {' and '.join(found.checkers)}",
    ]
    return "\n".join(lines)


def _about(claimed: str, puzzle: Puzzle) -> tuple[str, str, str]:
    return (
        f"verified: {claimed}",
        f"rules     {rules_text(puzzle.rules)}",
        f"puzzle    {puzzle}{_marks(puzzle)}",
    )


def _marks(puzzle: Puzzle) -> str:
    """Return the pencil marks, drawn, if there are any: they are a part of what was proved."""
    if not puzzle.has_pencil_marks:
        return ""
    drawn = showing.picture_of(showing.marks(puzzle.candidates, puzzle.rules), puzzle)
    return f", with these pencil marks:\n{drawn.rstrip()}"


def _proved(puzzle: Puzzle | None) -> dict[str, object]:
    if puzzle is None:
        return {"puzzle": None}
    document: dict[str, object] = json.loads(formats.write(puzzle, "json"))
    return document | {"rules": rules_to_json(puzzle.rules), "puzzle": str(puzzle)}


def _json(found: Verification) -> str:
    document: dict[str, object] = {
        "verdict": found.verdict.value,
        **_proved(found.puzzle),
        "solutions": [found.puzzle.rules.text(grid) for grid in found.solutions if found.puzzle],
        "clauses": found.clauses,
        "steps": found.steps,
        "checkers": list(found.checkers),
    }
    return json.dumps(document | ({"reason": found.reason} if found.reason else {}))
