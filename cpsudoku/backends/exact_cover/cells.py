"""Dancing cells in plain Python: the twin of ``native/exact_cover/cells.cpp``.

It gives the same solutions in the same order and counts the same nodes.  Every item has a list of
nodes, one an option, of which the first ``size`` are live; an option goes by changing places with
the last live one, and comes back by the size's being set to what it was.

Source: D. E. Knuth, *The Art of Computer Programming* 7.2.2.3, dancing cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.backends.exact_cover.plain import ItemSearch, PlainSolver


class CellsSearch(ItemSearch):
    """One search: sets that shrink by swaps and grow by their sizes alone."""

    algorithm = "python-cells"

    def __init__(self, solver: PlainSolver, chosen: Sequence[int], removed: Sequence[int]) -> None:
        # Of each item with further options: the item, the next of them, choices, active items and
        # sizes to go back to.
        self._levels: list[tuple[int, int, int, int, list[tuple[int, int]]]] = []
        super().__init__(solver, chosen, removed)

    def _lay_out(self) -> bool:
        self._number_nodes(0, 0)
        self._cells: list[list[int]] = [[] for _ in range(self._items)]
        self._cell: list[int] = []  # where each node is among its item's cells
        for node, item in enumerate(self._item):
            self._cell.append(len(self._cells[item]))
            self._cells[item].append(node)
        self._size = [len(nodes) for nodes in self._cells]
        return self._activate()

    def _activate(self) -> bool:
        self._items_by_place = [i for i in range(self._items) if i not in self._given.colour_of]
        self._active = len(self._items_by_place)
        self._place = [self._items] * self._items
        for place, item in enumerate(self._items_by_place):
            self._place[item] = place
        free = [item for item in self._items_by_place if item < self._primary]
        self._units = [item for item in free if self._size[item] <= 1]
        return all(self._size[item] for item in free)

    def _deactivate(self, item: int) -> None:
        self._active -= 1
        place, last = self._place[item], self._items_by_place[self._active]
        self._items_by_place[place], self._items_by_place[self._active] = last, item
        self._place[last], self._place[item] = place, self._active

    def _hide(self, node: int, before: int) -> bool:
        """Take a row out of its other items that were active before; False if one has none left."""
        possible = True
        for other in self._row[node]:
            item = self._item[other]
            if other == node or self._place[item] >= before:
                continue
            self._size[item] -= 1
            cells, end, here = self._cells[item], self._size[item], self._cell[other]
            moved = cells[end]
            cells[end], cells[here] = other, moved
            self._cell[moved], self._cell[other] = here, end
            if end <= 1 and item < self._primary and self._place[item] < self._active:
                if not end:
                    possible, self._emptied = False, item
                self._units.append(item)
        return possible

    def _choose(self, node: int) -> bool:
        self._choices.append(node)
        before = self._active
        # An item that had its colour before is not active, and stays as it is.
        active = [n for n in self._row_from(node) if self._place[self._item[n]] < before]
        for other in active:
            self._deactivate(self._item[other])
        return all(self._cover(other, before) for other in active)

    def _cover(self, node: int, before: int) -> bool:
        item, colour = self._item[node], self._colour[node]
        return all(
            other == node
            or (colour != 0 and self._colour[other] == colour)
            or self._hide(other, before)
            for other in self._cells[item][: self._size[item]]
        )

    def _select(self) -> int | None:
        while self._units:
            item = self._units.pop()
            if self._place[item] < self._active:
                return item
        active = self._items_by_place[: self._active]
        return min(
            (item for item in active if item < self._primary),
            key=self._size.__getitem__,
            default=None,
        )

    def _advance(self, item: int) -> None:
        if self._size[item] == 1:
            self.forced += 1
        else:
            self.nodes += 1
            sizes = [(other, self._size[other]) for other in self._items_by_place[: self._active]]
            self._levels.append((item, 1, len(self._choices), self._active, sizes))
        self._attempt(self._cells[item][0])

    def _retreat(self) -> bool:
        if not self._levels:
            return False
        item, following, choices, self._active, sizes = self._levels.pop()
        del self._choices[choices:]
        for other, size in sizes:
            self._size[other] = size
        if following + 1 < self._size[item]:
            self._levels.append((item, following + 1, choices, self._active, sizes))
        self.nodes += 1
        self._attempt(self._cells[item][following])
        return True
