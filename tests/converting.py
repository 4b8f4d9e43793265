"""Pictures as PNG and PDF, for tests that make them where that is possible."""

import pytest

from cpsudoku.drawing.converting import converter
from cpsudoku.errors import BackendUnavailableError


def needs_cairo(kind: str) -> None:
    """Skip a test where CairoSVG, or the library of the system that it needs, is missing."""
    try:
        converter(kind)
    except BackendUnavailableError as error:
        pytest.skip(str(error))
