"""Ranks as the compiled core takes them: all clues of a digit together, and no disjunctions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.rules import AllDifferent, Rules
from cpsudoku.variants.ranks import FullRank, sides

if TYPE_CHECKING:
    from cpsudoku import _native


def ranked(rules: Rules) -> tuple[list[FullRank], list[_native.FdFormula]]:
    """Return the rank clues that the core has a propagator for, and a formula for each digit.

    A clue's primitives say the same as nested disjunctions.  Those stay where rows and columns are
    no houses, for the propagator takes for granted that each side has one line for each digit.

    >>> from cpsudoku.rules import boxes
    >>> ranked(boxes(2, 2))
    ([], [])
    """
    clues = [c for c in rules.constraints if type(c) is FullRank]
    if not clues:
        return [], []
    lines = sides(rules.board)
    # Rows and columns are constraints of their own; to ask for all groups would expand the clues.
    groups = {frozenset(c.cells) for c in rules.constraints if type(c) is AllDifferent}
    if not all(frozenset(line) in groups for side in lines for line in side):
        return [], []
    from cpsudoku import _native

    place_of = {line: (s, i) for s, side in enumerate(lines) for i, line in enumerate(side)}
    of_digit: dict[int, list[tuple[int, int, int, bool]]] = {}
    for clue in clues:
        digit, place = divmod(clue.number - 1, 4)
        told = (*place_of[clue.cells], place, bool(clue.ties))
        of_digit.setdefault(digit, []).append(told)
    return clues, [
        _native.FdFormula.ranks(lines, digit, told) for digit, told in sorted(of_digit.items())
    ]
