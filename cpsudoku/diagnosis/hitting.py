"""Smallest conflicts and smallest corrections, by implicit hitting sets.

A *core* is a set of elements that contradict one another (under the rules); a *correction set* is
one whose removal leaves no contradiction.  Each core meets each correction set (Reiter 1987), so

- a smallest core is a smallest set that hits all correction sets, and
- a smallest correction set is a smallest set that hits all cores.

Neither family need be known in full: a smallest hitting set of the part that is known is either the
answer, or shows a further member; and its size is a lower bound at every moment (Ignatiev, Previti,
Liffiton and Marques-Silva, Smallest MUS Extraction with Minimal Hitting Set Dualization, 2015;
Davies and Bacchus, Solving MAXSAT by Solving a Sequence of Simpler SAT Instances, 2011).

Elements are literals, assumed of an `Oracle`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cpsudoku.diagnosis.alarm import alarm
from cpsudoku.diagnosis.oracle import Deadline, Oracle, OutOfTimeError
from cpsudoku.encodings.cnf import Literal


@dataclass(frozen=True, slots=True)
class Found:
    """A set of elements, and what is known of its size.

    Args:
        elements: the set.
        minimal: whether it is proved that none of them can be left out.
        at_least: no set of fewer elements does; proved.
        model: for a correction set, the literals of a model without it.
    """

    elements: tuple[Literal, ...]
    minimal: bool
    at_least: int
    model: frozenset[Literal] = frozenset()

    @property
    def smallest(self) -> bool:
        """Whether it is proved that there is no smaller one."""
        return len(self.elements) == self.at_least


class HittingSets:
    """Smallest sets that hit all sets added so far (MaxSAT: RC2, of Ignatiev et al. 2019).

    Args:
        deadline: when to give up.
    """

    def __init__(self, deadline: Deadline) -> None:
        from pysat.examples.rc2 import RC2
        from pysat.formula import WCNF

        self._deadline = deadline
        self._solver: Any = RC2(WCNF())
        self._numbers: dict[Literal, int] = {}

    def __enter__(self) -> HittingSets:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def add(self, elements: Iterable[Literal]) -> None:
        """Add a set to hit; it is not empty."""
        known = len(self._numbers)
        numbers = [self._numbers.setdefault(e, len(self._numbers) + 1) for e in elements]
        self._solver.add_clause(numbers)
        for number in range(known + 1, len(self._numbers) + 1):
            self._solver.add_clause([-number], weight=1)

    def smallest(self) -> list[Literal]:
        """Return a smallest set that hits all.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        self._deadline.check()
        if not self._numbers:
            return []
        with alarm(self._solver.interrupt, self._deadline.left):
            model = self._solver.compute(expect_interrupt=True)
        if model is None:
            raise OutOfTimeError
        chosen = set(model)
        return [element for element, number in self._numbers.items() if number in chosen]


def minimal_core(oracle: Oracle, start: Sequence[Literal]) -> Found:
    """Make a core minimal: leave out each element that is not needed.

    Args:
        oracle: knows the formula.
        start: elements that contradict the formula together.

    Returns:
        A core out of these; not proved minimal if time ran out.
    """
    core = list(start)
    needed: set[Literal] = set()
    try:
        while untested := [element for element in core if element not in needed]:
            rest = [element for element in core if element != untested[0]]
            if oracle.satisfiable(rest):
                needed.add(untested[0])
            else:
                kept = set(oracle.core)
                core = [element for element in core if element in kept]
    except OutOfTimeError:
        return Found(tuple(core), False, 0)
    return Found(tuple(core), True, min(len(core), 1))


def smallest_core(
    oracle: Oracle, elements: Collection[Literal], known: Found, deadline: Deadline
) -> Found:
    """Find a smallest core.

    Args:
        oracle: knows the formula.
        elements: all elements; together they contradict the formula.
        known: a core to start from.
        deadline: when to give up.

    Returns:
        A smallest core, or when time ran out the best one known with a proved lower bound.
    """
    best = known
    at_least = 0
    with HittingSets(deadline) as hitting:
        try:
            while True:
                chosen = hitting.smallest()
                at_least = len(chosen)
                if at_least == len(best.elements):
                    break
                if not oracle.satisfiable(chosen):
                    best = Found(tuple(chosen), True, at_least)
                    break
                reached = set(chosen)
                # Several correction sets, disjoint but for what was chosen, lift the bound at once.
                while oracle.satisfiable(reached):
                    correction = set(elements) - _grown(oracle, reached, elements)
                    hitting.add(sorted(correction))
                    reached |= correction
                core = oracle.core
                if len(core) < len(best.elements):
                    best = minimal_core(oracle, core)
        except OutOfTimeError:
            pass
    return Found(best.elements, best.minimal or len(best.elements) == at_least, at_least)


def _grown(
    oracle: Oracle, chosen: Collection[Literal], elements: Collection[Literal]
) -> set[Literal]:
    """Return a largest-possible superset of the chosen elements that has a model.

    Before the call, `oracle` has just found a model of the chosen ones; after it, one of those that
    are returned.
    """
    grown = set(chosen) | (oracle.model & set(elements))
    last = True
    for element in sorted(set(elements) - grown):
        if element not in grown:
            last = oracle.satisfiable([*grown, element])
            if last:
                grown |= oracle.model & set(elements)
    if not last:
        oracle.satisfiable(grown)
    return grown


def _better(
    best: Found | None, oracle: Oracle, elements: Collection[Literal], at_least: int
) -> Found:
    """Return the smaller of a correction set and of what the last model leaves out."""
    model = frozenset(oracle.model)
    false = tuple(element for element in elements if element not in model)
    if best is not None and len(best.elements) <= len(false):
        return best
    return Found(false, False, at_least, model)


def smallest_correction(
    oracle: Oracle, elements: Collection[Literal], deadline: Deadline
) -> Found | None:
    """Find a smallest set of elements without which the others have a model.

    Args:
        oracle: knows the formula, which has a model.
        elements: all elements.
        deadline: when to give up.

    Returns:
        A smallest set with a model of the rest, or when time ran out the best one known with a
        proved lower bound; None if there was none in time.
    """
    best: Found | None = None
    at_least = 0
    with HittingSets(deadline) as hitting:
        try:
            while best is None or not best.smallest:
                chosen = hitting.smallest()
                at_least = len(chosen)
                removed = set(chosen)
                while not oracle.satisfiable(sorted(set(elements) - removed)):
                    core = minimal_core(oracle, oracle.core)
                    hitting.add(core.elements)
                    removed |= set(core.elements)
                best = _better(best, oracle, elements, at_least)
                # What was removed for several cores at once is more than need be.
                _grown(oracle, set(elements) - removed, elements)
                best = _better(best, oracle, elements, at_least)
                best = Found(best.elements, best.minimal, at_least, best.model)
        except OutOfTimeError:
            pass
    if best is None:
        return None
    # What is smallest is minimal as well.
    smallest = len(best.elements) == at_least
    return Found(best.elements, smallest, at_least, best.model)
