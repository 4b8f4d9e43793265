"""Lines and arrows: what a family of lines that look alike may mean."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from cpsudoku.errors import CpsudokuError
from cpsudoku.formats.setters.drawings import cut_at_regions
from cpsudoku.formats.setters.imported import diagonal_of
from cpsudoku.formats.setters.phrases import AT_LEAST, number_in
from cpsudoku.formats.setters.recogniser.reader import Cells, Claim, Recogniser
from cpsudoku.formats.setters.things import DrawnThing, is_clear, paint
from cpsudoku.rules import Constraint
from cpsudoku.rules.board import pieces
from cpsudoku.variants.sum_lines import EqualSums


def plain_line(thing: DrawnThing) -> bool:
    """Return whether a line goes from middle to middle of cells."""
    inner, ends = thing.points[1:-1], (*thing.points[:1], *thing.points[-1:])
    return (
        len(set(thing.cells)) > 1
        and all(abs(a % 1 - 0.5) < 0.26 and abs(b % 1 - 0.5) < 0.26 for a, b in inner)
        and all(abs(a % 1 - 0.5) < 0.46 and abs(b % 1 - 0.5) < 0.46 for a, b in ends)
    )


def _along(reader: Recogniser, variant: str, line: DrawnThing) -> Iterable[Constraint]:
    """Return a variant of all cells of a line."""
    return [reader.variant(variant, line.cells)]


def _once(reader: Recogniser, variant: str, line: DrawnThing) -> Iterable[Constraint]:
    """Return a variant in which the order and the end of a line do not matter."""
    return [reader.variant(variant, dict.fromkeys(line.cells))]


def _thermo(reader: Recogniser, variant: str, line: DrawnThing) -> Iterable[Constraint] | None:
    first, last = reader.ends(line)
    alike = [[s for s in some if _same_paint(s, line)] for some in (first, last)]
    if bool(alike[0]) == bool(alike[1]):
        return None
    return [reader.variant(variant, line.cells if alike[0] else line.cells[::-1])]


def _with_rings(reader: Recogniser, variant: str, line: DrawnThing) -> Iterable[Constraint] | None:
    first, last = reader.ends(line)
    return _along(reader, variant, line) if first and last and len(line.cells) > 2 else None


def _lockout(reader: Recogniser, variant: str, line: DrawnThing) -> Iterable[Constraint] | None:
    at = {cell for thing in reader.of_kind("rectangle") for cell in thing.cells[:1]
          if len(thing.cells) == 1}  # fmt: skip
    return _along(reader, variant, line) if {line.cells[0], line.cells[-1]} <= at else None


def _sum_line(reader: Recogniser, _: str, line: DrawnThing) -> Iterable[Constraint]:
    name = "sumloop" if line.cells[0] == line.cells[-1] else "sumline"
    total = number_in(reader.spoken["tenline"], "add (?:up )?to|sums? to") or 10
    return [reader.variant(f"{name}:{total}", line.cells)]


def _apart(reader: Recogniser, variant: str, line: DrawnThing) -> Iterable[Constraint] | None:
    """Return a variant with the least difference that the sentences say."""
    number = number_in(reader.spoken.get("apart", ()), AT_LEAST)
    return None if number is None else _along(reader, f"{variant}:{number}", line)


def _total(reader: Recogniser, variant: str, line: DrawnThing) -> Iterable[Constraint] | None:
    """Return a variant with the total that the sentences say."""
    number = number_in(reader.spoken.get("line sum", ()), "sum to|sums to")
    return None if number is None else _once(reader, f"{variant}:{number}", line)


def _parity(reader: Recogniser, variant: str, line: DrawnThing) -> Iterable[Constraint] | None:
    """Return that all digits of a line are odd, or even, if a sentence about lines says so."""
    colour, about = paint(line.fill), re.compile(rf"\blines?\b.*\b{variant}\b", re.IGNORECASE)
    said = filter(about.search, reader.spoken[variant])
    is_said = any(colour in reader.book.colours_in(sentence) for sentence in said)
    return _once(reader, variant, line) if is_said else None


def _one_way(reader: Recogniser, _: str, line: DrawnThing) -> Iterable[Constraint]:
    """Return that digits grow one way or the other: each is between its neighbours."""
    threes = zip(line.cells, line.cells[1:], line.cells[2:], strict=False)
    return [reader.variant("between", three) for three in threes]


class LineKind(NamedTuple):
    """What a family of lines may mean.

    Args:
        kind: as in the book of phrases.
        colours: plain names and codes that setters use for it; codes are sure without words.
        rate: how often it is right, and how often where digits have other values; measured.
        made: gives the constraints of a line; None where its look does not fit.  None for region
            sums, which a family has together.
        variant: its name, with its numbers; empty where it is that of the kind.
    """

    kind: str
    colours: tuple[str, ...]
    rate: tuple[float, float]
    made: Callable[[Recogniser, str, DrawnThing], Iterable[Constraint] | None] | None = _along
    variant: str = ""


LINES = (
    LineKind("slowthermo", ("grey",), (0.85, 0.6), _thermo),
    LineKind("thermo", ("#cccf", "#cfcfcf", "grey"), (0.91, 0.69), _thermo),
    LineKind("whispers", ("#67f067ff", "#67f067", "#a3e048", "green"), (0.97, 0.88),
             variant="whispers:5"),
    LineKind("dutch", ("#ffa600ff", "orange"), (0.97, 0.88), variant="whispers:4"),
    LineKind("parity", ("#f66f", "red"), (0.82, 0.6)),
    LineKind("arithmetic", ("grey", "blue"), (0.8, 0.5)),
    LineKind("odd", (), (0.8, 0.7), _parity),
    LineKind("even", (), (0.8, 0.7), _parity),
    LineKind("one way", ("grey",), (0.7, 0.5), _one_way),
    LineKind("line sum", ("grey", "red"), (0.7, 0.4), _total, "sum"),
    LineKind("apart", ("green", "orange"), (0.8, 0.6), _apart, "whispers"),
    LineKind("renban", ("#f067f0ff", "#f067f0", "#d23be7", "pink", "purple"), (0.89, 0.79)),
    LineKind("regionsum", ("#2ecbffff", "#2ecbff", "#34bbe6", "cyan", "blue"), (0.89, 0.47),
             None),
    LineKind("between", ("grey",), (0.85, 0.5), _with_rings),
    LineKind("lockout", ("blue", "cyan", "purple"), (0.85, 0.5), _lockout),
    LineKind("doublearrow", ("grey",), (0.4, 0.2), _with_rings),
    LineKind("palindrome", ("grey",), (0.88, 0.6)),
    LineKind("zipper", ("purple", "pink"), (0.95, 0.41)),
    LineKind("entropic", ("#fcaf", "#ffccaaff", "orange"), (0.88, 0.6)),
    LineKind("modular", ("#3baf", "#33bbaaff", "cyan", "green"), (0.91, 0.6),
             variant="modular:3"),
    LineKind("nabner", ("yellow",), (0.93, 0.6), _once),
    LineKind("tenline", ("grey", "cyan", "red"), (0.92, 0.45), _sum_line),
)  # fmt: skip


def _same_paint(shape: DrawnThing, line: DrawnThing) -> bool:
    """Return whether a shape has the colour of a line, as a bulb has."""
    fill, colour = shape.fill or shape.border, line.fill
    if not fill or is_clear(fill):
        return False
    return fill[:7] == colour[:7] or (
        paint(fill) == paint(colour) and paint(fill) not in ("white", "black")
    )


def _family(reader: Recogniser, line: DrawnThing) -> tuple[object, ...]:
    """Return what lines have in common that mean the same."""
    first, last = reader.ends(line)
    bulbs = [any(_same_paint(s, line) for s in some) for some in (first, last)]
    rings = bool(first), bool(last)
    return line.fill, round(line.size[0], 1), sum(bulbs), sum(rings)


def read_lines(reader: Recogniser) -> None:
    """Read families of lines: the best kinds of all first, each family once."""
    families: dict[tuple[object, ...], list[DrawnThing]] = defaultdict(list)
    plain = [line for line in reader.of_kind("line") if line.points and plain_line(line)]
    has_thermos = reader.says("thermo") or reader.says("slowthermo")
    for line in _from_bulbs(reader, plain) if has_thermos else plain:
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
        kind, family = LINES[place], every[number]
        claims = _claims(reader, kind, family)
        if claims is not None and reader.propose(kind.kind, kind.rate, claims):
            done.add(number)


def _from_bulbs(reader: Recogniser, lines: list[DrawnThing]) -> list[DrawnThing]:
    """Return lines, those that branch off one with a bulb led back to it, and cut at a bulb."""
    paths = {id(line): _paths(reader, line) for line in lines}
    for _ in range(_MOST_BRANCHES):
        for line in lines:
            ends = (line.cells, line.cells[::-1])
            alike = (t for t in lines if t is not line and _looks_of(t) == _looks_of(line))
            trunks = [path for trunk in alike for path in paths[id(trunk)]]
            branches = [
                (*path[: path.index(way[0])], *way) for way in ends for path in trunks
                if way[0] in path
            ]  # fmt: skip
            paths[id(line)] = paths[id(line)] or branches[:1]
    found = []
    for line in lines:
        new = [replace(line, cells=path) for path in paths[id(line)]]
        is_same = len(new) == 1 and set(new[0].cells) == set(line.cells)
        reader.originals |= {} if is_same else {id(one): (line,) for one in new}
        found += [line] if is_same or not new else new
    return found


_MOST_BRANCHES = 3  # branches off one another


def _looks_of(line: DrawnThing) -> tuple[str, float]:
    return line.fill, round(line.size[0], 2)


def _paths(reader: Recogniser, line: DrawnThing) -> list[Cells]:
    """Return the ways along a line from its only bulb; none where it has none or several."""
    bulbs = [
        place for place, cell in enumerate(line.cells)
        if any(_same_paint(shape, line) for shape in reader.shapes.get(cell, ()))
    ]  # fmt: skip
    if len(bulbs) != 1:
        return []
    ways = (line.cells[bulbs[0] :: -1], line.cells[bulbs[0] :])
    return [way for way in ways if len(way) > 1]


def _sums_of_webs(reader: Recogniser, family: list[DrawnThing]) -> list[Claim]:
    """Return what lines of region sums say, those that branch off one another as one line.

    Pieces that meet end to end are one line, too, where sentences speak of just one.  Parts in a
    box that share a cell are one part.  Where a solution breaks that, each line is its own.
    """
    said = " ".join(reader.spoken.get("regionsum", ()))
    is_one = bool(_ONE_LINE.search(said)) and not _LINES.search(said)
    lines = [line.cells for line in family]
    ends = [() if cells[0] == cells[-1] else (cells[0], cells[-1]) for cells in lines]
    inner = [(*cells[1:-1], *tips * is_one) for cells, tips in zip(lines, ends, strict=True)]
    found: list[Claim] = []
    for web in _hanging_together(ends, inner):
        parts = [part for n in web for part in cut_at_regions(reader.job, lines[n])]
        joined = _hanging_together(parts, parts)
        cells = tuple(_united(parts[n] for n in some) for some in joined)
        sums = [EqualSums(reader.board, cells)] if len(cells) > 1 else []
        if len(web) > 1 and any(reader.fits(one) is False for one in sums):
            found += [claim for n in web for claim in _sums_of_webs(reader, [family[n]])]
        else:
            found += [Claim(tuple(family[n] for n in web), one) for one in sums]
    return found


def _hanging_together(some: Sequence[Cells], others: Sequence[Cells]) -> list[tuple[int, ...]]:
    """Return the numbers of lines that hang together: cells of one are among others of the next."""
    count = range(len(some))
    return pieces(len(some), [(a, b) for a in count for b in count if {*some[a]} & {*others[b]}])


def _united(parts: Iterable[Cells]) -> Cells:
    """Return the cells of some parts: of one as they are, of several each once."""
    first, *others = parts
    return tuple(dict.fromkeys(chain(first, *others))) if others else first


_ONE_LINE = re.compile(r"\bthe (?:\w+[- ])?line\b", re.IGNORECASE)
_LINES = re.compile(r"\b(?:each|every|an?) (?:\w+[- ])?line\b|\blines\b", re.IGNORECASE)


def _claims(reader: Recogniser, kind: LineKind, family: list[DrawnThing]) -> list[Claim] | None:
    if kind.made is None:
        return _sums_of_webs(reader, family)
    found: list[Claim] = []
    for line in family:
        try:
            made = kind.made(reader, kind.variant or kind.kind, line)
        except CpsudokuError:
            return None
        if made is None:
            continue
        ends = [s for some in reader.ends(line) for s in some] if kind.kind in _WITH_ENDS else []
        drawn = reader.originals.get(id(line), (line,))
        found += [Claim((*drawn, *ends), one) for one in made]
    is_broken = any(reader.fits(one.constraint) is False for one in found)
    if is_broken and kind.kind in _OF_SETS:
        return _of_pieces(reader, kind.kind, family) or found
    return found


_OF_SETS = {"renban", "nabner"}
_NO_CHANCE = 5  # cells of a line put together, at least; fewer fit a solution by chance


def _of_pieces(reader: Recogniser, name: str, family: list[DrawnThing]) -> list[Claim]:
    """Return what sets say of lines drawn in pieces that share cells, if a solution shows it."""
    lines = [line.cells for line in family]
    found: list[Claim] = []
    for web in _hanging_together(lines, lines):
        cells = tuple(dict.fromkeys(cell for n in web for cell in lines[n]))
        if len(web) > 1 and not _NO_CHANCE <= len(cells) <= reader.board.size:
            return []
        found.append(Claim(tuple(family[n] for n in web), reader.variant(name, cells)))
    is_whole = len(found) < len(family) and all(reader.fits(one.constraint) for one in found)
    return found if is_whole else []


_WITH_ENDS = {"thermo", "slowthermo", "between", "doublearrow", "lockout"}


def _score(reader: Recogniser, kind: LineKind, line: DrawnThing) -> float:
    """Return how well a kind fits the look of a line; 0 or less where it does not."""
    name = paint(line.fill)
    _, _, bulbs, rings = _family(reader, line)
    needs_ends = kind.kind in _WITH_ENDS
    is_exact = line.fill in kind.colours and line.fill.startswith("#")
    score = 3.0 * is_exact + 2.0 * (name in kind.colours)
    if not reader.has_words:
        is_sure = is_exact and (not needs_ends or bool(bulbs)) and kind.kind in _SURE
        return score if is_sure else 0
    if kind.kind not in reader.spoken:
        return 0
    named = {
        colour
        for sentence in reader.spoken[kind.kind]
        for colour in reader.book.colours_in(sentence)
    }
    named -= {"white", "black"} if needs_ends else set()
    if named and name:
        score += 4.0 if name in named else -3.0
    if needs_ends:
        score += 3.0 if rings else -9.0
    elif bulbs == 1 and "thermo" in reader.spoken:
        score -= 4.0
    return score + 0.5


_SURE = {"thermo", "whispers", "renban", "regionsum"}


def read_diagonals(reader: Recogniser) -> None:
    """Read lines from corner to corner."""
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


def read_arrows(reader: Recogniser) -> None:
    """Read arrows that begin in a round shape: sums or averages."""
    if not reader.says("arrow") and "average" not in reader.spoken:
        return
    claims, is_mean = list[Claim](), "average" in reader.spoken
    for arrow in reader.of_kind("arrow"):
        if not arrow.cells or not arrow.points:
            continue
        bulb = _bulb(reader, arrow)
        if bulb is None:
            continue
        rest = arrow.cells
        while rest and rest[0] in bulb.cells:
            rest = rest[1:]
        if is_mean and len(bulb.cells) == 1:
            claims += reader.claims((arrow, bulb), "average", (*bulb.cells, *rest))
        else:
            claims += reader.claims((arrow, bulb), "arrow", bulb.cells, rest)
    reader.propose("average" if is_mean else "arrow", (0.97, 0.73), claims)


def _bulb(reader: Recogniser, arrow: DrawnThing) -> DrawnThing | None:
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
