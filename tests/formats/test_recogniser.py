"""What drawn things probably mean: looks and words together, checked by a stored solution."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from command_line import run

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.phrases import formula, names_in, phrase_book
from cpsudoku.variants import Variant, to_text

HOMES = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
SOLUTION = "1234341221434321"


def pad(words: str, *, solution: str = "", **fields: Any) -> dict[str, Any]:
    about = {"rules": words, "solution": solution}
    return {"cells": [[{}] * 4 for _ in range(4)], "regions": HOMES, "metadata": about, **fields}


def read(data: dict[str, Any], *meanings: str, proposes: bool = True) -> Record:
    return formats.record(json.dumps(data), meanings=meanings, proposes=proposes)


def texts(record: Record) -> list[str]:
    found = [one for one in record.puzzle.rules.constraints if isinstance(one, Variant)]
    return [to_text(one) for one in found]


def labels(record: Record) -> list[str]:
    board = record.puzzle.rules.board
    return [one.constraint.described(board) for one in record.proposals if one.taken]


def line(colour: str, *points: tuple[float, float], **more: Any) -> dict[str, Any]:
    return {"color": colour, "thickness": 10, "wayPoints": list(map(list, points)), **more}


def shape(row: float, column: float, size: float, colour: str, **more: Any) -> dict[str, Any]:
    return {"center": [row, column], "width": size, "height": size, "rounded": True,
            "backgroundColor": colour, **more}  # fmt: skip


ROW = ((0.5, 0.5), (0.5, 3.5))
BULB = shape(0.5, 3.5, 0.8, "#cccf")
DOT = shape(0.5, 1.0, 0.3, "#ffffff", borderColor="#000000")


@pytest.mark.parametrize(
    ("words", "fields", "wanted"),
    [
        ("Digits along a thermometer increase from the bulb.",
         {"lines": [line("#cccf", *ROW)], "underlays": [BULB]}, "thermo@r1c4,r1c3,r1c2,r1c1"),
        ("Neighbours on green lines differ by at least 5.",
         {"lines": [line("#67f067ff", *ROW)]}, "whispers:5@r1c1,r1c2,r1c3,r1c4"),
        ("Digits along orange lines form a renban.",
         {"lines": [line("#ffa500", *ROW)]}, "renban@r1c1,r1c2,r1c3,r1c4"),
        ("Box borders divide blue lines into segments with the same sum.",
         {"lines": [line("#34bbe6", *ROW)]}, "equalsums@r1c1,r1c2/r1c3,r1c4"),
        ("A white dot joins consecutive digits.", {"overlays": [DOT]}, "white@r1c1,r1c2"),
        ("An X joins digits that sum to 10, a V to 5.",
         {"overlays": [{"center": [1.0, 0.5], "width": 0.3, "height": 0.3, "text": "V"}]},
         "xv:5@r1c1,r2c1"),
        ("Digits along an arrow sum to the digit in its circle.",
         {"arrows": [line("#000", (0.5, 0.9), (0.5, 2.5))],
          "underlays": [shape(0.5, 0.5, 0.8, "#ffffff", borderColor="#000000")]},
         "arrow@r1c1/r1c2,r1c3"),
        ("Digits in a circle must appear in the surrounding four cells.",
         {"overlays": [shape(1.0, 1.0, 0.6, "#ffffff", text="1 4")]},
         "quad:1,4@r1c1,r1c2,r2c1,r2c2"),
        ("Cells with a grey square are even.",
         {"underlays": [shape(0.5, 1.5, 0.8, "#cfcfcf", rounded=False)]}, "even@r1c2"),
        ("Odd and Even: a digit on a grey square is even.",
         {"underlays": [shape(0.5, 1.5, 0.8, "#cfcfcf", rounded=False)]}, "even@r1c2"),
        ("Cages show their sum.", {"cages": [{"cells": [[0, 0], [0, 1]], "value": "3"}]},
         "sum:3@r1c1,r1c2"),
        ("Sandwich: the digits between 1 and 4 have this sum.",
         {"overlays": [{"center": [-0.5, 0.5], "width": 0.5, "height": 0.5, "text": "3"}]},
         "sandwich:3@r1c1,r2c1,r3c1,r4c1"),
        ("Adjacent cells along an orange line differ by at least 2.",
         {"lines": [line("#ff8800", *ROW)]}, "whispers:2@r1c1,r1c2,r1c3,r1c4"),
        ("Grey thermometers have no bulb: digits increase from one end, to be deduced.",
         {"lines": [line("#cccf", (0.5, 0.5), (0.5, 2.5))]}, "between@r1c1,r1c2,r1c3"),
        ("Digits on either side of a VII sum to 7.",
         {"overlays": [{"center": [1.0, 0.5], "width": 0.3, "height": 0.3, "text": "VII"}]},
         "xv:7@r1c1,r2c1"),
        ("Inequality signs point to the smaller digit.",
         {"lines": [line("#000", (0.4, 0.9), (0.5, 1.1), (0.6, 0.9))]}, "greater@r1c1,r1c2"),
        ("Cages with the same letter have the same sum.",
         {"cages": [{"cells": [[r, 0], [r, 1]], "value": "A"} for r in (0, 1)]},
         "equalsums@r1c1,r1c2/r2c1,r2c2"),
        ("Odd and even digits alternate along red lines.",
         {"lines": [line("#f66f", *ROW)]}, "parity@r1c1,r1c2,r1c3,r1c4"),
        ("Digits in a bulb are the average of the digits along its arrow.",
         {"arrows": [line("#000", (0.5, 0.9), (0.5, 2.5))],
          "underlays": [shape(0.5, 0.5, 0.8, "#ffffff", borderColor="#000000")]},
         "average@r1c1,r1c2,r1c3"),
        ("A clue outside the grid is the sum of the indicated diagonal.",
         {"arrows": [line("#000", (-0.3, 0.7), (-0.1, 0.9))],
          "overlays": [{"center": [-0.5, 0.5], "width": 0.5, "height": 0.5, "text": "7"}]},
         "littlekiller:7@r1c2,r2c3,r3c4"),
        ("Neighbouring cells never sum to 4.", {}, "nosum:4"),
        ("A grey line is divided into segments that add to 5.",
         {"lines": [line("#cccccc", *ROW)]}, "sumline:5@r1c1,r1c2,r1c3,r1c4"),
        ("All cages sum to 5 or 7.", {"cages": [{"cells": [[0, 0], [0, 1]], "value": ""}]},
         "sum:5,7@r1c1,r1c2"),
        ("Cells a knight's move apart cannot have the same digit.", {}, "antiknight"),
        ("Rellik cages: any combination of digits in a cage cannot sum to its number.",
         {"cages": [{"cells": [[0, 0], [0, 1]], "value": "5"}]}, "rellik:5@r1c1,r1c2"),
    ],
)  # fmt: skip
def test_a_look_and_a_sentence_make_a_variant(
    words: str, fields: dict[str, Any], wanted: str
) -> None:
    record = read(pad(f"Normal sudoku rules apply. {words}", **fields))
    assert texts(record) == [wanted]
    (proposal,) = record.proposals
    assert (proposal.evidence, proposal.taken) == (words[:100], True)
    assert all(one.startswith("in words: ") for one in record.ignored)
    # Without a sentence that speaks of it, and where only declared clues count, it is drawn.
    others = read(pad("Normal sudoku rules apply. Have fun.", **fields))
    declared = read(pad(words, **fields), proposes=False)
    assert (texts(others), others.proposals) == (texts(declared), declared.proposals) == ([], ())
    assert declared.ignored or not fields


def test_a_stored_solution_refutes_a_family_and_a_single_thing() -> None:
    words = "Purple lines are renbans."
    lines = [line("#f067f0", (r + 0.5, 0.5), (r + 0.5, 1.5)) for r in range(4)]
    record = read(pad(words, solution=SOLUTION, lines=lines))
    assert texts(record) == [f"renban@r{r}c1,r{r}c2" for r in (1, 2, 3, 4)]
    odd = [*lines, line("#f067f0", (0.5, 0.5), (1.5, 0.5))]  # 1 and 3 are not consecutive
    record = read(pad(words, solution=SOLUTION, lines=odd))
    assert len(texts(record)) == 4
    assert [one.dropped for one in record.proposals if not one.taken] == [
        "the stored solution breaks it"
    ]
    record = read(pad(words, solution=SOLUTION, lines=[lines[0], odd[-1]]))
    assert (texts(record), record.proposed, len(record.proposals)) == ([], 0, 2)
    assert "pink #f067f0 line, only drawn (2)" in record.ignored


def test_what_the_user_and_the_file_say_comes_first() -> None:
    data = pad("Digits along orange lines form a renban.", lines=[line("#ffa500", *ROW)])
    assert texts(read(data, "orange line=whispers 2")) == ["whispers:2@r1c1,r1c2,r1c3,r1c4"]
    nothing = read(data, "orange line=nothing")
    assert (texts(nothing), nothing.proposals) == ([], ())


def test_all_dots_given_is_a_proposal_of_its_own() -> None:
    words = "White dots join consecutive digits. All dots are given."
    record = read(pad(words, overlays=[DOT]))
    assert texts(record) == ["white@r1c1,r1c2", "nowhite@r1c1,r1c2"]
    few = "White dots join consecutive digits. Not all dots are given."
    assert texts(read(pad(few, overlays=[DOT]))) == ["white@r1c1,r1c2"]


def test_sentences_about_all_lines_and_totals_of_cages_are_read() -> None:
    lines = [line("#888888", (r + 0.5, 0.5), (r + 0.5, 1.5)) for r in (0, 1)]
    words = "Every line in the grid has the same total."
    assert texts(read(pad(words, lines=lines))) == ["equalsums@r1c1,r1c2/r2c1,r2c2"]
    words = "Digits on grey lines form a palindrome. Digits may not repeat on a line."
    record = read(pad(words, lines=lines[:1]))
    assert texts(record) == ["palindrome@r1c1,r1c2", "region@r1c1,r1c2"]
    cages = [{"cells": [[0, 0], [1, 1]], "value": text} for text in ("<4", "≥7", "odd")]
    record = read(pad("Cages show their sum.", cages=cages))
    assert texts(record) == ["sum:1,2,3@r1c1,r2c2", "sum:7,8@r1c1,r2c2", "sum:1,3,5,7@r1c1,r2c2"]


def test_the_central_box_is_a_magic_square() -> None:
    data = {"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)],
            "ruleset": "The central 3x3 box is a magic square."}  # fmt: skip
    (named,) = texts(read(data))
    assert named.startswith("equalsums@r4c4,r4c5,r4c6/") and named.endswith("/r4c6,r5c5,r6c4")


def test_a_rule_about_some_cells_is_not_one_about_all() -> None:
    words = "Even digits a knight's move apart cannot be the same."
    record = read(pad(words))
    assert (texts(record), record.ignored) == ([], (f"in words: {words}",))


def test_digits_from_0_are_worth_what_the_words_say() -> None:
    words = "Use the digits 0 to 3. Purple lines are renbans."
    lines = [line("#f067f0", (0.5, 0.5), (0.5, 1.5))]
    zeros = "".join(str(int(digit) - 1) for digit in SOLUTION)
    record = read(pad(words, solution=zeros, lines=lines))
    assert record.puzzle.rules.board.first == 0
    assert (record.solution, record.proposals[0].fits) == (tuple(map(int, SOLUTION)), True)


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("In a cage, 22 would mean two 2s.", "average"),
        ("Shaded digits are larger than those in adjacent white cells.", "maximum"),
        ("Shaded digits are smaller than those in adjacent unshaded cells.", "minimum"),
    ],
)
def test_sentences_that_mean_something_else_than_their_words_are_not_of_a_kind(
    sentence: str, kind: str
) -> None:
    assert kind not in phrase_book().spoken(sentence)


def test_what_a_sentence_says_of_sums_of_cages_leaves_their_digits_apart() -> None:
    cages = [{"cells": [[0, 0], [0, 1]], "value": "1"}, {"cells": [[1, 0], [2, 0]], "value": "0"}]
    words = "Cages show the remainder of their sum when divided by 3. {}"
    apart = read(pad(words.format("Digits cannot repeat in cages."), cages=cages))
    assert texts(apart) == ["region@r2c1,r3c1", "region@r1c1,r1c2"][::-1]
    divided = [one for one in labels(apart) if one.startswith("sum of a cage, divided")]
    assert divided == ["sum of a cage, divided r1c1 r1c2", "sum of a cage, divided r2c1 r3c1"]
    assert texts(read(pad(words.format("Digits in cages may repeat."), cages=cages))) == []
    assert not any(
        one.constraint.holds((1, 2) + (1,) * 14) for one in apart.proposals[:1]
    )  # 3 leaves nothing, not 1


def test_a_closed_line_has_each_digit_once_in_its_sum() -> None:
    loop = line("#cfcfcf", (0.5, 0.5), (0.5, 1.5), (1.5, 1.5), (1.5, 0.5), (0.5, 0.5))
    words = "On each line, the digits sum to the same total."
    record = read(pad(words, lines=[loop, line("#cfcfcf", (2.5, 0.5), (2.5, 3.5))]))
    assert texts(record) == ["equalsums@r1c1,r1c2,r2c2,r2c1/r3c1,r3c2,r3c3,r3c4"]


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("The digits on the blue line have an equal sum in each box.",
         ["equalsums@r1c3,r2c3/r2c2,r2c1/r4c4,r4c3/r4c2,r4c1,r3c2"]),
        ("The digits on each blue line have an equal sum in each box.",
         ["equalsums@r1c3,r2c3/r2c2,r2c1", "equalsums@r4c4,r4c3/r4c2,r4c1",
          "equalsums@r2c1/r3c2,r4c1"]),
    ],
)  # fmt: skip
def test_pieces_that_meet_are_one_line_if_words_speak_of_one(words: str, wanted: list[str]) -> None:
    pieces = [
        line("#34bbe6", (0.5, 2.5), (1.5, 2.5), (1.5, 0.5)),
        line("#34bbe6", (3.5, 3.5), (3.5, 0.5)),
        line("#34bbe6", (1.5, 0.5), (2.5, 1.5), (3.5, 0.5)),
    ]
    record = read(pad(words, lines=pieces))
    assert (texts(record), record.ignored) == (wanted, ())


def test_a_branch_of_a_region_sum_line_is_part_of_it() -> None:
    trunk = line("#34bbe6", (0.5, 0.5), (0.5, 2.5), (1.5, 2.5), (1.5, 1.5))
    words = "Box borders divide blue lines into segments with the same sum."
    branch = line("#34bbe6", (0.5, 1.5), (1.5, 0.5))
    record = read(pad(words, lines=[trunk, branch]))
    assert texts(record) == ["equalsums@r1c1,r1c2,r2c1/r1c3,r2c3/r2c2"]
    # A solution may say that they are two after all.
    both = [line("#34bbe6", *ROW), line("#34bbe6", (0.5, 1.5), (1.5, 2.5))]
    wanted = [["equalsums@r1c1,r1c2/r1c3,r1c4/r2c3"],
              ["equalsums@r1c1,r1c2/r1c3,r1c4", "equalsums@r1c2/r2c3"]]  # fmt: skip
    for solution, meant in zip(("", "1423234132144132"), wanted, strict=True):
        assert texts(read(pad(words, solution=solution, lines=both))) == meant
    # Lines that cross are two, and so is a closed one that begins on another.
    row = line("#34bbe6", (1.5, 0.5), (1.5, 3.5))
    loop = line("#34bbe6", (1.5, 1.5), (1.5, 2.5), (2.5, 2.5), (2.5, 1.5), (1.5, 1.5))
    for other in (line("#34bbe6", (0.5, 1.5), (2.5, 1.5)), loop):
        record = read(pad(words, lines=[row, other]))
        assert [one.count("/") for one in texts(record)] == [1, 1 + 2 * (other is loop)]


def test_other_values_of_digits_make_sums_doubtful() -> None:
    words = "Cages show their sum. A doubler counts twice its digit."
    record = read(pad(words, cages=[{"cells": [[0, 0], [0, 1]], "value": "3"}]))
    assert record.proposals[0].confidence < 0.7
    assert record.ignored == ("in words: A doubler counts twice its digit.",)


def test_every_kind_is_spoken_of_by_sentences_and_others_are_not_read() -> None:
    words = "Normal sudoku rules apply. The digits on the loop alternate. Enjoy the digits!"
    book = phrase_book()
    assert book.unread(words, {"usual"}) == ["The digits on the loop alternate."]
    assert set(book.spoken(words)) == {"usual"}
    assert book.spoken("Thanks to all testers.") == {}


@pytest.mark.parametrize(
    "words", ["Cages show their sum.", "The digits in cages have the product shown."]
)
@pytest.mark.parametrize("text", ["²", "①", "٣", "9" * 5000])
def test_what_only_looks_like_a_number_is_not_read(words: str, text: str) -> None:
    record = read(pad(words, cages=[{"cells": [[0, 0], [0, 1]], "value": text}]))
    assert (record.proposals, record.ignored) == (
        (),
        ("cage, only drawn (1)", f"in words: {words}"),
    )


@pytest.mark.parametrize(
    "words",
    [f"Neighbouring cells never sum to {'9' * 5000}.",
     f"Adjacent cells on lines differ by at least {'9' * 5000}."],
)  # fmt: skip
def test_numbers_that_no_clue_has_are_not_read(words: str) -> None:
    assert read(pad(words)).ignored == (f"in words: {words[:100]}",)


def test_a_number_beside_an_arrow_that_means_nothing_is_not_lost() -> None:
    arrows = [line("#000", (-0.3, n + 0.7), (-0.1, n + 0.9)) for n in (0, 1)]
    numbers = [{"center": [-0.5, n + 0.5], "width": 0.5, "height": 0.5, "text": text}
               for n, text in enumerate(("7", "²"))]  # fmt: skip
    words = "A clue outside the grid is the sum of the indicated diagonal."
    record = read(pad(words, arrows=arrows, overlays=numbers))
    assert texts(record) == ["littlekiller:7@r1c2,r2c3,r3c4"]
    assert record.ignored == ("outside black #000 arrow, only drawn (1)",)


def test_lines_may_end_in_a_backslash_and_an_n() -> None:
    record = read(pad("Normal sudoku rules apply.\\n\\nCells on the loop alternate."))
    assert record.ignored == ("in words: Cells on the loop alternate.",)


def test_rules_in_small_letters_are_sentences_and_long_ones_are_not_cut_in_silence() -> None:
    alien = "every digit on a mauve line is the age of an alien."
    assert read(pad(f"normal sudoku rules apply. {alien}")).ignored == (f"in words: {alien}",)
    cut = read(pad("Have fun! " * 1000 + "Cells on the loop differ.")).ignored
    assert cut == ("rules in words after 10000 characters",)


def test_commands_say_what_rests_on_proposals(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    words = "Digits along grey lines form a palindrome. Digits on the loop alternate."
    path.write_text(json.dumps(pad(words, lines=[line("#aaaf", (1.5, 1.5), (2.5, 2.5))])))
    said = "1 clue read from drawings and words"
    done = run("check", path)
    assert f"multiple with {said}" in done.out
    assert f"{said}; 1 thing not read: in words: Digits on the loop alternate." in done.err
    found = json.loads(run("check", path, "--json").out)
    assert (found["proposed"], len(found["not_read"])) == (1, 1)
    [one] = found["proposals"]
    assert (one["meaning"], one["cells"], one["taken"]) == ("palindrome", ["r2c2", "r3c3"], True)
    table = run("count", path, "--proposed").err
    assert "grey #aaaf line = palindrome r2c2 r3c3: 'Digits along grey lines" in table
    path.with_suffix(".txt").write_text(json.dumps(pad("Digits on the loop alternate.")))
    told = run("check", path.with_suffix(".txt"), "--strict")
    assert (told.status, "not understood: in words: Digits on the loop" in told.err) == (2, True)
    strict = run("check", path, "--strict")
    assert (strict.status, "not understood: grey #aaaf line" in strict.err) == (2, True)


def beside(row: float, column: float, text: str) -> dict[str, Any]:
    return {"center": [row, column], "width": 0.5, "height": 0.5, "text": text}


RING = shape(1.0, 1.0, 0.4, "#ffffff", borderColor="#000000")
SHADE = [shape(r + 0.5, c + 0.5, 1, "#ffcc00", rounded=False)
         for r, c in ((0, 0), (0, 1), (2, 0), (2, 1))]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "fields", "cells", "digits"),
    [
        ("Clues outside give the sum of the largest and smallest of the three digits nearest.",
         {"overlays": [beside(-0.5, 0.5, "5")]}, "r1c1,r2c1,r3c1", "143"),
        ("A number outside appears in the first two cells.",
         {"overlays": [beside(0.5, -0.5, "34")]}, "r1c1,r1c2", "43"),
        ("A clue outside gives the length of the longest run of increasing digits.",
         {"overlays": [beside(0.5, -0.5, "3")]}, "r1c1,r1c2,r1c3,r1c4", "2341"),
        ("A number outside must have two direct neighbours in its row that must both be even.",
         {"overlays": [beside(0.5, -0.5, "3")]}, "r1c1,r1c2,r1c3,r1c4", "1234"),
        ("A number in a circle indicates the larger of the two numbers beside it.",
         {"overlays": [{**DOT, "text": "3"}]}, "r1c1,r1c2", "31"),
        ("The circle shows the largest digit among the four cells around.",
         {"overlays": [{**RING, "text": "3"}]}, "r1c1,r1c2,r2c1,r2c2", "1332"),
        ("Arrows point to the largest digit of the four cells.",
         {"overlays": [{**RING, "text": "⬅", "angle": 45}]}, "r1c1,r1c2,r2c1,r2c2", "4123"),
        ("The number of adjacent odd digits is in each yellow cell.",
         {"underlays": SHADE[:1]}, "r1c1,r1c2,r2c1,r2c2", "2134"),
        ("Digits on a grey line have a sum of any three adjacent digits divisible by 3.",
         {"lines": [line("#cccccc", (0.5, 0.5), (0.5, 2.5))]}, "r1c1,r1c2,r1c3", "123"),
        ("The digit in the Nth cell along a line indicates the position along it of the digit N.",
         {"lines": [line("#8ce0d7ff", (0.5, 0.5), (0.5, 3.5))],
          "underlays": [shape(0.5, 3.5, 0.6, "#8ce0d7", rounded=False)]},
         "r1c4,r1c3,r1c2,r1c1", "1432"),
        ("Adjacent digits along an orange line are consecutive.",
         {"lines": [line("#ff8800", (0.5, 0.5), (0.5, 1.5))]}, "r1c1,r1c2", "32"),
        ("Grey lines connect cells whose remainder (when divided by 3) is the same.",
         {"lines": [line("#cccccc", (0.5, 0.5), (0.5, 1.5))]}, "r1c1,r1c2", "41"),
        ("Numbers in diamonds indicate the remainder of the sum of the surrounding 2 or 4 cells, "
         "when divided by 5.", {"overlays": [{**RING, "text": "2"}]},
         "r1c1,r1c2,r2c1,r2c2", "1123"),
        ("Each cage holds numbers, and the sum of the even digits is equal to the sum of the odd.",
         {"cages": [{"cells": [[0, 0], [0, 1], [1, 0]], "value": ""}]}, "r1c1,r1c2,r2c1", "143"),
    ],
)  # fmt: skip
def test_a_sentence_defines_a_clue_of_its_own(
    words: str, fields: dict[str, Any], cells: str, digits: str
) -> None:
    record = read(pad(f"Normal sudoku rules apply. {words}", **fields))
    (proposal,) = record.proposals
    board = record.puzzle.rules.board
    scope = proposal.constraint.scope
    assert ",".join(map(board.name, scope)) == cells
    grid = [0] * 16
    for cell, digit in zip(scope, map(int, digits), strict=True):
        grid[cell] = digit
    assert proposal.constraint.holds(grid)
    kept = 0
    for way in product(range(1, 5), repeat=len(scope)):
        for cell, digit in zip(scope, way, strict=True):
            grid[cell] = digit
        kept += proposal.constraint.holds(grid)
    assert 0 < kept < 4 ** len(scope)


def test_what_is_shaded_alike_is_a_copy_and_neighbours_of_the_board_obey_a_sentence() -> None:
    words = "Yellow regions are clones."
    assert labels(read(pad(words, underlays=SHADE))) == [
        "clones by colour r1c1 r3c1", "clones by colour r1c2 r3c2"
    ]  # fmt: skip
    words = "No two cells containing even digits can share an edge."
    assert len(labels(read(pad(words)))) == 24


def test_thermometers_that_were_read_get_what_a_sentence_says_besides() -> None:
    words = "Digits along a thermometer increase. Digits along thermometers must be consecutive."
    record = read(pad(words, lines=[line("#cccf", *ROW)], underlays=[BULB]))
    assert [one.partition(" ")[0] for one in labels(record)] == ["thermo", *3 * ["consecutive"]]


def test_rules_in_other_languages_are_named_and_a_book_reads_them(tmp_path: Path) -> None:
    words = "标准数独规则。紫色线上是一组连续数字。灯泡里的数字最小。"
    purple = line("#d23be7", *ROW)
    unread = read(pad(words, lines=[purple])).ignored
    assert unread == tuple(f"in words: {one}。" for one in words.split("。") if one)
    book = tmp_path / "zh.toml"
    book.write_text(
        "[phrases]\nusual = ['标准数独']\nrenban = ['一组连续数字']\n"
        "[colours]\n'紫色' = ['purple', 'pink']\n",
        encoding="utf-8",
    )
    record = read(pad(words, lines=[purple, line("#67f067", (1.5, 0.5), (1.5, 3.5))]), str(book))
    assert texts(record) == ["renban@r1c1,r1c2,r1c3,r1c4"]
    assert record.ignored == ("green #67f067 line, only drawn (1)", "in words: 灯泡里的数字最小。")


@pytest.mark.parametrize(
    ("sentence", "is_named"),
    [
        ("Digits may repeat on a line if allowed by other rules.", False),
        ("Digits on a diagonal sum to 9 and may repeat if allowed by other rules.", True),
        ("Different lines may have different sums.", False),
        ("Different lines must have different sums.", True),
        ("Ziffern entlang einer Linie steigen vom Kolben aus", True),
        ("Ne ekvivalente sur la ruĝaj linioj", True),
        ("일반 스도쿠 규칙 적용.", True),
        ("Ben Jakob Maria", False),
        ("𝗡𝗼𝗿𝗺𝗮𝗹 𝘀𝘂𝗱𝗼𝗸𝘂", False),
    ],
)
def test_a_sentence_that_is_not_english_or_says_more_is_named(
    sentence: str, is_named: bool
) -> None:
    assert phrase_book().unread(sentence, {"usual"}) == [sentence] * is_named


@pytest.mark.parametrize("kind", sorted(phrase_book().clues))
def test_each_clue_of_the_book_has_formulas_that_can_be_asked(kind: str) -> None:
    clue = phrase_book().clues[kind]
    assert bool(clue.variant) + bool(clue.holds) + bool(clue.step) == 1
    for text in (clue.each, clue.holds, clue.start, clue.step, clue.end):
        formula(text or "0")
    assert names_in(clue.step or "0") <= {
        "s", "d", "n", "last", "first", "digits", "said", "cells", "arms", "homes",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text", ["__import__('os')", "(1).real", "2 ** 9", "lambda: 1", "[x for x in x.y]", "1 +"]
)
def test_formulas_cannot_do_anything(text: str) -> None:
    with pytest.raises(FormatError, match="formula"):
        formula(text)()


def test_users_add_phrases_colours_and_clues_by_a_file(tmp_path: Path) -> None:
    path = tmp_path / "alien.toml"
    path.write_text(
        "[phrases]\nrenban = ['zusammenhängend']\n[colours]\nlila = ['purple']\n"
        "[clues.glow]\nwords = ['glows']\nwhere = 'edge'\nholds = 'sum(cells) == n'\n",
        encoding="utf-8",
    )
    purple = [line("#8800cc", *ROW)]
    words = "Normal sudoku. Auf einer lila Linie ist alles zusammenhängend. A number glows between."
    data = pad(words, lines=purple, overlays=[{**DOT, "text": "5"}])
    assert read(data).proposals == ()
    record = read(data, str(path))
    assert labels(record) == ["glow r1c1 r1c2", "renban r1c1 r1c2 r1c3 r1c4"]
    assert (record.ignored, record.meant) == ((), (str(path),))
    path.write_text("[clues.glow]\nwords = ['glows']\nwhere = 'edge'\nholds = 'x.y'\n")
    with pytest.raises(FormatError, match=r"formula 'x\.y': Attribute is not allowed"):
        phrase_book(str(path))
    with pytest.raises(FormatError, match="cannot be read"):
        read(data, str(tmp_path / "none.toml"))
    path.write_text("[phrases]\nrenban = ['(']\n")
    with pytest.raises(FormatError, match="is not a book of phrases"):
        phrase_book(str(path), str(path))


def test_rules_that_nobody_wrote_are_named_where_looks_alone_count() -> None:
    record = read(pad("", lines=[line("#67f067ff", *ROW)]))
    assert texts(record) == ["whispers:5@r1c1,r1c2,r1c3,r1c4"]
    assert record.ignored == ("no rules text to confirm what is drawn",)


def test_thermometers_branch_and_their_bulb_may_be_in_the_middle() -> None:
    words = "Digits along thermometers increase from the bulb."
    trunk = line("#cccf", (0.5, 0.5), (0.5, 2.5))
    branch = line("#cccf", (2.5, 1.5), (0.5, 1.5))
    bulb = shape(0.5, 0.5, 0.8, "#cccf")
    record = read(pad(words, lines=[trunk, branch], underlays=[bulb]))
    assert texts(record) == ["thermo@r1c1,r1c2,r1c3", "thermo@r1c1,r1c2,r2c2,r3c2"]
    record = read(pad(words, lines=[trunk], underlays=[shape(0.5, 1.5, 0.8, "#cccf")]))
    assert texts(record) == ["thermo@r1c2,r1c1", "thermo@r1c2,r1c3"]
    assert record.ignored == ()
    other = line("#aaaf", (2.5, 1.5), (0.5, 1.5))  # another colour is another line
    record = read(pad(words, lines=[trunk, other], underlays=[bulb]))
    assert texts(record) == ["thermo@r1c1,r1c2,r1c3"]


DOUBLERS = "There is one doubler in each row, column and box; {}its value counts twice."


@pytest.mark.parametrize(
    ("more", "marks"), [("", "marks:1"), ("each digit is in exactly one doubler, ", "marks:1:1")]
)
def test_clues_are_about_modified_cells_where_each_house_has_one(more: str, marks: str) -> None:
    words = f"Digits along a thermometer increase. {DOUBLERS.format(more)}"
    data = pad(words, solution=SOLUTION, lines=[line("#cccf", *ROW)], underlays=[BULB])
    record = read(data)
    thermo = "valued:1,2(thermo@r1c4,r1c3,r1c2,r1c1)"
    assert texts(record) == [marks, thermo]
    assert record.puzzle.rules.board.layers == (tuple(range(16, 32)),)
    # What is stored is of the grid alone, so that it cannot refute what modified cells say.
    assert (record.solution, record.known) == (None, (*map(int, SOLUTION), *[0] * 16))
    assert [one.fits for one in record.proposals] == [None, None]
    unclear = read(pad("Digits along a thermometer increase. A doubler cell counts twice.",
                       lines=[line("#cccf", *ROW)], underlays=[BULB]))  # fmt: skip
    assert texts(unclear) == ["thermo@r1c4,r1c3,r1c2,r1c1"]
    assert unclear.ignored == ("in words: A doubler cell counts twice.",)


def test_shading_is_read_where_digits_count_shaded_cells() -> None:
    shading = (
        "Yin-yang: shaded cells are connected, unshaded ones too, and no 2x2 is of one colour."
    )
    counted = "Digits in circles count the number of shaded cells in the surrounding cells."
    ring = shape(0.5, 0.5, 0.8, "#ffffff", borderColor="#000000")
    assert texts(read(pad(shading, underlays=[ring]))) == []
    record = read(pad(f"{shading} {counted}", underlays=[ring]))
    assert texts(record) == ["yinyang", "shadedcount@r1c1/r6c2,r7c1,r7c2"]
    assert record.ignored == ()


def ring(row: float, column: float) -> dict[str, Any]:
    return shape(row, column, 0.8, "#ffffff", borderColor="#000000")


@pytest.mark.parametrize(
    ("words", "fields", "wanted"),
    [
        ("Draw a loop. It must not pass through circles. The loop may not touch itself.",
         {}, []),  # nothing ties it to the digits
        ("Draw a loop. The loop may not touch itself. A digit in a circle indicates how many of "
         "the surrounding cells are on the loop. Circles are never on the loop.", {},
         ["shadedloop", "shadedcount@r1c1/r6c2,r7c1,r7c2"]),
        ("Draw a snake. The snake does not touch itself. The snake starts and ends at circles. A "
         "digit in a circle is the number of shaded cells in the surrounding cells.", {},
         ["snake", "shadedcount@r1c1/r6c2,r7c1,r7c2"]),
        ("Cave: all unshaded cells are connected, all shaded ones to the edge of the grid. A digit "
         "in a circle is the number of unshaded cells that it sees, including itself.", {},
         ["cave", "regionrun@r1c1/r6c1,r6c2,r6c3,r6c4/r6c1,r7c1,r8c1,r9c1"]),
        ("Yin-yang: no 2x2 is of one colour. A digit is the number of shaded cells in the "
         "indicated direction.",
         {"arrows": [line("#000", (0.5, 0.6), (0.5, 0.9))], "underlays": []},
         ["yinyang", "shadedcount@r1c1/r6c2,r6c3,r6c4"]),
        ("Star battle: each row and column has one star. A digit in a circle is the number of "
         "stars in the surrounding cells.", {}, ["stars:1", "shadedcount@r1c1/r6c2,r7c1,r7c2"]),
    ],
)  # fmt: skip
def test_a_shape_is_read_where_digits_are_tied_to_it(
    words: str, fields: dict[str, Any], wanted: list[str]
) -> None:
    assert texts(read(pad(words, **{"underlays": [ring(0.5, 0.5)], **fields}))) == wanted


def test_a_sentence_may_say_more_of_a_thing_that_means_something() -> None:
    words = (
        "The loop may not touch itself. A digit in a circle is the number of shaded cells in the "
        "surrounding cells. Circles are never on the loop. Digits in circles are odd."
    )
    record = read(pad(words, underlays=[ring(0.5, 0.5)]))
    assert texts(record) == ["shadedloop", "odd@r1c1", "shadedcount@r1c1/r6c2,r7c1,r7c2"]
    assert labels(record)[-1] == "off the loop r6c1"
    assert record.ignored == ()


def test_a_line_without_a_colour_may_be_of_any() -> None:
    words = "Box borders divide blue lines into segments with the same sum."
    assert texts(read(pad(words, lines=[line("", *ROW)]))) == ["equalsums@r1c1,r1c2/r1c3,r1c4"]


def test_what_is_said_of_cells_along_a_loop_holds_of_shaded_neighbours() -> None:
    words = (
        "Draw a loop. The loop may not touch itself, not even diagonally. Adjacent digits on the "
        "loop differ by at least 2."
    )
    record = read(pad(words))
    told = [one for one in record.puzzle.rules.constraints if one.label.startswith("apart along")]
    values = [1, 2, *[3, 4, 1] * 10]
    for marks, holds in (((2, 2), False), ((1, 2), True), ((2, 1), True), ((1, 1), True)):
        values[16], values[17] = marks
        (one,) = (one for one in told if {0, 1} <= set(one.scope))
        assert one.holds(values) is holds
    assert len([one for one in told if len(one.scope) == 4]) == 24


def test_a_loop_that_may_touch_itself_has_a_layer_for_each_direction() -> None:
    words = (
        "Draw a loop. The loop may touch itself. Adjacent digits on the loop differ by at least 2."
    )
    assert texts(read(pad(words))) == ["loop", "loopwhispers:2"]


def test_of_cells_with_two_digits_only_sums_are_read() -> None:
    words = (
        "Each row, column and box contains the digits 0-4 once each: one cell in each row, column "
        "and box is a Schrödinger cell. {}Cages show their sum. A white dot joins consecutive "
        "digits."
    )
    cages = [{"cells": [[0, 0], [0, 1]], "value": "5"}]
    summed = "Its value is the sum of its two digits. "
    record = read(pad(words.format(summed), cages=cages, overlays=[DOT]))
    assert texts(record) == ["schroedinger", "bothdigits(sum:5@r1c1,r1c2)"]
    assert "in words: A white dot joins consecutive digits." in record.ignored
    assert texts(read(pad(words.format(""), cages=cages))) == ["schroedinger", "sum:5@r1c1,r1c2"]


def test_some_clues_of_a_kind_may_be_wrong() -> None:
    cages = [{"cells": [[r, 0], [r, 1]], "value": str(r + 4)} for r in range(3)]
    for said in ("exactly one of the cages is wrong.", "One cage is false."):
        record = read(pad(f"Cages show their sum, but {said}", cages=cages))
        assert texts(record) == [
            "wrong:1(sum:4@r1c1,r1c2;sum:5@r2c1,r2c2;sum:6@r3c1,r3c2)"
        ], said  # fmt: skip
        assert record.ignored == ()
    more = "Cages show their sum. One cage is wrong and its digits are even."
    assert "in words: One cage is wrong and its digits are even." in read(pad(more)).ignored


def test_pieces_that_share_cells_are_one_line_if_the_solution_shows_it() -> None:
    words = "Purple lines are sets of consecutive digits."
    across, down = line("#f067f0", (0.5, 0.5), (0.5, 2.5)), line("#f067f0", (0.5, 1.5), (2.5, 1.5))
    data = {"cells": [[{}] * 9 for _ in range(9)], "lines": [across, down]}
    about = {"rules": words, "solution": "351" + "x" * 6 + "x2x" + "x" * 6 + "x4x" + "x" * 60}
    assert texts(read({**data, "metadata": about})) == ["renban@r1c1,r1c2,r1c3,r2c2,r3c2"]


@pytest.mark.parametrize(
    ("sign", "grid", "holds"),
    [("=", (1, 4, 3, 2), True), ("=", (1, 3, 4, 2), False),
     ("<", (1, 3, 2, 4), True), (">", (1, 3, 2, 4), False)],
)  # fmt: skip
def test_signs_between_cages_compare_their_sums(
    sign: str, grid: tuple[int, ...], holds: bool
) -> None:
    cages = [{"cells": [[r, c] for r in (0, 1)]} for c in (0, 1)]
    signs = [{"center": [0.5, 1.0], "width": 0.3, "height": 0.3, "text": sign}]
    words = (
        "Cages joined by an equals sign have equal sums. Cages joined by an inequality sign have "
        "sums as it shows."
    )
    (proposal,) = read(pad(words, cages=cages, overlays=signs)).proposals
    columns = dict(zip((0, 4, 1, 5), grid, strict=True))  # the left cage, then the right one
    assert proposal.constraint.holds([columns.get(cell, 1) for cell in range(16)]) is holds


@pytest.mark.parametrize(
    "more",
    ["3 may not touch a digit with which it is in a 1:2 ratio.",
     "Each unique clue type cannot contain more than one instance of each of the digits 1-9."],
)  # fmt: skip
def test_a_sentence_that_says_more_than_dots_or_houses_is_named(more: str) -> None:
    black = shape(0.5, 1.0, 0.3, "#000000")
    words = f"Digits separated by a black dot are in a 1:2 ratio. {more}"
    record = read(pad(words, overlays=[black]))
    assert (texts(record), record.ignored) == (["black@r1c1,r1c2"], (f"in words: {more}"[:109],))


def test_digits_differ_along_lines_of_the_colour_that_is_named() -> None:
    lines = [line("#67f067", *ROW), line("#ffd700", (1.5, 0.5), (1.5, 3.5))]
    words = "Digits do not repeat along gold lines. Neighbours on green lines differ by at least 2."
    assert texts(read(pad(words, lines=lines))) == [
        "whispers:2@r1c1,r1c2,r1c3,r1c4", "region@r2c1,r2c2,r2c3,r2c4"
    ]  # fmt: skip


def test_all_thermometers_may_have_one_total() -> None:
    lines = [line("#cccf", (r + 0.5, 0.5), (r + 0.5, 1.5)) for r in (0, 1)]
    bulbs = [shape(r + 0.5, 1.5, 0.8, "#cccf") for r in (0, 1)]
    words = "Thermometers increase from the bulb. All thermometers have the same total."
    assert texts(read(pad(words, lines=lines, underlays=bulbs))) == [
        "thermo@r1c2,r1c1", "thermo@r2c2,r2c1", "equalsums@r1c2,r1c1/r2c2,r2c1"
    ]  # fmt: skip


def test_arrows_with_a_product_are_no_sums() -> None:
    arrows = {"arrows": [line("#000", (0.5, 0.9), (0.5, 2.5))], "underlays": [ring(0.5, 0.5)]}
    words = "Digits along arrows have a product equal to the total in the circle."
    record = read(pad(words, solution="", **arrows))
    assert (texts(record), record.ignored[-1]) == ([], f"in words: {words}")


def test_digits_that_may_repeat_in_cages_are_not_different() -> None:
    cage = [{"cells": [[0, 0], [1, 1]], "value": "4"}]
    words = "Cages show their sum. Digits {} in cages."
    assert texts(read(pad(words.format("may repeat"), cages=cage))) == ["sum:4@r1c1,r2c2"]
    assert texts(read(pad(words.format("may not repeat"), cages=cage))) == ["killer:4@r1c1,r2c2"]


def test_a_line_without_a_way_and_a_clue_of_0_are_not_taken_for_something_else() -> None:
    outside = [{"center": [-0.5, 0.5], "width": 0.5, "height": 0.5, "text": 0}]
    words = "Sandwich: the digits between 1 and 4 have this sum."
    record = read(pad(words, overlays=outside, lines=[{"color": "#cccf"}]))
    assert (texts(record), record.ignored) == (["sandwich:0@r1c1,r2c1,r3c1,r4c1"], ())


@pytest.mark.parametrize(
    "words",
    ["Place a subset of the digits 1-9 in each row, column and box.",
     "Pick four digits from 1-9. Place those four digits in each row, column and box.",
     "Exactly four digits from 1-9 were selected and are placed in every row, column and box."],
)  # fmt: skip
def test_a_small_board_may_have_some_of_nine_digits(words: str) -> None:
    record = read(pad(words, solution="9867679886797986"))
    board = record.puzzle.rules.board
    assert (board.size, board.height, board.width) == (9, 4, 4)
    # Each house has the digits of the first row.
    assert [one.fits for one in record.proposals] == [True] * 11
    assert record.solution is not None and max(record.solution) == 9


def test_a_value_in_a_circle_is_not_one_of_modified_digits() -> None:
    arrows = [line("#000", (-0.3, 0.7), (-0.1, 0.9))]
    number = [{"center": [-0.5, 0.5], "width": 0.5, "height": 0.5, "text": "7"}]
    words = "{} A clue outside the grid is the sum of the indicated diagonal."
    plain = words.format("Digits on an arrow sum to the value in its circle.")
    assert texts(read(pad(plain, arrows=arrows, overlays=number))) == [
        "littlekiller:7@r1c2,r2c3,r3c4"
    ]
    odd = read(pad(words.format("Values on lines differ."), arrows=arrows, overlays=number))
    assert [one.dropped for one in odd.proposals] == ["too doubtful"]
