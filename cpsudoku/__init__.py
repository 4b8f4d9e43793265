"""Sudoku by constraint programming, SAT, exact cover and bitboards behind one interface.

A public name is imported when it is first used, so that ``import cpsudoku`` and the command line
pay only for what they need.  It stands here twice: for type checkers, and for run time.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from cpsudoku.bulk import solve_many as solve_many
    from cpsudoku.bulk import solve_stream as solve_stream
    from cpsudoku.certificates import Certificate as Certificate
    from cpsudoku.certificates import Verification as Verification
    from cpsudoku.certificates import certify as certify
    from cpsudoku.certificates import verify_certificate as verify_certificate
    from cpsudoku.diagnosis import Ambiguity as Ambiguity
    from cpsudoku.diagnosis import Conflict as Conflict
    from cpsudoku.diagnosis import Redundancy as Redundancy
    from cpsudoku.diagnosis import Repair as Repair
    from cpsudoku.diagnosis import ambiguity as ambiguity
    from cpsudoku.diagnosis import explain_conflict as explain_conflict
    from cpsudoku.diagnosis import redundant as redundant
    from cpsudoku.diagnosis import repair as repair
    from cpsudoku.errors import BackendError as BackendError
    from cpsudoku.errors import BackendUnavailableError as BackendUnavailableError
    from cpsudoku.errors import CertificateError as CertificateError
    from cpsudoku.errors import CpsudokuError as CpsudokuError
    from cpsudoku.errors import DisagreementError as DisagreementError
    from cpsudoku.errors import FormatError as FormatError
    from cpsudoku.errors import GenerationError as GenerationError
    from cpsudoku.errors import OptionError as OptionError
    from cpsudoku.errors import PuzzleError as PuzzleError
    from cpsudoku.errors import RulesError as RulesError
    from cpsudoku.errors import UnsupportedError as UnsupportedError
    from cpsudoku.estimation import Estimate as Estimate
    from cpsudoku.estimation import estimate as estimate
    from cpsudoku.formats import parse as parse
    from cpsudoku.generation import generate as generate
    from cpsudoku.puzzle import Clash as Clash
    from cpsudoku.puzzle import Puzzle as Puzzle
    from cpsudoku.result import Count as Count
    from cpsudoku.result import Limits as Limits
    from cpsudoku.result import Outcome as Outcome
    from cpsudoku.result import Result as Result
    from cpsudoku.result import Stats as Stats
    from cpsudoku.result import Verdict as Verdict
    from cpsudoku.rules import AllDifferent as AllDifferent
    from cpsudoku.rules import Rules as Rules
    from cpsudoku.rules import boxes as boxes
    from cpsudoku.rules import classic as classic
    from cpsudoku.rules import jigsaw as jigsaw
    from cpsudoku.rules import latin as latin
    from cpsudoku.solving import Solutions as Solutions
    from cpsudoku.solving import TrueCandidates as TrueCandidates
    from cpsudoku.solving import candidates as candidates
    from cpsudoku.solving import check as check
    from cpsudoku.solving import count as count
    from cpsudoku.solving import solutions as solutions
    from cpsudoku.solving import solve as solve
    from cpsudoku.symmetry.canonical import Canonical as Canonical
    from cpsudoku.symmetry.canonical import canonical as canonical
    from cpsudoku.symmetry.canonical import same as same

_HOMES = {
    "AllDifferent": "rules",
    "Ambiguity": "diagnosis",
    "BackendError": "errors",
    "BackendUnavailableError": "errors",
    "Canonical": "symmetry.canonical",
    "Certificate": "certificates",
    "CertificateError": "errors",
    "Clash": "puzzle",
    "Conflict": "diagnosis",
    "Count": "result",
    "CpsudokuError": "errors",
    "DisagreementError": "errors",
    "Estimate": "estimation",
    "FormatError": "errors",
    "GenerationError": "errors",
    "Limits": "result",
    "OptionError": "errors",
    "Outcome": "result",
    "Puzzle": "puzzle",
    "PuzzleError": "errors",
    "Redundancy": "diagnosis",
    "Repair": "diagnosis",
    "Result": "result",
    "Rules": "rules",
    "RulesError": "errors",
    "Solutions": "solving",
    "Stats": "result",
    "TrueCandidates": "solving",
    "UnsupportedError": "errors",
    "Verdict": "result",
    "Verification": "certificates",
    "ambiguity": "diagnosis",
    "boxes": "rules",
    "candidates": "solving",
    "canonical": "symmetry.canonical",
    "certify": "certificates",
    "check": "solving",
    "classic": "rules",
    "count": "solving",
    "estimate": "estimation",
    "explain_conflict": "diagnosis",
    "generate": "generation",
    "jigsaw": "rules",
    "latin": "rules",
    "parse": "formats",
    "redundant": "diagnosis",
    "repair": "diagnosis",
    "same": "symmetry.canonical",
    "solutions": "solving",
    "solve": "solving",
    "solve_many": "bulk",
    "solve_stream": "bulk",
    "verify_certificate": "certificates",
}
"""For each public name the module that has it."""

__all__ = list(_HOMES)


if not TYPE_CHECKING:  # hidden from type checkers, to whom every name would exist with it

    def __getattr__(name):
        if name in _HOMES:
            value = getattr(import_module(f"cpsudoku.{_HOMES[name]}"), name)
            globals()[name] = value
            return value
        raise AttributeError(f"module 'cpsudoku' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
