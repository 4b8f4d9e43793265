"""Random grids and effort in plain Python: what the compiled core has to draw and to count."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TypeAlias

from cpsudoku.backends.base.singles import Singles
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Cell, Grid, Rules

FIRST_PATIENCE = 32
"""Dead ends after which the first search starts over."""


class Path(Singles):
    """A path on which digits can be taken from a cell, too."""

    def exclude(self, cell: Cell, digits: int) -> bool:
        """Take digits, given as a mask, from an open cell; return False at a dead end."""
        left = self.masks[cell] & ~digits
        self._set(cell, left)
        if not left & (left - 1):
            self._queue.append(cell)
        return self._propagate()


def _nth_digit(mask: int, n: int) -> int:
    for _ in range(n):
        mask &= mask - 1
    return mask & -mask


def _descend(
    path: Path, chance: Randomness, patience: int, deadline: Deadline = NEVER
) -> Sequence[int] | None:
    """Search for a filled grid along a path.

    Returns:
        For each cell its digit as a mask; None after too many dead ends, and empty if there is no
        such grid.
    """
    tried: list[tuple[tuple[int, int], Cell, int]] = []
    while (cell := path.fewest()) is not None:
        deadline.check()
        mask = path.masks[cell]
        digit = _nth_digit(mask, chance.below(mask.bit_count()))
        tried.append((path.mark(), cell, digit))
        alive = path.place(cell, digit)
        while not alive:
            patience -= 1
            if not tried:
                return ()
            if not patience:
                return None
            mark, cell, digit = tried.pop()
            path.undo(mark)
            alive = path.exclude(cell, digit)
    return path.masks


def random_grid_plainly(rules: Rules, chance: Randomness, deadline: Deadline = NEVER) -> Grid:
    """Do what `random_grid` does, and give the same."""
    path = Path(rules, (rules.all_digits,) * rules.cell_count)
    assert path.start()
    patience = FIRST_PATIENCE
    while True:
        root = path.mark()
        masks = _descend(path, chance, patience, deadline)
        if masks:
            return tuple(mask.bit_length() for mask in masks)
        assert masks is None
        path.undo(root)
        patience *= 2


def effort_plainly(puzzle: Puzzle) -> int:
    """Do what `effort` does, and give the same."""
    choices = 0
    path = Path(puzzle.rules, puzzle.candidates)
    assert path.start()
    tried: list[tuple[tuple[int, int], Cell, int]] = []
    alive = True
    while True:
        cell = path.fewest() if alive else None
        if cell is not None:
            choices += 1
            digit = path.masks[cell] & -path.masks[cell]
            tried.append((path.mark(), cell, digit))
            alive = path.place(cell, digit)
        elif tried:
            mark, cell, digit = tried.pop()
            path.undo(mark)
            alive = path.exclude(cell, digit)
        else:
            return choices


Triple: TypeAlias = tuple[int, ...]
"""Three digits, in a row or a column of a box."""

_CELL = tuple(
    27 * band + 9 * row + 3 * stack + column
    for band, stack, row, column in product((1, 2), (1, 2), range(3), range(3))
)
"""The cells of boxes 5, 6, 8 and 9, numbered box by box."""


def _without(triple: Triple, place: int) -> Triple:
    return triple[:place] + triple[place + 1 :]


def _neighbours(lines: Sequence[Triple], chance: Randomness) -> tuple[list[Triple], list[Triple]]:
    """Draw the two other boxes of a band (or stack) to the rows (or columns) of one box."""
    a, b, c = lines
    number = chance.below(56)
    if number < 2:
        second = [b, c, a] if number == 0 else [c, a, b]
    else:
        turn, places = divmod(number - 2, 27)
        i, j, k = places // 9, places // 3 % 3, places % 3
        if turn == 0:
            second = [
                (*_without(b, j), c[k]), (*_without(c, k), a[i]), (*_without(a, i), b[j])
            ]  # fmt: skip
        else:
            second = [
                (*_without(c, k), b[j]), (*_without(a, i), c[k]), (*_without(b, j), a[i])
            ]  # fmt: skip
    third = [
        tuple(d for d in range(1, 10) if d not in line and d not in beside)
        for line, beside in zip(lines, second, strict=True)
    ]
    for box in (second, third):
        for place in range(3):
            triple = sorted(box[place])
            chance.shuffle(triple)
            box[place] = tuple(triple)
    return second, third


def _ways(digit: int, grid: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the 16 ways of a digit, each as its four numbers in `_CELL`."""
    at = [cell for cell, found in enumerate(grid) if found == digit]
    # For each of the lower bands the rows, for each of the right stacks the columns that are free.
    rows = [
        [r for r in range(3) if all(cell // 9 != 3 * band + r for cell in at)] for band in (1, 2)
    ]
    columns = [
        [c for c in range(3) if all(cell % 9 != 3 * stack + c for cell in at)] for stack in (1, 2)
    ]
    found = []
    for way in range(16):
        upper, lower, left, right = (way >> bit & 1 for bit in range(4))
        places = (
            (rows[0][upper], columns[0][left]),
            (rows[0][1 - upper], columns[1][right]),
            (rows[1][lower], columns[0][1 - left]),
            (rows[1][1 - lower], columns[1][1 - right]),
        )
        found.append(tuple(9 * box + 3 * r + c for box, (r, c) in enumerate(places)))
    return found


def _complete(ways: list[list[tuple[int, ...]]], chance: Randomness) -> list[int] | None:
    """Choose a way for each digit so that no two share a cell; None if that cannot be."""
    # For each digit and cell those of its ways that need the cell.
    needing = [
        [sum(1 << way for way, cells in enumerate(each) if cell in cells) for cell in range(36)]
        for each in ways
    ]
    chosen = [-1] * 9
    left = [0xFFFF] * 9
    parents: list[tuple[list[int], int, int]] = []
    while len(parents) < 9:
        digit = min((d for d in range(9) if chosen[d] < 0), key=lambda d: left[d].bit_count())
        count = left[digit].bit_count()
        if count == 0:
            if not parents:
                return None
            left, digit, way = parents.pop()
            chosen[digit] = -1
            left[digit] ^= 1 << way
            continue
        bits = left[digit]
        for _ in range(chance.below(count) if count > 1 else 0):
            bits &= bits - 1
        way = (bits & -bits).bit_length() - 1
        parents.append((left.copy(), digit, way))
        chosen[digit] = way
        for cell in ways[digit][way]:
            left = [mask & ~needing[d][cell] for d, mask in enumerate(left)]
    return chosen


def classic_grid_plainly(chance: Randomness) -> Grid:
    """Do what `classic_grid` does, and give the same."""
    while True:
        digits = list(range(1, 10))
        chance.shuffle(digits)
        grid = [0] * 81
        rows = [tuple(digits[3 * r : 3 * r + 3]) for r in range(3)]
        for r, row in enumerate(rows):
            grid[9 * r : 9 * r + 3] = row
        for stack, box in enumerate(_neighbours(rows, chance), start=1):
            for r, row in enumerate(box):
                grid[9 * r + 3 * stack : 9 * r + 3 * stack + 3] = row
        columns = [tuple(digits[c::3]) for c in range(3)]
        for band, box in enumerate(_neighbours(columns, chance), start=1):
            for c, column in enumerate(box):
                grid[27 * band + c : 27 * band + 27 + c : 9] = column
        ways = [_ways(digit, grid) for digit in range(1, 10)]
        chosen = _complete(ways, chance)
        if chosen is not None:
            for digit, way in enumerate(chosen):
                for number in ways[digit][way]:
                    grid[_CELL[number]] = digit + 1
            return tuple(grid)
