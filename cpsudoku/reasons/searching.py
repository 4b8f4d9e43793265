"""The smallest reason on a whole board, by implicit hitting sets for all conclusions at once.

A conclusion is a literal: a digit that a cell has, or has not.  A set of sources *refutes* its
opposite, or a model shows that it does not: digits for all cells in which the opposite is true and
these sources hold.  The sources that do not hold in a model are what every reason must meet; and a
model stands for each of the candidates in it.  So for each candidate that is false a set of up to k
sources that meets all such sets is either a reason, or gives a further model; where there is none,
nothing of k sources refutes it, which is proved (Ignatiev, Previti, Liffiton and Marques-Silva,
2015; for many conclusions at once Gamba, Bogaerts and Guns, 2023).

The sizes 1, 2, … are tried one after the other for the whole board.  Once some sources refute
something, their elements are distinguished by the same method, within these sources.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import NamedTuple

from cpsudoku.encodings.cnf import Literal
from cpsudoku.reasons.hitting import Links, hitting_sets
from cpsudoku.reasons.knowledge import Knowledge, Model, bits
from cpsudoku.rules import Cell


class Pool:
    """Models, and for each candidate the sets of sources that a reason against it must meet."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._models: list[tuple[frozenset[Literal], int]] = []
        self._of: defaultdict[Literal, list[int]] = defaultdict(list)
        self._to_meet: dict[Literal, list[int]] = {}
        self._gone: dict[Cell, int] = {}
        catalogue = knowledge.catalogue
        self._around = [0] * knowledge.rules.cell_count
        for number, source in enumerate(catalogue.sources):
            for cell in source.scope:
                self._around[cell] |= 1 << number
        self._neighbours = self._linked()
        self._links: dict[Cell | None, Links] = {}

    def to_meet(self, candidate: Literal) -> list[int]:
        """Return some sets that a reason against a candidate must meet, the smaller ones first.

        Args:
            candidate: the candidate; 0 for what contradicts the board whatever is supposed.
        """
        found = self._to_meet.get(candidate)
        if found is None:
            every = self._of.get(candidate, ())
            found = self._to_meet[candidate] = nsmallest(_AT_FIRST, set(every), key=int.bit_count)
        return found

    def meet(self, candidate: Literal, chosen: int) -> bool:
        """Return whether sources meet all that is known; if not, there is one more `to_meet`.

        So only what has once been missed is looked at each time.
        """
        for missing in reversed(self._of.get(candidate, ())):
            if not missing & chosen:
                insort(self._to_meet[candidate], missing, key=int.bit_count)
                return False
        return True

    def add(self, model: Model) -> None:
        """Add a model."""
        self._add(frozenset(model.literals), self._knowledge.sources & ~model.sources)

    def _add(self, literals: frozenset[Literal], missing: int) -> None:
        self._models.append((literals, missing))
        for literal in (0, *literals):
            self._of[literal].append(missing)

    def forget(self, gone: dict[Cell, int]) -> None:
        """Take candidates out of all models; what is said around their cells is in doubt then.

        Args:
            gone: for each cell the candidates that it lost, as a bit mask.
        """
        for cell, mask in gone.items():
            self._gone[cell] = self._gone.get(cell, 0) | mask

    def settle(self) -> None:
        """Do what was put off while nothing was looked for, as many steps need no search."""
        gone, self._gone = self._gone, {}
        if not gone:
            return
        knowledge = self._knowledge
        lost = {
            knowledge.variable(cell, number + 1): self._around[cell] & knowledge.sources
            for cell, mask in gone.items()
            for number in bits(mask)
        }
        before, self._models = self._models[-_MOST_MODELS:], []
        self._of.clear()
        self._to_meet.clear()
        for literals, missing in before:
            if literals.isdisjoint(lost):
                self._add(literals, missing)
                continue
            for literal in literals.intersection(lost):
                missing |= lost[literal]  # noqa: PLW2901
            if missing.bit_count() <= _WIDEST:
                self._add(literals.difference(lost), missing)
        self._neighbours = self._linked()
        self._links.clear()

    def _linked(self) -> list[int]:
        """Return for each source those that it shares an open cell with."""
        knowledge = self._knowledge
        found = [0] * len(knowledge.catalogue.sources)
        for number, source in enumerate(knowledge.catalogue.sources):
            for cell in source.scope:
                if knowledge.open[cell]:
                    found[number] |= self._around[cell]
        return found

    def links(self, candidate: Literal) -> Links:
        """Return how the sources of a reason hang together, of which none can be left out.

        They share cells that have no digit yet: if some share none with the others, then those or
        the others refute as much alone.  A cell's digit links nothing, since it is on the board.

        Args:
            candidate: the candidate, whose cell one of them has; 0 for nothing but the board.
        """
        cell = self._knowledge.cell_of(candidate) if candidate else None
        found = self._links.get(cell)
        if found is None:
            roots = self._knowledge.sources if cell is None else self._around[cell]
            found = self._links[cell] = Links(self._neighbours, roots & self._knowledge.sources)
        return found


_AT_FIRST = 8
"""Sets that hitting sets are made for at first; others come as they are missed."""

_MOST_MODELS, _WIDEST = 1000, 12
"""Models kept for the next step, and how many sources may be missing in each of them."""


_PATIENCE = 10
"""Conflicts after which a source is not added to a model: finding one more is not worth them."""


class Refutation(NamedTuple):
    """Sources that refute a candidate.

    Args:
        sources: a bit mask.
        candidate: the candidate; 0 for what contradicts the board whatever is supposed.
    """

    sources: int
    candidate: Literal


class Search:
    """Looks for refutations of few sources on a board whose facts become more.

    Attributes:
        pool: the models so far.
        questions: how often the solver was asked.
        most_questions: when to give up.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.pool = Pool(knowledge)
        self.questions = 0
        self.most_questions = 0

    @property
    def left(self) -> int:
        """How many questions may still be asked; negative where it were more than should be."""
        return self.most_questions - self.questions

    @property
    def is_spent(self) -> bool:
        """Whether more was asked than should be."""
        return self.left < 0

    def of_size(self, most: int, false: Sequence[Literal]) -> Iterator[Refutation]:
        """Yield what up to this many sources refute; after the last, no others refute anything.

        Unless it `is_spent` afterwards, all came.

        Of each candidate all sets of sources come that do not contain another one.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        self.pool.settle()
        for candidate in false:
            if self.is_spent:
                return
            yield from self._against(candidate, most)

    def _against(self, candidate: Literal, most: int) -> Iterator[Refutation]:
        knowledge = self.knowledge
        refuting: list[int] = []
        opposite = (candidate,) if candidate else ()
        to_meet, links = self.pool.to_meet(candidate), self.pool.links(candidate)
        while not self.is_spent:
            for chosen in hitting_sets(to_meet, most, links):
                if any(one & chosen == one for one in refuting):
                    continue
                if not self.pool.meet(candidate, chosen):
                    break
                self.questions += 1
                if knowledge.follows(chosen, opposite):
                    refuting.append(chosen)
                    yield Refutation(chosen, candidate)
                else:
                    self.pool.add(self._grown(opposite))
                    break
            else:
                return

    def _grown(self, opposite: Sequence[Literal]) -> Model:
        """Return a model in which as many sources hold as can be added to what was just found."""
        knowledge = self.knowledge
        model = knowledge.model
        tried = model.sources
        asked = [*opposite, *knowledge.switches_of(tried)]
        while left := knowledge.sources & ~tried:
            bit = left & -left
            tried |= bit
            self.questions += 1
            asked.append(knowledge.switches.source + bit.bit_length() - 1)
            if knowledge.oracle.satisfiable_within(_PATIENCE, asked):
                model = knowledge.model
                tried |= model.sources
                asked = [*opposite, *knowledge.switches_of(model.sources)]
            else:
                asked.pop()
        return model
