"""Limits of a search, and its outcome, verdict and result.

An engine returns an `Outcome`: solutions, and whether it is proved that there are no others.  The
`Verdict` is derived from it, so that "there is none" and "gave up" are never the same answer:

======================  =============  ==========================================
solutions found         exhausted      verdict
======================  =============  ==========================================
none                    yes            ``NONE``
one                     yes            ``UNIQUE``
two or more             yes or no      ``MULTIPLE``
one, only one asked     no             ``SOLVED``
one, more asked         no             ``UNKNOWN`` (out of time before a second)
none                    no             ``UNKNOWN`` (out of time)
======================  =============  ==========================================
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from cpsudoku.errors import OptionError
from cpsudoku.ground.deadline import limit_of
from cpsudoku.ground.notebook import Drawn
from cpsudoku.puzzle import Clash, Puzzle
from cpsudoku.rules import Cell, Grid

MOST_SOLUTIONS = (1 << 63) - 1
"""A greater limit is taken as this one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How far a search may go; None for no limit.

    Raises:
        OptionError: fewer than one solution, or seconds that are negative or not a number.
    """

    solutions: int | None = 1
    seconds: float | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.solutions is not None:
            if self.solutions < 1:
                raise OptionError(f"a limit of {self.solutions} solutions; expected at least 1")
            # No search gets there, and compiled code counts with 64 bits.
            if self.solutions > MOST_SOLUTIONS:
                object.__setattr__(self, "solutions", MOST_SOLUTIONS)
        if self.seconds is not None:
            object.__setattr__(self, "seconds", limit_of(self.seconds))


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """The cost of a search; a figure that a solver does not have is None.

    Args:
        build_seconds: time spent on making or adapting the model for this puzzle.
        nodes: nodes of the search tree, or branches.
        conflicts: dead ends that were learnt from or counted.
        propagations: assignments that followed from others.
        decided_by: what gave the verdict: the name of a backend, without what is after a colon;
            ``singles`` or ``probing`` where deductions before its search decided; ``givens`` where
            two of them clash and no solver was asked; None where nothing is decided.
    """

    build_seconds: float | None = None
    search_seconds: float | None = None
    nodes: int | None = None
    conflicts: int | None = None
    propagations: int | None = None
    decided_by: str | None = None

    def credited(self, name: str) -> Stats:
        """Return the same figures with what decided."""
        # Written out, for it is done for each puzzle: `dataclasses.replace` takes 3 × as long.
        return Stats(
            build_seconds=self.build_seconds,
            search_seconds=self.search_seconds,
            nodes=self.nodes,
            conflicts=self.conflicts,
            propagations=self.propagations,
            decided_by=name,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an engine found: distinct solutions, and if it is proved that there are no others."""

    solutions: tuple[Grid, ...]
    exhausted: bool
    stats: Stats = field(default_factory=Stats)


class Verdict(enum.Enum):
    """The knowledge of the number of a puzzle's solutions."""

    NONE = "none"
    UNIQUE = "unique"
    SOLVED = "solved"
    MULTIPLE = "multiple"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, found: int, *, exhausted: bool, asked: int | None) -> Verdict:
        """Derive the verdict from what a search found.

        Args:
            exhausted: whether it is proved that there are no others.
            asked: how many solutions the search was to stop at; None for all.
        """
        if found >= 2:
            return cls.MULTIPLE
        if exhausted:
            return cls.UNIQUE if found else cls.NONE
        return cls.SOLVED if found and asked == 1 else cls.UNKNOWN


@dataclass(frozen=True, slots=True)
class Result(Drawn):
    """The answer to a question about one puzzle; every solution in it has been verified.

    Args:
        clash: givens that contradict each other at first sight, if there are such.
    """

    puzzle: Puzzle
    outcome: Outcome
    limits: Limits
    backend: str
    clash: Clash | None = None

    def __repr__(self) -> str:
        found = len(self.solutions)
        said = "a solution" if found == 1 else f"{found} solutions"
        return f"<{self.verdict.name}: {said} of {self.puzzle} by {self.backend}>"

    @property
    def verdict(self) -> Verdict:
        """The verdict on the number of solutions."""
        return Verdict.of(
            len(self.outcome.solutions),
            exhausted=self.outcome.exhausted,
            asked=self.limits.solutions,
        )

    @property
    def solutions(self) -> tuple[Grid, ...]:
        """The solutions found."""
        return self.outcome.solutions

    @property
    def solution(self) -> Grid | None:
        """The first solution found, or None."""
        return self.outcome.solutions[0] if self.outcome.solutions else None

    @property
    def stats(self) -> Stats:
        """The cost of the search."""
        return self.outcome.stats

    @property
    def differences(self) -> tuple[Cell, ...]:
        """The cells in which the first two solutions differ; empty unless there are two."""
        if len(self.solutions) < 2:
            return ()
        one, other = self.solutions[:2]
        return tuple(c for c, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)

    @property
    def is_cut(self) -> bool:
        """Whether some of the wanted solutions may be missing, because a limit was reached."""
        asked = self.limits.solutions
        return not self.outcome.exhausted and (asked is None or len(self.solutions) < asked)

    @property
    def reason(self) -> str:
        """Why there is no solution, or fewer than wanted; empty otherwise."""
        if self.clash is not None and self.verdict is not Verdict.UNKNOWN:
            return self.clash.describe(self.puzzle.rules.board)
        if self.is_cut:
            if self.limits.seconds is not None:
                return f"the limit of {self.limits.seconds:g} s was reached"
            return f"{self.backend} gave up"
        return ""


@dataclass(frozen=True, slots=True)
class Count:
    """How many solutions a puzzle has.

    Args:
        value: number of distinct solutions found.
        exact: whether it is proved that there are no others; else `value` is a lower bound.
        verified: whether each solution was seen and verified; else the number is the word of the
            solver, which counts without showing what it counts.
    """

    value: int
    exact: bool
    stats: Stats = field(default_factory=Stats)
    verified: bool = field(default=False, kw_only=True)

    def __str__(self) -> str:
        return f"{self.value}" if self.exact else f"at least {self.value}"
