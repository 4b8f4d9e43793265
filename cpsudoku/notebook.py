"""How values show themselves in notebooks: as pictures, by what draws them.

What draws is far above what is drawn, so it is named here and imported when a notebook asks.
"""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar


class Drawn:
    """Something that notebooks show as a picture."""

    __slots__ = ()

    _DRAWN_BY: ClassVar[str]
    """Module and function that draw it, with a colon between them; below ``cpsudoku``."""

    def _repr_svg_(self) -> str:
        module, _, name = self._DRAWN_BY.partition(":")
        drawn: str = getattr(import_module(f"cpsudoku.{module}"), name)(self)
        return drawn
