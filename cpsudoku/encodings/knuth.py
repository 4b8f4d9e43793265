"""Exact cover problems in the text form that Knuth's programs read (DLX1, DLX2, SSXCC, …).

The first line names the items, the secondary ones behind a bar; then each line is an option.  Item
``r1c2`` is a cell; ``h3d9`` is digit 9 in the third house; ``g1d9`` is digit 9 in the first other
constraint.  An option whose cell is in no constraint has a secondary item of its own besides,
``r1c2d9``, for nothing else in it would tell its digit.

    >>> from cpsudoku.rules import latin
    >>> print(knuth(latin(2), (1, 3, 3, 3)), end="")
    r1c1 r1c2 r2c1 r2c2 h1d1 h1d2 h2d1 h2d2 h3d1 h3d2 h4d1 h4d2
    r1c1 h1d1 h3d1
    r1c2 h1d1 h4d1
    r1c2 h1d2 h4d2
    r2c1 h2d1 h3d1
    r2c1 h2d2 h3d2
    r2c2 h2d1 h4d1
    r2c2 h2d2 h4d2
"""

from __future__ import annotations

from cpsudoku.encodings.cp import digits_of
from cpsudoku.rules import Candidates, Rules, cell_name


def knuth(rules: Rules, candidates: Candidates) -> str:
    """Return a puzzle as an exact cover problem with an option for each candidate.

    Args:
        rules: the rules.
        candidates: for each cell the digits that it may have, as a bit mask.
    """
    size = rules.size
    houses = rules.houses
    others = [c for c in rules.groups if not rules.is_exact(c)]
    groups: list[list[str]] = [[] for _ in range(rules.cell_count)]
    primary = [cell_name(cell, rules.board) for cell in range(rules.cell_count)]
    secondary: list[str] = []
    for letter, constraints, items in (("h", houses, primary), ("g", others, secondary)):
        for number, constraint in enumerate(constraints, start=1):
            items += [f"{letter}{number}d{digit}" for digit in range(1, size + 1)]
            for cell in constraint.cells:
                groups[cell].append(f"{letter}{number}")
    options = []
    for cell, mask in enumerate(candidates):
        name = cell_name(cell, rules.board)
        for digit in digits_of(mask):
            items = [f"{group}d{digit}" for group in groups[cell]]
            if not items:
                items = [f"{name}d{digit}"]
                secondary += items
            options.append(" ".join([name, *items]))
    head = " ".join([*primary, *(["|", *secondary] if secondary else [])])
    return "\n".join([head, *options]) + "\n"
