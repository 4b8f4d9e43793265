"""How values show themselves: as pictures in notebooks and in words, by what draws and says them.

The code that draws is on a floor far above, so it is named here and imported when needed.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import ClassVar, TypeVar

_Given = TypeVar("_Given")


def above(place: str, gives: type[_Given]) -> Callable[..., _Given]:
    """Return the function of a place such as ``drawing.steps:conclusion_svg``, below ``cpsudoku``.

    Args:
        gives: the type of what it returns, for type checkers.
    """
    module, _, name = place.partition(":")
    found: Callable[..., _Given] = getattr(import_module(f"cpsudoku.{module}"), name)
    return found


class Drawn:
    """Something that notebooks show as a picture."""

    __slots__ = ()

    picture: ClassVar[Callable[[object], str]]
    """What draws any of them as SVG; the package sets it, from above what is drawn."""

    def _repr_svg_(self) -> str:
        return type(self).picture(self)
