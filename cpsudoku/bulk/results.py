"""The answers to many puzzles, and how they go back into the tables that the puzzles came in.

>>> from cpsudoku.bulk.arrays import check_many
>>> for row in check_many(["1.............4.", "1......2.34....1"]):
...     print(row)
{'puzzle': '1.............4.', 'verdict': 'multiple'}
{'puzzle': '1......2.34....1', 'verdict': 'none'}
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from cpsudoku.bulk import frames
from cpsudoku.bulk.frames import AddedColumn, Frame
from cpsudoku.bulk.rows import Rows
from cpsudoku.formats.columns import beside
from cpsudoku.result import Verdict
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpsudoku.backends.base import Batch
    from cpsudoku.bulk.inputs import Given

VERDICTS = (Verdict.UNIQUE, Verdict.NONE, Verdict.MULTIPLE, Verdict.UNKNOWN, Verdict.SOLVED)
"""What the codes of verdicts are indices of."""


def verdicts_of(batch: Batch | Answers, limit: int | None = 2) -> NDArray[np.int8]:
    """Return what is known of numbers of solutions up to a limit: indices into `VERDICTS`."""
    import numpy as np

    found = np.full(len(batch.counts), VERDICTS.index(Verdict.UNIQUE), np.int8)
    found[batch.counts == 0] = VERDICTS.index(Verdict.NONE)
    if limit == 1:
        found[batch.counts == 1] = VERDICTS.index(Verdict.SOLVED)
    found[batch.unknown] = VERDICTS.index(Verdict.UNKNOWN)
    found[batch.counts > 1] = VERDICTS.index(Verdict.MULTIPLE)
    return found


@dataclass(frozen=True, slots=True)
class Origin:
    """Where answers belong: puzzles of the same rules, as they were given and as they were read."""

    given: Given
    rows: Rows
    rules: Rules

    @property
    def table(self) -> Frame:
        """The table that the puzzles stand in, or one with nothing but them."""
        return self.given.table(self.rows, self.rules)

    def take(self, numbers: Sequence[int]) -> Origin:
        """Return some of the puzzles by their numbers, in any order."""
        rows, cells, frame = self.rows[list(numbers)], self.given.cells, self.given.frame
        some = [cells[number] for number in numbers] if isinstance(cells, list) else rows
        part = None if frame is None else frames.taken(frame, list(numbers))
        return replace(self, given=replace(self.given, cells=some, frame=part), rows=rows)


class Answered(ABC):
    """Answers to many puzzles, a row each, in their order.

    They go into a table after the columns that the puzzles came with; other libraries that know
    Arrow's interface, such as Polars and DuckDB, take them as they are.
    """

    __slots__ = ()

    origin: Origin | None

    @abstractmethod
    def columns(self) -> Mapping[str, AddedColumn]:
        """Return what is answered, by the names of columns."""

    @abstractmethod
    def __len__(self) -> int: ...

    def _table(self) -> Frame:
        return {} if self.origin is None else self.origin.table

    def to_arrow(self) -> Any:
        """Return the puzzles' table with the answers after its columns, as a ``pyarrow.Table``.

        A column that has the name of an answer is renamed, such as to ``given_solution``.

        Raises:
            BackendUnavailableError: PyArrow is missing.
        """
        return frames.in_arrow(self._table(), self.columns())

    def to_pandas(self) -> Any:
        """Return the puzzles' table with the answers after its columns, as a DataFrame of pandas'.

        A frame of pandas' keeps its index.

        Raises:
            BackendUnavailableError: pandas is missing.
        """
        return frames.in_pandas(self._table(), self.columns())

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Return the table of `to_arrow` for any library that knows Arrow's interface."""
        stream: object = self.to_arrow().__arrow_c_stream__(requested_schema)
        return stream

    def rows(self) -> Iterator[dict[str, object]]:
        """Yield the rows of the table; None where nothing is known."""
        table, columns = self._table(), self.columns()
        lists = {name: frames.listed_in(table, name) for name in frames.names_of(table)}
        names = (*beside(list(lists), list(columns)), *columns)
        added = (column.listed() for column in columns.values())
        for row in zip(*lists.values(), *added, strict=True):
            yield dict(zip(names, row, strict=True))


@dataclass(frozen=True, slots=True)
class Answers(Answered):
    """What a search found of many puzzles, as arrays.

    Args:
        counts: int64 array (n,): number of solutions found, at most the limit asked for.
        solutions: uint8 array (n, cells): the first solution, all 0 where none was found.
        unknown: bool array (n,): True where time ran out before the count was certain.
        limit: how many solutions were looked for; None for all.
        shown: the names of the columns that tables get.
        faults: for each puzzle what is wrong with the solution given beside it, None where
            nothing is or none is given; None without a column of solutions.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8]
    unknown: NDArray[np.bool_]
    limit: int | None
    origin: Origin = field(repr=False)
    shown: tuple[str, ...] = ()
    faults: list[str | None] | None = None

    def __len__(self) -> int:
        return len(self.counts)

    def __iter__(self) -> Iterator[dict[str, object]]:
        return self.rows()

    @property
    def verdicts(self) -> NDArray[np.int8]:
        """What is known of each, as an index into `names`."""
        return verdicts_of(self, self.limit)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the verdicts."""
        return tuple(verdict.value for verdict in VERDICTS)

    @property
    def exact(self) -> NDArray[np.bool_]:
        """Whether it is proved that a puzzle has no more solutions than were counted."""
        found: NDArray[np.bool_] = ~self.unknown
        return found if self.limit is None else found & (self.counts < self.limit)

    def texts(self) -> list[str | None]:
        """Return the first solution of each as a text, None where none was found."""
        return self._solutions().listed()

    def _solutions(self) -> AddedColumn:
        return frames.of_grids(self.solutions, self.origin.rules.size, self.counts > 0)

    def columns(self) -> dict[str, AddedColumn]:
        """Return what is answered, by the names of columns."""
        return {name: self._column(name) for name in self.shown}

    def _column(self, name: str) -> AddedColumn:
        if name == "solution":
            return self._solutions()
        if name == "verdict":
            return AddedColumn(self.verdicts, names=self.names)
        if name == "given_fault":
            return AddedColumn(self.faults or [])
        return AddedColumn(self.counts if name == "count" else self.exact)
