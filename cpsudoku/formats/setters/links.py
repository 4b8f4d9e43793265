"""Links and strings with a puzzle in them, one a line, and objects, of whichever program.

What reads a program's texts is loaded when one is met: all together take longer to load than most
puzzles to solve.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, cast

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Job, Lines, Notation, Record, Text
from cpsudoku.formats.setters.imported import Import

if TYPE_CHECKING:
    from cpsudoku.formats.setters.drawings import LookMeaning

Meanings: TypeAlias = "tuple[LookMeaning, ...]"
"""What drawn things mean."""


class Program(NamedTuple):
    """A program whose texts or objects are read.

    Its module has `imported`, for a link or string, and where it has objects `is_object` and
    `of_object`, for what their JSON says.  All take what drawn things mean where things are drawn.

    Args:
        module: what reads them, below this package.
        sign: what all its texts have, besides others; empty where it has no texts.
        recognizer: the function of the module that recognizes its texts.
        draws: whether its texts have things that are only drawn.
    """

    name: str
    module: str
    sign: str
    recognizer: str = "is_link"
    draws: bool = False
    has_objects: bool = False

    def _loaded(self) -> Any:
        return import_module(f"cpsudoku.formats.setters.{self.module}")

    def is_text(self, text: str) -> bool:
        """Return whether a line is a link or string of it."""
        if not self.sign or re.search(self.sign, text) is None:
            return False
        return bool(getattr(self._loaded(), self.recognizer)(text))

    def of_text(self, text: str, meanings: Meanings) -> Import:
        """Return the puzzle of such a line."""
        read = self._loaded().imported
        return cast(Import, read(text, meanings) if self.draws else read(text))

    def is_object(self, value: object) -> bool:
        """Return whether a JSON object is of it."""
        return self.has_objects and bool(self._loaded().is_object(value))

    def of_object(self, value: dict[str, Any], meanings: Meanings) -> Import:
        """Return the puzzle of such an object."""
        return cast(Import, self._loaded().of_object(value, meanings))


PROGRAMS = (
    Program("f-puzzles", "f_puzzles.reading", r"^\s*(?:http|fpuz)", draws=True, has_objects=True),
    Program(
        "SudokuPad", "sudokupad.reading", r"^\s*(?:htt|scl|ctc|sud)", draws=True, has_objects=True
    ),
    Program("SudokuPad", "sudokupad.classic", r"classic|scf"),
    Program("lisudoku", "lisudoku", r"lisudoku\.xyz/", draws=True, has_objects=True),
    Program("Penpa+", "penpa", r"penpa-edit/", draws=True),
    Program("ipuz", "ipuz", "", draws=True, has_objects=True),
    Program("sudokuwiki.org", "sudokuwiki.reading", r"sudokuwiki\.org/|^\s*\w9B", "is_text"),
    Program("Interactive Sudoku Solver", "iss.reading", r"^\s*(?:\.|http)", "is_string"),
)
"""All known programs, the ones that are recognized most surely first."""


_ON_A_SERVER = re.compile(
    r"(?:logic-masters\.de|f-puzzles\.com)/[^?\s]*\?(?:[^#\s]*&)?id="
    r"|(?:sudokupad\.app|crackingthecryptic\.com)/[\w-]+"
)


def imported(text: str, meanings: Meanings = ()) -> Import:
    """Return the puzzle of a link or string."""
    for program in PROGRAMS:
        if program.is_text(text):
            return program.of_text(text, meanings)
    if _ON_A_SERVER.search(text):
        raise FormatError(
            "a link with the name of a puzzle that a server keeps, not the puzzle; open it, and "
            "take the link that the page writes"
        )
    names = ", ".join(dict.fromkeys(program.name for program in PROGRAMS))
    raise FormatError(f"no link with a puzzle in it; expected one of {names}")


def of_object(value: dict[str, Any], meanings: tuple[str, ...] = ()) -> Import | None:
    """Return the puzzle of a program's JSON object, None where no known program writes such."""
    for program in PROGRAMS:
        if program.is_object(value):
            return program.of_object(value, _meanings(meanings))
    return None


def _meanings(meanings: tuple[str, ...]) -> Meanings:
    if not meanings:
        return ()
    from cpsudoku.formats.setters.drawings import meaning_of

    return tuple(map(meaning_of, meanings))


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of links."""
    meanings = _meanings(job.meanings)
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            record = imported(text, meanings).record()
        except FormatError as error:
            job.bad(error, number)
        else:
            yield record._replace(source=job.source, line=number)


def _written(place: str) -> Text:
    """Return what writes a puzzle, by its module and name; it is loaded when it is asked."""
    module, _, name = place.partition(":")

    def text(record: Record) -> str:
        write = getattr(import_module(f"cpsudoku.formats.setters.{module}"), name)
        return cast(str, write(record))

    return text


def _notation(name: str, means: str, place: str, *, marks: bool = True) -> Notation:
    return Notation(name, means, read, _written(place), keeps_marks=marks, keeps_rules=True)


NOTATION = _notation("fpuzzles", "links of f-puzzles, with variants", "f_puzzles.writing:link")
SUDOKUPAD = _notation(
    "sudokupad", "links of SudokuPad, with variants", "f_puzzles.writing:sudokupad_link"
)
SUDOKUWIKI = _notation(
    "sudokuwiki",
    "packed strings of sudokuwiki.org's solvers, killers and jigsaws among them",
    "sudokuwiki.writing:packed_of",
)
LISUDOKU = _notation(
    "lisudoku", "links of lisudoku, with its variants", "lisudoku:link_of", marks=False
)
ISS = _notation(
    "iss", "strings of Interactive Sudoku Solver, with variants", "iss.writing:line_of"
)._replace(keeps_boards=True)
