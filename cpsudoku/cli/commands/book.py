"""``cpsudoku book``: a booklet of puzzles, to be printed."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cpsudoku import files
from cpsudoku.cli import completion, options, pictures
from cpsudoku.cli.booklets import BookletWork, Group, groups_of
from cpsudoku.cli.bundles import Reading, bundled
from cpsudoku.cli.options import option, whole, whole_seed
from cpsudoku.cli.specs import Wish
from cpsudoku.cli.status import Status
from cpsudoku.drawing.booklets import PAPERS, SHAPES, pages
from cpsudoku.errors import (
    OptionError,
)
from cpsudoku.extras import needing
from cpsudoku.logic.classes import HODOKU_CLASSES
from cpsudoku.processors import useful_workers
from cpsudoku.symmetry.orbits import NONE

if TYPE_CHECKING:
    from pypdf import PdfWriter

_KINDS = (".pdf", ".svg", ".png")
_SCALE = 2.0


@bundled
def command(
    reading: Reading,
    *,
    output_file: Annotated[
        Path,
        option(
            "--output -o FILE",
            "book.pdf; or sheet.svg or sheet.png, of which each page is numbered.",
        ),
    ],
    number: Annotated[int | None, whole("--number -n", "Make this many puzzles.")] = None,
    make: Annotated[
        str | None,
        option(
            "--make 'NUMBER CLASS, ...'",
            "Make some of each, as '10 easy, 20 medium, 5 7.0-8.0': HoDoKu's class, or ER.",
        ),
    ] = None,
    er: Annotated[
        str | None, option("--er RATING|LEAST-MOST", "On Sudoku Explainer's scale; with -n.")
    ] = None,
    hodoku: Annotated[
        str | None,
        option(
            "--hodoku CLASS",
            f"{', '.join(HODOKU_CLASSES)}; with -n.",
            completes=completion.some_of(lambda: HODOKU_CLASSES),
        ),
    ] = None,
    clues: Annotated[
        str | None, option("--clues NUMBER|LEAST-MOST", "Givens of each; with -n.")
    ] = None,
    symmetry: Annotated[
        str, option("--symmetry NAME", "Of the pattern of givens, as rotate180; with -n.")
    ] = NONE,
    seed: Annotated[int | None, whole_seed("Same seed, same booklet; with -n.")] = None,
    title: Annotated[str, option("--title", "What stands at the head of a page.")] = "",
    per_page: Annotated[int, whole("--per-page", "1, 2, 4, 6, 9 or 12 puzzles.", most=12)] = 2,
    paper: Annotated[str, option("--paper NAME", ", ".join(PAPERS), among=lambda: PAPERS)] = "a4",
    difficulty: Annotated[
        bool, option("--difficulty/--no-difficulty", "Whether puzzles are rated.")
    ] = True,
    answers: Annotated[
        bool, option("--answers/--no-answers", "Whether the solutions follow.")
    ] = True,
    timeout: options.Timeout = None,
    jobs: options.Jobs = None,
    quiet: options.Quiet = False,
) -> Status:
    """Print puzzles as a booklet, with numbers and difficulty, and the solutions at the end.

    With -n they are made, easy ones first; with --make some of each difficulty. Else they come from
    files, or from `cpsudoku generate` through a pipe, which has more options; every one must have
    exactly one solution. A .png file needs the package cairosvg, a .pdf file pypdf too.

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
    work = BookletWork(timeout, useful_workers(jobs), difficulty, quiet)
    if number is not None or make is not None:
        if reading.puzzles:
            raise OptionError(
                f"{'-n' if make is None else '--make'} makes the puzzles; expected none beside it"
            )
        if make is not None and (number or er or hodoku):
            raise OptionError(
                "--make says how many there are of which difficulty; "
                "expected no -n, --er or --hodoku beside it"
            )
        groups = [Group(number or 0)] if make is None else groups_of(make)
        wish = Wish(reading.rules, clues, symmetry=symmetry, er=er, hodoku=hodoku)
        found = work.made(groups, wish, seed)
    else:
        given = {
            "er": er, "hodoku": hodoku, "clues": clues, "symmetry": symmetry != NONE,
            "seed": seed is not None,
        }  # fmt: skip
        for name in (name for name, value in given.items() if value):
            raise OptionError(f"--{name} is for puzzles that are made; expected -n or --make too")
        reader = reading.reader()
        found = work.checked(reader)
        reader.tell_bad(quiet=quiet)
    if isinstance(found, Status):
        return found
    drawn = pages(found, title=title, paper=paper, per_page=per_page, answers=answers)
    _write(drawn, output_file)
    return Status.DONE


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


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
