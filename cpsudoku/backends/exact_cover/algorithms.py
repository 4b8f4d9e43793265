"""The ways to search an exact cover problem: by name, compiled where they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from cpsudoku import compiled
from cpsudoku.backends.exact_cover import cells, links
from cpsudoku.backends.exact_cover.plain import PlainSolver
from cpsudoku.encodings.exact_cover import ExactCover
from cpsudoku.errors import OptionError

OptionSet: TypeAlias = tuple[int, ...]
"""The options of an exact cover, ascending."""


class ExactCoverSearch(Protocol):
    """One search, which can be left after any solution or limit and be resumed."""

    @property
    def nodes(self) -> int:
        """Search tree nodes so far: the root and each branch taken."""

    @property
    def dead_ends(self) -> int:
        """Those of them in which some item had no option left."""

    @property
    def forced(self) -> int:
        """Options chosen because they were an item's only one."""

    def next(self, seconds: float | None) -> bool | None:
        """Continue: True at a solution, False if there are no more, None if time ran out."""

    def solution(self) -> OptionSet:
        """Return the options of the solution that `next` has just found."""

    def find(self, limit: int | None, seconds: float | None) -> tuple[list[OptionSet], bool | None]:
        """Collect further solutions; return them and what ended it: True for the limit."""

    def count(self, limit: int | None, seconds: float | None) -> tuple[int, bool | None]:
        """Count further solutions; the second result is that of `find`."""


class CoverAlgorithm(Protocol):
    """A problem prepared for searching; never changed, shared by its searches."""

    @property
    def algorithm(self) -> str:
        """The name of what searches, among `ALGORITHMS`."""

    def search(self, chosen: Sequence[int], removed: Sequence[int]) -> ExactCoverSearch:
        """Return a new search with some options chosen and some removed beforehand."""


PLAIN: dict[str, type[PlainSolver]] = {
    made.algorithm: made for made in (links.LinksSolver, cells.CellsSolver)
}
COMPILED = ("links", "cells", "packed", "packed128", "packed256", "packed512", "sparse")
ALGORITHMS = ("auto", *COMPILED, *PLAIN)
"""Their names.  ``links`` are dancing links and ``cells`` dancing cells, for problems of any size.
``packed`` (bit sets in vector registers, the widest that the processor has or of the width named)
is for small problems, ``sparse`` (bit sets) for problems of any size.  ``links`` and ``cells`` have
a twin in plain Python that walks the same tree: ``python-links`` and ``python-cells``.  ``auto`` is
the faster of the bit sets."""


def check(algorithm: object, known: Sequence[str] = ALGORITHMS, backend: str = "") -> None:
    """Raise an error unless there is such an algorithm.

    Raises:
        OptionError: it is not among the names.
    """
    if algorithm not in known:
        raise OptionError(
            f"{backend or 'exact cover'} has no algorithm {algorithm!r}; "
            f"expected one of {', '.join(known)}"
        )


def solver(problem: ExactCover, algorithm: str) -> CoverAlgorithm:
    """Prepare a problem.

    Raises:
        OptionError: there is no such algorithm, the problem is too big for ``packed``, or the
            processor has no vectors of that width.
    """
    check(algorithm)
    if algorithm in PLAIN:
        return PLAIN[algorithm](problem)
    try:
        return compiled.native.CoverSolver(
            problem.primary, problem.secondary, problem.options, problem.colours, algorithm
        )
    except ValueError as error:
        raise OptionError(str(error)) from None
