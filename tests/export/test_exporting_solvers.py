"""Exports through the programs that they are made for; each runs where the machine has it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.export import SolverAnswer, decode
from cpsudoku.export import export as pieces
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    Count,
    Linear,
    Or,
    Pair,
    Regular,
    Rules,
    Table,
    boxes,
    classic,
    jigsaw,
    latin,
    rectangular,
)

RULES = {
    "classic": classic(),
    "16x16": boxes(4, 4),
    "jigsaw": jigsaw("111222 113322 133332 455556 445566 444666"),
    "diagonals": boxes(3, 3).with_diagonals(),
    "windoku": boxes(3, 3).with_windows(),
    "groups": latin(5).with_groups([[0, 6, 12]]),
    "rectangle": rectangular(4, 6),
    "constraints": boxes(2, 2).with_constraints(
        [
            Linear((0, 1, 4), (1, 2, -1), "<=", (5,)),
            Linear((2, 3), (1, 1), "!=", (5,), "no five"),
            Pair.where(5, 6, lambda a, b: abs(a - b) > 1, range(1, 5)),
            Table((9, 10), frozenset({(1, 2), (2, 1), (3, 4), (4, 3), (1, 3)})),
            Regular(
                (12, 13, 14),
                0,
                frozenset({(0, 1, 0), (0, 2, 1), (0, 4, 0), (1, 3, 1)})
                | {(0, 3, 0), (1, 1, 1), (1, 4, 1)},
                frozenset({1}),
            ),
            Or((Count((0, 5), frozenset({1, 2}), "=", 2), Linear((15,), (1,), "=", (1,)))),
        ]
    ),
}
# Nothing in it clashes, and it has no solution: r1c3=1 is wrong.
IMPOSSIBLE = cpsudoku.parse(
    "531.7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def export(puzzle: Puzzle, language: str) -> str:
    return "".join(pieces(puzzle, language))


def run(command: list[str], stdin: str | None = None) -> str:
    """Run a program and return what it prints; SAT and PB solvers have statuses of their own."""
    done = subprocess.run(
        command, input=stdin, capture_output=True, text=True, timeout=120, check=False
    )
    return done.stdout


def clasp(path: Path) -> str:
    return run(["clasp", str(path)])


def minisat_plus(path: Path) -> str:
    return run(["minisat+", str(path)])


def glpsol(path: Path) -> str:
    answer = path.with_name("answer")
    run(["glpsol", "--lp", str(path), "--output", str(answer)])
    return answer.read_text()


def glpsol_plain(path: Path) -> str:
    answer = path.with_name("answer")
    run(["glpsol", "--lp", str(path), "--write", str(answer)])
    return answer.read_text()


def cbc(path: Path) -> str:
    answer = path.with_name("answer")
    run(["cbc", str(path), "solve", "solution", str(answer)])
    return answer.read_text()


# In a process of its own: OR-tools has another version of the library, and one hides the other.
HIGHS = """
import sys, highspy
solver = highspy.Highs()
solver.setOptionValue("output_flag", False)
solver.readModel(sys.argv[1])
solver.run()
solver.writeSolution(sys.argv[2], int(sys.argv[3]))
"""


def highs(path: Path, style: int = 0) -> str:
    answer = path.with_name("answer")
    run([sys.executable, "-c", HIGHS, str(path), str(answer), str(style)])
    return answer.read_text()


def highs_table(path: Path) -> str:
    return highs(path, 1)


def scip(path: Path) -> str:
    return run(["scip", "-c", f"read {path} optimize display solution quit"])


def minizinc(path: Path) -> str:
    return run(["minizinc", "--solver", "gecode", str(path)])


def minizinc_json(path: Path) -> str:
    return run(["minizinc", "--solver", "gecode", "--output-mode", "json", str(path)])


def minizinc_dzn(path: Path) -> str:
    return run(["minizinc", "--solver", "gecode", "--output-mode", "dzn", str(path)])


def cadical(path: Path) -> str:
    return run(["cadical", "-q", str(path)])


def minisat(path: Path) -> str:
    answer = path.with_name("answer")
    run(["minisat", str(path), str(answer)])
    return answer.read_text()


def kissat(path: Path) -> str:
    return run(["kissat", "-q", str(path)])


def dlx(path: Path) -> str:
    return run(["dlx1", "m1"], path.read_text())


Solver = tuple[str, str, Callable[[Path], str]]

SOLVERS: list[Solver] = [
    ("opb", "clasp", clasp),
    ("opb", "minisat+", minisat_plus),
    ("lp", "glpsol", glpsol),
    ("lp", "cbc", cbc),
    ("lp", "highspy", highs),
    ("lp", "scip", scip),
    ("minizinc", "minizinc", minizinc),
    ("dimacs", "cadical", cadical),
    ("dimacs", "minisat", minisat),
    ("dimacs", "kissat", kissat),
    ("exact-cover", "dlx1", dlx),
]
OTHER_FORMS: list[Solver] = [
    ("lp", "glpsol", glpsol_plain),
    ("lp", "highspy", highs_table),
    ("minizinc", "minizinc", minizinc_json),
    ("minizinc", "minizinc", minizinc_dzn),
]
SUFFIX = {"minizinc": ".mzn", "lp": ".lp", "opb": ".opb", "dimacs": ".cnf", "exact-cover": ".dlx"}


def holed(rules: Rules) -> Puzzle:
    grid = cpsudoku.solve(Puzzle.empty(rules), backend="auto").solution
    assert grid is not None
    return Puzzle.from_digits([0 if c * 7 % 5 < 2 else d for c, d in enumerate(grid)], rules)


def solved(puzzle: Puzzle, solver: Solver, folder: Path) -> SolverAnswer:
    """Return what a program answers to an exported puzzle; skip where it is not installed."""
    language, program, answer = solver
    if shutil.which(program) is None and find_spec(program) is None:
        pytest.skip(f"{program} is not installed")
    path = folder / f"puzzle{SUFFIX[language]}"
    path.write_text(export(puzzle, language))
    return decode(answer(path), puzzle, language)


def name_of(value: object) -> str | None:
    return value[2].__name__ if isinstance(value, tuple) else None


@pytest.mark.thorough(but=30)
@pytest.mark.parametrize("solver", SOLVERS, ids=name_of)
@pytest.mark.parametrize("kind", RULES)
def test_a_program_solves_what_was_exported_and_its_answer_is_read(
    kind: str, solver: Solver, tmp_path: Path
) -> None:
    if kind == "constraints" and solver[1] == "dlx1":
        pytest.skip("dlx1 knows no colours, which tables take")
    assert solved(holed(RULES[kind]), solver, tmp_path).solution is not None


@pytest.mark.parametrize("solver", OTHER_FORMS, ids=name_of)
def test_other_forms_of_the_same_answers_are_read(solver: Solver, tmp_path: Path) -> None:
    assert solved(holed(classic()), solver, tmp_path).solution is not None


@pytest.mark.parametrize("solver", SOLVERS + OTHER_FORMS, ids=name_of)
def test_a_program_says_that_there_is_no_solution_and_that_is_read(
    solver: Solver, tmp_path: Path
) -> None:
    found = solved(IMPOSSIBLE, solver, tmp_path)
    assert (found.solution, found.satisfiable) == (None, False)
