"""Whether named constraints mean to solvers what their own test of a grid says.

Both encoders see a variant as its primitives; its `holds` is written apart from these.  So before a
formula is believed, the two are compared, on the digits that a variant is most likely to be wrong
about: all of them where they are few, else those of the listed solutions with some cells changed,
and random ones; of a variant that takes houses for granted, the listed solutions and random grids
that obey all groups.  That is a test and no proof: what a certificate of a variant trusts beside
the two proof checkers is that its primitives say no more than it does.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice, product

from cpsudoku.certificates.manifest import PUZZLE
from cpsudoku.errors import CertificateError
from cpsudoku.rules import Constraint, Grid, Rules

_ALL = 10_000
"""Up to this many sequences of digits in a constraint's cells all of them are tried."""

_SAMPLES = 500

_FILLED, _TRIES = 30, 5_000
"""This many grids that obey all groups are made, each within this many tries of a digit."""

_TOGETHER = 1_000_000
"""This many are tried for all constraints together, or a few for each where there are very many."""


def check(rules: Rules, solutions: Sequence[Grid]) -> None:
    """Raise where a named constraint and its primitives differ about some digits."""
    named = [c for c in rules.constraints if c.primitives != (c,)]
    share = max(20, _TOGETHER // max(1, len(named)))
    for constraint in named:
        primitives = constraint.primitives  # made anew whenever they are asked for
        for values in islice(_tried(constraint, rules, solutions), share):
            said = all(primitive.holds(values) for primitive in primitives)
            if said != constraint.holds(values):
                raise CertificateError(
                    f"{PUZZLE}: {constraint.described(rules.board)} does not mean to solvers what "
                    "its own test says"
                )


def _obeying_groups(rules: Rules) -> Iterator[Grid]:
    """Return random grids that obey all groups, as many as are found soon."""
    chance = random.Random(0)
    return filter(None, (_filled(rules, chance) for _ in range(_FILLED)))


def _filled(rules: Rules, chance: random.Random) -> Grid | None:
    """Return a grid that obeys all groups, filled cell by cell; None after too many tries."""
    tries = 0

    def fill(masks: list[int], grid: dict[int, int]) -> dict[int, int] | None:
        nonlocal tries
        if len(grid) == rules.cell_count:
            return grid
        cell = min((c for c in range(rules.cell_count) if c not in grid),
                   key=lambda c: masks[c].bit_count())  # fmt: skip
        for digit in chance.sample(range(1, rules.size + 1), rules.size):
            bit = 1 << digit - 1
            tries += 1
            if masks[cell] & bit and tries < _TRIES:
                left = list(masks)
                for peer in rules.peers[cell]:
                    left[peer] &= ~bit
                if found := fill(left, grid | {cell: digit}):
                    return found
        return None

    found = fill([rules.all_digits] * rules.cell_count, {})
    return None if found is None else tuple(found[c] for c in range(rules.cell_count))


def _tried(constraint: Constraint, rules: Rules, solutions: Sequence[Grid]) -> Iterator[list[int]]:
    """Yield what the digits of all cells are worth, in grids that are worth trying."""
    board, cells = rules.board, constraint.scope
    digits = range(board.first, board.last + 1)
    values = [board.first] * board.cell_count
    if constraint.needs_houses:
        fitting = (*solutions, *_obeying_groups(rules))
        yield from (list(board.values(grid)) for grid in fitting)
        return
    if rules.size ** len(cells) <= _ALL:
        for chosen in product(digits, repeat=len(cells)):
            for cell, digit in zip(cells, chosen, strict=True):
                values[cell] = digit
            yield values
        return
    yield from (list(board.values(grid)) for grid in solutions)
    chance = random.Random(0)
    for _ in range(_SAMPLES):
        if solutions and chance.random() < 0.5:
            values = list(board.values(chance.choice(solutions)))
            changed = chance.sample(cells, chance.randint(1, 2))
        else:
            changed = list(cells)
        for cell in changed:
            values[cell] = chance.choice(digits)
        yield values
