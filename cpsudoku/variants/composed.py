"""Clues about other clues: some of them are wrong, or they speak of values and not of digits.

>>> from cpsudoku.rules import square
>>> from cpsudoku.variants.naming import from_text
>>> wrong = from_text("wrong(killer:5@r1c1,r1c2;thermo@r1c1,r1c2)", square(4))
>>> wrong.holds((1, 3, *[0] * 14)), wrong.holds((1, 4, *[0] * 14))
(True, False)
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import Any, TypeAlias, TypeVar

from cpsudoku.errors import RulesError
from cpsudoku.rules import Board, Cell, as_one
from cpsudoku.rules.primitives import Linear, Not, Or, Pair, Primitive
from cpsudoku.variants import cages, dots, lines, outside, sum_lines
from cpsudoku.variants.automata import Acceptor, from_function
from cpsudoku.variants.base import (
    Cells,
    Clues,
    Grid,
    Numbers,
    OptionalNumber,
    Variant,
    in_layer,
    number_field,
)
from cpsudoku.variants.regions import ExtraRegion

_Known = TypeVar("_Known", bound=Hashable)
_Reading: TypeAlias = tuple[int, _Known, int | None]
"""How many cells were read, what is known of them, and a digit whose mark is read next."""

MOST_WAYS = 5_000  # more sets of clues to be distinguished are refused
MOST_VALUES = 200  # clues are read on a board of all values, which is refused where it has more


@dataclass(frozen=True)
class _OfClues(Variant):
    """A clue about other clues."""

    clues: Clues

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(cell for clue in self.clues for cell in clue.scope))

    def check(self, board: Board) -> None:
        for clue in self.clues:
            clue.check(board)
            if clue.needs_houses:
                raise RulesError(f"{self.name} cannot be about {clue.label}")
        super().check(board)


@dataclass(frozen=True)
class Wrong(_OfClues):
    """Just one of some clues does not hold, or as many as the number says; the others hold."""

    number: OptionalNumber = None

    usual = 1
    without_groups = True
    shown = ("number",)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Of each set of clues too big for all to be wrong one holds, and the other way round."""
        holds = [as_one(clue) for clue in self.clues]
        fails = [Not(one, self.name) for one in holds]
        some = [*combinations(holds, self.amount + 1), *combinations(fails, self._most_true + 1)]
        return tuple(Or(parts, self.name) for parts in some)

    @property
    def _most_true(self) -> int:
        return len(self.clues) - self.amount

    def holds(self, grid: Grid) -> bool:
        return sum(not clue.holds(grid) for clue in self.clues) == self.amount

    def fault(self) -> str:
        count = len(self.clues)
        if not 0 <= self.amount <= count:
            return f"{self.name} says that {self.amount} of {count} clues are wrong"
        ways = comb(count, self.amount + 1) + comb(count, self._most_true + 1)
        return f"{self.name} has too many clues" if ways > MOST_WAYS else ""


_OF_VALUES: frozenset[type] = frozenset({
    cages.Killer, cages.Sum, cages.EqualCages, cages.Mean, cages.PrimeSum, cages.SquareSum,
    dots.White, dots.Black, dots.PairSum, dots.Greater, lines.Thermo, lines.SlowThermo,
    lines.Whispers, lines.Palindrome, lines.Between, lines.Lockout, lines.Arithmetic,
    outside.LittleKiller, sum_lines.Arrow, sum_lines.DoubleArrow, sum_lines.Zipper,
    sum_lines.Average, sum_lines.EqualSums,
})  # fmt: skip
"""The clues that say as much of any numbers as of digits."""


def _on(board: Board, clue: Variant) -> Variant:
    """Return a clue on a board of other digits, with what is usual on its own."""
    number = number_field(type(clue))
    changes: dict[str, Any] = {"board": board}
    if number and clue.usual is not None and getattr(clue, number) is None:
        changes[number] = clue.amount
    return replace(clue, **changes)


@dataclass(frozen=True)
class _ByValue(_OfClues):
    """Clues that speak of what cells are worth, each by its digit and another cell's.

    That digits of cages differ is about the digits nonetheless.

    Args:
        cells: the cells whose worth may differ from their digit; if empty, those of the grid.
        marks: for each the cell that says how; if empty, the first layer.
    """

    cells: Cells = ()
    marks: Cells = ()

    @abstractmethod
    def worth(self, digit: int, mark: int) -> int | None:
        """Return the value of a cell by its digit and its mark, None if it has none."""

    @property
    def _mark(self) -> dict[Cell, Cell]:
        """For each cell the one whose mark decides its value."""
        return in_layer(self.board, self.cells, self.marks)

    @property
    def scope(self) -> tuple[Cell, ...]:
        own, marks = super().scope, self._mark
        return tuple(dict.fromkeys((*own, *(marks[cell] for cell in own if cell in marks))))

    @property
    def _values(self) -> list[int]:
        """All that a cell can be worth."""
        pairs = product(self.digits, repeat=2)
        found = {self.worth(digit, mark) for digit, mark in pairs} | {*self.digits}
        return sorted(value for value in found if value is not None)

    def _parts(self) -> Iterator[tuple[Variant, bool]]:
        """Yield the clues, cages in two parts, each with whether it speaks of values."""
        for clue in self.clues:
            cages_of: tuple[tuple[Cell, ...], ...] = ()
            if isinstance(clue, cages.EqualCages):
                cages_of = clue.parts
                yield sum_lines.EqualSums(self.board, clue.parts), True
            elif isinstance(clue, cages.Killer):
                cages_of = (clue.cells,)
                if clue.total is not None:
                    yield cages.Sum(self.board, clue.cells, (clue.total,)), True
            else:
                yield clue, True
            yield from ((ExtraRegion(self.board, cage), False) for cage in cages_of)

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """The primitives of the clues on a board of all values, read from digits and marks."""
        values = self._values
        board = Board(
            self.board.places, values[-1] - values[0] + 1, values[0], self.board.auxiliary
        )
        found: list[Primitive] = []
        for clue, is_by_value in self._parts():
            if is_by_value:
                found += map(self._read, _on(board, clue).primitives)
            else:
                found += clue.primitives
        return (*found, *self._marked())

    def _marked(self) -> list[Primitive]:
        """Return that marks are such as say something."""
        own, label = set(super().scope), self.name
        pairs = frozenset(
            (d, m) for d, m in product(self.digits, repeat=2) if self.worth(d, m) is not None
        )
        marks = ((cell, mark) for cell, mark in self._mark.items() if cell in own)
        return [Pair(cell, mark, pairs, label) for cell, mark in marks]

    def _read(self, primitive: Primitive) -> Primitive:
        """Return what a primitive about values says of digits and marks."""
        cells, marks = primitive.scope, self._mark
        read = tuple(
            c for cell in cells for c in ((cell, marks[cell]) if cell in marks else (cell,))
        )
        width = tuple(1 + (cell in marks) for cell in cells)
        if isinstance(primitive, Linear):
            alike = replace(self, clues=(), cells=(), marks=())  # of which worth does not depend
            adding = _adding(alike, primitive.coefficients, primitive.totals, width)
            return adding.of(read, primitive.label)
        return self._remembering(primitive, width).of(read, primitive.label)

    def _remembering(self, primitive: Primitive, width: tuple[int, ...]) -> Acceptor:
        """Return an automaton that remembers what cells are worth, until it knows all."""
        cells = primitive.scope
        nothing: tuple[int, ...] = ()

        def after(_: int, values: tuple[int, ...], worth: int) -> tuple[int, ...] | None:
            if len(values) + 1 < len(cells):
                return (*values, worth)
            grid = [0] * self.board.cell_count
            for cell, value in zip(cells, (*values, worth), strict=True):
                grid[cell] = value
            return nothing if primitive.holds(grid) else None

        return self.reading(width, nothing, after)

    def reading(
        self,
        width: tuple[int, ...],
        start: _Known,
        after: Callable[[int, _Known, int], _Known | None],
    ) -> Acceptor:
        """Return an automaton that reads cells, with the mark of each after it if it has one.

        Args:
            width: for each cell 2 where it has a mark, else 1.
            after: returns from the number of cells before, what is known of them and what a cell is
                worth what is known then; None where that cannot be.
        """

        def step(state: _Reading[_Known], digit: int) -> _Reading[_Known] | None:
            at, known, pending = state
            if at == len(width):
                return None
            if pending is None and width[at] > 1:
                return at, known, digit
            worth = digit if pending is None else self.worth(pending, digit)
            found = None if worth is None else after(at, known, worth)
            return None if found is None else (at + 1, found, None)

        begun: _Reading[_Known] = (0, start, None)
        return from_function(begun, step, lambda s: s[0] == len(width), self.board, label=self.name)

    def holds(self, grid: Grid) -> bool:
        values = list(grid)
        own = set(super().scope)
        for cell, mark in self._mark.items():
            worth = self.worth(grid[cell], grid[mark])
            if worth is None:
                if cell in own:
                    return False
                continue
            values[cell] = worth
        return all(clue.holds(values if by_value else grid) for clue, by_value in self._parts())

    def fault(self) -> str:
        for clue in self.clues:
            has_letters = isinstance(clue, cages.EqualCages) and clue.letters
            if type(clue) not in _OF_VALUES or has_letters:
                return f"{self.name} cannot be about {clue.label}"
        if self._values[-1] - self._values[0] >= MOST_VALUES:
            return f"{self.name} has values {self._values[0]} to {self._values[-1]}; expected fewer"
        count = len(self.cells or range(self.board.grid_count))
        if not len(self._mark) == count == len(self.marks or self._mark):
            return f"{self.name} without marks; expected a layer, such as 9+layer"
        is_mark = set(self._mark.values()).intersection(super().scope)
        return f"{self.name} has clues on cells that are marks" if is_mark else ""


@lru_cache(maxsize=256)
def _adding(
    place: _ByValue, factors: tuple[int, ...], totals: tuple[int, ...], width: tuple[int, ...]
) -> Acceptor:
    """Return an automaton that adds up factors times what cells are worth."""
    values = place._values
    ends = [sorted((f * values[0], f * values[-1])) for f in factors]
    low = [sum(one for one, _ in ends[at:]) for at in range(len(ends) + 1)]
    high = [sum(one for _, one in ends[at:]) for at in range(len(ends) + 1)]

    def after(at: int, total: int, worth: int) -> int | None:
        found = total + factors[at] * worth
        left = (wanted - found for wanted in totals)
        return found if any(low[at + 1] <= more <= high[at + 1] for more in left) else None

    return place.reading(width, 0, after)


@dataclass(frozen=True)
class Valued(_ByValue):
    """Clues speak of values: a digit times a factor, and a number more, as its mark says.

    Args:
        factors: for each mark, from the lowest digit on, what a digit is multiplied with: 1,2 for
            doublers, 1,-1 for negators, 1,2,-1 for both, 0,1 where only marked cells count.
        added: for each mark what is added then; empty for nothing.
    """

    factors: Numbers = (1, 2)
    added: Numbers = ()

    shown = ("factors",)

    def worth(self, digit: int, mark: int) -> int | None:
        kind = mark - self.board.first
        if kind >= len(self.factors):
            return None
        return digit * self.factors[kind] + (self.added[kind] if self.added else 0)

    def fault(self) -> str:
        if len(self.added) not in (0, len(self.factors)):
            return f"{self.name} has {len(self.added)} numbers for {len(self.factors)} marks"
        if not 1 <= len(self.factors) <= self.board.size:
            return f"{self.name} has {len(self.factors)} marks for {self.board.size} digits"
        return super().fault()


class BothDigits(_ByValue):
    """Clues speak of values: that of a Schrödinger cell is the sum of its two digits."""

    def worth(self, digit: int, mark: int) -> int | None:
        if mark < digit:
            return None
        return digit if mark == digit else digit + mark
