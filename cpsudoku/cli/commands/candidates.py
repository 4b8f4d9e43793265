"""``cpsudoku candidates``: for each cell the digits that occur in some solution."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku import solving
from cpsudoku.bulk.asking import Shared
from cpsudoku.bulk.briefly import Settled
from cpsudoku.cli import diagnosing, showing
from cpsudoku.cli.declaring import SEARCH, as_command, whole
from cpsudoku.cli.options import Answering, Reading, Searching, answering, reading, searching
from cpsudoku.cli.sharding import Sharding, sharding
from cpsudoku.cli.status import Status
from cpsudoku.deferred import np
from cpsudoku.formats import Record
from cpsudoku.rules import Board, cell_name, digits_of_mask
from cpsudoku.tables import arrow
from cpsudoku.tables.blocks import CELLS, Digits
from cpsudoku.witnesses import TrueCandidates

_STATUSES = {"known": Status.DONE, "without solution": Status.NO, "unknown": Status.UNKNOWN}


@as_command(
    {
        "cpsudoku candidates puzzle.txt": "The digits that each cell can take",
        "cpsudoku candidates puzzle.txt --most 10": "With the number of solutions, up to 10",
        "cpsudoku candidates puzzles.csv --json -o cells.jsonl": "With a witness for each digit",
    }
)
@reading
@whole("--most -m", "Count the solutions for each digit, up to N.", 1, value="N", heading=SEARCH)
@searching
@answering
@sharding(100_000)
def command(
    reading: Reading,
    searching: Searching,
    answering: Answering,
    sharding: Sharding,
    *,
    most: int,
) -> Status:
    """Find for each cell the digits that occur in some solution.

    One puzzle is drawn with these digits in its cells; several are a line each, with spaces
    between the cells.  JSON has a solution for each digit as well, its witness.

    --most N counts for each digit the solutions that have it, up to N: below the picture stand
    the digits in fewer, in a line each has its count (2:5,3:1), and JSON has ``counts``.

    Exit status: 0 all are known; 1 some puzzle has no solution; 2 usage error or bad input; 3
    time ran out before it was certain that no other digit occurs.
    """
    if sharding.is_wanted:
        return sharding.of_puzzles(reading)
    question = Shared.asking(
        solving.candidates,
        lambda lot: lot.with_one(lambda puzzle, grid: TrueCandidates.of_unique(puzzle, grid, most)),
        backend=searching.backend, options=searching.backend_options, most=most,
        seconds=searching.timeout, seed=searching.seed,
    )  # fmt: skip
    shown = diagnosing.Shown(
        _line,
        _document,
        _words,
        _STATUSES,
        drawn=_picture,
        brief=None if most > 1 else diagnosing.Brief("known", _lines, columns=_settled),
        columns=lambda _, found: {"candidates": _cells(found), "complete": found.complete},
    )
    return shown.run(question, reading.reader(), answering, what="searching")


def _words(found: TrueCandidates) -> str:
    if not found.complete:
        return "unknown"
    return "known" if found.unique or all(found.masks) else "without solution"


def _lines(settled: Settled) -> bytes:
    """Return the lines of classic puzzles: their solutions, with spaces between the cells."""
    text = _characters(settled, 2 * CELLS)
    text[:, -1] = ord("\n")
    return text.tobytes()


def _characters(settled: Settled, width: int) -> Digits:
    """Return solutions with a space after each cell, up to this many characters."""
    text = np.full((len(settled.solutions), width), ord(" "), dtype=np.uint8)
    text[:, ::2] = settled.solutions
    text[:, ::2] += ord("0")
    return text


def _settled(settled: Settled) -> dict[str, object]:
    text = _characters(settled, 2 * CELLS - 1)
    return {"candidates": arrow.texts_in_rows(text), "complete": True}


def _line(record: Record, found: TrueCandidates) -> str:
    text = _cells(found)
    return f"{text}\n" if found.complete else f"{text} # there may be more\n"


def _cells(found: TrueCandidates) -> str:
    rules = found.puzzle.rules
    if found.most > 1:
        counted = (
            ",".join(
                f"{rules.symbols[d - 1]}:{found.counts[cell, d]}" for d in digits_of_mask(mask)
            )
            for cell, mask in enumerate(found.masks)
        )
        return " ".join(one or "-" for one in counted)
    if found.unique:  # four times as quick
        return " ".join([rules.symbols[digit - 1] for digit in found.unique])
    return " ".join(showing.marks(found.masks, rules))


def _rare(found: TrueCandidates) -> str:
    """Return the digits that are in fewer solutions than were asked for, a line for each count."""
    rules = found.puzzle.rules
    cells: dict[int, list[str]] = {}
    for (cell, digit), count in sorted(found.counts.items()):
        name = f"{cell_name(cell, rules.board)}={rules.symbols[digit - 1]}"
        cells.setdefault(count, []).append(name)
    return "".join(
        f"In {count} solution{'s' if count > 1 else ''}: {' '.join(cells[count])}\n"
        for count in sorted(cells)
        if count < found.most
    )


def _picture(record: Record, found: TrueCandidates) -> str:
    puzzle = record.puzzle
    text = showing.picture_of(showing.marks(found.masks, puzzle.rules), puzzle) + _rare(found)
    if not found.complete:
        return f"{text}There may be more: a limit was reached.\n"
    return text if all(found.masks) else f"{text}There is no solution.\n"


def _witnesses(found: TrueCandidates) -> dict[str, dict[str, str]]:
    """Return for each cell its digits, each with a solution as a line."""
    rules = found.puzzle.rules
    symbols, names = rules.symbols, _names(rules.board)
    if found.unique:
        line = rules.text(found.unique)
        return {n: {symbols[d - 1]: line} for n, d in zip(names, found.unique, strict=True)}
    # By what they are, not by what they hold: a grid is the witness of many digits.
    grids = {id(grid): grid for grid in found.witnesses.values()}
    lines = {number: rules.text(grid) for number, grid in grids.items()}
    return {
        names[cell]: {
            symbols[digit - 1]: lines[id(found.witnesses[cell, digit])]
            for digit in digits_of_mask(mask)
        }
        for cell, mask in enumerate(found.masks)
    }


@lru_cache(maxsize=16)
def _names(board: Board) -> tuple[str, ...]:
    return tuple(cell_name(cell, board) for cell in range(len(board.places)))


def _document(record: Record, found: TrueCandidates) -> dict[str, object]:
    rules = record.puzzle.rules
    document: dict[str, object] = {"candidates": _witnesses(found)}
    if found.most > 1:
        names = _names(rules.board)
        document["counts"] = {
            names[cell]: {rules.symbols[d - 1]: found.counts[cell, d] for d in digits_of_mask(mask)}
            for cell, mask in enumerate(found.masks)
        }
    document["complete"] = found.complete
    return document
