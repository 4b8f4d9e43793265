"""JSON as the standard has it, where a name twice in an object or ``NaN`` is an error and no guess.

Readers differ in which of two values of a name they take, so that two programs would read two
puzzles.  Faults in what a value says are raised with their place in it.

>>> loads('{"size": 4, "boxes": [2, 2], "size": 9}')
Traceback (most recent call last):
cpsudoku.errors.FormatError: the name 'size' occurs twice in an object
>>> raise placed(".also[1]", MisplacedError("'x'; expected a whole number", ".totals[0]"))
Traceback (most recent call last):
cpsudoku.formats.strict_json.MisplacedError: also[1].totals[0]: 'x'; expected a whole number
"""

from __future__ import annotations

import json
import re
from math import isfinite

from cpsudoku.errors import FormatError, RulesError, quoted


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise FormatError(f"the name {quoted(twice)} occurs twice in an object")
    return found


def _constant(name: str) -> object:
    raise FormatError(f"{name}, which is not a number in JSON")


def _float(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise FormatError(f"{text[:24]}, which is too great a number")
    return number


DECODER = json.JSONDecoder(object_pairs_hook=_members, parse_constant=_constant, parse_float=_float)
"""Reads a value strictly; `fault_of` says what it raises."""


def said(value: object) -> str:
    """Return the text of a value that JSON has no type for: a time, a decimal number."""
    if isinstance(value, bytes):
        raise FormatError(f"{quoted(value)} is not text; expected --format parquet or arrow")
    return str(value)


_LONE = re.compile("[\ud800-\udfff]")


def without_halves(text: str) -> str:
    r"""Return a text in which each half of a surrogate pair, which only JSON can say, is replaced.

    >>> without_halves("a\ud800b") == "a\ufffdb"
    True
    """
    return _LONE.sub("\N{REPLACEMENT CHARACTER}", text)


def dumps(value: object) -> str:
    r"""Return a value as JSON, over one line; what JSON has no type for is a text.

    Characters stand for themselves, but where some are half of a pair, as in names of files that
    are no text, all beyond ASCII are escaped.

    >>> print(dumps("数独"), dumps("a\udcff"))
    "数独" "a\udcff"

    Raises:
        FormatError: something in it is neither JSON nor text, such as an infinite number.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, default=said, allow_nan=False)
        return text if _LONE.search(text) is None else json.dumps(value, default=said)
    except FormatError:
        raise
    except ValueError:
        raise FormatError(
            f"NaN or an infinite number in {quoted(value)}, which JSON has not; "
            "expected --format csv or parquet"
        ) from None


def fault_of(error: ValueError | RecursionError, above: int = 0) -> FormatError:
    """Return an error of `DECODER` as one that says what is wrong and where, as far as known.

    Args:
        above: lines of the file above the text.
    """
    if isinstance(error, FormatError):
        return error
    if isinstance(error, RecursionError):
        return FormatError("JSON nested too deeply")
    if isinstance(error, json.JSONDecodeError):
        # Python's words go on with the place: "Invalid control character at".
        why = re.sub("( starting)? at$|: *$", "", error.msg)
        return FormatError(f"not JSON: {why}", line=above + error.lineno, column=error.colno)
    return FormatError("a number of thousands of digits")  # Python's own limit


def loads(text: str) -> object:
    """Return the value of a JSON text."""
    try:
        found: object = DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise fault_of(error) from None
    return found


class MisplacedError(RulesError):
    """A value of JSON that is not what is expected in its place, such as ``.boxes[1]``."""

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place.removeprefix('.')}: {message}" if place else message)
        self.message, self.place = message, place


def placed(place: str, error: RulesError) -> MisplacedError:
    """Return an error about a part of a value, such as ``.also[2]``, as one about the whole."""
    if isinstance(error, MisplacedError):
        return MisplacedError(error.message, place + error.place)
    return MisplacedError(str(error), place)


def unexpected(value: object, expected: str, place: str = "") -> MisplacedError:
    """Return the error that a value is of another kind than expected."""
    return MisplacedError(f"{quoted(value)}; expected {expected}", place)


def whole_number(value: object, place: str = "", expected: str = "a whole number") -> int:
    """Return a value that must be a whole number, which true and false are not."""
    if type(value) is not int:
        raise unexpected(value, expected, place)
    return value


def list_of(value: object, expected: str, place: str = "") -> list[object]:
    """Return a value that must be a list."""
    if not isinstance(value, list):
        raise unexpected(value, expected, place)
    return value
