"""``cpsudoku book``: a booklet of puzzles, made by difficulty or read, to be printed."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from cpsudoku import generation
from cpsudoku.asking import solving
from cpsudoku.asking.outcomes import Status
from cpsudoku.asking.questions.rate import Rate
from cpsudoku.cli import failures, options, progress
from cpsudoku.cli.declaring import OUTPUT, Name, as_command, file, option, whole
from cpsudoku.cli.options import Reading, reading
from cpsudoku.cli.specs import Wish, symmetry_option
from cpsudoku.drawing import converting
from cpsudoku.drawing.booklets import PAPERS, SHAPES, Entry, pages
from cpsudoku.errors import (
    BackendUnavailableError,
    GenerationError,
    OptionError,
    UnsupportedError,
    quoted,
)
from cpsudoku.formats.base import Record, locating_errors
from cpsudoku.ground import files
from cpsudoku.ground.deadline import Deadline
from cpsudoku.ground.extras import needing
from cpsudoku.ground.processes import useful_workers
from cpsudoku.logic.classes import HODOKU_CLASSES
from cpsudoku.logic.explaining.difficulty import Difficulty, shown
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rows.block import of_records
from cpsudoku.symmetry.orbits import NONE

if TYPE_CHECKING:
    from pypdf import PdfWriter


class Group(NamedTuple):
    """Puzzles of one difficulty: HoDoKu's class, or an ER or its least and most; empty for any."""

    number: int
    level: str = ""
    er: str = ""


def groups_of(text: str) -> list[Group]:
    """Return the groups that a text such as ``10 easy, 20 medium, 5 7.0-8.0`` asks for."""
    groups = []
    for part in text.split(","):
        found = re.fullmatch(r"\s*([1-9][0-9]{0,5})\s+([a-z]+|[0-9][0-9.-]*)\s*", part.lower())
        if found is None or (found[2].isalpha() and found[2] not in HODOKU_CLASSES):
            raise OptionError(
                f"--make {quoted(part.strip())}; expected a number and "
                f"{', '.join(HODOKU_CLASSES)}, or a rating such as 4.0-5.0"
            )
        groups.append(Group(int(found[1]), **{"level" if found[2].isalpha() else "er": found[2]}))
    return groups


class BookletWork(NamedTuple):
    """How the puzzles of a booklet are made, checked and rated."""

    timeout: float | None
    threads: int
    difficulty: bool
    quiet: bool

    def checked(self, source: Iterable[Record]) -> list[Entry] | Status:
        """Return the puzzles that are read; the exit status if one of them cannot be printed."""
        read, solutions = [], []
        for record in source:
            with locating_errors(record):
                result = solving.check(record.puzzle, seconds=self.timeout)
            if result.verdict is not Verdict.UNIQUE or result.solution is None:
                failures.report(f"{record.place or record.puzzle}: {result.verdict.value}")
                return Status.UNKNOWN if result.verdict is Verdict.UNKNOWN else Status.NO
            read.append(record)
            solutions.append(result.solution)
        ratings = self.rated([record.puzzle for record in read])
        return [
            Entry(record.puzzle, solution, _caption(record.label, rating), record.words)
            for record, solution, rating in zip(read, solutions, ratings, strict=True)
        ]

    def made(self, groups: Sequence[Group], asked: Wish, seed: int | None) -> list[Entry] | Status:
        """Return new puzzles, in each group easy ones first, or the status that says why not."""
        seed = generation.random_seed() if seed is None else seed
        deadline, total = Deadline(self.timeout), sum(group.number for group in groups)
        entries: list[Entry] = []
        with progress.bar("book", total=total, quiet=self.quiet) as advance:
            for group in groups:
                wish = replace(asked, hodoku=group.level or asked.hodoku, er=group.er or asked.er)
                spec = wish.spec(seed)
                maker = generation.maker_of(
                    spec, seed=seed, jobs=self.threads, seconds=deadline.left
                )
                numbers = range(len(entries), len(entries) + group.number)
                source = generation.Generation(maker, numbers)
                try:
                    made = []
                    for one in source:
                        made.append(one)
                        advance(1)
                except GenerationError as error:
                    failures.report(str(error))
                    return Status.NO
                if source.timed_out:
                    reached = f"{len(entries) + len(made)} of {total}"
                    failures.report(
                        f"the timeout of {self.timeout:g} s was reached after {reached}"
                    )
                    return Status.UNKNOWN
                ratings = self.rated([one.puzzle for one in made])
                pairs = sorted(zip(made, ratings, strict=True), key=lambda pair: _rank(pair[1]))
                entries += (
                    Entry(one.puzzle, one.solution, _caption(group.level, rating))
                    for one, rating in pairs
                )
        if not self.quiet:
            failures.report(f"the seed is {seed}")
        return entries

    def rated(self, puzzles: Sequence[Puzzle]) -> list[Difficulty | None]:
        """Return the ratings of puzzles; None if not wanted or not known."""
        if not self.difficulty or not puzzles:
            return [None] * len(puzzles)
        try:
            question = Rate(("explainer",), self.timeout)
            block = of_records(list(map(Record, puzzles)))
            return [*question.each(block, self.threads)]
        except (UnsupportedError, BackendUnavailableError):  # of a board beside others, perhaps
            if len(puzzles) == 1:
                return [None]
            return [one for puzzle in puzzles for one in self.rated([puzzle])]


def _rank(found: Difficulty | None) -> float:
    """Return the rank of a puzzle among others; one without a rating is last."""
    return inf if found is None or found.er is None else found.er


def _caption(name: str | None, rating: Difficulty | None) -> str:
    er = None if rating is None else shown(rating).get("er")
    return " · ".join(filter(None, [name, er and f"ER {er}"]))


_KINDS = (".pdf", ".svg", ".png")
_SCALE = 2.0


_MADE = "New puzzles"
_LAYOUT = "Layout"


@as_command(
    {
        "cpsudoku book -n 10 --hodoku easy -o easy.pdf": "Ten new easy puzzles",
        "cpsudoku book --make '10 easy, 5 hard' -o book.pdf": "Easy ones, then hard ones",
        "cpsudoku book puzzles.txt --per-page 4 --no-answers -o sheet.svg": "Puzzles of a file",
    }
)
@reading
@file(
    "--output -o FILE", "book.pdf; or page.svg or page.png, a numbered file for each page.",
    name="output_file", required=True, heading=OUTPUT,
)  # fmt: skip
@whole("--number -n", "Make this many puzzles.", heading=_MADE)
@option(
    "--make 'NUMBER CLASS, ...'",
    "Make puzzles of several difficulties, such as '10 easy, 5 7.0-8.0': HoDoKu's class, or ER.",
    heading=_MADE,
)
@option(
    "--er RATING|LEAST-MOST", "Sudoku Explainer's rating, such as 4.0-5.0; with -n.", heading=_MADE
)
@option(
    "--hodoku CLASS", f"HoDoKu's class: {', '.join(HODOKU_CLASSES)}; with -n.",
    heading=_MADE,
    kind=Name("class", HODOKU_CLASSES),
)  # fmt: skip
@option(
    "--clues NUMBER|LEAST-MOST", "Givens of each puzzle, such as 24-28; with -n.", heading=_MADE
)
@symmetry_option("Symmetry of the givens, with -n", _MADE)
@options.whole_seed("The same seed gives the same booklet; with -n.", heading=_MADE)
@option("--title TEXT", "Text at the head of each page.", "", heading=_LAYOUT)
@whole("--per-page", "Puzzles on a page: 1, 2, 4, 6, 9 or 12.", 2, most=12, heading=_LAYOUT)
@option(
    "--paper NAME",
    f"Size of the paper: {', '.join(PAPERS)}.",
    "a4",
    heading=_LAYOUT,
    kind=Name("paper", PAPERS),
)
@option("--difficulty/--no-difficulty", "Print how hard each puzzle is.", True, heading=_LAYOUT)
@option("--answers/--no-answers", "Print the solutions at the end.", True, heading=_LAYOUT)
@options.TIMEOUT
@options.QUIET
@options.JOBS
def command(
    reading: Reading,
    *,
    output_file: Path,
    number: int | None,
    make: str | None,
    er: str | None,
    hodoku: str | None,
    clues: str | None,
    symmetry: str,
    seed: int | None,
    title: str,
    per_page: int,
    paper: str,
    difficulty: bool,
    answers: bool,
    timeout: float | None,
    jobs: int | None,
    quiet: bool,
) -> Status:
    """Print puzzles as a booklet, with numbers and difficulty, and the solutions at the end.

    With -n they are made, easy ones first; with --make some of each difficulty. Else they come from
    files, or from `cpsudoku generate` through a pipe, which has more options; every one must have
    exactly one solution. A .png file needs the package cairosvg, a .pdf file pypdf too.

    Exit status: 0 done; 1 a puzzle has no solution or several, or none that fits was found; 2 usage
    error or bad input; 3 the timeout came first.
    """
    kind = output_file.suffix.lower()
    if kind not in _KINDS:
        raise OptionError(f"--output {output_file}: expected a name that ends in {_listed(_KINDS)}")
    if per_page not in SHAPES:
        raise OptionError(f"--per-page {per_page}: expected {_listed(SHAPES)}")
    if kind == ".pdf":
        _pdf_writer()
    converting.checked_kind(output_file)  # before any work
    work = BookletWork(timeout, useful_workers(jobs), difficulty, quiet)
    if number is not None or make is not None:
        if reading.puzzles:
            maker = "-n" if make is None else "--make"
            raise OptionError(f"{maker} makes the puzzles; expected no file or puzzle beside it")
        if make is not None and (number or er or hodoku):
            raise OptionError("--make with -n, --er or --hodoku; expected one of them")
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
        source = reading.source()
        found = work.checked(source.records())
        source.report_bad(quiet=quiet)
    if isinstance(found, Status):
        return found
    drawn = pages(found, title=title, paper=paper, per_page=per_page, answers=answers)
    _write(drawn, output_file)
    return Status.DONE


def _listed(values: Iterable[object]) -> str:
    return ", ".join(map(str, values))


def _write(drawn: Iterator[str], path: Path) -> None:
    if path.suffix.lower() == ".pdf":
        writer = _pdf_writer()
        for page in drawn:
            writer.append(io.BytesIO(converting.content(page, path, _SCALE)))
        with files.appearing(path) as out:
            writer.write(out)
        return
    names = (path.with_name(f"{path.stem}-{number:03}{path.suffix}") for number in count(1))
    sheets = zip(names, drawn, strict=False)
    files.write_together({name: converting.content(page, name, _SCALE) for name, page in sheets})


def _pdf_writer() -> PdfWriter:
    with needing(".pdf files need", "pypdf", "cairosvg"):
        from pypdf import PdfWriter
    return PdfWriter()
