"""A compiled finite-domain solver: propagators of every primitive, and conflict-weighted search.

How it works is told in ``native/fd/search.hpp`` and the files that it names, and in ``docs/fd.md``.

    >>> from cpsudoku.result import Limits
    >>> from cpsudoku.rules import Linear, boxes
    >>> cage = Linear((0, 1, 4), (1, 1, 1), "=", (9,), "cage")
    >>> outcome = Fd().compile(boxes(2, 2).with_constraints([cage])).search((15,) * 16, Limits())
    >>> sum(outcome.solutions[0][cell] for cell in cage.cells)
    9
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.backends.base import SUPPORTED, Backend, Support
from cpsudoku.backends.base.resumable import ResumableEngine, ResumableSearch
from cpsudoku.errors import OptionError
from cpsudoku.result import Limits
from cpsudoku.rules import Candidates, Rules
from cpsudoku.rules.needs import vocabulary
from cpsudoku.witnesses import Sample

if TYPE_CHECKING:
    from cpsudoku import _native

MOST_DIGITS = 64
MOST_CELLS = 8192

_MOST_WANTED = (1 << 32) - 1
"""A greater number of solutions of a digit is taken as this one."""

_OPTIONS = ("subsets", "implied_sums")


class Fd(Backend):
    """Finite domains: every primitive has a propagator of its own, and no cell is ever added.

    Options of `compile`, both True unless said otherwise; they change the time, never the answer:

    - ``subsets``: look for subsets of any size in groups of different cells.
    - ``implied_sums``: add sums that follow from cages and houses (innies and outies).
    """

    name: ClassVar[str] = "fd"
    summary: ClassVar[str] = (
        "finite domains: propagators and conflict-weighted search; for variants of any kind"
    )
    knows: ClassVar[frozenset[type]] = vocabulary()

    def supports(self, rules: Rules) -> Support:
        """Return whether the board is not too big, or why not."""
        if rules.size > MOST_DIGITS:
            return Support(
                False, f"it takes up to {MOST_DIGITS} digits, and these are {rules.size}"
            )
        if rules.cell_count > MOST_CELLS:
            return Support(
                False, f"it takes up to {MOST_CELLS} cells, and these are {rules.cell_count}"
            )
        return super().supports(rules)

    def installed(self) -> Support:
        """Return whether the compiled core is there."""
        if find_spec("cpsudoku._native") is None:
            return Support(
                False,
                "the compiled core was not built; install a C++20 compiler and cpsudoku again",
            )
        return SUPPORTED

    def compile(self, rules: Rules, **options: object) -> FdEngine:
        """Build the engine.

        Args:
            options: ``subsets`` and ``implied_sums``; see the class.

        Raises:
            OptionError: an unknown option, or a value that is not True or False.
            UnsupportedError: a number of the rules is too great.
        """
        for name, value in options.items():
            if name not in _OPTIONS:
                raise OptionError(f"backend 'fd' has no option {name!r}; expected {_OPTIONS}")
            if not isinstance(value, bool):
                raise OptionError(f"fd: {name} is {value!r}; expected True or False")
        from cpsudoku import _native
        from cpsudoku.backends.fd.formulas import formulas

        chosen = {name: bool(options.get(name, True)) for name in _OPTIONS}
        network = _native.FdNetwork(rules.size, rules.cell_count, formulas(rules), **chosen)
        return FdEngine(rules, network)


class FdEngine(ResumableEngine):
    """The engine of `Fd`."""

    def __init__(self, rules: Rules, network: _native.FdNetwork) -> None:
        super().__init__(rules)
        self._network = network

    def begin(self, candidates: Candidates, limits: Limits) -> ResumableSearch:
        """Begin a search; a seed other than 0 breaks ties and orders digits."""
        from cpsudoku import _native

        return _native.FdSearch(self._network, list(candidates), _seed(limits))

    def sample(self, candidates: Candidates, known: Sample, limits: Limits) -> Sample:
        """Find solutions with every digit of every cell, in one search that is asked again."""
        from cpsudoku import _native

        sampler = _native.FdSampler(self._network, list(candidates), _seed(limits))
        for grid in known.solutions:
            sampler.know(bytes(grid))
        sampler.settle(list(known.settled))
        wanted = min(limits.solutions or _MOST_WANTED, _MOST_WANTED)
        sampler.run(wanted, limits.seconds)
        found = map(tuple, sampler.solutions(len(known.solutions)))
        return Sample((*known.solutions, *found), tuple(sampler.settled))


def _seed(limits: Limits) -> int:
    return limits.seed & 0xFFFF_FFFF_FFFF_FFFF
