"""Sudoku by constraint programming, SAT, exact cover and bitboards behind one interface.

>>> import cpsudoku
>>> cpsudoku.count("1.............4.").value
18
"""

from importlib import import_module

from cpsudoku.ground.notebook import Drawn

__version__ = "0.1.0"

_NAMES = {
    "asking.many": "Answers Explanation Explanations check_many count_many explain_many rate_many"
    " solve_many solve_stream",
    "asking.estimation": "Estimate estimate",
    "asking.solving": "Solutions candidates check count random_solution solutions solve",
    "backends.base.witnesses": "TrueCandidates",
    "certificates.verification": "Verification verify_certificate",
    "certificates.writing": "Certificate certify",
    "diagnosis": "Ambiguity Conflict Redundancy Repair ambiguity explain_conflict redundant repair",
    "errors": "BackendError BackendUnavailableError CertificateError CpsudokuError"
    " DisagreementError FormatError GenerationError OptionError PuzzleError RulesError"
    " UnsupportedError",
    "formats": "parse",
    "generation": "generate",
    "logic.explaining": "Difficulties Difficulty Hint explain hint rate",
    "logic.steps": "Step",
    "puzzle": "Clash Puzzle",
    "reasons": "ReasonPath ReasonStep",
    "result": "Count Limits Outcome Result Stats Verdict",
    "rules": "AllDifferent Rules boxes classic jigsaw latin",
    "symmetry.canonical": "Canonical CanonicalForms canonical canonical_many dedupe same",
}
"""The public names by their modules, which are imported when one of the names is first used.

``__init__.pyi`` says the same for type checkers.
"""

_HOMES = dict(sorted((name, home) for home, names in _NAMES.items() for name in names.split()))

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")
    found = globals()[name] = getattr(import_module(f"cpsudoku.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _picture(value: object) -> str:
    from cpsudoku.drawing.steps import svg_of

    return svg_of(value)


Drawn.picture = staticmethod(_picture)  # type: ignore[method-assign]
