"""The next step: of everything that follows, the conclusion with the smallest reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from cpsudoku.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.encodings.cnf import Literal
from cpsudoku.logic import Position
from cpsudoku.reasons.closing import Conclusions, conclusions
from cpsudoku.reasons.fine import Fine
from cpsudoku.reasons.knowledge import Knowledge, bits
from cpsudoku.reasons.looking import Looks, Noticed
from cpsudoku.reasons.searching import Search
from cpsudoku.reasons.shrinking import Shrinking
from cpsudoku.reasons.steps import Cost, Found, Reason, ReasonStep
from cpsudoku.rules import Cell, Digit

EFFORT = 4000
"""Questions to the solver for one step by default: a second or two on 9×9."""

_MOST_QUESTIONS = 2000
"""Questions after which the search for fewer elements of some sources ends."""

_TRIED = 6
"""Candidates for which a reason is made if the smallest was not found; for more of them if these
reasons are too large to be seen at once."""

_SHORT = 10.0
"""If fewer seconds are left, some reason is made first, so that there is one in any case."""

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
    """

    elements: tuple[int, ...] = ()
    cost: tuple[int, int, int] = (1 << 30, 0, 0)
    opposite: Literal = 0
    at_least: int = 0


class Finder:
    """Finds step after step on one board.

    Args:
        position: where it begins.
        sources: the sources that may be used, as a bit mask; None for all.
        true: for each cell digits that it has in some solution, as a bit mask, for which no
            refutation is looked for; None if no solution is known.
        contradictory: whether it is known that there is no solution.
        most: the most houses and clues of a reason that is proved smallest.
        effort: questions to the solver after which a step is taken that is perhaps not smallest.
        by: what is counted first.
        for_parts: whether to make no reason of more houses and clues than `most`, and none after
            time has run out; otherwise some reason is made in any case, a little later if need be.
        before: a finder that began at an earlier position of the same board; its clauses are used.

    Attributes:
        position: where it stands.
        end: why the last `next` returned None: ``solved``, ``stuck`` if nothing more follows,
            ``large`` if a reason would be too large for a part, ``broken`` after a contradiction,
            ``limit``; ``open`` otherwise.
        refuted: the candidate that is refuted most easily, and whether it is true; None if that was
            not asked.

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
        by: Cost = "houses",
        for_parts: bool = False,
        before: Finder | None = None,
    ) -> None:
        self.position, self.end = position, "open"
        self._most, self._effort, self._by = most, effort, by
        known = None if before is None else before.knowledge
        self.knowledge: Knowledge = Knowledge(position, deadline, sources, known)
        self.catalogue = self.knowledge.catalogue
        self._search = Search(self.knowledge)
        self._looks: Looks = Looks(self.knowledge, by, None if before is None else before._looks)
        asked = None if before is None else before._shrinking.engine
        self._shrinking: Shrinking = Shrinking(self.knowledge, asked)
        self._for_parts = for_parts
        self._grace = 0.0 if for_parts else max(_GRACE, _LONGER * self.knowledge.seconds)
        self.refuted: tuple[Cell, Digit, bool] | None = None
        self._known: dict[Literal, tuple[int, ...]] = {}
        self._true: set[Literal] = set(self._of_masks(true or ()))
        self._contradictory = contradictory

    def next(self, deadline: Deadline = NEVER) -> ReasonStep | None:
        """Return the step with the smallest reason, or None; `end` says why.

        Args:
            deadline: when to return a step, even if it is perhaps not smallest.
        """
        if self.end in ("broken", "solved"):
            return None
        self.knowledge.oracle.deadline = _sooner(deadline, self._grace)
        self.end, self.refuted = "open", None
        seen = Noticed(None)
        with suppress(OutOfTimeError):
            seen = self._looks.seen(self.position)
        found: ReasonStep | None = None
        if seen.found is not None and seen.smallest:
            found = self._made(seen.found, seen.at_least)
        elif self.position.solved:
            found = self._against_a_clue()
            self.end = "open" if found is not None else "solved"
        else:
            found = self._searched(seen)
        if found is None:
            return None
        if self._for_parts and found.size > self._most:
            self.end = "large"
            return None
        if found.broken:
            self.end = "broken"
        return found

    def _against_a_clue(self) -> ReasonStep | None:
        """Return the contradiction of a full board with a clue, by the clue's own test.

        Looking finds it, unless the clue is too big for clauses or time is up.
        """
        grid = self.position.rules.board.values(self.position.digits)
        for source in self.catalogue.clues():
            if not self.catalogue.sources[source].holds(grid):
                broken = Found(self.catalogue.of_source[source], (), (), broken=True)
                return self._made(broken, 1)
        return None

    def take(self, step: ReasonStep) -> None:
        """Continue after a step.

        Args:
            step: what `next` returned, perhaps with only some of its conclusions.
        """
        if not step.broken:
            self.move(self.position.after(step))

    def move(self, position: Position) -> None:
        """Continue from a later position of the same board.

        Args:
            position: it has at least what was placed and eliminated so far.
        """
        self.position, self.end = position, "open"
        self._search.pool.forget(self.knowledge.update(position))

    def _made(self, found: Found, at_least: int, *, smallest: bool = True) -> ReasonStep:
        numbers = sorted(found.elements, key=self._in_order)
        elements = tuple(self.catalogue.elements[number] for number in numbers)
        reason = Reason(elements, at_least, smallest, self._by)
        return ReasonStep(self.position, reason, found.placements, found.eliminations, found.broken)

    def _in_order(self, number: int) -> tuple[bool, bool, int]:
        source = self.catalogue.source_of[number]
        is_clue = source >= 0 and self.catalogue.is_clue(source)
        return source < 0, is_clue, number

    # Larger reasons.

    def _searched(self, seen: Noticed) -> ReasonStep | None:
        best, certain = _Best(at_least=seen.at_least), False
        self._search.begin(self._effort // self.knowledge.weight)
        try:
            false = self._candidates()
            for candidate in self._known.keys() & set(false):
                self._keep(self._known[candidate], candidate, best)
            left = self.knowledge.oracle.deadline.left
            if left is not None and left < _SHORT and not best.elements:
                self._any(false, best, tried=1)
            if self._by == "elements":
                if seen.found is not None:
                    self._keep(seen.found.elements, 0, best)
                certain = self._fewest_elements(false, best)
            else:
                certain = self._fewest_sources(false, best)
            if not best.elements and not self._any(false, best):
                self.end = "large" if self._for_parts else "stuck"
                return None
        except OutOfTimeError:
            certain = False
        if not best.elements and self._grace:
            self._last_resort(best)
        if not best.elements:
            self.end = "limit"
            return None
        if best.elements == self._known.get(best.opposite):
            self._shorten(best)
        is_seen = seen.found is not None and best.elements == seen.found.elements
        found = seen.found if is_seen and seen.found is not None else self._all_of(best)
        self.refuted = self._said_of(best.opposite)
        return self._made(found, best.at_least, smallest=certain)

    def _fewest_sources(self, false: list[Literal], best: _Best) -> bool:
        """Look for the fewest houses and clues; return whether the best reason is proved smallest.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
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
        every = [Fine(self.knowledge, self.knowledge.sources, (x,) if x else ()) for x in false]
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

    def easiest(self, deadline: Deadline) -> tuple[Cell, Digit] | None:
        """Return the candidate that is refuted in the fewest steps, or None.

        Raises:
            OutOfTimeError: the deadline has passed.
        """
        self._shrinking.deadline = deadline
        found = self._shrinking.easiest([x for x in self._candidates() if x])
        said = self._said_of(found[0].candidate) if found else None
        return said[:2] if said else None

    def _said_of(self, literal: Literal) -> tuple[Cell, Digit, bool] | None:
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
                if best.cost[:2] == (size, size):  # no reason of this many sources has fewer
                    return complete
            if self._search.is_spent:
                return False
        return complete and not self._search.is_spent

    def _cut(self, sources: int, best: _Best) -> bool:
        """Find the fewest elements of some sources that refute something, and keep the best.

        Returns:
            Whether it is certain that fewer elements do not.
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
        size = self._looks.sources(elements).bit_count()
        both = size, len(elements)
        cost = *(both if self._by == "houses" else both[::-1]), self._looks.cells(elements)
        if cost < best.cost:
            best.elements, best.cost, best.opposite = elements, cost, opposite

    def _all_of(self, best: _Best) -> Found:
        """Return everything that follows from the best reason, as far as time allows."""
        cells = {c for number in best.elements for c in self.catalogue.elements[number].scope}
        said = Conclusions((-best.opposite,) if best.opposite else (), broken=not best.opposite)
        if best.opposite:
            cells.add(self.knowledge.cell_of(best.opposite))
        self.knowledge.oracle.deadline = Deadline(_GRACE)
        with suppress(OutOfTimeError):
            said = self._looks.follows(best.elements, sorted(cells))
        return self._looks.found(best.elements, said)

    def _any(self, false: Sequence[Literal], best: _Best, tried: int = _TRIED) -> bool:
        """Make a reason that is not proved smallest, for the candidates refuted most easily.

        Args:
            tried: how many candidates; unless it is 1, more are tried while the reasons are too
                large to be seen at once.  For parts such a reason does not count.

        Returns:
            Whether there is a reason.

        Raises:
            OutOfTimeError: the deadline passed before one was made.
        """
        oracle = self.knowledge.oracle
        shrinking = self._shrinking
        shrinking.deadline = oracle.deadline
        cores: list[tuple[int, Literal]] = []
        most = self._most if self._for_parts else len(self.catalogue.sources)
        for number, easy in enumerate(shrinking.easiest(false)):
            if number >= tried and (most <= self._most or tried == 1):
                break
            # A reason that is too large to be seen at once is given up before all of it is found.
            core = shrinking.core(easy, most if number < tried else self._most)
            if core is not None:
                most = core.bit_count()
                cores.append((core, easy.candidate))
        cores.sort(key=lambda one: one[0].bit_count())
        whole, patience = oracle.deadline, _PATIENCE
        while cores and not best.elements:
            for core, candidate in cores[:_TRIED]:
                oracle.deadline = _soonest(whole, Deadline(patience))
                with suppress(OutOfTimeError):
                    self._keep_some(core, candidate, best)
            whole.check()
            patience *= 4
        oracle.deadline = whole
        return bool(best.elements)

    def _keep_some(self, core: int, candidate: Literal, best: _Best) -> None:
        if core.bit_count() <= best.cost[0]:
            fine = Fine(self.knowledge, core, (candidate,) if candidate else ())
            self._known[candidate] = fine.numbers(fine.some())
            self._keep(self._known[candidate], candidate, best)

    def _shorten(self, best: _Best) -> None:
        """Leave out what a reason from an earlier position no longer needs."""
        opposite = (best.opposite,) if best.opposite else ()
        fine = Fine(self.knowledge, self._looks.sources(best.elements), opposite)
        with suppress(OutOfTimeError):
            self._keep(fine.numbers(fine.some()), best.opposite, best)

    def _last_resort(self, best: _Best) -> None:
        """Make a reason that can be found at once, after time ran out."""
        self.knowledge.oracle.deadline = Deadline(self._grace)
        with suppress(OutOfTimeError):
            self._any(self._candidates(), best)


_PATIENCE = 0.5
"""Seconds at first for the elements of a reason that is not proved smallest: others follow."""

_GRACE = 0.25
"""Seconds always kept for a quick reason, if the smallest was not found in time, and for the work
after it: parts and the check."""

_LONGER = 3
"""How much longer that takes than writing the clauses."""


def _soonest(first: Deadline, second: Deadline) -> Deadline:
    left, other = first.left, second.left
    return second if left is None or (other is not None and other < left) else first


def _sooner(deadline: Deadline, grace: float) -> Deadline:
    """Return when the search has to end, so that there is time left to make some reason."""
    left = deadline.left
    return deadline if left is None else Deadline(left - min(grace, left / 2))
