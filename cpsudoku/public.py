"""Where each public name of the package is at home.

A name is imported when it is first used, so that ``import cpsudoku`` and the command line pay only
for what they need.  For type checkers the names stand in ``__init__.pyi``.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

HOMES = {
    "AllDifferent": "rules",
    "Ambiguity": "diagnosis",
    "Answers": "bulk.results",
    "BackendError": "errors",
    "BackendUnavailableError": "errors",
    "Canonical": "symmetry.canonical",
    "Certificate": "certificates.writing",
    "CertificateError": "errors",
    "Clash": "puzzle",
    "Conflict": "diagnosis",
    "Count": "result",
    "CpsudokuError": "errors",
    "Difficulties": "coaching",
    "Difficulty": "coaching",
    "DisagreementError": "errors",
    "Estimate": "estimation",
    "Explanation": "coaching",
    "Explanations": "coaching",
    "FormatError": "errors",
    "GenerationError": "errors",
    "Hint": "coaching",
    "Limits": "result",
    "OptionError": "errors",
    "Outcome": "result",
    "Puzzle": "puzzle",
    "PuzzleError": "errors",
    "ReasonPath": "reasons",
    "ReasonStep": "reasons",
    "Redundancy": "diagnosis",
    "Repair": "diagnosis",
    "Result": "result",
    "Rules": "rules",
    "RulesError": "errors",
    "Solutions": "solving",
    "Stats": "result",
    "Step": "logic.steps",
    "TrueCandidates": "witnesses",
    "UnsupportedError": "errors",
    "Verdict": "result",
    "Verification": "certificates.verification",
    "ambiguity": "diagnosis",
    "boxes": "rules",
    "candidates": "solving",
    "canonical": "symmetry.canonical",
    "certify": "certificates.writing",
    "check": "solving",
    "check_many": "bulk.arrays",
    "classic": "rules",
    "count": "solving",
    "count_many": "bulk.arrays",
    "estimate": "estimation",
    "explain": "coaching",
    "explain_conflict": "diagnosis",
    "explain_many": "coaching",
    "generate": "generation",
    "hint": "coaching",
    "jigsaw": "rules",
    "latin": "rules",
    "parse": "formats",
    "random_solution": "solving",
    "rate": "coaching",
    "rate_many": "coaching",
    "redundant": "diagnosis",
    "repair": "diagnosis",
    "same": "symmetry.canonical",
    "solutions": "solving",
    "solve": "solving",
    "solve_many": "bulk.arrays",
    "solve_stream": "bulk.arrays",
    "verify_certificate": "certificates.verification",
}
"""For each public name the module that has it."""


def on_demand(
    namespace: dict[str, object],
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` of a package whose names are imported when first used.

    Args:
        namespace: of the package; a name is kept there from then on.
    """

    def get(name: str) -> object:
        if name not in HOMES:
            raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")
        value = namespace[name] = getattr(import_module(f"cpsudoku.{HOMES[name]}"), name)
        return value

    return get, lambda: sorted({*namespace, *HOMES})
