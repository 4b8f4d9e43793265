"""Repairs of puzzles that have no solution or several.

`ambiguity` says where solutions differ; `repair` changes as few givens as possible, or adds
as few cells as possible so that one solution is left (`complete`).

Which solution is to be kept is free.  A *choice* is a digit in a cell; what is wanted is a smallest
*defining set*: choices that just one solution has.  To prove that k choices are too few, every set
of k has to be shown to be in two solutions or in none.  Known solutions show that for nearly all
sets; a solver is asked about the rest.  ``native/defining_sets/search.hpp`` says how.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from cpsudoku import backends, verify
from cpsudoku.asking import solving
from cpsudoku.backends import BackendLike
from cpsudoku.backends.base import IN_PROCESS
from cpsudoku.backends.base.witnesses import TrueCandidates
from cpsudoku.backends.session import works_apart
from cpsudoku.diagnosis.conflict import GRACE, given_literals, without_givens
from cpsudoku.diagnosis.hitting import smallest_correction
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings import cnf
from cpsudoku.errors import BackendError
from cpsudoku.formats import as_puzzle
from cpsudoku.ground import compiled
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import within
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Digit, Grid, cell_name, digits_of_mask


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """How many digits each cell takes over all solutions.

    Args:
        found: the digits of each cell, with a solution as witness for each.
    """

    puzzle: Puzzle
    found: TrueCandidates

    @property
    def counts(self) -> tuple[int, ...]:
        """For each cell how many digits it takes; at least, unless ``found.complete``."""
        if self.found.unique:
            return (1,) * self.puzzle.rules.cell_count
        return tuple(mask.bit_count() for mask in self.found.masks)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells in which solutions differ."""
        if self.found.unique:
            return ()
        return tuple(cell for cell, count in enumerate(self.counts) if count > 1)


def ambiguity(
    puzzle: Puzzle | str, *, backend: BackendLike = backends.AUTO, seconds: float | None = None
) -> Ambiguity:
    """Find where the solutions of a puzzle differ.

    Raises:
        FormatError: the text is not a puzzle.
        BackendError: the solver failed or gave a wrong answer.

    Examples:
        >>> found = ambiguity("1.............4.", backend="backtrack")
        >>> found.counts[:4], len(found.cells)
        ((1, 3, 2, 3), 14)
    """
    asked = as_puzzle(puzzle)
    return Ambiguity(asked, solving.candidates(asked, backend=backend, seconds=seconds))


Choice: TypeAlias = tuple[Cell, Digit]
"""A digit in a cell."""

_ALL_CLASSIC, _ALL = 400_000, 2000
"""Up to this many solutions, the pool simply holds them all.  (Python is slow at making many.)"""

_SAMPLES_CLASSIC, _SAMPLES = 16_384, 2000
"""Else this many different solutions are looked for at first."""

_SHARE = 0.25
"""Of the time that is left, what samples and guesses may take each."""

_GUESSES = 64


def choices_of(puzzle: Puzzle) -> list[Choice]:
    """Return the candidates of all cells that have several."""
    return [
        (cell, digit)
        for cell, mask in enumerate(puzzle.candidates)
        if mask & (mask - 1)
        for digit in digits_of_mask(mask)
    ]


def _made_unique(puzzle: Puzzle, solutions: Sequence[Grid], deadline: Deadline) -> Repair:
    """Give as few cells as leave one solution, or when time is up the fewest that were found.

    Raises:
        OutOfTimeError: the deadline has passed before any set was known.
        BackendError: a solver failed or gave a wrong answer.
    """
    possible = _possible(puzzle, deadline)
    search = _search(possible, solutions, deadline)
    best = search.guess(deadline.part(_SHARE).left)
    if best is not None:
        best = _improved(possible, best, deadline.part(_SHARE))
    size = 1
    try:
        while best is None or size < len(best):
            found = search.find(size)
            if found is not None:
                best = found
                break
            size += 1
    except OutOfTimeError:
        # By now the search has met rare solutions, which few choices distinguish from the others.
        again = search.guess(GRACE)
        best = min(filter(None, (again, best)), key=len, default=None)
    if best is None:
        raise OutOfTimeError
    solution = _only(puzzle, best, deadline)
    changes = tuple(Change(cell, 0, solution[cell]) for cell in sorted(cell for cell, _ in best))
    return Repair(puzzle, Verdict.MULTIPLE, changes, size, solution)


def _improved(puzzle: Puzzle, guessed: list[Choice], until: Deadline) -> list[Choice]:
    """Return a smaller defining set that begins as a guess does, if there is one.

    The first choices of a guess are rare ones.  Those that they leave few solutions to are kept,
    and the rest is replaced by as few as possible.
    """
    most = _ALL_CLASSIC if backends.get("bitboard").supports(puzzle.rules) else _ALL
    part = puzzle
    with suppress(OutOfTimeError):
        for kept, (cell, digit) in enumerate(guessed[:-2], start=1):
            until.check()
            part = part.with_given(cell, digit)
            if not solving.count(part, limit=most, seconds=until.left).exact:
                continue
            grids = solving.solve(part, limit=2, seconds=until.left).solutions
            search = _search(_possible(part, until), grids, until)
            for size in range(1, len(guessed) - kept):
                found = search.find(size)
                if found is not None:
                    return [*guessed[:kept], *found]
            return guessed
    return guessed


def _possible(puzzle: Puzzle, deadline: Deadline) -> Puzzle:
    """Return the puzzle without the candidates that no solution has, as far as they are known."""
    found = solving.candidates(puzzle, seconds=deadline.part(_SHARE).left)
    deadline.check()
    return Puzzle(puzzle.rules, found.masks) if found.complete else puzzle


def _search(puzzle: Puzzle, solutions: Sequence[Grid], deadline: Deadline) -> _Search:
    choices = choices_of(puzzle)
    if backends.get("bitboard").supports(puzzle.rules):
        classic = compiled.native.ClassicDefiningSets(puzzle.candidates, choices)
        classic.fill(_ALL_CLASSIC, _SAMPLES_CLASSIC, 0, deadline.part(_SHARE).left)
        return _Search(classic, choices, deadline)
    asking = _Asking(puzzle, choices, deadline)
    sets = compiled.native.DefiningSets(len(choices), len(asking.open_cells), asking.rows)
    for grid in solutions:
        sets.add(asking.row(grid))
    asking.fill(sets)
    return _Search(sets, choices, deadline)


def _only(puzzle: Puzzle, choices: Sequence[Choice], deadline: Deadline) -> Grid:
    """Return the only solution with some choices, found once more, by the facade."""
    asked = puzzle
    for cell, digit in choices:
        asked = asked.with_given(cell, digit)
    left = deadline.left
    result = solving.check(asked, seconds=None if left is None else left + GRACE)
    if result.verdict is Verdict.UNKNOWN:
        raise OutOfTimeError
    if result.verdict is not Verdict.UNIQUE or result.solution is None:
        raise BackendError(f"the search for few cells gave a puzzle that is not unique: {asked}")
    return result.solution


class _Search(NamedTuple):
    """A search for defining sets."""

    sets: compiled.native.ClassicDefiningSets | compiled.native.DefiningSets
    choices: Sequence[Choice]
    deadline: Deadline

    def guess(self, seconds: float | None) -> list[Choice] | None:
        """Return a minimal defining set, found quickly, or None."""
        _, numbers = self.sets.guess(_GUESSES, seconds)
        return [self.choices[number] for number in numbers] or None

    def find(self, size: int) -> list[Choice] | None:
        """Return a defining set of this size, or None; no smaller one was found."""
        answer, numbers = self.sets.find(size, self.deadline.left)
        if answer == "out of time":
            raise OutOfTimeError
        return [self.choices[number] for number in numbers] or None


class _Asking:
    """Solutions of a puzzle under any rules, as numbers of choices."""

    def __init__(self, puzzle: Puzzle, choices: Sequence[Choice], deadline: Deadline) -> None:
        self._puzzle = puzzle
        self._choices = choices
        self._deadline = deadline
        self._numbers = {choice: number for number, choice in enumerate(choices)}
        self.open_cells = sorted({cell for cell, _ in choices})

    def row(self, grid: Grid) -> list[int]:
        """Return the numbers of a solution's choices."""
        return [self._numbers[cell, grid[cell]] for cell in self.open_cells]

    def rows(self, numbers: Sequence[int], limit: int = 2) -> list[list[int]]:
        """Return up to two solutions with some choices."""
        self._deadline.check()
        masks = list(self._puzzle.candidates)
        for number in numbers:
            cell, digit = self._choices[number]
            masks[cell] &= 1 << (digit - 1)
        asked = Puzzle(self._puzzle.rules, tuple(masks))
        result = solving.solve(asked, limit=limit, seconds=self._deadline.left)
        if result.verdict is Verdict.UNKNOWN or (limit == 2 and result.verdict is Verdict.SOLVED):
            raise OutOfTimeError
        return [self.row(grid) for grid in result.solutions]

    def fill(self, sets: compiled.native.DefiningSets) -> None:
        """Add all solutions if they are few, else some that differ much."""
        seconds = self._deadline.part(_SHARE).left
        found = solving.solve(self._puzzle, limit=_ALL, seconds=seconds)
        for grid in found.solutions:
            sets.add(self.row(grid))
        if found.outcome.exhausted:
            sets.complete()
            return
        until = self._deadline.part(_SHARE)
        chance = random.Random(0)
        for _ in range(_SAMPLES):
            if until.has_passed:
                break
            asked = chance.sample(range(len(self._choices)), min(3, len(self._choices)))
            for row in self.rows(asked, limit=1):
                sets.add(row)


@dataclass(frozen=True, slots=True)
class Change:
    """A cell whose given changes."""

    cell: Cell
    was: Digit
    becomes: Digit


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that gives a puzzle one solution.

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
        """Describe the change in words."""
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
    if asked.rules.size <= IN_PROCESS or seconds is None:
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
    if is_limited and works_apart(rules, backends.get("sat")):
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
