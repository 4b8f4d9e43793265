"""A step with its reason: elements, what follows from them, and the proved bound of its size."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from cpsudoku.errors import OptionError
from cpsudoku.ground.notebook import Drawn, above
from cpsudoku.logic import Position
from cpsudoku.logic.steps import Candidate, Highlights
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.rules import Cell, Constraint, Digit
from cpsudoku.words import Said, rendered

Supposed: TypeAlias = tuple[Cell, Digit, bool]
"""A candidate, and whether it is supposed to be true."""

Cost: TypeAlias = Literal["houses", "elements"]
"""What is counted first: houses and clues, or elements; the other comes second."""

COSTS: tuple[Cost, ...] = ("houses", "elements")
"""All costs."""


def cost_named(name: str) -> Cost:
    """Return a cost by its name.

    Raises:
        OptionError: there is no such cost.
    """
    for cost in COSTS:
        if cost == name:
            return cost
    raise OptionError(f"there is no cost {name!r}; expected {' or '.join(COSTS)}")


class Found(NamedTuple):
    """What follows from some elements, as the search returns it.

    Args:
        elements: their numbers in the catalogue.
        broken: whether the elements contradict what is on the board.
    """

    elements: tuple[int, ...]
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """The elements that a step rests on.

    Args:
        elements: houses first, then clues, then cells.
        at_least: proved lower bound of what is counted first, for every step on this board.
        smallest: whether it is proved that no step has a smaller cost: by ``houses`` fewer houses
            and clues, or the same number and fewer elements; by ``elements`` fewer elements.
        by: what is counted first.
    """

    elements: tuple[ReasonElement, ...]
    at_least: int = 0
    smallest: bool = False
    by: Cost = "houses"

    @property
    def sources(self) -> tuple[Constraint, ...]:
        """The houses and clues, each once."""
        return tuple(dict.fromkeys(e.source for e in self.elements if e.source is not None))

    @property
    def size(self) -> int:
        """The number of houses and clues."""
        return len(self.sources)

    @property
    def cost(self) -> tuple[int, int]:
        """The numbers of houses and clues and of elements; by ``elements`` in the other order."""
        both = self.size, len(self.elements)
        return both if self.by == "houses" else both[::-1]


@dataclass(frozen=True, slots=True)
class ReasonStep(Drawn):
    """A conclusion from the board and a reason.

    Args:
        broken: whether the reason contradicts the board: there is no solution.
        parts: if the reason is too large to be seen at once, the small steps from the opposite of
            the first conclusion to a contradiction; otherwise empty.
        supposed: the opposite that the parts begin with.
    """

    _DRAWN_BY = "drawing.steps:conclusion_svg"

    position: Position
    reason: Reason
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    broken: bool = False
    parts: tuple[ReasonStep, ...] = ()
    supposed: Supposed | None = None

    @property
    def opposites(self) -> tuple[Supposed | None, ...]:
        """For each conclusion its opposite, which the reason refutes; None if it needs none."""
        placed = ((*candidate, False) for candidate in self.placements)
        gone = ((*candidate, True) for candidate in self.eliminations)
        return (None,) if self.broken else (*placed, *gone)

    @property
    def size(self) -> int:
        """The number of houses and clues of the whole reason."""
        return self.reason.size

    @property
    def largest_part(self) -> int:
        """The number of houses and clues that have to be seen at once."""
        if not self.parts:
            return self.size
        return max(part.largest_part for part in self.parts)

    @property
    def total(self) -> int:
        """The number of houses and clues of all parts together, or without parts of the reason."""
        return sum(part.total for part in self.parts) if self.parts else self.size

    @property
    def technique(self) -> str | None:
        """The name of the technique that it is; None if it has no name."""
        return above("reasons.naming:technique", str)(self)

    @property
    def name(self) -> str:
        """Its name: that of its technique, or "reason"."""
        return above("reasons.sentences:name", str)(self)

    @property
    def sentence(self) -> str:
        """Why it follows, in the words of the rules."""
        return above("reasons.sentences:sentence", str)(self)

    @property
    def bound(self) -> str:
        """How small its reason is, and what is proved about that."""
        return above("reasons.sentences:bound", str)(self)

    @property
    def notation(self) -> str:
        """The step in a line: what it rests on, and what follows."""
        return above("reasons.sentences:notation", str)(self)

    @property
    def said_hints(self) -> tuple[Said, ...]:
        """The hints as data, which can be rendered in any language."""
        return above("reasons.sentences:said_hints", tuple)(self)

    @property
    def hints(self) -> tuple[str, ...]:
        """Five hints, each of which says more than the one before."""
        return tuple(map(rendered, self.said_hints))

    @property
    def highlights(self) -> Highlights:
        """What to highlight in a picture of it."""
        return above("reasons.documents:highlights", Highlights)(self)

    def as_json(self) -> dict[str, Any]:
        """Return the step as an object of JSON."""
        return above("reasons.documents:as_json", dict)(self)
