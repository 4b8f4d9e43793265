"""Things at one place: on an edge, at a corner, beside the board, and shapes in single cells."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import floor

from cpsudoku.formats.setters.phrases import LIMITS, whole
from cpsudoku.formats.setters.recogniser.reader import BIG, WHOLE, Claim, Recogniser
from cpsudoku.formats.setters.things import DrawnThing, digits_in, is_clear, paint
from cpsudoku.variants.regions import ExtraRegion


def read_little_killers(reader: Recogniser) -> None:
    """Read arrows beside the board with a number."""
    if not reader.says("littlekiller"):
        return
    claims = [
        Claim((arrow,), reader.variant(f"littlekiller:{arrow.text}", arrow.cells))
        for arrow in reader.of_kind("arrow", beside=True)
        if whole(arrow.text) is not None and arrow.cells
    ]
    reader.propose("littlekiller", (0.90, 0.41), claims)


def read_edges(reader: Recogniser) -> None:
    """Read dots, letters and signs between two cells."""
    found: dict[str, list[Claim]] = defaultdict(list)
    for thing in reader.of_kind("circle", "rectangle", "text"):
        if len(thing.cells) != 2 or (max(thing.size) > 0.75 and thing.looks[-1] != "text"):
            continue
        for kind, name in _on_edge(thing):
            if reader.says(kind):
                cells = thing.cells[::-1] if name == "<" else thing.cells
                variant = "greater" if kind == "inequality" else name
                found[kind].append(Claim((thing,), reader.variant(variant, cells)))
                break
    if "inequality" in reader.spoken:
        found["inequality"] += _chevrons(reader)
    for kind, rate in _ON_EDGES.items():
        reader.propose(kind, rate, found[kind])
    _negatives(reader, found)


def _chevrons(reader: Recogniser) -> Iterator[Claim]:
    """Yield the signs that are drawn as two short lines with their tip at the smaller digit."""
    at = reader.board.cells_at
    for line in reader.of_kind("line"):
        if len(line.points) != 3:
            continue
        (a, b), (tip_row, tip_column), (c, d) = line.points
        row, column = (a + c) / 2, (b + d) / 2
        down, right = tip_row - row, tip_column - column
        if max(abs(a - c), abs(b - d), abs(down), abs(right)) > 0.7:
            continue
        middle = (row + tip_row) / 2, (column + tip_column) / 2
        step = (
            (round(down / abs(down)), 0) if abs(down) > abs(right) else (0, 1 if right > 0 else -1)
        )
        first, second = (
            at.get((floor(middle[0] + sign * step[0] / 2), floor(middle[1] + sign * step[1] / 2)))
            for sign in (-1, 1)
        )
        if first is not None and second is not None and first != second:
            yield Claim((line,), reader.variant("greater", (first, second)))


_ON_EDGES = {"white": (0.89, 0.70), "differences": (0.89, 0.7), "black": (0.95, 0.78),
             "xv": (0.99, 0.85), "roman": (0.99, 0.85), "inequality": (0.9, 0.6)}  # fmt: skip


def _on_edge(thing: DrawnThing) -> Iterator[tuple[str, str]]:
    """Yield the kinds that a thing on an edge may be of, with the text of the variant."""
    text = thing.text.strip().upper()
    if len(text) > 1 and (total := _ROMAN.get(text)):
        yield "roman", f"xv:{total}"
    if text in ("X", "V"):
        yield "xv", "xv:10" if text == "X" else "xv:5"
    if text and text in "<∧^>∨V" and len(text) == 1:
        yield "inequality", "<" if text in "<∧^" else ">"
    if thing.is_round and thing.fill:
        number = f":{text}" if whole(text) is not None else ""
        name = paint(thing.fill)
        if text and not number:
            return
        if name == "white":
            yield "white", f"white{number}"
            if number:
                yield "differences", f"white{number}"
        elif name == "black":
            yield "black", f"black{number}"


_ROMAN = {
    tens * "X" + ones: 10 * tens + number
    for tens in (0, 1)
    for number, ones in enumerate(("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"))
}


def _negatives(reader: Recogniser, found: dict[str, list[Claim]]) -> None:
    """Propose that all dots or signs are given, where a sentence says it."""
    said = [
        one for one in reader.spoken.get("all given", ())
        if one not in reader.spoken.get("not all given", ()) and not LIMITS.search(one)
    ]  # fmt: skip
    if not said:
        return
    claims = []
    text = " ".join(said).lower()
    added = reader.job.added
    pairs = {
        tuple(sorted(pair)) for one in added
        if getattr(one, "name", "") in ("white", "black", "xv")
        for pair in one.neighbours()  # type: ignore[attr-defined]
    }  # fmt: skip
    exempt = "/".join(",".join(map(reader.board.name, pair)) for pair in sorted(pairs))
    names = {getattr(one, "name", "") for one in added}
    for name, kind, words in (
        ("white", "nowhite", ("dot", "kropki", "circle", "white", "negative", "clue")),
        ("black", "noblack", ("dot", "kropki", "circle", "black", "negative", "clue")),
        ("xv", "nosum", ("x", "v", "negative", "sign", "clue")),
    ):
        if (name in names or name in reader.spoken) and any(
            re.search(rf"\b{word}", text) for word in words
        ):
            one_colour = name != "xv" and re.search(r"\b(?:white|black) dot", text)
            if one_colour and not re.search(rf"\b{name}\b", text):
                continue
            claims += reader.claims((), f"{kind}@{exempt}" if exempt else kind)
    reader.propose("all given", (0.9, 0.7), claims)


def read_corners(reader: Recogniser) -> None:
    """Read the digits in circles where four cells meet."""
    if not reader.says("quad"):
        return
    claims = []
    for thing in reader.of_kind("circle", "text", "rectangle"):
        if len(thing.cells) != 4:
            continue
        wanted = digits_in(thing.text, reader.board.size)
        if wanted and len(wanted) <= 4 and not re.search("[A-Za-z]", thing.text):
            claims += reader.claims((thing,), f"quad:{','.join(wanted)}", thing.cells)
    reader.propose("quad", (0.83, 0.6), claims)


_BESIDE = ("sandwich", "xsum", "skyscraper", "numberedroom")


def read_outside(reader: Recogniser) -> None:
    """Read the numbers beside rows and columns, if the words speak of one kind of them."""
    kinds = [kind for kind in _BESIDE if kind in reader.spoken]
    things = [t for t in reader.of_kind("text", "circle", "rectangle", beside=True)
              if whole(t.text) is not None and len(t.cells) > 2]  # fmt: skip
    for kind in kinds:
        left = [thing for thing in things if id(thing) not in reader.claimed]
        claims = [
            Claim((thing,), reader.variant(f"{kind}:{whole(thing.text)}", thing.cells))
            for thing in left
        ]
        if len(kinds) == 1 or (claims and all(reader.fits(c.constraint) for c in claims)):
            reader.propose(kind, (0.81, 0.5), claims)


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
            if kind in reader.spoken and _is_shape_meant(
                reader, reader.spoken[kind], kind, shape, names
            ):
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


def _is_shape_meant(
    reader: Recogniser,
    sentences: Sequence[str],
    kind: str,
    shape: str,
    names: set[str],
) -> bool:
    """Return whether a sentence about a kind speaks of shapes that look so."""
    other = "square" if shape == "circle" else "circle"
    word = kind if kind in ("odd", "even") else None
    said = [_BOTH.sub("", sentence) for sentence in sentences]
    if kind != "circles":
        said = [one for one in said if (word or "") in one.lower() and not _COUNTS.search(one)]
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
