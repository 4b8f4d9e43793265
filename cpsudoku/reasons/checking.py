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
from dataclasses import replace
from functools import reduce
from itertools import chain, product
from operator import or_

from cpsudoku.backends.base import Engine
from cpsudoku.backends.cpsat import CpSat
from cpsudoku.backends.fd import Fd
from cpsudoku.errors import BackendError, BackendUnavailableError, UnsupportedError
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Position
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.steps import ReasonStep, Supposed
from cpsudoku.result import Limits
from cpsudoku.rules import AllDifferent, Board, Candidates, Cell, Constraint, Rules, digits_of_mask
from cpsudoku.rules.primitives import Count, Linear, Or, OtherPrimitive, Pair, Primitive

_LINEAR = 1
"""CP-SAT's own level of linear relaxation, which our quick searches do without: a sum along a line
that crosses itself, with the region around it, takes 0.03 s with it and not all of 20 s without."""

_MOMENT = 0.5
"""Seconds to find out whether CP-SAT takes a clue, which it says before it searches."""


class _Apart:
    """Rules made of some elements alone, at a position; further cells matter beside theirs."""

    def __init__(
        self, position: Position, elements: Sequence[ReasonElement], further: Iterable[Cell] = ()
    ) -> None:
        board = position.rules.board
        self._position, self._first = position, board.first
        cells = sorted(set(chain(further, *(element.scope for element in elements))))
        whole = _cells_of_one_digit(elements)
        count = board.cell_count
        masks = position.masks
        choices = [(cell, digit) for cell in cells for digit in digits_of_mask(masks[cell])]
        self._variable = {choice: count + n for n, choice in enumerate(choices)}
        places = (*board.places, *((board.height, n) for n in range(len(choices))))
        self._board = Board(places, board.size, board.first, board.auxiliary + len(choices))
        self._masks = [1] * count + [0b11] * len(choices)
        for cell in cells:
            if cell in whole:
                self._masks[cell] = masks[cell]
            if position.digits[cell]:
                self._masks[self._variable[cell, position.digits[cell]]] = 0b10
        channels = [self._channel(cell) for cell in sorted(whole)]
        houses = self._whole_houses(elements, whole)
        said = chain(houses, *map(self._said, elements), *channels)
        self.rules = Rules.trusted(self._board, tuple(said))

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

    def _whole_houses(
        self, elements: Sequence[ReasonElement], whole: set[Cell]
    ) -> Iterator[Constraint]:
        """Yield houses of which all digits are only once in cells of one digit, and their sums.

        They follow from the elements, but engines do not see it: `fd` took 13 s for a sum.
        """
        size, masks = self._board.size, self._position.masks
        once = Counter(one.source for one in elements if one.kind == "once")
        for house, digits in once.items():
            assert isinstance(house, AllDifferent)
            if digits == size and whole.issuperset(house.cells):
                yield house
                left = digits_of_mask(reduce(or_, (masks[cell] for cell in house.cells)))
                if len(left) == len(house.cells):
                    total = sum(left) + (self._first - 1) * len(left)
                    yield Linear(house.cells, (1,) * len(left), "=", (total,))

    def masks(self, opposite: Supposed | None) -> Candidates:
        """Return what the cells of these rules may have with an opposite."""
        masks = list(self._masks)
        if opposite is not None:
            cell, digit, truth = opposite
            masks[self._variable[cell, digit]] = 0b10 if truth else 0b01
        return tuple(masks)

    def with_one_of(self, opposites: Sequence[Supposed | None]) -> Rules:
        """Return the rules, and that one of some opposites is so; none for a contradiction."""
        every = [one for one in opposites if one is not None]
        further = (self._one_of(every),) if every else ()
        return Rules.trusted(self.rules.board, (*self.rules.constraints, *further))

    def _one_of(self, opposites: Sequence[Supposed]) -> Linear:
        """Return that one of some opposites is so, or more."""
        cells = tuple(self._variable[cell, digit] for cell, digit, _ in opposites)
        signs = tuple(1 if truth else -1 for _, _, truth in opposites)
        none = sum(self._first if sign > 0 else -(self._first + 1) for sign in signs)
        return Linear(cells, signs, ">=", (none + 1,))


class _Whole:
    """Rules made of clues and whole houses, at a position, whose cells have one digit each.

    `fd` says in a second of two hundred candidates what a sum and all rows exclude; of the same
    elements one by one it says nothing of ten in a minute.
    """

    def __init__(self, position: Position, sources: Iterable[Constraint]) -> None:
        self.rules = Rules.trusted(position.rules.board, tuple(sources))
        scope = {cell for source in self.rules.constraints for cell in source.scope}
        every = enumerate(position.masks)
        self._masks = [mask if cell in scope else 1 for cell, mask in every]

    def masks(self, opposite: Supposed | None) -> Candidates:
        """Return what the cells may have with an opposite."""
        masks = list(self._masks)
        if opposite is not None:
            cell, digit, truth = opposite
            masks[cell] &= 1 << digit - 1 if truth else ~(1 << digit - 1)
        return tuple(masks)


def _said_by(
    position: Position, elements: Sequence[ReasonElement], further: set[Cell]
) -> _Apart | _Whole:
    """Return rules that say what some elements do, whole if they are all those of their sources."""
    size = position.rules.size
    # By identity, since hashing large tables takes long.
    sources = {id(one.source): one.source for one in elements if one.source is not None}
    said = Counter(id(one.source) for one in elements if one.kind in ("clue", "once"))
    clues = [one for one in elements if one.kind == "clue"]
    of_cells = {one.scope[0] for one in elements if one.source is None}
    has_one = _cells_of_one_digit(elements)
    scope = {cell for source in sources.values() for cell in source.scope}
    wanted = dict.fromkeys(sources, size) | {id(one.source): 1 for one in clues}
    if clues and said == wanted and has_one == scope and of_cells | further <= scope:
        return _Whole(position, sources.values())
    return _Apart(position, elements, further)


def _cells_of_one_digit(elements: Sequence[ReasonElement]) -> set[Cell]:
    """Return the cells that have just one digit by some elements: those of a clue, and others."""
    kinds = Counter(one.scope[0] for one in elements if one.source is None)
    found = {cell for cell, number in kinds.items() if number == 2}
    return found.union(*(one.scope for one in elements if one.kind == "clue"))


def _nothing_obeys(
    engine: Engine, rules: Rules, masks: Candidates, deadline: Deadline
) -> bool | None:
    """Return whether rules have no solution; None if time ran out."""
    # Engines take no count of nothing: that one of no candidates is true.
    if any(
        isinstance(c, Count) and (c.cells, c.relation, c.number) == ((), ">=", 1)
        for c in rules.constraints
    ):
        return True
    found = engine.search(masks, Limits(solutions=1, seconds=deadline.left))
    if found.solutions:
        return False
    return True if found.exhausted else None


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
    elements, opposites = step.reason.elements, step.opposites
    answers = _refuted(step, elements, opposites, deadline)
    if False in answers:
        raise BackendError(f"fd does not find what was concluded from {_listed(elements)}")
    if minimal:
        for element in elements:
            rest = [one for one in elements if one is not element]
            (refuted,) = _refuted(step, rest, opposites[:1], deadline)
            if refuted:
                raise BackendError(f"fd does not need {element} of {_listed(elements)}")
            answers.append(refuted)
    return None not in answers


def _refuted(
    step: ReasonStep,
    elements: Sequence[ReasonElement],
    opposites: Sequence[Supposed | None],
    deadline: Deadline,
) -> list[bool | None]:
    """Return for opposites whether `fd` refutes them by some elements of a step alone."""
    cells = {one[0] for one in opposites if one is not None}
    said = _said_by(step.position, elements, cells)
    engine = Fd().compile(said.rules)
    return [_nothing_obeys(engine, said.rules, said.masks(one), deadline) for one in opposites]


def is_known(board: Board, clue: Constraint, masks: Candidates) -> bool:
    """Return whether CP-SAT, which is asked about what is too big for clauses, takes a clue."""
    try:
        engine = _counter(Rules.trusted(board, (clue,)))
        engine.search(masks, Limits(solutions=1, seconds=_MOMENT))
    except (BackendUnavailableError, UnsupportedError):
        return False
    return True


def _without_what_is_known(rules: Rules, masks: Candidates) -> Rules:
    """Return rules without alternatives that some candidates leave no choice.

    Regions to be found are some thousand that two cells are not alike, which take CP-SAT longer to
    read than all the rest.
    """
    if not any(isinstance(one, Or) for one in rules.others):
        return rules
    others = (_left_of(one, masks, rules.board) for one in rules.others)
    return Rules.trusted(rules.board, (*rules.groups, *(one for one in others if one is not None)))


def _left_of(one: OtherPrimitive, masks: Candidates, board: Board) -> OtherPrimitive | None:
    """Return an alternative without pairs that cannot be; None if one of them must be."""
    if not isinstance(one, Or):
        return one
    said = [(part, _truths(part, masks, board)) for part in one.parts]
    if any(truths == {True} for _, truths in said):
        return None
    return replace(one, parts=tuple(part for part, truths in said if truths != {False}))


def _truths(one: Primitive, masks: Candidates, board: Board) -> set[bool]:
    """Return what a pair of cells can be: true, false; both for anything else, unasked."""
    if not isinstance(one, Pair):
        return {True, False}
    values = (board.values(digits_of_mask(masks[cell])) for cell in one.scope)
    return {both in one.allowed for both in product(*values)}


def _counter(rules: Rules) -> Engine:
    return CpSat("integers").compile(rules, linearization_level=_LINEAR)


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
    masks = apart.masks(None)
    rules = _without_what_is_known(apart.with_one_of(opposites), masks)
    try:
        refuted = _nothing_obeys(_counter(rules), rules, masks, deadline)
    except (BackendUnavailableError, UnsupportedError):
        return False
    if refuted is False:
        listed = _listed(step.reason.elements)
        raise BackendError(f"CP-SAT does not find what was concluded from {listed}")
    return refuted is True


def _listed(elements: Sequence[ReasonElement]) -> str:
    return "; ".join(map(str, elements))
