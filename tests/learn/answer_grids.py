"""Grids for the tests of `cpsudoku.learn`, and an oracle that shares no code with it."""

import re

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def rows_of(grid: str) -> list[str]:
    return [grid[i : i + 9] for i in range(0, 81, 9)]


def is_right(puzzle: str, grid: str) -> bool:
    """Whether 81 characters solve a classic puzzle: written for reading, with texts alone."""
    if not re.fullmatch("[1-9]{81}", grid, re.ASCII):
        return False
    if any(p not in (".", g) for p, g in zip(puzzle, grid, strict=True)):
        return False
    rows = rows_of(grid)
    columns = ["".join(row[c] for row in rows) for c in range(9)]
    squares = [
        "".join(rows[r + i][c + j] for i in range(3) for j in range(3))
        for r in (0, 3, 6)
        for c in (0, 3, 6)
    ]
    return all(sorted(house) == list("123456789") for house in rows + columns + squares)


def could_be_read(puzzle: str, text: str) -> bool:
    """Whether 81 digits in a row of a text solve a puzzle.

    Prose and labels of rows are left out.  A reward without that is false, whatever was read.
    """
    digits = re.sub("[^1-9]", "", re.sub("Row [1-9]:", "", text))
    return any(is_right(puzzle, digits[i : i + 81]) for i in range(len(digits) - 80))
