"""Rules of a puzzle: how big the grid is and which cells must all be different.

A grid of size N has N·N cells, numbered 0 … N²−1 row by row, and N digits, 1 … N.
Rules are data: a tuple of constraints out of a small closed vocabulary, which today holds one
primitive, `AllDifferent`.  A constraint with as many cells as there are digits is *exact*: every
digit occurs in it just once.  Such a constraint is a *house*.

    >>> from cpsudoku.rules import boxes, classic
    >>> classic().size, len(classic().houses)
    (9, 27)
    >>> boxes(2, 3).with_diagonals().constraints[-1].name
    'antidiagonal'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt
from typing import TypeAlias

from cpsudoku.errors import RulesError

Cell: TypeAlias = int
"""Number of a cell, 0 … N²−1, row by row."""

Digit: TypeAlias = int
"""A digit, 1 … N."""

Candidates: TypeAlias = tuple[int, ...]
"""For each cell the set of digits still possible: bit d−1 of the int stands for digit d."""

Grid: TypeAlias = tuple[int, ...]
"""For each cell its digit."""

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""What digits 1 … 35 look like in text."""


def cell_name(cell: Cell, size: int) -> str:
    """Return a cell's name, such as ``r1c9`` for cell 8 of a grid of size 9."""
    return f"r{cell // size + 1}c{cell % size + 1}"


def parse_cell(name: str, size: int) -> Cell:
    """Return the cell that a name such as ``r1c9`` stands for.

    Args:
        name: the cell's name; case does not matter.
        size: the grid's size.

    Raises:
        RulesError: the name is not of that form, or lies outside of the grid.
    """
    row, _, column = name.strip().lower().removeprefix("r").partition("c")
    if row.isascii() and row.isdigit() and column.isascii() and column.isdigit():
        r, c = int(row), int(column)
        if 1 <= r <= size and 1 <= c <= size:
            return (r - 1) * size + c - 1
    raise RulesError(f"{name!r} is no cell: expected r1c1 … r{size}c{size}")


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """The digits of these cells are all different.

    Args:
        cells: the cells, without repetition.
        kind: what people call it: ``row``, ``column``, ``box``, ``region``, ``diagonal``, …
        number: 1-based number among its kind, or None where there is only one.
    """

    cells: tuple[Cell, ...]
    kind: str = "group"
    number: int | None = None

    @property
    def name(self) -> str:
        """The constraint's name for people, such as ``row 3``."""
        return self.kind if self.number is None else f"{self.kind} {self.number}"


@dataclass(frozen=True)
class Rules:
    """The size of a grid and the constraints on it; hashable and never changed.

    Make them with `classic`, `boxes`, `jigsaw` or `latin`; the ``with_…`` methods add to them.

    Args:
        size: number of digits, and of cells along a side.
        constraints: what must hold.

    Raises:
        RulesError: the size is not positive, or a constraint has repeated cells, cells outside of
            the grid, or more cells than there are digits.
    """

    size: int
    constraints: tuple[AllDifferent, ...]

    def __post_init__(self) -> None:
        if self.size < 1:
            raise RulesError(f"a grid's size must be at least 1, not {self.size}")
        for constraint in self.constraints:
            self._validate(constraint)

    def _validate(self, constraint: AllDifferent) -> None:
        cells = constraint.cells
        for cell in cells:
            if not 0 <= cell < self.size**2:
                raise RulesError(
                    f"{constraint.name} has cell {cell}; expected 0 to {self.size**2 - 1}"
                )
        if len(set(cells)) != len(cells):
            raise RulesError(f"{constraint.name} has a cell twice")
        if len(cells) > self.size:
            raise RulesError(
                f"{constraint.name} has {len(cells)} cells for {self.size} digits; "
                "they cannot all be different"
            )

    @cached_property
    def _hash(self) -> int:
        return hash((self.size, self.constraints))

    def __hash__(self) -> int:
        # Rules are keys of the caches of compiled engines: hashed for every puzzle.
        return self._hash

    @cached_property
    def cell_count(self) -> int:
        """Number of cells, N²."""
        return self.size**2

    @cached_property
    def all_digits(self) -> int:
        """The set of all digits, as a bit mask."""
        return (1 << self.size) - 1

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """What each digit looks like in text: ``1`` … ``9A`` … ``Z`` up to 35, numbers beyond."""
        if self.size <= len(SYMBOLS):
            return tuple(SYMBOLS[: self.size])
        return tuple(str(digit) for digit in range(1, self.size + 1))

    @cached_property
    def houses(self) -> tuple[AllDifferent, ...]:
        """The exact constraints: every digit occurs in each of them just once."""
        return tuple(c for c in self.constraints if self.is_exact(c))

    @cached_property
    def constraints_of(self) -> tuple[tuple[AllDifferent, ...], ...]:
        """For each cell the constraints that it is in."""
        found: list[list[AllDifferent]] = [[] for _ in range(self.cell_count)]
        for constraint in self.constraints:
            for cell in constraint.cells:
                found[cell].append(constraint)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell the others, ascending, that must have another digit."""
        return tuple(
            tuple(sorted({p for c in constraints for p in c.cells} - {cell}))
            for cell, constraints in enumerate(self.constraints_of)
        )

    def is_exact(self, constraint: AllDifferent) -> bool:
        """Tell whether a constraint has as many cells as there are digits."""
        return len(constraint.cells) == self.size

    def of_kind(self, kind: str) -> tuple[AllDifferent, ...]:
        """Return the constraints of one kind, such as ``box``."""
        return tuple(c for c in self.constraints if c.kind == kind)

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """Rows and columns of a box, or None where the rules have no rectangular boxes."""
        found = self.of_kind("box")
        if not found:
            return None
        height = len({cell // self.size for cell in found[0].cells})
        return height, self.size // height

    @cached_property
    def is_classic(self) -> bool:
        """Whether these are the rules of the classic 9×9 sudoku and nothing more."""
        return self == classic()

    def with_groups(self, groups: Iterable[Iterable[Cell]], kind: str = "group") -> Rules:
        """Return these rules with more sets of cells that are all different.

        Args:
            groups: sets of cells; one with N cells is a house, smaller ones are not.
            kind: what to call them.
        """
        new = tuple(AllDifferent(tuple(g), kind, i) for i, g in enumerate(groups, start=1))
        return Rules(self.size, self.constraints + new)

    def with_diagonals(self) -> Rules:
        """Return these rules with both main diagonals as houses (sudoku X)."""
        n = self.size
        down = AllDifferent(tuple(i * n + i for i in range(n)), "diagonal")
        up = AllDifferent(tuple(i * n + n - 1 - i for i in range(n)), "antidiagonal")
        return Rules(n, (*self.constraints, down, up))

    def with_windows(self) -> Rules:
        """Return these rules with windows as houses: box-shaped, one cell in from the boxes' edges.

        On 9×9 these are the four windows of windoku.

        Raises:
            RulesError: the rules have no rectangular boxes.
        """
        height, width = self._boxes_for("windows")
        n = self.size
        groups = [
            [(top + i) * n + left + j for i in range(height) for j in range(width)]
            for top in range(1, n - height, height + 1)
            for left in range(1, n - width, width + 1)
        ]
        return self.with_groups(groups, "window")

    def with_disjoint_groups(self) -> Rules:
        """Return these rules with cells at the same place of their boxes all different.

        Raises:
            RulesError: the rules have no rectangular boxes.
        """
        self._boxes_for("disjoint groups")
        in_boxes = [box.cells for box in self.of_kind("box")]
        return self.with_groups(zip(*in_boxes, strict=True), "disjoint group")

    def _boxes_for(self, what: str) -> tuple[int, int]:
        if self.box_shape is None:
            raise RulesError(f"{what} need rectangular boxes, which these rules do not have")
        return self.box_shape


def _lines(size: int) -> tuple[AllDifferent, ...]:
    rows = [tuple(range(r * size, (r + 1) * size)) for r in range(size)]
    columns = [tuple(range(c, size * size, size)) for c in range(size)]
    return tuple(
        AllDifferent(cells, kind, i)
        for kind, lines in (("row", rows), ("column", columns))
        for i, cells in enumerate(lines, start=1)
    )


@lru_cache(maxsize=64)
def latin(size: int) -> Rules:
    """Return the rules of a Latin square: rows and columns, no boxes.

    Args:
        size: number of digits.
    """
    return Rules(size, _lines(size))


@lru_cache(maxsize=64)
def boxes(height: int, width: int) -> Rules:
    """Return the rules of a sudoku with boxes of a shape: rows, columns and boxes.

    A box one cell high or wide is a row or a column, so such rules are those of a Latin square.

    Args:
        height: rows of a box.
        width: columns of a box; the grid's size is height·width.

    Raises:
        RulesError: a side is not positive.
    """
    if height < 1 or width < 1:
        raise RulesError(f"a box must be at least 1×1, not {height}×{width}")
    size = height * width
    if height == 1 or width == 1:
        return latin(size)
    found = (
        tuple((top + i) * size + left + j for i in range(height) for j in range(width))
        for top in range(0, size, height)
        for left in range(0, size, width)
    )
    houses = tuple(AllDifferent(cells, "box", i) for i, cells in enumerate(found, start=1))
    return Rules(size, _lines(size) + houses)


def classic() -> Rules:
    """Return the rules of the classic sudoku: 9×9 with 3×3 boxes."""
    return boxes(3, 3)


def usual(size: int) -> Rules:
    """Return the rules that a grid of a size usually has.

    The box is as square as the size allows and not higher than wide: 3×3 for 9, 2×3 for 6,
    3×4 for 12; a prime size gives a Latin square.

    Args:
        size: number of digits.

    Raises:
        RulesError: the size is not positive.
    """
    if size < 1:
        raise RulesError(f"a grid's size must be at least 1, not {size}")
    height = next(h for h in range(isqrt(size), 0, -1) if size % h == 0)
    return boxes(height, size // height)


def jigsaw(regions: str | Sequence[object]) -> Rules:
    """Return the rules of a jigsaw sudoku: rows, columns and regions of any shape.

    Args:
        regions: for each cell the label of its region; a string gives one character a cell,
            white space in it is ignored.

    Raises:
        RulesError: the number of cells is no square, or a region has not as many cells as there
            are digits.
    """
    labels = list("".join(regions.split())) if isinstance(regions, str) else list(regions)
    size = isqrt(len(labels))
    if size == 0 or size * size != len(labels):
        raise RulesError(f"a jigsaw needs a label for each cell of a square, not {len(labels)}")
    members: dict[object, list[Cell]] = {}
    for cell, label in enumerate(labels):
        members.setdefault(label, []).append(cell)
    for label, cells in members.items():
        if len(cells) != size:
            raise RulesError(f"region {label!r} has {len(cells)} cells; expected {size}")
    found = tuple(
        AllDifferent(tuple(cells), "region", i) for i, cells in enumerate(members.values(), 1)
    )
    return Rules(size, _lines(size) + found)
