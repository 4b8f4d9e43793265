"""Which variants there are, by name; others add theirs with an entry point.

An entry point of the group ``cpsudoku.variants`` names a class that derives from
`cpsudoku.variants.base.Variant`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import cache
from importlib import import_module
from inspect import get_annotations
from typing import NamedTuple, TypeAlias

from cpsudoku.errors import RulesError
from cpsudoku.ground.names import alike, plain, suggestion
from cpsudoku.variants.base import Variant
from cpsudoku.words import languages, templates

VariantType: TypeAlias = type[Variant]

GROUP = "cpsudoku.variants"  # the group of entry points
_OURS = ("cages", "counts", "lines", "sum_lines", "dots", "chess", "regions", "cells", "outside",
         "ranks", "chaos", "indexing", "layers",
         "composed")  # fmt: skip
"""The families, each a module with its classes."""

_ADDED = "added"
_EVERY = (*_OURS, _ADDED)  # all families; that of those that others added is the last


@cache
def _family(family: str) -> dict[str, VariantType]:
    """Return the variants of a family by their names; its module is loaded now if it was not."""
    if family == _ADDED:
        return _of_others({name for ours in _OURS for name in _family(ours)})
    home = import_module(f"cpsudoku.variants.{family}")
    named = (one for one in vars(home).values() if isinstance(one, type) and "name" in vars(one))
    found = (one for one in named if issubclass(one, Variant) and one.__module__ == home.__name__)
    return {variant.name: variant for variant in found}


def families() -> dict[str, tuple[VariantType, ...]]:
    """Return the variants by their families; those that others added are one at the end."""
    every = {family: tuple(_family(family).values()) for family in _EVERY}
    return {family: variants for family, variants in every.items() if variants}


@cache
def variants() -> dict[str, VariantType]:
    """Return all variants by their names, a family after the other, then those of others."""
    return {name: one for family in _EVERY for name, one in _family(family).items()}


def found_variant(name: str) -> VariantType | None:
    """Return the class of a variant or None; only the families before its own are loaded."""
    return next(filter(None, (_family(family).get(name) for family in _EVERY)), None)


def called(name: str) -> tuple[str, ...]:
    """Return the names of the variants that people call so, in any language; empty for none.

    >>> called("Anti-Knight"), called("thermometer"), called("kropki")
    (('antiknight',), ('thermo',), ('white', 'black'))
    """
    found = alike(name, variants())
    return (found,) if found else _called().get(plain(name), ())


@cache
def _called() -> dict[str, tuple[str, ...]]:
    """Return the names of variants by what else they are called."""
    found: dict[str, dict[str, None]] = {}
    for words in map(templates, languages()):
        for name in variants():
            said = f"{words.get(f'clue {name}', '')},{words.get(f'also {name}', '')}"
            for other in filter(None, map(plain, said.split(","))):
                found.setdefault(other, {})[name] = None
    return {other: tuple(names) for other, names in found.items()}


def hint(name: str, *others: str) -> str:
    """Return a question for the end of a message: the variant meant by a wrong name, if one is.

    Args:
        others: what else might be meant, by likeness.
    """
    if names := called(name):
        return f"; did you mean {' or '.join(map(repr, names))}?"
    return suggestion(name, [*others, *variants()])


def forget() -> None:
    """Forget which variants there are, as after a package that adds some was installed."""
    for found in (_family, variants, _called, _by_field):
        found.cache_clear()


class NotationRow(NamedTuple):
    """How a notation writes a variant, both ways.

    Args:
        field: what the notation calls it.
        shape: how its cells and numbers stand there, out of the notation's ``SHAPES``.
    """

    variant: Callable[..., Variant]
    field: str
    shape: str
    words: tuple[str, ...]


@cache
def rows_of(variant: type, notation: str) -> tuple[NotationRow, ...]:
    """Return how a notation writes a class; none where it has no word for it.

    What a class says is not true of those derived from it.
    """
    rows = (row for row in vars(variant).get("notations", ()) if row.notation == notation)
    return tuple(NotationRow(variant, row.field, row.shape, row.words) for row in rows)


def rows_named(notation: str, field: str) -> tuple[NotationRow, ...]:
    """Return the variants that a notation calls by a field, which are of one family."""
    every = (_by_field(family, notation).get(field) for family in _EVERY)
    return next(filter(None, every), ())


@cache
def _by_field(family: str, notation: str) -> dict[str, tuple[NotationRow, ...]]:
    found: dict[str, tuple[NotationRow, ...]] = {}
    for variant in _family(family).values():
        for row in rows_of(variant, notation):
            found[row.field] = (*found.get(row.field, ()), row)
    return found


def _of_others(ours: set[str]) -> dict[str, VariantType]:
    from importlib.metadata import entry_points

    found: dict[str, VariantType] = {}
    for point in entry_points(group=GROUP):
        try:
            variant = point.load()
        except Exception as error:
            raise RulesError(f"variant {point.name!r} cannot be loaded: {error}") from error
        if not (isinstance(variant, type) and issubclass(variant, Variant)):
            why = "is not a class derived from cpsudoku's Variant"
            raise RulesError(f"variant {point.name!r} {why}")
        if variant.name in ours:
            raise RulesError(f"variant {variant.name!r} of {point.value} has a name that is taken")
        if undeclared := _annotated(variant) - {field.name for field in fields(variant)}:
            how = "expected @dataclass(frozen=True) above its class"
            raise RulesError(f"variant {variant.name!r} has no field {min(undeclared)}; {how}")
        found[variant.name] = variant
    return found


def _annotated(variant: VariantType) -> set[str]:
    """Return the names that a class and those above it declare as fields."""
    declared = (hint for one in variant.__mro__ for hint in get_annotations(one).items())
    return {name for name, hint in declared if "ClassVar" not in str(hint)}


def variant_named(name: str) -> VariantType:
    """Return the class of a variant, however people write its name."""
    found = found_variant(name) or found_variant(plain(name))
    if found is None:
        raise RulesError(f"there is no variant {name!r}{hint(name)}")
    return found
