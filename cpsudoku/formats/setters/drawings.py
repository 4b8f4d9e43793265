"""Things that are only drawn: their looks in words, and the meanings that a user gives them.

A drawn line has no meaning of its own (`recogniser` proposes one).  It is reported by its looks,
such as ``orange line``, and a text such as ``orange line=whispers 5`` says what all that look so
mean: words that have to be among those of the look, and a variant with its numbers.

>>> meaning = meaning_of("orange line = whispers 5")
>>> sorted(meaning.looks), meaning.name, meaning.numbers
(['line', 'orange'], 'whispers', ('5',))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import blaming_text
from cpsudoku.formats.setters.imported import Import, is_book
from cpsudoku.formats.setters.things import DrawnThing, digits_in, joined
from cpsudoku.rules import Cell
from cpsudoku.variants import Variant, from_text, variant_named
from cpsudoku.variants.base import FieldKind, fields_of
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.registry import VariantType
from cpsudoku.variants.sum_lines import EqualSums, cut_at_borders

DRAWN = ("line", "text", "circle", "rectangle", "cage")
"""Kinds of things, by which f-puzzles names its fields of what is only drawn."""

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


CUT_AT_BOXES = "regionsum"
"""The name for a line with the same sum in each box; not a variant, since it asks for boxes."""


NOTHING = "nothing"
"""The name for what is only drawn, so that no meaning is proposed for it."""


@dataclass(frozen=True)
class LookMeaning:
    """The meaning of things that look so.

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
    name, *more = name.split(":")
    if name == EqualSums.name:  # a thing has one line, which boxes cut into the parts
        name = CUT_AT_BOXES
    if name not in (CUT_AT_BOXES, NOTHING):
        with blaming_text(f"{quoted(text)}: "):
            variant_named(name)
    return LookMeaning(frozenset(words), name, (*more, *numbers), text)


@lru_cache(maxsize=64)
def meanings_of(texts: tuple[str, ...]) -> tuple[LookMeaning, ...]:
    """Return what drawn things mean, given as texts; the names of books are left out."""
    return tuple(meaning_of(one) for one in texts if not is_book(one))


def interpret(job: Import, said: Sequence[LookMeaning]) -> list[str]:
    """Apply the user's meanings of things; return reports of all other things, by their looks."""
    every = job.things
    if said:  # what has a meaning is not drawn once more
        every = joined(every)
        job.decoration = {n: value for n, value in job.decoration.items() if n not in DRAWN}
    job.meant += [m.text for m in said if any(m.looks <= set(t.looks) for t in job.things)]
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
    job.things = [thing for thing in others if id(thing) not in parts]
    for thing in job.things:
        declare(job, thing.otherwise or thing.declared)
    reports.update(thing.report for thing in job.things)
    return [f"{report} ({count})" for report, count in reports.items() if report]


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
    with blaming_text(f"{thing.name} as {quoted(text)}: "):
        yield from_text(text, board)


def _written(variant: VariantType, text: str, size: int) -> tuple[str, ...]:
    """Return the number that is written in a thing, if its variant has just one and it says it.

    Args:
        size: how many digits the board has.
    """
    numbers = [field for field in fields_of(variant) if field.kind.is_of_numbers]
    text = next((str(n) for n, sign in variant.signs if sign == text.upper()), text)
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
    note = "a line of region sums, without regions to cut it"
    job.ignored += [note] * (not job.homes() and note not in job.ignored)
    return cut_at_borders(line, job.homes())
