"""The manifest of a certificate: its claim, the solver that proved it, and hashes of its files."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass

from cpsudoku.errors import CertificateError, FormatError, quoted
from cpsudoku.formats.strict_json import loads as loads_json
from cpsudoku.result import Verdict
from cpsudoku.rules import Grid, Rules

PUZZLE, FORMULA, PROOF, MANIFEST = "puzzle.json", "formula.cnf", "proof.drat", "manifest.json"
"""The files of a certificate."""

HASHED = (PUZZLE, FORMULA, PROOF)
"""The files whose SHA-256 is in the manifest."""

MAX_BYTES = 1 << 28
"""No file of a certificate may be longer: reading one takes ten times its size in memory."""

_NAMES = ("format", "format_version", "verdict", "solutions", "solver", "encoding", "sha256")

FORMAT = "cpsudoku certificate"
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a certificate claims, with a SHA-256 in hexadecimal for each of `HASHED`."""

    verdict: Verdict
    solutions: tuple[str, ...]
    solver: str
    solver_version: str
    encoding: str
    hashes: dict[str, str]


def sha256(content: bytes) -> str:
    """Return the SHA-256 of some bytes in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def claimed_verdict(solutions: int) -> Verdict:
    """Return the verdict of a certificate that lists this many solutions and excludes others."""
    return Verdict.of(solutions, exhausted=True, asked=None)


def dumps(manifest: Manifest) -> str:
    """Return a manifest as JSON text."""
    document = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "verdict": manifest.verdict.value,
        "solutions": list(manifest.solutions),
        "solver": {"name": manifest.solver, "version": manifest.solver_version},
        "encoding": manifest.encoding,
        "sha256": manifest.hashes,
    }
    return json.dumps(document, indent=2) + "\n"


def loads(text: str) -> Manifest:
    """Return the manifest that a JSON text holds, with the verdict that its solutions fit."""
    document = _object(read_json(text, MANIFEST), "", _NAMES)
    if document["format"] != FORMAT:
        raise _fault("format", document["format"], repr(FORMAT))
    number = document["format_version"]
    if type(number) is not int or number != FORMAT_VERSION:
        raise _fault("format_version", number, str(FORMAT_VERSION))
    listed = document["solutions"]
    if not isinstance(listed, list):
        raise _fault("solutions", listed, "a list of texts")
    solutions = tuple(_text(text, f"solutions[{at}]") for at, text in enumerate(listed))
    verdict = claimed_verdict(len(solutions))
    if document["verdict"] != verdict.value:
        expected = f"{verdict.value!r} with {len(solutions)} solutions"
        raise _fault("verdict", document["verdict"], expected)
    solver = _object(document["solver"], "solver", ("name", "version"))
    hashes: dict[str, str] = {}
    for name, value in _object(document["sha256"], "sha256", HASHED).items():
        if not isinstance(value, str) or not re.fullmatch("[0-9a-f]{64}", value):
            raise _fault(f"sha256.{name}", value, "a SHA-256, 64 hexadecimal digits")
        hashes[name] = value
    name, version = (_text(solver[key], f"solver.{key}") for key in ("name", "version"))
    return Manifest(
        verdict, solutions, name, version, _text(document["encoding"], "encoding"), hashes
    )


def read_json(text: str, file: str) -> object:
    """Return the value of a JSON text in which no name occurs twice in an object."""
    try:
        return loads_json(text)
    except FormatError as error:
        raise CertificateError(f"{file}: {error}") from None


def _fault(place: str, value: object, expected: str) -> CertificateError:
    where = f"{MANIFEST}: {place}" if place else MANIFEST
    return CertificateError(f"{where}: {quoted(value)}; expected {expected}")


def _object(value: object, place: str, names: tuple[str, ...]) -> dict[str, object]:
    """Return a value that must be an object with exactly these members."""
    expected = ", ".join(names)
    if not isinstance(value, dict):
        raise _fault(place, value, f"an object with {expected}")
    where = f"{MANIFEST}: {place}." if place else f"{MANIFEST}: "
    for name in names:
        if name not in value:
            raise CertificateError(f"{where}{name}: it is missing")
    for name in value:
        if name not in names:
            raise CertificateError(f"{where}{name[:40]}: unknown; expected {expected}")
    return value


def _text(value: object, place: str) -> str:
    if not isinstance(value, str):
        raise _fault(place, value, "a text")
    return value


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
