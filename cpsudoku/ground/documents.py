"""Documents of JSON and TOML as typed values, whose annotations say what is expected.

A dataclass stands for an object with its fields and no others; those with a default may be missing.
Lists become tuples.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Move:
...     cells: tuple[int, ...]
...     digit: Annotated[int, Condition(range(1, 10).__contains__, "1 to 9")]
...     note: str | None = None
>>> read_as(Move, {"cells": [0, 1], "digit": 4})
Move(cells=(0, 1), digit=4, note=None)
>>> read_as(Move, {"cells": [0, 1], "digit": 10}, "moves[0]")
Traceback (most recent call last):
cpsudoku.errors.FormatError: moves[0].digit: 10; expected 1 to 9
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar

from cpsudoku.errors import FormatError, quoted

T = TypeVar("T")

OTHER_NAME = "name in documents"
"""The key of a field's metadata for the name that a document has for it, such as ``with``."""


class Condition(NamedTuple):
    """A condition beside the type, for `typing.Annotated`, and what messages say is expected."""

    holds: Callable[[Any], object]
    expected: str


def exactly(value: object) -> Condition:
    """Return the condition that something is a value, such as the version of a form."""
    return Condition(value.__eq__, repr(value))


def read_as(kind: type[T], value: object, place: str = "") -> T:
    """Return a value that JSON or TOML held as a typed one.

    Args:
        kind: a number, text or truth value, a tuple, dictionary or dataclass of such kinds, each
            perhaps with a `Condition`, or with None as another; ``object`` for anything.
        place: what messages call the value; empty for a whole document.

    Raises:
        FormatError: something in it is of another kind; the message begins with its place.
    """
    found: T = _read(kind, value, place)
    return found


_WORDS = {
    int: "a whole number", float: "a number", str: "a text", bool: "true or false",
    tuple: "a list", dict: "an object",
}  # fmt: skip


def _read(kind: Any, value: Any, place: str, expected: str = "") -> Any:
    """Return a value as one of a kind, or refuse it in words for what is expected."""
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    before = f"{place}." if place else ""  # the names of members
    if origin in (UnionType, typing.Union):
        return None if value is None else _read(inner[0], value, place, expected)
    if origin is Annotated:
        expected = inner[1].expected
        found = _read(inner[0], value, place, expected)
        if inner[1].holds(found):
            return found
    elif origin is tuple and isinstance(value, list):
        kinds = inner[:1] * len(value) if inner[1:] == (...,) else inner
        if len(kinds) == len(value):
            each = enumerate(zip(kinds, value, strict=True))
            return tuple(_read(own, one, f"{place}[{at}]") for at, (own, one) in each)
    elif origin is dict and isinstance(value, dict):
        return {name: _read(inner[1], one, before + name) for name, one in value.items()}
    elif is_dataclass(kind) and isinstance(value, dict):
        return _of_members(kind, value, before)
    elif kind in (object, type(value)) or (
        (kind, type(value)) == (float, int) and abs(value) <= sys.float_info.max
    ):
        return float(value) if kind is float else value
    expected = expected or _WORDS.get(origin or kind) or f"an object with {', '.join(_named(kind))}"
    raise FormatError(f"{quoted(value)}; expected {expected}", source=place or None)


def _of_members(kind: Any, value: dict[str, object], before: str) -> Any:
    """Return an object as a dataclass, given what stands before names of members in places."""
    kinds, names = typing.get_type_hints(kind, include_extras=True), _named(kind)
    for name in value:  # first, as a name may be missing because it is misspelt
        if name not in names:
            raise FormatError(f"unknown; expected {', '.join(names)}", source=before + name[:40])
    for name, one in names.items():
        if name not in value and one.default is MISSING:
            raise FormatError("it is missing", source=before + name)
    found = {}
    for name, member in value.items():
        field = names[name].name
        found[field] = _read(kinds[field], member, before + name)
    return kind(**found)


def _named(kind: Any) -> dict[str, Field[Any]]:
    """Return the fields of a dataclass by their names in documents."""
    return {one.metadata.get(OTHER_NAME, one.name): one for one in fields(kind)}


def differences(before: Mapping[str, object], after: Mapping[str, object]) -> str:
    """Return in words what differs between two requests; empty where nothing does.

    >>> differences({"seed": 1, "clues": 24}, {"seed": 1, "clues": 25})
    'clues was 24, is 25'
    """
    return ", ".join(
        f"{name} was {before.get(name)}, is {after.get(name)}"
        for name in {**before, **after}
        if before.get(name) != after.get(name)
    )
