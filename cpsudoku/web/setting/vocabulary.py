"""The palette: every clue that can be drawn, made from the vocabulary's own data."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from cpsudoku.drawing.constraints import is_outside
from cpsudoku.formats.rules_json import listed
from cpsudoku.formats.rules_words import ADDED_HOUSES
from cpsudoku.formats.setters.f_puzzles import DECORATION, SILENT
from cpsudoku.rules import samurai
from cpsudoku.variants import registry
from cpsudoku.variants.base import HALF_OF_DIGITS, FieldKind, fields_of
from cpsudoku.variants.naming import HOUSES, meaning_of
from cpsudoku.variants.registry import VariantType
from cpsudoku.variants.traits import Depiction, Mark
from cpsudoku.web.setting.models import ClueField, ClueKind, Family, VocabularyAnswer

_SAME = ("of_regions", "layers", "repeats", "labelled", "shown", "joint", "signs", "spoken")
"""What a kind has from its variant as it is."""

TO_FIND = "chaos"
"""The clue that regions are to be found, which needs nothing drawn: it is about all cells."""


def vocabulary() -> VocabularyAnswer:
    """Return all clues that can be drawn, a family after the other."""
    houses = [
        ClueKind(type=name, means=means, outside=False, of_regions=False, drawn=None, fields=[])
        for name, means in HOUSES.items()
    ]
    drawn = {
        family: [_kind(one) for one in variants if not _is_of_clues(one)]
        for family, variants in registry.families().items()
    }
    families = [Family(family=family, clues=clues) for family, clues in drawn.items() if clues]
    return VocabularyAnswer(families=[*families, Family(family="houses", clues=houses)])


def written() -> dict[str, Any]:
    """Return the vocabulary, and all else that has a name, as a page without a server needs it."""
    return vocabulary().model_dump() | {
        "boards": {"samurai": listed(samurai())},
        "houses": ADDED_HOUSES,
        "f_puzzles": {"silent": sorted(SILENT), "decoration": DECORATION},
    }


def _is_of_clues(variant: VariantType) -> bool:
    """Return whether a variant is about other clues, which nobody can draw."""
    return any(field.kind is FieldKind.CLUES for field in fields_of(variant))


def _kind(variant: VariantType) -> ClueKind:
    row, *_ = *registry.rows_of(variant, "f_puzzles"), None
    fields = [ClueField.model_validate(one, from_attributes=True) for one in fields_of(variant)]
    is_drawn = variant.name != TO_FIND and not variant.layers
    asked = [field for field in fields if variant.layers and not field.kind.is_of_cells]
    return ClueKind(
        type=variant.name,
        means=meaning_of(variant),
        outside=is_outside(variant),
        drawn=_drawing(variant.drawn),
        fields=fields if is_drawn else asked,
        parameters=None if is_drawn else fields,
        least=getattr(variant, "least", 1),
        usual="half" if variant.usual is HALF_OF_DIGITS else _number(variant.usual),
        **{name: getattr(variant, name) for name in _SAME},
        f_puzzles=None if row is None else [row.field, row.shape, *row.words],
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _drawing(looks: Depiction | None) -> dict[str, Any] | None:
    if looks is None:
        return None
    words = {} if isinstance(looks, Mark) else asdict(looks)
    return {"kind": looks.kind, "layer": looks.layer, **words}
