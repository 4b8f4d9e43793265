"""The clauses of a puzzle, with a switch for each element.

Variables 1 … n say that a cell has a digit, as in `cpsudoku.encodings.cnf`; then comes a switch for
each element, one for each source, which turns on all its elements, and one for all elements of
cells; auxiliary variables of clues come last.

A candidate that is absent from the start has no literal; one that is eliminated later is a fact.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from cpsudoku.encodings import cnf
from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.errors import UnsupportedError
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.rules import Candidates, Cell, Rules


class Switches(NamedTuple):
    """The switches, as variables.

    Args:
        element: the one of the first element; the others follow.
        source: the one of the first source; the others follow.
        cells: the one of all elements of cells.
    """

    element: Literal
    source: Literal
    cells: Literal


def switches(catalogue: Catalogue) -> Switches:
    """Return the switches of a catalogue's elements and sources."""
    first = cnf.last_choice(catalogue.rules) + 1
    sources = first + len(catalogue.elements)
    return Switches(first, sources, sources + len(catalogue.sources))


class Clauses:
    """Writes the formula for the candidates of each cell, which are bit masks.

    Attributes:
        too_big: after the clauses were written, the sources left out because they are too big.
        written: number of clauses written so far.
    """

    def __init__(self, catalogue: Catalogue, masks: Candidates) -> None:
        self._catalogue, self._masks = catalogue, masks
        self._switches = switches(catalogue)
        self._amo = cnf.AtMostOne("pairwise", self._switches.cells + 1)
        self.too_big: set[int] = set()
        self.written = 0

    def __iter__(self) -> Iterator[Clause]:
        for clause in self._clauses():
            self.written += 1
            yield clause

    def _clauses(self) -> Iterator[Clause]:
        catalogue, on = self._catalogue, self._switches
        for number, element in enumerate(catalogue.elements):
            switch = on.element + number
            cells = element.scope
            if element.kind in ("filled", "single"):
                literals = self._of_cell(cells[0])
                yield (-on.cells, switch)
            elif element.kind == "clue":
                continue
            else:
                literals = [x for cell in cells for x in self._of_cell(cell, element.digit)]
            if element.kind in ("filled", "place"):
                yield (-switch, *literals)
            else:
                yield from ((-switch, -a, -b) for a, b in combinations(literals, 2))
        for source, elements in enumerate(catalogue.of_source):
            for element_ in elements:
                yield (-(on.source + source), on.element + element_)
            if catalogue.is_clue(source):
                yield from self._of_clue(source)

    def _of_cell(self, cell: Cell, digit: int | None = None) -> list[Literal]:
        size, mask = self._catalogue.rules.size, self._masks[cell]
        digits = range(1, size + 1) if digit is None else (digit,)
        return [cnf.variable(cell, d, size) for d in digits if mask >> d - 1 & 1]

    def _of_clue(self, source: int) -> Iterator[Clause]:
        catalogue = self._catalogue
        rules, on = catalogue.rules, self._switches
        switch = on.element + catalogue.of_source[source][0]
        constraint = catalogue.sources[source]
        alone = Rules.trusted(rules.board, (constraint,))
        try:
            found = list(self._said(alone))
        except UnsupportedError:
            self.too_big.add(source)
            return
        for cell in constraint.scope:
            yield (-switch, on.element + catalogue.filled(cell))
            yield (-switch, on.element + catalogue.single(cell))
        yield from ((-switch, *clause) for clause in found)

    def _said(self, alone: Rules) -> Iterator[Clause]:
        for group in alone.groups:
            for digit in range(1, alone.size + 1):
                places = [x for cell in group.cells for x in self._of_cell(cell, digit)]
                if alone.is_exact(group):
                    yield tuple(places)
                yield from self._amo.clauses(places)
        if alone.has_others:
            yield from cnf.other_clauses(alone, self._masks, self._amo.fresh)
