"""Packed strings of puzzles.

>>> from cpsudoku.formats.base import Record
>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import classic
>>> packed_of(Record(Puzzle.empty(classic().with_diagonals())))[:9]
'X9Bepepep'
"""

from __future__ import annotations

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.sudokuwiki.packing import (
    COLOURS,
    KINDS,
    LAST_PLACED,
    SIZE,
    Cell,
    beside,
    pieces,
)
from cpsudoku.rules import Rules, classic, square
from cpsudoku.variants.cages import Killer


def packed_of(record: Record) -> str:
    """Return a puzzle as a packed string.

    Raises:
        FormatError: no kind of string has its rules, or a cell has no candidates.
    """
    puzzle = record.puzzle
    cages = [c for c in puzzle.rules.constraints if isinstance(c, Killer) and c.total is not None]
    letter, regions = _houses(puzzle.rules, cages)
    if not all(puzzle.candidates):
        raise FormatError("packed strings have no cells without candidates")
    totals, colours = [0] * SIZE**2, [0] * SIZE**2
    if cages:
        letter = "M" if letter == "J" else "L"
        totals, colours = _cages(cages)
    kind = KINDS[letter]
    cells = map(Cell, map(_content, puzzle.candidates), regions, totals, colours)
    return f"{letter}9B{''.join(map(kind.pack, cells))}\n"


def _content(mask: int) -> int:
    is_given = not mask & (mask - 1)
    return mask.bit_length() if is_given else mask + LAST_PLACED


def _houses(rules: Rules, cages: list[Killer]) -> tuple[str, list[int]]:
    """Return the letter of houses, and for each cell its region."""
    if rules.board != square(SIZE):
        raise FormatError("packed strings of sudokuwiki.org know boards of 9×9 cells alone")
    rest = Rules(rules.board, [c for c in rules.constraints if c not in cages])
    if rest.is_classic:
        return "S", [0] * SIZE**2
    plain = classic()
    for letter, known in (("X", plain.with_diagonals()), ("W", plain.with_windows())):
        if rest.means(known) and not cages:
            return letter, [0] * SIZE**2
    regions = _regions(rest)
    if regions is None:
        raise FormatError(
            "packed strings of sudokuwiki.org know classic sudokus, diagonals, windows, jigsaws "
            "and killers alone"
        )
    return "J", regions


def _regions(rules: Rules) -> list[int] | None:
    """Return for each cell its region, if the rules are rows, columns and nine regions."""
    lines = {frozenset(range(SIZE * i, SIZE * i + SIZE)) for i in range(SIZE)}
    lines |= {frozenset(range(i, SIZE * SIZE, SIZE)) for i in range(SIZE)}
    pieces = sorted(map(sorted, rules.cell_sets - lines))
    places = {cell: number for number, piece in enumerate(pieces) for cell in piece}
    whole = len(pieces) == SIZE and len(places) == SIZE**2 and all(len(p) == SIZE for p in pieces)
    if rules.others or not lines <= rules.cell_sets or not whole:
        return None
    return [places[cell] for cell in range(SIZE**2)]


def _cages(cages: list[Killer]) -> tuple[list[int], list[int]]:
    """Return for each cell the total that begins there, and the colour of its cage."""
    home = {cell: number for number, cage in enumerate(cages) for cell in cage.cells}
    if len(home) != SIZE**2 or sum(len(cage.cells) for cage in cages) != SIZE**2:
        raise FormatError("packed strings of killers need each cell in just one cage")
    if len(pieces([home[cell] for cell in range(SIZE**2)])) > len(cages):
        raise FormatError("packed strings of killers need cages whose cells share edges")
    touching = [{home[c] for cell in cage.cells for c in beside(cell)} - {number}
                for number, cage in enumerate(cages)]  # fmt: skip
    chosen = _coloured(touching)
    if chosen is None:
        raise FormatError(f"packed strings have {COLOURS} colours of cages, and more are needed")
    totals = [0] * SIZE**2
    for cage in cages:
        totals[min(cage.cells)] = cage.total or 0
    if max(totals) > sum(range(SIZE + 1)):
        raise FormatError("a cage with a total that no cells have")
    return totals, [chosen[home[cell]] for cell in range(SIZE**2)]


def _coloured(touching: list[set[int]]) -> list[int] | None:
    """Return a colour for each cage, another one where cages touch; None if these are too few.

    The cage with the fewest colours left comes first, as in D. Brelaz, "New methods to color the
    vertices of a graph", CACM 22, 1979.
    """
    chosen: dict[int, int] = {}
    taken: list[set[int]] = [set() for _ in touching]
    while len(chosen) < len(touching):
        open_ones = (number for number in range(len(touching)) if number not in chosen)
        number = max(open_ones, key=lambda n: (len(taken[n]), len(touching[n])))
        free = set(range(COLOURS)) - taken[number]
        if not free:
            return None
        chosen[number] = min(free)
        for other in touching[number]:
            taken[other].add(chosen[number])
    return [chosen[number] for number in range(len(touching))]
