"""How much the backends `sat` and `cpsat` gain over the scripts that one would write at first.

The scripts, each proving that a puzzle has one solution:

incremental   PySAT: one CaDiCaL with the extended encoding, the givens as assumptions; the
              solution is blocked under a fresh literal, which is assumed and then retired
fresh         PySAT: clauses and a new CaDiCaL for every puzzle, solved, blocked, solved again
textbook      the same with the clauses written in nested loops, one call a clause, as in tutorials
cp            CP-SAT: a new integer model for every puzzle, solved, then solved once more with the
              solution forbidden; one worker

Times are those of the processor.  Puzzles are shuffled (digits, rows, columns, transposition) and
drawn at random; rounds of all contestants are interleaved.

    python benchmarks/solver_scripts.py FILE… [--count 1000] [--rounds 3] [--cp] [--presolve NAME]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

from cpsudoku import formats
from cpsudoku.backends import engine
from cpsudoku.ground.randomness import Randomness
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Limits
from cpsudoku.rules import boxes
from cpsudoku.symmetry.transformations import random_transformation

CLASSIC = boxes(3, 3)
LINES = [
    [[9 * i + k for k in range(9)] for i in range(9)],
    [[9 * k + i for k in range(9)] for i in range(9)],
    [[9 * (i // 3 * 3 + k // 3) + i % 3 * 3 + k % 3 for k in range(9)] for i in range(9)],
]


Check: TypeAlias = Callable[[str], float | None]
"""Proves that a puzzle has one solution; may return how many seconds of that its solver took."""


def exactly_one(variables: list[int]) -> list[list[int]]:
    return [variables, *([-a, -b] for a, b in combinations(variables, 2))]


def formula() -> list[list[int]]:
    clauses = []
    for cell in range(81):
        clauses += exactly_one([cell * 9 + digit for digit in range(1, 10)])
    for kind in LINES:
        for cells in kind:
            for digit in range(1, 10):
                clauses += exactly_one([cell * 9 + digit for cell in cells])
    return clauses


def incremental() -> Check:
    from pysat.solvers import Solver

    solver = Solver("cadical195", bootstrap_with=formula())
    last = 729

    def check(puzzle: str) -> float | None:
        nonlocal last
        given = [cell * 9 + int(c) for cell, c in enumerate(puzzle) if c != "."]
        assert solver.solve(assumptions=given)
        last += 1
        solver.add_clause([-last, *(-v for v in solver.get_model()[:729] if v > 0)])
        assert not solver.solve(assumptions=[*given, last])
        solver.add_clause([-last])
        return None

    return check


def fresh() -> Check:
    from pysat.solvers import Solver

    def check(puzzle: str) -> float | None:
        given = [[cell * 9 + int(c)] for cell, c in enumerate(puzzle) if c != "."]
        with Solver("cadical195", bootstrap_with=formula() + given) as solver:
            assert solver.solve()
            solver.add_clause([-v for v in solver.get_model() if v > 0])
            assert not solver.solve()
        return None

    return check


def textbook() -> Check:
    from pysat.solvers import Cadical195

    def variable(row: int, column: int, digit: int) -> int:
        return 81 * row + 9 * column + digit

    def exactly_one_of(solver: Cadical195, variables: list[int]) -> None:
        solver.add_clause(variables)
        for i in range(len(variables)):
            for k in range(i + 1, len(variables)):
                solver.add_clause([-variables[i], -variables[k]])

    def check(puzzle: str) -> float | None:
        solver = Cadical195()
        for a in range(9):
            for b in range(9):
                exactly_one_of(solver, [variable(a, b, d) for d in range(1, 10)])
                exactly_one_of(solver, [variable(a, c, b + 1) for c in range(9)])
                exactly_one_of(solver, [variable(r, a, b + 1) for r in range(9)])
                top, left = a // 3 * 3, a % 3 * 3
                exactly_one_of(
                    solver,
                    [variable(top + r, left + c, b + 1) for r in range(3) for c in range(3)],
                )
        for cell, character in enumerate(puzzle):
            if character != ".":
                solver.add_clause([variable(cell // 9, cell % 9, int(character))])
        assert solver.solve()
        solver.add_clause([-v for v in solver.get_model() if v > 0])
        assert not solver.solve()
        solver.delete()
        return None

    return check


def cp() -> Check:
    from ortools.sat.python import cp_model

    def check(puzzle: str) -> float | None:
        model = cp_model.CpModel()
        cells = [model.new_int_var(1, 9, f"cell {cell}") for cell in range(81)]
        for kind in LINES:
            for line in kind:
                model.add_all_different([cells[cell] for cell in line])
        for cell, c in enumerate(puzzle):
            if c != ".":
                model.add(cells[cell] == int(c))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(model) == cp_model.OPTIMAL
        others = []
        for cell, c in enumerate(puzzle):
            if c == ".":
                others.append(model.new_bool_var(""))
                value = solver.value(cells[cell])
                model.add(cells[cell] != value).only_enforce_if(others[-1])
        model.add_bool_or(others)
        assert solver.solve(model) == cp_model.INFEASIBLE
        return None

    return check


def backend(name: str, presolve: str) -> Check:
    compiled = engine(name, CLASSIC, presolve=presolve)
    limits = Limits(solutions=2)
    masks = {".": CLASSIC.all_digits, **{str(digit): 1 << digit - 1 for digit in range(1, 10)}}

    def check(puzzle: str) -> float | None:
        outcome = compiled.search(tuple([masks[c] for c in puzzle]), limits)
        assert outcome.exhausted and len(outcome.solutions) == 1
        return outcome.stats.search_seconds

    return check


def drawn_from(known: list[Puzzle], chance: Randomness) -> str:
    puzzle = known[chance.below(len(known))]
    return str(random_transformation(chance, CLASSIC).apply_to_puzzle(puzzle))


SAT_SCRIPTS = {"incremental": incremental, "fresh": fresh, "textbook": textbook}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=1000, help="puzzles a round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--presolve", default="none", help="before the backend's own search")
    parser.add_argument("--backend", help="such as sat:glucose4 or cpsat:integers")
    parser.add_argument("--cp", action="store_true", help="CP-SAT instead of SAT")
    arguments = parser.parse_args()
    scripts = {"cp": cp} if arguments.cp else SAT_SCRIPTS
    ours = arguments.backend or ("cpsat" if arguments.cp else "sat")
    print(
        f"{'file':<28} {'contestant':<12} {'median ms':>9} {'ratio to ' + ours:>13} {'mean ms':>8}"
        f" {'in solver, ms':>13}"
    )
    for path in arguments.files:
        chance = Randomness(arguments.seed)
        known = [record.puzzle for record in formats.read(path)]
        checks = {
            ours: backend(ours, arguments.presolve),
            **{name: make() for name, make in scripts.items()},
        }
        times: dict[str, list[float]] = {name: [] for name in checks}
        searching: dict[str, list[float]] = {name: [] for name in checks}
        for _ in range(arguments.rounds):
            drawn = [drawn_from(known, chance) for _ in range(arguments.count)]
            for name, check in checks.items():
                # A script that takes ages for each puzzle need not see all of them.
                for puzzle in drawn[:: 10 if name in ("fresh", "textbook", "cp") else 1]:
                    start = time.process_time()
                    searched = check(puzzle)
                    times[name].append(time.process_time() - start)
                    if searched is not None:
                        searching[name].append(searched)
        base = statistics.median(times[ours]) * 1e3
        for name, taken in times.items():
            median, mean = statistics.median(taken) * 1e3, statistics.mean(taken) * 1e3
            line = f"{path.name:<28} {name:<12} {median:>9.3f} {median / base:>13.2f} {mean:>8.3f}"
            if searching[name]:
                line += f" {statistics.median(searching[name]) * 1e3:>13.3f}"
            print(line)


if __name__ == "__main__":
    main()
