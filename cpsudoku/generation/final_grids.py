"""Final grids by the thousand or the million, by three methods.

``pattern``
    One row permuted and shifted, rows swapped within bands: 26,127,360 different grids, 2,903,040
    for each digit in the corner, in a fixed order, as fast as the disk.  All of them look alike to
    a solver: they fall into few classes under the symmetries of the grid.
``random``
    The first band is drawn with every band equally likely, the column sets of the others likewise,
    and their rows by random choices.  Every grid can come.  A grid whose lower bands share their
    column sets with few others comes more often; docs/how-it-works/grids.md gives figures.
``uniform``
    Every grid is equally likely, exactly, by rejection in integers (`native/grids/sampling.hpp`).

Grid number *i* of ``random`` and ``uniform`` depends only on the seed and on *i*.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from hashlib import blake2b
from itertools import count as numbers
from itertools import islice
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cpsudoku.asking import solving
from cpsudoku.errors import GenerationError, OptionError
from cpsudoku.generation.filling import random_grid
from cpsudoku.ground import compiled
from cpsudoku.ground.processes import useful_workers
from cpsudoku.ground.progress import AT_ONCE
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Grid, Rules, boxes, classic
from cpsudoku.rules.rules import require

Grids: TypeAlias = "NDArray[np.uint8]"

METHODS = ("pattern", "random", "uniform")

PATTERNS = 26_127_360
"""How many different grids ``pattern`` has; a ninth of them for each corner digit."""

_DIGEST = 16
"""Bytes that are kept of a grid, to know it again."""
_LISTED = 20_000
"""Up to this many grids that agree with given cells are listed, to draw from them uniformly."""


def pattern_corner(method: str, given: Puzzle) -> int | None:
    """Return the corner digit of the method ``pattern``, 0 for any; None for other methods.

    Raises:
        OptionError: there is no such method.
        GenerationError: the pattern cannot have these rules or cells.
    """
    if method not in METHODS:
        raise OptionError(f"there is no method {method!r}; expected {', '.join(METHODS)}")
    if method != "pattern":
        return None
    if not given.rules.is_classic:
        raise GenerationError("pattern grids are classic 9×9; use --method random")
    if given.has_pencil_marks or any(given.digits[1:]):
        raise GenerationError("a pattern can have its corner digit given, and no other cell")
    return given.digits[0]


def check_patterns(count: int, corner: int) -> None:
    """Raise a GenerationError if there are not this many pattern grids."""
    most = PATTERNS // 9 if corner else PATTERNS
    if count > most:
        raise GenerationError(f"there are {most} pattern grids; asked for {count}")


def final_grids(
    count: int,
    *,
    method: str = "random",
    given: Puzzle | None = None,
    rules: Rules | None = None,
    seed: int = 0,
    first: int = 0,
    threads: int | None = None,
) -> Iterator[Grids]:
    """Make different final grids, in pieces of some thousands.

    Where all grids of the classic rules are possible, two random ones are not compared: that any
    two among a million are the same has a chance of less than 10⁻¹⁰.  Elsewhere they are.

    Args:
        method: ``pattern``, ``random`` or ``uniform``.
        given: cells that are given in all of them; None for none.
        rules: the rules where no cells are given; None for the classic ones.
        seed: 0 … 2⁶⁴ − 1; ``pattern`` takes no notice of it.
        first: number of the first grid; those of other rules, or with cells given, begin with 0.
        threads: how many to use; None for as many as there are processors.

    Yields:
        uint8 arrays (n, cells) of digits 1 … N; uint16 where there are 256 of them.

    Raises:
        OptionError: there is no such method, or the seed makes no sense.
        UnsupportedError: the rules have other constraints than groups of different cells.
        GenerationError: there are not this many such grids, or the method cannot make them.
        BackendUnavailableError: the compiled core is missing and the method needs it.
    """
    given = given or Puzzle.empty(rules or classic())
    require(given.rules, "final grids")
    corner = pattern_corner(method, given)
    if corner is not None:
        check_patterns(first + count, corner)
        yield from _pattern(first, count, corner)
        return
    free = all(mask == given.rules.all_digits for mask in given.candidates)
    threads = useful_workers(threads)
    Randomness(seed)  # refuses what is not a key
    if free and given.rules.is_classic:
        yield from _filled(count, method, 81, seed, threads, first=first)
        return
    if first:
        raise GenerationError(
            "all grids of such rules are compared with one another, so they begin with the first"
        )
    _check_enough(count, given)
    if method == "uniform":
        source = _uniform(given, seed, threads)
    else:
        chances = map(partial(Randomness, seed), numbers())
        source = (random_grid(given.rules, chance, given.candidates) for chance in chances)
    yield from _in_pieces(islice(_different(source), count), given.rules)


def all_grids(given: Puzzle) -> Iterator[Grids]:
    """Yield every final grid that agrees with given cells once, in pieces as `final_grids` does."""
    yield from _in_pieces(solving.solutions(given, limit=None), given.rules)


def _in_pieces(grids: Iterable[Grid], rules: Rules) -> Iterator[Grids]:
    source, most = iter(grids), max(1, AT_ONCE * 81 // rules.cell_count)
    while piece := list(islice(source, most)):
        yield np.array(piece, dtype=np.uint8 if rules.size < 256 else np.uint16)


def _check_enough(count: int, given: Puzzle) -> None:
    if (clash := given.clash()) is not None:
        raise GenerationError(f"no grid agrees: {clash.describe(given.rules.board)}")
    found = solving.count(given, limit=count, seconds=60)
    if found.exact and found.value < count:
        raise GenerationError(f"there are {found.value} such grids; asked for {count}")


def _pattern(first: int, count: int, corner: int) -> Iterator[Grids]:
    for start in range(0, count, AT_ONCE):
        out = np.empty((min(AT_ONCE, count - start), 81), dtype=np.uint8)
        compiled.native.fill_pattern(corner, first + start, out)
        yield out


def _filled(
    count: int, method: str, cells: int, seed: int, threads: int, *, first: int = 0
) -> Iterator[Grids]:
    native = compiled.native
    fill = native.fill_uniform if method == "uniform" else native.fill_random
    size = AT_ONCE // 4 if method == "uniform" else AT_ONCE  # a fifth of a second
    for start in range(0, count, size):
        out = np.empty((min(size, count - start), cells), dtype=np.uint8)
        fill(out, seed, first + start, threads)
        yield out


def _uniform(given: Puzzle, seed: int, threads: int) -> Iterator[Grid]:
    rules = given.rules
    in_one_house = any(
        all(c in house.cells for c, d in enumerate(given.digits) if d) for house in rules.houses
    )
    sampled = any(map(rules.means, (boxes(2, 2), boxes(2, 3), classic())))
    if sampled and in_one_house and not given.has_pencil_marks:
        yield from _renamed(given, seed, threads)
    else:
        yield from _drawn_from_all(given, seed)


def _renamed(given: Puzzle, seed: int, threads: int) -> Iterator[Grid]:
    """Give each uniform grid the names that make its given cells right.

    The cells are in one house and so all different.  The digits that they do not have keep their
    order, so every grid that agrees is reached from equally many others: uniform stays uniform.
    """
    wanted = {cell: digit for cell, digit in enumerate(given.digits) if digit}
    free = [d for d in range(1, given.rules.size + 1) if d not in wanted.values()]
    for piece in _filled(1 << 62, "uniform", given.rules.cell_count, seed, threads):
        for grid in piece.tolist():
            names = {grid[cell]: digit for cell, digit in wanted.items()}
            others = sorted(set(range(1, given.rules.size + 1)) - set(names))
            names.update(zip(others, free, strict=True))
            yield tuple(names[d] for d in grid)


def _drawn_from_all(given: Puzzle, seed: int) -> Iterator[Grid]:
    found = solving.solutions(given, limit=_LISTED)
    grids = list(found)
    if not found.exhausted:
        raise GenerationError(
            f"more than {_LISTED} grids agree with these cells, which are not all in one house; "
            "that cannot be drawn from uniformly: use --method random"
        )
    grids.sort()  # backends find them in orders of their own
    chance = Randomness(seed)
    while True:
        yield grids[chance.below(len(grids))]


def _different(source: Iterable[Grid]) -> Iterator[Grid]:
    """Yield each different grid once."""
    seen: set[bytes] = set()
    for grid in source:
        key = blake2b(repr(grid).encode(), digest_size=_DIGEST).digest()
        if key not in seen:
            seen.add(key)
            yield grid
