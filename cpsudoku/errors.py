"""Every exception that cpsudoku raises on purpose.

::

    CpsudokuError                   anything below; never raised itself
    ├── RulesError                  (ValueError) rules that no grid can have
    ├── PuzzleError                 (ValueError) a puzzle that does not fit its rules
    │   └── FormatError             text that is not a puzzle: file, line, column, what was expected
    ├── OptionError                 (ValueError) an option or a limit that makes no sense
    ├── UnsupportedError            (ValueError) a backend does not know the rules
    ├── BackendUnavailableError     (ImportError) a solver is not installed; says what to install
    ├── BackendError                (RuntimeError) a solver failed or gave a wrong answer
    │   └── DisagreementError       two backends contradict each other
    ├── GenerationError             (RuntimeError) a request for a puzzle that cannot be met
    └── CertificateError            (ValueError) a certificate that does not hold

No solution and out of time are answers, not exceptions: see `cpsudoku.result.Verdict`.

Docstrings leave out what holds everywhere: a call that takes a deadline raises
`cpsudoku.ground.deadline.OutOfTimeError` once it has passed, a call that needs the compiled core or
another package raises `BackendUnavailableError` where it is missing, and one that reads or writes
files raises `OSError`.
"""

from __future__ import annotations


class CpsudokuError(Exception):
    """Base of every exception that cpsudoku raises on purpose."""


class RulesError(CpsudokuError, ValueError):
    """Rules that are not well formed, such as a house with a cell outside of the grid."""


class PuzzleError(CpsudokuError, ValueError):
    """A puzzle that does not fit its rules, such as a digit that the rules do not have."""


class FormatError(PuzzleError):
    """Text that is not a puzzle in any known notation: what was found and what was expected.

    Args:
        source: name of the file or stream, if known, as line and column are, which count from 1.
        text: the line or the row that is refused, where it is at hand.
    """

    def __init__(
        self,
        message: str,
        *,
        source: str | None = None,
        line: int | None = None,
        column: int | None = None,
        text: str = "",
    ) -> None:
        self.message = message
        self.source = source
        self.line = line
        self.column = column
        self.text = text
        super().__init__(message)

    def __str__(self) -> str:
        place = [] if self.source is None else [self.source]
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.column is not None:
            place.append(f"column {self.column}")
        return f"{', '.join(place)}: {self.message}" if place else self.message


def remedied(error: PuzzleError, remedy: str) -> PuzzleError:
    """Return an error of the same place whose message ends with what helps, in brackets.

    >>> str(remedied(FormatError("2 words", line=3), "--skip-bad passes over it"))
    'line 3: 2 words (--skip-bad passes over it)'
    """
    if not isinstance(error, FormatError):
        return PuzzleError(f"{error} ({remedy})")
    said, line, column = f"{error.message} ({remedy})", error.line, error.column
    return FormatError(said, source=error.source, line=line, column=column, text=error.text)


class OptionError(CpsudokuError, ValueError):
    """An option, limit or name that makes no sense, with what would."""


class UnsupportedError(CpsudokuError, ValueError):
    """A backend does not know the rules."""


class BackendUnavailableError(CpsudokuError, ImportError):
    """A backend's solver is not installed; the message says what to install."""


class BackendError(CpsudokuError, RuntimeError):
    """A solver failed, or gave an answer that does not hold."""


class DisagreementError(BackendError):
    """Two backends gave answers to the same puzzle that contradict each other."""


class GenerationError(CpsudokuError, RuntimeError):
    """A request for a generated puzzle that cannot be met."""


class CertificateError(CpsudokuError, ValueError):
    """A certificate that is damaged, forged or does not prove what it claims."""


def quoted(value: object, most: int = 40) -> str:
    """Return a value as an error message quotes it: of what is too long, the beginning and ``…``.

    >>> quoted("1" * 50, 5), quoted([1, 2])
    ("'11111'…", '[1, 2]')
    """
    if isinstance(value, str):
        return repr(value) if len(value) <= most else f"{value[:most]!r}…"
    text = repr(value)
    return text if len(text) <= most else f"{text[:most]}…"
