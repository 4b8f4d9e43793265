"""Grids over several lines: a row a line, with or without borders, and grids of candidates.

A row's cells are characters (``53..7....``), tokens with spaces between them (``5 3 . .``, ``12``,
``G``), or what stands between bars (``|5| | |``); any borders may be drawn around them.  On grids
of up to nine digits a token of several is a set of candidates; on bigger ones it is a number, and
a set has commas (``1,12``).  ``!`` is a cell without any candidate.

Boards follow one another with or without blank lines; blank lines may also stand between bands of
equal height within a board.  A line of words above a board is its label.  Borders that cut the
grid into equal boxes say which shape these have, and borders that enclose N regions of N cells say
which jigsaw it is, unless the rules do.

A fault costs one board: reading continues where the next one begins, which the number of rows and
the blank lines show.

SadMan Sudoku's ``.sdk`` files have a board of rows under header lines that begin with ``#``.  A
file with sections holds the givens under ``[Puzzle]`` and a player's progress under ``[State]``,
which is passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from cpsudoku.errors import FormatError
from cpsudoku.formats import other_boards
from cpsudoku.formats.base import MAX_SIZE, Job, Lines, Notation, Record
from cpsudoku.formats.boards import Boards
from cpsudoku.formats.drawing import draw
from cpsudoku.formats.layouts import MOST_LINES, Numbered, Prose, layouts, unread_words
from cpsudoku.formats.line import cells_text
from cpsudoku.formats.rows import NO_CANDIDATE, is_border, is_title
from cpsudoku.formats.symbols import ascii_cells

_MOST_CHARACTERS = MAX_SIZE * MAX_SIZE * 4


def read(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a text with a row of cells a line.

    A short text is read as a whole, so that nothing comes of a part that is misunderstood.
    """
    head = list(islice(lines, MOST_LINES))
    if len(head) == MOST_LINES or job.board_rules is not None:
        yield from _line_by_line(chain(head, lines), job)
        return
    tried = filter(None, (_whole_boards(way, job) for way in layouts(head)))
    found = next(tried, None) or list(_boards(iter(next(layouts(head))), job, Boards(job)))
    if len(found) == 1 and any(len(o) == 1 and o[0].puzzle != found[0].puzzle for o in tried):
        what = "rows that are another board with a first row or column left out"
        job.bad(FormatError(f"{what}; expected them without headings"), found[0].line)
        return
    dashes = {n for n, text in head if ascii_cells(text.strip()) == "-"}
    if dashes & {record.line for record in found} and sum(bool(t.strip()) for _, t in head) > 1:
        job.bad(FormatError("a dash by itself among other lines; expected rows of a board"))
        return
    yield from found


def _line_by_line(lines: Lines, job: Job) -> Iterator[Record]:
    marked = ((n, Prose(text) if is_title(text.strip()) else text) for n, text in lines)
    return _boards(marked, job, Boards(job))


def _whole_boards(lines: Numbered, job: Job) -> list[Record]:
    """Return the puzzles of a text, none unless all its rows are parts of boards."""
    faults: list[FormatError] = []
    trial = job.trial(faults.append)
    boards = Boards(trial)
    found = list(_boards(iter(lines), trial, boards))
    if faults or not found:
        return []
    found[-1] = found[-1]._replace(comment=boards.label or found[-1].comment)
    return list(map(unread_words, found))


def _boards(lines: Lines, job: Job, boards: Boards) -> Iterator[Record]:
    """Yield the puzzles of lines, each of which has one meaning."""
    for number, text in lines:
        if job.board_rules is not None:
            yield from boards.end()
            yield from other_boards.read(chain([(number, text)], lines), job)
            continue  # after a directive of other rules, or at the end
        stripped = text.strip()
        if not stripped:
            yield from boards.gap()
        elif isinstance(text, Prose):
            yield from boards.end()
            boards.label = "; ".join(filter(None, [boards.label, stripped]))
        elif stripped[0] == "#":
            if stripped.lstrip("# ").lower().startswith("rules:"):
                yield from boards.end()
            job.comment(stripped, number)
        elif len(stripped) > _MOST_CHARACTERS:
            yield from boards.end()
            job.bad(FormatError(f"a line of {len(text)} characters; expected a row"), number)
        elif is_border(ascii_cells(stripped)):
            yield from boards.border(text)
        else:
            yield from boards.row(number, text)
    yield from boards.end()


def text(record: Record) -> str:
    """Return a puzzle's givens as a drawn grid."""
    puzzle = record.puzzle
    symbols = (".", *puzzle.rules.symbols)
    return draw([symbols[digit] for digit in puzzle.digits], puzzle.rules)


def numbers_text(record: Record) -> str:
    """Return a puzzle's givens as rows of numbers, 0 for a blank."""
    size = record.puzzle.rules.size
    texts = [str(digit).rjust(len(str(size))) for digit in record.puzzle.digits]
    rows = (texts[start : start + size] for start in range(0, size * size, size))
    return "".join(" ".join(row) + "\n" for row in rows)


def candidates_text(record: Record) -> str:
    """Return a drawn grid of the candidates of each cell."""
    rules = record.puzzle.rules
    size, first = rules.size, rules.board.first
    between = "" if 0 <= first <= 10 - size else ","
    texts = [
        between.join(str(d + first) for d in range(size) if mask >> d & 1) or NO_CANDIDATE
        for mask in record.puzzle.candidates
    ]
    return draw(texts, rules)


_TAGS = {"A": "author", "C": "", "B": "date", "S": "source", "L": "level", "U": "address"}
"""What ``.sdk`` says after # and these; after ``#D`` stands a description, the record's label."""


def _without_tags(lines: Lines, labels: list[str], comments: list[str]) -> Lines:
    """Yield the lines of puzzles, and collect what the tags before them say."""
    wanted = True
    for number, text in lines:
        stripped = text.strip()
        is_tag = stripped.startswith("#") and not stripped[1:].lower().lstrip().startswith("rules:")
        if stripped.startswith("[") and stripped.endswith("]"):
            wanted = stripped[1:-1].strip().lower() == "puzzle"
            yield number, ""
        elif wanted and not is_tag:
            yield number, text
        elif wanted:
            tag, said = stripped[1:2], stripped[2:].strip()
            if tag == "D":
                labels.append(said)
            elif tag not in _TAGS:
                comments += filter(None, [stripped[1:].strip()])
            elif said:
                comments.append(f"{_TAGS[tag]}: {said}" if _TAGS[tag] else said)


def read_sdk(lines: Lines, job: Job) -> Iterator[Record]:
    """Yield the puzzles of a file of SadMan Sudoku, usually one."""
    labels: list[str] = []
    comments: list[str] = []
    for record in _line_by_line(_without_tags(lines, labels, comments), job):
        label, comment = " ".join(labels), "; ".join(comments)
        labels.clear()
        comments.clear()
        yield record._replace(label=label or record.label, comment=comment)


def sdk_text(record: Record) -> str:
    """Return a puzzle as rows, under a header with its label and comment."""
    tags = (("D", record.label), ("C", record.comment))
    header = [f"#{tag}{' '.join(said.split())}" for tag, said in tags if said.strip()]
    size, digits = record.puzzle.rules.size, record.puzzle.digits
    rows = [cells_text(digits[start : start + size], size) for start in range(0, size * size, size)]
    return "".join(f"{row}\n" for row in header + rows)


NOTATION = Notation("drawn", "a drawn grid", read, text, between="\n", keeps_boards=True)
NUMBERS = Notation(
    "numbers", "rows of numbers with spaces between them, 0 for a blank", read, numbers_text,
    between="\n", in_rows=True,
)  # fmt: skip
CANDIDATES = Notation(
    "candidates", "a drawn grid of the candidates of each cell", read, candidates_text,
    between="\n", keeps_marks=True, keeps_boards=True,
)  # fmt: skip
SDK = Notation(
    "sdk", "SadMan .sdk: header lines and rows", read_sdk, sdk_text, between="\n", in_rows=True
)
