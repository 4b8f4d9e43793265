"""Checking DRAT proofs: with the library ``dratify``, and with ``drat-trim`` where it is installed.

DRAT: Wetzler, Heule and Hunt, DRAT-trim: Efficient Checking and Trimming Using Expressive Clausal
Proofs, SAT 2014.
"""

from __future__ import annotations

import math
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from cpsudoku.certificates.limits import OutOfTimeError
from cpsudoku.errors import BackendUnavailableError, CertificateError

Steps = list[tuple[str, tuple[int, ...]]]


def checkers() -> tuple[str, ...]:
    """Return the names of the proof checkers that will be asked."""
    found = [f"dratify {version('dratify')}"]
    if shutil.which("drat-trim"):
        found.append("drat-trim")
    return tuple(found)


def check(dimacs: str, proof: str, deadline: float | None = None) -> int:
    """Check a proof that a formula has no model, with every checker there is.

    Args:
        dimacs: the formula.
        proof: the proof as text; its last step, and no other, is the empty clause.
        deadline: when to give up, on the clock of `time.monotonic`; None for never.

    Returns:
        The number of steps of the proof.

    Raises:
        CertificateError: the proof is no proof.
        OutOfTimeError: the deadline has passed.
        BackendUnavailableError: the library is not installed.
    """
    steps = check_with_library(dimacs, proof, deadline)
    program = shutil.which("drat-trim")
    if program is not None:
        _check_with_program(program, dimacs, proof, deadline)
    return steps


def check_with_library(dimacs: str, proof: str, deadline: float | None = None) -> int:
    """Check a proof with the library alone; see `check`."""
    try:
        from dratify import DRATChecker, parse_dimacs
    except ImportError as error:
        raise BackendUnavailableError("proofs are checked by: pip install dratify") from error
    formula = parse_dimacs(dimacs)
    steps = _steps(proof, formula.nvars)
    result = DRATChecker(formula).check(_before(deadline, steps))
    if not result.ok:
        place = f", step {result.failed_step}" if result.failed_step > 0 else ""
        raise CertificateError(f"proof.drat{place}: {result.reason}")
    return len(steps)


def _steps(proof: str, variables: int) -> Steps:
    from dratify import parse_proof

    try:
        steps: Steps = parse_proof(proof)
    except ValueError as error:
        raise CertificateError(f"proof.drat: {error}") from None
    ends = [number for number, step in enumerate(steps, start=1) if step == ("a", ())]
    if ends != [len(steps)]:
        raise CertificateError("proof.drat: expected the empty clause as its last step, and once")
    # The checker's tables are as long as the largest variable: a forged one must not fill memory.
    literals = [literal for _, clause in steps for literal in clause]
    if max(literals, default=0) // 2 >= variables + len(literals):
        raise CertificateError("proof.drat: a variable far beyond those of the formula")
    return steps


def _before(deadline: float | None, steps: Steps) -> Iterator[tuple[str, tuple[int, ...]]]:
    for step in steps:
        if deadline is not None and time.monotonic() >= deadline:
            raise OutOfTimeError
        yield step


def _check_with_program(program: str, dimacs: str, proof: str, deadline: float | None) -> None:
    seconds = None if deadline is None else max(0.0, deadline - time.monotonic())
    with tempfile.TemporaryDirectory() as folder:
        formula_file, proof_file = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        formula_file.write_text(dimacs, encoding="ascii")
        proof_file.write_text(proof, encoding="ascii")
        # Without -t the program gives up on its own after some hours, which is no refusal.
        patience = str(math.ceil(seconds) + 1) if seconds is not None else "1000000"
        try:
            done = subprocess.run(
                [program, str(formula_file), str(proof_file), "-t", patience],
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise OutOfTimeError from None
    if "s VERIFIED" not in done.stdout.replace("\r", "\n").splitlines():
        raise CertificateError("proof.drat: drat-trim does not accept it")
