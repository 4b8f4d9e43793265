"""Puzzles as pictures: every cell, every border, givens and entries told apart."""

import xml.dom.minidom
from xml.dom.minidom import Element

import pytest
from well_known import EASY, EASY_SOLVED

from cpsudoku import solve
from cpsudoku.drawing.converting import converted
from cpsudoku.drawing.grids import Layout
from cpsudoku.drawing.puzzles import puzzle_svg
from cpsudoku.formats import parse
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, classic, jigsaw, latin, rectangular, samurai
from cpsudoku.rules.primitives import Linear
from cpsudoku.variants import with_variants


def elements(drawn: str, name: str, kind: str) -> list[Element]:
    document = xml.dom.minidom.parseString(drawn)
    return [e for e in document.getElementsByTagName(name) if e.getAttribute("class") == kind]


BOARDS = (
    classic(),
    boxes(2, 3),
    boxes(5, 5),
    latin(16),
    jigsaw("1112132233243444"),
    rectangular(3, 5),
    samurai(),
    classic().with_diagonals().with_windows().with_disjoint_groups(),
    classic().with_groups([[0, 10, 20]]),
)


@pytest.mark.parametrize("rules", BOARDS, ids=lambda rules: str(rules.board)[:20])
def test_boards_of_all_rules_are_drawn_with_all_their_cells(rules: Rules) -> None:
    puzzle = Puzzle.empty(rules).with_given(0, 1)
    drawn = puzzle_svg(puzzle, candidates=True)
    (cells,) = elements(drawn, "path", "line")
    assert cells.getAttribute("d").count("z") == rules.cell_count
    assert len(elements(drawn, "text", "given")) == 1
    (marks,) = elements(drawn, "g", "mark")
    assert len(marks.getElementsByTagName("text")) == (rules.cell_count - 1) * rules.size


def test_places_lie_in_their_cells() -> None:
    for rules in BOARDS:
        layout = Layout(rules, marked=True)
        for cell in (0, rules.cell_count - 1):
            x, y = layout.corner(cell)
            for digit in range(1, rules.size + 1):
                px, py = layout.place(cell, digit)
                assert x < px < x + layout.side
                assert y < py < y + layout.side


def test_borders_are_those_of_the_regions() -> None:
    # Around the board, and once across and once down: four straight lines more.
    drawn = puzzle_svg(Puzzle.empty(boxes(2, 2)))
    assert len(elements(drawn, "line", "border")) == 6
    jagged = puzzle_svg(Puzzle.empty(jigsaw("1112132233243444")))
    assert len(elements(jagged, "line", "border")) > 6


def test_entries_are_told_from_givens() -> None:
    puzzle = parse(EASY)
    solution = tuple(map(int, EASY_SOLVED))
    drawn = puzzle_svg(puzzle, solution=solution)
    assert len(elements(drawn, "text", "given")) == puzzle.clues
    assert len(elements(drawn, "text", "entry")) == 81 - puzzle.clues
    some = puzzle_svg(puzzle, givens={0, 1})
    assert len(elements(some, "text", "given")) == 2
    assert len(elements(some, "text", "entry")) == puzzle.clues - 2


def test_results_show_their_solution() -> None:
    result = solve(EASY)
    assert len(elements(result._repr_svg_(), "text", "entry")) == 81 - parse(EASY).clues


def test_a_constraint_that_has_no_drawing_of_its_own_is_named() -> None:
    rules = classic().with_constraints([Linear((0, 1), (1, 1), "<=", (30,))])
    (label, *_) = rules.others
    assert label.label[:14] in puzzle_svg(Puzzle.empty(rules))


@pytest.mark.parametrize(("kind", "start"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_drawings_are_converted(kind: str, start: bytes) -> None:
    pytest.importorskip("cairosvg")
    assert converted(puzzle_svg(parse(EASY)), kind).startswith(start)


VARIANTS = {
    "killer:15@r1c1,r1c2": ">15<",
    "thermo@r5c5,r5c6,r5c7": "<circle",
    "arrow@r2c2/r2c3,r2c4": "cps-arrow",
    "white@r1c1,r1c2": 'fill="#fff" stroke',
    "black@r1c1,r1c2": 'fill="#1a1a1a" stroke',
    "xv:10@r1c1,r1c2": ">X<",
    "greater@r1c1,r2c1": ">∨<",
    "odd@r3c3": "<circle",
    "even@r3c3": "#dedede",
    "sandwich:12@r1c1,r1c2,r1c3,r1c4,r1c5,r1c6,r1c7,r1c8,r1c9": ">12<",
    "renban@r1c1,r1c2,r1c3": ">renban<",
    "antiknight": ">antiknight<",
    "quad:1,2@r1c1,r1c2,r2c1,r2c2": ">1 2<",
    "region@r1c1,r2c2": "#e6e6ef",
    "clone@r1c1,r2c2": "#e3efe3",
    "circles@r1c1,r2c2": "<circle",
    "minimum@r2c2": 'stroke="#9a9a9a"',
    "equalsums@r1c1,r1c2/r2c2,r2c3": "#9cc4ea",
    "sumloop:10@r1c1,r1c2,r2c2,r2c1": 'Z" fill="none"',
    "fullrank:7@r1c1,r1c2,r1c3,r1c4,r1c5,r1c6,r1c7,r1c8,r1c9": ">7<",
    "palindrome@r1c1,r1c2,r1c3": ">palindrome<",
}


@pytest.mark.parametrize("said", VARIANTS)
def test_named_constraints_are_drawn_as_setters_draw_them(said: str) -> None:
    rules = with_variants(classic(), said)
    plain = puzzle_svg(Puzzle.empty(classic()))
    drawn = puzzle_svg(Puzzle.empty(rules))
    xml.dom.minidom.parseString(drawn)
    assert VARIANTS[said] in drawn
    assert VARIANTS[said] not in plain


def test_dots_and_signs_lie_on_the_lines_and_cages_below_them() -> None:
    rules = with_variants(classic(), "white@r1c1,r1c2", "odd@r5c5")
    drawn = puzzle_svg(Puzzle.empty(rules))
    cage, line, dot = (drawn.index(part) for part in ("#dedede", 'class="border"', '#fff" stroke'))
    assert cage < line < dot
