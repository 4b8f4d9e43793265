"""The public names, as type checkers see them; `cpsudoku.public` has them for run time."""

from cpsudoku.bulk.arrays import check_many, count_many, solve_many, solve_stream
from cpsudoku.bulk.results import Answers
from cpsudoku.certificates.verification import Verification, verify_certificate
from cpsudoku.certificates.writing import Certificate, certify
from cpsudoku.coaching import (
    Difficulties,
    Difficulty,
    Explanation,
    Explanations,
    Hint,
    explain,
    explain_many,
    hint,
    rate,
    rate_many,
)
from cpsudoku.diagnosis import (
    Ambiguity,
    Conflict,
    Redundancy,
    Repair,
    ambiguity,
    explain_conflict,
    redundant,
    repair,
)
from cpsudoku.errors import (
    BackendError,
    BackendUnavailableError,
    CertificateError,
    CpsudokuError,
    DisagreementError,
    FormatError,
    GenerationError,
    OptionError,
    PuzzleError,
    RulesError,
    UnsupportedError,
)
from cpsudoku.estimation import Estimate, estimate
from cpsudoku.formats import parse
from cpsudoku.generation import generate
from cpsudoku.logic.steps import Step
from cpsudoku.puzzle import Clash, Puzzle
from cpsudoku.reasons import ReasonPath, ReasonStep
from cpsudoku.result import Count, Limits, Outcome, Result, Stats, Verdict
from cpsudoku.rules import AllDifferent, Rules, boxes, classic, jigsaw, latin
from cpsudoku.solving import Solutions, candidates, check, count, random_solution, solutions, solve
from cpsudoku.symmetry.canonical import Canonical, canonical, same
from cpsudoku.witnesses import TrueCandidates

__version__: str
__all__ = [
    "AllDifferent", "Ambiguity", "Answers", "BackendError", "BackendUnavailableError", "Canonical",
    "Certificate", "CertificateError", "Clash", "Conflict", "Count", "CpsudokuError",
    "Difficulties", "Difficulty", "DisagreementError", "Estimate", "Explanation", "Explanations",
    "FormatError", "GenerationError", "Hint", "Limits", "OptionError", "Outcome", "Puzzle",
    "PuzzleError", "ReasonPath", "ReasonStep", "Redundancy", "Repair", "Result", "Rules",
    "RulesError", "Solutions", "Stats", "Step", "TrueCandidates", "UnsupportedError", "Verdict",
    "Verification", "ambiguity", "boxes", "candidates", "canonical", "certify", "check",
    "check_many", "classic", "count", "count_many", "estimate", "explain", "explain_conflict",
    "explain_many", "generate", "hint", "jigsaw", "latin", "parse", "random_solution", "rate",
    "rate_many", "redundant", "repair", "same", "solutions", "solve", "solve_many", "solve_stream",
    "verify_certificate",
]  # fmt: skip
