"""What a rating says, column by column: text, tables, JSON and the page are made from this list.

Each column says when its value is exact, since a path that was cut short leaves some exact, of
others a lower bound, and of others nothing:

>>> from cpsudoku.logic.paths import Rating
>>> cut = Rating("explainer", "limit", 66, "forcing x-chain", 12, 12, 300, 20, placed=True)
>>> [column.name for column in COLUMNS if column.scale == "explainer" and column.is_exact(cut)]
['ep', 'ed']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from cpsudoku.logic.classes import HODOKU_CLASSES, QQWING_CLASSES

Value: TypeAlias = float | int | str


class Column(NamedTuple):
    """A value of a rating.

    Args:
        name: the same in tables, in JSON, on the page and as an attribute of a difficulty.
        scale: whose path it is read from; empty for that of the first scale asked for.
        is_exact: whether it is exact, given that path or the paths of many puzzles.
        classes: what it can be, the easiest first.  The last cannot be a lower bound, and is what a
            path comes to that its techniques leave unsolved.
    """

    name: str
    kind: type[Value]
    scale: str
    is_exact: Callable[[Any], Any]
    about: str
    classes: tuple[str, ...] = ()


def _is_solved(path: Any) -> Any:
    return path.solved


COLUMNS = (
    Column("er", float, "explainer", _is_solved, "Sudoku Explainer's number of the hardest step"),
    Column(
        "ep", float, "explainer", lambda path: path.solved | path.placed,
        "its number of the hardest step up to the first placement",
    ),
    Column(
        "ed", float, "explainer", lambda path: path.solved | (path.steps > 0),
        "its number of the first step",
    ),
    Column("hodoku_class", str, "hodoku", _is_solved, "HoDoKu's class", HODOKU_CLASSES),
    Column("hodoku_score", int, "hodoku", _is_solved, "HoDoKu's score: the sum over all steps"),
    Column("qqwing", str, "qqwing", _is_solved, "qqwing's class", QQWING_CLASSES),
    Column("hardest", str, "", _is_solved, "the hardest technique on the first scale asked for"),
    Column("steps", int, "", _is_solved, "the number of its steps on that scale"),
    Column("clues", int, "", _is_solved, "how many more steps say what clues leave"),
)  # fmt: skip
"""The values of a rating, in the order in which they are written."""

OF_MANY = COLUMNS[:-1]
"""Those of puzzles that are rated together, which have no clues beside their houses."""

STATES = {
    "at_least": bool,
    "lower_bounds": str,
    "end": str,
    "not_rated": str,
}
"""What stands beside the values: whether any is a lower bound, which, how the paths ended (as the
worst of them; see `cpsudoku.logic.paths.ENDS`), and why a puzzle is not rated."""

UNFINISHED = {
    "stuck": "not solvable by the known techniques",
    "broken": "the path leads to a contradiction",
    "limit": "time ran out before the next step was found",
}
"""Of ends of a path that leave a rating unfinished what they mean."""

PIECES = (
    ("ER %s EP %s ED %s", ("er", "ep", "ed")),
    ("HoDoKu %s %s", ("hodoku_class", "hodoku_score")),
    ("qqwing %s", ("qqwing",)),
    ("%s", ("hardest",)),
    ("%s steps", ("steps",)),
    ("%s of clues", ("clues",)),
)
"""How values stand in a line, with commas between; what is not known is left out."""


def words(values: Mapping[str, str], end: str) -> str:
    """Return a rating in a line."""
    said = next(lines({name: [value] for name, value in values.items()}), "")
    return ", ".join(filter(None, [said, UNFINISHED.get(end)]))


def lines(columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield the values of many puzzles, each in a line."""
    pieces = [
        [text % row for row in zip(*(columns[name] for name in names), strict=True)]
        for text, names in PIECES
        if names[0] in columns
    ]
    return map(", ".join, zip(*pieces, strict=True))
