"""Whatever many puzzles come in gives the same answers, and says what is wrong with which row."""

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN, ENDLESS, SEVENTEEN

import cpsudoku
from cpsudoku import FormatError, OptionError, Puzzle, PuzzleError, parse, solve_many
from cpsudoku.rows.arrays import read
from cpsudoku.rules import Board, Rules

pd = pytest.importorskip("pandas", reason="the test extra has it by way of OR-tools")
pa = pytest.importorskip("pyarrow", reason="the extra parquet")
pl = pytest.importorskip("polars", reason="the test extra")
duckdb = pytest.importorskip("duckdb", reason="the test extra")
pq = pytest.importorskip("pyarrow.parquet", reason="the extra parquet")

TEXTS = [EASY, SEVENTEEN, CLASH, ENDLESS]
DIGITS = np.array([[0 if cell == "." else int(cell) for cell in text] for text in TEXTS])
COUNTS = [1, 1, 0, 2]

TABLE = {"id": [3, 1, 4, 1], "quizzes": TEXTS}


def text_file(path: Path) -> Path:
    path.write_text("\n".join(TEXTS), encoding="utf-8")
    return path


def commented_file(path: Path) -> Path:
    path.write_text("# four\n" + "\n".join(f"{text} # a" for text in TEXTS), encoding="utf-8")
    return path


def csv_file(path: Path) -> Path:
    pd.DataFrame(TABLE).to_csv(path, index=False)
    return path


def quoted_file(path: Path) -> Path:
    rows = "\n\n".join(f'"a;\nb";"{text}"' for text in TEXTS)
    path.write_text(f"note;Quiz\n{rows}\n", encoding="utf-8")
    return path


def packed_file(path: Path) -> Path:
    path.write_bytes(gzip.compress(csv_file(path).read_bytes()))
    return path


def parquet_file(path: Path) -> Path:
    pl.DataFrame(TABLE).write_parquet(path)
    return path


def arrow_file(path: Path) -> Path:
    pl.DataFrame(TABLE).write_ipc(path)
    return path


def numpy_file(path: Path) -> Path:
    with path.open("wb") as file:
        np.savez(file, puzzles=DIGITS)
    return path


def lines_of_json(path: Path) -> Path:
    pd.DataFrame(TABLE).to_json(path, orient="records", lines=True)
    return path


def objects_of_json(path: Path) -> Path:
    rows = [{"puzzle": row.tolist(), "rules": "9"} for row in DIGITS]
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


FILES: list[Callable[[Path], Path]] = [
    text_file, commented_file, csv_file, quoted_file, packed_file, parquet_file, arrow_file,
    numpy_file, lines_of_json, objects_of_json,
]  # fmt: skip

THINGS: dict[str, Callable[[], Any]] = {
    "list": lambda: TEXTS,
    "tuple": lambda: tuple(TEXTS),
    "iterator": lambda: iter(TEXTS),
    "puzzles": lambda: [parse(text) for text in TEXTS],
    "cells": DIGITS.tolist,
    "cells with None": lambda: [[cell or None for cell in row] for row in DIGITS.tolist()],
    "rows of cells": lambda: DIGITS.reshape(-1, 9, 9).tolist(),
    "list of arrays": lambda: list(DIGITS),
    "text": lambda: "\n".join(TEXTS),
    "text of a table": lambda: "id,quizzes\n" + "\n".join(f"1,{text}" for text in TEXTS),
    "bytes": lambda: "\n".join(TEXTS).encode(),
    "array of U": lambda: np.array(TEXTS),
    "array of U, other order of bytes": lambda: np.array(TEXTS, ">U81"),
    "array of S": lambda: np.array(TEXTS, "S81"),
    "array of objects": lambda: np.array(TEXTS, object),
    "column of objects": lambda: np.array(TEXTS, object).reshape(-1, 1),
    "array of texts of any length": lambda: np.array(TEXTS, np.dtypes.StringDType()),
    "array of characters": lambda: np.array([list(text) for text in TEXTS]),
    "int64": lambda: DIGITS.astype(np.int64),
    "uint16": lambda: DIGITS.astype(np.uint16),
    "float": lambda: DIGITS.astype(np.float32),
    "3-D": lambda: DIGITS.reshape(-1, 9, 9),
    "dictionary": lambda: TABLE,
    "pandas Series": lambda: pd.Series(TEXTS, name="x"),
    "pandas Series of objects": lambda: pd.Series(TEXTS, dtype=object),
    "pandas categories": lambda: pd.Series(TEXTS, dtype="category"),
    "pandas Series of lists": lambda: pd.Series(DIGITS.tolist()),
    "pandas Series of Puzzles": lambda: pd.Series([parse(text) for text in TEXTS]),
    "pandas DataFrame": lambda: pd.DataFrame(TABLE, index=[7, 7, 8, 9]),
    "pandas DataFrame of Arrow": lambda: pd.DataFrame(TABLE).convert_dtypes(
        dtype_backend="pyarrow"
    ),
    "Polars Series": lambda: pl.Series("x", TEXTS),
    "Polars categories": lambda: pl.Series(TEXTS, dtype=pl.Categorical),
    "Polars Series of lists": lambda: pl.Series(DIGITS.tolist()),
    "Polars DataFrame": lambda: pl.DataFrame(TABLE),
    "Arrow array": lambda: pa.array(TEXTS),
    "Arrow array from its middle": lambda: pa.array([EASY, *TEXTS]).slice(1),
    "Arrow large_string from its middle": lambda: pa.array([EASY, *TEXTS], pa.large_string()).slice(
        1
    ),
    "Arrow large_string": lambda: pa.array(TEXTS, pa.large_string()),
    "Arrow string_view": lambda: pa.array(TEXTS, pa.string_view()),
    "Arrow binary": lambda: pa.array([text.encode() for text in TEXTS]),
    "Arrow chunks": lambda: pa.chunked_array([TEXTS[:1], TEXTS[1:]]),
    "Arrow lists": lambda: pa.array(DIGITS.tolist()),
    "Arrow rows": lambda: pa.array(DIGITS.reshape(-1, 9, 9).tolist()),
    "Arrow lists of one length": lambda: pa.FixedSizeListArray.from_arrays(
        pa.array(DIGITS.ravel()), 81
    ),
    "Arrow table": lambda: pa.table(TABLE),
    "Arrow batch": lambda: pa.record_batch(TABLE),
    "Arrow reader": lambda: pa.table(TABLE).to_reader(),
    "DuckDB relation": lambda: duckdb.from_arrow(pa.table(TABLE)),
}


@pytest.mark.parametrize("thing", THINGS.values(), ids=THINGS)
def test_whatever_holds_puzzles_gives_the_same_answers(thing: Callable[[], Any]) -> None:
    answers = solve_many(thing())
    assert answers.counts.tolist() == COUNTS
    assert answers.texts()[0] == EASY_SOLVED
    found = [answers.counts.tolist() for answers in cpsudoku.solve_stream(thing(), chunk=3)]
    assert found == [COUNTS[:3], COUNTS[3:]]


@pytest.mark.parametrize("file", FILES)
def test_a_path_is_a_file_in_any_notation(file: Callable[[Path], Path], tmp_path: Path) -> None:
    path = file(tmp_path / "puzzles")
    assert solve_many(path).counts.tolist() == COUNTS
    found = [answers.counts.tolist() for answers in cpsudoku.solve_stream(path, chunk=3)]
    assert found == [COUNTS[:3], COUNTS[3:]]


@pytest.mark.parametrize(
    "ask",
    [
        cpsudoku.solve_many,
        cpsudoku.count_many,
        cpsudoku.check_many,
        pytest.param(cpsudoku.rate_many, marks=pytest.mark.compiled),
        pytest.param(cpsudoku.explain_many, marks=pytest.mark.compiled),
    ],
)
def test_all_calls_take_the_same_and_find_or_are_given_the_column(ask: Any, tmp_path: Path) -> None:
    other = {"a": ["x", "y"], "b": [EASY, SEVENTEEN]}
    path = tmp_path / "other.csv"
    pd.DataFrame(other).to_csv(path, index=False)
    frames = (pd.DataFrame(other), pl.DataFrame(other), pa.table(other), other, path)
    for frame in frames:
        found = ask(frame, column="b").to_arrow()
        assert found.column_names[:2] == ["a", "b"]
        assert found["b"].to_pylist() == [EASY, SEVENTEEN]
        if frame is not path:
            with pytest.raises(OptionError, match=r"no column has a name such as puzzle.*a, b"):
                ask(frame)
        with pytest.raises(OptionError, match=r"no column 'c'; the table has a, b|expected"):
            ask(frame, column="c")
    with pytest.raises(OptionError, match="column='b' for list; expected a table"):
        ask([EASY], column="b")


def test_texts_of_one_width_are_read_under_any_rules_of_their_size() -> None:
    rules = cpsudoku.boxes(4, 4)
    texts = [f"{'.' * 250}G{'.' * 5}", f"{'.' * 250}a{'.' * 5}"]
    for puzzles in (texts, np.array(texts), pa.array(texts), [parse(text) for text in texts]):
        origin = read(puzzles)
        assert origin.rules == rules
        assert origin.rows[:, 250].tolist() == [16, 10]
    diagonal = cpsudoku.classic().with_diagonals()
    for puzzles in (TEXTS, np.array(TEXTS), DIGITS.tolist()):
        expected = solve_many([parse(text, diagonal) for text in TEXTS], backend="dlx")
        assert (solve_many(puzzles, rules=diagonal, backend="dlx").counts == expected.counts).all()


NULLS: dict[str, Callable[[list[str | None]], Any]] = {
    "list": list,
    "array": lambda texts: np.array(texts, object),
    "pandas": pd.Series,
    "pandas objects": lambda texts: pd.Series(texts, dtype=object),
    "pandas NA": lambda texts: pd.Series([t or pd.NA for t in texts], dtype=object),
    "Polars": pl.Series,
    "Arrow": pa.array,
}


@pytest.mark.parametrize("made", NULLS.values(), ids=NULLS)
def test_a_row_without_a_puzzle_is_named(made: Callable[[list[str | None]], Any]) -> None:
    with pytest.raises(PuzzleError, match=r"(puzzle|row) 3 .*is empty \(null\); expected a puzzle"):
        solve_many(made([EASY, SEVENTEEN, None, EASY]))


def test_what_is_wrong_is_said_with_row_and_column() -> None:
    for frame in (pd.DataFrame, pl.DataFrame, pa.table, dict):
        with pytest.raises(
            FormatError, match=r"row 2 of column 'quiz', column 1: 'x' is not a digit"
        ):
            solve_many(frame({"quiz": [EASY, "x" * 81]}))
        with pytest.raises(PuzzleError, match=r"'quiz' is of type (big)?int64|type int"):
            solve_many(frame({"quiz": [1234, 5678]}))
    with pytest.raises(PuzzleError, match=r"puzzle 2: cell 5 has 0\.5; expected whole numbers"):
        cells = DIGITS.astype(float)
        cells[1, 4] = 0.5
        solve_many(cells)
    with pytest.raises(PuzzleError, match="puzzle 1: cell 1 has nan"):
        solve_many(np.full((1, 81), np.nan))
    with pytest.raises(PuzzleError, match="int; expected a list, an array"):
        solve_many(5)
    with pytest.raises(PuzzleError, match=r"puzzle 2 is of type int; expected text"):
        solve_many([EASY, 5])


def test_texts_of_several_widths_are_not_taken_for_texts_of_one() -> None:
    texts = [EASY, EASY[:80], EASY + "."]
    for column in (pa.array(texts), pl.Series(texts), pd.Series(texts), np.array(texts), texts):
        with pytest.raises(FormatError, match=r"(row|line) 2.*80 characters"):
            solve_many(column)


def test_only_digits_are_digits() -> None:
    other = EASY.replace("5", "\u0135")  # a character whose last byte is that of 5
    for column in (pa.array([other]), np.array([other]), [other]):
        with pytest.raises(FormatError, match="1"):
            solve_many(column)
    for cells in ([10, *[0] * 80], [-1, *[0] * 80], [300, *[0] * 80]):
        with pytest.raises(FormatError, match=r"line 2.*expected"):
            solve_many([[0] * 81, cells])


def test_lists_and_arrays_may_stand_side_by_side() -> None:
    cells = [0] * 16
    assert len(solve_many([cells] * 23 + [np.array(cells)] * 5)) == 28


def test_nothing_but_nulls_has_a_row_that_is_named() -> None:
    for column in (pa.nulls(2), pl.Series([None, None]), pd.Series([None, None])):
        with pytest.raises(PuzzleError, match=r"row 1 .*is empty"):
            solve_many(column)
    lists = pa.array([[0] * 81, None, [0] * 81])
    with pytest.raises(PuzzleError, match=r"row 2 .*is empty"):
        solve_many(lists)


def test_digits_from_zero_are_never_taken_for_blanks() -> None:
    four = cpsudoku.boxes(2, 2)
    rules = Rules(Board(four.board.places, 4, first=0), four.constraints)
    text = "0" + "." * 15
    for puzzles in ([text], np.array([text]), pa.array([text])):
        (grid,) = solve_many(puzzles, rules=rules, limit=1).solutions
        assert grid[0] == 1  # the first digit, which is 0


def test_rules_that_a_file_says_are_those_of_its_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "diagonal.txt"
    path.write_text(f"# rules: 9+diagonals\n{ENDLESS}\n{ENDLESS}\n", encoding="utf-8")
    diagonal = cpsudoku.classic().with_diagonals()
    assert solve_many(path, backend="dlx", limit=1).origin.rules == diagonal
    parts = list(cpsudoku.solve_stream(path, chunk=1, backend="dlx", limit=1))
    assert [part.origin.rules for part in parts] == [diagonal] * 2
    path.write_text(f"{ENDLESS}\n", encoding="utf-8")
    assert solve_many(path, rules=diagonal, backend="dlx", limit=1).origin.rules == diagonal


@pytest.mark.parametrize("note", ["", " # one"])
def test_lines_of_a_text_or_a_file_get_no_column_of_solutions(note: str, tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(f"{EASY}{note}\n{CLASH}\n")
    comment = ["comment"] if note else []
    for puzzles in (path, path.read_text()):
        assert cpsudoku.check_many(puzzles).to_arrow().column_names == [
            "puzzle", *comment, "verdict",
        ]  # fmt: skip
        found = solve_many(puzzles).to_arrow()
        assert found.column_names == ["puzzle", *comment, "solution", "verdict"]
        assert found["solution"].to_pylist() == [EASY_SOLVED, None]


def test_the_row_of_a_file_is_counted_from_its_beginning(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(f"id,puzzle\n1,{EASY}\n2,{EASY}\n3\n", encoding="utf-8")
    stream = cpsudoku.solve_stream(path, chunk=2)
    assert len(next(stream)) == 2
    with pytest.raises(FormatError, match=r"bad.csv, line 4: 1 field; expected at least 2"):
        next(stream)


def test_a_text_that_is_a_path_is_refused_with_what_to_write() -> None:
    for text in ("puzzles.csv", "data/puzzles", "~/x.parquet"):
        with pytest.raises(OptionError, match=r"looks like a path; expected pathlib.Path\('"):
            solve_many(text)
    with pytest.raises(PuzzleError, match="puzzle 1 is a path; expected"):
        solve_many([Path("puzzles.csv")])
    assert solve_many(ENDLESS).counts.tolist() == [2]
    assert solve_many(EIGHTEEN).counts.tolist() == [2]
    with pytest.raises(FileNotFoundError):
        solve_many(Path("/nowhere/puzzles.csv"))
    with pytest.raises(FormatError, match="no puzzle found"):
        solve_many("")


def test_a_bad_row_of_a_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "bad.csv"
    path.write_text(f"id,puzzle\n1,{EASY}\n2\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"bad.csv, line 3: 1 field; expected at least 2"):
        solve_many(path)
    path.write_text(f'id,puzzle\n1,"{EASY}\n', encoding="utf-8")
    with pytest.raises(FormatError, match="unexpected end"):
        solve_many(path)
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(FormatError, match="the file is broken"):
        solve_many(path)


def test_a_column_of_rules_holds_for_all_rows_or_is_refused() -> None:
    same = pl.DataFrame({"puzzle": [ENDLESS, ENDLESS], "rules": ["9+diagonals"] * 2})
    answers = solve_many(same, backend="dlx", limit=1)
    assert answers.origin.rules == cpsudoku.classic().with_diagonals()
    given = solve_many(same, rules=cpsudoku.classic(), backend="dlx", limit=1)
    assert given.origin.rules == answers.origin.rules
    mixed = same.with_columns(rules=pl.Series(["9", "9+diagonals"]))
    with pytest.raises(PuzzleError, match="column 'rules' says 2 rules, such as '9' and"):
        solve_many(mixed)
    none = same.with_columns(rules=pl.lit(None, pl.String))
    assert solve_many(none).origin.rules == cpsudoku.classic()


@pytest.mark.parametrize("nothing", [None, np.nan, pd.NA])
@pytest.mark.parametrize("table", [dict, pd.DataFrame])
def test_nothing_in_a_column_is_none_whatever_stands_for_it(table: Any, nothing: Any) -> None:
    came = table({"puzzle": [EASY, EASY], "rules": [nothing, "9"], "note": [nothing, "x"]})
    with pytest.raises(PuzzleError, match="column 'rules' says 2 rules, such as '' and '9'"):
        solve_many(came)
    rows = solve_many(table({"puzzle": [EASY, EASY], "note": [nothing, "x"]})).rows()
    assert [row["note"] for row in rows] == [None, "x"]


def test_pencil_marks_count_in_a_column_of_puzzles() -> None:
    free = parse("." * 16)
    marked = Puzzle(free.rules, (3, *free.candidates[1:]))
    answers = solve_many(pd.Series([free, marked], dtype=object), limit=None)
    assert answers.counts.tolist() == [288, 144]
    with pytest.raises(PuzzleError, match="masks in list"):
        solve_many([EIGHTEEN], masks=True)


def test_no_table_at_all_is_no_error() -> None:
    empties: list[Any] = [
        [],
        pd.DataFrame({"puzzle": []}),
        pl.Series([], dtype=pl.String),
        pa.array([]),
    ]
    for empty in empties:
        assert len(solve_many(empty)) == 0
        assert solve_many(empty).to_arrow().num_rows == 0
        assert len(solve_many(empty).to_pandas()) == 0


def test_a_stream_is_read_no_further_than_its_answers() -> None:
    asked = []

    def batches() -> Any:
        for number in range(100):
            asked.append(number)
            yield pa.record_batch({"puzzle": TEXTS})

    reader = pa.RecordBatchReader.from_batches(pa.schema({"puzzle": pa.string()}), batches())
    stream = cpsudoku.solve_stream(reader, chunk=4)
    assert next(stream).counts.tolist() == COUNTS
    assert len(asked) < 5


def test_no_library_is_loaded_for_the_sake_of_a_list() -> None:
    code = (
        "import sys, cpsudoku; cpsudoku.solve_many(['1.............4.']).texts();"
        "print({'pandas', 'polars', 'pyarrow', 'duckdb'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "set()"
