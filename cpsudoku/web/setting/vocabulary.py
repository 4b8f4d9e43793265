"""The palette: every clue that can be drawn, made from the vocabulary's own data."""

from __future__ import annotations

from typing import Any

from cpsudoku.drawing.variants import is_outside
from cpsudoku.formats.rules_json import listed
from cpsudoku.rules import samurai
from cpsudoku.variants import registry
from cpsudoku.variants.base import fields_of
from cpsudoku.variants.chaos import ChaosRegions
from cpsudoku.variants.registry import VariantType
from cpsudoku.web.boards import HOUSES, meaning_of
from cpsudoku.web.setting.models import ClueField, ClueKind, Family, VocabularyAnswer

TO_FIND = "chaos"
"""The clue that regions are to be found, which needs nothing drawn: it is about all cells."""


def vocabulary() -> VocabularyAnswer:
    """Return all clues that can be drawn, a family after the other."""
    houses = [
        ClueKind(type=name, means=means, outside=False, of_regions=False, drawn="", fields=[])
        for name, means in HOUSES.items()
    ]
    families = [
        Family(family=family, clues=[_kind(one) for one in variants])
        for family, variants in registry.families().items()
    ]
    return VocabularyAnswer(families=[*families, Family(family="houses", clues=houses)])


def written() -> dict[str, Any]:
    """Return the vocabulary with what a page without a server needs beside.

    That is the parameters of what needs nothing drawn, how few cells a clue may have and whether it
    may come to one again, which of its numbers stand in its label, the words that speak of it, its
    field, shape and words in f-puzzles; and the boards that have names.
    """
    found = vocabulary().model_dump() | {"boards": {"samurai": listed(samurai())}}
    for family in found["families"]:
        for kind in family["clues"]:
            variant = registry.variants().get(kind["type"])
            row, *_ = *([] if variant is None else registry.rows_of(variant, "f_puzzles")), None
            if kind["type"] == TO_FIND:
                kind["parameters"] = [field.model_dump() for field in _fields(ChaosRegions)]
            kind["least"] = getattr(variant, "least", 1)
            kind["repeats"] = getattr(variant, "repeats", False)
            kind["shown"] = getattr(variant, "shown", ())
            kind["spoken"] = getattr(variant, "spoken", "")
            kind["f_puzzles"] = None if row is None else [row.field, row.shape, *row.words]
    return found


def _kind(variant: VariantType) -> ClueKind:
    return ClueKind(
        type=variant.name,
        means=meaning_of(variant),
        outside=is_outside(variant),
        of_regions=variant.of_regions,
        drawn=variant.drawn,
        fields=[] if variant.name == TO_FIND else _fields(variant),
    )


def _fields(variant: VariantType) -> list[ClueField]:
    return [ClueField.model_validate(one, from_attributes=True) for one in fields_of(variant)]
