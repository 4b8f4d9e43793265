"""Smallest corrections: as few elements as possible without which the others have a model.

That is MaxSAT, and RC2 solves it (Ignatiev, Morgado and Marques-Silva, RC2: An Efficient MaxSAT
Solver, 2019): core by core, each of which lifts the lower bound.  Rejected: implicit hitting sets,
where the cores are made minimal and hit by a solver of their own.  On 16×16 boards with four to ten
wrong givens that took 9 s to more than 20 s, where RC2 takes 1 to 8 s, and on 25×25 boards with
two to six wrong ones it was not done after 20 s, where RC2 takes 2 to 13 s.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.diagnosis.alarm import alarm
from cpsudoku.diagnosis.hitting import HittingSet, grown
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings.cnf import Clause, Literal

_SHARE = 0.8
"""Of the time, for the proof; the rest is for an answer without one, if that fails."""

_CLAUSES = 4096
"""Clauses taken in between two looks at the clock."""


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
    for first in range(0, len(clauses), _CLAUSES):
        until.check()
        problem.extend([list(clause) for clause in clauses[first : first + _CLAUSES]])
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
    try:
        if not oracle.satisfiable():
            return None
        for model in grown(oracle, (), elements):
            false = tuple(element for element in elements if element not in model)
            best = HittingSet(false, False, 0, model)
            if until.has_passed:
                break
    except OutOfTimeError:
        pass
    return best
