"""Puzzles by levels of difficulty: by their givens, or by a rating that stands after them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from cpsudoku.errors import OptionError
from cpsudoku.formats import Record

Levels = dict[str, list[int]]
"""For the name of each level, in ascending order, the indices of its puzzles."""

_RATING = re.compile(
    r"(?<![\w.])(?:(?:ER|ED|SE|SER)\s*[=:]?\s*)?(≥\s*)?(\d{1,2}\.\d)(?![\d.])", re.I
)
_HIGHEST_RATING = 12.0

Key = TypeVar("Key", int, float)


def rating_of(comment: str) -> float | None:
    """Return the rating that stands in a puzzle's comment, or None.

    That is the first number with one decimal place from 0 to 12, as Nicolas Juillerat's Sudoku
    Explainer (2006) gives it: ``7.2``, ``ER=7.2``, or ``ED=7.2/1.2/1.2``, of which the first
    counts.  A lower bound, ``≥ 7.2``, is not a rating.

    >>> rating_of("ED=9.0/1.2/1.2 Easter Monster"), rating_of("EASY 334")
    (9.0, None)
    """
    found = _RATING.search(comment)
    rating = float(found[2]) if found and not found[1] else None
    return rating if rating is not None and rating <= _HIGHEST_RATING else None


def _by_rating(records: Sequence[Record]) -> Levels:
    """Return the puzzles in levels such as 1.0–1.9; those without a rating are the last."""
    if all(rating_of(record.comment) is None for record in records):
        raise OptionError(
            "no puzzle has a rating after it on its line, such as 7.2, as --by er expects; "
            "`cpsudoku rate FILE -o rated.txt` writes such lines"
        )

    def level(record: Record) -> float:
        rating = rating_of(record.comment)
        return float("inf") if rating is None else float(int(rating))

    def name(low: float) -> str:
        return "no rating" if low == float("inf") else f"{low:.1f}–{low + 0.9:.1f}"

    return _by(records, level, name)


def _by(
    records: Sequence[Record], key: Callable[[Record], Key], name: Callable[[Key], str]
) -> Levels:
    found: dict[tuple[int, Key], list[int]] = {}
    for index, record in enumerate(records):
        found.setdefault((record.puzzle.rules.size, key(record)), []).append(index)
    several = len({size for size, _ in found}) > 1
    return {
        f"{size}×{size}: {name(value)}" if several else name(value): members
        for (size, value), members in sorted(found.items())
    }


KINDS: Mapping[str, Callable[[Sequence[Record]], Levels]] = {
    "givens": lambda records: _by(records, lambda record: record.puzzle.clues, str),
    "er": _by_rating,
}
"""The ways to form levels, by the name that ``--by`` takes."""


def levels(records: Sequence[Record], by: str) -> Levels:
    """Return puzzles by levels of difficulty, whose names say the size where there are several."""
    if by not in KINDS:
        raise OptionError(f"--by {by}; expected {' or '.join(KINDS)}")
    return KINDS[by](records)
