"""Writers say each value as it was, in whatever way they write it."""

import csv
import io
import json
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from command_line import run
from containers import TextKept, rows_of
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet
from well_known import CLASH, EASY, EASY_SOLVED, SEVENTEEN

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.rows.answers import Form, RowAnswers
from cpsudoku.rows.block import Block, of_columns, of_records
from cpsudoku.rows.output import TextOut, harmless
from cpsudoku.rows.sinks import columnar as columnar_sinks
from cpsudoku.rows.sinks import finished, opened_puzzles, puzzle_sink
from cpsudoku.rows.sinks.columnar import ColumnSink, _write_archive, in_arrow
from cpsudoku.rows.sinks.tables import CsvSink, JsonSink, csv_text, json_text
from cpsudoku.rows.sinks.texts import LineSink
from cpsudoku.rows.source import Source
from cpsudoku.rows.values import ABSENT, Number, Same, Values

PUZZLE = formats.parse(EASY)


def of_lines(*comments: str, first: int = 1) -> Block:
    """Puzzles of lines, each with a comment or none."""
    return of_records(
        [Record(PUZZLE, "x", n, comment=text) for n, text in enumerate(comments, first)]
    )


def nothing(block: Block) -> RowAnswers:
    return RowAnswers([None] * len(block))


# CSV.

FIELDS = st.text(alphabet=st.sampled_from('a,"\n\r; \u00e9%'))


@given(st.lists(st.tuples(FIELDS, FIELDS, FIELDS), min_size=1), st.sets(st.integers(0, 2)))
def test_fields_come_back_from_csv(rows: list[tuple[str, ...]], shared: set[int]) -> None:
    rows = [tuple(rows[0][n] if n in shared else text for n, text in enumerate(r)) for r in rows]
    lists = [list(column) for column in zip(*rows, strict=True)]
    columns: list[Values] = [Same(c[0]) if n in shared else c for n, c in enumerate(lists)]
    text = csv_text(columns, len(rows)).decode()
    assert list(csv.reader(io.StringIO(text, newline=""))) == [list(row) for row in rows]


@pytest.mark.parametrize(
    ("value", "said"), [(None, ""), (ABSENT, ""), (True, "true"), (Number("1.50"), "1.50"),
                        (2.5, "2.5"), ([1, "a"], '"[1, ""a""]"'), (PUZZLE.rules, "9")],
)  # fmt: skip
def test_values_that_are_no_texts_have_one_in_csv(value: object, said: str) -> None:
    assert csv_text([["x"], [value]], 1).decode() == f"x,{said}\n"
    assert csv_text([["x", "y"], Same(value)], 2).decode() == f"x,{said}\ny,{said}\n"


def test_rows_of_lines_wait_until_they_show_their_columns() -> None:
    out = TextKept()
    sink = CsvSink(out)
    for block in (of_lines("", ""), of_lines("a, b", first=3)):
        sink.write(block, nothing(block))
    assert out.getvalue() == ""
    sink.close()
    assert out.getvalue() == f'puzzle,solution,comment\n{EASY},,\n{EASY},,\n{EASY},,"a, b"\n'


def test_rows_that_wait_are_written_if_something_fails() -> None:
    out = TextKept()
    sink = CsvSink(out)
    sink.write(of_lines(""), nothing(of_lines("")))
    sink.drop()
    assert out.getvalue() == f"puzzle,solution\n{EASY},\n"


def test_what_comes_after_the_columns_are_known_is_refused_with_its_place() -> None:
    sink = CsvSink(TextKept())
    many = of_lines(*[""] * 300)
    sink.write(many, nothing(many))
    late = of_lines("", "late", first=301)
    with pytest.raises(FormatError, match="x:302 has a column 'comment'"):
        sink.write(late, nothing(late))


@pytest.mark.parametrize("kind", ["csv", "jsonl", "json", "parquet", "arrow", "npz"])
def test_columns_of_lines_have_the_same_order_in_each_container(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{kind}"
    diagonals = formats.parse(EASY, "9+diagonals")
    rich = Record(diagonals, "x", 2, label="a label", comment="a comment")
    with opened_puzzles(path, kind) as sink:
        for record in (Record(PUZZLE, "x", 1), rich):
            fields = {"solution": [EASY_SOLVED], "verdict": ["unique"]}
            sink.write(of_records([record]), RowAnswers([None], (), fields))
    if "json" in kind:
        names = list(rows_of(path)[-1])
    else:
        block = next(iter(Source([str(path)])))
        assert block.own is not None
        names = list(block.own.names)
    assert names == ["puzzle", "solution", "rules", "label", "comment", "verdict"]


# JSON.

LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.text(), st.sampled_from(["%s", '"%d\\', "\ud800"]),
    st.lists(st.one_of(st.text(), st.integers()), max_size=2),
)  # fmt: skip
COLUMNS = st.lists(
    st.one_of(
        st.lists(LEAVES, min_size=3, max_size=3),
        *(st.lists(kind, min_size=3, max_size=3) for kind in (st.text(), st.integers())),
        st.lists(st.one_of(st.just(ABSENT), st.text()), min_size=3, max_size=3),
        LEAVES.map(Same),
    ),
    min_size=1, max_size=4,
)  # fmt: skip


@given(COLUMNS, st.lists(st.text(string.printable), min_size=4, max_size=4, unique=True))
def test_objects_hold_what_the_columns_hold(columns: list[Any], names: list[str]) -> None:
    names = names[: len(columns)]
    lines = json_text(names, columns, 3).decode().split("\n")
    assert len(lines) == 4 and lines[3] == ""
    for row, line in enumerate(lines[:3]):
        values = [one.value if isinstance(one, Same) else one[row] for one in columns]
        pairs = [(n, v) for n, v in zip(names, values, strict=True) if v is not ABSENT]
        assert json.loads(line, object_pairs_hook=list) == pairs


def test_a_number_is_written_as_it_was() -> None:
    assert json_text(["x"], [[Number("1.50"), Number("2e3")]], 2) == b'{"x": 1.50}\n{"x": 2e3}\n'
    assert json_text(["x"], [Same(Number("0.10"))], 1) == b'{"x": 0.10}\n'


@pytest.mark.parametrize("sizes", [[], [1], [2, 3], [1, 1, 1]])
def test_an_array_holds_all_blocks(sizes: list[int]) -> None:
    out = TextKept()
    sink = JsonSink(out, is_array=True)
    for size in sizes:
        block = of_columns(["n"], [list(range(size))], size)
        sink.write(block, nothing(block))
    sink.close()
    assert json.loads(out.getvalue()) == [{"n": n} for size in sizes for n in range(size)]


def test_a_document_says_where_its_puzzle_stands_and_renames_columns_like_answers() -> None:
    out = TextKept()
    sink = JsonSink(out, Form.DOCUMENT, ("verdict",))
    lines = of_lines("a comment")
    sink.write(lines, RowAnswers(["u"], (), {"verdict": ["unique"]}))
    assert json.loads(out.getvalue()) == {
        "puzzle": EASY, "source": "x", "line": 1, "verdict": "unique",
    }  # fmt: skip
    table = of_columns(["puzzle", "verdict"], [[EASY], ["mine"]], 1)
    sink.write(table, RowAnswers(["u"], (), {"reason": ["none"]}))
    found = json.loads(out.getvalue().splitlines()[1])
    assert list(found.values()) == [EASY, "mine", "none"]
    assert "verdict" not in found


# Arrow and Parquet.


@pytest.mark.parametrize(
    ("values", "kind"), [(["a", None], "string"), ([1, 2], "int64"), ([2**63, 1], "uint64"),
                         ([True, False], "bool"), ([Number("1.5"), ABSENT], "double"),
                         (["a", ABSENT], "string"), ([1, "a"], "string"), ([None, None], "null"),
                         ([PUZZLE.rules, ABSENT], "string"), ([-(2**62), 0], "int64"),
                         ([[1, 2], [3]], "list<item: int64>")],
)  # fmt: skip
def test_values_have_the_type_that_holds_them_all(values: list[object], kind: str) -> None:
    found = in_arrow(values, 2)
    assert str(found.type) == kind
    same = in_arrow(Same(values[0]), 3)
    assert same.to_pylist() == [in_arrow(values[:1], 1).to_pylist()[0]] * 3


@pytest.mark.parametrize("kind", ["parquet", "arrow"])
def test_a_column_of_nulls_waits_for_its_type(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columnar_sinks, "WAITING", 3)

    def written(*columns: list[object]) -> pa.Table:
        path = tmp_path / "x"
        with path.open("wb") as file:
            sink = ColumnSink(file, kind)
            try:
                for values in columns:
                    block = of_columns(["puzzle", "n"], [[EASY] * len(values), values], len(values))
                    sink.write(block, nothing(block))
                sink.close()
            except FormatError:
                sink.drop()
                raise
        if kind == "parquet":
            return parquet.read_table(path)
        return pa.ipc.open_file(path).read_all()

    assert written([None], [None], [1, 2])["n"].to_pylist() == [None, None, 1, 2]
    assert written([None], [1, 2])["n"].type == pa.int64()
    never = written([None], [None])
    assert (never["n"].type, never["n"].to_pylist()) == (pa.string(), [None, None])
    late = written([None], [None], [None], [7])  # a text by then
    assert late["n"].to_pylist() == [None, None, None, "7"]
    with pytest.raises(FormatError, match="column 'n' of string"):
        written([1], ["a"])


def test_a_table_without_rows_has_its_columns() -> None:
    for kind in ("parquet", "arrow"):
        out = io.BytesIO()
        puzzle_sink(out, kind).close()
        data = pa.BufferReader(out.getvalue())
        table = parquet.read_table(data) if kind == "parquet" else pa.ipc.open_file(data).read_all()
        assert (table.column_names, len(table)) == (["puzzle", "solution"], 0)


def test_what_is_begun_is_finished_or_after_a_failure_dropped() -> None:
    class Noted:
        def __init__(self, *faults: str) -> None:
            self.said, self.faults = "", faults

        def close(self) -> None:
            self.said += "closed "
            if "full" in self.faults:
                raise OSError("no space left")

        def drop(self) -> None:
            self.said += "dropped"

    with finished(whole := Noted()):
        pass
    with pytest.raises(OSError, match="no space"), finished(full := Noted("full")):
        pass
    with pytest.raises(KeyboardInterrupt), finished(stopped := Noted()):
        raise KeyboardInterrupt
    assert [one.said for one in (whole, full, stopped)] == ["closed ", "closed dropped", "dropped"]


# Lines.


def test_rules_are_said_once_before_the_lines_that_need_them() -> None:
    out = TextKept()
    sink = LineSink(out, notation="line")
    diagonals = formats.parse("1...............", "4+diagonals")
    block = of_records([Record(PUZZLE), Record(diagonals), Record(diagonals), Record(PUZZLE)])
    sink.write(block.part(0, 1), RowAnswers([0], (["a\n"],)))
    sink.write(block, RowAnswers([0] * 4, (["b\n", "c\n", "# none\n", "d\n"],)))
    lines = out.getvalue().splitlines()
    assert lines == ["a", "b", "# rules: 4+diagonals", "c", "# none", "# rules: 9", "d"]


def test_lines_of_answers_in_words_say_no_rules() -> None:
    out = TextKept()
    block = of_records([Record(formats.parse("1...............", "4+diagonals"))])
    LineSink(out).write(block, RowAnswers([0], (["unique\n"],)))
    assert out.getvalue() == "unique\n"


@pytest.mark.parametrize("kind", ["line", "sdm"])
def test_puzzles_of_a_block_are_written_as_one_by_one(kind: str, tmp_path: Path) -> None:
    texts = [EASY, CLASH, SEVENTEEN]
    path = tmp_path / "p.txt"
    path.write_text("".join(f"{text}\n" for text in texts))
    (block,) = Source([str(path)])
    written = []
    for one in (block, of_records([Record(formats.parse(text)) for text in texts])):
        out = io.BytesIO()
        sink = puzzle_sink(out, kind)
        sink.write(one, nothing(one))
        sink.close()
        written.append(out.getvalue().decode())
    assert written[0] == written[1]
    assert written[0].splitlines() == (
        texts if kind == "line" else [text.replace(".", "0") for text in texts]
    )


def test_a_terminal_obeys_nothing_of_a_text_but_bold_letters() -> None:
    assert harmless("\x1b[1m5\x1b[0m\x1b[2J\x9b\t\n") == "\x1b[1m5\x1b[0m\\x1b[2J\\x9b\t\n"


def test_a_byte_that_was_no_text_is_written_again() -> None:
    out = io.BytesIO()
    TextOut(out).write("a\udc80")
    assert out.getvalue() == b"a\x80"


@pytest.mark.parametrize("cells", [36**2, 80])
def test_grids_with_more_digits_than_symbols_are_no_array(cells: int) -> None:
    rows, table = pa.BufferOutputStream(), pa.table({"solution": ["1" * cells]})
    with pa.ipc.new_file(rows, table.schema) as file:
        file.write_table(table)
    with pytest.raises(FormatError, match=f"grids of {cells} characters in 'solution'"):
        _write_archive(io.BytesIO(), pa.BufferReader(rows.getvalue()), "")


@pytest.mark.compiled
def test_lines_of_a_table_have_its_comments(tmp_path: Path) -> None:
    path, other = tmp_path / "a.csv", tmp_path / "b.csv"
    path.write_text(f"id,puzzle,comment\n1,{EASY},a  b\n2,{EASY},\n")
    other.write_text(f"puzzle,comment,rules\n{EASY},a  b,9\n{EASY},,9\n")  # read one by one
    wanted = f"{EASY} # a b\n{EASY}\n"
    assert [run("convert", "-f", "line", one).out for one in (path, other)] == [wanted, wanted]


@pytest.mark.posix
def test_a_full_disk_is_reported_with_the_file_that_did_not_fit(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    lines, out = tmp_path / "a.txt", tmp_path / "a.npz"
    lines.write_text("1234341221434...\n" * 9000)
    command = [sys.executable, "-m", "cpsudoku", "solve", "-q", str(lines), "-o", str(out)]
    failed = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)
    assert failed.returncode == 2
    assert "File too large" in failed.stderr and "standard output" not in failed.stderr
