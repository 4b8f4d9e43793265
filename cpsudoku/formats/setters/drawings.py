"""What is only drawn: how it looks in words, and what a user says that it means.

A drawn line has no meaning of its own (`recogniser` proposes one).  It is reported by its looks,
such as ``orange line``, and a text such as ``orange line=whispers 5`` says what all that look so
mean: words that have to be among those of the look, and a variant with its numbers.

>>> meaning = meaning_of("orange line = whispers 5")
>>> sorted(meaning.looks), meaning.name, meaning.numbers
(['line', 'orange'], 'whispers', ('5',))
>>> [colour_name(text) for text in ("#FFA500", "#cfcfcf", "#12345", "hsl(1)")]
['orange', 'grey', '', '']

Drawn things may belong together: numbers and arrows, rings and digits, lines and their ends.
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

import colorsys
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor, hypot
from typing import TypeAlias

from cpsudoku.errors import FormatError, RulesError, quoted
from cpsudoku.formats.setters.imported import Import
from cpsudoku.rules import Board, Cell
from cpsudoku.variants import Variant, from_text, variant_named
from cpsudoku.variants.base import FieldKind, fields_of
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import VariantType
from cpsudoku.variants.sum_lines import EqualSums, cut_at_borders

Point: TypeAlias = tuple[float, float]

_NEAR = 1.3  # a number belongs to an arrow that begins so near, in cells
_WITHIN = 0.45  # a digit belongs to a ring whose middle is so near
_BEYOND = 2  # clues stand no further beside the board
_BESIDE = ("outside", "cell")  # how the looks of a number beside the board begin


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
        if thing.place and _is_loose(thing):
            texts.setdefault(_whole(thing.place), []).append(thing)
    taken: set[int] = set()
    found = []
    for thing in things:
        own = _texts_of(thing, texts) if thing.place and not thing.text else []
        taken |= set(map(id, own))
        found.append(replace(thing, text=" ".join(t.text for t in own)) if own else thing)
    return [new for new, old in zip(found, things, strict=True) if id(old) not in taken]


def _is_loose(thing: DrawnThing) -> bool:
    """Return whether a thing is a text, or a number in a shape beside the board."""
    beside = thing.looks[0] in _BESIDE and thing.text.isdigit()
    return bool(thing.text) and (thing.looks[-1] == "text" or beside)


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


CUT_AT_BOXES = "regionsum"
"""The name for a line with the same sum in each box; not a variant, since it asks for boxes."""


NOTHING = "nothing"
"""The name for what is only drawn, so that no meaning is proposed for it."""


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
        """What it is called in a report."""
        return " ".join(self.looks)

    @property
    def report(self) -> str:
        """What is reported of it where nobody gives it a meaning; empty for nothing."""
        return f"{self.name}, only drawn" if self.reported is None else self.reported


@dataclass(frozen=True)
class LookMeaning:
    """What those mean that look so.

    Args:
        looks: words that have to be among those of a drawn thing.
        name: the variant, or ``regionsum``, or ``nothing``.
        numbers: its numbers; empty for what is written in the thing, where it needs one.
        text: as the user wrote it.
    """

    looks: frozenset[str]
    name: str
    numbers: tuple[str, ...]
    text: str = ""


def meaning_of(text: str) -> LookMeaning:
    """Return the meaning of a text such as ``orange line=whispers 5``."""
    looks, equals, meaning = text.partition("=")
    words, (name, *numbers) = looks.lower().split(), meaning.split() or [""]
    if not equals or not words or not name:
        raise FormatError(f"{quoted(text)}; expected such as 'orange line=whispers 5'")
    try:
        name, *more = name.split(":")
        if name not in (CUT_AT_BOXES, NOTHING):
            variant_named(name)
    except RulesError as error:
        raise FormatError(f"{quoted(text)}: {error}") from error
    return LookMeaning(frozenset(words), name, (*more, *numbers), text)


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


def interpret(job: Import, things: Iterable[DrawnThing], meanings: Iterable[LookMeaning]) -> None:
    """Add what the user says that things mean, and report all others by their looks."""
    said, drawn = tuple(meanings), list(things)
    every = joined(drawn) if said else drawn
    job.meant += [m.text for m in said if any(m.looks <= set(thing.looks) for thing in drawn)]
    meant = {id(thing): _meaning(thing, said) for thing in every}
    others = [thing for thing in every if meant[id(thing)] is None]
    shapes: dict[tuple[Cell, ...], list[DrawnThing]] = {}
    for thing in others:
        if len(thing.cells) == 1 and thing.looks[-1] != "text":
            shapes.setdefault(thing.cells, []).append(thing)
    reports: Counter[str] = Counter()
    parts: set[int] = set()
    for meaning in said:
        its = [thing for thing in every if meant[id(thing)] is meaning]
        reports.update(f"{thing.name}, without cells" for thing in its if not thing.cells)
        lines = [with_ends(meaning.name, thing, shapes) for thing in its if thing.cells]
        parts |= {id(shape) for _, some in lines for shape in some}
        _add(job, meaning, [line for line, _ in lines])
    for thing in others:
        if id(thing) not in parts:
            job.unclaimed.append(thing)
            reports[thing.report] += 1
            declare(job, thing.otherwise or thing.declared)
    job.reports = [f"{report} ({count})" for report, count in reports.items() if report]
    job.ignored += job.reports


def _meaning(thing: DrawnThing, said: Iterable[LookMeaning]) -> LookMeaning | None:
    return next((meaning for meaning in said if meaning.looks <= set(thing.looks)), None)


def _add(job: Import, meaning: LookMeaning, things: list[DrawnThing]) -> None:
    """Add what things of one meaning say."""
    if meaning.name == NOTHING:
        return
    if things and meaning.name != CUT_AT_BOXES and variant_named(meaning.name).together:
        cells = tuple(dict.fromkeys(cell for thing in things for cell in thing.cells))
        things = [DrawnThing(things[0].looks, cells)]
    for thing in things:
        for variant in _made(job, meaning, thing):
            job.add(variant)
        if meaning.name != "killer":
            declare(job, thing.declared)


def declare(job: Import, variant: Variant | None) -> None:
    """Add what a file declares of some cells, unless they are a house."""
    is_house = isinstance(variant, ExtraRegion) and frozenset(variant.cells) in job.rules.cell_sets
    if variant is not None and not is_house:
        job.add(variant)


def _made(job: Import, meaning: LookMeaning, thing: DrawnThing) -> Iterator[Variant]:
    board, kind = job.rules.board, meaning.name
    if kind == CUT_AT_BOXES:
        parts = cut_at_regions(job, thing.cells)
        if len(parts) > 1:
            yield EqualSums(board, parts)
        return
    variant = variant_named(kind)
    numbers = meaning.numbers or _written(variant, thing.text, board.size)
    names = "/".join(",".join(map(board.name, some)) for some in _lists(variant, thing.cells))
    text = f"{':'.join((kind, *numbers))}@{names}"
    try:
        yield from_text(text, board)
    except RulesError as error:
        raise FormatError(f"{thing.name} as {quoted(text)}: {error}") from error


def _written(variant: VariantType, text: str, size: int) -> tuple[str, ...]:
    """Return the number that is written in a thing, if its variant has just one and it says it.

    Args:
        size: how many digits the board has.
    """
    numbers = [field for field in fields_of(variant) if field.kind.is_of_numbers]
    if variant.name == "xv":
        text = {"X": "10", "V": "5"}.get(text.upper(), text)
    if [field.kind for field in numbers] == [FieldKind.NUMBERS] and numbers[0].required:
        return (",".join(digits_in(text, size)),)
    if not text or not numbers or (len(numbers) > 1 and not all(n.required for n in numbers)):
        return ()
    is_complete = numbers[0].required or (variant.usual is Variant.usual and text.isdigit())
    return (text,) if is_complete else ()


def _lists(variant: VariantType, cells: tuple[Cell, ...]) -> list[tuple[Cell, ...]]:
    """Return the lists of cells that a thing gives."""
    if [field.name for field in fields_of(variant)] == ["bulb", "cells"]:
        return [cells[:1], cells[1:]]
    return [cells]


def cut_at_regions(job: Import, line: tuple[Cell, ...]) -> tuple[tuple[Cell, ...], ...]:
    """Return the parts of a line in boxes or regions, each as often as it comes into one."""
    home = {cell: number for number, cells in enumerate(job.homes()) for cell in cells}
    return cut_at_borders(line, home)
