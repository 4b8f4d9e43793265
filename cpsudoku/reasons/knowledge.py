"""A board in a SAT solver, whose elements can be switched on and off."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings.cnf import Literal
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Position
from cpsudoku.reasons.checking import is_known
from cpsudoku.reasons.elements import catalogue_of
from cpsudoku.reasons.formula import Clauses, switches
from cpsudoku.rules import Cell, digits_of_mask

_SOLVER = "cadical153"
"""The fastest at many small questions among solvers that take a budget of conflicts: others keep to
the budget only at a restart (Glucose), or need twice as many questions (MiniSat)."""


_LIGHT = 1000
"""A question counts one, and one more for each time that the clauses are this many: a classic 9×9
has two thousand."""

_PATIENCE, _LEAST = 2.0, 1 / 16
"""Seconds for the solver to say what a step needs, at first and at least."""


class Knowledge:
    """A board with facts, and a solver that is asked what follows from which elements.

    Attributes:
        masks: for each cell the candidates that are left, or its digit alone.
        at_first: for each cell the candidates about which clauses were written.
        open: for each cell whether it is empty.
        sources: the sources, as a bit mask, without those that are too big for clauses.
        too_big: the numbers of those too big for clauses.
        known: the sources, as a bit mask, without those that are too big for CP-SAT, too.
        seconds: the time that writing the clauses took, which depends on the rules and on the load
            of the machine.
        weight: what a question counts; it takes longer if clues need many clauses.
        patience: seconds for the solver to say what a step needs, after which CP-SAT is asked.

    Raises:
        OutOfTimeError: the deadline passed before the clauses were written.
    """

    def __init__(self, position: Position, deadline: Deadline) -> None:
        begun = time.monotonic()
        self.rules = rules = position.rules
        self._size = rules.size
        self._candidates: list[Literal] | None = None
        self.catalogue = catalogue_of(rules, reduce(or_, position.at_first))
        self.switches = switches(self.catalogue)
        self.at_first, self.masks = position.masks, list(position.masks)
        self.open = [True] * len(self.masks)
        clauses = Clauses(self.catalogue, self.at_first)
        self.oracle = Oracle(clauses, deadline, solver=_SOLVER)
        self.weight = 1 + clauses.written // _LIGHT
        self.too_big = frozenset(clauses.too_big)
        self.update(position)
        of_size = set(range(len(self.catalogue.sources))) - self.too_big
        self.sources = sum(1 << source for source in of_size)
        self.known = self.sources | sum(
            1 << source
            for source in self.too_big
            if is_known(rules.board, self.catalogue.sources[source], self.at_first)
        )
        self.seconds = time.monotonic() - begun
        self.patience = _PATIENCE

    def tire(self) -> None:
        """Note that the solver took too long, as it will with the same clues the next time."""
        self.patience = max(_LEAST, self.patience / 2)

    def variable(self, cell: Cell, digit: int) -> Literal:
        """Return the variable that says that a cell has a digit."""
        return cell * self._size + digit

    def literal(self, cell: Cell, digit: int, truth: bool) -> Literal:
        """Return the literal that says that a cell has a digit, or has not."""
        return self.variable(cell, digit) if truth else -self.variable(cell, digit)

    def cell_of(self, literal: Literal) -> Cell:
        """Return the cell that a literal is about."""
        return (abs(literal) - 1) // self._size

    def literals(self, cell: Cell) -> list[Literal]:
        """Return the variables of a cell's candidates."""
        base = cell * self._size
        return [base + digit for digit in digits_of_mask(self.masks[cell])]

    def literals_of(self, cells: Iterable[Cell]) -> list[Literal]:
        """Return the variables of the candidates of those of some cells that are empty."""
        return [x for cell in sorted(cells) if self.open[cell] for x in self.literals(cell)]

    @property
    def candidates(self) -> list[Literal]:
        """The variables of the candidates left in empty cells."""
        if self._candidates is None:
            self._candidates = self.literals_of(range(len(self.open)))
        return self._candidates

    def facts(self, position: Position, cells: Iterable[Cell]) -> Iterator[Literal]:
        """Yield what a later position says of some cells and the solver does not know."""
        for cell in cells:
            digit = position.digits[cell]
            if digit and self.open[cell]:
                yield self.variable(cell, digit)
            left = 1 << digit - 1 if digit else position.candidates[cell]
            for other in digits_of_mask(self.masks[cell] & ~left):
                yield -self.variable(cell, other)

    def update(self, position: Position) -> dict[Cell, int]:
        """Take over a later position of the board; return the masks of what cells lost."""
        gone: dict[Cell, int] = {}
        self._candidates = None
        for cell, (digit, left) in enumerate(zip(position.digits, position.masks, strict=True)):
            if digit and self.open[cell]:
                self.open[cell] = False
                self.oracle.add([self.variable(cell, digit)])
            lost = self.masks[cell] & ~left
            if lost:
                gone[cell] = lost
                self.masks[cell] = left
                for other in digits_of_mask(lost):
                    self.oracle.add([-self.variable(cell, other)])
        return gone

    def switches_of(self, sources: int) -> list[Literal]:
        """Return the assumptions that turn some sources, a bit mask, and all cells on."""
        first = self.switches.source
        return [self.switches.cells, *(first + number for number in bits(sources))]

    def held(self, values: Sequence[Literal]) -> int:
        """Return sources that hold for some values, as a bit mask; others may hold too."""
        first, last = self.switches.source, self.switches.cells
        return sum(1 << x - first for x in values[first - 1 : last - 1] if x > 0)

    def __enter__(self) -> Knowledge:
        return self

    def __exit__(self, *_: object) -> None:
        self.oracle.__exit__()


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits of a mask, ascending."""
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
