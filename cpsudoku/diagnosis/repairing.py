"""What would make a puzzle a good one: givens to change, or givens to add."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from cpsudoku import backends, verify
from cpsudoku.asking import solving
from cpsudoku.backends.session import works_apart
from cpsudoku.diagnosis.completing import complete
from cpsudoku.diagnosis.conflict import given_literals, without_givens
from cpsudoku.diagnosis.hitting import smallest_correction
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings import cnf
from cpsudoku.errors import BackendError
from cpsudoku.formats import as_puzzle
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.limiting import within
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Digit, Grid, cell_name

_SMALL = 25
"""Beyond this size a step may take seconds; it is made in a process, to be ended in time."""


@dataclass(frozen=True, slots=True)
class Change:
    """A cell whose given changes."""

    cell: Cell
    was: Digit
    becomes: Digit


@dataclass(frozen=True, slots=True)
class Repair:
    """What makes a puzzle a good one.

    Args:
        verdict: what is known of the number of its solutions.
        changes: for a puzzle without solution, givens without which there is one; it has the
            digits that they become.  For one with several, the cells to give so that just one is
            left.  None if no repair is known.
        impossible: whether it is proved that there is no solution whatever the givens.
        at_least: no repair has fewer changes; proved.
    """

    puzzle: Puzzle
    verdict: Verdict
    changes: tuple[Change, ...] | None
    at_least: int = 0
    solution: Grid | None = None
    impossible: bool = False

    @property
    def smallest(self) -> bool:
        """Whether it is proved that no repair has fewer changes."""
        return self.changes is not None and len(self.changes) == self.at_least

    @property
    def repaired(self) -> Puzzle | None:
        """The puzzle with the changes made, or None if no repair is known."""
        if self.changes is None:
            return None
        puzzle = self.puzzle
        for change in self.changes:
            puzzle = puzzle.with_given(change.cell, change.becomes)
        return puzzle

    def describe(self) -> str:
        """Say in words what to change."""
        board, symbols = self.puzzle.rules.board, (".", *self.puzzle.rules.symbols)
        return " ".join(
            f"{cell_name(change.cell, board)}:{symbols[change.was]}→{symbols[change.becomes]}"
            for change in self.changes or ()
        )


def repair(puzzle: Puzzle | str, *, seconds: float | None = None) -> Repair:
    """Find as few changes as possible that make a puzzle a good one.

    For a puzzle without solution: a smallest set of givens to remove, or to change to the digits
    of the solution that there is then.  For a puzzle with several: a smallest set of cells to
    give, with their digits, so that one solution is left.

    Returns:
        The changes; ``smallest`` says whether it is proved that there are no fewer.

    Raises:
        FormatError: the text is not a puzzle.
        UnsupportedError: a constraint would be too big as clauses.
        BackendError: a solver failed or gave a wrong answer.

    Examples:
        >>> fixed = repair("11.............4")
        >>> len(fixed.changes), fixed.smallest
        (1, True)
    """
    asked = as_puzzle(puzzle)
    deadline = Deadline(seconds)
    if asked.rules.size <= _SMALL or seconds is None:
        return _repair(asked, deadline)
    try:
        return within(deadline, lambda: _repair(asked, deadline))
    except OutOfTimeError:
        return Repair(asked, Verdict.UNKNOWN, None)


def _repair(asked: Puzzle, deadline: Deadline) -> Repair:
    result = solving.check(asked, seconds=deadline.left)
    if result.verdict is Verdict.UNIQUE:
        return Repair(asked, Verdict.UNIQUE, (), 0, result.solution)
    with suppress(OutOfTimeError):
        if result.verdict is Verdict.NONE:
            return _without_conflict(asked, deadline)
        if result.verdict is Verdict.MULTIPLE:
            return _made_unique(asked, result.solutions, deadline)
    return Repair(asked, result.verdict, None)


def _without_conflict(puzzle: Puzzle, deadline: Deadline) -> Repair:
    is_limited, rules = deadline.left is not None, puzzle.rules
    if is_limited and works_apart(rules, backends.get("sat").supports(rules)):
        return within(deadline, lambda: _corrected(puzzle, deadline))
    return _corrected(puzzle, deadline)


def _corrected(puzzle: Puzzle, deadline: Deadline) -> Repair:
    """Return a puzzle without solution with givens changed; raise where time is up."""
    rules, size = puzzle.rules, puzzle.rules.size
    formula = cnf.encode(rules, candidates=without_givens(puzzle))
    with Oracle(formula.clauses, deadline) as oracle:
        if not oracle.satisfiable():
            return Repair(puzzle, Verdict.NONE, None, impossible=True)
        literals = given_literals(puzzle)
        found = smallest_correction(formula.clauses, oracle, literals, deadline)
    if found is None:
        return Repair(puzzle, Verdict.NONE, None)
    solution = cnf.decode(found.model, rules)
    fault = verify.fault(solution, rules, without_givens(puzzle))
    if fault is not None:
        raise BackendError(f"the SAT solver gave a wrong solution: {fault}")
    cells = sorted((literal - 1) // size for literal in found.elements)
    changes = tuple(Change(cell, puzzle.digits[cell], solution[cell]) for cell in cells)
    return Repair(puzzle, Verdict.NONE, changes, found.at_least, solution)


def _made_unique(puzzle: Puzzle, solutions: tuple[Grid, ...], deadline: Deadline) -> Repair:
    found = complete(puzzle, solutions, deadline)
    changes = tuple(Change(cell, 0, found.solution[cell]) for cell in found.cells)
    return Repair(puzzle, Verdict.MULTIPLE, changes, found.at_least, found.solution)
