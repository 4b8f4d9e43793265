"""Sums brought to the least numbers that say the same, as solvers count in 32 or 64 bits.

Coefficients lose what they have in common, and totals that no digits reach come to stand just
beyond those that some do.  What is still too great for a solver is an automaton, which has no
numbers but its states.

    >>> from cpsudoku.rules import Linear, square
    >>> reduced(Linear((0, 1), (3 * 10**30, 10**30), "<=", (10**40,)), square(4))
    Linear(cells=(0, 1), coefficients=(3, 1), relation='<=', totals=(17,), label='sum')
"""

from __future__ import annotations

from dataclasses import replace
from math import gcd

from cpsudoku.encodings.machines import unrolled
from cpsudoku.rules import Board
from cpsudoku.rules.primitives import Linear, Regular


def span(linear: Linear, board: Board) -> tuple[int, int]:
    """Return the least and the greatest sum that any digits have, whatever else holds."""
    ends = [sorted((c * board.first, c * board.last)) for c in linear.coefficients]
    return sum(low for low, _ in ends), sum(high for _, high in ends)


def reduced(linear: Linear, board: Board) -> Linear:
    """Return a sum that holds for the same digits, with the least numbers."""
    common = gcd(*linear.coefficients) or 1  # 0 where there are no cells
    made = replace(linear, coefficients=tuple(c // common for c in linear.coefficients))
    low, high = span(made, board)
    if linear.relation in ("=", "!="):
        totals = tuple(t // common for t in linear.totals if t % common == 0)
        return replace(made, totals=tuple(t for t in totals if low <= t <= high))
    total = linear.totals[0]
    quotient = total // common if linear.relation == "<=" else -(-total // common)
    return replace(made, totals=(min(max(quotient, low - 1), high + 1),))


def within(linear: Linear, board: Board, most: int) -> Linear | Regular:
    """Return a sum in which no number on the way exceeds a limit, or else an automaton.

    Args:
        most: what a solver takes: the sum over all cells and all their digits of digit times
            coefficient, whatever their signs.

    Raises:
        UnsupportedError: an automaton would be too big.
    """
    made = reduced(linear, board)
    worth = sum(map(abs, range(board.first, board.last + 1))) + board.size**2  # and from 1
    if sum(map(abs, made.coefficients)) * worth <= most:
        return made
    return unrolled(made, board)
