"""What things are called in a sentence: digits, cells, houses, and what follows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cpsudoku.logic.naming import cells_text
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Candidate, GroupNumber, Step
from cpsudoku.rules import Cell, Digit, Rules

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_MOST_NAMES = 4
"""More cells than these are written together: ``r1c1357``."""


def listed(parts: Sequence[str], word: str = "and") -> str:
    """Return parts as one would say them: ``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number of things in words: ``one cell``, ``three cells``.

    Args:
        several: what several are called; empty for the same with an s.
    """
    said = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{said} {one if number == 1 else several or one + 's'}"


class Words:
    """The words for what is in a position."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.rules: Rules = position.rules

    def digit(self, digit: Digit) -> str:
        """Return a digit as the board shows it."""
        return self.rules.symbols[digit - 1]

    def digits(self, digits: Iterable[Digit], word: str = "and") -> str:
        """Return digits, ascending: ``3 and 5``."""
        return listed([self.digit(d) for d in sorted(set(digits))], word)

    def cell(self, cell: Cell) -> str:
        """Return a cell's name."""
        return self.rules.board.name(cell)

    def cells(self, cells: Iterable[Cell], word: str = "and") -> str:
        """Return some cells: a few by name, many written together."""
        distinct = sorted(set(cells))
        if len(distinct) > _MOST_NAMES:
            return cells_text(distinct, self.rules)
        return listed([self.cell(c) for c in distinct], word)

    def house(self, number: GroupNumber) -> str:
        """Return a house's name: ``row 3``."""
        return self.rules.groups[number].name

    def houses(self, numbers: Iterable[GroupNumber], word: str = "and") -> str:
        """Return the names of houses: ``rows 2 and 5``, ``row 3 and box 4``."""
        by_kind: dict[str, list[str]] = {}
        for number in numbers:
            group = self.rules.groups[number]
            by_kind.setdefault(group.kind, []).append(str(group.number or ""))
        parts = []
        for kind, found in by_kind.items():
            if len(found) == 1:
                parts.append(f"{kind} {found[0]}".strip())
            else:
                parts.append(f"{_plural(kind)} {listed(found, word)}".strip())
        return listed(parts, word)

    def candidates(self, candidates: Iterable[Candidate], word: str = "and") -> str:
        """Return candidates: ``5 in r1c2``, ``5 in r1c2 and r1c3``, ``5 in r1c2 and 6 in r1c3``."""
        parts = [
            f"{self.digits(digits)} in {self.cells(cells, word)}"
            for cells, digits in _together(candidates)
        ]
        return listed(parts, word)

    def is_true(self, candidates: Sequence[Candidate], *, truth: bool = True) -> str:
        """Say that a candidate, or a group of one digit, is true or not: ``r1c2 is 5``."""
        cells, digit = [cell for cell, _ in candidates], self.digit(candidates[0][1])
        if len(cells) == 1:
            return f"{self.cell(cells[0])} is {'' if truth else 'not '}{digit}"
        if truth:
            return f"one of {self.cells(cells)} is {digit}"
        return f"none of {self.cells(cells)} is {digit}"

    def sign(self, candidates: Sequence[Candidate], *, truth: bool = True) -> str:
        """Say the same in signs: ``r1c2=5``, ``r1c23≠5``."""
        cells = cells_text([cell for cell, _ in candidates], self.rules)
        return f"{cells}{'=' if truth else '≠'}{self.digit(candidates[0][1])}"

    def a(self, digit: Digit) -> str:
        """Return a digit with its article: ``a 5``, ``an 8``."""
        said = self.digit(digit)
        article = "an" if said[0] in "8AE" or said in {"11", "18"} else "a"
        return f"{article} {said}"

    def all_of(self, cells: Iterable[Cell]) -> str:
        """Return ``both`` of two cells, ``all`` of more."""
        return "both" if len(set(cells)) == 2 else "all"

    def follows(self, step: Step) -> str:
        """Say what follows from a step: ``r1c2 must be 5``, ``5 can be removed from r1c3``."""
        placed = [f"{self.cell(c)} must be {self.digit(d)}" for c, d in step.placements]
        gone = [
            f"{self.digits(digits)} from {self.cells(cells)}"
            for cells, digits in _together(step.eliminations)
        ]
        if gone:
            gone[0] = gone[0].replace(" from", " can be removed from", 1)
        between = "; " if any(" and " in part for part in gone) else ", "
        return listed([*placed, *([between.join(gone)] if gone else [])])


def _plural(kind: str) -> str:
    return f"{kind}es" if kind.endswith("x") else f"{kind}s"


def _together(
    candidates: Iterable[Candidate],
) -> list[tuple[tuple[Cell, ...], tuple[Digit, ...]]]:
    """Return candidates as sets of cells and the digits that these have in common."""
    cells_of: dict[Digit, set[Cell]] = {}
    for cell, digit in candidates:
        cells_of.setdefault(digit, set()).add(cell)
    digits_of: dict[tuple[Cell, ...], list[Digit]] = {}
    for digit in sorted(cells_of):
        digits_of.setdefault(tuple(sorted(cells_of[digit])), []).append(digit)
    return [(cells, tuple(digits)) for cells, digits in digits_of.items()]


def digits_in(candidates: Iterable[Candidate]) -> list[Digit]:
    """Return the digits of some candidates, ascending."""
    return sorted({digit for _, digit in candidates})


def together(step: Step, position: Position, tell: Callable[[Step, Position], str]) -> str:
    """Tell several steps that are found as one."""
    parts = [tell(inner, position) for inner in step.evidence.inner]
    if len(parts) == 1:
        return parts[0]
    numbered = [f"({number}) {part}" for number, part in enumerate(parts, start=1)]
    return f"{' '.join(numbered)} Together: {Words(position).follows(step)}."
