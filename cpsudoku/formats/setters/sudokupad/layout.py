"""Which part of SudokuPad's cells is the board, and which regions it has.

Cells around the regions are margin, for clues, also where a region of another size has them.  One
region of the whole board says that its regions are to be found.  Regions of K cells have the
digits 1 to K, whatever rows and columns there are: 6×6 with four boxes of 3×3 has 1 to 9.

>>> corners = [[(r + i, c + j) for i in (0, 1) for j in (0, 1)] for r in (1, 3) for c in (1, 3)]
>>> found = layout_of(6, 6, corners)
>>> found.top, found.left, found.board, found.regions[0]
(1, 1, square(4), (0, 1, 4, 5))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.imported import (
    MOST_SIZE,
    NO_LINES,
    NO_REGIONS,
    OTHER_REGIONS,
    TO_BE_FOUND,
    houses_of,
    side_of,
)  # fmt: skip
from cpsudoku.rules import AllDifferent, Board, Cell, Rules, latin, square
from cpsudoku.rules.board import rectangle
from cpsudoku.rules.houses import lines_and_boxes

Place: TypeAlias = tuple[int, int]
_Regions: TypeAlias = Sequence[Sequence[Place]]


class FileLayout(NamedTuple):
    """The board among the cells of a file.

    Args:
        top: the row of the file in which the board begins.
        left: the column.
        regions: the cells of each region.
        doubts: what has to be reported of the houses.
    """

    top: int
    left: int
    board: Board
    regions: tuple[tuple[Cell, ...], ...] = ()
    doubts: tuple[str, ...] = ()

    def cell(self, place: Place) -> Cell | None:
        """Return the cell at a place of the file, None for the margin."""
        return self.board.cells_at.get((place[0] - self.top, place[1] - self.left))

    def inside(self, places: Iterable[Place]) -> tuple[Cell, ...]:
        """Return the cells at some places, without those of the margin."""
        return tuple(cell for cell in map(self.cell, places) if cell is not None)

    def with_regions(self, regions: _Regions) -> FileLayout:
        """Return the layout with regions, given by their places."""
        return self._replace(regions=tuple(map(self.inside, regions)))

    def without_lines(self) -> FileLayout:
        """Return the layout with a doubt whether rows and columns hold."""
        return self._replace(doubts=(*self.doubts, NO_LINES))

    def rules(self) -> tuple[Rules, list[list[Cell]]]:
        """Return the rules of the board, and the regions that are not houses."""
        rules, loose = self._houses()
        if NO_LINES in self.doubts:
            groups = (g for g in rules.groups if g.kind not in ("row", "column"))
            rules = Rules(self.board, tuple(groups))
        return rules, loose

    def _houses(self) -> tuple[Rules, list[list[Cell]]]:
        home = {cell: number for number, cells in enumerate(self.regions) for cell in cells}
        is_apart = len(home) == sum(map(len, self.regions))
        if not self.board.is_square:
            lines = lines_and_boxes(self.board.height, self.board.width)
            regions = (AllDifferent(r, "region", n) for n, r in enumerate(self.regions, start=1))
            return Rules(self.board, (*lines, *regions)), []
        if not self.regions or not is_apart:
            return latin(self.board.size), list(map(list, self.regions))
        return houses_of(self.board.size, [home.get(c) for c in range(self.board.cell_count)])


def layout_of(height: int, width: int, regions: _Regions) -> FileLayout:
    """Return where the board is and which regions it has.

    Args:
        height: rows of the file's cells.
        width: columns of the file's cells.
        regions: the places of each region.

    Raises:
        FormatError: the regions leave the digits open.
    """
    groups = [tuple(dict.fromkeys(region)) for region in regions if region]
    if not groups:
        return FileLayout(0, 0, square(side_of(height, width)), doubts=(NO_REGIONS,))
    counts = Counter(map(len, groups))
    size = max(counts, key=lambda size: (counts[size], -size))
    inner = [group for group in groups if len(group) == size]
    beyond = {place for group in groups if len(group) != size for place in group}
    places = [place for group in inner for place in group]
    top, left, rows, columns = _around(places)
    inside = {(top + r, left + c) for r in range(rows) for c in range(columns)}
    is_board = set(places) == inside and len(places) == len(inside) and not beyond & inside
    if is_board and len(inner) == 1 and size > max(height, width):
        board = _board(rows, columns, max(rows, columns))
        return FileLayout(top, left, board, doubts=(TO_BE_FOUND,))
    if is_board and len(inner) > 1 and not height == width == size:
        if size < max(rows, columns):
            raise FormatError(
                f"regions of {size} cells on a board of {rows} rows and {columns} columns, which "
                "leaves its digits open; expected regions with as many cells as there are digits"
            )
        return FileLayout(top, left, _board(rows, columns, size)).with_regions(inner)
    if rows == columns == size and not beyond & inside:  # a board of which a part has no region
        found = FileLayout(top, left, square(side_of(rows, columns))).with_regions(inner)
    else:
        side = side_of(height, width)
        if any(len(group) > side for group in groups):
            raise FormatError(f"a region with more cells than the {side} digits")
        found = FileLayout(0, 0, square(side)).with_regions(groups)
    rules, _ = found.rules()
    has_all = bool(rules.of_kind("box") or rules.of_kind("region"))
    return found if has_all else found._replace(doubts=(OTHER_REGIONS,))


def _around(places: Iterable[Place]) -> tuple[int, int, int, int]:
    """Return the first row and column of some places, and how many rows and columns they span."""
    rows, columns = zip(*places, strict=True)
    top, left = min(rows), min(columns)
    return top, left, max(rows) - top + 1, max(columns) - left + 1


def _board(rows: int, columns: int, size: int) -> Board:
    if rows == columns == size:
        return square(side_of(rows, columns))
    if not max(rows, columns, size) <= MOST_SIZE:
        most = f"at most {MOST_SIZE} rows, columns and digits"
        raise FormatError(f"a board of {rows} rows, {columns} columns and {size} digits; {most}")
    return rectangle(rows, columns, size)
