"""The smallest reason on a whole board, by implicit hitting sets for all conclusions at once.

A conclusion is a literal: a digit that a cell has, or has not.  A set of sources *refutes* its
opposite, or a model shows that it does not: digits for all cells with which the opposite is true
and these sources hold.  Every reason must contain a source that does not hold in the model, and
this is so for each candidate in the model.  So for each false candidate a set of up to k sources
that meets all such sets is either a reason or gives a further model; if there is no such set, it is
proved that no k sources refute the candidate (Ignatiev, Previti, Liffiton and Marques-Silva, 2015;
for many conclusions at once Gamba, Bogaerts and Guns, 2023).

The sizes 1, 2, … are tried in turn for the whole board.  Once some sources refute
something, the same method finds the elements within these sources (`ElementSearch`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_

from cpsudoku.encodings.cnf import Literal
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.rules import Cell

_LONGEST = 1_000_000
"""Nodes for a search, which usually takes microseconds but can take hours."""


class SmallHittingSets:
    """Finds small sets of the numbers 0 … members - 1 that meet all sets added so far.

    Attributes:
        gave_up: whether the last search took longer than a smallest reason is worth.
    """

    def __init__(self, members: int) -> None:
        self._sets = compiled.native.HittingSets(members)
        self._members = members
        self.gave_up = False

    def link(self, neighbours: Sequence[bytes], roots: int) -> None:
        """Search only sets whose members are linked; smaller sets than allowed come nonetheless.

        Args:
            neighbours: for each member the ones that it is linked with, as `packed` of a bit mask.
            roots: members of which a set must have one.
        """
        self._sets.link(neighbours, packed(roots, self._members))

    def add(self, one: int) -> None:
        """Add a set that must be met."""
        self._sets.add(packed(one, self._members))

    def rule_out(self, part: int) -> None:
        """Exclude all sets that contain this one."""
        self._sets.rule_out(packed(part, self._members))

    def first(self, most: int, deadline: Deadline = NEVER) -> int | None:
        """Return a set of at most this many members that meets all, or None, also if it `gave_up`.

        If each set found is ruled out in turn, every such set contains one that is found.
        """
        answer, found = self._sets.find(most, _LONGEST, deadline.left)
        self.gave_up = answer == "given up"
        if self.gave_up:
            deadline.check()
        return int.from_bytes(found, "little") if answer == "found" else None


def packed(mask: int, members: int) -> bytes:
    """Return a set as the core takes it."""
    return mask.to_bytes(-(-members // 64) * 8, "little")


class Pool:
    """Models, and for each candidate the sets of sources that a refutation of it must meet.

    Attributes:
        in_doubt: for a candidate and a number of sources, if it was proved that no such sources
            refute it, those near whose cells pencil marks have gone since, as a bit mask: a source
            says the same as long as none has, so that a refutation needs one of them.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        self._models: list[frozenset[Literal]] = []
        self._missing: list[int] = []
        self._of: defaultdict[Literal, list[int]] = defaultdict(list)
        self._sorted = 0
        self._hitting: dict[Literal, tuple[int, SmallHittingSets]] = {}
        self._gone: dict[Cell, int] = {}
        self.in_doubt: dict[tuple[Literal, int], int] = {}
        catalogue = knowledge.catalogue
        self._around = [0] * knowledge.rules.cell_count
        for number, source in enumerate(catalogue.sources):
            for cell in source.scope:
                self._around[cell] |= 1 << number
        self._neighbours = self._linked()

    def hitting_sets(self, candidate: Literal, most: int) -> SmallHittingSets | None:
        """Return a searcher for sources that may refute a candidate, valid until the next `settle`.

        The sources of a minimal refutation are linked: they share empty cells, one of them the
        candidate's.  If some shared none with the others, one of the two parts would refute as much
        alone.  A cell with a digit does not link sources.

        Args:
            candidate: the candidate; 0 for a contradiction of the board itself.
            most: the most sources of a refutation.

        Returns:
            None if it is already known that no so small set refutes it.
        """
        in_doubt = self.in_doubt.get((candidate, most), -1) & self._knowledge.sources
        if not in_doubt:
            return None
        of, found = self._hitting.get(candidate, (0, None))
        if found is None or of != in_doubt:
            found = self._new_hitting_sets(candidate)
            found.add(in_doubt)
            self._hitting[candidate] = in_doubt, found
        return found

    def _new_hitting_sets(self, candidate: Literal) -> SmallHittingSets:
        knowledge = self._knowledge
        around = self._around[knowledge.cell_of(candidate)] if candidate else -1
        found = SmallHittingSets(len(self._neighbours))
        found.link(self._neighbours, around & knowledge.sources)
        first = {self._missing[model] for model in self._of.get(candidate, ())[:_AT_FIRST]}
        for missing in first - {_FORGOTTEN}:
            found.add(missing)
        return found

    def meet(self, candidate: Literal, chosen: int) -> bool:
        """Return whether sources meet all known sets; those that they miss are looked at later.

        So only sets that have been missed once are looked at each time.
        """
        every = self._missing
        for model in self._of.get(candidate, ()):
            if not every[model] & chosen:
                self._hitting[candidate][1].add(every[model])
                return False
        return True

    def add(self, values: Sequence[Literal]) -> None:
        """Add a model: for each variable from 1 on itself or its negation."""
        literals = frozenset([x for x in self._knowledge.candidates if values[x - 1] > 0])
        self._add(literals, self._knowledge.sources & ~self._knowledge.held(values))

    def _add(self, literals: frozenset[Literal], missing: int) -> None:
        number = len(self._models)
        self._models.append(literals)
        self._missing.append(missing)
        for literal in (0, *literals):
            self._of[literal].append(number)

    def forget(self, gone: dict[Cell, int]) -> None:
        """Take what cells lost, a mask each, out of all models; bounds around them are in doubt."""
        for cell, mask in gone.items():
            self._gone[cell] = self._gone.get(cell, 0) | mask

    def settle(self) -> None:
        """Begin the search for a step; drop what was to be forgotten, once for many changes."""
        self._hitting.clear()
        gone, self._gone = self._gone, {}
        if not gone:
            return
        knowledge = self._knowledge
        lost = {
            knowledge.variable(cell, number + 1): self._around[cell] & knowledge.sources
            for cell, mask in gone.items()
            for number in bits(mask)
        }
        changed = reduce(or_, lost.values())
        self.in_doubt = {proved: sources | changed for proved, sources in self.in_doubt.items()}
        for literal, around in lost.items():
            for model in self._of.pop(literal, ()):
                missing = self._missing[model] | around
                self._missing[model] = missing if missing.bit_count() <= _WIDEST else _FORGOTTEN
        if len(self._models) > self._sorted + _MOST_MODELS // 4:
            self._sort()
        self._neighbours = self._linked()

    def _sort(self) -> None:
        """Keep the newest models, for each candidate those where fewest sources fail first."""
        every = zip(self._models, self._missing, strict=True)
        kept = [one for one in every if one[1] != _FORGOTTEN][-_MOST_MODELS:]
        self._models, self._missing, self._of = [], [], defaultdict(list)
        for literals, missing in kept:
            self._add(literals, missing)
        count = [missing.bit_count() for missing in self._missing]
        for models in self._of.values():
            models.sort(key=count.__getitem__)
        self._sorted = len(self._models)

    def _linked(self) -> list[bytes]:
        """Return for each source the ones with which it shares an empty cell."""
        knowledge = self._knowledge
        found = [0] * len(knowledge.catalogue.sources)
        for number, source in enumerate(knowledge.catalogue.sources):
            for cell in source.scope:
                if knowledge.open[cell]:
                    found[number] |= self._around[cell]
        return [packed(sources, len(found)) for sources in found]


_AT_FIRST = 12
"""Sets that hitting sets are made for at first, a free number; others are added as they are
missed."""

_MOST_MODELS, _WIDEST = 1000, 12
"""Models kept for later steps, roughly (free), and the most sources that may fail in each."""

_FORGOTTEN = -1
"""All sources, which fail in a model that is not kept."""


_PATIENCE = 10
"""Conflicts after which a source is not added to a model: one more is not worth them."""


class ReasonSearch:
    """Looks for refutations of few sources on a board to which facts are added.

    Attributes:
        pool: the models so far.
        questions: number of questions to the solver.
        most_questions: when to give up.
    """

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.pool = Pool(knowledge)
        self.questions = 0
        self.most_questions = 0

    def begin(self, questions: int) -> None:
        """Begin the search for a step, for which this many questions may be asked."""
        self.most_questions = self.questions + questions
        self.pool.settle()

    @property
    def left(self) -> int:
        """Questions that may still be asked; negative after too many."""
        return self.most_questions - self.questions

    @property
    def is_spent(self) -> bool:
        """Whether too many questions were asked."""
        return self.left < 0

    def of_size(self, most: int, false: Sequence[Literal]) -> Iterator[int]:
        """Yield sets of up to this many sources that refute a candidate, as bit masks.

        Unless it `is_spent` afterwards, all were yielded: for each candidate all sets that do not
        contain another one.
        """
        for candidate in false:
            if self.is_spent:
                return
            yield from self._against(candidate, most)

    def _against(self, candidate: Literal, most: int) -> Iterator[int]:
        knowledge = self.knowledge
        opposite = (candidate,) if candidate else ()
        hitting_sets = self.pool.hitting_sets(candidate, most)
        refuted = False
        while hitting_sets is not None and not self.is_spent:
            chosen = hitting_sets.first(most, knowledge.oracle.deadline)
            if chosen is None:
                if hitting_sets.gave_up:
                    self.most_questions = self.questions - 1
                elif not refuted:
                    self.pool.in_doubt[candidate, most] = 0
                return
            if not self.pool.meet(candidate, chosen):
                continue
            self.questions += 1
            if not knowledge.oracle.satisfiable([*knowledge.switches_of(chosen), *opposite]):
                hitting_sets.rule_out(chosen)
                refuted = True
                yield chosen
            else:
                self.pool.add(self._grown(opposite))

    def _grown(self, opposite: Sequence[Literal]) -> Sequence[Literal]:
        """Extend the model just found by as many sources as possible; return it."""
        knowledge = self.knowledge
        values = knowledge.oracle.assignment
        tried = held = knowledge.held(values)
        asked = [*opposite, *knowledge.switches_of(held)]
        first = knowledge.switches.source
        while left := knowledge.sources & ~tried:
            bit = left & -left
            tried |= bit
            self.questions += 1
            asked.append(first + bit.bit_length() - 1)
            if knowledge.oracle.satisfiable_within(_PATIENCE, asked):
                values = knowledge.oracle.assignment
                more = knowledge.held(values) & ~held & ~bit
                asked += (first + number for number in bits(more))
                held |= more | bit
                tried |= held
            else:
                asked.pop()
        return values


QUICK = 2000
"""Conflicts for the question whether something can be left out."""


class ElementSearch:
    """The elements of some sources and of their cells, from which a reason is chosen.

    Args:
        sources: the sources, as a bit mask.
        opposite: the opposite of the conclusion; empty if the sources contradict one another.
    """

    def __init__(
        self, knowledge: Knowledge, sources: int, opposite: Sequence[Literal] = ()
    ) -> None:
        catalogue = knowledge.catalogue
        self._knowledge, self._opposite = knowledge, list(opposite)
        cells: set[int] = {knowledge.cell_of(x) for x in opposite}
        self._numbers: list[int] = []
        for source in bits(sources):
            self._numbers += catalogue.of_source[source]
            cells.update(catalogue.sources[source].scope)
        self._numbers += catalogue.of_cells(cell for cell in sorted(cells) if knowledge.open[cell])
        first = knowledge.switches.element
        self._switches = [first + number for number in self._numbers]
        self._place = {switch: place for place, switch in enumerate(self._switches)}
        self._to_meet = SmallHittingSets(len(self._switches))
        self._least = 1
        self.questions = 0

    def _refuted(self, switched: list[Literal]) -> bool:
        self.questions += 1
        return not self._knowledge.oracle.satisfiable(self._opposite + switched)

    def _refuted_at_once(self, switched: list[Literal]) -> bool:
        asked = self._opposite + switched
        return self._knowledge.oracle.satisfiable_within(QUICK, asked) is False

    def _core(self) -> list[Literal]:
        """Return the switches that the last contradiction needed."""
        return [one for one in self._knowledge.oracle.core if one in self._place]

    def some(self) -> int:
        """Return a set of elements that refute, as a bit mask for `numbers`.

        It is minimal, as far as the solver says at once what can be left out.
        """
        self._refuted(self._switches)
        core = self._core()
        needed: list[Literal] = []
        while core:
            last = core.pop()
            if self._refuted_at_once(needed + core):
                left = set(self._core())
                core = [switch for switch in core if switch in left]
            else:
                needed.append(last)
        return sum(1 << self._place[switch] for switch in needed)

    def numbers(self, chosen: int) -> tuple[int, ...]:
        """Return the numbers of elements."""
        return tuple(self._numbers[place] for place in bits(chosen))

    def fewer(self, most: int, questions: int) -> tuple[int | None, bool]:
        """Look for up to `most` elements that refute; return them, and whether it is certain."""
        end = self.questions + questions
        while self._least <= most:
            chosen = self._to_meet.first(self._least, self._knowledge.oracle.deadline)
            if self._to_meet.gave_up:
                self.questions = end + 1
            elif chosen is None:
                self._least += 1
                continue
            if chosen is None or self.questions > end:
                return None, False
            if self._refuted([self._switches[place] for place in bits(chosen)]):
                return chosen, True
            self._to_meet.add(self._missing())
        return None, True

    def _missing(self) -> int:
        """Extend the model just found as far as possible; return the elements that then fail."""
        values = self._knowledge.oracle.assignment
        held = [one for one in self._switches if values[one - 1] > 0]
        left = [one for one in self._switches if values[one - 1] < 0]
        missing = 0
        while left:
            one = left.pop()
            held.append(one)
            if self._refuted(held):
                held.pop()
                missing |= 1 << self._place[one]
            elif left:
                values = self._knowledge.oracle.assignment
                held += [other for other in left if values[other - 1] > 0]
                left = [other for other in left if values[other - 1] < 0]
        return missing
