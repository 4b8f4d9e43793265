"""Checks that a step follows, by the finite-domain engine or by CP-SAT, and shortens steps.

The search switches clauses of a SAT solver on and off; that solver is asked, too, about what the
finite-domain engine found itself, which is what clues say (`Trimming.alone`), and CP-SAT where it
takes too long.  Here these engines get rules made of only the step's elements, and the opposite of
its conclusion.  A cell of these rules says of one candidate whether it is true (the second lowest
digit) or false (the lowest), so that a cell of the puzzle may have no digit, or two, where no
element says otherwise; the cells of a clue come beside them as they are.

`Trimming` leaves out the steps to a contradiction that no later step needs.  The solver is asked
about each conclusion again, with the earlier conclusions as assumptions: its core says which facts
and elements it rests on.  So one pass from the end is enough.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import chain, product
from operator import or_

from cpsudoku.backends.fd import Fd, FdEngine
from cpsudoku.encodings.cnf import Literal
from cpsudoku.errors import BackendError, BackendUnavailableError, UnsupportedError
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.logic.evidence import Candidate
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.knowledge import OF_CELLS, SECOND, Knowledge, counter
from cpsudoku.reasons.steps import Consequence, Reason, ReasonStep, Supposed
from cpsudoku.result import Limits
from cpsudoku.rules import AllDifferent, Board, Candidates, Cell, Constraint, Rules, digits_of_mask
from cpsudoku.rules.primitives import Count, Linear, Or, OtherPrimitive, Pair, Primitive


class _ElementRules:
    """Rules made of some elements only, at a position, and of further cells."""

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


class _SourceRules:
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
) -> _ElementRules | _SourceRules:
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
        return _SourceRules(position, sources.values())
    return _ElementRules(position, elements, further)


def _cells_of_one_digit(elements: Sequence[ReasonElement]) -> set[Cell]:
    """Return the cells that have just one digit by some elements: those of a clue, and others."""
    kinds = Counter(one.scope[0] for one in elements if one.source is None)
    found = {cell for cell, number in kinds.items() if number == 2}
    return found.union(*(one.scope for one in elements if one.kind == "clue"))


def _are_broken(rules: Rules) -> bool:
    """Return whether rules say that one of no candidates is true, which engines do not take."""
    return any(
        isinstance(c, Count) and (c.cells, c.relation, c.number) == ((), ">=", 1)
        for c in rules.constraints
    )


_CHECK = 120 * SECOND
"""Work for a second engine to find that a conclusion follows, which usually takes milliseconds.  A
step that it has not decided by then is not shown."""


def _refutes(engine: FdEngine, masks: Candidates, deadline: Deadline) -> bool | None:
    """Return whether candidates have no solution; None if time ran out, or the work is done."""
    cell = min(range(len(masks)), key=lambda cell: masks[cell].bit_count())
    asked = [(cell, digit) for digit in digits_of_mask(masks[cell])]
    most = OF_CELLS * _CHECK
    refuted, work = engine.refuted(
        masks, asked, conflicts=None, enough=len(asked), seconds=deadline.left, work=most
    )
    if len(refuted) == len(asked):
        return True
    return None if deadline.has_passed or work >= most else False


def check(step: ReasonStep, deadline: Deadline) -> bool:
    """Check a step by the second engine.

    Args:
        step: the step; its parts are checked one by one.

    Returns:
        Whether everything was decided before the deadline.

    Raises:
        BackendError: a conclusion does not follow.
    """
    if step.parts:
        parts = [check(part, deadline) for part in step.parts]
        if not step.parts[-1].broken:
            raise BackendError("the parts of a step end without a contradiction")
        return all(parts)
    answers = _refuted(step, deadline)
    if False in answers:
        listed = _listed(step.reason.elements)
        raise BackendError(f"fd does not find what was concluded from {listed}")
    return None not in answers


def _refuted(step: ReasonStep, deadline: Deadline) -> list[bool | None]:
    """Return for each opposite of a step's conclusions whether `fd` refutes it by its elements."""
    cells = {one[0] for one in step.opposites if one is not None}
    said = _said_by(step.position, step.reason.elements, cells)
    if _are_broken(said.rules):
        return [True]
    engine = Fd().compile(said.rules)
    return [_refutes(engine, said.masks(one), deadline) for one in step.opposites]


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


def confirmed(step: ReasonStep, deadline: Deadline, work: int = _CHECK) -> bool:
    """Return whether CP-SAT has found that what a step without parts concludes follows.

    Args:
        work: after this much it gives up.

    Returns:
        False where it takes too long, or the rules are not for it.

    Raises:
        BackendError: something does not follow.
    """
    opposites = step.opposites
    cells = [one[0] for one in opposites if one is not None]
    apart = _ElementRules(step.position, step.reason.elements, cells)
    masks = apart.masks(None)
    rules = _without_what_is_known(apart.with_one_of(opposites), masks)
    if _are_broken(rules):
        return True
    try:
        limits = Limits(solutions=1, seconds=deadline.left)
        found = counter(rules, work).search(masks, limits)
    except (BackendUnavailableError, UnsupportedError):
        return False
    if found.solutions:
        listed = _listed(step.reason.elements)
        raise BackendError(f"CP-SAT does not find what was concluded from {listed}")
    return found.exhausted


def _listed(elements: Sequence[ReasonElement]) -> str:
    return "; ".join(map(str, elements))


_IN_TURN = (15 * SECOND, 60 * SECOND)
"""Work for CP-SAT, and for the solver after it, where that took too long.  CP-SAT decides soon what
takes the solver minutes, but of circles with sixteen digits nothing in two minutes, where the
solver takes twenty seconds."""


class Trimming:
    """Leaves out elements that are not needed.

    Args:
        knowledge: that of the board before anything was supposed.

    Attributes:
        free: the parts with suppositions of their own that rest on no other, and no step before.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self.free: list[ReasonStep] = []

    def trimmed(self, start: Position, steps: Sequence[ReasonStep]) -> list[ReasonStep]:
        """Return the steps that lead to a contradiction, each with only the conclusions needed.

        Args:
            start: the position at which they begin.
            steps: in their order; the last one is the contradiction.

        Raises:
            BackendError: something does not follow.
        """
        return list(moved(start, self._needed(steps)[0]))

    def _needed(self, steps: Sequence[ReasonStep]) -> tuple[list[ReasonStep], set[Literal]]:
        """Return steps, with the positions where they were found, and the facts they rest on."""
        kept: list[ReasonStep] = []
        facts: set[Literal] = set()
        for step in reversed(steps):
            placed = tuple(c for c in step.placements if self._led_to(step, (c,), ()) & facts)
            gone = tuple(c for c in step.eliminations if self._led_to(step, (), (c,)) & facts)
            if not (placed or gone or step.broken):
                continue
            shorter = replace(step, placements=placed, eliminations=gone)
            facts -= self._led_to(step, placed, gone)
            shorter, own = self._apart(shorter) if step.parts else self.alone(shorter)
            if shorter.broken:  # already here, so that nothing after it is needed
                kept, facts = [], set()
            facts |= own
            kept.append(shorter)
        return kept[::-1], facts

    def _led_to(
        self, step: ReasonStep, placed: tuple[Candidate, ...], gone: tuple[Candidate, ...]
    ) -> set[Literal]:
        """Return the facts that conclusions of a step added to the board."""
        return self._added(step.position, step.position.after(Consequence((), placed, gone)))

    def _added(self, before: Position, after: Position) -> set[Literal]:
        cells = range(len(before.digits))
        marks = zip(before.candidates, after.candidates, strict=True)
        changed = [cell for cell, (old, new) in zip(cells, marks, strict=True) if old != new]
        return set(self._knowledge.facts(after, changed)) - set(
            self._knowledge.facts(before, changed)
        )

    def alone(self, step: ReasonStep) -> tuple[ReasonStep, set[Literal]]:
        """Return a step with only the elements that its conclusions need, and the facts.

        Where the solver takes too long, CP-SAT is asked whether all elements suffice.

        Raises:
            OutOfTimeError: the deadline of the solver has passed, or neither has found it.
            BackendError: something does not follow.
        """
        try:
            return self.shorter(step)
        except OutOfTimeError:
            return self._in_turn(step)

    def _in_turn(self, step: ReasonStep) -> tuple[ReasonStep, set[Literal]]:
        """Ask CP-SAT and the solver in turn, each for longer than before."""
        deadline = self._knowledge.oracle.deadline
        for work in _IN_TURN:
            deadline.check()
            if confirmed(step, deadline, work):
                return step, set(self._facts(step))
            with suppress(OutOfTimeError):
                found = self.shorter(step, work)
                self._knowledge.patience.work = work  # CP-SAT does not help with these clues
                return found
        raise OutOfTimeError

    def shorter(self, step: ReasonStep, work: int | None = None) -> tuple[ReasonStep, set[Literal]]:
        """Return what `alone` does, or give up after some work: this, or what is usual.

        If the elements contradict the board by themselves, which gives any conclusion, the step is
        that.

        Raises:
            OutOfTimeError: the solver takes too long.
            BackendError: something does not follow.
        """
        knowledge, catalogue = self._knowledge, self._knowledge.catalogue
        first = knowledge.switches.element
        elements = {first + catalogue.number(one): one for one in step.reason.elements}
        if any(catalogue.source_of[number - first] in knowledge.too_big for number in elements):
            raise OutOfTimeError  # all may be needed by a clue that the solver does not have
        try:
            with knowledge.oracle.at_most(work or knowledge.patience.work):
                step, core = self._core(step, [*elements, *self._facts(step)])
        except OutOfTimeError:
            knowledge.patience.in_vain()
            raise
        used = [one for switch, one in elements.items() if switch in core]
        return _resting_on(step, used), core.difference(elements)

    def _facts(self, step: ReasonStep) -> list[Literal]:
        cells = {cell for one in step.reason.elements for cell in one.scope}
        cells.update(cell for cell, _ in (*step.placements, *step.eliminations))
        return list(self._knowledge.facts(step.position, sorted(cells)))

    def _core(
        self, step: ReasonStep, assumed: Sequence[Literal]
    ) -> tuple[ReasonStep, set[Literal]]:
        """Return a step, and what its conclusions need of what is assumed."""
        oracle, core = self._knowledge.oracle, set[Literal]()
        for supposed in step.opposites:
            opposite = () if supposed is None else (self._knowledge.literal(*supposed),)
            if oracle.satisfiable([*assumed, *opposite]):
                raise BackendError(f"what a step concludes does not follow: {step.notation}")
            own = set(oracle.core)
            if own.isdisjoint(opposite):
                return replace(step, placements=(), eliminations=(), broken=True), own
            core |= own.difference(opposite)
        return step, core

    def _apart(self, step: ReasonStep) -> tuple[ReasonStep, set[Literal]]:
        """Return the same for a step with parts, which rests on what its parts rest on."""
        assert step.supposed is not None
        parts, facts = self._needed(step.parts)
        supposed = self._added(step.position, after_supposing(step.position, step.supposed))
        used = dict.fromkeys(
            self._knowledge.catalogue.number(one) for part in parts for one in part.reason.elements
        )
        elements = [self._knowledge.catalogue.elements[number] for number in sorted(used)]
        apart, facts = replace(_resting_on(step, elements), parts=tuple(parts)), facts - supposed
        if not facts:
            self.free.append(apart)
        return apart, facts


def _resting_on(step: ReasonStep, elements: Sequence[ReasonElement]) -> ReasonStep:
    reason: Reason = replace(step.reason, elements=tuple(elements))
    return replace(step, reason=reason)


def moved(position: Position, steps: Iterable[ReasonStep]) -> Iterator[ReasonStep]:
    """Yield steps and their parts, with the positions that the steps before lead to.

    A step was perhaps found where less was known: what the board says already is left out, and with
    the first step that the board contradicts there is an end.
    """
    for step in steps:
        placed = tuple(one for one in step.placements if position.has(*one))
        gone = tuple(one for one in step.eliminations if position.has(*one))
        contradicts = any(position.digits[cell] == digit for cell, digit in step.eliminations)
        contradicts |= any(not position.masks[c] >> d - 1 & 1 for c, d in step.placements)
        if contradicts and step.parts:  # what is supposed is known, and the parts are steps
            yield from moved(position, step.parts)
            return
        if not (placed or gone or step.broken or contradicts):
            continue
        parts = step.parts
        if step.supposed is not None:
            parts = tuple(moved(after_supposing(position, step.supposed), parts))
        there = replace(step, position=position, parts=parts, placements=placed, eliminations=gone)
        if step.broken or contradicts:
            yield replace(there, placements=(), eliminations=(), broken=True)
            return
        yield there
        position = position.after(there)


def after_supposing(position: Position, supposed: Supposed) -> Position:
    """Return the position after a supposition: a candidate, and whether it is true."""
    cell, digit, truth = supposed
    candidate = ((cell, digit),)
    return position.after(Consequence((), *((candidate, ()) if truth else ((), candidate))))
