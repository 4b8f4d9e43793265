"""Why a puzzle has no solution: givens and houses that already conflict."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain, combinations

from cpsudoku import formats
from cpsudoku.backends.apart import is_huge
from cpsudoku.deadline import Deadline, OutOfTimeError
from cpsudoku.diagnosis.hitting import Found, minimal_core, smallest_core
from cpsudoku.diagnosis.oracle import Oracle
from cpsudoku.encodings import cnf
from cpsudoku.encodings.cnf import Clause, Literal
from cpsudoku.processes.limiting import within
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import AllDifferent, Candidates, Cell, Grid, Rules, cell_name
from cpsudoku.rules.needs import require

_GRACE = 0.25
"""Seconds beyond the deadline in which what has been found by then may still be handed over."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Givens and houses of a puzzle that cannot hold together.

    Args:
        verdict: ``NONE`` if there is a conflict, ``SOLVED`` if there is a solution instead,
            ``UNKNOWN`` if time ran out.
        givens: cells whose givens conflict.
        houses: the constraints that they conflict under; each cell having one digit goes without
            saying.
        minimal: whether it is proved that no given and no house of these can be left out.
        smallest: whether it is proved that fewer givens conflict nowhere in the puzzle, and that
            these conflict under no fewer houses.
        at_least: fewer givens than these cannot conflict; proved.
        solution: the solution, if there is one.
    """

    puzzle: Puzzle
    verdict: Verdict
    givens: tuple[Cell, ...] = ()
    houses: tuple[AllDifferent, ...] = ()
    minimal: bool = False
    smallest: bool = False
    at_least: int = 0
    solution: Grid | None = None

    def describe(self) -> str:
        """Say it in words."""
        digits = self.puzzle.digits
        board, symbols = self.puzzle.rules.board, self.puzzle.rules.symbols
        givens = [f"{cell_name(c, board)}={symbols[digits[c] - 1]}" for c in self.givens]
        houses = [house.label for house in self.houses]
        where = f"under {', '.join(houses)}" if houses else "whatever the houses"
        return f"{' '.join(givens) or 'the rules alone'} conflict {where}"


def explain_conflict(
    puzzle: Puzzle | str, *, smallest: bool = False, seconds: float | None = None
) -> Conflict:
    """Find givens and houses that already conflict.

    First the givens are reduced while all houses hold, then the houses for these givens; so
    nothing can be left out of the answer, and both counts are the smallest if that is asked for:
    that of the givens among all conflicts, that of the houses among those of these givens.
    Pencil marks are taken as they are.

    Args:
        puzzle: the puzzle or its text.
        smallest: look for as few as possible, which takes longer.
        seconds: wall-clock limit; None for none.

    Returns:
        The conflict; ``minimal`` and ``smallest`` tell what is proved of it.

    Raises:
        FormatError: the text is no puzzle.
        UnsupportedError: the rules have other constraints than groups of different cells.
        BackendUnavailableError: PySAT is not installed.

    Examples:
        >>> conflict = explain_conflict("11..............", smallest=True)
        >>> conflict.describe()
        'r1c1=1 r1c2=1 conflict under row 1'
    """
    asked = puzzle if isinstance(puzzle, Puzzle) else formats.parse(puzzle)
    require(asked.rules, "conflicts", board="any")
    deadline = Deadline(seconds)
    try:
        if seconds is not None and is_huge(asked.rules):
            # There what the answer is made of takes seconds to build, and the clock is not seen.
            return within(Deadline(seconds + _GRACE), lambda: _explained(asked, smallest, deadline))
        return _explained(asked, smallest, deadline)
    except OutOfTimeError:
        return Conflict(asked, Verdict.UNKNOWN)


def _explained(puzzle: Puzzle, smallest: bool, deadline: Deadline) -> Conflict:
    rules, size = puzzle.rules, puzzle.rules.size
    literals = given_literals(puzzle)
    # One clause after the other: on 64×64 they would take 4 gigabytes together.
    clauses = chain.from_iterable(cnf.in_parts(rules, candidates=without_givens(puzzle)))
    with Oracle(clauses, deadline) as oracle:
        if oracle.satisfiable(literals):
            solution = cnf.decode(oracle.model, rules)
            return Conflict(puzzle, Verdict.SOLVED, solution=solution)
        givens = _core(oracle, literals, _obvious(puzzle) or oracle.core, smallest, deadline)
    cells = tuple(sorted((literal - 1) // size for literal in givens.elements))
    masks = list(without_givens(puzzle))
    for cell in cells:
        masks[cell] = puzzle.candidates[cell]
    first = cnf.last_choice(rules) + 1
    switches = range(first, first + len(rules.groups))
    houses = Found(tuple(switches), False, 0)
    # All houses are an answer too, not a minimal one.
    with (
        suppress(OutOfTimeError),
        Oracle(_switched(rules, tuple(masks), switches), deadline) as oracle,
    ):
        if not oracle.satisfiable(switches):
            houses = _core(oracle, switches, oracle.core, smallest, deadline)
    return Conflict(
        puzzle,
        Verdict.NONE,
        cells,
        tuple(rules.groups[switch - first] for switch in sorted(houses.elements)),
        minimal=givens.minimal and houses.minimal,
        smallest=smallest and givens.smallest and houses.smallest,
        at_least=givens.at_least,
    )


def _core(
    oracle: Oracle,
    elements: Sequence[Literal],
    start: Sequence[Literal],
    smallest: bool,
    deadline: Deadline,
) -> Found:
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


def _switched(rules: Rules, masks: Candidates, switches: Sequence[Literal]) -> Iterator[Clause]:
    """Yield the clauses of the rules, with those of each constraint under a switch of its own."""
    size = rules.size
    cells = [
        {
            digit: cnf.variable(cell, digit, size)
            for digit in range(1, size + 1)
            if mask >> digit - 1 & 1
        }
        for cell, mask in enumerate(masks)
    ]
    for choices in cells:
        yield tuple(choices.values())
        for one, other in combinations(choices.values(), 2):
            yield (-one, -other)
    for switch, constraint in zip(switches, rules.groups, strict=True):
        for digit in range(1, size + 1):
            places = [cells[cell][digit] for cell in constraint.cells if digit in cells[cell]]
            if rules.is_exact(constraint):
                yield (-switch, *places)
            for one, other in combinations(places, 2):
                yield (-switch, -one, -other)
