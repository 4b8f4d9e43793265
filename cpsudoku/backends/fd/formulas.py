"""Primitives as the compiled core takes them: digits count from 0, negation is pushed inward."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from cpsudoku.errors import UnsupportedError
from cpsudoku.rules import AllDifferent, Rules
from cpsudoku.rules.primitives import (
    And,
    Count,
    Element,
    Linear,
    Not,
    Or,
    Pair,
    Primitive,
    Regular,
    Table,
)

if TYPE_CHECKING:
    from cpsudoku import _native

MOST_NUMBER = 1_000_000_000
"""The greatest coefficient, total or place that the core takes."""


def formulas(rules: Rules) -> list[_native.FdFormula]:
    """Return what the core has to hold true, a formula for each primitive.

    Raises:
        UnsupportedError: a number is too great.
    """
    writer = _Writer(rules.board.first, rules.size)
    found = []
    for primitive in rules.primitives:
        try:
            found.append(writer.formula(primitive))
        except OverflowError:
            where = primitive.described(rules.board)
            raise UnsupportedError(f"backend 'fd': too great a number in {where}") from None
    return found


def _fitting(number: int) -> int:
    if abs(number) > MOST_NUMBER:
        raise OverflowError
    return number


class _Writer:
    """Writes primitives for digits that are worth ``first`` and so on."""

    def __init__(self, first: int, size: int) -> None:
        from cpsudoku import _native

        self._first = first
        self._size = size
        self._kinds = _native.FdFormula

    def formula(self, it: Primitive) -> _native.FdFormula:  # noqa: C901, PLR0911
        """Return a primitive as a formula; each of the ten kinds is written in its own way."""
        match it:
            case AllDifferent():
                if len(it.cells) > self._size:  # which parts of named constraints may have
                    return self._kinds.one_of([])
                return self._kinds.all_different(list(it.cells))
            case Pair():
                return self._pair(it)
            case Linear():
                return self._linear(it)
            case Table():
                return self._table(it)
            case Regular():
                return self._regular(it)
            case Count():
                digits = sum(1 << v for v in map(self._digit, it.values) if v is not None)
                return self._kinds.count(list(it.cells), digits, it.relation, _fitting(it.number))
            case Element():
                return self._kinds.element(
                    list(it.cells), it.index, it.value, _fitting(self._first - 1)
                )
            case And():
                return self._kinds.all_of([self.formula(part) for part in it.parts])
            case Or():
                return self._kinds.one_of([self.formula(part) for part in it.parts])
            case Not():
                return self._kinds.negated(self.formula(it.part), self._size)
            case _:
                assert_never(it)

    def _digit(self, value: int) -> int | None:
        """Return the digit, from 0, that is worth a value; None where there is none."""
        digit = value - self._first
        return digit if 0 <= digit < self._size else None

    def _pair(self, it: Pair) -> _native.FdFormula:
        allowed = [0] * self._size
        for one, other in it.allowed:
            a, b = self._digit(one), self._digit(other)
            if a is not None and b is not None:
                allowed[a] |= 1 << b
        return self._kinds.pair(it.first, it.second, allowed)

    def _linear(self, it: Linear) -> _native.FdFormula:
        shift = self._first * sum(it.coefficients)
        totals = [_fitting(total - shift) for total in it.totals]
        factors = [_fitting(factor) for factor in it.coefficients]
        return self._kinds.linear(list(it.cells), factors, it.relation, totals)

    def _table(self, it: Table) -> _native.FdFormula:
        rows = ([self._digit(value) for value in row] for row in sorted(it.tuples))
        fitting = [[d for d in row if d is not None] for row in rows if None not in row]
        return self._kinds.table(list(it.cells), fitting)

    def _regular(self, it: Regular) -> _native.FdFormula:
        numbers = {it.start: 0}
        for state, _, following in sorted(it.steps):
            numbers.setdefault(state, len(numbers))
            numbers.setdefault(following, len(numbers))
        after = [[-1] * self._size for _ in numbers]
        for state, value, following in it.steps:
            digit = self._digit(value)
            if digit is not None:
                after[numbers[state]][digit] = numbers[following]
        accepting = [state in it.accepting for state in numbers]
        return self._kinds.regular(list(it.cells), after, 0, accepting)
