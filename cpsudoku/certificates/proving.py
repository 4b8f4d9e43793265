"""Proofs that a formula has no model, by SAT solvers that can be trusted to write them.

A proof comes from a solver that is made anew for it: proofs and the incremental use of a solver
exclude one another.  Most of these solvers cannot be interrupted.  Where processes can be forked,
`cpsudoku.ground.processes.child` ends them; elsewhere a solver with a time limit runs in a
program of its own, which is this module.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.metadata import version

from cpsudoku.encodings.cnf import Clause
from cpsudoku.errors import BackendError, OptionError
from cpsudoku.ground.extras import needing
from cpsudoku.ground.processes.starting import run_module

DEFAULT_SOLVER = "cadical195"

SOLVERS = (
    "cadical103", "cadical153", "cadical195", "cadical300", "ergo", "gluecard3", "gluecard4",
    "glucose3", "glucose4", "glucose42", "lingeling", "maplechrono", "maplecm",
)  # fmt: skip
"""The solvers of PySAT whose proofs hold."""

_WITHOUT_PROOFS = (
    "minisat22", "minisat-gh", "minisatep", "minicard", "mergesat3", "kissat404", "cryptosat",
)  # fmt: skip
REFUSED = {
    "maplesat": (
        "it takes the request for a proof, and what it writes does not hold: "
        "17 of 18 proofs were refused by a proof checker"
    ),
    **dict.fromkeys(_WITHOUT_PROOFS, "it cannot write proofs"),
}
"""The solvers that are refused, and why."""


def check_solver(name: str) -> None:
    """Raise `OptionError` unless a solver's proofs can be trusted; it says why they cannot."""
    if name not in SOLVERS:
        fault = f"there is no solver {name!r}"
        if name in REFUSED:
            fault = f"solver {name!r} is refused for proofs: {REFUSED[name]}"
        raise OptionError(f"{fault}; expected one of {', '.join(SOLVERS)}")


def solver_version() -> str:
    """Return the version of the library that holds the solvers."""
    return f"python-sat {version('python-sat')}"


def prove(clauses: Sequence[Clause], solver: str, seconds: float | None) -> str:
    """Return a DRAT proof that clauses have no model.

    Raises:
        BackendError: the solver failed, or says that there is a model.
    """
    if not all(clauses):
        return "0\n"  # the empty clause is there already; some solvers choke on it
    if seconds is None:
        return _finished(_lines(clauses, solver))
    text = f"{solver}\n" + "".join(" ".join(map(str, clause)) + "\n" for clause in clauses)
    status, out, err = run_module(__name__, text, seconds)
    if status:
        last = (err.strip().splitlines() or ["no message"])[-1]
        raise BackendError(f"solver {solver!r} failed: {last}")
    return _finished(out.splitlines())


def _lines(clauses: Sequence[Sequence[int]], solver: str) -> list[str]:
    with needing("proofs need", "python-sat"):
        from pysat.solvers import Solver
    with Solver(name=solver, bootstrap_with=clauses, with_proof=True) as loaded:
        if loaded.solve() is not False:
            raise BackendError(f"solver {solver!r} found a model where there should be none")
        return list(loaded.get_proof() or ())


def _finished(lines: list[str]) -> str:
    """Return the proof up to its first empty clause, which some solvers leave out at the end."""
    steps = [" ".join(line.split()) for line in lines]
    end = steps.index("0") if "0" in steps else len(steps)
    return "\n".join([*filter(None, steps[:end]), "0"]) + "\n"


def main() -> None:
    """Read a solver's name and clauses from standard input, and write the proof."""
    name, *rows = sys.stdin.read().splitlines()
    clauses = [[int(word) for word in row.split()] for row in rows]
    sys.stdout.write("\n".join(_lines(clauses, name)) + "\n")
