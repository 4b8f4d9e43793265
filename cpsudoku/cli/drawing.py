"""A grid drawn for a terminal: borders where regions meet, givens in bold.

    >>> from cpsudoku.rules import boxes
    >>> print(drawn(["1", "2", "3", "4"] * 4, boxes(2, 2)))
    ┌─────┬─────┐
    │ 1 2 │ 3 4 │
    │ 1 2 │ 3 4 │
    ├─────┼─────┤
    │ 1 2 │ 3 4 │
    │ 1 2 │ 3 4 │
    └─────┴─────┘

Any shape of region is drawn by one method.  Between two cells beside each other there is a border
where their regions differ; a row or column of the grid in which no two neighbours differ gets no
room for a border.  Where borders meet, the character follows from which of the four arms are there:

      up           regions  A B
    left + right            C D    up: A≠B, down: C≠D, left: A≠C, right: B≠D
     down
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cpsudoku.rules import Cell, Rules

# By the arms of a junction as bits: 1 up, 2 down, 4 left, 8 right.
_JUNCTIONS = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_ASCII = str.maketrans("╵╷│╴┘┐┤╶└┌├─┴┬┼", "|||-+++-+++-+++")
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def drawn(
    texts: Sequence[str], rules: Rules, *, bold: Collection[Cell] = (), ascii_only: bool = False
) -> str:
    """Return the drawing of a grid.

    Args:
        texts: for each of the N² cells what to write into it.
        rules: the rules, whose boxes or regions are drawn.
        bold: the cells whose text is emphasised, with codes for a terminal.
        ascii_only: draw borders with ``+``, ``-`` and ``|``.
    """
    picture = _Picture(texts, rules, frozenset(bold)).lines()
    text = "\n".join(picture)
    return text.translate(_ASCII) if ascii_only else text


def _regions(rules: Rules) -> list[int]:
    """For each cell the number of its box or region; all alike where the rules have none."""
    labels = [0] * rules.cell_count
    for number, house in enumerate(rules.of_kind("box") or rules.of_kind("region")):
        for cell in house.cells:
            labels[cell] = number
    return labels


class _Picture:
    def __init__(self, texts: Sequence[str], rules: Rules, bold: frozenset[Cell]) -> None:
        n = rules.size
        self._n, self._texts, self._bold = n, texts, bold
        self._width = max(map(len, texts))
        self._labels = _regions(rules)
        self._wide = [self._any_border_before_column(c) for c in range(n + 1)]

    def _label(self, row: int, column: int) -> int:
        inside = 0 <= row < self._n and 0 <= column < self._n
        return self._labels[row * self._n + column] if inside else -1

    def _border_above(self, row: int, column: int) -> bool:
        return self._label(row - 1, column) != self._label(row, column)

    def _border_before(self, row: int, column: int) -> bool:
        return self._label(row, column - 1) != self._label(row, column)

    def _any_border_before_column(self, column: int) -> bool:
        return any(self._border_before(row, column) for row in range(self._n))

    def lines(self) -> list[str]:
        n = self._n
        found = []
        for row in range(n + 1):
            if any(self._border_above(row, column) for column in range(n)):
                found.append(self._border_line(row))
            if row < n:
                found.append(self._cell_line(row))
        return found

    def _junction(self, row: int, column: int) -> str:
        arms = (
            self._border_before(row - 1, column)
            + 2 * self._border_before(row, column)
            + 4 * self._border_above(row, column - 1)
            + 8 * self._border_above(row, column)
        )
        return _JUNCTIONS[arms]

    def _border_line(self, row: int) -> str:
        n = self._n
        parts = []
        for column in range(n + 1):
            left = "─" if self._border_above(row, column - 1) else " "
            right = "─" if self._border_above(row, column) else " "
            if self._wide[column]:
                # The outermost junctions have nothing on their outer side.
                before = left if column > 0 else ""
                after = right if column < n else ""
                parts.append(before + self._junction(row, column) + after)
            elif 0 < column < n:
                parts.append(left)
            if column < n:
                parts.append(right * self._width)
        return "".join(parts).rstrip()

    def _cell_line(self, row: int) -> str:
        n = self._n
        parts = []
        for column in range(n + 1):
            bar = "│" if self._border_before(row, column) else " "
            if self._wide[column]:
                parts.append((" " if column > 0 else "") + bar + (" " if column < n else ""))
            elif 0 < column < n:
                parts.append(" ")
            if column < n:
                parts.append(self._cell(row * n + column))
        return "".join(parts).rstrip()

    def _cell(self, cell: Cell) -> str:
        text = self._texts[cell].rjust(self._width)
        return f"{_BOLD}{text}{_PLAIN}" if cell in self._bold else text
