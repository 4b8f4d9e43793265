r"""Random copies of puzzles that are the same up to symmetry, many at a time.

>>> from cpsudoku import formats
>>> copies_as_lines([formats.parse("." * 81)], 1, seed=1)
b'.................................................................................\n'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from cpsudoku.errors import OptionError
from cpsudoku.puzzle import Puzzle
from cpsudoku.symmetry.transformations import Chance, random_transformation

_CHUNK = 4096
"""So many copies, or those of one puzzle, are made together."""

_FEW = 100
"""Fewer copies are made one by one in less time than NumPy takes to be imported."""

_LARGEST_SEED = (1 << 64) - 1
_NO_DIGIT = 255


def copies_of(
    puzzles: Iterable[Puzzle], copies: int, *, seed: int, stream: Callable[[int, int], Chance]
) -> Iterator[Puzzle | bytes]:
    """Yield random copies of puzzles in their order; a copy depends on the seed and its number.

    Args:
        copies: how many copies of each.
        seed: 0 … 2^64 − 1.
        stream: returns the random stream of a seed and a number.

    Yields:
        A copy, or the lines of many.

    Raises:
        OptionError: the seed is out of its range.
    """
    left = iter(puzzles)
    number = 0
    while chunk := list(islice(left, max(1, _CHUNK // copies))):
        few = number == 0 and len(chunk) * copies < _FEW
        lines = None if few else copies_as_lines(chunk, copies, seed=seed, first=number)
        if lines is None:
            left = chain(chunk, left)
            break
        yield lines
        number += len(chunk) * copies
    for puzzle in left:
        for _ in range(copies):
            move = random_transformation(stream(seed, number), puzzle.rules)
            yield move.apply_to_puzzle(puzzle)
            number += 1


def copies_as_lines(
    puzzles: Sequence[Puzzle], copies: int, *, seed: int, first: int = 0
) -> bytes | None:
    """Return copies of classic puzzles as lines, made in compiled code.

    Each is what `cpsudoku.symmetry.transformations.random_transformation` makes of the puzzle with
    the stream of the seed and the number of the copy.

    Args:
        copies: how many copies of each.
        seed: 0 … 2^64 − 1.
        first: number of the first copy.

    Returns:
        The copies of the first puzzle, then those of the second and so on; None where a puzzle is
        not classic or has pencil marks, or where the compiled core is missing.

    Raises:
        OptionError: the seed is out of its range.
    """
    if not all(puzzle.rules.is_classic for puzzle in puzzles):
        return None
    try:
        from cpsudoku import _native
    except ImportError:
        return None
    import numpy as np

    if not 0 <= seed <= _LARGEST_SEED:
        raise OptionError(f"seed {seed}; expected 0 to {_LARGEST_SEED}")
    # A table of all masks: the digits of a puzzle by themselves would cost more than all else.
    digits = np.full(512, _NO_DIGIT, dtype=np.uint8)
    digits[511] = 0
    digits[1 << np.arange(9)] = np.arange(1, 10)
    cells = digits[np.array([puzzle.candidates for puzzle in puzzles], dtype=np.uint16)]
    if (cells == _NO_DIGIT).any():
        return None
    lines = np.empty((len(puzzles) * copies, 82), dtype=np.uint8)
    _native.shuffle_many(cells, seed, first, lines)
    return lines.tobytes()
