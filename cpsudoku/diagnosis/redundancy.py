"""Which givens and clues say nothing that the others do not say already.

A clue is any constraint but a group of different cells: a cage, a thermometer, a dot.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import cast

from cpsudoku import backends, formats, solving
from cpsudoku.backends import BackendLike
from cpsudoku.deadline import Deadline
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import AllDifferent, Cell, Constraint, Rules


@dataclass(frozen=True, slots=True)
class Redundancy:
    """The givens and clues of a puzzle that could be left out.

    Args:
        verdict: what is known of the number of its solutions.
        redundant: cells whose given can be left out, each alone, without a change to the
            solutions.
        undecided: cells for which time ran out.
        subset: cells of givens that, with ``clue_subset``, say as much as all of them; minimal
            unless some were undecided.
        subset_minimal: whether it is proved that nothing of the two subsets can be left out.
        redundant_clues: clues that can be left out, each alone.
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
        """The puzzle with the givens and clues of the subsets alone."""
        kept = set(self.clue_subset)
        puzzle = _under(
            self.puzzle, (c for c in self.puzzle.rules.constraints if not is_clue(c) or c in kept)
        )
        for cell in _givens(self.puzzle):
            if cell not in self.subset:
                puzzle = puzzle.with_given(cell, 0)
        return puzzle


def redundant(
    puzzle: Puzzle | str, *, backend: BackendLike = backends.AUTO, seconds: float | None = None
) -> Redundancy:
    """Find the givens and clues that can be left out without a change to the solutions.

    A given can go if the puzzle with any *other* digit in its place has no solution, a clue if
    the puzzle has none in which it does not hold.  The minimal subset comes from leaving out givens
    and then clues as long as that is so, the first ones first.

    Args:
        puzzle: the puzzle or its text.
        backend: which backend searches.
        seconds: wall-clock limit for all of it; None for none.

    Returns:
        The redundant givens and clues, one minimal subset, and what is not known for lack of time.

    Raises:
        FormatError: the text is no puzzle.
        UnsupportedError: the backend does not know the constraints, or one would be too big.
        BackendError: the solver failed or gave a wrong answer.

    Examples:
        >>> found = redundant("1234341221434321", backend="backtrack")
        >>> len(found.redundant), len(found.subset), found.minimal
        (16, 6, False)
    """
    asked = puzzle if isinstance(puzzle, Puzzle) else formats.parse(puzzle)
    deadline = Deadline(seconds)
    verdict = solving.check(asked, backend=backend, seconds=deadline.left).verdict
    givens = {cell: _needless(asked, cell, backend, deadline) for cell in _givens(asked)}
    clues = {c: _needless_clue(asked, c, backend, deadline) for c in clues_of(asked.rules)}
    reduced = asked
    doubtful = False
    # What the others need together is needed by fewer of them as well.
    for cell in (cell for cell, needless in givens.items() if needless is not False):
        now = _needless(reduced, cell, backend, deadline)
        doubtful |= now is None
        if now:
            reduced = reduced.with_given(cell, 0)
    for clue in (clue for clue, needless in clues.items() if needless is not False):
        now = _needless_clue(reduced, clue, backend, deadline)
        doubtful |= now is None
        if now:
            reduced = _under(reduced, _others(reduced.rules, clue))
    return Redundancy(
        asked,
        verdict,
        tuple(cell for cell, needless in givens.items() if needless),
        tuple(cell for cell, needless in givens.items() if needless is None),
        tuple(_givens(reduced)),
        not doubtful,
        tuple(clue for clue, needless in clues.items() if needless),
        tuple(clue for clue, needless in clues.items() if needless is None),
        clues_of(reduced.rules),
    )


def is_clue(constraint: Constraint) -> bool:
    """Return whether a constraint is more than a group of different cells."""
    return not isinstance(constraint, AllDifferent)


def clues_of(rules: Rules) -> tuple[Constraint, ...]:
    """Return the constraints that are clues."""
    return tuple(filter(is_clue, rules.constraints))


def _givens(puzzle: Puzzle) -> list[Cell]:
    return [cell for cell, digit in enumerate(puzzle.digits) if digit]


def _under(puzzle: Puzzle, constraints: Iterable[Constraint]) -> Puzzle:
    return Puzzle(Rules(puzzle.rules.board, tuple(constraints)), puzzle.candidates)


def _others(rules: Rules, clue: Constraint) -> Iterator[Constraint]:
    return (constraint for constraint in rules.constraints if constraint != clue)


def _needless(puzzle: Puzzle, cell: Cell, backend: BackendLike, deadline: Deadline) -> bool | None:
    """Return whether a given can go: there is no solution with another digit; None for unknown."""
    if deadline.has_passed:  # to make a puzzle for each given of a huge board takes minutes
        return None
    masks = list(puzzle.candidates)
    masks[cell] ^= puzzle.rules.all_digits
    return _is_impossible(Puzzle(puzzle.rules, tuple(masks)), backend, deadline)


def _needless_clue(
    puzzle: Puzzle, clue: Constraint, backend: BackendLike, deadline: Deadline
) -> bool | None:
    """Return whether a clue can go: there is no solution where it does not hold.

    Each of its primitives is denied by itself, for to deny all at once (antiknight has hundreds)
    makes too big a formula.
    """
    from cpsudoku.rules.primitives import Not, Primitive

    if deadline.has_passed:
        return None
    others = tuple(_others(puzzle.rules, clue))
    for primitive in cast("tuple[Primitive, ...]", clue.primitives):
        denied = Not(primitive, f"not {clue.label}")
        found = _is_impossible(_under(puzzle, (*others, denied)), backend, deadline)
        if not found:
            return found
    return True


def _is_impossible(puzzle: Puzzle, backend: BackendLike, deadline: Deadline) -> bool | None:
    if deadline.has_passed:
        return None
    result = solving.solve(puzzle, backend=backend, seconds=deadline.left)
    return None if result.verdict is Verdict.UNKNOWN else result.verdict is Verdict.NONE
