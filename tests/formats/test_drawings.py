"""What drawn things mean to the user: clues beside the board, bulbs, digits in rings, loops."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from command_line import run

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.variants import Variant, to_text


def pad(**fields: Any) -> dict[str, Any]:
    homes = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    return {"cells": [[{}] * 4 for _ in range(4)], "regions": homes, **fields}


def read(data: dict[str, Any], *meanings: str) -> Record:
    return next(formats.read(io.StringIO(json.dumps(data)), meanings=[*meanings], proposes=False))


def texts(record: Record) -> list[str]:
    return [to_text(one) for one in record.puzzle.rules.constraints if isinstance(one, Variant)]


def text(said: str, row: float, column: float, **more: Any) -> dict[str, Any]:
    return {"center": [row, column], "width": 0.25, "height": 0.25, "text": said, **more}


def circle(row: float, column: float, size: float = 0.8, colour: str = "#cccf") -> dict[str, Any]:
    return {"center": [row, column], "width": size, "height": size, "rounded": True,
            "backgroundColor": colour}  # fmt: skip


def line(*points: tuple[float, float], colour: str = "#cccf") -> dict[str, Any]:
    return {"wayPoints": [[r + 0.5, c + 0.5] for r, c in points], "color": colour, "thickness": 19}


def test_signs_of_both_kinds_are_mapped_at_once() -> None:
    data = pad(overlays=[text("X", 0.5, 1), text("v", 1.5, 1), text("10", 2, 0.5)])
    record = read(data, "text=xv")
    assert texts(record) == ["xv:10@r1c1,r1c2", "xv:5@r2c1,r2c2", "xv:10@r2c1,r3c1"]
    assert (record.ignored, record.meant) == ((), ("text=xv",))


@pytest.mark.parametrize(
    ("row", "column", "cells"),
    [
        (-0.5, 1.5, "r1c2,r2c2,r3c2,r4c2"), (4.5, 1.5, "r4c2,r3c2,r2c2,r1c2"),
        (2.5, -0.5, "r3c1,r3c2,r3c3,r3c4"), (2.5, 4.5, "r3c4,r3c3,r3c2,r3c1"),
        (2.5, -1.5, "r3c1,r3c2,r3c3,r3c4"),
    ],
)  # fmt: skip
def test_a_number_beside_the_board_looks_along_its_line(
    row: float, column: float, cells: str
) -> None:
    for kind in ("xsum", "skyscraper", "sandwich"):
        record = read(pad(overlays=[text("3", row, column)]), f"outside text={kind}")
        assert texts(record) == [f"{kind}:3@{cells}"]
    assert read(pad(overlays=[text("3", row, column)])).ignored == ("outside text, only drawn (1)",)
    # In a margin the same clue has its place among the file's cells.
    shifted = [[[r + 2, c + 2] for r, c in home] for home in pad()["regions"]]
    data = {"cells": [[{}] * 8 for _ in range(8)], "regions": shifted}
    data |= {"overlays": [text("3", row + 2, column + 2)]}
    assert texts(read(data, "outside text=xsum")) == [f"xsum:3@{cells}"]


def test_numbers_in_cells_of_the_margin_are_clues_as_well() -> None:
    shifted = [[[r + 1, c + 1] for r, c in home] for home in pad()["regions"]]
    cells: list[list[object]] = [[{} for _ in range(6)] for _ in range(6)]
    cells[0][2] = {"value": 3}
    record = read({"cells": cells, "regions": shifted}, "cell text=skyscraper")
    assert texts(record) == ["skyscraper:3@r1c2,r2c2,r3c2,r4c2"]


def test_a_number_beside_the_board_of_f_puzzles_is_a_clue() -> None:
    data = {"size": 4, "grid": [[{}] * 4] * 4, "text": [{"cells": ["R0C2"], "value": "3"}]}
    assert texts(read(data, "outside text=xsum")) == ["xsum:3@r1c2,r2c2,r3c2,r4c2"]


@pytest.mark.parametrize(
    ("points", "cells"),
    [
        ([[-0.3, 0.7], [0, 1]], "r1c2,r2c3,r3c4"),
        ([[-0.3, -0.3], [-0.1, -0.1]], "r1c1,r2c2,r3c3,r4c4"),
        ([[-0.5, 2.5], [0, 2]], "r1c2,r2c1"), ([[1.3, 4.3], [1.1, 4.1]], "r1c4"),
        ([[4.3, 2.3], [4.1, 2.1]], "r4c2,r3c1"),
    ],
)  # fmt: skip
def test_an_arrow_beside_the_board_and_its_number_are_a_little_killer(
    points: list[list[float]], cells: str
) -> None:
    arrow = {"wayPoints": points, "color": "#000000", "thickness": 3}
    numbers = [text("7", points[0][0] - 0.1, points[0][1] - 0.1), text("9", 9.5, 9.5)]
    record = read(pad(arrows=[arrow], overlays=numbers), "outside arrow=littlekiller")
    assert texts(record) == [f"littlekiller:7@{cells}"]
    assert record.ignored == ("outside text, only drawn (1)",)


@pytest.mark.parametrize(
    "overlays",
    [
        [circle(1, 1, 0.7) | {"text": "3\u20094"}], [circle(1, 1, 0.7) | {"text": "34"}],
        [circle(1, 1, 0.7) | {"text": "3, 4"}],
        [circle(1, 1, 0.62), text("3", 0.85, 0.85), text("4", 1.15, 1.15)],
    ],
)  # fmt: skip
def test_the_digits_of_a_ring_are_read_however_they_are_spaced(overlays: list[Any]) -> None:
    record = read(pad(overlays=overlays), "circle=quad")
    assert (texts(record), record.ignored) == (["quad:3,4@r1c1,r1c2,r2c1,r2c2"], ())


@pytest.mark.parametrize("ends", [[(0, 0)], [(0, 0), (0, 2)]])
def test_a_thermometer_begins_where_its_bulb_is(ends: list[tuple[int, int]]) -> None:
    bulbs = [circle(r + 0.5, c + 0.5) for r, c in ends]
    data = pad(lines=[line((0, 0), (0, 2))], underlays=bulbs)
    back = pad(lines=[line((0, 2), (0, 0))], underlays=bulbs)
    record = read(data, "line=thermo")
    assert texts(record) == ["thermo@r1c1,r1c2,r1c3"]
    if len(ends) == 1:
        assert record.ignored == ()
        assert texts(read(back, "line=thermo")) == ["thermo@r1c1,r1c2,r1c3"]


def test_the_bulb_has_the_colour_of_its_line() -> None:
    shapes = [circle(0.5, 0.5, colour="#ff0000"), circle(0.5, 2.5)]
    record = read(pad(lines=[line((0, 0), (0, 2))], underlays=shapes), "grey line=thermo")
    assert texts(record) == ["thermo@r1c3,r1c2,r1c1"]
    assert record.ignored == ("red #ff0000 circle, only drawn (1)",)


def test_what_is_drawn_at_the_ends_is_part_of_the_line() -> None:
    rings = [circle(0.5, 0.5), circle(0.5, 2.5), circle(3.5, 3.5)]
    record = read(pad(lines=[line((0, 0), (0, 2))], underlays=rings), "line=between")
    assert texts(record) == ["between@r1c1,r1c2,r1c3"]
    assert record.ignored == ("grey #cccf circle, only drawn (1)",)
    both = read(pad(lines=[line((0, 0), (0, 2))], underlays=rings), "line=between", "circle=odd")
    assert texts(both) == ["between@r1c1,r1c2,r1c3", "odd@r1c1", "odd@r1c3", "odd@r4c4"]


@pytest.mark.parametrize("kind", ["arrow", "thermo", "renban", "killer"])
def test_a_thing_without_cells_is_named_and_the_others_count(kind: str) -> None:
    lines = [line((0, 0), (0, 2)), {"color": "#cccf", "thickness": 3}]
    record = read(pad(lines=lines), f"grey line={kind}")
    assert len(texts(record)) == 1
    assert record.ignored == ("curved grey #cccf line, without cells (1)",)


def test_a_loop_comes_to_its_first_cell_again() -> None:
    square = line((0, 1), (0, 2), (1, 2), (1, 1), (0, 1))
    assert texts(read(pad(lines=[square]), "line=renban")) == ["renban@r1c2,r1c3,r2c3,r2c2,r1c2"]
    sums = texts(read(pad(lines=[square]), "line=regionsum"))
    assert sums in (["equalsums@r1c3,r2c3/r2c2,r1c2"], ["equalsums@r2c2,r1c2/r1c3,r2c3"])
    chain = texts(read(pad(lines=[square]), "line=whispers 2"))
    assert chain == ["whispers:2@r1c2,r1c3,r2c3,r2c2,r1c2"]


def test_a_meaning_of_nothing_is_named_and_refused_where_all_has_to_count(tmp_path: Path) -> None:
    one, other = tmp_path / "1.json", tmp_path / "2.json"
    one.write_text(json.dumps(pad(lines=[line((0, 0), (0, 2))])))
    other.write_text(json.dumps(pad(overlays=[text("V", 0.5, 1)])))
    given = ("--map", "line=thermo", "--map", "text=xv")
    assert run("count", one, other, "--strict", *given).status == 0
    done = run("count", one, *given)
    assert (done.status, "--map 'text=xv': nothing that is drawn looks so" in done.err) == (0, True)
    refused = run("count", one, "--strict", *given)
    assert (refused.status, refused.out) == (2, "")
    assert run("count", "1" + "." * 15, "--strict", "--map", "line=thermo").status == 2


def test_a_text_that_no_sign_has_is_refused() -> None:
    with pytest.raises(FormatError, match="xv:Q"):
        read(pad(overlays=[text("Q", 0.5, 1)]), "text=xv")
