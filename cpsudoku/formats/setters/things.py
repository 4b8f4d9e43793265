"""Drawn things: how they look, where they stand, and which of them belong together.

Numbers belong to the arrows beside which they stand, digits to rings.  Places are a row and a
column as numbers, from 0 at the upper left corner of the board; the middle of the first cell is
(0.5, 0.5).

>>> from cpsudoku.rules import square
>>> board = square(4)
>>> seen_from(board, (-0.5, 1.5)), seen_from(board, (4.5, 1.5)), seen_from(board, (1.5, 1.5))
((1, 5, 9, 13), (13, 9, 5, 1), ())
>>> diagonal_from(board, (-0.3, 1.3), (0.0, 1.0))
(0,)
>>> [colour_name(text) for text in ("#FFA500", "#cfcfcf", "#12345", "hsl(1)")]
['orange', 'grey', '', '']
"""

from __future__ import annotations

import colorsys
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, hypot
from typing import TypeAlias, TypeVar

from cpsudoku.rules import Board, Cell
from cpsudoku.variants import Variant

Point: TypeAlias = tuple[float, float]
_End = TypeVar("_End", bound=Hashable)

_NEAR = 1.3  # a number belongs to an arrow that begins so near, in cells
_WITHIN = 0.45  # a digit belongs to a ring whose middle is so near
_BEYOND = 2  # clues stand no further beside the board
_BESIDE = ("outside", "cell")  # how the looks of a number beside the board begin


@dataclass(frozen=True)
class DrawnThing:
    """A thing without meaning: its looks, and the cells that it goes through or stands on.

    Args:
        text: what is written in it.
        place: where its middle is, or where an arrow from beside the board begins.
        declared: what its file says to hold of it, whatever its looks mean.
        otherwise: what holds where the user gives it no meaning.
        reported: what is reported then; None for its looks.
        points: the way points of a line.
        size: how high and wide a shape is, in cells; a line is as high as it is thick.
        fill: the colour of a line or of the inside of a shape, as its file writes it.
        border: the colour of the edge of a shape.
        is_round: whether a shape is a circle or has round corners.
    """

    looks: tuple[str, ...]
    cells: tuple[Cell, ...]
    text: str = ""
    place: Point | None = None
    declared: Variant | None = None
    otherwise: Variant | None = None
    reported: str | None = None
    points: tuple[Point, ...] = ()
    size: tuple[float, float] = (0.0, 0.0)
    fill: str = ""
    border: str = ""
    is_round: bool = False

    @property
    def name(self) -> str:
        """The name in a report."""
        return " ".join(self.looks)

    @property
    def report(self) -> str:
        """What is reported of it where nobody gives it a meaning; empty for nothing."""
        return f"{self.name}, only drawn" if self.reported is None else self.reported


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


def seen_at(board: Board, cells: Sequence[Cell]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the place beside the board from which a line or diagonal is seen, and the step there.

    A diagonal of one cell, in a corner of the board, is the one that cuts that corner off.

    >>> from cpsudoku.rules import square
    >>> seen_at(square(4), (3, 2, 1, 0)), seen_at(square(4), (3,))
    (((0, 4), (0, -1)), ((-1, 2), (1, 1)))
    """
    row, column = board.places[cells[0]]
    down, right = (-1 if row else 1), (1 if column else -1)
    if len(cells) > 1:
        next_row, next_column = board.places[cells[1]]
        down, right = next_row - row, next_column - column
    return (row - down, column - right), (down, right)


def joined(things: Sequence[DrawnThing]) -> list[DrawnThing]:
    """Return things in which numbers are part of the arrows and rings that they stand at."""
    texts: dict[tuple[int, int], list[DrawnThing]] = {}
    for thing in things:
        # A text, or a number in a shape beside the board.
        is_beside = thing.looks[0] in _BESIDE and thing.text.isdigit()
        if thing.place and thing.text and (thing.looks[-1] == "text" or is_beside):
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
        numbers = [(d, t) for d, t in near if t.text.isdigit() and t.looks[0] in _BESIDE]
        best, text = min(numbers, key=lambda one: one[0], default=(_NEAR, None))
        return [text] if text is not None and best < _NEAR else []
    return [t for d, t in near if d < _WITHIN] if len(thing.cells) == 4 else []


def _whole(place: Point) -> tuple[int, int]:
    return floor(place[0]), floor(place[1])


def _distance(one: Point, other: Point | None) -> float:
    return hypot(one[0] - other[0], one[1] - other[1]) if other else float("inf")


def digits_in(text: str, most: int) -> tuple[str, ...]:
    """Return the numbers in a text, on boards of up to nine digits each digit by itself."""
    return tuple(re.findall("[0-9]" if most <= 9 else "[0-9]+", text))


_ARROWS = "→↘↓↙←↖↑↗"
_PLAIN = str.maketrans("🡒🡖🡓🡗🡐🡔🡑🡕➡⬊⬇⬋⬅⬉⬆⬈⇒⇘⇓⇙⇐⇖⇑⇗⁄−–", _ARROWS * 3 + "/--")
"""Signs that look like plain ones."""


def text_in(value: object, angle: object = 0) -> str:
    """Return a text of a drawing with plain signs, arrows as they are turned by an angle."""
    text = ("" if value is None else str(value)).strip()[:40].translate(_PLAIN)
    turns = round(length_in(angle) / 45) % len(_ARROWS)
    return text.translate(str.maketrans(_ARROWS, _ARROWS[turns:] + _ARROWS[:turns]))


_HUES = ((15, "red"), (40, "orange"), (68, "yellow"), (165, "green"), (200, "cyan"), (255, "blue"),
         (290, "purple"), (345, "pink"), (361, "red"))  # fmt: skip


def colour_name(text: str) -> str:
    """Return the plain name of a colour such as ``#ffa500``; empty where it is of another form."""
    found = re.fullmatch(r"#?([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})", text.strip())
    if found is None:
        return text.strip().lower() if re.fullmatch(r"[A-Za-z]{3,20}", text.strip()) else ""
    digits = found[1] if len(found[1]) >= 6 else "".join(2 * one for one in found[1])
    red, green, blue = (int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4))
    hue, light, strength = colorsys.rgb_to_hls(red, green, blue)
    if light < 0.12 or light > 0.95 or strength < 0.15:
        return "black" if light < 0.2 else "white" if light > 0.9 else "grey"
    return next(name for most, name in _HUES if 360 * hue < most)


def length_in(value: object, otherwise: float = 0.0) -> float:
    """Return a length of a drawing, which some editors write as text."""
    try:
        return float(str(value))
    except ValueError:
        return otherwise


def colour_in(value: object) -> str:
    """Return a colour in small letters."""
    return str(value or "").strip().lower()[:20]


def looks_of(kind: str, colour: object, *more: str) -> tuple[str, ...]:
    """Return the words of a look."""
    code = str(colour or "").strip().lower()[:20]
    name = colour_name(code)
    words = (*more, name, code if code != name and re.fullmatch(r"#?[0-9a-f]+", code) else "", kind)
    return tuple(word for word in words if word)


def shape_on(
    board: Board, place: Point, kind: str, colour: str, *, size: tuple[float, float],
    text: str = "", fill: str = "", border: str = "",
) -> DrawnThing:  # fmt: skip
    """Return a shape or a text at a place, with the cells on which or between which it stands.

    Args:
        colour: by which it is called.
    """
    small = ("small",) if kind in ("circle", "rectangle") and size[1] < 0.5 else ()
    looks = looks_of(kind, colour, *small)
    cells = tuple(board.cells_at[at] for at in around(place) if at in board.cells_at)
    if not cells:
        looks, cells = ("outside", *looks), seen_from(board, place)
    return DrawnThing(looks, cells, text, place, size=size, fill=fill, border=border,
                      is_round=kind == "circle")  # fmt: skip


def line_on(
    board: Board, points: Sequence[Point], looks: tuple[str, ...], colour: str, thick: float
) -> DrawnThing:
    """Return a line or an arrow with the cells that it goes through."""
    at = board.cells_at
    cells = tuple(at[place] for place in walked(points) if place in at)
    return DrawnThing(looks, cells, points=tuple(points), size=(thick, 0.0), fill=colour)


def walked(points: Sequence[Point]) -> Iterator[tuple[int, int]]:
    """Yield the places that a line goes through from point to point, each once in a row."""
    last: tuple[int, int] | None = None
    for (row, column), (row2, column2) in zip(points, points[1:] or points, strict=False):
        # A step is a cell at most; lines that begin beside the middle of a cell skip none.
        steps = max(1, ceil(max(abs(row2 - row), abs(column2 - column)) - 1e-6))
        for step in range(steps + 1):
            part = step / steps
            place = floor(row + (row2 - row) * part), floor(column + (column2 - column) * part)
            if place != last:
                last = place
                yield place


def chained(pieces: Iterable[Sequence[_End]]) -> list[list[_End]]:
    """Return lines put together of pieces, where the ends of two meet, and of no more.

    >>> chained(["ab", "cb", "cd", "xy"])
    [['a', 'b', 'c', 'd'], ['x', 'y']]
    """
    left = dict(enumerate(map(list, pieces)))
    at: dict[_End, list[int]] = defaultdict(list)
    for number, piece in left.items():
        for end in {piece[0], piece[-1]}:
            at[end].append(number)
    found = []
    while left:
        way = left.pop(next(iter(left)))
        for _ in range(2):  # on from its beginning, then from its end
            way.reverse()
            while len(at[way[-1]]) == 2 and (near := [n for n in at[way[-1]] if n in left]):
                piece = left.pop(near[0])
                way += piece[1:] if piece[0] == way[-1] else piece[-2::-1]
        found.append(way)
    return found


def around(place: Point) -> list[tuple[int, int]]:
    """Return the cell in which a thing stands, or those between which it does."""

    def whole(number: float) -> list[int]:
        near = round(number)
        return [near - 1, near] if abs(number - near) < 0.2 else [floor(number)]

    return [(r, c) for r in whole(place[0]) for c in whole(place[1])]


def is_decoration(thing: DrawnThing) -> bool:
    """Return whether a thing shows nothing: transparent, or white without edge and text."""
    colours = [one for one in (thing.fill, thing.border) if one and not is_clear(one)]
    if thing.looks[-1] in ("circle", "rectangle", "text") and not thing.text:
        return all(paint(one) == "white" for one in colours)
    return False


def paint(code: str) -> str:
    """Return the plain name of a colour as it is seen on white; empty for one that is clear."""
    if is_clear(code):
        return ""
    found = re.fullmatch("#([0-9a-f]{3})([0-9a-f])|#([0-9a-f]{6})([0-9a-f]{2})", code)
    if found is None:
        return colour_name(code)
    digits = found[3] or "".join(2 * one for one in found[1])
    part = int(found[4] or 2 * found[2], 16) / 255
    mixed = (255 - part * (255 - int(digits[i : i + 2], 16)) for i in (0, 2, 4))
    return colour_name("#" + "".join(f"{round(one):02x}" for one in mixed))


def is_clear(colour: str) -> bool:
    """Return whether nothing of a colour is seen."""
    return colour in ("transparent", "none") or bool(
        re.fullmatch("#(?:[0-9a-f]{6}00|[0-9a-f]{3}0)", colour)
    )
