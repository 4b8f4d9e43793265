"""What follows without any search: singles and locked candidates, and what alternatives agree on.

A solver reads a puzzle's formula far faster when what is plain has been drawn from it before.
Singles, naked and hidden, are what unit propagation finds in the extended encoding; locked
candidates are more: where all places of a digit in one house are in cells that another constraint
shares, no other cell of that constraint has the digit.  Alternatives (`probe`) are more again.

    >>> from cpsudoku.puzzle import Puzzle
    >>> from cpsudoku.rules import boxes
    >>> puzzle = Puzzle.from_digits([1, 2, 3, 0] + [0] * 8 + [2, 0, 0, 0], boxes(2, 2))
    >>> [mask.bit_count() for mask in propagate(puzzle.rules, puzzle.candidates)[:8]]
    [1, 1, 1, 1, 2, 2, 2, 2]
"""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.encodings.singles import Singles
from cpsudoku.ground import compiled
from cpsudoku.rules import Candidates, Cell, Rules

COMPILED_SIZE = 64
"""The largest grid that the compiled core takes; it keeps the candidates of a cell in a word."""

PATIENCE = 24
"""How many alternatives in a row `probe` tries without a gain before it stops."""


def propagate(rules: Rules, candidates: Candidates) -> Candidates | None:
    """Return the candidates left when nothing plain is left to be found.

    Returns:
        The candidates that are left, every one of a solution among them; None where a cell or a
        digit of a house has no place left, so that there is no solution.
    """
    return probe(rules, candidates, 0)


def probe(rules: Rules, candidates: Candidates, patience: int = PATIENCE) -> Candidates | None:
    """Do what `propagate` does, and try out alternatives where there is compiled code.

    An alternative is a cell with two or three candidates, or a digit with two or three places in a
    house.  What is excluded by singles whichever way it is, is excluded; this is the dilemma rule
    of Stålmarck's method (Sheeran and Stålmarck, 2000), and failed literals are a case of it.

    Args:
        patience: this many alternatives in a row may be tried without a gain.
    """
    core = reducer(rules)
    if core is None:
        return propagate_plain(rules, candidates)
    left = core.reduce(candidates, patience)
    return None if left is None else tuple(left)


@lru_cache(maxsize=32)
def reducer(rules: Rules) -> compiled.native.Reducer | None:
    """Return the compiled core for some rules; None where it was not built or is too narrow."""
    if rules.size > COMPILED_SIZE or not compiled.is_there():
        return None
    groups = [list(constraint.cells) for constraint in rules.groups]
    return compiled.native.Reducer(rules.size, rules.cell_count, groups)


def propagate_plain(rules: Rules, candidates: Candidates) -> Candidates | None:
    """Do in plain Python what `propagate` does; the arguments are the same."""
    while (path := Singles(rules, candidates)).start():
        left = tuple(path.masks)
        candidates = _without_locked(rules, left)
        if candidates == left:
            return left
    return None


def _without_locked(rules: Rules, candidates: Candidates) -> Candidates:
    masks = list(candidates)
    for rest, shared, others in _overlaps(rules):
        locked = 0
        for cell in shared:
            locked |= masks[cell]
        for cell in rest:
            locked &= ~masks[cell]
        for cell in others if locked else ():
            masks[cell] &= ~locked
    return tuple(masks)


@lru_cache(maxsize=32)
def _overlaps(rules: Rules) -> list[tuple[list[Cell], list[Cell], list[Cell]]]:
    """Return for each overlap of a house and a constraint what is theirs alone and what shared."""
    found = []
    groups = [(group.cells, frozenset(group.cells)) for group in rules.groups]
    for house in rules.houses:
        inside = frozenset(house.cells)
        for cells, members in groups:
            shared = inside & members
            if 1 < len(shared) < len(members):
                rest = [cell for cell in house.cells if cell not in members]
                others = [cell for cell in cells if cell not in inside]
                found.append((rest, sorted(shared), others))
    return found
