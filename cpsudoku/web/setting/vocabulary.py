"""The palette: every clue that can be drawn, made from the vocabulary's own data."""

from __future__ import annotations

from inspect import getdoc
from typing import cast

from cpsudoku.drawing.variants import OUTSIDE
from cpsudoku.variants import naming, registry
from cpsudoku.variants.registry import VariantType
from cpsudoku.web.setting.models import ClueField, ClueKind, Family, Kind, VocabularyAnswer

HOUSES = {
    "diagonals": "Both main diagonals have different digits.",
    "windows": "Four further squares have different digits, as in windoku.",
    "disjoint": "Cells at the same place of their boxes have different digits.",
}
"""Houses that are added to the others, all at once."""

NOT_DRAWN = frozenset({"chaos", "regionrun", "regioncount"})
"""They speak of auxiliary cells beside the grid, which no board that is drawn on has."""


def vocabulary() -> VocabularyAnswer:
    """Return all clues that can be drawn, a family after the other."""
    houses = [
        ClueKind(type=name, means=means, outside=False, fields=[]) for name, means in HOUSES.items()
    ]
    families = [
        Family(family=family, clues=[_kind(one) for one in variants if one.name not in NOT_DRAWN])
        for family, variants in registry.families().items()
    ]
    return VocabularyAnswer(families=[*families, Family(family="houses", clues=houses)])


def _kind(variant: VariantType) -> ClueKind:
    return ClueKind(
        type=variant.name,
        means=(getdoc(variant) or "").partition("\n\n")[0].replace("\n", " "),
        outside=variant.name in OUTSIDE,
        fields=[
            ClueField(name=field.name, kind=cast(Kind, field.kind), required=field.required)
            for field in naming.fields_of(variant)
        ],
    )
