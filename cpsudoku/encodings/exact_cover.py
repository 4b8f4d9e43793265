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

from cpsudoku.errors import OptionError
from cpsudoku.rules import Candidates, Rules


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


def exact_cover(rules: Rules) -> ExactCover:
    """Return the exact cover problem of an empty grid.

    Option ``cell·N + digit − 1`` puts a digit into a cell.  The items are first the cells, then
    for each exact constraint its N digits, then, as secondary items, the digits of each constraint
    that has fewer cells than there are digits.

    Args:
        rules: the rules.
    """
    size = rules.size
    exact = [c for c in rules.groups if rules.is_exact(c)]
    others = [c for c in rules.groups if not rules.is_exact(c)]
    bases: list[list[int]] = [[cell] for cell in range(rules.cell_count)]
    base = rules.cell_count
    for constraint in exact + others:
        for cell in constraint.cells:
            bases[cell].append(base)
        base += size
    options = tuple(
        (cell, *(first + digit for first in firsts))
        for cell, (_, *firsts) in enumerate(bases)
        for digit in range(size)
    )
    return ExactCover(rules.cell_count + size * len(exact), size * len(others), options)


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
