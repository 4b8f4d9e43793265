"""Records, the context of reading, and descriptions of notations: the base of them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import InitVar, dataclass, field, replace
from functools import lru_cache
from importlib import import_module
from itertools import chain, islice, pairwise
from typing import Any, NamedTuple, Protocol, TypeAlias, cast

from cpsudoku.errors import CpsudokuError, FormatError, OptionError, RulesError, remedied
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.formats.rules_words import MAX_SIZE, RulesSpec
from cpsudoku.formats.source import Lines
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import SYMBOLS, AllDifferent, Board, Cell, Constraint, Grid, Rules, usual
from cpsudoku.variants.base import OnLine
from cpsudoku.variants.sum_lines import Arrow

__all__ = [
    "BLANKS", "LONE_ROW", "MAX_SIZE", "MAX_SYMBOL_SIZE", "Context", "Lines", "Notation", "OnBad",
    "Reader", "Record", "RulesLike", "TableRow", "Text", "blaming_text", "is_directive", "is_row",
    "located", "locating_errors", "whole_boards",
]  # fmt: skip

MAX_SYMBOL_SIZE = len(SYMBOLS)
"""Up to this size a digit is one character; bigger boards are written as numbers."""

BLANKS = ".0*_-?"  # characters that stand for a cell without a given

RulesLike: TypeAlias = Rules | RulesSpec | str
"""Rules, or a text such as ``9+diagonals`` (see `cpsudoku.formats.rules_text`)."""

OnBad: TypeAlias = Callable[[FormatError], object]
"""Called with the error of text that is not a puzzle and is passed over."""


class TableRow(NamedTuple):
    """A row of a table as it was read.

    Args:
        puzzle: the puzzle that is in it; where a record still has the same, nothing is rewritten.
        column: which column has the puzzles; empty for the one that its name shows.
    """

    names: tuple[str, ...]
    values: tuple[object, ...]
    puzzle: Puzzle
    solution: Grid | None
    column: str = ""


@dataclass(frozen=True)
class Proposal:
    """A probable meaning of a drawn thing, or of a sentence of the rules in words.

    Args:
        constraint: what would hold.
        thing: what it is read from: the looks of a thing, or ``words``.
        evidence: the sentence that speaks of it; empty where only the looks do.
        confidence: how probably it is right, from 0 to 1; a rate that was measured.
        fits: whether a stored solution obeys it; None where none is known.
        dropped: why it was left out of the puzzle; empty where it was not.
    """

    constraint: Constraint
    thing: str
    evidence: str
    confidence: float
    fits: bool | None = None
    dropped: str = ""

    @property
    def taken(self) -> bool:
        """Whether it is part of the puzzle."""
        return not self.dropped

    def document(self, board: Board) -> dict[str, object]:
        """Return it as an object of JSON."""
        return {
            "thing": self.thing,
            "meaning": self.constraint.label,
            "cells": list(map(board.name, self.constraint.scope)),
            "evidence": self.evidence,
            "confidence": round(self.confidence, 2),
            "fits": self.fits,
            "taken": self.taken,
            "dropped": self.dropped,
        }


class Record(NamedTuple):
    """One puzzle of a file and what the file says about it.

    Args:
        line: 1-based line at which the puzzle begins, if known.
        solution: that the text claims, not verified; None for none, empty where it says so.
        known: the digits of a solution that the text claims in part, 0 for the other cells.
        meant: the meanings of drawn things, given by the caller, that some thing has.
        proposals: what was read from drawings and words; those that are taken are in the puzzle.
        row: the row of a table, or the object of JSON, that it came in; None for none.
        added: names and values of columns that are to stand after those of the row.
        ignored: the parts of the text that were not understood, in words.
        words: the rules as the text says them to people; empty where it does not.
        decoration: fields of f-puzzles that change no solution, such as fog and coloured shapes, as
            an object of JSON; empty for none.
    """

    puzzle: Puzzle
    source: str | None = None
    line: int | None = None
    solution: Grid | None = None
    label: str = ""
    comment: str = ""
    row: TableRow | None = None
    added: tuple[tuple[str, object], ...] = ()
    ignored: tuple[str, ...] = ()
    author: str = ""
    words: str = ""
    decoration: str = ""
    known: Grid | None = None
    meant: tuple[str, ...] = ()
    proposals: tuple[Proposal, ...] = ()

    @property
    def proposed(self) -> int:
        """How many clues of the puzzle were read from drawings and words."""
        return sum(one.taken for one in self.proposals)

    @property
    def gaps(self) -> Iterator[str]:
        """Say where a cell of a line does not touch the next one, which few setters mean."""
        board = self.puzzle.rules.board
        for line in self.puzzle.rules.clues:
            for pair in pairwise(line.cells) if isinstance(line, OnLine | Arrow) else ():
                (row, column), (down, right) = (board.places[cell] for cell in pair)
                if max(abs(row - down), abs(column - right)) > 1:
                    yield f"{line.label}: {' and '.join(map(board.name, pair))} do not touch"

    @property
    def place(self) -> str:
        """Where the puzzle stands, such as ``easy.txt:3``; empty where it came from no file."""
        return place_of(self.source, self.line)


def place_of(source: str | None, line: int | None) -> str:
    """Return a place as messages name it, such as ``easy.txt:3``; empty without a source."""
    if source is None:
        return ""
    return source if line is None else f"{source}:{line}"


class _Placed(Protocol):
    @property
    def place(self) -> str: ...


@contextmanager
def locating_errors(part: _Placed) -> Iterator[None]:
    """Put the place of a puzzle before the message of an error."""
    try:
        yield
    except CpsudokuError as error:
        if part.place:
            error.args = (f"{part.place}: {error}",)
        raise


def located(
    error: FormatError, source: str | None, line: int | None, text: str = ""
) -> FormatError:
    """Return an error with the place and the text filled in where they are not known yet."""
    source, line, at = error.source or source, error.line or line, error.column
    return FormatError(error.message, source=source, line=line, column=at, text=error.text or text)


@contextmanager
def blaming_text(before: str = "") -> Iterator[None]:
    """Make an error about rules one about the text that has them, with words before it."""
    try:
        yield
    except RulesError as error:
        raise FormatError(before + str(error)) from error


@lru_cache(maxsize=256)
def _rules_of(spec: RulesSpec | None, size: int) -> Rules:
    if spec is None:
        return usual(size)
    with blaming_text():
        return spec(size)


def homes_of(rules: Rules) -> list[tuple[Cell, ...]]:
    """Return the boxes, and the regions that stand for them."""
    return [group.cells for kind in ("box", "region") for group in rules.of_kind(kind)]


def is_directive(text: str) -> bool:
    """Return whether a comment says rules, such as ``# rules: 9+diagonals``."""
    return text.lstrip("#").strip()[:6].lower() == "rules:"


@dataclass
class Context:
    """What is known of a text while it is read: its rules, its name, what to do with bad parts.

    Args:
        rules: the rules; None for those that a text says, or else the usual ones.
        on_bad: called for each bad part, which is then passed over; None to raise the error.
        meanings: what drawn things mean, as texts (`cpsudoku.formats.setters.drawings`).
        column: which column of a table has the puzzles; empty for the one that its name shows.
        proposes: whether things that are only drawn, and rules in words, get the meaning that they
            probably have; else only what a text declares is taken.
        remedy: how to pass over a bad part that stands below others, for the error; empty for none.
    """

    rules: InitVar[RulesLike | None] = None
    source: str | None = None
    on_bad: OnBad | None = None
    meanings: tuple[str, ...] = ()
    column: str = ""
    proposes: bool = False
    remedy: str = ""
    bad_parts: int = field(default=0, init=False)

    def __post_init__(self, rules: RulesLike | None) -> None:
        if isinstance(rules, str):
            rules = parse_rules(rules)
        self._spec = RulesSpec(rules) if isinstance(rules, Rules) else rules

    @property
    def given_size(self) -> int | None:
        """The size that the grids must have, or None while the text may say."""
        return None if self._spec is None else self._spec.size

    @property
    def board_rules(self) -> Rules | None:
        """The rules, where their board is not square, which only they can say; else None."""
        return None if self._spec is None or self._spec.board is None else self._spec.rules()

    @property
    def has_rules(self) -> bool:
        """Whether the caller or the text has said which rules hold."""
        return self._spec is not None

    def rules_of(self, size: int) -> Rules:
        """Return the rules of a grid of a size."""
        return _rules_of(self._spec, size)

    def rules_with(self, own: Rules) -> Rules:
        """Return the caller's rules together with those that a text has itself.

        Raises:
            FormatError: they have another board, or other boxes or regions.
        """
        if self._spec is None:
            return own
        with blaming_text():
            if self._spec.base is None:
                return self._spec._replace(base=own).rules()
            given = self._spec.rules()
            ours, theirs = ({*map(frozenset, homes_of(rules))} for rules in (own, given))
            if own.board == given.board and (not ours or ours == theirs):
                known = given.cell_sets
                groups = (group for group in own.groups if frozenset(group.cells) not in known)
                others = (one for one in own.constraints if not isinstance(one, AllDifferent))
                return given.with_constraints((*groups, *others))
        what = "another board" if own.board != given.board else "other boxes or regions"
        raise FormatError(
            f"rules with {what} than the puzzle itself has; expected the same, or only what is "
            "added to them, such as +diagonals"
        )

    def with_rules(self, rules: str) -> Context:
        """Return this context with the rules that a puzzle brings along."""
        with blaming_text():
            return self.under(parse_rules(rules, files=False))

    def under(self, rules: RulesLike) -> Context:
        """Return this context under other rules."""
        return replace(self, rules=rules)

    def trial(self, on_bad: OnBad) -> Context:
        """Return this context as it is now, to read something that may turn out to be unfit."""
        return replace(self, rules=self._spec, on_bad=on_bad)

    def bad(self, error: FormatError, line: int | None = None, text: str = "") -> None:
        """Report a bad part: raise the error, or hand it to the caller and continue.

        Args:
            text: the part itself, for the error.
        """
        self.bad_parts += 1
        error = located(error, self.source, line, text)
        if self.on_bad is None:
            is_below = self.remedy and line is not None and line > 1
            raise (remedied(error, self.remedy) if is_below else error) from None
        self.on_bad(error)

    def taken(
        self, line: int, read: Callable[..., Record], *what: Any,
        text_of: Callable[..., str] = lambda text, *_: text,
    ) -> Iterator[Record]:  # fmt: skip
        """Yield the puzzle of a part, with its place; a bad part is reported instead.

        Args:
            text_of: returns the text of the part, given what is read.
        """
        try:
            record = read(*what)
        except FormatError as error:
            self.bad(error, line, text_of(*what))
        else:
            yield record._replace(source=self.source, line=line)

    def take_directive(self, comment: str, line: int) -> None:
        """Take up the rules that a comment says of the puzzles after it, if it is a directive."""
        if is_directive(comment):
            try:
                self._spec = parse_rules(comment.lstrip("#").strip()[6:], files=False)
            except RulesError as error:
                self.bad(FormatError(str(error)), line, comment)


LONE_ROW = (
    "a row of cells beside others; expected a whole board, or a line such as '# rules: 2' before "
    "small ones"
)


def is_row(record: Record, context: Context) -> bool:
    """Return whether a puzzle of a line has four cells, or one or nine blanks, and no rules.

    Beside others it is rather a row of a board, some of whose rows are lost, than a puzzle.
    """
    size, is_blank = record.puzzle.rules.size, not any(record.puzzle.digits)
    is_tiny = size == 2 or (size in {1, 3} and is_blank)
    return is_tiny and record.row is None and not context.has_rules


def whole_boards(records: Iterator[Record], context: Context) -> Iterator[Record]:
    """Yield puzzles; what may be a row of a board is refused unless it stands alone."""
    begun = list(islice(records, 1))
    # Only such a first one waits for what follows; others are yielded before a fault after them.
    ahead = list(islice(records, 1)) if begun and is_row(begun[0], context) else None
    for record in chain(begun, ahead or (), records):
        if is_row(record, context) and ahead != []:
            context.bad(FormatError(LONE_ROW), record.line)
        else:
            yield record


Reader: TypeAlias = Callable[[Lines, Context], Iterator[Record]]
"""Yields the puzzles of a text in one notation."""

Text: TypeAlias = Callable[[Record], str]
"""Returns a puzzle as text in one notation, with its last line end."""


class Notation(NamedTuple):
    """A way to write puzzles down.

    Args:
        summary: one line for people.
        before: what stands before the first puzzle, whatever it is.
        fields: the line of a table for names or values; None for what is not a table.
        nothing: the whole text if there is no puzzle.
        stands_alone: whether one puzzle by itself needs nothing around it.
        keeps_marks: whether candidates survive; else a puzzle with pencil marks is refused.
        keeps_rules: whether the rules are part of the text; else a ``# rules:`` line says them.
        keeps_boards: whether a board that is not square can be shown.
        in_rows: whether a puzzle is nothing but its rows.
    """

    name: str
    summary: str
    read: Reader
    text: Text
    before: str = ""
    fields: Callable[[Sequence[object]], str] | None = None
    between: str = ""
    after: str = ""
    nothing: str = ""
    stands_alone: bool = False
    keeps_marks: bool = False
    keeps_rules: bool = False
    keeps_boards: bool = False
    in_rows: bool = False


_PLACES = {
    "line": "cpsudoku.formats.line:NOTATION",
    "sdm": "cpsudoku.formats.line:SDM",
    "drawn": "cpsudoku.formats.drawn:NOTATION",
    "numbers": "cpsudoku.formats.drawn:NUMBERS",
    "candidates": "cpsudoku.formats.drawn:CANDIDATES",
    "pencil": "cpsudoku.formats.line:PENCIL",
    "sdk": "cpsudoku.formats.drawn:SDK",
    "csv": "cpsudoku.formats.tables:NOTATION",
    "json": "cpsudoku.formats.documents:NOTATION",
    "jsonl": "cpsudoku.formats.documents:LINES",
    "fpuzzles": "cpsudoku.formats.setters.links:NOTATION",
    "sudokupad": "cpsudoku.formats.setters.links:SUDOKUPAD",
    "lisudoku": "cpsudoku.formats.setters.links:LISUDOKU",
    "sudokumaker": "cpsudoku.formats.setters.links:SUDOKUMAKER",
    "sudokuwiki": "cpsudoku.formats.setters.links:SUDOKUWIKI",
    "sumocue": "cpsudoku.formats.setters.links:SUMOCUE",
    "ps": "cpsudoku.formats.setters.links:PS",
    "puzzlink": "cpsudoku.formats.setters.links:PUZZLINK",
    "pzprv3": "cpsudoku.formats.setters.pzpr:NOTATION",
    "opensudoku": "cpsudoku.formats.opensudoku:NOTATION",
    "iss": "cpsudoku.formats.setters.links:ISS",
}


def register(name: str, place: str) -> None:
    """Add a notation of another package.

    Args:
        place: the module that has it, and its name there, as in ``cpsudoku_mine:NOTATION``.
    """
    _PLACES[name] = place


def names() -> tuple[str, ...]:
    """Return the names of all notations."""
    return tuple(_PLACES)


@lru_cache
def notation(name: str) -> Notation:
    """Return the notation of a name."""
    if name not in _PLACES:
        raise OptionError(f"there is no format {name!r}; expected one of {', '.join(_PLACES)}")
    module, _, attribute = _PLACES[name].partition(":")
    return cast(Notation, getattr(import_module(module), attribute))
