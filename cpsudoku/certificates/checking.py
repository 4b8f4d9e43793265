"""Checking proofs by independent checkers, which must agree.

Proofs are only by reverse unit propagation (RUP: Goldberg and Novikov, Verification of Proofs of
Unsatisfiability for CNF Formulas, DATE 2003): each added clause follows from those before it, so
that it does not matter for what is proved which clauses are deleted and when.  The wider rule RAT,
which adds clauses that do *not* follow, is not used: there it matters, and no solver needs it here.

Two checkers are always asked: the library ``dratify``, and our own, which only follows hints (see
``native/proofs/follower.hpp``); and ``drat-trim`` where it is installed (Wetzler, Heule and
Hunt, DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal Proofs, SAT 2014).

In ``proof.drat``, as SAT solvers write it, a step is a line: literals and a 0, after ``d`` if the
clause is deleted.  The form is kept narrow, one space between words and no comments, so that all
readers of a file read the same.
"""

from __future__ import annotations

import math
import re
import shutil
import tempfile
from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

from cpsudoku.errors import CertificateError
from cpsudoku.ground import compiled, files
from cpsudoku.ground.deadline import NEVER, Deadline, OutOfTimeError
from cpsudoku.ground.extras import needing
from cpsudoku.ground.processes.starting import run_program


class ProofStep(NamedTuple):
    """A step of a proof."""

    deletes: bool
    clause: tuple[int, ...]


_STEP = r"(?:d )?+(?:-?[1-9][0-9]{0,8} )*+0\n"
# No number of more than nine digits: all are far from overflowing 32 bits.
_STEPS = re.compile(f"(?:{_STEP})*+")


def parse(text: str, variables: int) -> list[ProofStep]:
    """Return the steps of a proof, whose last step, and no other, must be the empty clause.

    Args:
        variables: the formula's variables are 1 … this; a proof may have a few more, but none so
            big that tables of variables would fill the memory.
    """
    end = CertificateError("proof.drat: expected the empty clause as its last step, and once")
    if not text.endswith("\n"):
        raise end
    well_formed = _STEPS.match(text)
    assert well_formed is not None  # of no step, if need be
    if well_formed.end() < len(text):
        line = text.count("\n", 0, well_formed.end()) + 1
        raise CertificateError(
            f"proof.drat, line {line}: expected a step such as `1 -2 0` or `d 1 -2 0`"
        )
    steps = [
        ProofStep(True, tuple(map(int, line[2:-2].split())))
        if line[0] == "d"
        else ProofStep(False, tuple(map(int, line[:-1].split())))
        for line in text.split("\n")[:-1]
    ]
    if [step for step in steps if not step.clause] != [ProofStep(False, ())] or steps[-1].clause:
        raise end
    literals = list(chain.from_iterable(step.clause for step in steps))
    if max(map(abs, literals), default=0) > variables + len(literals):
        raise CertificateError("proof.drat: a variable far beyond those of the formula")
    return steps


Clauses = Sequence[Collection[int]]


@dataclass(frozen=True, slots=True)
class AcceptedProof:
    """A proof that all checkers accept."""

    steps: int
    checkers: tuple[str, ...]


def check(
    clauses: Clauses, proof: str, deadline: Deadline = NEVER, *, programs: bool = True
) -> AcceptedProof:
    """Check a proof, as text, that clauses have no model, with every checker there is."""
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    steps = parse(proof, variables)
    words = {
        library_name(): library_fault(clauses, steps, deadline),
        OWN_CHECKER: own_fault(clauses, steps, deadline),
    }
    program = shutil.which("drat-trim") if programs else None
    if program is not None:
        words["drat-trim"] = _program_fault(program, clauses, variables, proof, deadline)
    if any(words.values()):
        said = "; ".join(f"{name}: {fault or 'accepted'}" for name, fault in words.items())
        raise CertificateError(f"proof.drat: {said}")
    return AcceptedProof(len(steps), tuple(words))


# The library ---------------------------------------------------------------------------------


def library_name() -> str:
    """Return the name and version of the library that checks proofs."""
    with needing("checks of proofs need", "dratify"):
        return f"dratify {version('dratify')}"


def library_fault(
    clauses: Clauses, steps: Sequence[ProofStep], deadline: Deadline = NEVER
) -> str | None:
    """Return the library's objection to a proof in words, or None."""
    from dratify import CNF, DRATChecker

    formula = CNF()
    for clause in clauses:
        formula.add_dimacs(clause)
    # Without RAT: after deletions it accepts steps by RAT that do not keep a formula satisfiable.
    result = DRATChecker(formula, check_rat=False).check(_for_library(steps, deadline))
    if result.ok:
        return None
    place = f"step {result.failed_step}: " if result.failed_step > 0 else ""
    return f"{place}{result.reason}"


def _for_library(
    steps: Sequence[ProofStep], deadline: Deadline
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield steps with the library's literals: 2(v−1) for v and 2(v−1)+1 for −v."""
    for step in steps:
        deadline.check()
        literals = tuple([2 * x - 2 if x > 0 else -2 * x - 1 for x in step.clause])
        yield ("d" if step.deletes else "a"), literals


# Our own checker -----------------------------------------------------------------------------

OWN_CHECKER = "cpsudoku's LRAT checker"

_AT_ONCE = 256
"""Steps that are elaborated and followed between two looks at the clock."""


def own_fault(
    clauses: Clauses, steps: Sequence[ProofStep], deadline: Deadline = NEVER
) -> str | None:
    """Return our own checker's objection to a proof in words, or None."""
    elaborator, follower = _checker(flat(clauses))
    done = 0
    for part in _parts(steps):
        deadline.check()
        bad = None
        if part[0].deletes:
            elaborator.remove(flat(step.clause for step in part))
        else:
            bad = elaborator.add(flat(step.clause for step in part))
        # Only the follower gives the verdict; what the elaborator says only names the place.
        if not follower.follow(elaborator.take_lines()):
            return f"line {follower.accepted + 1} does not follow from its hints"
        if follower.refuted:
            return None
        if bad is not None:
            return f"step {done + bad + 1}: the clause does not follow by unit propagation"
        done += len(part)
    return "no empty clause"


def _checker(
    formula: bytes,
) -> tuple[compiled.native.ProofElaborator, compiled.native.ProofFollower]:
    """Return the finder of hints for a formula of `flat` clauses, and the checker of hints."""
    return compiled.native.ProofElaborator(formula), compiled.native.ProofFollower(formula)


def flat(lists: Iterable[Iterable[int]]) -> bytes:
    """Return clauses, or clauses and hints in turn, as 32 bits a number, a 0 at each end."""
    return array("i", [number for one in lists for number in (*one, 0)]).tobytes()


def _parts(steps: Sequence[ProofStep]) -> Iterator[Sequence[ProofStep]]:
    """Yield the steps in parts of only additions or only deletions."""
    for _, alike in groupby(steps, key=lambda step: step.deletes):
        run = list(alike)
        for start in range(0, len(run), _AT_ONCE):
            yield run[start : start + _AT_ONCE]


# Programs ------------------------------------------------------------------------------------


def _program_fault(
    program: str, clauses: Clauses, variables: int, proof: str, deadline: Deadline
) -> str | None:
    seconds = deadline.left
    rows = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, (*c, 0))) for c in clauses)]
    with tempfile.TemporaryDirectory() as folder:
        formula_file, proof_file = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        for path, text in ((formula_file, "\n".join(rows) + "\n"), (proof_file, proof)):
            with files.begun(path) as out:
                out.write(text.encode("ascii"))
        # Without -t the program gives up on its own after some hours, which is not a refusal.
        patience = str(math.ceil(seconds) + 1) if seconds is not None else "1000000"
        command = [program, str(formula_file), str(proof_file), "-t", patience]
        done = run_program(command, Path(folder), seconds)
    if done is None:
        raise OutOfTimeError
    _, printed, _ = done
    verified = "s VERIFIED" in printed.replace("\r", "\n").splitlines()
    return None if verified else "it does not accept the proof"
