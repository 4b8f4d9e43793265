"""About how many clauses rules become, from the sizes of constraints: nothing is encoded for it.

The clauses of cells, groups and pairs are counted; those of an automaton follow from how many
states it has before each cell, of which a bound is known without building it: a sum of digits
between the least and the greatest that still leads to its total, a table's tuples, and so on.

    >>> from cpsudoku.encodings.cnf import encode
    >>> from cpsudoku.rules import Linear, classic
    >>> rules = classic().with_constraints([Linear((0, 1, 2), (1, 1, 1), "=", (9,), "cage")])
    >>> clauses(rules), len(encode(rules).clauses)
    (10724, 10716)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import comb, prod
from typing import TypeAlias, assert_never

from cpsudoku.encodings.choices import steps_needed
from cpsudoku.encodings.lowering import is_wide
from cpsudoku.encodings.machines import MOST_STEPS
from cpsudoku.rules import AllDifferent, Board, Cell, Rules, primitives

Widths: TypeAlias = list[int]
"""How many states there are before the first cell that is read, before the second …, at the end."""

_FEW = 50_000
"""Up to this many steps of an automaton, those of each cell apart, are followed."""

_MOST = 1 << 40
"""A greater number of states is taken as this one."""


def clauses(rules: Rules) -> int:
    """Return about how many clauses `cnf.encode` makes of rules, were they not too big for it."""
    size, cells = rules.size, rules.cell_count
    of_cells = cells * (1 + size * (size - 1) // 2)
    of_groups = size * (sum(map(len, rules.peers)) // 2 + len(rules.houses))
    return of_cells + of_groups + clauses_of(rules.others, rules.board)


def clauses_of(some: Iterable[primitives.Primitive], board: Board) -> int:
    """Return about how many clauses primitives become, beside those of cells and groups."""
    return sum(_clauses(primitive, board) for primitive in some)


def _clauses(primitive: primitives.Primitive, board: Board) -> int:  # noqa: PLR0911 (a case a kind)
    size = board.size
    match primitive:
        case primitives.Pair():
            return size * size - len(primitive.allowed)
        case AllDifferent():
            return size * (comb(len(primitive.cells), 2) + (len(primitive.cells) == size))
        case primitives.And():
            return clauses_of(primitive.parts, board)
        case primitives.Connected():
            return _of_region(primitive, board)
        case primitives.Or() if is_wide(primitive):
            return _in_parts(primitive, board)
        case _:
            found = widths(primitive, primitive.scope, board)
            if isinstance(primitive, primitives.Or) and sum(found) * size > MOST_STEPS:
                return _in_parts(primitive, board)
            return _of_automaton(found, size)


def _in_parts(primitive: primitives.Primitive, board: Board) -> int:
    """Return the clauses of alternatives each of which has a variable that says it holds."""
    if isinstance(primitive, primitives.And | primitives.Or):
        inner = sum(_in_parts(part, board) for part in primitive.parts)
        return inner + len(primitive.parts) + 1
    # A state more before each cell, for what is refused.
    found = [1 + states for states in widths(primitive, primitive.scope, board)]
    return _of_automaton(found, board.size)


def _of_automaton(found: Widths, size: int) -> int:
    between = sum(1 + comb(states, 2) for states in found[1:-1])
    return between + sum(states * size + after for states, after in pairwise(found))


def _of_region(primitive: primitives.Connected, board: Board) -> int:
    cells, edges = len(primitive.cells), len(primitive.neighbours)
    once = cells * (len(primitive.values) + 7)
    size = primitive.size
    counted = 0
    if size is not None:
        whole = primitives.Count(primitive.cells, primitive.values, "=", size)
        counted = _of_automaton(widths(whole, whole.cells, board), board.size)
    return once + steps_needed(primitive) * (3 * cells + 2 * edges) + counted


def widths(primitive: primitives.Primitive, order: Sequence[Cell], board: Board) -> Widths:
    """Return about how many states an automaton of a primitive has before each cell of an order."""
    own = _own_widths(primitive, board)
    scope, place = set(primitive.scope), 0
    found = own[:1]
    for cell in order:
        place += cell in scope
        found.append(own[place])
    return found


def _own_widths(primitive: primitives.Primitive, board: Board) -> Widths:  # noqa: C901, PLR0911, PLR0912
    size, count = board.size, len(primitive.scope)
    match primitive:
        case primitives.Linear():
            ends = [sorted((c * board.first, c * board.last)) for c in primitive.coefficients]
            return _of_sums(ends, primitive.relation, primitive.totals)
        case primitives.Count():
            return _of_sums([[0, 1]] * count, primitive.relation, (primitive.number,))
        case primitives.Pair():
            return [1, size, 1]
        case primitives.Table():
            return _of_words(len(primitive.tuples), size, count)
        case primitives.Regular():
            if len(primitive.cells) > count:  # a cell read twice: all digits are remembered
                return _of_words(_MOST, size, count)
            if count * len(primitive.steps) <= _FEW:
                return _on_the_way(primitive)
            return _of_words(len({state for state, _, _ in primitive.steps}), size, count)
        case primitives.Element():
            left = range(count - 2, -1, -1)
            return _at_most([1, count, *(1 + places * size for places in left)])[: count + 1]
        case AllDifferent():
            return _at_most([comb(size, met) for met in range(count)] + [1])
        case primitives.Connected():
            return _of_words(_MOST, 2, count)
        case primitives.And() | primitives.Or():
            # Of alternatives mostly just one is still open.
            join = prod if isinstance(primitive, primitives.And) else sum
            parts = [widths(part, primitive.scope, board) for part in primitive.parts]
            return _at_most(map(join, zip(*parts, strict=True))) or [1]
        case primitives.Not():
            return _own_widths(primitive.part, board)
        case _:
            assert_never(primitive)


def _at_most(found: Iterable[int]) -> Widths:
    return [min(states, _MOST) for states in found]


def _of_words(most: int, size: int, count: int) -> Widths:
    """Return the states if this many are distinguished, but not more than the words so far."""
    return [*(min(most, size ** min(read, 40)) for read in range(count)), 1]


def _on_the_way(regular: primitives.Regular) -> Widths:
    after: dict[int, set[int]] = {}
    before: dict[int, set[int]] = {}
    for state, _, following in regular.steps:
        after.setdefault(state, set()).add(following)
        before.setdefault(following, set()).add(state)
    reached, leading = [{regular.start}], [set(regular.accepting)]
    for _ in regular.cells:
        reached.append({s for state in reached[-1] for s in after.get(state, ())})
        leading.append({s for state in leading[-1] for s in before.get(state, ())})
    return [len(one & other) or 1 for one, other in zip(reached, leading[::-1], strict=True)]


def _of_sums(ends: list[list[int]], relation: primitives.Relation, totals: Sequence[int]) -> Widths:
    """Return how many sums so far, between the ends of each number, still decide something."""
    least_left, most_left = sum(low for low, _ in ends), sum(high for _, high in ends)
    least = most = 0
    found = []
    for low, high in [*ends, [0, 0]]:
        sums = most - least + 1
        # Sums of what is read so far from which the total may still be hit or missed.
        open_ones = sum(
            max(min(most, total - least_left) - max(least, total - most_left) + 1, 0)
            for total in totals
        )
        found.append(max(min(sums, open_ones + (relation != "=")), 1))
        least, most = least + low, most + high
        least_left, most_left = least_left - low, most_left - high
    return found
