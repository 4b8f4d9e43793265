"""Proofs as SAT solvers write them: the file ``proof.drat``.

A step a line: literals and a 0, after ``d`` if the clause is deleted.  The form is kept narrow,
one space between words and no comments, so that all readers of a file read the same.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import NamedTuple

from cpsudoku.errors import CertificateError


class ProofStep(NamedTuple):
    """A step of a proof."""

    deletes: bool
    clause: tuple[int, ...]


_STEP = r"(?:d )?+(?:-?[1-9][0-9]{0,8} )*+0\n"
# No number of more than nine digits: all are far from overflowing 32 bits.
_STEPS = re.compile(f"(?:{_STEP})*+")


def parse(text: str, variables: int) -> list[ProofStep]:
    """Return the steps of a proof.

    Args:
        variables: the formula's variables are 1 … this; a proof may have a few more.

    Raises:
        CertificateError: the text is not a proof, the empty clause is not its last step or comes
            before, or a variable is so big that tables of variables would fill the memory.
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
