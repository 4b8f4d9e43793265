"""What a shape is, and the parts of arguments that several have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from cpsudoku.errors import FormatError
from cpsudoku.rules import Constraint

if TYPE_CHECKING:
    from cpsudoku.formats.setters.iss.reader import StringReader
    from cpsudoku.formats.setters.iss.writing.writer import StringWriter

Arguments: TypeAlias = tuple[str, ...]
Made: TypeAlias = Iterable[Constraint]
Words: TypeAlias = tuple[str, ...]
Kind: TypeAlias = Callable[..., Constraint]
Read: TypeAlias = "Callable[[StringReader, Any, Arguments, Words], Made | None]"
Write: TypeAlias = "Callable[[StringWriter, str, Any, Words], str | None]"


class IssShape(NamedTuple):
    """How a variant stands in a string.

    Args:
        read: gives what arguments mean for a class and its further words; None where they are of
            another shape.
        write: gives the parts of a type for a variant and its words; None where it cannot say it.
    """

    read: Read
    write: Write


_NUMBER = re.compile(r"-?[0-9]{1,6}")


def number(text: str) -> int:
    """Return a whole number.

    Raises:
        FormatError: it is not one.
    """
    if not _NUMBER.fullmatch(text.strip()):
        raise FormatError(f"{text[:20]!r}; expected a number")
    return int(text)


def segments(items: Iterable[str]) -> list[list[str]]:
    """Return the lists of names that are separated by dashes."""
    found: list[list[str]] = [[]]
    for item in items:
        if item == "-":
            found.append([])
        else:
            found[-1].append(item)
    return found


def unread(_: StringReader, __: Kind, ___: Arguments, ____: Words) -> Made:
    """Return nothing, for what is read elsewhere."""
    return ()


def unwritten(_: StringWriter, __: str, ___: Constraint, ____: Words) -> None:
    """Return nothing, for what is written elsewhere or by its primitives."""
