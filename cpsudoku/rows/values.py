"""The values of a column: shared by all rows, a list, packed by compiled code, or of Arrow."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, pairwise, repeat
from typing import Any, NamedTuple, TypeAlias

from cpsudoku.formats.rules_text import rules_text
from cpsudoku.ground import compiled, files
from cpsudoku.rules import Rules


class Same(NamedTuple):
    """A value that all rows share."""

    value: object


class Number(str):
    """A number of JSON with a point or an exponent, as it was written."""


class Absent:
    """Stands in a column for a row that does not have it, as objects of JSON may."""

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "ABSENT"  # there is one, in another process too


ABSENT = Absent()


def plain_value(value: object) -> object:
    """Return a plain Python value for one of this package's types."""
    if isinstance(value, Absent):
        return None
    if isinstance(value, Number):
        return float(value)
    return rules_text(value) if isinstance(value, Rules) else value


class Packed:
    """Values as compiled code has read them.

    Args:
        kind: ``t`` for texts, ``g`` for those of `grid_texts`, ``f`` for numbers that are kept as
            texts, ``i`` for whole numbers, ``b`` for truth values, ``n`` for nothing but nulls.
        places: where each text begins and ends in `data`, as 32-bit numbers.
        known: for each row whether it has a value; None if all have one.
        blank: the character for 0 in grids.
    """

    def __init__(
        self, kind: str, places: bytes, data: bytes | bytearray, known: bytes | None,
        blank: str = "0",
    ) -> None:  # fmt: skip
        self.kind, self.places, self.data, self.known = kind, places, data, known
        self.blank = blank

    @cached_property
    def listed(self) -> list[Any]:
        """The values, read when they are first needed."""
        kind, data, known = self.kind, self.data, self.known
        values: list[Any]
        if kind == "n":
            return [None] * len(known or b"")
        if kind in "tfg":
            values = self._texts()
            values = list(map(Number, values)) if kind == "f" else values
        else:
            values = memoryview(data).cast("q" if kind == "i" else "?").tolist()
        if known is None:
            return values
        return [one if is_known else None for one, is_known in zip(values, known, strict=True)]

    def joined(self) -> bytes | bytearray:
        """Return the texts of grids, in sequence, as ASCII."""
        return self.data.translate(bytes([ord(self.blank), *b"123456789", *range(10, 256)]))

    def _texts(self) -> list[str]:
        if self.kind == "g":
            text = self.joined().decode("ascii")
            return [text[at : at + CELLS] for at in range(0, len(text), CELLS)]
        data, ends = self.data, memoryview(self.places).cast("i").tolist()
        places = pairwise(ends)
        if data.isascii():
            text = data.decode("ascii")
            return [text[begin:end] for begin, end in places]
        return [data[begin:end].decode() for begin, end in places]


CELLS = 81
"""Cells of the grids that compiled code reads and writes."""


def grid_texts(digits: bytes | bytearray, blank: str = "0") -> Packed:
    """Return texts of 81 digits each, as solutions and classic puzzles are written.

    Args:
        digits: a byte for each, of all grids in sequence.
        blank: the character for 0.
    """
    return Packed("g", b"", digits, None, blank)


Values: TypeAlias = "Same | list[Any] | range | Packed | Any"
"""The values of a column; what is none of these classes is an array of Arrow's."""


def listed(values: Values, count: int) -> list[Any]:
    """Return the values of a column as Python's own."""
    if isinstance(values, Same):
        return [values.value] * count
    if isinstance(values, list):
        return values
    if isinstance(values, range):
        return list(values)
    if isinstance(values, Packed):
        return values.listed
    from cpsudoku.rows import arrow  # which loads Arrow

    return arrow.values_of(values)


def packed(values: Values, count: int) -> Packed | None:
    """Return a column of texts or of numbers as compiled code takes it; None for any other."""
    if isinstance(values, Packed):
        return values if values.known is None and values.kind in "tfig" else None
    column = listed(values, count)
    kinds = set(map(type, column))
    if kinds == {int}:
        try:
            return Packed("i", b"", array("q", column).tobytes(), None)
        except OverflowError:
            return None
    if kinds != {str}:
        return None
    try:
        texts = column if "".join(column).isascii() else [text.encode() for text in column]
    except UnicodeEncodeError:  # half of a character that takes two
        return None
    places = array("i", accumulate(map(len, texts), initial=0))
    data = "".join(column).encode()
    return Packed("t", places.tobytes(), data, None)


def text_of_rows(parts: Sequence[str | Values], count: int, errors: str = files.REPLACED) -> bytes:
    """Return rows as one text in UTF-8: in each the parts, those of `str` as they are.

    Values are written as `str` writes them, and what is not UTF-8 as a handler of errors says.
    """
    if compiled.is_there() and count:
        found = [_for_native(one, count, errors) for one in parts]
        known = [one for one in found if one is not None]
        if len(known) == len(found):
            return compiled.native.rows_text(known, count)
    texts = [one.replace("%", "%%") if isinstance(one, str) else "%s" for one in parts]
    values = [listed(one, count) for one in parts if not isinstance(one, str)]
    rows = zip(*values, strict=True) if values else repeat((), count)
    return "".join(map("".join(texts).__mod__, rows)).encode("utf-8", errors)


def _for_native(part: str | Values, count: int, errors: str) -> Any:
    """Return a part of rows as compiled code takes it, consecutive numbers as their first."""
    if isinstance(part, str):
        return part.encode("utf-8", errors)
    if isinstance(part, range) and part.step == 1:
        return part.start
    found = packed(part, count)
    if found is not None and found.kind == "g":
        return memoryview(found.data).cast("B", (count, CELLS)), found.blank
    return None if found is None else (found.kind, found.places, found.data)


def listed_rows(columns: Sequence[Values], count: int) -> list[tuple[Any, ...]]:
    """Return the rows of columns, as Python's own values; count says how many there are."""
    return list(zip(*(listed(values, count) for values in columns), strict=True))


def some(values: Values, rows: slice | Sequence[int]) -> Values:
    """Return the values of some rows."""
    if isinstance(values, Same):
        return values
    values = values.listed if isinstance(values, Packed) else values
    if isinstance(rows, slice):
        return values[rows]
    if isinstance(values, list | range):
        return [values[row] for row in rows]
    from cpsudoku.rows import arrow

    return arrow.taken(values, rows)
