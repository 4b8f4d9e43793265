"""Rules: a board and what must hold on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Literal, TypeAlias

from cpsudoku.errors import RulesError, UnsupportedError
from cpsudoku.rules.board import SYMBOLS, Board, Cell, Digit, Grid, square, tiled
from cpsudoku.rules.primitives import (
    GROUPS_ALONE,
    VOCABULARY,
    AllDifferent,
    Constraint,
    OtherPrimitive,
    Primitive,
    possible,
)


@dataclass(frozen=True, init=False, repr=False)
class Rules:
    """A board and the constraints on it; hashable and never changed.

    Make them with `classic`, `boxes`, `jigsaw` or `latin`; the ``with_…`` methods add to them.

    Args:
        board: the board, or for a square one the number of its digits.
        constraints: what must hold, primitives or named constraints.

    Raises:
        RulesError: the board has no digits, or cannot have one of the constraints: it has repeated
            cells, cells outside of the grid, or more different cells than there are digits.
    """

    board: Board
    constraints: tuple[Constraint, ...]

    def __init__(self, board: Board | int, constraints: Iterable[Constraint]) -> None:
        board = square(board) if isinstance(board, int) else board
        vars(self).update(board=board, constraints=tuple(constraints))
        for constraint in self.constraints:
            constraint.check(board)
        self.check_houses()

    @classmethod
    def trusted(cls, board: Board, constraints: tuple[Constraint, ...]) -> Rules:
        """Return rules without checking that the board can have the constraints."""
        rules = object.__new__(cls)
        vars(rules).update(board=board, constraints=constraints)
        return rules

    @cached_property
    def _hash(self) -> int:
        return hash((self.board, self.constraints))

    def check_houses(self) -> None:
        """Raise `RulesError` if a constraint needs a row or column to be a house that is not."""
        needing = next((c for c in self.constraints if c.needs_houses), None)
        if needing is None:
            return
        others = (one for c in self.constraints if not c.needs_houses for one in c.primitives)
        groups = {frozenset(one.cells) for one in others if type(one) is AllDifferent}
        for axis, name in enumerate(("row", "column")):
            if not groups.issuperset(self.board.lines(axis)):
                raise RulesError(f"{needing.label} needs every {name} to be a house")

    def __hash__(self) -> int:
        # Rules are keys of the caches of compiled engines: hashed for every puzzle.
        return self._hash

    def __repr__(self) -> str:
        return f"Rules({self.board!r}, {self.constraints!r})"

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        # Without what was derived: a hash of text is another one in every process.
        return Rules, (self.board, self.constraints)

    @cached_property
    def size(self) -> int:
        """Number of digits; on a square board that of the cells along a side as well."""
        return self.board.size

    @cached_property
    def cell_count(self) -> int:
        """Number of cells."""
        return self.board.cell_count

    @cached_property
    def all_digits(self) -> int:
        """The set of all digits, as a bit mask."""
        return (1 << self.size) - 1

    @cached_property
    def symbols(self) -> tuple[str, ...]:
        """The symbol of each digit in text: ``1`` … ``9A`` … ``Z`` up to 35, numbers beyond.

        On a board whose digits do not begin with 1 it is the number that the digit is worth.
        """
        board = self.board
        if board.first == 1 and self.size <= len(SYMBOLS):
            return tuple(SYMBOLS[: self.size])
        return tuple(str(value) for value in range(board.first, board.last + 1))

    def text(self, grid: Sequence[Digit] | bytes, blank: str = ".") -> str:
        """Return a grid, 0 for a blank, in a line, with spaces where digits take more than one."""
        table = _characters(self.symbols, blank)
        if table is not None:
            return bytes(grid).translate(table).decode("ascii")
        symbols = (blank, *self.symbols)
        return " ".join([symbols[digit] for digit in grid])

    @cached_property
    def primitives(self) -> tuple[Primitive, ...]:
        """What solvers see: what the constraints expand to, in their order.

        Where named constraints expand to more different cells than there are digits, which no grid
        has, a cell has no digit instead: so all groups are of a size that fast paths take.
        """
        primitives = tuple(
            p for place in range(len(self.constraints)) for p in self.expanded(place)
        )
        size = self.size
        if all(type(p) is not AllDifferent or len(p.cells) <= size for p in primitives):
            return primitives
        return tuple(possible(p, size) for p in primitives)

    def expanded(self, place: int) -> tuple[Primitive, ...]:
        """Return the primitives of one constraint, which is expanded once."""
        found = self._expansions.get(place)
        if found is None:
            found = self._expansions[place] = self.constraints[place].primitives
        return found

    def of_some(self, places: Iterable[int]) -> Rules:
        """Return rules of the constraints at some places; what they expand to is kept."""
        chosen = list(places)
        rules = Rules.trusted(self.board, tuple(self.constraints[place] for place in chosen))
        rules._expansions.update(enumerate(map(self.expanded, chosen)))
        return rules

    @cached_property
    def _expansions(self) -> dict[int, tuple[Primitive, ...]]:
        return {}

    def _fits(self, group: AllDifferent) -> bool:
        return len(group.cells) <= self.size

    @cached_property
    def vocabulary(self) -> frozenset[type]:
        """The types of the primitives."""
        return frozenset(map(type, self.primitives))

    @cached_property
    def groups(self) -> tuple[AllDifferent, ...]:
        """The primitives of cells that are all different: all that fast paths may look at."""
        return tuple(
            primitive
            for place, constraint in enumerate(self.constraints)
            if not constraint.without_groups
            for primitive in self.expanded(place)
            if type(primitive) is AllDifferent and self._fits(primitive)
        )

    @cached_property
    def clues(self) -> tuple[Constraint, ...]:
        """The constraints that are more than groups, as people name them and not as primitives."""
        return tuple(one for one in self.constraints if not isinstance(one, AllDifferent))

    @cached_property
    def others(self) -> tuple[OtherPrimitive, ...]:
        """The primitives that are not groups: what propagation over groups does not know of."""
        return tuple(p for p in self.primitives if not isinstance(p, AllDifferent))

    @cached_property
    def has_others(self) -> bool:
        """Whether there are such, without expanding all constraints, of which some are large."""
        if any(constraint.without_groups for constraint in self.constraints):
            return True
        return any(
            type(primitive) is not AllDifferent or not self._fits(primitive)
            for place in range(len(self.constraints))
            for primitive in self.expanded(place)
        )

    @cached_property
    def houses(self) -> tuple[AllDifferent, ...]:
        """The exact groups: every digit occurs in each of them just once."""
        return tuple(group for group in self.groups if self.is_exact(group))

    @cached_property
    def groups_of(self) -> tuple[tuple[AllDifferent, ...], ...]:
        """For each cell the groups that it is in."""
        found: list[list[AllDifferent]] = [[] for _ in range(self.cell_count)]
        for group in self.groups:
            for cell in group.cells:
                found[cell].append(group)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell the others, ascending, that must have another digit, as groups say."""
        return tuple(
            tuple(sorted({p for group in groups for p in group.cells} - {cell}))
            for cell, groups in enumerate(self.groups_of)
        )

    def is_exact(self, group: AllDifferent) -> bool:
        """Return whether a group has as many cells as there are digits."""
        return len(group.cells) == self.size

    def of_kind(self, kind: str) -> tuple[AllDifferent, ...]:
        """Return the groups of one kind, such as ``box``."""
        return tuple(group for group in self.groups if group.kind == kind)

    def broken(self, grid: Grid) -> Constraint | None:
        """Return the first constraint that does not hold, or None if all do."""
        values = self.board.values(grid)
        return next((c for c in self.constraints if not c.holds(values)), None)

    @cached_property
    def cell_sets(self) -> frozenset[frozenset[Cell]]:
        """The cells of each group, whatever it is called and in whichever order."""
        return frozenset(frozenset(group.cells) for group in self.groups)

    def means(self, other: Rules) -> bool:
        """Return whether groups of the same cells are all that these and other rules have.

        Rules that mean the same have the same solutions, though they may name their groups
        differently.  Rules with other constraints are never taken to mean the same.
        """
        alike = self.board == other.board and self.cell_sets == other.cell_sets
        return (self is other or alike) and not self.others and not other.others

    @cached_property
    def box_shape(self) -> tuple[int, int] | None:
        """Rows and columns of a box, or None where the rules have no rectangular boxes."""
        found = self.of_kind("box")
        if not found or not self.board.is_square:
            return None
        height = len({cell // self.size for cell in found[0].cells})
        return height, self.size // height

    @cached_property
    def is_classic(self) -> bool:
        """Whether these mean the classic 9×9 sudoku and nothing more, whatever the names are."""
        return self.board == square(9) and not self.others and self.cell_sets == _classic_sets()

    def with_constraints(self, constraints: Iterable[Constraint]) -> Rules:
        """Return these rules with more constraints."""
        more = tuple(constraints)
        for constraint in more:
            constraint.check(self.board)
        made = Rules.trusted(self.board, (*self.constraints, *more))
        made.check_houses()
        return made

    def with_groups(self, groups: Iterable[Iterable[Cell]], kind: str = "group") -> Rules:
        """Return these rules with more sets of cells that are all different; of N cells: houses."""
        return self.with_constraints(
            AllDifferent(tuple(g), kind, i) for i, g in enumerate(groups, start=1)
        )

    def with_diagonals(self) -> Rules:
        """Return these rules, of a square board, with both main diagonals as houses (sudoku X)."""
        if not self.board.is_square:
            raise RulesError("diagonals need a square board, which these rules do not have")
        n = self.size
        down = AllDifferent(tuple(i * n + i for i in range(n)), "diagonal")
        up = AllDifferent(tuple(i * n + n - 1 - i for i in range(n)), "antidiagonal")
        return self.with_constraints((down, up))

    def with_windows(self) -> Rules:
        """Return these rules with windows as houses: box-shaped, one cell in from the boxes' edges.

        On 9×9 these are the four windows of windoku.
        """
        shape = self._boxes_for("windows")
        return self.with_groups(tiled(self.size, self.size, shape, gap=1), "window")

    def with_disjoint_groups(self) -> Rules:
        """Return these rules with cells at the same place of their boxes all different."""
        self._boxes_for("disjoint groups")
        in_boxes = [box.cells for box in self.of_kind("box")]
        return self.with_groups(zip(*in_boxes, strict=True), "disjoint group")

    def _boxes_for(self, what: str) -> tuple[int, int]:
        if self.box_shape is None:
            raise RulesError(f"{what} need rectangular boxes, which these rules do not have")
        return self.box_shape


@cache
def _classic_sets() -> frozenset[frozenset[Cell]]:
    """The rows, columns and boxes of the classic sudoku."""
    shapes = ((1, 9), (9, 1), (3, 3))
    return frozenset(frozenset(cells) for shape in shapes for cells in tiled(9, 9, shape))


@lru_cache(maxsize=32)
def _characters(symbols: tuple[str, ...], blank: str) -> bytes | None:
    """Return what `bytes.translate` takes, where each digit is a character; else None.

    A digit that there is not, as in a faulty solution, is a question mark.
    """
    every = "".join((blank, *symbols))
    return every.encode().ljust(256, b"?") if len(every) == len(symbols) + 1 else None


BoardNeed: TypeAlias = Literal["any", "square", "classic"]
"""Which boards will do: any, N rows of N cells, or that of the classic rules with just these."""

_LISTED = 3


def vocabulary(*names: str) -> frozenset[type]:
    """Return the types of named primitives and of groups, or of all primitives."""
    if not names:
        return VOCABULARY
    return GROUPS_ALONE | {one for one in VOCABULARY if one.__name__ in names}


def refusal(
    rules: Rules, *, knows: frozenset[type] | None = GROUPS_ALONE, board: BoardNeed = "square"
) -> str:
    """Return why a method cannot have some rules, in the user's words; empty if it can.

    By default it needs the most: groups of different cells and nothing else, which makes all
    digits alike, and a square board.  A method that can do with less says so.

    Args:
        knows: the types of the primitives that the method knows; None for all that there are.
        board: which boards will do.
    """
    if knows is not None and not knows >= VOCABULARY and not rules.vocabulary <= knows:
        unknown = [
            constraint.described(rules.board)
            for constraint in rules.constraints
            if not {type(primitive) for primitive in constraint.primitives} <= knows
        ]
        more = f" and {len(unknown) - _LISTED} more" if len(unknown) > _LISTED else ""
        return f"cannot say: {', '.join(unknown[:_LISTED])}{more}"
    if board == "classic" and not rules.is_classic:
        return "only the classic 9×9 with rows, columns and 3×3 boxes"
    if board == "square" and not rules.board.is_square:
        return "only square boards with as many digits as rows, from 1 on, and no other cells"
    return ""


def require(
    rules: Rules,
    what: str,
    *,
    knows: frozenset[type] | None = GROUPS_ALONE,
    board: BoardNeed = "square",
) -> None:
    """Raise `UnsupportedError` with what `refusal` says, if anything, after the method's name."""
    found = refusal(rules, knows=knows, board=board)
    if found:
        raise UnsupportedError(f"{what}: {found}")
