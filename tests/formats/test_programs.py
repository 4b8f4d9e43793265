"""Links and objects of SudokuPad, lisudoku, ipuz, Penpa and sudokuwiki.org."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import FormatError
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.formats.setters import f_puzzles as fpuzzles
from cpsudoku.formats.setters import ipuz, links, lzstring, sudokupad
from cpsudoku.formats.setters.drawings import interpret, meaning_of
from cpsudoku.formats.setters.f_puzzles import fpuzzles_json
from cpsudoku.formats.setters.imported import Import, means_the_same
from cpsudoku.formats.setters.recogniser import record_of
from cpsudoku.formats.setters.sudokupad.packed import unzipped
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import boxes, jigsaw, latin
from cpsudoku.variants import Variant, to_text, with_variants
from cpsudoku.variants import cages as cages_of


def texts(job: Import) -> list[str]:
    return [to_text(added) for added in job.added if isinstance(added, Variant)]


def pad(**fields: Any) -> dict[str, Any]:
    all_boxes = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    cells: list[list[object]] = [[{} for _ in range(4)] for _ in range(4)]
    return {"cells": cells, "regions": all_boxes, **fields}


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"cages": [{"cells": [[0, 0], [0, 1]], "sum": 5, "unique": True}]},
         ["killer:5@r1c1,r1c2"]),
        ({"cages": [{"cells": [[0, 0], [1, 1]], "sum": "5"}]}, ["sum:5@r1c1,r2c2"]),
        ({"cages": [{"cells": [[0, 0], [3, 3]], "unique": True}]}, ["region@r1c1,r4c4"]),
        ({"cages": [{"cells": [[0, c] for c in range(4)], "unique": True, "hidden": True}]}, []),
        ({"global": ["antiknight", "antiking"]}, ["antiknight", "antiking"]),
        ({"cages": [{"value": "title: A name"}]}, []),
    ],
)  # fmt: skip
def test_what_has_a_meaning_in_sudokupad_is_read(fields: dict[str, Any], wanted: list[str]) -> None:
    job = sudokupad.of_object(pad(**fields))
    assert (texts(job), job.ignored) == (wanted, [])
    assert job.puzzle().rules.constraints[:12] == boxes(2, 2).constraints


@pytest.mark.parametrize(
    "fields",
    [
        {"metadata": {"antiknight": True, "antiking": False}},
        {"cages": [{"value": "AntiKnight: true"}, {"value": "antiking: false"}]},
        {"global": ["antiknight"], "metadata": {"antiknight": True, "rules": "A knight's move"}},
    ],
)
def test_what_holds_everywhere_in_sudokupad_may_stand_in_its_metadata(
    fields: dict[str, Any],
) -> None:
    job = sudokupad.of_object(pad(**fields))
    assert texts(job) == ["antiknight"]
    assert job.ignored == []


def test_digits_that_a_player_entered_in_sudokupad_are_no_givens() -> None:
    data = pad()
    data["cells"][1] = [{"value": 3, "given": False}] * 2 + [{"value": 1, "given": True}, {}]
    job = sudokupad.of_object(data)
    assert job.ignored == ["digits entered, no givens (2): r2c1 r2c2"]
    assert job.puzzle() == formats.parse("......1.........")


@pytest.mark.parametrize("rules", ["No Knight repeats", ["Normal sudoku.", "No Knight repeats"]])
def test_a_rule_that_stands_in_words_alone_is_reported(rules: object) -> None:
    pads = sudokupad.of_object(pad(metadata={"rules": rules}))
    grid: list[list[object]] = [[{}] * 4] * 4
    puzzles = fpuzzles.of_object({"size": 4, "grid": grid, "ruleset": rules})
    for job in (pads, puzzles):
        assert record_of(job).ignored == ("'Knight' in the rules in words, which no field says",)


def test_what_is_drawn_in_sudokupad_has_the_meaning_that_the_user_says() -> None:
    data = pad(
        lines=[{"wayPoints": [[0.5, 0.5], [0.5, 2.5], [1.5, 3.5]], "color": "#00aa00"}],
        overlays=[
            {"center": [0.5, 1], "width": 0.3, "height": 0.3, "rounded": True,
             "backgroundColor": "#FFFFFF"},
            {"center": [3.5, 3.5], "width": 1, "height": 1, "text": "7", "color": "#000"},
        ],
    )  # fmt: skip
    job = sudokupad.of_object(data)
    assert interpret(job, ()) == [
        "green #00aa00 line, only drawn (1)", "small white #ffffff circle, only drawn (1)",
        "black #000 text, only drawn (1)",
    ]  # fmt: skip
    said = (meaning_of("green line=whispers 2"), meaning_of("small white circle=white"))
    job = sudokupad.of_object(data)
    interpret(job, said)
    assert texts(job) == ["whispers:2@r1c1,r1c2,r1c3,r2c4", "white@r1c1,r1c2"]


def test_a_margin_around_the_regions_is_no_part_of_the_board() -> None:
    data = pad()
    data["cells"] = [[{} for _ in range(6)] for _ in range(6)]
    data["regions"] = [[[r + 1, c + 1] for r, c in region] for region in data["regions"]]
    data["cells"][1][1] = {"value": 3}
    data["cells"][0][1] = {"value": "12"}
    job = sudokupad.of_object(data)
    assert job.puzzle().digits == (3, *[0] * 15)
    assert record_of(job).ignored == ("cell text, only drawn (1)",)


def test_links_of_sudokupad_are_read_in_their_short_form_and_as_json() -> None:
    short = "{ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]]],metadata:{t:'x'}}"
    for data in (short, json.dumps(pad(metadata={"solution": "1234341221434321"}))):
        for start in ("https://sudokupad.app/scl", "https://app.x.com/sudoku/?puzzleid=ctc", "scl"):
            record = next(formats.read(io.StringIO(start + lzstring.compressed(data))))
            assert record.puzzle.rules.size == 4
    assert record.solution == (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def test_a_link_of_sudokupad_is_written_with_all_variants() -> None:
    rules = with_variants(boxes(2, 2), "killer:5@r1c1,r1c2", "thermo@r2c1,r2c2")
    link = formats.write(Puzzle.empty(rules), "sudokupad")
    assert link.startswith("https://sudokupad.app/fpuz")
    assert formats.parse(link) == Puzzle.empty(rules)


@given(st.text(alphabet="{}[]:,'tfce0123#.- \\", max_size=60))
def test_short_forms_at_random_are_read_or_refused(text: str) -> None:
    with contextlib.suppress(FormatError):
        unzipped(text)
    with contextlib.suppress(FormatError):
        links.imported("https://sudokupad.app/scl" + lzstring.compressed("{ce:[[" + text))


@pytest.mark.parametrize(
    "data",
    [
        {"cells": [[{}] * 4] * 3},
        {"cells": [[{}] * 90] * 90},
        pad(cages=[{"cells": [[0, 0]], "sum": "x", "unique": True}]),
        pad(lines=[{"wayPoints": [[0]]}]),
        pad(lines=5),
        pad(cells=[[{"value": 9}] * 4] * 4),
    ],
)
def test_a_puzzle_of_sudokupad_that_makes_no_sense_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        sudokupad.of_object(data)


SHORT = ".6.91...7..2....15.....4...9..3..........6...4.3...25...4.....8.....87.4..5.7..3."


@pytest.mark.parametrize(
    ("link", "digits"),
    [
        # From the tests of SudokuPad (S. Neumann).
        ("https://sudokupad.app/classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B", SHORT),
        ("https://sudokupad.app/sudoku?puzzleid=scf1oooooooooooooA", "1" + "." * 80),
    ],
)
def test_short_links_of_sudokupad_hold_the_givens(link: str, digits: str) -> None:
    assert formats.parse(link) == formats.parse(digits)


@pytest.mark.parametrize("star", ["", "*"])
def test_a_short_link_of_sudokupad_may_add_diagonals_windows_and_a_title(star: str) -> None:
    record = next(formats.read(io.StringIO("scf1oooooooooooooA" + star + "xwtTwo%20**stars*aMe")))
    assert record.puzzle.rules == boxes(3, 3).with_diagonals().with_windows()
    assert record.label == "Two *stars"


@pytest.mark.parametrize(
    "link", ["scf1ooooooooooooo", "scf1oooooooooooooAq", "classic1%00", "classicB6"]
)
def test_a_short_link_of_sudokupad_that_makes_no_sense_is_refused(link: str) -> None:
    with pytest.raises(FormatError):
        formats.parse(link)


def at(*names: str) -> list[dict[str, int]]:
    return [{"row": int(name[1]) - 1, "col": int(name[3]) - 1} for name in names]


LISUDOKU: dict[str, tuple[dict[str, object], list[str]]] = {
    "cage": ({"killerCages": [{"sum": 5, "region": at("r1c1", "r1c2")}]}, ["killer:5@r1c1,r1c2"]),
    "snake": ({"killer_cages": [{"sum": None, "region": at("r1c1")}]}, ["killer@r1c1"]),
    "thermo": ({"thermos": [at("r1c1", "r1c2")]}, ["thermo@r1c1,r1c2"]),
    "arrow": ({"arrows": [{"circleCells": at("r1c1"), "arrowCells": at("r1c2", "r2c2")}]},
              ["arrow@r1c1/r1c2,r2c2"]),
    "pill": ({"arrows": [{"circleCells": at("r1c2", "r1c1"), "arrowCells": at("r1c3", "r2c4")}]},
             ["arrow@r1c1,r1c2/r1c3,r2c4"]),
    "kings": ({"topBottom": True}, ["topbottom"]),
    "dot": ({"kropkiDots": [{"dotType": "Double", "cell1": at("r1c1")[0],
                             "cell2": at("r1c2")[0]}], "kropkiNegative": True},
            ["black@r1c1,r1c2", "nowhite@r1c1,r1c2", "noblack@r1c1,r1c2"]),
    "odd": ({"oddCells": at("r1c1"), "antiKing": True}, ["odd@r1c1", "antiking"]),
    "renban": ({"renbans": [at("r1c1", "r1c2")], "extraRegions": [at("r1c1", "r2c3")]},
               ["renban@r1c1,r1c2", "region@r1c1,r2c3"]),
}  # fmt: skip


@pytest.mark.parametrize("name", LISUDOKU)
def test_what_lisudoku_says_is_read_and_written_again(name: str) -> None:
    fields, wanted = LISUDOKU[name]
    record = next(formats.read(io.StringIO(json.dumps({"gridSize": 4, **fields}))))
    assert texts(links.of_object({"gridSize": 4, **fields}) or Import(boxes(2, 2))) == wanted
    again = formats.parse(formats.write(record, "lisudoku"))
    assert means_the_same(again, record.puzzle)


def test_a_link_of_lisudoku_is_read() -> None:
    # From the tests of lisudoku's formats (R. Nedelcu): one main diagonal.
    link = (
        "https://lisudoku.xyz/e?import=N4Ig5gTglgJgylAXgUxALgJwBoQAdoC2AhhAJ4AiURYA9gHZEA26ALhAK7I"
        "C%2BQA%3D"
    )
    assert formats.parse(link).rules.constraints[-1].scope == tuple(range(0, 81, 10))
    grid = formats.parse("https://lisudoku.xyz/solver?import=" + "1" + "0" * 80)
    assert grid.digits == (1, *[0] * 80)
    with pytest.raises(FormatError, match=r"no way|no word"):
        rules = with_variants(boxes(2, 2), "sumline:5@r1c1,r1c2")
        formats.write(Puzzle.empty(rules), "lisudoku")


@pytest.mark.parametrize(
    "data",
    [
        {"gridSize": 99},
        {"gridSize": 4, "thermos": [[{"row": 9, "col": 1}]]},
        {"gridSize": 4, "thermos": 5},
        {"gridSize": 4, "fixedNumbers": [{"value": "1"}]},
        {"gridSize": 4, "kropkiDots": [5]},
        {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/crossword"], "puzzle": []},
        {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku"], "puzzle": [[1, 2]]},
        {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku"], "puzzle": [["x"]]},
    ],
)
def test_objects_of_other_programs_that_make_no_sense_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        formats.parse(json.dumps(data))


def test_a_sudoku_in_ipuz_is_read_and_its_cages_mean_what_the_user_says() -> None:
    data = {
        "version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "charset": "ABCD",
        "puzzle": [["A", 0, 0, 0], [0] * 4, [0] * 4, [0] * 4], "solution": [["ABCD"[i] for i in row]
        for row in ((0, 1, 2, 3), (2, 3, 0, 1), (1, 0, 3, 2), (3, 2, 1, 0))],
        "cages": [{"cells": [[2, 1], [3, 1]], "value": 5, "operator": "+"}],
    }  # fmt: skip
    record = next(formats.read(io.StringIO(json.dumps(data)), proposes=False))
    assert record.puzzle.digits == (1, *[0] * 15)
    assert record.ignored == ("+ cage, only drawn (1)",)
    assert record.solution is not None and record.solution[:4] == (1, 2, 3, 4)
    job = ipuz.of_object(data)
    interpret(job, [meaning_of("cage=killer")])
    assert texts(job) == ["killer:5@r1c2,r1c3"]


def penpa_link(
    data: dict[str, object], head: str = "sudoku,4,4,38,0,1,1,190,190,44,44,1,0,0,0"
) -> str:
    text = "\n".join([head, "[0,0,0,0]", "", json.dumps(data).replace('"number"', "zN"), "", "[]"])
    packer = zlib.compressobj(wbits=-15)
    packed = base64.b64encode(packer.compress(text.encode()) + packer.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=solve&p={packed}"


def test_givens_of_penpa_are_read_and_its_drawings_mean_what_the_user_says() -> None:
    link = penpa_link({
        "number": {"18": ["3", 1, "1"], "19": ["?", 1, "1"]}, "thermo": [[26, 27, 28]],
        "killercages": [[18, 19]], "numberS": {"328": [" 5", 1]},
        "symbol": {"18": [3, "circle_L", 2], "210": [8, "circle_SS", 2]},
    })  # fmt: skip
    record = next(formats.read(io.StringIO(link), proposes=False))
    assert record.puzzle.digits == (3, *[0] * 15)
    assert record.puzzle.rules == boxes(2, 2)
    assert record.ignored == (
        "thermo line, only drawn (1)", "cage, only drawn (1)", "text, only drawn (1)",
        "l grey #cccccc circle, only drawn (1)", "ss small white #ffffff circle, only drawn (1)",
        "diagonal line, only drawn (1)",
    )  # fmt: skip
    said = ("thermo=thermo", "cage=killer", "l circle=odd", "ss circle=white", "diagonal=region")
    job = links.imported(link)
    interpret(job, list(map(meaning_of, said)))
    assert texts(job) == [
        "thermo@r2c1,r2c2,r2c3", "killer:5@r1c1,r1c2", "odd@r1c1", "white@r1c1,r1c2",
        "region@r1c1,r2c2,r3c3,r4c4",
    ]  # fmt: skip


def test_drawings_of_penpa_mean_what_its_rules_say() -> None:
    words = (
        "Digits increase along thermometers from the bulb.%2DDigits along an arrow sum to its "
        "circle.%2DCages show their sum.%2DA white dot joins consecutive digits%2C an X those that "
        "sum to 10.%2DInequality signs.%2DPink lines are renbans.%2DGrey squares are even."
    )
    head = "sudoku,4,4,38,0,1,1,190,190,44,44,0,0,0,0,Title: A%2C b,Author: C,where," + words
    data = {
        "thermo": [[26, 27, 28]], "arrows": [[42, 43, 44]], "killercages": [[18, 19]],
        "numberS": {"328": ["5", 1]}, "number": {"148": ["X", 1, "1"]},
        "symbol": {"210": [8, "circle_SS", 2], "34": [3, "square_L", 1],
                   "155": [2, "inequality", 2]},
        "line": {"29,37": 3, "37,45": 3, "20,29": 3}, "freeline": {"35,36": 98},
    }  # fmt: skip
    colours = {"line": {"29,37": "#f067f0", "37,45": "#f067f0", "20,29": "#f067f0"}}
    lines = [head, "[0,0,0,0]", "", json.dumps(data), *[""] * 9, "1", json.dumps(colours)]
    record = next(formats.read(io.StringIO(penpa_link({}, "\n".join(lines)))))
    assert (record.label, record.author, record.ignored) == ("A, b", "C", ())
    found = [one for one in record.puzzle.rules.constraints if isinstance(one, Variant)]
    assert {to_text(one) for one in found} == {
        "thermo@r2c1,r2c2,r2c3", "arrow@r4c1/r4c2,r4c3", "sum:5@r1c1,r1c2", "xv:10@r1c3,r2c3",
        "white@r1c1,r1c2", "even@r3c1", "greater@r3c2,r2c2", "renban@r1c3,r2c4,r3c4,r4c4",
    }  # fmt: skip


SQUARE = "square,4,4,38,0,1,1,190,190,44,44,0,0,0,0"


def edges(*places: tuple[int, int, str], style: int = 2) -> dict[str, int]:
    """Return edges of a 4×4 board: below a cell, or at its right, each with a style."""
    found = {}
    for row, column, side in places:
        corner = 64 + 8 * (row + 2) + column + 2  # that at the right and below of the cell
        found[f"{corner - (8 if side == 'right' else 1)},{corner}"] = style
    return found


CROSS = [(1, c, "below") for c in range(4)] + [(r, 1, "right") for r in range(4)]


def test_black_edges_of_penpa_are_borders_of_regions() -> None:
    given = {"18": ["3", 1, "1"]}
    frame = {"73,74": 2, "73,81": 2}
    for style in (2, 21):
        link = penpa_link({"number": given, "lineE": edges(*CROSS, style=style) | frame}, SQUARE)
        record = next(formats.read(io.StringIO(link)))
        assert (record.puzzle, record.ignored) == (formats.parse("3" + "." * 15), ())
    rows = [(r, c, "below") for r in range(3) for c in range(4)]
    lying = next(formats.read(io.StringIO(penpa_link({"lineE": edges(*rows)}, SQUARE))))
    assert lying.ignored == ()


JIGSAW_4 = "AAABACBBCCDBCDDD"


def borders(labels: str) -> set[tuple[int, int, str]]:
    """Return the edges between cells with other labels on a 4×4 board."""
    right = {(r, c, "right") for r in range(4) for c in range(3)
             if labels[4 * r + c] != labels[4 * r + c + 1]}  # fmt: skip
    below = {(r, c, "below") for r in range(3) for c in range(4)
             if labels[4 * r + c] != labels[4 * r + c + 4]}  # fmt: skip
    return right | below


def test_edges_of_penpa_that_divide_a_board_otherwise_make_a_jigsaw() -> None:
    walls, usual = borders(JIGSAW_4), borders("AABBAABBCCDDCCDD")
    square = penpa_link({"lineE": edges(*walls)}, SQUARE)
    sudoku = penpa_link({"lineE": edges(*walls - usual), "deletelineE": edges(*usual - walls)})
    for link in (square, sudoku):
        record = next(formats.read(io.StringIO(link)))
        assert record.puzzle.rules.means(jigsaw(JIGSAW_4))
        assert not any("lineE" in one for one in record.ignored)
    # Without what is erased the parts are smaller: boxes hold, and the edges are named.
    record = next(formats.read(io.StringIO(penpa_link({"lineE": edges(*walls - usual)}))))
    assert record.puzzle.rules == boxes(2, 2)
    assert "lineE, only drawn" in record.ignored


@pytest.mark.parametrize("places", [CROSS[:4], CROSS[1:], [(0, 0, "right"), (0, 0, "below")]])
def test_edges_of_penpa_that_make_no_regions_are_named(places: list[tuple[int, int, str]]) -> None:
    link = penpa_link({"lineE": edges(*places)}, SQUARE)
    record = next(formats.read(io.StringIO(link)))
    assert record.puzzle.rules == latin(4)
    assert record.ignored == (
        "no regions, so that only rows and columns hold", "lineE, only drawn",
    )  # fmt: skip
    settled = next(formats.read(io.StringIO(link), "2x2"))
    assert (settled.puzzle.rules, settled.ignored) == (boxes(2, 2), ("lineE, only drawn",))


def test_coloured_edges_of_penpa_are_named_beside_borders() -> None:
    lines = edges(*CROSS) | edges((0, 0, "right"), style=3)
    record = next(formats.read(io.StringIO(penpa_link({"lineE": lines}, SQUARE))))
    assert (record.puzzle.rules, record.ignored) == (boxes(2, 2), ("lineE, only drawn",))
    with pytest.raises(FormatError, match="other boxes or regions"):
        next(formats.read(io.StringIO(penpa_link({"lineE": edges(*CROSS)}, SQUARE)), "latin:4"))


def test_an_edge_of_penpa_without_two_ends_is_none() -> None:
    record = next(formats.read(io.StringIO(penpa_link({"deletelineE": {"84": 1}}))))
    assert record.puzzle.rules == boxes(2, 2)


def test_damaged_and_endless_links_of_penpa_are_refused() -> None:
    packer = zlib.compressobj(wbits=-15)
    bomb = base64.b64encode(packer.compress(b"a" * 9_000_000) + packer.flush()).decode()
    start = "https://x/penpa-edit/#m=edit&p="
    for text, words in (
        (start + bomb, "more than"), (start + "!!!!", "damaged|grid"), (start + "AAAA", "squares"),
        (penpa_link({}, "hex,4,4"), "squares"), (penpa_link({"number": 5}), "expected an object"),
        (penpa_link({}, "sudoku,4,5,38,0,1,1,1,1,1,1,1"), "expected a square"),
        (penpa_link({}, "sudoku,500,9,38"), "500 columns"),
    ):  # fmt: skip
        with pytest.raises(FormatError, match=words):
            links.imported(text)


# A position of the guide's page on naked triples, as sudokuwiki.org writes it.
PACKED = (
    "S9B0g880104900h9294947o88840a078o0d9408060d0h86847s01880g038j0g02ca05c2c38r058k8s0gca01c6c8"
    "8w0h8l8s8m8q8u8y07997n07920h8z8i0204937x08948y99akau93937x90908y03akeacj8z"
)


def test_a_packed_string_is_a_position_with_its_candidates() -> None:
    for text in (PACKED, f"https://www.sudokuwiki.org/sudoku.htm?bd={PACKED}"):
        puzzle = next(formats.read(io.StringIO(text))).puzzle
        assert (puzzle.digits[0], puzzle.digits[2], puzzle.digits[3]) == (7, 1, 4)
        assert puzzle.candidates[1] == 0b100010110
        assert solving.check(puzzle).verdict is Verdict.UNIQUE


def test_a_packed_string_is_written_and_read_again() -> None:
    puzzle = next(formats.read(io.StringIO(PACKED))).puzzle
    again = next(formats.read(io.StringIO(formats.write(puzzle, "sudokuwiki")))).puzzle
    assert again == puzzle
    with pytest.raises(FormatError, match="only boards of 9×9 cells"):
        formats.write(Puzzle.empty(boxes(2, 2)), "sudokuwiki")


# Puzzles that sudokuwiki.org shows as examples, packed by its solvers.
JIGSAW = (
    "J9B0040ep0ep0sn1750sp1751ky1zl0ep0ep0ep1750si1751751zl1zl0ep0092s12s13kh0so1zl1zl1zl0012s12dg2s13"
    "kh3kh3yb1zl1zl2dj2s12s135w3kh35t4cx4cx3ya55d55d2de3kh3kh4cx3y94cx6bn55d55d55d5ja3kh4cx4cx6bl6q95"
    "5d55d5xt5xt5j85xt6q96q96q955d4qp5xt5j65xt5jb6q96bo6bp"
)
KILLER = (
    "L9B0jdd00ep1jpt1ez50du900ep1g5n08b500ep00ep00ep1ez509w11mvl1ez53bpt2tjl2tjl1rm92zgx00ep00ep31g10g"
    "7l1t752tjl0ikx1ez505xt1rm92tjl2tjl00ep1ez51ez500ep1ez500ep1ez54nwx484100ep31g11ez500ep0ff51jbj05x"
    "t00ep484100ep2tjl4hld00ep00ep3ci92tjl1qtt2wpd2tjl04cx48411no100ep2tjl2tjl1ez54hld484100ep3dap1ez5"
    "00ep2tjl0aoh00ep00ep2tjl2tjl2tjl1ez5"
)


@pytest.mark.parametrize(("packed", "kinds"), [(JIGSAW, "region"), (KILLER, "box")])
def test_packed_jigsaws_and_killers_are_what_the_site_shows(packed: str, kinds: str) -> None:
    record = next(formats.read(io.StringIO(packed)))
    rules = record.puzzle.rules
    assert len(rules.of_kind(kinds)) == 9
    assert not record.ignored
    assert solving.check(record.puzzle).verdict is Verdict.UNIQUE
    again = next(formats.read(io.StringIO(formats.write(record, "sudokuwiki")))).puzzle
    assert set(again.rules.constraints) == set(rules.constraints)
    assert again.candidates == record.puzzle.candidates


def test_a_killer_on_a_jigsaw_is_packed_and_read_again() -> None:
    killer = next(formats.read(io.StringIO(KILLER))).puzzle
    pieces = next(formats.read(io.StringIO(JIGSAW))).puzzle.rules
    cages = [c for c in killer.rules.constraints if isinstance(c, cages_of.Killer)]
    both = Puzzle.empty(pieces.with_constraints(cages))
    text = formats.write(both, "sudokuwiki")
    assert text[:3] == "M9B"
    again = next(formats.read(io.StringIO(text))).puzzle
    assert set(again.rules.constraints) == set(both.rules.constraints)


@pytest.mark.parametrize("rules", ["9+diagonals", "9+windows"])
def test_diagonals_and_windows_are_packed_and_read_again(rules: str) -> None:
    puzzle = Puzzle.empty(parse_rules(rules).rules()).with_given(3, 5)
    again = next(formats.read(io.StringIO(formats.write(puzzle, "sudokuwiki")))).puzzle
    assert again.rules.means(puzzle.rules)
    assert again.candidates == puzzle.candidates


def test_the_older_link_of_a_killer_has_colours_and_totals() -> None:
    link = (
        "https://www.sudokuwiki.org/killersudoku.aspx?bd=21211211121211222321333144323122124113441"
        "2231124133132322122212344411312111411312,171510200026110000000000000000000011000011000017"
        "160000001101060000090016110017000900000900001800160800040010160000001100002100001800001800"
        "140000080000000000000000"
    )
    puzzle = next(formats.read(io.StringIO(link))).puzzle
    cages = [c for c in puzzle.rules.constraints if isinstance(c, cages_of.Killer)]
    assert sum(cage.total or 0 for cage in cages) == 405
    assert solving.check(puzzle).verdict is Verdict.UNIQUE


def test_a_cage_without_a_total_is_named_and_not_guessed() -> None:
    striped = ["1ez5" if (cell // 9 + cell // 3) % 2 else "00ep" for cell in range(81)]
    record = next(formats.read(io.StringIO("L9B" + "".join(striped))))
    assert any("a cage without a total: r1c4 r1c5 r1c6" in one for one in record.ignored)


@pytest.mark.parametrize(
    ("clues", "words"),
    [
        (["killer:3@r1c1,r1c2"], "each cell in just one cage"),
        (["antiknight"], "classic sudokus, diagonals"),
        ([f"killer:45@{','.join(f'r{r}c{c}' for r in range(1, 10))}" for c in range(3, 10)]
         + [f"killer:45@{','.join(f'r{r}c{1 + (r + c) % 2}' for r in range(1, 10))}"
            for c in (0, 1)], "share edges"),
    ],
)  # fmt: skip
def test_what_a_packed_string_has_no_room_for_is_refused(clues: list[str], words: str) -> None:
    puzzle = Puzzle.empty(with_variants(boxes(3, 3), *clues))
    with pytest.raises(FormatError, match=words):
        formats.write(puzzle, "sudokuwiki")


@pytest.mark.parametrize(
    ("packed", "words"),
    [
        ("S9B" + "01" * 80, "2 letters or digits for each of 81 cells"),
        ("S9B" + "eq" * 80 + "zz", "r1c1 has number 530"),
        ("Q9B" + "01" * 81, "kind Q9B; expected one of S9B, X9B"),
        ("S4B" + "01" * 16, "kind S4B"),
        ("K6B" + "04sr" * 36, "KenKen, which is not a sudoku"),
        ("L9B" + "01" * 81, "4 letters or digits for each of 81 cells"),
        ("J9B" + "0ep" * 81, "a region with more cells than the 9 digits"),
        ("J9B" + "zzz" * 81, "r1c1 has number 46655"),
        ("L9B" + "0jdd" * 81, "a cage with 81 totals"),
        ("L9B" + "zzzz" * 81, "r1c1 has number 1679615"),
        ("L9B" + "0jdd" + "00ep" * 80, "81 cells for 9 different digits"),
    ],
)
def test_a_damaged_packed_string_is_refused(packed: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        links.imported(f"https://www.sudokuwiki.org/sudoku.htm?bd={packed}")


def test_a_link_with_81_digits_is_a_puzzle() -> None:
    link = "https://www.sudokuwiki.org/sudoku.htm?bd=" + "4" + "0" * 80
    assert next(formats.read(io.StringIO(link))).puzzle.digits[:2] == (4, 0)


@pytest.mark.parametrize(
    "link",
    [
        "https://logic-masters.de/Raetselportal/Raetsel/zeigen.php?chlang=en&id=0005Q2",
        "https://www.f-puzzles.com/?id=yc3ayvkd",
        "https://sudokupad.app/8fy259rt01",
    ],
)
def test_a_link_that_only_names_a_puzzle_says_so(link: str) -> None:
    with pytest.raises(FormatError, match="a short link, which does not contain"):
        links.imported(link)


@pytest.mark.parametrize(
    "value",
    [
        {"size": 4, "grid": []},
        {"size": 4, "grid": [[]]},
        {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"],
         "puzzle": [[0] * 4] * 4, "cages": [{"cells": 3.5}]},
        {"size": 4, "grid": [[{}] * 4] * 4, "arrow": [{"cells": [], "lines": [["R1C1", "R1C2"]]}]},
    ],
)  # fmt: skip
def test_an_object_with_other_things_than_expected_is_refused(value: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        formats.parse(json.dumps(value))


def test_fog_of_sudokupad_goes_along_to_f_puzzles() -> None:
    light = {"trigger": {"type": "cellvalue", "cell": "r1c1"},
             "effect": {"type": "foglight", "cells": "r1c2"}}  # fmt: skip
    data: dict[str, Any] = {
        "cells": [[{}] * 4] * 4, "foglight": [[0, 0], [3, 3]],
        "regions": [[[2 * (b // 2) + i, 2 * (b % 2) + j] for i in (0, 1) for j in (0, 1)]
                    for b in range(4)],
        "cages": [{"cells": [[1, 1]], "value": "FOGLIGHT"}], "triggereffect": [light],
    }  # fmt: skip
    record = next(formats.read(io.StringIO(json.dumps(data))))
    assert record.ignored == ()
    expected = {"foglight": ["r2c2", "r1c1", "r4c4"], "triggereffect": [light]}
    assert json.loads(record.decoration) == expected
    said = json.loads(fpuzzles_json(record))
    assert {name: said[name] for name in expected} == expected
    data["triggereffect"] = [{"trigger": {"type": "cellvalue"}, "effect": {"type": "sound"}}]
    record = next(formats.read(io.StringIO(json.dumps(data))))
    assert record.ignored == ("effects other than light in fog",)
