"""What is left of a puzzle as groups of candidates, of which exactly one or at most one is right.

All rules say so much: a cell has exactly one of its digits, a digit exactly one of its places in a
house, and at most one in any other constraint.  The candidates of cells that have several become
the variables 1 … k, cell by cell; decided cells are left out.  A group that several houses have in
common comes once.

    >>> from cpsudoku.rules import latin
    >>> groups = grouped(latin(3), (0b011, 0b011, 0b100, 0b111, 0b111, 0b011, 0b110, 0b110, 0b001))
    >>> groups.candidates
    [1, 2, 4, 5, 10, 11, 12, 13, 14, 15, 16, 17, 20, 21, 23, 24]
    >>> groups.exactly_one[:4]
    [[1, 2], [1, 3], [1, 5], [2, 4]]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cpsudoku.encodings.propagation import compiled
from cpsudoku.rules import Candidates, Cell, Rules


class Groups(NamedTuple):
    """Variables 1 … k and groups of them.

    Args:
        candidates: for each variable, from 1 on, its candidate as cell·N + digit.
        exactly_one: of each of these variables exactly one is true.
        at_most_one: of each of these variables at most one is true.
    """

    candidates: list[int]
    exactly_one: list[list[int]]
    at_most_one: list[list[int]]


def grouped(rules: Rules, left: Candidates) -> Groups:
    """Return the groups of a puzzle.

    Args:
        rules: the rules.
        left: for each cell the digits that it may have, as a bit mask: what
            `cpsudoku.encodings.propagation.propagate` leaves.
    """
    core = compiled(rules)
    return grouped_plain(rules, left) if core is None else Groups(*core.groups(left))


def exclusions(rules: Rules, left: Candidates) -> Sequence[tuple[int, int]]:
    """Return a clause for each two variables of which at most one is true, each pair once.

    Args:
        rules: the rules.
        left: what propagation leaves, as in `grouped`.
    """
    core = compiled(rules)
    return list(exclusions_plain(rules, left)) if core is None else core.exclusions(left)


def grouped_plain(rules: Rules, left: Candidates) -> Groups:
    """Do in plain Python what `grouped` does; the arguments are the same."""
    number = _numbers(rules, left)
    exactly: set[tuple[int, ...]] = set()
    at_most: set[tuple[int, ...]] = set()
    for cell, mask in enumerate(left):
        if mask & (mask - 1):
            exactly.add(tuple(_variables(number, cell, mask)))
    for constraint in rules.groups:
        lists = exactly if rules.is_exact(constraint) else at_most
        for bit in map((1).__lshift__, range(rules.size)):
            places = sorted(number[c, bit] for c in constraint.cells if (c, bit) in number)
            if len(places) > 1:
                lists.add(tuple(places))
    candidates = [cell * rules.size + bit.bit_length() for cell, bit in number]
    return Groups(candidates, *(list(map(list, sorted(lists))) for lists in (exactly, at_most)))


def exclusions_plain(rules: Rules, left: Candidates) -> Iterator[tuple[int, int]]:
    """Do in plain Python what `exclusions` does; the arguments are the same."""
    number = _numbers(rules, left)
    for cell, mask in enumerate(left):
        variables = _variables(number, cell, mask) if mask & (mask - 1) else []
        for i, variable in enumerate(variables):
            for other in variables[i + 1 :]:
                yield -variable, -other
        for peer in rules.peers[cell] if variables else ():
            both = mask & left[peer] if peer > cell else 0
            while both:
                bit = both & -both
                both ^= bit
                yield -number[cell, bit], -number[peer, bit]


def _numbers(rules: Rules, left: Candidates) -> dict[tuple[Cell, int], int]:
    """Return the variable of each candidate, a cell and a bit."""
    found = [
        (cell, 1 << digit)
        for cell, mask in enumerate(left)
        if mask & (mask - 1)
        for digit in range(rules.size)
        if mask >> digit & 1
    ]
    return {candidate: number for number, candidate in enumerate(found, 1)}


def _variables(number: dict[tuple[Cell, int], int], cell: Cell, mask: int) -> list[int]:
    first = number[cell, mask & -mask]
    return list(range(first, first + mask.bit_count()))
