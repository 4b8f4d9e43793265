"""Draws grids for terminals, with borders between the regions of any rules.

A border stands wherever two neighbours are in different boxes (or regions).  Between two rows
there is a line only if some border runs there, and between two columns a wider gap, so that a
classic grid is as compact as people draw it and a jigsaw shows its regions::

    ┌─────┬─────┐      ┌─────────┬───┐
    │ 1 . │ . . │      │ 1   .   . │ . │
    │ . . │ 2 . │      ...
    ├─────┼─────┤
    │ . . │ . . │
    │ . . │ . 3 │
    └─────┴─────┘
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from cpsudoku.rules import Cell, Rules

Emphasis: TypeAlias = Callable[[Cell, str], str]
"""Gets a cell and its padded text and returns how to show it, for instance in bold."""

_UNICODE = " ╵╷│╶└┌├╴┘┐┤─┴┬┼"  # corner by which arms it has: 1 up, 2 down, 4 right, 8 left
_ASCII = " ||||+++|+++-+++"


class Frame(NamedTuple):
    """Where the borders of some rules are.

    ``upright[r][c]`` says if a border is between columns c−1 and c in row r, ``level[r][c]`` if one
    is between rows r−1 and r in column c; both run from 0 to the last, the outer ones included.
    """

    upright: tuple[tuple[bool, ...], ...]
    level: tuple[tuple[bool, ...], ...]
    wide: tuple[bool, ...]


@lru_cache(maxsize=32)
def frame_of(rules: Rules) -> Frame:
    """Return where the borders between the boxes, or regions, of some rules are."""
    board = rules.board
    height, width = board.height, board.width
    number = dict.fromkeys(range(board.cell_count), 0)
    for i, region in enumerate(rules.of_kind("box") or rules.of_kind("region"), start=1):
        number |= dict.fromkeys(region.cells, i)
    part = {place: number[cell] for place, cell in board.cells_at.items()}

    def apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
        # Places without a cell are nowhere, all of them together.
        return part.get(one, -1) != part.get(other, -1)

    rows, columns = range(height), range(width)
    upright = tuple(tuple(apart((r, c - 1), (r, c)) for c in range(width + 1)) for r in rows)
    level = tuple(tuple(apart((r - 1, c), (r, c)) for c in columns) for r in range(height + 1))
    wide = tuple(any(row[c] for row in upright) for c in range(width + 1))
    return Frame(upright, level, wide)


def _line(frame: Frame, r: int, width: int, corners: str) -> str:
    n = len(frame.wide) - 1
    level, flat = frame.level[r], corners[12]
    text = []
    for c in range(n + 1):
        left, right = c > 0 and level[c - 1], c < n and level[c]
        up = r > 0 and frame.upright[r - 1][c]
        down = r < len(frame.upright) and frame.upright[r][c]
        across = (flat if left else " ", flat if right else " ")
        if frame.wide[c]:
            corner = corners[up + 2 * down + 4 * right + 8 * left]
            text.append((across[0] if c else "") + corner + (across[1] if c < n else ""))
        else:
            text.append(across[0] if left == right else " ")
        if c < n:
            text.append(across[1] * width)
    return "".join(text).rstrip()


def draw(
    texts: Sequence[str],
    rules: Rules,
    *,
    emphasis: Emphasis | None = None,
    ascii_only: bool = False,
) -> str:
    """Return a drawing of a grid, with its last line end.

    Args:
        ascii_only: draw with ``+``, ``-`` and ``|``.
    """
    board, frame = rules.board, frame_of(rules)
    columns = board.width
    corners = _ASCII if ascii_only else _UNICODE
    width = max(map(len, texts))
    lines = []
    for r in range(board.height + 1):
        if any(frame.level[r]):
            lines.append(_line(frame, r, width, corners))
        if r == board.height:
            break
        row = []
        for c in range(columns + 1):
            if frame.wide[c]:
                bar = corners[3] if frame.upright[r][c] else " "
                row.append((" " if c else "") + bar + (" " if c < columns else ""))
            else:
                row.append(" ")
            if (cell := board.cells_at.get((r, c))) is not None:
                text = texts[cell].rjust(width)
                row.append(emphasis(cell, text) if emphasis else text)
            elif c < columns:
                row.append(" " * width)
        lines.append("".join(row).rstrip())
    return "".join(f"{line}\n" for line in lines)
