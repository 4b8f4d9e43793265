"""Named constraints as setters draw them: cages, lines, dots, signs, clues outside of the grid.

A variant names its drawing and the words that it asks for, such as a colour; what names none is
outlined and named by `cpsudoku.drawing.constraints`.  Tints and lines let through what lies below,
so that a board may be light or dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cpsudoku.drawing.grids import GridLayout
from cpsudoku.drawing.variants.lines import LINES
from cpsudoku.drawing.variants.marks import CELLS, CLUES, EDGES
from cpsudoku.rules.primitives import Constraint
from cpsudoku.variants.base import Variant

_DRAWINGS: dict[str, Callable[..., Iterator[str]]] = {**CELLS, **LINES, **EDGES, **CLUES}
"""By its name what draws one constraint, for a layout, the constraint and further words."""


def name_of(constraint: Constraint | type[Variant]) -> str:
    """Return the name of a constraint's drawing, empty for none."""
    drawn: Any = getattr(constraint, "drawn", "")
    return str(drawn).partition(" ")[0]


def drawing_of(constraint: Constraint) -> Callable[[GridLayout], Iterator[str]] | None:
    """Return what draws a constraint, or None where it has no drawing of its own."""
    found = _DRAWINGS.get(name_of(constraint))
    if found is None or not isinstance(constraint, Variant):
        return None
    _, *words = constraint.drawn.split()
    return lambda layout: found(layout, constraint, *words)


def is_on_edges(constraint: Constraint) -> bool:
    """Return whether a constraint is drawn on the lines between cells, and so after them."""
    return name_of(constraint) in EDGES


def is_outside(constraint: Constraint | type[Variant]) -> bool:
    """Return whether a constraint, or those of a class, are clues outside of the grid."""
    return name_of(constraint) in CLUES
