"""Givens and clues that follow from the others.

A clue is any constraint but a group of different cells: a cage, a thermometer, a dot.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

from cpsudoku import backends
from cpsudoku.asking import solving
from cpsudoku.backends import BackendLike
from cpsudoku.formats import as_puzzle
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.progress import AT_ONCE
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Constraint, Rules
from cpsudoku.rules.primitives import Not

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits: TypeAlias = NDArray[np.uint8]
    Numbers: TypeAlias = NDArray[np.intp]
    Bools: TypeAlias = NDArray[np.bool_]

Part: TypeAlias = Cell | Constraint
"""What may be left out: the given of a cell, or a clue."""


@dataclass(frozen=True, slots=True)
class Redundancy:
    """The givens and clues of a puzzle that could be left out.

    Args:
        verdict: what is known of the number of its solutions.
        redundant: cells whose given can be left out, each by itself, without a change to the
            solutions.
        undecided: cells for which time ran out.
        subset: cells of givens that, with ``clue_subset``, say as much as all of them; minimal
            unless some were undecided.
        subset_minimal: whether it is proved that nothing of the two subsets can be left out.
        redundant_clues: clues that can be left out, each by itself; repeated ones come repeatedly.
        undecided_clues: clues for which time ran out.
        clue_subset: the clues that are kept with ``subset``.
    """

    puzzle: Puzzle
    verdict: Verdict
    redundant: tuple[Cell, ...]
    undecided: tuple[Cell, ...]
    subset: tuple[Cell, ...]
    subset_minimal: bool
    redundant_clues: tuple[Constraint, ...] = ()
    undecided_clues: tuple[Constraint, ...] = ()
    clue_subset: tuple[Constraint, ...] = ()

    @property
    def minimal(self) -> bool | None:
        """Whether no given and no clue can be left out; None if that is not known."""
        if self.redundant or self.redundant_clues:
            return False
        return None if self.undecided or self.undecided_clues else True

    @property
    def reduced(self) -> Puzzle:
        """The puzzle restricted to the minimal subsets of givens and clues."""
        if self.minimal:  # as most puzzles are, and as it is known at once
            return self.puzzle
        left_out = Counter(_parts(self.puzzle)) - Counter([*self.subset, *self.clue_subset])
        return reduce(_without, left_out.elements(), self.puzzle)


def redundant(
    puzzle: Puzzle | str, *, backend: BackendLike = backends.AUTO, seconds: float | None = None
) -> Redundancy:
    """Find the givens and clues that can be left out without a change to the solutions.

    A given can go if the puzzle with any *other* digit in its place has no solution, a clue if
    the puzzle has none in which it does not hold.  The minimal subset comes from leaving out givens
    and then clues as long as that is so, the first ones first.

    Returns:
        The redundant givens and clues, one minimal subset, and what is not known for lack of time.

    Raises:
        FormatError: the text is not a puzzle.
        UnsupportedError: the backend does not know the constraints, or one would be too big.
        BackendError: the solver failed or gave a wrong answer.

    Examples:
        >>> found = redundant("1234341221434321", backend="backtrack")
        >>> len(found.redundant), len(found.subset), found.minimal
        (16, 6, False)
    """
    asked = as_puzzle(puzzle)
    deadline = Deadline(seconds)
    verdict = solving.check(asked, backend=backend, seconds=deadline.left).verdict
    needless = [(part, _needless(asked, part, backend, deadline)) for part in _parts(asked)]
    reduced = asked
    doubtful = False
    # What the others need together is needed by fewer of them as well.
    for part in (part for part, alone in needless if alone is not False):
        now = _needless(reduced, part, backend, deadline)
        doubtful |= now is None
        if now:
            reduced = _without(reduced, part)
    cells, clues = _by_kind(part for part, alone in needless if alone)
    open_cells, open_clues = _by_kind(part for part, alone in needless if alone is None)
    subset, clue_subset = _by_kind(_parts(reduced))
    return Redundancy(
        asked, verdict, cells, open_cells, subset, not doubtful, clues, open_clues, clue_subset
    )


def needless_givens(
    digits: Digits, known: Bools, search: Callable[[Digits], tuple[Bools, Bools]]
) -> tuple[Bools, Digits]:
    """Find the givens of puzzles without clues that can each go, and the minimal subsets.

    A given can go if the puzzle without it still has one solution, which one search says of all
    givens at once.  For the minimal subsets each round tries one given of every puzzle.

    Args:
        digits: the puzzles, an array (n, cells) with 0 for a blank.
        known: which of them have one solution; those for which time runs out become False.
        search: returns which of some puzzles have one solution, and of which that is unknown.

    Returns:
        Two arrays (n, cells): which givens can go, and the digits that the subsets have.  Rows that
        are not known mean nothing.
    """
    import numpy as np

    def can_go(digits: Digits, rows: Numbers, cells: Numbers) -> Bools:
        tried = digits[rows]
        tried[np.arange(len(rows)), cells] = 0
        unique, unknown = search(tried)
        known[rows[unknown]] = False
        return unique

    reduced = digits.copy()
    needless = np.zeros(reduced.shape, dtype=np.bool_)
    rows, cells = np.nonzero((reduced > 0) & known[:, None])
    for start in range(0, len(rows), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        needless[rows[part], cells[part]] = can_go(reduced, rows[part], cells[part])
    left = needless.copy()
    while len(rows := np.flatnonzero(left.any(axis=1) & known)):
        cells = left[rows].argmax(axis=1)
        left[rows, cells] = False
        gone = can_go(reduced, rows, cells)
        reduced[rows[gone], cells[gone]] = 0
    return needless, reduced


def _parts(puzzle: Puzzle) -> list[Part]:
    return [*(cell for cell, digit in enumerate(puzzle.digits) if digit), *puzzle.rules.clues]


def _by_kind(parts: Iterable[Part]) -> tuple[tuple[Cell, ...], tuple[Constraint, ...]]:
    """Return the cells of givens and the clues among some parts."""
    both = tuple(parts)
    cells = tuple(part for part in both if not isinstance(part, Constraint))
    return cells, tuple(part for part in both if isinstance(part, Constraint))


def _without(puzzle: Puzzle, part: Part) -> Puzzle:
    """Return a puzzle without a given or a clue; where that stands twice, one stays."""
    if not isinstance(part, Constraint):
        return puzzle.with_given(part, 0)
    others = list(puzzle.rules.constraints)
    others.remove(part)
    return Puzzle(Rules(puzzle.rules.board, tuple(others)), puzzle.candidates)


def _needless(puzzle: Puzzle, part: Part, backend: BackendLike, deadline: Deadline) -> bool | None:
    """Return whether a part can go: no puzzle that denies it has a solution; None for unknown."""
    if deadline.has_passed:  # to make a puzzle for each given of a huge board takes minutes
        return None
    for denied in _denials(puzzle, part):
        impossible = _is_impossible(denied, backend, deadline)
        if not impossible:
            return impossible
    return True


def _is_impossible(puzzle: Puzzle, backend: BackendLike, deadline: Deadline) -> bool | None:
    if deadline.has_passed:
        return None
    verdict = solving.solve(puzzle, backend=backend, seconds=deadline.left).verdict
    return None if verdict is Verdict.UNKNOWN else verdict is Verdict.NONE


def _denials(puzzle: Puzzle, part: Part) -> Iterator[Puzzle]:
    """Yield puzzles whose solutions are together those in which a part does not hold.

    Each primitive of a clue is denied by itself, because denying all at once (antiknight has
    hundreds) makes too big a formula.
    """
    if isinstance(part, Constraint):
        left = _without(puzzle, part).rules
        for primitive in part.primitives:
            denied = left.with_constraints([Not(primitive, f"not {part.label}")])
            yield Puzzle(denied, puzzle.candidates)
    else:
        masks = list(puzzle.candidates)
        masks[part] ^= puzzle.rules.all_digits
        yield Puzzle(puzzle.rules, tuple(masks))
