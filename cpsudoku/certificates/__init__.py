"""Certificates: answers that a sceptic can check without trusting this program.

A certificate is a directory of four files:

``puzzle.json``
    the puzzle with its rules.
``formula.cnf``
    in DIMACS: rules, givens, and for each listed solution a clause that forbids it; comments map
    each variable to its cell and digit.
``proof.drat``
    a proof that the formula has no model: there is no (further) solution.
``manifest.json``
    what is claimed (the solutions, and that there are no others), which solver made the proof, and
    the SHA-256 of the other files.

`certify` writes one.  `verify_certificate` trusts none of it: it encodes the puzzle again with an
encoder of its own (`cpsudoku.certificates.formula`), compares clause by clause, checks each
solution against the rules, and has the proof replayed by a proof checker.  Whatever here meets what
does not hold raises `CertificateError`, which says what is wrong.
"""

from __future__ import annotations

from cpsudoku.certificates.counting import CertifiedCount, certify_count, verify_count
from cpsudoku.certificates.verification import Verification, verify_certificate
from cpsudoku.certificates.writing import Certificate, certify

__all__ = [
    "Certificate",
    "CertifiedCount",
    "Verification",
    "certify",
    "certify_count",
    "verify_certificate",
    "verify_count",
]
