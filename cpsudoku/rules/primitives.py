"""Constraints: what each says of itself, and the closed vocabulary of those that solvers see.

Eleven kinds, each with `holds` as its meaning: what people call killer cage, thermometer or
sandwich is written with them.  `Relation` compares a number with others; ``=`` with several
numbers means one of them, ``!=`` none of them.

    >>> grid = (1, 2, 3, 4)
    >>> Linear((0, 1, 2), (1, 1, 1), "=", (6,)).holds(grid)
    True
    >>> Pair.where(0, 3, lambda a, b: a > b, range(1, 5)).holds(grid)
    False
    >>> Or((Count((0, 1), frozenset({4}), "=", 1), Not(Linear((3,), (1,), "<=", (3,))))).holds(grid)
    True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import ClassVar, Literal, TypeAlias, cast, final

from cpsudoku.errors import RulesError
from cpsudoku.rules.board import Board, Cell

__all__ = [
    "GROUPS_ALONE", "VOCABULARY", "AllDifferent", "And", "Connected", "Constraint", "Count",
    "Element", "Linear", "Not", "Or", "Pair", "Primitive", "Regular", "Relation", "Table", "as_one",
]  # fmt: skip


class Constraint(ABC):
    """Something that must hold of the digits of some cells.

    People see its `label` and its cells; verification asks `holds` and nothing else; solvers see
    its `primitives`, which must hold of a grid just where the constraint does.
    """

    __slots__ = ()

    without_groups: ClassVar[bool] = False
    """Whether it has primitives, whatever its fields are, and none of them is a group of different
    cells.  Where that is not said, it is found out by expanding it, which for some takes long."""

    needs_houses: ClassVar[bool] = False
    """Whether its primitives mean what it says only where rows and columns are houses."""

    @property
    @abstractmethod
    def scope(self) -> tuple[Cell, ...]:
        """The cells that it is about, each once."""

    @property
    @abstractmethod
    def label(self) -> str:
        """Its name for people, such as ``row 3`` or ``killer cage``."""

    @property
    @abstractmethod
    def primitives(self) -> tuple[Primitive, ...]:
        """What it means to solvers: primitives that hold together just where it does."""

    @abstractmethod
    def holds(self, grid: Sequence[int]) -> bool:
        """Return whether a grid, what each cell's digit is worth, obeys it.

        This is the one statement of what the constraint means.
        """

    def check(self, board: Board) -> None:
        """Raise `RulesError` for a cell twice, or cells that are not on the board."""
        scope = self.scope
        self._check_on_board(scope, board)
        if len(set(scope)) != len(scope):
            raise RulesError(f"{self.label} has a cell twice")

    def _check_on_board(self, cells: Sequence[Cell], board: Board) -> None:
        most = board.cell_count - 1
        if cells and (min(cells) < 0 or max(cells) > most):
            cell = next(cell for cell in cells if not 0 <= cell <= most)
            raise RulesError(f"{self.label} has cell {cell}; expected 0 to {most}")

    def described(self, board: Board) -> str:
        """Return its label and the names of its cells, unless these are most of the board."""
        if 2 * len(self.scope) > board.cell_count:
            return self.label
        return f"{self.label} {board.names(self.scope)}"


class PrimitiveConstraint(Constraint):
    """A constraint that solvers see as it is: one of the closed vocabulary of `primitives`."""

    __slots__ = ()

    without_groups: ClassVar[bool] = True

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """Itself."""
        return (cast("Primitive", self),)


class OfCells(PrimitiveConstraint):
    """A primitive whose scope is a field, its cells."""

    __slots__ = ()

    cells: tuple[Cell, ...]

    @property
    def scope(self) -> tuple[Cell, ...]:
        """Its cells."""
        return self.cells


@final
@dataclass(frozen=True, slots=True)
class AllDifferent(OfCells):
    """The digits of these cells are all different.

    Args:
        kind: what people call it: ``row``, ``column``, ``box``, ``region``, ``diagonal``, …
        number: 1-based number among its kind, or None where there is only one.
    """

    without_groups: ClassVar[bool] = False

    cells: tuple[Cell, ...]
    kind: str = "group"
    number: int | None = None

    @property
    def name(self) -> str:
        """The constraint's name for people, such as ``row 3``."""
        return self.kind if self.number is None else f"{self.kind} {self.number}"

    @property
    def label(self) -> str:
        """Its name."""
        return self.name

    def holds(self, grid: Sequence[int]) -> bool:
        """Return whether no two of the cells have the same digit."""
        return len({grid[cell] for cell in self.cells}) == len(self.cells)

    def check(self, board: Board) -> None:
        """Raise unless the cells are on the board, each once, and as many as digits or fewer."""
        Constraint.check(self, board)
        if len(self.cells) > board.size:
            raise RulesError(
                f"{self.label} has {len(self.cells)} cells for {board.size} digits; "
                "they cannot all be different"
            )


Relation: TypeAlias = Literal["=", "!=", "<=", ">="]
"""How a number is compared with others."""


def compare(number: int, relation: Relation, others: Sequence[int]) -> bool:
    """Return whether a number is one of others (``=``), none, or compares with the only one."""
    if relation == "=":
        return number in others
    if relation == "!=":
        return number not in others
    return number <= others[0] if relation == "<=" else number >= others[0]


def _check_relation(constraint: Constraint, relation: str, others: Sequence[int]) -> None:
    if relation not in ("=", "!=", "<=", ">="):
        raise RulesError(f"{constraint.label} has relation {relation!r}; expected = != <= or >=")
    if relation in ("<=", ">=") and len(others) != 1:
        raise RulesError(
            f"{constraint.label} compares with {len(others)} numbers; {relation} takes one"
        )


@final
@dataclass(frozen=True, slots=True)
class Pair(PrimitiveConstraint):
    """Two cells may have certain pairs of digits only, that of the first cell first."""

    first: Cell
    second: Cell
    allowed: frozenset[tuple[int, int]]
    label: str = "pair"

    @classmethod
    def where(
        cls,
        first: Cell,
        second: Cell,
        relation: Callable[[int, int], bool],
        digits: Iterable[int],
        label: str = "pair",
    ) -> Pair:
        """Return the constraint that a relation holds between the digits of two cells."""
        values = tuple(digits)
        allowed = frozenset((a, b) for a in values for b in values if relation(a, b))
        return cls(first, second, allowed, label)

    @property
    def scope(self) -> tuple[Cell, ...]:
        return (self.first, self.second)

    def holds(self, grid: Sequence[int]) -> bool:
        return (grid[self.first], grid[self.second]) in self.allowed


@final
@dataclass(frozen=True, slots=True)
class Linear(OfCells):
    """A sum of digits, each times a whole number, compared with numbers.

    Args:
        coefficients: for each cell what its digit is multiplied with; none is 0.
        totals: the numbers; one where the relation is an inequality.
    """

    cells: tuple[Cell, ...]
    coefficients: tuple[int, ...]
    relation: Relation
    totals: tuple[int, ...]
    label: str = "sum"

    def holds(self, grid: Sequence[int]) -> bool:
        total = sum(c * grid[cell] for c, cell in zip(self.coefficients, self.cells, strict=True))
        return compare(total, self.relation, self.totals)

    def check(self, board: Board) -> None:
        Constraint.check(self, board)
        if len(self.coefficients) != len(self.cells):
            raise RulesError(
                f"{self.label} has {len(self.coefficients)} coefficients; "
                f"expected {len(self.cells)}, one for each cell"
            )
        if 0 in self.coefficients:
            raise RulesError(f"{self.label} has a coefficient 0; leave the cell out")
        _check_relation(self, self.relation, self.totals)


@final
@dataclass(frozen=True, slots=True)
class Table(OfCells):
    """Some cells may have certain sequences of digits only."""

    cells: tuple[Cell, ...]
    tuples: frozenset[tuple[int, ...]]
    label: str = "table"

    def holds(self, grid: Sequence[int]) -> bool:
        return tuple(grid[cell] for cell in self.cells) in self.tuples

    def check(self, board: Board) -> None:
        Constraint.check(self, board)
        for digits in self.tuples:
            if len(digits) != len(self.cells):
                raise RulesError(
                    f"{self.label} allows {digits}; expected {len(self.cells)} digits, as many as "
                    "there are cells"
                )


@final
@dataclass(frozen=True, slots=True)
class Regular(PrimitiveConstraint):
    """The digits of some cells, read in turn, are a word that an automaton accepts.

    Args:
        cells: the cells, in the order of reading; one may be read several times.
        steps: what leads where: state, digit, next state.  A digit without a step is refused.
    """

    cells: tuple[Cell, ...]
    start: int
    steps: frozenset[tuple[int, int, int]]
    accepting: frozenset[int]
    label: str = "automaton"

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(self.cells))

    def holds(self, grid: Sequence[int]) -> bool:
        after = {(state, digit): following for state, digit, following in self.steps}
        state: int | None = self.start
        for cell in self.cells:
            state = None if state is None else after.get((state, grid[cell]))
        return state in self.accepting

    def check(self, board: Board) -> None:
        Constraint.check(self, board)
        if len(set(map(itemgetter(0, 1), self.steps))) == len(self.steps):
            return
        counted = Counter((state, digit) for state, digit, _ in self.steps)
        state, digit = min(place for place, count in counted.items() if count > 1)
        raise RulesError(f"{self.label} has two steps from state {state} with digit {digit}")


@final
@dataclass(frozen=True, slots=True)
class Count(OfCells):
    """How many of some cells have one of some digits.

    Args:
        values: the digits that count.
        number: how many cells are compared with.
    """

    cells: tuple[Cell, ...]
    values: frozenset[int]
    relation: Relation
    number: int
    label: str = "count"

    def holds(self, grid: Sequence[int]) -> bool:
        found = sum(grid[cell] in self.values for cell in self.cells)
        return compare(found, self.relation, (self.number,))

    def check(self, board: Board) -> None:
        Constraint.check(self, board)
        _check_relation(self, self.relation, (self.number,))


@final
@dataclass(frozen=True, slots=True)
class Element(PrimitiveConstraint):
    """A cell's digit says at which place of a list, from 1 on, another cell's digit is."""

    cells: tuple[Cell, ...]
    index: Cell
    value: Cell
    label: str = "index"

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys((self.index, self.value, *self.cells)))

    def holds(self, grid: Sequence[int]) -> bool:
        place = grid[self.index]
        return 1 <= place <= len(self.cells) and grid[self.cells[place - 1]] == grid[self.value]


@final
@dataclass(frozen=True, slots=True)
class Connected(OfCells):
    """The cells with one of some digits are one region: each is reached from each within it.

    There is at least one such cell.  With the other primitives this takes auxiliary cells for an
    order of reaching, whose digits would have to count as far as the region is long.

    Args:
        cells: the cells of which some are in the region.
        neighbours: the pairs of cells that touch, each once.
        values: the digits that make a cell part of the region.
        size: how many cells the region has, None for any number.
    """

    cells: tuple[Cell, ...]
    neighbours: frozenset[tuple[Cell, Cell]]
    values: frozenset[int]
    size: int | None = None
    label: str = "connected"

    def holds(self, grid: Sequence[int]) -> bool:
        inside = {cell for cell in self.cells if grid[cell] in self.values}
        if not inside or self.size not in (None, len(inside)):
            return False
        waiting = [inside.pop()]
        while waiting:
            reached = waiting.pop()
            near = {cell for pair in self.neighbours if reached in pair for cell in pair}
            touched = near & inside
            inside -= touched
            waiting += touched
        return not inside

    def beside(self) -> dict[Cell, set[Cell]]:
        """Return for each cell those that touch it."""
        found: dict[Cell, set[Cell]] = {cell: set() for cell in self.cells}
        for one, other in self.neighbours:
            found[one].add(other)
            found[other].add(one)
        return found

    def check(self, board: Board) -> None:
        Constraint.check(self, board)
        if self.size is not None and self.size < 1:
            raise RulesError(f"{self.label} of {self.size} cells; expected 1 or more")
        own = set(self.cells)
        for one, other in self.neighbours:
            if one == other or not {one, other} <= own:
                raise RulesError(
                    f"{self.label} has neighbours {one} and {other}; expected two of its cells"
                )


class _OfParts(PrimitiveConstraint):
    """A primitive whose scope is that of its parts, each cell once."""

    __slots__ = ()

    parts: tuple[Primitive, ...]

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part.scope))

    def check(self, board: Board) -> None:
        _check_parts(self, self.parts, board)


@final
@dataclass(frozen=True, slots=True)
class And(_OfParts):
    """All of some constraints hold; without parts it does."""

    parts: tuple[Primitive, ...]
    label: str = "all of"

    def holds(self, grid: Sequence[int]) -> bool:
        return all(part.holds(grid) for part in self.parts)


@final
@dataclass(frozen=True, slots=True)
class Or(_OfParts):
    """At least one of some constraints holds; without parts it does not."""

    parts: tuple[Primitive, ...]
    label: str = "one of"

    def holds(self, grid: Sequence[int]) -> bool:
        return any(part.holds(grid) for part in self.parts)


@final
@dataclass(frozen=True, slots=True)
class Not(PrimitiveConstraint):
    """A constraint does not hold."""

    part: Primitive
    label: str = "not"

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.part.scope

    def holds(self, grid: Sequence[int]) -> bool:
        return not self.part.holds(grid)

    def check(self, board: Board) -> None:
        _check_parts(self, (self.part,), board)


OtherPrimitive: TypeAlias = (
    Pair | Linear | Table | Regular | Count | Element | Connected | And | Or | Not
)
"""One of the closed vocabulary that is not a group."""

Primitive: TypeAlias = AllDifferent | OtherPrimitive
"""One of the closed vocabulary."""

VOCABULARY: frozenset[type] = frozenset(
    {AllDifferent, Pair, Linear, Table, Regular, Count, Element, Connected, And, Or, Not}
)
"""The types of all primitives."""

GROUPS_ALONE: frozenset[type] = frozenset({AllDifferent})
"""The vocabulary of what knows nothing but groups of different cells."""


def _check_parts(whole: Constraint, parts: tuple[Primitive, ...], board: Board) -> None:
    for part in parts:
        if type(part) not in VOCABULARY:
            raise RulesError(f"{whole.label} has {part!r}; expected primitives")
        # As a part, a group of more cells than digits is not a mistake: it never holds.
        Constraint.check(part, board) if type(part) is AllDifferent else part.check(board)


def possible(primitive: Primitive, digits: int) -> Primitive:
    """Return a primitive, or for a group of more cells than digits a cell without any digit."""
    if type(primitive) is AllDifferent and len(primitive.cells) > digits:
        return Table(primitive.cells[:1], frozenset(), primitive.label)
    return primitive


def as_one(constraint: Constraint) -> Primitive:
    """Return one primitive that holds just where a constraint does, for an `Or` or `Not`."""
    found = constraint.primitives
    return found[0] if len(found) == 1 else And(found, constraint.label)
