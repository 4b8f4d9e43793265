"""Links and strings with a puzzle in them, one a line, and objects, of whichever program."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Job, Lines, Notation, Record
from cpsudoku.formats.setters import ipuz, lisudoku, penpa
from cpsudoku.formats.setters.drawings import Meaning, meaning_of
from cpsudoku.formats.setters.f_puzzles import reading as fpuzzles
from cpsudoku.formats.setters.f_puzzles.writing import fpuzzles_json
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.iss import reading as iss
from cpsudoku.formats.setters.iss.writing import string_of
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.formats.setters.sudokupad import classic as short
from cpsudoku.formats.setters.sudokupad import reading as sudokupad
from cpsudoku.formats.setters.sudokuwiki import reading as sudokuwiki
from cpsudoku.formats.setters.sudokuwiki.writing import packed_of

Meanings = tuple[Meaning, ...]
"""What drawn things mean."""


class Program(NamedTuple):
    """What is known of a program's texts.

    Args:
        name: what people call it.
        is_text: whether a line is a link or string of it.
        of_text: reads such a line.
        is_object: whether a JSON object is of it.
        of_object: reads such an object.
    """

    name: str
    is_text: Callable[[str], bool]
    of_text: Callable[[str, Meanings], Import]
    is_object: Callable[[object], bool] = lambda _: False
    of_object: Callable[[dict[str, Any], Meanings], Import] | None = None


def _no_text(_: str, __: Meanings) -> Import:
    raise FormatError("ipuz is JSON, no link")


PROGRAMS = (
    Program(
        "f-puzzles", fpuzzles.is_link, fpuzzles.imported, fpuzzles.is_object, fpuzzles.of_object
    ),
    Program(
        "SudokuPad", sudokupad.is_link, sudokupad.imported, sudokupad.is_object, sudokupad.of_object
    ),
    Program("SudokuPad", short.is_link, lambda text, _: short.imported(text)),
    Program(
        "lisudoku", lisudoku.is_link, lisudoku.imported, lisudoku.is_object, lisudoku.of_object
    ),
    Program("Penpa+", penpa.is_link, penpa.imported),
    Program("ipuz", lambda _: False, _no_text, ipuz.is_object, ipuz.of_object),
    Program("sudokuwiki.org", sudokuwiki.is_text, lambda text, _: sudokuwiki.imported(text)),
    Program("Interactive Sudoku Solver", iss.is_string, lambda text, _: iss.imported(text)),
)
"""All programs that are known, the surest to tell first."""


_ON_A_SERVER = re.compile(
    r"(?:logic-masters\.de|f-puzzles\.com)/[^?\s]*\?(?:[^#\s]*&)?id="
    r"|(?:sudokupad\.app|crackingthecryptic\.com)/[\w-]+"
)


def imported(text: str, meanings: Meanings = ()) -> Import:
    """Return the puzzle of a link or string.

    Args:
        text: the link or string.
        meanings: what drawn things mean.

    Raises:
        FormatError: no program is known that writes such, or it is damaged.
    """
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
    """Return the puzzle of a program's JSON object, None where no program is known to write such.

    Args:
        value: the object.
        meanings: what drawn things mean, as texts.

    Raises:
        FormatError: it is damaged.
    """
    for program in PROGRAMS:
        if program.of_object is not None and program.is_object(value):
            return program.of_object(value, tuple(map(meaning_of, meanings)))
    return None


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of links.

    Args:
        lines: the numbered lines.
        job: source, what drawn things mean, and what to do with bad lines.
    """
    meanings = tuple(map(meaning_of, job.meanings))
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


def _fpuzzles_text(record: Record) -> str:
    return f"https://f-puzzles.com/?load={compressed(fpuzzles_json(record))}\n"


def _sudokupad_text(record: Record) -> str:
    return f"https://sudokupad.app/fpuz{compressed(fpuzzles_json(record))}\n"


def _iss_text(record: Record) -> str:
    return f"{string_of(record) or '.Shape~9x9'}\n"


NOTATION = Notation(
    "fpuzzles", "links of f-puzzles, with variants", read, _fpuzzles_text,
    keeps_marks=True, keeps_rules=True,
)  # fmt: skip

SUDOKUPAD = Notation(
    "sudokupad",
    "links of SudokuPad, with variants",
    read,
    _sudokupad_text,
    keeps_marks=True,
    keeps_rules=True,
)

ISS = Notation(
    "iss", "strings of Interactive Sudoku Solver, with variants", read, _iss_text,
    keeps_marks=True, keeps_rules=True, keeps_boards=True,
)  # fmt: skip

SUDOKUWIKI = Notation(
    "sudokuwiki",
    "packed strings of sudokuwiki.org's solvers, killers and jigsaws among them",
    read,
    packed_of,
    keeps_marks=True,
    keeps_rules=True,
)

LISUDOKU = Notation(
    "lisudoku",
    "links of lisudoku, with its variants",
    read,
    lisudoku.link_of,
    keeps_rules=True,
)
