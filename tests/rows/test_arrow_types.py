"""Columns of any type survive in tables, or are refused where a container cannot hold them."""

import itertools
import json
from csv import DictReader
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest
from command_line import refusal, run
from containers import copied, rows_of
from pyarrow import csv, feather, parquet
from well_known import CLASH, EASY, EASY_SOLVED

from cpsudoku.rows.arrow import cast
from cpsudoku.rows.source import Source

pytestmark = pytest.mark.compiled


AT, DAY = datetime(2020, 1, 2, 3, 4, 5, 678901), date(2020, 1, 2)
OF_ARROW: dict[str, pa.Array] = {
    "dictionary": pa.array(["a", None, "é"]).dictionary_encode(),
    "time": pa.array([AT, None, datetime(1969, 1, 1)]),
    "zone": pa.array([AT, None, AT], pa.timestamp("us", tz="Europe/Berlin")),
    "day": pa.array([DAY, None, date(1, 1, 1)]),
    "decimal": pa.array([Decimal("1.10"), None, Decimal("-9999999999999999.99")]),
    "object": pa.array([{"a": 1, "b": "x"}, None, {"a": None, "b": '"'}]),
    "objects": pa.array([[{"a": 1}], None, []]),
    "map": pa.array([[("k", 1)], None, []], pa.map_(pa.string(), pa.int64())),
    "pair": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int8(), 2)),
    "tensor": pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.int8(), [2]),
        pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int8(), 2)),
    ),
    "large": pa.array(["a", None, 'b\n"c",d'], pa.large_string()),
    "half": pa.array(np.array([1.5, 0, 2], np.float16)),
    "greatest": pa.array([2**64 - 1, None, 0], pa.uint64()),
    "": pa.array(["x", "y", None]),
    " # ,": pa.array(["x", "y", None]),
    "verdict": pa.array(["mine", None, "x"]),
    "source": pa.array([None, 1.5, 2]),
    "version": pa.array([1, 2, 3]),
}
"""Columns that are unusual in their types or names."""


@pytest.mark.thorough(but=9)
@pytest.mark.parametrize("name", OF_ARROW)
def test_columns_of_arrow_keep_their_types(name: str, tmp_path: Path) -> None:
    rows = pa.table([pa.array([EASY, CLASH, EASY]), OF_ARROW[name]], names=["puzzle", name])
    path = tmp_path / "rows.parquet"
    try:
        parquet.write_table(rows, path)
    except pa.ArrowNotImplementedError as error:
        pytest.skip(f"pyarrow {pa.__version__}: {error}")
    assert feather.read_table(copied(path, "arrow"), memory_map=False).equals(rows)
    assert parquet.read_table(copied(tmp_path / "copy.arrow", "parquet")).equals(rows)
    for command in ("solve", "hint"):  # by the block and row by row
        answers = [json.loads(line) for line in run(command, "--json", path).lines]
        kept = [one.get(f"given_{name}", one.get(name)) for one in answers]
        assert kept == [one[name] for one in rows_of(copied(path, "jsonl"))]


def test_times_and_decimal_numbers_are_texts_without_quotes(tmp_path: Path) -> None:
    named = {name: OF_ARROW[name] for name in ("time", "day", "decimal")}
    zone = pa.array([AT] * 3, pa.timestamp("us", "America/New_York"))
    path = tmp_path / "rows.parquet"
    parquet.write_table(pa.table({"puzzle": [EASY] * 3, **named, "zone": zone}), path)
    found = csv.read_csv(copied(path, "csv"))
    assert found.column("time").to_pylist() == [AT, None, datetime(1969, 1, 1)]
    assert found.column("day").to_pylist() == [DAY, None, date(1, 1, 1)]
    assert found.column("decimal")[0].as_py() == 1.1
    with np.load(copied(path, "npz")) as arrays:
        assert arrays["day"].tolist() == ["2020-01-02", "", "0001-01-01"]
        assert arrays["zone"].tolist() == ["2020-01-01 22:04:05.678901-05:00"] * 3


def test_numbers_that_floats_do_not_hold_are_texts_in_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    great = [2**53 + 1, None, -(2**53)]
    parquet.write_table(pa.table({"puzzle": [EASY] * 3, "n": great, "few": [1, None, 2]}), path)
    with np.load(copied(path, "npz")) as arrays:
        assert arrays["n"].tolist() == [str(2**53 + 1), "", str(-(2**53))]
        assert arrays["few"].tolist()[::2] == [1.0, 2.0]


@pytest.mark.parametrize(
    ("values", "kinds", "said"),
    [
        ([b"\xff", None], ("csv", "jsonl", "json", "npz"), "is not text"),
        ([float("nan"), 1.0], ("jsonl", "json"), "NaN or an infinite number"),
        ([float("inf"), 1.0], ("jsonl", "json"), "NaN or an infinite number"),
        (["a\0", "b"], ("npz",), "a text in 'x' that ends with a null"),
        (pa.array([1, None], pa.time64("ns")), ("csv", "jsonl", "npz"), "type time64[ns]"),
    ],
)
def test_values_that_a_container_has_not_are_refused(
    values: list[object] | pa.Array, kinds: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    path = tmp_path / "rows.arrow"
    column = pa.array(values, from_pandas=False) if isinstance(values, list) else values
    feather.write_feather(pa.table({"puzzle": [EASY] * 2, "x": column}), str(path))
    for kind, by in itertools.product(kinds, ("auto", "dlx")):  # by the block and row by row
        assert said in refusal("solve", "-b", by, path, "-o", tmp_path / f"out.{kind}")
    assert run("solve", "-q", path, "-o", tmp_path / "out.parquet").status == 0
    assert [one.name for one in sorted(tmp_path.iterdir())] == ["out.parquet", "rows.arrow"]


def test_texts_in_the_layout_of_polars_are_texts(tmp_path: Path) -> None:
    path, texts = tmp_path / "rows.arrow", [EASY, EASY.replace(".", "0"), CLASH]
    views = pa.array(texts).cast(pa.string_view())
    feather.write_feather(pa.table({"puzzle": views}), str(path), compression="uncompressed")
    assert [block.others for block in Source([str(path)])] == [{}]
    assert run("dedupe", "-q", path, "-f", "csv").lines == ["puzzle", EASY, CLASH]


def test_a_frame_as_pandas_writes_it_by_itself_is_a_table(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": [7, 8], "quizzes": [EASY, CLASH], "x": ["é", None]})
    path = tmp_path / "frame.json"
    frame.to_json(path)
    for kind in ("jsonl", "parquet"):
        assert rows_of(copied(path, kind)) == [
            {"id": 7, "quizzes": EASY, "x": "é"}, {"id": 8, "quizzes": CLASH, "x": None},
        ]  # fmt: skip
    path.write_text(json.dumps({"puzzle": {"0": EASY}, "id": {"1": 7}}))
    assert "a puzzle that is" in refusal("convert", path)


@pytest.mark.parametrize("kind", ["csv", "npz", "csv.gz"])
def test_grids_in_lists_are_texts_and_arrays_where_there_are_no_lists(
    kind: str, tmp_path: Path
) -> None:
    flat = [list(map(int, text.replace(".", "0"))) for text in (EASY, EASY_SOLVED)]
    rows = [[cells[start : start + 9] for start in range(0, 81, 9)] for cells in flat]
    path, out = tmp_path / "in.parquet", tmp_path / f"out.{kind}"
    for columns in ([[cells] for cells in flat], [[grid] for grid in rows]):
        names = ["n", "quizzes", "solution"]
        parquet.write_table(
            pa.Table.from_arrays([pa.array(c) for c in ([7], *columns)], names), path
        )
        assert run("convert", "-q", path, "-o", out).status == 0
        (found,) = map(json.loads, run("convert", "-q", out, "-f", "jsonl").lines)
        assert (int(found["n"]), found["quizzes"]) == (7, EASY.replace(".", "0"))
        assert found["solution"] == EASY_SOLVED


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_types_that_few_have_are_moved_or_refused(kind: str, tmp_path: Path) -> None:
    path, out = tmp_path / "rows.arrow", tmp_path / f"out.{kind}"
    kept = {"puzzle": [EASY, CLASH], "map": pa.array([[("k", 1)], []], OF_ARROW["map"].type)}
    feather.write_feather(pa.table(kept), str(path))
    assert run("shuffle", "-q", path, "-o", out).status == 0
    spans = pa.array([(1, 2, 3), None], pa.month_day_nano_interval())
    feather.write_feather(pa.table(kept | {"span": spans}), str(path))
    found = run("solve", "-q", path, "-o", out)
    assert (found.status, "month_day_nano" in found.err) == (
        (1, False) if kind == "csv" else (2, True)
    )


@pytest.mark.parametrize("command", ["convert", "hint"])
def test_times_keep_their_nanoseconds(command: str, tmp_path: Path) -> None:
    path, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"
    fine = pa.array([1_577_836_800_000_000_001, None], pa.timestamp("ns", "UTC"))
    long = pa.array([5_000_000_001, None], pa.duration("ns"))
    parquet.write_table(pa.table({"puzzle": [EASY] * 2, "fine": fine, "long": long}), path)
    assert run(command, path, "-o", out).status == 0
    found = parquet.read_table(out)
    assert found["fine"].combine_chunks() == fine
    assert found["long"].combine_chunks() == long


def test_times_that_python_has_not_are_moved_or_refused(tmp_path: Path) -> None:
    path, out = tmp_path / "rows.arrow", tmp_path / "out.parquet"
    late = pa.array([253_402_300_800_001, None], pa.timestamp("ms"))
    feather.write_feather(pa.table({"puzzle": [EASY] * 2, "late": late}), path)
    assert run("solve", path, "-o", out).status == 0
    assert parquet.read_table(out)["late"].combine_chunks() == late
    for command, *options in (("solve", "-f", "csv"), ("convert", "-f", "jsonl")):
        assert "a value of type timestamp[ms] that cannot be written here" in refusal(
            command, path, *options
        )


@pytest.mark.parametrize("ending", ["arrow", "npz", "parquet"])
def test_categories_are_kept_where_rows_are_answered_by_the_block_and_one_by_one(
    ending: str, tmp_path: Path
) -> None:
    # A file of Arrow's has one list of categories, and each way of answering makes its own.
    kinds = ["b", "a", None, "c", "a"]
    path, out = tmp_path / "rows.arrow", tmp_path / f"out.{ending}"
    column = pa.array(kinds).dictionary_encode()
    puzzles = [EASY, CLASH, EASY, "." * 81, EASY]
    feather.write_feather(pa.table({"puzzle": puzzles, "kind": column}), path)
    assert run("count", "-q", "-n", "3", path, "-o", out).status == 1
    assert [row["kind"] or None for row in rows_of(copied(out, "jsonl"))] == kinds


@pytest.mark.parametrize("name", ["object", "objects", "map", "pair", "greatest"])
def test_types_are_kept_where_rows_are_answered_by_the_block_and_one_by_one(
    name: str, tmp_path: Path
) -> None:
    column = pa.concat_arrays([OF_ARROW[name], OF_ARROW[name]])
    path, out = tmp_path / "rows.parquet", tmp_path / "out.parquet"
    rows = pa.table([[EASY, EASY, CLASH, CLASH, EASY, CLASH], column], names=["puzzle", name])
    parquet.write_table(rows, path)
    assert run("count", "-q", path, "-o", out).status == 1
    assert parquet.read_table(out, columns=["puzzle", name]).equals(rows)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (pa.array([0.1]), pa.float32()),
        (pa.array([1e300]), pa.float32()),
        (pa.array([Decimal("12345678901234567.89")]), pa.float64()),
        (pa.array([0.123]), pa.decimal128(12, 2)),
        (pa.array([AT]), pa.date32()),
        (pa.array([AT]), pa.time64("us")),
        (pa.array([AT]), pa.timestamp("us", "Europe/Berlin")),
        (pa.array([AT], pa.timestamp("us", "Europe/Berlin")), pa.timestamp("us")),
        (pa.array([{"a": 1, "b": 2}]), pa.struct([("a", pa.int64())])),
        (pa.array([{"b": 1}]), pa.struct([("a", pa.int64())])),
        (pa.array([[0.1]]), pa.list_(pa.float32())),
    ],
    ids=str,
)
def test_values_of_another_file_are_not_rounded_or_cut(
    values: pa.Array, kind: pa.DataType, tmp_path: Path
) -> None:
    assert cast(values, kind) is None
    first, second = tmp_path / "1.arrow", tmp_path / "2.arrow"
    feather.write_feather(pa.table({"puzzle": [EASY], "x": pa.nulls(1, kind)}), first)
    feather.write_feather(pa.table({"puzzle": [EASY], "x": values}), second)
    assert f"column 'x' of {values.type} from {second}:1 on; expected {kind}" in refusal(
        "convert", first, second, "-o", tmp_path / "out.arrow"
    )


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (pa.array([0.5, float("nan"), None]), pa.float32()),
        (pa.array([DAY, None]), pa.timestamp("s")),
        (pa.array([1, None]), pa.dictionary(pa.int8(), pa.int64())),
        (pa.array(["a", None]).dictionary_encode(), pa.dictionary(pa.int8(), pa.string())),
    ],
    ids=str,
)
def test_values_go_into_types_that_hold_them(values: pa.Array, kind: pa.DataType) -> None:
    found = cast(values, kind)
    assert found is not None
    assert found.type == kind
    assert str(found.cast(values.type).to_pylist()) == str(values.to_pylist())


def test_lists_and_objects_of_nothing_become_those_of_texts() -> None:
    nothing, texts = pa.null(), pa.string()
    lists = cast(pa.array([[], None], pa.list_(nothing)), pa.list_(texts))
    assert lists is not None
    assert lists.to_pylist() == [[], None]
    objects = pa.array([{"a": None}], pa.struct([("a", nothing)]))
    assert cast(objects, pa.struct([("a", texts)])) is not None


@pytest.mark.parametrize(
    ("unit", "said"),
    [("Y", "1973-01-01"), ("M", "1970-04-01"), ("W", "1970-01-22"), ("h", "1970-01-01 03:00:00"),
     ("10s", "1970-01-01 00:00:30"), ("ns", "1970-01-01 00:00:00.000000003")],
)  # fmt: skip
def test_times_of_numpy_keep_their_value_in_any_unit(tmp_path: Path, unit: str, said: str) -> None:
    when = np.array([3, "NaT"], f">M8[{unit}]")
    np.savez(tmp_path / "a.npz", puzzle=np.array([EASY] * 2), when=when)
    out = run("solve", tmp_path / "a.npz", "-f", "csv").out
    assert [row["when"] for row in DictReader(out.splitlines())] == [said, ""]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            np.array([1, 2], "M8[ps]"),
            "b of shape (2,) and type datetime64[ps]; expected numbers",
        ),
        (np.array([1, 2], "m8[s]"), "type timedelta64[s]; expected numbers, texts"),
        (np.array([1, 2j]), "type complex128; expected numbers, texts"),
        (np.array([10**17, 2], "M8[Y]"), "b has times that are millions of years from 1970"),
        (np.array([3 * 10**9, 2], "M8[D]"), "b has times that are millions of years from 1970"),
    ],
)
def test_arrays_that_cannot_be_kept_are_refused(
    tmp_path: Path, values: np.ndarray, message: str
) -> None:
    np.savez(tmp_path / "a.npz", puzzle=np.array([EASY] * 2), b=values)
    found = run("solve", tmp_path / "a.npz", "-f", "csv")
    assert (found.status, message in found.err) == (2, True), found.err
