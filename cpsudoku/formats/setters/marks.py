"""Drawn things that belong together: numbers and arrows, rings and digits, lines and their ends.

Places are a row and a column as numbers, from 0 at the upper left corner of the board; the middle
of the first cell is (0.5, 0.5).

>>> from cpsudoku.rules import square
>>> board = square(4)
>>> seen_from(board, (-0.5, 1.5)), seen_from(board, (4.5, 1.5)), seen_from(board, (1.5, 1.5))
((1, 5, 9, 13), (13, 9, 5, 1), ())
>>> diagonal_from(board, (-0.3, 1.3), (0.0, 1.0))
(0,)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import floor, hypot
from typing import TYPE_CHECKING, TypeAlias

from cpsudoku.rules import Board, Cell

if TYPE_CHECKING:
    from cpsudoku.formats.setters.drawings import DrawnThing

Point: TypeAlias = tuple[float, float]

_NEAR = 1.3  # a number belongs to an arrow that begins so near, in cells
_WITHIN = 0.45  # a digit belongs to a ring whose middle is so near
_BEYOND = 2  # clues stand no further beside the board


def seen_from(board: Board, place: Point) -> tuple[Cell, ...]:
    """Return the row or column that a place beside the board looks along; none from elsewhere."""
    row, column = map(floor, place)
    height, width = board.height, board.width
    if 0 <= column < width and not 0 <= row < height and -_BEYOND <= row < height + _BEYOND:
        line = [(r, column) for r in range(height)]
    elif 0 <= row < height and not 0 <= column < width and -_BEYOND <= column < width + _BEYOND:
        line = [(row, c) for c in range(width)]
    else:
        return ()
    cells = tuple(board.cells_at[at] for at in line if at in board.cells_at)
    return cells if min(row, column) < 0 else cells[::-1]


def diagonal_from(board: Board, start: Point, end: Point) -> tuple[Cell, ...]:
    """Return the diagonal along which an arrow points that begins beside the board; or none."""
    step = tuple((b > a) - (b < a) for a, b in zip(start, end, strict=True))
    row, column = map(floor, start)
    at = board.cells_at
    if 0 in step or (row, column) in at:
        return ()
    places = (
        (row + k * step[0], column + k * step[1]) for k in range(max(board.height, board.width) + 3)
    )
    found = [at[place] for place in places if place in at]
    return tuple(found)


def joined(things: Sequence[DrawnThing]) -> list[DrawnThing]:
    """Return things in which numbers are part of the arrows and rings that they stand at."""
    texts: dict[tuple[int, int], list[DrawnThing]] = {}
    for thing in things:
        if thing.looks[-1] == "text" and thing.place and thing.text:
            texts.setdefault(_whole(thing.place), []).append(thing)
    taken: set[int] = set()
    found = []
    for thing in things:
        own = _texts_of(thing, texts) if thing.place and not thing.text else []
        taken |= set(map(id, own))
        found.append(replace(thing, text=" ".join(t.text for t in own)) if own else thing)
    return [new for new, old in zip(found, things, strict=True) if id(old) not in taken]


def _texts_of(
    thing: DrawnThing, texts: Mapping[tuple[int, int], Sequence[DrawnThing]]
) -> list[DrawnThing]:
    """Return the number nearest to an arrow beside the board, or the digits around a ring."""
    if thing.place is None:
        return []
    row, column = _whole(thing.place)
    around = [(row + i, column + j) for i in range(-2, 3) for j in range(-2, 3)]
    near = [(_distance(thing.place, t.place), t) for at in around for t in texts.get(at, ())]
    if thing.looks[0] == "outside":
        numbers = [(d, t) for d, t in near if t.text.isdigit() and t.looks[0] == "outside"]
        best, text = min(numbers, key=lambda one: one[0], default=(_NEAR, None))
        return [text] if text is not None and best < _NEAR else []
    return [t for d, t in near if d < _WITHIN] if len(thing.cells) == 4 else []


def _whole(place: Point) -> tuple[int, int]:
    return floor(place[0]), floor(place[1])


def _distance(one: Point, other: Point | None) -> float:
    return hypot(one[0] - other[0], one[1] - other[1]) if other else float("inf")


_AT_ENDS = {"thermo": (0,), "slowthermo": (0,), "arrow": (0,), "between": (0, -1),
            "lockout": (0, -1), "doublearrow": (0, -1)}  # fmt: skip
"""At which ends of a line of a variant something is drawn that is part of it."""


def with_ends(
    variant: str, line: DrawnThing, shapes: Mapping[tuple[Cell, ...], list[DrawnThing]]
) -> tuple[DrawnThing, list[DrawnThing]]:
    """Return a line, its bulb first if it has one, and the shapes that are part of it.

    Args:
        shapes: what is drawn in a single cell and has no other meaning, by the cell.
    """
    ends = _AT_ENDS.get(variant, ())
    at = [shapes.get((line.cells[end],), []) for end in (0, -1)]
    if variant in ("thermo", "slowthermo"):
        alike = [[s for s in some if s.looks[:-1] == line.looks[:-1]] for some in at]
        first, last = alike if any(alike) else at
        if last and not first:
            line, at = replace(line, cells=line.cells[::-1]), at[::-1]
    return line, [shape for end in ends for shape in at[end]]


def digits_in(text: str, most: int) -> tuple[str, ...]:
    """Return the numbers in a text, on boards of up to nine digits each digit by itself."""
    return tuple(re.findall("[0-9]" if most <= 9 else "[0-9]+", text))
