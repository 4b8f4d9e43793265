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

_UNICODE = " ╵╷│╶└┌├╴┘┐┤─┴┬┼"
"""Corner by which arms it has: 1 up, 2 down, 4 right, 8 left."""

_ASCII = " ||||+++|+++-+++"


class _Frame(NamedTuple):
    """Where the borders of some rules are.

    ``right[r][c]`` tells of a border between column c−1 and c in row r, ``below[r][c]`` of one
    between row r−1 and r in column c; both run from 0 to N, the outer ones included.
    """

    upright: tuple[tuple[bool, ...], ...]
    level: tuple[tuple[bool, ...], ...]
    wide: tuple[bool, ...]


@lru_cache(maxsize=32)
def _frame(rules: Rules) -> _Frame:
    n = rules.size
    regions = rules.of_kind("box") or rules.of_kind("region")
    number = dict.fromkeys(range(n * n), 0)
    for i, region in enumerate(regions, start=1):
        number |= dict.fromkeys(region.cells, i)

    def apart(one: tuple[int, int], other: tuple[int, int]) -> bool:
        inside = all(0 <= x < n for x in (*one, *other))
        return not inside or number[one[0] * n + one[1]] != number[other[0] * n + other[1]]

    upright = tuple(tuple(apart((r, c - 1), (r, c)) for c in range(n + 1)) for r in range(n))
    level = tuple(tuple(apart((r - 1, c), (r, c)) for c in range(n)) for r in range(n + 1))
    wide = tuple(any(row[c] for row in upright) for c in range(n + 1))
    return _Frame(upright, level, wide)


def _line(frame: _Frame, r: int, width: int, corners: str) -> str:
    """Draw the border above row r."""
    n = len(frame.wide) - 1
    level, flat = frame.level[r], corners[12]
    text = []
    for c in range(n + 1):
        left, right = c > 0 and level[c - 1], c < n and level[c]
        up = r > 0 and frame.upright[r - 1][c]
        down = r < n and frame.upright[r][c]
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
        texts: what to show in each of the N² cells.
        rules: the rules, which say where the borders are.
        emphasis: called with each cell and its padded text; returns how to show it.
        ascii_only: draw with ``+``, ``-`` and ``|``.
    """
    n, frame = rules.size, _frame(rules)
    corners = _ASCII if ascii_only else _UNICODE
    width = max(map(len, texts))
    lines = []
    for r in range(n + 1):
        if any(frame.level[r]):
            lines.append(_line(frame, r, width, corners))
        if r == n:
            break
        row = []
        for c in range(n + 1):
            if frame.wide[c]:
                bar = corners[3] if frame.upright[r][c] else " "
                row.append((" " if c else "") + bar + (" " if c < n else ""))
            else:
                row.append(" ")
            if c < n:
                cell = r * n + c
                text = texts[cell].rjust(width)
                row.append(emphasis(cell, text) if emphasis else text)
        lines.append("".join(row))
    return "".join(f"{line}\n" for line in lines)
