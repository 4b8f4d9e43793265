"""How values show themselves: as pictures in notebooks and in words, by what draws and says them.

The code that draws is on a floor far above, so it is named here and imported when needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar


def above(place: str) -> Any:
    """Return the function of a place such as ``logic.naming:display_name``, below ``cpsudoku``."""
    module, _, name = place.partition(":")
    return getattr(import_module(f"cpsudoku.{module}"), name)


class Drawn:
    """Something that notebooks show as a picture."""

    __slots__ = ()

    _DRAWN_BY: ClassVar[str]
    """Module and function that draw it, with a colon between them; below ``cpsudoku``."""

    def _repr_svg_(self) -> str:
        drawn: str = above(self._DRAWN_BY)(self)
        return drawn
