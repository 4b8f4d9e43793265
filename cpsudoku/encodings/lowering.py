"""Rules rewritten into a smaller vocabulary, without any solver.

A solver has words for some primitives; the others are brought into these words, after the
flattening of CPMpy (Guns, "Increasing modeling language convenience with a universal n-dimensional
array, CPpy as Python-embedded example", ModRef 2019):

- named constraints into the primitives that they expand to, and `And` into its parts;
- `Pair` into `Table`, or into `Regular` where tables are unknown too;
- everything else into `Regular`, by unrolling it (`cpsudoku.encodings.machines`), and from there
  into `Table` where automata are unknown.  Automata come out unrolled too: each cell is read once,
  and each state belongs to one place between two cells;
- a `Connected` of a known size says its size apart;
- an `Or` that is too big to unroll stays one, of parts that are automata, `And` or `Or` again, if
  the solver knows such.

What comes out holds for the same grids.  No new cells come in: what an encoding needs beside the
cells (a state after each cell, a chosen tuple) is a function of them, so that counts of solutions
stay counts of grids.

    >>> from cpsudoku.rules import Linear, Table, latin
    >>> rules = latin(2).with_constraints([Linear((0, 3), (1, 1), "=", (4,), "cage")])
    >>> lowered(rules, frozenset({AllDifferent, Table})).constraints[-1]
    Table(cells=(0, 3), tuples=frozenset({(2, 2)}), label='cage')
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from math import gcd
from typing import TypeAlias

from cpsudoku.encodings.machines import Unrolled, leaves, unrolled
from cpsudoku.errors import UnsupportedError
from cpsudoku.rules import GROUPS_ALONE, AllDifferent, Board, Rules, primitives

Wide: TypeAlias = primitives.Connected | primitives.Or
"""What no automaton is small enough for, where there are clauses."""

IN_CLAUSES = GROUPS_ALONE | {
    primitives.Pair, primitives.Regular, primitives.Connected, primitives.Or,
}  # fmt: skip
"""What clauses have words for."""

MOST_TUPLES = 20_000
"""A table with more tuples than this is refused."""

_MOST_ALTERNATIVES = 20_000
"""So are more constraints with *or* than this: regions to be found on 16×16 have 26,520, which took
CP-SAT three minutes and five gigabytes to read."""


def lowered(rules: Rules, knows: frozenset[type], most: int | None = None) -> Rules:
    """Return rules that hold for the same grids, in the words that a solver knows.

    Args:
        knows: the types of the primitives that the solver has words for; groups always.
        most: the greatest sum that the solver is exact with; greater ones become automata.

    Returns:
        Rules of such primitives; the groups first, then the others, each in their order.
    """
    return rules if not rules.others else _lowered(rules, knows, most)


@lru_cache(maxsize=64)
def _lowered(rules: Rules, knows: frozenset[type], most: int | None) -> Rules:
    alternatives = sum(isinstance(one, primitives.Or) for one in rules.others)
    if alternatives > _MOST_ALTERNATIVES:
        raise UnsupportedError(f"too big to encode: {alternatives:,} constraints with 'or'")
    others = [p for one in rules.others for p in _in_words(one, rules.board, knows)]
    groups = [p for p in others if type(p) is AllDifferent]
    rest = [
        within(p, rules.board, most) if most and isinstance(p, primitives.Linear) else p
        for p in others
        if type(p) is not AllDifferent
    ]
    return Rules.trusted(rules.board, (*rules.groups, *groups, *rest))


def _in_words(
    primitive: primitives.Primitive, board: Board, knows: frozenset[type]
) -> Iterator[primitives.Primitive]:
    primitive = primitives.possible(primitive, board.size)
    if isinstance(primitive, primitives.And) and primitives.And not in knows:
        for part in primitive.parts:
            yield from _in_words(part, board, knows)
    elif isinstance(primitive, primitives.Connected) and primitives.Connected in knows:
        yield primitive
        if primitive.size is not None:
            count = primitives.Count(
                primitive.cells, primitive.values, "=", primitive.size, primitive.label
            )
            yield from _in_words(count, board, knows)
    elif isinstance(primitive, primitives.Or) and knows >= {primitives.Or, primitives.Regular}:
        yield _unrolled_or_in_parts(primitive, board)
    elif isinstance(primitive, AllDifferent) or type(primitive) in knows - {primitives.Regular}:
        yield _with_parts(primitive, board, knows)
    elif isinstance(primitive, primitives.Pair) and primitives.Table in knows:
        yield primitives.Table(primitive.scope, frozenset(primitive.allowed), primitive.label)
    elif primitives.Regular in knows:
        yield unrolled(primitive, board)
    elif primitives.Table in knows:
        yield _as_table(unrolled(primitive, board), board)
    else:
        raise UnsupportedError(f"cannot say: {primitive.described(board)}")


@lru_cache(maxsize=4096)
def _unrolled_or_in_parts(primitive: primitives.Primitive, board: Board) -> primitives.Primitive:
    """Return an automaton, or if that would be too big an `And` or `Or` of automata."""
    if not isinstance(primitive, primitives.And | primitives.Or):
        return unrolled(primitive, board)
    if not is_wide(primitive):
        with suppress(UnsupportedError):
            return unrolled(primitive, board)
    parts = tuple(_unrolled_or_in_parts(part, board) for part in primitive.parts)
    return type(primitive)(parts, primitive.label)


_MOST_LEAVES, _MOST_CELLS = 24, 12
# An automaton knows the state of every leaf after every cell: for a full rank of 9×9, which has
# some thousand on 81 cells, a minute passes before it is found to be too big.


def is_wide(primitive: primitives.And | primitives.Or) -> bool:
    """Return whether no time should be lost on an automaton for all parts at once."""
    return len(primitive.scope) > _MOST_CELLS and leaves(primitive) > _MOST_LEAVES


def _with_parts(
    primitive: primitives.Primitive, board: Board, knows: frozenset[type]
) -> primitives.Primitive:
    """Return a primitive whose parts are lowered as well."""
    if isinstance(primitive, primitives.And | primitives.Or):
        parts = tuple(_one(part, board, knows) for part in primitive.parts)
        return type(primitive)(parts, primitive.label)
    if isinstance(primitive, primitives.Not):
        return primitives.Not(_one(primitive.part, board, knows), primitive.label)
    return primitive


def _one(part: primitives.Primitive, board: Board, knows: frozenset[type]) -> primitives.Primitive:
    found = tuple(_in_words(part, board, knows))
    return found[0] if len(found) == 1 else primitives.And(found, part.label)


def _as_table(regular: Unrolled, board: Board) -> primitives.Table:
    """Return the words that an automaton accepts."""
    steps: dict[int, list[tuple[int, int]]] = {}
    for state, digit, following in sorted(regular.steps):
        steps.setdefault(state, []).append((digit, following))
    words: list[tuple[tuple[int, ...], int]] = [((), regular.start)]
    for _ in regular.cells:
        words = [
            ((*word, digit), following)
            for word, state in words
            for digit, following in steps.get(state, ())
        ]
        if len(words) > MOST_TUPLES:
            raise UnsupportedError(f"too big for a table: {regular.described(board)}")
    accepted = frozenset(word for word, state in words if state in regular.accepting)
    return primitives.Table(regular.cells, accepted, regular.label)


def span(linear: primitives.Linear, board: Board) -> tuple[int, int]:
    """Return the least and the greatest sum that any digits have, whatever else holds."""
    ends = [sorted((c * board.first, c * board.last)) for c in linear.coefficients]
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def reduced(linear: primitives.Linear, board: Board) -> primitives.Linear:
    """Return a sum that holds for the same digits, with the least numbers that say so.

    Coefficients lose what they have in common, and totals that no digits reach come to stand just
    beyond those that some do.

    >>> from cpsudoku.rules import Linear, square
    >>> reduced(Linear((0, 1), (3 * 10**30, 10**30), "<=", (10**40,)), square(4))
    Linear(cells=(0, 1), coefficients=(3, 1), relation='<=', totals=(17,), label='sum')
    """
    common = gcd(*linear.coefficients) or 1  # 0 where there are no cells
    made = replace(linear, coefficients=tuple(c // common for c in linear.coefficients))
    low, high = span(made, board)
    if linear.relation in ("=", "!="):
        totals = tuple(t // common for t in linear.totals if t % common == 0)
        return replace(made, totals=tuple(t for t in totals if low <= t <= high))
    total = linear.totals[0]
    quotient = total // common if linear.relation == "<=" else -(-total // common)
    return replace(made, totals=(min(max(quotient, low - 1), high + 1),))


def within(linear: primitives.Linear, board: Board, most: int) -> primitives.Linear | Unrolled:
    """Return a sum in which no number on the way exceeds a limit, or else an automaton.

    Solvers count in 32 or 64 bits; an automaton has no numbers but its states.

    Args:
        most: what a solver takes: the sum over all cells and all their digits of digit times
            coefficient, whatever their signs.
    """
    made = reduced(linear, board)
    worth = sum(map(abs, range(board.first, board.last + 1))) + board.size**2  # and from 1
    if sum(map(abs, made.coefficients)) * worth <= most:
        return made
    return unrolled(made, board)
