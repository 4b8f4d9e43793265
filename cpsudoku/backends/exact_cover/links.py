"""Dancing links in plain Python: the twin of ``native/exact_cover/links.cpp``.

It gives the same solutions in the same order and counts the same nodes.  The lists lie as they do
there: nodes 1 … items are the headers of the items, then come the rows of the options, each node
with its list neighbours up and down and its item.

Source: D. E. Knuth, *The Art of Computer Programming* 7.2.2.1, Algorithm C.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from cpsudoku.encodings.exact_cover import ExactCover
from cpsudoku.errors import OptionError
from cpsudoku.ground.deadline import Deadline

Entry = tuple[int, int]
"""An item of an option, and its colour there, 0 for none."""


def entries_of(problem: ExactCover) -> list[list[Entry]]:
    """Return for each option its entries, items ascending; none where no item is primary."""
    colours = problem.colours or tuple((0,) * len(option) for option in problem.options)
    return [
        sorted(zip(option, tints, strict=True))
        if any(item < problem.primary for item in option)
        else []
        for option, tints in zip(problem.options, colours, strict=True)
    ]


_PURIFIED = -1


class Remainder:
    """What chosen and removed options leave of a problem; what they exclude is left out.

    Attributes:
        possible: False if the chosen options contradict one another or the removed ones.
        chosen: those options, each once.
        colour_of: for each item that a chosen option has its colour, 0 if it is covered.
        open: the options that may still be chosen, ascending, each with the entries whose item is
            still to decide.
    """

    def __init__(
        self, entries: Sequence[Sequence[Entry]], chosen: Sequence[int], removed: Sequence[int]
    ) -> None:
        count = len(entries)
        for option in (*chosen, *removed):
            if not 0 <= option < count:
                raise OptionError(f"there is no option {option}; expected 0 to {count - 1}")
        self._struck = set(removed)
        self.colour_of: dict[int, int] = {}
        self.chosen: list[int] = []
        self.possible = all(self._choose(option, entries[option]) for option in chosen)
        self.open: list[tuple[int, list[Entry]]] = [
            (option, [entry for entry in row if entry[0] not in self.colour_of])
            for option, row in enumerate(entries)
            if self.possible and row and option not in self._struck and self._fits(row)
        ]

    def _choose(self, option: int, row: Sequence[Entry]) -> bool:
        if not row or option in self._struck:
            return False
        if option in self.chosen:
            return True
        if not self._fits(row):
            return False
        self.colour_of.update(row)
        self.chosen.append(option)
        return True

    def _fits(self, row: Sequence[Entry]) -> bool:
        return all(
            item not in self.colour_of or (colour != 0 and self.colour_of[item] == colour)
            for item, colour in row
        )


class CoverObserver:
    """Receives each event of a search as it happens, and ignores it; see `cpsudoku.tracing`."""

    def chose(self, option: int, *, forced: bool) -> None:
        """An option is chosen: as its item's only one, or the first or next of several."""

    def contradicted(self, item: int | None) -> None:
        """The last choice left an item without options: this one, if the search knows."""

    def took_back(self, number: int) -> None:
        """This many choices are taken back, the last ones first."""


class PlainSolver:
    """A problem prepared for searching; never changed, shared by its searches."""

    algorithm = "python"

    def __init__(self, problem: ExactCover) -> None:
        self.problem = problem
        self.entries = entries_of(problem)

    def search(self, chosen: Sequence[int], removed: Sequence[int]) -> LinksSearch:
        return LinksSearch(self, chosen, removed)


class LinksSearch:
    """One search: lists that are unlinked on the way down and relinked on the way up.

    It can be left after any solution or limit and be resumed.  An item left with one option goes to
    ``_units`` and is decided before any branch.

    Attributes:
        nodes: search tree nodes so far: the root and each branch taken.
        dead_ends: those of them in which some item had no option left.
        forced: options chosen because they were an item's only one.
        observer: gets every step.
    """

    _NODES_BETWEEN_POLLS = 16

    def __init__(self, solver: PlainSolver, chosen: Sequence[int], removed: Sequence[int]) -> None:
        self.observer = CoverObserver()
        self._primary = solver.problem.primary
        self._items = solver.problem.primary + solver.problem.secondary
        self._given = Remainder(solver.entries, chosen, removed)
        self._units: list[int] = []
        self._choices: list[int] = []
        self._emptied: int | None = None  # the item that the last dead end left without options
        self._at_solution = self._ended = self._undone = False
        self.nodes, self.forced = 1, 0
        self._consistent = self._given.possible and self._lay_out()
        self.dead_ends = int(not self._consistent)

    def _lay_out(self) -> bool:
        """Lay the open options out; return False if an item has none."""
        headers = range(self._items + 1)
        self._number_nodes(len(headers))
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

    def _number_nodes(self, first: int) -> None:
        """Number the nodes, one for each entry of an open option, and the items from 1 on."""
        item, colour = [0] * first, [0] * first
        self._item, self._colour, self._option_of = item, colour, [-1] * first
        self._row = [range(0)] * first  # the nodes of each node's option
        for option, row in self._given.open:
            self._row += [range(len(item), len(item) + len(row))] * len(row)
            self._option_of += [option] * len(row)
            for number, tint in row:
                item.append(1 + number)
                colour.append(tint)

    def _row_from(self, node: int) -> list[int]:
        """Return the nodes of a row from this one to the right and round."""
        row = self._row[node]
        return [*range(node, row.stop), *range(row.start, node)]

    def next(self, seconds: float | None) -> bool | None:
        """Continue: True at a solution, False if there are no more, None if time ran out."""
        deadline = Deadline(seconds)
        if self._at_solution:
            self._at_solution = self._consistent = False
        polls = 0
        while not self._ended:
            if polls % self._NODES_BETWEEN_POLLS == 0 and deadline.has_passed:
                return None
            polls += 1
            if not self._consistent:
                self._ended = not self._retreat()
            elif (item := self._select()) is not None:
                self._attempt(self._down[item], forced=self._length[item] == 1)
            else:
                self._at_solution = True
                return True
        return False

    def count(self, limit: int | None, seconds: float | None) -> tuple[int, bool | None]:
        """Count further solutions; return them, and True if the limit ended it, else as `next`."""
        deadline = Deadline(seconds)
        found = 0
        while found != limit:
            step = self.next(deadline.left)
            if not step:
                return found, step
            found += 1
        return found, True

    def solution(self) -> tuple[int, ...]:
        """Return the options of the solution that `next` has just found, ascending."""
        return tuple(
            sorted([*self._given.chosen, *(self._option_of[node] for node in self._choices)])
        )

    def _attempt(self, node: int, *, forced: bool) -> None:
        """Choose the option of a node; `_consistent` says whether each item has one left."""
        self.nodes += not forced
        self.forced += forced
        self._choices.append(node)
        self._consistent = self._choose(node)
        self._undone = not self._consistent
        if not self._consistent:
            self.dead_ends += 1
            self._units.clear()
        self.observer.chose(self._option_of[node], forced=forced)
        if not self._consistent:
            self.observer.contradicted(self._emptied)

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
        """Choose the option of a node; return False if that leaves an item without options."""
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
        """Return the item to decide next, None if all are decided."""
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

    def _retreat(self) -> bool:
        """Go back to the last item with another option and choose that; False if there is none."""
        standing, following = len(self._choices), None
        while self._choices and following is None:
            node = self._choices.pop()
            if not self._undone:
                row = self._row_from(node)
                self._undo(row, len(row) - 1, self._up[self._item[row[-1]]])
            self._undone = False
            if self._down[node] != self._item[node]:
                following = self._down[node]
        self.observer.took_back(standing - len(self._choices))
        if following is not None:
            self._attempt(following, forced=False)
        return following is not None
