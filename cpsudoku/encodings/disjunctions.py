"""Alternatives too wide for one automaton, as clauses: each part has a variable that says it holds.

The variable of a part is true just where the part holds, also where another part does as well; so
all variables stay functions of the cells, and models stay grids (Tseitin, "On the complexity of
derivation in propositional calculus", 1968, with both directions).  Parts are automata, and *and*
or *or* of such (`cpsudoku.encodings.lowering`); one that occurs several times is said once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cpsudoku.encodings.choices import Clause, Fresh, Literal, accepted
from cpsudoku.encodings.machines import completed
from cpsudoku.rules import Candidates, Rules
from cpsudoku.rules.primitives import And, Or, Regular

if TYPE_CHECKING:
    from cpsudoku.rules.primitives import Primitive


class Truths:
    """The variables of parts."""

    def __init__(self, rules: Rules, masks: Candidates, fresh: Fresh) -> None:
        self._rules = rules
        self._masks = masks
        self._fresh = fresh
        self._known: dict[Primitive, Literal] = {}
        self._clauses: list[Clause] = []

    def clauses(self, either: Or) -> Iterator[Clause]:
        """Yield clauses that some part holds.

        Args:
            either: alternatives out of `cpsudoku.encodings.lowering.in_words`.
        """
        some = tuple(map(self._truth, either.parts))
        yield from self._clauses
        self._clauses.clear()
        yield some

    def _truth(self, part: Primitive) -> Literal:
        if part not in self._known:
            self._known[part] = self._said(part)
        return self._known[part]

    def _said(self, part: Primitive) -> Literal:
        """Return a new variable that is true just where a part holds."""
        if isinstance(part, And | Or):
            inner = list(map(self._truth, part.parts))
            (truth,) = self._fresh(1)
            # An `And` is true where none of its parts is false.
            sign = 1 if isinstance(part, Or) else -1
            self._clauses += ((sign * truth, -sign * literal) for literal in inner)
            self._clauses.append((-sign * truth, *(sign * literal for literal in inner)))
            return truth
        assert isinstance(part, Regular)
        (truth,) = self._fresh(1)
        if not part.accepting or not part.cells:
            self._clauses.append((truth if part.accepting else -truth,))
        else:
            whole = completed(part, self._rules.board)
            self._clauses += accepted(whole, self._rules, self._masks, self._fresh, truth)
        return truth
