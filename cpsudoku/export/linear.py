"""Rules as linear constraints over 0-1 variables, which `opb` and `lp` write.

Both have the variables of `cpsudoku.encodings.cnf`, one for each cell and digit, and the same
sums: every cell has one digit, every digit occurs once in a house and at most once in another
group.  A sum of digits is one row, a pair a row for each set of digits that exclude another; what
is neither becomes an automaton with variables of its own.  A puzzle fixes the variables of the
candidates that it excludes, and of its givens.

    >>> from cpsudoku.rules import latin
    >>> found, last = rows(latin(1))
    >>> list(found), len(found), last
    ([([(1, 1)], '=', 1), ([(1, 1)], '=', 1), ([(1, 1)], '=', 1)], 3, 1)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

from cpsudoku.encodings.choices import Auxiliary, automaton, bicliques
from cpsudoku.encodings.cnf import last_choice
from cpsudoku.encodings.sums import sums, sums_of
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    from cpsudoku.encodings.machines import Unrolled
    from cpsudoku.rules.primitives import Linear, Pair

Row: TypeAlias = tuple[list[tuple[int, int]], str, int]
"""Coefficients and variables, a relation (``=``, ``<=`` or ``>=``) and a number."""


class LinearRows:
    """Rows that are made when asked for, since a board of 256×256 has 67 million terms."""

    def __init__(self, rules: Rules, others: Sequence[Row] = ()) -> None:
        self._rules = rules
        self._others = others

    def __iter__(self) -> Iterator[Row]:
        yield from (_sum(*one) for one in sums(self._rules))
        yield from self._others

    def __len__(self) -> int:
        return sum(1 for _ in sums(self._rules)) + len(self._others)


def rows(rules: Rules, most: int = 1 << 60) -> tuple[LinearRows, int]:
    """Return all that rules say as linear rows over 0-1 variables, and the last variable.

    Variables after `cnf.last_choice` are auxiliary, functions of the others.

    Args:
        most: the greatest sum of coefficients that solvers are exact with; a sum beyond it is
            written as an automaton.
    """
    if not rules.others:
        return LinearRows(rules), last_choice(rules)
    others = _Others(rules, most)
    found = LinearRows(rules, list(others.rows()))
    return found, others.last


def _sum(variables: list[int], exact: bool) -> Row:
    return [(1, variable) for variable in variables], "=" if exact else "<=", 1


class _Others(Auxiliary):
    """Writes rows for what is not a group, and gives out the auxiliary variables."""

    def __init__(self, rules: Rules, most: int) -> None:
        super().__init__(last_choice(rules))
        self._rules = rules
        self._most = most
        self._all = (rules.all_digits,) * rules.cell_count

    def rows(self) -> Iterator[Row]:
        from cpsudoku.encodings.lowering import in_words

        rules = self._rules
        words = in_words(
            rules, pair=self._pair, linear=self._linear, automaton=self._automaton, most=self._most
        )
        for group in words.groups[len(rules.groups) :]:
            yield from (_sum(*one) for one in sums_of(group, rules, self._all))
        yield from chain.from_iterable(words.said)

    def _pair(self, pair: Pair) -> Iterator[Row]:
        size = self._rules.size
        for digits, forbidden in bicliques(pair, self._rules):
            choices = [pair.first * size + d for d in digits]
            yield _sum(choices + [pair.second * size + d for d in forbidden], False)

    def _linear(self, linear: Linear) -> Iterator[Row]:
        if linear.relation == "!=" or len(linear.totals) != 1:
            from cpsudoku.encodings.machines import unrolled

            yield from self._automaton(unrolled(linear, self._rules.board))
            return
        size, first = self._rules.size, self._rules.board.first
        terms = [
            (coefficient * (digit + first - 1), cell * size + digit)
            for cell, coefficient in zip(linear.cells, linear.coefficients, strict=True)
            for digit in range(1, size + 1)
        ]
        yield [term for term in terms if term[0]], linear.relation, linear.totals[0]

    def _automaton(self, regular: Unrolled) -> Iterator[Row]:
        for clause in automaton(regular, self._rules, self._all, self.fresh):
            negated = sum(literal < 0 for literal in clause)
            yield [(1 if x > 0 else -1, abs(x)) for x in clause], ">=", 1 - negated
