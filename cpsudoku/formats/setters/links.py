"""Links and strings with a puzzle in them, one a line, of whichever program they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Job, Lines, Notation, Record
from cpsudoku.formats.setters import fpuzzles
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.iss import reading as iss
from cpsudoku.formats.setters.iss.writing import string_of
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.formats.setters.writing import fpuzzles_json

PROGRAMS: dict[str, tuple[Callable[[str], bool], Callable[[str], Import]]] = {
    "f-puzzles": (fpuzzles.is_link, fpuzzles.imported),
    "Interactive Sudoku Solver": (iss.is_string, iss.imported),
}
"""For each program whether a line is of it, and what reads it."""


def record_of(job: Import) -> Record:
    """Return the record of an imported puzzle.

    Args:
        job: the puzzle, and what was not understood of it.
    """
    return Record(job.puzzle(), label=job.title, ignored=tuple(job.ignored))


def imported(text: str) -> Import:
    """Return the puzzle of a link or string.

    Raises:
        FormatError: no program is known that writes such, or it is damaged.
    """
    for is_its, read_it in PROGRAMS.values():
        if is_its(text):
            return read_it(text)
    raise FormatError(f"no link with a puzzle in it; expected one of {' or '.join(PROGRAMS)}")


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of links.

    Args:
        lines: the numbered lines.
        job: source and what to do with bad lines.
    """
    for number, line in lines:
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield record_of(imported(text))._replace(source=job.source, line=number)
        except FormatError as error:
            job.bad(error, number)


def _fpuzzles_text(record: Record) -> str:
    return f"https://f-puzzles.com/?load={compressed(fpuzzles_json(record))}\n"


def _iss_text(record: Record) -> str:
    return f"{string_of(record) or '.Shape~9x9'}\n"


NOTATION = Notation(
    "fpuzzles", "links of f-puzzles, with variants", read, _fpuzzles_text,
    keeps_marks=True, keeps_rules=True,
)  # fmt: skip

ISS = Notation(
    "iss", "strings of Interactive Sudoku Solver, with variants", read, _iss_text,
    keeps_marks=True, keeps_rules=True, keeps_boards=True,
)  # fmt: skip
