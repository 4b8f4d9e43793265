"""The next step: of everything that follows, the conclusion with the smallest reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from cpsudoku.encodings.cnf import Literal
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.logic import Position
from cpsudoku.logic.evidence import Candidate
from cpsudoku.reasons.chains import ENOUGH, TRIED, Chains, Refuter, elements_of
from cpsudoku.reasons.checking import Trimming, after_supposing, moved
from cpsudoku.reasons.clues import Conclusions, conclusions
from cpsudoku.reasons.knowledge import SECOND, Budget, Knowledge, bits
from cpsudoku.reasons.looks import Glance, Looks
from cpsudoku.reasons.search import QUICK, ElementSearch, ReasonSearch
from cpsudoku.reasons.steps import Consequence, Cost, ReasonStep, Supposed

EFFORT = 4000
"""Questions to the solver for one step by default: less than half a second on 9×9."""

_PATIENT, _A_WHILE = 1000, 20 * SECOND
"""How often suppositions are followed, and for how much work, before a clue that is all over the
board is looked at with all rows."""

_LONG = 5 * SECOND
"""Work after which the search for the smallest reason ends, and after it that for what a sum can do
without: a single question can take minutes where clues are very many clauses."""

_BRIEFLY = SECOND // 4
"""Work for finding out what else follows from a reason; twice that at least for the others."""

MOST = 6
"""Houses and clues that people can see at once, by default."""


@dataclass(slots=True)
class _Best:
    """The smallest reason so far.

    Args:
        elements: numbers of its elements; empty if there is no reason yet.
        cost: houses and clues, elements, cells; elements come first if they are counted first.
        opposite: what they refute; 0 if they contradict the board itself.
        at_least: proved lower bound of what is counted first, for every conclusion.
        seen: what was seen without a search, with all that it concludes.
    """

    elements: tuple[int, ...] = ()
    cost: tuple[int, int, int] = (1 << 30, 0, 0)
    opposite: Literal = 0
    at_least: int = 0
    parts: tuple[ReasonStep, ...] = ()
    seen: Consequence | None = None


class Finder:
    """Finds step after step on one board.

    Args:
        position: where it begins.
        true: for each cell digits that it has in some solution, as a bit mask, for which no
            refutation is looked for; None if no solution is known.
        contradictory: whether it is known that there is no solution.
        most: the most houses and clues of a reason that is proved smallest.
        effort: questions to the solver after which a step is taken that is perhaps not smallest.
        by: what is counted first.

    Attributes:
        position: where it stands.
        end: why the last `next` returned None: ``solved``, ``stuck`` if nothing more follows,
            ``broken`` after a contradiction, ``limit``; ``open`` otherwise.
        refuted: the candidate that the last step was made to refute, and whether it is true; None
            if the step was seen.

    Raises:
        OutOfTimeError: the deadline has passed before the clauses were written.
        BackendUnavailableError: PySAT is not installed.
    """

    def __init__(
        self,
        position: Position,
        deadline: Deadline = NEVER,
        *,
        true: Sequence[int] | None = None,
        contradictory: bool = False,
        most: int = MOST,
        effort: int = EFFORT,
        by: Cost = "houses",
    ) -> None:
        self.position, self.end = position, "open"
        self._most, self._by = most, by
        self.knowledge = Knowledge(position, deadline)
        self.catalogue = self.knowledge.catalogue
        self._search = ReasonSearch(self.knowledge)
        self._looks = Looks(self.knowledge, by)
        self._chains = Chains(self._looks, Refuter(self.knowledge), most)
        self.refuted: Supposed | None = None
        self._known: dict[Literal, tuple[int, ...]] = {}
        self._true: set[Literal] = {
            self.knowledge.variable(cell, number + 1)
            for cell, mask in enumerate(true or ())
            for number in bits(mask)
        }
        self._contradictory = contradictory
        self._deadline = deadline
        self._effort = Budget(effort, effort >> _HALVED)
        self._long, self._while = Budget(_LONG, 2 * _BRIEFLY), Budget(_A_WHILE, 2 * _BRIEFLY)
        self._in_vain_apart = False  # suppositions were followed in vain

    def next(self, deadline: Deadline = NEVER) -> ReasonStep | None:
        """Return the step with the smallest reason, or None; `end` says why.

        Args:
            deadline: when to return a step, even if it is perhaps not smallest.
        """
        if self.end in ("broken", "solved"):
            return None
        self._deadline, self.knowledge.oracle.deadline = deadline, deadline.part(SHARE)
        self.end, self.refuted, self._in_vain_apart = "open", None, False
        seen = Glance([])
        with suppress(OutOfTimeError):
            seen = self._looks.seen(self.position)
        found: ReasonStep | None = None
        if seen.every and seen.smallest:
            found = self._looks.step(self.position, seen.every[0], seen.at_least, smallest=True)
        elif self.position.solved:
            found = self._against_a_clue()
            self.end = "open" if found is not None else "solved"
        else:
            found = self._searched(seen)
        if found is not None and found.broken:
            self.end = "broken"
        return found

    def _against_a_clue(self) -> ReasonStep | None:
        """Return the contradiction of a full board with a clue, by the clue's own test.

        Looking finds it, unless the clue is too big for clauses or time is up.
        """
        grid = self.position.rules.board.values(self.position.digits)
        for source in self.catalogue.clues():
            if not self.catalogue.sources[source].holds(grid):
                broken = Consequence(self.catalogue.of_source[source], (), (), broken=True)
                return self._looks.step(self.position, broken, 1, smallest=True)
        return None

    def take(self, step: ReasonStep) -> None:
        """Continue after what `next` returned, perhaps with only some of its conclusions."""
        if not step.broken:
            self.move(self.position.after(step))

    def move(self, position: Position) -> None:
        """Continue from a later position of the same board, with all that has followed so far."""
        self.position, self.end = position, "open"
        self._search.pool.forget(self.knowledge.update(position))

    # Larger reasons.

    def _searched(self, seen: Glance) -> ReasonStep | None:
        best = _Best(at_least=seen.at_least)
        for best.seen in seen.every:
            self._keep(best.seen.elements, 0, best)
        try:
            certain = self._looked_for(best)
        except OutOfTimeError:
            certain = False
            if not best.elements:  # make one that can be found at once
                self.knowledge.oracle.deadline = self._deadline.at_least(GRACE)
                with suppress(OutOfTimeError):
                    self._any(self._candidates(), best)
                self.end = "open" if best.elements else "limit"
        if not best.elements:
            return None
        if best.elements == self._known.get(best.opposite):
            self._shorten(best)
        self.refuted = self._said_of(best.opposite)
        if best.parts:
            found = self._looks.found(best.elements, Conclusions((-best.opposite,)))
            step = self._looks.step(self.position, found, best.at_least)
            return replace(step, parts=best.parts, supposed=self.refuted)
        if best.seen is None or best.elements != best.seen.elements:
            return self._looks.step(
                self.position, self._all_of(best), best.at_least, smallest=certain
            )
        step = self._looks.step(self.position, best.seen, best.at_least, smallest=certain)
        if certain or self._in_vain_apart:  # and `fd` counts with whole houses only
            return step
        with suppress(OutOfTimeError), self.knowledge.oracle.at_most(_LONG):
            step, _ = Trimming(self.knowledge).shorter(step)
        return step

    def _looked_for(self, best: _Best) -> bool:
        """Look for the smallest reason, or make some; return whether it is proved smallest."""
        self._search.begin(self._effort.work // self.knowledge.weight)
        false = self._candidates()
        for candidate in self._known.keys() & set(false):
            self._keep(self._known[candidate], candidate, best)
        seen_at_least = best.at_least
        look = self._fewest_elements if self._by == "elements" else self._fewest_sources
        certain = False
        try:
            with self.knowledge.oracle.at_most(self._long.work):
                certain = look(false, best)
            self._long.sufficed()
        except OutOfTimeError:
            self._long.in_vain()
        if self.knowledge.too_big:  # one of these and another source may be smaller
            certain, best.at_least = False, seen_at_least
        if best.elements:
            self._effort.sufficed()
        else:
            self._effort.in_vain()
            if not self._any(false, best):
                self.end = "stuck"
        return certain

    def _fewest_sources(self, false: list[Literal], best: _Best) -> bool:
        """Look for the fewest houses and clues; return whether the best is proved smallest."""
        for size in range(1 if 0 in false else best.at_least, self._most + 1):
            best.at_least = size
            certain = self._of_size(size, false, best)
            if best.cost[0] <= size or not certain:
                return certain and best.cost[0] == size
        best.at_least = self._most + 1
        return False

    def _fewest_elements(self, false: list[Literal], best: _Best) -> bool:
        """Look for the fewest elements, as `_fewest_sources` does for sources."""
        if not best.elements and not self._any(false, best):
            return False
        every = [
            ElementSearch(self.knowledge, self.knowledge.sources, (x,) if x else ()) for x in false
        ]
        for count in range(best.at_least, best.cost[0]):
            best.at_least = count
            for opposite, fine in zip(false, every, strict=True):
                fewer, certain = fine.fewer(count, self._search.left)
                self._search.questions += fine.questions
                fine.questions = 0
                if fewer is not None:
                    self._keep(fine.numbers(fewer), opposite, best)
                if fewer is not None or not certain:
                    return certain
        best.at_least = best.cost[0]
        return True

    def taken_apart(self, step: ReasonStep, deadline: Deadline) -> ReasonStep:
        """Return a step of `next` with small parts if it is too large; itself if time runs out."""
        if step.size <= self._most or step.broken or step.parts or self._in_vain_apart:
            return step
        supposed = self.refuted or max(filter(None, step.opposites), key=lambda one: one[2])
        numbers = map(self.catalogue.number, step.reason.elements)
        chains = replace(self._chains, looks=self._looks.of_some(self._looks.sources(numbers)))
        start = after_supposing(step.position, supposed)
        self.knowledge.oracle.deadline = deadline
        try:
            found = chains.to_contradiction(start)
            if found is None:
                return step
            cell, digit, truth = supposed
            conclusion = ((cell, digit),)
            placed, gone = ((), conclusion) if truth else (conclusion, ())
            apart = replace(step, placements=placed, eliminations=gone, supposed=supposed)
            return next(self._trimmed(replace(apart, parts=tuple(found))))
        except OutOfTimeError:
            return step

    def confirmed(self, step: ReasonStep, deadline: Deadline) -> bool:
        """Return whether a second solver has found what a step of `next` concludes, too.

        What clues say was found by the finite-domain engine.  About parts a solver was asked when
        they were made as short as can be.

        Raises:
            BackendError: something does not follow.
        """
        if step.parts or all(element.kind != "clue" for element in step.reason.elements):
            return True
        self.knowledge.oracle.deadline = deadline
        try:
            Trimming(self.knowledge).alone(step)
        except OutOfTimeError:
            return False
        return True

    def _said_of(self, literal: Literal) -> Supposed | None:
        """Return a candidate, and whether it is true; None for 0."""
        cell, digit = divmod(abs(literal) - 1, self.catalogue.rules.size)
        return (cell, digit + 1, literal > 0) if literal else None

    def _candidates(self) -> list[Literal]:
        """Return what may be refuted, cells with few candidates first; 0 is the board."""
        knowledge = self.knowledge
        cells = [c for c in range(knowledge.rules.cell_count) if knowledge.open[c]]
        cells.sort(key=lambda cell: knowledge.masks[cell].bit_count())
        found = [x for cell in cells for x in knowledge.literals(cell) if x not in self._true]
        return [0, *found] if self._contradictory else found

    def _of_size(self, size: int, false: list[Literal], best: _Best) -> bool:
        """Find the smallest reason of this many sources; return whether all were looked at."""
        seen: set[int] = set()
        complete = True
        for sources in self._search.of_size(size, false):
            if sources not in seen:
                seen.add(sources)
                complete &= self._cut(sources, best)
                if best.cost[:2] == (size, size):  # no reason of this many sources has fewer
                    return complete
            if self._search.is_spent:
                return False
        return complete and not self._search.is_spent

    def _cut(self, sources: int, best: _Best) -> bool:
        """Keep the fewest elements of sources that refute; return whether fewer surely do not."""
        knowledge = self.knowledge
        cells = {cell for s in bits(sources) for cell in self.catalogue.sources[s].scope}
        asked = knowledge.literals_of(cells)
        said = conclusions(knowledge.oracle, knowledge.switches_of(sources), asked)
        opposites: list[Literal] = [0] if said.broken else [-x for x in said.literals]
        tried: list[tuple[int, ElementSearch, Literal]] = []
        for opposite in opposites:
            fine = ElementSearch(knowledge, sources, (opposite,) if opposite else ())
            some = fine.some()
            self._keep(fine.numbers(some), opposite, best)
            tried.append((some.bit_count(), fine, opposite))
        tried.sort(key=lambda one: one[0])
        for count in range(sources.bit_count(), best.cost[1]):
            for _, fine, opposite in tried:
                fewer, certain = fine.fewer(count, self._search.left)
                self._search.questions += fine.questions
                fine.questions = 0
                if fewer is not None:
                    self._keep(fine.numbers(fewer), opposite, best)
                    return True
                if not certain or self._search.is_spent:
                    return False
        return True

    def _keep(
        self,
        elements: tuple[int, ...],
        opposite: Literal,
        best: _Best,
        parts: Sequence[ReasonStep] = (),
    ) -> None:
        both = self._looks.sources(elements).bit_count(), len(elements)
        first = both if self._by == "houses" else both[::-1]
        cost = *first, self._looks.cells(self.position, elements)
        if cost < best.cost:
            best.elements, best.cost, best.opposite = elements, cost, opposite
            best.parts = tuple(parts)

    def _all_of(self, best: _Best) -> Consequence:
        """Return everything that follows from the best reason, as far as that is quick."""
        cells = {c for number in best.elements for c in self.catalogue.elements[number].scope}
        said = Conclusions((-best.opposite,) if best.opposite else (), broken=not best.opposite)
        if best.opposite:
            cells.add(self.knowledge.cell_of(best.opposite))
        self.knowledge.oracle.deadline = self._deadline.at_least(GRACE)
        with suppress(OutOfTimeError), self.knowledge.oracle.at_most(_BRIEFLY):
            switched = [self.knowledge.switches.element + number for number in best.elements]
            said = conclusions(self.knowledge.oracle, switched, self.knowledge.literals_of(cells))
        return self._looks.found(best.elements, said)

    def _any(self, false: Sequence[Literal], best: _Best) -> bool:
        """Make a reason of small parts, not proved smallest; return whether there is one.

        Raises:
            OutOfTimeError: the deadline passed before one was made.
        """
        candidates = [said[:2] for x in false if (said := self._said_of(x))]
        every: list[ReasonStep] = []
        if self._looks.has_crowds:
            every = self._before_a_crowd(candidates)
            if not every and self._in_a_crowd(best):
                return True
        every = every or self._chains.refuted(self.position, candidates, ENOUGH)
        every.sort(key=lambda step: len(step.parts))
        shorter = [one for step in every[:TRIED] for one in self._trimmed(step)]
        if not shorter:
            return self._whole(candidates, best)
        step = min(shorter, key=lambda one: (one.largest_part, one.total))
        ((cell, digit),) = step.eliminations
        candidate = self.knowledge.variable(cell, digit)
        elements = sorted(elements_of(step, self.catalogue))
        sources = self._looks.sources(self._core(elements, candidate))
        if sources.bit_count() <= self._most and not sources & ~self.knowledge.sources:
            fine = ElementSearch(self.knowledge, sources, (candidate,))
            self._known[candidate] = fine.numbers(fine.some())
            self._keep(self._known[candidate], candidate, best)
        else:
            self._keep(tuple(elements), candidate, best, step.parts)
        return True

    def _before_a_crowd(self, candidates: Sequence[Candidate]) -> list[ReasonStep]:
        """Return candidates that are refuted in a while."""
        found: list[ReasonStep] = []
        with suppress(OutOfTimeError), self.knowledge.oracle.at_most(self._while.work):
            found = self._chains.refuted(self.position, candidates, ENOUGH, _PATIENT)
        (self._while.sufficed if found else self._while.in_vain)()
        return found

    def _in_a_crowd(self, best: _Best) -> bool:
        """Take what a clue all over the board says with all rows, if that is anything."""
        best.seen = self._looks.in_a_crowd(self.position)
        if best.seen is not None:
            self._keep(best.seen.elements, 0, best)
            self._in_vain_apart = True
        return best.seen is not None

    def _whole(self, candidates: Sequence[Candidate], best: _Best) -> bool:
        """Make a reason where suppositions nest too deep; return whether there is one."""
        every = self.knowledge.sources
        for _, candidate in self._chains.easiest.first(self.position, every, candidates)[:1]:
            opposite = self.knowledge.variable(*candidate)
            fine = ElementSearch(self.knowledge, every, (opposite,))
            self._keep(fine.numbers(fine.some()), opposite, best)
        self._in_vain_apart = bool(best.elements)
        return self._in_vain_apart

    def _trimmed(self, step: ReasonStep) -> Iterator[ReasonStep]:
        """Yield a step with only the parts that it needs, and parts that are steps of the board."""
        assert step.supposed is not None
        trimming = Trimming(self.knowledge)
        start = after_supposing(step.position, step.supposed)
        yield replace(step, parts=tuple(trimming.trimmed(start, step.parts)))
        for part in trimming.free:
            if all(step.position.has(*candidate) for candidate in part.eliminations):
                yield from moved(step.position, [part])

    def _core(self, elements: list[int], opposite: Literal) -> list[int]:
        """Leave out elements without which the others refute something, as far as that is quick."""
        first, oracle = self.knowledge.switches.element, self.knowledge.oracle
        asked = [opposite, *(first + number for number in elements)]
        if oracle.satisfiable_within(QUICK, asked) is not False:
            return elements
        return [x - first for x in oracle.core if x != opposite]

    def _shorten(self, best: _Best) -> None:
        """Leave out what a reason from an earlier position no longer needs."""
        opposite = (best.opposite,) if best.opposite else ()
        fine = ElementSearch(self.knowledge, self._looks.sources(best.elements), opposite)
        with suppress(OutOfTimeError):
            self._keep(fine.numbers(fine.some()), best.opposite, best)


_HALVED = 4
"""After a search in vain the effort of the next one is halved, at most this often."""

SHARE = 0.5
"""The share of the time left for the search; the rest is for some reason, if it found none, for its
parts and for the check."""

GRACE = 0.5
"""Seconds for these even after the time for everything is over."""
