"""Recipes: what a data set is to hold, as TOML.

::

    name = "steps-to-hard"
    seed = 7
    shard = 50000                       # rows of a file at most
    licence = "cc0-1.0"                 # of the data, for the card
    labels = ["er", "ep", "ed", "hodoku_class", "techniques", "givens", "backtracks:backtrack"]

    [split]                             # shares; by class, so that no symmetric image leaks
    train = 0.9
    validation = 0.05
    test = 0.05

    [[part]]
    count = 10000
    er = [1.2, 2.3]                     # Sudoku Explainer's rating: least and largest

    [[part]]
    count = 1000
    rules = "4+diagonals"               # as everywhere; 9×9 if left out
    blanks = [1, 12]                    # fewest and most; as digging gives if left out

Labels are the columns of ratings (`cpsudoku.coaching.columns`), ``techniques``, ``givens``,
``backtracks:NAME`` (dead ends of that backend's search) and ``guesses`` (branches of
`bitboard`; null for other rules than the classic ones).
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cpsudoku
from cpsudoku.coaching.columns import COLUMNS
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats import parse_rules
from cpsudoku.learn.pools import Interval
from cpsudoku.rules import Rules

RATINGS = tuple(column.name for column in COLUMNS if column.name != "clues")
OTHERS = ("techniques", "givens", "guesses")
"""Labels beside ratings and ``backtracks:NAME``."""

_MOST_PUZZLES = 10**9


@dataclass(frozen=True)
class PartOfSet:
    """Puzzles of one kind.

    Args:
        er: the least and the largest rating; None for any.
        blanks: fewest and most blank cells; None for as many as digging gives.
    """

    count: int
    er: Interval | None = None
    blanks: tuple[int, int] | None = None
    rules: str = "9"

    @property
    def known_rules(self) -> Rules:
        """The rules.

        Raises:
            RulesError: the text makes no sense.
        """
        return parse_rules(self.rules, files=False).rules()


@dataclass(frozen=True)
class Recipe:
    """What a data set is to hold; see the module.

    Args:
        seed: the same recipe with the same seed gives the same puzzles.
        shard: rows of a file at most.
        licence: of the data, as a card names it.
    """

    name: str
    seed: int
    parts: tuple[PartOfSet, ...]
    split: tuple[tuple[str, float], ...] = (("train", 0.9), ("validation", 0.05), ("test", 0.05))
    labels: tuple[str, ...] = ("er", "givens")
    shard: int = 100_000
    licence: str = "cc0-1.0"

    @property
    def digest(self) -> str:
        """What tells recipes and versions apart, for the names of pieces."""
        told = json.dumps([asdict(self), cpsudoku.__version__], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    @classmethod
    def read(cls, path: Path) -> Recipe:
        """Return the recipe in a file.

        Raises:
            FormatError: it is not TOML, or not of that form.
            OptionError: what it asks for makes no sense.
            OSError: it cannot be read.
        """
        try:
            return cls.of(tomllib.loads(path.read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise FormatError(f"not TOML: {error}", source=str(path)) from None

    @classmethod
    def of(cls, said: dict[str, Any]) -> Recipe:
        """Return a recipe from what its file says.

        Args:
            said: as `tomllib` returns it.

        Raises:
            OptionError: a name is unknown, a value is of a wrong kind, or makes no sense.
        """
        known = {"name", "seed", "shard", "licence", "labels", "split", "part"}
        _only(said, known, "the recipe")
        parts = said.get("part")
        if not isinstance(parts, list) or not parts:
            raise OptionError("a recipe without [[part]]; expected at least one")
        found = cls(
            _text(said, "name", "dataset"),
            _whole(said, "seed", 0, 1 << 63),
            tuple(map(_part, parts)),
            _shares(said.get("split", dict(cls.split))),
            _labels(said.get("labels", list(cls.labels))),
            _whole(said, "shard", 1, _MOST_PUZZLES, cls.shard),
            _text(said, "licence", cls.licence),
        )
        if sum(part.count for part in found.parts) > _MOST_PUZZLES:
            raise OptionError(f"more than {_MOST_PUZZLES:,} puzzles")
        return found


def _only(said: dict[str, Any], known: set[str], where: str) -> None:
    if unknown := sorted(set(said) - known):
        raise OptionError(f"{where} says {unknown[0]!r}; expected {', '.join(sorted(known))}")


def _text(said: dict[str, Any], name: str, default: str) -> str:
    value = said.get(name, default)
    if not isinstance(value, str) or not value.strip() or "\n" in value:
        raise OptionError(f"{name} = {value!r}; expected a line of text")
    return value


def _whole(
    said: dict[str, Any], name: str, least: int, most: int, default: int | None = None
) -> int:
    value = said.get(name, default)
    if type(value) is not int or not least <= value <= most:
        raise OptionError(f"{name} = {value!r}; expected a whole number from {least}")
    return value


def _part(said: Any) -> PartOfSet:
    if not isinstance(said, dict):
        raise OptionError(f"part = {said!r}; expected [[part]]")
    _only(said, {"count", "er", "blanks", "rules"}, "a part")
    er, blanks = said.get("er"), said.get("blanks")
    for name, value, kinds in (("er", er, (int, float)), ("blanks", blanks, (int,))):
        if value is None:
            continue
        is_pair = isinstance(value, list) and len(value) == 2
        if not is_pair or not all(type(v) in kinds for v in value) or value[0] > value[1]:
            raise OptionError(f"{name} = {value!r}; expected least and most")
    part = PartOfSet(
        _whole(said, "count", 1, _MOST_PUZZLES),
        None if er is None else (float(er[0]), float(er[1])),
        None if blanks is None else (blanks[0], blanks[1]),
        _text(said, "rules", "9"),
    )
    cells = part.known_rules.cell_count
    if part.blanks is not None and not 0 <= part.blanks[0] <= part.blanks[1] <= cells:
        raise OptionError(f"blanks = {blanks}; expected 0 to {cells}")
    return part


def _shares(said: Any) -> tuple[tuple[str, float], ...]:
    good = isinstance(said, dict) and said and all(type(v) in (int, float) for v in said.values())
    if not good or min(said.values()) < 0 or abs(sum(said.values()) - 1) > 1e-9:
        raise OptionError(f"split = {said!r}; expected shares of 1 in all")
    for name in said:
        if not name.isidentifier():
            raise OptionError(f"split {name!r}; expected a name such as train")
    return tuple((name, float(share)) for name, share in said.items())


def _labels(said: Any) -> tuple[str, ...]:
    names = said if isinstance(said, list) else [said]
    for name in names:
        known = name in (*RATINGS, *OTHERS) or str(name).startswith("backtracks:")
        if not isinstance(name, str) or not known:
            expected = ", ".join((*RATINGS, *OTHERS, "backtracks:NAME"))
            raise OptionError(f"label {name!r}; expected {expected}")
    return tuple(dict.fromkeys(names))
