"""Clues that a sentence defines: rows of a book of phrases say where they stand and what holds.

A row names a kind of place: ``outside`` a number beside the board, with the line seen from it;
``edge`` and ``corner`` things between two and four cells; ``cell`` a thing in a cell; ``line``,
``cage`` and ``area`` (shaded cells that are joined) one after the other, ``cages`` and ``areas``
all of one look together; ``board`` no thing at all.  Its formulas know the lists of cells of such a
place (`places`), the number ``n`` in a thing, its ``digits`` and its ``text``.

Where sentences say clearly that a second layer stands beside the grid, the board gets one: doublers
and the like if there is one in each row, column and box, so that clues that speak of values are
about these; shaded cells if digits count them.  Last stands what sentences say to hold everywhere,
of all lines, or of some rows and columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from cpsudoku.errors import CpsudokuError, RulesError
from cpsudoku.formats.setters.imported import Import, diagonal_of
from cpsudoku.formats.setters.phrases import (
    AT_LEAST,
    FORBIDS,
    LIMITS,
    PLACES,
    PhraseBook,
    ToldClue,
    formula,
    names_in,
    number_in,
    whole,
)
from cpsudoku.formats.setters.recogniser.lines import plain_line
from cpsudoku.formats.setters.recogniser.places import ToldPlace, layers_of, places_of
from cpsudoku.formats.setters.recogniser.reader import Cells, Claim, Recogniser
from cpsudoku.formats.setters.things import DrawnThing, digits_in, paint
from cpsudoku.rules import Constraint, Rules, layered
from cpsudoku.rules.primitives import Or, Primitive, Table
from cpsudoku.variants.automata import from_function
from cpsudoku.variants.base import Variant
from cpsudoku.variants.composed import BothDigits, Valued
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.sum_lines import EqualSums

_MOST_WAYS = 7_000  # ways to fill cells that a formula is asked of
_RATES = (0.8, 0.5)


def read_told(reader: Recogniser) -> None:
    """Read the clues that sentences define of things and of the board."""
    for kind, clue in reader.book.clues.items():
        if kind in reader.spoken and _is_first(clue):
            claims = list(_claims(reader, kind, clue))
            is_taken = reader.propose(kind, _RATES, claims)
            if is_taken and clue.where == "cage" and "no repeats" in reader.spoken:
                cages = {one.things[0].cells: one for one in claims if one.things}
                reader.propose("no repeats", _RATES, [
                    one._replace(constraint=ExtraRegion(reader.board, cells))
                    for cells, one in cages.items() if 1 < len(cells) <= reader.board.size
                ])  # fmt: skip


def _is_first(clue: ToldClue) -> bool:
    return clue.where in PLACES and not clue.besides


def read_more(reader: Recogniser) -> None:
    """Read what sentences say besides of clues that were read."""
    for kind, clue in reader.book.clues.items():
        if kind in reader.spoken and not _is_first(clue):
            reader.propose(kind, _RATES, list(_claims(reader, kind, clue)))


_OF_COLOUR = {"line", "area", "areas"}


def _claims(reader: Recogniser, kind: str, clue: ToldClue) -> Iterator[Claim]:
    colours = set[str]().union(*map(reader.book.colours_in, reader.spoken[kind]))
    places = list(places_of(reader, clue))
    if clue.together:
        places = _all_meant(reader, places, clue, colours)
    looks = {paint(thing.fill) for things, _ in places for thing in things}
    if clue.where in _OF_COLOUR and not colours and len(looks) > 1 and "colour" not in clue.text:
        return  # of which of them it is said does not show
    said = reader.book.numbers_in(kind, reader.spoken[kind])
    for things, names in places:
        if all(_is_meant(reader, thing, clue, colours) for thing in things):
            values = {**names, **_written(reader, things, clue), **({"said": said} if said else {})}
            if not _needed(clue) <= values.keys():
                continue  # a thing without a number, or without an arrow
            try:
                made = list(_made(reader, kind, clue, values))
            except CpsudokuError as error:
                reader.note(f"{kind}: {error}")
                continue
            yield from (Claim(things, one) for one in made)


def _all_meant(
    reader: Recogniser, places: Sequence[ToldPlace], clue: ToldClue, colours: set[str]
) -> list[ToldPlace]:
    """Return one place of all that are meant, if they are several: the lists of their cells."""
    meant = [
        (things, names) for things, names in places
        if all(_is_meant(reader, thing, clue, colours) for thing in things)
    ]  # fmt: skip
    things = tuple(thing for some, _ in meant for thing in some)
    lists = {"areas": [tuple(names["cells"]) for _, names in meant]}
    return [(things, lists)] if len(meant) > 1 else []


def _is_meant(reader: Recogniser, thing: DrawnThing, clue: ToldClue, colours: set[str]) -> bool:
    """Return whether a thing has a text and a colour of which a sentence speaks."""
    below = [reader.shaded[cell] for cell in thing.cells if cell in reader.shaded]
    its = {paint(code) for code in (thing.fill, thing.border, *below) if code} - {""}
    if colours and its and thing.looks[-1] != "cage" and not its & colours:
        return False
    return not clue.text or re.fullmatch(clue.text, thing.text.strip(), re.IGNORECASE) is not None


def _written(
    reader: Recogniser, things: Sequence[DrawnThing], clue: ToldClue
) -> Mapping[str, object]:
    """Return what formulas know of the text of a thing."""
    text = things[0].text.strip() if things else ""
    found = re.fullmatch(clue.text, text, re.IGNORECASE) if clue.text else None
    number = whole(found[1] if found and found.lastindex else text)
    digits = tuple(map(int, digits_in(text, reader.board.size)))
    known = {"text": text, "first": reader.board.first, "last": reader.board.last,
             "parts": tuple(map(int, re.findall("[0-9]{1,6}", text)))}  # fmt: skip
    return (
        known | ({} if number is None else {"n": number}) | ({"digits": digits} if digits else {})
    )


def _made(
    reader: Recogniser, kind: str, clue: ToldClue, values: Mapping[str, Any]
) -> Iterator[Constraint]:
    """Yield what a clue says at a place."""
    lists = [tuple(some) for some in formula(clue.each)(**values)]
    if clue.variant:
        # One list of cells, several, or none.
        text = re.sub(r"\{(.*?)\}", lambda one: str(formula(one[1])(**values)), clue.variant)
        text = text.replace(" ", "")  # as tuples are written
        yield from (
            reader.variant(
                text, *(some if some and isinstance(some[0], tuple) else [some] * bool(some))
            )
            for some in lists
        )
        return
    parts = [_holding(reader, kind, clue, values, some) for some in lists]
    if clue.some and parts:
        yield Or(tuple(parts), kind)
    else:
        yield from parts


def _holding(
    reader: Recogniser, kind: str, clue: ToldClue, values: Mapping[str, Any], cells: Cells
) -> Primitive:
    known = {name: value for name, value in values.items() if name in _inner(clue) - {"s", "d"}}
    if clue.step:
        step, end = formula(clue.step), formula(clue.end)

        def after(state: tuple[int, Any], digit: int) -> tuple[int, Any] | None:
            count, s = state
            found = None if count == len(cells) else step(**known, s=s, d=digit)
            return None if found is None else (count + 1, found)

        def accepts(state: tuple[int, Any]) -> bool:
            return bool(end(**known, s=state[1]))

        start = (0, formula(clue.start)(**known))
        return from_function(start, after, accepts, reader.board, label=kind).of(cells, kind)
    holds, digits = formula(clue.holds), range(reader.board.first, reader.board.last + 1)
    if len(digits) ** len(cells) > _MOST_WAYS or len(set(cells)) < len(cells):
        raise RulesError(f"{kind} of {len(cells)} cells")
    ways = product(digits, repeat=len(cells))
    key = (kind, len(cells), *sorted((n, v) for n, v in known.items() if n != "cells"))
    allowed = reader.tables.get(key)
    if allowed is None:
        allowed = frozenset(way for way in ways if holds(**{**known, "cells": way}))
        reader.tables[key] = allowed
    return Table(cells, allowed, kind)


def _inner(clue: ToldClue) -> frozenset[str]:
    """Return what the formulas of digits need to know."""
    parts = (clue.holds, clue.step, clue.start, clue.end)
    return frozenset[str]().union(*(names_in(one) for one in parts if one))


def _needed(clue: ToldClue) -> frozenset[str]:
    """Return what has to be known at a place, beside states and digits."""
    outer = frozenset[str]().union(*map(names_in, (clue.each, *_braced(clue.variant))))
    return (_inner(clue) - {"s", "d", "cells"}) | outer


def _braced(text: str) -> list[str]:
    return re.findall(r"\{(.*?)\}", text)


_IN_HOUSES = re.compile(r"\brows?\b.{0,20}\bcolumns?\b.{0,24}\b(?:box|region|3x3)", re.IGNORECASE)
_ONCE_EACH = re.compile(
    r"\bdigits?\b.{0,60}\b(?:once|exactly one)\b|\bdifferent digits?\b", re.IGNORECASE
)
_OF_MODIFIERS = (0.9, 0.8)
_BOTH_ADD_UP = re.compile(
    r"\bsum of (?:its|the|both|their)(?: two| 2)? digits\b"
    r"|\bboth digits\b.{0,40}\b(?:count|sum|add)",
    re.IGNORECASE,
)


def with_layer(job: Import, book: PhraseBook) -> None:
    """Put layers beside the board if sentences speak clearly of some."""
    is_split = _has_two_digits(job, book)
    is_single = is_split or modifier_in(job, book)
    count = 1 if is_single else _layers_of_shapes(job, book)
    if job.rules.board.auxiliary or not count:
        return
    if is_split:  # of which one digit was kept
        job.claimed = None
    job.rules = Rules(layered(job.rules.board, count), job.rules.constraints)
    board = job.rules.board
    job.added = [replace(c, board=board) if isinstance(c, Variant) else c for c in job.added]
    job.candidates += [job.rules.all_digits] * board.auxiliary
    if job.claimed:
        job.claimed = (*job.claimed, *[0] * board.auxiliary)


def modifier_in(job: Import, book: PhraseBook) -> str:
    """Return the kind of modifiers of which sentences put one in each house; empty for none."""
    spoken = book.spoken(job.words)
    kinds = [kind for kind in book.modifiers if kind in spoken]
    is_clear = len(kinds) == 1 and _IN_HOUSES.search(" ".join(spoken[kinds[0]]))
    return kinds[0] if is_clear else ""


def _layers_of_shapes(job: Import, book: PhraseBook) -> int:
    """Return how many layers a shape needs that sentences define and tie to the digits."""
    spoken = [clue for kind, clue in book.clues.items() if kind in book.spoken(job.words)]
    shapes = [clue for clue in spoken if clue.where == "layer"]
    is_tied = any("layer[" in clue.each or clue.where == "loop" for clue in spoken)
    return max(map(layers_of, shapes), default=0) if is_tied else 0


def _has_two_digits(job: Import, book: PhraseBook) -> bool:
    """Return whether one cell of each house has two digits, by its words and its board."""
    board = job.rules.board
    is_wide = board.grid_count == (board.size - 1) ** 2 and not board.first
    spoken = " ".join(book.spoken(job.words).get("schroedinger", ()))
    return is_wide and _IN_HOUSES.search(spoken) is not None


def read_two_digits(reader: Recogniser) -> None:
    """Read which cells have two digits; only sums are clear then, if both digits add up."""
    if not _has_two_digits(reader.job, reader.book) or not reader.board.layers:
        return
    reader.sums_only = True
    if _BOTH_ADD_UP.search(reader.job.words):
        reader.by_value = lambda clue: BothDigits(board=reader.board, clues=(clue,))
    reader.propose("schroedinger", _OF_MODIFIERS, [Claim((), reader.variant("schroedinger"))])
    _modify_declared(reader)


def _modify_declared(reader: Recogniser) -> None:
    """Make what was declared or read before speak of values; what is unclear then is named."""
    every = [(one, reader.modified(one)) for one in reader.job.added]
    reader.job.added = [new for _, new in every if new is not None]
    for one in (old for old, new in every if new is None):
        reader.note(f"{one.label} of cells that may have two digits")


def read_modifiers(reader: Recogniser) -> None:
    """Read which cells are modified, and make clues that speak of values be about these."""
    kind = modifier_in(reader.job, reader.book)
    if not kind or not reader.board.layers:
        return
    is_distinct = _ONCE_EACH.search(" ".join(reader.spoken[kind]))
    marks = reader.variant(f"marks:1{':1' * bool(is_distinct)}")
    reader.propose(kind, _OF_MODIFIERS, [Claim((), marks)])
    factors = reader.book.modifiers[kind]
    reader.by_value = lambda clue: Valued(board=reader.board, clues=(clue,), factors=factors)
    _modify_declared(reader)


def read_words(reader: Recogniser) -> None:
    """Propose what sentences say to hold everywhere."""
    names = {getattr(one, "name", getattr(one, "kind", "")) for one in reader.job.added}
    for kind in ("antiknight", "antiking", "nonconsecutive"):
        every = reader.spoken.get(kind, ())
        if any(FORBIDS.search(one) and not LIMITS.search(one) for one in every) and (
            kind not in names
        ):
            reader.propose(kind, (0.9, 0.6), [Claim((), reader.variant(kind))])
    said = [one for one in reader.spoken.get("no sums", ()) if FORBIDS.search(one)]
    if said and "nosum" not in names:
        totals = re.findall(r"\b(?:\d+|five|ten)\b", said[0].lower())
        numbers = {whole(one) for one in totals if one != "2"} - {None}
        claims = [Claim((), reader.variant(f"nosum:{n}")) for n in sorted(filter(None, numbers))]
        reader.propose("no sums", (0.9, 0.6), claims)
    for kind, name in (("global mod", "globalmod"), ("global entropy", "globalentropy")):
        if kind in reader.spoken:
            reader.propose(kind, (0.8, 0.6), [Claim((), reader.variant(name))])
    least = number_in(reader.spoken.get("global apart", ()), AT_LEAST)
    if least is not None:
        lines = [g.cells for kind in ("row", "column") for g in reader.job.rules.of_kind(kind)]
        claims = [Claim((), reader.variant(f"whispers:{least}", line)) for line in lines]
        reader.propose("global apart", (0.8, 0.6), claims)
    if "disjoint" in reader.spoken and reader.job.rules.of_kind("box"):
        boxes = [sorted(group.cells) for group in reader.job.rules.of_kind("box")]
        places = [ExtraRegion(reader.board, cells) for cells in zip(*boxes, strict=True)]
        reader.propose("disjoint", (0.9, 0.6), [Claim((), place) for place in places])
    _indexing(reader)
    _magic_square(reader)
    _of_lines(reader)
    groups = {group.kind for group in reader.job.rules.groups} | names
    said = [
        one for one in reader.spoken.get("diagonal", ())
        if re.search(r"\b(?:both|main|long(?! as)|major|each|two)\b", one, re.I)
        and not re.search(r"\b(?:marked|indicated|blue|sum|may repeat|can repeat)\b", one, re.I)
    ]  # fmt: skip
    if (
        said
        and not groups & {"diagonal", "antidiagonal"}
        and reader.board.height == reader.board.width
    ):
        size = reader.board.height
        both = [Claim((), diagonal_of(size, kind)) for kind in ("diagonal", "antidiagonal")]
        reader.propose("diagonal", (0.85, 0.6), both)


def _of_lines(reader: Recogniser) -> None:
    """Propose what sentences say of all lines: different digits on each, or one total for all."""
    every = [t for t in reader.things if t.looks[-1] == "line" and t.points and plain_line(t)]
    lines = {thing.cells: thing for thing in every}
    size = reader.board.size
    if "lines differ" in reader.spoken:
        named = set[str]().union(*map(reader.book.colours_in, reader.spoken["lines differ"]))
        apart = [
            cells for cells, thing in lines.items()
            if len(set(cells)) == len(cells) <= size and (not named or paint(thing.fill) in named)
        ]  # fmt: skip
        claims = [Claim((), ExtraRegion(reader.board, cells)) for cells in apart]
        reader.propose("lines differ", (0.8, 0.6), claims)
    free = [cells for cells, thing in lines.items() if id(thing) not in reader.claimed]
    if "lines equal" in reader.spoken and len(free) > 1:
        things = tuple(lines[cells] for cells in free)
        one = EqualSums(reader.board, tuple(tuple(dict.fromkeys(cells)) for cells in free))
        reader.propose("lines equal", (0.8, 0.4), [Claim(things, one)])


_MAGIC = 3  # rows of a magic square


def _magic_square(reader: Recogniser) -> None:
    """Propose that rows, columns and diagonals of a box have one total."""
    said = " ".join(reader.spoken.get("magic square", ()))
    boxes = reader.job.rules.of_kind("box")
    if not said or any(len(box.cells) != _MAGIC**2 for box in boxes) or len(boxes) != _MAGIC**2:
        return
    number = number_in([said], "box") or (len(boxes) + 1) // 2
    if number > len(boxes):
        return
    cells = sorted(boxes[number - 1].cells)
    rows = [tuple(cells[_MAGIC * n : _MAGIC * n + _MAGIC]) for n in range(_MAGIC)]
    columns = list(zip(*rows, strict=True))
    diagonals = [(cells[0], cells[4], cells[8]), (cells[2], cells[4], cells[6])]
    one = EqualSums(reader.board, (*rows, *columns, *diagonals))
    reader.propose("magic square", (0.8, 0.5), [Claim((), one)])


def _indexing(reader: Recogniser) -> None:
    """Propose that some columns, or rows, say where their number stands."""
    said = " ".join(reader.spoken.get("indexing", ())).lower()
    board = reader.board
    if not re.search(r"\b1-?5-?9\b|columns? (?:1|one)\b|first column", said) or not board.is_square:
        return
    by_row = "column" not in said
    wanted = {0, 4, 8} & {*range(board.height)}
    cells = [c for c, place in enumerate(board.places) if place[0 if by_row else 1] in wanted]
    name = "rowindexer" if by_row else "columnindexer"
    reader.propose("indexing", (0.8, 0.6), [Claim((), reader.variant(name, cells))])
