"""Everything that follows from some elements: asked of a solver, or of the finite-domain engine."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from cpsudoku.backends.base.witnesses import Grids, Sample
from cpsudoku.backends.fd import FdEngine
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings.cnf import Literal
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Position
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.result import Limits
from cpsudoku.rules import Cell, Grid


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

_MODELS = 500
"""Models of a clue or sum that are kept."""

_Model: TypeAlias = tuple[int, Grid]
"""The choices of a model, and the grid."""


class OneClue:
    """A clue or sum, whose cells have one digit each, in the finite-domain engine.

    That is the only one here that says in milliseconds what a clue about many cells excludes; a
    SAT solver takes minutes where it has to count.

    A choice is a digit of a cell, here as a bit: the place of the cell times the size, plus the
    digit from 0.  A model says that its choices are possible as long as none of them is gone.

    Args:
        knowledge: that of the board.
        engine: one of the rules that say it.
    """

    def __init__(self, knowledge: Knowledge, scope: Sequence[Cell], engine: FdEngine) -> None:
        self._size, self._scope, self._engine = knowledge.rules.size, scope, engine
        self._variable = knowledge.variable
        self._models: deque[_Model] = deque(maxlen=_MODELS)
        self._patience = _PATIENCE
        used = reduce(or_, knowledge.at_first)
        # Other cells have a digit, which does not matter.  The lowest and the highest are among
        # them, so that the engine has the same range of digits at each position.
        ends = used & -used, 1 << used.bit_length() - 1
        self._masks = [ends[cell % 2] for cell in range(len(knowledge.at_first))]

    def conclusions(self, position: Position, deadline: Deadline) -> Conclusions:
        """Return what follows for its cells: everything, if that does not take too long.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        deadline.check()
        left = self._choices(position.masks)
        models = [one for one in self._models if not one[0] & ~left]
        possible, refuted, complete = _any_of(models), 0, True
        if left & ~possible or not models:
            settled, more = self._sampled(position, [grid for _, grid in models], deadline)
            possible |= _any_of(more)
            refuted = left & settled & ~possible
            complete = not left & ~possible & ~refuted
            if complete and not models and not more:
                return Conclusions((), broken=True)
        found = [-x for x in self._literals(refuted)]
        found += self._certain(left & ~refuted, position)
        return Conclusions(tuple(sorted(found, key=abs)), complete=complete)

    def _choices(self, masks: Sequence[int]) -> int:
        size = self._size
        return sum(masks[cell] << place * size for place, cell in enumerate(self._scope))

    def _sampled(
        self, position: Position, known: Sequence[Grid], deadline: Deadline
    ) -> tuple[int, list[_Model]]:
        """Return the choices all of whose models are known, and further models."""
        for cell in self._scope:
            self._masks[cell] = position.masks[cell]
        brief = deadline.within(self._patience)
        before = Sample(Grids(known), (0,) * len(self._masks))
        begun = time.monotonic()
        found = self._engine.sample(tuple(self._masks), before, Limits(solutions=1, seconds=brief))
        deadline.check()
        if time.monotonic() - begun > brief:
            self._patience = max(_LEAST, self._patience / 2)
        more = [
            (self._choices([1 << digit - 1 for digit in grid]), grid)
            for grid in found.solutions[len(known) :]
        ]
        self._models.extend(more)
        return self._choices(found.settled), more

    def _literals(self, choices: int) -> Iterator[Literal]:
        for bit in bits(choices):
            place, digit = divmod(bit, self._size)
            yield self._variable(self._scope[place], digit + 1)

    def _certain(self, left: int, position: Position) -> Iterator[Literal]:
        """Yield the choices that are alone in open cells."""
        cell_mask = (1 << self._size) - 1
        for place, cell in enumerate(self._scope):
            own = left & cell_mask << place * self._size
            if own and not own & own - 1 and not position.digits[cell]:
                yield from self._literals(own)


def _any_of(models: Sequence[_Model]) -> int:
    return reduce(or_, (choices for choices, _ in models), 0)
