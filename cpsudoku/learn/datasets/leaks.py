"""What two files share: puzzles, their symmetric images, and their solutions' classes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from cpsudoku import formats
from cpsudoku.bulk.arrays import solve_many
from cpsudoku.bulk.inputs import given_in_parts
from cpsudoku.bulk.rows import are_masks
from cpsudoku.errors import PuzzleError
from cpsudoku.formats import rules_text
from cpsudoku.learn.datasets.classes import grid_keys, has_classes, has_forms, puzzle_keys
from cpsudoku.learn.puzzles import lots_of
from cpsudoku.rules import Rules

_PIECE = 10_000


@dataclass(frozen=True)
class Leaks:
    """What the second of two files shares with the first.

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
    """Return what two files of puzzles share.

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
    for puzzles, rules in _pieces(path):
        for lot in lots_of(puzzles, rules):
            if are_masks(lot.rows):
                raise PuzzleError("a puzzle has pencil marks; classes are of givens")
            known, exact = has_classes(lot.rules), has_forms(lot.rules)
            solved = solve_many(lot.rows, rules=lot.rules, limit=2, threads=threads)
            unique = solved.counts == 1
            solutions = np.where(unique[:, None], solved.solutions, 0)
            grids = iter(grid_keys(solutions[unique], lot.rules, threads))
            for place, own in enumerate(puzzle_keys(lot.rows, solutions, lot.rules, threads)):
                itself = f"{rules_text(lot.rules)} {lot.puzzle(place)}".encode()
                grid = next(grids) if unique[place] else b""
                yield number + int(lot.numbers[place]) + 1, (itself, own, grid), known, exact
        number += len(puzzles)


def _pieces(path: Path) -> Iterator[tuple[list[Any], Rules | None]]:
    """Yield the puzzles of a file, some at a time, and the rules that hold for all of these."""
    done = 0
    try:
        for part in given_in_parts(path, _PIECE):
            cells = part.cells.splitlines() if isinstance(part.cells, bytes) else part.cells
            yield [one.decode() if isinstance(one, bytes) else one for one in cells], part.rules
            done += len(cells)
    except PuzzleError:  # rows of several rules, which are read one by one
        records = islice(formats.read(path), done, None)
        while puzzles := [record.puzzle for record in islice(records, _PIECE)]:
            yield puzzles, None
