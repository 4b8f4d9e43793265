"""Which puzzles are the same up to symmetry, and what split a class belongs to.

Two keys stand for a puzzle: that of its own class, by which puzzles are distinct, and that of its
solution's, by which they are split.  Images of one puzzle have the same solution up to symmetry,
and so have puzzles dug out of the same grid: none of them lies in two splits.

Variants take symmetries away and add none, so a solution's class is that under the plain rules of
its size.  Where canonical forms would take too long, a key is made of what every symmetry keeps:

    row i   1 2 3 4        what stands under each digit is a permutation: 1→3, 2→4, 3→1, 4→2;
    row j   3 4 1 2        its cycles, here (1 3)(2 4), are of the same lengths in every image.

Puzzles of different keys are then certainly not images of one another; some that are not may have
the same key, and all but one of them are left out.

>>> import numpy as np
>>> from cpsudoku.formats import parse_rules
>>> from cpsudoku.generation.filling import random_grid
>>> from cpsudoku.ground.randomness import Randomness
>>> rules = parse_rules("8").rules()
>>> grids = np.array([random_grid(rules, Randomness(seed)) for seed in (1, 2)])
>>> mirrored = 9 - grids.reshape(2, 8, 8)[:, ::-1].reshape(2, 64)
>>> keys, images = grid_keys(grids, rules), grid_keys(mirrored, rules)
>>> keys == images, keys[0] == keys[1]
(True, False)
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cpsudoku.errors import CpsudokuError, PuzzleError
from cpsudoku.formats import rules_text
from cpsudoku.learn.puzzles import PuzzleLot, lots_in
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.block import Block
from cpsudoku.rows.source import Source
from cpsudoku.rules import Rules, usual
from cpsudoku.symmetry.canonical import canonical, canonical_many
from cpsudoku.symmetry.transformations import movements

KEY = 16
"""Bytes of a key: of 10^9 classes two share one with a chance of 10^−21."""

_MOST_MOVEMENTS = 1000
"""Up to here all are tried, some milliseconds a puzzle."""


def puzzle_keys(
    puzzles: NDArray[Any], solutions: NDArray[Any], rules: Rules, threads: int | None = None
) -> list[bytes]:
    """Return a key for the class of each puzzle.

    Args:
        puzzles: uint8 array (n, cells), 0 for a blank.
        solutions: uint8 array (n, cells); zeros for a puzzle that has not just one, which is then
            recognised only as itself unless it has a canonical form.
    """
    if has_forms(rules):
        return _of_forms(puzzles, rules, threads)
    added = sorted(Counter((type(c).__name__, len(c.scope)) for c in rules.constraints).items())
    rules_bytes = rules_text(rules).encode()
    found = []
    grids = grid_keys(solutions, rules, threads)
    for row, solution, grid in zip(puzzles, solutions, grids, strict=True):
        if not solution.all() or not _is_latin(solution, rules):
            found.append(_key("itself", rules.size, rules_bytes, row.tobytes()))
        else:
            kept = (grid, added, _kept_givens(row.reshape(rules.size, rules.size).tolist()))
            found.append(_key("kept", rules.size, repr(kept).encode()))
    return found


def grid_keys(grids: NDArray[Any], rules: Rules, threads: int | None = None) -> list[bytes]:
    """Return a key for the class of each final grid, a row, under the plain rules of its size."""
    plain = usual(rules.size)
    if has_forms(plain) and set(plain.constraints) <= set(rules.constraints):
        return _of_forms(grids, plain, threads)
    found = []
    for row in grids:
        if _is_latin(row, rules):
            kept = _kept_lines(row.reshape(rules.size, rules.size).tolist())
            found.append(_key("lines", rules.size, repr(kept).encode()))
        else:
            found.append(_key("itself", rules.size, row.tobytes()))
    return found


def has_classes(rules: Rules) -> bool:
    """Return whether images of puzzles with some rules are recognised, if perhaps others too."""
    board = rules.board
    return board.is_square and rules.cell_sets.issuperset((*board.lines(0), *board.lines(1)))


@lru_cache(maxsize=64)
def has_forms(rules: Rules) -> bool:
    """Return whether keys stand for canonical forms, which just the images of a puzzle share."""
    try:
        return rules.is_classic or movements(rules) <= _MOST_MOVEMENTS
    except CpsudokuError:
        return False


def _of_forms(grids: NDArray[Any], rules: Rules, threads: int | None) -> list[bytes]:
    if rules.is_classic:
        rows = canonical_many(grids, threads=threads).forms
        return [_key("form", 27, row.tobytes()) for row in rows]
    forms = (canonical(Puzzle.from_digits(row, rules)).puzzle for row in grids.tolist())
    return [_key("form", len(rules.groups), bytes(form.digits)) for form in forms]


def _is_latin(row: NDArray[Any], rules: Rules) -> bool:
    if not rules.board.is_square or len(row) != rules.size**2:
        return False
    grid = row.reshape(rules.size, rules.size)
    digits = np.arange(1, rules.size + 1)
    lines = (np.sort(grid, axis=1), np.sort(grid.T, axis=1))
    return bool((lines[0] == digits).all() and (lines[1] == digits).all())


def _kept_lines(grid: list[list[int]]) -> list[Any]:
    """Return what orders of lines, turns and other names of digits keep of a Latin square."""
    columns = [list(column) for column in zip(*grid, strict=True)]
    return sorted(
        sorted(
            sorted(tuple(sorted(_cycles(one, other))) for other in lines if other is not one)
            for one in lines
        )
        for lines in (grid, columns)
    )


def _cycles(one: list[int], other: list[int]) -> Iterator[int]:
    """Yield the lengths of the cycles of the permutation from one line to another."""
    onto = dict(zip(one, other, strict=True))
    while onto:
        at, length = next(iter(onto)), 0
        while at in onto:
            at, length = onto.pop(at), length + 1
        yield length


def _kept_givens(grid: list[list[int]]) -> Any:
    """Return what the same symmetries keep of givens: how crowded the lines of each are."""
    digits = Counter(digit for line in grid for digit in line)
    columns = list(zip(*grid, strict=True))
    across = [sum(map(bool, line)) for line in grid]
    down = [sum(map(bool, line)) for line in columns]
    found = [
        (across[r], down[c], digits[digit])
        for r, line in enumerate(grid)
        for c, digit in enumerate(line)
        if digit
    ]
    return min(sorted(found), sorted((d, a, n) for a, d, n in found))


def _key(kind: str, number: int, *parts: bytes) -> bytes:
    return hashlib.sha256(b" ".join((f"{kind} {number}".encode(), *parts))).digest()[:KEY]


Shares: TypeAlias = tuple[tuple[str, float], ...]
"""Names of splits and their shares of a set, 1 in all."""


def split_of(key: bytes, shares: Shares) -> str:
    """Return the split that a class belongs to: only by its key, whatever else is in the set."""
    at, below = int.from_bytes(key[:7], "big") / (1 << 56), 0.0
    for name, share in shares:
        below += share
        if at < below:
            return name
    return shares[-1][0]


@dataclass(frozen=True)
class Leaks:
    """Puzzles of a second file that stand in the first.

    Args:
        first: how many puzzles the first file has.
        equal: puzzles of the second that stand in the first as they are.
        images: puzzles of the second that are images of one in the first, equal ones included.
        grids: puzzles of the second whose solution is that of one in the first up to symmetry,
            images included.
        rows: numbers of the first such images in the second file, from 1.
        complete: whether images under all rules that stand there are recognised.
        exact: whether nothing but images is counted as one; for other rules than the classic ones
            and small grids what all images share decides.
    """

    first: int
    second: int
    equal: int
    images: int
    grids: int
    rows: tuple[int, ...]
    complete: bool
    exact: bool


def leaks(first: Path, second: Path, *, threads: int | None = None, shown: int = 10) -> Leaks:
    """Count the puzzles that two files share.

    Args:
        first: such as the training set; its keys are kept in memory, some 250 bytes a puzzle.

    Raises:
        FormatError: a row is not a puzzle.
        PuzzleError: puzzles with pencil marks.
        OSError: a file cannot be read.
    """
    known: tuple[set[bytes], set[bytes], set[bytes]] = (set(), set(), set())
    count, complete, exact = 0, True, True
    for _, keys, is_known, is_exact in _keys(first, threads):
        complete, exact = complete and is_known, exact and is_exact
        for some, key in zip(known, keys, strict=True):
            some.add(key)
        count += 1
    equal = images = grids = second_count = 0
    rows: list[int] = []
    for number, keys, is_known, is_exact in _keys(second, threads):
        complete, exact = complete and is_known, exact and is_exact
        hits = [bool(key) and key in some for some, key in zip(known, keys, strict=True)]
        equal, images, grids = equal + hits[0], images + hits[1], grids + hits[2]
        if hits[1] and len(rows) < shown:
            rows.append(number)
        second_count += 1
    return Leaks(count, second_count, equal, images, grids, tuple(rows), complete, exact)


def _keys(path: Path, threads: int | None) -> Iterator[tuple[int, tuple[bytes, ...], bool, bool]]:
    """Yield a puzzle's number, the keys of itself, its class and its solution's class.

    The last key is empty for a puzzle without just one solution.  With them comes whether images
    are recognised at all, and whether only these are.
    """
    number = 0
    for block in Source([str(path)]):
        for lot in lots_in(block):
            known, exact = has_classes(lot.rules), has_forms(lot.rules)
            for place, (own, grid) in enumerate(_classes(lot, threads)):
                itself = f"{rules_text(lot.rules)} {lot.puzzle(place)}".encode()
                yield number + int(lot.numbers[place]) + 1, (itself, own, grid), known, exact
        number += len(block)


def _classes(lot: PuzzleLot, threads: int | None) -> Iterator[tuple[bytes, bytes]]:
    """Yield the keys of each puzzle's class and of its solution's, empty without just one."""
    if lot.has_masks:
        raise PuzzleError("a puzzle has pencil marks; classes are of givens")
    solved = lot.solved(threads)
    unique = solved.counts == 1
    solutions = np.where(unique[:, None], solved.solutions, 0)
    grids = iter(grid_keys(solutions[unique], lot.rules, threads))
    for place, own in enumerate(puzzle_keys(lot.rows, solutions, lot.rules, threads)):
        yield own, next(grids) if unique[place] else b""


def splits_of(block: Block, shares: Shares, threads: int | None = None) -> list[str]:
    """Return the split of each puzzle of a block: by the class of its solution.

    Puzzles with the same solution up to symmetry are in the same split, whatever else is in the
    set; one that has not just one solution goes by its own class.

    Args:
        shares: names and shares, which are 1 in all.

    Raises:
        PuzzleError: puzzles with pencil marks.
    """
    found = [""] * len(block)
    for lot in lots_in(block):
        for number, (own, grid) in zip(lot.numbers.tolist(), _classes(lot, threads), strict=True):
            found[number] = split_of(grid or own, shares)
    return found
