"""Files of setters' programs: all that has a meaning is read, and what has none is reported."""

from __future__ import annotations

import base64
import contextlib
import io
import json
import zlib
from itertools import product
from typing import Any

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import formats, solving
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters import links, lzstring
from cpsudoku.formats.setters.drawings import meaning_of
from cpsudoku.formats.setters.f_puzzles import reading as fpuzzles
from cpsudoku.formats.setters.f_puzzles.writing import fpuzzles_json
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.iss import payloads
from cpsudoku.formats.setters.meaning import means_the_same
from cpsudoku.formats.setters.sudokupad import reading as sudokupad
from cpsudoku.formats.setters.sudokupad.relaxed import unzipped
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes, jigsaw, latin
from cpsudoku.variants import Variant, to_text, with_variants


def document(size: int = 4, **fields: Any) -> dict[str, Any]:
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **fields}


def added(**fields: Any) -> list[str]:
    return texts(fpuzzles.of_object(document(**fields)))


def texts(job: Import) -> list[str]:
    return [to_text(added) for added in job.added if isinstance(added, Variant)]


@given(st.text(alphabet=st.characters(codec="utf-16"), max_size=300))
def test_compressed_text_comes_back(text: str) -> None:
    assert lzstring.decompressed(lzstring.compressed(text)) == text


def test_compression_is_the_one_that_links_have() -> None:
    # As lz-string 1.5 writes it.
    assert lzstring.compressed("hello hello hello") == "BYUwNmD2AEoTcpA="
    assert lzstring.decompressed("Q===") == ""
    assert lzstring.decompressed("IZA=") == "a"


@pytest.mark.parametrize("text", ["", "Q", "!!", "IZ", "N4IgzglgXg", "//////////"])
def test_a_damaged_link_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        fpuzzles.imported(f"https://f-puzzles.com/?load={text}")


def test_a_link_that_would_unpack_to_very_much_is_refused() -> None:
    bomb = lzstring.compressed("a" * 200_000)
    assert len(bomb) < 2000
    with pytest.raises(FormatError, match="more than 1000 characters"):
        lzstring.decompressed(bomb, most=1000)


@pytest.mark.parametrize(
    ("fields", "wanted"),
    [
        ({"killercage": [{"cells": ["R1C1", "R1C2"], "value": "5"}]}, ["killer:5@r1c1,r1c2"]),
        ({"killercage": [{"cells": ["R1C1"]}]}, ["killer@r1c1"]),
        ({"thermometer": [{"lines": [["R1C1", "R1C2"], ["R2C1", "R2C2"]]}]},
         ["thermo@r1c1,r1c2", "thermo@r2c1,r2c2"]),
        ({"arrow": [{"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R1C3"]]}]},
         ["arrow@r1c1/r1c2,r1c3"]),
        ({"difference": [{"cells": ["R1C1", "R1C2"]}]}, ["white:1@r1c1,r1c2"]),
        ({"ratio": [{"cells": ["R1C1", "R1C2"], "value": 3}]}, ["black:3@r1c1,r1c2"]),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "V"}]}, ["xv:5@r1c1,r1c2"]),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": ""}], "negative": ["xv"]},
         ["nosum@r1c1,r1c2"]),
        ({"nonconsecutive": True, "difference": [{"cells": ["R1C1", "R1C2"]}]},
         ["white:1@r1c1,r1c2", "nowhite@r1c1,r1c2"]),
        ({"ratio": [{"cells": ["R1C1", "R1C2"]}], "negative": ["ratio"]},
         ["black:2@r1c1,r1c2", "noblack:2@r1c1,r1c2"]),
        ({"minimum": [{"cell": "R1C1"}, {"cell": "R1C2"}]}, ["minimum@r1c1,r1c2"]),
        ({"sandwichsum": [{"cell": "R0C2", "value": "4"}]}, ["sandwich:4@r1c2,r2c2,r3c2,r4c2"]),
        ({"xsum": [{"cell": "R2C5", "value": "4"}]}, ["xsum:4@r2c4,r2c3,r2c2,r2c1"]),
        ({"skyscraper": [{"cell": "R5C1", "value": "2"}]}, ["skyscraper:2@r4c1,r3c1,r2c1,r1c1"]),
        ({"littlekillersum": [{"cell": "R0C1", "cells": ["R1C2", "R2C3"], "value": "6"}]},
         ["littlekiller:6@r1c2,r2c3"]),
        ({"whispers": [{"lines": [["R1C1", "R1C2", "R1C1"]]}]},
         ["whispers@r1c1,r1c2", "whispers@r1c2,r1c1"]),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": ["R3C3"]}]}, ["clone@r1c1,r3c3"]),
        ({"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 1]}]},
         ["quad:1,1@r1c1,r1c2,r2c1,r2c2"]),
        ({"regionsumline": [{"lines": [["R1C2", "R1C3", "R2C3"]]}]},
         ["equalsums@r1c2/r1c3,r2c3"]),
        ({"antiking": True, "antiknight": True}, ["antiking", "antiknight"]),
    ],
)  # fmt: skip
def test_each_field_means_its_variant(fields: dict[str, Any], wanted: list[str]) -> None:
    assert added(**fields) == wanted


def test_cells_bring_givens_and_given_pencil_marks_but_no_entries() -> None:
    data = document()
    data["grid"][0][0] = {"value": 3, "given": True}
    data["grid"][0][1] = {"value": 2}
    data["grid"][0][2] = {"givenPencilMarks": [1, 4]}
    job = fpuzzles.of_object(data)
    assert job.puzzle().candidates[:3] == (0b100, 0b1111, 0b1001)
    assert job.ignored == ["a digit entered in r1c2, which is no given"]


def test_regions_make_boxes_a_jigsaw_or_less() -> None:
    def rules_with(labels: str) -> object:
        data = document()
        for place, label in enumerate(labels):
            data["grid"][place // 4][place % 4] = {"region": None if label == "-" else int(label)}
        return fpuzzles.of_object(data).puzzle().rules

    assert rules_with("0011001122332233") == boxes(2, 2)
    assert rules_with("0001021122133233") == jigsaw("0001021122133233")
    assert rules_with("0011" + "-" * 12) == with_variants(
        latin(4), "region@r1c1,r1c2", "region@r1c3,r1c4"
    )


def test_what_is_only_drawn_or_unknown_is_reported_and_never_guessed() -> None:
    job = fpuzzles.of_object(
        document(line=[{"lines": [["R1C1", "R1C2"]]}], mystery=[1], killercage=[
            {"cells": ["R1C1"], "value": "DR3"}])
    )  # fmt: skip
    assert texts(job) == ["killer@r1c1"]
    assert job.ignored == [
        "'mystery', which is unknown", "'DR3' in a cage, where a sum is expected",
        "line, only drawn (1)",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"size": 99}, "size 99"),
        ({"grid": [[{}]]}, "4 rows of 4"),
        ({"thermometer": [{"lines": [["R1C1", "R9C9"]]}]}, "no cell R9C9"),
        ({"thermometer": [3]}, "expected an object"),
        ({"killercage": [{"cells": "R1C1"}]}, "expected a list of cells"),
        ({"sandwichsum": [{"cell": "R2C2", "value": "4"}]}, "beside the board"),
        ({"killercage": [{"cells": ["R1C1"] * 2}]}, "twice"),
    ],
)
def test_a_field_of_another_form_is_refused_with_its_name(
    fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(FormatError, match=words):
        fpuzzles.of_object(document() | fields)


def test_what_was_read_is_written_and_read_again() -> None:
    rules = with_variants(
        boxes(2, 2).with_diagonals(), "killer:5@r1c1,r1c2", "thermo@r1c1,r2c1", "antiknight",
        "arrow@r1c1/r1c2,r1c3", "white:1@r1c1,r1c2", "sandwich:4@r1c2,r2c2,r3c2,r4c2",
        "skyscraper:2@r4c1,r3c1,r2c1,r1c1", "littlekiller:6@r1c2,r2c3,r3c4", "odd@r1c1",
    )  # fmt: skip
    puzzle = Puzzle.empty(rules).with_given(3, 2)
    link = formats.write(puzzle, "fpuzzles")
    again = formats.parse(link)
    assert fpuzzles_json(Record(again)) == fpuzzles_json(Record(puzzle))
    assert {c.label for c in again.rules.constraints} == {c.label for c in rules.constraints}


def test_a_constraint_without_a_word_there_is_refused() -> None:
    with pytest.raises(FormatError, match="no word for: sumline 4"):
        formats.write(Puzzle.empty(with_variants(boxes(2, 2), "sumline:4@r1c1,r1c2")), "fpuzzles")


def test_the_command_line_names_what_it_does_not_understand(tmp_path: Any) -> None:
    file = tmp_path / "puzzle.json"
    file.write_text(json.dumps(document(line=[{"lines": [["R1C1", "R1C2"]]}])))
    done = run("convert", file)
    assert (done.status, "not understood: line, only drawn (1)" in done.err) == (0, True)
    assert run("convert", file, "--strict").status == 2


def test_a_link_is_solved_as_any_puzzle() -> None:
    data = document(killercage=[{"cells": ["R1C1", "R1C2"], "value": "3"}])
    link = f"https://f-puzzles.com/?load={lzstring.compressed(json.dumps(data))}"
    found = solving.solve(link)
    assert found.solution is not None
    assert sorted(found.solution[:2]) == [1, 2]


# Each type of Interactive Sudoku Solver, and what it means here.
STRINGS = {
    ".Cage~5~R1C1~R1C2": ["killer:5@r1c1,r1c2"],
    ".Cage~0~R1C1~R1C2": ["killer@r1c1,r1c2"],
    ".Sum~3_=_2_-1~R1C1~R2C2": ["sum:3:2,-1@r1c1,r2c2"],
    ".RellikCage~3~R1C1~R1C2": ["rellik:3@r1c1,r1c2"],
    ".Lunchbox~2~R1C1~R1C2~R2C3": ["lunchbox:2@r1c1,r1c2,r2c3"],
    ".LookAndSay~2311~R1C1~R2C2~R3C3": ["lookandsay:2,3,1,1@r1c1,r2c2,r3c3"],
    ".ContainAtLeast~1_1~R1C1~R2C2": ["contains:1,1@r1c1,r2c2"],
    ".ContainExact~1_2~R1C1~R2C2": ["exactly:1,2@r1c1,r2c2"],
    ".CountDistinct~R1C1~R2C2~R3C3": ["countdistinct@r1c1,r2c2,r3c3"],
    ".SameValues~2~R1C1~R1C2~R2C3~R3C4": ["same@r1c1,r1c2,r2c3,r3c4"],
    ".SameValues~2~R1C1~R1C2~R1C2~R3C4": ["same@r1c1,r3c4"],
    ".Whisper~2~R1C1~R1C2": ["whispers:2@r1c1,r1c2"],
    ".Thermo~R1C1~R1C2": ["thermo@r1c1,r1c2"],
    ".Arrow~R1C1~R1C2~R2C2": ["arrow@r1c1/r1c2,r2c2"],
    ".PillArrow~2~R1C2~R1C1~R2C1~R2C2~R2C3": ["arrow@r1c1,r1c2/r2c1,r2c2,r2c3"],
    ".EqualSum~R1C1~-~R2C2~R2C3": ["equalsums@r1c1/r2c2,r2c3"],
    ".EqualSum~R1C1~R1C2~-~R1C2~R2C3": ["sum:0:1,-1@r1c1,r2c3"],
    ".RegionSumLine~R2C2~R2C3": ["equalsums@r2c2/r2c3"],
    ".SumLine~4~R1C1~R1C2": ["sumline:4@r1c1,r1c2"],
    ".SumLine~4~R1C1~R1C2~R2C2~LOOP": ["sumloop:4@r1c1,r1c2,r2c2"],
    ".WhiteDot~R1C1~R1C2~R2C1": ["white@r1c1,r1c2", "white@r1c1,r2c1"],
    ".GreaterThan~R1C2~R1C1": ["greater@r1c2,r1c1"],
    ".X~R1C1~R1C2": ["xv:10@r1c1,r1c2"],
    ".V~R1C1~R1C2": ["xv:5@r1c1,r1c2"],
    ".Quad~R2C2~1~2": ["quad:1,2@r2c2,r2c3,r3c2,r3c3"],
    ".LittleKiller~5~R1C1": ["littlekiller:5@r1c1,r2c2,r3c3,r4c4"],
    ".LittleKiller~5~R1C3": ["littlekiller:5@r1c3,r2c2,r3c1"],
    ".LittleKiller~5~R3C4": ["littlekiller:5@r3c4,r2c3,r1c2"],
    ".LittleKiller~5~R4C2": ["littlekiller:5@r4c2,r3c3,r2c4"],
    ".Sandwich~0~C2": ["sandwich:0@r1c2,r2c2,r3c2,r4c2"],
    ".Skyscraper~R1~2~3": ["skyscraper:2@r1c1,r1c2,r1c3,r1c4", "skyscraper:3@r1c4,r1c3,r1c2,r1c1"],
    ".NumberedRoom~C1~~3": ["numberedroom:3@r4c1,r3c1,r2c1,r1c1"],
    ".HiddenSkyscraper~R2~1~": ["hiddenskyscraper:1@r2c1,r2c2,r2c3,r2c4"],
    ".FullRank~C1~1": ["fullrank:1@r1c1,r2c1,r3c1,r4c1"],
    ".FullRankTies~none": ["noties"],
    ".Indexing~R~R1C1": ["rowindexer@r1c1"],
    ".ValueIndexing~R1C1~R1C2~R2C2~R2C3": ["valueindex@r1c1,r1c2,r2c2,r2c3"],
    ".AntiTaxicab.AntiKnight": ["antitaxicab", "antiknight"],
    ".StrictXV.V~R1C1~R1C2": ["xv:5@r1c1,r1c2", "nosum@r1c1,r1c2"],
    ".Replicate~B~R1C2.Thermo~R1C2~R1C3.End": ["thermo@r1c2,r1c3"],
    ".Replicate~R.Thermo~R1C1~R2C1.End": ["thermo@r1c1,r2c1", "thermo@r2c1,r3c1"],
}


@pytest.mark.parametrize("text", STRINGS)
def test_each_type_of_a_string_means_its_variant_and_is_written_again(text: str) -> None:
    whole = ".Shape~4x4" + text
    record = next(formats.read(io.StringIO(whole)))
    assert texts(links.imported(whole)) == STRINGS[text]
    again = next(formats.read(io.StringIO(formats.write(record, "iss"))))
    assert means_the_same(again.puzzle, record.puzzle)


def test_strings_say_shape_digits_regions_and_cells_beside_the_grid() -> None:
    text = ".Shape~2x3~0-3.NoBoxes.Jigsaw~112212.Var~B~name~2x2.Var~A.Sum~4~VA~VB1~VB4~R1C1.~VB2_1"
    puzzle = next(formats.read(io.StringIO(text))).puzzle
    board = puzzle.rules.board
    assert (board.size, board.first, board.grid_count, board.auxiliary) == (4, 0, 6, 5)
    assert [g.kind for g in puzzle.rules.groups] == ["row"] * 2 + ["column"] * 3 + ["region"] * 2
    assert puzzle.rules.constraints[-1].scope == (6, 7, 10, 0)
    assert puzzle.candidates[8] == 0b10
    again = next(formats.read(io.StringIO(formats.write(puzzle, "iss")))).puzzle
    assert means_the_same(again, puzzle)
    kept = next(formats.read(io.StringIO(formats.write(puzzle, "json")))).puzzle
    assert kept == puzzle


def test_alternatives_hold_where_one_of_them_does() -> None:
    text = ".Shape~4x4.Or.~R1C1_1.And.~R1C1_2.~R1C2_1.End.Thermo~R1C1~R1C2.End"
    rules = next(formats.read(io.StringIO(text))).puzzle.rules
    either = rules.constraints[-1]
    assert [either.holds([a, b, *[1] * 14]) for a, b in ((1, 1), (2, 1), (2, 3), (3, 1))] == [
        True, True, True, False,
    ]  # fmt: skip


@given(st.data())
def test_relations_and_automata_come_back_from_their_texts(data: st.DataObject) -> None:
    digits = range(data.draw(st.integers(0, 1)), data.draw(st.integers(2, 9)))
    digit = st.sampled_from(digits)
    pairs = data.draw(st.frozensets(st.tuples(digit, digit)))
    key = payloads.key_of(lambda a, b: (a, b) in pairs, digits)
    assert payloads.relation_of(key, digits) == pairs
    state = st.integers(0, 5)
    steps = data.draw(st.dictionaries(st.tuples(state, st.integers(0, 8)), state))
    machine = payloads.Machine(
        frozenset({0}),
        data.draw(st.frozensets(state)),
        {key: frozenset({after}) for key, after in steps.items()},
    )
    again = payloads.machine_of(payloads.text_of_machine(machine, 9))
    for word in data.draw(st.lists(st.lists(st.integers(0, 8), max_size=5), max_size=10)):
        verdicts = set()
        for one in (machine, again):
            states = one.starts
            for symbol in word:
                states = one.after(states, symbol)
            verdicts.add(bool(states & one.accepting))
        assert len(verdicts) == 1


def test_an_automaton_and_a_relation_are_read_as_the_program_writes_them() -> None:
    # What Interactive Sudoku Solver itself writes for growing digits 1 to 4.
    growing, less = links.imported(
        ".Shape~4x4.NFA~SMx5TnJzHIgA~_up~R1C1~R1C2~R1C3.Pair~Oj~_less~R1C1~R1C2"
    ).added
    for digits in product(range(1, 5), repeat=3):
        grid = [*digits, *[1] * 13]
        assert growing.holds(grid) == (digits[0] < digits[1] < digits[2])
        assert less.holds(grid) == (digits[0] < digits[1])
    assert (growing.label, less.label) == ("up", "less")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".Cage~5~R1C1~R1C5", "no cell 'R1C5'"),
        (".Nonsense~5", "'Nonsense', which is not understood"),
        (".Or.Cage~5~R1C1", "without .End"),
        (".End~", "without what it ends"),
        (".Or" * 30 + ".End" * 30, "nested"),
        (".Var~X~~999.Var~Y~~999", "more than 1000 cells"),
        (".Cage~x~R1C1", "expected a number"),
        (".Thermo~R1C1", "2 or more"),
        (".WhiteDot~R1C1~R3C3", "no two share an edge"),
        (".Replicate~____________________.Thermo~R1C1~R1C2.End", "leaves the grid"),
        (".Pair~!~~R1C1~R1C2", "Base64"),
        (".Regex~KA~R1C1", "expression"),
        (".Sandwich~5", "other arguments"),
        (".~R1C1_9", "digit 9"),
        (".Shape~99x99", "shape"),
    ],
)
def test_a_string_that_makes_no_sense_is_refused_with_the_part(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        links.imported(text if "Shape" in text else ".Shape~4x4" + text)


@given(st.text(alphabet=".~_RC1234abcORXV=-", max_size=60))
def test_strings_at_random_are_read_or_refused(text: str) -> None:
    for start in (".", ".Shape~4x4.Sum~", ".Shape~4x4.Or.~", ".NFA~", ".Pair~", ".Regex~"):
        with contextlib.suppress(FormatError):
            links.imported(start + text)


def drawn(meanings: list[str], **fields: Any) -> tuple[list[str], list[str]]:
    said = tuple(map(meaning_of, meanings))
    job = fpuzzles.of_object(document(**fields), said)
    return texts(job), job.ignored


LINE = {"lines": [["R1C1", "R1C2", "R2C3"]], "outlineC": "#F5A623"}
CIRCLE = {"cells": ["R1C1"], "baseC": "#FFFFFF", "value": ""}


@pytest.mark.parametrize(
    ("meaning", "field", "entry", "wanted"),
    [
        ("orange line=whispers 2", "line", LINE, "whispers:2@r1c1,r1c2,r2c3"),
        ("line = thermo", "line", LINE, "thermo@r1c1,r1c2,r2c3"),
        ("#f5a623 line=arrow", "line", LINE, "arrow@r1c1/r1c2,r2c3"),
        ("line=regionsum", "line", LINE, "equalsums@r1c1,r1c2/r2c3"),
        ("white circle=odd", "circle", CIRCLE, "odd@r1c1"),
        ("cage=killer", "cage", {"cells": ["R1C1", "R1C2"], "value": "5"}, "killer:5@r1c1,r1c2"),
        ("circle=xv", "circle", CIRCLE | {"cells": ["R1C1", "R1C2"], "value": "5"},
         "xv:5@r1c1,r1c2"),
    ],
)  # fmt: skip
def test_what_the_user_says_a_drawn_thing_means_holds(
    meaning: str, field: str, entry: dict[str, Any], wanted: str
) -> None:
    assert drawn([meaning], **{field: [entry]}) == ([wanted], [])


def test_what_looks_otherwise_stays_without_meaning() -> None:
    blue = LINE | {"outlineC": "#0000FF"}
    found, ignored = drawn(["orange line=thermo"], line=[LINE, blue, blue])
    assert found == ["thermo@r1c1,r1c2,r2c3"]
    assert ignored == ["blue #0000ff line, only drawn (2)"]


def test_all_circles_that_look_alike_count_together() -> None:
    others = [CIRCLE | {"cells": [cell]} for cell in ("R1C1", "R2C2", "R3C3")]
    assert drawn(["circle=circles"], circle=others) == (["circles@r1c1,r2c2,r3c3"], [])


@pytest.mark.parametrize("text", ["", "line", "=thermo", "line=", "line=thermometer", "line=5"])
def test_a_meaning_of_another_form_is_refused(text: str) -> None:
    with pytest.raises(FormatError):
        meaning_of(text)


def test_a_thing_that_cannot_mean_what_is_said_is_refused() -> None:
    with pytest.raises(FormatError, match="orange #f5a623 line as 'killer:x"):
        drawn(["line=killer x"], line=[LINE])


def test_the_command_line_says_what_drawn_things_mean() -> None:
    link = "https://f-puzzles.com/?load=" + lzstring.compressed(json.dumps(document(line=[LINE])))
    done = run("convert", link, "--map", "orange line=renban", "--strict", "--format", "iss")
    assert ".Renban~R1C1~R1C2~R2C3" in done.out
    assert run("convert", link, "--strict").status == 2


def pad(**fields: Any) -> dict[str, Any]:
    boxes_told = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    cells: list[list[object]] = [[{} for _ in range(4)] for _ in range(4)]
    return {"cells": cells, "regions": boxes_told, **fields}


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
    assert job.ignored == [
        "green #00aa00 line, only drawn (1)", "small white #ffffff circle, only drawn (1)",
        "black #000 text, only drawn (1)",
    ]  # fmt: skip
    said = (meaning_of("green line=whispers 2"), meaning_of("small white circle=white"))
    job = sudokupad.of_object(data, said)
    assert texts(job) == ["whispers:2@r1c1,r1c2,r1c3,r2c4", "white@r1c1,r1c2"]


def test_a_margin_around_the_regions_is_no_part_of_the_board() -> None:
    data = pad()
    data["cells"] = [[{} for _ in range(6)] for _ in range(6)]
    data["regions"] = [[[r + 1, c + 1] for r, c in region] for region in data["regions"]]
    data["cells"][1][1] = {"value": 3}
    data["cells"][0][1] = {"value": "12"}
    job = sudokupad.of_object(data)
    assert job.puzzle().digits == (3, *[0] * 15)
    assert job.ignored == ["cell text, only drawn (1)"]


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


def at(*names: str) -> list[dict[str, int]]:
    return [{"row": int(name[1]) - 1, "col": int(name[3]) - 1} for name in names]


LISUDOKU: dict[str, tuple[dict[str, object], list[str]]] = {
    "cage": ({"killerCages": [{"sum": 5, "region": at("r1c1", "r1c2")}]}, ["killer:5@r1c1,r1c2"]),
    "snake": ({"killer_cages": [{"sum": None, "region": at("r1c1")}]}, ["killer@r1c1"]),
    "thermo": ({"thermos": [at("r1c1", "r1c2")]}, ["thermo@r1c1,r1c2"]),
    "arrow": ({"arrows": [{"circleCells": at("r1c1"), "arrowCells": at("r1c2", "r2c2")}]},
              ["arrow@r1c1/r1c2,r2c2"]),
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
    record = next(formats.read(io.StringIO(json.dumps(data))))
    assert record.puzzle.digits == (1, *[0] * 15)
    assert record.ignored == ("+ cage, only drawn (1)",)
    assert record.solution is not None and record.solution[:4] == (1, 2, 3, 4)
    job = links.of_object(data, ("cage=killer",))
    assert job is not None and texts(job) == ["killer:5@r1c2,r1c3"]


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
    record = next(formats.read(io.StringIO(link)))
    assert record.puzzle.digits == (3, *[0] * 15)
    assert record.puzzle.rules == boxes(2, 2)
    assert record.ignored == (
        "text, only drawn (1)", "thermo, only drawn (1)", "cage, only drawn (1)",
        "l circle, only drawn (1)", "ss circle, only drawn (1)", "diagonal line, only drawn (1)",
    )  # fmt: skip
    said = ("thermo=thermo", "cage=killer", "l circle=odd", "ss circle=white", "diagonal=region")
    job = links.imported(link, tuple(map(meaning_of, said)))
    assert texts(job) == [
        "thermo@r2c1,r2c2,r2c3", "killer:5@r1c1,r1c2", "odd@r1c1", "white@r1c1,r1c2",
        "region@r1c1,r2c2,r3c3,r4c4",
    ]  # fmt: skip


def test_damaged_and_endless_links_of_penpa_are_refused() -> None:
    packer = zlib.compressobj(wbits=-15)
    bomb = base64.b64encode(packer.compress(b"a" * 9_000_000) + packer.flush()).decode()
    start = "https://x/penpa-edit/#m=edit&p="
    for text, words in (
        (start + bomb, "more than"), (start + "!!!!", "damaged|grid"), (start + "AAAA", "squares"),
        (penpa_link({}, "hex,4,4"), "squares"), (penpa_link({"number": 5}), "no object"),
        (penpa_link({}, "sudoku,4,5,38,0,1,1,1,1,1,1,1"), "expected a square"),
    ):  # fmt: skip
        with pytest.raises(FormatError, match=words):
            links.imported(text)
