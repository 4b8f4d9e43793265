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

**One puzzle of each class** of equals, out of more puzzles than memory holds (`FirstOfEach`).
What is kept of a puzzle is a digest of 16 bytes of its canonical form: four numbers of 32 bits,
each the upper half of a sum of 64 bits, of the form's words times factors that are drawn for the
run (Lemire and Kaser, "Strongly Universal String Hashing is Fast", 2014).  Two different forms,
whatever they are, have the same digest with a chance of 2⁻¹²⁸; that any two among 10⁹ have the same
has a chance of 10⁻²¹.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2b, shake_256
from math import factorial
from secrets import token_bytes

import numpy as np
from numpy.typing import NDArray

from cpsudoku.asking.search import Search
from cpsudoku.backends import BackendLike
from cpsudoku.errors import PuzzleError, UnsupportedError
from cpsudoku.formats import PuzzleLike, as_puzzle, rules_text
from cpsudoku.formats.base import locating_errors
from cpsudoku.ground import compiled
from cpsudoku.ground.names import counted
from cpsudoku.ground.processes import useful_workers
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.arrays import ArrayBlock, Puzzles, read
from cpsudoku.rows.block import Block
from cpsudoku.rules import Rules, classic
from cpsudoku.symmetry.transformations import Transformation, all_movements, movements

_MOST_MOVEMENTS = 100_000
"""Above this number of movements trying them all in Python takes minutes for a puzzle."""


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

    def __repr__(self) -> str:
        return f"<CanonicalForms of {counted(len(self.forms), 'puzzle')}>"

    def transformation(self, index: int) -> Transformation:
        """Return the transformation that leads from one of the puzzles to its form."""
        transpose, *move = self.moves[index].tolist()
        n = len(move) // 3
        rows, columns, digits = move[:n], move[n : 2 * n], move[2 * n :]
        return Transformation(bool(transpose), tuple(rows), tuple(columns), (0, *digits))


def canonical_many(
    puzzles: Puzzles,
    rules: Rules | str | None = None,
    *,
    column: str | None = None,
    threads: int | None = None,
    backend: BackendLike = "auto",
) -> CanonicalForms:
    """Return the canonical forms of many puzzles or final grids of the same rules.

    Args:
        puzzles: as for `cpsudoku.solve_many`: a uint8 array (n, cells) with 0 for a blank, texts,
            puzzles, a table or a file.
        rules: the rules, where the puzzles say none.
        column: the column of a table that has the puzzles; None for the one that its name shows.
        threads: how many at a time; None for as many as there are processors.
        backend: what finds out which puzzles have one solution, whose form is quicker to find.

    Raises:
        FormatError, OptionError, PuzzleError: as `cpsudoku.solve_many`; and a puzzle has pencil
            marks.
        UnsupportedError: as `canonical`.
    """
    return _forms(read(puzzles, rules, column=column), threads, backend)


def _forms(
    origin: ArrayBlock, threads: int | None, backend: BackendLike = "auto"
) -> CanonicalForms:
    if not origin.rules.is_classic or origin.rows.dtype != np.uint8:
        return _of_each(map(canonical, origin.puzzles()), origin.rules)
    batch = Search(backend).of_rows(origin.rows, origin.rules, threads=threads)
    n = len(origin)
    forms = np.empty((n, 81), dtype=np.uint8)
    automorphisms = np.empty(n, dtype=np.uint64)
    moves = np.empty((n, 28), dtype=np.uint8)
    are_unique, workers = batch.counts == 1, useful_workers(threads)
    compiled.native.canonical_many(
        origin.rows, batch.solutions, are_unique, forms, automorphisms, moves, workers
    )
    return CanonicalForms(forms, automorphisms, moves)


def _of_each(found: Iterable[Canonical], rules: Rules) -> CanonicalForms:
    listed = list(found)
    moves = [one.transformation for one in listed]
    rows = [(m.transpose, *m.rows, *m.columns, *m.digits[1:]) for m in moves]
    return CanonicalForms(
        np.array([one.puzzle.digits for one in listed], np.uint8).reshape(-1, rules.cell_count),
        np.array([one.automorphisms for one in listed], np.uint64),
        np.array(rows, np.uint8).reshape(-1, 1 + 3 * rules.size),
    )


def dedupe(
    puzzles: Puzzles,
    rules: Rules | str | None = None,
    *,
    column: str | None = None,
    threads: int | None = None,
) -> NDArray[np.bool_]:
    """Return which of many puzzles are the first of those that are the same up to symmetry.

    Args:
        puzzles: as for `cpsudoku.solve_many`.
        rules: the rules, where the puzzles say none.
        column: the column of a table that has the puzzles; None for the one that its name shows.
        threads: how many at a time; None for as many as there are processors.

    Returns:
        Bool array (n,), for example to choose rows of a frame.

    >>> mine = ["1.............4.", ".1.............4", "12.............4"]
    >>> dedupe(mine).tolist()
    [True, False, True]
    """
    origin = read(puzzles, rules, column=column)
    with FirstOfEach() as firsts:
        return firsts.of(Digests().of(_forms(origin, threads).forms, origin.rules))


def canonical(puzzle: PuzzleLike) -> Canonical:
    """Return a puzzle's canonical form, a way to it, and the number of automorphisms.

    Args:
        puzzle: givens without pencil marks; rows, columns, and rectangular boxes or none.

    Raises:
        FormatError: a text is not a puzzle.
        PuzzleError: the puzzle has pencil marks.
        UnsupportedError: the rules have other constraints, or are too large to try all movements.
        BackendUnavailableError: a classic puzzle, and the compiled core is missing.
    """
    puzzle = as_puzzle(puzzle)
    if puzzle.has_pencil_marks:
        raise PuzzleError("canonical forms are for givens; this puzzle has pencil marks")
    if puzzle.rules.is_classic:
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


def same(one: PuzzleLike, other: PuzzleLike) -> Transformation | None:
    """Return a transformation that leads from one puzzle to another, or None without one.

    Args:
        one: the puzzle to start from.
        other: the puzzle to arrive at.

    Raises:
        PuzzleError: a puzzle has pencil marks.
        UnsupportedError: the rules' symmetries are not known.
    """
    one, other = as_puzzle(one), as_puzzle(other)
    if one.rules != other.rules:
        return None
    first, second = canonical(one), canonical(other)
    if first.puzzle != second.puzzle:
        return None
    return first.transformation.then(second.transformation.inverse())


_WORD, _WORDS = 4, 21  # words of a form: 81 cells; larger grids have none


class FirstOfEach(AbstractContextManager["FirstOfEach"]):
    """Which of a sequence of puzzles are the first of their class.

    The digests that were met are in a database without a name, of which 64 MB stay in memory; the
    rest is in a temporary file that goes with it.
    """

    def __init__(self) -> None:
        self._met = sqlite3.connect("", isolation_level=None)
        for how in ("journal_mode = off", "synchronous = off", "cache_size = -65536"):
            self._met.execute(f"pragma {how}")
        self._met.execute("create table met (digest blob primary key) without rowid")
        self._met.execute("begin")

    def __exit__(self, *_: object) -> None:
        self._met.close()

    def of(self, digests: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return which of the next puzzles are the first of their class, by their digests.

        Raises:
            OSError: the temporary file cannot be written.
        """
        add, each = "insert or ignore into met values (?)", digests.view("V16").ravel().tolist()
        try:
            new = [self._met.execute(add, (digest,)).rowcount for digest in each]
        except sqlite3.OperationalError as error:
            raise OSError(f"digests of puzzles cannot be kept: {error}") from error
        return np.array(new, np.bool_)


class Digests:
    """Digests of canonical forms, by factors that depend on a key or are drawn for this run."""

    def __init__(self, key: bytes | None = None) -> None:
        shape = 1 + 4 + _WORDS, 4
        key = token_bytes(16) if key is None else key
        drawn = np.frombuffer(shake_256(key).digest(8 * shape[0] * shape[1]), "<u8").reshape(shape)
        self._first, self._of_rules, self._of_forms = drawn[0], drawn[1:5], drawn[5:]

    def of(self, forms: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint64]:
        """Return the digests of forms, an array (n, 2); those of other rules are different."""
        words = np.zeros((len(forms), _WORD * _WORDS), np.uint8)
        words[:, : forms.shape[1]] = forms
        sums = words.view(np.uint32).astype(np.uint64) @ self._of_forms
        sums += self._first + _name(rules) @ self._of_rules
        half = np.uint64(32)
        sums >>= half
        found: NDArray[np.uint64] = sums[:, :2] << half | sums[:, 2:]
        return found

    def of_block(self, block: Block, threads: int | None) -> NDArray[np.uint64]:
        """Return the digests of the canonical forms of rows."""
        found = np.empty((len(block), 2), np.uint64)
        plain = [row for row in range(len(block)) if row not in block.others]
        if plain:
            digits = np.frombuffer(block.digits, np.uint8).reshape(len(block), -1)[plain]
            found[plain] = self.of(canonical_many(digits, threads=threads).forms, classic())
        for number in block.others:
            with locating_errors(row := block.row(number)):
                form = canonical(row.puzzle).puzzle
            found[number] = self.of(np.array([form.digits], np.uint8), form.rules)
        return found


@cache
def _name(rules: Rules) -> NDArray[np.uint64]:
    """Return four words that stand for rules."""
    digest = blake2b(rules_text(rules).encode(), digest_size=16).digest()
    return np.frombuffer(digest, np.uint32).astype(np.uint64)
