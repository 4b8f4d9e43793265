"""Rules as an exact cover problem: choose options so that every primary item is in just one.

A sudoku has one option for each cell and digit.  Its items are what must be done: every cell gets
a digit, every house gets every digit.

    >>> from cpsudoku.rules import boxes
    >>> problem = exact_cover(boxes(2, 2))
    >>> problem.primary, problem.secondary, len(problem.options)
    (64, 0, 64)
    >>> problem.options[0]  # r1c1 is 1: cell r1c1; the 1 of row 1, of column 1 and of box 1
    (0, 16, 32, 48)

Source: D. E. Knuth, *The Art of Computer Programming* 7.2.2.1 (exact covering with colours, XCC).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, repeat
from typing import TypeAlias

from cpsudoku.encodings.choices import bicliques, digit_of
from cpsudoku.encodings.lowering import lowered
from cpsudoku.errors import OptionError
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.rules import GROUPS_ALONE, AllDifferent, Candidates, Cell, Digit, Grid, Rules
from cpsudoku.rules.primitives import Pair, Table

_Entry: TypeAlias = tuple[int, int]
"""An item of an option, and its colour or 0."""


@dataclass(frozen=True, slots=True)
class ExactCover:
    """An exact cover problem with colours; never changed.

    Items 0 … primary−1 are *primary*: each is to be in exactly one chosen option.  The next
    `secondary` items are each in at most one, or in any number of options that all give the item
    the same colour.  An option without primary items is never chosen.

    Args:
        colours: for each option the colours of its items, 0 for none; empty where no option has
            any.  Only secondary items may have one.

    Raises:
        OptionError: a number is negative, an option has an item twice or one that there is not,
            or the colours do not fit the options.
    """

    primary: int
    secondary: int
    options: tuple[tuple[int, ...], ...]
    colours: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        if self.primary < 0 or self.secondary < 0:
            raise OptionError(f"{self.primary} primary and {self.secondary} secondary items")
        items = self.primary + self.secondary
        for number, option in enumerate(self.options):
            if len(set(option)) != len(option):
                raise OptionError(f"option {number} has an item twice: {option}")
            if option and not (min(option) >= 0 and max(option) < items):
                raise OptionError(f"option {number} has items {option}; expected 0 to {items - 1}")
        if self.colours and len(self.colours) != len(self.options):
            raise OptionError(
                f"colours for {len(self.colours)} options; expected {len(self.options)}"
            )
        for number, (option, colours) in enumerate(zip(self.options, self.colours, strict=False)):
            if len(option) != len(colours):
                found = f"{len(option)} items and {len(colours)} colours"
                raise OptionError(f"option {number} has {found}")
            for item, colour in zip(option, colours, strict=True):
                if colour < 0 or (colour and item < self.primary):
                    found = f"option {number} gives item {item} colour {colour}"
                    raise OptionError(f"{found}; expected 0, or more on a secondary item")

    @classmethod
    def from_names(
        cls, options: Iterable[str], *, primary: Iterable[str], secondary: Iterable[str] = ()
    ) -> ExactCover:
        """Return the problem whose items have names.

        Args:
            options: for each option the names of its items with spaces between, a secondary one
                perhaps with a colour after a colon, as in ``"p q x y:A"``.
            primary: names of the primary items; no colon, no white space, no repetition.
            secondary: names of the secondary items, of the same form.

        Knuth's first example of colours has one solution, options 1 and 3:

            >>> xcc = ExactCover.from_names(
            ...     ["p q x y:A", "p r x:A y", "p x:B", "q x:A", "r y:B"],
            ...     primary="pqr", secondary="xy")
            >>> xcc.options[1], xcc.colours[1]
            ((0, 2, 3, 4), (0, 0, 1, 0))
        """
        first = list(primary)
        names = first + list(secondary)
        item_of = {name: item for item, name in enumerate(names)}
        if len(item_of) != len(names):
            twice = next(name for i, name in enumerate(names) if item_of[name] != i)
            raise OptionError(f"two items are named {twice!r}")
        colour_of = {"": 0}
        rows, colours = [], []
        for number, option in enumerate(options):
            row, row_colours = [], []
            for entry in option.split():
                name, _, colour = entry.partition(":")
                if name not in item_of:
                    raise OptionError(f"option {number} has item {name!r}, which there is not")
                row.append(item_of[name])
                row_colours.append(colour_of.setdefault(colour, len(colour_of)))
            rows.append(tuple(row))
            colours.append(tuple(row_colours))
        coloured = len(colour_of) > 1
        return cls(
            len(first), len(names) - len(first), tuple(rows), tuple(colours) if coloured else ()
        )


@dataclass(frozen=True, slots=True)
class CoverProblem:
    """The exact cover problem of some rules, with what its items are called.

    Args:
        names: for each item its name: ``r1c2`` a cell, ``h3d9`` digit 9 in the third house,
            ``t1`` a table; secondary are ``g1d9``, digit 9 in the first other group, ``p1`` what a
            pair forbids, and ``vr1c2``, whose colour is the digit of a cell.
        choices: this many options, the first, put a digit into a cell; those after choose the
            tuple of a table.
    """

    problem: ExactCover
    names: tuple[str, ...]
    choices: int


def exact_cover(rules: Rules, deadline: Deadline = NEVER) -> ExactCover:
    """Return the exact cover problem of an empty grid.

    Option ``cell·N + digit − 1`` puts a digit into a cell.  The items are first the cells, then
    for each house its N digits, then, as secondary items, the digits of each group that has fewer
    cells than there are digits.  What else the rules have is in `cover`.
    """
    return cover(rules, deadline).problem


def cover(rules: Rules, deadline: Deadline = NEVER) -> CoverProblem:
    """Return the exact cover problem of an empty grid with the names of its items.

    A pair becomes secondary items, one for each set of digits that exclude another; a table, as
    all else becomes, by a primary item that one of its tuples covers, in an option that has the
    cells' digits as colours.  Each solution is one cover, for the digits determine the tuples.
    """
    return _Cover(rules).cover(deadline)


class _Cover:
    """Numbers the items and collects the options.

    A big board has a million options.  So those of a cell are read off ranges of items, a range for
    each of its groups; only what other primitives add is kept for each option.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.names = [rules.board.name(cell) for cell in range(rules.cell_count)]
        self.ranges: list[list[range]] = [[] for _ in range(rules.cell_count)]
        # For each option of a cell what it has beside these: items, and their colours or 0.
        self.added: dict[int, list[_Entry]] = {}
        self.tuples: list[list[_Entry]] = []
        self.values: dict[Cell, int] = {}
        said = lowered(rules, GROUPS_ALONE | {Pair, Table})
        tables = sum(isinstance(one, Table) for one in said.others)
        self._groups("h", [g for g in said.groups if rules.is_exact(g)])
        items = iter(self._items(f"t{number}" for number in range(1, tables + 1)))
        self.primary = len(self.names)
        self._groups("g", [g for g in said.groups if not rules.is_exact(g)])
        numbers = count(1)
        for one in said.others:
            if isinstance(one, Pair):
                self._pair(numbers, one)
            elif isinstance(one, Table):
                self._table(next(items), one)

    def _groups(self, letter: str, groups: list[AllDifferent]) -> None:
        for number, group in enumerate(groups, start=1):
            items = self._items(f"{letter}{number}d{d}" for d in range(1, self.rules.size + 1))
            for cell in group.cells:
                self.ranges[cell].append(items)

    def _items(self, names: Iterable[str]) -> range:
        first = len(self.names)
        self.names += names
        return range(first, len(self.names))

    def _pair(self, numbers: Iterator[int], pair: Pair) -> None:
        for both in bicliques(pair, self.rules):
            (item,) = self._items([f"p{next(numbers)}"])
            for cell, digits in zip(pair.scope, both, strict=True):
                for digit in digits:
                    self._add(cell, digit, (item, 0))

    def _add(self, cell: Cell, digit: Digit, entry: _Entry) -> None:
        self.added.setdefault(cell * self.rules.size + digit - 1, []).append(entry)

    def _table(self, item: int, table: Table) -> None:
        values = [self._value(cell) for cell in table.cells]
        for words in sorted(table.tuples):
            digits = [digit_of(value, self.rules) for value in words]
            if None not in digits:
                entries = [(value, digit or 0) for value, digit in zip(values, digits, strict=True)]
                self.tuples.append([(item, 0), *entries])

    def _value(self, cell: Cell) -> int:
        if cell not in self.values:
            (self.values[cell],) = self._items([f"v{self.rules.board.name(cell)}"])
            for digit in range(1, self.rules.size + 1):
                self._add(cell, digit, (self.values[cell], digit))
        return self.values[cell]

    def cover(self, deadline: Deadline) -> CoverProblem:
        options: list[tuple[int, ...]] = []
        for cell, ranges in enumerate(self.ranges):
            deadline.check()
            options += zip(repeat(cell, self.rules.size), *ranges, strict=True)
        choices = len(options)
        colours = [(0,) * len(option) for option in options] if self.tuples else []
        for number, entries in self.added.items():
            items, tints = zip(*entries, strict=True)
            options[number] += items
            if colours:
                colours[number] += tints
        for entries in self.tuples:
            items, tints = zip(*entries, strict=True)
            options.append(items)
            colours.append(tints)
        deadline.check()
        secondary = len(self.names) - self.primary
        problem = ExactCover(self.primary, secondary, tuple(options), tuple(colours))
        return CoverProblem(problem, tuple(self.names), choices)


def grid_of(chosen: Iterable[int], rules: Rules) -> Grid:
    """Return the grid that an exact cover describes."""
    size, last = rules.size, rules.cell_count * rules.size
    return tuple([option % size + 1 for option in chosen if option < last])


def selection(candidates: Candidates, rules: Rules) -> tuple[list[int], list[int]]:
    """Return the options that a puzzle's givens choose, and those that candidates exclude."""
    size, full = rules.size, rules.all_digits
    chosen: list[int] = []
    removed: list[int] = []
    first = 0
    for mask in candidates:
        if mask != full or size == 1:
            if mask and not mask & (mask - 1):
                chosen.append(first + mask.bit_length() - 1)
            else:
                removed += [first + digit for digit in range(size) if not mask >> digit & 1]
        first += size
    return chosen, removed
