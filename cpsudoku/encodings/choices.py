"""Rules as clauses over the choices of a digit in a cell, shared by the 0-1 encodings.

Choice ``cell·N + digit`` is 1 where the cell has the digit.  What cells and groups say of them is
in `cpsudoku.encodings.sums`; of a `Pair` the choices that exclude one another come as bicliques, of
an automaton as clauses over its states, of a region as clauses over steps from cell to cell.

    >>> from cpsudoku.rules import Pair, latin
    >>> rules = latin(2)
    >>> list(exclusions(Pair(0, 3, frozenset({(1, 2), (2, 1)})), rules, (3, 3, 3, 3)))
    [(-1, -7), (-2, -8)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import TypeAlias

from cpsudoku.encodings.lowering import Wide
from cpsudoku.encodings.machines import Unrolled, completed
from cpsudoku.rules import Candidates, Cell, Digit, Rules
from cpsudoku.rules.primitives import And, Connected, Or, Pair, Primitive

Literal: TypeAlias = int
"""A variable, or minus a variable for its negation."""

Clause: TypeAlias = tuple[Literal, ...]
"""Literals, at least one of which is true."""

Fresh: TypeAlias = Callable[[int], list[int]]
"""Gives out this many new variables."""

Layer: TypeAlias = dict[int, list[tuple[Digit, int]]]
"""For each state before a cell the digits that it takes and what they lead to."""


class Auxiliary:
    """Gives out auxiliary variables that occur nowhere yet; `last` is the last of them."""

    def __init__(self, last: int) -> None:
        self.last = last

    def fresh(self, count: int) -> list[int]:
        """Return this many new variables."""
        self.last += count
        return list(range(self.last - count + 1, self.last + 1))


def digit_of(value: int, rules: Rules) -> Digit | None:
    """Return the digit 1 … N with a value, or None if no digit has it."""
    digit = value - rules.board.first + 1
    return digit if 1 <= digit <= rules.size else None


def bicliques(pair: Pair, rules: Rules) -> Iterator[tuple[list[Digit], list[Digit]]]:
    """Yield sets A and B of digits such that no digit of A stands beside one of B in a pair.

    Together they say all that the pair forbids.  As a cell has one digit, of the choices of both
    sets at most one is made.
    """
    values = range(rules.board.first, rules.board.last + 1)
    found: dict[tuple[Digit, ...], list[Digit]] = {}
    for digit, value in enumerate(values, start=1):
        beside = (b for b, other in enumerate(values, 1) if (value, other) not in pair.allowed)
        found.setdefault(tuple(beside), []).append(digit)
    for forbidden, digits in found.items():
        if forbidden:
            yield digits, list(forbidden)


def exclusions(pair: Pair, rules: Rules, masks: Candidates) -> Iterator[Clause]:
    """Yield a clause for each two choices that a pair forbids."""
    size = rules.size
    for digits, forbidden in bicliques(pair, rules):
        for one in digits:
            for other in forbidden:
                if masks[pair.first] >> one - 1 & 1 and masks[pair.second] >> other - 1 & 1:
                    yield -(pair.first * size + one), -(pair.second * size + other)


def layers_of(regular: Unrolled, rules: Rules) -> list[Layer]:
    """Return for each cell that an automaton reads the steps there."""
    steps: Layer = {}
    for state, value, following in sorted(regular.steps):
        digit = digit_of(value, rules)
        assert digit is not None
        steps.setdefault(state, []).append((digit, following))
    layers: list[Layer] = []
    states = {regular.start}
    for _ in regular.cells:
        layers.append({state: steps.get(state, []) for state in sorted(states)})
        states = {after for state in states for _, after in steps.get(state, ())}
    return layers


def automaton(
    regular: Unrolled,
    rules: Rules,
    masks: Candidates,
    fresh: Fresh,
    truth: Literal | None = None,
) -> Iterator[Clause]:
    """Yield clauses that say that an automaton accepts, with a new variable for each state.

    Between two cells exactly one state is reached.  A state with a digit makes the next one so, and
    a state without a step for a digit excludes it; backwards, the next state and the digit exclude
    every other state before, so that unit propagation finds what no accepted word has.  As the
    digits determine the states, there are as many models as words.

    Args:
        truth: a literal that is true where it accepts and false elsewhere, of an automaton that is
            `completed`; None where it has to accept.
    """
    if not regular.accepting:
        yield ()
        return
    layers, variables = layers_of(regular, rules), dict[int, Literal]()
    if truth is not None:
        (end,) = regular.accepting
        variables = {end: truth, end + len(regular.cells): -truth}
    for layer in layers[1:]:
        new = fresh(len(layer))
        variables.update(zip(layer, new, strict=True))
        yield tuple(new)
        yield from ((-a, -b) for a, b in combinations(new, 2))
    for cell, layer in zip(regular.cells, layers, strict=True):
        yield from _steps(cell, layer, rules, masks, variables)


def _steps(
    cell: Cell, layer: Layer, rules: Rules, masks: Candidates, variables: dict[int, int]
) -> Iterator[Clause]:
    size, mask = rules.size, masks[cell]
    into: dict[int, list[int]] = {}
    for state, steps in layer.items():
        before = (-variables[state],) if state in variables else ()
        possible = [(digit, after) for digit, after in steps if mask >> digit - 1 & 1]
        for digit, after in possible:
            into.setdefault(after, []).append(cell * size + digit)
            if after in variables:
                yield (*before, -(cell * size + digit), variables[after])
        taken = {digit for digit, _ in possible}
        for digit in range(1, size + 1):
            if digit not in taken and mask >> digit - 1 & 1:
                yield (*before, -(cell * size + digit))
    # A state is left or entered by one of its digits.
    for after, choices in into.items():
        if after in variables:
            yield (-variables[after], *dict.fromkeys(choices))


def steps_needed(connected: Connected) -> int:
    """Return how many steps lead from any cell of a region to any other at most."""
    cells = len(connected.cells)
    return max(min(cells, cells if connected.size is None else connected.size) - 1, 0)


def region(connected: Connected, rules: Rules, masks: Candidates, fresh: Fresh) -> Iterator[Clause]:
    """Yield clauses that cells are one region: how many steps each is away from a first one.

    The first variables given out say which cells are inside, as is known from their digits.  The
    first of these is the root; a cell inside is reached within t + 1 steps if it or a neighbour
    inside is reached within t.  All that are inside have to be reached in the end:

        inside   # # .      from the root, the first #:   0 1 .      after as many steps as a region
                 . # #                                    . 2 3      may be long, no # is left out

    All these variables are functions of the cells, so that models stay grids.  A flow along the
    edges, or an order of reaching, would have fewer variables, and many values for one grid.
    """
    inside = fresh(len(connected.cells))
    digits = sorted({digit_of(value, rules) or 0 for value in connected.values} - {0})
    for cell, literal in zip(connected.cells, inside, strict=True):
        made = [cell * rules.size + d for d in digits if masks[cell] >> d - 1 & 1]
        yield -literal, *made
        yield from ((-choice, literal) for choice in made)
    yield from reached(connected, inside, fresh)


def reached(connected: Connected, inside: Sequence[Literal], fresh: Fresh) -> Iterator[Clause]:
    """Yield clauses that the cells inside are one region; not of which size.

    Args:
        fresh: gives out variables: first those that some cell up to this one is inside, then
            those that a cell is reached within no step, within one, and so on.

    >>> from cpsudoku.rules import Connected
    >>> line = Connected((0, 1, 2), frozenset({(0, 1), (1, 2)}), frozenset({1}))
    >>> steps_needed(line), len(list(reached(line, [1, 2, 3], lambda n: list(range(9, 9 + n)))))
    (2, 46)
    """
    some = fresh(len(inside))
    within = fresh(len(inside))
    yield tuple(some[-1:])
    for place, literal in enumerate(inside):
        before = some[place - 1 : place] if place else []
        root = within[place]
        yield -literal, some[place]
        yield -root, literal
        yield -some[place], *before, literal
        for one in before:
            yield -one, some[place]
            yield -root, -one
        yield -literal, *before, root
    at = {cell: number for number, cell in enumerate(connected.cells)}
    beside = [sorted(at[cell] for cell in near) for near in connected.beside().values()]
    for _ in range(steps_needed(connected)):
        following = fresh(len(inside))
        for place, literal in enumerate(inside):
            later = following[place]
            yield -later, literal
            yield -within[place], later
            yield (-later, within[place], *(within[other] for other in beside[place]))
            yield from ((-within[other], -literal, later) for other in beside[place])
        within = following
    yield from ((-literal, within[place]) for place, literal in enumerate(inside))


def wide_clauses(
    some: Iterable[Wide], rules: Rules, masks: Candidates, fresh: Fresh
) -> Iterator[Clause]:
    """Yield the clauses of regions, and of alternatives too wide for an automaton."""
    truths = _Truths(rules, masks, fresh)
    for one in some:
        if isinstance(one, Connected):
            yield from region(one, rules, masks, fresh)
        else:
            yield from truths.clauses(one)


class _Truths:
    """Writes alternatives too wide for one automaton: a variable says of each part that it holds.

    It is true just where the part holds, also where another part does as well; so all variables
    stay functions of the cells, and models stay grids (Tseitin, "On the complexity of derivation in
    propositional calculus", 1968, with both directions).  Parts are automata, and *and* or *or* of
    such (`cpsudoku.encodings.lowering`); one that occurs several times is written once.
    """

    def __init__(self, rules: Rules, masks: Candidates, fresh: Fresh) -> None:
        self._rules = rules
        self._masks = masks
        self._fresh = fresh
        self._known: dict[Primitive, Literal] = {}
        self._clauses: list[Clause] = []

    def clauses(self, either: Or) -> Iterator[Clause]:
        """Yield clauses that some part holds.

        Args:
            either: alternatives out of `cpsudoku.encodings.lowering.lowered`.
        """
        some = tuple(map(self._truth, either.parts))
        yield from self._clauses
        self._clauses.clear()
        yield some

    def _truth(self, part: Primitive) -> Literal:
        if part not in self._known:
            self._known[part] = self._said(part)
        return self._known[part]

    def _said(self, part: Primitive) -> Literal:
        if isinstance(part, And | Or):
            inner = list(map(self._truth, part.parts))
            (truth,) = self._fresh(1)
            # An `And` is true where none of its parts is false.
            sign = 1 if isinstance(part, Or) else -1
            self._clauses += ((sign * truth, -sign * literal) for literal in inner)
            self._clauses.append((-sign * truth, *(sign * literal for literal in inner)))
            return truth
        assert isinstance(part, Unrolled)
        (truth,) = self._fresh(1)
        if not part.accepting or not part.cells:
            self._clauses.append((truth if part.accepting else -truth,))
        else:
            whole = completed(part, self._rules.board)
            self._clauses += automaton(whole, self._rules, self._masks, self._fresh, truth)
        return truth
