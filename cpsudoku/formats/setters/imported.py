"""What every importer makes: a puzzle, and a report of what it did not understand.

A drawn line or dot has no meaning of its own.  Where proposals are wanted, the recogniser finds
what it probably means; else it is reported by its looks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Proposal, blaming_text, homes_of
from cpsudoku.formats.setters.things import DrawnThing
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    AllDifferent,
    Board,
    Cell,
    Constraint,
    Digit,
    Grid,
    Rules,
    jigsaw,
    latin,
    primitives,
    usual,
)
from cpsudoku.rules.houses import in_boxes
from cpsudoku.variants import variants
from cpsudoku.variants.automata import from_rows
from cpsudoku.variants.regions import ExtraRegion

MOST_SIZE = 35  # bigger boards are refused
MOST_ENTRIES = 20_000  # longer lists are refused
_MOST_WORDS = 10_000  # characters of rules in words; what is longer is cut
MOST_DECORATION = 100_000  # characters of decoration that are kept
_MOST_NAMED = 5  # this many cells are named in a report, which is a line
NO_REGIONS = "no regions, so that only rows and columns hold"
TO_BE_FOUND = "regions to be found, so that only rows and columns hold"
OTHER_REGIONS = "regions that are not as many as digits, nor of as many cells"
NO_LINES = "norowcol, so that rows and columns may repeat digits"
LEFT_OPEN = frozenset((NO_REGIONS, TO_BE_FOUND, OTHER_REGIONS, NO_LINES))
"""What is reported of a text that leaves its houses open, unless the caller's rules have them."""

TOTALS = "numbers in cages of different digits, taken as totals"


def decoration_of(fields: Mapping[str, object]) -> str:
    """Return fields of f-puzzles that change no solution as JSON; empty for none, or too much."""
    text = json.dumps(fields, separators=(",", ":"), ensure_ascii=False) if fields else ""
    return text if len(text) <= MOST_DECORATION else ""


def is_book(text: str) -> bool:
    """Return whether a user's text about drawings is the name of a book of phrases."""
    return text.endswith(".toml") and "=" not in text


def list_in(value: object, what: str, of: str = "") -> list[Any]:
    """Return a value of JSON that must be a list; errors say what it is, and of what."""
    if not isinstance(value, list):
        raise FormatError(f"{what} {quoted(value)}; expected a list{of and f' of {of}'}")
    if len(value) > MOST_ENTRIES:
        raise FormatError(f"more than {MOST_ENTRIES} {what}")
    return value


def object_in(value: object, what: str) -> dict[str, Any]:
    """Return a value of JSON that must be an object; errors say what it is."""
    if not isinstance(value, dict):
        raise FormatError(f"{what} {quoted(value)}; expected an object")
    return value


def number_in(value: object) -> int:
    """Return a whole number, which JSON may have as text."""
    text = str(value).strip()
    if not re.fullmatch(r"-?[0-9]{1,9}", text):
        raise FormatError(f"{quoted(text)}; expected a number")
    return int(text)


def side_of(height: int, width: int) -> int:
    """Return how many rows a board has that must be square."""
    if height != width or not 1 <= height <= MOST_SIZE:
        raise FormatError(f"a board of {height} rows and {width} columns; expected a square")
    return height


def json_in(text: str, otherwise: str) -> Any:
    """Return the value of a text that must be JSON; an error says what it is otherwise."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError(otherwise) from error


class Shape(NamedTuple):
    """How a constraint stands in the texts of a program, both ways.

    Args:
        read: gives the variants that an entry means; None where it is of another shape.
        write: gives the entries of a variant, or True where it is only there or not; None where
            they cannot say it.
    """

    read: Callable[..., Any]
    write: Callable[..., Any]


@dataclass
class Import:
    """A puzzle in the making.

    Args:
        loose: regions that do not fill the board, as `houses_of` returns them with the rules.

    Attributes:
        added: the constraints beside the houses, in the order in which they were met.
        ignored: what was not understood, in words.
        decoration: fields of f-puzzles that change no solution.
        claimed: the solution that the text claims, 0 for the cells that it leaves open.
        things: what is drawn, without what has a meaning.
        meant: the meanings of drawn things that some thing has, as the user wrote them.
        needed: why the caller has to give the regions, and how; empty where the text gives them.
    """

    rules: Rules
    loose: InitVar[Iterable[Sequence[Cell]]] = ()
    added: list[Constraint] = field(default_factory=list)
    candidates: list[int] = field(init=False)
    ignored: list[str] = field(default_factory=list)
    title: str = ""
    author: str = ""
    words: str = ""
    decoration: dict[str, Any] = field(default_factory=dict)
    claimed: Grid | None = None
    things: list[DrawnThing] = field(default_factory=list)
    meant: list[str] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)
    needed: str = ""
    _known: set[Constraint] = field(default_factory=set)

    def __post_init__(self, loose: Iterable[Sequence[Cell]]) -> None:
        self.candidates = [self.rules.all_digits] * self.rules.cell_count
        self.add_regions(loose)

    def add_regions(self, regions: Iterable[Sequence[Cell]]) -> None:
        """Add regions that are not houses of themselves."""
        for cells in regions:
            self.add(ExtraRegion(self.rules.board, tuple(cells)))

    def add(self, constraint: Constraint) -> None:
        """Add a variant or a primitive, once."""
        with blaming_text():
            constraint.check(self.rules.board)
        self.keep(constraint)

    def keep(self, constraint: Constraint) -> None:
        """Add a variant or a primitive, once, that the board was found to have room for."""
        # Not asked before it is put in: some have large tables, and hashing them takes time.
        known = len(self._known)
        self._known.add(constraint)
        if len(self._known) > known:
            self.added.append(constraint)

    def mask(self, digits: Iterable[int]) -> int:
        """Return digits as a mask."""
        board, found = self.rules.board, 0
        for digit in digits:
            if not board.first <= digit <= board.last:
                raise FormatError(f"digit {digit}; expected {board.first} to {board.last}")
            found |= 1 << digit - board.first
        return found

    def give(self, cell: Cell, digit: Digit) -> None:
        """Take a given."""
        self.candidates[cell] &= self.mask([digit])

    def ignore_marks(self, count: int) -> None:
        """Report how many cells have pencil marks that a player made."""
        self.ignored += [f"pencil marks ({count})"] * bool(count)

    def ignore_entries(self, cells: Sequence[Cell]) -> None:
        """Report the cells with a digit that a player entered, which is not a given."""
        if cells:
            names = " ".join(map(self.rules.board.name, cells[:_MOST_NAMED]))
            more = " …" if len(cells) > _MOST_NAMED else ""
            self.ignored.append(f"digits entered, no givens ({len(cells)}): {names}{more}")

    def name(self, said: dict[str, Any]) -> None:
        """Take the title and the author out of an object."""
        self.title, self.author = (str(said.get(name) or "")[:200] for name in ("title", "author"))

    def listen(self, words: object) -> None:
        """Keep the rules in words, a text or some; what they mean is left to the recogniser."""
        text = " ".join(map(str, words)) if isinstance(words, list) else str(words or "")
        self.words = text[:_MOST_WORDS]
        if text[_MOST_WORDS:].strip():
            self.ignored.append(f"rules in words after {_MOST_WORDS} characters")

    @property
    def unsaid(self) -> list[str]:
        """What the words speak of and no field says, to be reported where nothing is proposed."""
        known = {getattr(constraint, "name", "") for constraint in self.added}
        words = (v.spoken for name, v in variants().items() if v.spoken and name not in known)
        found = (re.search(rf"\b(?:{one})\b", self.words, re.IGNORECASE) for one in words)
        return [f"{said[0]!r} in the rules in words, which no field says" for said in found if said]

    def claim(self, said: object, places: Sequence[int] = (), count: int = 0) -> None:
        """Keep the solution that a text claims, a digit for each cell; what is none is open.

        Args:
            said: a text, a list of cells, or a list of rows; None for none.
            places: for each cell its place among all cells of the file.
            count: how many cells the file has, margins among them.
        """
        count = count or self.rules.cell_count
        cells = next((one for one in _cells_of(said) if len(one) == count), None)
        if cells is not None and places:
            cells = [cells[place] for place in places]
        elif places:
            cells = next((one for one in _cells_of(said) if len(one) == len(places)), None)
        if cells is None:
            self.ignored += ["a stored solution of another form"] * bool(said)
            return
        digits = tuple(_claimed(cell, self.rules.symbols) for cell in cells)
        self.claimed = digits if any(digits) else None

    def homes(self) -> list[tuple[Cell, ...]]:
        """Return the boxes and regions, or those that are not houses of themselves."""
        loose = [added.cells for added in self.added if isinstance(added, ExtraRegion)]
        return homes_of(self.rules) or loose

    def puzzle(self) -> Puzzle:
        """Return the puzzle."""
        rules = Rules.trusted(self.rules.board, (*self.rules.constraints, *self.added))
        with blaming_text():
            rules.check_houses()
        return Puzzle(rules, tuple(self.candidates))


def _cells_of(said: object) -> Iterator[Sequence[object]]:
    """Yield the cells that a stored solution may have: its own, those of its rows, or words."""
    if isinstance(said, list):
        yield said
        yield [cell for row in said if isinstance(row, str | list) for cell in row]
    elif isinstance(said, str | int):
        text = str(said)
        words = re.split(r"[\s,;|/]+", text.strip())
        yield from (text, "".join(words), words)


def _claimed(value: object, symbols: Sequence[str]) -> Digit:
    """Return the digit of a cell in a stored solution, 0 for one that is open."""
    text = str(value).strip().upper()
    if text in symbols:
        return symbols.index(text) + 1
    # One that the board does not have is a fault.
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def houses_of(size: int, labels: Sequence[int | None] | None) -> tuple[Rules, list[list[Cell]]]:
    """Return the houses of a square board, and regions where they do not fill it.

    Args:
        labels: for each cell the number of its region, None for none; None for the usual boxes.
    """
    if labels is None:
        return usual(size), []
    regions: dict[int, list[Cell]] = {}
    for cell, label in enumerate(labels):
        if label is not None:
            regions.setdefault(label, []).append(cell)
    if any(len(cells) > size for cells in regions.values()):
        raise FormatError(f"a region with more cells than the {size} digits")
    if len(regions) != size or None in labels:
        return latin(size), list(regions.values())
    return in_boxes(jigsaw([str(label) for label in labels])), []


@cache
def diagonal_of(size: int, kind: str) -> AllDifferent:
    """Return the ``diagonal`` or ``antidiagonal`` of a board."""
    return next(g for g in latin(size).with_diagonals().groups if g.kind == kind)


def check_same(written: Import, puzzle: Puzzle, program: str) -> None:
    """Raise unless a text means the same as the puzzle that a program was to have in it.

    Args:
        written: what is read of the text.
    """
    if not means_the_same(written.puzzle(), puzzle):
        raise FormatError(f"{program} has no way to say these rules exactly")


def means_the_same(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles have the same candidates and the same primitives.

    The order and the labels do not matter, nor what is a given and what a constraint of one cell.
    """
    return one.rules.board == other.rules.board and _meaning(one) == _meaning(other)


def _meaning(puzzle: Puzzle) -> tuple[tuple[int, ...], frozenset[Hashable]]:
    board = puzzle.rules.board
    masks, said = list(puzzle.candidates), set()
    for primitive in puzzle.rules.primitives:
        for part in _parts(primitive):
            if isinstance(part, primitives.Table) and len(part.cells) == 1:
                allowed = (digit - board.first for (digit,) in part.tuples)
                masks[part.cells[0]] &= sum(1 << d for d in allowed if 0 <= d < board.size)
            else:
                said.add(_said(part, board))
    return tuple(masks), frozenset(said)


def _parts(primitive: primitives.Primitive) -> list[primitives.Primitive]:
    if isinstance(primitive, primitives.And):
        return [part for inner in primitive.parts for part in _parts(inner)]
    if isinstance(primitive, primitives.Or) and len(primitive.parts) == 1:
        return _parts(primitive.parts[0])
    return [primitive]


def _said(primitive: primitives.Primitive, board: Board) -> Hashable:
    """Return a canonical form of a primitive that can be written in several ways."""
    kind = type(primitive).__name__
    match primitive:
        case primitives.AllDifferent(cells):
            said: Hashable = frozenset(cells)
        case primitives.Pair(first, second, allowed):
            if first > second:
                first, second, allowed = second, first, frozenset((b, a) for a, b in allowed)
            said = first, second, allowed
        case primitives.Not(part):
            said = _said(part, board)
        case primitives.And() | primitives.Or():
            parts = _parts(primitive) if isinstance(primitive, primitives.And) else primitive.parts
            said = frozenset(_said(part, board) for part in parts)
        case primitives.Regular():
            leads = {(state, digit): met for state, digit, met in primitive.steps}.get
            keys = range(board.first, board.last + 1)
            # Its states are numbered as they are met, digits in their order.
            said = primitive.cells, from_rows(
                primitive.start, lambda state: [leads((state, digit)) for digit in keys],
                primitive.accepting.__contains__, board,
            )  # fmt: skip
        case primitives.Linear(cells, coefficients, relation, totals):
            said = frozenset(zip(cells, coefficients, strict=True)), relation, frozenset(totals)
        case primitives.Count(cells, values, relation, number):
            said = frozenset(cells), values, relation, number
        case primitives.Connected(cells, neighbours, values, size):
            said = frozenset(cells), frozenset(map(frozenset, neighbours)), values, size
        case _:
            said = replace(primitive, label="")
    return kind, said
