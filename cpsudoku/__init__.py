"""Sudoku by constraint programming, SAT, exact cover and bitboards behind one interface."""

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
from cpsudoku.formats import parse
from cpsudoku.puzzle import Clash, Puzzle
from cpsudoku.result import Count, Limits, Outcome, Result, Stats, Verdict
from cpsudoku.rules import AllDifferent, Rules, boxes, classic, jigsaw, latin
from cpsudoku.solving import Solutions, TrueCandidates, candidates, check, count, solutions, solve

__version__ = "0.1.0"

__all__ = [
    "AllDifferent",
    "BackendError",
    "BackendUnavailableError",
    "CertificateError",
    "Clash",
    "Count",
    "CpsudokuError",
    "DisagreementError",
    "FormatError",
    "GenerationError",
    "Limits",
    "OptionError",
    "Outcome",
    "Puzzle",
    "PuzzleError",
    "Result",
    "Rules",
    "RulesError",
    "Solutions",
    "Stats",
    "TrueCandidates",
    "UnsupportedError",
    "Verdict",
    "boxes",
    "candidates",
    "check",
    "classic",
    "count",
    "jigsaw",
    "latin",
    "parse",
    "solutions",
    "solve",
]
