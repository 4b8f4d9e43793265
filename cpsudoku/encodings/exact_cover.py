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

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from cpsudoku.encodings.choices import bicliques, digit_of
from cpsudoku.encodings.sums import sums_of
from cpsudoku.errors import OptionError
from cpsudoku.rules import AllDifferent, Candidates, Cell, Digit, Grid, Rules

if TYPE_CHECKING:
    from cpsudoku.rules.primitives import Pair, Table


@dataclass(frozen=True, slots=True)
class ExactCover:
    """An exact cover problem with colours; never changed.

    Items 0 … primary−1 are *primary*: each is to be in exactly one chosen option.  The next
    `secondary` items are each in at most one, or in any number of options that all give the item
    the same colour.  An option without primary items is never chosen.

    Args:
        primary: number of primary items.
        secondary: number of secondary items.
        options: for each option its items.
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
            if option and not (min(option) >= 0 and max(option) < items):
                raise OptionError(f"option {number} has items {option}; expected 0 to {items - 1}")
            if len(set(option)) != len(option):
                raise OptionError(f"option {number} has an item twice: {option}")
        if self.colours:
            self._validate_colours()

    def _validate_colours(self) -> None:
        if len(self.colours) != len(self.options):
            raise OptionError(
                f"colours for {len(self.colours)} options; expected {len(self.options)}"
            )
        for number, (option, colours) in enumerate(zip(self.options, self.colours, strict=True)):
            if len(option) != len(colours):
                raise OptionError(
                    f"option {number} has {len(option)} items and {len(colours)} colours"
                )
            for item, colour in zip(option, colours, strict=True):
                if colour < 0 or (colour and item < self.primary):
                    raise OptionError(
                        f"option {number} gives item {item} colour {colour}; "
                        "expected 0, or more on a secondary item"
                    )

    @classmethod
    def from_names(
        cls, options: Iterable[str], *, primary: Iterable[str], secondary: Iterable[str] = ()
    ) -> ExactCover:
        """Return the problem whose items have names.

        Args:
            options: for each option the names of its items with spaces between, a secondary one
                perhaps with a colour behind a colon, as in ``"p q x y:A"``.
            primary: names of the primary items; no colon, no white space, none twice.
            secondary: names of the secondary items, likewise.

        Raises:
            OptionError: an option has a name that is not among the items, or has it twice, or
                gives a primary item a colour; or two items have one name.

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
class Cover:
    """The exact cover problem of some rules, with what its items are called.

    Args:
        problem: the problem.
        names: for each item its name: ``r1c2`` a cell, ``h3d9`` digit 9 in the third house,
            ``t1`` a table; secondary are ``g1d9``, digit 9 in the first other group, ``p1`` what a
            pair forbids, and ``vr1c2``, whose colour is the digit of a cell.
        choices: so many options, the first, put a digit into a cell; those behind choose the
            tuple of a table.
    """

    problem: ExactCover
    names: tuple[str, ...]
    choices: int


def exact_cover(rules: Rules) -> ExactCover:
    """Return the exact cover problem of an empty grid.

    Option ``cell·N + digit − 1`` puts a digit into a cell.  The items are first the cells, then
    for each house its N digits, then, as secondary items, the digits of each group that has fewer
    cells than there are digits.  What else the rules have is in `cover`.

    Args:
        rules: the rules.
    """
    return cover(rules).problem


def cover(rules: Rules) -> Cover:
    """Return the exact cover problem of an empty grid with the names of its items.

    A pair is said by secondary items, one for each set of digits that exclude another; a table by
    a primary item that one of its tuples covers, in an option that has the cells' digits as
    colours.  Each solution of the rules is one exact cover, for the digits determine the tuples.

    Args:
        rules: the rules; what is no group, pair or table is brought into tables.

    Raises:
        UnsupportedError: a table would be too big.
    """
    made = _Cover(rules)
    return made.cover()


class _Cover:
    """Collects items and options."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.primary = [rules.board.name(cell) for cell in range(rules.cell_count)]
        self.secondary: list[str] = []
        # For each option of a cell its items behind the cell's: a name, and a colour or 0.
        self.entries: list[list[tuple[str, int]]] = [
            [] for _ in range(rules.cell_count * rules.size)
        ]
        self.tuples: list[list[tuple[str, int]]] = []
        if rules.others:
            self._with_others()
        else:
            self._groups(rules.groups)

    def _groups(self, groups: tuple[AllDifferent, ...]) -> None:
        """Make the digits of houses primary items, and those of other groups secondary ones."""
        masks = (self.rules.all_digits,) * self.rules.cell_count
        for letter, is_exact, items in (("h", True, self.primary), ("g", False, self.secondary)):
            of_kind = (group for group in groups if self.rules.is_exact(group) == is_exact)
            for number, group in enumerate(of_kind, start=1):
                for digit, (places, _) in enumerate(sums_of(group, self.rules, masks), start=1):
                    name = f"{letter}{number}d{digit}"
                    items.append(name)
                    for choice in places:
                        self.entries[choice - 1].append((name, 0))

    def _with_others(self) -> None:
        from cpsudoku.encodings.lowering import Words, in_words
        from cpsudoku.rules.primitives import Pair, Table

        words: Words[Pair | Table] = in_words(self.rules, Pair, Table)
        self._groups(words.groups)
        numbers = {"p": 0, "t": 0}
        for primitive in words.others:
            match primitive:
                case Pair():
                    for digits, forbidden in bicliques(primitive, self.rules):
                        numbers["p"] += 1
                        self._pair(f"p{numbers['p']}", primitive, digits, forbidden)
                case Table():
                    numbers["t"] += 1
                    self._table(f"t{numbers['t']}", primitive)
                case _:
                    assert_never(primitive)

    def _pair(self, name: str, pair: Pair, digits: list[Digit], forbidden: list[Digit]) -> None:
        self.secondary.append(name)
        for cell, some in ((pair.first, digits), (pair.second, forbidden)):
            for digit in some:
                self.entries[cell * self.rules.size + digit - 1].append((name, 0))

    def _table(self, name: str, table: Table) -> None:
        self.primary.append(name)
        values = [self._value(cell) for cell in table.cells]
        for words in sorted(table.tuples):
            digits = [digit_of(value, self.rules) for value in words]
            if None not in digits:
                entries = [(item, digit or 0) for item, digit in zip(values, digits, strict=True)]
                self.tuples.append([(name, 0), *entries])

    def _value(self, cell: Cell) -> str:
        """Return the item whose colour is a cell's digit."""
        name = f"v{self.rules.board.name(cell)}"
        size = self.rules.size
        if (name, 1) not in self.entries[cell * size]:
            self.secondary.append(name)
            for digit in range(1, size + 1):
                self.entries[cell * size + digit - 1].append((name, digit))
        return name

    def cover(self) -> Cover:
        names = (*self.primary, *self.secondary)
        item_of = {name: item for item, name in enumerate(names)}
        size = self.rules.size
        rows = [
            [(number // size, 0), *((item_of[name], colour) for name, colour in entries)]
            for number, entries in enumerate(self.entries)
        ]
        rows += [[(item_of[name], colour) for name, colour in e] for e in self.tuples]
        options = tuple(tuple([item for item, _ in row]) for row in rows)
        colours = tuple(tuple([colour for _, colour in row]) for row in rows) if self.tuples else ()
        problem = ExactCover(len(self.primary), len(self.secondary), options, colours)
        return Cover(problem, names, len(self.entries))


def grid_of(chosen: Iterable[int], rules: Rules) -> Grid:
    """Return the grid that an exact cover describes.

    Args:
        chosen: its options, ascending.
        rules: the rules.
    """
    size, last = rules.size, rules.cell_count * rules.size
    return tuple([option % size + 1 for option in chosen if option < last])


def selection(candidates: Candidates, rules: Rules) -> tuple[list[int], list[int]]:
    """Return what a puzzle's candidates say about the options of its rules.

    Args:
        candidates: for each cell the digits that it may have, as a bit mask.
        rules: the rules.

    Returns:
        The options that must be chosen, one for each given, and those that may not be.
    """
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
