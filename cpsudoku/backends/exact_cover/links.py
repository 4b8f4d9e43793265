"""Dancing links in plain Python: the twin of ``native/exact_cover/links.cpp``.

It gives the same solutions in the same order and counts the same nodes.  The lists lie as they do
there: nodes 1 … items are the headers of the items, then come the rows of the options, each node
with its list neighbours up and down and its item.

Source: D. E. Knuth, *The Art of Computer Programming* 7.2.2.1, Algorithm C.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from cpsudoku.backends.exact_cover.plain import ItemSearch

_PURIFIED = -1


class LinksSearch(ItemSearch):
    """One search: lists that are unlinked on the way down and relinked on the way up."""

    algorithm = "python-links"

    _undone = False

    def _lay_out(self) -> bool:
        headers = range(self._items + 1)
        self._number_nodes(len(headers), 1)
        self._up, self._down = up, down = list(headers), list(headers)
        self._length = [0] * len(headers)
        self._active = [False] * len(headers)
        for node, item in enumerate(self._item[len(headers) :], len(headers)):
            last = up[item]
            up.append(last)
            down.append(item)
            down[last] = up[item] = node
            self._length[item] += 1
        return self._link_items()

    def _link_items(self) -> bool:
        free = [i + 1 for i in range(self._primary) if i not in self._given.colour_of]
        self._left, self._right = list(range(self._items + 1)), list(range(self._items + 1))
        for item in free:
            self._left[item], self._right[item] = self._left[0], 0
            self._right[self._left[0]] = self._left[0] = item
            self._active[item] = True
        self._units = [item for item in free if self._length[item] <= 1]
        return all(self._length[item] for item in free)

    def _others(self, node: int) -> Iterator[int]:
        """Yield the other nodes of a row that are in their lists by its being open."""
        row, colour = self._row[node], self._colour
        others = chain(range(node + 1, row.stop), range(row.start, node))
        return (other for other in others if colour[other] != _PURIFIED)

    def _hide(self, node: int) -> bool:
        possible = True
        for other in self._others(node):
            up, down, item = self._up[other], self._down[other], self._item[other]
            self._down[up], self._up[down] = down, up
            self._length[item] -= 1
            if self._length[item] <= 1 and self._active[item]:
                if not self._length[item]:
                    possible, self._emptied = False, item - 1
                self._units.append(item)
        return possible

    def _cover(self, node: int) -> int:
        """Hide what conflicts with a row at a node; return where it failed, or 0."""
        item, colour = self._item[node], self._colour[node]
        other = self._down[item]
        while other != item:
            if other != node:
                if colour and self._colour[other] == colour:
                    self._colour[other] = _PURIFIED
                elif not self._hide(other):
                    return other
            other = self._down[other]
        return 0

    def _uncover(self, node: int, other: int) -> None:
        item, colour = self._item[node], self._colour[node]
        while other != item:
            if other != node:
                if self._colour[other] == _PURIFIED:
                    self._colour[other] = colour
                else:
                    for hidden in self._others(other):
                        self._down[self._up[hidden]] = self._up[self._down[hidden]] = hidden
                        self._length[self._item[hidden]] += 1
            other = self._up[other]

    def _choose(self, node: int) -> bool:
        row = self._row_from(node)
        for item in (self._item[at] for at in row):
            if item <= self._primary:
                self._left[self._right[item]] = self._left[item]
                self._right[self._left[item]] = self._right[item]
                self._active[item] = False
        for k, at in enumerate(row):
            if self._colour[at] != _PURIFIED and (failed := self._cover(at)):
                self._undo(row, k, failed)
                return False
        return True

    def _undo(self, row: list[int], k: int, last: int) -> None:
        """Undo a choice that has come to the k-th node of its row and, in its list, to `last`."""
        for at in reversed(row[: k + 1]):
            if self._colour[at] != _PURIFIED:
                self._uncover(at, last if at == row[k] else self._up[self._item[at]])
        for item in (self._item[at] for at in reversed(row)):
            if item <= self._primary:
                self._left[self._right[item]] = self._right[self._left[item]] = item
                self._active[item] = True

    def _select(self) -> int | None:
        while self._units:
            item = self._units.pop()
            if self._active[item]:
                return item
        best = None
        item = self._right[0]
        while item:
            if best is None or self._length[item] < self._length[best]:
                best = item
                if self._length[item] == 2:  # there are none with fewer
                    break
            item = self._right[item]
        return best

    def _advance(self, item: int) -> None:
        if self._length[item] == 1:
            self.forced += 1
        else:
            self.nodes += 1
        self._choices.append(self._down[item])
        self._attempt(self._down[item])
        self._undone = not self._consistent

    def _retreat(self) -> bool:
        while self._choices:
            node = self._choices.pop()
            if not self._undone:
                row = self._row_from(node)
                self._undo(row, len(row) - 1, self._up[self._item[row[-1]]])
            self._undone = False
            following = self._down[node]
            if following != self._item[node]:
                self.nodes += 1
                self._choices.append(following)
                self._attempt(following)
                self._undone = not self._consistent
                return True
        return False
