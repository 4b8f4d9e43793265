"""Sums of choices: of which exactly one or at most one is made, as cells and groups say.

Choice ``cell·N + digit`` is 1 where the cell has the digit.  A cell has exactly one of its digits;
a digit has exactly one of its places in a house, and at most one in any other group (`sums`).
Every encoding with 0-1 variables, and exact cover with its items, writes these in its own way.

Those of a puzzle (`open_sums`) have the variables 1 … k, a candidate each, cell by cell, but for
*settled* cells: those with one candidate that no peer has.  A sum that several houses have in
common comes once; that of a cell or a digit without a place has no variable.

What givens exclude directly is struck first (`struck`), in one pass and with no consequences drawn
from it, so that what follows is left to be found.

    >>> from cpsudoku.rules import latin
    >>> list(sums(latin(2)))[:5]
    [([1, 2], True), ([3, 4], True), ([5, 6], True), ([7, 8], True), ([1, 3], True)]
    >>> masks = struck(latin(3), (0b011, 0b111, 0b100, *([0b111] * 5), 0b001))
    >>> masks
    (3, 3, 4, 7, 7, 2, 6, 6, 1)
    >>> found = open_sums(latin(3), masks)
    >>> found.candidates
    [1, 2, 4, 5, 10, 11, 12, 13, 14, 15, 17, 20, 21, 23, 24]
    >>> found.exactly_one[:5]
    [[1, 2], [1, 3], [1, 5], [2, 4], [2, 6, 12]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from cpsudoku.ground import compiled
from cpsudoku.rules import AllDifferent, Candidates, Grid, Rules, digits_of_mask


@lru_cache(maxsize=32)
def reducer(rules: Rules) -> compiled.native.Reducer | None:
    """Return the compiled core for some rules; None where it was not built or is too narrow."""
    if rules.size > compiled.MOST_DIGITS or not compiled.is_there():
        return None
    groups = [list(constraint.cells) for constraint in rules.groups]
    return compiled.native.Reducer(rules.size, rules.cell_count, groups)


class Sums(NamedTuple):
    """Sums of variables; for each of these, from the first on, its candidate as cell·N + digit."""

    candidates: list[int]
    exactly_one: list[list[int]]
    at_most_one: list[list[int]]


def sums(rules: Rules, candidates: Candidates | None = None) -> Iterator[tuple[list[int], bool]]:
    """Yield sets of choices, one of which is made: exactly (True) or at most (False).

    First come the cells, then the digits of each group; None stands for all candidates.
    """
    size = rules.size
    masks = (rules.all_digits,) * rules.cell_count if candidates is None else candidates
    for cell, mask in enumerate(masks):
        yield [cell * size + d for d in range(1, size + 1) if mask >> d - 1 & 1], True
    for group in rules.groups:
        yield from sums_of(group, rules, masks)


def sums_of(
    group: AllDifferent, rules: Rules, masks: Candidates
) -> Iterator[tuple[list[int], bool]]:
    """Yield for each digit its places in a group, and whether it has one in any case."""
    size, exact = rules.size, rules.is_exact(group)
    for digit in range(1, size + 1):
        places = [c * size + digit for c in group.cells if masks[c] >> digit - 1 & 1]
        if places or exact:  # at most one of nothing is true, and a line of neither OPB nor LP
            yield places, exact


def struck(rules: Rules, candidates: Candidates) -> Candidates:
    """Return the candidates with the digit of each cell that has one struck from its peers.

    Only cells that have one digit to begin with strike: not those that come to have one by it.
    """
    core = reducer(rules)
    if core is not None:
        return tuple(core.strike(candidates))
    masks = list(candidates)
    for cell, mask in enumerate(candidates):
        if mask and not mask & (mask - 1):
            for peer in rules.peers[cell]:
                masks[peer] &= ~mask
    return tuple(masks)


def remaining(rules: Rules, candidates: Candidates, literals: Sequence[int]) -> Candidates:
    """Return the candidates without what literals exclude.

    Args:
        literals: cell·N + digit where the cell has the digit, minus this where it has not; those
            of other variables are ignored.
    """
    core = reducer(rules)
    if core is not None:
        return core.remaining(candidates, literals)
    masks = list(candidates)
    for literal in literals:
        cell, digit = divmod(abs(literal) - 1, rules.size)
        if literal and cell < len(masks):
            masks[cell] &= 1 << digit if literal > 0 else ~(1 << digit)
    return tuple(masks)


def open_sums(rules: Rules, candidates: Candidates, first: int = 1) -> Sums:
    """Return the sums of a puzzle over the candidates of its open cells."""
    core = reducer(rules)
    if core is not None:
        return Sums(*core.sums(candidates, first))
    number = _numbers(_open(rules, candidates), rules, first)
    exactly: set[tuple[int, ...]] = set()
    at_most: set[tuple[int, ...]] = set()
    for choices, is_exact in sums(rules, candidates):
        if choices and choices[0] not in number:
            continue  # that of a settled cell, which no peer has: nothing is left to state
        variables = tuple(sorted(map(number.__getitem__, choices)))
        if is_exact:
            exactly.add(variables)
        elif len(variables) > 1:
            at_most.add(variables)
    return Sums(list(number), *(list(map(list, sorted(found))) for found in (exactly, at_most)))


class CardinalityFormula(NamedTuple):
    """A puzzle for solvers that take "at most one of these" as a constraint.

    Where there is compiled code, two candidates of which exactly one is right, as the two of a cell
    or the two places of a digit in a house, are one variable, true for one, false for the other.

    Args:
        candidates: those of open cells, as cell·N + digit.
        at_most_one: of each at most one literal is true; all have more than two.
    """

    candidates: list[int]
    literals: list[int]
    clauses: list[tuple[int, ...]]
    at_most_one: list[tuple[int, ...]]


def cardinality_formula(rules: Rules, candidates: Candidates) -> CardinalityFormula:
    """Return the sums of a puzzle for solvers that take "at most one of these" as it is.

    A sum is a clause and, if it has more than two literals, a constraint; of a sum of two, or one
    that has a variable twice, there is a clause for each pair, that not both are true.
    """
    core = reducer(rules)
    if core is not None:
        return CardinalityFormula(*core.cardinality_formula(candidates))
    # In plain Python each candidate has a variable of its own.
    named, exactly, at_most = open_sums(rules, candidates)
    clauses, larger = list(map(tuple, exactly)), []
    for one in (*exactly, *at_most):
        if len(one) == 2:
            clauses.append((-one[0], -one[1]))
        elif len(one) > 2:
            larger.append(tuple(one))
    return CardinalityFormula(named, list(range(1, len(named) + 1)), clauses, larger)


def solution(
    rules: Rules,
    candidates: Candidates,
    named: Sequence[int],
    literals: Sequence[int],
    model: Sequence[int],
) -> tuple[Grid, list[int]]:
    """Return the grid that a model of a formula says, and the clause that excludes it.

    Args:
        candidates: what the formula was made of; a cell of which no literal says anything has its
            greatest digit.
        named: the candidates that the formula has variables for, as cell·N + digit.
        model: the literals that are true, one of each variable from 1 on.

    >>> from cpsudoku.rules import latin
    >>> solution(latin(2), (1, 2, 3, 1), (5, 6), (1, -1), [-1])
    ((1, 2, 2, 1), [1])
    """
    core = reducer(rules)
    if core is not None:
        return core.solution(candidates, named, literals, model)
    grid = list(map(int.bit_length, candidates))
    true = set(model)
    excluded: dict[int, None] = {}
    for name, literal in zip(named, literals, strict=True):
        if literal in true:
            cell, below = divmod(name - 1, rules.size)
            grid[cell] = below + 1
            excluded[-literal] = None
    return tuple(grid), list(excluded)


def exclusions(rules: Rules, candidates: Candidates) -> list[tuple[int, int]]:
    """Return a clause for each two variables that are not both true, each pair once."""
    core = reducer(rules)
    if core is not None:
        return core.exclusions(candidates)
    _, exactly, at_most = open_sums(rules, candidates)
    pairs = {pair for some in (*exactly, *at_most) for pair in combinations(some, 2)}
    return [(-one, -other) for one, other in sorted(pairs)]


def _open(rules: Rules, candidates: Candidates) -> Candidates:
    """Return the candidates that become variables: none of a settled cell."""
    return tuple(
        0
        if mask and not mask & (mask - 1) and not any(candidates[p] & mask for p in rules.peers[c])
        else mask
        for c, mask in enumerate(candidates)
    )


def _numbers(masks: Candidates, rules: Rules, first: int = 1) -> dict[int, int]:
    found = (
        cell * rules.size + digit
        for cell, mask in enumerate(masks)
        for digit in digits_of_mask(mask)
    )
    return {candidate: number for number, candidate in enumerate(found, first)}
