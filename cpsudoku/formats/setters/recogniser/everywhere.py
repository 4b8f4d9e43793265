"""What sentences of the rules say to hold everywhere, of all lines, or of some rows and columns."""

from __future__ import annotations

import re

from cpsudoku.formats.setters.imported import diagonal_of
from cpsudoku.formats.setters.phrases import AT_LEAST, FORBIDS, LIMITS, number_in, whole
from cpsudoku.formats.setters.recogniser.lines import plain_line
from cpsudoku.formats.setters.recogniser.reader import Claim, Recogniser
from cpsudoku.variants.regions import ExtraRegion
from cpsudoku.variants.sum_lines import EqualSums


def read_words(reader: Recogniser) -> None:
    """Propose what sentences say to hold everywhere."""
    names = {getattr(one, "name", getattr(one, "kind", "")) for one in reader.job.added}
    for kind in ("antiknight", "antiking", "nonconsecutive"):
        every = reader.spoken.get(kind, ())
        if any(FORBIDS.search(one) and not LIMITS.search(one) for one in every) and (
            kind not in names
        ):
            reader.propose(kind, (0.9, 0.6), [Claim((), reader.variant(kind))])
    said = [one for one in reader.spoken.get("no sums", ()) if FORBIDS.search(one)]
    if said and "nosum" not in names:
        totals = re.findall(r"\b(?:\d+|five|ten)\b", said[0].lower())
        numbers = {whole(one) for one in totals if one != "2"} - {None}
        claims = [Claim((), reader.variant(f"nosum:{n}")) for n in sorted(filter(None, numbers))]
        reader.propose("no sums", (0.9, 0.6), claims)
    if "global mod" in reader.spoken:
        reader.propose("global mod", (0.8, 0.6), [Claim((), reader.variant("globalmod"))])
    least = number_in(reader.spoken.get("global apart", ()), AT_LEAST)
    if least is not None:
        lines = [g.cells for kind in ("row", "column") for g in reader.job.rules.of_kind(kind)]
        claims = [Claim((), reader.variant(f"whispers:{least}", line)) for line in lines]
        reader.propose("global apart", (0.8, 0.6), claims)
    if "disjoint" in reader.spoken and reader.job.rules.of_kind("box"):
        boxes = [sorted(group.cells) for group in reader.job.rules.of_kind("box")]
        places = [ExtraRegion(reader.board, cells) for cells in zip(*boxes, strict=True)]
        reader.propose("disjoint", (0.9, 0.6), [Claim((), place) for place in places])
    if "global entropy" in reader.spoken:
        reader.propose("global entropy", (0.8, 0.6), [Claim((), reader.variant("globalentropy"))])
    _indexing(reader)
    _magic_square(reader)
    _of_lines(reader)
    groups = {group.kind for group in reader.job.rules.groups} | names
    said = [
        one for one in reader.spoken.get("diagonal", ())
        if re.search(r"\b(?:both|main|long(?! as)|major|each|two)\b", one, re.I)
        and not re.search(r"\b(?:marked|indicated|blue|sum|may repeat|can repeat)\b", one, re.I)
    ]  # fmt: skip
    if (
        said
        and not groups & {"diagonal", "antidiagonal"}
        and reader.board.height == reader.board.width
    ):
        size = reader.board.height
        both = [Claim((), diagonal_of(size, kind)) for kind in ("diagonal", "antidiagonal")]
        reader.propose("diagonal", (0.85, 0.6), both)


def _of_lines(reader: Recogniser) -> None:
    """Propose what sentences say of all lines: different digits on each, or one total for all."""
    every = [t for t in reader.things if t.looks[-1] == "line" and t.points and plain_line(t)]
    lines = {thing.cells: thing for thing in every}
    size = reader.board.size
    if "lines differ" in reader.spoken:
        apart = [cells for cells in lines if len(set(cells)) == len(cells) <= size]
        claims = [Claim((), ExtraRegion(reader.board, cells)) for cells in apart]
        reader.propose("lines differ", (0.8, 0.6), claims)
    free = [cells for cells, thing in lines.items() if id(thing) not in reader.claimed]
    if "lines equal" in reader.spoken and len(free) > 1:
        things = tuple(lines[cells] for cells in free)
        one = EqualSums(reader.board, tuple(free))
        reader.propose("lines equal", (0.8, 0.4), [Claim(things, one)])


_MAGIC = 3  # rows of a magic square


def _magic_square(reader: Recogniser) -> None:
    """Propose that rows, columns and diagonals of a box have one total."""
    said = " ".join(reader.spoken.get("magic square", ()))
    boxes = reader.job.rules.of_kind("box")
    if not said or any(len(box.cells) != _MAGIC**2 for box in boxes) or len(boxes) != _MAGIC**2:
        return
    number = number_in([said], "box") or (len(boxes) + 1) // 2
    if number > len(boxes):
        return
    cells = sorted(boxes[number - 1].cells)
    rows = [tuple(cells[_MAGIC * n : _MAGIC * n + _MAGIC]) for n in range(_MAGIC)]
    columns = list(zip(*rows, strict=True))
    diagonals = [(cells[0], cells[4], cells[8]), (cells[2], cells[4], cells[6])]
    one = EqualSums(reader.board, (*rows, *columns, *diagonals))
    reader.propose("magic square", (0.8, 0.5), [Claim((), one)])


def _indexing(reader: Recogniser) -> None:
    """Propose that some columns, or rows, say where their number stands."""
    said = " ".join(reader.spoken.get("indexing", ())).lower()
    board = reader.board
    if not re.search(r"\b1-?5-?9\b|columns? (?:1|one)\b|first column", said) or not board.is_square:
        return
    by_row = "column" not in said
    wanted = {0, 4, 8} & {*range(board.height)}
    cells = [c for c, place in enumerate(board.places) if place[0 if by_row else 1] in wanted]
    name = "rowindexer" if by_row else "columnindexer"
    reader.propose("indexing", (0.8, 0.6), [Claim((), reader.variant(name, cells))])
