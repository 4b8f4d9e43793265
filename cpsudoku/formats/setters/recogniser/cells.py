"""Shapes in single cells: odd, even, extremes, counting circles, shaded regions."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from cpsudoku.formats.setters.recogniser.reader import BIG, WHOLE, Claim, Recogniser
from cpsudoku.formats.setters.things import DrawnThing, is_clear, paint
from cpsudoku.variants.regions import ExtraRegion


def read_cells(reader: Recogniser) -> None:
    """Read the shapes that stand in single cells."""
    families: dict[tuple[object, ...], list[DrawnThing]] = defaultdict(list)
    for thing in reader.of_kind("circle", "rectangle"):
        is_seen = bool(thing.border) or (bool(thing.fill) and not is_clear(thing.fill))
        if len(thing.cells) == 1 and not thing.text and min(thing.size) >= BIG and is_seen:
            whole = min(thing.size) > WHOLE and not thing.is_round
            families[thing.is_round, whole, thing.fill, thing.border].append(thing)
    for (is_round, is_whole, fill, border), things in families.items():
        shape = "circle" if is_round else "square"
        names = {paint(str(fill)), paint(str(border))} - {"", "white"}
        for kind in ("odd", "even", "circles", "minimum", "maximum", "extraregion"):
            if kind in reader.spoken and _is_meant(reader, reader.spoken[kind], kind, shape, names):
                cells = tuple(dict.fromkeys(thing.cells[0] for thing in things))
                if kind == "extraregion":
                    claims = _regions(reader, things)
                elif kind == "circles":
                    claims = [Claim(tuple(things), reader.variant(kind, cells))]
                else:
                    claims = [Claim((t,), reader.variant(kind, t.cells)) for t in things]
                if reader.propose(kind, (0.9, 0.7), claims):
                    break
        else:
            if not reader.has_words and names == {"grey"} and not is_whole:
                kind = "odd" if is_round else "even"
                claims = [Claim((t,), reader.variant(kind, t.cells)) for t in things]
                reader.propose(kind, (0.8, 0.6), claims)


def _regions(reader: Recogniser, things: Sequence[DrawnThing]) -> list[Claim]:
    """Return the connected areas of shaded cells that have as many cells as there are digits."""
    by_cell = {thing.cells[0]: thing for thing in things}
    return [
        Claim(tuple(map(by_cell.__getitem__, area)), ExtraRegion(reader.board, area))
        for area in reader.areas(by_cell) if len(area) == reader.board.size
    ]  # fmt: skip


_COUNTS = re.compile(r"\b(?:counts?|number of|how many)\b", re.IGNORECASE)
_BOTH = re.compile("^(?=[^:]{0,30}odd)(?=[^:]{0,30}even)[^:]{0,30}:", re.IGNORECASE)  # a heading
_ANY_SHAPE = r"\b(?:circles?|squares?|cells?|shaded|marked|box|digits? (?:in|on))\b"


def _is_meant(
    reader: Recogniser,
    sentences: Sequence[str],
    kind: str,
    shape: str,
    names: set[str],
) -> bool:
    """Return whether a sentence about a kind speaks of shapes that look so."""
    other = "square" if shape == "circle" else "circle"
    word = {"odd": "odd", "even": "even"}.get(kind)
    said = [_BOTH.sub("", sentence) for sentence in sentences]
    if word is not None:
        said = [one for one in said if word in one.lower() and not _COUNTS.search(one)]
    for sentence in said:
        clauses = re.split(r"[,;]| and (?=\w+ (?:circle|square|cell))|(?<=odd)\b|(?<=even)\b",
                           sentence.lower())  # fmt: skip
        its = [c for c in clauses if word is None or word in c]
        for clause in its or [sentence.lower()]:
            text = clause if re.search(_ANY_SHAPE, clause) else sentence.lower()
            has, has_other = shape in text, other in text
            named = reader.book.colours_in(text)
            fits_colour = not named or bool(named & names) or (not names and "white" in named)
            fits_shape = has or (not has_other and bool(re.search(_ANY_SHAPE, text)))
            if fits_colour and fits_shape:
                return True
    return False
