"""Which variants there are, by name; others add theirs with an entry point.

An entry point of the group ``cpsudoku.variants`` names a class that derives from
`cpsudoku.variants.base.Variant`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple, TypeAlias

from cpsudoku.errors import RulesError
from cpsudoku.variants.base import Variant

VariantType: TypeAlias = type[Variant]

GROUP = "cpsudoku.variants"
"""The group of entry points."""

_CLASSES = {
    "cages": "Killer Sum EqualityCage Rellik Lunchbox",
    "counts": "Contains Quad ContainsExactly LookAndSay SameValues Distinct CountedDistinct",
    "lines": "Thermo SlowThermo Whispers Renban Palindrome Between Lockout Modular Entropic Nabner",
    "sum_lines": "Arrow DoubleArrow Zipper EqualSums SumLine SumLoop",
    "dots": "White Black PairSum Greater NoWhite NoBlack NoSum",
    "chess": "AntiMove AntiKnight AntiKing AntiTaxicab NonConsecutive TopBottom",
    "regions": "ExtraRegion Clone GlobalEntropy GlobalMod CountingCircles Flatmates",
    "cells": "Among Odd Even Minimum Maximum",
    "outside": "LittleKiller Sandwich XSum Skyscraper HiddenSkyscraper NumberedRoom",
    "ranks": "FullRank NoTies",
    "chaos": "ConnectedDigits ChaosRegions RegionRun RegionCount",
    "indexing": "RowIndexer ColumnIndexer BoxIndexer ValueIndex",
}
"""The classes of each family's module."""


@cache
def families() -> dict[str, tuple[VariantType, ...]]:
    """Return the variants by their families; those that others added are one at the end."""
    found = {
        family: tuple(one for one in variants().values() if one.__module__ == _home(family))
        for family in _CLASSES
    }
    ours = {_home(family) for family in _CLASSES}
    added = tuple(one for one in variants().values() if one.__module__ not in ours)
    return found | ({"added": added} if added else {})


def _home(family: str) -> str:
    return f"cpsudoku.variants.{family}"


@cache
def variants() -> dict[str, VariantType]:
    """Return all variants by their names, a family after the other, then those of others."""
    return _ours() | _of_others(_ours())


@cache
def _ours() -> dict[str, VariantType]:
    found: dict[str, VariantType] = {}
    for module, classes in _CLASSES.items():
        home = import_module(_home(module))
        for name in classes.split():
            variant: VariantType = getattr(home, name)
            found[variant.name] = variant
    return found


def forget() -> None:
    """Forget which variants there are, as after a package that adds some was installed."""
    for found in (families, variants, _by_field):
        found.cache_clear()


class Row(NamedTuple):
    """How a notation writes a variant, both ways.

    Args:
        variant: the class.
        field: what the notation calls it.
        shape: how its cells and numbers stand there, out of the notation's ``SHAPES``.
        words: what else the shape asks for.
    """

    variant: Callable[..., Variant]
    field: str
    shape: str
    words: tuple[str, ...]


@cache
def rows_of(variant: type, notation: str) -> tuple[Row, ...]:
    """Return how a notation writes a class; none where it has no word for it.

    What a class says is not true of those derived from it.

    Args:
        variant: the class of any constraint.
        notation: its name.
    """
    said = vars(variant).get("notations", {}).get(notation, "").split(";")
    split = ((*row.split(), "cells")[: max(2, len(row.split()))] for row in said if row.strip())
    return tuple(Row(variant, field, shape, tuple(words)) for field, shape, *words in split)


def rows_named(notation: str, field: str) -> tuple[Row, ...]:
    """Return the variants that a notation calls by a field; those of others where none of ours is.

    Args:
        notation: its name.
        field: what it calls them.
    """
    return _by_field(notation, ours=True).get(field) or _by_field(notation, ours=False).get(
        field, ()
    )


@cache
def _by_field(notation: str, *, ours: bool) -> dict[str, tuple[Row, ...]]:
    found: dict[str, tuple[Row, ...]] = {}
    for variant in (_ours() if ours else variants()).values():
        for row in rows_of(variant, notation):
            found[row.field] = (*found.get(row.field, ()), row)
    return found


def _of_others(ours: dict[str, VariantType]) -> dict[str, VariantType]:
    from importlib.metadata import entry_points

    found: dict[str, VariantType] = {}
    for point in entry_points(group=GROUP):
        variant = _loaded(point.name, point.load)
        if variant.name in ours:
            raise RulesError(f"variant {variant.name!r} of {point.value} has a name that is taken")
        found[variant.name] = variant
    return found


def _loaded(name: str, load: object) -> VariantType:
    assert callable(load)
    try:
        variant = load()
    except Exception as error:
        raise RulesError(f"variant {name!r} cannot be loaded: {error}") from error
    if not (isinstance(variant, type) and issubclass(variant, Variant)):
        raise RulesError(f"variant {name!r} is no class derived from cpsudoku's Variant")
    return variant


def variant_named(name: str) -> VariantType:
    """Return the class of a variant.

    Args:
        name: its name.

    Raises:
        RulesError: there is none of that name.
    """
    found = variants().get(name)
    if found is None:
        from difflib import get_close_matches

        near = get_close_matches(name, variants(), n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise RulesError(f"there is no variant {name!r}{hint}")
    return found
