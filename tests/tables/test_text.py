"""Columns of lines are the same ones whether the compiled code or Arrow finds them."""

import json
from pathlib import Path

import pyarrow as pa
import pytest
from command_line import refusal, run
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet
from well_known import EASY, EASY_SOLVED

from cpsudoku import compiled
from cpsudoku.formats import tables
from cpsudoku.tables import columns

pytestmark = [pytest.mark.compiled, pytest.mark.usefixtures("by_the_block")]

VALUES: dict[str, tuple[list[object], bool]] = {
    "escapes": (["a", 'b "c"', "d\n"], False),
    "whole": ([1, -(2**63), 0], True),
    "whole with gaps": ([None, 7, None], True),
    "texts": (["a", "", "ß, 'x'"], True),
    "texts with gaps": (["a", None, "b"], True),
    "truth": ([True, False, True], True),
    "truth with gaps": ([None, True, False], True),
    "fractions": ([1.5, -2e30, 5e-32], True),
    "fractions with gaps": ([0.1, None, 1.0], True),
    "nothing": ([None, None, None], True),
    "both kinds of numbers": ([1, 2.5, 3], False),
    "lists": ([[1], [], [2]], False),
    "great": ([1, 10**30, 2], False),
    "different": ([1, "a", None], False),
}


@pytest.mark.thorough(but=31)
@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
@pytest.mark.parametrize("gap", ["", ",", ",\n"], ids=["lines", "array", "array of lines"])
@pytest.mark.parametrize("name", VALUES)
def test_objects_are_columns_as_without_compiled_code(
    name: str, gap: str, ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values, is_plain = VALUES[name]
    rows = [{"puzzle": EASY, "x": value, "solution": EASY_SOLVED} for value in values]
    text = (gap or "\n").join(json.dumps(row, ensure_ascii=False) for row in rows)
    path = tmp_path / ("rows.json" if gap else "rows.jsonl")
    path.write_text(f"[{text}]\n" if gap else text, encoding="utf-8")
    found, value_columns = [], compiled.native.value_columns

    def columns(data: bytes, separator: str, count: int) -> object:
        found.append(value_columns(data, separator, count))
        return found[-1]

    monkeypatch.setattr(compiled.native, "value_columns", columns)
    one, other = tmp_path / f"one.{ending}", tmp_path / f"other.{ending}"
    assert run("solve", path, "-q", "-o", one).status == 0
    if ending == "csv":
        assert any(one is not None for one in found) == is_plain
    monkeypatch.setattr(compiled, "is_there", lambda: False)
    assert run("solve", path, "-q", "-o", other).status == 0
    if ending == "parquet":
        assert parquet.read_table(one).equals(parquet.read_table(other))
    else:
        assert one.read_bytes() == other.read_bytes()


def test_numbers_beyond_all_floats_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    rows = [f'{{"puzzle": "{EASY}", "x": {number}}}\n' for number in ("1.5", "1e999")]
    path.write_text("".join(rows))
    said = refusal("convert", path, "-f", "csv")
    assert "rows.jsonl, line 2" in said
    assert "1e999, which is too great a number" in said


@given(st.lists(st.tuples(st.integers(0, 9), *[st.text('a,"\r\n é') | st.none()] * 2), min_size=1))
def test_fields_have_quotes_where_python_puts_them(rows: list[tuple[object, ...]]) -> None:
    arrays = [
        pa.array(values).cast(kind)
        for values, kind in zip(
            zip(*rows, strict=True), (pa.int64(), pa.string(), pa.string()), strict=True
        )
    ]
    for begin in (0, 1):  # what is before a slice is in its buffers as well
        expected = "".join(tables.fields(row) for row in rows[begin:])
        assert str(columns.csv_text([one.slice(begin) for one in arrays]), "utf-8") == expected
