"""The public names, as type checkers see them; `cpsudoku.public` has them for run time."""

from cpsudoku.bulk.arrays import check_many as check_many
from cpsudoku.bulk.arrays import count_many as count_many
from cpsudoku.bulk.arrays import solve_many as solve_many
from cpsudoku.bulk.arrays import solve_stream as solve_stream
from cpsudoku.bulk.results import Answers as Answers
from cpsudoku.certificates.verification import Verification as Verification
from cpsudoku.certificates.verification import verify_certificate as verify_certificate
from cpsudoku.certificates.writing import Certificate as Certificate
from cpsudoku.certificates.writing import certify as certify
from cpsudoku.coaching import Difficulties as Difficulties
from cpsudoku.coaching import Difficulty as Difficulty
from cpsudoku.coaching import Explanation as Explanation
from cpsudoku.coaching import Explanations as Explanations
from cpsudoku.coaching import Hint as Hint
from cpsudoku.coaching import explain as explain
from cpsudoku.coaching import explain_many as explain_many
from cpsudoku.coaching import hint as hint
from cpsudoku.coaching import rate as rate
from cpsudoku.coaching import rate_many as rate_many
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
from cpsudoku.logic.steps import Step as Step
from cpsudoku.puzzle import Clash as Clash
from cpsudoku.puzzle import Puzzle as Puzzle
from cpsudoku.reasons import (
    ReasonPath as ReasonPath,
)
from cpsudoku.reasons import (
    ReasonStep as ReasonStep,
)
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
from cpsudoku.solving import candidates as candidates
from cpsudoku.solving import check as check
from cpsudoku.solving import count as count
from cpsudoku.solving import random_solution as random_solution
from cpsudoku.solving import solutions as solutions
from cpsudoku.solving import solve as solve
from cpsudoku.symmetry.canonical import Canonical as Canonical
from cpsudoku.symmetry.canonical import canonical as canonical
from cpsudoku.symmetry.canonical import same as same
from cpsudoku.witnesses import TrueCandidates as TrueCandidates

__version__: str
__all__: list[str]
