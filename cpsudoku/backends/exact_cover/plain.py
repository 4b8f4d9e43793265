"""What the plain-Python searches share: how they begin, are driven and are left."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Protocol

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


class CoverObserver(Protocol):
    """Gets each event of a search as it happens; see `cpsudoku.tracing`."""

    def chose(self, option: int, *, forced: bool) -> None:
        """An option is chosen: as its item's only one, or the first or next of several."""

    def contradicted(self, item: int | None) -> None:
        """The last choice left an item without options: this one, if the search knows."""

    def took_back(self, number: int) -> None:
        """This many choices are taken back, the last ones first."""


class PlainSolver:
    """A problem prepared for searching; never changed, shared by its searches."""

    def __init__(self, problem: ExactCover, kind: type[ItemSearch]) -> None:
        self.problem = problem
        self.entries = entries_of(problem)
        self.algorithm = kind.algorithm
        self._kind = kind

    def search(self, chosen: Sequence[int], removed: Sequence[int]) -> ItemSearch:
        return self._kind(self, chosen, removed)


class ItemSearch(ABC):
    """The walk of Algorithm C, whatever keeps the options: an item, each of its options in turn.

    It can be left after any solution or limit and be resumed.  An item left with one option goes to
    ``_units`` and is decided before any branch.

    Attributes:
        nodes: search tree nodes so far: the root and each branch taken.
        dead_ends: those of them in which some item had no option left.
        forced: options chosen because they were an item's only one.
    """

    algorithm: ClassVar[str]
    _NODES_BETWEEN_POLLS = 16

    observer: CoverObserver | None = None
    """Gets every step; None for no observer."""
    _emptied: int | None = None
    """The item that the last dead end left without options, where that is known."""

    def __init__(self, solver: PlainSolver, chosen: Sequence[int], removed: Sequence[int]) -> None:
        self._primary = solver.problem.primary
        self._items = solver.problem.primary + solver.problem.secondary
        self._given = Remainder(solver.entries, chosen, removed)
        self._units: list[int] = []
        self._choices: list[int] = []
        self._at_solution = self._ended = False
        self.nodes, self.forced = 1, 0
        self._consistent = self._given.possible and self._lay_out()
        self.dead_ends = int(not self._consistent)

    @abstractmethod
    def _lay_out(self) -> bool:
        """Lay the open options out; return False if an item has none."""

    def _number_nodes(self, first: int, first_item: int) -> None:
        """Number the nodes, one for each entry of an open option; and the items."""
        item, colour = [0] * first, [0] * first
        self._item, self._colour, self._option_of = item, colour, [-1] * first
        self._row = [range(0)] * first  # the nodes of each node's option
        for option, row in self._given.open:
            self._row += [range(len(item), len(item) + len(row))] * len(row)
            self._option_of += [option] * len(row)
            for number, tint in row:
                item.append(first_item + number)
                colour.append(tint)

    def _row_from(self, node: int) -> list[int]:
        """Return the nodes of a row from this one to the right and round."""
        row = self._row[node]
        return [*range(node, row.stop), *range(row.start, node)]

    @abstractmethod
    def _select(self) -> int | None:
        """Return the item to decide next, None if all are decided."""

    @abstractmethod
    def _advance(self, item: int) -> None:
        """Choose the first option of an item."""

    @abstractmethod
    def _retreat(self) -> bool:
        """Go back to the last item with another option and choose that; False if there is none."""

    @abstractmethod
    def _choose(self, node: int) -> bool:
        """Choose the option of a node; return False if that leaves an item without options."""

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
                self._ended = not self._go_back()
            elif (item := self._select()) is not None:
                self._go_on(item)
            else:
                self._at_solution = True
                return True
        return False

    def find(
        self, limit: int | None, seconds: float | None
    ) -> tuple[list[tuple[int, ...]], bool | None]:
        """Collect solutions; return them, and True if the limit ended it, else as `next`."""
        deadline = Deadline(seconds)
        found: list[tuple[int, ...]] = []
        while len(found) != limit:
            step = self.next(deadline.left)
            if not step:
                return found, step
            found.append(self.solution())
        return found, True

    def count(self, limit: int | None, seconds: float | None) -> tuple[int, bool | None]:
        """Count further solutions; the arguments and the second result are those of `find`."""
        deadline = Deadline(seconds)
        found = 0
        while found != limit:
            step = self.next(deadline.left)
            if not step:
                return found, step
            found += 1
        return found, True

    def _go_on(self, item: int) -> None:
        forced = self.forced
        self._advance(item)
        self._report(forced=self.forced > forced)

    def _go_back(self) -> bool:
        standing = len(self._choices)
        found = self._retreat()
        if self.observer is not None:
            self.observer.took_back(standing - len(self._choices) + 1 if found else standing)
        if found:
            self._report(forced=False)
        return found

    def _report(self, *, forced: bool) -> None:
        if self.observer is None:
            return
        self.observer.chose(self._option_of[self._choices[-1]], forced=forced)
        if not self._consistent:
            self.observer.contradicted(self._emptied)

    def solution(self) -> tuple[int, ...]:
        """Return the options of the solution that `next` has just found, ascending."""
        return tuple(
            sorted([*self._given.chosen, *(self._option_of[node] for node in self._choices)])
        )

    def _attempt(self, node: int) -> None:
        self._consistent = self._choose(node)
        if not self._consistent:
            self.dead_ends += 1
            self._units.clear()
