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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
        self._of: dict[Literal, _ToMeet] = {}
        catalogue = knowledge.catalogue
        self._around = [0] * knowledge.rules.cell_count
        for number, source in enumerate(catalogue.sources):
            for cell in source.scope:
                self._around[cell] |= 1 << number
        self._neighbours = self._linked()

    def to_meet(self, candidate: Literal) -> list[int]:
        """Return what a reason against a candidate must meet, the smaller sets first.

        Args:
            candidate: the candidate; 0 for what contradicts the board whatever is supposed.
        """
        found = self._of.get(candidate)
        if found is None:
            found = self._of[candidate] = _ToMeet([], 0)
        new = self._models[found.taken :]
        missing = {sources for held, sources in new if not candidate or candidate in held}
        for one in sorted(missing, key=int.bit_count):
            _insert(found.sets, one)
        found.taken = len(self._models)
        return found.sets

    def add(self, model: Model) -> None:
        """Add a model."""
        missing = self._knowledge.sources & ~model.sources
        self._models.append((frozenset(model.literals), missing))

    def forget(self, gone: dict[Cell, int]) -> None:
        """Take candidates out of all models; what is said around their cells is in doubt then.

        Args:
            gone: for each cell the candidates that it lost, as a bit mask.
        """
        if not gone:
            return
        knowledge = self._knowledge
        lost = {
            knowledge.variable(cell, number + 1): self._around[cell] & knowledge.sources
            for cell, mask in gone.items()
            for number in bits(mask)
        }
        kept: list[tuple[frozenset[Literal], int]] = []
        for literals, missing in self._models[-_MOST_MODELS:]:
            if literals.isdisjoint(lost):
                kept.append((literals, missing))
                continue
            for literal in literals.intersection(lost):
                missing |= lost[literal]  # noqa: PLW2901
            if missing.bit_count() <= _WIDEST:
                kept.append((literals.difference(lost), missing))
        self._models = kept
        self._of.clear()
        self._neighbours = self._linked()

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
        if not candidate:
            return Links(self._neighbours, self._knowledge.sources)
        cell = self._knowledge.cell_of(candidate)
        return Links(self._neighbours, self._around[cell] & self._knowledge.sources)


@dataclass(slots=True)
class _ToMeet:
    """What reasons against one candidate must meet, from the first models up to some number."""

    sets: list[int]
    taken: int


def _insert(sets: list[int], one: int) -> None:
    """Insert a set, unless some smaller one is in it, which says more."""
    for other in sets[:_COMPARED]:
        if other & one == other:
            return
    insort(sets, one, key=int.bit_count)


_COMPARED = 24
"""Sets that each is compared with: more take longer than they save."""

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
                self.questions += 1
                if knowledge.follows(chosen, opposite):
                    refuting.append(chosen)
                    yield Refutation(chosen, candidate)
                else:
                    self.pool.add(self._grown(opposite))
                    to_meet = self.pool.to_meet(candidate)
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
