"""A position of a puzzle, and a step: its conclusions, and the evidence for them.

The evidence is complete enough for `cpsudoku.logic.checking` to replay a step without knowing how
it was found, and for pictures and sentences.

An `Assertion` in a proof says of a candidate, or of a group of candidates of one digit, that it is
true (of a group: one of them is) or false (all of them are), and why:

===========  =======================================================================================
``assumed``  supposed
``peer``     false, because the premise is true in the same cell or in a peer
``cell``     true, because the cell's others are false: by the premises, or gone in the position
``house``    true, because all others of the digit in group `number` are false: likewise
``set``      true, because the almost locked set `number` is locked without the premises' digit
``inner``    follows from the inner step `number` once the premises hold
===========  =======================================================================================

>>> from cpsudoku.rules import boxes
>>> position = Position.of(Puzzle.from_digits([1, 0, 0, 0] + [0] * 12, boxes(2, 2)))
>>> position.digits[:2], position.left(1), position.solved
((1, 0), (2, 3, 4), False)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol, TypeAlias

from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Candidates, Cell, Digit, Rules, digits_of_mask


class Conclusion(Protocol):
    """The conclusions from a position: the part common to all steps."""

    @property
    def placements(self) -> Iterable[tuple[Cell, Digit]]:
        """Digits that are placed."""

    @property
    def eliminations(self) -> Iterable[tuple[Cell, Digit]]:
        """Candidates that go."""


@dataclass(frozen=True)
class Position:
    """Placed digits, and the candidates of the open cells.

    Args:
        digits: for each cell its digit; 0 for an open one.
        candidates: for each cell the digits that it may have, as a bit mask; 0 for a placed one.
        at_first: for each cell the digits that the puzzle as given left it, before anything
            followed; what supposes one solution rests on what could be there then.
    """

    rules: Rules
    digits: tuple[Digit, ...]
    candidates: Candidates
    at_first: Candidates

    def __repr__(self) -> str:
        return f"<Position {self.rules.text(self.digits)}>"

    @classmethod
    def of(cls, puzzle: Puzzle) -> Position:
        """Return the first position of a puzzle: givens, and the pencil marks that they leave."""
        return cls.placed(puzzle.rules, puzzle.digits, puzzle.candidates)

    @classmethod
    def placed(
        cls,
        rules: Rules,
        digits: Sequence[Digit],
        candidates: Sequence[int],
        at_first: Candidates | None = None,
    ) -> Position:
        """Return the position with some digits placed.

        Args:
            candidates: for each cell the digits that it may have before any is placed.
            at_first: for each cell the digits that the puzzle as given left it; None where the
                digits are the givens and the candidates its own.
        """
        if at_first is None:
            own = zip(digits, candidates, strict=True)
            at_first = tuple(1 << digit >> 1 if digit else mask for digit, mask in own)
        each = zip(digits, candidates, at_first, strict=True)
        left = [0 if digit else mask & own for digit, mask, own in each]
        for group in rules.groups:  # by groups: the peers of a huge board would fill the memory
            placed = 0
            for cell in group.cells:
                placed |= 1 << digits[cell] >> 1  # no bit for an open cell
            for cell in group.cells:
                left[cell] &= ~placed
        return cls(rules, tuple(digits), tuple(left), at_first)

    @cached_property
    def givens(self) -> frozenset[Cell]:
        """The cells whose digits were given, not placed by a player."""
        own = self.at_first
        return frozenset(c for c, d in enumerate(self.digits) if d and not own[c] & own[c] - 1)

    @cached_property
    def masks(self) -> Candidates:
        """For each cell its digit, or what is left for it, as a bit mask: the puzzle by now."""
        each = zip(self.digits, self.candidates, strict=True)
        return tuple(1 << digit >> 1 or mask for digit, mask in each)

    def could_be(self, cell: Cell, digit: Digit) -> bool:
        """Return whether the puzzle as given left a cell a digit."""
        return bool(self.at_first[cell] >> (digit - 1) & 1)

    @property
    def solved(self) -> bool:
        """Whether every cell has a digit."""
        return all(self.digits)

    def has(self, cell: Cell, digit: Digit) -> bool:
        """Return whether an open cell may have a digit."""
        return bool(self.candidates[cell] >> (digit - 1) & 1)

    def left(self, cell: Cell) -> tuple[Digit, ...]:
        """Return the candidates of a cell, ascending."""
        return digits_of_mask(self.candidates[cell])

    def places(self, group: int, digit: Digit) -> tuple[Cell, ...]:
        """Return the open cells of a group that may have a digit."""
        return tuple(c for c in self.rules.groups[group].cells if self.has(c, digit))

    def without(self, candidates: Iterable[tuple[Cell, Digit]]) -> Position:
        """Return the position without some candidates."""
        left = list(self.candidates)
        for cell, digit in candidates:
            left[cell] &= ~(1 << (digit - 1))
        return Position(self.rules, self.digits, tuple(left), self.at_first)

    def after(self, step: Conclusion) -> Position:
        """Return the position once a step has been applied."""
        digits, left = list(self.digits), list(self.candidates)
        for cell, digit in step.eliminations:
            left[cell] &= ~(1 << (digit - 1))
        for cell, digit in step.placements:
            digits[cell] = digit
            left[cell] = 0
            for peer in self.rules.peers[cell]:
                left[peer] &= ~(1 << (digit - 1))
        return Position(self.rules, tuple(digits), tuple(left), self.at_first)


Candidate: TypeAlias = tuple[Cell, Digit]
"""A cell and a digit that it may have, 1 … N."""

GroupNumber: TypeAlias = int
"""Number of a group in ``rules.groups``."""


@dataclass(frozen=True, slots=True)
class LockedSet:
    """An almost locked set: n cells of a group, with n + 1 digits (or more, by the step)."""

    cells: tuple[Cell, ...]
    digits: int


@dataclass(frozen=True, slots=True)
class Assertion:
    """One line of a proof.

    Args:
        candidates: one candidate, or several of one digit.
        reason: why; see the module's table.
        number: the group, the set or the inner step that the reason names; −1 for none.
    """

    candidates: tuple[Candidate, ...]
    truth: bool
    reason: str
    premises: tuple[int, ...]
    number: int


Proof: TypeAlias = tuple[Assertion, ...]
"""A chain or a net: each line follows from earlier ones."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The evidence of a step; fields that a technique does not use are empty.

    Args:
        base: groups in which the pattern must be true somewhere.
        colours: classes of candidates; 2i and 2i + 1 are opposites.
        inner: steps inside of the proofs; without proofs, the steps that this one is made of, all
            on the same position.
    """

    cells: tuple[Cell, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    base: tuple[GroupNumber, ...] = ()
    cover: tuple[GroupNumber, ...] = ()
    fins: tuple[Candidate, ...] = ()
    endo_fins: tuple[Candidate, ...] = ()
    sets: tuple[LockedSet, ...] = ()
    colours: tuple[tuple[Candidate, ...], ...] = ()
    proofs: tuple[Proof, ...] = ()
    inner: tuple[Deduction, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """An inference between candidates, or groups of candidates.

    Args:
        start: the premise: one candidate, or several of one digit.
        strong: whether it follows that this is true; else that it is false.
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of a step's picture; see `cpsudoku.logic.documents` for the roles.

    Args:
        base: houses in which the pattern must be true somewhere.
    """

    roles: dict[Candidate, str]
    cells: tuple[Cell, ...]
    base: tuple[GroupNumber, ...]
    cover: tuple[GroupNumber, ...]
    sets: tuple[tuple[Cell, ...], ...]
    links: tuple[Link, ...]

    @property
    def houses(self) -> tuple[GroupNumber, ...]:
        """The houses of the base and of the cover."""
        return (*self.base, *self.cover)


@dataclass(frozen=True, slots=True)
class Deduction:
    """Conclusions from a position with their evidence: a step without words and picture.

    Args:
        technique: its name, a key of `cpsudoku.logic.techniques.TECHNIQUES`.
        surplus: what its number exceeds the technique's number in the order by.
        position: where it was found; None for one within another, and for one that was made.
    """

    technique: str
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    surplus: int = 0
    evidence: Evidence = field(default_factory=Evidence)
    position: Position | None = field(default=None, compare=False, repr=False)


def is_loop(step: Deduction) -> bool:
    """Return whether a step is a chain that closes: every weak link of it has a true end."""
    continuous = step.technique.removeprefix("grouped ") == "continuous nice loop"
    return continuous and len(step.evidence.proofs) == 2


def loop_of(step: Deduction) -> Proof:
    """Return the loop itself of a continuous loop's first proof, which then says what follows."""
    left = len(step.evidence.candidates)
    nodes = []
    for line in step.evidence.proofs[0]:
        left -= len(line.candidates)
        if left < 0:
            break
        nodes.append(line)
    return tuple(nodes)
