"""``cpsudoku show`` and ``convert``: a puzzle as a picture or a page, or in another notation."""

from __future__ import annotations

from pathlib import Path

from cpsudoku.asking import solving
from cpsudoku.asking.outcomes import Status
from cpsudoku.asking.questions.copy import Copy
from cpsudoku.cli import failures, options
from cpsudoku.cli.answering import Limit
from cpsudoku.cli.declaring import OUTPUT, as_command, number, option, seconds
from cpsudoku.cli.options import (
    OnePuzzle,
    Reading,
    Writing,
    given_puzzle,
    one_puzzle,
    reading,
    writing,
)
from cpsudoku.cli.sharding import Sharding, Task, sharding
from cpsudoku.drawing import converting, in_text
from cpsudoku.errors import OptionError
from cpsudoku.formats.base import locating_errors
from cpsudoku.ground import extras, files
from cpsudoku.ground.deadline import limit_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.output import destination

_ENDINGS = {".svg", ".png", ".pdf", ".html"}
_TEXT = {"", ".txt", ".text"}

_SECONDS = 20.0
"""For the steps of a page, unless asked otherwise."""

_MOST_MARKS = 1 << 18
"""Candidates in a picture: those of an empty 64×64; more take seconds and 70 MB."""


_DRAWN = "Drawing"


@as_command(
    {
        "cpsudoku show puzzle.txt": "A drawing in text",
        "cpsudoku show puzzle.txt --candidates -o puzzle.svg": "A picture with pencil marks",
        "cpsudoku show puzzle.txt -o puzzle.html": "A page to play on, in one file",
    }
)
@one_puzzle
@option("--candidates -c", "Show what peers leave to open cells.", heading=_DRAWN)
@option("--solution", "Show the solution, with the givens distinguished.", heading=_DRAWN)
@option(
    "--givens -g PUZZLE", "The puzzle as it was given: other digits are shown as entries.",
    heading=_DRAWN,
)  # fmt: skip
@option("--labels", "Number rows and columns at the edge.", heading=_DRAWN)
@number("--scale FACTOR", "Size of a .png.", 2.0, least=0.1, most=20, heading=_DRAWN)
@seconds(
    "--timeout", "Time limit for the solution or the steps of a page, in seconds.",
    usual="20 for a page, else none", heading=_DRAWN,
)  # fmt: skip
@options.OUTPUT_FILE
@options.QUIET
def show(
    one: OnePuzzle,
    *,
    candidates: bool,
    solution: bool,
    givens: str | None,
    labels: bool,
    scale: float,
    timeout: float | None,
    output_file: Path | None,
    quiet: bool,
) -> Status:
    """Show a puzzle of any rules: drawn as text, or as .svg, .png, .pdf or .html with --output.

    Givens are bold, entries blue and slanted; pencil marks are shown where the puzzle has them.
    Text names cages, lines and other clues below the picture.
    .html is a page to play on in a single file, with the rules in words and the steps to the
    solution as hints; it needs no server.  --timeout limits these steps.
    .png and .pdf need the package cairosvg, .html fastapi.

    Exit status: 0 done; 1 --solution, and there is none; 2 usage error or bad input; 3 a limit was
    reached.
    """
    kind = _kind(output_file)
    limit_of(timeout)
    if output_file is not None:
        converting.checked_kind(output_file)  # before any work
    record = one.record("a picture is of one")
    if kind == ".html":
        if candidates or solution or labels or givens is not None:
            raise OptionError("a page shows all this itself: expected no option but --timeout")
        with extras.needing("a page needs", "fastapi"):
            from cpsudoku.web.static import single_file

            page = single_file(record, _SECONDS if timeout is None else timeout)
        with destination(output_file) as out:
            out.write(page.decode())
        return Status.DONE
    shown = record.puzzle
    start = None if givens is None else given_puzzle(givens, one.rules)
    if start is not None and start.rules != shown.rules:
        raise OptionError("--givens: a puzzle of other rules")
    grid = None
    if solution:
        with locating_errors(record):
            result = solving.solve(shown, seconds=timeout)
        if result.solution is None:
            failures.report(in_text.verdict(result))
            return Status.UNKNOWN if result.verdict.value == "unknown" else Status.NO
        grid = result.solution
    if candidates:
        from cpsudoku.logic import Position

        shown = Puzzle(shown.rules, Position.of(shown).masks)
    if output_file is None or kind in _TEXT:
        _as_text(shown, grid, output_file)
        return Status.DONE
    if grid is None and (candidates or shown.has_pencil_marks):
        _refuse_too_many(shown)
    given = None if start is None else {c for c, digit in enumerate(start.digits) if digit}
    from cpsudoku.drawing.puzzles import puzzle_svg  # which `convert` has no need of

    drawn = puzzle_svg(
        shown, solution=grid, givens=given, candidates=candidates or None, labelled=labels
    )
    files.write_together({output_file: converting.content(drawn, output_file, scale)})
    return Status.DONE


def _kind(path: Path | None) -> str:
    ending = options.ending_of(path)
    if ending not in _ENDINGS | _TEXT:
        known = ", ".join(sorted(_ENDINGS))
        raise OptionError(f"--output {path}: expected {known}, or .txt for text")
    return ending


def _refuse_too_many(shown: Puzzle) -> None:
    open_cells = (m for m, digit in zip(shown.candidates, shown.digits, strict=True) if not digit)
    marks = sum(mask.bit_count() for mask in open_cells)
    if marks > _MOST_MARKS:
        raise OptionError(
            f"a picture of {marks:,} candidates could hardly be opened; "
            f"expected at most {_MOST_MARKS:,}, or text"
        )


def _as_text(shown: Puzzle, grid: tuple[int, ...] | None, path: Path | None) -> None:
    if grid is not None:
        text = in_text.picture(grid, shown)
    elif shown.has_pencil_marks:
        text = in_text.picture_of(in_text.marks(shown.candidates, shown.rules), shown)
    else:
        text = in_text.picture(shown.digits, shown)
    with destination(path) as out:
        out.write(text + "".join(f"{clue}\n" for clue in in_text.clues(shown.rules)))


@as_command(
    {
        "cpsudoku convert puzzles.sdk -o puzzles.csv": "A table of a file of puzzles",
        "cpsudoku convert puzzle.txt -f fpuzzles": "A link that f-puzzles opens",
        "cpsudoku convert puzzle.txt -f drawn": "A drawing in text",
    }
)
@reading
@writing
@option("--lossy", "Drop pencil marks that the format has no place for.", heading=OUTPUT)
@options.WHOLE_TIMEOUT
@sharding()
def convert(
    reading: Reading,
    writing: Writing,
    sharding: Sharding,
    *,
    lossy: bool,
    timeout: float | None,
) -> Status:
    """Write puzzles in another notation.

    Without --format the name of the output file decides (.csv, .json, .jsonl, .sdk, .sdm), and
    otherwise it is one line a puzzle.  Solutions, names and comments go along where the notation
    has a place for them.

    Links and JSON of setters' programs are read with their variants; what is only drawn has no
    meaning, and is named by its looks on standard error; --map says what it means.

    Exit status: 0 done; 2 usage error or bad input; 3 time ran out, and some are not written.
    """
    if sharding.is_wanted:
        task = Task("convert", reading.apart(), Copy(), writing.kind, lossy=lossy)
        return sharding.of_puzzles(reading, task, quiet=writing.quiet)
    limit, source = Limit(timeout), reading.source()
    written = writing.copied(limit.until(source), lossy=lossy)
    source.report_bad(written, quiet=writing.quiet)
    return limit.status(written)
