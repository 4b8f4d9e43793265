"""Pictures as files, in the kind that the name of the file says."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.cli import output


def write(drawn: str, path: Path, scale: float) -> None:
    """Write a drawing to a file.

    Args:
        drawn: an SVG document.
        path: the file; its name ends in ``.svg``, ``.png`` or ``.pdf``.
        scale: pixels for each of the drawing's, in a PNG.

    Raises:
        BackendUnavailableError: what makes such files is not installed.
        OSError: the file cannot be written.
    """
    kind = path.suffix.lower().removeprefix(".")
    if kind == "svg":
        with output.destination(path) as out:
            out.write(drawn)
        return
    from cpsudoku.drawing.converting import converted

    with output.binary_destination(path) as file:
        file.write(converted(drawn, kind, scale))
