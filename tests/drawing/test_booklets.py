"""Booklets: every puzzle on its page, and every solution at the end."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import run
from converting import needs_cairo
from well_known import EASY, EIGHTEEN, INKALA_2012

from cpsudoku.asking import solving
from cpsudoku.drawing.booklets import Entry, pages
from cpsudoku.puzzle import Puzzle
from cpsudoku.variants import with_variants


def entries(count: int) -> list[Entry]:
    result = solving.solve(EASY)
    assert result.solution is not None
    return [Entry(result.puzzle, result.solution, f"level {i}") for i in range(count)]


def test_puzzles_fill_pages_and_solutions_follow() -> None:
    drawn = list(pages(entries(5), title="A book", per_page=2))
    assert len(drawn) == 4
    assert [page.count("<svg") for page in drawn] == [3, 3, 2, 6]
    assert "level 4" in drawn[2]
    assert "Solutions" in drawn[3]
    assert all(f">{number}</text>" in page for number, page in enumerate(drawn, start=1))


def test_rules_stand_below_a_puzzle_in_its_setters_words_or_as_kinds() -> None:
    first = entries(1)[0]
    rules = with_variants(
        first.puzzle.rules, "thermo@r6c2,r5c2,r4c2", "whispers:3@r1c1,r1c2", "whispers:3@r2c1,r2c2"
    )
    varied = replace(first, puzzle=Puzzle(rules, first.puzzle.candidates))
    both = [varied, replace(varied, words="From the bulb on, digits grow.")]
    puzzles, solutions = pages(both, per_page=4)
    assert ">A thermometer: digits grow from the bulb on.</text>" in puzzles
    assert ">Neighbours on the line differ by at least 3.</text>" in puzzles
    assert ">Each row, column and box has the digits 1 to 9 once.</text>" in puzzles
    assert ">From the bulb on, digits grow.</text>" in puzzles
    assert "bulb" not in solutions
    *_, last = re.findall(r'y="([0-9.]+)" width="([0-9.]+)"', puzzles)
    assert float(last[0]) + float(last[1]) < 842


@pytest.mark.compiled
def test_a_booklet_is_a_pdf_with_its_pages(tmp_path: Path) -> None:
    needs_cairo("pdf")
    pypdf = pytest.importorskip("pypdf", reason="reads it back")
    place = tmp_path / "book.pdf"
    assert run("book", EASY, INKALA_2012, "-o", place, "--per-page", "1").status == 0
    read = pypdf.PdfReader(place)
    assert len(read.pages) == 3
    assert "ER 1.2" in read.pages[0].extract_text()


def test_sheets_are_numbered_files(tmp_path: Path) -> None:
    assert run("book", EASY, "-o", tmp_path / "sheet.svg", "--no-difficulty").status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["sheet-001.svg", "sheet-002.svg"]


@pytest.mark.compiled
def test_a_booklet_makes_its_own_puzzles_easy_ones_first(tmp_path: Path) -> None:
    wishes = ("-n", "6", "--er", "2.0-4.5", "--symmetry", "rotate180", "--seed", "4")
    drawn = []
    for name in ("one.svg", "two.svg"):
        assert run("book", *wishes, "-o", tmp_path / name, "--per-page", "6").status == 0
        drawn.append((tmp_path / name.replace(".", "-001.")).read_text(encoding="utf-8"))
    assert drawn[0] == drawn[1]
    ratings = [float(rating) for rating in re.findall(r"ER (\d\.\d)", drawn[0])]
    assert len(ratings) == 6
    assert ratings == sorted(ratings)
    assert 2.0 <= ratings[0] <= ratings[-1] <= 4.5


def test_sheets_are_pictures_too(tmp_path: Path) -> None:
    needs_cairo("png")
    assert run("book", EASY, "-o", tmp_path / "sheet.png", "--no-difficulty").status == 0
    assert (tmp_path / "sheet-002.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((EIGHTEEN, "-o", "x.svg"), 1, "multiple"),
        (("-n", "2", EASY, "-o", "x.svg"), 2, "expected no file or puzzle beside it"),
        ((EASY, "--er", "2.0-3.0", "-o", "x.svg"), 2, "expected -n or --make too"),
        (("-n", "1", "--er", "3-2", "-o", "x.svg"), 2, "expected the smaller"),
        pytest.param(
            ("-n", "2", "--er", "11.9", "--timeout", "0.1", "-o", "x.svg"),
            3,
            "after 0 of 2",
            marks=pytest.mark.compiled,
        ),
        ((EASY, "-o", "x.txt"), 2, "expected a name that ends in"),
        ((EASY, "-o", "x.svg", "--paper", "a9"), 2, "expected a4, a5 or letter"),
        ((EASY, "-o", "x.svg", "--per-page", "5"), 2, "expected 1, 2, 4"),
    ],
)
def test_what_cannot_be_printed_is_refused(
    arguments: tuple[str, ...], status: int, words: str
) -> None:
    done = run("book", *arguments)
    assert done.status == status
    assert words in done.err
