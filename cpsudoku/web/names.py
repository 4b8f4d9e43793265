"""What techniques are called on the page."""

from __future__ import annotations

from cpsudoku import coaching
from cpsudoku.logic import TECHNIQUES
from cpsudoku.logic.naming import display_name
from cpsudoku.web.models import TechniqueName


def techniques() -> list[TechniqueName]:
    """Return the techniques that hints speak of, easiest first, with their names."""
    return [
        TechniqueName(
            technique=name,
            name=display_name(name),
            family=TECHNIQUES[name].family,
        )
        for name in coaching.techniques_of()
    ]
