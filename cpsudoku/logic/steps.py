"""A step: what follows from a position, and the evidence that it follows.

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
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cpsudoku.ground.notebook import Drawn, above
from cpsudoku.logic.position import Position
from cpsudoku.rules import Cell, Digit
from cpsudoku.words import Said

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
    """Why a step follows; what a technique does not use is empty.

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
    inner: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """That a candidate, or one of a group, follows from another one.

    Args:
        start: the premise: one candidate, or several of one digit.
        strong: whether it follows that this is true; else that it is false.
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool


@dataclass(frozen=True, slots=True)
class Highlights:
    """What stands out in a picture of a step; see `cpsudoku.logic.documents` for the roles.

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
class Step(Drawn):
    """What follows from a position, and why.

    Without its position a step has no words and no picture: asked for them it raises `PuzzleError`.

    Args:
        technique: its name, a key of `cpsudoku.logic.techniques.TECHNIQUES`.
        surplus: what its number exceeds the technique's number in the order by.
        position: where it was found; None for a step within another, and for one that was made.
    """

    technique: str
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    surplus: int = 0
    evidence: Evidence = field(default_factory=Evidence)
    position: Position | None = field(default=None, compare=False, repr=False)

    _DRAWN_BY = "drawing.steps:conclusion_svg"

    @property
    def name(self) -> str:
        """The name that the technique's discoverers gave it: ``X-Wing``."""
        return above("logic.naming:display_name", str)(self.technique)

    @property
    def sentence(self) -> str:
        """Why it follows, in a sentence or a few."""
        return above("logic.sentences:sentence", str)(self)

    @property
    def notation(self) -> str:
        """The step as HoDoKu writes it, chains in Eureka notation."""
        position = above("logic.sentences:position_of", Position)(self)
        return above("logic.naming:hodoku_line", str)(self, position.rules)

    @property
    def said_hints(self) -> tuple[Said, ...]:
        """Five hints, each of which says more than the one before, as `cpsudoku.words` has them."""
        return above("logic.sentences:said_hints", tuple)(self)

    @property
    def highlights(self) -> Highlights:
        """What to highlight in a picture of it."""
        return above("logic.documents:highlights", Highlights)(self)

    def as_json(self) -> dict[str, Any]:
        """Return the step as JSON can hold it; see `cpsudoku.logic.documents` for the keys."""
        return above("logic.documents:as_json", dict)(self)


def from_native(raw: tuple[Any, ...]) -> Step:
    """Return the step that the compiled core gives as nested tuples.

    Args:
        raw: technique, placements, eliminations, surplus and the fields of `Evidence`, in order.
    """
    technique, placements, eliminations, surplus, evidence = raw
    cells, candidates, base, cover, fins, endo_fins, sets, colours, proofs, inner = evidence
    whole = Evidence(
        cells, candidates, base, cover, fins, endo_fins,
        tuple(LockedSet(*one) for one in sets),
        colours,
        tuple(tuple(Assertion(*line) for line in proof) for proof in proofs),
        tuple(map(from_native, inner)),
    )  # fmt: skip
    return Step(technique, placements, eliminations, surplus, whole)


def is_loop(step: Step) -> bool:
    """Return whether a step is a chain that closes: every weak link of it has a true end."""
    continuous = step.technique.removeprefix("grouped ") == "continuous nice loop"
    return continuous and len(step.evidence.proofs) == 2


def loop_of(step: Step) -> Proof:
    """Return the loop itself of a continuous loop's first proof, which then says what follows."""
    left = len(step.evidence.candidates)
    nodes = []
    for line in step.evidence.proofs[0]:
        left -= len(line.candidates)
        if left < 0:
            break
        nodes.append(line)
    return tuple(nodes)
