"""What each type of a part means, as variants and primitives."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, groupby, pairwise
from typing import TypeAlias
from urllib.parse import unquote

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.payloads import machine_of, relation_of
from cpsudoku.formats.setters.iss.reader import Reader, Take
from cpsudoku.rules import AllDifferent, Cell, Constraint
from cpsudoku.rules.primitives import Element, Or, Pair, Regular, Table
from cpsudoku.variants import (
    automata,
    cages,
    cells,
    chess,
    counts,
    dots,
    indexing,
    lines,
    outside,
    ranks,
    regions,
    sum_lines,
)
from cpsudoku.variants.base import Variant

Arguments: TypeAlias = tuple[str, ...]
Made: TypeAlias = Iterable[Constraint]


def number(text: str) -> int:
    """Return a whole number.

    Raises:
        FormatError: it is none.
    """
    if not re.fullmatch(r"-?[0-9]{1,6}", text.strip()):
        raise FormatError(f"{text[:20]!r}; expected a number")
    return int(text)


def _on_cells(variant: Callable[..., Variant]) -> Take:
    return lambda reader, names: [variant(reader.board, reader.cells(names))]


def _everywhere(variant: Callable[..., Variant]) -> Take:
    return lambda reader, _: [variant(reader.board)]


def _with_number(variant: Callable[..., Variant]) -> Take:
    """Return a reader of a number in front of the cells."""
    return lambda reader, args: [variant(reader.board, reader.cells(args[1:]), number(args[0]))]


def _cage(reader: Reader, args: Arguments) -> Made:
    found, total = reader.cells(args[1:]), number(args[0]) if args[0] else 0
    once = tuple(dict.fromkeys(found))
    if len(once) == len(found):
        return [cages.Killer(reader.board, found, total or None)]
    group = regions.ExtraRegion(reader.board, once)
    return [group, *_sum(reader, args)] if total else [group]


def _dots(variant: Callable[..., Variant], kind: str = "", *more: int) -> Take:
    """Return a reader of marks between all cells that share an edge."""

    def take(reader: Reader, names: Arguments) -> Made:
        pairs = reader.neighbours(names)
        if kind:
            reader.mark(kind, pairs)
        return [variant(reader.board, pair, *more) for pair in pairs]

    return take


def _line_of(reader: Reader, name: str) -> tuple[Cell, ...]:
    found = re.fullmatch(r"([RC])([0-9]{1,2})", name)
    if found is not None:
        whole = reader.layout.rows if found[1] == "R" else reader.layout.columns
        if 1 <= int(found[2]) <= len(whole):
            return whole[int(found[2]) - 1]
    raise FormatError(f"there is no row or column {name[:20]!r}")


def _both_ends(variant: Callable[..., Variant], *more: int | None) -> Take:
    """Return a reader of clues at both ends of a row or column."""

    def take(reader: Reader, args: Arguments) -> Made:
        line = _line_of(reader, args[0])
        for text, cells_seen in zip(args[1:3], (line, line[::-1]), strict=False):
            if text:
                yield variant(reader.board, cells_seen, number(text), *more)

    return take


def _full_rank(reader: Reader, args: Arguments) -> Made:
    return _both_ends(ranks.FullRank, 1 if reader.ties == "any" else None)(reader, args)


def _sandwich(reader: Reader, args: Arguments) -> Made:
    line, total = _line_of(reader, args[1]), number(args[0])
    if len(line) == reader.board.size:
        return [outside.Sandwich(reader.board, line, total)]
    return [cages.Lunchbox(reader.board, line, total)]


def _x_sum(reader: Reader, args: Arguments) -> Made:
    return _both_ends(outside.XSum)(reader, args)


def _little_killer(reader: Reader, args: Arguments) -> Made:
    layout = reader.layout
    row, column = divmod(layout.cell(args[1]), layout.width)
    last_row, last_column = layout.height - 1, layout.width - 1
    if column == 0 and row < last_row:
        step = (1, 1)
    elif column == last_column and row not in (0, last_row):
        step = (-1, -1)
    elif row == 0 and column > 0:
        step = (1, -1)
    elif row == last_row and 0 < column < last_column:
        step = (-1, 1)
    else:
        raise FormatError(f"a diagonal from {args[1][:20]!r}")
    found: list[Cell] = []
    while 0 <= row <= last_row and 0 <= column <= last_column:
        found.append(row * layout.width + column)
        row, column = row + step[0], column + step[1]
    return [outside.LittleKiller(reader.board, tuple(found), number(args[0]))]


def _whisper(reader: Reader, args: Arguments) -> Made:
    has_number = re.fullmatch(r"[0-9]{1,3}", args[0])
    difference = number(args[0]) if has_number else 5
    names = args[1:] if has_number else args
    found = reader.cells(names)
    if len(set(found)) == len(found):
        return [lines.Whispers(reader.board, found, difference)]
    return [lines.Whispers(reader.board, pair, difference) for pair in pairwise(found)]


def _sum(reader: Reader, args: Arguments) -> Made:
    head, *rest = args[0].split("_")
    factors = [number(text) for text in rest[1:]] if rest[:1] == ["="] else [1] * len(args[1:])
    total: dict[Cell, int] = {}
    for cell, factor in zip(reader.cells(args[1:]), factors, strict=True):
        total[cell] = total.get(cell, 0) + factor
    used = {cell: factor for cell, factor in total.items() if factor}
    coefficients = () if set(used.values()) <= {1} else tuple(used.values())
    return [cages.Sum(reader.board, tuple(used), (number(head),), coefficients)]


def _equality(reader: Reader, names: Arguments) -> Made:
    inside = reader.cells(names)
    return [
        regions.ExtraRegion(reader.board, inside),
        cages.EqualityCage(reader.board, inside),
    ]


def _arrow(reader: Reader, names: Arguments) -> Made:
    first, *rest = reader.cells(names)
    return [sum_lines.Arrow(reader.board, (first,), tuple(rest))]


def _pill_arrow(reader: Reader, args: Arguments) -> Made:
    size = number(args[0])
    found = reader.cells(args[1:])
    pill = tuple(sorted(found[:size]))
    yield sum_lines.Arrow(reader.board, pill, found[size:])
    if reader.board.last > 9:
        digits = tuple(range(reader.board.first, 10))
        yield cells.Among(reader.board, pill[1:], digits)


def _palindrome(reader: Reader, names: Arguments) -> Made:
    found = reader.cells(names)
    return [lines.Palindrome(reader.board, found)] if len(found) > 1 else []


def _zipper(reader: Reader, names: Arguments) -> Made:
    found = reader.cells(names)
    return [sum_lines.Zipper(reader.board, found)] if len(found) > 2 else []


def _region_sum(reader: Reader, names: Arguments) -> Made:
    homes = reader.layout.boxes or reader.pieces
    home = {cell: number for number, inside in enumerate(homes) for cell in inside}
    if not homes:
        return []
    parts = [tuple(part) for _, part in groupby(reader.cells(names), key=home.get)]
    return [sum_lines.EqualSums(reader.board, tuple(parts))] if len(parts) > 1 else []


def _segments(items: Iterable[str]) -> list[list[str]]:
    found: list[list[str]] = [[]]
    for item in items:
        if item == "-":
            found.append([])
        else:
            found[-1].append(item)
    return found


def _equal_sums(reader: Reader, args: Arguments) -> Made:
    first, *others = [reader.cells(part) for part in _segments(args) if part] or [()]
    every = (*first, *(cell for part in others for cell in part))
    if others and len(set(every)) == len(every):
        return [sum_lines.EqualSums(reader.board, (first, *others))]
    return [_as_much(reader, first, other) for other in others]


def _as_much(reader: Reader, one: tuple[Cell, ...], other: tuple[Cell, ...]) -> Constraint:
    """Return that two lists of cells, which may share some, have the same sum."""
    factors = Counter(one)
    factors.subtract(other)
    used = {cell: factor for cell, factor in factors.items() if factor}
    return cages.Sum(reader.board, tuple(used), (0,), tuple(used.values()))


def _sum_line(reader: Reader, args: Arguments) -> Made:
    is_loop = args[-1] == "LOOP"
    found = reader.cells(args[1:-1] if is_loop else args[1:])
    kind = sum_lines.SumLoop if is_loop else sum_lines.SumLine
    return [kind(reader.board, found, number(args[0]))]


def _quad(reader: Reader, args: Arguments) -> Made:
    layout, corner = reader.layout, reader.cell(args[0])
    group = layout.group_of(corner)
    square = tuple(
        layout.moved(corner, group.first, group.first + group.columns * i + j)
        for i in (0, 1)
        for j in (0, 1)
    )
    return [counts.Quad(reader.board, square, tuple(map(number, args[1:])))]


def _contains(variant: Callable[..., Variant]) -> Take:
    def take(reader: Reader, args: Arguments) -> Made:
        wanted = tuple(map(number, args[0].split("_")))
        return [variant(reader.board, reader.cells(args[1:]), wanted)]

    return take


def _look_and_say(reader: Reader, args: Arguments) -> Made:
    said = tuple(map(number, args[0]))
    return [counts.LookAndSay(reader.board, reader.cells(args[1:]), said)]


def _same(reader: Reader, args: Arguments) -> Made:
    found, sets = reader.cells(args[1:]), number(args[0])
    size, rest = divmod(len(found), max(sets, 1))
    if rest or not size:
        raise FormatError(f"{len(found)} cells in {sets} sets")
    return _all_same(reader, [found[i * size : (i + 1) * size] for i in range(sets)])


def _all_same(reader: Reader, sets: list[tuple[Cell, ...]]) -> Iterator[Constraint]:
    """Yield that sets have the same digits; what two of them share is the same anyhow."""
    for other in sets[1:]:
        shared = set(sets[0]) & set(other)
        one = tuple(cell for cell in sets[0] if cell not in shared)
        rest = tuple(cell for cell in other if cell not in shared)
        if one:
            yield counts.SameValues(reader.board, (*one, *rest))


def _same_regions(reader: Reader, _: Arguments) -> Made:
    layout = reader.layout
    every = [*reader.pieces, *layout.rows, *layout.columns, *layout.boxes]
    most = max(map(len, every))
    largest = [region for region in every if len(region) == most]
    return _all_same(reader, largest) if most < reader.board.size else []


def _indexing(reader: Reader, args: Arguments) -> Made:
    kind = indexing.RowIndexer if args[0] == "R" else indexing.ColumnIndexer
    return [kind(reader.board, reader.cells(args[1:]))]


def _value_index(reader: Reader, names: Arguments) -> Made:
    found = reader.cells(names)
    if len(set(found)) == len(found):
        return [indexing.ValueIndex(reader.board, found)]
    value, index, *line = found
    return [Element(tuple(line), index, value, "valueindex")]


def _diagonal(reader: Reader, args: Arguments) -> Made:
    layout, rising = reader.layout, number(args[0]) > 0
    if layout.height != layout.width:
        raise FormatError("diagonals of a board that is no square")
    n = layout.height
    found = tuple(i * n + (n - 1 - i if rising else i) for i in range(n))
    return [AllDifferent(found, "antidiagonal" if rising else "diagonal")]


def _anti_king(reader: Reader, _: Arguments) -> Made:
    if reader.layout.is_raw:  # where neighbours in a row may be the same
        return [chess.AntiMove(reader.board, 1, 1)]
    return [chess.AntiKing(reader.board)]


def _windows(reader: Reader, _: Arguments) -> Made:
    layout = reader.layout
    shape = layout.box_shape(layout.region_size or reader.board.size)
    if shape is None:
        return
    height, width = shape
    for top in range(1, layout.height - height, height + 1):
        for left in range(1, layout.width - width, width + 1):
            yield AllDifferent(
                tuple(
                    (top + i) * layout.width + left + j for i in range(height) for j in range(width)
                ),
                "window",
            )


def _disjoint(reader: Reader, _: Arguments) -> Made:
    layout = reader.layout
    shape = layout.box_shape()
    boxes = layout.boxes_of(shape) if shape else []
    return [AllDifferent(tuple(place), "disjoint group") for place in zip(*boxes, strict=True)]


def _named_groups(items: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield names and cells: ``_name`` begins a name, an empty item the next list of it."""
    name, found = "", list[str]()
    for item in (*items, ""):
        if item and item[0] != "_":
            found.append(item)
            continue
        if found:
            yield name, found
        found = []
        name = unquote(item[1:])[:60] if item else name


def _pairs(*, every: bool, legacy: bool = False) -> Take:
    """Return a reader of a relation, between cells that follow one another or all of them."""

    def take(reader: Reader, args: Arguments) -> Made:
        key = args[0].translate(str.maketrans("-_", "_-")) if legacy else args[0]
        board = reader.board
        allowed = relation_of(key, range(board.first, board.last + 1))
        for name, names in _named_groups(args[1:]):
            found = reader.cells(names)
            for one, other in combinations(found, 2) if every else pairwise(found):
                yield _related(one, other, allowed, name or "pair")

    return take


def _related(one: Cell, other: Cell, allowed: frozenset[tuple[int, int]], label: str) -> Constraint:
    if one == other:
        return Table((one,), frozenset((a,) for a, b in allowed if a == b), label)
    return Pair(one, other, allowed, label)


def _automaton(reader: Reader, args: Arguments) -> Made:
    for name, items in _named_groups(args[1:]):
        parts = [reader.cells(part) for part in _segments(items)]
        yield _accepted(reader, args[0], parts, name or "automaton")


def _accepted(reader: Reader, text: str, parts: list[tuple[Cell, ...]], label: str) -> Regular:
    """Return that an automaton accepts the digits, with a symbol more between the parts."""
    machine, board = machine_of(text), reader.board
    seen = tuple(cell for part in parts for cell in part)
    breaks = Counter(sum(map(len, parts[: i + 1])) for i in range(len(parts) - 1))

    def at(place: int, states: frozenset[int]) -> tuple[int, frozenset[int]]:
        for _ in range(breaks[place]):
            states = machine.after(states, board.size)
        # Without parts the place says nothing, and states alone make the automaton smaller.
        return (place if breaks else 0), states

    def step(state: tuple[int, frozenset[int]], digit: int) -> tuple[int, frozenset[int]] | None:
        place, states = at(state[0] + 1, machine.after(state[1], digit - board.first))
        return (place, states) if states and place <= len(seen) else None

    return automata.from_function(
        at(0, machine.starts),
        step,
        lambda state: bool(state[1] & machine.accepting),
        seen,
        board,
        label=label,
    )


def _expression(reader: Reader, args: Arguments) -> Made:
    text = args[0]
    if "%" in text or "." in text:
        pattern = unquote(text)
    else:
        data = urlsafe_b64decode(text + "=" * (-len(text) % 4))
        pattern = data.decode("latin-1")
    pattern = "".join(pattern.split())
    for part in _split_at_empty(args[1:]):
        yield automata.from_expression(
            pattern, reader.cells(part), reader.board, label=f"expression {pattern[:40]}"
        )


def _split_at_empty(items: Iterable[str]) -> Iterator[list[str]]:
    found: list[str] = []
    for item in (*items, ""):
        if item:
            found.append(item)
        elif found:
            yield found
            found = []


def _doppelgangers(reader: Reader, _: Arguments) -> Made:
    """Each house lacks a digit of its own; at a 0, those that its houses lack are all different.

    Variables hold what each row, column and box lacks.
    """
    layout = reader.layout
    lacks = {
        cells_in: layout.groups[prefix].first + number
        for prefix, houses in (("DGC", layout.rows), ("DGR", layout.columns), ("DGB", layout.boxes))
        for number, cells_in in enumerate(houses)
    }
    named = {cell for house in lacks.values() for cell in [house]}
    for house, lack in lacks.items():
        yield AllDifferent((*house, lack), "doppelganger")
    not_zero = frozenset((digit,) for digit in range(1, reader.board.last + 1))
    zero = frozenset({(0,)})
    for prefix in ("DGC", "DGR", "DGB"):
        group = layout.groups[prefix]
        whole = tuple(range(group.first, group.first + group.count))
        if set(whole) & named:
            yield AllDifferent(whole, "doppelganger")
        for cell in whole:
            yield Table((cell,), not_zero if cell in named else zero, "doppelganger")
    for cell in range(layout.height * layout.width):
        different = AllDifferent(
            tuple(lack for house, lack in lacks.items() if cell in house), "doppelganger"
        )
        yield Or((Table((cell,), not_zero, "doppelganger"), different), "doppelganger")


TYPES: dict[str, Take] = {
    "Jigsaw": lambda _, __: [],
    "StrictKropki": lambda _, __: [],
    "StrictXV": lambda _, __: [],
    "RegionSameValues": _same_regions,
    "Diagonal": _diagonal,
    "Windoku": _windows,
    "DisjointSets": _disjoint,
    "AllDifferent": _on_cells(regions.ExtraRegion),
    "Doppelganger": _doppelgangers,
    "AntiKnight": _everywhere(chess.AntiKnight),
    "AntiKing": _anti_king,
    "AntiConsecutive": _everywhere(chess.NonConsecutive),
    "AntiTaxicab": _everywhere(chess.AntiTaxicab),
    "GlobalEntropy": _everywhere(regions.GlobalEntropy),
    "GlobalMod": _everywhere(regions.GlobalMod),
    "DutchFlatmates": _everywhere(regions.Flatmates),
    "Thermo": _on_cells(lines.Thermo),
    "Whisper": _whisper,
    "Renban": _on_cells(lines.Renban),
    "Palindrome": _palindrome,
    "Between": _on_cells(lines.Between),
    "Lockout": _with_number(lines.Lockout),
    "Modular": _with_number(lines.Modular),
    "Entropic": _on_cells(lines.Entropic),
    "Zipper": _zipper,
    "RegionSumLine": _region_sum,
    "EqualSum": _equal_sums,
    "SumLine": _sum_line,
    "Arrow": _arrow,
    "DoubleArrow": _on_cells(sum_lines.DoubleArrow),
    "PillArrow": _pill_arrow,
    "Cage": _cage,
    "Sum": _sum,
    "RellikCage": _with_number(cages.Rellik),
    "EqualityCage": _equality,
    "Lunchbox": _with_number(cages.Lunchbox),
    "LookAndSay": _look_and_say,
    "ContainAtLeast": _contains(counts.Contains),
    "ContainExact": _contains(counts.ContainsExactly),
    "CountDistinct": _on_cells(counts.CountedDistinct),
    "CountingCircles": _on_cells(regions.CountingCircles),
    "SameValues": _same,
    "WhiteDot": _dots(dots.White, "dots"),
    "BlackDot": _dots(dots.Black, "dots"),
    "GreaterThan": _dots(dots.Greater),
    "X": _dots(dots.PairSum, "sums", 10),
    "V": _dots(dots.PairSum, "sums", 5),
    "Quad": _quad,
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "XSum": _x_sum,
    "Skyscraper": _both_ends(outside.Skyscraper),
    "HiddenSkyscraper": _both_ends(outside.HiddenSkyscraper),
    "NumberedRoom": _both_ends(outside.NumberedRoom),
    "FullRank": _full_rank,
    "Indexing": _indexing,
    "ValueIndexing": _value_index,
    "Pair": _pairs(every=False),
    "PairX": _pairs(every=True),
    "Binary": _pairs(every=False, legacy=True),
    "BinaryX": _pairs(every=True, legacy=True),
    "NFA": _automaton,
    "Regex": _expression,
}
"""How each type is read."""
