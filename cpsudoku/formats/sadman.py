"""SadMan Sudoku's ``.sdk`` files: a board of rows under header lines that begin with ``#``.

==========  ======================================
``#A``      author
``#D``      description, which is the record's label
``#C``      comment
``#B``      date
``#S``      source
``#L``      level of difficulty
``#U``      address
==========  ======================================

A file with sections holds the givens under ``[Puzzle]`` and a player's progress under ``[State]``,
which is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.formats import drawn
from cpsudoku.formats.base import Job, Lines, Notation, Record
from cpsudoku.formats.line import cells_text

_TAGS = {
    "A": "author",
    "C": "",
    "B": "date",
    "S": "source",
    "L": "level",
    "U": "address",
}


class _Header:
    """Collects the tags and passes the rest on."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines
        self.label: list[str] = []
        self.comments: list[str] = []

    def rest(self) -> Lines:
        """Yield the lines that are neither tags nor outside of the puzzle."""
        wanted = True
        for number, text in self._lines:
            stripped = text.strip()
            if stripped.startswith("[") and stripped.endswith("]"):
                wanted = stripped[1:-1].strip().lower() == "puzzle"
                yield number, ""
            elif wanted and not (stripped.startswith("#") and self._take(stripped[1:])):
                yield number, text

    def _take(self, body: str) -> bool:
        if body.lower().lstrip().startswith("rules:"):
            return False
        tag, text = body[:1], body[1:].strip()
        if tag == "D":
            self.label.append(text)
        elif tag in _TAGS and text:
            self.comments.append(f"{_TAGS[tag]}: {text}" if _TAGS[tag] else text)
        elif tag not in _TAGS and body.strip():
            self.comments.append(body.strip())
        return True


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a file, usually one."""
    header = _Header(lines)
    for record in drawn.read(header.rest(), job):
        label, comment = " ".join(header.label), "; ".join(header.comments)
        header.label, header.comments = [], []
        yield record._replace(label=label or record.label, comment=comment)


def text(record: Record) -> str:
    """Return a puzzle with its header.

    Args:
        record: the puzzle; its label and comment go to the header.
    """
    tags = (("D", record.label), ("C", record.comment))
    header = [f"#{tag}{' '.join(said.split())}" for tag, said in tags if said.strip()]
    size, digits = record.puzzle.rules.size, record.puzzle.digits
    rows = [cells_text(digits[start : start + size], size) for start in range(0, size * size, size)]
    return "".join(f"{row}\n" for row in header + rows)


NOTATION = Notation(
    "sdk", "SadMan .sdk: header lines and rows", read, text, between="\n", in_rows=True
)
