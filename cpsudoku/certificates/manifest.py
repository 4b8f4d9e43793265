"""The manifest of a certificate: what is claimed, who proved it, and the hashes of the files."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from cpsudoku.errors import CertificateError
from cpsudoku.result import Verdict
from cpsudoku.rules import Grid, Rules

PUZZLE, FORMULA, PROOF, MANIFEST = "puzzle.json", "formula.cnf", "proof.drat", "manifest.json"
"""The files of a certificate."""

HASHED = (PUZZLE, FORMULA, PROOF)
"""The files whose SHA-256 is in the manifest."""

FORMAT = "cpsudoku certificate"
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a certificate claims.

    Args:
        verdict: ``NONE``, ``UNIQUE`` or ``MULTIPLE``.
        solutions: the texts of all solutions.
        solver: name of the solver that made the proof.
        solver_version: the library that holds it, and its version.
        encoding: name of the encoding of the formula.
        hashes: for each of `HASHED` its SHA-256 in hexadecimal.
    """

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
    """Return the verdict of a certificate that lists so many solutions and excludes others."""
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
    """Return the manifest that a JSON text holds.

    Args:
        text: the content of ``manifest.json``.

    Raises:
        CertificateError: it is no manifest, or claims a verdict that its solutions do not fit.
    """
    document = read_json(text, MANIFEST)
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise CertificateError(f"{MANIFEST}: expected an object with format {FORMAT!r}")
    version = document.get("format_version")
    if isinstance(version, bool) or version != FORMAT_VERSION:
        raise CertificateError(
            f"{MANIFEST}: format_version {shown(version)}; expected {FORMAT_VERSION}"
        )
    solutions = _texts(document.get("solutions"))
    verdict = claimed_verdict(len(solutions))
    if document.get("verdict") != verdict.value:
        raise CertificateError(
            f"{MANIFEST}: verdict {shown(document.get('verdict'))} with {len(solutions)} "
            f"solutions; expected {verdict.value!r}"
        )
    solver = document.get("solver")
    solver = solver if isinstance(solver, dict) else {}
    return Manifest(
        verdict,
        solutions,
        _text(solver.get("name"), "the solver's name"),
        _text(solver.get("version"), "the solver's version"),
        _text(document.get("encoding"), "the name of the encoding"),
        _hashes(document.get("sha256")),
    )


def read_json(text: str, file: str) -> object:
    """Return the value of a JSON text in which no name occurs twice in an object.

    Args:
        text: the content of a file.
        file: its name, for messages.

    Raises:
        CertificateError: the text is no JSON, or a name occurs twice.
    """

    def without_repetition(pairs: list[tuple[str, object]]) -> dict[str, object]:
        document: dict[str, object] = {}
        for name, value in pairs:
            if name in document:
                # Readers differ in which of the two they take.
                raise CertificateError(f"{file}: the name {shown(name)} occurs twice in an object")
            document[name] = value
        return document

    try:
        value: object = json.loads(text, object_pairs_hook=without_repetition)
    except CertificateError:
        raise
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"{file}: no JSON: {error}") from None
    return value


def shown(value: object) -> str:
    """Return a value of a JSON document as a message shows it."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise CertificateError(f"{MANIFEST}: expected {what} as a text, not {shown(value)}")
    return value


def _hashes(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or set(value) != set(HASHED):
        raise CertificateError(f"{MANIFEST}: expected the sha256 of {', '.join(HASHED)}")
    return {name: _text(value[name], f"the sha256 of {name}") for name in HASHED}


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise CertificateError(f"{MANIFEST}: expected a list of solutions as texts")
    return tuple(value)


def grid_text(grid: Grid, rules: Rules) -> str:
    """Return a grid as text: a character a cell, or numbers with spaces where there are none.

    Args:
        rules: the rules, which know the symbols.
    """
    between = "" if rules.size < 36 else " "
    return between.join(rules.symbols[digit - 1] for digit in grid)


def parse_grid(text: str, rules: Rules) -> Grid:
    """Return the grid that `grid_text` wrote.

    Args:
        text: the grid.

    Raises:
        CertificateError: the text is no full grid of that size.
    """
    words = list(text) if rules.size < 36 else text.split()
    known = {symbol: digit for digit, symbol in enumerate(rules.symbols, start=1)}
    if len(words) != rules.cell_count:
        raise CertificateError(
            f"{MANIFEST}: a solution of {len(words)} cells; expected {rules.cell_count}"
        )
    for word in words:
        if word not in known:
            raise CertificateError(f"{MANIFEST}: {shown(word)} in a solution is no digit")
    return tuple(known[word] for word in words)
