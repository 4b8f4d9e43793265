"""A step that cannot be seen at once, taken apart into small steps.

The opposite of a conclusion is supposed, and what single houses and clues say, or two houses of one
digit, is followed until something breaks.  Where they say nothing more, a candidate of which they
refute that is supposed in turn, and so on.  The solver then says which of the steps are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cpsudoku.backends.fd import Fd, FdEngine
from cpsudoku.logic import Position
from cpsudoku.logic.evidence import Candidate
from cpsudoku.reasons.checking import after_supposing
from cpsudoku.reasons.elements import Catalogue
from cpsudoku.reasons.knowledge import OF_CELLS, Knowledge, bits
from cpsudoku.reasons.looks import Looks
from cpsudoku.reasons.steps import Reason, ReasonStep
from cpsudoku.rules import Rules

_LOOKS = (16, 100, 1000, None)
"""Conflicts for a question at first, and later; what is not refuted by then counts as open."""

ENOUGH = 20
"""After this many candidates that are refuted at once, the search for others ends."""


class Refuter:
    """Asks the finite-domain engine what sources refute."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        board, sources = knowledge.rules.board, knowledge.catalogue.sources
        rules = Rules.trusted(board, tuple(sources))
        whole = (Fd().compile(rules, subsets=False, implied_sums=False), Fd().compile(rules))
        self._engines: dict[int, tuple[FdEngine, ...]] = {-1: whole}

    def first(
        self, position: Position, sources: int, candidates: Sequence[Candidate]
    ) -> list[tuple[int, Candidate]]:
        """Return some candidates that a mask of sources refutes, those of the fewest nodes first.

        Each comes after the number of nodes that its refutation takes.  The list is empty only if
        none is refuted.
        """
        if sources not in self._engines:
            whole = self._engines[-1]
            some = tuple(engine.of_some(bits(sources)) for engine in whole)
            self._engines = {-1: whole, sources: some}
        masks = self._masks(position, sources, {cell for cell, _ in candidates})
        oracle = self._knowledge.oracle
        plain, strong = self._engines[sources]
        for engine, most in ((plain, _LOOKS[0]), *((strong, most) for most in _LOOKS)):
            oracle.check()
            left, enough = oracle.left, ENOUGH if most is not None else 1
            found, work = engine.refuted(
                masks, candidates, conflicts=most, enough=enough, seconds=oracle.deadline.left,
                work=None if left is None else OF_CELLS * left,
            )  # fmt: skip
            oracle.spend(work // OF_CELLS)
            if found:
                return sorted((nodes, candidates[place]) for nodes, place in found)
        oracle.check()
        return []

    def _masks(self, position: Position, sources: int, asked: set[int]) -> tuple[int, ...]:
        reached = asked.union(
            *(self._knowledge.catalogue.sources[number].scope for number in bits(sources))
        )
        # A cell of no source gets one digit, so that it is not searched.
        every = enumerate(position.masks)
        return tuple(mask if cell in reached else mask & -mask for cell, mask in every)


_DEEPEST = 12
"""Suppositions that may be nested: a guard that is free, since no puzzle met needs so many."""

_EASY = 4
"""Nodes up to which it is worth while to try whether a refutation needs no further supposition."""

_WITHIN = 4
"""Candidates refuted at a time within a supposition: two or eight do as well."""

TRIED = 6
"""Candidates of which the first is taken that is refuted with few further suppositions, and those
of which the shortest way to a contradiction is taken."""

_PATIENCE, _LONGEST = 16, 10**6
"""How often suppositions are followed for each of these at first, and at most."""


@dataclass(slots=True)
class _Supposition:
    """What has followed from a supposition so far; it still does when more is known.

    Args:
        position: where its steps lead.
        within: the suppositions that were tried within it.
        seen: the position at which nothing more was seen.
        broken: whether the last step is a contradiction.
    """

    position: Position
    steps: list[ReasonStep] = field(default_factory=list)
    within: dict[Candidate, _Supposition] = field(default_factory=dict)
    seen: Position | None = None
    broken: bool = False


@dataclass(slots=True)
class Chains:
    """Makes steps that lead from a supposition to a contradiction.

    Args:
        looks: finds the steps.
        easiest: says which candidate to suppose where these find none.
        most: houses and clues that a step may have.
    """

    looks: Looks
    easiest: Refuter
    most: int
    _tried: dict[Candidate, _Supposition] = field(default_factory=dict, init=False)
    _left: int = field(default=_LONGEST, init=False)

    def refuted(
        self,
        position: Position,
        candidates: Sequence[Candidate],
        enough: int,
        longest: int = _LONGEST,
    ) -> list[ReasonStep]:
        """Return candidates that are refuted, or the first that is with further suppositions.

        Each is found apart from the others.  What followed from those that were hard, or not
        refuted, is kept for later positions of the same board.

        Args:
            enough: how many at most.
            longest: how often suppositions are followed for a candidate.
        """
        easiest = self._easiest(position, candidates, self._tried)
        if found := self._easily_refuted(position, easiest, enough, self._tried):
            return found
        known = [candidate for candidate, one in self._tried.items() if one.broken]
        patience = _PATIENCE
        while easiest and patience <= longest:
            for candidate in (*known, *(candidate for _, candidate in easiest[:TRIED])):
                self._left = patience
                if step := self._nested(position, candidate, 0, self._tried):
                    return [step]
            patience *= 4
        return []

    def _refuted_within(self, outer: _Supposition, depth: int) -> list[ReasonStep]:
        """Return what is refuted within a supposition, each after the one before, or all of it."""
        position = outer.position
        easiest = self._easiest(position, _candidates(position), outer.within)
        found = self._easily_refuted(position, easiest, _WITHIN, outer.within, in_turn=True)
        if not found and easiest and depth != _DEEPEST:
            # Any will do, and the patience is that with the whole.
            hard = self._nested(position, easiest[0][1], depth, outer.within)
            return [] if hard is None else [hard]
        return found

    def _easiest(
        self,
        position: Position,
        candidates: Sequence[Candidate],
        tried: dict[Candidate, _Supposition],
    ) -> list[tuple[int, Candidate]]:
        """Return what is refuted most easily, and forget what else was tried in vain."""
        easiest = self.easiest.first(position, self.looks.allowed, candidates)
        for candidate in tried.keys() - {candidate for _, candidate in easiest}:
            if not (tried[candidate].broken and position.has(*candidate)):
                del tried[candidate]
        return easiest

    def _easily_refuted(
        self,
        position: Position,
        easiest: Sequence[tuple[int, Candidate]],
        enough: int,
        tried: dict[Candidate, _Supposition],
        *,
        in_turn: bool = False,
    ) -> list[ReasonStep]:
        """Return those of the easiest that are refuted without suppositions."""
        found: list[ReasonStep] = []
        for nodes, candidate in easiest:
            if nodes > _EASY or len(found) == enough or not position.has(*candidate):
                continue
            supposing = _continued(tried, position, candidate)
            was_hard = supposing.broken
            if self._followed(supposing):
                if not was_hard:  # the next time a shorter way may be there, as quickly
                    del tried[candidate]
                found.append(_refuting(position, candidate, supposing.steps))
                position = position.after(found[-1]) if in_turn else position
        return found

    def _nested(
        self,
        position: Position,
        candidate: Candidate,
        depth: int,
        tried: dict[Candidate, _Supposition],
    ) -> ReasonStep | None:
        supposing = _continued(tried, position, candidate)
        contradicted = self._contradicted(supposing, depth + 1)
        return _refuting(position, candidate, supposing.steps) if contradicted else None

    def to_contradiction(self, start: Position) -> list[ReasonStep] | None:
        """Return steps of which the last is a contradiction; None if none were found."""
        supposing = _Supposition(start)
        return supposing.steps if self._contradicted(supposing, 0) else None

    def _contradicted(self, supposing: _Supposition, depth: int) -> bool:
        while not self._followed(supposing):
            if self._left < 0:
                return False
            refuted = self._refuted_within(supposing, depth)
            if not refuted:
                return False
            supposing.steps += refuted
            supposing.broken = refuted[-1].broken
            supposing.position = refuted[-1].position.after(refuted[-1])
        return True

    def _followed(self, supposing: _Supposition) -> bool:
        """Follow what is seen until nothing is; add the steps; return whether one contradicts.

        The steps are taken in rounds, so that the way to the contradiction is short.
        """
        if supposing.broken or supposing.position is supposing.seen:
            return supposing.broken
        self._left -= 1
        while seen := self.looks.every(supposing.position, self.most):
            for found in sorted(seen, key=lambda one: not one.broken):
                position = supposing.position
                if not all(position.has(*candidate) for candidate in found.placements):
                    continue  # what was found before it in this round contradicts it, or says it
                step = self.looks.step(position, found)
                if step.broken:
                    supposing.steps.append(step)
                    supposing.broken = True
                    return True
                after = position.after(step)
                if after.candidates != position.candidates:
                    supposing.steps.append(step)
                    supposing.position = after
        supposing.seen = supposing.position
        return False


def _continued(
    tried: dict[Candidate, _Supposition], position: Position, candidate: Candidate
) -> _Supposition:
    """Return what has followed from a candidate so far, with what is known by now."""
    old = tried.get(candidate)
    if old is not None:
        masks = [a & b for a, b in zip(old.position.masks, position.masks, strict=True)]
        if all(masks):
            both = zip(old.position.digits, position.digits, strict=True)
            digits = tuple(a or b for a, b in both)
            joined = Position.placed(position.rules, digits, masks, position.at_first)
            if joined != old.position:  # else nothing more is seen there
                old.position = joined
            return old
    tried[candidate] = _Supposition(after_supposing(position, (*candidate, True)))
    return tried[candidate]


def _candidates(position: Position) -> list[Candidate]:
    """Return the candidates, cells with few of them first."""
    cells = [cell for cell, digit in enumerate(position.digits) if not digit]
    cells.sort(key=lambda cell: position.candidates[cell].bit_count())
    return [(cell, digit) for cell in cells for digit in position.left(cell)]


def _refuting(position: Position, candidate: Candidate, parts: Sequence[ReasonStep]) -> ReasonStep:
    supposed = (*candidate, True)
    return ReasonStep(position, Reason(()), (), (candidate,), parts=tuple(parts), supposed=supposed)


def elements_of(step: ReasonStep, catalogue: Catalogue) -> set[int]:
    """Return the elements that the parts of a step rest on together.

    When a digit is placed, its marks go from its peers without a step: that rests on houses, too.
    """
    every = list(_within(step))
    used = {catalogue.number(element) for part in every for element in part.reason.elements}
    cells = {cell for number in used for cell in catalogue.elements[number].scope}
    for part in every:
        placed = part.placements
        if part.supposed is not None and part.supposed[2]:
            placed = (part.supposed[:2],)
        for cell, digit in placed:
            used.add(catalogue.single(cell))
            reached = {c for c in cells if part.position.has(c, digit)} - {cell}
            known = {catalogue.source_of[number] for number in used}
            by = sorted(
                catalogue.once(cell, digit),
                key=lambda one: catalogue.source_of[one[0]] not in known,
            )
            for number, group in by:
                if not reached.isdisjoint(group):
                    used.add(number)
                    reached.difference_update(group)
    return used


def _within(step: ReasonStep) -> Iterator[ReasonStep]:
    yield step
    for part in step.parts:
        yield from _within(part)
