"""Pictures as files, in the kind that the name of the file says."""

from __future__ import annotations

from pathlib import Path


def check(path: Path) -> None:
    """Raise before any work where what makes such files is missing."""
    from cpsudoku.drawing.converting import KINDS, converter

    kind = path.suffix.lower().removeprefix(".")
    if kind in KINDS:
        converter(kind)


def content(drawn: str, path: Path, scale: float) -> bytes:
    """Return what a file of a drawing holds."""
    kind = path.suffix.lower().removeprefix(".")
    if kind == "svg":
        return drawn.encode()
    from cpsudoku.drawing.converting import converted

    return converted(drawn, kind, scale)
