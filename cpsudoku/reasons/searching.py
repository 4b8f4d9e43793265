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
from typing import NamedTuple

from cpsudoku.encodings.cnf import Literal
from cpsudoku.reasons.hitting import hitting_sets
from cpsudoku.reasons.knowledge import Knowledge, Model, bits
from cpsudoku.rules import Cell


class Pool:
    """Models, and for each candidate the sets of sources that a reason against it must meet."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._models: list[tuple[frozenset[Literal], int]] = []
        catalogue = knowledge.catalogue
        self._around = [0] * knowledge.rules.cell_count
        for number, source in enumerate(catalogue.sources):
            for cell in source.scope:
                self._around[cell] |= 1 << number

    def to_meet(self, candidate: Literal) -> list[int]:
        """Return what a reason against a candidate must meet, the smaller sets first.

        Args:
            candidate: the candidate; 0 for what contradicts the board whatever is supposed.
        """
        models = self._models
        if candidate:
            found = {missing for literals, missing in models if candidate in literals}
        else:
            found = {missing for _, missing in models}
        return _without_supersets(sorted(found, key=int.bit_count))

    def add(self, model: Model) -> int:
        """Add a model; return the sources that do not hold in it, as a bit mask."""
        knowledge = self._knowledge
        missing = knowledge.sources & ~model.sources
        self._models.append((frozenset(model.literals), missing))
        return missing

    def forget(self, gone: dict[Cell, int]) -> None:
        """Take candidates out of all models; what is said around their cells is in doubt then.

        Args:
            gone: for each cell the candidates that it lost, as a bit mask.
        """
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


def _without_supersets(sets: list[int]) -> list[int]:
    """Return sets without most of those that contain another one, which say nothing more."""
    kept: list[int] = []
    for one in sets:
        for other in kept[:_COMPARED]:
            if other & one == other:
                break
        else:
            kept.append(one)
    return kept


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
        to_meet = self.pool.to_meet(candidate)
        while not self.is_spent:
            for chosen in hitting_sets(to_meet, most):
                if any(one & chosen == one for one in refuting):
                    continue
                self.questions += 1
                if knowledge.follows(chosen, opposite):
                    refuting.append(chosen)
                    yield Refutation(chosen, candidate)
                else:
                    insort(to_meet, self.pool.add(self._grown(opposite)), key=int.bit_count)
                    break
            else:
                return

    def _grown(self, opposite: Sequence[Literal]) -> Model:
        """Return a model in which as many sources hold as can be added to what was just found."""
        knowledge = self.knowledge
        model = knowledge.model
        tried = model.sources
        while left := knowledge.sources & ~tried:
            bit = left & -left
            tried |= bit
            self.questions += 1
            asked = [*knowledge.switches_of(model.sources | bit), *opposite]
            if knowledge.oracle.satisfiable_within(_PATIENCE, asked):
                model = knowledge.model
                tried |= model.sources
        return model
