"""SudokuPad's files: where the board is, which regions it has, cages, stored solutions."""

from __future__ import annotations

import io
import json
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from command_line import run

from cpsudoku import formats
from cpsudoku.asking import solving
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters.imported import means_the_same
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.formats.setters.sudokupad.packed import unzipped
from cpsudoku.rules import boxes, latin
from cpsudoku.rules.board import rectangle
from cpsudoku.verify import is_solution

SOLUTION = "1234341221434321"


def rectangles(rows: int, columns: int, height: int, width: int, at: int = 0) -> list[Any]:
    """Return the places of regions of one shape on a board, which begins in a row and column."""
    return [
        [[at + top + i, at + left + j] for i in range(height) for j in range(width)]
        for top in range(0, rows, height)
        for left in range(0, columns, width)
    ]


def pad(rows: int = 4, columns: int = 4, **fields: Any) -> dict[str, Any]:
    cells: list[list[object]] = [[{} for _ in range(columns)] for _ in range(rows)]
    return {"id": "x", "cells": cells, "regions": rectangles(4, 4, 2, 2), **fields}


def read(data: dict[str, Any], rules: str | None = None, *meanings: str) -> Record:
    return next(
        formats.read(io.StringIO(json.dumps(data)), rules, meanings=meanings, proposes=False)
    )


def count(record: Record) -> int:
    found = solving.solve(record.puzzle, limit=1000).solutions
    assert len(found) < 1000
    return len(found)


def grids() -> list[tuple[int, ...]]:
    """Return all 4×4 sudokus."""
    rows = list(permutations((1, 2, 3, 4)))
    found = [(a, b) for a in rows for b in rows if {*a[:2], *b[:2]} == {1, 2, 3, 4}]
    pairs = [(x, y) for x in found for y in found]
    every = [(*a, *b, *c, *d) for (a, b), (c, d) in pairs]
    return [g for g in every if all(len({g[k + 4 * r] for r in range(4)}) == 4 for k in range(4))]


CAGES = [([0, 1], 3), ([10, 11, 15], 7), ([5, 9], 7)]


def cages(numbers: list[Any], **fields: Any) -> list[dict[str, Any]]:
    return [
        {"cells": [[c // 4, c % 4] for c in cells], "value": number, "unique": True, **fields}
        for (cells, _), number in zip(CAGES, numbers, strict=True)
    ]


@pytest.mark.parametrize("numbers", [[3, 7, 7], ["3", "7", " 7"]])
def test_a_number_in_a_cage_of_different_digits_is_its_total_and_named(numbers: list[Any]) -> None:
    record = read(pad(cages=cages(numbers)))
    wanted = [
        g for g in grids()
        if all(sum(g[c] for c in cells) == total and len({g[c] for c in cells}) == len(cells)
               for cells, total in CAGES)
    ]  # fmt: skip
    assert count(record) == len(wanted) > 1
    assert record.ignored == ("numbers in cages of different digits, taken as totals (3)",)
    assert all(is_solution(g, record.puzzle.rules, record.puzzle.candidates) for g in wanted)


def test_what_the_user_or_the_stored_solution_says_of_a_cage_is_not_named() -> None:
    data = pad(cages=cages([3, 7, 7]))
    mapped = read(data, None, "cage=killer")
    assert mapped.ignored == ()
    assert mapped.puzzle == read(data).puzzle
    grid = next(g for g in grids() if all(sum(g[c] for c in cells) == t for cells, t in CAGES))
    solved = read(data | {"metadata": {"solution": "".join(map(str, grid))}})
    assert (solved.ignored, solved.puzzle) == ((), mapped.puzzle)


def test_numbers_that_the_stored_solution_denies_are_no_totals() -> None:
    record = read(pad(cages=cages([4, 7, 7]), metadata={"solution": SOLUTION}))
    assert record.ignored == ("cage, only drawn (3)",)
    assert means_the_same(record.puzzle, read(pad(cages=cages(["", "", ""]))).puzzle)


def test_digits_of_cages_may_repeat_where_the_stored_solution_has_them_twice() -> None:
    twice = {"cells": [[0, 1], [1, 0], [0, 2]], "value": 7, "unique": True}
    grid = "1234" + "2143" + "3412" + "4321"
    record = read(pad(cages=[twice], metadata={"solution": grid}))
    assert record.ignored == ("cage, only drawn (1)",)
    assert record.puzzle.rules == read(pad()).puzzle.rules


def test_a_solution_that_is_known_in_part_leaves_open_whether_numbers_are_totals() -> None:
    record = read(pad(cages=cages([3, 7, 7]), metadata={"solution": "12" + "?" * 14}))
    assert record.ignored == ("numbers in cages of different digits, taken as totals (3)",)


@pytest.mark.parametrize("number", [1, "99", "A", "3a", "-3"])
def test_what_no_total_can_be_is_named(number: object) -> None:
    record = read(pad(cages=cages([number, "", ""])))
    assert record.ignored == ("cage, only drawn (1)",)
    assert means_the_same(record.puzzle, read(pad(cages=cages(["", "", ""]))).puzzle)


def test_a_cage_that_is_partly_beyond_the_board_is_only_drawn() -> None:
    cage = {"cells": [[0, 0], [0, 7]], "unique": True, "value": 3}
    record = next(formats.read(io.StringIO(json.dumps(pad(cages=[cage])))))
    assert record.ignored[0] == "cage, only drawn (1)"
    assert (count(record), record.proposals) == (288, ())


@pytest.mark.parametrize("name", ["pencilMarks", "centremarks", "cornermarks", "candidates"])
def test_marks_of_any_kind_are_named(name: str) -> None:
    data = pad()
    data["cells"][0][0] = {name: [1, 2]}
    assert read(data).ignored == ("pencil marks (1)",)


def test_digits_are_not_lost_where_cells_are_no_objects() -> None:
    rows = [[1, 0, 0, 4], [0] * 4, [0] * 4, [2, 0, 0, 3]]
    for data in ({"cells": rows}, pad() | {"cells": rows}, {"cells": [["1", *"..."]] * 4}):
        with pytest.raises(FormatError):
            read(data)
    mixed = read(pad() | {"cells": [[{"value": 1}, 0, None, {}], [2, 0, 0, 0], [0] * 4, [0] * 4]})
    assert mixed.puzzle.digits[:5] == (1, 0, 0, 0, 2)


@pytest.mark.parametrize("fields", [{"sum": 0}, {"hidden": True, "value": 3}, {"value": 0}])
def test_no_sum_and_a_number_that_nobody_sees_are_no_totals(fields: dict[str, Any]) -> None:
    cage = {"cells": [[0, 0], [0, 1]], "unique": True, "value": "", **fields}
    record = read(pad(cages=[cage]))
    assert (count(record), record.ignored) == (288, ())


def test_a_cage_with_a_sum_and_another_number_is_refused_with_both() -> None:
    cage = {"cells": [[0, 0], [0, 1]], "unique": True, "sum": 6, "value": "6"}
    assert count(read(pad(cages=[cage]))) == 48
    with pytest.raises(FormatError, match=r"a cage with sum 5 and value '6'"):
        read(pad(cages=[cage | {"sum": 5}]))


def test_strict_refuses_a_number_in_a_cage_that_nothing_explains(tmp_path: Path) -> None:
    file = tmp_path / "cages.json"
    file.write_text(json.dumps(pad(cages=cages([3, 7, 7]))))
    assert run("count", file, "--strict").status == 2
    assert run("count", file, "--strict", "--map", "cage=killer").status == 0


RING = [[r, c] for r in range(6) for c in range(6) if {r, c} & {0, 5}]


@pytest.mark.parametrize("regions", [[], [RING], [RING, []], [RING[:6], RING[6:]]])
def test_a_margin_may_be_regions_of_another_size(regions: list[Any]) -> None:
    data = pad(6, 6, regions=[*rectangles(4, 4, 2, 2, at=1), *regions])
    data["cells"][1][1] = {"value": 3}
    record = read(data)
    assert record.puzzle.rules == boxes(2, 2)
    assert (record.puzzle.digits[0], record.ignored) == (3, ())


@pytest.mark.parametrize(("side", "at"), [(4, 0), (6, 1)])
def test_one_region_of_all_cells_has_to_be_divided(side: int, at: int) -> None:
    data = pad(side, side, regions=rectangles(4, 4, 4, 4, at=at))
    record = read(data)
    assert record.puzzle.rules == latin(4)
    assert record.ignored == ("regions to be found, so that only rows and columns hold",)
    settled = read(data, "4")
    assert (settled.puzzle.rules, settled.ignored) == (boxes(2, 2), ())


def test_the_digits_are_as_many_as_cells_of_a_region() -> None:
    # Two boxes of 2×2 in a row: rows of four cells, columns of two.
    record = read(pad(2, 4, regions=rectangles(2, 4, 2, 2)))
    assert record.puzzle.rules.board == rectangle(2, 4, 4)
    first = list(permutations((1, 2, 3, 4)))
    wanted = [
        (*a, *b) for a in first for b in first
        if {*a[:2], *b[:2]} == {1, 2, 3, 4} == {*a[2:], *b[2:]}
        and all(x != y for x, y in zip(a, b, strict=True))
    ]  # fmt: skip
    assert count(record) == len(wanted)
    # Four boxes of 2×3 on 4×6 rows and columns: the digits 1 to 6.
    assert read(pad(4, 6, regions=rectangles(4, 6, 2, 3))).puzzle.rules.board == rectangle(4, 6, 6)
    # 6×6 with four boxes of 3×3: nine digits, of which each row has six.
    six = read(pad(6, 6, regions=rectangles(6, 6, 3, 3)))
    assert (six.puzzle.rules.board, six.ignored) == (rectangle(6, 6, 9), ())
    solution = solving.solve(six.puzzle).solution
    assert solution is not None
    assert all(len({*solution[6 * r : 6 * r + 6]}) == 6 for r in range(6))
    corners = [{solution[6 * r + c] for r in (0, 1, 2) for c in (0, 1, 2)}]
    assert corners == [set(range(1, 10))]


def test_way_points_that_are_no_list_are_named() -> None:
    data = {"cells": [[{}] * 4] * 4, "lines": [{"color": "#fff", "wayPoints": 5}]}
    with pytest.raises(FormatError, match="way points 5; expected a list"):
        formats.record(json.dumps(data))


def test_regions_that_leave_the_digits_open_are_refused_or_named() -> None:
    with pytest.raises(FormatError, match="regions of 4 cells on a board of 8 rows and 8 columns"):
        read(pad(8, 8, regions=rectangles(8, 8, 2, 2)))
    with pytest.raises(FormatError, match="a region with more cells than the 4 digits"):
        read(pad(regions=[[[0, c] for c in range(4)] + [[1, 0]]]))
    for regions in (rectangles(4, 4, 2, 2)[:3], [*rectangles(4, 4, 2, 2), [[0, 0], [1, 1]]],
                    [[[0, 0], [0, 1]], [[2, 2], [3, 3]]]):  # fmt: skip
        record = read(pad(regions=regions))
        assert record.ignored == ("regions that are not as many as digits, nor of as many cells",)


def test_regions_that_share_cells_are_all_kept() -> None:
    shared = [[[0, 0], [0, 1], [1, 0], [1, 1]], [[1, 1], [1, 2], [2, 1], [2, 2]]]
    record = read(pad(regions=shared))
    inside = [g for g in grids() if len({g[c] for c in (5, 6, 9, 10)}) == 4]
    assert all(is_solution(g, record.puzzle.rules, record.puzzle.candidates) for g in inside)
    outside = next(g for g in grids() if g[5] == g[10])
    assert not is_solution(outside, record.puzzle.rules, record.puzzle.candidates)


@pytest.mark.parametrize(
    "fields", [{"metadata": {"norowcol": True}}, {"cages": [{"value": "norowcol: true"}]}]
)
def test_without_rows_and_columns_only_regions_hold_until_the_user_says_more(
    fields: dict[str, Any],
) -> None:
    record = read(pad(**fields))
    assert record.ignored == ("norowcol, so that rows and columns may repeat digits",)
    assert [group.kind for group in record.puzzle.rules.groups] == ["box"] * 4
    settled = read(pad(**fields), "4")
    assert (settled.puzzle.rules.means(boxes(2, 2)), settled.ignored) == (True, ())


def in_margin(text: str) -> str:
    rows = [text[at : at + 4] for at in range(0, 16, 4)]
    return "......" + "".join(f".{row}." for row in rows) + "......"


@pytest.mark.parametrize(
    ("said", "solution", "known"),
    [
        (SOLUTION, SOLUTION, None), (f" {SOLUTION}\n", SOLUTION, None),
        (int(SOLUTION), SOLUTION, None), (list(map(int, SOLUTION)), SOLUTION, None),
        ("?" + SOLUTION[1:], None, "0" + SOLUTION[1:]),
        ("0.?-" + SOLUTION[4:], None, "0000" + SOLUTION[4:]),
        ([[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]], SOLUTION, None),
        ("1234 3412 2143 4321", SOLUTION, None), ("1234\n3412\n2143\n4321", SOLUTION, None),
        ("." * 16, None, None), ("1234", None, None), ("", None, None),
    ],
)  # fmt: skip
def test_stored_solutions_are_read_in_all_their_forms(
    said: object, solution: str | None, known: str | None
) -> None:
    wanted = tuple(text and tuple(map(int, text)) for text in (solution, known))
    for data in (pad(metadata={"solution": said}), pad(cages=[{"value": f"solution: {said}"}])):
        if isinstance(said, list) and "metadata" not in data:
            continue
        record = read(data)
        assert (record.solution, record.known) == wanted
    if isinstance(said, str) and len(said) == 16:
        margin = {
            "regions": rectangles(4, 4, 2, 2, at=1),
            "metadata": {"solution": in_margin(said)},
        }
        record = read(pad(6, 6, **margin))
        assert (record.solution, record.known) == wanted


def test_a_stored_solution_of_a_short_text_keeps_all_its_digits() -> None:
    assert unzipped("{solution:1234341221434321,th:1.5}") == {
        "solution": SOLUTION,
        "thickness": 1.5,
    }


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (SOLUTION, ""), ("?" * 15 + "1", ""), ("?" * 15 + "2", "r4c4 cannot be 2"),
        ("2" + "?" * 15, "r1c1 cannot be 2"), (SOLUTION[:12] + "4312", "has a digit twice"),
        ("7" + SOLUTION[1:], "r1c1 has digit 7"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("program", ["SudokuPad", "f-puzzles"])
def test_check_compares_the_stored_solution(
    program: str, said: str, fault: str, tmp_path: Path
) -> None:
    data = pad(metadata={"solution": said})
    given = "1234341221.34..."
    if program == "f-puzzles":
        data = {"size": 4, "grid": pad()["cells"], "solution": list(said)}
    for cell, digit in enumerate(given):
        entry = {"value": int(digit), "given": True} if digit != "." else {}
        data["grid" if "grid" in data else "cells"][cell // 4][cell % 4] = entry
    file = tmp_path / "stored.txt"
    start = "fpuz" if "grid" in data else "scl"
    file.write_text(f"{start}{compressed(json.dumps(data))}\n")
    done = run("check", file)
    assert done.status == bool(fault)
    assert ("the solution given is wrong" in done.out and fault in done.out) == bool(fault)
    assert json.loads(run("check", "--json", file).out).get("given_fault", "").endswith(fault)


@pytest.mark.parametrize("said", [list(map(int, SOLUTION)), SOLUTION, [[1, 2, 3, 4], [3, 4, 1, 2],
                                  [2, 1, 4, 3], [4, 3, 2, 1]], list(SOLUTION)])  # fmt: skip
def test_stored_solutions_of_f_puzzles_are_read_in_all_their_forms(said: object) -> None:
    record = read({"size": 4, "grid": pad()["cells"], "solution": said})
    assert record.solution == tuple(map(int, SOLUTION))


def test_a_solution_of_more_than_nine_digits_is_read() -> None:
    solution = [1 + (4 * (r % 3) + r // 3 + c) % 12 for r in range(12) for c in range(12)]
    cells: list[list[object]] = [[{}] * 12] * 12
    record = read({"size": 12, "grid": cells, "solution": solution})
    assert record.solution == tuple(solution)
    text = "".join("0123456789ABC"[digit] for digit in solution)
    record = read(pad(12, 12, regions=rectangles(12, 12, 3, 4), metadata={"solution": text}))
    assert record.solution == tuple(solution)


def test_what_changes_no_puzzle_is_not_named() -> None:
    record = read(pad(videos=[{"title": "t", "url": "u"}], settings={"a": 1}))
    assert record.ignored == ()


@pytest.mark.parametrize("start", ["", "scl"])
def test_the_short_form_of_a_server_is_read_as_it_is_and_packed(start: str) -> None:
    short = (
        "{id:x,cs:50,ce:[[{v:1},,,],[,,,],[,,,],[,,,]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],"
        "[1,3]],[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{v:'title: It\\'s short'},"
        "{v:'solution: 1234341221434321'}],vd:[{t:'a'}]}"
    )
    text = start + (compressed(short) if start else short)
    record = next(formats.read(io.StringIO(f"# two\n{text}\n{text}\n")))
    assert record.puzzle == formats.parse("1...............")
    assert (record.label, record.ignored) == ("It's short", ())
    assert record.solution == tuple(map(int, SOLUTION))
