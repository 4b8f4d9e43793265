"""Primitives as the compiled core takes them: digits count from 0, negation is pushed inward."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, assert_never

from cpsudoku.errors import UnsupportedError
from cpsudoku.ground import compiled
from cpsudoku.rules import AllDifferent, Board, Rules, primitives

MOST_NUMBER = 1_000_000_000
"""The greatest coefficient, total or place that the core takes; others need automata."""


def formulas(rules: Rules, writer: FormulaWriter) -> tuple[list[compiled.native.FdFormula], int]:
    """Return the formulas for the core, and the number of cells in them beside the board's.

    Raises:
        UnsupportedError: a number is too great and an automaton would be too big.
    """
    whole = writer.size == rules.size
    left, found, hidden = _known(rules) if whole else ({}, [], 0)
    primitives = _without(rules, left) if left else rules.primitives
    found += map(writer.formula, primitives)
    return found, hidden


def _known(
    rules: Rules,
) -> tuple[dict[int, tuple[primitives.Primitive, ...]], list[compiled.native.FdFormula], int]:
    """Return what the core takes in place of primitives; the modules are loaded only if needed."""
    implied = {getattr(kind, "implied", None) for kind in set(map(type, rules.constraints))}
    if implied <= {None}:
        return {}, [], 0
    from cpsudoku.variants.base import Variant

    if implied <= {None, Variant.implied}:
        return {}, [], 0
    from cpsudoku.backends.fd.structures import known

    return known(rules)


def _without(
    rules: Rules, known: Mapping[int, tuple[primitives.Primitive, ...]]
) -> Iterator[primitives.Primitive]:
    for place, constraint in enumerate(rules.constraints):
        left = known.get(id(constraint))
        yield from rules.expanded(place) if left is None else left


def _fitting(number: int) -> int:
    if abs(number) > MOST_NUMBER:
        raise OverflowError
    return number


@lru_cache(maxsize=256)
def _masks_of(relation: frozenset[tuple[int, int]], first: int, size: int) -> list[int]:
    """Return for each digit the digits allowed in the second cell, as a mask.

    Consecutive puzzles have the same relations, such as those of thermometers.
    """
    allowed = [0] * size
    for one, other in relation:
        if first <= one < first + size and first <= other < first + size:
            allowed[one - first] |= 1 << (other - first)
    return allowed


class FormulaWriter:
    """Writes primitives of a board for some of its digits, each primitive once.

    Args:
        digits: 0 is the lowest of the board; the core counts from the first of these.
        kinds: makes formulas of each kind, as the core's own class does.
        automaton: makes what a formula of the kind `regular` reads by, as the core's class does.
    """

    def __init__(self, board: Board, digits: range, kinds: Any, automaton: Any) -> None:
        self._board = board
        self._first = board.first + digits.start
        self.size = len(digits)
        self._kinds, self._make_automaton = kinds, automaton
        self._written: dict[int, tuple[primitives.Primitive, Any]] = {}
        # Many constraints have the same digits or the same automaton, which may be large.
        self._masks: dict[frozenset[int], int] = {}
        self._automata: dict[tuple[object, ...], Any] = {}

    def formula(self, it: primitives.Primitive) -> Any:
        """Return a primitive as a formula, or an automaton's if its numbers are too great."""
        # By identity, since comparing large tables takes as long as writing them.
        known = self._written.get(id(it))
        if known is None:
            known = self._written[id(it)] = it, self._formula(it)
        return known[1]

    def _formula(self, it: primitives.Primitive) -> Any:
        try:
            return self.as_it_is(it)
        except OverflowError:
            from cpsudoku.encodings.machines import unrolled

            try:
                return self.as_it_is(unrolled(it, self._board))
            except UnsupportedError:
                where = it.described(self._board)
                raise UnsupportedError(f"backend 'fd': too great a number in {where}") from None

    def as_it_is(self, it: primitives.Primitive) -> Any:  # noqa: C901, PLR0911
        """Return a primitive as a formula; raise `OverflowError` if a number is too great."""
        # There may be tens of thousands, and `isinstance` of an abstract base class takes ten times
        # as long as comparing types; the most frequent ones come first.
        if type(it) is primitives.Count:
            digits = self._mask(it.values)
            return self._kinds.count(it.cells, digits, it.relation, _fitting(it.number))
        if type(it) is primitives.Pair:
            allowed = _masks_of(it.allowed, self._first, self.size)
            return self._kinds.pair(it.first, it.second, allowed)
        if type(it) is AllDifferent:
            if len(it.cells) > self.size:  # as in parts of named constraints
                return self._kinds.one_of([])
            return self._kinds.all_different(it.cells)
        if type(it) is primitives.And:
            return self._kinds.all_of(list(map(self.formula, it.parts)))
        if type(it) is primitives.Or:
            return self._kinds.one_of(list(map(self.formula, it.parts)))
        if type(it) is primitives.Table:
            return self._kinds.table(it.cells, it.tuples, self._first, self.size)
        if type(it) is primitives.Linear:
            return self._linear(it)
        if type(it) is primitives.Regular:
            return self._kinds.regular(it.cells, self._automaton(it))
        if type(it) is primitives.Element:
            return self._kinds.element(it.cells, it.index, it.value, _fitting(self._first - 1))
        if type(it) is primitives.Connected:
            size = None if it.size is None else _fitting(it.size)
            neighbours = sorted(it.neighbours)
            return self._kinds.connected(it.cells, neighbours, self._mask(it.values), size)
        if type(it) is primitives.Not:
            return self._kinds.negated(self.formula(it.part), self.size)
        assert_never(it)

    def _mask(self, values: frozenset[int]) -> int:
        found = self._masks.get(values)
        if found is None:
            digits = (value - self._first for value in values)
            found = self._masks[values] = sum(1 << d for d in digits if 0 <= d < self.size)
        return found

    def _linear(self, it: primitives.Linear) -> Any:
        if max(map(abs, (*it.coefficients, *it.totals)), default=0) > MOST_NUMBER:
            from cpsudoku.encodings.lowering import reduced

            it = reduced(it, self._board)
        shift = self._first * sum(it.coefficients)
        totals = [_fitting(total - shift) for total in it.totals]
        factors = [_fitting(factor) for factor in it.coefficients]
        return self._kinds.linear(it.cells, factors, it.relation, totals)

    def _automaton(self, it: primitives.Regular) -> Any:
        parts = _fitting(it.start), it.steps, it.accepting
        found = self._automata.get(parts)
        if found is None:
            found = self._automata[parts] = self._make_automaton(*parts, self._first, self.size)
        return found
