"""The same puzzle or not: canonical forms under the symmetries of the grid.

Puzzles that differ only by a symmetry have the same canonical form, others never do.  For classic
rules it is computed by the compiled core: the form of a final grid is the smallest of its equals,
reading row by row; a puzzle with one solution follows its solution; any other puzzle has the
smallest of its own equals, blanks before digits.

    >>> from cpsudoku.formats import parse
    >>> one = parse("1234341221434321")
    >>> other = parse("3412123443212143")
    >>> canonical(one).puzzle == canonical(other).puzzle
    True
    >>> same(one, other).apply_to_puzzle(one) == other
    True
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from math import factorial
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku.backends import BackendLike
from cpsudoku.bulk.arrays import solve_many
from cpsudoku.errors import PuzzleError, UnsupportedError
from cpsudoku.formats.base import locating_errors
from cpsudoku.ground import compiled
from cpsudoku.ground.processors import useful_workers
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.block import Block
from cpsudoku.rules import Rules, classic
from cpsudoku.symmetry.transformations import Transformation, all_movements, movements

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_MOST_MOVEMENTS = 100_000
"""Above this number of movements trying them all in Python takes minutes for a puzzle."""

_PIECE = 4096


@dataclass(frozen=True, slots=True)
class Canonical:
    """A puzzle's canonical form, and how many transformations leave the puzzle as it is."""

    puzzle: Puzzle
    transformation: Transformation
    automorphisms: int


@dataclass(frozen=True, slots=True)
class CanonicalForms:
    """The canonical forms of many puzzles of the same rules.

    Args:
        forms: uint8 array (n, cells), 0 for a blank.
        automorphisms: uint64 array (n,).
        moves: uint8 array (n, 1 + 3 N): transpose, N rows, N columns, names of digits 1 … N, see
            `Transformation`; (n, 28) for classic puzzles.
    """

    forms: NDArray[np.uint8]
    automorphisms: NDArray[np.uint64]
    moves: NDArray[np.uint8]

    def transformation(self, index: int) -> Transformation:
        """Return the transformation that leads from one of the puzzles to its form."""
        transpose, *move = self.moves[index].tolist()
        n = len(move) // 3
        rows, columns, digits = move[:n], move[n : 2 * n], move[2 * n :]
        return Transformation(bool(transpose), tuple(rows), tuple(columns), (0, *digits))


def canonical_many(
    puzzles: NDArray[np.uint8], *, threads: int | None = None, backend: BackendLike = "auto"
) -> CanonicalForms:
    """Return the canonical forms of many classic puzzles or final grids.

    Args:
        puzzles: uint8 array (n, 81), 0 for a blank.

    Raises:
        PuzzleError: the array has a wrong shape, type or digit.
    """
    import numpy as np

    to_forms = compiled.native.canonical_many
    batch = solve_many(puzzles, rules=classic(), limit=2, threads=threads, backend=backend)
    n = len(puzzles)
    forms = np.empty((n, 81), dtype=np.uint8)
    automorphisms = np.empty(n, dtype=np.uint64)
    moves = np.empty((n, 28), dtype=np.uint8)
    rows, workers = np.ascontiguousarray(puzzles), useful_workers(threads)
    to_forms(rows, batch.solutions, batch.counts == 1, forms, automorphisms, moves, workers)
    return CanonicalForms(forms, automorphisms, moves)


def canonical(puzzle: Puzzle) -> Canonical:
    """Return a puzzle's canonical form, a way to it, and the number of automorphisms.

    Args:
        puzzle: givens without pencil marks; rows, columns, and rectangular boxes or none.

    Raises:
        PuzzleError: the puzzle has pencil marks.
        UnsupportedError: the rules have other constraints, or are too large to try all movements.
        BackendUnavailableError: a classic puzzle, and the compiled core is missing.
    """
    if puzzle.has_pencil_marks:
        raise PuzzleError("canonical forms are for givens; this puzzle has pencil marks")
    if puzzle.rules.is_classic:
        import numpy as np

        found = canonical_many(np.array([puzzle.digits], dtype=np.uint8), threads=1)
        form = Puzzle.from_digits(found.forms[0].tolist(), puzzle.rules)
        return Canonical(form, found.transformation(0), int(found.automorphisms[0]))
    return _by_all_movements(puzzle)


def _by_all_movements(puzzle: Puzzle) -> Canonical:
    rules = puzzle.rules
    if (number := movements(rules)) > _MOST_MOVEMENTS:
        work = f"a canonical form would take trying {number} movements"
        raise UnsupportedError(f"{work}; that is done for classic 9×9 and for small grids only")
    best: tuple[int, ...] | None = None
    transformation = Transformation.identity(rules.size)
    automorphisms = 0
    for movement in all_movements(rules):
        moved = movement.apply(puzzle.digits)
        order = [d for d in dict.fromkeys(moved) if d]  # named as they appear
        order += [d for d in range(1, rules.size + 1) if d not in order]
        names = (0, *(order.index(d) + 1 for d in range(1, rules.size + 1)))
        named = tuple(names[d] for d in moved)
        if best is None or named < best:
            best, automorphisms = named, 0
            transformation = replace(movement, digits=names)
        automorphisms += named == best
    absent = rules.size - len(set(puzzle.digits) - {0})
    automorphisms *= factorial(absent)  # digits that do not occur can be named in any way
    return Canonical(Puzzle.from_digits(best or (), rules), transformation, automorphisms)


def same(one: Puzzle, other: Puzzle) -> Transformation | None:
    """Return a transformation that leads from one puzzle to another, or None without one.

    Args:
        one: the puzzle to start from.
        other: the puzzle to arrive at.

    Raises:
        PuzzleError: a puzzle has pencil marks.
        UnsupportedError: the rules' symmetries are not known.
    """
    if one.rules != other.rules:
        return None
    first, second = canonical(one), canonical(other)
    if first.puzzle != second.puzzle:
        return None
    return first.transformation.then(second.transformation.inverse())


class CanonRows(NamedTuple):
    """Rows of the same rules that came one after the other, and their canonical forms."""

    block: Block
    rules: Rules
    found: CanonicalForms


def canonical_parts(blocks: Iterable[Block], *, threads: int | None = None) -> Iterator[CanonRows]:
    """Yield the canonical forms of puzzles in their order, some thousand at a time."""
    for block in blocks:
        for begin in range(0, len(block), _PIECE):
            piece = block.part(begin, min(begin + _PIECE, len(block)))
            for run in _runs(piece):
                yield CanonRows(run, run.rules(0), forms_of(run, threads))


def _runs(block: Block) -> Iterator[Block]:
    """Yield runs of rows of the same rules, all or none of them plain."""
    kinds = [(row in block.others, block.rules(row)) for row in range(len(block))]
    for _, rows in groupby(range(len(block)), kinds.__getitem__):
        numbers = list(rows)
        yield block.part(numbers[0], numbers[-1] + 1)


def forms_of(block: Block, threads: int | None) -> CanonicalForms:
    """Return the canonical forms of rows of the same rules, all or none of them plain."""
    import numpy as np

    if not block.others:
        digits = np.frombuffer(block.digits, np.uint8).reshape(len(block), -1)
        return canonical_many(digits, threads=threads)
    found = []
    for number in range(len(block)):
        row = block.row(number)
        with locating_errors(row):
            found.append(canonical(row.puzzle))
    moves = [one.transformation for one in found]
    return CanonicalForms(
        np.array([one.puzzle.digits for one in found], np.uint8),
        np.array([one.automorphisms for one in found], np.uint64),
        np.array([(m.transpose, *m.rows, *m.columns, *m.digits[1:]) for m in moves], np.uint8),
    )
