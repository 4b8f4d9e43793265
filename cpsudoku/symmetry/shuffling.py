"""Random copies of puzzles that are the same up to symmetry, many at a time.

>>> from cpsudoku import formats
>>> records = [formats.Record(formats.parse("." * 80 + "1"))]
>>> [len(lines) for lines in copies_of_classics(iter(records), 2, seed=1)]
[164]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cpsudoku.errors import OptionError
from cpsudoku.formats import Record

_CHUNK = 4096

_LARGEST_SEED = (1 << 64) - 1


def is_compiled() -> bool:
    """Return whether the compiled core is installed."""
    try:
        from cpsudoku import _native  # noqa: F401
    except ImportError:
        return False
    return True


def is_plain(record: Record) -> bool:
    """Return whether `copies_of_classics` takes a puzzle: a classic one without pencil marks."""
    return record.puzzle.rules.is_classic and not record.puzzle.has_pencil_marks


def copies_of_classics(
    records: Iterator[Record], copies: int, *, seed: int, first: int = 0
) -> Iterator[bytes]:
    """Yield copies of classic puzzles in compiled code, as lines.

    Each is what `cpsudoku.symmetry.transformations.random_transformation` makes of the puzzle with
    the stream of the seed and the number of the copy.

    Args:
        records: classic puzzles without pencil marks.
        copies: how many copies of each.
        seed: 0 … 2^64 − 1.
        first: number of the first copy.

    Raises:
        OptionError: the seed is out of its range.
    """
    import numpy as np

    from cpsudoku import _native

    if not 0 <= seed <= _LARGEST_SEED:
        raise OptionError(f"seed {seed}; expected 0 to {_LARGEST_SEED}")
    size = max(1, _CHUNK // copies)
    while chunk := list(islice(records, size)):
        puzzles = np.array([record.puzzle.digits for record in chunk], dtype=np.uint8)
        lines = np.empty((len(chunk) * copies, 82), dtype=np.uint8)
        _native.shuffle_many(puzzles, seed, first, lines)
        first += len(lines)
        yield lines.tobytes()
