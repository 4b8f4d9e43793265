"""Primitives as the compiled core takes them: digits count from 0, negation is pushed inward."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from cpsudoku.errors import UnsupportedError
from cpsudoku.rules import AllDifferent, Board, Rules
from cpsudoku.rules.primitives import (
    And,
    Connected,
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
    from collections.abc import Iterator, Mapping

    from cpsudoku import _native

MOST_NUMBER = 1_000_000_000
"""The greatest coefficient, total or place that the core takes; others become automata."""


def formulas(rules: Rules, digits: range) -> tuple[list[_native.FdFormula], int]:
    """Return what the core has to hold true, and how many cells it is about beside the board's.

    Args:
        digits: those that cells may have, from 0 for the lowest of the board; the core counts them
            from the first of these.

    Raises:
        UnsupportedError: a number is too great, and an automaton would be too big.
    """
    writer = _Writer(rules.board, digits)
    whole = len(digits) == rules.size
    told, found, hidden = _told_at_once(rules) if whole else ({}, [], 0)
    primitives = _without(rules, told) if told else rules.primitives
    found += map(writer.formula, primitives)
    return found, hidden


def _told_at_once(
    rules: Rules,
) -> tuple[dict[int, tuple[Primitive, ...]], list[_native.FdFormula], int]:
    """Return how the core tells constraints that it knows better than their primitives.

    Returns:
        For the identity of each such constraint what is left to tell of it, the formulas, and how
        many cells these are about behind the last of the board.
    """
    # What knows them is loaded where there are any, as it loads the variants of their family.
    names = {getattr(kind, "name", None) for kind in set(map(type, rules.constraints))}
    left: dict[int, tuple[Primitive, ...]] = {}
    found: list[_native.FdFormula] = []
    hidden = 0
    if "fullrank" in names:
        from cpsudoku.backends.fd.ranking import ranked

        ranks, told = ranked(rules)
        left |= dict.fromkeys(map(id, ranks), ())
        found += told
    if names & {"sandwich", "xsum", "numberedroom"}:
        from cpsudoku.backends.fd.arranging import arranged

        clues, told = arranged(rules)
        left |= dict.fromkeys(map(id, clues), ())
        found += told
    if "same" in names:
        from cpsudoku.backends.fd.matching import matched

        alike, told = matched(rules)
        left |= dict.fromkeys(map(id, alike), ())
        found += told
    if "chaos" in names:
        from cpsudoku.backends.fd.cutting import cut

        cuts, told, hidden = cut(rules)
        left |= cuts
        found += told
    return left, found, hidden


def _without(rules: Rules, told: Mapping[int, tuple[Primitive, ...]]) -> Iterator[Primitive]:
    for place, constraint in enumerate(rules.constraints):
        left = told.get(id(constraint))
        yield from rules.expanded(place) if left is None else left


def _fitting(number: int) -> int:
    if abs(number) > MOST_NUMBER:
        raise OverflowError
    return number


@lru_cache(maxsize=256)
def _masks_of(relation: frozenset[tuple[int, int]], first: int, size: int) -> list[int]:
    """Return for each digit those that may be in the second cell, as a mask.

    Puzzles that follow one another have the same relations, those of thermometers and the like.
    """
    allowed = [0] * size
    for one, other in relation:
        if first <= one < first + size and first <= other < first + size:
            allowed[one - first] |= 1 << (other - first)
    return allowed


class _Writer:
    """Writes primitives of a board for some of its digits, which count from 0."""

    def __init__(self, board: Board, digits: range) -> None:
        from cpsudoku import _native

        self._board = board
        self._first = board.first + digits.start
        self._size = len(digits)
        self._kinds = _native.FdFormula
        # Many constraints have the same digits or the same automaton, which may be large.
        self._masks: dict[frozenset[int], int] = {}
        self._automata: dict[tuple[object, ...], _native.FdAutomaton] = {}

    def formula(self, it: Primitive) -> _native.FdFormula:
        """Return a primitive as a formula, or an automaton's if its numbers are too great."""
        try:
            return self._as_it_is(it)
        except OverflowError:
            from cpsudoku.encodings.machines import unrolled

            try:
                return self._as_it_is(unrolled(it, self._board))
            except UnsupportedError:
                where = it.described(self._board)
                raise UnsupportedError(f"backend 'fd': too great a number in {where}") from None

    def _as_it_is(self, it: Primitive) -> _native.FdFormula:  # noqa: C901, PLR0911
        """Return a primitive as a formula; each of the kinds is written in its own way."""
        # Types are compared because there may be tens of thousands, and `isinstance` of an abstract
        # base class takes ten times as long; those that there are most of come first.
        if type(it) is Count:
            digits = self._mask(it.values)
            return self._kinds.count(it.cells, digits, it.relation, _fitting(it.number))
        if type(it) is Pair:
            return self._pair(it)
        if type(it) is AllDifferent:
            if len(it.cells) > self._size:  # which parts of named constraints may have
                return self._kinds.one_of([])
            return self._kinds.all_different(it.cells)
        if type(it) is And:
            return self._kinds.all_of(list(map(self.formula, it.parts)))
        if type(it) is Or:
            return self._kinds.one_of(list(map(self.formula, it.parts)))
        if type(it) is Table:
            return self._kinds.table(it.cells, it.tuples, self._first, self._size)
        if type(it) is Linear:
            return self._linear(it)
        if type(it) is Regular:
            return self._kinds.regular(it.cells, self._automaton(it))
        if type(it) is Element:
            return self._kinds.element(it.cells, it.index, it.value, _fitting(self._first - 1))
        if type(it) is Connected:
            size = None if it.size is None else _fitting(it.size)
            neighbours = sorted(it.neighbours)
            return self._kinds.connected(it.cells, neighbours, self._mask(it.values), size)
        if type(it) is Not:
            return self._kinds.negated(self.formula(it.part), self._size)
        assert_never(it)

    def _mask(self, values: frozenset[int]) -> int:
        found = self._masks.get(values)
        if found is None:
            digits = map(self._digit, values)
            found = self._masks[values] = sum(1 << d for d in digits if d is not None)
        return found

    def _digit(self, value: int) -> int | None:
        """Return the digit, from 0, that is worth a value; None where there is none."""
        digit = value - self._first
        return digit if 0 <= digit < self._size else None

    def _pair(self, it: Pair) -> _native.FdFormula:
        allowed = _masks_of(it.allowed, self._first, self._size)
        return self._kinds.pair(it.first, it.second, allowed)

    def _linear(self, it: Linear) -> _native.FdFormula:
        if max(map(abs, (*it.coefficients, *it.totals)), default=0) > MOST_NUMBER:
            from cpsudoku.encodings.coefficients import reduced

            it = reduced(it, self._board)
        shift = self._first * sum(it.coefficients)
        totals = [_fitting(total - shift) for total in it.totals]
        factors = [_fitting(factor) for factor in it.coefficients]
        return self._kinds.linear(it.cells, factors, it.relation, totals)

    def _automaton(self, it: Regular) -> _native.FdAutomaton:
        told = _fitting(it.start), it.steps, it.accepting
        found = self._automata.get(told)
        if found is None:
            from cpsudoku import _native

            found = self._automata[told] = _native.FdAutomaton(*told, self._first, self._size)
        return found
