"""A compiled finite-domain solver: propagators of every primitive, and conflict-weighted search.

How it works: ``native/fd/search.hpp``, the files it names, and ``docs/how-it-works/fd.md``.

    >>> from cpsudoku.result import Limits
    >>> from cpsudoku.rules import Linear, boxes
    >>> cage = Linear((0, 1, 4), (1, 1, 1), "=", (9,), "cage")
    >>> outcome = Fd().compile(boxes(2, 2).with_constraints([cage])).search((15,) * 16, Limits())
    >>> sum(outcome.solutions[0][cell] for cell in cage.cells)
    9
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar, assert_never, cast

from cpsudoku.backends.base import SUPPORTED, Backend, ResumableEngine, ResumableSearch, Support
from cpsudoku.backends.base.witnesses import Sample
from cpsudoku.backends.fd.structures import known
from cpsudoku.encodings.lowering import reduced
from cpsudoku.encodings.machines import unrolled
from cpsudoku.errors import UnsupportedError
from cpsudoku.ground import compiled
from cpsudoku.ground.randomness import WORD
from cpsudoku.result import Limits
from cpsudoku.rules import AllDifferent, Board, Candidates, Grid, Rules, primitives
from cpsudoku.rules.primitives import VOCABULARY

MOST_CELLS = 8192

_MOST_WANTED = (1 << 32) - 1
"""Greater numbers of solutions of a digit are cut to this one."""


class Fd(Backend):
    """Finite domains: every primitive has a propagator of its own, and counts are those of grids.

    Cells are added only for regions to be found, to which other numbers are given (`structures`).

    Options of `compile`, both True by default; they change the time, never the answer:

    - ``subsets``: look for subsets of any size in groups of different cells.
    - ``implied_sums``: add sums implied by cages and houses (innies and outies).
    """

    name: ClassVar[str] = "fd"
    summary: ClassVar[str] = (
        "finite domains: propagators and conflict-weighted search; for variants of any kind"
    )
    knows: ClassVar[frozenset[type]] = VOCABULARY
    options: ClassVar[Mapping[str, tuple[bool, ...]]] = {
        "subsets": (True, False),
        "implied_sums": (True, False),
    }

    def supports(self, rules: Rules) -> Support:
        for number, most, what in (
            (rules.size, compiled.MOST_DIGITS, "digits"), (rules.cell_count, MOST_CELLS, "cells"),
        ):  # fmt: skip
            if number > most:
                return Support(False, f"it takes up to {most} {what}, and these are {number}")
        return super().supports(rules)

    def installed(self) -> Support:
        missing = compiled.needed()
        return Support(False, missing) if missing else SUPPORTED

    def compile(self, rules: Rules, **options: object) -> FdEngine:
        return FdEngine(rules, self.chosen(options))


class FdEngine(ResumableEngine):
    """The engine of `Fd`.

    A board may have more digits than a puzzle uses: in a killer sudoku with the digits 0 to 10
    whose cells can only be 1 to 9, rows are houses nonetheless.  So there is a network for each
    range of digits that occurs, usually just one.
    """

    def __init__(
        self,
        rules: Rules,
        options: Mapping[str, bool],
        writers: dict[range, FormulaWriter] | None = None,
    ) -> None:
        super().__init__(rules)
        self._options = options
        self._writers = writers
        self._networks: dict[range, compiled.native.FdNetwork] = {}
        if writers is None:  # otherwise what cannot be written was refused before
            self._network_of(range(rules.size))

    def _network_of(self, digits: range) -> compiled.native.FdNetwork:
        found = self._networks.get(digits)
        if found is None:
            core, board = compiled.native, self.rules.board
            writers = {} if self._writers is None else self._writers
            if digits not in writers:
                writers[digits] = FormulaWriter(board, digits, core.FdFormula, core.FdAutomaton)
            said, hidden = formulas(self.rules, writers[digits])
            found = self._networks[digits] = core.FdNetwork(
                len(digits), board.cell_count, said, hidden=hidden, **self._options
            )
        return found

    def of_some(self, places: Iterable[int]) -> FdEngine:
        """Return an engine of the constraints at some places, whose formulas are used again."""
        if self._writers is None:
            self._writers = {}
        return FdEngine(self.rules.of_some(places), self._options, self._writers)

    def _lowered(self, candidates: Candidates) -> tuple[compiled.native.FdNetwork, list[int], int]:
        """Return the network for some candidates, their masks in it, and the shift of digits."""
        digits = _range_of(candidates, self.rules)
        return self._network_of(digits), [mask >> digits.start for mask in candidates], digits.start

    def begin(self, candidates: Candidates, limits: Limits) -> ResumableSearch:
        """Begin a search; a seed other than 0 breaks ties and orders the digits."""
        network, masks, low = self._lowered(candidates)
        search = compiled.native.FdSearch(network, masks, limits.seed & WORD)
        return cast(ResumableSearch, _ShiftedSearch(search, low)) if low else search

    def refuted(
        self,
        candidates: Candidates,
        asked: Sequence[tuple[int, int]],
        *,
        conflicts: int | None,
        enough: int,
        seconds: float | None,
        work: int | None = None,
    ) -> tuple[list[tuple[int, int]], int]:
        """Return the (cell, digit) pairs in no solution, each with the nodes of its refutation.

        Each is supposed apart, in one search that learns from one to the next where contradictions
        come from.

        Args:
            asked: candidates of the puzzle.
            conflicts: what is not refuted by about as many counts as open; None: no limit.
            enough: the number of refuted ones after which the search ends.
            seconds: the limit of time for all together.
            work: the limit of work likewise, as `sample` has it.

        Returns:
            Nodes and the place in `asked`, in the order of these; and the work that was done.
        """
        network, masks, low = self._lowered(candidates)
        named = [(cell, digit - 1 - low) for cell, digit in asked]
        return network.refuted(masks, named, conflicts, enough, seconds, work)

    def sample(
        self, candidates: Candidates, known: Sample, limits: Limits, work: int | None = None
    ) -> Sample:
        """Find solutions with every digit of every cell, in one search with changing questions.

        Args:
            work: a further limit, the same on every machine: how many cells propagators look at,
                dear ones twice, four or eight times.
        """
        network, masks, low = self._lowered(candidates)
        sampler = compiled.native.FdSampler(network, masks, limits.seed & WORD)
        for grid in known.solutions:
            sampler.know(bytes(digit - low for digit in grid))
        sampler.settle([mask >> low for mask in known.settled])
        wanted = min(limits.solutions or _MOST_WANTED, _MOST_WANTED)
        sampler.run(wanted, limits.seconds, work)
        found = (_shifted(grid, low) for grid in sampler.solutions(len(known.solutions)))
        solutions = (*known.solutions, *found)
        settled = zip(sampler.settled, candidates, strict=True)
        return Sample(solutions, tuple(mask << low & own for mask, own in settled))


def _range_of(candidates: Candidates, rules: Rules) -> range:
    """Return the range of digits, from 0, between the lowest and the highest candidate."""
    used = 0
    for mask in candidates:
        used |= mask
    if not used or (used & 1 and used >> (rules.size - 1)):
        return range(rules.size)
    return range((used & -used).bit_length() - 1, used.bit_length())


def _shifted(grid: bytes, low: int) -> Grid:
    return tuple(digit + low for digit in grid) if low else tuple(grid)


class _ShiftedSearch:
    """A search whose digits do not begin with the lowest of the board."""

    def __init__(self, search: compiled.native.FdSearch, low: int) -> None:
        self._search = search
        self._low = low

    def __getattr__(self, name: str) -> Any:  # its figures, and how it counts
        return getattr(self._search, name)

    def next(self, seconds: float | None = None) -> Grid | None:
        found = self._search.next(seconds)
        return None if found is None else _shifted(found, self._low)


MOST_NUMBER = 1_000_000_000
"""The greatest coefficient, total or place that the core takes; others need automata."""


def formulas(rules: Rules, writer: FormulaWriter) -> tuple[list[compiled.native.FdFormula], int]:
    """Return the formulas for the core, and the number of cells in them beside the board's.

    Raises:
        UnsupportedError: a number is too great and an automaton would be too big.
    """
    whole = writer.size == rules.size
    left, found, hidden = known(rules) if whole else ({}, [], 0)
    primitives = _without(rules, left) if left else rules.primitives
    found += map(writer.formula, primitives)
    return found, hidden


def _without(
    rules: Rules, known: Mapping[int, tuple[primitives.Primitive, ...]]
) -> Iterator[primitives.Primitive]:
    for place, constraint in enumerate(rules.constraints):
        left = known.get(id(constraint))
        yield from rules.expanded(place) if left is None else left


def _fitting(number: int) -> int:
    if abs(number) > MOST_NUMBER:
        raise OverflowError
    return number


@lru_cache(maxsize=256)
def _masks_of(relation: frozenset[tuple[int, int]], first: int, size: int) -> list[int]:
    """Return for each digit the digits allowed in the second cell, as a mask.

    Consecutive puzzles have the same relations, such as those of thermometers.
    """
    allowed = [0] * size
    for one, other in relation:
        if first <= one < first + size and first <= other < first + size:
            allowed[one - first] |= 1 << (other - first)
    return allowed


class FormulaWriter:
    """Writes primitives of a board for some of its digits, each primitive once.

    Args:
        digits: 0 is the lowest of the board; the core counts from the first of these.
        kinds: makes formulas of each kind, as the core's own class does.
        automaton: makes what a formula of the kind `regular` reads by, as the core's class does.
    """

    def __init__(self, board: Board, digits: range, kinds: Any, automaton: Any) -> None:
        self._board = board
        self._first = board.first + digits.start
        self.size = len(digits)
        self._kinds, self._make_automaton = kinds, automaton
        self._written: dict[int, tuple[primitives.Primitive, Any]] = {}
        # Many constraints have the same digits or the same automaton, which may be large.
        self._masks: dict[frozenset[int], int] = {}
        self._automata: dict[tuple[object, ...], Any] = {}

    def formula(self, it: primitives.Primitive) -> Any:
        """Return a primitive as a formula, or an automaton's if its numbers are too great."""
        # By identity, since comparing large tables takes as long as writing them.
        known = self._written.get(id(it))
        if known is None:
            known = self._written[id(it)] = it, self._formula(it)
        return known[1]

    def _formula(self, it: primitives.Primitive) -> Any:
        try:
            return self.as_it_is(it)
        except OverflowError:
            try:
                return self.as_it_is(unrolled(it, self._board))
            except UnsupportedError:
                where = it.described(self._board)
                raise UnsupportedError(f"backend 'fd': too great a number in {where}") from None

    def as_it_is(self, it: primitives.Primitive) -> Any:  # noqa: C901, PLR0911
        """Return a primitive as a formula; raise `OverflowError` if a number is too great."""
        # There may be tens of thousands, and `isinstance` of an abstract base class takes ten times
        # as long as comparing types; the most frequent ones come first.
        if type(it) is primitives.Count:
            digits = self._mask(it.values)
            return self._kinds.count(it.cells, digits, it.relation, _fitting(it.number))
        if type(it) is primitives.Pair:
            allowed = _masks_of(it.allowed, self._first, self.size)
            return self._kinds.pair(it.first, it.second, allowed)
        if type(it) is AllDifferent:
            if len(it.cells) > self.size:  # as in parts of named constraints
                return self._kinds.one_of([])
            return self._kinds.all_different(it.cells)
        if type(it) is primitives.And:
            return self._kinds.all_of(list(map(self.formula, it.parts)))
        if type(it) is primitives.Or:
            return self._kinds.one_of(list(map(self.formula, it.parts)))
        if type(it) is primitives.Table:
            return self._kinds.table(it.cells, it.tuples, self._first, self.size)
        if type(it) is primitives.Linear:
            return self._linear(it)
        if type(it) is primitives.Regular:
            return self._kinds.regular(it.cells, self._automaton(it))
        if type(it) is primitives.Element:
            return self._kinds.element(it.cells, it.index, it.value, _fitting(self._first - 1))
        if type(it) is primitives.Connected:
            size = None if it.size is None else _fitting(it.size)
            neighbours = sorted(it.neighbours)
            return self._kinds.connected(it.cells, neighbours, self._mask(it.values), size)
        if type(it) is primitives.Not:
            return self._kinds.negated(self.formula(it.part), self.size)
        assert_never(it)

    def _mask(self, values: frozenset[int]) -> int:
        found = self._masks.get(values)
        if found is None:
            digits = (value - self._first for value in values)
            found = self._masks[values] = sum(1 << d for d in digits if 0 <= d < self.size)
        return found

    def _linear(self, it: primitives.Linear) -> Any:
        if max(map(abs, (*it.coefficients, *it.totals)), default=0) > MOST_NUMBER:
            it = reduced(it, self._board)
        shift = self._first * sum(it.coefficients)
        totals = [_fitting(total - shift) for total in it.totals]
        factors = [_fitting(factor) for factor in it.coefficients]
        return self._kinds.linear(it.cells, factors, it.relation, totals)

    def _automaton(self, it: primitives.Regular) -> Any:
        parts = _fitting(it.start), it.steps, it.accepting
        found = self._automata.get(parts)
        if found is None:
            found = self._automata[parts] = self._make_automaton(*parts, self._first, self.size)
        return found
