"""How hard puzzles are, on the scales that people know, side by side.

Text, tables, JSON and the page are made from one list of columns.  Each says when its value is
exact, since a path that was cut short leaves some exact, of others a lower bound, and of others
nothing:

>>> from cpsudoku.logic.paths import Rating
>>> cut = Rating("explainer", "limit", 66, "forcing x-chain", 12, 12, 300, 20, placed=True)
>>> [column.name for column in COLUMNS if column.scale == "explainer" and column.is_exact(cut)]
['ep', 'ed']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias

from cpsudoku.asking.search import VERDICTS
from cpsudoku.logic.classes import HODOKU_CLASSES, QQWING_CLASSES
from cpsudoku.logic.paths import ENDS, UNFINISHED, Rating, bounded
from cpsudoku.logic.ratings import Ratings
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.arrays import AnswerTable, ArrayBlock
from cpsudoku.rules import classic

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Value: TypeAlias = float | int | str


class Column(NamedTuple):
    """A value of a rating.

    Args:
        name: the same in tables, in JSON, on the page and as an attribute of a difficulty.
        scale: whose path it is read from; empty for that of the first scale.
        is_exact: whether it is exact, given that path.
        classes: what it can be, the easiest first.  The last cannot be a lower bound, and is the
            class of a path that its techniques leave unsolved.
    """

    name: str
    kind: type[Value]
    scale: str
    is_exact: Callable[[Rating], bool]
    about: str
    classes: tuple[str, ...] = ()


def _is_solved(path: Rating) -> bool:
    return path.solved


COLUMNS = (
    Column("er", float, "explainer", _is_solved, "Sudoku Explainer's number of the hardest step"),
    Column(
        "ep", float, "explainer", lambda path: path.solved or path.placed,
        "its number of the hardest step up to the first placement",
    ),
    Column(
        "ed", float, "explainer", lambda path: path.solved or path.steps > 0,
        "its number of the first step",
    ),
    Column("hodoku_class", str, "hodoku", _is_solved, "HoDoKu's class", HODOKU_CLASSES),
    Column("hodoku_score", int, "hodoku", _is_solved, "HoDoKu's score: the sum over all steps"),
    Column("qqwing", str, "qqwing", _is_solved, "qqwing's class", QQWING_CLASSES),
    Column("hardest", str, "", _is_solved, "the hardest technique on the first scale asked for"),
    Column("steps", int, "", _is_solved, "the number of its steps on that scale"),
    Column("clue_steps", int, "", _is_solved, "how many more steps say what clues leave"),
)  # fmt: skip
"""The values of a rating, in the order in which they are written."""

OF_MANY = COLUMNS[:-1]
"""Those of puzzles that are rated together, which have no clues beside their houses."""

STATES = {"at_least": bool, "lower_bounds": str, "end": str, "not_rated": str}
"""What stands beside the values: whether any is a lower bound, which, how the paths ended (as the
worst of them; see `cpsudoku.logic.paths.ENDS`), and why a puzzle is not rated."""

PIECES = {
    "er": "ER {er} EP {ep} ED {ed}",
    "hodoku_class": "HoDoKu {hodoku_class} {hodoku_score}",
    "qqwing": "qqwing {qqwing}",
    "hardest": "{hardest}",
    "steps": "{steps} {nouns}",
    "clue_steps": "{clue_steps} of clues",
}
"""How values stand in a line, with commas between, each if the one that it is for is known."""


SCALES = ("explainer", "hodoku", "qqwing")
"""The scales, by the names of their orders."""

NOT_RATED = {
    Verdict.NONE: "no solution",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNKNOWN: "unknown whether it has one solution",
}
"""Why a puzzle is not rated."""


@dataclass(frozen=True, slots=True)
class Difficulty:
    """How hard a puzzle is.

    Args:
        verdict: what is known of its solutions; only one that is ``UNIQUE`` is rated.
        paths: the rating on each of the wanted scales.
        clue_steps: how many steps say what clues leave, on the first scale; they have no
            number.  None where houses are all there is.
    """

    puzzle: Puzzle
    verdict: Verdict
    paths: tuple[Rating, ...] = ()
    clue_steps: int | None = None

    def path(self, scale: str = "") -> Rating | None:
        """Return the rating of the path on a scale; None where it says nothing of the puzzle.

        A path that leads to a contradiction says nothing; nor does an unfinished one of a puzzle
        with clues beside its houses, as people see more there.

        Args:
            scale: its name; empty for the first of the wanted ones.
        """
        found = next((path for path in self.paths if scale in {"", path.order}), None)
        if (
            found is None
            or found.end == "broken"
            or (self.clue_steps is not None and not found.solved)
        ):
            return None
        return found

    @property
    def end(self) -> str:
        """How the paths ended: the worst end, in the order of `ENDS`; ``open`` without a path.

        A stuck path counts as solved where nothing is left open for that: on qqwing's scale it has
        a class of its own, and a puzzle with clues beside its houses may be rated on another scale.
        """
        ends = {"solved" if self._is_settled(one) else one.end for one in self.paths}
        return max(ends, key=ENDS.index, default="open")

    def _is_settled(self, path: Rating) -> bool:
        if path.end == "stuck" and self.clue_steps is not None:
            return any(one.solved for one in self.paths)
        return path.solved or (path.end == "stuck" and path.order == "qqwing")

    @property
    def why_not(self) -> str:
        """Why the puzzle is not rated; empty where it is."""
        if self.verdict in NOT_RATED:
            return NOT_RATED[self.verdict]
        if not self.paths or any(self.path(one.order) for one in self.paths):
            return ""
        return UNFINISHED[max((path.end for path in self.paths), key=ENDS.index)].rating

    @property
    def explainer(self) -> Rating | None:
        """The rating on Sudoku Explainer's scale."""
        return self.path("explainer")

    @property
    def hodoku(self) -> Rating | None:
        """The rating on HoDoKu's scale."""
        return self.path("hodoku")

    @property
    def er(self) -> float | None:
        """The number of the hardest step on Sudoku Explainer's scale."""
        return None if self.explainer is None else self.explainer.hardest / 10

    @property
    def ep(self) -> float | None:
        """The hardest up to the first placement."""
        return None if self.explainer is None else self.explainer.to_placement / 10

    @property
    def ed(self) -> float | None:
        """The first step's number."""
        return None if self.explainer is None else self.explainer.first / 10

    @property
    def hodoku_class(self) -> str:
        """HoDoKu's class, one of `HODOKU_CLASSES`; or empty."""
        return "" if self.hodoku is None else self.hodoku.puzzle_class

    @property
    def qqwing(self) -> str:
        """The class of qqwing, one of `QQWING_CLASSES`; or empty."""
        path = self.path("qqwing")
        return "" if path is None else path.puzzle_class

    @property
    def hodoku_score(self) -> int | None:
        """HoDoKu's score."""
        return None if self.hodoku is None else self.hodoku.total

    @property
    def hardest(self) -> str | None:
        """The hardest technique, on the first of the wanted scales."""
        path = self.path()
        return None if path is None else path.technique

    @property
    def steps(self) -> int | None:
        """The number of steps, on the first of the wanted scales."""
        path = self.path()
        return None if path is None else path.steps

    @property
    def lower_bounds(self) -> tuple[str, ...]:
        """The names of the values that are lower bounds, such as ``er``; others are exact."""
        if all(path.solved for path in self.paths):
            return ()
        values = known(self)
        return tuple(
            column.name
            for column in COLUMNS
            if values.get(column.name) not in (None, *column.classes[-1:])
            and not ((path := self.path(column.scale)) and column.is_exact(path))
        )

    @property
    def at_least(self) -> bool:
        """Whether any value is a lower bound."""
        return bool(self.lower_bounds)

    def __str__(self) -> str:
        if self.why_not:
            return f"not rated: {self.why_not}"
        values = shown(self) | {"nouns": "step" if self.steps == 1 else "steps"}
        pieces = [text.format_map(values) for name, text in PIECES.items() if name in values]
        if self.end in UNFINISHED:
            pieces.append(UNFINISHED[self.end].rating)
        return ", ".join(pieces)


def known(found: Difficulty) -> dict[str, Value]:
    """Return the values that are known of a puzzle, exactly or as lower bounds."""
    values = ((column.name, getattr(found, column.name)) for column in COLUMNS)
    return {name: value for name, value in values if value not in (None, "")}


def document(found: Difficulty) -> dict[str, Any]:
    """Return all that is known of a puzzle as JSON can hold it."""
    if found.why_not:
        return {"not_rated": found.why_not}
    bounds = list(found.lower_bounds)
    return {**known(found), "at_least": bool(bounds), "lower_bounds": bounds, "end": found.end}


def columns(found: Difficulty) -> dict[str, Any]:
    """Return the same as the columns of a table: lower bounds are one text."""
    values = document(found)
    if "lower_bounds" in values:
        values["lower_bounds"] = " ".join(values["lower_bounds"])
    return values


def shown(found: Difficulty) -> dict[str, str]:
    """Return the values as people read them, with ``≥`` before lower bounds."""
    bounds = found.lower_bounds
    return {
        name: bounded(str(value), exact=name not in bounds) for name, value in known(found).items()
    }


@dataclass(frozen=True, slots=True, repr=False)
class Difficulties(AnswerTable):
    """How hard many puzzles are, as arrays of shape (n,).

    Numbers of a puzzle that is not rated are 0, and indices −1; so are those of a scale that was
    not wanted.  In tables there is nothing in their place.

    Args:
        verdicts: for each puzzle an index into `VERDICTS`; only those that are unique are rated.
        paths: the ratings on each of the wanted scales.
        origin: the puzzles; None if they are not known.
    """

    verdicts: NDArray[np.int8]
    paths: tuple[Ratings, ...]
    origin: ArrayBlock | None = field(default=None, repr=False)
    kinds: ClassVar = {column.name: column.kind for column in COLUMNS} | STATES

    @classmethod
    def joined(cls, parts: Sequence[Difficulties]) -> Difficulties:
        """Return the difficulties of the puzzles of all parts."""
        import numpy as np

        return cls(
            np.concatenate([part.verdicts for part in parts]),
            tuple(map(Ratings.joined, zip(*(part.paths for part in parts), strict=True))),
        )

    def __len__(self) -> int:
        return len(self.verdicts)

    def __iter__(self) -> Iterator[dict[str, object]]:
        return self.rows()

    def _path(self, scale: str) -> Ratings | None:
        return next((path for path in self.paths if scale in {"", path.order}), None)

    def _numbers(self, scale: str, name: str) -> NDArray[np.int32]:
        path = self._path(scale)
        column: NDArray[np.int32] = self.verdicts.astype("int32") * 0
        return column if path is None else getattr(path, name)

    def _of_each(self, read: Callable[[Difficulty], object], kind: str) -> NDArray[Any]:
        import numpy as np

        return np.array([read(one) for one in self.of()], kind)

    @property
    def hodoku_class(self) -> NDArray[np.int8]:
        """HoDoKu's classes, as indices into `HODOKU_CLASSES`."""
        return self._of_each(lambda one: _index(one.hodoku_class, HODOKU_CLASSES), "int8")

    @property
    def qqwing(self) -> NDArray[np.int8]:
        """The classes of qqwing, as indices into `QQWING_CLASSES`."""
        return self._of_each(lambda one: _index(one.qqwing, QQWING_CLASSES), "int8")

    @property
    def er(self) -> NDArray[np.int32]:
        """Sudoku Explainer's numbers in tenths: the hardest step."""
        return self._numbers("explainer", "hardest")

    @property
    def ep(self) -> NDArray[np.int32]:
        """The hardest up to the first placement, in tenths."""
        return self._numbers("explainer", "to_placement")

    @property
    def ed(self) -> NDArray[np.int32]:
        """The first step, in tenths."""
        return self._numbers("explainer", "first")

    @property
    def hodoku_score(self) -> NDArray[np.int32]:
        """HoDoKu's scores."""
        return self._numbers("hodoku", "totals")

    @property
    def hardest(self) -> NDArray[np.int32]:
        """Indices into `names`: the hardest technique on the first of the wanted scales."""
        return self.paths[0].techniques

    @property
    def steps(self) -> NDArray[np.int32]:
        """How many steps there are on that scale."""
        return self.paths[0].steps

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the techniques."""
        return self.paths[0].names

    @property
    def ends(self) -> NDArray[np.int32]:
        """How the paths ended, as `Difficulty.end`: indices into `cpsudoku.logic.paths.ENDS`."""
        return self._of_each(lambda one: ENDS.index(one.end), "int32")

    def is_lower_bound(self, name: str) -> NDArray[np.bool_]:
        """Return whether values are lower bounds."""
        return self._of_each(lambda one: name in one.lower_bounds, "bool")

    @property
    def at_least(self) -> NDArray[np.bool_]:
        """Whether any value of a puzzle is a lower bound."""
        return self._of_each(lambda one: one.at_least, "bool")

    def columns(self, most: int | None = None) -> dict[str, list[Any]]:
        """Return the ratings on the wanted scales, and what stands beside them."""
        if most is not None and most < len(self):
            return self.take(range(most)).columns()
        scales = {"", *(path.order for path in self.paths)}
        names = [*(column.name for column in OF_MANY if column.scale in scales), *STATES]
        rows = [columns(one) for one in self.of()]
        return {name: [row.get(name) for row in rows] for name in names}

    def take(self, rows: Sequence[int]) -> Difficulties:
        """Return the difficulties of some of the puzzles."""
        picked = list(rows)
        return replace(
            self,
            verdicts=self.verdicts[picked],
            paths=tuple(path.take(picked) for path in self.paths),
            origin=None if self.origin is None else self.origin.chosen(picked),
        )

    def of(self, puzzles: Iterable[Puzzle] | None = None) -> Iterator[Difficulty]:
        """Yield the `Difficulty` of each puzzle.

        Args:
            puzzles: the puzzles; None for none, on which no value depends.
        """
        if puzzles is None:
            puzzles = repeat(Puzzle.empty(classic()), len(self))
        rows = zip(puzzles, self.verdicts.tolist(), zip(*self.paths, strict=True), strict=True)
        for puzzle, verdict, paths in rows:
            yield Difficulty(puzzle, VERDICTS[verdict], () if verdict else paths)


def _index(name: str, classes: Sequence[str]) -> int:
    """Return the index of a class; −1 for none."""
    return classes.index(name) if name else -1
