"""Check that a step follows, by the finite-domain engine or by CP-SAT.

The search switches clauses of a SAT solver on and off; that solver is asked, too, about what the
finite-domain engine found itself, which is what clues say (`Trimming.alone`), and CP-SAT where it
takes too long.  Here these engines get rules made of the step's elements alone, and the opposite of
its conclusion.  A cell of these rules says of one candidate whether it is true (the second lowest
digit) or false (the lowest), so that a cell of the puzzle may have no digit, or two, where no
element says otherwise; the cells of a clue come beside them as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

from cpsudoku.backends.base import Engine
from cpsudoku.backends.cpsat import CpSat
from cpsudoku.backends.fd import Fd, FdEngine
from cpsudoku.deadline import Deadline
from cpsudoku.errors import BackendError, BackendUnavailableError, UnsupportedError
from cpsudoku.logic import Position
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.steps import ReasonStep, Supposed
from cpsudoku.result import Limits
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint, Rules, digits_of_mask
from cpsudoku.rules.primitives import Count, Linear, Pair

_LINEAR = 1
"""CP-SAT's own level of linear relaxation, which our quick searches do without: a sum along a line
that crosses itself, with the region around it, takes 0.03 s with it and not all of 20 s without."""


class _Apart:
    """Rules made of some elements alone, at a position; further cells matter beside theirs."""

    def __init__(
        self, position: Position, elements: Sequence[ReasonElement], further: Iterable[Cell] = ()
    ) -> None:
        board = position.rules.board
        self._position, self._first = position, board.first
        cells = sorted(set(chain(further, *(element.scope for element in elements))))
        of_clues = {cell for one in elements if one.kind == "clue" for cell in one.scope}
        count = board.cell_count
        masks = position.masks
        choices = [(cell, digit) for cell in cells for digit in digits_of_mask(masks[cell])]
        self._variable = {choice: count + n for n, choice in enumerate(choices)}
        places = (*board.places, *((board.height, n) for n in range(len(choices))))
        self._board = Board(places, board.size, board.first, board.auxiliary + len(choices))
        self._masks = [1] * count + [0b11] * len(choices)
        for cell in cells:
            if cell in of_clues:
                self._masks[cell] = masks[cell]
            if position.digits[cell]:
                self._masks[self._variable[cell, position.digits[cell]]] = 0b10
        channels = [self._channel(cell) for cell in sorted(of_clues)]
        houses = _whole_houses(elements, of_clues, board)
        self._constraints = tuple(chain(houses, *map(self._said, elements), *channels))

    def _channel(self, cell: Cell) -> Iterator[Constraint]:
        first, digits = self._first, range(1, self._board.size + 1)
        for digit in digits_of_mask(self._position.masks[cell]):
            pairs = frozenset((d + first - 1, first + (d == digit)) for d in digits)
            yield Pair(cell, self._variable[cell, digit], pairs)

    def _said(self, element: ReasonElement) -> Iterator[Constraint]:
        if element.kind == "clue":
            assert element.source is not None
            yield element.source
            return
        if element.digit:
            wanted = [(cell, element.digit) for cell in element.scope]
        else:
            (cell,) = element.scope
            wanted = [(cell, digit) for digit in digits_of_mask(self._position.masks[cell])]
        cells = tuple(self._variable[one] for one in wanted if one in self._variable)
        relation = ">=" if element.kind in ("filled", "place") else "<="
        if cells or relation == ">=":  # else it says nothing
            yield Count(cells, frozenset({self._first + 1}), relation, 1)  # type: ignore[arg-type]

    @cached_property
    def _engine(self) -> FdEngine:
        return Fd().compile(Rules.trusted(self._board, self._constraints))

    def refutes(self, opposite: Supposed | None, deadline: Deadline) -> bool | None:
        """Return whether nothing obeys the elements and an opposite; None if time ran out."""
        masks = list(self._masks)
        if opposite is not None:
            cell, digit, truth = opposite
            masks[self._variable[cell, digit]] = 0b10 if truth else 0b01
        return self._nothing_obeys(self._engine, masks, deadline)

    def refutes_each(self, opposites: Sequence[Supposed | None], deadline: Deadline) -> bool | None:
        """Return what `refutes` does for all of them, asked of CP-SAT in one question."""
        constraints = self._constraints
        if None not in opposites:
            constraints += (self._one_of([one for one in opposites if one is not None]),)
        rules = Rules.trusted(self._board, constraints)
        engine = CpSat("integers").compile(rules, linearization_level=_LINEAR)
        return self._nothing_obeys(engine, self._masks, deadline)

    def _one_of(self, opposites: Sequence[Supposed]) -> Linear:
        """Return that one of some opposites is so, or more."""
        cells = tuple(self._variable[cell, digit] for cell, digit, _ in opposites)
        signs = tuple(1 if truth else -1 for _, _, truth in opposites)
        none = sum(self._first if sign > 0 else -(self._first + 1) for sign in signs)
        return Linear(cells, signs, ">=", (none + 1,))

    def _nothing_obeys(
        self, engine: Engine, masks: Sequence[int], deadline: Deadline
    ) -> bool | None:
        # That one of no candidates is true; engines take no count of nothing.
        if any(
            isinstance(c, Count) and (c.cells, c.relation, c.number) == ((), ">=", 1)
            for c in self._constraints
        ):
            return True
        found = engine.search(tuple(masks), Limits(solutions=1, seconds=deadline.left))
        if found.solutions:
            return False
        return True if found.exhausted else None


def _whole_houses(
    elements: Sequence[ReasonElement], of_clues: set[Cell], board: Board
) -> Iterator[Constraint]:
    """Yield houses of which all digits are only once, and their sums, where clues may count.

    They follow from the elements, but engines do not see it: a sum with a region took `fd` 13 s.
    """
    size = board.size
    total = size * board.first + size * (size - 1) // 2
    once = Counter(one.source for one in elements if one.kind == "once")
    for house, digits in once.items():
        assert isinstance(house, AllDifferent)
        if digits == size and of_clues.issuperset(house.cells):
            yield house
            if len(house.cells) == size:
                yield Linear(house.cells, (1,) * size, "=", (total,))


def check(step: ReasonStep, deadline: Deadline, *, minimal: bool = False) -> bool:
    """Check a step by the second engine.

    Args:
        step: the step; its parts are checked one by one.
        minimal: also check that the first conclusion needs each element.

    Returns:
        Whether everything was decided before the deadline.

    Raises:
        BackendError: a conclusion does not follow, or an element is not needed.
    """
    if step.parts:
        parts = [check(part, deadline, minimal=minimal) for part in step.parts]
        if not step.parts[-1].broken:
            raise BackendError("the parts of a step end without a contradiction")
        return all(parts)
    elements = step.reason.elements
    opposites = step.opposites
    cells = [one[0] for one in opposites if one is not None]
    apart = _Apart(step.position, elements, cells)
    answers = [apart.refutes(opposite, deadline) for opposite in opposites]
    if False in answers:
        raise BackendError(f"fd does not find what was concluded from {_listed(elements)}")
    if minimal:
        for element in elements:
            rest = [one for one in elements if one is not element]
            refuted = _Apart(step.position, rest, cells).refutes(opposites[0], deadline)
            if refuted:
                raise BackendError(f"fd does not need {element} of {_listed(elements)}")
            answers.append(refuted)
    return None not in answers


def confirmed(step: ReasonStep, deadline: Deadline) -> bool:
    """Return whether CP-SAT has found that what a step without parts concludes follows.

    Returns:
        False where it takes too long, or the rules are not for it.

    Raises:
        BackendError: something does not follow.
    """
    opposites = step.opposites
    cells = [one[0] for one in opposites if one is not None]
    apart = _Apart(step.position, step.reason.elements, cells)
    try:
        refuted = apart.refutes_each(opposites, deadline)
    except (BackendUnavailableError, UnsupportedError):
        return False
    if refuted is False:
        listed = _listed(step.reason.elements)
        raise BackendError(f"CP-SAT does not find what was concluded from {listed}")
    return refuted is True


def _listed(elements: Sequence[ReasonElement]) -> str:
    return "; ".join(map(str, elements))
