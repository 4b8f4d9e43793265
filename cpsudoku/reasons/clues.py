"""Conclusions about candidates, from switched elements and from single clues.

Techniques use groups of different cells only, not cages, lines or clues outside.  `SingleClues`
gives the steps of single clues, which come between theirs: a candidate is ruled out if no digits
for the clue's cells contain it, obey the clue, and differ where two cells share a group.  Sums that
follow from cages and whole houses count as clues.

>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> from cpsudoku.variants import with_variants
>>> puzzle = Puzzle.empty(with_variants(boxes(2, 2), "thermo@r1c1,r1c2"))
>>> next(SingleClues(Position.of(puzzle)).steps(Position.of(puzzle))).sentence
'Thermo r1c1 r1c2 means that r1c1 cannot be 4, r1c2 cannot be 1.'
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from cpsudoku.backends.base.witnesses import Sample
from cpsudoku.backends.fd import Fd, FdEngine
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings.cnf import Literal, variable
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.logic.evidence import Candidate
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.knowledge import OF_CELLS, SECOND, Budget, bits
from cpsudoku.reasons.steps import Reason, ReasonStep, is_local
from cpsudoku.reasons.sums import implied_sums
from cpsudoku.result import Limits
from cpsudoku.rules import AllDifferent, Cell, Constraint, Grid, Rules, digits_of_mask
from cpsudoku.rules.primitives import Pair


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
    """Return everything that follows for some candidates."""
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


_PATIENCE, _LEAST = SECOND, SECOND // 16
"""Work for a clue at first, and at least.  What is not refuted by then counts as possible."""

_MODELS = 500
"""Models of a clue or sum that are kept, a free number."""

_Model: TypeAlias = tuple[int, Grid]
"""The choices of a model, and the grid."""


class OneClue:
    """A clue or sum, whose cells have one digit each, in the finite-domain engine.

    No other engine here says in milliseconds what a clue about many cells excludes; a SAT solver
    takes minutes where it has to count.

    A choice is a digit of a cell, here as a bit: the place of the cell times the size, plus the
    digit from 0.  A model says that its choices are possible as long as none of them is gone.

    Args:
        start: an earlier position of the board.
        engine: one of the rules that say it.
        least: work for a question at least, however many before it were in vain.
    """

    def __init__(
        self, start: Position, scope: Sequence[Cell], engine: FdEngine, least: int = _LEAST
    ) -> None:
        self._size, self._scope, self._engine = start.rules.size, scope, engine
        self._models: deque[_Model] = deque(maxlen=_MODELS)
        self.patience = Budget(_PATIENCE, least)
        used = reduce(or_, start.at_first)
        # Other cells have a digit, which does not matter.  The lowest and the highest are among
        # them, so that the engine has the same range of digits at each position.
        ends = used & -used, 1 << used.bit_length() - 1
        self._masks = [ends[cell % 2] for cell in range(len(start.at_first))]

    def conclusions(self, position: Position, deadline: Deadline) -> Conclusions:
        """Return what follows for its cells: everything, if the work for that suffices."""
        deadline.check()
        left = self._choices(position.masks)
        models = [one for one in self._models if not one[0] & ~left]
        possible, refuted, complete = _any_of(models), 0, True
        if left & ~possible or not models:
            settled, more = self._sampled(position, [grid for _, grid in models], deadline)
            possible |= _any_of(more)
            refuted = left & settled & ~possible
            complete = not left & ~possible & ~refuted
            if not complete:
                self.patience.in_vain()
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
        before = Sample(tuple(known), (0,) * len(self._masks))
        limits = Limits(solutions=1, seconds=deadline.left)
        work = OF_CELLS * self.patience.work
        found = self._engine.sample(tuple(self._masks), before, limits, work)
        deadline.check()
        more = [
            (self._choices([1 << digit - 1 for digit in grid]), grid)
            for grid in found.solutions[len(known) :]
        ]
        self._models.extend(more)
        return self._choices(found.settled), more

    def _literals(self, choices: int) -> Iterator[Literal]:
        for bit in bits(choices):
            place, digit = divmod(bit, self._size)
            yield variable(self._scope[place], digit + 1, self._size)

    def _certain(self, left: int, position: Position) -> Iterator[Literal]:
        """Yield the only choices that open cells have left."""
        cell_mask = (1 << self._size) - 1
        for place, cell in enumerate(self._scope):
            own = left & cell_mask << place * self._size
            if own and not own & own - 1 and not position.digits[cell]:
                yield from self._literals(own)


def _any_of(models: Sequence[_Model]) -> int:
    return reduce(or_, (choices for choices, _ in models), 0)


class SingleClues:
    """The steps of single clues, at one position of a board after another.

    A clue about many cells is looked at part by part.

    Args:
        start: an earlier position of the board.

    Attributes:
        complete: whether the last search found everything that clues rule out.
    """

    def __init__(self, start: Position) -> None:
        self._start, self.complete = start, True
        board = start.rules.board
        self._clues: list[tuple[Constraint, tuple[Constraint, ...]]] = [
            (clue, () if is_local(clue, board) else tuple(clue.primitives))
            for clue in (*_clues(start.rules), *implied_sums(start.rules))
        ]
        self._of_parts: dict[int, OneClue] = {}
        # Clues that rule out nothing: the candidates of their cells, and whether that is certain.
        self._barren: dict[int, tuple[tuple[int, ...], bool]] = {}

    def steps(self, position: Position, seconds: float | None = None) -> Iterator[ReasonStep]:
        """Yield the candidates that each clue rules out: given clues, those on few cells first."""
        deadline = Deadline(seconds)
        self.complete = True
        for number, (clue, parts) in enumerate(self._clues):
            if deadline.has_passed:
                self.complete = False
                return
            left = tuple(position.masks[cell] for cell in clue.scope)
            before, certain = self._barren.get(number, ((), True))
            if before != left:
                gone, certain = (
                    self._refuted_by_parts(parts, position, deadline)
                    if parts
                    else self._without_support(clue, position, deadline)
                )
                if gone:
                    element = ReasonElement("clue", clue.scope, clue, 0, position.rules.board)
                    yield ReasonStep(position, Reason((element,), 1, True), (), tuple(gone))
                else:
                    self._barren[number] = left, certain
            self.complete = self.complete and certain

    def _refuted_by_parts(
        self, parts: Sequence[Constraint], position: Position, deadline: Deadline
    ) -> tuple[list[Candidate], bool]:
        """Return candidates that the parts of a clue rule out, and whether these are all."""
        gone: dict[Candidate, None] = {}
        complete = True
        for part in parts:
            if deadline.has_passed:
                return list(gone), False
            if isinstance(part, Pair):
                gone.update(dict.fromkeys(_unpaired(part, position)))
            elif is_local(part, position.rules.board):
                more, certain = self._without_support(part, position, deadline)
                gone.update(dict.fromkeys(more))
                complete = complete and certain
        return list(gone), complete

    def _without_support(
        self, part: Constraint, position: Position, deadline: Deadline
    ) -> tuple[list[Candidate], bool]:
        """Return the candidates that are in no digits for its cells that obey a clue or a part."""
        if not any(position.candidates[cell] for cell in part.scope):
            return [], True
        own = self._of_parts.get(id(part))
        if own is None:
            engine = _engine(position.rules, part)
            own = self._of_parts[id(part)] = OneClue(self._start, part.scope, engine, _PATIENCE)
        try:
            found = own.conclusions(position, deadline)
        except OutOfTimeError:
            return [], False
        size, refuted = position.rules.size, set(found.literals)
        gone = [
            (cell, digit)
            for cell in part.scope
            for digit in position.left(cell)
            if found.broken or -variable(cell, digit, size) in refuted
        ]
        return gone, found.complete


@lru_cache(maxsize=16)
def _clues(rules: Rules) -> tuple[Constraint, ...]:
    """Return the constraints that are more than groups of different cells, small ones first."""
    found = [c for c in rules.constraints if any(type(p) is not AllDifferent for p in c.primitives)]
    return tuple(sorted(found, key=lambda clue: len(clue.scope)))


@lru_cache(maxsize=512)
def _engine(rules: Rules, clue: Constraint) -> FdEngine:
    """Return one of the rules of a clue, and of groups as far as its cells are in them."""
    own = set(clue.scope)
    shared = {tuple(c for c in group.cells if c in own) for group in rules.groups}
    groups = [AllDifferent(cells) for cells in sorted(shared) if len(cells) > 1]
    return Fd().compile(Rules(rules.board, (clue, *groups)))


def _unpaired(pair: Pair, position: Position) -> Iterator[Candidate]:
    """Yield the candidates of two cells that fit with no candidate of the other."""
    first = position.rules.board.first - 1
    one, other = (digits_of_mask(position.masks[cell]) for cell in pair.scope)
    both = [(a, b) for a in one for b in other if (a + first, b + first) in pair.allowed]
    for place, cell in enumerate(pair.scope):
        kept = {digits[place] for digits in both}
        yield from ((cell, digit) for digit in position.left(cell) if digit not in kept)
