"""A board in a SAT solver, whose elements can be switched on and off.

Variables 1 … n say that a cell has a digit, as in `cpsudoku.encodings.cnf`; then comes a switch for
each element, one for each source, which turns on all its elements, and one for all elements of
cells; auxiliary variables of clues come last.

A candidate that is absent from the start has no literal; one that is eliminated later is a fact.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

from cpsudoku.backends.base import Engine
from cpsudoku.backends.cpsat import CpSat
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings import cnf
from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.errors import BackendUnavailableError, UnsupportedError
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Position
from cpsudoku.reasons.elements import Catalogue, catalogue_of
from cpsudoku.result import Limits
from cpsudoku.rules import Board, Candidates, Cell, Constraint, Rules, digits_of_mask


class Switches(NamedTuple):
    """The switches, as variables.

    Args:
        element: the one of the first element; the others follow.
        source: the one of the first source; the others follow.
        cells: the one of all elements of cells.
    """

    element: Literal
    source: Literal
    cells: Literal

    @classmethod
    def of(cls, catalogue: Catalogue) -> Switches:
        """Return the switches of a catalogue's elements and sources."""
        first = cnf.last_choice(catalogue.rules) + 1
        sources = first + len(catalogue.elements)
        return cls(first, sources, sources + len(catalogue.sources))


class Clauses:
    """Writes the formula for the candidates of each cell, which are bit masks.

    Attributes:
        too_big: after the clauses were written, the sources left out because they are too big.
        written: number of clauses written so far.
    """

    def __init__(self, catalogue: Catalogue, masks: Candidates) -> None:
        self._catalogue, self._masks = catalogue, masks
        self._switches = Switches.of(catalogue)
        self._amo = cnf.AtMostOne("pairwise", self._switches.cells + 1)
        self.too_big: set[int] = set()
        self.written = 0

    def __iter__(self) -> Iterator[Clause]:
        for clause in self._clauses():
            self.written += 1
            yield clause

    def _clauses(self) -> Iterator[Clause]:
        catalogue, on = self._catalogue, self._switches
        for number, element in enumerate(catalogue.elements):
            switch = on.element + number
            cells = element.scope
            if element.kind in ("filled", "single"):
                literals = self._of_cell(cells[0])
                yield (-on.cells, switch)
            elif element.kind == "clue":
                continue
            else:
                literals = [x for cell in cells for x in self._of_cell(cell, element.digit)]
            if element.kind in ("filled", "place"):
                yield (-switch, *literals)
            else:
                yield from ((-switch, -a, -b) for a, b in combinations(literals, 2))
        for source, elements in enumerate(catalogue.of_source):
            for element_ in elements:
                yield (-(on.source + source), on.element + element_)
            if catalogue.is_clue(source):
                yield from self._of_clue(source)

    def _of_cell(self, cell: Cell, digit: int | None = None) -> list[Literal]:
        size, mask = self._catalogue.rules.size, self._masks[cell]
        digits = range(1, size + 1) if digit is None else (digit,)
        return [cnf.variable(cell, d, size) for d in digits if mask >> d - 1 & 1]

    def _of_clue(self, source: int) -> Iterator[Clause]:
        catalogue = self._catalogue
        rules, on = catalogue.rules, self._switches
        switch = on.element + catalogue.of_source[source][0]
        constraint = catalogue.sources[source]
        alone = Rules.trusted(rules.board, (constraint,))
        try:
            found = list(cnf.constraint_clauses(alone, self._masks, self._amo))
        except UnsupportedError:
            self.too_big.add(source)
            return
        for cell in constraint.scope:
            yield (-switch, on.element + catalogue.filled(cell))
            yield (-switch, on.element + catalogue.single(cell))
        yield from ((-switch, *clause) for clause in found)


_SOLVER = "cadical153"
"""The fastest at many small questions among solvers that take a budget of conflicts: others keep to
the budget only at a restart (Glucose), or need twice as many questions (MiniSat)."""


_LIGHT = 1000
"""A question counts one, and one more for each time that the clauses are this many: a classic 9×9
has two thousand."""

SECOND = 10_000_000
"""Work that is done in a second, roughly: propagations of the SAT solver.  What is given up is
given up after some work, not after some time, so that every machine takes the same path."""

OF_CELLS = 16
"""The finite-domain engine, whose work is cells looked at, counts one for this many."""


class Budget:
    """Work for a question of some kind; after one in vain the next has half of it.

    Args:
        most: at first, and at most.
        least: however many were in vain.
    """

    __slots__ = ("_least", "_most", "work")

    def __init__(self, most: int, least: int) -> None:
        self.work = self._most = most
        self._least = least

    def in_vain(self) -> None:
        """Note that it did not suffice, as it will not with similar questions."""
        self.work = max(self._least, self.work // 2)

    def sufficed(self) -> None:
        """Note that it did, so that the next question has twice as much again."""
        self.work = min(self._most, 2 * self.work)


class Knowledge:
    """A board with facts, and a solver that is asked what follows from which elements.

    Attributes:
        masks: for each cell the candidates that are left, or only its digit.
        at_first: for each cell the candidates about which clauses were written.
        open: for each cell whether it is empty.
        sources: the sources, as a bit mask, without those that are too big for clauses.
        too_big: the numbers of those too big for clauses.
        known: the sources, as a bit mask, without those that are too big for CP-SAT, too.
        weight: what a question counts; it takes longer if clues need many clauses.
        patience: for the solver to say what a step needs; then CP-SAT is asked.

    Raises:
        OutOfTimeError: the deadline passed before the clauses were written.
    """

    def __init__(self, position: Position, deadline: Deadline) -> None:
        self.rules = rules = position.rules
        self._size = rules.size
        self._candidates: list[Literal] | None = None
        self.catalogue = catalogue_of(rules, reduce(or_, position.at_first))
        self.switches = Switches.of(self.catalogue)
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
        self.patience = Budget(2 * SECOND, SECOND // 16)

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


def counter(rules: Rules, work: int) -> Engine:
    """Return CP-SAT, which is asked about what is too big for clauses, for some work."""
    # With CP-SAT's own linear relaxation, which our quick searches do without, a sum along a line
    # that crosses itself, with the region around it, takes 0.03 s and not all of 20 s.
    return CpSat("integers").compile(
        rules, linearization_level=1, max_deterministic_time=work / SECOND
    )


def is_known(board: Board, clue: Constraint, masks: Candidates) -> bool:
    """Return whether CP-SAT takes a clue."""
    try:
        counter(Rules.trusted(board, (clue,)), SECOND // 2).search(masks, Limits(solutions=1))
    except (BackendUnavailableError, UnsupportedError):
        return False
    return True
