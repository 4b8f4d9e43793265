"""Puzzles for SAT solvers, as DIMACS text: the formula of `cpsudoku.encodings.cnf`."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.encodings import cnf
from cpsudoku.export.reading import Read, of_literals
from cpsudoku.rules import Candidates, Rules


def write(rules: Rules, candidates: Candidates, encoding: str = "extended") -> Iterator[str]:
    """Yield a puzzle, some thousand clauses at a time.

    The clauses are counted first, since the header says how many, and never held together:
    on 64×64 they would take 7 gigabytes.
    """
    variables, count = cnf.extent(rules, encoding)
    added: list[cnf.Clause] = [(literal,) for literal in cnf.assumptions(candidates, rules)]
    if 0 in candidates:
        added.append(())
    n = rules.size
    meaning = (
        f"a sudoku of size {n}: variable ((row - 1) * {n} + column - 1) * {n} + digit"
        if rules.board.is_square
        else f"{rules.cell_count} cells: variable (cell - 1) * {n} + digit, row by row,"
    )
    yield f"c {meaning}\nc says that the cell in this row and column has this digit\n"
    yield f"p cnf {variables} {count + len(added)}\n"
    for part in cnf.in_parts(rules, encoding):
        yield cnf.lines(part)
    yield cnf.lines(added)


def read(text: str, rules: Rules) -> Read:
    """Return what an answer in the form of the SAT competitions says."""
    return of_literals(text, rules, "literals")
