"""The one interface: a backend compiles rules into an engine, an engine searches any clues.

`Backend` and `Engine` are all that a new backend needs: one class with ``supports`` and
``compile``, and an engine with ``search``.  The other protocols here are faster paths that an
engine *may* have; `cpsudoku.solving` uses them where they are, and replaces them where not.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from cpsudoku.result import Count, Limits, Outcome
from cpsudoku.rules import Candidates, Grid, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Support:
    """Whether a backend knows some rules; true in a condition if it does.

    Args:
        supported: whether it does.
        reason: why not, in the user's words; empty if it does.
    """

    supported: bool
    reason: str = ""

    def __bool__(self) -> bool:
        return self.supported


SUPPORTED = Support(True)


class Engine(Protocol):
    """A solver built once for its rules and used for many puzzles, also from several threads."""

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions.

        Args:
            candidates: for each of the N² cells the digits that it may have, as a bit mask.
            limits: how far to go; seconds hold within half a second.

        Raises:
            BackendError: the solver failed.
            KeyboardInterrupt: Ctrl-C, within half a second.
        """
        ...


class Backend(Protocol):
    """A way to solve: it knows which rules it supports and compiles them into an engine."""

    name: ClassVar[str]
    summary: ClassVar[str]

    def supports(self, rules: Rules) -> Support:
        """Tell whether the backend knows these rules and is installed, or why not."""
        ...

    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine for some rules.

        Args:
            rules: the rules.
            options: what the backend can be told; see its class.

        Raises:
            UnsupportedError: the backend does not know these rules.
            BackendUnavailableError: its solver is not installed.
            OptionError: an unknown option, or a value that it does not take.
        """
        ...


@runtime_checkable
class DetailedBackend(Protocol):
    """A backend that can say in which form it is at work."""

    def detail(self) -> str:
        """Return that form in a few words: compiled or not, a width, a library's version."""
        ...


Enumeration: TypeAlias = Generator[Grid, None, bool]
"""Yields distinct solutions one by one; returns whether it is proved that there are no others."""


def drained(enumeration: Enumeration) -> tuple[tuple[Grid, ...], bool]:
    """Run an enumeration to its end.

    Args:
        enumeration: what yields the solutions.

    Returns:
        All that it yields, and whether it is proved that there are no others.
    """
    found: list[Grid] = []
    while True:
        try:
            found.append(next(enumeration))
        except StopIteration as stop:
            return tuple(found), bool(stop.value)


@runtime_checkable
class EnumeratingEngine(Engine, Protocol):
    """An engine that can pause between solutions."""

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        """Yield solutions as they are found, up to the limits; seconds count searching alone."""
        ...


@runtime_checkable
class CountingEngine(Engine, Protocol):
    """An engine that can count solutions without keeping them."""

    def count(self, candidates: Candidates, limits: Limits) -> Count:
        """Count solutions up to the limits."""
        ...


class Sampler(Protocol):
    """Random walks down the search tree of one puzzle, for Knuth's estimate."""

    @property
    def contradictory(self) -> bool:
        """Whether it is proved that there is no solution."""
        ...

    def draw(self, number: int, seconds: float | None = None) -> list[tuple[float, int]]:
        """Walk so many times, fewer if the seconds pass.

        Returns:
            For each walk its weight as fraction and exponent of two; 0 for a dead end.
        """
        ...


@runtime_checkable
class SamplingEngine(Engine, Protocol):
    """An engine that can walk down its search tree at random."""

    def sampler(self, candidates: Candidates, seed: int) -> Sampler:
        """Begin a series of walks; the same seed gives the same walks on every machine."""
        ...


@dataclass(frozen=True, slots=True)
class Batch:
    """The answers to many puzzles at once.

    Args:
        counts: int64 array (n,): number of solutions found, at most the limit asked for.
        solutions: uint8 array (n, cells): the first solution, all 0 where none was found.
        unknown: bool array (n,): True where time ran out before the count was certain.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    unknown: NDArray[np.bool_]


@runtime_checkable
class BulkEngine(Engine, Protocol):
    """An engine that can search many puzzles in one call."""

    def search_many(
        self, puzzles: NDArray[np.uint8], limits: Limits, threads: int | None = None
    ) -> Batch:
        """Search many puzzles, each up to ``limits.solutions``.

        Args:
            puzzles: uint8 array (n, cells), 0 for a blank; C-contiguous.
            limits: solutions are per puzzle, seconds for the whole call.
            threads: how many threads to use; None for as many as there are processors.
        """
        ...


@runtime_checkable
class CandidatesBulkEngine(BulkEngine, Protocol):
    """An engine that can search many puzzles with pencil marks in one call."""

    def search_many_candidates(
        self,
        puzzles: NDArray[np.unsignedinteger[Any]],
        limits: Limits,
        threads: int | None = None,
    ) -> Batch:
        """Search many puzzles, each up to ``limits.solutions``.

        Args:
            puzzles: unsigned array (n, cells) of candidate masks, bit d−1 for digit d;
                C-contiguous, and without bits beyond the digits of the rules.
            limits: solutions are per puzzle, seconds for the whole call.
            threads: how many threads to use; None for as many as there are processors.
        """
        ...
