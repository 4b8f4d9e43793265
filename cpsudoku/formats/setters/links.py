"""Links with a puzzle in them, one a line; puzzles are written as links of f-puzzles."""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Job, Lines, Notation, Record
from cpsudoku.formats.setters import fpuzzles
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.formats.setters.writing import fpuzzles_json


def record_of(job: Import) -> Record:
    """Return the record of an imported puzzle.

    Args:
        job: the puzzle, and what was not understood of it.
    """
    return Record(job.puzzle(), label=job.title, ignored=tuple(job.ignored))


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
            if not fpuzzles.is_link(text):
                raise FormatError("no link with a puzzle in it; expected one of f-puzzles")
            yield record_of(fpuzzles.imported(text))._replace(source=job.source, line=number)
        except FormatError as error:
            job.bad(error, number)


def text(record: Record) -> str:
    """Return a puzzle as a link of f-puzzles.

    Args:
        record: the puzzle.

    Raises:
        FormatError: f-puzzles has no word for a constraint of it.
    """
    return f"https://f-puzzles.com/?load={compressed(fpuzzles_json(record))}\n"


NOTATION = Notation(
    "fpuzzles", "links of f-puzzles, with variants", read, text, keeps_marks=True, keeps_rules=True
)
