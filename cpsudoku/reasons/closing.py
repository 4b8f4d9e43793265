"""Everything that follows from some elements, found by asking a solver about each literal."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from cpsudoku.deadline import Deadline
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings import cnf
from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.logic import Position
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.rules import Cell, digits_of_mask


class Conclusions(NamedTuple):
    """What follows.

    Args:
        literals: positive for a digit that a cell has, negative for one that it cannot have; only
            of cells without a digit.
        broken: whether there is a contradiction; then there are no literals.
    """

    literals: tuple[Literal, ...]
    broken: bool = False

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


_SOLVER = "minisat22"
"""The fastest where a question takes microseconds."""

_MODELS = 200
"""Models of a clue or sum that are kept."""


class Alone:
    """A clue or sum whose cells have one digit each.

    A choice is a digit of a cell, here as a bit: the place of the cell times the size, plus the
    digit from 0.  A model says that its choices are possible as long as none of them is gone.

    Args:
        knowledge: that of the board.
        clauses: they say it about the candidates that there were at first.

    Raises:
        OutOfTimeError: the deadline passed before the clauses were taken in.
    """

    def __init__(
        self, knowledge: Knowledge, scope: Sequence[Cell], clauses: Sequence[Clause]
    ) -> None:
        self._size, self._scope = knowledge.rules.size, scope
        clauses = list(clauses)
        every: list[tuple[int, Literal]] = []
        for place, cell in enumerate(scope):
            digits = digits_of_mask(knowledge.at_first[cell])
            choices = [knowledge.variable(cell, digit) for digit in digits]
            clauses += [tuple(choices), *((-a, -b) for a, b in combinations(choices, 2))]
            first = place * self._size - 1
            every += [(1 << first + d, x) for d, x in zip(digits, choices, strict=True)]
        last = max((abs(x) for clause in clauses for x in clause), default=0)
        formula, old = cnf.compact(cnf.Formula(last, clauses))
        new = {x: number for number, x in enumerate(old)}
        self._choices = [(bit, x, new[x]) for bit, x in every]
        self._oracle = Oracle(formula.clauses, knowledge.oracle.deadline, solver=_SOLVER)
        self._models: deque[int] = deque(maxlen=_MODELS)

    def conclusions(self, position: Position, deadline: Deadline) -> Conclusions:
        """Return everything that follows for its cells.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        oracle = self._oracle
        oracle.deadline = deadline
        left, open_ones = self._left(position)
        gone = [-x for bit, _, x in self._choices if not bit & left]
        possible = 0
        for model in self._models:
            if not model & ~left:
                possible |= model
        if not possible:
            if not oracle.satisfiable(gone):
                return Conclusions((), broken=True)
            possible = self._model()
        for bit, _, x in self._choices:
            if bit & open_ones & ~possible:
                oracle.prefer([-y if other & possible else y for other, _, y in self._choices])
                if oracle.satisfiable([*gone, x]):
                    possible |= self._model()
        found = [-x for bit, x, _ in self._choices if bit & open_ones & ~possible]
        found += self._certain(open_ones & possible)
        return Conclusions(tuple(sorted(found, key=abs)))

    def _left(self, position: Position) -> tuple[int, int]:
        """Return the choices that are left, and those of them in open cells."""
        placed = open_ones = 0
        for place, cell in enumerate(self._scope):
            first = place * self._size
            if position.digits[cell]:
                placed |= 1 << first + position.digits[cell] - 1
            else:
                open_ones |= position.candidates[cell] << first
        return placed | open_ones, open_ones

    def _model(self) -> int:
        """Return the choices of the model that was just found, and keep them."""
        values = self._oracle.assignment
        found = sum(bit for bit, _, x in self._choices if values[x - 1] > 0)
        self._models.append(found)
        return found

    def _certain(self, left: int) -> Iterator[Literal]:
        """Yield the choices that are alone in their cells."""
        cell = (1 << self._size) - 1
        for place in range(len(self._scope)):
            own = left & cell << place * self._size
            if own and not own & own - 1:
                yield from (x for bit, x, _ in self._choices if bit == own)
