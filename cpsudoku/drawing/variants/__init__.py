"""Named constraints as setters draw them: cages, lines, dots, signs, clues outside of the grid.

Each drawing is looked up by the constraint's name; what has none is outlined and named by
`cpsudoku.drawing.constraints`.  Tints and lines let through what lies below, so that a board may be
light or dark.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias, cast

from cpsudoku.drawing.grids import Layout
from cpsudoku.drawing.variants.cells import CELLS
from cpsudoku.drawing.variants.edges import EDGES
from cpsudoku.drawing.variants.lines import LINES
from cpsudoku.drawing.variants.outside import CLUES
from cpsudoku.rules.constraint import Constraint
from cpsudoku.variants.base import Variant

Drawing: TypeAlias = Callable[[Layout, Variant], Iterator[str]]
"""Draws one constraint."""

OUTSIDE = frozenset(CLUES)
"""The clues that stand outside of the grid, by their names."""

# Each module knows the classes that its drawings are of; here a name stands for them.
_DRAWINGS = cast(dict[str, Drawing], {**CELLS, **LINES, **EDGES, **CLUES})


def drawing_of(constraint: Constraint) -> Callable[[Layout], Iterator[str]] | None:
    """Return what draws a constraint, or None where it has no drawing of its own."""
    if not isinstance(constraint, Variant):
        return None
    found, variant = _DRAWINGS.get(constraint.name), constraint
    return None if found is None else lambda layout: found(layout, variant)


def depth_of(constraint: Constraint) -> int:
    """Return how far below a constraint is drawn: tints and shapes, then lines, then the others."""
    name = constraint.name if isinstance(constraint, Variant) else ""
    return 0 if name in CELLS else 1 if name in LINES else 2


def is_everywhere(constraint: Constraint, layout: Layout) -> bool:
    """Return whether a constraint is about most of the board, so that it is said below it."""
    return 2 * len(constraint.scope) > layout.rules.board.grid_count


def is_on_edges(constraint: Constraint) -> bool:
    """Return whether a constraint is drawn on the lines between cells, and so after them."""
    return isinstance(constraint, Variant) and constraint.name in EDGES


def is_outside(constraint: Constraint) -> bool:
    """Return whether a constraint is a clue outside of the grid."""
    return isinstance(constraint, Variant) and constraint.name in OUTSIDE
