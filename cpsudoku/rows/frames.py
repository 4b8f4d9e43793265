"""Tables of other libraries as they come and go: pandas' and Polars' frames, Arrow, plain columns.

No library is imported unless the object at hand is one of its own; everything but frames of pandas'
and dictionaries of lists goes through Arrow, whose interface (``__arrow_c_stream__``) Polars,
DuckDB, PyArrow and others have.  Within, a frame is one of these three.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from cpsudoku.errors import OptionError, PuzzleError
from cpsudoku.formats.columns import as_text, beside, refuse_repeated, roles
from cpsudoku.ground.extras import needing
from cpsudoku.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Frame: TypeAlias = Any
"""A DataFrame of pandas', a ``pyarrow.Table``, or a dictionary of lists by their names."""

PUZZLE = "puzzle"
"""What a column without a name is called."""


GLIMPSE_ROWS, _GLIMPSE_WIDTH, _LONGEST = 5, 100, 16


def glimpse(columns: Mapping[str, list[Any]], rows: int) -> str:
    """Return the first rows of a table as text: as many columns as fit, long values shortened.

    Args:
        columns: their first `GLIMPSE_ROWS` values, or fewer.
        rows: how many the table has.

    >>> print(glimpse({"verdict": ["none", "unique"]}, 2))
       verdict
    0  none
    1  unique
    """
    shown = min(rows, GLIMPSE_ROWS)
    lines = ["", *map(str, range(shown))]
    left_out = 0
    for name, column in columns.items():
        values = ["" if value is None else str(value) for value in column]
        texts = [name, *(v if len(v) <= _LONGEST else f"{v[:_LONGEST]}…" for v in values)]
        width = max(map(len, lines))
        if left_out or width + 2 + max(map(len, texts)) > _GLIMPSE_WIDTH:
            left_out += 1
        else:
            lines = [f"{a:{width}}  {b}" for a, b in zip(lines, texts, strict=True)]
    notes = [f"… {rows - shown} more rows"] * (rows > shown)
    notes += [f"… {left_out} more columns"] * (left_out > 0)
    return "\n".join(line.rstrip() for line in (*lines, *notes))


def of_grids(
    grids: NDArray[np.uint8], rules: Rules, known: NDArray[np.bool_] | None = None
) -> list[Any]:
    """Return grids, an array (n, cells) with 0 for a blank, as texts; None for one not known.

    Blanks are 0, or a dot where digits do not begin at 1.
    """
    import numpy as np

    blank = "0" if rules.board.first == 1 else "."
    symbols = "".join((blank, *rules.symbols))
    if len(symbols) == rules.size + 1:
        width, codes = grids.shape[1], np.frombuffer(symbols.encode(), np.uint8)
        text = codes[grids].tobytes().decode("ascii")
        texts = [text[at : at + width] for at in range(0, len(text), width)]
    else:
        texts = [rules.text(grid, blank) for grid in grids.tolist()]
    return texts if known is None else only(texts, known)


def only(values: list[Any], known: NDArray[np.bool_]) -> list[Any]:
    """Return values with None in place of those that are not known."""
    return [value if k else None for value, k in zip(values, known.tolist(), strict=True)]


def frame_of(thing: object) -> Frame | None:
    """Return an object as a frame; a single column becomes a frame of that column.

    Returns:
        None for what is not a frame and no column of any library.
    """
    library = type(thing).__module__.partition(".")[0]
    if library == "pandas":
        return _of_pandas(thing)
    if isinstance(thing, Mapping):
        found = {str(name): list(values) for name, values in thing.items()}
        if len({len(values) for values in found.values()}) > 1:
            rows = ", ".join(f"{len(values)} in {name!r}" for name, values in found.items())
            raise PuzzleError(f"columns of different lengths: {rows}; expected one length")
        return found
    if not (hasattr(thing, "__arrow_c_stream__") or hasattr(thing, "__arrow_c_array__")):
        return None
    return _through_arrow(thing)


def _through_arrow(thing: Any) -> Frame:
    import pyarrow as pa

    column = pa.chunked_array(thing) if hasattr(thing, "__arrow_c_stream__") else pa.array(thing)
    if not pa.types.is_struct(column.type):
        return pa.table({getattr(thing, "name", None) or PUZZLE: column})
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    batches = map(pa.RecordBatch.from_struct_array, chunks)
    return pa.Table.from_batches(batches, pa.schema(column.type.fields))


def _of_pandas(thing: Any) -> Frame:
    if thing.ndim == 2:
        return thing
    if not hasattr(thing, "to_frame"):
        raise PuzzleError(f"{type(thing).__name__}; expected a DataFrame or a Series")
    return thing.to_frame() if thing.name is not None else thing.to_frame(PUZZLE)


def names_of(frame: Frame) -> list[str]:
    """Return the names of a frame's columns, in their order."""
    if isinstance(frame, dict):
        return list(frame)
    return list(map(str, getattr(frame, "column_names", getattr(frame, "columns", ()))))


def part_of(frame: Frame, first: int, end: int) -> Frame:
    """Return some rows of a frame, up to the number of the first after them."""
    if isinstance(frame, dict):
        return {name: values[first:end] for name, values in frame.items()}
    return frame.iloc[first:end] if hasattr(frame, "iloc") else frame.slice(first, end - first)


def taken(frame: Frame, numbers: list[int]) -> Frame:
    """Return some rows of a frame by their numbers, in any order."""
    if isinstance(frame, dict):
        return {name: [values[number] for number in numbers] for name, values in frame.items()}
    return frame.iloc[numbers] if hasattr(frame, "iloc") else frame.take(numbers)


def column_named(frame: Frame, name: str | None) -> str:
    """Return the column of puzzles: the one named, or found by the names that people use.

    Raises:
        OptionError: there is no such column.
    """
    names = names_of(frame)
    refuse_repeated(names)
    if name is None:
        place = roles(tuple(names)).sure().puzzle
        if place is not None:
            return names[place]
        if len(names) == 1:
            return names[0]
    elif name in names:
        return name
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    among = f"; the table has {shown or 'no columns'}"
    if name is None:
        raise OptionError(f"no column has a name such as puzzle{among}; expected column= with one")
    raise OptionError(f"there is no column {name!r}{among}")


def is_null(value: object) -> bool:
    """Return whether a value marks a missing one: None, NaN or NA."""
    is_nan = isinstance(value, float) and isnan(value)
    return value is None or is_nan or type(value).__name__ in {"NAType", "NaTType"}


def listed_in(frame: Frame, name: str) -> list[Any]:
    """Return the values of a column as Python's own, None where there is none."""
    if isinstance(frame, dict):
        values = frame[name]
    elif hasattr(frame, "iloc"):
        values = frame.iloc[:, names_of(frame).index(name)].tolist()
    else:
        values = frame.column(name).to_pylist()
    return [None if is_null(value) else value for value in values]


def values_of(frame: Frame, name: str) -> list[Any]:
    """Return the values of a column of puzzles: texts, lists of cells or puzzles, as they are."""
    if isinstance(frame, dict):
        return cast("list[Any]", frame[name])
    if hasattr(frame, "iloc"):
        return cast("list[Any]", frame.iloc[:, names_of(frame).index(name)].tolist())
    values = frame.column(name)
    if "binary" in str(values.type):
        import pyarrow as pa

        values = values.cast(pa.large_string())
    return cast("list[Any]", values.to_pylist())


def in_pandas(frame: Frame, added: Mapping[str, list[Any]]) -> Any:
    """Return a frame as a DataFrame with columns after its own, which are renamed if called alike.

    Raises:
        BackendUnavailableError: pandas is missing.
    """
    with needing("to_pandas needs", "pandas"):
        import pandas as pd
    if isinstance(frame, dict):
        made = pd.DataFrame(frame, index=range(len(next(iter(added.values())))))
    else:
        made = frame if hasattr(frame, "iloc") else frame.to_pandas()
    made = _renamed(made, added)
    for name, values in added.items():
        kinds = {type(value) for value in values}
        may_miss = {bool: "boolean", int: "Int64"} if type(None) in kinds else {}
        kind = next((may_miss[one] for one in kinds if one in may_miss), None)
        made[name] = pd.Series(values, made.index, kind if values else object)
    return made


def _renamed(frame: Any, added: Mapping[str, list[Any]]) -> Any:
    """Return a copy of a DataFrame in which no column has a name that is added."""
    found, names = frame.copy(deep=False), names_of(frame)
    if (renamed := beside(names, list(added))) != names:
        found.columns = renamed
    return found


def in_arrow(frame: Frame, added: Mapping[str, list[Any]], kinds: Mapping[str, type]) -> Any:
    """Return a frame as a ``pyarrow.Table``, with columns and names as `in_pandas` has them.

    Args:
        kinds: the type of each column that is added; a list is of texts.
    """
    import pyarrow as pa

    types = {bool: pa.bool_(), int: pa.int64(), float: pa.float64(), list: pa.list_(pa.string())}
    if isinstance(frame, dict):
        table = pa.table({name: _array(values) for name, values in frame.items()})
    else:
        is_pandas = hasattr(frame, "iloc")
        table = pa.Table.from_pandas(_renamed(frame, added)) if is_pandas else frame
    metadata = table.schema.metadata  # such as which column is the index in pandas
    table = table.rename_columns(beside(table.column_names, list(added)))
    for name, column in added.items():
        table = table.append_column(name, pa.array(column, types.get(kinds[name], pa.string())))
    return table.replace_schema_metadata(metadata)


def _array(values: list[Any]) -> Any:
    """Return values as an array of Arrow's; those of several types are texts, as in CSV."""
    import pyarrow as pa

    from cpsudoku.rows.arrow import closed

    try:
        found = pa.array(values)
        return found.cast(closed(found.type))
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([None if value is None else as_text(value) for value in values])
