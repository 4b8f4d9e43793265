"""What is only drawn: how it looks in words, and what a user says that it means.

A drawn line has no meaning of its own, and none is guessed.  It is reported by its looks, such as
``orange line``, and a text such as ``orange line=whispers 5`` says what all that look so mean:
words that have to be among those of the look, and a variant with its numbers.

>>> meaning = meaning_of("orange line = whispers 5")
>>> sorted(meaning.looks), meaning.name, meaning.numbers
(['line', 'orange'], 'whispers', ('5',))
>>> [colour_name(text) for text in ("#FFA500", "#cfcfcf", "#12345", "hsl(1)")]
['orange', 'grey', '', '']
"""

from __future__ import annotations

import colorsys
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cpsudoku.errors import FormatError, RulesError, quoted
from cpsudoku.formats.setters.imported import Import
from cpsudoku.rules import Cell
from cpsudoku.variants import Variant, from_text, variant_named
from cpsudoku.variants.record import fields_of
from cpsudoku.variants.registry import VariantType
from cpsudoku.variants.sum_lines import EqualSums, cut_at_borders

CUT_AT_BOXES = "regionsum"
"""The name for a line with the same sum in each box; not a variant, since it asks for boxes."""


@dataclass(frozen=True)
class DrawnThing:
    """A thing without meaning: its looks, and the cells that it goes through or stands on."""

    looks: tuple[str, ...]
    cells: tuple[Cell, ...]
    text: str = ""

    @property
    def name(self) -> str:
        """What it is called in a report."""
        return " ".join(self.looks)


@dataclass(frozen=True)
class LookMeaning:
    """What those mean that look so.

    Args:
        looks: words that have to be among those of a drawn thing.
        name: the variant, or ``regionsum``.
        numbers: its numbers; empty for what is written in the thing, where it needs one.
    """

    looks: frozenset[str]
    name: str
    numbers: tuple[str, ...]


def meaning_of(text: str) -> LookMeaning:
    """Return the meaning of a text such as ``orange line=whispers 5``."""
    looks, equals, meaning = text.partition("=")
    words, (name, *numbers) = looks.lower().split(), meaning.split() or [""]
    if not equals or not words or not name:
        raise FormatError(f"{quoted(text)}; expected such as 'orange line=whispers 5'")
    try:
        name, *more = name.split(":")
        if name != CUT_AT_BOXES:
            variant_named(name)
    except RulesError as error:
        raise FormatError(f"{quoted(text)}: {error}") from error
    return LookMeaning(frozenset(words), name, (*more, *numbers))


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


def looks_of(kind: str, colour: object, *more: str) -> tuple[str, ...]:
    """Return the words of a look."""
    code = str(colour or "").strip().lower()[:20]
    name = colour_name(code)
    words = (*more, name, code if code != name and re.fullmatch(r"#?[0-9a-f]+", code) else "", kind)
    return tuple(word for word in words if word)


def interpret(job: Import, things: Iterable[DrawnThing], meanings: Iterable[LookMeaning]) -> None:
    """Add what the user says that things mean, and report all others by their looks."""
    said = tuple(meanings)
    unknown: Counter[str] = Counter()
    found: dict[LookMeaning, list[DrawnThing]] = {}
    for thing in things:
        meaning = next((one for one in said if one.looks <= set(thing.looks)), None)
        if meaning is None:
            unknown[thing.name] += 1
        else:
            found.setdefault(meaning, []).append(thing)
    for meaning, its in found.items():
        meant = its
        if meaning.name != CUT_AT_BOXES and variant_named(meaning.name).together:
            cells = tuple(dict.fromkeys(cell for thing in its for cell in thing.cells))
            meant = [DrawnThing(its[0].looks, cells)]
        for thing in meant:
            for variant in _made(job, meaning, thing):
                job.add(variant)
    job.ignored += [f"{name}, only drawn ({count})" for name, count in unknown.items()]


def _made(job: Import, meaning: LookMeaning, thing: DrawnThing) -> Iterator[Variant]:
    board, kind = job.rules.board, meaning.name
    if kind == CUT_AT_BOXES:
        parts = cut_at_regions(job, thing.cells)
        if len(parts) > 1:
            yield EqualSums(board, parts)
        return
    variant = variant_named(kind)
    numbers = meaning.numbers or _written(variant, thing.text)
    names = "/".join(",".join(map(board.name, some)) for some in _lists(variant, thing.cells))
    text = f"{':'.join((kind, *numbers))}@{names}"
    try:
        yield from_text(text, board)
    except RulesError as error:
        raise FormatError(f"{thing.name} as {quoted(text)}: {error}") from error


def _written(variant: VariantType, text: str) -> tuple[str, ...]:
    """Return the number that is written in a thing, if its variant has just one and it says it."""
    numbers = [field for field in fields_of(variant) if not field.kind.startswith("cell")]
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
