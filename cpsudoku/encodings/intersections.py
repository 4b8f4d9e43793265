"""A formula through which unit propagation finds locked candidates as well as singles.

The extended encoding (`cpsudoku.encodings.cnf`) says of each digit and house that one place is
right, so that unit propagation finds naked and hidden singles.  Here houses that cross in several
cells, as a row and a box do, share *intersections*, each a variable: the digit is in one of these
cells.  A house then says that one of its intersections has the digit:

    row 1, digit 5     a | b | c        a: one of r1c1 r1c2 r1c3 is 5; one of a, b, c
    box 1, digit 5     a, d, e          d: one of r2c1 r2c2 r2c3 is 5; one of a, d, e

If box 1 has no 5 but in row 1, then d and e are false, so a is true and b and c are false: the
locked candidate is eliminated, just by unit propagation.  The clauses for pairs of cells in
different intersections, and those for the whole house, follow and are left out, so that there are
fewer clauses than in the extended encoding: 6,237 instead of 10,530 for 9×9.  No pair of cells of a
classic puzzle is left: two of a row and a box are in different columns, and so in different
intersections of the box with columns.

Short clauses come first: a solver keeps them in this order, and unit propagation, which reads them
most, takes a twentieth less time.

The intersections are functions of the cells, so counts of models stay counts of grids.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from cpsudoku.rules import Cell, Rules

Family = list[frozenset[Cell]]
"""Houses that together have each cell once."""


def clauses(rules: Rules) -> list[list[int]]:
    """Return rules as clauses; candidates have the variables that they have in `cnf`.

    Require: the rules have no constraints but groups.

    >>> from cpsudoku.rules import boxes
    >>> len(clauses(boxes(3, 3)))
    6237
    """
    size = rules.size
    layout = _Layout(rules)
    cells = range(rules.cell_count)
    made = [
        clause
        for cell in cells
        for clause in _exactly_one([cell * size + digit for digit in range(1, size + 1)])
    ]
    for digit in range(1, size + 1):
        made += [[-a * size - digit, -b * size - digit] for a, b in layout.pairs]
        made += [[cell * size + digit for cell in house] for house in layout.whole]
        for choice in layout.choices:
            made += _exactly_one([base + digit for base in choice])
        for base, part in layout.parts.items():
            inside = [cell * size + digit for cell in part]
            made.append([-base - digit, *inside])
            made += ([base + digit, -place] for place in inside)
    return sorted(made, key=len)


def _exactly_one(literals: list[int]) -> Iterator[list[int]]:
    yield literals
    yield from ([-a, -b] for a, b in combinations(literals, 2))


class _Layout:
    """What is said of each digit alike.

    Attributes:
        pairs: cells that cannot both have it, where the choices do not say so already.
        whole: houses without intersections, of which a cell has it.
        parts: by the number below their first variable the intersections, as cells.
        choices: such numbers (of a single cell: that of the cell), of which exactly one has it.
    """

    def __init__(self, rules: Rules) -> None:
        self._size = rules.size
        self._free = rules.cell_count * rules.size
        self.parts: dict[int, list[Cell]] = {}
        self.choices: list[list[int]] = []
        self._apart: set[frozenset[Cell]] = set()
        split: set[frozenset[Cell]] = set()
        for one, other in combinations(_families(rules), 2):
            if any(len(a & b) > 1 for a in one for b in other):
                self._cross(one, other)
                split.update(one, other)
        rest = [group for group in rules.groups if frozenset(group.cells) not in split]
        self.whole = [group.cells for group in rest if rules.is_exact(group)]
        groups = [*self.parts.values(), *(group.cells for group in rest)]
        pairs = {pair for group in groups for pair in combinations(sorted(group), 2)}
        self.pairs = [pair for pair in sorted(pairs) if frozenset(pair) not in self._apart]

    def _cross(self, one: Family, other: Family) -> None:
        bases = {part: self._base(part) for a in one for b in other if (part := a & b)}
        for house in (*one, *other):
            parts = [part for part in bases if part <= house]
            self.choices.append([bases[part] for part in parts])
            for a, b in combinations(parts, 2):
                self._apart.update(map(frozenset, product(a, b)))

    def _base(self, part: frozenset[Cell]) -> int:
        if len(part) == 1:
            return min(part) * self._size
        base, self._free = self._free, self._free + self._size
        self.parts[base] = sorted(part)
        return base


def _families(rules: Rules) -> list[Family]:
    """Return houses sorted into families: rows, columns, boxes; others are left out."""
    found: list[Family] = []
    for group in rules.groups:
        if not rules.is_exact(group):
            continue
        house = frozenset(group.cells)
        family = next((f for f in found if all(house.isdisjoint(h) for h in f)), None)
        if family is None:
            found.append([house])
        else:
            family.append(house)
    return [family for family in found if sum(map(len, family)) == rules.cell_count]
