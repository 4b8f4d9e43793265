"""What the rules hold beside rows, columns, boxes and regions, drawn below the digits.

A group gets a dashed outline.  A constraint for which there is no drawing of its own gets a dotted
one with its name in the corner of its first cell, so that nothing that must hold goes unseen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cpsudoku.drawing.grids import Layout, text
from cpsudoku.drawing.variants import drawing_of, is_everywhere, is_on_edges
from cpsudoku.rules import AllDifferent, Cell
from cpsudoku.rules.constraint import Constraint

_INSET = 4
_PLAIN = ("row", "column", "box", "region")
_ELSEWHERE = {"diagonal", "antidiagonal", "window", "disjoint group"}
"""Drawn as part of the board; disjoint groups, whose cells are far apart, are only named."""


def constraints(layout: Layout) -> Iterator[str]:
    """Yield drawings of all that is not plain from the board and lies below its lines."""
    for constraint in layout.rules.constraints:
        if is_on_edges(constraint):
            continue
        drawing = drawing_of(constraint)
        if isinstance(constraint, AllDifferent):
            if not constraint.kind.endswith(_PLAIN) and constraint.kind not in _ELSEWHERE:
                yield outline(layout, constraint.cells, "6 4")
        elif drawing is not None:
            yield from drawing(layout)
        elif not is_everywhere(constraint, layout):
            yield from _named(layout, constraint)


def on_edges(layout: Layout) -> Iterator[str]:
    """Yield drawings of dots and signs, which lie on the lines between cells."""
    for constraint in layout.rules.constraints:
        drawing = drawing_of(constraint)
        if drawing is not None and is_on_edges(constraint):
            yield from drawing(layout)


def captions(layout: Layout) -> list[str]:
    """Return what holds of most of the board, which is said below it."""
    return list(
        dict.fromkeys(
            constraint.label
            for constraint in layout.rules.constraints
            if not isinstance(constraint, AllDifferent)
            and drawing_of(constraint) is None
            and is_everywhere(constraint, layout)
        )
    )


def _named(layout: Layout, constraint: Constraint) -> Iterator[str]:
    is_cage = constraint.label.startswith("killer")
    yield outline(layout, constraint.scope, "4 3" if is_cage else "1.5 3")
    said = constraint.label.removeprefix("killer").strip()[:14]
    x, y = layout.corner(min(constraint.scope))
    if is_cage:
        yield text(x + 5 + 3 * len(said), y + 8, said, 9, "clue")
    else:
        yield text(x + layout.side / 2, y + 7, said, 6, "label")


def outline(layout: Layout, cells: Collection[Cell], dashes: str, colour: str = "#777") -> str:
    """Return a line around some cells, a little inside of them.

    Args:
        cells: the cells; they need not hang together.
        dashes: lengths of dashes and gaps; empty for a solid line.
        colour: the line's colour.
    """
    places = {layout.rules.board.places[cell] for cell in cells}
    parts = [part for place in sorted(places) for part in _sides(layout, place, places)]
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{"".join(parts)}" fill="none" stroke="{colour}" stroke-width="1.4"{dash}/>'


def _sides(layout: Layout, place: tuple[int, int], places: set[tuple[int, int]]) -> Iterator[str]:
    """Yield the sides of a cell beyond which the outline ends, drawn on into its neighbours."""
    row, column = place
    side, far = layout.side, layout.side - _INSET
    left, top = layout.margin + side * column, layout.margin + side * row

    def span(ahead: tuple[int, int], behind: tuple[int, int]) -> tuple[int, int]:
        return (0 if behind in places else _INSET), (side if ahead in places else far)

    for step in (-1, 1):
        if (row + step, column) not in places:
            start, end = span((row, column + 1), (row, column - 1))
            y = top + (_INSET if step < 0 else far)
            yield f"M{left + start} {y}H{left + end}"
        if (row, column + step) not in places:
            start, end = span((row + 1, column), (row - 1, column))
            x = left + (_INSET if step < 0 else far)
            yield f"M{x} {top + start}V{top + end}"
