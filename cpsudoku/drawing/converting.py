"""SVG as PNG or PDF, by CairoSVG, as the name of a file says."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from cpsudoku.errors import BackendUnavailableError
from cpsudoku.ground.extras import needing

KINDS = ("png", "pdf")  # what a drawing can be converted to


def converter(kind: str) -> ModuleType:
    """Return CairoSVG; called before long work, it says in time what is missing."""
    try:
        with needing(f".{kind} files need", "cairosvg"):
            import cairosvg
    except OSError:
        how = "`apt install libcairo2` on Debian and Ubuntu, `brew install cairo` on macOS"
        why = f".{kind} files need Cairo, a library of the system: {how}, GTK on Windows"
        raise BackendUnavailableError(why) from None
    loaded: ModuleType = cairosvg
    return loaded


def converted(drawn: str, kind: str, scale: float = 1.0) -> bytes:
    """Return a drawing as PNG, with pixels for each of the drawing's as the scale says, or PDF."""
    cairosvg = converter(kind)
    convert = cairosvg.svg2png if kind == "png" else cairosvg.svg2pdf
    made: bytes = convert(bytestring=drawn.encode(), scale=scale)
    return made


def checked_kind(path: Path) -> str:
    """Return the kind of a drawing's file, by its name, where what makes such files is there."""
    kind = path.suffix.lower().removeprefix(".")
    if kind in KINDS:
        converter(kind)
    return kind


def content(drawn: str, path: Path, scale: float) -> bytes:
    """Return the content of a drawing's file."""
    kind = checked_kind(path)
    return drawn.encode() if kind == "svg" else converted(drawn, kind, scale)
