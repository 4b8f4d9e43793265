"""How ratings are written: a line, a row of CSV or of Parquet, or an object of JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cpsudoku.cli import records
from cpsudoku.cli.rating import Row, Table
from cpsudoku.coaching.difficulty import Difficulties
from cpsudoku.errors import BackendUnavailableError
from cpsudoku.logic.classes import HODOKU_CLASSES, QQWING_CLASSES

COLUMNS = (
    "puzzle", "er", "ep", "ed", "hodoku_class", "hodoku_score", "qqwing", "hardest", "steps",
)  # fmt: skip
"""The columns of a table.  A puzzle that is not rated has the reason in ``hardest``."""

_CLASSES = (*HODOKU_CLASSES, "")
_QQWING = (*QQWING_CLASSES, "")
_TENTHS = tuple(f"{number // 10}.{number % 10}" for number in range(200))
"""Ratings as they are written, by their tenths; 12.0 is more than any."""


def line(row: Row) -> str:
    """Return a puzzle and its ratings, which notations of one line a puzzle take for a comment."""
    return f"{row.record.puzzle} # {words(row)}\n"


def words(row: Row) -> str:
    """Return the ratings of a puzzle in words."""
    if row.why_not:
        return row.why_not
    parts = []
    if row.er is not None:
        parts.append(f"ER {_tenths(row.er, row)} EP {_tenths(row.ep)} ED {_tenths(row.ed)}")
    if row.hodoku_score is not None:
        parts.append(f"HoDoKu {row.hodoku_class} {_score(row)}")
    if row.qqwing:
        parts.append(f"qqwing {row.qqwing}")
    if row.hardest:
        parts.append(row.hardest)
    parts.append(f"{row.steps} steps")
    if row.clues is not None:
        parts.append(f"{row.clues} of clues")
    return ", ".join(parts)


def table_lines(table: Table) -> str:
    """Return for each puzzle of a table what `line` returns."""
    pieces, scales = [], table.scales
    er, ep, ed, classes, scores, qqwing, hardest, steps = _shown(table.found)
    if "explainer" in scales:
        pieces.append([f"ER {a} EP {b} ED {c}" for a, b, c in zip(er, ep, ed, strict=True)])
    if "hodoku" in scales:
        pieces.append([f"HoDoKu {a} {b}" for a, b in zip(classes, scores, strict=True)])
    if "qqwing" in scales:
        pieces.append([f"qqwing {a}" for a in qqwing])
    said = map(", ".join, zip(*pieces, hardest, strict=True))
    texts = table.texts()
    lines = [f"{t} # {s}, {n} steps\n" for t, s, n in zip(texts, said, steps, strict=True)]
    return _mended(lines, table, line)


def table_rows(table: Table) -> str:
    """Return for each puzzle of a table what `csv_row` returns."""
    er, ep, ed, classes, scores, qqwing, hardest, steps = _shown(table.found)
    empty = [""] * len(table)
    if "explainer" not in table.scales:
        er = ep = ed = empty
    if "hodoku" not in table.scales:
        classes = scores = empty
    if "qqwing" not in table.scales:
        qqwing = empty
    columns = table.texts(), er, ep, ed, classes, scores, qqwing, hardest, map(str, steps)
    rows = [f"{','.join(row)}\n" for row in zip(*columns, strict=True)]
    return _mended(rows, table, csv_row)


def _shown(found: Difficulties) -> tuple[list[Any], ...]:
    """Return the columns of ratings as they are written of puzzles that were rated to the end."""
    names = [*found.names, ""]  # the index −1 for none
    return (
        *([_TENTHS[n] for n in column.tolist()] for column in (found.er, found.ep, found.ed)),
        [_CLASSES[n] for n in found.hodoku_class.tolist()],
        list(map(str, found.hodoku_score.tolist())),
        [_QQWING[n] for n in found.qqwing.tolist()],
        [names[n] for n in found.hardest.tolist()],
        found.steps.tolist(),
    )


def _mended(lines: list[str], table: Table, written: Callable[[Row], str]) -> str:
    """Return all lines, with those written one by one that say something else."""
    import numpy as np

    found = table.found
    unusual = (found.verdicts != 0) | found.at_least | found.hodoku_at_least | (found.hardest < 0)
    numbers = np.flatnonzero(unusual).tolist()
    for number, row in zip(numbers, table.rows(numbers), strict=True):
        lines[number] = written(row)
    return "".join(lines)


def _tenths(number: int | None, row: Row | None = None) -> str:
    if number is None:
        return ""
    bound = "≥ " if row is not None and row.at_least else ""
    return f"{bound}{number // 10}.{number % 10}"


def _score(row: Row) -> str:
    if row.hodoku_score is None:
        return ""
    return f"≥ {row.hodoku_score}" if row.score_at_least else str(row.hodoku_score)


def heading() -> str:
    """Return the first line of a table of CSV."""
    return ",".join(COLUMNS) + "\n"


def csv_row(row: Row) -> str:
    """Return a row of CSV."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerow(
        (
            str(row.record.puzzle),
            _tenths(row.er, row),
            _tenths(row.ep),
            _tenths(row.ed),
            row.hodoku_class,
            _score(row),
            row.qqwing,
            row.why_not or row.hardest,
            "" if row.steps is None else row.steps,
        )
    )
    return out.getvalue()


def json_line(row: Row) -> str:
    """Return an object of JSON in a line."""
    found: dict[str, Any] = records.head(row.record)
    if row.why_not:
        return json.dumps(found | {"not_rated": row.why_not}) + "\n"
    if row.er is not None and row.ep is not None and row.ed is not None:
        found |= {"er": row.er / 10, "ep": row.ep / 10, "ed": row.ed / 10}
        found["at_least"] = row.at_least
    if row.hodoku_score is not None:
        found |= {"hodoku_class": row.hodoku_class, "hodoku_score": row.hodoku_score}
        found["hodoku_at_least"] = row.score_at_least
    if row.qqwing:
        found["qqwing"] = row.qqwing
    found |= {"hardest": row.hardest or None, "steps": row.steps}
    return json.dumps(found if row.clues is None else found | {"clues": row.clues}) + "\n"


class ParquetTable:
    """A file of ratings in Parquet, which appears when it is finished.

    Args:
        path: the file.

    Raises:
        BackendUnavailableError: the package is missing that writes such files.
    """

    def __init__(self, path: Path) -> None:
        try:
            import pyarrow
            import pyarrow.parquet
        except ImportError:
            raise BackendUnavailableError(
                "Parquet files need pyarrow: pip install 'cpsudoku[parquet]'"
            ) from None
        self._arrow = pyarrow
        kinds: dict[str, Callable[[], Any]] = {
            "er": pyarrow.float64, "ep": pyarrow.float64, "ed": pyarrow.float64,
            "at_least": pyarrow.bool_, "hodoku_score": pyarrow.int32, "steps": pyarrow.int32,
        }  # fmt: skip
        names = [*COLUMNS, "at_least", "not_rated"]
        self._schema = pyarrow.schema([(name, kinds.get(name, pyarrow.string)()) for name in names])
        self._target = path
        self._unfinished = path.with_name(f".{path.name}.unfinished")
        self._writer = pyarrow.parquet.ParquetWriter(
            self._unfinished, self._schema, compression="zstd"
        )

    def __enter__(self) -> Self:
        return self

    def write(self, rows: Sequence[Row] | Table) -> None:
        """Write some rows."""
        if isinstance(rows, Table):
            rows = rows.rows(range(len(rows)))
        values = [_values(row) for row in rows]
        self._writer.write_batch(self._arrow.RecordBatch.from_pylist(values, schema=self._schema))

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._writer.close()
        if kind is None:
            self._unfinished.replace(self._target)
        else:
            self._unfinished.unlink(missing_ok=True)


def _values(row: Row) -> dict[str, object]:
    return {
        "puzzle": str(row.record.puzzle),
        "er": None if row.er is None else row.er / 10,
        "ep": None if row.ep is None else row.ep / 10,
        "ed": None if row.ed is None else row.ed / 10,
        "hodoku_class": row.hodoku_class or None,
        "hodoku_score": row.hodoku_score,
        "qqwing": row.qqwing or None,
        "hardest": row.hardest or None,
        "steps": row.steps,
        "at_least": row.at_least or row.score_at_least,
        "not_rated": row.why_not or None,
    }
