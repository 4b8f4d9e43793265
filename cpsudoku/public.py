"""Where each public name of the package is at home.

A name is imported when it is first used, so that ``import cpsudoku`` and the command line pay only
for what they need.  For type checkers the names stand in ``__init__.pyi``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module

HOMES = {
    "bulk.arrays": "check_many count_many solve_many solve_stream",
    "bulk.results": "Answers",
    "certificates.verification": "Verification verify_certificate",
    "certificates.writing": "Certificate certify",
    "coaching": (
        "Difficulties Difficulty Explanation Explanations Hint explain explain_many hint "
        "rate rate_many"
    ),
    "diagnosis": "Ambiguity Conflict Redundancy Repair ambiguity explain_conflict redundant repair",
    "errors": (
        "BackendError BackendUnavailableError CertificateError CpsudokuError "
        "DisagreementError FormatError GenerationError OptionError PuzzleError RulesError "
        "UnsupportedError"
    ),
    "estimation": "Estimate estimate",
    "formats": "parse",
    "generation": "generate",
    "logic.steps": "Step",
    "puzzle": "Clash Puzzle",
    "reasons": "ReasonPath ReasonStep",
    "result": "Count Limits Outcome Result Stats Verdict",
    "rules": "AllDifferent Rules boxes classic jigsaw latin",
    "solving": "Solutions candidates check count random_solution solutions solve",
    "symmetry.canonical": "Canonical canonical same",
    "witnesses": "TrueCandidates",
}
"""For each module its public names."""


def on_demand(
    package: str, homes: Mapping[str, str]
) -> tuple[list[str], Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__all__``, ``__getattr__`` and ``__dir__`` of a package whose names wait for use.

    Args:
        homes: for each module of the package its public names, with spaces between them.
    """
    modules = {name: home for home, names in homes.items() for name in names.split()}
    namespace = vars(sys.modules[package])

    def get(name: str) -> object:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = namespace[name] = getattr(import_module(f"{package}.{modules[name]}"), name)
        return found

    return sorted(modules), get, lambda: sorted({*namespace, *modules})
