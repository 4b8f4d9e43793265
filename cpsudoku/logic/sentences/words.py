"""Names in sentences: of digits, cells, houses and conclusions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cpsudoku.logic.evidence import Assertion, Candidate, Deduction, GroupNumber, Position
from cpsudoku.logic.naming import cells_text
from cpsudoku.rules import AllDifferent, Cell, Digit, digits_of_mask
from cpsudoku.words import Said, say

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The names of sets and colours, in their order; from the beginning again after Z.  Of colours A
and B are opposites, so are C and D."""


class Words:
    """The words for a step where it was found: texts, lists of them, trees of `cpsudoku.words`."""

    def __init__(self, step: Deduction, position: Position) -> None:
        self.step, self.evidence = step, step.evidence
        self.position, self.rules = position, position.rules

    def digit(self, digit: Digit) -> str:
        """Return a digit as the board shows it."""
        return self.rules.symbols[digit - 1]

    def digits(self, digits: Iterable[Digit]) -> list[Said]:
        """Return digits, ascending."""
        return [self.digit(d) for d in sorted(set(digits))]

    def cell(self, cell: Cell) -> str:
        """Return a cell's name."""
        return self.rules.board.name(cell)

    def cells(self, cells: Iterable[Cell]) -> list[Said]:
        """Return the names of cells, row by row."""
        return [self.cell(c) for c in sorted(set(cells))]

    def digits_of(self, candidates: Iterable[Candidate]) -> list[Said]:
        """Return the digits of candidates, ascending."""
        return self.digits(digit for _, digit in candidates)

    def cells_of(self, candidates: Iterable[Candidate]) -> list[Said]:
        """Return the names of the cells of candidates, row by row."""
        return self.cells(cell for cell, _ in candidates)

    def digits_in_sets(self) -> set[Digit]:
        """Return the digits of the evidence's sets."""
        return {digit for locked in self.evidence.sets for digit in digits_of_mask(locked.digits)}

    def cells_in_sets(self) -> list[Said]:
        """Return the names of the cells of the evidence's sets."""
        return self.cells(cell for locked in self.evidence.sets for cell in locked.cells)

    def house(self, number: GroupNumber) -> Said:
        """Return the name of a house: ``row 3``."""
        return house_said(self.rules.groups[number])

    def houses(self, numbers: Iterable[GroupNumber]) -> list[Said]:
        """Return the names of houses, a kind together: ``rows 2 and 5``, ``box 4``."""
        by_kind: dict[str, list[GroupNumber]] = {}
        for number in numbers:
            by_kind.setdefault(self.rules.groups[number].kind, []).append(number)
        said: list[Said] = []
        for kind, found in by_kind.items():
            if len(found) == 1:
                said.append(self.house(found[0]))
            else:
                of_kind: list[Said] = [self.rules.groups[n].number or "" for n in found]
                said.append(say(f"houses {kind}", "houses other", kind=kind, numbers=of_kind))
        return said

    def candidates(self, candidates: Iterable[Candidate], how: str = "and") -> list[Said]:
        """Return candidates: ``5 in r1c2 and r1c3``, ``6 in r1c3``."""
        return [
            say(f"candidates {how}", digits=self.digits(digits), cells=self.cells(cells))
            for cells, digits in _together(candidates)
        ]

    def is_true(self, candidates: Sequence[Candidate], *, truth: bool = True) -> Said:
        """Say that a candidate, or a group of one digit, is true or not: ``r1c2 is 5``."""
        cells = self.cells_of(candidates)
        key = ("is true" if truth else "is false") + (" of one" if len(cells) == 1 else "")
        return say(key, cells=cells, digit=self.digit(candidates[0][1]))

    def line(self, line: Assertion) -> Said:
        """Say what a line of a proof does: ``r1c2 is 5``."""
        return self.is_true(line.candidates, truth=line.truth)

    def sign(self, line: Assertion) -> Said:
        """Say the same in signs: ``r1c2=5``, ``r1c23≠5``."""
        cells = cells_text([cell for cell, _ in line.candidates], self.rules)
        key = "sign true" if line.truth else "sign false"
        return say(key, cells=cells, digit=self.digit(line.candidates[0][1]))

    def concluded(self, key: str, **values: Said) -> dict[str, Any]:
        """Return the sentence of the conclusions: ``So r1c2 must be 5``."""
        placed = [
            say("must be", cell=self.cell(c), digit=self.digit(d)) for c, d in self.step.placements
        ]
        gone = [
            say("cannot be", cells=self.cells(cells), digits=self.digits(digits))
            for cells, digits in _together(self.step.eliminations)
        ]
        return say(f"step {key}", **values, follows=say("follows", parts=[*placed, *gone]))

    def together(self, say_one: Callable[[Words], Said]) -> Said:
        """Explain several steps that are found as one."""
        parts = [say_one(Words(inner, self.position)) for inner in self.evidence.inner]
        if len(parts) == 1:
            return parts[0]
        numbered = [say("part", number=n, said=part) for n, part in enumerate(parts, 1)]
        return self.concluded("together", parts=[*numbered])


def house_said(house: AllDifferent) -> Said:
    """Return the name of a house or another group: ``row 3``."""
    if house.number is None:
        return say(f"house {house.kind}", "house alone", kind=house.kind)
    return say(f"house {house.kind}", "house other", kind=house.kind, number=house.number)


def _together(candidates: Iterable[Candidate]) -> list[tuple[tuple[Cell, ...], list[Digit]]]:
    """Return candidates as sets of cells and the digits that these have in common."""
    cells_of: dict[Digit, set[Cell]] = {}
    for cell, digit in candidates:
        cells_of.setdefault(digit, set()).add(cell)
    digits_of: dict[tuple[Cell, ...], list[Digit]] = {}
    for digit in sorted(cells_of):
        digits_of.setdefault(tuple(sorted(cells_of[digit])), []).append(digit)
    return list(digits_of.items())


def digits_in(candidates: Iterable[Candidate]) -> list[Digit]:
    """Return the digits of some candidates, ascending."""
    return sorted({digit for _, digit in candidates})
