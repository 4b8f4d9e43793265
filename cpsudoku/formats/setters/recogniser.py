"""Proposes what drawn things mean, from their looks and from the rules in words.

A line, circle or text of a drawing program has no meaning of its own; people read it by its look
(kind, place, colour, size, ends) and by a sentence of the rules.  So does this module: things that
look alike are a family; each family gets the kind that a sentence speaks of and that its look fits
best (`LINES`, `_SINGLE`); without any words, only looks that are hard to mistake count.  What is
declared was taken before; a thing is claimed once.  Where the file has a solution, a family with
some things that break it means something else.

All readers of drawings share this: they list a `DrawnThing` for each thing, its place, way
points, size and colours in cells of the board, and keep the words; `Import.record` asks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from math import floor
from typing import NamedTuple, TypeAlias

from cpsudoku.errors import CpsudokuError, RulesError
from cpsudoku.formats.base import Proposal
from cpsudoku.formats.setters.drawings import (
    DrawnThing,
    colour_name,
    cut_at_regions,
    digits_in,
    joined,
)
from cpsudoku.formats.setters.imported import Import, diagonal_of
from cpsudoku.formats.setters.phrases import colours_in, speaks_of_values, spoken, unread
from cpsudoku.rules import Cell, Constraint
from cpsudoku.variants import from_text
from cpsudoku.variants.base import touching
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.sum_lines import EqualSums

Cells: TypeAlias = tuple[Cell, ...]

_ENOUGH = 0.5  # what is less probable is not taken
_WORDLESS = 0.75  # a look without words is right less often, by this factor
_MOST_SHOWN = 100  # characters of a sentence that a report quotes


class Claim(NamedTuple):
    """A thing and what it would mean.

    Args:
        things: those that are part of it.
    """

    things: tuple[DrawnThing, ...]
    constraint: Constraint


class LineKind(NamedTuple):
    """What a family of lines may mean.

    Args:
        kind: as in `phrases.PHRASES`.
        colours: plain names and codes that setters use for it; codes are sure without words.
        rate: how often it is right, and how often where digits have other values; measured.
        made: gives the constraints of a line; None where its look does not fit.
    """

    kind: str
    colours: tuple[str, ...]
    rate: tuple[float, float]
    made: Callable[[_Reader, DrawnThing], Iterable[Constraint] | None]


class _Reader:
    """One puzzle that is being recognised."""

    def __init__(self, job: Import) -> None:
        self.job = job
        self.board = job.rules.board
        self.spoken = spoken(job.words)
        self.has_words = bool(self.spoken)
        self.is_odd = speaks_of_values(job.words)
        self.solution = tuple(
            digit + self.board.first - 1 if digit else None
            for digit in job.solution or job.known or ()
        )
        self.claimed: set[int] = set()
        self.reading: list[Proposal] = []
        self.kinds: set[str] = {"usual", "fog", "not all given"}

    def says(self, kind: str) -> bool:
        """Return whether the words speak of a kind, or nothing where there are none."""
        return kind in self.spoken or not self.has_words

    def variant(self, text: str, *cells: Iterable[Cell]) -> Constraint:
        """Return a variant by its name and numbers."""
        names = "/".join(",".join(map(self.board.name, some)) for some in cells)
        return from_text(f"{text}@{names}" if cells else text, self.board)

    def fits(self, constraint: Constraint) -> bool | None:
        """Return whether a stored solution obeys a constraint; None where it does not show."""
        values = self.solution
        if not values or any(values[c] is None for c in constraint.scope if c < len(values)):
            return None
        try:
            return constraint.holds([value or 0 for value in values])
        except (CpsudokuError, IndexError, ValueError):
            return None

    def propose(self, kind: str, rates: tuple[float, float], claims: Sequence[Claim]) -> bool:
        """Propose what a family means; return whether it is taken, at least in part."""
        if not claims:
            return False
        agreed = [self.fits(claim.constraint) for claim in claims]
        wrong = agreed.count(False)
        is_refuted = wrong > 0 and 4 * wrong >= len(claims)
        confidence = rates[self.is_odd] * (1 if kind in self.spoken else _WORDLESS)
        evidence = " ".join(self.spoken.get(kind, ())[:1])[:_MOST_SHOWN]
        taken = False
        for claim, fit in zip(claims, agreed, strict=True):
            dropped = "the stored solution breaks it" if fit is False else ""
            if is_refuted and not dropped:
                dropped = f"the stored solution breaks {wrong} of {len(claims)} like it"
            elif not dropped and fit is None and confidence < _ENOUGH:
                dropped = "too doubtful"
            thing = claim.things[0].name if claim.things else "words"
            self.reading.append(
                Proposal(claim.constraint, thing, evidence, confidence, fit, dropped)
            )
            if not dropped:
                taken = True
                self.job.keep(claim.constraint)
                self.claimed |= set(map(id, claim.things))
        if taken:
            self.kinds.add(kind)
        return taken

    @cached_property
    def shapes(self) -> dict[Cell, list[DrawnThing]]:
        """The round shapes that fill most of a cell, or of some, by their cells."""
        found: dict[Cell, list[DrawnThing]] = defaultdict(list)
        for thing in self.things:
            if thing.is_round and max(thing.size) >= _BIG and min(thing.size) >= 0.4:
                for cell in thing.cells if len(thing.cells) <= 3 else ():
                    found[cell].append(thing)
        return found

    @cached_property
    def things(self) -> list[DrawnThing]:
        """What is drawn, numbers with the arrows and rings at which they stand."""
        return joined(self.job.unclaimed)

    def of_kind(self, *kinds: str, beside: bool = False) -> list[DrawnThing]:
        """Return the things of some kinds on or beside the board that nothing has claimed."""
        return [
            thing for thing in self.things
            if thing.looks[-1] in kinds and id(thing) not in self.claimed
            and (thing.looks[0] in ("outside", "cell")) == beside
        ]  # fmt: skip

    def ends(self, line: DrawnThing) -> tuple[list[DrawnThing], list[DrawnThing]]:
        """Return the round shapes at both ends of a line."""
        first, last = (self.shapes.get(line.cells[end], []) for end in (0, -1))
        return first, last


_BIG = 0.45  # a shape that is smaller is a dot


def recognise(job: Import) -> None:
    """Add what drawn things and words probably mean, and report what stays unread."""
    reader = _Reader(job)
    for step in (_diagonals, _arrows, _lines, _little_killers, _edges, _corners, _outside,
                 _special_cages, _same_sums, _cages, _cells, _words):  # fmt: skip
        try:
            step(reader)
        except RulesError as error:  # a thing that no board has, such as a pair out of order
            job.ignored.append(str(error))
    job.proposals = reader.reading
    left = [t for t in reader.things if id(t) not in reader.claimed]
    reports: dict[str, int] = defaultdict(int)
    for thing in left:
        if not _is_decoration(thing):
            reports[thing.report] += 1
    old = {*job.reports, *(one for one in job.ignored if one.endswith(_UNSAID))}
    job.ignored = [one for one in job.ignored if one not in old]
    job.ignored += [f"{report} ({count})" for report, count in reports.items() if report]
    _name_sentences(reader)


def name_unread(job: Import) -> None:
    """Report the sentences of which nothing that a file declares speaks; propose nothing."""
    if not any(one.endswith(_UNSAID) for one in job.ignored):
        _name_sentences(_Reader(job))


def _name_sentences(reader: _Reader) -> None:
    job = reader.job
    job.ignored += [f"in words: {one[:_MOST_SHOWN]}" for one in unread(job.words, _said(reader))]


_UNSAID = "which no field says"


def _said(reader: _Reader) -> set[str]:
    """Return the kinds that were read, or that the file declares."""
    found = set(reader.kinds)
    names = {getattr(one, "name", getattr(one, "kind", "")) for one in reader.job.added}
    names |= {group.kind for group in reader.job.rules.groups}
    for kind, declared in DECLARED.items():
        if names & {*declared}:
            found.add(kind)
    return found


DECLARED = {
    "killer": ("killer", "sum"), "no repeats": ("killer", "extraregion", "region"),
    "arrow": ("arrow",), "thermo": ("thermo",), "slowthermo": ("slowthermo",),
    "whispers": ("whispers",), "dutch": ("whispers",), "renban": ("renban",),
    "regionsum": ("equalsums",), "palindrome": ("palindrome",), "between": ("between",),
    "zipper": ("zipper",), "entropic": ("entropic",), "modular": ("modular",),
    "nabner": ("nabner",), "lockout": ("lockout",), "tenline": ("sumline", "sumloop"),
    "white": ("white",), "black": ("black",), "differences": ("white",),
    "xv": ("xv",), "roman": ("xv",), "contains": ("contains",),
    "global entropy": ("globalentropy",),
    "inequality": ("greater",), "quad": ("quad",), "odd": ("odd",), "even": ("even",),
    "littlekiller": ("littlekiller",), "sandwich": ("sandwich",), "xsum": ("xsum",),
    "skyscraper": ("skyscraper",), "numberedroom": ("numberedroom",),
    "diagonal": ("diagonal", "antidiagonal"), "antiknight": ("antiknight",),
    "antiking": ("antiking",), "nonconsecutive": ("nonconsecutive", "nowhite"),
    "extraregion": ("extraregion", "window", "region"), "disjoint": ("extraregion", "disjoint"),
    "clone": ("clone",), "minimum": ("minimum",), "maximum": ("maximum",), "circles": ("circles",),
    "doublearrow": ("doublearrow",), "parity": ("parity",), "arithmetic": ("arithmetic",),
    "average": ("average", "mean"), "product": ("product",), "prime": ("primesum",),
    "square sum": ("squaresum",), "same sums": ("equalcages", "equalsums"),
    "indexing": ("rowindexer", "columnindexer", "boxindexer"), "no sums": ("nosum",),
    "apart": ("whispers",), "global mod": ("globalmod",),
    "all given": ("nowhite", "noblack", "nosum"),
}  # fmt: skip
"""Which declared constraints a kind of the words speaks of."""


def _is_decoration(thing: DrawnThing) -> bool:
    """Return whether a thing shows nothing: transparent, or white without edge and text."""
    colours = [one for one in (thing.fill, thing.border) if one and not _is_clear(one)]
    if thing.looks[-1] in ("circle", "rectangle", "text") and not thing.text:
        return all(_paint(one) == "white" for one in colours)
    return False


def _paint(code: str) -> str:
    """Return the plain name of a colour as it is seen on white; empty for one that is clear."""
    if _is_clear(code):
        return ""
    found = re.fullmatch("#([0-9a-f]{3})([0-9a-f])|#([0-9a-f]{6})([0-9a-f]{2})", code)
    if found is None:
        return colour_name(code)
    digits = found[3] or "".join(2 * one for one in found[1])
    part = int(found[4] or 2 * found[2], 16) / 255
    mixed = (255 - part * (255 - int(digits[i : i + 2], 16)) for i in (0, 2, 4))
    return colour_name("#" + "".join(f"{round(one):02x}" for one in mixed))


def _is_clear(colour: str) -> bool:
    return colour in ("transparent", "none") or bool(
        re.fullmatch("#(?:[0-9a-f]{6}00|[0-9a-f]{3}0)", colour)
    )


# Lines


def _plain_line(thing: DrawnThing) -> bool:
    """Return whether a line goes from middle to middle of cells."""
    inner, ends = thing.points[1:-1], (*thing.points[:1], *thing.points[-1:])
    return (
        len(set(thing.cells)) > 1
        and all(abs(a % 1 - 0.5) < 0.26 and abs(b % 1 - 0.5) < 0.26 for a, b in inner)
        and all(abs(a % 1 - 0.5) < 0.46 and abs(b % 1 - 0.5) < 0.46 for a, b in ends)
    )


def _along(name: str) -> Callable[[_Reader, DrawnThing], Iterable[Constraint] | None]:
    """Return what makes a variant of all cells of a line."""

    def made(reader: _Reader, line: DrawnThing) -> Iterable[Constraint]:
        return [reader.variant(name, line.cells)]

    return made


def _once(name: str) -> Callable[[_Reader, DrawnThing], Iterable[Constraint] | None]:
    """Return what makes a variant in which the order and the end of a line do not matter."""

    def made(reader: _Reader, line: DrawnThing) -> Iterable[Constraint]:
        return [reader.variant(name, dict.fromkeys(line.cells))]

    return made


def _thermo(name: str) -> Callable[[_Reader, DrawnThing], Iterable[Constraint] | None]:
    def made(reader: _Reader, line: DrawnThing) -> Iterable[Constraint] | None:
        first, last = reader.ends(line)
        alike = [[s for s in some if _same_paint(s, line)] for some in (first, last)]
        if bool(alike[0]) == bool(alike[1]):
            return None
        return [reader.variant(name, line.cells if alike[0] else line.cells[::-1])]

    return made


def _with_rings(name: str) -> Callable[[_Reader, DrawnThing], Iterable[Constraint] | None]:
    def made(reader: _Reader, line: DrawnThing) -> Iterable[Constraint] | None:
        first, last = reader.ends(line)
        if not (first and last) or len(line.cells) < 3:
            return None
        return [reader.variant(name, line.cells)]

    return made


def _lockout(reader: _Reader, line: DrawnThing) -> Iterable[Constraint] | None:
    at = {cell for thing in reader.of_kind("rectangle") for cell in thing.cells[:1]
          if len(thing.cells) == 1}  # fmt: skip
    if not {line.cells[0], line.cells[-1]} <= at:
        return None
    return [reader.variant("lockout", line.cells)]


def _region_sums(reader: _Reader, line: DrawnThing) -> Iterable[Constraint] | None:
    parts = cut_at_regions(reader.job, line.cells)
    return [EqualSums(reader.board, parts)] if len(parts) > 1 else []


def _sum_line(reader: _Reader, line: DrawnThing) -> Iterable[Constraint]:
    is_closed = line.cells[0] == line.cells[-1]
    return [reader.variant("sumloop:10" if is_closed else "sumline:10", line.cells)]


def _open_whispers(number: str) -> Callable[[_Reader, DrawnThing], Iterable[Constraint] | None]:
    def made(reader: _Reader, line: DrawnThing) -> Iterable[Constraint]:
        return [reader.variant(f"whispers:{number}" if number else "whispers", line.cells)]

    return made


_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "ten": 10}


def _number_in(sentences: Iterable[str], after: str) -> int | None:
    """Return the number, in digits or as a word, that follows some words in a sentence."""
    found = re.search(rf"(?:{after}) (\d+|{'|'.join(_NUMBERS)})\b", " ".join(sentences).lower())
    return None if found is None else _whole(found[1])


def _whole(text: str) -> int | None:
    """Return the number that a text says, in digits or as a word; None for other texts."""
    plain = text.strip()
    return int(plain) if re.fullmatch("[0-9]{1,6}", plain) else _NUMBERS.get(plain)


_AT_LEAST = "at least|minimum|minimum of"


def _apart(reader: _Reader, line: DrawnThing) -> Iterable[Constraint] | None:
    """Return whispers with the least difference that the words name."""
    number = _number_in(reader.spoken.get("apart", ()), _AT_LEAST)
    return None if number is None else [reader.variant(f"whispers:{number}", line.cells)]


def _parity(name: str) -> Callable[[_Reader, DrawnThing], Iterable[Constraint] | None]:
    """Return what makes all digits of a line odd, or even, if a sentence about lines says so."""

    def made(reader: _Reader, line: DrawnThing) -> Iterable[Constraint] | None:
        colour, about = _paint(line.fill), re.compile(rf"\blines?\b.*\b{name}\b", re.IGNORECASE)
        said = filter(about.search, reader.spoken[name])
        if not any(colour in colours_in(sentence) for sentence in said):
            return None
        return [reader.variant(name, dict.fromkeys(line.cells))]

    return made


def _one_way(reader: _Reader, line: DrawnThing) -> Iterable[Constraint] | None:
    """Return that digits grow one way or the other: each is between its neighbours."""
    threes = zip(line.cells, line.cells[1:], line.cells[2:], strict=False)
    return [reader.variant("between", three) for three in threes]


def _line_sum(reader: _Reader, line: DrawnThing) -> Iterable[Constraint] | None:
    total = _number_in(reader.spoken.get("line sum", ()), "sum to|sums to")
    return None if total is None else [reader.variant(f"sum:{total}", dict.fromkeys(line.cells))]


LINES = (
    LineKind("slowthermo", ("grey",), (0.85, 0.6), _thermo("slowthermo")),
    LineKind("thermo", ("#cccf", "#cfcfcf", "grey"), (0.91, 0.69), _thermo("thermo")),
    LineKind("whispers", ("#67f067ff", "#67f067", "#a3e048", "green"), (0.97, 0.88),
             _open_whispers("5")),
    LineKind("dutch", ("#ffa600ff", "orange"), (0.97, 0.88), _open_whispers("4")),
    LineKind("parity", ("#f66f", "red"), (0.82, 0.6), _along("parity")),
    LineKind("arithmetic", ("grey", "blue"), (0.8, 0.5), _along("arithmetic")),
    LineKind("odd", (), (0.8, 0.7), _parity("odd")),
    LineKind("even", (), (0.8, 0.7), _parity("even")),
    LineKind("one way", ("grey",), (0.7, 0.5), _one_way),
    LineKind("line sum", ("grey", "red"), (0.7, 0.4), _line_sum),
    LineKind("apart", ("green", "orange"), (0.8, 0.6), _apart),
    LineKind("renban", ("#f067f0ff", "#f067f0", "#d23be7", "pink", "purple"), (0.89, 0.79),
             _along("renban")),
    LineKind("regionsum", ("#2ecbffff", "#2ecbff", "#34bbe6", "cyan", "blue"), (0.89, 0.47),
             _region_sums),
    LineKind("between", ("grey",), (0.85, 0.5), _with_rings("between")),
    LineKind("lockout", ("blue", "cyan", "purple"), (0.85, 0.5), _lockout),
    LineKind("doublearrow", ("grey",), (0.4, 0.2), _with_rings("doublearrow")),
    LineKind("palindrome", ("grey",), (0.88, 0.6), _along("palindrome")),
    LineKind("zipper", ("purple", "pink"), (0.95, 0.41), _along("zipper")),
    LineKind("entropic", ("#fcaf", "#ffccaaff", "orange"), (0.88, 0.6), _along("entropic")),
    LineKind("modular", ("#3baf", "#33bbaaff", "cyan", "green"), (0.91, 0.6),
             _along("modular:3")),
    LineKind("nabner", ("yellow",), (0.93, 0.6), _once("nabner")),
    LineKind("tenline", ("grey", "cyan", "red"), (0.92, 0.45), _sum_line),
)  # fmt: skip


def _same_paint(shape: DrawnThing, line: DrawnThing) -> bool:
    """Return whether a shape has the colour of a line, as a bulb has."""
    fill, colour = shape.fill or shape.border, line.fill
    if not fill or _is_clear(fill):
        return False
    return fill[:7] == colour[:7] or (
        _paint(fill) == _paint(colour) and _paint(fill) not in ("white", "black")
    )


def _family(reader: _Reader, line: DrawnThing) -> tuple[object, ...]:
    """Return what lines have in common that mean the same."""
    first, last = reader.ends(line)
    bulbs = [any(_same_paint(s, line) for s in some) for some in (first, last)]
    rings = bool(first), bool(last)
    return line.fill, round(line.size[0], 1), sum(bulbs), sum(rings)


def _lines(reader: _Reader) -> None:
    families: dict[tuple[object, ...], list[DrawnThing]] = defaultdict(list)
    for line in reader.of_kind("line"):
        if line.points and _plain_line(line):
            families[_family(reader, line)].append(line)
    ways = sorted(
        ((score, n, m) for n, family in enumerate(families.values()) for m, kind in enumerate(LINES)
         if (score := _score(reader, kind, family[0])) > 0), key=lambda way: (-way[0], *way[1:])
    )  # fmt: skip
    every = list(families.values())
    done: set[int] = set()
    for _, number, place in ways:
        if number in done:
            continue
        kind = LINES[place]
        claims = _claims(reader, kind, every[number])
        if claims is not None and reader.propose(kind.kind, kind.rate, claims):
            done.add(number)


def _claims(reader: _Reader, kind: LineKind, family: list[DrawnThing]) -> list[Claim] | None:
    found: list[Claim] = []
    for line in family:
        try:
            made = kind.made(reader, line)
        except CpsudokuError:
            return None
        if made is None:
            continue
        ends = [s for some in reader.ends(line) for s in some] if kind.kind in _WITH_ENDS else []
        found += [Claim((line, *ends), one) for one in made]
    return found


_WITH_ENDS = {"thermo", "slowthermo", "between", "doublearrow", "lockout"}


def _score(reader: _Reader, kind: LineKind, line: DrawnThing) -> float:
    """Return how well a kind fits the look of a line; 0 or less where it does not."""
    name = _paint(line.fill)
    _, _, bulbs, rings = _family(reader, line)
    needs_ends = kind.kind in _WITH_ENDS
    is_exact = line.fill in kind.colours and line.fill.startswith("#")
    score = 3.0 * is_exact + 2.0 * (name in kind.colours)
    if not reader.has_words:
        is_sure = is_exact and (not needs_ends or bool(bulbs)) and kind.kind in _SURE
        return score if is_sure else 0
    if kind.kind not in reader.spoken:
        return 0
    named = {colour for sentence in reader.spoken[kind.kind] for colour in colours_in(sentence)}
    named -= {"white", "black"} if needs_ends else set()
    if named:
        score += 4.0 if name in named else -3.0
    if needs_ends:
        score += 3.0 if rings else -9.0
    elif bulbs == 1 and "thermo" in reader.spoken:
        score -= 4.0
    return score + 0.5


_SURE = {"thermo", "whispers", "renban", "regionsum"}


def _diagonals(reader: _Reader) -> None:
    if not reader.says("diagonal"):
        return
    board, claims = reader.board, []
    if board.height != board.width:
        return
    size = board.height
    for line in reader.of_kind("line"):
        if len(line.points) < 2:
            continue
        (a, b), (c, d) = line.points[0], line.points[-1]
        if min(abs(a - c), abs(b - d)) < size - 1.7 or len(set(line.cells)) < size - 2:
            continue
        is_main = (a - c) * (b - d) > 0
        if is_main and abs(min(a, c) - min(b, d)) < 0.6:
            claims.append(Claim((line,), diagonal_of(size, "diagonal")))
        elif not is_main and abs(min(a, c) - (size - max(b, d))) < 0.6:
            claims.append(Claim((line,), diagonal_of(size, "antidiagonal")))
    reader.propose("diagonal", (0.95, 0.8), claims)


def _arrows(reader: _Reader) -> None:
    if not reader.says("arrow") and "average" not in reader.spoken:
        return
    claims, is_mean = [], "average" in reader.spoken
    for arrow in reader.of_kind("arrow"):
        if not arrow.cells or not arrow.points:
            continue
        bulb = _bulb(reader, arrow)
        if bulb is None:
            continue
        rest = arrow.cells
        while rest and rest[0] in bulb.cells:
            rest = rest[1:]
        try:
            if is_mean and len(bulb.cells) == 1:
                one = reader.variant("average", (*bulb.cells, *rest))
            else:
                one = reader.variant("arrow", bulb.cells, rest)
            claims.append(Claim((arrow, bulb), one))
        except CpsudokuError:
            continue
    reader.propose("average" if is_mean else "arrow", (0.97, 0.73), claims)


def _bulb(reader: _Reader, arrow: DrawnThing) -> DrawnThing | None:
    """Return the round shape in which an arrow begins."""
    row, column = arrow.points[0]
    best = None
    for shapes in reader.shapes.values():
        for shape in shapes:
            if shape.place is None:
                continue
            beyond = max(
                abs(row - shape.place[0]) - shape.size[0] / 2,
                abs(column - shape.place[1]) - shape.size[1] / 2,
            )
            if beyond < 0.35 and (best is None or beyond < best[0]):
                best = beyond, shape
    return best[1] if best else None


# Things at one place


def _little_killers(reader: _Reader) -> None:
    if not reader.says("littlekiller"):
        return
    claims = [
        Claim((arrow,), reader.variant(f"littlekiller:{arrow.text}", arrow.cells))
        for arrow in reader.of_kind("arrow", beside=True)
        if _whole(arrow.text) is not None and arrow.cells
    ]
    reader.propose("littlekiller", (0.90, 0.41), claims)


def _edges(reader: _Reader) -> None:
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


def _chevrons(reader: _Reader) -> Iterator[Claim]:
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
        number = f":{text}" if _whole(text) is not None else ""
        name = _paint(thing.fill)
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


def _negatives(reader: _Reader, found: dict[str, list[Claim]]) -> None:
    """Propose that all dots or signs are given, where a sentence says it."""
    said = [
        one for one in reader.spoken.get("all given", ())
        if one not in reader.spoken.get("not all given", ()) and not _LIMITS.search(one)
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
            try:
                claims.append(Claim((), reader.variant(f"{kind}@{exempt}" if exempt else kind)))
            except CpsudokuError:
                continue
    reader.propose("all given", (0.9, 0.7), claims)


def _corners(reader: _Reader) -> None:
    """Read the digits in circles where four cells meet."""
    if not reader.says("quad"):
        return
    claims = []
    for thing in reader.of_kind("circle", "text", "rectangle"):
        if len(thing.cells) != 4:
            continue
        wanted = digits_in(thing.text, reader.board.size)
        if wanted and len(wanted) <= 4 and not re.search("[A-Za-z]", thing.text):
            try:
                claims.append(
                    Claim((thing,), reader.variant(f"quad:{','.join(wanted)}", thing.cells))
                )
            except CpsudokuError:
                continue
    reader.propose("quad", (0.83, 0.6), claims)


_BESIDE = ("sandwich", "xsum", "skyscraper", "numberedroom")


def _outside(reader: _Reader) -> None:
    """Read the numbers beside rows and columns, if the words speak of one kind of them."""
    kinds = [kind for kind in _BESIDE if kind in reader.spoken]
    things = [t for t in reader.of_kind("text", "circle", "rectangle", beside=True)
              if _whole(t.text) is not None and len(t.cells) > 2]  # fmt: skip
    for kind in kinds:
        left = [thing for thing in things if id(thing) not in reader.claimed]
        claims = [
            Claim((thing,), reader.variant(f"{kind}:{_whole(thing.text)}", thing.cells))
            for thing in left
        ]
        if len(kinds) == 1 or (claims and all(reader.fits(c.constraint) for c in claims)):
            reader.propose(kind, (0.81, 0.5), claims)


def _cages(reader: _Reader) -> None:
    """Read cages with totals, bounds or parities of totals, or with different digits."""
    if not reader.says("killer") and not reader.says("no repeats"):
        return
    claims = []
    is_unique = "no repeats" in reader.spoken or not reader.has_words
    for cage in reader.of_kind("cage"):
        cells, text = cage.cells, cage.text.strip().lower()
        can_differ = is_unique and 1 < len(cells) <= reader.board.size
        total = _whole(text)
        if total is not None and reader.says("killer"):
            name = "killer" if can_differ or len(cells) == 1 else "sum"
            if cells and _can_add_up(reader, cells, total, is_unique=name == "killer"):
                claims.append(Claim((cage,), reader.variant(f"{name}:{text}", cells)))
            continue
        totals = _totals(text, len(cells) * reader.board.last)
        if totals and cells:
            listed = ",".join(map(str, totals))
            claims.append(Claim((cage,), reader.variant(f"sum:{listed}", cells)))
        if can_differ and (totals or not text):
            claims.append(Claim((cage,), ExtraRegion(reader.board, cells)))
    reader.propose("killer" if reader.says("killer") else "no repeats", (0.89, 0.62), claims)


def _totals(text: str, most: int) -> list[int]:
    """Return the totals up to a number that a text such as ``<19`` or ``odd`` allows."""
    bound = re.fullmatch(r"([<>≤≥]) ?(\d{1,3})", text)
    every = range(1, most + 1)
    if bound is not None:
        sign, number = bound[1], int(bound[2])
        is_below = sign in "<≤"
        return [
            n for n in every
            if (n == number and sign in "≤≥") or (n != number and (n < number) == is_below)
        ]  # fmt: skip
    if text in ("odd", "o", "even", "e"):
        return [n for n in every if n % 2 == (text[0] == "o")]
    return []


def _same_sums(reader: _Reader) -> None:
    """Read cages that have one total, which nobody says: those with one letter, or all."""
    cages = [
        cage for cage in reader.of_kind("cage")
        if cage.cells and not re.search("[0-9]", cage.text) and len(cage.text) < 3
    ]  # fmt: skip
    if "same sums" not in reader.spoken or len(cages) < 2:
        return
    texts = [cage.text.strip() for cage in cages]
    letters = list(dict.fromkeys(texts))
    said = " ".join(reader.spoken["same sums"]).lower()
    are_apart = len(letters) > 1 and re.search(r"\bdifferent (?:letters?|totals?|sums?)", said)
    if "no repeats" in reader.spoken and (are_apart or len(letters) == 1):
        numbers = ",".join(str(letters.index(text) + 1) for text in texts)
        named = f"equalcages:{numbers}" if are_apart else "equalcages"
        one = reader.variant(named, *(cage.cells for cage in cages))
        reader.propose("same sums", (0.7, 0.3), [Claim(tuple(cages), one)])
        return
    for letter in letters:
        its = [cage for cage in cages if cage.text.strip() == letter]
        if len(its) > 1:
            parts = tuple(cage.cells for cage in its)
            claims = [Claim(tuple(its), EqualSums(reader.board, parts))]
            if "no repeats" in reader.spoken:
                claims += [Claim((c,), ExtraRegion(reader.board, c.cells)) for c in its]
            reader.propose("same sums", (0.7, 0.3), claims)


def _special_cages(reader: _Reader) -> None:
    """Read cages with a product, an average or digits, and those whose sum is prime or a square."""
    if "contains" in reader.spoken:
        listed = [
            (cage, digits_in(cage.text, reader.board.size)) for cage in reader.of_kind("cage")
        ]
        reader.propose("contains", (0.7, 0.5), [
            Claim((c,), reader.variant(f"contains:{','.join(digits)}", c.cells))
            for c, digits in listed if digits and len(digits) <= len(c.cells)
        ])  # fmt: skip
    for kind, name in _SPECIAL.items():
        said = [one for one in reader.spoken.get(kind, ()) if re.search(r"\bcages?\b", one, re.I)]
        cages = [cage for cage in reader.of_kind("cage") if cage.cells]
        if not said:
            continue
        if kind in ("product", "average"):
            claims = [Claim((c,), reader.variant(f"{name}:{_whole(c.text)}", c.cells))
                      for c in cages if _whole(c.text) is not None]  # fmt: skip
        else:
            claims = [Claim((c,), reader.variant(name, c.cells)) for c in cages if not c.text]
        reader.propose(kind, (0.7, 0.4), claims)


_SPECIAL = {"product": "product", "average": "mean", "prime": "primesum",
            "square sum": "squaresum"}  # fmt: skip


def _can_add_up(reader: _Reader, cells: Cells, total: int, *, is_unique: bool) -> bool:
    """Return whether the digits of some cells can add up to a number."""
    board, count = reader.board, len(cells)
    steps = range(count) if is_unique else (0,) * count
    least, most = sum(board.first + n for n in steps), sum(board.last - n for n in steps)
    return least <= total <= most


def _cells(reader: _Reader) -> None:
    """Read the shapes that stand in single cells."""
    families: dict[tuple[object, ...], list[DrawnThing]] = defaultdict(list)
    for thing in reader.of_kind("circle", "rectangle"):
        is_seen = bool(thing.border) or (bool(thing.fill) and not _is_clear(thing.fill))
        if len(thing.cells) == 1 and not thing.text and min(thing.size) >= _BIG and is_seen:
            whole = min(thing.size) > 0.97 and not thing.is_round
            families[thing.is_round, whole, thing.fill, thing.border].append(thing)
    for (is_round, is_whole, fill, border), things in families.items():
        shape = "circle" if is_round else "square"
        names = {_paint(str(fill)), _paint(str(border))} - {"", "white"}
        for kind in ("odd", "even", "circles", "minimum", "maximum", "extraregion"):
            if kind in reader.spoken and _is_meant(
                reader.spoken[kind], kind, shape, bool(is_whole), names
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
                reader.propose(kind, (0.6, 0.6), claims)


def _regions(reader: _Reader, things: Sequence[DrawnThing]) -> list[Claim]:
    """Return the connected areas of shaded cells that have as many cells as there are digits."""
    by_cell = {thing.cells[0]: thing for thing in things}
    cells = list(by_cell)
    joints = [(cells[one], cells[other]) for one, other in touching(reader.board, cells)]
    areas = {cell: {cell} for cell in cells}
    for one, other in joints:
        if areas[one] is not areas[other]:
            areas[one] |= areas[other]
            areas |= dict.fromkeys(areas[other], areas[one])
    every = {id(area): sorted(area) for area in areas.values()}.values()
    return [
        Claim(tuple(map(by_cell.__getitem__, area)), ExtraRegion(reader.board, tuple(area)))
        for area in every if len(area) == reader.board.size
    ]  # fmt: skip


_ANY_SHAPE = r"\b(?:circles?|squares?|cells?|shaded|marked|box|digits? (?:in|on))\b"


def _is_meant(
    sentences: Sequence[str], kind: str, shape: str, is_whole: bool, names: set[str]
) -> bool:
    """Return whether a sentence about a kind speaks of shapes that look so."""
    other = "square" if shape == "circle" else "circle"
    word = {"odd": "odd", "even": "even"}.get(kind)
    for sentence in sentences:
        clauses = re.split(r"[,;]| and (?=\w+ (?:circle|square|cell))|(?<=odd)\b|(?<=even)\b",
                           sentence.lower())  # fmt: skip
        its = [c for c in clauses if word is None or word in c]
        for clause in its or [sentence.lower()]:
            text = clause if re.search(_ANY_SHAPE, clause) else sentence.lower()
            has, has_other = shape in text, other in text
            named = colours_in(text)
            fits_colour = not named or bool(named & names) or (not names and "white" in named)
            fits_shape = has or (not has_other and bool(re.search(_ANY_SHAPE, text)))
            if fits_colour and fits_shape:
                return True
    return False


_FORBIDS = re.compile(
    r"\bnot\b|\bno\b|\bnever\b|n't\b|cannot|different|differ\b|anti|non-?conse|repeat", re.I
)


_LIMITS = re.compile(
    r"\b(?:only|loops?|lines?|paths?|within|sums?|parity|even|odd|arrows?|cages?|"
    r"golden|applied|some sort)\b|\b(?:joined|separated) by (?!.{0,24}\bk(?:night|ing))"
    r"|\bknight.*\bconsecutive",
    re.IGNORECASE,
)
"""Words by which a rule about all cells is about some of them."""


def _words(reader: _Reader) -> None:
    """Propose what sentences say to hold everywhere."""
    names = {getattr(one, "name", getattr(one, "kind", "")) for one in reader.job.added}
    for kind in ("antiknight", "antiking", "nonconsecutive"):
        every = reader.spoken.get(kind, ())
        if any(_FORBIDS.search(one) and not _LIMITS.search(one) for one in every) and (
            kind not in names
        ):
            reader.propose(kind, (0.9, 0.6), [Claim((), reader.variant(kind))])
    said = [one for one in reader.spoken.get("no sums", ()) if _FORBIDS.search(one)]
    if said and "nosum" not in names:
        totals = re.findall(r"\b(?:\d+|five|ten)\b", said[0].lower())
        numbers = {_whole(one) for one in totals if one != "2"} - {None}
        claims = [Claim((), reader.variant(f"nosum:{n}")) for n in sorted(filter(None, numbers))]
        reader.propose("no sums", (0.9, 0.6), claims)
    if "global mod" in reader.spoken:
        reader.propose("global mod", (0.8, 0.6), [Claim((), reader.variant("globalmod"))])
    least = _number_in(reader.spoken.get("global apart", ()), _AT_LEAST)
    if least is not None:
        lines = [g.cells for kind in ("row", "column") for g in reader.job.rules.of_kind(kind)]
        claims = [Claim((), reader.variant(f"whispers:{least}", line)) for line in lines]
        reader.propose("global apart", (0.8, 0.6), claims)
    if "disjoint" in reader.spoken and reader.job.rules.of_kind("box"):
        boxes = [sorted(group.cells) for group in reader.job.rules.of_kind("box")]
        places = [ExtraRegion(reader.board, cells) for cells in zip(*boxes, strict=True)]
        reader.propose("disjoint", (0.9, 0.6), [Claim((), place) for place in places])
    if "global entropy" in reader.spoken:
        reader.propose("global entropy", (0.8, 0.6), [Claim((), reader.variant("globalentropy"))])
    _indexing(reader)
    _magic_square(reader)
    _of_lines(reader)
    groups = {group.kind for group in reader.job.rules.groups} | names
    said = [
        one for one in reader.spoken.get("diagonal", ())
        if re.search(r"\b(?:both|main|long|major|each|two)\b", one, re.I)
        and not re.search(r"\b(?:marked|indicated|blue|sum)\b", one, re.I)
    ]  # fmt: skip
    if (
        said
        and not groups & {"diagonal", "antidiagonal"}
        and reader.board.height == reader.board.width
    ):
        size = reader.board.height
        both = [Claim((), diagonal_of(size, kind)) for kind in ("diagonal", "antidiagonal")]
        reader.propose("diagonal", (0.85, 0.6), both)


def _of_lines(reader: _Reader) -> None:
    """Propose what sentences say of all lines: different digits on each, or one total for all."""
    every = [t for t in reader.things if t.looks[-1] == "line" and t.points and _plain_line(t)]
    lines = {thing.cells: thing for thing in every}
    size = reader.board.size
    if "lines differ" in reader.spoken:
        apart = [cells for cells in lines if len(set(cells)) == len(cells) <= size]
        claims = [Claim((), ExtraRegion(reader.board, cells)) for cells in apart]
        reader.propose("lines differ", (0.8, 0.6), claims)
    free = [cells for cells, thing in lines.items() if id(thing) not in reader.claimed]
    if "lines equal" in reader.spoken and len(free) > 1:
        things = tuple(lines[cells] for cells in free)
        one = EqualSums(reader.board, tuple(free))
        reader.propose("lines equal", (0.8, 0.4), [Claim(things, one)])


_MAGIC = 3  # rows of a magic square


def _magic_square(reader: _Reader) -> None:
    """Propose that rows, columns and diagonals of a box have one total."""
    said = " ".join(reader.spoken.get("magic square", ()))
    boxes = reader.job.rules.of_kind("box")
    if not said or any(len(box.cells) != _MAGIC**2 for box in boxes) or len(boxes) != _MAGIC**2:
        return
    number = _number_in([said], "box") or (len(boxes) + 1) // 2
    if number > len(boxes):
        return
    cells = sorted(boxes[number - 1].cells)
    rows = [tuple(cells[_MAGIC * n : _MAGIC * n + _MAGIC]) for n in range(_MAGIC)]
    columns = list(zip(*rows, strict=True))
    diagonals = [(cells[0], cells[4], cells[8]), (cells[2], cells[4], cells[6])]
    one = EqualSums(reader.board, (*rows, *columns, *diagonals))
    reader.propose("magic square", (0.8, 0.5), [Claim((), one)])


def _indexing(reader: _Reader) -> None:
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
