"""The base of named constraints: a record, of which everything else is made.

A variant says once what its parameters and cells are (its annotated names, from which its text,
its JSON, its usage and its form on the page follow), what holds, what it means to solvers, and as
data how others treat it: how each notation writes it, how it is drawn, how it is laid out at
random, and what structure engines may use.  Whatever reads, writes, draws or generates goes through
the registry and asks these; nothing knows a variant by its name.

    class Thermo(OfNeighbours):
        '''A thermometer: digits grow from the bulb on.'''

        notations = rows(f_puzzles("thermometer", "lines"), iss("Thermo"), lisudoku("thermos"))
        drawn = BroadLine("#808080", "bulb", named=False)
        laid = Laid(LaidShape.GROWING)

        def fits(self, one, other):
            return one < other

        def holds(self, grid):
            values = list(self.values(grid))
            return values == sorted(set(values))

`holds` is the independent test of a full grid, which verification asks; it shares no code with the
primitives, so that each can be tested against the other.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass, fields, replace
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias, get_type_hints

from cpsudoku.errors import RulesError
from cpsudoku.rules import Board, Cell, Constraint
from cpsudoku.rules.primitives import Linear, Pair, Primitive, Table
from cpsudoku.variants.traits import Depiction, RandomLayout, Spelling, Structure


class FieldKind(StrEnum):
    """The kind of value that a field of a variant holds."""

    CELLS = "cells"
    """Cells in their order."""
    CELL_LISTS = "cell lists"
    NUMBER = "number"
    """A whole number, as all numbers are."""
    OPTIONAL_NUMBER = "optional number"
    NUMBERS = "numbers"
    CLUES = "clues"
    """Other variants, about which it says something."""

    @property
    def is_of_cells(self) -> bool:
        """Whether it holds cells."""
        return self in (FieldKind.CELLS, FieldKind.CELL_LISTS)

    @property
    def is_of_numbers(self) -> bool:
        """Whether it holds numbers."""
        return not self.is_of_cells and self is not FieldKind.CLUES


Cells: TypeAlias = Annotated[tuple[Cell, ...], FieldKind.CELLS]
CellLists: TypeAlias = Annotated[tuple[tuple[Cell, ...], ...], FieldKind.CELL_LISTS]
Number: TypeAlias = Annotated[int, FieldKind.NUMBER]
OptionalNumber: TypeAlias = Annotated[int | None, FieldKind.OPTIONAL_NUMBER]
Numbers: TypeAlias = Annotated[tuple[int, ...], FieldKind.NUMBERS]

Clues: TypeAlias = Annotated[tuple["Variant", ...], FieldKind.CLUES]

Grid: TypeAlias = Sequence[int]
"""For each cell what its digit is worth."""


HALF_OF_DIGITS: Any = property(lambda self: (self.board.size + 1) // 2)
"""`Variant.usual` of a clue whose number is half of the digits if none is given."""


@dataclass(frozen=True)
class Variant(Constraint):
    """A constraint that people know by a name; a class that declares fields is a dataclass."""

    name: ClassVar[str]
    """The beginning of its text; if a class does not say it, its own name in small letters."""

    shown: ClassVar[tuple[str, ...]] = ()
    """The fields whose numbers stand in its label, if they are given."""

    labelled: ClassVar[str] = ""
    """The beginning of its label, if that is not its name."""

    joint: ClassVar[str] = " "
    """The text between numbers of one list in its label."""

    signs: ClassVar[tuple[tuple[int, str], ...]] = ()
    """Signs that stand for its number, the first that is shown, and are its whole label."""

    together: ClassVar[bool] = False
    """Whether all of its cells on a board are one constraint: they do not count for each other."""

    repeats: ClassVar[bool] = False
    """Whether it may come to a cell again, as a line does that crosses itself or is closed."""

    of_regions: ClassVar[bool] = False
    """Whether all cells but the first stand for the auxiliary cells that say their regions."""

    layers: ClassVar[int] = 0
    """How many copies of the grid hold what is to be found, if it has no cells of its own."""

    spoken: ClassVar[str] = ""
    """An expression for the word by which rules in words name it, where people leave it to them."""

    notations: ClassVar[tuple[Spelling, ...]] = ()
    """How notations write it; derived classes do not inherit this."""

    drawn: ClassVar[Depiction | None] = None
    """How it is drawn; None for an outline with its label."""

    laid: ClassVar[RandomLayout | None] = None
    """How it is laid out at random; None where it is not."""

    board: Board

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls) and not cls.__name__.startswith("_"):
            cls.name = cls.__name__.lower()
        if vars(cls).keys() & {"holds", "primitives"} and "implied" not in vars(cls):
            cls.implied = Variant.implied  # type: ignore[method-assign]  # another meaning

    @property
    def scope(self) -> tuple[Cell, ...]:
        """The cells of its fields, in their order."""
        cells: list[Cell] = []
        for name, kind, _ in fields_of(type(self)):
            if kind is FieldKind.CELLS:
                cells += getattr(self, name)
            elif kind is FieldKind.CELL_LISTS:
                cells += chain.from_iterable(getattr(self, name))
        return tuple(dict.fromkeys(cells))

    @property
    @abstractmethod
    def primitives(self) -> tuple[Primitive, ...]:
        """What it means to solvers."""

    @abstractmethod
    def holds(self, grid: Grid) -> bool:
        """Return whether a full grid obeys it; written from the rule as people say it."""

    @property
    def implied(self) -> Structure | None:
        """Structure that an engine may use instead of the primitives, if it knows it."""
        return None

    @property
    def usual(self) -> int | None:
        """The default of its optional number."""
        return None

    @property
    def amount(self) -> int:
        """Its number, or the default."""
        given = getattr(self, number_field(type(self)))
        found = self.usual if given is None else given
        assert found is not None
        return found

    @property
    def label(self) -> str:
        """Its name, with the parameters that people see."""
        sign = dict(self.signs).get(getattr(self, self.shown[0])) if self.signs else None
        said = filter(None, map(self.shown_text, self.shown))
        return sign or " ".join([self.labelled or self.name, *said])

    def shown_text(self, name: str) -> str:
        """Return a parameter as people see it; the default where it is not given."""
        value = getattr(self, name)
        value = self.usual if value is None else value
        numbers = value if isinstance(value, tuple) else (value,)
        return self.joint.join(str(number) for number in numbers if number is not None)

    def check(self, board: Board) -> None:
        """Raise a `RulesError` unless it is of this board, has its cells there, and makes sense."""
        if board != self.board:
            raise RulesError(f"{self.label} is of another board")
        for name, kind, required in fields_of(type(self)):
            found = getattr(self, name)
            if required and not kind.is_of_numbers and (not found or () in found):
                raise RulesError(f"{self.name} without {name}")
        super().check(board)
        if said := self.fault():
            raise RulesError(said)

    def fault(self) -> str:
        """Return its fault, given cells on its board; empty if it makes sense."""
        return ""

    def fault_of_negatives(self) -> str:
        """Return what is wrong with digits below 0, if its automaton counts sums upward."""
        return f"{self.label} needs digits of 0 or more" if self.board.first < 0 else ""

    @property
    def digits(self) -> range:
        """What the digits are worth."""
        return range(self.board.first, self.board.last + 1)

    def pairs_where(self, relation: Callable[[int, int], bool]) -> frozenset[tuple[int, int]]:
        """Return the pairs of digits between which a relation holds."""
        digits = self.digits
        return frozenset([(a, b) for a in digits for b in digits if relation(a, b)])


class Field(NamedTuple):
    """A field of a variant beside its board.

    Args:
        required: whether a variant without it makes no sense.
    """

    name: str
    kind: FieldKind
    required: bool


@cache
def fields_of(variant: type[Variant]) -> tuple[Field, ...]:
    """Return the fields of a class beside the board.

    >>> from cpsudoku.variants.cages import Killer
    >>> [(field.name, field.kind.value) for field in fields_of(Killer)]
    [('cells', 'cells'), ('total', 'optional number')]
    """
    hints = get_type_hints(variant, include_extras=True)
    own = (one for one in fields(variant) if one.name != "board")
    return tuple(
        Field(one.name, hints[one.name].__metadata__[0], one.default is MISSING) for one in own
    )


def number_field(variant: type[Variant]) -> str:
    """Return the name of its first number, empty for none."""
    return next((f.name for f in fields_of(variant) if f.kind.is_of_numbers), "")


class Everywhere(Variant):
    """A variant of the whole grid."""

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(range(self.board.grid_count))


@dataclass(frozen=True)
class OnCells(Variant):
    """A variant of some cells."""

    cells: Cells

    least: ClassVar[int] = 1
    """Fewest cells that make sense."""

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    def check(self, board: Board) -> None:
        # Before the scope is read, which may be the cells around them.
        self._check_on_board(self.cells, board)
        count = len(self.cells)
        if board == self.board:
            if not self.repeats and len(set(self.cells)) < count:
                raise RulesError(f"{self.label} has a cell twice")
            if count < self.least:
                raise RulesError(f"{self.label} needs {self.least} cells or more; it has {count}")
        super().check(board)

    def values(self, grid: Grid) -> tuple[int, ...]:
        """Return the digits of its cells."""
        return tuple(grid[cell] for cell in self.cells)

    def neighbours(self) -> tuple[tuple[Cell, Cell], ...]:
        """Return the pairs of cells that follow one another."""
        return tuple(pairwise(self.cells))

    def halves(self) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Return the first half of its cells and the second."""
        half = len(self.cells) // 2
        return self.cells[:half], self.cells[half:]


@dataclass(frozen=True)
class OfTotal(OnCells):
    """A variant of some cells with a number that people see."""

    total: Number

    shown = ("total",)


class OnLine(OnCells):
    """A variant of a line, which may come to a cell again.

    The digit of such a cell stands at each of its places in `values`; `scope` has it once.
    """

    least = 2
    repeats = True

    @property
    def scope(self) -> tuple[Cell, ...]:
        return tuple(dict.fromkeys(self.cells))

    def check(self, board: Board) -> None:
        if any(one == other for one, other in self.neighbours()):
            raise RulesError(f"{self.label} has a cell twice in a row; a line goes on to another")
        super().check(board)


class OfNeighbours(OnLine):
    """A relation of each of its cells to the next."""

    without_groups = True

    @abstractmethod
    def fits(self, one: int, other: int) -> bool:
        """Return whether two digits may follow one another."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        return related(self.neighbours(), _fitting(replace(self, cells=())), self.label)


@lru_cache(maxsize=256)
def _fitting(variant: OfNeighbours) -> frozenset[tuple[int, int]]:
    """Return the pairs that fit a variant; a puzzle has many with the same large relation."""
    return variant.pairs_where(variant.fits)


def related(
    pairs: Sequence[tuple[Cell, Cell]], allowed: frozenset[tuple[int, int]], label: str
) -> tuple[Primitive, ...]:
    """Return the primitives that the same relation holds for pairs of cells, even of one cell."""
    return tuple(
        table((one, other), allowed, label) if one == other else Pair(one, other, allowed, label)
        for one, other in pairs
    )


def table(cells: tuple[Cell, ...], tuples: frozenset[tuple[int, ...]], label: str) -> Table:
    """Return the primitive that cells, of which some may be the same, have certain digits."""
    once = tuple(dict.fromkeys(cells))
    if len(once) == len(cells):
        return Table(cells, tuples, label)
    found = (dict(zip(cells, digits, strict=True)) for digits in tuples
             if len(set(zip(cells, digits, strict=True))) == len(once))  # fmt: skip
    return Table(once, frozenset(tuple(map(one.__getitem__, once)) for one in found), label)


def each(cells: Iterable[Cell], factor: int = 1) -> list[tuple[Cell, int]]:
    """Return cells as terms of a sum, all of them times the same factor."""
    return [(cell, factor) for cell in cells]


def weighed(
    terms: Iterable[tuple[Cell, int]], totals: tuple[int, ...], label: str
) -> tuple[Primitive, ...]:
    """Return the primitives that cells, of which some may be the same, add up to one of totals.

    Args:
        terms: cells, each with what its digit is multiplied with.
    """
    factors = coefficients_of(terms)
    if not factors and 0 in totals:  # both sides of an equation have the same cells
        return ()
    return (Linear(tuple(factors), tuple(factors.values()), "=", totals, label),)


def coefficients_of(terms: Iterable[tuple[Cell, int]]) -> dict[Cell, int]:
    """Return the coefficients of a sum in which a cell may stand several times; none is 0."""
    found: dict[Cell, int] = {}
    for cell, factor in terms:
        found[cell] = found.get(cell, 0) + factor
    return {cell: factor for cell, factor in found.items() if factor}


def in_layer(board: Board, cells: Cells, others: Cells) -> dict[Cell, Cell]:
    """Return for cells of the grid their other cells: those that are given, or of the first layer.

    Args:
        cells: the cells; if empty, those of the grid.
        others: for each its other cell; if empty, the first layer.
    """
    own = cells or tuple(range(board.grid_count))
    return dict(zip(own, others or next(iter(board.layers), ()), strict=False))


def squares(board: Board, cells: Sequence[Cell]) -> list[tuple[Cell, ...]]:
    """Return the squares of two by two cells among some, row by row."""
    at = {board.places[cell]: cell for cell in cells}
    corners = ([(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in at)
    return [tuple(map(at.__getitem__, four)) for four in corners if at.keys() >= set(four)]


def touching(board: Board, cells: Sequence[Cell]) -> list[tuple[int, int]]:
    """Return the pairs of places in a list of cells, even auxiliary ones, that share an edge."""
    place = {board.places[cell]: number for number, cell in enumerate(cells)}
    beside = ((n, other) for (r, c), n in place.items() for other in ((r, c + 1), (r + 1, c)))
    return [(number, place[other]) for number, other in beside if other in place]


class NeighboursApart(Everywhere):
    """Neighbours do not stand in some relation, either way round, all over the board."""

    @abstractmethod
    def marks(self, one: int, other: int) -> bool:
        """Return whether two digits stand in it, and would have a mark between them."""

    @property
    def marked(self) -> set[frozenset[Cell]]:
        """The neighbours that may."""
        return set()

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        allowed, marked = self.pairs_where(lambda a, b: not self.marks(a, b)), self.marked
        pairs = touching(self.board, self.scope)
        open_ones = [pair for pair in pairs if frozenset(pair) not in marked]
        return related(open_ones, allowed, self.label)

    def holds(self, grid: Grid) -> bool:
        at, marked = self.board.grid_at, self.marked
        beside = ((p, c) for (i, j), c in at.items() for p in ((i - 1, j), (i, j - 1)))
        pairs = ((at[p], c) for p, c in beside if p in at and {at[p], c} not in marked)
        return not any(self.marks(grid[one], grid[other]) for one, other in pairs)


class Indexing(Variant):
    """A digit v in a cell says that some digit is in the v-th cell of a line."""

    @property
    def scope(self) -> tuple[Cell, ...]:
        found = ((cell, *places.values()) for cell, places, _ in self.indexed())
        return tuple(dict.fromkeys(cell for cells in found for cell in cells))

    @abstractmethod
    def indexed(self) -> list[tuple[Cell, dict[int, Cell], int]]:
        """Return for each cell what it points into, by places, and the digit that is there."""

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        """For each digit that the cell may have: if it does, the other one is there."""
        found: list[Primitive] = []
        for cell, places, wanted in self.indexed():
            found.append(Table((cell,), frozenset((v,) for v in places), self.label))
            for value, other in places.items():
                if other == cell:
                    fitting = frozenset((v,) for v in places if v != value or v == wanted)
                    found.append(Table((cell,), fitting, self.label))
                else:
                    found.append(Pair(cell, other, self._implying(value, wanted), self.label))
        return tuple(found)

    def _implying(self, digit: int, wanted: int) -> frozenset[tuple[int, int]]:
        return self.pairs_where(lambda one, other: one != digit or other == wanted)
