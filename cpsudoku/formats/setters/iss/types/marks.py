"""What the types of dots, signs and quads mean, and of digits that cells have."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.reader import Reader, Take
from cpsudoku.formats.setters.iss.taking import Arguments, Made, number, on_cells
from cpsudoku.rules import Cell, Constraint
from cpsudoku.variants import counts, dots, regions
from cpsudoku.variants.base import Variant


def _dots(variant: Callable[..., Variant], kind: str = "", *more: int) -> Take:
    """Return a reader of marks between all cells that share an edge."""

    def take(reader: Reader, names: Arguments) -> Made:
        pairs = reader.neighbours(names)
        if kind:
            reader.mark(kind, pairs)
        return [variant(reader.board, pair, *more) for pair in pairs]

    return take


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
    return all_same(reader, [found[i * size : (i + 1) * size] for i in range(sets)])


def all_same(reader: Reader, sets: list[tuple[Cell, ...]]) -> Iterator[Constraint]:
    """Yield that sets have the same digits; what two of them share is the same anyhow."""
    for other in sets[1:]:
        shared = set(sets[0]) & set(other)
        one = tuple(cell for cell in sets[0] if cell not in shared)
        rest = tuple(cell for cell in other if cell not in shared)
        if one:
            yield counts.SameValues(reader.board, (*one, *rest))


TYPES: dict[str, Take] = {
    "ContainAtLeast": _contains(counts.Contains),
    "ContainExact": _contains(counts.ContainsExactly),
    "LookAndSay": _look_and_say,
    "CountDistinct": on_cells(counts.CountedDistinct),
    "CountingCircles": on_cells(regions.CountingCircles),
    "SameValues": _same,
    "WhiteDot": _dots(dots.White, "dots"),
    "BlackDot": _dots(dots.Black, "dots"),
    "GreaterThan": _dots(dots.Greater),
    "X": _dots(dots.PairSum, "sums", 10),
    "V": _dots(dots.PairSum, "sums", 5),
    "Quad": _quad,
}
"""How each type is read."""
