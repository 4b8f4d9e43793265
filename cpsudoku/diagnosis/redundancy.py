"""Which givens say nothing that the others do not say already."""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku import backends, formats, solving
from cpsudoku.backends import BackendLike
from cpsudoku.deadline import Deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell


@dataclass(frozen=True, slots=True)
class Redundancy:
    """The givens of a puzzle that could be left out.

    Args:
        verdict: what is known of the number of its solutions.
        redundant: cells whose given can be left out, each alone, without a change to the
            solutions.
        undecided: cells for which time ran out.
        subset: cells of givens that say as much as all of them; minimal unless some were
            undecided.
        subset_minimal: whether it is proved that none of ``subset`` can be left out.
    """

    puzzle: Puzzle
    verdict: Verdict
    redundant: tuple[Cell, ...]
    undecided: tuple[Cell, ...]
    subset: tuple[Cell, ...]
    subset_minimal: bool

    @property
    def minimal(self) -> bool | None:
        """Whether no given can be left out; None if that is not known."""
        if self.redundant:
            return False
        return None if self.undecided else True


def redundant(
    puzzle: Puzzle | str, *, backend: BackendLike = backends.AUTO, seconds: float | None = None
) -> Redundancy:
    """Find the givens that can be left out without a change to the solutions.

    A given can go if the puzzle with any *other* digit in its place has no solution.  The minimal
    subset comes from leaving out givens as long as that holds, the first ones first.

    Args:
        puzzle: the puzzle or its text.
        backend: which backend searches.
        seconds: wall-clock limit for all of it; None for none.

    Returns:
        The redundant givens, one minimal subset, and what is not known for lack of time.

    Raises:
        FormatError: the text is no puzzle.
        BackendError: the solver failed or gave a wrong answer.

    Examples:
        >>> found = redundant("1234341221434321", backend="backtrack")
        >>> len(found.redundant), len(found.subset), found.minimal
        (16, 6, False)
    """
    asked = puzzle if isinstance(puzzle, Puzzle) else formats.parse(puzzle)
    deadline = Deadline(seconds)
    verdict = solving.check(asked, backend=backend, seconds=deadline.left).verdict
    alone = {cell: _needless(asked, cell, backend, deadline) for cell in _givens(asked)}
    reduced = asked
    doubtful = False
    for cell, needless in alone.items():
        # A given that the others need together is needed by fewer of them as well.
        if needless is False:
            continue
        now = _needless(reduced, cell, backend, deadline)
        doubtful |= now is None
        if now:
            reduced = reduced.with_given(cell, 0)
    return Redundancy(
        asked,
        verdict,
        tuple(cell for cell, needless in alone.items() if needless),
        tuple(cell for cell, needless in alone.items() if needless is None),
        tuple(_givens(reduced)),
        not doubtful,
    )


def _givens(puzzle: Puzzle) -> list[Cell]:
    return [cell for cell, digit in enumerate(puzzle.digits) if digit]


def _needless(puzzle: Puzzle, cell: Cell, backend: BackendLike, deadline: Deadline) -> bool | None:
    """Return whether a given can go: there is no solution with another digit; None for unknown."""
    if deadline.has_passed:
        return None
    masks = list(puzzle.candidates)
    masks[cell] ^= puzzle.rules.all_digits
    other = Puzzle(puzzle.rules, tuple(masks))
    result = solving.solve(other, backend=backend, seconds=deadline.left)
    return None if result.verdict is Verdict.UNKNOWN else result.verdict is Verdict.NONE
