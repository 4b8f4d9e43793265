"""Exact cover in plain Python: the twin of the compiled search, bit for bit the same walk.

It is used where the compiled module is missing, and as its check in the tests: both give the same
solutions in the same order and count the same nodes.

Each item has an int with a bit for each of its options, set while the option is neither struck out
nor in conflict with a chosen one.  Choosing an option strikes out all that conflict with it; an
item left with one option has it chosen at once, and with none the state is a dead end.  At a branch
the item with the fewest options is selected, its first option chosen, and later struck out.  Among
items with two options the choice falls on one from which much follows (``_impact``), as long as
dead ends are at least as many as solutions.

Source: D. E. Knuth, *The Art of Computer Programming* 7.2.2.1, Algorithms X and C; the sets of
options are bits here instead of links.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf

from cpsudoku.backends.exact_cover.plain import PlainExactCoverSearch, check_options
from cpsudoku.deadline import Deadline
from cpsudoku.encodings.exact_cover import ExactCover

_NODES_BETWEEN_POLLS = 16
_PAIRS_COMPARED = 8
_WEIGHTS = {2: 4, 3: 2}
"""What an item counts in `CoverSearch._impact` by its number of options; 1 where there are more."""


def _members(bits: int, options: Sequence[int]) -> Iterator[int]:
    """Yield the options whose bits are set."""
    while bits:
        low = bits & -bits
        bits ^= low
        yield options[low.bit_length() - 1]


class CoverSolver:
    """A problem prepared for searching; never changed, shared by its searches."""

    algorithm = "python-bits"

    def __init__(self, problem: ExactCover) -> None:
        self.primary = problem.primary
        items = problem.primary + problem.secondary
        self.options_of: list[list[int]] = [[] for _ in range(items)]
        # For each option its items, primary ones first, each with the option's bit in it and the
        # bits of the options that can be chosen beside it there.
        self.entries: list[list[tuple[int, int, int]]] = []
        groups: dict[tuple[int, int], int] = {}
        colours = problem.colours or tuple((0,) * len(o) for o in problem.options)
        useful = [any(item < problem.primary for item in option) for option in problem.options]
        for number, option in enumerate(problem.options):
            if not useful[number]:
                continue
            for item, colour in zip(option, colours[number], strict=True):
                bit = 1 << len(self.options_of[item])
                self.options_of[item].append(number)
                groups[item, colour] = groups.get((item, colour), 0) | bit
        position = [0] * items
        for number, option in enumerate(problem.options):
            entry = []
            for item, colour in zip(option, colours[number], strict=True):
                if useful[number]:
                    bit = 1 << position[item]
                    position[item] += 1
                    entry.append((item, bit, groups[item, colour] if colour else bit))
            self.entries.append(sorted(entry))
        self.live = [(1 << len(options)) - 1 for options in self.options_of]

    def search(self, chosen: Sequence[int], removed: Sequence[int]) -> CoverSearch:
        """Return a new search, with some options chosen and some struck out beforehand.

        Args:
            chosen: options that must be chosen.
            removed: options that may not be.

        Raises:
            OptionError: there is no such option.
        """
        return CoverSearch(self, chosen, removed)


class CoverSearch(PlainExactCoverSearch):
    """One search, which can be left after any solution or limit and be resumed.

    Attributes:
        nodes: search tree nodes so far: the root and each branch taken.
        dead_ends: those of them in which some item had no option left.
        forced: options chosen because they were an item's only one.
    """

    def __init__(self, solver: CoverSolver, chosen: Sequence[int], removed: Sequence[int]) -> None:
        self._solver = solver
        self._live = solver.live.copy()
        self._undecided = [True] * solver.primary
        self._chosen: list[int] = []
        self._units: list[int] = []
        self._levels: list[tuple[int, list[int], list[bool], int]] = []
        self._solutions = 0
        self._at_solution = False
        self._ended = False
        self.forced = 0
        self._consistent = self._root(chosen, removed)
        self.nodes = 1
        self.dead_ends = int(not self._consistent)

    def next(self, seconds: float | None) -> bool | None:
        """Go on to the next solution; see `PlainExactCoverSearch`."""
        deadline = Deadline(seconds)
        if self._at_solution:
            self._at_solution = self._consistent = False
        polls = 0
        while not self._ended:
            if polls % _NODES_BETWEEN_POLLS == 0 and deadline.has_passed:
                return None
            polls += 1
            if self._consistent:
                item = self._select(careful=self.dead_ends >= self._solutions)
                if item < 0:
                    self._at_solution = True
                    self._solutions += 1
                    return True
                self._consistent = self._branch(item)
            elif self._levels:
                self._consistent = self._retreat()
            else:
                self._ended = True
                break
            self.nodes += 1
            self.dead_ends += not self._consistent
        return False

    def solution(self) -> tuple[int, ...]:
        """Return the options of the solution that `next` has just found, ascending."""
        return tuple(sorted(self._chosen))

    def _root(self, chosen: Sequence[int], removed: Sequence[int]) -> bool:
        entries = self._solver.entries
        check_options((*chosen, *removed), len(entries))
        live = self._live[: self._solver.primary]
        self._units = [item for item, options in enumerate(live) if not options & (options - 1)]
        return (
            all(live)
            and all(self._strike(option) for option in removed if self._is_live(option))
            and all(self._impose(option) for option in chosen)
            and self._propagate()
        )

    def _impose(self, option: int) -> bool:
        """Choose an option at the root; False if that cannot be."""
        if not self._is_live(option):
            return False
        first_item = self._solver.entries[option][0][0]
        return not self._undecided[first_item] or self._choose(option)

    def _is_live(self, option: int) -> bool:
        entry = self._solver.entries[option]
        return bool(entry) and self._live[entry[0][0]] & entry[0][1] != 0

    def _select(self, *, careful: bool) -> int:
        best, fewest, compared = -1, inf, 0
        most = 0
        for item, undecided in enumerate(self._undecided):
            if not undecided:
                continue
            count = self._live[item].bit_count()
            if count != 2:  # after propagation there are none with fewer
                if count < fewest:
                    best, fewest = item, count
                continue
            fewest = 2
            found = self._impact(item) if careful else 1
            if found > most:
                best, most = item, found
            compared += 1
            if not careful or compared == _PAIRS_COMPARED:
                break
        return best

    def _impact(self, item: int) -> int:
        """Tell how much follows from either option of an item with two.

        For each option: the primary items that lose options when it is chosen, those left with two
        now counted four times and those with three twice.
        """
        live, solver = self._live, self._solver
        found = 0
        for option in _members(live[item], solver.options_of[item]):
            touched = {
                at
                for other, _, compatible in solver.entries[option]
                for struck in _members(live[other] & ~compatible, solver.options_of[other])
                for at, _, _ in solver.entries[struck]
                if at < solver.primary
            }
            found += sum(_WEIGHTS.get(live[at].bit_count(), 1) for at in touched)
        return found

    def _first_option(self, item: int) -> int:
        live = self._live[item]
        return self._solver.options_of[item][(live & -live).bit_length() - 1]

    def _branch(self, item: int) -> bool:
        option = self._first_option(item)
        self._levels.append((option, self._live.copy(), self._undecided.copy(), len(self._chosen)))
        return self._choose(option) and self._propagate()

    def _retreat(self) -> bool:
        option, self._live, self._undecided, chosen = self._levels.pop()
        del self._chosen[chosen:]
        self._units.clear()
        return self._strike(option) and self._propagate()

    def _strike(self, option: int) -> bool:
        """Take a live option out of all of its items; False if that leaves one without options."""
        possible = True
        live, undecided = self._live, self._undecided
        for item, bit, _ in self._solver.entries[option]:
            left = live[item] = live[item] & ~bit
            if not left & (left - 1) and item < self._solver.primary and undecided[item]:
                if not left:
                    possible = False
                self._units.append(item)
        return possible

    def _choose(self, option: int) -> bool:
        self._chosen.append(option)
        entries = self._solver.entries[option]
        # All items first: else a strike would find one of them left with this option alone.
        for item, _, _ in entries:
            if item < self._solver.primary:
                self._undecided[item] = False
        for item, _, compatible in entries:
            conflicts = self._live[item] & ~compatible
            for other in _members(conflicts, self._solver.options_of[item]):
                if not self._strike(other):
                    return False
        return True

    def _propagate(self) -> bool:
        while self._units:
            item = self._units.pop()
            if self._undecided[item]:
                self.forced += 1
                if not self._choose(self._first_option(item)):
                    return False
        return True
