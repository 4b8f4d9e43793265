"""What the rules hold beside rows, columns, boxes and regions, drawn below the digits.

A group gets a dashed outline.  A constraint without a drawing of its own gets a dotted
one with its name in the corner of its first cell, so that nothing that must hold goes unseen.

>>> from cpsudoku.formats import parse_rules
>>> overlay(parse_rules("4").rules()) is None
True
>>> found = overlay(parse_rules("4+killer:5@r1c1,r1c2").rules())
>>> found.margin, found.below.count("<path"), found.above
(0.3, 1, '')
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from textwrap import wrap

from cpsudoku.drawing.grids import STYLE, GridLayout, backdrop, labels, lines, text
from cpsudoku.drawing.variants import drawing_of, is_on_edges, is_outside, name_of
from cpsudoku.drawing.variants.lines import LINES
from cpsudoku.drawing.variants.marks import CELLS
from cpsudoku.rules import AllDifferent, Cell, Rules
from cpsudoku.rules.primitives import Constraint

_INSET = 4

_LETTER = 7  # the width of a letter below the board
_PLAIN = ("row", "column", "box", "region")
_FAR_APART = "disjoint group"  # what is only said below the board
_ELSEWHERE = {"diagonal", "antidiagonal", "window", _FAR_APART}
"""Drawn as part of the board, or not at all."""


def constraints(layout: GridLayout) -> Iterator[str]:
    """Yield drawings of all that is not plain from the board and lies below its lines."""
    for constraint in sorted(layout.rules.constraints, key=_depth):
        if is_on_edges(constraint):
            continue
        drawing = drawing_of(constraint)
        if isinstance(constraint, AllDifferent):
            if not constraint.kind.endswith(_PLAIN) and constraint.kind not in _ELSEWHERE:
                yield outline(layout, constraint.cells, "6 4")
        elif drawing is not None:
            yield from drawing(layout)
        elif constraint.scope and not _is_everywhere(constraint, layout):
            yield from _named(layout, constraint)


def _depth(constraint: Constraint) -> int:
    """Return how far below a constraint is drawn: tints and shapes, then lines, then the others."""
    name = name_of(constraint)
    return 0 if name in CELLS else 1 if name in LINES else 2


def _is_everywhere(constraint: Constraint, layout: GridLayout) -> bool:
    """Return whether a constraint is about most of the board, so that it is said below it."""
    return 2 * len(constraint.scope) > layout.rules.board.grid_count


def on_edges(layout: GridLayout) -> Iterator[str]:
    """Yield drawings of dots and signs, which lie on the lines between cells."""
    for constraint in layout.rules.constraints:
        drawing = drawing_of(constraint)
        if drawing is not None and is_on_edges(constraint):
            yield from drawing(layout)


def board_svg(layout: GridLayout, below: Iterable[str] = ()) -> Iterator[str]:
    """Yield a board without digits, and what lies below its constraints and lines, in order."""
    yield from backdrop(layout)
    yield from below
    yield from constraints(layout)
    yield from lines(layout)
    yield from on_edges(layout)
    yield from labels(layout)


def captions(layout: GridLayout) -> list[str]:
    """Return what is said below the board: what holds of most of it, and which clues are outside.

    Numbers outside look alike, whatever they say.
    """
    rules = layout.rules
    undrawn = (clue for clue in rules.clues if drawing_of(clue) is None)
    said = [one.label for one in undrawn if _is_everywhere(one, layout)]
    if rules.of_kind(_FAR_APART):
        said.append(f"{_FAR_APART}s")
    # Those along diagonals are known by their arrows.
    beside = [c for c in rules.constraints if is_outside(c) and name_of(c) != "diagonal"]
    outside = dict.fromkeys(c.label.split()[0] for c in beside)
    if outside:
        said += wrap(f"outside: {', '.join(outside)}", layout.width // _LETTER)
    return list(dict.fromkeys(said))


def _named(layout: GridLayout, constraint: Constraint) -> Iterator[str]:
    is_cage = name_of(constraint) == "cage"
    said = constraint.label.partition(" ")[2] if is_cage else constraint.label
    size, letter = (9, 5.8) if is_cage else (6, 3.3)
    if not is_cage:
        # It may go on in the next cell; what is cut off is said in the list of the rules.
        row, column = layout.rules.board.places[min(constraint.scope)]
        goes_on = layout.rules.board.cells_at.get((row, column + 1)) in constraint.scope
        said = said[: int(layout.side * (1 + goes_on) / letter) - 2]
    width = letter * len(said)
    room = (_INSET + width + 1, size + 3) if said else (0, 0)
    yield outline(layout, constraint.scope, "4 3" if is_cage else "1.5 3", room=room)
    x, y = layout.corner(min(constraint.scope))
    name = "clue" if is_cage else "label"
    yield text(x + 3 + width / 2, y + 2 + size / 2, said, size, name)


def outline(
    layout: GridLayout,
    cells: Collection[Cell],
    dashes: str,
    colour: str = "#777",
    *,
    room: tuple[float, float] = (0, 0),
) -> str:
    """Return a line around some cells, a little inside of them.

    Args:
        dashes: lengths of dashes and gaps; empty for a solid line.
        room: how much of its first corner is left free for a text, across and down.
    """
    places = {layout.rules.board.places[cell] for cell in cells}
    parts = [part for place in sorted(places) for part in _sides(layout, place, places, room)]
    dash = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<path d="{"".join(parts)}" fill="none" stroke="{colour}" stroke-width="1.4"{dash}/>'


def _sides(
    layout: GridLayout,
    place: tuple[int, int],
    places: set[tuple[int, int]],
    room: tuple[float, float],
) -> Iterator[str]:
    """Yield the sides of a cell beyond which the outline ends, drawn on until they meet others.

    Past a neighbour whose side is one as well the line just continues; where the outline turns
    outwards, it reaches into the neighbour as far as the side there lies inside.  Room is left in
    the first of the places, and beside it.
    """
    row, column = place
    side, far = layout.side, layout.side - _INSET
    left, top = layout.margin + side * column, layout.margin + side * row
    first_row, first_column = min(places)
    free = room[0] - side * (column - first_column) if row == first_row else 0
    below = room[1] if place == (first_row, first_column) else 0

    def span(down: int, right: int, step: int) -> tuple[float, float]:
        """Return where a side begins and ends, which lies a step across from (down, right)."""

        def reach(way: int) -> float:
            beside = (row + down * way, column + right * way)
            if beside not in places:
                return -_INSET
            across = (beside[0] + right * step, beside[1] + down * step)
            return _INSET if across in places else 0

        return -reach(-1), side + reach(1)

    for step in (-1, 1):
        if (row + step, column) not in places:
            start, end = span(0, 1, step)
            y = top + (_INSET if step < 0 else far)
            if step < 0 and free > start:
                start = min(free, end)
            yield f"M{left + start:g} {y}H{left + end:g}"
        if (row, column + step) not in places:
            start, end = span(1, 0, step)
            x = left + (_INSET if step < 0 else far)
            if step < 0 and below > start:
                start = below
            yield f"M{x} {top + start:g}V{top + end:g}"


@dataclass(frozen=True, slots=True)
class Overlay:
    """Two drawings without ground, as SVG documents; empty where there is nothing to draw.

    On a dark board colours of the lower one are to be inverted; those of the upper one are right on
    any, since a white dot stays white.

    Args:
        margin: how far both reach beyond the board on every side, in cells.
    """

    below: str
    above: str
    margin: float


def overlay(rules: Rules) -> Overlay | None:
    """Return a drawing of cages, lines, dots and clues; None where there is nothing to draw."""
    layout = GridLayout(rules, marked=False, clued=any(map(is_outside, rules.constraints)))
    size = f'viewBox="0 0 {layout.width} {layout.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="cps" {size}>\n<style>{STYLE}</style>'
    both = (list(constraints(layout)), list(on_edges(layout)))
    below, above = ("\n".join([head, *drawn, "</svg>"]) if drawn else "" for drawn in both)
    return Overlay(below, above, layout.margin / layout.side) if below or above else None
