"""Two candidates as one variable, in plain Python: what the compiled core has to write."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count

from cpsudoku.encodings.sums import CardinalityFormula, Sums


def cardinality_formula_plainly(found: Sums) -> CardinalityFormula:
    """Return the formula of sums in which an opposite is no variable of its own."""
    named, exactly, at_most = found
    literals = _opposites(exactly, len(named))
    clauses = _in_literals(exactly, literals)
    larger, pairs = [], []
    for one in (*clauses, *_in_literals(at_most, literals)):
        if len(one) > len(set(map(abs, one))) or len(one) == 2:
            pairs += [(-a, -b) for k, b in enumerate(one) for a in one[:k]]
        elif len(one) > 2:
            larger.append(one)
    return CardinalityFormula(named, literals, [*clauses, *pairs], larger)


def _opposites(sums: Iterable[list[int]], last: int) -> list[int]:
    """Return the literals of variables 1 … last: in a sum of two, one is the other's opposite."""
    # Each variable itself, or a literal of a lower one that says the same.
    parent = list(range(last + 1))

    def root(variable: int) -> int:
        up = parent[variable]
        if up == variable:
            return variable
        return root(up) if up > 0 else -root(-up)

    for one in sums:
        if len(one) == 2:
            low, high = sorted(map(root, one), key=abs)
            if abs(low) != abs(high):
                parent[abs(high)] = low if high < 0 else -low
    literals = [0]
    number = count(1)
    for variable, up in enumerate(parent[1:], 1):
        same = next(number) if up == variable else literals[abs(up)]
        literals.append(same if up > 0 else -same)
    return literals[1:]


def _in_literals(lists: Iterable[list[int]], literals: list[int]) -> list[tuple[int, ...]]:
    """Return each list with literals in place of variables, once, but for opposites alone."""
    found = {
        tuple(sorted((literals[v - 1] for v in one), key=lambda literal: (abs(literal), literal)))
        for one in lists
    }
    return sorted(one for one in found if len(one) != 2 or one[0] != -one[1])
