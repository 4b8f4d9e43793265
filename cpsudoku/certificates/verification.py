"""Verifying certificates without trust in whoever wrote them."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path

from cpsudoku import formats, verify
from cpsudoku.certificates import checking, formula, manifest
from cpsudoku.certificates.manifest import FORMULA, HASHED, MANIFEST, PROOF, PUZZLE
from cpsudoku.errors import CertificateError, PuzzleError, RulesError
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Grid


@dataclass(frozen=True, slots=True)
class Verification:
    """What a certificate proves.

    Args:
        puzzle: the puzzle.
        verdict: ``NONE``, ``UNIQUE`` or ``MULTIPLE``; ``UNKNOWN`` if time ran out.
        solutions: all its solutions.
        clauses: number of clauses of the formula.
        steps: number of steps of the proof.
        checkers: the proof checkers that accepted the proof.
        reason: why the verdict is unknown; else empty.
    """

    puzzle: Puzzle
    verdict: Verdict
    solutions: tuple[Grid, ...]
    clauses: int
    steps: int = 0
    checkers: tuple[str, ...] = ()
    reason: str = ""


def verify_certificate(
    directory: str | os.PathLike[str],
    *,
    puzzle: Puzzle | str | None = None,
    seconds: float | None = None,
) -> Verification:
    """Verify a certificate.

    Five things are checked, each by code that did not write the certificate: the hashes; each
    solution against the rules; the formula, clause by clause, against one that is encoded anew
    from the puzzle; the map of its variables; and the proof, by every proof checker there is,
    against the formula encoded anew.

    Args:
        directory: where the certificate is.
        puzzle: the puzzle that it should be about, or its text; None for any.
        seconds: wall-clock limit; None for none.

    Returns:
        What is proved; its verdict is ``UNKNOWN`` when time ran out.

    Raises:
        CertificateError: it does not hold; the message says what is wrong.
        FormatError: the text is no puzzle.
        BackendUnavailableError: the proof checker is not installed.
        OSError: a file cannot be read.
    """
    deadline = None if seconds is None else time.monotonic() + seconds
    expected = formats.parse(puzzle) if isinstance(puzzle, str) else puzzle
    folder = Path(directory)
    claim = manifest.loads(_text(folder, MANIFEST))
    texts = {name: _text(folder, name) for name in HASHED}
    for name, text in texts.items():
        if manifest.sha256(text.encode()) != claim.hashes[name]:
            raise CertificateError(f"{name}: its SHA-256 is not the one in {MANIFEST}")
    found = _puzzle(texts[PUZZLE])
    if expected is not None and expected != found:
        raise CertificateError(f"{PUZZLE}: it is {found}, not the puzzle that was asked about")
    solutions = _solutions(found, claim.solutions)
    rebuilt = formula.clauses_of(found, solutions)
    written = formula.read_dimacs(texts[FORMULA], found.rules.size)
    fault = formula.difference(written, rebuilt)
    if fault is not None:
        raise CertificateError(fault)
    try:
        dimacs = formula.to_dimacs(rebuilt, found.rules.size)
        steps = checking.check(dimacs, texts[PROOF], deadline)
    except checking.OutOfTimeError:
        reason = f"the limit of {seconds} s was reached"
        return Verification(found, Verdict.UNKNOWN, (), len(rebuilt), reason=reason)
    return Verification(found, claim.verdict, solutions, len(rebuilt), steps, checking.checkers())


def _text(folder: Path, name: str) -> str:
    try:
        return (folder / name).read_bytes().decode("ascii")
    except FileNotFoundError:
        if not folder.is_dir():
            raise
        raise CertificateError(f"{name}: it is missing") from None
    except UnicodeDecodeError as error:
        raise CertificateError(f"{name}: no text: {error}") from None


def _puzzle(text: str) -> Puzzle:
    try:
        return formats.parse(text, format="json")
    except (PuzzleError, RulesError) as error:
        raise CertificateError(f"{PUZZLE}: {error}") from None


def _solutions(puzzle: Puzzle, texts: tuple[str, ...]) -> tuple[Grid, ...]:
    grids = tuple(manifest.parse_grid(text, puzzle.rules) for text in texts)
    if len(set(grids)) != len(grids):
        raise CertificateError(f"{MANIFEST}: a solution is listed twice")
    for grid in grids:
        fault = verify.fault(grid, puzzle.rules, puzzle.candidates)
        if fault is not None:
            raise CertificateError(f"{MANIFEST}: a grid that is no solution: {fault}")
    return grids
