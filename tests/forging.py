"""What a forger of certificates does: change a file, and make everything else fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cpsudoku.certificates import manifest, verify_certificate
from cpsudoku.errors import CertificateError


def claim(folder: Path) -> Any:
    return json.loads((folder / "manifest.json").read_text())


def rewrite(folder: Path, **changes: object) -> None:
    (folder / "manifest.json").write_text(json.dumps(claim(folder) | changes))


def rehash(folder: Path) -> None:
    hashes = {n: manifest.sha256((folder / n).read_bytes()) for n in manifest.HASHED}
    rewrite(folder, sha256=hashes)


def refused(folder: Path, message: str) -> None:
    with pytest.raises(CertificateError, match=message):
        verify_certificate(folder, seconds=60)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def with_more_clauses(path: Path, number: int) -> tuple[list[str], int]:
    """Return the lines of a formula whose header says this many clauses more, and its place."""
    lines = path.read_text().splitlines()
    header = next(i for i, line in enumerate(lines) if line.startswith("p"))
    _, _, variables, clauses = lines[header].split()
    lines[header] = f"p cnf {variables} {int(clauses) + number}"
    return lines, header
