"""Puzzles as pictures: every cell, every border, givens and entries distinguished."""

import re
import xml.dom.minidom
from collections import Counter
from xml.dom.minidom import Element

import pytest
from converting import needs_cairo
from variant_examples import EXAMPLES, board_of
from well_known import EASY, EASY_SOLVED

from cpsudoku import solve
from cpsudoku.drawing.constraints import captions, constraints, on_edges, outline, overlay
from cpsudoku.drawing.converting import converted
from cpsudoku.drawing.grids import GridLayout
from cpsudoku.drawing.puzzles import puzzle_svg
from cpsudoku.formats import parse
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Rules, boxes, classic, jigsaw, latin, rectangular, samurai
from cpsudoku.rules.primitives import Linear, Or
from cpsudoku.variants import from_text, with_variants


def elements(drawn: str, name: str, kind: str) -> list[Element]:
    document = xml.dom.minidom.parseString(drawn)
    return [e for e in document.getElementsByTagName(name) if e.getAttribute("class") == kind]


BOARDS = (
    classic(),
    boxes(2, 3),
    boxes(4, 4),
    latin(7),
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
        layout = GridLayout(rules, marked=True)
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


def test_entries_look_different_from_givens() -> None:
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
    needs_cairo(kind)
    assert converted(puzzle_svg(parse(EASY)), kind).startswith(start)


VARIANTS = {
    "killer:15@r1c1,r1c2": ">15<",
    "thermo@r5c5,r5c6,r5c7": "<circle",
    "arrow@r2c2/r2c3,r2c4": 'rx="14.4"',
    "white@r1c1,r1c2": 'fill="#fff" stroke',
    "white:3@r1c1,r1c2": ">3<",
    "black@r1c1,r1c2": 'fill="#1a1a1a" stroke',
    "xv:10@r1c1,r1c2": ">X<",
    "greater@r1c1,r2c1": 'stroke-width="2.4"',
    "odd@r3c3": "<circle",
    "even@r3c3": 'fill-opacity="0.32"',
    "sandwich:12@r1c1,r1c2,r1c3,r1c4,r1c5,r1c6,r1c7,r1c8,r1c9": ">12<",
    "whispers:4@r1c1,r1c2": ">whispers 4<",
    "renban@r1c1,r1c2,r1c3": "#a040b8",
    "antiknight": ">antiknight<",
    "quad:1,2@r1c1,r1c2,r2c1,r2c2": ">1 2<",
    "quad:1,2,3,4@r1c1,r1c2,r2c1,r2c2": ">3 4<",
    "region@r1c1,r2c2": "#5a5a96",
    "clone@r1c1,r2c2": "#2f9050",
    "boxindexer@r1c1,r1c2,r1c3,r2c1,r2c2,r2c3,r3c1,r3c2,r3c3/r2c2": "#c08000",
    "littlekiller:9@r1c3,r2c4": 'stroke="#707070"',
    "lockout@r1c1,r1c2,r1c3": 'Z" fill="#b06a20"',
    "between@r1c1,r1c2,r1c3": "<circle",
    "doublearrow@r1c1,r1c2,r1c3": "<circle",
    "zipper@r1c1,r1c2,r1c3": "<circle",
    "circles@r1c1,r2c2": "<circle",
    "minimum@r2c2": 'stroke="#8a8a8a"',
    "equalsums@r1c1,r1c2/r2c2,r2c3": "#3388d8",
    "sumloop:10@r1c1,r1c2,r2c2,r2c1": 'Z" fill="none"',
    "fullrank:7@r1c1,r1c2,r1c3,r1c4,r1c5,r1c6,r1c7,r1c8,r1c9": ">7<",
    "palindrome@r1c1,r1c2,r1c3": "#707070",
}


def test_a_constraint_without_cells_is_not_drawn() -> None:
    puzzle = Puzzle.empty(boxes(2, 2))
    never = Puzzle.empty(boxes(2, 2).with_constraints([Or(())]))
    assert puzzle_svg(never) == puzzle_svg(puzzle)


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
    parts = ('fill-opacity="0.32"', 'class="border"', '#fff" stroke')
    tint, line, dot = (drawn.index(part) for part in parts)
    assert tint < line < dot


def test_tints_lie_below_lines_and_lines_below_cages() -> None:
    rules = with_variants(classic(), "killer:9@r1c1,r1c2", "thermo@r1c1,r1c2", "odd@r1c1")
    drawn = puzzle_svg(Puzzle.empty(rules))
    tint, line, cage = (drawn.index(part) for part in ("0.32", "<g opacity", "stroke-dasharray"))
    assert tint < line < cage


def test_the_outline_of_a_cage_is_closed_but_for_the_room_of_its_total() -> None:
    layout = GridLayout(classic(), marked=False)
    steps = re.findall(r"M(\S+) (\S+?)([HV])([^M\"]+)", outline(layout, (0, 1, 9), "4 3"))
    ends: Counter[tuple[float, float]] = Counter()
    for x, y, way, to in steps:
        ends[float(x), float(y)] += 1
        ends[(float(to), float(y)) if way == "H" else (float(x), float(to))] += 1
    assert len(steps) == 8
    assert set(ends.values()) == {2}
    open_ends = outline(layout, (0, 1, 9), "4 3", room=(15, 12))
    assert f"M{layout.margin + 15} " in open_ends
    assert f" {layout.margin + 12}V" in open_ends


def test_what_is_drawn_on_cells_lets_any_ground_through() -> None:
    for said in ("thermo@r1c1,r1c2", "odd@r1c1", "region@r1c1,r2c2", "between@r1c1,r1c2,r1c3"):
        drawn = overlay(with_variants(classic(), said))
        assert drawn is not None
        assert "opacity" in drawn[0]
        assert "#fff" not in drawn[0].partition("</style>")[2]


def test_what_cannot_be_seen_is_said_below_the_board() -> None:
    row = "r1c1,r1c2,r1c3,r1c4,r1c5,r1c6,r1c7,r1c8,r1c9"
    rules = classic().with_disjoint_groups()
    rules = with_variants(rules, "nosum:5", f"sandwich:3@{row}", f"xsum:3@{row}")
    said = captions(GridLayout(rules, marked=False))
    assert said == ["nosum 5", "disjoint groups", "outside: sandwich, xsum"]


def test_every_variant_is_drawn_or_named() -> None:
    for name, texts in EXAMPLES.items():
        board = board_of(name)
        layout = GridLayout(
            latin(board.size).with_constraints([from_text(texts[0], board)]), marked=False
        )
        assert [*constraints(layout), *on_edges(layout), *captions(layout)], name
