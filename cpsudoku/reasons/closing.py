"""Everything that follows from some elements: asked of a solver, or of the finite-domain engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_
from typing import NamedTuple

from cpsudoku.backends.fd import FdEngine
from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings.cnf import Literal
from cpsudoku.logic import Position
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.rules import Cell, digits_of_mask


class Conclusions(NamedTuple):
    """What follows.

    Args:
        literals: positive for a digit that a cell has, negative for one that it cannot have; only
            of cells without a digit.
        broken: whether there is a contradiction; then there are no literals.
        complete: whether nothing else follows.
    """

    literals: tuple[Literal, ...]
    broken: bool = False
    complete: bool = True

    def __bool__(self) -> bool:
        return self.broken or bool(self.literals)


def conclusions(
    oracle: Oracle, switched: Sequence[Literal], asked: Sequence[Literal]
) -> Conclusions:
    """Return everything that follows for some candidates.

    Raises:
        OutOfTimeError: the deadline has passed.
    """
    if not oracle.satisfiable(switched):
        return Conclusions((), broken=True)
    values = oracle.assignment
    # The opposites of what may follow: what is false in no model first.
    left = [-x for x in asked if values[x - 1] > 0] + [x for x in asked if values[x - 1] < 0]
    found: list[Literal] = []
    while left:
        opposite = left.pop()
        if oracle.satisfiable([*switched, opposite]):
            values = oracle.assignment
            left = [x for x in left if values[abs(x) - 1] != x]
        else:
            found.append(-opposite)
    return Conclusions(tuple(sorted(found, key=abs)))


_PATIENCE, _LEAST = 1.0, 1 / 16
"""Seconds for a clue at first; after a question that took longer the next has half, down to these.
What is not refuted by then counts as possible."""


class Alone:
    """A clue or sum, whose cells have one digit each, in the finite-domain engine.

    That is the only one here that says in milliseconds what a clue about many cells excludes; a
    SAT solver takes minutes where it has to count.

    Args:
        knowledge: that of the board.
        engine: one of the rules that say it.
    """

    def __init__(self, knowledge: Knowledge, scope: Sequence[Cell], engine: FdEngine) -> None:
        self._knowledge, self._scope, self._engine = knowledge, scope, engine
        used = reduce(or_, knowledge.at_first)
        # Other cells have a digit, which does not matter.  The lowest and the highest are among
        # them, so that the engine has the same range of digits at each position.
        ends = used & -used, 1 << used.bit_length() - 1
        self._patience = _PATIENCE
        self._masks = [ends[cell % 2] for cell in range(len(knowledge.at_first))]

    def conclusions(self, position: Position, deadline: Deadline) -> Conclusions:
        """Return what follows for its cells: everything, if that does not take too long.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        for cell in self._scope:
            self._masks[cell] = position.masks[cell]
        left = deadline.left
        brief = self._patience if left is None else min(left, self._patience)
        true, complete = self._engine.true_candidates(tuple(self._masks), brief)
        deadline.check()
        if not complete:
            self._patience = max(_LEAST, self._patience / 2)
        if not all(true):
            return Conclusions((), broken=True)
        found: list[Literal] = []
        for cell in self._scope:
            if position.digits[cell]:
                continue
            variable = partial(self._knowledge.variable, cell)
            lost = position.masks[cell] & ~true[cell]
            found += (-variable(digit) for digit in digits_of_mask(lost))
            if not true[cell] & true[cell] - 1:
                found.append(variable(true[cell].bit_length()))
        return Conclusions(tuple(sorted(found, key=abs)), complete=complete)
