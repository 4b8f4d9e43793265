"""``cpsudoku book``: a booklet of puzzles, to be printed."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from cpsudoku import coaching, solving
from cpsudoku.cli import completion, failures, options, output, pictures
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.drawing.booklets import PAPERS, SHAPES, Entry, pages
from cpsudoku.errors import BackendUnavailableError, OptionError, UnsupportedError
from cpsudoku.formats.base import locating_errors
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict

_KINDS = (".pdf", ".svg", ".png")
_SCALE = 2.0


def command(
    puzzles: options.Puzzles,
    *,
    output_file: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE",
            help="book.pdf; or sheet.svg or sheet.png, of which each page is numbered.",
        ),
    ],
    title: Annotated[str, typer.Option("--title", help="What stands at the head of a page.")] = "",
    per_page: Annotated[
        int, typer.Option("--per-page", metavar="NUMBER", help="1, 2, 4, 6, 9 or 12 puzzles.")
    ] = 2,
    paper: Annotated[
        str,
        typer.Option(
            "--paper", metavar="NAME", help=", ".join(PAPERS),
            autocompletion=completion.one_of(lambda: PAPERS),
        ),
    ] = "a4",
    difficulty: Annotated[
        bool, typer.Option("--difficulty/--no-difficulty", help="Whether puzzles are rated.")
    ] = True,
    timeout: options.Timeout = None,
    read_as: options.ReadAs = None,
    rules: options.RulesSpec = None,
) -> Status:  # fmt: skip
    """Print puzzles as a booklet, with numbers and difficulty, and the solutions at the end.

    The puzzles come from files, or from `cpsudoku generate` through a pipe. Every one must have
    exactly one solution. It needs the extra cpsudoku[pictures], but for .svg.

    Exit status: 0 done; 1 a puzzle has not just one solution; 2 wrong usage or bad input; 3 it was
    not known in time whether it has.
    """
    kind = output_file.suffix.lower()
    if kind not in _KINDS:
        raise OptionError(f"--output {output_file}: expected a name that ends in {_listed(_KINDS)}")
    if paper not in PAPERS:
        raise OptionError(f"--paper {paper}: expected one of {_listed(PAPERS)}")
    if per_page not in SHAPES:
        raise OptionError(f"--per-page {per_page}: expected {_listed(SHAPES)}")
    entries = []
    for record in Reader(puzzles, rules=rules, notation=read_as):
        with locating_errors(record):
            result = solving.check(record.puzzle, seconds=timeout)
        if result.verdict is not Verdict.UNIQUE or result.solution is None:
            failures.tell(f"{record.place or record.puzzle}: {result.verdict.value}")
            return Status.UNKNOWN if result.verdict is Verdict.UNKNOWN else Status.NO
        rated = _rated(record.puzzle, timeout) if difficulty else ""
        caption = " · ".join(filter(None, [record.label, rated]))
        entries.append(Entry(record.puzzle, result.solution, caption))
    _write(pages(entries, title=title, paper=paper, per_page=per_page), output_file)
    return Status.DONE


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _rated(puzzle: Puzzle, timeout: float | None) -> str:
    try:
        found = coaching.rate(puzzle, scales=("explainer",), seconds=timeout)
    except (UnsupportedError, BackendUnavailableError):
        return ""  # a board that the techniques do not know has no such number
    return "" if found.er is None else f"ER {'≥ ' if found.at_least else ''}{found.er}"


def _write(drawn: Iterator[str], path: Path) -> None:
    if path.suffix.lower() == ".pdf":
        _write_pdf(drawn, path)
        return
    for number, page in enumerate(drawn, start=1):
        pictures.write(page, path.with_name(f"{path.stem}-{number:03}{path.suffix}"), _SCALE)


def _write_pdf(drawn: Iterator[str], path: Path) -> None:
    from cpsudoku.drawing.converting import converted

    try:
        from pypdf import PdfWriter
    except ImportError as error:
        raise BackendUnavailableError(
            ".pdf files need pypdf: pip install 'cpsudoku[pictures]'"
        ) from error
    writer = PdfWriter()
    for page in drawn:
        writer.append(io.BytesIO(converted(page, "pdf")))
    with output.binary_destination(path) as out:
        writer.write(out)
