"""A second encoder, only for verification.

It is written apart from `cpsudoku.encodings`, and must not import it: an error in the one encoder
then shows as a difference between two formulas, and does not certify itself.  It knows nothing of
rows and boxes; it sees groups of *choices*, a choice being a digit in a cell, of which at most one,
or exactly one, holds:

- the choices of a cell: exactly one;
- the places of a digit in a constraint: at most one, and in a house exactly one.

The choice of digit d in cell c is variable ``c·N + d``.  Choices that the puzzle excludes are false
and left out of all clauses, so that a given is the clause of its only choice.

Of what is not a group, all parts of an `And` are encoded; a `Pair` excludes two choices at a time;
all else is layers of states between its cells (`cpsudoku.certificates.derivatives`), of which just
one is reached: those before the second cell of the first such constraint are the variables from
N³ + 1 on, and so forth.  After all those, regions say of each cell whether it is inside, whether
one up to it is, and within how many steps it is reached, and alternatives too wide for layers say
of each part whether it holds.  As the choices determine all these, models stay grids.

    >>> from cpsudoku.puzzle import Puzzle
    >>> from cpsudoku.rules import latin
    >>> clauses = set(each_clause(Puzzle.from_digits([1, 0, 0, 0], latin(2))))
    >>> {1} in clauses, {-1, -3} in clauses, {-1, -2} in clauses
    (True, True, False)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from cpsudoku.certificates import alternatives
from cpsudoku.errors import CertificateError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Cell, Grid, Rules
from cpsudoku.rules.primitives import Pair

Clauses = set[frozenset[int]]
"""A formula as a set of clauses; order and repetition mean nothing."""


def _groups(puzzle: Puzzle) -> Iterator[tuple[list[int], bool]]:
    """Yield groups of choices, at most one of which holds, and whether exactly one does."""
    rules, size = puzzle.rules, puzzle.rules.size
    for cell in range(rules.cell_count):
        yield [choice for choice, _ in _choices(puzzle, cell)], True
    for group in (*rules.groups, *alternatives.parts_of(rules)):
        for digit in range(1, size + 1) if isinstance(group, AllDifferent) else ():
            cells = (cell for cell in group.scope if puzzle.candidates[cell] & (1 << (digit - 1)))
            yield [cell * size + digit for cell in cells], len(group.scope) == size


def last_variable(rules: Rules) -> int:
    """Return the last variable of a puzzle's formula: N³, or that of the last state beyond."""
    return alternatives.numbering(rules).last


def _other_clauses(puzzle: Puzzle) -> Iterator[frozenset[int]]:
    rules, first = puzzle.rules, puzzle.rules.board.first
    for part in alternatives.parts_of(rules):
        if isinstance(part, Pair):
            for one, a in _choices(puzzle, part.first):
                for other, b in _choices(puzzle, part.second):
                    if (a + first - 1, b + first - 1) not in part.allowed:
                        yield frozenset((-one, -other))

    def choices(cell: Cell) -> list[tuple[int, int]]:
        return [(choice, digit + first - 1) for choice, digit in _choices(puzzle, cell)]

    yield from alternatives.layered_clauses(rules, choices)


def _choices(puzzle: Puzzle, cell: Cell) -> list[tuple[int, int]]:
    """Return the variables of a cell's candidates, each with its digit."""
    mask, base = puzzle.candidates[cell], cell * puzzle.rules.size
    return [(base + d, d) for d in range(1, puzzle.rules.size + 1) if mask & (1 << (d - 1))]


def _at_most_one(variables: Sequence[int]) -> Iterator[frozenset[int]]:
    for place, one in enumerate(variables):
        for other in variables[:place]:
            yield frozenset((-one, -other))


def each_clause(puzzle: Puzzle, excluded: Iterable[Grid] = ()) -> Iterator[frozenset[int]]:
    """Yield the clauses that say: a solution of the puzzle, and none of the excluded grids.

    Some come several times: two cells may have a row and a box in common.
    """
    for choices, exactly in _groups(puzzle):
        if exactly:
            yield frozenset(choices)
        yield from _at_most_one(choices)
    if puzzle.rules.others:
        yield from _other_clauses(puzzle)
    size = puzzle.rules.size
    for grid in excluded:
        yield frozenset(-(cell * size + digit) for cell, digit in enumerate(grid))


_CLAUSE = re.compile(r"(?:-?[1-9][0-9]{0,8} )*+0")
_MAPPING = re.compile(r"c ([1-9][0-9]{0,8}) (\S+=\S+)")
# No number of more than nine digits: all are far from overflowing 32 bits.


def read_dimacs(text: str, rules: Rules) -> Clauses:
    """Return the clauses of a formula, and check its header and its map of variables.

    The form is kept narrow: comments, of which those such as ``c 5 r1c1=5`` map variables to
    choices, then the header, then a clause a line.
    """
    lines, last = text.removesuffix("\n").split("\n"), last_variable(rules)
    comments = list(takewhile(lambda line: line[:2] in {"c", "c "}, lines))
    mapped = {_mapped(one, rules.size, number) for number, one in enumerate(comments, start=1)}
    header, *rows = lines[len(comments) :] or [""]
    expected = f"p cnf {last} {len(rows)}"
    if header != expected:
        raise _fault(len(comments) + 1, f"expected the header `{expected}`")
    clauses: Clauses = set()
    for number, row in enumerate(rows, start=len(comments) + 2):
        if not _CLAUSE.fullmatch(row):
            raise _fault(number, "expected a clause such as `1 -2 0`")
        clause = frozenset(map(int, row.split()[:-1]))
        if max(map(abs, clause), default=0) > last:
            raise _fault(number, f"a variable beyond {last}")
        clauses.add(clause)
    used = {abs(literal) for clause in clauses for literal in clause}
    if missing := used.intersection(range(1, rules.size**3 + 1)) - mapped:
        raise CertificateError(f"formula.cnf: no comment maps variable {min(missing)}")
    return clauses


def _fault(line: int, message: str) -> CertificateError:
    return CertificateError(f"formula.cnf, line {line}: {message}")


def _mapped(comment: str, size: int, line: int) -> int:
    """Return the variable that a comment maps to its choice; 0 where it maps none."""
    mapping = _MAPPING.fullmatch(comment)
    if mapping is None:
        return 0
    variable = int(mapping[1])
    cell, digit = divmod(variable - 1, size)
    expected = f"r{cell // size + 1}c{cell % size + 1}={digit + 1}"
    if mapping[2] != expected:
        raise _fault(line, f"variable {variable} is {expected}, not {mapping[2]}")
    return variable


def compared(written: Clauses, puzzle: Puzzle, excluded: Iterable[Grid]) -> Clauses:
    """Return the clauses that a certificate's formula should have, if it has just them.

    The formula that it should be may be far too big for the memory, if the certificate is forged:
    it is compared as it is made, up to the first clause that is not there.
    """
    met: Clauses = set()
    for clause in each_clause(puzzle, excluded):
        if clause not in written:
            raise CertificateError(f"formula.cnf lacks a clause of the puzzle: {_shown(clause)}")
        met.add(clause)
    if len(met) < len(written):
        foreign = _shown(min(written - met, key=sorted))
        raise CertificateError(
            f"formula.cnf has a clause that does not follow from the puzzle: {foreign}"
        )
    return met


def _shown(clause: frozenset[int]) -> str:
    return " ".join(map(str, (*sorted(clause, key=abs), 0)))
