"""The files of the page, as they lie in the package, with what is made of them."""

from __future__ import annotations

import json
from pathlib import Path

from cpsudoku import words

FOLDER = Path(__file__).parent / "page"
"""Where the files are."""

KINDS = frozenset({".html", ".css", ".js", ".json", ".svg"})


def contents() -> dict[str, bytes]:
    """Return the files of the page by their paths, which begin with no slash.

    What each language calls itself is among them, as ``words/index.json``.
    """
    found = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes()
        for path in sorted(FOLDER.rglob("*"))
        if path.suffix in KINDS
    }
    for language in words.languages():
        found[f"words/{language}.json"] = as_json(words.templates(language))
    found["words/index.json"] = as_json(words.languages())
    return found


def as_json(value: object) -> bytes:
    """Return a value as a file of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
