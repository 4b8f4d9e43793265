"""A compiled finite-domain solver: propagators of every primitive, and conflict-weighted search.

How it works is explained in ``native/fd/search.hpp``, the files it names, and ``docs/fd.md``.

    >>> from cpsudoku.result import Limits
    >>> from cpsudoku.rules import Linear, boxes
    >>> cage = Linear((0, 1, 4), (1, 1, 1), "=", (9,), "cage")
    >>> outcome = Fd().compile(boxes(2, 2).with_constraints([cage])).search((15,) * 16, Limits())
    >>> sum(outcome.solutions[0][cell] for cell in cage.cells)
    9
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from cpsudoku.backends.base import SUPPORTED, Backend, Support
from cpsudoku.backends.base.resumable import ResumableEngine, ResumableSearch
from cpsudoku.backends.base.witnesses import Grids, Sample
from cpsudoku.ground import compiled
from cpsudoku.ground.randomness import WORD
from cpsudoku.result import Limits
from cpsudoku.rules import Candidates, Grid, Rules
from cpsudoku.rules.rules import vocabulary

if TYPE_CHECKING:
    from cpsudoku.backends.fd.formulas import FormulaWriter

MOST_DIGITS = 64
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
    knows: ClassVar[frozenset[type]] = vocabulary()
    options: ClassVar[Mapping[str, tuple[bool, ...]]] = {
        "subsets": (True, False),
        "implied_sums": (True, False),
    }

    def supports(self, rules: Rules) -> Support:
        for number, most, what in (
            (rules.size, MOST_DIGITS, "digits"), (rules.cell_count, MOST_CELLS, "cells"),
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
    range of digits that is asked for, usually just one.
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
            from cpsudoku.backends.fd.formulas import FormulaWriter, formulas

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
        return cast(ResumableSearch, _Raised(search, low)) if low else search

    def refuted(
        self,
        candidates: Candidates,
        asked: Sequence[tuple[int, int]],
        *,
        conflicts: int | None,
        enough: int,
        seconds: float | None,
    ) -> list[tuple[int, int]]:
        """Return which of some (cell, digit) no solution has, each with the nodes that that takes.

        Each is supposed apart, in one search that learns from one to the next where contradictions
        come from.

        Args:
            asked: candidates of the puzzle.
            conflicts: what is not refuted by about as many counts as open; None: no limit.
            enough: the number of refuted ones after which the search ends.
            seconds: the limit of time for all together.

        Returns:
            Nodes and the place in `asked`, in the order of these.
        """
        network, masks, low = self._lowered(candidates)
        named = [(cell, digit - 1 - low) for cell, digit in asked]
        return network.refuted(masks, named, conflicts, enough, seconds)

    def sample(self, candidates: Candidates, known: Sample, limits: Limits) -> Sample:
        """Find solutions with every digit of every cell, in one search with changing questions."""
        network, masks, low = self._lowered(candidates)
        sampler = compiled.native.FdSampler(network, masks, limits.seed & WORD)
        for grid in known.solutions:
            sampler.know(bytes(digit - low for digit in grid))
        sampler.settle([mask >> low for mask in known.settled])
        wanted = min(limits.solutions or _MOST_WANTED, _MOST_WANTED)
        sampler.run(wanted, limits.seconds)
        found = (_raised(grid, low) for grid in sampler.solutions(len(known.solutions)))
        solutions = Grids(itertools.chain(known.solutions, found))
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


def _raised(grid: bytes, low: int) -> Grid:
    return tuple(digit + low for digit in grid) if low else tuple(grid)


class _Raised:
    """A search whose digits do not begin with the lowest of the board."""

    def __init__(self, search: compiled.native.FdSearch, low: int) -> None:
        self._search = search
        self._low = low

    def __getattr__(self, name: str) -> Any:  # its figures, and how it counts
        return getattr(self._search, name)

    def next(self, seconds: float | None = None) -> Grid | None:
        found = self._search.next(seconds)
        return None if found is None else _raised(found, self._low)
