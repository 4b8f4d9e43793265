"""Tables that other libraries write with their defaults come back to them, with columns added.

Of 81 digits those that guess at types in a text make a number, so that they are given the type of
``solution``, and nothing else.
"""

import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from command_line import run
from pyarrow import csv, feather, ipc, parquet
from well_known import CLASH, EASY, EASY_SOLVED, SEVENTEEN

pytest.importorskip("cpsudoku._native")
pd = pytest.importorskip("pandas", reason="the test extra")
pl = pytest.importorskip("polars", reason="the test extra")
duckdb = pytest.importorskip("duckdb", reason="the test extra")

PUZZLES = [EASY, SEVENTEEN, CLASH]

KINDS: dict[str, list[Any]] = {
    "texts": ["a", "b c", "d"],
    "texts_missing": ["a", None, "d"],
    "not_ascii": ["é", "数独", "🧩"],
    "quotes": ['say "a"', "it's, so", '"'],
    "line_breaks": ["one\ntwo", "\n", "three"],
    "whole": [1, -2, 2**62],
    "whole_missing": [1, None, 3],
    "real": [1.5, -0.25, 1e300],
    "real_missing": [1.5, None, 2.0],
    "truth": [True, False, True],
    "truth_missing": [True, None, False],
    "day": [date(2020, 1, 2), date(1999, 12, 31), date(2000, 2, 29)],
    "moment": [datetime(2020, 1, 2, 3, 4, 5), datetime(1999, 12, 31), datetime(2000, 2, 29, 12)],
    "zeros": ["007", "0", "1.50"],
}
"""A column of each kind of values that a field of text may be."""

NESTED: dict[str, list[Any]] = {
    "lists": [[1, 2], [], [3]],
    "structs": [{"a": 1, "b": "x"}, {"a": 2, "b": "é"}, {"a": 3, "b": ""}],
}

COLUMNAR = ("parquet", "feather", "arrow")


def _duck_write(table: pa.Table, path: Path) -> None:
    duckdb.from_arrow(table).query("t", f"COPY t TO '{path}'")


def _duck_read(path: Path) -> list[dict[str, Any]]:
    found = duckdb.sql(f"FROM '{path}'")
    rows: list[tuple[Any, ...]] = found.fetchall()
    return [dict(zip(found.columns, row, strict=True)) for row in rows]


def _stream_write(table: pa.Table, path: Path) -> None:
    with ipc.new_stream(str(path), table.schema) as out:
        out.write_table(table)


def _arrow_either(path: Path) -> list[dict[str, Any]]:
    data = path.read_bytes()
    opened = ipc.open_file if data.startswith(b"ARROW1") else ipc.open_stream
    rows: list[dict[str, Any]] = opened(data).read_all().to_pylist()
    return rows


def _arrow_csv(path: Path) -> list[dict[str, Any]]:
    options = csv.ConvertOptions(column_types={"solution": pa.string()})
    parsing = csv.ParseOptions(newlines_in_values=True)
    rows = csv.read_csv(path, parse_options=parsing, convert_options=options).to_pylist()
    assert isinstance(rows, list)
    return rows


def _polars_csv(path: Path) -> list[dict[str, Any]]:
    overrides = {"solution": pl.String} if "solution" in path.read_text() else {}
    rows = pl.read_csv(path, schema_overrides=overrides).to_dicts()
    assert isinstance(rows, list)
    return rows


def _of_pandas(name: str, **given: Any) -> Callable[[pa.Table, Path], None]:
    return lambda table, path: getattr(table.to_pandas(), name)(path, **given)


def _by_pandas(read: Callable[..., Any], **given: Any) -> Callable[[Path], list[dict[str, Any]]]:
    def found(path: Path) -> list[dict[str, Any]]:
        rows = json.loads(read(path, **given).to_json(orient="records", date_format="iso"))
        assert isinstance(rows, list)
        return rows

    return found


def _of_polars(name: str) -> Callable[[pa.Table, Path], None]:
    return lambda table, path: getattr(pl.from_arrow(table), name)(path)


PAIRS: dict[tuple[str, str], tuple[Callable[..., Any], Callable[..., Any]]] = {
    ("pandas", "csv"): (_of_pandas("to_csv"), _by_pandas(pd.read_csv, dtype={"solution": str})),
    ("pandas", "json"): (
        _of_pandas("to_json", date_format="iso"),
        _by_pandas(pd.read_json, dtype={"solution": str}),
    ),
    ("pandas", "jsonl"): (
        _of_pandas("to_json", orient="records", lines=True, date_format="iso"),
        _by_pandas(pd.read_json, lines=True, dtype={"solution": str}),
    ),
    ("pandas", "parquet"): (_of_pandas("to_parquet"), _by_pandas(pd.read_parquet)),
    ("pandas", "feather"): (_of_pandas("to_feather"), _by_pandas(pd.read_feather)),
    ("polars", "csv"): (_of_polars("write_csv"), _polars_csv),
    ("polars", "json"): (_of_polars("write_json"), lambda path: pl.read_json(path).to_dicts()),
    ("polars", "jsonl"): (_of_polars("write_ndjson"), lambda path: pl.read_ndjson(path).to_dicts()),
    ("polars", "parquet"): (
        _of_polars("write_parquet"), lambda path: pl.read_parquet(path).to_dicts(),
    ),
    ("polars", "arrow"): (
        _of_polars("write_ipc"), lambda path: pl.read_ipc(path).to_dicts(),
    ),
    ("duckdb", "csv"): (_duck_write, _duck_read),
    ("duckdb", "json"): (_duck_write, _duck_read),
    ("duckdb", "parquet"): (_duck_write, _duck_read),
    ("arrow", "csv"): (csv.write_csv, _arrow_csv),
    ("arrow", "parquet"): (parquet.write_table, lambda path: parquet.read_table(path).to_pylist()),
    ("arrow", "feather"): (
        feather.write_feather, lambda path: feather.read_table(path, memory_map=False).to_pylist(),
    ),
    ("arrow", "arrow"): (_stream_write, _arrow_either),
}  # fmt: skip
"""How a library writes and reads a container, if nothing else is said."""


@pytest.mark.thorough(but=17)
@pytest.mark.parametrize("way", ["by the block", "row by row"])
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_what_a_library_writes_it_reads_again_with_answers(
    pair: tuple[str, str], way: str, tmp_path: Path
) -> None:
    kind = pair[1]
    write, read = PAIRS[pair]
    there = KINDS if kind == "csv" else KINDS | NESTED
    table = pa.table(there | {"puzzle": PUZZLES})
    path, out = tmp_path / f"in.{kind}", tmp_path / f"out.{kind}"
    write(table, path)
    by = ["-b", "dlx"] if way == "row by row" else []
    found = run("solve", "-q", *by, path, "-o", out)
    assert found.status == 1, found.err  # one of the puzzles has no solution
    before, after = read(path), read(out)
    verdicts = [row.pop("verdict") for row in after]
    solutions = [row.pop("solution") for row in after]
    assert verdicts == ["unique", "unique", "none"]
    assert solutions[0] == EASY_SOLVED
    assert not solutions[2]
    assert after == before


def test_categories_and_nested_texts_of_polars_are_kept(tmp_path: Path) -> None:
    path, out = tmp_path / "rows.arrow", tmp_path / "out.parquet"
    columns = {
        "puzzle": [EASY] * 2,
        "kind": pl.Series(["a", None], dtype=pl.Categorical),
        "level": pl.Series(["low", "high"], dtype=pl.Enum(["low", "high"])),
        "words": [["x"], ["y", "z"]],
        "of": [{"a": "x"}, {"a": None}],
    }
    pl.DataFrame(columns).write_ipc(path)
    assert run("solve", path, "-o", out).status == 0
    found = pl.read_parquet(out).drop("solution", "verdict").to_dict(as_series=False)
    assert found == {name: list(values) for name, values in columns.items()}
