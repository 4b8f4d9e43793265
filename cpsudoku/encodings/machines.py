"""Every primitive as a machine that reads its cells in turn.

A machine has a state, which each digit read changes, and at the end accepts or not.  Unrolled over
its cells, with states merged from which the same is accepted and those dropped from which nothing
is, it becomes an automaton of layers (what others call a decision diagram): the form to which
`cpsudoku.encodings.lowering` brings whatever a solver has no word of its own for.

    sum of two cells = 4, digits 1 to 3:

        start ──1──▶ (1) ──3──▶ end          the states are the sums so far; after the
          │ ───2──▶ (2) ──2──▶ end           second cell only the sum 4 is left, and
          └────3──▶ (3) ──1──▶ end           each sum before leads there in one way

    >>> from cpsudoku.rules import Linear, square
    >>> found = unrolled(Linear((0, 1), (1, 1), "=", (4,)), square(3))
    >>> sorted(found.steps)
    [(0, 1, 1), (0, 2, 2), (0, 3, 3), (1, 3, 4), (2, 2, 4), (3, 1, 4)]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple, TypeAlias, assert_never

from cpsudoku.errors import UnsupportedError
from cpsudoku.rules import AllDifferent, Board, Cell, primitives

State: TypeAlias = Hashable
"""What a machine knows of the digits that it has read; None where it can accept no more."""

Unrolled: TypeAlias = primitives.Regular
"""An automaton that reads each cell once, and each of whose states is between two cells."""

HELD: State = "held"
"""The state of a machine that accepts whatever follows; no step is asked of it."""

MOST_STEPS = 100_000
"""A machine with more steps than this is refused: its encoding would not end soon."""

MOST_WORK = 400_000
"""So is one of several parts whose steps, each taken by every part, would be more than this."""


class Machine(NamedTuple):
    """A machine.

    Args:
        start: its state before any digit; never None.
        step: from a state, the cell that is read and its digit to the next state.
    """

    start: State
    step: Callable[[State, Cell, int], State]
    accepts: Callable[[State], bool]


def machine(primitive: primitives.Primitive, order: tuple[Cell, ...]) -> Machine:  # noqa: C901 (a case a kind)
    """Return the machine of a primitive, which reads the cells of its scope in an order."""
    made: Machine
    match primitive:
        case AllDifferent():
            made = _all_different()
        case primitives.Pair() | primitives.Table():
            made = _table(primitive, order)
        case primitives.Linear(cells, coefficients, relation, totals):
            factor = dict(zip(cells, coefficients, strict=True))
            made = _adding(lambda cell, digit: factor[cell] * digit, relation, totals)
        case primitives.Regular():
            made = _regular(primitive, order)
        case primitives.Count(_, values, relation, number):
            made = _adding(lambda _, digit: digit in values, relation, (number,))
        case primitives.Element():
            made = _element(primitive, order)
        case primitives.Connected():
            made = _connected(primitive, order)
        case primitives.And():
            made = _joined(primitive.parts, order, None)
        case primitives.Or():
            made = _joined(primitive.parts, order, HELD)
        case primitives.Not():
            made = _not(primitive, order)
        case _:
            assert_never(primitive)
    return made


def _all_different() -> Machine:
    def step(state: State, _: Cell, digit: int) -> State:
        assert isinstance(state, frozenset)
        return None if digit in state else state | {digit}

    return Machine(frozenset(), step, lambda _: True)


def _table(constraint: primitives.Pair | primitives.Table, order: tuple[Cell, ...]) -> Machine:
    tuples = constraint.allowed if isinstance(constraint, primitives.Pair) else constraint.tuples
    places = [constraint.scope.index(cell) for cell in order]
    words = [tuple(digits[place] for place in places) for digits in tuples]
    prefixes = {word[:length] for word in words for length in range(len(word) + 1)}

    def step(state: State, _: Cell, digit: int) -> State:
        assert isinstance(state, tuple)
        longer = (*state, digit)
        if longer not in prefixes:
            return None
        return longer if len(longer) < len(order) else HELD

    return Machine((), step, lambda state: state in prefixes)


def _adding(
    worth: Callable[[Cell, int], int], relation: primitives.Relation, totals: tuple[int, ...]
) -> Machine:
    """Return a machine that adds what each digit is worth in its cell, and compares the sum."""

    def step(state: State, cell: Cell, digit: int) -> State:
        assert isinstance(state, int)
        return state + worth(cell, digit)

    def accepts(state: State) -> bool:
        assert isinstance(state, int)
        return primitives.compare(state, relation, totals)

    return Machine(0, step, accepts)


def _regular(constraint: primitives.Regular, order: tuple[Cell, ...]) -> Machine:
    if constraint.cells != order:
        return _remembering(constraint, order)
    after = {(state, digit): following for state, digit, following in constraint.steps}
    return Machine(
        constraint.start,
        lambda state, _, digit: after.get((state, digit)),  # type: ignore[arg-type]
        lambda state: state in constraint.accepting,
    )


def _remembering(constraint: primitives.Primitive, order: tuple[Cell, ...]) -> Machine:
    """Return a machine that remembers everything and asks the constraint at the end."""

    def accepts(state: State) -> bool:
        assert isinstance(state, tuple)
        digits = dict(zip(order, state, strict=True))
        grid = [digits.get(cell, 0) for cell in range(max(order, default=-1) + 1)]
        return constraint.holds(grid)

    return Machine((), lambda state, _, digit: (*state, digit), accepts)  # type: ignore[misc]


def _element(constraint: primitives.Element, order: tuple[Cell, ...]) -> Machine:
    """Read the index, then the value, then wait for the cell that the index says.

    Its states are the start, (cell, None) with the index read, (cell, value) while that cell has
    to come, and () when all is settled.
    """
    cells, index, value = constraint.cells, constraint.index, constraint.value
    if index == value or order[:2] != (index, value):
        return _remembering(constraint, order)

    def step(state: State, cell: Cell, digit: int) -> State:
        if state == "start":
            found = cells[digit - 1] if 1 <= digit <= len(cells) else None
            # Where the place is the index itself, the value has to be the digit just read.
            return None if found is None else (found, digit if found == index else None)
        assert isinstance(state, tuple)
        if not state:
            return state
        target, known = state
        if cell == value:
            if target == value or known == digit:
                return ()
            return None if target == index else (target, digit)
        if cell != target:
            return state
        return () if known == digit else None

    return Machine("start", step, lambda state: state == ())


class _Frontier(NamedTuple):
    """The state of a region half read.

    Args:
        parts: for each cell inside that has neighbours still to be read the part that it is in,
            numbered as they are met; for −1 that of a region that is complete.
    """

    parts: tuple[tuple[Cell, int], ...]
    number: int


def _connected(constraint: primitives.Connected, order: tuple[Cell, ...]) -> Machine:
    """Remember the parts of the region that touch what is not yet read (the frontier method).

    Kawahara and others, "Frontier-based search for enumerating all constrained subgraphs with
    compressed representation", IEICE Transactions E100-A, 2017.
    """
    place = {cell: number for number, cell in enumerate(order)}
    beside = constraint.beside()
    last = {cell: max((place[n] for n in beside[cell]), default=-1) for cell in beside}
    size = constraint.size

    def step(state: State, cell: Cell, digit: int) -> State:
        assert isinstance(state, _Frontier)
        parts = dict(state.parts)
        number = state.number
        if digit in constraint.values:
            number += 1
            joined = {parts[other] for other in beside[cell] if other in parts} | {len(place)}
            parts[cell] = len(place)
            parts = {c: -1 if part in joined else part for c, part in parts.items()}
        if size is not None and number > size:
            return None
        found = _kept(parts, lambda other: other >= 0 and last[other] > place[cell])
        return None if found is None else _Frontier(found, min(number, size or 1))

    def accepts(state: State) -> bool:
        assert isinstance(state, _Frontier)
        return state.number > 0 and size in (None, state.number)

    return Machine(_Frontier((), 0), step, accepts)


def _kept(
    parts: dict[Cell, int], is_open: Callable[[Cell], bool]
) -> tuple[tuple[Cell, int], ...] | None:
    """Return the cells that still matter, parts renumbered; None where two can never meet."""
    numbers: dict[int, int] = {}
    edge = [cell for cell in sorted(parts) if is_open(cell)]
    kept = tuple((cell, numbers.setdefault(parts[cell], len(numbers))) for cell in edge)
    closed = {part for part in parts.values() if part not in numbers}
    if not closed:
        return kept
    return ((-1, 0),) if len(closed) == 1 and not kept else None


def leaves(primitive: primitives.Primitive) -> int:
    """Return how many parts other than `And`, `Or` and `Not` a primitive is made of."""
    if isinstance(primitive, primitives.And | primitives.Or):
        return sum(map(leaves, primitive.parts))
    return leaves(primitive.part) if isinstance(primitive, primitives.Not) else 1


class _Together(NamedTuple):
    """The machines of several parts, each of which reads the cells of its own.

    After the last of them a part is settled, and what it remembered is forgotten.
    """

    machines: list[Machine]
    scopes: list[frozenset[Cell]]
    lasts: list[Cell | None]

    @classmethod
    def of(cls, parts: Sequence[primitives.Primitive], order: tuple[Cell, ...]) -> _Together:
        scopes = [frozenset(part.scope) for part in parts]
        orders = [tuple(cell for cell in order if cell in scope) for scope in scopes]
        lasts = [own[-1] if own else None for own in orders]
        return cls(list(map(machine, parts, orders)), scopes, lasts)

    @property
    def start(self) -> tuple[State, ...]:
        return tuple(one.start for one in self.machines)

    def step(self, states: State, cell: Cell, digit: int) -> tuple[State, ...]:
        assert isinstance(states, tuple)
        return tuple(
            self._after(part, state, cell, digit)
            if cell in scope and state not in (None, HELD)
            else state
            for part, (scope, state) in enumerate(zip(self.scopes, states, strict=True))
        )

    def _after(self, part: int, state: State, cell: Cell, digit: int) -> State:
        one = self.machines[part]
        following = one.step(state, cell, digit)
        if cell != self.lasts[part] or following in (None, HELD):
            return following
        return HELD if one.accepts(following) else None

    def accepted(self, states: State) -> list[bool]:
        assert isinstance(states, tuple)
        return [
            state == HELD or (state is not None and one.accepts(state))
            for one, state in zip(self.machines, states, strict=True)
        ]


def _joined(
    parts: Sequence[primitives.Primitive], order: tuple[Cell, ...], decisive: State
) -> Machine:
    """Return the machine of an `And`, which one part refuses, or of an `Or`, which one accepts.

    Args:
        decisive: the state of such a part: None or `HELD`.
    """
    together = _Together.of(parts, order)
    other, join = (HELD, all) if decisive is None else (None, any)

    def step(states: State, cell: Cell, digit: int) -> State:
        following = together.step(states, cell, digit)
        if decisive in following:
            return decisive
        return other if all(state == other for state in following) else following

    return Machine(together.start, step, lambda states: join(together.accepted(states)))


def _not(constraint: primitives.Not, order: tuple[Cell, ...]) -> Machine:
    part = _joined((constraint.part,), order, None)

    def step(states: State, cell: Cell, digit: int) -> State:
        following = part.step(states, cell, digit)
        if following is None:
            return HELD
        return None if following == HELD else following

    return Machine(part.start, step, lambda states: not part.accepts(states))


@lru_cache(maxsize=1024)
def unrolled(primitive: primitives.Primitive, board: Board) -> Unrolled:
    """Return an automaton that accepts the digits of a primitive's scope just where it holds.

    Each cell is read once, each state belongs to one layer, every state leads to acceptance and no
    two of a layer accept the same; so the digits of the cells determine the state of each layer.
    It has no steps where the primitive never holds.
    """
    cells = primitive.scope
    layers, last = _explored(primitive, cells, board)
    kept: list[list[tuple[tuple[int, int], ...]]] = []  # of each layer, from the last, its states
    number = last
    for layer in reversed(layers):
        merged: dict[tuple[tuple[int, int], ...], int] = {}
        following: dict[State, int] = {}
        for state, steps in layer.items():
            alive = tuple((d, number[after]) for d, after in steps.items() if after in number)
            if alive:
                following[state] = merged.setdefault(alive, len(merged))
        kept.append(list(merged))
        number = following
    return _numbered(primitive, kept[::-1], bool(number))


def _explored(
    primitive: primitives.Primitive, cells: tuple[Cell, ...], board: Board
) -> tuple[list[dict[State, dict[int, State]]], dict[State, int]]:
    """Return for each layer its states with their steps, and the states accepted at the end."""
    made = machine(primitive, cells)
    digits = range(board.first, board.last + 1)
    layers: list[dict[State, dict[int, State]]] = []
    states: dict[State, None] = {made.start: None}
    count, parts = 0, leaves(primitive)
    for cell in cells:
        layer: dict[State, dict[int, State]] = {}
        for state in states:
            steps = {d: HELD if state == HELD else made.step(state, cell, d) for d in digits}
            layer[state] = {d: following for d, following in steps.items() if following is not None}
            count += len(layer[state])
            if count > MOST_STEPS or (parts > 1 and count * parts > MOST_WORK):
                raise UnsupportedError(f"too big to encode: {primitive.described(board)}")
        layers.append(layer)
        states = {following: None for steps in layer.values() for following in steps.values()}
    return layers, {state: 0 for state in states if state == HELD or made.accepts(state)}


def _numbered(
    primitive: primitives.Primitive, layers: list[list[tuple[tuple[int, int], ...]]], possible: bool
) -> Unrolled:
    """Return layers as one automaton whose states are numbered through."""
    cells, label = primitive.scope, primitive.label
    if not possible:
        return Unrolled(cells, 0, frozenset(), frozenset(), label)
    first = 0
    steps: set[tuple[int, int, int]] = set()
    for layer in layers:
        after = first + len(layer)
        for state, alive in enumerate(layer, start=first):
            steps.update((state, digit, after + following) for digit, following in alive)
        first = after
    return Unrolled(cells, 0, frozenset(steps), frozenset({first}), label)


def completed(regular: Unrolled, board: Board) -> Unrolled:
    """Return an automaton that reads every word to its end, and refuses only there.

    It ends in one of two states, of which the lower accepts; the one given, out of `unrolled`,
    accepts some word.
    """
    (end,) = regular.accepting
    states: set[int] = {regular.start}
    steps = set(regular.steps)
    after = {(state, digit): following for state, digit, following in steps}
    for place in range(len(regular.cells)):
        # The refusing states come after all others; the first cell has none before it.
        refusing, next_refusing = end + place, end + place + 1
        following: set[int] = set()
        for state in states | ({refusing} if place else set()):
            for digit in range(board.first, board.last + 1):
                if (state, digit) in after:
                    following.add(after[state, digit])
                else:
                    steps.add((state, digit, next_refusing))
        states = following
    return replace(regular, steps=frozenset(steps))
