r"""The columns of a table: which holds what, and a puzzle's row with all that it came with.

A row keeps its names, their order and its values as they were read.  Only what has changed since
is written again, in the form that it had, and what is added stands after all that was there.

>>> import io
>>> from cpsudoku import formats
>>> record = next(formats.read(io.StringIO("quizzes,id\n1...............,7\n")))
>>> names_and_values(record._replace(added=(("verdict", "multiple"),)))
(['quizzes', 'id', 'verdict'], ['1...............', '7', 'multiple'])
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import BLANKS, Context, Record, TableRow
from cpsudoku.formats.layouts import names_a_variant
from cpsudoku.formats.rules_text import rules_text
from cpsudoku.formats.strict_json import said
from cpsudoku.ground.names import counted
from cpsudoku.rules import Grid, Rules, usual

_PUZZLE = (
    "puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus", "grid",
    "board", "problem", "givens", "unsolved",
)  # fmt: skip
_SOLUTION = ("solution", "solutions", "answer", "answers", "solved")
_LABEL = ("label", "name", "title", "id")
_COMMENT = ("comment", "comments", "rating", "difficulty", "level")


class Roles(NamedTuple):
    """The columns of puzzles, solutions and so on, from 0; None for one that is missing.

    Args:
        names: those of all columns.
        separator: what stands between the fields of a row of text.
    """

    puzzle: int | None
    solution: int | None
    rules: int | None
    label: int | None
    comment: int | None
    names: tuple[str, ...]
    separator: str = ","

    @property
    def cells(self) -> int:
        """The column of the puzzles, of a table that has one."""
        assert self.puzzle is not None
        return self.puzzle

    def sure(self, column: str = "", source: str | None = None) -> Roles:
        """Return these, unless two columns may have the puzzles and none of them is chosen.

        Such are puzzle and quiz; of all other names the one that is found first is meant.
        """
        meant = {*_PUZZLE[:4], "" if self.puzzle is None else _known(self.names[self.puzzle])}
        found = [name for name in self.names if name and _known(name) in meant]
        if len(found) > 1 and not column:
            which = f"two columns of puzzles, {found[0]!r} and {found[1]!r}"
            expected = "one, or --column (in Python column=) to choose it"
            raise FormatError(f"{which}; expected {expected}", source=source)
        return self


@lru_cache(maxsize=256)
def roles(names: tuple[str, ...], column: str = "") -> Roles:
    """Find the columns of puzzles, solutions and so on by their names, in any case."""
    if column:
        if column not in names:
            raise FormatError(f"no column {column!r}; expected one of {', '.join(names)}")
        others = tuple("" if name == column else name for name in names)
        return roles(others)._replace(puzzle=names.index(column), names=names)
    known = list(map(_known, names))

    def place(wanted: Sequence[str]) -> int | None:
        return next((known.index(name) for name in wanted if name in known), None)

    grids = place(_PUZZLE), place(_SOLUTION)
    return Roles(*grids, place(("rules",)), place(_LABEL), place(_COMMENT), names)


def _known(name: str) -> str:
    return name.strip().removeprefix("#").lstrip().lower()


def under_text(rules: str, context: Context) -> tuple[Context, tuple[str, ...]]:
    """Return the context under the rules of a row, and the rules that are not understood.

    Raises:
        FormatError: they are not rules, and no others are given.
    """
    if not rules:
        return context, ()
    try:
        return context.with_rules(rules), ()
    except FormatError as error:
        if not context.has_rules:
            why = f"column 'rules': {error.message}, or '# rules: 9' before it"
            raise FormatError(why) from None
        return context, (f"rules in words ({quoted(rules)})",)


@lru_cache(maxsize=256)
def of_variants(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return which columns can say what changes a puzzle, as ``killer_cages`` does, or ``type``."""
    return tuple(
        place for place, name in enumerate(names) if names_a_variant(name) or name.lower() in _KINDS
    )


_KINDS = {"type", "kind", "category", "genre", "mode", "shape", "gametype", "variation"}
"""Names of columns of which only the value can name a variant."""
_NOTHING = {"", "0", "[]", "{}", "no", "false", "none", "null", "nan", "classic", "normal"}


def unread_in(names: tuple[str, ...], values: Sequence[object]) -> tuple[str, ...]:
    """Return the names of the columns of a row that can change a puzzle and have a value."""
    return tuple(names[at] for at in of_variants(names) if is_unread(names[at], values[at]))


def is_unread(name: str, value: object) -> bool:
    """Return whether the value of such a column can change a puzzle."""
    text = as_text(value).strip()
    if name.lower() in _KINDS:
        return names_a_variant(text)
    return text.lower() not in _NOTHING


def _text(grid: Grid, rules: Rules) -> str:
    return rules.text(grid)


def cells_like(old: object, grid: Grid, rules: Rules) -> object:
    """Return the cells of a grid in the form of others: a text, a list of cells or of rows."""
    size = rules.size
    if isinstance(old, list) and old and rules.board.is_square:
        if all(isinstance(row, str) and len(row) == size for row in old):
            text = rules.text(grid, blank_of("".join(old)))
            return [text[start : start + size] for start in range(0, size * size, size)]
        flat = [cell for row in old for cell in (row if isinstance(row, list) else [row])]
        blank = None if None in flat else 0
        cells = [digit or blank for digit in grid]
        if all(isinstance(row, list) for row in old):
            return [cells[start : start + size] for start in range(0, size**2, size)]
        return cells
    return rules.text(grid, blank_of(old) if isinstance(old, str) else ".")


def blank_of(text: str) -> str:
    """Return the character that stands for blanks in the text of a grid; a dot if it has none."""
    return next((char for char in text if char in BLANKS), ".")


def names_and_values(
    record: Record,
    *,
    grid: Callable[[Grid, Rules], object] = _text,
    rules: Callable[[Rules], object] = rules_text,
) -> tuple[list[str], list[object]]:
    """Return a puzzle's row: the columns that it came with, if any, then what is added."""
    puzzle = record.puzzle
    row = record.row or _row_of(record)
    names, values = list(row.names), list(row.values)
    if len(values) > len(names):
        message = f"{counted(len(values), 'field')}; expected {len(names)}, as the header says"
        raise FormatError(message, source=record.source, line=record.line)
    at = roles(row.names, row.column)

    def put(place: int | None, name: str, value: object) -> None:
        if place is None and name in names:
            place = names.index(name)
        if place is None:
            names.append(name)
            values.append(value)
        else:
            values[place] = value

    def cells(place: int | None, cells: Grid) -> object:
        old = None if place is None else values[place]
        return cells_like(old, cells, puzzle.rules) if old else grid(cells, puzzle.rules)

    if at.puzzle is None or puzzle is not row.puzzle:
        put(at.puzzle, "puzzle", cells(at.puzzle, puzzle.digits))
    if record.solution is not row.solution:
        known = cells(at.solution, record.solution) if record.solution else None
        put(at.solution, "solution", known)
    said = None if at.rules is None else values[at.rules]
    in_words = rules is rules_text and isinstance(said, dict)
    is_said = said and not in_words and puzzle.rules == row.puzzle.rules
    if not is_said and puzzle.rules != usual(puzzle.rules.size):
        put(at.rules, "rules", rules(puzzle.rules))
    added = [name for name, _ in record.added]
    return [*beside(names, added), *added], [*values, *(value for _, value in record.added)]


def with_texts(record: Record) -> Record:
    """Return a puzzle with grids as texts, where a row of a square board has them as lists."""
    row = record.row
    if row is None or list not in map(type, row.values) or not row.puzzle.rules.board.is_square:
        return record
    at = roles(row.names, row.column)
    values = list(row.values)
    for place, grid in ((at.puzzle, row.puzzle.digits), (at.solution, row.solution)):
        if place is not None and grid is not None and isinstance(values[place], list):
            values[place] = row.puzzle.rules.text(grid, "0")
    return record._replace(row=row._replace(values=tuple(values)))


def beside(names: Sequence[str], added: Collection[str]) -> list[str]:
    """Return the names of columns beside others that are added; one with the same name is renamed.

    >>> beside(["id", "clues"], ["er", "clues"])
    ['id', 'given_clues']
    """
    taken = {*added, *names} if set(added) & set(names) else set()
    found = []
    for name in names:
        new = name
        while new in added or (new != name and new in taken):
            new = f"given_{new}"
        taken.add(new)
        found.append(new)
    return found


def refuse_repeated(names: Sequence[str], source: str | None = None) -> None:
    """Refuse columns of which two have one name."""
    if len(set(names)) < len(names):
        columns = f"two columns {next(name for name in names if names.count(name) > 1)!r}"
        message = f"{columns}, which only CSV holds; expected different names"
        raise FormatError(message, source=source)


def unexpected(place: str, name: str, wanted: Sequence[str]) -> FormatError:
    """Return the error that a row has a column which its table has not."""
    column = f"{place or 'a puzzle'} has a column {name!r}, which the table has not"
    known = f"its first puzzle has {', '.join(wanted)}"
    return FormatError(f"{column}: {known}; expected these, or --format jsonl")


def _row_of(record: Record) -> TableRow:
    """Return the row that a puzzle from no table begins with."""
    solution = record.solution and _text(record.solution, record.puzzle.rules)
    said = {"label": record.label, "comment": record.comment}
    if solution == record.comment:  # a line of a puzzle and its solution
        del said["comment"]
    said = {name: value for name, value in said.items() if value}
    cells = _text(record.puzzle.digits, record.puzzle.rules)
    if solution is not None or not record.added:  # where an answer is added, it is all there is
        said = {"solution": solution or "", **said}
    return TableRow(("puzzle", *said), (cells, *said.values()), record.puzzle, record.solution)


_OF_JSON = (bool, int, float, list, dict)


def as_text(value: object) -> str:
    """Return a value as a field of text; null is an empty one."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, _OF_JSON):
        return json.dumps(value, ensure_ascii=False, default=said)
    return said(value)
