"""Parts of a block and chosen rows are the rows that they were; values are listed when needed."""

import gc
import weakref
from array import array
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from well_known import CLASH, EASY, EASY_SOLVED, SEVENTEEN

from cpsudoku.formats.base import Record
from cpsudoku.ground import compiled
from cpsudoku.ground.files import REPLACED
from cpsudoku.rows import arrow
from cpsudoku.rows.block import Block
from cpsudoku.rows.source import Source
from cpsudoku.rows.values import (
    ABSENT,
    CELLS,
    Number,
    Packed,
    Same,
    Values,
    grid_texts,
    listed,
    packed,
    some,
    text_of_rows,
)

TEXTS = {
    "lines.txt": f"{EASY}\n{CLASH} # a comment\n{SEVENTEEN}\n1...............\n{EASY}\n",
    "rows.csv": f"id,puzzle,solution,note\n1,{EASY},{EASY_SOLVED},\n2,{SEVENTEEN},,a\n"
    f"3,1...............,,b\n4,{EASY.replace('.', '0')},{EASY},c\n5,{CLASH},,\n",
    "rows.jsonl": f'{{"puzzle": "{EASY}", "x": 1.50}}\n{{"puzzle": "{CLASH}", "y": null}}\n'
    f'{{"puzzle": "1...............", "label": "z"}}\n' + f'{{"puzzle": "{EASY}"}}\n' * 2,
    "sudoku.sdk": "\n".join(EASY[at : at + 9] for at in range(0, 81, 9)) + "\n",
}


@pytest.fixture(params=TEXTS)
def block(request: pytest.FixtureRequest, tmp_path: Path) -> Block:
    path = tmp_path / request.param
    path.write_text(TEXTS[request.param])
    (found,) = Source([str(path)])
    return found


def texts(block: Block) -> list[str]:
    return listed(block.texts(), len(block))


def records(block: Block) -> list[Record]:
    return [block.record(row) for row in range(len(block))]


def test_a_part_has_the_rows_that_it_is_of(block: Block) -> None:
    whole = records(block)
    for begin in range(len(block)):
        for end in range(begin + 1, len(block) + 1):
            part = block.part(begin, end)
            assert (len(part), records(part)) == (end - begin, whole[begin:end])
            assert texts(part) == texts(block)[begin:end]
            assert part.blanks == block.blanks[begin:end]
            assert (part.given or [])[:] == (block.given or [])[begin:end]
            assert part.others == {
                row - begin: one for row, one in block.others.items() if begin <= row < end
            }


def test_rows_can_be_chosen_in_any_order_and_again(block: Block) -> None:
    rows = [*reversed(range(len(block))), 0, 0]
    chosen, whole = block.chosen(rows), records(block)
    assert records(chosen) == [whole[row] for row in rows]
    assert texts(chosen) == [texts(block)[row] for row in rows]
    assert [chosen.row(n).place for n in range(len(rows))] == [block.row(n).place for n in rows]


def test_each_row_is_in_digits_and_only_classic_ones_are_not_blank_there(block: Block) -> None:
    for row in range(len(block)):
        digits = tuple(block.digits[81 * row : 81 * row + 81])
        is_plain = row not in block.others
        assert digits == (block.puzzle(row).digits if is_plain else (0,) * 81)


def test_what_stands_beside_a_puzzle_is_in_its_record(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f"name,puzzle,solution\n a ,{EASY},{EASY_SOLVED}\n,{CLASH},x\n")
    first, second = records(next(iter(Source([str(path)]))))
    assert (first.label, first.solution) == ("a", tuple(map(int, EASY_SOLVED)))
    assert (second.label, second.solution) == ("", None)
    assert first.row is not None and first.row.values == (" a ", EASY, EASY_SOLVED)
    assert (first.source, first.line, second.line) == (str(path), 2, 3)


# Values.

VALUES: dict[str, tuple[Values, list[object]]] = {
    "shared": (Same("x"), ["x"] * 4),
    "list": ([1, None, "a", ABSENT], [1, None, "a", ABSENT]),
    "packed": (Packed("t", array("i", range(5)).tobytes(), b"abcd", None), ["a", "b", "c", "d"]),
    "grids": (
        grid_texts(bytes(digit for digit in range(4) for _ in range(CELLS)), "."),
        [CELLS * one for one in ".123"],
    ),
    "Arrow": (pa.array([1, None, 3, 4]), [1, None, 3, 4]),
}


@pytest.mark.parametrize("name", VALUES)
@given(rows=st.one_of(st.lists(st.integers(0, 3), min_size=1), st.slices(4)))
def test_some_values_are_those_of_their_rows(name: str, rows: slice | list[int]) -> None:
    values, wanted = VALUES[name]
    if isinstance(rows, slice) and rows.step not in (None, 1):
        rows = slice(rows.start, rows.stop)
    found = wanted[rows] if isinstance(rows, slice) else [wanted[row] for row in rows]
    assert listed(values, 4) == wanted
    assert listed(some(values, rows), len(found)) == found


def of_kind(kind: str, texts: list[str], known: bytes | None = None) -> Packed:
    ends = [0]
    for text in texts:
        ends.append(ends[-1] + len(text.encode()))
    return Packed(kind, array("i", ends).tobytes(), "".join(texts).encode(), known)


def test_packed_values_are_listed_by_their_kind() -> None:
    assert of_kind("t", ["a", "", "bc"]).listed == ["a", "", "bc"]
    assert of_kind("t", ["é", "漢字", "x"]).listed == ["é", "漢字", "x"]
    assert of_kind("t", ["", "a"], bytes([0, 1])).listed == [None, "a"]
    numbers = of_kind("f", ["1.50", "2e3"]).listed
    assert numbers == ["1.50", "2e3"] and all(type(one) is Number for one in numbers)
    assert Packed("i", b"", array("q", [1, -(2**62)]).tobytes(), None).listed == [1, -(2**62)]
    assert Packed("b", b"", bytes([1, 0]), bytes([1, 1])).listed == [True, False]
    assert Packed("n", b"", b"", bytes(3)).listed == [None] * 3


def test_packed_values_go_when_nothing_needs_them() -> None:
    # Megabytes would wait for the garbage collector, which counts objects and no bytes.
    values = of_kind("t", ["a", "b"])
    assert values.listed == ["a", "b"]
    gone = weakref.ref(values)
    gc.disable()
    del values
    gc.enable()
    assert gone() is None


COLUMNS = st.one_of(
    st.lists(st.text(), min_size=3, max_size=3),
    st.lists(st.integers(-(2**70), 2**70), min_size=3, max_size=3),
    st.lists(st.none() | st.integers() | st.text(), min_size=3, max_size=3),
)
GRIDS = st.builds(
    grid_texts,
    st.lists(st.integers(0, 9), min_size=3 * CELLS, max_size=3 * CELLS).map(bytes),
    st.sampled_from(".0"),
)


@given(st.lists(st.text() | COLUMNS | GRIDS))
def test_rows_are_their_parts_with_and_without_the_compiled_core(
    parts: list[Any],
) -> None:
    values = [part if isinstance(part, str) else listed(part, 3) for part in parts]
    expected = "".join(
        "".join(part if isinstance(part, str) else str(part[row]) for part in values)
        for row in range(3)
    ).encode("utf-8", REPLACED)
    assert text_of_rows(parts, 3) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "is_there", bool)
        assert text_of_rows(parts, 3) == expected


@given(COLUMNS)
def test_packed_values_are_those_that_they_were(values: list[object]) -> None:
    found = packed(values, 3)
    assert found is None or found.listed == values
    if found is None:
        is_odd = {*map(type, values)} not in ({str}, {int})
        assert is_odd or any(type(one) is int and abs(one) >= 2**63 for one in values)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "part",
    [
        ("t", array("i", [0, 1]).tobytes(), b"ab"),
        ("t", array("i", [0, 2, 1]).tobytes(), b"ab"),
        ("t", array("i", [0, 1, 3]).tobytes(), b"ab"),
        ("t", array("i", [-1, 1, 2]).tobytes(), b"ab"),
        ("i", b"", bytes(15)),
        (memoryview(bytes(3 * CELLS)).cast("B", (3, CELLS)), "."),
        (memoryview(bytes(2 * CELLS)).cast("B", (2, CELLS)), "\0"),
    ],
)
def test_the_compiled_core_refuses_columns_of_other_rows(part: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match=r"expected a (number|text|grid|char)|one after the other"):
        compiled.native.rows_text([b"x", part], 2)


@pytest.mark.parametrize("text", [EASY, "1.............4."])
def test_columns_of_arrow_are_listed_once_for_all_rows(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, listing = tmp_path / "rows.parquet", list[object]()
    pq.write_table(pa.table({"puzzle": [text] * 50, "note": list(map(str, range(50)))}), path)
    values_of = arrow.values_of

    def noting(column: object) -> object:
        listing.append(column)
        return values_of(column)

    monkeypatch.setattr(arrow, "values_of", noting)
    (block,) = Source([str(path)])
    assert [record.row.values[1] for record in records(block) if record.row] == [
        *map(str, range(50))
    ]
    assert len(listing) <= 6
