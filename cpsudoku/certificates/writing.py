"""Writing certificates."""

from __future__ import annotations

import errno
import json
import os
from dataclasses import dataclass
from pathlib import Path

from cpsudoku import backends, formats
from cpsudoku.asking import solving
from cpsudoku.backends import BackendLike
from cpsudoku.certificates import alternatives, checking, manifest, proving
from cpsudoku.certificates.manifest import FORMULA, MANIFEST, MAX_BYTES, PROOF, PUZZLE
from cpsudoku.encodings import cnf
from cpsudoku.encodings.lowering import IN_CLAUSES, lowered
from cpsudoku.errors import BackendError, CertificateError, UnsupportedError
from cpsudoku.formats import PuzzleLike, as_puzzle
from cpsudoku.formats.rules_json import rules_to_json
from cpsudoku.ground import files
from cpsudoku.ground.deadline import Deadline, OutOfTimeError
from cpsudoku.ground.processes.child import CAN_FORK, within
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Grid, cell_name
from cpsudoku.rules.primitives import And, Or, Primitive
from cpsudoku.rules.rules import require

ENCODING = "extended"

DEFAULT_LIMIT = 1000
"""A certificate lists all solutions, by default up to this many."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate that was written, or the reason why it was not.

    Args:
        verdict: what is certified; ``UNKNOWN`` if time ran out, and nothing was written.
        directory: where the files are; None if nothing was written.
    """

    puzzle: Puzzle
    verdict: Verdict
    solutions: tuple[Grid, ...] = ()
    directory: Path | None = None
    steps: int = 0
    reason: str = ""


def certify(
    puzzle: PuzzleLike,
    directory: str | os.PathLike[str],
    *,
    solver: str = proving.DEFAULT_SOLVER,
    limit: int = DEFAULT_LIMIT,
    seconds: float | None = None,
    backend: BackendLike = backends.AUTO,
) -> Certificate:
    """Write a certificate of all solutions of a puzzle: one, none, or several.

    The solutions are found by any backend; a SAT solver proves that there are no others, and
    the proof is checked once before it is written.

    Args:
        directory: where to write; it is made if need be, and other files in it stay.
        solver: which SAT solver makes the proof: one of `cpsudoku.certificates.proving.SOLVERS`.
        limit: how many solutions may be listed; with more of them it raises `CertificateError`.
        backend: which backend finds the solutions.

    Returns:
        The certificate; its verdict is ``UNKNOWN`` when time ran out.

    Raises:
        FormatError: the text is not a puzzle.
        UnsupportedError: the board is not square, or a constraint would be too big as clauses.
        OptionError: the solver's proofs cannot be trusted, with the reason.
        BackendError: a solver failed, or its proof does not hold.
    """
    proving.check_solver(solver)
    folder = Path(directory)
    if folder.exists() and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    asked = as_puzzle(puzzle)
    require(asked.rules, "certificates", knows=None)
    try:
        deadline = Deadline(seconds)
        texts, solutions, steps = within(
            deadline, lambda: _made(asked, solver, limit, backend, deadline)
        )
    except OutOfTimeError:
        reason = f"the limit of {seconds:g} s was reached"
        return Certificate(asked, Verdict.UNKNOWN, reason=reason)
    files.write_folder(folder, {name: text.encode() for name, text in texts.items()})
    verdict = manifest.claimed_verdict(len(solutions))
    return Certificate(asked, verdict, solutions, folder, steps)


def _made(
    puzzle: Puzzle, solver: str, limit: int, backend: BackendLike, deadline: Deadline
) -> tuple[dict[str, str], tuple[Grid, ...], int]:
    """Return the files of a certificate, its solutions and the number of steps of its proof.

    Raises:
        OutOfTimeError: time ran out; it raises what `certify` raises besides.
    """
    solutions = _all_solutions(puzzle, limit, backend, deadline)
    formula = _formula(puzzle, solutions)
    seconds = None if CAN_FORK else deadline.left  # where processes fork, `within` ends them
    proof = proving.prove(formula.clauses, solver, seconds)
    try:
        accepted = checking.check(formula.clauses, proof, deadline, programs=False)
    except CertificateError as error:
        raise BackendError(f"solver {solver!r} gave a proof that does not hold: {error}") from error
    texts = {
        PUZZLE: puzzle_text(puzzle),
        FORMULA: cnf.dimacs(formula, _comments(puzzle, len(solutions))),
        PROOF: proof,
    }
    claim = manifest.Manifest(
        manifest.FORMAT,
        manifest.FORMAT_VERSION,
        manifest.claimed_verdict(len(solutions)).value,
        tuple(map(puzzle.rules.text, solutions)),
        manifest.SolverName(solver, proving.solver_version()),
        ENCODING,
        {name: manifest.sha256(text.encode()) for name, text in texts.items()},
    )
    texts[MANIFEST] = manifest.dumps(claim)
    for name, text in texts.items():
        if len(text) > MAX_BYTES:
            raise CertificateError(f"{name} would have {len(text)} bytes; at most {MAX_BYTES}")
    return texts, solutions, accepted.steps


def _all_solutions(
    puzzle: Puzzle, limit: int, backend: BackendLike, deadline: Deadline
) -> tuple[Grid, ...]:
    found = solving.solutions(puzzle, backend=backend, limit=limit + 1, seconds=deadline.left)
    solutions: list[Grid] = []
    for grid in found:
        solutions.append(grid)
        if deadline.has_passed:  # what solutions cost beside the search counts here too
            break
    if len(solutions) > limit:
        raise CertificateError(
            f"more than {limit} solutions; a certificate lists all of them, so it needs a "
            "higher limit"
        )
    if not found.exhausted:
        raise OutOfTimeError
    return tuple(solutions)


def _formula(puzzle: Puzzle, solutions: tuple[Grid, ...]) -> cnf.Formula:
    """Return the formula of a puzzle with each of its solutions forbidden."""
    size = puzzle.rules.size
    _require_the_same_parts(puzzle)
    formula = cnf.encode(puzzle.rules, ENCODING, candidates=puzzle.candidates)
    blocked = [
        tuple(-cnf.variable(cell, digit, size) for cell, digit in enumerate(grid))
        for grid in solutions
    ]
    return cnf.Formula(formula.variables, [*formula.clauses, *blocked])


def _require_the_same_parts(puzzle: Puzzle) -> None:
    """Raise if the second encoder would split other alternatives into parts than the first.

    Both try an automaton where there is a chance for one, and count its steps in their own ways:
    just about the greatest that is allowed they may differ.
    """
    if not puzzle.rules.others:
        return

    def shape(part: Primitive) -> tuple[object, ...]:
        return tuple(map(shape, part.parts)) if isinstance(part, And | Or) else ()

    wide = [one for one in lowered(puzzle.rules, IN_CLAUSES).others if isinstance(one, Or)]
    try:
        if list(map(shape, wide)) == alternatives.shapes_of(puzzle.rules):
            return
    except CertificateError as error:
        raise UnsupportedError(f"too big for a certificate: {error}") from error
    label = wide[0].label if wide else "alternatives"
    raise UnsupportedError(f"too big for a certificate, or nearly: {label}")


def _comments(puzzle: Puzzle, solutions: int) -> list[str]:
    """Return the formula's comments: an explanation, and the meaning of each variable."""
    size, others = puzzle.rules.size, puzzle.rules.others
    heading = [
        f"{puzzle}",
        "Each cell has one digit, each digit one place in each house; choices that the puzzle",
        "excludes are left out.  The last clauses forbid the solutions, one clause each.",
        f"Solutions forbidden: {solutions}",
        *(_ABOUT_STATES.format(cnf.last_choice(puzzle.rules)).splitlines() if others else ()),
        f"Variable (cell - 1) * {size} + digit, with cells counted from 1 row by row:",
    ]
    return heading + [
        f"{cnf.variable(cell, digit, size)} {cell_name(cell, size)}={digit}"
        for cell in range(puzzle.rules.cell_count)
        for digit in range(1, size + 1)
        if puzzle.candidates[cell] >> (digit - 1) & 1
    ]


_ABOUT_STATES = """\
Other constraints are read cell by cell: between two cells exactly one state is reached,
and each state is a variable beyond {}.
Of alternatives too wide for that each part has one, true just where it holds."""


def puzzle_text(puzzle: Puzzle) -> str:
    """Return the content of ``puzzle.json``.

    Raises:
        CertificateError: JSON cannot hold it without loss.
    """
    document = json.loads(formats.write(puzzle, "json"))
    text = json.dumps({"rules": rules_to_json(puzzle.rules)} | document) + "\n"
    if formats.parse(text, format="json") != puzzle:
        raise CertificateError("the puzzle cannot be written as JSON without loss")
    return text
