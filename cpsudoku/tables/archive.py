"""Tables as NumPy's archives: an array for each column.

Grids are uint8 arrays (n, cells) with 0 for a blank, and 0 throughout where there is none.  Arrays
have no nulls: missing texts are empty, missing numbers NaN, which makes whole numbers floats.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from math import isqrt
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, BinaryIO

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.columns import roles
from cpsudoku.formats.symbols import digits_or_none
from cpsudoku.rules import SYMBOLS
from cpsudoku.tables import columns
from cpsudoku.tables.blocks import Block, classic_digits
from cpsudoku.tables.columns import Answers

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

Batches = Callable[[], Iterator[Any]]


class ArrayTable:
    """A file of NumPy arrays, which is written when all rows are known.

    Until then they are in a temporary file, since arrays stand one after the other in an archive.

    Args:
        file: where to write.
    """

    def __init__(self, file: BinaryIO) -> None:
        from cpsudoku.tables.writing import ColumnTable

        self._file = file
        self._aside = TemporaryFile()  # noqa: SIM115 - open until `close`
        self._rows = ColumnTable(self._aside, "arrow")

    @property
    def written(self) -> int:
        """How many rows there are so far."""
        return self._rows.written

    def write(self, record: Record) -> None:
        """Write the row of a puzzle."""
        self._rows.write(record)

    def write_block(self, block: Block, answers: Answers) -> None:
        """Write many rows."""
        self._rows.write_block(block, answers)

    def close(self) -> None:
        """Write the archive."""
        from pyarrow import ipc

        with self._aside:
            self._rows.close()
            self._aside.seek(0)
            rows = ipc.open_file(self._aside)
            at = roles(tuple(rows.schema.names))
            # The least compression: any more takes longer than to solve the puzzles.
            with zipfile.ZipFile(self._file, "w", compresslevel=1) as archive:
                for place, field in enumerate(rows.schema):
                    member = zipfile.ZipInfo(f"{field.name}.npy")  # of no time: the same bytes
                    member.compress_type = zipfile.ZIP_DEFLATED
                    with archive.open(member, "w", force_zip64=True) as out:
                        if place in {at.puzzle, at.solution}:
                            _write_grids(out, field.name, rows, place)
                        else:
                            _write_values(out, rows, place)


def _columns(rows: Any, place: int) -> Iterator[pa.Array]:
    for number in range(rows.num_record_batches):
        yield rows.get_batch(number).column(place)


def _write_grids(out: IO[bytes], name: str, rows: Any, place: int) -> None:
    import numpy as np

    cells = count = 0
    for column in _columns(rows, place):
        count += len(column)
        cells = max(cells, *(len(text or "") for text in column.to_pylist()[:1]))
    size = isqrt(cells)
    if size * size != cells or size > len(SYMBOLS):
        raise FormatError(f"grids of {cells} characters in {name!r}; expected a square of symbols")
    _header(out, np.dtype(np.uint8), (count, cells))
    for column in _columns(rows, place):
        digits, known = classic_digits(column) if size == 9 else (None, None)
        if digits is not None and known is not None and known.all():
            out.write(digits.tobytes())
        else:
            out.write(b"".join(_digits(text, size, name) for text in column.to_pylist()))


def _digits(text: object, size: int, name: str) -> bytes:
    if not text:
        return bytes(size * size)
    found = digits_or_none(text, size) if isinstance(text, str) else None
    if found is None or len(found) != size * size:
        raise FormatError(
            f"{str(text)[:40]!r} in {name!r}, which arrays of grids of {size}×{size} cells cannot "
            "hold; expected grids of one size and without pencil marks, or --format parquet"
        )
    return found


def _write_values(out: IO[bytes], rows: Any, place: int) -> None:
    import numpy as np

    # The widest texts, and whether some are missing, are known when all have been looked at.
    kinds = [_values(column).dtype for column in _columns(rows, place)]
    kind = np.result_type(*kinds) if kinds else np.dtype("U1")
    _header(out, kind, (sum(len(column) for column in _columns(rows, place)),))
    for column in _columns(rows, place):
        out.write(_values(column).astype(kind).tobytes())


def _values(column: pa.Array) -> NDArray[Any]:
    import numpy as np
    import pyarrow as pa

    kind = column.type
    is_number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
    is_value = is_number or pa.types.is_timestamp(kind) or pa.types.is_boolean(kind)
    if is_value and (is_number or not column.null_count):
        return np.asarray(column.to_numpy(zero_copy_only=False))
    texts = [text or "" for text in columns.plain(column).to_pylist()]
    return np.array(texts or [""], dtype=np.str_)[: len(texts)]


def _header(out: IO[bytes], kind: np.dtype[Any], shape: tuple[int, ...]) -> None:
    from numpy.lib import format as npy

    described = {"descr": npy.dtype_to_descr(kind), "fortran_order": False, "shape": shape}
    npy.write_array_header_1_0(out, described)
