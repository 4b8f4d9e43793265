"""``cpsudoku book``: a booklet of puzzles, to be printed."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import count
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cpsudoku import coaching, files, generation, solving
from cpsudoku.backends import AUTO
from cpsudoku.cli import completion, failures, options, pictures, specs
from cpsudoku.cli.reading import Reader
from cpsudoku.cli.status import Status
from cpsudoku.coaching.columns import shown
from cpsudoku.drawing.booklets import PAPERS, SHAPES, Entry, pages
from cpsudoku.errors import (
    BackendUnavailableError,
    GenerationError,
    OptionError,
    UnsupportedError,
)
from cpsudoku.extras import needing
from cpsudoku.formats.base import locating_errors
from cpsudoku.logic.classes import HODOKU_CLASSES
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.symmetry.orbits import NONE

if TYPE_CHECKING:
    from pypdf import PdfWriter

_KINDS = (".pdf", ".svg", ".png")
_SCALE = 2.0


Puzzles = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[PUZZLE]...",
        help="A file of puzzles, - for standard input, or the puzzle itself; none with -n.",
        show_default=False,
    ),
]


def command(
    puzzles: Puzzles = None,
    *,
    output_file: Annotated[
        Path,
        typer.Option(
            "--output", "-o", metavar="FILE",
            help="book.pdf; or sheet.svg or sheet.png, of which each page is numbered.",
        ),
    ],
    number: Annotated[
        int | None,
        options.whole("--number", "-n", help="Make this many puzzles."),
    ] = None,
    er: Annotated[
        str | None,
        typer.Option(
            "--er", metavar="RATING|LEAST-MOST", help="On Sudoku Explainer's scale; with -n."
        ),
    ] = None,
    hodoku: Annotated[
        str | None,
        typer.Option(
            metavar="CLASS", help=f"{', '.join(HODOKU_CLASSES)}; with -n.",
            autocompletion=completion.some_of(lambda: HODOKU_CLASSES),
        ),
    ] = None,
    clues: Annotated[
        str | None, typer.Option(metavar="NUMBER|LEAST-MOST", help="Givens of each; with -n.")
    ] = None,
    symmetry: Annotated[
        str, typer.Option(metavar="NAME", help="Of the pattern of givens, as rotate180; with -n.")
    ] = NONE,
    seed: Annotated[
        int | None,
        options.whole_seed("Same seed, same booklet; with -n."),
    ] = None,
    title: Annotated[str, typer.Option("--title", help="What stands at the head of a page.")] = "",
    per_page: Annotated[
        int, options.whole("--per-page", most=12, help="1, 2, 4, 6, 9 or 12 puzzles.")
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

    With -n they are made, easy ones first. Else they come from files, or from `cpsudoku generate`
    through a pipe, which has more options; every one must have exactly one solution. A .png
    file needs the package cairosvg, a .pdf file pypdf too.

    Exit status: 0 done; 1 a puzzle has not just one solution, or there is none as asked for; 2
    wrong usage or bad input; 3 the timeout came first.
    """
    kind = output_file.suffix.lower()
    if kind not in _KINDS:
        raise OptionError(f"--output {output_file}: expected a name that ends in {_listed(_KINDS)}")
    if paper not in PAPERS:
        raise OptionError(f"--paper {paper}: expected one of {_listed(PAPERS)}")
    if per_page not in SHAPES:
        raise OptionError(f"--per-page {per_page}: expected {_listed(SHAPES)}")
    if kind == ".pdf":
        _pdf_writer()
    pictures.check(output_file)
    asked = {"er": er, "hodoku": hodoku, "clues": clues}
    if number is not None:
        if puzzles:
            raise OptionError("-n makes the puzzles; expected none beside it")
        asked |= {"rules": rules, "symmetry": symmetry}
        found = _made(number, asked, seed, timeout, difficulty)
    else:
        given = asked | {"symmetry": symmetry != NONE, "seed": seed is not None}
        for name in (name for name, value in given.items() if value):
            raise OptionError(f"--{name} is for puzzles that are made; expected -n too")
        source = Reader(puzzles or [options.standard_input()], rules=rules, notation=read_as)
        found = _checked(source, timeout, difficulty)
    if isinstance(found, Status):
        return found
    _write(pages(found, title=title, paper=paper, per_page=per_page), output_file)
    return Status.DONE


def _checked(source: Reader, timeout: float | None, difficulty: bool) -> list[Entry] | Status:
    """Return the puzzles that are read; or why there is no booklet of them."""
    entries = []
    for record in source:
        with locating_errors(record):
            result = solving.check(record.puzzle, seconds=timeout)
        if result.verdict is not Verdict.UNIQUE or result.solution is None:
            failures.tell(f"{record.place or record.puzzle}: {result.verdict.value}")
            return Status.UNKNOWN if result.verdict is Verdict.UNKNOWN else Status.NO
        rated = _told(_rated(record.puzzle, timeout)) if difficulty else ""
        caption = " · ".join(filter(None, [record.label, rated]))
        entries.append(Entry(record.puzzle, result.solution, caption))
    return entries


def _made(
    number: int, asked: dict[str, str | None], seed: int | None, timeout: float | None,
    difficulty: bool,
) -> list[Entry] | Status:  # fmt: skip
    """Return new puzzles, easy ones first where they are rated; or why there are none."""
    seed = generation.random_seed() if seed is None else seed
    spec = specs.spec_of(dict.fromkeys(specs.OPTIONS) | asked, seed, measured=False)
    attempts = generation.default_attempts(spec, AUTO)
    source = generation.Generation(
        spec, seed=seed, count=number, first=0, backend=AUTO, jobs=1,
        attempts=attempts, seconds=timeout,
    )  # fmt: skip
    try:
        made = list(source)
    except GenerationError as error:
        failures.tell(str(error))
        return Status.NO
    if source.timed_out:
        failures.tell(f"the timeout of {timeout:g} s was reached after {len(made)} of {number}")
        return Status.UNKNOWN
    failures.tell(f"the seed is {seed}")
    if not difficulty:
        return [Entry(one.puzzle, one.solution) for one in made]
    rated = [(one, _rated(one.puzzle, timeout)) for one in made]
    rated.sort(key=lambda pair: _rank(pair[1]))
    return [Entry(one.puzzle, one.solution, _told(found)) for one, found in rated]


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _rated(puzzle: Puzzle, timeout: float | None) -> coaching.Difficulty | None:
    try:
        return coaching.rate(puzzle, scales=("explainer",), seconds=timeout)
    except (UnsupportedError, BackendUnavailableError):
        return None  # a board that the techniques do not know has no such number


def _rank(found: coaching.Difficulty | None) -> float:
    """Return where a puzzle stands among others: one that is not rated, last."""
    return inf if found is None or found.er is None else found.er


def _told(found: coaching.Difficulty | None) -> str:
    er = None if found is None else shown(found).get("er")
    return "" if er is None else f"ER {er}"


def _write(drawn: Iterator[str], path: Path) -> None:
    if path.suffix.lower() == ".pdf":
        _write_pdf(drawn, path)
        return
    names = (path.with_name(f"{path.stem}-{number:03}{path.suffix}") for number in count(1))
    sheets = zip(names, drawn, strict=False)
    files.write_together({name: pictures.content(page, name, _SCALE) for name, page in sheets})


def _pdf_writer() -> PdfWriter:
    with needing(".pdf files need", "pypdf", "cairosvg"):
        from pypdf import PdfWriter
    return PdfWriter()


def _write_pdf(drawn: Iterator[str], path: Path) -> None:
    from cpsudoku.drawing.converting import converted

    writer = _pdf_writer()
    for page in drawn:
        writer.append(io.BytesIO(converted(page, "pdf")))
    with files.appearing(path) as out:
        writer.write(out)
