"""Steps, as they are shown to people: in words, in the notation of the field, as pictures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cpsudoku.ground.notebook import Drawn
from cpsudoku.logic import documents
from cpsudoku.logic.evidence import Assertion, Deduction, Evidence, Highlights, LockedSet
from cpsudoku.logic.naming import display_name, hodoku_line
from cpsudoku.logic.sentences import position_of, sentence
from cpsudoku.words import USUAL, Said


@dataclass(frozen=True, slots=True)
class Step(Deduction, Drawn):
    """Conclusions from a position, with their evidence.

    Without its position a step has no words and no picture: to ask for them raises `PuzzleError`.
    """

    def __repr__(self) -> str:
        return super().__repr__() if self.position is None else f"<Step {self.notation}>"

    @property
    def name(self) -> str:
        """The name that the technique's discoverers gave it: ``X-Wing``."""
        return display_name(self.technique)

    @property
    def sentence(self) -> str:
        """Why it follows, in a sentence or a few."""
        return sentence(self)

    @property
    def notation(self) -> str:
        """The step as HoDoKu writes it, chains in Eureka notation."""
        return hodoku_line(self, position_of(self).rules)

    @property
    def said_hints(self) -> tuple[Said, ...]:
        """The texts of hints at each level, as `cpsudoku.words` renders them."""
        return documents.said_hints(self)

    @property
    def highlights(self) -> Highlights:
        """The highlights of its picture."""
        return documents.highlights(self)

    def as_json(self, language: str = USUAL) -> dict[str, Any]:
        """Return the step as JSON can hold it; see `cpsudoku.logic.documents` for the keys."""
        return documents.as_json(self, language)


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
