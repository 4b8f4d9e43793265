"""Everything that follows from some elements, found by asking the solver about each literal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cpsudoku.encodings.cnf import Literal
from cpsudoku.reasons.knowledge import Knowledge
from cpsudoku.rules import Cell


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


NOTHING = Conclusions(())


def conclusions(
    knowledge: Knowledge, switched: Sequence[Literal], cells: Iterable[Cell]
) -> Conclusions:
    """Return everything that follows for some cells.

    Raises:
        OutOfTimeError: the deadline has passed.
    """
    oracle = knowledge.oracle
    if not oracle.satisfiable(switched):
        return Conclusions((), broken=True)
    asked = [x for cell in cells if knowledge.open[cell] for x in knowledge.literals(cell)]
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
