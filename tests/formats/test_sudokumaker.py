"""Links and JSON of SudokuMaker: how it numbers places, what it says and what it draws."""

from __future__ import annotations

import contextlib
import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from variant_examples import EXAMPLES, board_of

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.drawings import interpret, meaning_of
from cpsudoku.formats.setters.imported import OTHER_REGIONS, Import, means_the_same
from cpsudoku.formats.setters.lzstring import compressed, decompressed
from cpsudoku.formats.setters.sudokumaker import of_object
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes, latin
from cpsudoku.variants import Variant, to_text, with_variants

BOXES = {"type": 1, "regions": [0, 0, 1, 1] * 2 + [2, 2, 3, 3] * 2}


def maker(*constraints: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A puzzle of 4×4, or of what the fields say."""
    spec = {"type": "sudoku", "size": 4, "cells": [{} for _ in range(16)]} | fields
    return {"formatVersion": "1.5.0", "puzzle": {**spec, "constraints": list(constraints)}}


def texts(*constraints: dict[str, Any], **fields: Any) -> list[str]:
    job = of_object(maker(*constraints, **fields))
    assert job.ignored == []
    return [to_text(added) for added in job.added if isinstance(added, Variant)]


LINE = {"lines": [[0, 1, 5]], "style": {}}
WIDE = {"type": "custom", "width": 3, "height": 2, "maxDigit": 4, "cells": [None] * 6}


@pytest.mark.parametrize(
    ("constraint", "wanted"),
    [
        ({"type": 12}, "antiking"),
        ({"type": 16, "groups": [18, 4, 8]}, "globalmod"),
        ({"type": 102, "cells": [5]}, "maximum@r2c2"),
        ({"type": 103, "cells": [5]}, "minimum@r2c2"),
        ({"type": 300, "slow": False, "thermometers": LINE["lines"]}, "thermo@r1c1,r1c2,r2c2"),
        ({"type": 300, "slow": True, "thermometers": LINE["lines"]}, "slowthermo@r1c1,r1c2,r2c2"),
        ({"type": 301, "cages": [{"cells": [0, 1], "value": 5}]}, "killer:5@r1c1,r1c2"),
        ({"type": 301, "cages": [{"cells": [0, 1], "value": 0}]}, "killer@r1c1,r1c2"),
        ({"type": 302, "groups": [[0, 15], [1, 14]]}, "clone@r1c1,r1c2,r4c4,r4c3"),
        ({"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]},
         "quad:1,2@r1c1,r1c2,r2c1,r2c2"),
        ({"type": 304, "cages": [{"cells": [0, 1], "value": "12"}]}, "lookandsay:1,2@r1c1,r1c2"),
        ({"type": 401, "minDifference": 2, **LINE}, "whispers:2@r1c1,r1c2,r2c2"),
        ({"type": 404, "singleRegionTotals": False, "lines": [[1, 2, 6, 5]]},
         "equalsums@r1c2/r1c3,r2c3/r2c2"),
        ({"type": 404, "singleRegionTotals": True, "lines": [[1, 2, 6, 5]]},
         "equalsums@r1c2,r2c2/r1c3,r2c3"),
        ({"type": 405, **LINE}, "arithmetic@r1c1,r1c2,r2c2"),
        ({"type": 406, "groups": [20, 10], **LINE}, "parity@r1c1,r1c2,r2c2"),
        ({"type": 406, "groups": [8, 18, 4], **LINE}, "modular:3@r1c1,r1c2,r2c2"),
        ({"type": 407, **LINE}, "lockout:2@r1c1,r1c2,r2c2"),
        ({"type": 408, "bulbsWithArrows": [{"bulbCells": [4, 5], "arrows": [[5, 1, 2]]}]},
         "arrow@r2c1,r2c2/r1c2,r1c3"),
        ({"type": 500, "clues": [{"outerCell": 1, "diagonal": -1, "value": 5}]},
         "littlekiller:5@r1c2,r2c3,r3c4"),
        ({"type": 500, "clues": [{"outerCell": 24, "diagonal": 1, "value": 5}]},
         "littlekiller:5@r3c1,r2c2,r1c3"),
        ({"type": 501, "clues": [{"outerCell": 11, "value": 5}]},
         "sandwich:5@r1c4,r1c3,r1c2,r1c1"),
        ({"type": 503, "clues": [{"outerCell": 32, "value": 3}]},
         "skyscraper:3@r4c2,r3c2,r2c2,r1c2"),
        ({"type": 600, "cells": [6]}, "rowindexer@r2c3"),
    ],
)  # fmt: skip
def test_a_native_constraint_has_the_cells_that_its_numbers_say(
    constraint: dict[str, Any], wanted: str
) -> None:
    assert texts(BOXES, constraint) == [wanted]


def test_edges_corners_and_places_beside_are_numbered_by_the_width_of_the_board() -> None:
    dots = {"type": 200, "clues": [{"edge": 8, "value": 1}, {"edge": 3, "value": 2}]}
    quad = {"type": 303, "clues": [{"corner": 6, "digits": [4]}]}
    sums = {"type": 502, "clues": [{"outerCell": 10, "value": 3}]}
    assert texts(dots, quad, sums, **WIDE) == [
        "white:1@r2c2,r2c3", "white:2@r1c1,r2c1", "quad:4@r1c2,r1c3,r2c2,r2c3",
        "xsum:3@r2c1,r2c2,r2c3",
    ]  # fmt: skip


def test_rows_and_columns_of_a_custom_puzzle_are_a_constraint_of_their_own() -> None:
    assert len(of_object(maker(**WIDE)).rules.groups) == 0
    assert len(of_object(maker({"type": 2003}, **WIDE)).rules.groups) == 5
    area = {"type": 2003, "areas": [{"x": 1, "y": 0, "width": 2, "height": 2}]}
    assert {g.cells for g in of_object(maker(area, **WIDE)).rules.groups} == {
        (1, 2), (4, 5), (1, 4), (2, 5),
    }  # fmt: skip
    assert of_object(maker(BOXES)).rules == boxes(2, 2)
    assert of_object(maker()).rules == latin(4)
    assert of_object(maker({**BOXES, "disabled": True})).rules == latin(4)


def test_marks_that_are_all_given_exempt_those_of_the_other_colour_unless_that_is_said() -> None:
    black: dict[str, Any] = {"type": 201, "clues": [{"edge": 1, "value": 2}], "negative": []}
    white: dict[str, Any] = {"type": 200, "clues": [{"edge": 2, "value": 1}], "negative": [1]}
    assert texts(white, black)[-1] == "nowhite:1@r1c1,r1c2/r1c2,r1c3"
    black["overrideNegativeDifferences"] = False
    assert texts(white, black)[-1] == "nowhite:1@r1c2,r1c3"
    sums = {"type": 202, "clues": [], "negative": [10, 5, 7]}
    assert texts(sums) == ["nosum", "nosum:7"]


def test_groups_of_digits_that_no_variant_has_are_counts() -> None:
    def holds(constraint: dict[str, Any], grid: str) -> bool:
        job = of_object(maker(constraint))
        assert job.added
        return job.puzzle().rules.broken(tuple(map(int, grid))) is None

    parity = {"type": 16, "groups": [10, 20]}
    assert holds(parity, "1234341221434321")
    assert not holds(parity, "1324314242131423")
    ends = {"type": 16, "groups": [2, 16]}  # a 1 and a 4 in each square, whatever the others are
    assert holds(ends, "1234341221434321")
    assert not holds(ends, "1234341243212143")
    line = {"type": 406, "groups": [2, 28], "lines": [[0, 1, 2]]}  # a 1 at every second place
    assert not holds(line, "1234341221434321")
    assert holds(line, "2134341212434321")


def test_all_groups_of_digits_in_squares_come_back_from_a_link() -> None:
    entropy, rests, ends = ({"type": 16, "groups": g} for g in ([6, 8, 16], [18, 4, 8], [2, 16]))
    for blocks in ([entropy, rests], [ends, {"type": 16, "groups": [12]}, rests]):
        puzzle = of_object(maker(BOXES, *blocks)).puzzle()
        back = read(formats.write(puzzle, "sudokumaker")).puzzle
        assert len(puzzle.rules.clues) > 1
        assert means_the_same(back, puzzle)
    line = of_object(maker(BOXES, {"type": 406, "groups": [2, 28], "lines": [[0, 1, 2]]})).puzzle()
    with pytest.raises(FormatError, match="SudokuMaker has no word for: groups"):
        formats.write(line, "sudokumaker")


def test_values_of_all_cells_are_the_solution_and_those_of_some_were_entered() -> None:
    solved: list[dict[str, Any]] = [{"value": int(d)} for d in "1234341221434321"]
    solved[0]["given"] = True
    job = of_object(maker(BOXES, cells=solved))
    assert job.claimed == (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    assert job.puzzle().digits == (1, *[0] * 15)
    job = of_object(maker(BOXES, cells=[*solved[:3], *[{}] * 13]))
    assert (job.claimed, job.ignored) == (None, ["digits entered, no givens (2): r1c2 r1c3"])
    from_zero = [{"value": (r + c) % 3} for r in range(3) for c in range(3)]
    spec = {"type": "custom", "width": 3, "minDigit": 0, "maxDigit": 2, "cells": from_zero}
    assert of_object(maker(**spec)).claimed == (1, 2, 3, 2, 3, 1, 3, 1, 2)


def test_scripts_and_what_is_not_known_are_named() -> None:
    script = {"type": 1000, "definition": {"name": "Mod 5"}, "input": {}}
    for_people = {"type": 12, "solverIgnored": True}
    job = of_object(maker(script, for_people, {"type": 777}, {"type": 1000, "disabled": True}))
    assert job.added == []
    assert job.ignored == [
        "the script 'Mod 5'", "constraint 12, which solvers are to ignore",
        "a constraint of type '777', which is unknown",
    ]  # fmt: skip
    assert of_object(maker(kind=5)).ignored == ["'kind', which is unknown"]


def test_a_type_that_is_no_number_is_named() -> None:
    assert of_object(maker({"type": [12]})).ignored == [
        "a constraint of type '[12]', which is unknown"
    ]


def test_what_is_only_drawn_has_the_meaning_that_the_user_says() -> None:
    path = [{"x": 0.5, "y": 0.5}, {"x": 2.5, "y": 0.5}, {"x": 3.5, "y": 1.5}]
    ring = {"type": "ellipse", "rx": 0.15, "ry": 0.15, "fill": "#ffffff"}
    data = maker(
        {"type": 2000, "lines": [path], "style": {"color": "#00aa00ff"}},
        {"type": 2002, "symbols": [[1, 0.5]], "params": [ring]},
        {"type": 2001, "cages": [{"cells": [4, 5], "value": "x"}], "style": {}},
    )
    job = of_object(data)
    assert interpret(job, ()) == [
        "green #00aa00ff line, only drawn (1)", "small white #ffffff circle, only drawn (1)",
        "cage, only drawn (1)",
    ]  # fmt: skip
    job = of_object(data)
    interpret(job, [meaning_of("green line=whispers 2"), meaning_of("circle=white")])
    assert [to_text(one) for one in job.added if isinstance(one, Variant)] == [
        "whispers:2@r1c1,r1c2,r1c3,r2c4", "white@r1c1,r1c2",
    ]  # fmt: skip


def read(text: str) -> Record:
    (record,) = formats.read(io.StringIO(text))
    return record


def test_a_link_keeps_names_words_and_the_solution() -> None:
    puzzle = Puzzle.empty(with_variants(boxes(2, 2), "killer:5@r1c1,r1c2")).with_given(3, 4)
    solution = tuple(map(int, "2314412332411432"))
    record = Record(puzzle, label="A name", author="me", words="Sums.", solution=solution)
    link = formats.write(record, "sudokumaker")
    assert link.startswith("https://sudokumaker.app/?puzzle=N4I")
    again = read(link)
    assert again.puzzle == puzzle
    assert (again.label, again.author, again.words) == ("A name", "me", "Sums.")
    assert again.solution == solution
    # Its letters are those that LZ-String has for links: a minus sign is the last of them.
    packed = link.split("puzzle=")[1].strip().replace("-", "/")
    assert json.loads(decompressed(packed))["puzzle"]["name"] == "A name"
    assert read(json.dumps(json.loads(decompressed(packed)))).puzzle == puzzle


@pytest.mark.parametrize("turn", [(1, 1), (1, -1), (-1, 1), (-1, -1)])
@pytest.mark.parametrize("start", [(0, 0), (0, 2), (3, 0), (1, 3), (3, 3), (0, 3), (2, 0)])
def test_a_diagonal_beside_the_board_comes_back_from_each_side(
    start: tuple[int, int], turn: tuple[int, int]
) -> None:
    places = [(start[0] + n * turn[0], start[1] + n * turn[1]) for n in range(4)]
    names = [f"r{r + 1}c{c + 1}" for r, c in places if 0 <= r < 4 and 0 <= c < 4]
    before = (start[0] - turn[0], start[1] - turn[1])
    if not all(0 <= side < 4 for side in before):  # the whole of it, from a place beside the board
        puzzle = Puzzle.empty(with_variants(boxes(2, 2), f"littlekiller:5@{','.join(names)}"))
        assert read(formats.write(puzzle, "sudokumaker")).puzzle == puzzle


SAID = {
    "antiking", "antiknight", "arithmetic", "arrow", "between", "black", "clone", "columnindexer",
    "doublearrow", "entropic", "equalsums", "even", "globalentropy", "globalmod", "killer",
    "lockout", "lookandsay", "maximum", "minimum", "modular", "noblack",
    "nonconsecutive", "nosum", "nowhite", "numberedroom", "odd", "palindrome", "parity", "quad",
    "region", "renban", "rowindexer", "sandwich", "skyscraper", "slowthermo", "thermo", "whispers",
    "white", "xsum", "xv",
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_variant_comes_back_from_a_link_or_is_refused(name: str) -> None:
    rules = boxes(2, 3) if board_of(name).size == 6 else boxes(2, 2)
    written = 0
    for text in EXAMPLES[name]:
        puzzle = Puzzle.empty(with_variants(rules, text))
        with contextlib.suppress(FormatError):
            link = formats.write(puzzle, "sudokumaker")
            written += 1
            assert means_the_same(read(link).puzzle, puzzle), text
    assert bool(written) == (name in SAID)


@pytest.mark.parametrize(
    ("constraint", "said"),
    [
        ({"type": 200, "clues": [{"edge": 0, "value": 1}]}, "edge 0, which is not between two"),
        ({"type": 200, "clues": [{"edge": 31, "value": 1}]}, "edge 31, which is not between two"),
        ({"type": 200, "clues": [{"edge": 99, "value": 1}]}, "edge 99; expected a number from 0"),
        ({"type": 301, "cages": [{"cells": [16]}]}, "cell 16; expected a number from 0 to 15"),
        ({"type": 301, "cages": 5}, "cages 5; expected a list"),
        ({"type": 401, "lines": [[0, 1]]}, "minDifference None; expected a number"),
        ({"type": 500, "clues": [{"outerCell": 0, "diagonal": 1, "value": 5}]}, "looks at no cell"),
        ({"type": 501, "clues": [{"outerCell": 7, "value": 5}]}, "looks at no cell"),
        ({"type": 1, "regions": [0]}, "regions of 1 cells; expected a number for each of 16"),
        ({"type": 406, "groups": [6, 4], "lines": [[0, 1]]}, "have a digit in common"),
        ({"type": 2003, "areas": [{"x": 3, "y": 0, "width": 2, "height": 1}]}, "no cell 'r1c5'"),
        ({"type": 2002, "symbols": [[1]], "params": []}, "expected a column and a row"),
        ({"type": 2000, "lines": [[{"x": 1e9, "y": 0}]]}, "a point at"),
    ],
)  # fmt: skip
def test_a_wrong_number_is_named(constraint: dict[str, Any], said: str) -> None:
    with pytest.raises(FormatError) as caught:
        of_object(maker(constraint))
    assert said in caught.value.message


@pytest.mark.parametrize(("angle", "seen"), [(0, 3), (90, 2), (180, 0), (270, 1)])
def test_an_arrow_in_a_cell_is_turned_clockwise(angle: int, seen: int) -> None:
    arrow = {"type": 2002, "params": [{"type": "arrow", "angle": angle, "fill": "#ffffff"}],
             "symbols": [[0.8, 1.5]]}  # fmt: skip
    comment = (
        "Arrows in cells indicate the directions, in which the number of visible buildings equals "
        "the digit."
    )
    record = formats.record(json.dumps(maker(arrow, comment=comment)))
    (proposal,) = record.proposals
    assert len(proposal.constraint.scope) == 1 + seen


def test_a_region_of_more_cells_than_digits_is_named() -> None:
    crowded = {"type": 1, "regions": [0] * 8 + [1, 1, 2, 2] * 2}
    job = of_object(maker(crowded))
    assert job.ignored == [OTHER_REGIONS]
    groups = {group.cells for group in job.puzzle().rules.groups}
    assert (8, 9, 12, 13) in groups and max(map(len, groups)) == 4


def test_links_that_hold_something_else_are_refused() -> None:
    for text in ("[]", "{}", "no", '{"puzzle": {"cells": []}}'):
        with pytest.raises(FormatError, match="a link of SudokuMaker that holds no"):
            read("https://sudokumaker.app/?puzzle=" + compressed(text))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.text("ab1", max_size=2),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(
        st.sampled_from(["cells", "lines", "clues", "value", "edge", "groups", "x", "y", "type",
                         "corner", "outerCell", "digits", "cages", "regions", "symbols", "params"]),
        inner, max_size=4),
    max_leaves=12,
)  # fmt: skip
KINDS = [1, 10, 14, 16, 100, 200, 202, 300, 301, 302, 303, 304, 305, 400, 401, 404, 406, 408, 500,
         501, 600, 1000, 2000, 2001, 2002, 2003, 4000]  # fmt: skip


@given(
    st.sampled_from(KINDS),
    st.dictionaries(
        st.sampled_from(
            [
                "cells",
                "lines",
                "clues",
                "groups",
                "cages",
                "regions",
                "thermometers",
                "minDifference",
                "negative",
                "bulbsWithArrows",
                "areas",
                "symbols",
                "params",
                "style",
                "definition",
            ]
        ),
        VALUES,
    ),
)
def test_any_constraint_is_read_or_refused(kind: int, fields: dict[str, Any]) -> None:
    with contextlib.suppress(FormatError):
        found = of_object(maker({"type": kind, **fields}))
        assert isinstance(found, Import)
