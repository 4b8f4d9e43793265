"""Why a puzzle has no solution: givens and constraints that already conflict."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, islice

from cpsudoku import backends, verify
from cpsudoku.asking import solving
from cpsudoku.backends.base import SMALL
from cpsudoku.backends.session import works_apart
from cpsudoku.diagnosis.hitting import HittingSet, minimal_core, smallest_core
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings import cnf
from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.encodings.sums import remaining, sums
from cpsudoku.formats import as_puzzle
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import within
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits, Verdict
from cpsudoku.rules import AllDifferent, Board, Candidates, Cell, Constraint, Grid, Rules, cell_name

QUICK = "bitboard"
"""The backend that is asked first whether there is a solution: it never takes long."""

GRACE = 0.25
"""Seconds, or such a part of a shorter limit, in which what has been found is handed over or still
checked."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Givens and constraints of a puzzle that cannot hold together.

    Args:
        verdict: ``NONE`` if there is a conflict, ``SOLVED`` if there is a solution instead,
            ``UNKNOWN`` if time ran out.
        constraints: the houses, cages and whatever else they conflict under; each cell having one
            digit goes without saying.
        minimal: whether it is proved that no given and no constraint of these can be left out.
        smallest: whether it is proved that fewer givens conflict nowhere in the puzzle, and that
            these conflict under no fewer constraints.
        at_least: fewer givens than these cannot conflict; proved.
        solution: the solution, if there is one.
    """

    puzzle: Puzzle
    verdict: Verdict
    givens: tuple[Cell, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    minimal: bool = False
    smallest: bool = False
    at_least: int = 0
    solution: Grid | None = None

    def describe(self) -> str:
        """Say it in words."""
        digits = self.puzzle.digits
        board, symbols = self.puzzle.rules.board, self.puzzle.rules.symbols
        givens = [f"{cell_name(c, board)}={symbols[digits[c] - 1]}" for c in self.givens]
        names = [named(constraint, board) for constraint in self.constraints]
        where = f"under {', '.join(names)}" if names else "whatever the houses"
        return f"{' '.join(givens) or 'the rules alone'} conflict {where}"


def explain_conflict(
    puzzle: Puzzle | str, *, smallest: bool = False, seconds: float | None = None
) -> Conflict:
    """Find givens and constraints that already conflict.

    First the givens are reduced while all constraints hold, then the constraints for these givens;
    so nothing can be left out of the answer, and both counts are the smallest if that is asked
    for: that of the givens among all conflicts, that of the constraints among those of the givens.
    Pencil marks are taken as they are.

    Args:
        smallest: look for as few as possible, which takes longer.

    Returns:
        The conflict; ``minimal`` and ``smallest`` say what is proved of it.

    Raises:
        FormatError: the text is not a puzzle.
        UnsupportedError: a constraint would be too big as clauses.

    Examples:
        >>> conflict = explain_conflict("11..............", smallest=True)
        >>> conflict.describe()
        'r1c1=1 r1c2=1 conflict under row 1'
    """
    asked = as_puzzle(puzzle)
    deadline = Deadline(seconds)
    try:
        rules = asked.rules
        if seconds is not None and works_apart(rules, backends.get("sat")):
            # There what the answer is made of takes seconds to build, and the clock is not seen.
            sooner = Deadline(seconds - min(GRACE, seconds * GRACE))
            return within(deadline, lambda: _explained(asked, smallest, sooner))
        return _explained(asked, smallest, deadline)
    except OutOfTimeError:
        return Conflict(asked, Verdict.UNKNOWN)


def _explained(puzzle: Puzzle, smallest: bool, deadline: Deadline) -> Conflict:
    rules, size = puzzle.rules, puzzle.rules.size
    if backends.get(QUICK).supports(rules):
        found = solving.solve(puzzle, backend=QUICK, limit=1, seconds=deadline.left)
        if found.solution is not None:
            return Conflict(puzzle, Verdict.SOLVED, solution=found.solution)
    literals = given_literals(puzzle)
    # One clause after the other: all of them as tuples would take far more memory than the solver.
    clauses = chain.from_iterable(
        cnf.in_parts(rules, candidates=without_givens(puzzle), at_most_one=_at_most_one(rules))
    )
    with Oracle(clauses, deadline, _grid_finder(puzzle, deadline)) as oracle:
        if oracle.satisfiable(literals):
            solution = cnf.decode(oracle.model, rules)
            return Conflict(puzzle, Verdict.SOLVED, solution=solution)
        givens = _core(oracle, literals, _obvious(puzzle) or oracle.core, smallest, deadline)
    cells = tuple(sorted((literal - 1) // size for literal in givens.elements))
    masks = remaining(rules, without_givens(puzzle), givens.elements)
    first = cnf.last_choice(rules) + 1
    switches = range(first, first + len(rules.constraints))
    kept = HittingSet(tuple(switches), False, 0)
    # All constraints are an answer too, not a minimal one.
    with (
        suppress(OutOfTimeError),
        Oracle(_switched(rules, masks, switches), deadline) as oracle,
    ):
        if not oracle.satisfiable(switches):
            kept = _core(oracle, switches, oracle.core, smallest, deadline)
    places = {switch - first for switch in kept.elements}
    presumed = _presumed(rules) if any(rules.constraints[at].needs_houses for at in places) else ()
    return Conflict(
        puzzle,
        Verdict.NONE,
        cells,
        tuple(rules.constraints[at] for at in sorted(places.union(presumed))),
        minimal=givens.minimal and kept.minimal and not presumed,
        smallest=smallest and givens.smallest and kept.smallest and not presumed,
        at_least=givens.at_least,
    )


def _presumed(rules: Rules) -> tuple[int, ...]:
    """Return the places of rows and columns among the constraints, which some clues presume."""
    lines = {*rules.board.lines(0), *rules.board.lines(1)}
    return tuple(
        at for at, one in enumerate(rules.constraints)
        if isinstance(one, AllDifferent) and frozenset(one.cells) in lines
    )  # fmt: skip


def _at_most_one(rules: Rules) -> str:
    """Return the way to write "at most one" that a solver takes in and searches soonest.

    On 25×25 and beyond that is not the pairs, of which 64×64 cells have 33 million, 2 gigabytes
    in the solver; the product has a twelfth of the clauses.  On 36×36, of all five ways, the
    product was the fastest (6 s against 14 s with pairs), and took the least memory.
    """
    return "pairwise" if rules.size <= SMALL else "product"


def _grid_finder(
    puzzle: Puzzle, deadline: Deadline
) -> Callable[[Sequence[Literal]], list[Literal] | None] | None:
    """Return what looks for a grid with some of the givens, where the oracle may search too long.

    With few givens on a big board no conflict leads the oracle anywhere: two ones in a row of
    49×49 took it over a minute.  The engine for such boards has a grid in seconds.
    """
    rules, size = puzzle.rules, puzzle.rules.size
    if size <= SMALL:
        return None

    def find(givens: Sequence[Literal]) -> list[Literal] | None:
        limits = Limits(solutions=1, seconds=deadline.left)
        allowed = remaining(rules, without_givens(puzzle), givens)
        found = backends.engine("sat", rules).search(allowed, limits).solutions
        if not found or not verify.is_solution(found[0], rules, allowed):
            return None
        return [cnf.variable(cell, digit, size) for cell, digit in enumerate(found[0])]

    return find


def _core(
    oracle: Oracle,
    elements: Sequence[Literal],
    start: Sequence[Literal],
    smallest: bool,
    deadline: Deadline,
) -> HittingSet:
    core = minimal_core(oracle, start)
    return smallest_core(oracle, elements, core, deadline) if smallest else core


def _obvious(puzzle: Puzzle) -> list[Literal]:
    """Return the literals of two givens that clash at first sight, if there are such."""
    clash = puzzle.clash()
    if clash is None or clash.house is None:
        return []
    return [cnf.variable(cell, clash.digit, puzzle.rules.size) for cell in clash.cells]


def given_literals(puzzle: Puzzle) -> list[Literal]:
    """Return for each given the literal that says it."""
    size = puzzle.rules.size
    return [cnf.variable(cell, digit, size) for cell, digit in enumerate(puzzle.digits) if digit]


def without_givens(puzzle: Puzzle) -> Candidates:
    """Return the candidates with all digits in the cells that have a given."""
    full = puzzle.rules.all_digits
    return tuple(
        full if digit else mask
        for mask, digit in zip(puzzle.candidates, puzzle.digits, strict=True)
    )


def _switched(rules: Rules, masks: Candidates, switches: range) -> Iterator[Clause]:
    """Yield the clauses of the rules, with those of each constraint under a switch of its own."""
    amo = cnf.AtMostOne(_at_most_one(rules), switches.stop)
    for literals, _ in islice(sums(rules, masks), rules.cell_count):
        yield tuple(literals)
        yield from amo.clauses(literals)
    for switch, constraint in zip(switches, rules.constraints, strict=True):
        alone = Rules.trusted(rules.board, (constraint,))  # also what needs others beside it
        for clause in cnf.constraint_clauses(alone, masks, amo):
            yield (-switch, *clause)  # where the switch is off, auxiliary variables are free
        if constraint.needs_houses:  # without these it would not mean what it says
            yield from ((-switch, switches[at]) for at in _presumed(rules))


def named(constraint: Constraint, board: Board) -> str:
    """Name a constraint as people do, with its cells if these are not in its name."""
    is_house = isinstance(constraint, AllDifferent)
    return constraint.label if is_house else constraint.described(board)
