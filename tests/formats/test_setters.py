"""Files of setters' programs: all that has a meaning is read, and what has none is reported."""

from __future__ import annotations

import json
from itertools import permutations, product
from typing import Any

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters import f_puzzles as fpuzzles
from cpsudoku.formats.setters import links, lzstring
from cpsudoku.formats.setters.drawings import interpret, meaning_of
from cpsudoku.formats.setters.f_puzzles import fpuzzles_json
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.recogniser import record_of
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes, jigsaw, latin
from cpsudoku.variants import Variant, to_text, with_variants


def document(size: int = 4, **fields: Any) -> dict[str, Any]:
    return {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)], **fields}


def added(**fields: Any) -> list[str]:
    return texts(fpuzzles.of_object(document(**fields)))


def texts(job: Import) -> list[str]:
    return [to_text(added) for added in job.added if isinstance(added, Variant)]


@given(
    st.text(alphabet='{}[],":grid', max_size=3000)
    | st.text(alphabet=st.characters(codec="utf-16"), max_size=300)
)
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
        links.imported(f"https://f-puzzles.com/?load={text}")


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
        ({"whispers": [{"lines": [["R1C1", "R1C2", "R1C2", "R1C1"]], "value": 3}]},
         ["whispers:3@r1c1,r1c2,r1c1"]),
        ({"zipperline": [{"lines": [["R1C1", "R1C2"]]}]}, ["zipper@r1c1,r1c2"]),
        ({"doublearrow": [{"lines": [["R1C1", "R1C2"]]}]}, ["doublearrow@r1c1,r1c2"]),
        ({"clone": [{"cells": ["R1C1"], "cloneCells": ["R3C3"]}]}, ["clone@r1c1,r3c3"]),
        ({"quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 1]}]},
         ["quad:1,1@r1c1,r1c2,r2c1,r2c2"]),
        ({"regionsumline": [{"lines": [["R1C2", "R1C3", "R2C3"]]}]},
         ["equalsums@r1c2/r1c3,r2c3"]),
        ({"regionsumline": [{"lines": [["R1C2", "R1C3", "R2C3", "R2C2", "R1C2"]]}]},
         ["equalsums@r1c3,r2c3/r2c2,r1c2"]),
        ({"regionsumline": [{"lines": [["R1C1", "R1C2", "R1C3", "R2C3", "R2C2", "R1C1"]]}]},
         ["equalsums@r1c3,r2c3/r2c2,r1c1,r1c2"]),
        ({"regionsumline": [{"lines": [["R1C2", "R1C3", "R2C3", "R3C2", "R1C2"]]}]},
         ["equalsums@r1c3,r2c3/r3c2/r1c2"]),
        ({"regionsumline": [{"lines": [["R1C2", "R1C3", "R2C3", "R1C3", "R1C2"]]}]},
         ["equalsums@r1c2/r1c3,r2c3,r1c3/r1c2"]),
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
    assert job.ignored == ["digits entered, no givens (1): r1c2"]


def test_a_solution_that_was_entered_is_reported_once() -> None:
    data = document()
    for row in data["grid"]:
        for cell in row:
            cell["value"] = 1
    job = fpuzzles.of_object(data)
    assert job.ignored == ["digits entered, no givens (16): r1c1 r1c2 r1c3 r1c4 r2c1 …"]


def test_five_entered_digits_are_all_named() -> None:
    data = document()
    for column in range(4):
        data["grid"][0][column]["value"] = data["grid"][1][0]["value"] = 1
    assert fpuzzles.of_object(data).ignored == [
        "digits entered, no givens (5): r1c1 r1c2 r1c3 r1c4 r2c1"
    ]


def test_regions_that_are_boxes_of_any_form_are_read_as_boxes() -> None:
    labels = [row // 2 * 2 + column // 3 for row in range(6) for column in range(6)]
    for form, name in ((labels, "6"), ([labels[6 * (c % 6) + c // 6] for c in range(36)], "3x2")):
        grid = [[{"region": form[6 * row + column]} for column in range(6)] for row in range(6)]
        rules = fpuzzles.of_object({"size": 6, "grid": grid}).puzzle().rules
        assert formats.rules_text(rules) == name


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


def test_disjoint_groups_of_a_jigsaw_are_the_places_in_its_regions() -> None:
    labels = "0001021122132333"
    data = document(disjointgroups=True)
    for cell, label in enumerate(labels):
        data["grid"][cell // 4][cell % 4]["region"] = int(label)
    found = [one.scope for one in fpuzzles.of_object(data).added]
    first_places = [labels.index(label) for label in "0123"]
    assert tuple(first_places) in found
    assert len(found) == 4


def test_what_is_only_drawn_or_unknown_is_reported_and_never_guessed() -> None:
    job = fpuzzles.of_object(
        document(line=[{"lines": [["R1C1", "R1C2"]]}], mystery=[1], killercage=[
            {"cells": ["R1C1"], "value": "DR3"}])
    )  # fmt: skip
    assert texts(job) == ["killer@r1c1"]
    assert record_of(job).ignored == (
        "'mystery', which is unknown", "'DR3' in a cage, where a sum is expected",
        "line, only drawn (1)",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"size": 99}, "size 99"),
        ({"grid": [[{}]]}, "4 rows of 4"),
        ({"grid": [[{}] * n for n in (3, 5, 4, 4)]}, "4 rows of 4"),
        ({"rectangle": [{"cells": 1}]}, "expected a list of cells"),
        ({"thermometer": [{"lines": [["R1C1", "R9C9"]]}]}, "no cell 'R9C9'"),
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


@pytest.mark.parametrize("text", ["sumline:4", "product:4", "average", "mean:2", "parity", "sum:4"])
def test_a_constraint_without_a_word_there_is_refused(text: str) -> None:
    rules = with_variants(boxes(2, 2), f"{text}@r1c1,r1c2")
    with pytest.raises(FormatError, match=f"no word for: {text.replace(':', ' ')}"):
        formats.write(Puzzle.empty(rules), "fpuzzles")


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
def drawn(meanings: list[str], **fields: Any) -> tuple[list[str], list[str]]:
    said = tuple(map(meaning_of, meanings))
    job = fpuzzles.of_object(document(**fields))
    reports = interpret(job, said)
    return texts(job), job.ignored + reports


LINE = {"lines": [["R1C1", "R1C2", "R2C3"]], "outlineC": "#F5A623"}
LOOP = {"lines": [["R1C2", "R1C3", "R2C3", "R2C2", "R1C2"]]}
CIRCLE = {"cells": ["R1C1"], "baseC": "#FFFFFF", "value": ""}


@pytest.mark.parametrize(
    ("meaning", "field", "entry", "wanted"),
    [
        ("orange line=whispers 2", "line", LINE, "whispers:2@r1c1,r1c2,r2c3"),
        ("line = thermo", "line", LINE, "thermo@r1c1,r1c2,r2c3"),
        ("#f5a623 line=arrow", "line", LINE, "arrow@r1c1/r1c2,r2c3"),
        ("line=regionsum", "line", LINE, "equalsums@r1c1,r1c2/r2c3"),
        ("line=equalsums", "line", LINE, "equalsums@r1c1,r1c2/r2c3"),
        ("line=renban", "line", LOOP, "renban@r1c2,r1c3,r2c3,r2c2,r1c2"),
        ("line=whispers 2", "line", LOOP, "whispers:2@r1c2,r1c3,r2c3,r2c2,r1c2"),
        ("line=regionsum", "line", LOOP, "equalsums@r1c3,r2c3/r2c2,r1c2"),
        ("white circle=odd", "circle", CIRCLE, "odd@r1c1"),
        ("cage=killer", "cage", {"cells": ["R1C1", "R1C2"], "value": "5"}, "killer:5@r1c1,r1c2"),
        ("circle=xv", "circle", CIRCLE | {"cells": ["R1C1", "R1C2"], "value": "5"},
         "xv:5@r1c1,r1c2"),
        ("circle=white", "circle", CIRCLE | {"cells": ["R1C1", "R1C2"], "value": "3"},
         "white@r1c1,r1c2"),
    ],
)  # fmt: skip
def test_what_the_user_says_a_drawn_thing_means_holds(
    meaning: str, field: str, entry: dict[str, Any], wanted: str
) -> None:
    assert drawn([meaning], **{field: [entry]}) == ([wanted], [])


@pytest.mark.parametrize(
    ("fields", "ignored"),
    [
        ({"renban": [{"lines": LINE["lines"], "value": "3"}]}, "'3' as the value of a renban"),
        ({"modularline": [LINE | {"value": 2}]}, "2 as the value of a modularline"),
        ({"negative": ["xv", "sums"]}, "no 'sums' but those given, which is unknown"),
        ({"solution": "1234"}, "a stored solution of another form"),
    ],
)
def test_what_has_no_meaning_in_a_field_is_named(fields: dict[str, Any], ignored: str) -> None:
    assert fpuzzles.of_object(document(**fields)).ignored == [ignored]


def test_a_line_of_region_sums_without_regions_is_named() -> None:
    note = "a line of region sums, without regions to cut it"
    line = [{"lines": [["R1C1", "R1C2", "R2C3"]]}]
    assert fpuzzles.of_object(document(5, regionsumline=line)).ignored == [note]
    assert fpuzzles.of_object(document(4, regionsumline=line)).ignored == []


GRID = "1234341221434321"
ROWS = [GRID[at : at + 4] for at in range(0, 16, 4)]


@pytest.mark.parametrize(
    "said", [ROWS, [list(map(int, row)) for row in ROWS], " ".join(GRID), ", ".join(GRID),
             "\n".join(ROWS), "|".join(ROWS), list(GRID), int(GRID)],
)  # fmt: skip
def test_a_stored_solution_has_any_form(said: object) -> None:
    job = fpuzzles.of_object(document(solution=said))
    assert (job.claimed, job.ignored) == (tuple(map(int, GRID)), [])


def test_a_stored_solution_of_a_big_board_has_numbers() -> None:
    grid = [(4 * (r % 4) + r // 4 + c) % 16 + 1 for r in range(16) for c in range(16)]
    job = fpuzzles.of_object(document(16, solution=" ".join(map(str, grid))))
    assert job.claimed == tuple(grid)


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
    done = run("check", "1...............", "--map", "orange line=whisper")
    assert (done.status, done.out) == (2, "")
    assert "there is no variant 'whisper'" in done.err


@pytest.mark.parametrize(
    ("cell", "direction", "wanted"),
    [
        ("R0C1", "DR", "r1c2,r2c3,r3c4"), ("R0C0", "DR", "r1c1,r2c2,r3c3,r4c4"),
        ("R0C3", "DL", "r1c2,r2c1"), ("R2C0", "UR", "r1c1"), ("R5C2", "UL", "r4c1"),
        ("R5C5", "UL", "r4c4,r3c3,r2c2,r1c1"), ("R3C5", "dl", "r4c4"),
    ],
)  # fmt: skip
def test_the_direction_of_a_little_killer_gives_its_cells(
    cell: str, direction: str, wanted: str
) -> None:
    entry: dict[str, Any] = {"cell": cell, "direction": direction, "value": "5"}
    assert added(littlekillersum=[entry]) == [f"littlekiller:5@{wanted}"]
    with_cells = {"cells": [name.upper() for name in wanted.split(",")]}
    others: list[dict[str, Any]] = [with_cells, {"cells": []}, {"cells": None}]
    for more in others:
        assert added(littlekillersum=[entry | more]) == [f"littlekiller:5@{wanted}"]


def test_a_little_killer_without_cells_counts() -> None:
    entry = {"cell": "R0C1", "direction": "DR", "value": "4"}
    puzzle = fpuzzles.of_object(document(littlekillersum=[entry])).puzzle()
    rows = list(permutations((1, 2, 3, 4)))
    wanted = 0
    for a, b, c, d in product(rows, repeat=4):
        if a[1] + b[2] + c[3] != 4 or {*a[:2], *b[:2]} != {1, 2, 3, 4} != {*c[:2], *d[:2]}:
            continue
        columns = list(zip(a, b, c, d, strict=True))
        wanted += {*c[:2], *d[:2]} == {1, 2, 3, 4} and all(len({*one}) == 4 for one in columns)
    found = solving.solve(puzzle, limit=1000)
    assert len(found.solutions) == wanted > 0


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"cell": "R0C1", "value": "5"}, "expected a list of cells"),
        ({"cell": "R0C1", "direction": "down", "value": "5"}, "direction 'down' of a clue"),
        ({"cell": "R0C1", "direction": "UR", "value": "5"}, "beside the board"),
        ({"cell": "R2C2", "direction": "DR", "value": "5"}, "beside the board"),
        ({"cell": "R0C1", "direction": "DR", "cells": ["R1C1", "R2C2"], "value": "5"},
         "r1c1 r2c2 or r1c2 r2c3 r3c4; expected the same"),
    ],
)  # fmt: skip
def test_a_little_killer_that_says_no_cells_or_two_lists_is_refused(
    entry: dict[str, Any], words: str
) -> None:
    with pytest.raises(FormatError, match=words):
        added(littlekillersum=[entry])


@pytest.mark.parametrize("zero", [0, "0", "", None])
def test_zero_is_a_blank_and_no_sum(zero: object) -> None:
    data = document(killercage=[{"cells": ["R1C1", "R1C2"], "value": zero}])
    data["grid"][0][0] = {"value": zero, "given": True}
    data["grid"][0][1] = {"value": zero}
    job = fpuzzles.of_object(data)
    assert (texts(job), job.ignored, job.puzzle().digits[:2]) == (["killer@r1c1,r1c2"], [], (0, 0))


def test_lines_too_short_for_their_meaning_do_not_refuse_the_puzzle() -> None:
    one, two = ([{"lines": [cells]}] for cells in (["R1C1"], ["R1C1", "R2C2"]))
    job = fpuzzles.of_object(document(palindrome=one, zipperline=two, thermometer=two))
    assert (texts(job), job.ignored) == (["zipper@r1c1,r2c2", "thermo@r1c1,r2c2"], [])
    job = fpuzzles.of_object(document(quadruple=[{"cells": ["R1C1"], "values": [1]}]))
    assert (texts(job), job.ignored) == ([], ["quad 1 of 1 cells, which is too short"])


def test_lines_drawn_over_those_of_constraints_are_not_named() -> None:
    path = ["R1C1", "R1C2", "R2C3"]
    fields: dict[str, Any] = {
        "whispers": [{"lines": [path]}],
        "renban": [{"lines": [["R3C1", "R3C2"]]}],
    }
    over = [{"lines": [path, path[::-1]], "outlineC": "#67f067"}, {"lines": [["R3C2", "R3C1"]]}]
    assert record_of(fpuzzles.of_object(document(**fields, line=over))).ignored == ()
    for other in (path[:2], [*path, "R3C3"]):
        job = fpuzzles.of_object(document(**fields, line=[{"lines": [other]}]))
        assert record_of(job).ignored == ("line, only drawn (1)",)
    # A line over that of an unknown field is drawn and nothing more.
    job = fpuzzles.of_object(document(mystery=[{"lines": [path]}], line=[{"lines": [path]}]))
    assert record_of(job).ignored == ("'mystery', which is unknown", "line, only drawn (1)")


def test_one_region_of_all_cells_has_to_be_divided() -> None:
    data = document()
    for row in data["grid"]:
        row[:] = [{"region": 3} for _ in row]
    job = fpuzzles.of_object(data)
    assert job.puzzle().rules == latin(4)
    assert job.ignored == ["regions to be found, so that only rows and columns hold"]
