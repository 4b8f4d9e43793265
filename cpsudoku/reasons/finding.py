"""The next step: of all that follows, what has the smallest reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from cpsudoku.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.encodings.cnf import Literal
from cpsudoku.logic import Position
from cpsudoku.reasons import easy
from cpsudoku.reasons.closing import Conclusions, conclusions
from cpsudoku.reasons.fine import Fine
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.reasons.searching import Search
from cpsudoku.reasons.steps import Found, Reason, ReasonStep
from cpsudoku.rules import Cell

EFFORT = 6000
"""Questions to the solver for one step, unless said otherwise: some seconds on 9×9."""

MOST = 6
"""Houses and clues that people can see at once, unless said otherwise."""


@dataclass(slots=True)
class _Best:
    """The smallest reason so far.

    Args:
        elements: numbers of its elements; empty where there is none yet.
        cost: houses and clues, elements, cells.
        opposite: what they refute; 0 for nothing but the board.
    """

    elements: tuple[int, ...] = ()
    cost: tuple[int, int, int] = (1 << 30, 0, 0)
    opposite: Literal = 0


@dataclass(slots=True)
class _OfClue:
    """What a clue alone says, and the candidates of its cells when it was asked."""

    marks: tuple[int, ...]
    found: Conclusions


class Finder:
    """Finds step after step on one board.

    Args:
        position: where it begins.
        deadline: when to give up while clauses are written.
        sources: the sources that may be used, as a bit mask; None for all.
        true: for each cell digits that it has in some solution, as a bit mask; nothing is looked
            for against these.  None where no solution is known.
        contradictory: whether it is known that there is no solution.
        most: how many houses and clues a reason may have for it to be proved smallest.
        effort: after how many questions to the solver a step is taken that may not be smallest.

    Attributes:
        position: where it stands.
        end: why the last `next` gave nothing: ``solved``, ``stuck`` where nothing follows any
            more, ``broken`` after a contradiction, ``limit``; else ``open``.

    Raises:
        OutOfTimeError: the deadline has passed before the clauses were written.
        BackendUnavailableError: PySAT is not installed.
    """

    def __init__(
        self,
        position: Position,
        deadline: Deadline = NEVER,
        *,
        sources: int | None = None,
        true: Sequence[int] | None = None,
        contradictory: bool = False,
        most: int = MOST,
        effort: int = EFFORT,
    ) -> None:
        self.position, self.end = position, "open"
        self._most, self._effort = most, effort
        self.knowledge = Knowledge(position, deadline, sources)
        self.catalogue = self.knowledge.catalogue
        self._search = Search(self.knowledge)
        self._of_clues: dict[int, _OfClue] = {}
        self._cores: dict[Literal, int] = {}
        self._true: set[Literal] = set(self._of_masks(true or ()))
        self._contradictory = contradictory

    def next(self, deadline: Deadline = NEVER) -> ReasonStep | None:
        """Return the step with the smallest reason, or None; `end` says why.

        Args:
            deadline: when to have a step, which may not be smallest then.
        """
        if self.end in ("broken", "solved"):
            return None
        self.knowledge.oracle.deadline = _sooner(deadline)
        self.end = "open"
        found = None
        with suppress(OutOfTimeError):
            found = self._quick()
        if found is None and self.position.solved:
            self.end = "solved"
        elif found is None:
            found = self._searched()
        if found is not None and found.broken:
            self.end = "broken"
        return found

    def take(self, step: ReasonStep) -> None:
        """Go on from after a step.

        Args:
            step: what `next` returned, or as much of its conclusions as shall be used.
        """
        if not step.broken:
            self.position = self.position.after(step)
            self._search.pool.forget(self.knowledge.update(self.position))

    # Reasons of one house or clue, and of two houses for one digit.

    def _quick(self) -> ReasonStep | None:
        position, catalogue = self.position, self.catalogue
        singles = self._allowed(easy.naked_singles(position, catalogue))
        if singles:
            return self._made(min(singles, key=self._rank), 0)
        alone = self._allowed(easy.hidden_singles(position, catalogue))
        alone += self._of_clues_alone()
        if alone:
            return self._made(min(alone, key=self._rank), 1)
        for count in range(2, catalogue.rules.size):
            found = self._allowed(easy.subsets(position, catalogue, count))
            if found:
                return self._made(min(found, key=self._rank), 1)
        found = self._allowed(easy.intersections(position, catalogue))
        return self._made(min(found, key=self._rank), 2) if found else None

    def _allowed(self, found: Iterable[Found]) -> list[Found]:
        return [one for one in found if not self._sources(one.elements) & ~self.knowledge.sources]

    def _sources(self, elements: Iterable[int]) -> int:
        found = 0
        for number in elements:
            source = self.catalogue.source_of[number]
            if source >= 0:
                found |= 1 << source
        return found

    def _rank(self, found: Found) -> tuple[bool, int, int, tuple[int, ...]]:
        """Return what comes first among equals: few cells, and naked before hidden subsets."""
        singles = sum(self.catalogue.elements[n].kind == "single" for n in found.elements)
        return not found.broken, self._cells(found.elements), singles, found.elements

    def _cells(self, elements: Iterable[int]) -> int:
        """Return how many cells without a digit some elements are about."""
        cells = {cell for number in elements for cell in self.catalogue.elements[number].scope}
        return sum(self.knowledge.open[cell] for cell in cells)

    def _of_clues_alone(self) -> list[Found]:
        found = []
        for source in self.catalogue.clues():
            if self.knowledge.sources >> source & 1:
                said = self._of_clue(source)
                if said:
                    found.append(self._found(self.catalogue.of_source[source], said))
        return found

    def _of_clue(self, source: int) -> Conclusions:
        scope = self.catalogue.sources[source].scope
        marks = tuple(self.knowledge.masks[cell] for cell in scope)
        known = self._of_clues.get(source)
        if known is None or known.marks != marks:
            said = self._follows(self.catalogue.of_source[source], scope)
            known = self._of_clues[source] = _OfClue(marks, said)
        return known.found

    def _follows(self, elements: Sequence[int], cells: Iterable[Cell]) -> Conclusions:
        first = self.knowledge.switches.element
        return conclusions(self.knowledge, [first + number for number in elements], cells)

    def _found(self, elements: Sequence[int], said: Conclusions) -> Found:
        size = self.catalogue.rules.size
        choices = [(x, divmod(abs(x) - 1, size)) for x in said.literals]
        placed = tuple((cell, digit + 1) for x, (cell, digit) in choices if x > 0)
        certain = {cell for cell, _ in placed}
        gone = tuple((c, d + 1) for x, (c, d) in choices if x < 0 and c not in certain)
        return Found(tuple(elements), placed, gone, said.broken)

    def _made(self, found: Found, at_least: int, *, smallest: bool = True) -> ReasonStep:
        numbers = sorted(found.elements, key=self._in_order)
        elements = tuple(self.catalogue.elements[number] for number in numbers)
        reason = Reason(elements, at_least, smallest)
        return ReasonStep(self.position, reason, found.placements, found.eliminations, found.broken)

    def _in_order(self, number: int) -> tuple[bool, bool, int]:
        source = self.catalogue.source_of[number]
        is_clue = source >= 0 and self.catalogue.is_clue(source)
        return source < 0, is_clue, number

    # Larger reasons.

    def _searched(self) -> ReasonStep | None:
        best, at_least, certain = _Best(), 2, False
        self._search.most_questions = self._search.questions + self._effort
        try:
            false = self._candidates()
            first = 1 if 0 in false else 2
            for at_least in range(first, self._most + 1):
                certain = self._of_size(at_least, false, best)
                if best.elements or not certain:
                    break
            else:
                at_least = self._most + 1
            if not best.elements and not self._any(false, best):
                self.end = "stuck"
                return None
        except OutOfTimeError:
            certain = False
        if not best.elements:
            best = self._last_resort()
        if not best.elements:
            self.end = "limit"
            return None
        found = self._all_of(best)
        certain = certain and best.cost[0] == at_least
        return self._made(found, at_least, smallest=certain)

    def _candidates(self) -> list[Literal]:
        """Return what may be refuted, cells with few candidates first; 0 for the board itself."""
        knowledge = self.knowledge
        cells = [c for c in range(knowledge.rules.cell_count) if knowledge.open[c]]
        cells.sort(key=lambda cell: knowledge.masks[cell].bit_count())
        found = [x for cell in cells for x in knowledge.literals(cell) if x not in self._true]
        return [0, *found] if self._contradictory else found

    def _of_masks(self, masks: Sequence[int]) -> Iterator[Literal]:
        for cell, mask in enumerate(masks):
            for number in bits(mask):
                yield self.knowledge.variable(cell, number + 1)

    def _of_size(self, size: int, false: list[Literal], best: _Best) -> bool:
        """Find the smallest reason of this many sources; return whether all were looked at."""
        seen: set[int] = set()
        complete = True
        for refutation in self._search.of_size(size, false):
            if refutation.sources not in seen:
                seen.add(refutation.sources)
                complete &= self._cut(refutation.sources, best)
                if best.cost[1] == size:  # no reason of this many sources has fewer elements
                    return complete
            if self._search.is_spent:
                return False
        return complete and not self._search.is_spent

    def _cut(self, sources: int, best: _Best) -> bool:
        """Find the fewest elements of some sources that refute something; keep the best.

        Returns:
            Whether it is certain that no fewer do.
        """
        knowledge = self.knowledge
        cells = {cell for s in bits(sources) for cell in self.catalogue.sources[s].scope}
        said = conclusions(knowledge, knowledge.switches_of(sources), sorted(cells))
        opposites: list[Literal] = [0] if said.broken else [-x for x in said.literals]
        tried: list[tuple[int, Fine, Literal]] = []
        for opposite in opposites:
            fine = Fine(knowledge, sources, (opposite,) if opposite else ())
            some = fine.some()
            self._keep(fine.numbers(some), opposite, best)
            tried.append((some.bit_count(), fine, opposite))
        tried.sort(key=lambda one: one[0])
        for count in range(sources.bit_count(), best.cost[1]):
            for _, fine, opposite in tried:
                fewer, certain = fine.fewer(count, _MOST_QUESTIONS)
                self._search.questions += fine.questions
                fine.questions = 0
                if fewer is not None:
                    self._keep(fine.numbers(fewer), opposite, best)
                    return True
                if not certain or self._search.is_spent:
                    return False
        return True

    def _keep(self, elements: tuple[int, ...], opposite: Literal, best: _Best) -> None:
        size = self._sources(elements).bit_count()
        cost = size, len(elements), self._cells(elements)
        if cost < best.cost:
            best.elements, best.cost, best.opposite = elements, cost, opposite

    def _all_of(self, best: _Best) -> Found:
        """Return all that follows from the elements of the best reason."""
        cells = {c for number in best.elements for c in self.catalogue.elements[number].scope}
        if best.opposite:
            cells.add(self.knowledge.cell_of(best.opposite))
        self.knowledge.oracle.deadline = NEVER
        said = self._follows(best.elements, sorted(cells))
        return self._found(best.elements, said)

    def _any(self, false: Sequence[Literal], best: _Best) -> bool:
        """Make a reason that is not proved smallest: that of the candidate refuted most easily.

        Returns:
            Whether there is any.
        """
        knowledge = self.knowledge
        oracle = knowledge.oracle
        every = knowledge.switches_of(knowledge.sources)
        for conflicts in (1, 30, 1000, 1 << 30):
            for candidate in false:
                opposite = (candidate,) if candidate else ()
                if oracle.satisfiable_within(conflicts, [*every, *opposite]) is False:
                    self._cores[candidate] = knowledge.core
            known = [candidate for candidate in false if candidate in self._cores]
            if known:
                break
        for candidate in sorted(known, key=lambda x: self._cores[x].bit_count())[:_TRIED]:
            opposite = (candidate,) if candidate else ()
            core = untested = self._cores[candidate]
            while untested:
                bit = untested & -untested
                if knowledge.follows(core & ~bit, opposite):
                    core = knowledge.core
                    untested &= core
                else:
                    untested &= ~bit
            if core.bit_count() <= best.cost[0]:
                fine = Fine(knowledge, core, opposite)
                self._keep(fine.numbers(fine.some()), candidate, best)
        return bool(best.elements)

    def _last_resort(self) -> _Best:
        """Return a reason that is found at once, where time ran out."""
        best = _Best()
        self.knowledge.oracle.deadline = Deadline(_GRACE)
        with suppress(OutOfTimeError):
            self._any(self._candidates(), best)
        return best


_MOST_QUESTIONS = 2000
"""Questions after which no fewer elements of some sources are looked for."""

_TRIED = 10
"""Candidates of which a reason is made where the smallest one was not found."""

_GRACE = 0.25
"""Seconds kept for a reason that is made at once where the smallest was not found in time."""


def _sooner(deadline: Deadline) -> Deadline:
    """Return the end of the search, after which there is time to make some reason."""
    left = deadline.left
    return deadline if left is None else Deadline(left - min(_GRACE, left / 2))
