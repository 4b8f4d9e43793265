"""SVG as PNG or PDF, by CairoSVG."""

from __future__ import annotations

from cpsudoku.errors import BackendUnavailableError

KINDS = ("png", "pdf")
"""What a drawing can be converted to."""


def converted(drawn: str, kind: str, scale: float = 1.0) -> bytes:
    """Return a drawing in another format.

    Args:
        drawn: an SVG document.
        kind: ``png`` or ``pdf``.
        scale: pixels for each of the drawing's, in a PNG.

    Raises:
        BackendUnavailableError: CairoSVG, or the library that it needs, is missing.
    """
    try:
        import cairosvg
    except (ImportError, OSError) as error:
        needs = "the system's Cairo library" if isinstance(error, OSError) else "CairoSVG"
        raise BackendUnavailableError(
            f".{kind} files need {needs}: pip install 'cpsudoku[pictures]'"
            + (", and libcairo2 from the system's packages" if isinstance(error, OSError) else "")
        ) from None
    convert = cairosvg.svg2png if kind == "png" else cairosvg.svg2pdf
    made: bytes = convert(bytestring=drawn.encode(), scale=scale)
    return made
