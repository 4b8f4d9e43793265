"""The manifest of a certificate: its claim, the solver that proved it, and hashes of its files."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import asdict, dataclass
from typing import Annotated, TypeVar

from cpsudoku.errors import CertificateError, FormatError, quoted
from cpsudoku.formats.strict_json import loads as loads_json
from cpsudoku.ground.documents import Condition, exactly, read_as
from cpsudoku.result import Verdict
from cpsudoku.rules import Grid, Rules

T = TypeVar("T")

PUZZLE, FORMULA, PROOF, MANIFEST = "puzzle.json", "formula.cnf", "proof.drat", "manifest.json"
"""The files of a certificate."""

HASHED = (PUZZLE, FORMULA, PROOF)
"""The files whose SHA-256 is in the manifest."""

MAX_BYTES = 1 << 28
"""No file of a certificate may be longer: reading one takes ten times its size in memory."""

FORMAT = "cpsudoku certificate"
FORMAT_VERSION = 1

_IS_HASH = Condition(re.compile("[0-9a-f]{64}").fullmatch, "a SHA-256, 64 hexadecimal digits")
_OF_FILES = Condition(lambda its: its.keys() == {*HASHED}, f"an object with {', '.join(HASHED)}")


@dataclass(frozen=True, slots=True)
class SolverName:
    """A solver, and its version."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a certificate claims, as its file has it, with a SHA-256 for each of `HASHED`."""

    format: Annotated[str, exactly(FORMAT)]
    format_version: Annotated[int, exactly(FORMAT_VERSION)]
    verdict: str
    solutions: tuple[str, ...]
    solver: SolverName
    encoding: str
    sha256: Annotated[dict[str, Annotated[str, _IS_HASH]], _OF_FILES]


def sha256(content: bytes) -> str:
    """Return the SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def claimed_verdict(solutions: int) -> Verdict:
    """Return the verdict of a certificate that lists this many solutions and excludes others."""
    return Verdict.of(solutions, exhausted=True, asked=None)


def dumps(manifest: Manifest) -> str:
    """Return a manifest as JSON text."""
    return json.dumps(asdict(manifest), indent=2) + "\n"


def loads(text: str) -> Manifest:
    """Return the manifest that a JSON text holds, with the verdict that its solutions fit."""
    found = read_json(Manifest, text, MANIFEST)
    verdict = claimed_verdict(len(found.solutions)).value
    if found.verdict != verdict:
        raise CertificateError(
            f"{MANIFEST}: verdict: {quoted(found.verdict)}; expected {verdict!r} with "
            f"{len(found.solutions)} solutions"
        )
    return found


def read_json(kind: type[T], text: str, file: str) -> T:
    """Return a JSON text as a kind of value; no name may occur twice in an object."""
    try:
        return read_as(kind, loads_json(text))
    except FormatError as error:
        raise CertificateError(f"{file}: {error}") from None


def parse_grid(text: str, rules: Rules) -> Grid:
    """Return the grid that `Rules.text` wrote."""
    words = list(text) if rules.size < 36 else text.split()
    known = {symbol: digit for digit, symbol in enumerate(rules.symbols, start=1)}
    if len(words) != rules.cell_count:
        raise CertificateError(
            f"{MANIFEST}: a solution of {len(words)} cells; expected {rules.cell_count}"
        )
    for word in words:
        if word not in known:
            raise CertificateError(f"{MANIFEST}: {quoted(word)} in a solution is not a digit")
    return tuple(known[word] for word in words)
