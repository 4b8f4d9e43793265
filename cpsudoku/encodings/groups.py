"""A puzzle as groups of candidates, of which exactly one or at most one is right.

All rules say so much: a cell has exactly one of its digits, a digit exactly one of its places in a
house, and at most one in any other constraint.  The candidates are the variables 1 … k, cell by
cell, but for *settled* cells: those with one candidate that no peer has.  A group that several
houses have in common comes once; that of a cell or a digit without a place has no variable.

What givens exclude directly is struck first (`struck`), in one pass and with no consequences drawn
from it, so that what follows is left to be found.

    >>> from cpsudoku.rules import latin
    >>> masks = struck(latin(3), (0b011, 0b111, 0b100, *([0b111] * 5), 0b001))
    >>> masks
    (3, 3, 4, 7, 7, 2, 6, 6, 1)
    >>> groups = grouped(latin(3), masks)
    >>> groups.candidates
    [1, 2, 4, 5, 10, 11, 12, 13, 14, 15, 17, 20, 21, 23, 24]
    >>> groups.exactly_one[:5]
    [[1, 2], [1, 3], [1, 5], [2, 4], [2, 6, 12]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from cpsudoku.encodings.propagation import compiled
from cpsudoku.rules import Candidates, Cell, Rules


class Groups(NamedTuple):
    """Variables 1 … k and groups of them.

    Args:
        candidates: for each variable, from the first on, its candidate as cell·N + digit.
        exactly_one: of each of these variables exactly one is true.
        at_most_one: of each of these variables at most one is true.
    """

    candidates: list[int]
    exactly_one: list[list[int]]
    at_most_one: list[list[int]]


def struck(rules: Rules, candidates: Candidates) -> Candidates:
    """Return the candidates with the digit of each cell that has one struck from its peers.

    Only cells that have one digit to begin with strike: not those that come to have one by it.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
    """
    core = compiled(rules)
    return struck_plain(rules, candidates) if core is None else tuple(core.strike(candidates))


def remaining(rules: Rules, candidates: Candidates, literals: Sequence[int]) -> Candidates:
    """Return the candidates without what literals exclude.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
        literals: cell·N + digit where the cell has the digit, minus this where it has not; those
            of other variables are passed over.
    """
    core = compiled(rules)
    if core is None:
        return remaining_plain(rules, candidates, literals)
    return tuple(core.remaining(candidates, literals))


def grouped(rules: Rules, candidates: Candidates, first: int = 1) -> Groups:
    """Return the groups of a puzzle.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
        first: the number of the first variable.
    """
    core = compiled(rules)
    if core is None:
        return grouped_plain(rules, candidates, first)
    return Groups(*core.groups(candidates, first))


def cardinality_formula(
    rules: Rules, candidates: Candidates
) -> tuple[list[int], list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Return the groups of a puzzle for solvers that take "at most one of these" as it is.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.

    Returns:
        For each variable, from 1 on, its candidate; clauses: one of each group, and not both of a
        group of two; the groups of more, of which at most one is true.
    """
    core = compiled(rules)
    if core is not None:
        return core.cardinality_formula(candidates)
    return cardinality_formula_plain(rules, candidates)


def exclusions(rules: Rules, candidates: Candidates) -> Sequence[tuple[int, int]]:
    """Return a clause for each two variables of which at most one is true, each pair once.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
    """
    core = compiled(rules)
    if core is None:
        return list(exclusions_plain(rules, candidates))
    return core.exclusions(candidates)


def struck_plain(rules: Rules, candidates: Candidates) -> Candidates:
    """Do in plain Python what `struck` does; the arguments are the same."""
    masks = list(candidates)
    for cell, mask in enumerate(candidates):
        if mask and not mask & (mask - 1):
            for peer in rules.peers[cell]:
                masks[peer] &= ~mask
    return tuple(masks)


def remaining_plain(rules: Rules, candidates: Candidates, literals: Sequence[int]) -> Candidates:
    """Do in plain Python what `remaining` does; the arguments are the same."""
    masks = list(candidates)
    for literal in literals:
        cell, digit = divmod(abs(literal) - 1, rules.size)
        if literal and cell < len(masks):
            masks[cell] &= 1 << digit if literal > 0 else ~(1 << digit)
    return tuple(masks)


def grouped_plain(rules: Rules, candidates: Candidates, first: int = 1) -> Groups:
    """Do in plain Python what `grouped` does; the arguments are the same."""
    masks = _open(rules, candidates)
    number = _numbers(masks, first)
    exactly = {
        tuple(number[cell, bit] for bit in _bits(mask))
        for cell, mask in enumerate(masks)
        if mask or not candidates[cell]
    }
    at_most: set[tuple[int, ...]] = set()
    for constraint in rules.groups:
        held = sum(candidates[cell] ^ masks[cell] for cell in constraint.cells)
        for bit in _bits(rules.all_digits & ~held):
            places = tuple(sorted(number[c, bit] for c in constraint.cells if (c, bit) in number))
            if rules.is_exact(constraint):
                exactly.add(places)
            elif len(places) > 1:
                at_most.add(places)
    names = [cell * rules.size + bit.bit_length() for cell, bit in number]
    return Groups(names, *(list(map(list, sorted(lists))) for lists in (exactly, at_most)))


def cardinality_formula_plain(
    rules: Rules, candidates: Candidates
) -> tuple[list[int], list[tuple[int, ...]], list[tuple[int, ...]]]:
    """Do in plain Python what `cardinality_formula` does; the arguments are the same."""
    names, exactly, at_most = grouped_plain(rules, candidates)
    both = [tuple(group) for group in (*exactly, *at_most)]
    pairs = [(-group[0], -group[1]) for group in both if len(group) == 2]
    return names, [*both[: len(exactly)], *pairs], [group for group in both if len(group) > 2]


def exclusions_plain(rules: Rules, candidates: Candidates) -> Iterator[tuple[int, int]]:
    """Do in plain Python what `exclusions` does; the arguments are the same."""
    masks = _open(rules, candidates)
    number = _numbers(masks)
    for cell, mask in enumerate(masks):
        yield from combinations([-number[cell, bit] for bit in _bits(mask)], 2)
        for peer in rules.peers[cell]:
            for bit in _bits(mask & masks[peer] if peer > cell else 0):
                yield -number[cell, bit], -number[peer, bit]


def _open(rules: Rules, candidates: Candidates) -> Candidates:
    """Return the candidates that become variables: none of a settled cell."""
    return tuple(
        0
        if mask and not mask & (mask - 1) and not any(candidates[p] & mask for p in rules.peers[c])
        else mask
        for c, mask in enumerate(candidates)
    )


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


def _numbers(masks: Candidates, first: int = 1) -> dict[tuple[Cell, int], int]:
    """Return the variable of each candidate, a cell and a bit."""
    found = ((cell, bit) for cell, mask in enumerate(masks) for bit in _bits(mask))
    return {candidate: number for number, candidate in enumerate(found, first)}
