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
from dataclasses import asdict, dataclass, field, replace
from math import inf
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import cpsudoku
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats import parse_rules
from cpsudoku.generation.layouts import split, wishes
from cpsudoku.generation.setting import VariantSpec
from cpsudoku.generation.specs import DifficultySpec
from cpsudoku.ground.documents import OTHER_NAME, Condition, read_as
from cpsudoku.learn.labels import check_label
from cpsudoku.learn.puzzles import Interval, tenths
from cpsudoku.rules import Rules

Shares: TypeAlias = tuple[tuple[str, float], ...]
"""The names of splits, each with its share of the classes."""

_MOST_PUZZLES = 10**9


def _from(least: int, most: int = _MOST_PUZZLES) -> Condition:
    return Condition(range(least, most + 1).__contains__, f"a whole number from {least}")


_IN_ORDER = Condition(
    lambda both: -inf < both[0] <= both[1] < inf, "two numbers, the smaller first"
)
_IS_LINE = Condition(lambda text: text.strip() and "\n" not in text, "a line of text")


@dataclass(frozen=True)
class PartOfSet:
    """Puzzles of one kind.

    Args:
        er: the least and the largest rating; None for any.
        from_scratch: see `cpsudoku.generation.specs.DifficultySpec`.
        blanks: fewest and most blank cells; None for as many as digging gives.
        variants: what is laid out again for each puzzle, as ``killer:8``.
        givens: of puzzles with such variants, how many there may be; None for as many as it takes.

    Raises:
        OptionError: what it asks for makes no sense.
        RulesError: its rules make no sense.
    """

    count: Annotated[int, _from(1)]
    er: Annotated[Interval, _IN_ORDER] | None = None
    blanks: Annotated[tuple[int, int], _IN_ORDER] | None = None
    rules: Annotated[str, _IS_LINE] = "9"
    variants: Annotated[tuple[str, ...], Condition(all, 'variants such as ["killer:28"]')] = field(
        default=(), metadata={OTHER_NAME: "with"}
    )
    givens: Annotated[int, _from(0)] | None = None
    from_scratch: bool = False

    def __post_init__(self) -> None:
        _ = self.difficulty  # refuses what makes no sense
        cells = self.known_rules.cell_count
        if self.blanks is not None and not 0 <= self.blanks[0] <= self.blanks[1] <= cells:
            raise OptionError(f"blanks = {list(self.blanks)}; expected 0 to {cells}")
        if self.wished:
            if self.er is not None or self.blanks is not None:
                raise OptionError("er and blanks do not go with variants that are laid out")
            VariantSpec.of(self.known_rules, self.wished)
        elif self.givens is not None:
            raise OptionError("givens is for variants that are laid out; expected blanks")

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

    name: Annotated[str, _IS_LINE] = field(default="dataset", kw_only=True)
    seed: Annotated[int, _from(0, 1 << 63)]
    parts: Annotated[tuple[PartOfSet, ...], Condition(bool, "at least one [[part]]")] = field(
        metadata={OTHER_NAME: "part"}
    )
    split: Shares = (("train", 0.9), ("validation", 0.05), ("test", 0.05))
    labels: tuple[str, ...] = ("er", "givens")
    shard: Annotated[int, _from(1)] = 100_000
    licence: Annotated[str, _IS_LINE] = "cc0-1.0"

    def __post_init__(self) -> None:
        check_shares(self.split)
        for name in self.labels:
            check_label(name)
        if sum(part.count for part in self.parts) > _MOST_PUZZLES:
            raise OptionError(f"more than {_MOST_PUZZLES:,} puzzles")

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
        said = dict(said)
        if isinstance(said.get("labels"), str):
            said["labels"] = [said["labels"]]
        try:
            if "split" in said:
                shares = read_as(dict[str, float], said["split"], "split")
                said["split"] = [[*share] for share in shares.items()]
            found = read_as(cls, said)
        except FormatError as error:
            raise OptionError(str(error)) from None
        return replace(found, labels=tuple(dict.fromkeys(found.labels)))


def check_shares(shares: Shares) -> None:
    """Raise an error unless each split has a name and a share, and all of them are 1.

    Raises:
        OptionError: that is not so.
    """
    if not shares or min(share for _, share in shares) < 0:
        raise OptionError(f"split = {dict(shares)}; expected names, each with a share of 0 or more")
    total = sum(share for _, share in shares)
    if not abs(total - 1) < 1e-9:
        raise OptionError(f"the shares of a split add up to {total:g}; expected 1")
    for name, _ in shares:
        if not name.isidentifier():
            raise OptionError(f"split {name!r}; expected a name such as train")


def shares_of(texts: Sequence[str]) -> Shares:
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
    if said:
        check_shares(tuple(said.items()))
    return tuple(said.items())
