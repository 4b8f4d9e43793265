"""Everything that follows from some elements, found by asking a solver about each literal."""

from __future__ import annotations

from collections.abc import Sequence
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
    never = [x for x in asked if values[x - 1] < 0]
    always = [x for x in asked if values[x - 1] > 0]
    found: list[Literal] = []
    while never:
        literal = never.pop()
        if oracle.satisfiable([*switched, literal]):
            values = oracle.assignment
            never = [x for x in never if values[x - 1] < 0]
            always = [x for x in always if values[x - 1] > 0]
        else:
            found.append(-literal)
    while always:
        literal = always.pop()
        if oracle.satisfiable([*switched, -literal]):
            values = oracle.assignment
            always = [x for x in always if values[x - 1] > 0]
        else:
            found.append(literal)
    return Conclusions(tuple(sorted(found, key=abs)))


_SOLVER = "minisat22"
"""The fastest where a question takes microseconds."""


class Alone:
    """A clue or sum whose cells have one digit each.

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
        for cell in self._scope:
            choices = [
                knowledge.variable(cell, d) for d in digits_of_mask(knowledge.at_first[cell])
            ]
            clauses += [tuple(choices), *((-a, -b) for a, b in combinations(choices, 2))]
        last = max((abs(x) for clause in clauses for x in clause), default=0)
        formula, self._old = cnf.compact(cnf.Formula(last, clauses))
        self._new = {old: new for new, old in enumerate(self._old)}
        self._oracle = Oracle(formula.clauses, knowledge.oracle.deadline, solver=_SOLVER)

    def conclusions(self, position: Position, deadline: Deadline) -> Conclusions:
        """Return everything that follows for its cells.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        self._oracle.deadline = deadline
        gone, asked = [], []
        for cell in self._scope:
            digit = position.digits[cell]
            left = 1 << digit - 1 if digit else position.candidates[cell]
            for number in range(self._size):
                choice = self._new.get(cell * self._size + number + 1)
                if choice is not None and not left >> number & 1:
                    gone.append(-choice)
                elif choice is not None and not digit:
                    asked.append(choice)
        found, broken = conclusions(self._oracle, gone, asked)
        old = self._old
        return Conclusions(tuple(old[x] if x > 0 else -old[-x] for x in found), broken)
