"""Recipes of data sets, as TOML; ``docs/how-to/learn.md`` shows one.

A recipe has a name, a seed, labels, shares of splits and parts, each of which says what its puzzles
are like and how many there are.  What is left out has its value in `Recipe` or `PartOfSet`.

Labels are the columns of ratings (`cpsudoku.logic.explaining.difficulty`), ``techniques``,
``givens``, ``backtracks:NAME`` and ``guesses``.  Both of these count up to the first solution.
``backtracks:NAME`` are the dead ends of that backend's search, such as
``backtracks:backtrack:index`` (cells in order) or ``backtracks:fd``.  ``guesses`` are the branches
of `bitboard`, each into a candidate and its absence after hidden singles and locked candidates.
tdoku branches like that, and sudoku-extreme's ratings are its backtracks; the counts differ, since
the two do not choose the same candidates.  It is null for other rules than the classic ones.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cpsudoku
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats import parse_rules
from cpsudoku.generation.layouts import split, wishes
from cpsudoku.generation.setting import VariantSpec
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.learn.labels import check_label
from cpsudoku.learn.puzzles import Interval, tenths
from cpsudoku.rules import Rules

_MOST_PUZZLES = 10**9


@dataclass(frozen=True)
class PartOfSet:
    """Puzzles of one kind.

    Args:
        er: the least and the largest rating; None for any.
        from_scratch: see `cpsudoku.generation.specs.DifficultySpec`.
        blanks: fewest and most blank cells; None for as many as digging gives.
        variants: what is laid out again for each puzzle, as ``killer:8``.
        givens: of puzzles with such variants, how many there may be; None for as many as it takes.
    """

    count: int
    er: Interval | None = None
    blanks: tuple[int, int] | None = None
    rules: str = "9"
    variants: tuple[str, ...] = ()
    givens: int | None = None
    from_scratch: bool = False

    @property
    def difficulty(self) -> DifficultySpec | None:
        """The difficulty of each puzzle; None for any."""
        if self.er is None and not self.from_scratch:
            return None
        er = None if self.er is None else tenths(self.er)
        return DifficultySpec(er=er, from_scratch=self.from_scratch)

    @property
    def clues(self) -> tuple[int, int] | None:
        """Fewest and most givens; None for as few as digging gives."""
        cells = self.known_rules.cell_count
        return None if self.blanks is None else (cells - self.blanks[1], cells - self.blanks[0])

    @property
    def is_searched_for(self) -> bool:
        """Whether its puzzles come from searches, a family from each."""
        return self.difficulty is not None and self.difficulty.is_searched_for

    @property
    def known_rules(self) -> Rules:
        """The rules, with the variants that hold all over the board.

        Raises:
            OptionError: a variant's text is not of that form.
            RulesError: the text makes no sense.
        """
        rules = parse_rules(self.rules, files=False).rules()
        _, everywhere = split(wishes(self.variants), rules.board)
        return rules.with_constraints(everywhere)

    @property
    def wished(self) -> dict[str, int]:
        """How many of which variants are laid out at most.

        Raises:
            OptionError: a text is not of that form.
            RulesError: there is no such variant.
        """
        return split(wishes(self.variants), self.known_rules.board)[0]


@dataclass(frozen=True)
class Recipe:
    """The recipe of a data set; see the module.

    Args:
        seed: the same recipe with the same seed gives the same puzzles.
        shard: rows of a file at most.
        licence: of the data, by the name that a card uses.
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
        """A digest of the recipe and the version, for the names of pieces."""
        stated = json.dumps([asdict(self), cpsudoku.__version__], sort_keys=True)
        return hashlib.sha256(stated.encode()).hexdigest()[:16]

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
        """Return a recipe from what its file says, as `tomllib` returns it.

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
    known = {"count", "er", "blanks", "rules", "with", "givens", "from_scratch"}
    _only(said, known, "a part")
    er, blanks = _pair(said, "er", int, float), _pair(said, "blanks", int)
    part = PartOfSet(
        _whole(said, "count", 1, _MOST_PUZZLES),
        er,
        blanks,
        _text(said, "rules", "9"),
        _variants(said.get("with", [])),
        None if "givens" not in said else _whole(said, "givens", 0, _MOST_PUZZLES),
        said.get("from_scratch", False),
    )
    if type(part.from_scratch) is not bool:
        raise OptionError(f"from_scratch = {part.from_scratch!r}; expected true or false")
    _ = part.difficulty  # refuses what makes no sense
    cells = part.known_rules.cell_count
    if part.blanks is not None and not 0 <= part.blanks[0] <= part.blanks[1] <= cells:
        raise OptionError(f"blanks = {list(part.blanks)}; expected 0 to {cells}")
    if part.wished:
        if er is not None or blanks is not None:
            raise OptionError("er and blanks do not go with variants that are laid out")
        VariantSpec.of(part.known_rules, part.wished)
    elif part.givens is not None:
        raise OptionError("givens is for variants that are laid out; expected blanks")
    return part


def _pair(said: dict[str, Any], name: str, *kinds: type) -> tuple[Any, Any] | None:
    """Return two numbers as the last of some kinds."""
    value = said.get(name)
    if value is None:
        return None
    is_pair = isinstance(value, list) and len(value) == 2
    if not is_pair or not all(type(v) in kinds for v in value) or value[0] > value[1]:
        raise OptionError(f"{name} = {value!r}; expected two numbers, the smaller first")
    return kinds[-1](value[0]), kinds[-1](value[1])


def _variants(said: Any) -> tuple[str, ...]:
    if not isinstance(said, list) or not all(isinstance(one, str) for one in said):
        raise OptionError(f'with = {said!r}; expected variants such as ["killer:28"]')
    return tuple(said)


def _shares(said: Any) -> tuple[tuple[str, float], ...]:
    good = isinstance(said, dict) and said and all(type(v) in (int, float) for v in said.values())
    if not good or min(said.values()) < 0:
        raise OptionError(f"split = {said!r}; expected names, each with a share of 0 or more")
    if not abs(sum(said.values()) - 1) < 1e-9:
        raise OptionError(f"the shares of a split add up to {sum(said.values()):g}; expected 1")
    for name in said:
        if not name.isidentifier():
            raise OptionError(f"split {name!r}; expected a name such as train")
    return tuple((name, float(share)) for name, share in said.items())


def shares_of(texts: Sequence[str]) -> tuple[tuple[str, float], ...]:
    """Return shares that are written as ``train=0.9``.

    Raises:
        OptionError: one is not, or they are not 1 in all.

    >>> shares_of(["train=0.8", "test=0.2"])
    (('train', 0.8), ('test', 0.2))
    """
    said: dict[str, float] = {}
    for text in texts:
        name, _, share = text.partition("=")
        try:
            said[name.strip()] = float(share)
        except ValueError:
            raise OptionError(f"share {text!r}; expected a name and a share: test=0.1") from None
    return _shares(said) if said else ()


def _labels(said: Any) -> tuple[str, ...]:
    names = said if isinstance(said, list) else [said]
    for name in names:
        check_label(name)
    return tuple(dict.fromkeys(names))
