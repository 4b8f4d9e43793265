"""Readers that several types share, and parts of their arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.reader import Take
from cpsudoku.rules import Constraint
from cpsudoku.variants.base import Variant

Arguments: TypeAlias = tuple[str, ...]
Made: TypeAlias = Iterable[Constraint]


_NUMBER = re.compile(r"-?[0-9]{1,6}")


def number(text: str) -> int:
    """Return a whole number.

    Raises:
        FormatError: it is none.
    """
    if not _NUMBER.fullmatch(text.strip()):
        raise FormatError(f"{text[:20]!r}; expected a number")
    return int(text)


def on_cells(variant: Callable[..., Variant]) -> Take:
    """Return a reader of a variant of some cells."""
    return lambda reader, names: [variant(reader.board, reader.cells(names))]


def everywhere(variant: Callable[..., Variant]) -> Take:
    """Return a reader of a variant of the whole board."""
    return lambda reader, _: [variant(reader.board)]


def with_number(variant: Callable[..., Variant]) -> Take:
    """Return a reader of a number in front of the cells."""
    return lambda reader, args: [variant(reader.board, reader.cells(args[1:]), number(args[0]))]


def segments(items: Iterable[str]) -> list[list[str]]:
    """Return the lists of names between which dashes stand."""
    found: list[list[str]] = [[]]
    for item in items:
        if item == "-":
            found.append([])
        else:
            found[-1].append(item)
    return found
