"""How others treat a variant, as data: notations, drawing, layout at random, and structure.

Everything here is a closed vocabulary, like that of the primitives: a variant says which of it is
true of it, and whatever reads, writes, draws, generates or solves knows each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from cpsudoku.ground.randomness import Randomness
from cpsudoku.rules import Cell, Rules
from cpsudoku.rules.primitives import Primitive


class Spelling(NamedTuple):
    """How a notation writes a variant; made by functions such as `f_puzzles` and `iss`.

    Args:
        field: what the notation calls it.
        shape: how its cells and numbers stand there, one of the notation's ``SHAPES``.
        words: what else the shape asks for.
    """

    notation: str
    field: str
    shape: str
    words: tuple[str, ...]


FPuzzlesShape: TypeAlias = Literal[
    "absent", "box", "bulb", "cage", "cells", "clue", "diagonal", "dots", "each", "flag", "halves",
    "lines", "marked", "quad", "regions", "signs", "together", "valued", "written",
]  # fmt: skip

IssShape: TypeAlias = Literal[
    "absent", "arms", "around", "arrow", "cage", "cells", "connected", "construction", "diagonal",
    "different", "digits", "dots", "element", "ends", "enough", "everywhere", "king", "number",
    "pieces", "pill", "quad", "ranks", "regions", "same", "sandwich", "set", "sum", "sums",
    "whisper",
]  # fmt: skip

LisudokuShape: TypeAlias = Literal["absent", "bulb", "cage", "cells", "dots", "each", "flag"]

SudokuMakerShape: TypeAlias = Literal[
    "absent", "arrow", "cage", "cells", "clue", "diagonal", "dots", "everywhere", "groups",
    "halves", "lines", "look", "parts", "quad", "thermo", "whisper",
]  # fmt: skip


def f_puzzles(field: str, shape: FPuzzlesShape, *words: str) -> Spelling:
    """Return the row of a field in the JSON of f-puzzles."""
    return Spelling("f_puzzles", field, shape, words)


def iss(field: str, shape: IssShape = "cells", *words: str) -> Spelling:
    """Return the row of a name in the strings of Interactive Sudoku Solver."""
    return Spelling("iss", field, shape, words)


def lisudoku(field: str, shape: LisudokuShape = "cells", *words: str) -> Spelling:
    """Return the row of a field in the JSON of lisudoku."""
    return Spelling("lisudoku", field, shape, words)


def sudokumaker(kind: int, shape: SudokuMakerShape, *words: str) -> Spelling:
    """Return the row of a type of constraint in the JSON of SudokuMaker."""
    return Spelling("sudokumaker", str(kind), shape, words)


def sudokupad(field: str) -> Spelling:
    """Return the row of a global rule of SudokuPad."""
    return Spelling("sudokupad", field, "everywhere", ())


def rows(*found: Spelling) -> tuple[Spelling, ...]:
    """Return the rows of a variant, with a type that derived classes can override."""
    return found


class Layer(IntEnum):
    """Where a drawing lies, from below to above; those of `EDGES` lie on the board's lines."""

    CELLS = 0
    LINES = 1
    OTHERS = 2
    OUTSIDE = 3
    EDGES = 4


@dataclass(frozen=True, slots=True)
class BroadLine:
    """A broad line through the cells.

    Args:
        end: the sign on it: a bulb at its beginning, discs or diamonds at both ends, or a disc
            in its middle.
        closed: whether it is drawn on from its last cell to its first.
        named: whether its label stands at its beginning; else it does where its number is unusual.
    """

    kind: ClassVar[str] = "line"
    layer: ClassVar[Layer] = Layer.LINES

    colour: str
    end: Literal["bulb", "discs", "diamonds", "middle"] | None = None
    closed: bool = False
    named: bool = True


@dataclass(frozen=True, slots=True)
class SplitLine:
    """A broad line for each part, and a thin one from part to part."""

    kind: ClassVar[str] = "parts"
    layer: ClassVar[Layer] = Layer.LINES

    colour: str


@dataclass(frozen=True, slots=True)
class Tint:
    """The cells are tinted."""

    kind: ClassVar[str] = "tint"
    layer: ClassVar[Layer] = Layer.CELLS

    colour: str


@dataclass(frozen=True, slots=True)
class Wedges:
    """Wedges at all sides of the cells, which point to the smaller digit."""

    kind: ClassVar[str] = "wedges"
    layer: ClassVar[Layer] = Layer.CELLS

    inwards: bool


@dataclass(frozen=True, slots=True)
class Dots:
    """Dots between neighbours; a number that is not the usual one stands in them.

    Args:
        ink: the class of the number's text.
    """

    kind: ClassVar[str] = "dots"
    layer: ClassVar[Layer] = Layer.EDGES

    fill: str
    ink: Literal["given", "light"]


class Mark(Enum):
    """A drawing that has no parameters, with where it lies."""

    DISC = "disc", Layer.CELLS
    SQUARE = "square", Layer.CELLS
    RINGS = "rings", Layer.CELLS
    LOOKS = "looks", Layer.CELLS
    """A wedge for each of the arms along which a cell looks."""
    ARROW = "arrow", Layer.LINES
    DOUBLE_ARROW = "doublearrow", Layer.LINES
    CAGE = "cage", Layer.OTHERS
    CAGES = "cages", Layer.OTHERS
    """Several cages, each with a letter for its total."""
    CLUE = "clue", Layer.OUTSIDE
    """A number beside the line at which it looks."""
    DIAGONAL = "diagonal", Layer.OUTSIDE
    """A number with an arrow."""
    SIGNS = "signs", Layer.EDGES
    GREATER = "greater", Layer.EDGES
    QUAD = "quad", Layer.EDGES

    @property
    def kind(self) -> str:
        """Its name in data."""
        return self.value[0]

    @property
    def layer(self) -> Layer:
        """Where it lies."""
        return self.value[1]


Depiction: TypeAlias = BroadLine | SplitLine | Tint | Wedges | Dots | Mark


class LaidShape(Enum):
    """Which cells a variant is laid out on at random."""

    CAGE = "cage"
    """Neighbours with different digits, added cell by cell."""
    SUM = "sum"
    """The same with any digits."""
    REGION = "region"
    """As many cells as there are digits, all different."""
    GROWING = "growing"
    """A line each part of which holds."""
    LINE = "line"
    LONG = "long"
    """A line of three cells or more."""
    PAIR = "pair"
    CELL = "cell"
    SQUARE = "square"
    """Two by two cells."""
    ROW = "row"
    """A whole row or column."""
    DIAGONAL = "diagonal"


Numbering: TypeAlias = Callable[[list[int], Randomness], Iterable[tuple[object, ...]]]
"""A function from the digits along some cells to the numbers to try."""


class RandomLayout(NamedTuple):
    """How a variant is laid out at random in a final grid.

    Args:
        numbers: gives the parameters to try besides its cells, one tuple after the other; None for
            a variant that has only cells, which is tried from either end.
    """

    shape: LaidShape
    numbers: Numbering | None = None


def up_to(most: Callable[[list[int]], int]) -> Numbering:
    """Return a numbering that tries each number from 0 to the greatest that digits allow."""
    return lambda values, _: ((number,) for number in range(most(values) + 1))


Way: TypeAlias = list[int]  # for each cell a mask of digits, bit 0 for the lowest


class Ways(NamedTuple):
    """If some cells are a house, they are filled in one of some ways.

    Args:
        make: yields the ways, for what the lowest digit is worth, how many digits there are, and
            the number; the same function for all clues of a kind, so that ways are made once.
        number: of the clue.
    """

    cells: tuple[Cell, ...]
    make: Callable[[int, int, int], Iterator[Way]]
    number: int


class SameDigits(NamedTuple):
    """Two lists of cells have the same digits, each as often."""

    one: tuple[Cell, ...]
    other: tuple[Cell, ...]


class EqualTotals(NamedTuple):
    """Lists of cells whose digits all add up to the same total, which is not given."""

    parts: tuple[tuple[Cell, ...], ...]


class Rank(NamedTuple):
    """If rows and columns are houses, a line read as a number has a rank among all of the board.

    Args:
        rank: from 1 for the lowest.
        ties: whether other lines may read the same.
    """

    line: tuple[Cell, ...]
    rank: int
    ties: bool


class Regions(NamedTuple):
    """A board is cut into connected regions of one size with different digits, to be found.

    Args:
        names: for each the cell whose digit names its region, in the order in which they are met.
        number: how many regions there are.
        touching: the places of the cells that share an edge, in pairs.
        order: says that no region is named before those with lower names, for the cells that name
            them in the order in which they are met.
    """

    cells: tuple[Cell, ...]
    names: tuple[Cell, ...]
    size: int
    number: int
    touching: Sequence[tuple[int, int]]
    order: Callable[[Sequence[Cell]], Primitive]


class OfRegions(NamedTuple):
    """A digit counts cells that name regions.

    Args:
        kind: ``run`` for those of the first one's region seen along arms, ``count`` for all of that
            region, ``distinct`` for how many regions there are among them.
        control: the cell with the digit.
        arms: the cells that are read; several begin with the same one.
        offset: what is added to the digit.
    """

    kind: str
    control: Cell
    arms: tuple[tuple[Cell, ...], ...]
    offset: int = 0


Structure: TypeAlias = Ways | SameDigits | EqualTotals | Rank | Regions | OfRegions


@lru_cache(maxsize=64)
def equal_totals(rules: Rules) -> tuple[tuple[tuple[Cell, ...], ...], ...]:
    """Return the lists of cells that have one total each, of all constraints that imply some."""
    found = (getattr(one, "implied", None) for one in rules.constraints)
    return tuple(it.parts for it in found if isinstance(it, EqualTotals))
