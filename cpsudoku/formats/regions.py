"""The regions of a drawn board: what its borders enclose.

Two cells are together unless a bar stands between them, or a level border runs between their rows
in the column of their text.

::

    │ 1   2 │ .          bar between 2 and the blank
    │   ┌───┘            level border under 2, none under 1
    │ . │ 3   4
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cpsudoku.formats.rows import BARS, BoardRow, Kind

_LEVEL = frozenset("-=─━═┄┅┈┉┬┴┼╦╩╬┳┻╋")


def enclosed(rows: Sequence[BoardRow], borders: Mapping[int, str]) -> list[int] | None:
    """Return for each cell of a board the number of its region, or None if there are no regions.

    Args:
        rows: the N rows of the board, of tokens.
        borders: level borders, by the number of rows that stand above each.

    Returns:
        N² numbers, if the borders enclose N regions of N cells each.
    """
    size = len(rows)
    columns = [row.columns(Kind.TOKENS) for row in rows]
    if any(len(places) != size for places in columns):
        return None
    together: list[list[int]] = [[] for _ in range(size * size)]
    for r, row in enumerate(rows):
        text = row.text.translate(BARS)
        for c in range(size):
            if c + 1 < size and "|" not in text[columns[r][c] : columns[r][c + 1]]:
                _join(together, r * size + c, r * size + c + 1)
            border = borders.get(r + 1, "")
            if r + 1 < size and border[columns[r][c] : columns[r][c] + 1] not in _LEVEL:
                _join(together, r * size + c, (r + 1) * size + c)
    labels = _flooded(together)
    fits = all(labels.count(label) == size for label in set(labels))
    return labels if fits else None


def _join(together: list[list[int]], one: int, other: int) -> None:
    together[one].append(other)
    together[other].append(one)


def _flooded(together: list[list[int]]) -> list[int]:
    """Return for each cell the number of the part that it is in."""
    labels = [0] * len(together)
    parts = 0
    for first in range(len(together)):
        if labels[first]:
            continue
        parts += 1
        labels[first] = parts
        reached = [first]
        while reached:
            for cell in together[reached.pop()]:
                if not labels[cell]:
                    labels[cell] = parts
                    reached.append(cell)
    return labels
