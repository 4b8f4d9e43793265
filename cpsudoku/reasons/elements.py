"""Elements of reasons: clues, and houses and cells, as finely divided as people see them.

==========  ===================================================================
``clue``    a constraint that is not a house: a cage, a line, whatever it is
``place``   a digit has a place in a house
``once``    a digit is only once in a house, or in another group of cells
``filled``  a cell has a digit
``single``  a cell has only one digit
==========  ===================================================================

A clue is about the digits of its cells, so it implies that each of its cells has one digit.
The elements of one house belong together, since people look at the house as a whole: a *source* is
a house, a group or a clue, and the first number of a reason's size is how many sources it has.

>>> from cpsudoku.rules import boxes
>>> catalogue = Catalogue(boxes(2, 2))
>>> len(catalogue.sources), len(catalogue.elements)
(12, 128)
>>> print(catalogue.elements[0], catalogue.elements[5], catalogue.elements[-1], sep="; ")
1 has a place in row 1; 2 is only once in row 1; r4c4 has only one digit
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Literal, TypeAlias

from cpsudoku.rules import (
    AllDifferent,
    Board,
    Cell,
    Constraint,
    Digit,
    Rules,
    digits_of_mask,
)

Kind: TypeAlias = Literal["clue", "place", "once", "filled", "single"]
"""The kinds of elements."""


@dataclass(frozen=True, slots=True)
class ReasonElement:
    """One statement that the rules make.

    Args:
        kind: one of the table above.
        scope: the cells that it is about.
        source: its house, group or clue; None for an element of a cell.
        digit: 1 … N in a house; 0 if it is not about a single digit.
    """

    kind: Kind
    scope: tuple[Cell, ...]
    source: Constraint | None
    digit: Digit
    board: Board = field(compare=False, repr=False)

    def __str__(self) -> str:
        if self.source is None:
            name = self.board.name(self.scope[0])
            return f"{name} has {'a' if self.kind == 'filled' else 'only one'} digit"
        if self.kind == "clue":
            return self.source.described(self.board)
        said = "has a place" if self.kind == "place" else "is only once"
        return f"{self.digit + self.board.first - 1} {said} in {self.source.label}"

    def as_json(self) -> dict[str, Any]:
        """Return the element as an object of JSON."""
        found: dict[str, Any] = {"kind": self.kind, "text": str(self)}
        if self.source is not None:
            found["of"] = self.source.label
        if self.digit:
            found["digit"] = self.digit + self.board.first - 1
        return found | {"cells": list(map(self.board.name, self.scope))}


class Catalogue:
    """All elements of some rules, each with a number.

    Args:
        digits: those that some cell may have, as a bit mask; all if it is None.  A group with as
            many cells is a house as well.

    Attributes:
        sources: the houses, groups and clues, in the order of the rules.
        elements: those of the sources, then those of the cells.
        of_source: for each source the numbers of its elements.
        source_of: for each element the number of its source; −1 for a cell's.
    """

    def __init__(self, rules: Rules, digits: int | None = None) -> None:
        self.rules = rules
        self._all = (1 << rules.size) - 1
        self._digits = self._all if digits is None else digits
        self.sources: list[Constraint] = []
        self.elements: list[ReasonElement] = []
        self.of_source: list[tuple[int, ...]] = []
        self.source_of: list[int] = []
        known: set[frozenset[Cell]] = set()
        for place, constraint in enumerate(rules.constraints):
            groups = self._groups(place)
            if groups is None:
                clue = ReasonElement("clue", constraint.scope, constraint, 0, rules.board)
                self._add(constraint, [clue])
                continue
            for group in groups:
                cells = frozenset(group.cells)
                if cells not in known and len(cells) > 1:
                    known.add(cells)
                    self._add(group, self._of_group(group))
        self.first_of_cells = len(self.elements)
        for cell in range(rules.cell_count):
            for kind in ("filled", "single"):
                self.elements.append(ReasonElement(kind, (cell,), None, 0, rules.board))
                self.source_of.append(-1)
        # By identity, since hashing large tables takes long.
        self._number = {id(element): number for number, element in enumerate(self.elements)}

    def digits_in(self, group: AllDifferent) -> int:
        """Return the digits that have a place in a group, as a bit mask; 0 if it is not a house."""
        if self.rules.is_exact(group):
            return self._all
        return self._digits if len(group.cells) == self._digits.bit_count() else 0

    def _groups(self, place: int) -> list[AllDifferent] | None:
        """Return the groups that a constraint consists of, None if people see one clue.

        A single group is divided by digits, and so are several houses, such as windows; but the
        hundreds of pairs that a knight's move forbids are one clue.
        """
        if self.rules.constraints[place].without_groups:
            return None
        found = self.rules.expanded(place)
        groups = [p for p in found if type(p) is AllDifferent and len(p.cells) <= self.rules.size]
        if len(groups) < len(found) or not groups:
            return None
        return groups if len(groups) == 1 or all(map(self.digits_in, groups)) else None

    def _of_group(self, group: AllDifferent) -> list[ReasonElement]:
        kinds: tuple[tuple[Kind, int], ...] = ("place", self.digits_in(group)), ("once", self._all)
        return [
            ReasonElement(kind, group.cells, group, digit, self.rules.board)
            for kind, digits in kinds
            for digit in digits_of_mask(digits)
        ]

    def _add(self, source: Constraint, elements: list[ReasonElement]) -> None:
        first = len(self.elements)
        self.elements += elements
        self.source_of += [len(self.sources)] * len(elements)
        self.sources.append(source)
        self.of_source.append(tuple(range(first, len(self.elements))))

    def number(self, element: ReasonElement) -> int:
        """Return the number of an element of this catalogue."""
        return self._number[id(element)]

    def filled(self, cell: Cell) -> int:
        """Return the number of the element that a cell has a digit."""
        return self.first_of_cells + 2 * cell

    def single(self, cell: Cell) -> int:
        """Return the number of the element that a cell has only one digit."""
        return self.first_of_cells + 2 * cell + 1

    def of_cells(self, cells: Iterable[Cell]) -> Iterator[int]:
        """Yield the numbers of the elements that cells have a digit, and only one."""
        for cell in cells:
            yield from (self.filled(cell), self.single(cell))

    def once(self, cell: Cell, digit: Digit) -> Iterator[tuple[int, tuple[Cell, ...]]]:
        """Yield the elements by which a digit of a cell is in no other of some cells, and these."""
        for number, groups in enumerate(self.groups):
            own = self.of_source[number]
            element = own[0] if self.is_clue(number) else own[digit - 1 - self.rules.size]
            yield from ((element, group.cells) for group in groups if cell in group.cells)

    @cached_property
    def groups(self) -> list[tuple[AllDifferent, ...]]:
        """For each source the groups of cells that all differ by it."""
        return [Rules.trusted(self.rules.board, (source,)).groups for source in self.sources]

    def is_clue(self, source: int) -> bool:
        """Return whether a source is a clue, and not a house or a group."""
        return self.elements[self.of_source[source][0]].kind == "clue"

    def clues(self) -> Iterator[int]:
        """Yield the numbers of the sources that are clues."""
        return (source for source in range(len(self.sources)) if self.is_clue(source))

    @cached_property
    def places(self) -> list[dict[Digit, int]]:
        """For each source the elements that digits have a place, by digit; empty if not a house."""
        every = ([(self.elements[number], number) for number in own] for own in self.of_source)
        return [{one.digit: n for one, n in own if one.kind == "place"} for own in every]

    def houses(self) -> list[int]:
        """Return the numbers of the sources in which each digit has a place."""
        return [source for source, places in enumerate(self.places) if places]

    def total(self, house: int) -> int:
        """Return the sum of the digits that have a place in a house."""
        return sum(digit + self.rules.board.first - 1 for digit in self.places[house])


@lru_cache(maxsize=32)
def catalogue_of(rules: Rules, digits: int | None = None) -> Catalogue:
    """Return the elements of rules, which are listed once; see `Catalogue`."""
    return Catalogue(rules, digits)
