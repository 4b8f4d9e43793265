"""What the questions of setting take and give, field by field."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cpsudoku.variants.base import FieldKind
from cpsudoku.web.models import (
    About,
    BoardAnswer,
    CellNumber,
    DigitNumber,
    Fields,
    PuzzleRequest,
    Request,
    Rule,
    Text,
)  # fmt: skip

Clue = dict[str, object]
"""A constraint as JSON, such as ``{"type": "killer", "cells": ["r1c1", "r1c2"], "total": 5}``."""


class ClueField(Fields):
    """A parameter of a clue."""

    name: str
    kind: FieldKind
    required: bool


class ClueKind(Fields):
    """A clue that can be drawn."""

    type: str
    means: str = Field(description="what holds, in a sentence")
    outside: bool = Field(description="whether it stands outside and looks along its cells")
    of_regions: bool = Field(
        description="whether all cells but the first stand for the auxiliary cells that say in "
        "which region they are"
    )
    drawn: dict[str, str | int | bool | None] | None = Field(
        description="its drawing: the kind of it, the layer on which it lies, and its colour and "
        "other words; null for an outline"
    )
    fields: list[ClueField]
    parameters: list[ClueField] | None = Field(
        default=None, description="all that it has as JSON, where nothing needs to be drawn"
    )
    layers: int = Field(default=0, description="how many copies of the grid it needs beside it")
    least: int = Field(default=1, description="fewest cells")
    repeats: bool = Field(default=False, description="whether it may come to a cell again")
    usual: int | Literal["half"] | None = Field(default=None, description="its number by default")
    labelled: str = Field(default="", description="what its label begins with, if not its type")
    shown: list[str] = Field(default=[], description="the numbers that stand in its label")
    joint: str = Field(default=" ", description="what stands between numbers of one list there")
    signs: list[tuple[int, str]] = Field(default=[], description="labels for some numbers")
    spoken: str = Field(default="", description="an expression for what people call it")
    f_puzzles: list[str] | None = Field(
        default=None, description="its field, shape and further words in f-puzzles"
    )


class Family(Fields):
    """Clues of one family."""

    family: str
    clues: list[ClueKind]


class VocabularyAnswer(Fields):
    """All clues that can be drawn."""

    families: list[Family]


class Draft(Fields):
    """A puzzle in the making."""

    base: str | dict[str, object] = Field("9", description="the houses, as text or JSON")
    regions: list[int] | None = Field(
        None,
        description="for each cell the number of its region, 0 for none; null for the base's. "
        "One with too many cells says nothing as yet",
    )
    clues: list[Clue] = Field(
        [],
        description="what holds beside them, the oldest first; {'type': 'chaos'} alone makes a "
        "board on which the regions are to be found",
    )
    givens: list[DigitNumber] | None = Field(None, description="null for none")
    marks: list[list[DigitNumber] | None] | None = Field(
        None, description="for each cell the digits that a given mark leaves; null for all"
    )
    about: About = Field(default=About(), description="what is said of the puzzle")


class DraftRequest(Request):
    """A draft to look at."""

    draft: Draft


class DrawnClue(Fields):
    """A clue of a draft."""

    clue: Clue
    label: str
    cells: list[CellNumber]


class DraftAnswer(Fields):
    """A draft as a page needs it."""

    draft: Draft
    clues: list[DrawnClue] = Field(description="those of the draft, in their order")
    board: BoardAnswer
    ignored: list[Text] = Field(description="what the text says and nobody here understands")


class LeftRequest(PuzzleRequest):
    """A puzzle whose true candidates are wanted."""

    most: int = Field(8, ge=1, le=64, description="how many solutions are counted for each")


class LeftAnswer(Fields):
    """How many solutions have each digit in each cell."""

    verdict: Literal["unique", "multiple", "none", "unknown"]
    complete: bool = Field(description="false when time ran out: there may be more")
    counts: list[list[int]] = Field(
        description="for each cell and digit how many solutions were found, up to ``most``"
    )
    solutions: list[list[DigitNumber]] = Field(description="two of them, if there are this many")


class CountRequest(PuzzleRequest):
    """A puzzle whose solutions are to be counted."""

    limit: int = Field(1_000_000, ge=1, description="where counting stops")


class CountAnswer(Fields):
    """How many solutions a puzzle has."""

    count: int
    complete: bool = Field(description="false when time ran out or the limit was met: at least")


class NeedlessAnswer(Fields):
    """Givens and clues that can each be left out."""

    minimal: bool | None = Field(description="whether nothing can go; null where time ran out")
    givens: list[CellNumber]
    clues: list[Rule]


class NeededClue(Fields):
    """A clue, and the first step that needs it."""

    rule: Rule
    step: int | None = Field(description="its number; null where no step needs the clue")


class NeedsAnswer(Fields):
    """When each clue is needed on the path of smallest reasons."""

    end: str = Field(description="how the path ended: solved, stuck, broken or limit")
    steps: int
    clues: list[NeededClue]
