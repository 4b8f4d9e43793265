"""Smallest conflicts, by implicit hitting sets; and smallest corrections, by MaxSAT.

A *core* is a set of elements that contradict one another (under the rules); a *correction set* is
one whose removal leaves no contradiction.  Each core meets each correction set (Reiter 1987), so a
smallest core is a smallest set that hits all correction sets.  These need not be known in full: a
smallest hitting set of those that are known is either the answer, or shows a further one; and its
size is a lower bound at every moment (Ignatiev, Previti, Liffiton and Marques-Silva, Smallest MUS
Extraction with Minimal Hitting Set Dualization, 2015).

A smallest correction set is found by RC2 (Ignatiev, Morgado and Marques-Silva, RC2: An Efficient
MaxSAT Solver, 2019), core by core, each of which lifts the lower bound.  Rejected: implicit hitting
sets, where the cores are made minimal and hit by a solver of their own.  On 16×16 boards with four
to ten wrong givens that took 9 s to more than 20 s, where RC2 takes 1 to 8 s, and on 25×25 boards
with two to six wrong ones it was not done after 20 s, where RC2 takes 2 to 13 s.

Elements are literals, assumed of an `Oracle`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from cpsudoku.diagnosis.oracle import Oracle, alarm
from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.progress import AT_ONCE


@dataclass(frozen=True, slots=True)
class HittingSet:
    """A set of elements, and whether it is proved smallest.

    Args:
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
    """Smallest sets that hit all sets added so far (MaxSAT: RC2, of Ignatiev et al. 2019)."""

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
        """Return a smallest set that hits all."""
        self._deadline.check()
        if not self._numbers:
            return []
        with alarm(self._solver.interrupt, self._deadline.left):
            model = self._solver.compute(expect_interrupt=True)
        if model is None:
            raise OutOfTimeError
        chosen = set(model)
        return [element for element, number in self._numbers.items() if number in chosen]


def minimal_core(oracle: Oracle, start: Sequence[Literal]) -> HittingSet:
    """Return a minimal core out of a core; not proved minimal if time ran out."""
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
        return HittingSet(tuple(core), False, 0)
    return HittingSet(tuple(core), True, min(len(core), 1))


def smallest_core(
    oracle: Oracle, elements: Collection[Literal], known: HittingSet, deadline: Deadline
) -> HittingSet:
    """Return a smallest core, or when time ran out the best known with a proved lower bound."""
    best = known
    at_least = 0
    with HittingSets(deadline) as hitting, suppress(OutOfTimeError):
        while True:
            chosen = hitting.smallest()
            at_least = len(chosen)
            if at_least == len(best.elements):
                break
            if not oracle.satisfiable(chosen):
                best = HittingSet(tuple(chosen), True, at_least)
                break
            reached = set(chosen)
            # Several correction sets, disjoint but for what was chosen, lift the bound at once.
            while oracle.satisfiable(reached):
                *_, model = grown(oracle, reached, elements)
                correction = set(elements) - model
                hitting.add(sorted(correction))
                reached |= correction
            core = oracle.core
            if len(core) < len(best.elements):
                best = minimal_core(oracle, core)
    return HittingSet(best.elements, best.minimal or len(best.elements) == at_least, at_least)


def grown(
    oracle: Oracle, chosen: Collection[Literal], elements: Collection[Literal]
) -> Iterator[frozenset[Literal]]:
    """Yield models of more and more elements, the last one of as many as can be added.

    Before the call, the oracle has just found a model of the chosen ones.
    """
    wanted = set(elements)
    yield frozenset(oracle.model)
    reached = set(chosen) | (oracle.model & wanted)
    for element in sorted(wanted - reached):
        if element not in reached and oracle.satisfiable([*reached, element]):
            yield frozenset(oracle.model)
            reached |= oracle.model & wanted


_SHARE = 0.8
"""Of the time, for the proof; the rest is for an answer without one, if that fails."""


def smallest_correction(
    clauses: Sequence[Clause], oracle: Oracle, elements: Sequence[Literal], deadline: Deadline
) -> HittingSet | None:
    """Find a smallest set of elements without which the others have a model.

    Returns:
        A smallest set with a model of the rest, or when time ran out a minimal one with a proved
        lower bound; None if none was found in time.
    """
    # First something that will do, for the search for a smallest set does not end on the second.
    best = _some(oracle, elements, deadline.part(1 - _SHARE))
    if best is None:
        return None
    try:
        model, at_least = _most(clauses, elements, deadline.part(_SHARE))
    except OutOfTimeError:
        return best
    if model is None:
        return replace(best, at_least=at_least)
    false = tuple(element for element in elements if element not in model)
    return HittingSet(false, True, at_least, model)


def _most(
    clauses: Sequence[Clause], elements: Sequence[Literal], until: Deadline
) -> tuple[frozenset[Literal] | None, int]:
    """Return a model of as many elements as possible, and how many it lacks at least.

    If time runs out there is no model, only the bound.
    """
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    problem: Any = WCNF()
    for first in range(0, len(clauses), AT_ONCE):
        until.check()
        problem.extend([list(clause) for clause in clauses[first : first + AT_ONCE]])
    problem.extend([[element] for element in elements], weights=[1] * len(elements))
    proved: list[int] = []

    with RC2(problem, solver="glucose4", adapt=True, minz=True) as solver:

        def ring() -> None:
            # What the interrupted calls make of the bound afterwards is not proved.
            proved.append(solver.cost)
            solver.interrupt()

        try:
            with alarm(ring, until.left):
                model = solver.compute(expect_interrupt=True)
        except Exception as error:
            if "keyboard interrupt" in str(error):  # how the library passes Ctrl-C on
                raise KeyboardInterrupt from None
            raise
        if proved or model is None:
            return None, proved[0] if proved else 0
        return frozenset(model), solver.cost


def _some(oracle: Oracle, elements: Sequence[Literal], until: Deadline) -> HittingSet | None:
    """Return a correction set that is small, and minimal if there is time for it."""
    best: HittingSet | None = None
    with suppress(OutOfTimeError):
        if not oracle.satisfiable():
            return None
        for model in grown(oracle, (), elements):
            false = tuple(element for element in elements if element not in model)
            best = HittingSet(false, False, 0, model)
            if until.has_passed:
                break
    return best
