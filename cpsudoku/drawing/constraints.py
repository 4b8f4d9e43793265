"""The rules beside rows, columns, boxes and regions, drawn below the digits.

A group gets a dashed outline.  A constraint without a drawing of its own gets a dotted
one with its name in the corner of its first cell, so that nothing that must hold goes unseen.

>>> from cpsudoku.formats import parse_rules
>>> overlay(parse_rules("4").rules()) is None
True
>>> found = overlay(parse_rules("4+killer:5@r1c1,r1c2").rules())
>>> found[0].count("<path"), found[1:]
(1, ('', 0.3))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot
from textwrap import wrap
from typing import Any, TypeAlias

from cpsudoku.drawing.grids import (
    STYLE,
    GridLayout,
    backdrop,
    circle,
    labels,
    lines,
    rect,
    text,
    tinted,
)
from cpsudoku.rules import AllDifferent, Cell, Constraint, Rules
from cpsudoku.variants.base import OnCells, Variant
from cpsudoku.variants.cages import EqualCages
from cpsudoku.variants.chaos import RegionRun
from cpsudoku.variants.sum_lines import Arrow, EqualSums
from cpsudoku.variants.traits import (
    BroadLine,
    Depiction,
    Dots,
    Layer,
    Mark,
    SplitLine,
    Tint,
    Wedges,
)

_INSET = 4

_LETTER = 7  # the width of a letter below the board
_PLAIN = ("row", "column", "box", "region")
_FAR_APART = "disjoint group"  # what is only written below the board
_ELSEWHERE = {"diagonal", "antidiagonal", "window", _FAR_APART}
"""Drawn as part of the board, or not at all."""


def constraints(layout: GridLayout) -> Iterator[str]:
    """Yield drawings of all that is not plain from the board and lies below its lines."""
    for constraint in sorted(
        layout.rules.constraints, key=lambda one: min(_layer(one), Layer.OTHERS)
    ):
        if isinstance(constraint, AllDifferent):
            if not constraint.kind.endswith(_PLAIN) and constraint.kind not in _ELSEWHERE:
                yield outline(layout, constraint.cells, "6 4")
        elif _is_outlined(constraint):
            if constraint.scope and not _is_everywhere(constraint, layout):
                yield from _named(layout, constraint)
        elif _layer(constraint) is not Layer.EDGES:
            yield from _drawn(layout, constraint)


def _drawing_of(constraint: Constraint | type[Variant]) -> Depiction | None:
    found: Depiction | None = getattr(constraint, "drawn", None)
    return found


def _layer(constraint: Constraint | type[Variant]) -> Layer:
    drawing = _drawing_of(constraint)
    return Layer.OTHERS if drawing is None else drawing.layer


def _is_outlined(constraint: Constraint) -> bool:
    return _drawing_of(constraint) in (None, Mark.CAGE)


def is_outside(constraint: Constraint | type[Variant]) -> bool:
    """Return whether a constraint, or those of a class, are clues outside of the grid."""
    return _layer(constraint) is Layer.OUTSIDE


def _is_everywhere(constraint: Constraint, layout: GridLayout) -> bool:
    """Return whether a constraint is about most of the board, so that it is written below it."""
    return 2 * len(constraint.scope) > layout.rules.board.grid_count


def on_edges(layout: GridLayout) -> Iterator[str]:
    """Yield drawings of dots and signs, which lie on the lines between cells."""
    for constraint in layout.rules.constraints:
        if _layer(constraint) is Layer.EDGES:
            yield from _drawn(layout, constraint)


def board_svg(layout: GridLayout, below: Iterable[str] = ()) -> Iterator[str]:
    """Yield a board without digits, and what lies below its constraints and lines, in order."""
    yield from backdrop(layout)
    yield from below
    yield from constraints(layout)
    yield from lines(layout)
    yield from on_edges(layout)
    yield from labels(layout)


def captions(layout: GridLayout) -> list[str]:
    """Return the captions below the board: rules for most of it, and clues outside of it.

    Numbers outside look alike, whatever they say.
    """
    rules = layout.rules
    outlined = filter(_is_outlined, rules.clues)
    said = [one.label for one in outlined if _is_everywhere(one, layout)]
    if rules.of_kind(_FAR_APART):
        said.append(f"{_FAR_APART}s")
    # Those along diagonals are known by their arrows.
    beside = (c for c in rules.constraints if _drawing_of(c) is Mark.CLUE)
    outside = dict.fromkeys(c.label.split()[0] for c in beside)
    if outside:
        said += wrap(f"outside: {', '.join(outside)}", layout.width // _LETTER)
    return list(dict.fromkeys(said))


def _named(layout: GridLayout, constraint: Constraint) -> Iterator[str]:
    is_cage = _drawing_of(constraint) is Mark.CAGE
    said = constraint.label.partition(" ")[2] if is_cage else constraint.label
    if not is_cage:
        # It may go on in the next cell; what is cut off stands in the list of the rules.
        row, column = layout.rules.board.places[min(constraint.scope)]
        goes_on = layout.rules.board.cells_at.get((row, column + 1)) in constraint.scope
        said = said[: int(layout.side * (1 + goes_on) / _SMALL[1]) - 2]
    yield from _outlined(layout, constraint.scope, said, is_cage=is_cage)


_LARGE, _SMALL = (9, 5.8), (6, 3.3)
"""The size of a text in the corner of a cage or of another outline, and the width of a letter."""


def _outlined(
    layout: GridLayout, cells: Collection[Cell], said: str, *, is_cage: bool
) -> Iterator[str]:
    """Yield an outline with a text in its first corner."""
    size, letter = _LARGE if is_cage else _SMALL
    width = letter * len(said)
    room = (_INSET + width + 1, size + 3) if said else (0, 0)
    yield outline(layout, cells, "4 3" if is_cage else "1.5 3", room=room)
    x, y = layout.corner(min(cells))
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


def overlay(rules: Rules) -> tuple[str, str, float] | None:
    """Return drawings of cages, lines, dots and clues, without ground; None for nothing to draw.

    On a dark board colours of the lower one are to be inverted; those of the upper one are right on
    any, since a white dot stays white.

    Returns:
        What lies below digits and what lies above them, each an SVG document or empty, and how far
        both reach beyond the board on every side, in cells.
    """
    layout = GridLayout(rules, marked=False, clued=any(map(is_outside, rules.constraints)))
    size = f'viewBox="0 0 {layout.width} {layout.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="cps" {size}>\n<style>{STYLE}</style>'
    both = (list(constraints(layout)), list(on_edges(layout)))
    below, above = ("\n".join([head, *drawn, "</svg>"]) if drawn else "" for drawn in both)
    return (below, above, layout.margin / layout.side) if below or above else None


def _cages(layout: GridLayout, cages: EqualCages) -> Iterator[str]:
    """Yield cages, each with the letter of its total, or a number where there are many."""
    for number, part in zip(cages.names, cages.parts, strict=True):
        said = chr(ord("A") + number - 1) if 1 <= number <= 26 else str(number)
        yield from _outlined(layout, part, said, is_cage=True)


_Point: TypeAlias = tuple[float, float]

_OPACITY = 0.45
_OUTLINE = 'fill="none" stroke="#8a8a8a" stroke-width="2"'
"""How arrows and circles are painted, which are thin."""

_BULB = 0.36  # the radius of a bulb or a circle, in cells


def _path(points: Sequence[_Point]) -> str:
    # A second point makes a dot of a single cell.
    drawn = points if len(points) > 1 else (*points, *points)
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in drawn)


def _broad(layout: GridLayout, path: str, colour: str) -> str:
    line = f'fill="none" stroke="{colour}" stroke-width="{layout.side / 5:g}"'
    return f'<path d="{path}" {line} stroke-linecap="round" stroke-linejoin="round"/>'


def _thin(path: str) -> str:
    return f'<path d="{path}" {_OUTLINE}/>'


def _seen_through(*parts: str) -> str:
    """Return drawings as one, so that overlaps do not get darker."""
    return f'<g opacity="{_OPACITY}">{"".join(parts)}</g>'


def _towards(start: _Point, end: _Point, length: float) -> _Point:
    """Return the point that is some length away from one point towards another."""
    (x, y), (x2, y2) = start, end
    whole = hypot(x2 - x, y2 - y) or 1
    return x + (x2 - x) * length / whole, y + (y2 - y) * length / whole


def _on_line(line: BroadLine, points: Sequence[_Point], side: float) -> str:
    """Return the text or sign that stands on a line."""
    ends, radius, fill = (points[0], points[-1]), _BULB * side, f'fill="{line.colour}"'
    if line.end == "middle":  # which may lie between two cells
        low, high = points[(len(points) - 1) // 2], points[len(points) // 2]
        return circle(((low[0] + high[0]) / 2, (low[1] + high[1]) / 2), side * 0.22, fill)
    if line.end == "diamonds":
        corners = (
            f"M{x - radius:g} {y:g}L{x:g} {y - radius:g}L{x + radius:g} {y:g}L{x:g} {y + radius:g}Z"
            for x, y in ends
        )
        return "".join(f'<path d="{path}" {fill}/>' for path in corners)
    count = {None: 0, "bulb": 1, "discs": 2}[line.end]
    return "".join(circle(point, radius, fill) for point in ends[:count])


def _line(layout: GridLayout, line: BroadLine, cells: OnCells) -> Iterator[str]:
    points = [*map(layout.centre, cells.cells)]
    path = _path(points) + ("Z" if line.closed else "")
    broad = _broad(layout, path, line.colour)
    yield _seen_through(broad, _on_line(line, points, layout.side))
    # Its colour cannot say another number than the usual one.
    if line.named or (cells.usual is not None and cells.amount != cells.usual):
        x, y = points[0]
        yield text(x, y - layout.side * 0.38, cells.label[:12], 6, "label")


def _parts(layout: GridLayout, sums: EqualSums, colour: str) -> Iterator[str]:
    """Yield a line for each part, and a thinner one from part to part."""
    parts = [_broad(layout, _path([*map(layout.centre, part)]), colour) for part in sums.parts]
    ends = ((one[-1], other[0]) for one, other in pairwise(sums.parts))
    paths = (_path([*map(layout.centre, two)]) for two in ends)
    joins = (f'<path d="{path}" stroke="{colour}" stroke-width="3"/>' for path in paths)
    yield _seen_through(*parts, *joins)


def _double_arrow(layout: GridLayout, line: OnCells) -> Iterator[str]:
    points = [*map(layout.centre, line.cells)]
    radius = _BULB * layout.side
    start = _towards(points[0], points[1], radius)
    end = _towards(points[-1], points[-2], radius)
    yield circle(points[0], radius, _OUTLINE)
    yield circle(points[-1], radius, _OUTLINE)
    yield _thin(_path([start, *points[1:-1], end]))


def _arrow(layout: GridLayout, arrow: Arrow) -> Iterator[str]:
    """Yield a circle or a pill, and an arrow from its edge on."""
    radius = _BULB * layout.side
    bulb, points = [*map(layout.centre, arrow.bulb)], [*map(layout.centre, arrow.cells)]
    yield from _pill(bulb, radius)
    root = min(bulb, key=lambda one: hypot(one[0] - points[0][0], one[1] - points[0][1]))
    shaft = [_towards(root, points[0], radius), *points]
    yield _thin(_path(shaft))
    (x, y), (back_x, back_y) = shaft[-1], _towards(shaft[-1], shaft[-2], 7)
    across, down = (y - back_y) * 0.7, (back_x - x) * 0.7
    barbs = (back_x + across, back_y + down), (x, y), (back_x - across, back_y - down)
    yield _thin(_path(barbs))


def _pill(bulb: Sequence[_Point], radius: float) -> Iterator[str]:
    """Yield what is drawn around a number: one pill where its digits stand in a line."""
    columns, rows = [x for x, _ in bulb], [y for _, y in bulb]
    if len(set(columns)) > 1 and len(set(rows)) > 1:
        yield from (circle(point, radius, _OUTLINE) for point in bulb)
        return
    left, top = min(columns) - radius, min(rows) - radius
    width, height = max(columns) + radius - left, max(rows) + radius - top
    yield rect(left, top, width, height, f'rx="{radius:g}" {_OUTLINE}')


_FILLED = 'fill="#8a8a8a" fill-opacity="0.32"'
_OUTLINED = 'fill="none" stroke="#8a8a8a" stroke-width="1.5"'


def _circles(layout: GridLayout, cells: OnCells, radius: float, paint: str) -> Iterator[str]:
    return (circle(layout.centre(cell), layout.side * radius, paint) for cell in cells.cells)


def _squares(layout: GridLayout, cells: OnCells) -> Iterator[str]:
    half = layout.side * 0.36
    centres = map(layout.centre, cells.cells)
    return (rect(x - half, y - half, 2 * half, 2 * half, _FILLED) for x, y in centres)


def _extreme(layout: GridLayout, cells: OnCells, *, inwards: bool) -> Iterator[str]:
    """Yield wedges at the edges of cells: they point to the smaller digit."""
    edge = layout.side * 0.43
    tip, back = (edge - 5, edge) if inwards else (edge, edge - 5)
    for centre in map(layout.centre, cells.cells):
        for step in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            yield _wedge(centre, step, tip, back)


def _seen(layout: GridLayout, run: RegionRun) -> Iterator[str]:
    """Yield a wedge for each arm along which a cell looks; the arms lie beside the grid."""
    places = layout.rules.board.places
    centre, edge = layout.centre(run.control[0]), layout.side * 0.45
    for first, second, *_ in (arm for arm in run.arms if len(arm) > 1):
        (row, column), (row2, column2) = places[first], places[second]
        yield _wedge(centre, (column2 - column, row2 - row), edge, edge - 5)


def _wedge(centre: tuple[float, float], step: tuple[int, int], tip: float, back: float) -> str:
    """Return a wedge in a direction from a middle, from which its tip and its ends are so far."""
    (x, y), (right, down) = centre, step
    (x1, y1), (x2, y2) = (
        (x + right * back + down * side, y + down * back + right * side) for side in (5, -5)
    )
    path = f"M{x1:g} {y1:g}L{x + right * tip:g} {y + down * tip:g}L{x2:g} {y2:g}"
    return f'<path d="{path}" {_OUTLINED}/>'


_PAPER, _EDGE = "#fff", "#808080"
"""Colours of things that are white on any board, and of an edge that can be seen on all."""


def _between(layout: GridLayout, one: Cell, other: Cell) -> tuple[float, float]:
    (x1, y1), (x2, y2) = layout.centre(one), layout.centre(other)
    return (x1 + x2) / 2, (y1 + y2) / 2


def _dots(layout: GridLayout, dots: Dots, pairs: OnCells) -> Iterator[str]:
    number, is_usual = str(pairs.amount), pairs.amount == pairs.usual
    for one, other in pairs.neighbours():
        middle = _between(layout, one, other)
        yield circle(middle, 5 if is_usual else 7, f'fill="{dots.fill}" stroke="{_EDGE}"')
        if not is_usual:
            yield text(*middle, number, 8 if len(number) < 2 else 7, dots.ink)


def _signs(layout: GridLayout, sums: OnCells) -> Iterator[str]:
    said = sums.label.split()[-1]
    width = 10 if len(said) < 2 else 15
    for one, other in sums.neighbours():
        x, y = _between(layout, one, other)
        yield rect(x - width / 2, y - 6, width, 12, f'rx="2" fill="{_PAPER}"')
        yield text(x, y, said, 10, "given")


def _greater(layout: GridLayout, falling: OnCells) -> Iterator[str]:
    """Yield signs that point to the smaller digit."""
    for one, other in pairwise(falling.cells):
        (x1, y1), (x2, y2) = layout.centre(one), layout.centre(other)
        x, y = _between(layout, one, other)
        right, down = (x2 - x1) / layout.side * 3, (y2 - y1) / layout.side * 3
        ends = [f"{x - right + down * turn:g} {y - down + right * turn:g}" for turn in (1.4, -1.4)]
        tip = f"{x + right:g} {y + down:g}"
        wedge = f"M{ends[0]}L{tip}L{ends[1]}"
        yield f'<path d="{wedge}" fill="none" stroke="{_EDGE}" stroke-width="2.4"/>'


def _quad(layout: GridLayout, quad: OnCells) -> Iterator[str]:
    """Yield a circle between the cells with its digits in it, more than two in two rows."""
    centres = [layout.centre(cell) for cell in quad.cells]
    x, y = (sum(numbers) / len(centres) for numbers in zip(*centres, strict=True))
    digits = quad.label.split()[1:]
    yield circle((x, y), 10 if len(digits) < 3 else 12, f'fill="{_PAPER}" stroke="{_EDGE}"')
    if len(digits) < 3:
        yield text(x, y, " ".join(digits), 9, "given")
        return
    half = (len(digits) + 1) // 2
    for row, some in ((-1, digits[:half]), (1, digits[half:])):
        yield text(x, y + 4.5 * row, " ".join(some), 8, "given")


_NEAR, _FAR = 10, 21
"""How far from the grid numbers stand: those of diagonals farther out, so that both have room."""


def _clue(layout: GridLayout, clue: OnCells) -> Iterator[str]:
    x, y = layout.centre(clue.cells[0])
    places = layout.rules.board.places
    (row, column), (row2, column2) = (places[cell] for cell in (clue.cells * 2)[:2])
    # How it looks: −1, 0 or 1 column and row on; rightwards along a single cell.
    right, down = (column2 > column) - (column2 < column), (row2 > row) - (row2 < row)
    right = right if len(clue.cells) > 1 else 1
    number = clue.label.split()[-1]
    if right and down:
        yield from _diagonal(layout, clue, (right, down), number)
    else:
        reach = layout.side / 2 + _NEAR
        yield text(x - right * reach, y - down * reach, number, 11, "clue")


def _diagonal(
    layout: GridLayout, clue: OnCells, direction: tuple[int, int], number: str
) -> Iterator[str]:
    """Yield a number, and an arrow from it to the corner of the first cell.

    Numbers are wider than high: at the sides this one stands above or below those of rows.
    """
    (x, y), (right, down) = layout.centre(clue.cells[0]), direction
    corner_x, corner_y = x - right * layout.side / 2, y - down * layout.side / 2
    board = layout.rules.board
    row, column = board.places[clue.cells[0]]
    is_beside = (row - down, column) in board.grid_at
    lower, start = (_NEAR, 9) if is_beside else (_FAR, 12)
    yield text(corner_x - right * _FAR, corner_y - down * lower, number, 11, "clue")
    start_x, start_y = corner_x - right * start, corner_y - down * start
    tip_x, tip_y = corner_x - right * 3, corner_y - down * 3
    yield (
        f'<path d="M{start_x:g} {start_y:g}L{tip_x:g} {tip_y:g}M{tip_x - right * 5:g} {tip_y:g}'
        f'H{tip_x:g}V{tip_y - down * 5:g}" fill="none" stroke="#707070" stroke-width="1.3"/>'
    )


def _drawn(layout: GridLayout, one: Any) -> Iterator[str]:
    """Return the drawing that a variant names, unless that is an outline.

    Tints and lines let through what lies below, so that a board may be light or dark.
    """
    match _drawing_of(one):
        case BroadLine() as line:
            return _line(layout, line, one)
        case SplitLine(colour):
            return _parts(layout, one, colour)
        case Tint(colour):
            return (tinted(layout, cell, colour, ' fill-opacity="0.18"') for cell in one.cells)
        case Wedges(inwards):
            return _extreme(layout, one, inwards=inwards)
        case Dots() as dots:
            return _dots(layout, dots, one)
        case mark:
            assert isinstance(mark, Mark)
            return _MARKS[mark](layout, one)


_MARKS: dict[Mark, Callable[[GridLayout, Any], Iterator[str]]] = {
    Mark.DISC: lambda layout, cells: _circles(layout, cells, 0.36, _FILLED),
    Mark.RINGS: lambda layout, cells: _circles(layout, cells, 0.42, _OUTLINED),
    Mark.SQUARE: _squares,
    Mark.LOOKS: _seen,
    Mark.ARROW: _arrow,
    Mark.DOUBLE_ARROW: _double_arrow,
    Mark.SIGNS: _signs,
    Mark.GREATER: _greater,
    Mark.QUAD: _quad,
    Mark.CAGES: _cages,
    Mark.CLUE: _clue,
    Mark.DIAGONAL: _clue,
}
"""The function that draws each mark; a single cage is outlined instead."""
