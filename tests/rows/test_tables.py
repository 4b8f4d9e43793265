"""Tables come out with all they came in with: columns, order, values, rules, solutions, marks."""

import csv
import io
import json
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import refusal, run
from hypothesis import assume, example, given
from hypothesis import strategies as st
from well_known import EASY, EASY_SOLVED, EIGHTEEN

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.columns import beside
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows import source
from cpsudoku.rows.block import rows_of as records_of
from cpsudoku.rules import boxes
from cpsudoku.symmetry import shuffling

ZEROS = EASY.replace(".", "0")
CLASH = "55" + ZEROS[2:]
HEADER = ["Id", "quizzes", "notes", "solutions", "wert"]
TABLE = [
    ["#1", ZEROS, 'é, "q"\nnew', EASY_SOLVED, " 1.50"],
    ["007", CLASH, "", "", ""],
    ["x", EIGHTEEN, "", "", "0"],
]
OBJECTS: list[dict[str, object]] = [
    {"id": 1, "puzzle": EASY, "tags": ["a", None], "solution": EASY_SOLVED, "x": 1.5, "ok": True},
    {"id": None, "puzzle": CLASH, "tags": {}, "solution": None, "x": 10**20, "ok": False},
]

KNOWN = {
    "puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "sudokus", "grid",
    "board", "problem", "givens", "unsolved", "solution", "solutions", "answer", "answers",
    "solved", "rules", "candidates", "rule", "candidate", "boxes", "regions", "diagonals",
    "windows", "disjoint", "groups", "also", "constraints", "auxiliary", "version",
}  # fmt: skip

# What reading leaves out by design: white space that ends a line of text is one line feed.
TEXTS = st.text(st.characters(exclude_characters="\r\0", exclude_categories=["Cs"]), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=4,
)  # fmt: skip
NAMES = st.lists(
    TEXTS.filter(lambda name: name.strip().lower() not in KNOWN and "\n" not in name),
    max_size=3,
    unique=True,
)


def text_of(rows: list[list[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def written(text: str, notation: str, source: str | None = None) -> str:
    out = io.StringIO()
    with formats.Writer(out, notation) as writer:
        for record in formats.read(io.StringIO(text), format=source):
            writer.write(record)
    return out.getvalue()


@given(NAMES, st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=1, max_size=3))
@example(["gridSize"], [["", "", ""]])  # as objects of lisudoku have, where it is a number
def test_any_csv_is_written_as_it_was(names: list[str], rows: list[list[str]]) -> None:
    header = [*names[:1], "Puzzle", *names[1:]]
    fields = [[*row[:1], EASY, *row[1:]][: len(header)] for row in rows]
    fields = [row if names else [EASY] for row in fields]
    text = text_of([header, *fields])
    assume(not text.startswith("#"))  # which makes a line a comment
    assert written(text, "csv", "csv") == text
    if all(name not in {"#", ""} for name in header):
        again = written(written(text, "jsonl", "csv"), "csv", "jsonl")
        assert list(csv.reader(io.StringIO(again, newline=""))) == [header, *fields]


@given(st.lists(st.dictionaries(NAMES.map(lambda n: n[0] if n else "n"), VALUES), min_size=1))
def test_any_objects_are_written_as_they_were(objects: list[dict[str, object]]) -> None:
    puzzles = [{**one, "puzzle": EASY} for one in objects]
    for notation in ("jsonl", "json"):
        text = "".join(json.dumps(one) + "\n" for one in puzzles)
        found = written(text, notation, "jsonl")
        again = json.loads(found) if notation == "json" else map(json.loads, found.split("\n")[:-1])
        for one, other in zip(puzzles, again, strict=True):
            assert list(one.items()) == list(other.items())
            assert list(map(type, one.values())) == list(map(type, other.values()))


@given(st.lists(st.tuples(TEXTS, st.integers(-5, 5), st.booleans(), st.none() | TEXTS), min_size=1))
def test_any_parquet_file_is_written_as_a_table(rows: list[tuple[object, ...]]) -> None:
    names = ['"n,', "i", "b", "none", "quizzes"]
    file, out = io.BytesIO(), io.StringIO()
    columns = zip(*[(*row, EASY) for row in rows], strict=True)
    pq.write_table(pa.table(dict(zip(names, map(list, columns), strict=True))), file)
    file.seek(0)
    with formats.Writer(out, "csv") as writer:
        for record in records_of(source.Source(()).stream(file, "")):
            writer.write(record)
    header, *found = csv.reader(io.StringIO(out.getvalue(), newline=""))
    assert header == names
    for fields, row in zip(found, rows, strict=True):
        text, number, truth, maybe = row
        assert fields == [text, str(number), str(truth).lower(), maybe or "", EASY]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(text_of([HEADER, *TABLE]), encoding="utf-8")
    return path


@pytest.fixture
def objects(tmp_path: Path) -> Path:
    path = tmp_path / "objects.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in OBJECTS), encoding="utf-8")
    return path


def rows_of(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def test_solve_fills_solutions_and_adds_a_verdict(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert run("solve", "-q", table, "-o", path).status == 1
    header, one, none, several = rows_of(path)
    assert header == [*HEADER, "verdict"]
    assert one == [*TABLE[0], "unique"]
    assert none == [*TABLE[1], "none"]
    assert (several[1], several[-1]) == (EIGHTEEN, "multiple")
    assert "0" not in several[3]


def test_solve_writes_every_solution_with_what_is_known_of_their_number(tmp_path: Path) -> None:
    path = tmp_path / "two.csv"
    path.write_text(f"puzzle,n\n{'1234............'},a\n{'1234341221434321'},b\n")
    for limit, count in (("2", 2), ("all", 12)):
        done = run("solve", "-q", path, "-f", "csv", "-n", limit)
        rows = list(csv.DictReader(io.StringIO(done.out)))
        assert [row["verdict"] for row in rows] == ["multiple"] * count + ["unique"]
        assert {len(row["solution"]) for row in rows} == {16}
    unknown = run("solve", "-q", path, "-f", "csv", "--random")
    assert {row["verdict"] for row in csv.DictReader(io.StringIO(unknown.out))} == {"solved"}


@pytest.mark.parametrize("command", [["convert"], ["dedupe"], ["convert", "--from", "csv"]])
@pytest.mark.compiled
def test_commands_give_a_table_back_as_it_was(
    command: list[str], table: Path, tmp_path: Path
) -> None:
    path = tmp_path / "out.csv"
    assert run(*command, "-q", table, "-o", path).status == 0
    assert path.read_text(encoding="utf-8") == table.read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["convert", "dedupe"])
@pytest.mark.compiled
def test_commands_give_objects_back_as_they_were(
    command: str, objects: Path, tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    assert run(command, "-q", objects, "-o", path).status == 0
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [list(one.items()) for one in found] == [list(one.items()) for one in OBJECTS]


@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_shuffle_moves_every_grid_of_a_row_alike(form: str, tmp_path: Path) -> None:
    path, out = tmp_path / f"in.{form}", tmp_path / f"out.{form}"
    row = {"id": "7", "quizzes": ZEROS, "solutions": EASY_SOLVED, "again": EASY, "n": "81" * 4}
    if form == "csv":
        path.write_text(text_of([list(row), list(row.values())]))
    else:
        row["list"] = [int(cell) for cell in ZEROS]  # type: ignore[assignment]
        path.write_text(json.dumps(row) + "\n")
    assert run("shuffle", path, "-o", out, "-n", "3").status == 0
    records = list(formats.read(out))
    assert len(records) == 3
    assert run("check", "-q", out).status == 0
    for record in records:
        assert record.row is not None
        values = dict(zip(record.row.names, record.row.values, strict=True))
        puzzle, again = str(values["quizzes"]), str(values["again"])
        assert list(values) == list(row)
        assert (values["id"], values["n"], "." in puzzle) == ("7", "81" * 4, False)
        assert puzzle != ZEROS
        assert again.replace(".", "0") == puzzle != again
        assert all(a in {"0", b} for a, b in zip(puzzle, str(values["solutions"]), strict=True))
        if form == "jsonl":
            assert values["list"] == [int(cell) for cell in puzzle]


@pytest.mark.compiled
def test_rows_are_shuffled_alike_with_and_without_the_compiled_core(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "in.csv"
    rows = [["1", ZEROS, EASY_SOLVED, EASY], ["2", EASY, "", "x"], ["3", " " + EASY, "n/a", ""]]
    path.write_text(text_of([["n", "quizzes", "solutions", "again"], *rows[:2], *rows, rows[1]]))
    monkeypatch.setattr(shuffling, "AT_ONCE", 4)
    fast = run("shuffle", "-n", "2", "--seed", "7", "-f", "csv", path)
    monkeypatch.setitem(sys.modules, "cpsudoku._native", None)
    assert run("shuffle", "-n", "2", "--seed", "7", "-f", "csv", path) == fast
    assert len(fast.lines) == 13


def test_shuffle_moves_the_solution_in_a_line_and_pencil_marks(tmp_path: Path) -> None:
    found = run("shuffle", f"{EASY} # {EASY_SOLVED} 1.5").out.split()
    assert all(a in {".", b} for a, b in zip(found[0], found[2], strict=True))
    assert (found[1], found[3]) == ("#", "1.5")
    path = tmp_path / "marks.jsonl"
    marked = {"puzzle": "." * 16, "candidates": [[1, 2]] + [[1, 2, 3, 4]] * 15, "id": 3}
    path.write_text(json.dumps(marked))
    copy = json.loads(run("shuffle", path, "-f", "jsonl").out)
    assert (list(copy), copy["id"]) == (list(marked), 3)
    assert sorted(map(len, copy["candidates"])) == [2] + [4] * 15
    assert formats.parse(json.dumps(copy)).has_pencil_marks


@pytest.mark.compiled
def test_rate_adds_its_columns_after_those_that_are_there(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "rated.csv"
    assert run("rate", "-q", table, "-o", path).status == 1
    header, *rows = rows_of(path)
    assert header[: len(HEADER) + 1] == [*HEADER, "er"]
    assert [row[: len(HEADER)] for row in rows] == TABLE
    again = run("rate", "-q", "--csv", path).lines[0].split(",")
    assert again[: len(header)] == [*HEADER, *(f"given_{name}" for name in header[len(HEADER) :])]
    assert again[len(header) :] == header[len(HEADER) :]


@pytest.mark.compiled
def test_rate_writes_columns_and_rules_to_parquet(table: Path, tmp_path: Path) -> None:
    path = tmp_path / "rated.parquet"
    assert run("rate", "-q", table, "-o", path).status == 1
    first = pq.read_table(path).to_pylist()[0]
    assert [first[name] for name in HEADER] == TABLE[0]
    assert (first["er"], first["at_least"]) == (1.2, False)


@pytest.mark.compiled
def test_rate_writes_rules_as_a_column(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("# rules: 4+diagonals\n1..............4\n")
    rows = list(csv.DictReader(io.StringIO(run("rate", "-q", "--csv", path).out)))
    assert [row["rules"] for row in rows] == ["4+diagonals"]
    lines = tmp_path / "lines.txt"
    lines.write_text(f"{EASY}\n")
    rows = list(csv.DictReader(io.StringIO(run("rate", "-q", "--csv", lines, path).out)))
    assert [row["rules"] for row in rows] == ["", "4+diagonals"]


@pytest.mark.parametrize("command", ["check", "count", "solve", "rate"])
@pytest.mark.compiled
def test_objects_of_json_have_the_columns_of_the_table(command: str, table: Path) -> None:
    for line, row in zip(run(command, "-q", "--json", table).lines, TABLE, strict=True):
        found = json.loads(line)
        solutions = "given_solutions" if command in {"check", "solve"} else "solutions"
        names = [solutions if name == "solutions" else name for name in HEADER]
        assert [found[name] for name in names] == row
        assert list(found)[: len(names)] == names


@pytest.mark.compiled
def test_rules_stand_in_a_column(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("1234............\n# rules: 4+diagonals\n1..............4\n")
    text = run("convert", "-q", path, "-f", "csv").out
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["rules"] for row in rows] == ["", "4+diagonals"]
    assert written(written(text, "jsonl"), "csv") == text
    again = [record.puzzle for record in formats.read(io.StringIO(text))]
    assert again == [record.puzzle for record in formats.read(path)]
    made = tmp_path / "made.csv"
    wanted = ["--with", "thermo:2", "--rules", "4", "--seed", "1"]
    assert run("generate", "-q", *wanted, "-o", made).status == 0
    header, row = rows_of(made)
    assert row[header.index("rules")].startswith("4+thermo")


def test_puzzles_from_no_table_have_columns_for_all_that_is_known(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text(f"{EASY}\n{EASY} # hard one\n{EASY},{EASY_SOLVED}\n")
    rows = list(csv.reader(io.StringIO(run("convert", "-q", path, "-f", "csv").out)))
    assert rows == [
        ["puzzle", "solution", "comment"],
        [EASY, "", ""],
        [EASY, "", "hard one"],
        [EASY, EASY_SOLVED, ""],
    ]


@pytest.mark.parametrize(
    ("text", "notation", "said"),
    [
        (f"puzzle,n,n\n{EASY},1,2\n", "jsonl", "two columns 'n'"),
        (f"puzzle,n\n{EASY},1,2\n", "csv", "3 fields; expected 2"),
        (f'{{"puzzle":"{EASY}","candidates":{json.dumps([[1, 2]] * 81)}}}', "csv", "pencil marks"),
    ],
)
def test_what_a_table_cannot_say_is_refused(text: str, notation: str, said: str) -> None:
    with pytest.raises(FormatError, match=said):
        written(text, notation)


@pytest.mark.parametrize(
    ("cells", "again"),
    [
        ("1_..............", "2_______________"),
        ("1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0", "2000000000000000"),
        ([1, *[0] * 15], [2, *[0] * 15]),
        ([[1, None, None, None], *[[None] * 4] * 3], [[2, None, None, None], *[[None] * 4] * 3]),
        (["1...", *["...."] * 3], ["2...", *["...."] * 3]),
    ],
)
def test_another_puzzle_is_written_in_the_form_that_the_first_had(
    cells: object, again: object
) -> None:
    (record,) = formats.read(io.StringIO(json.dumps({"id": 1, "puzzle": cells, "z": 2})))
    other = record._replace(puzzle=formats.parse("2" + "." * 15))
    assert json.loads(formats.write(record, "json")) == {"id": 1, "puzzle": cells, "z": 2}
    assert json.loads(formats.write(other, "json")) == {"id": 1, "puzzle": again, "z": 2}


def test_marks_in_the_text_of_a_puzzle_are_kept() -> None:
    marked = Puzzle(boxes(2, 2), (0b0011, *[15] * 15))
    cells = formats.write(marked, "pencil").strip()
    text = f"id,puzzle\n7,{cells}\n"
    assert next(formats.read(io.StringIO(text))).puzzle == marked
    assert written(text, "csv") == text


@pytest.mark.parametrize("command", ["check", "solve", "count"])
def test_rows_that_begin_with_a_number_sign_are_rows(command: str, tmp_path: Path) -> None:
    path = tmp_path / "numbers.csv"
    path.write_text(f"id,puzzle\n# a word\n#1,{EASY}\n2,{EASY}\n# one, two\n#3,{EASY}\n")
    done = run(command, path)
    assert done.status == 0
    assert "3 puzzles" in done.err


@pytest.mark.parametrize("note", ['"a,b"', '"one\ntwo"', '"say ""no"", no"', "plain"])
def test_rows_that_begin_with_a_number_sign_may_have_fields_in_quotes(note: str) -> None:
    text = f"id,note,puzzle\n#1,{note},{EASY}\n2,x,{EASY}\n#3,y,{EASY}\n"
    assert written(text, "csv") == text
    puzzles = list(formats.read(io.StringIO(text.replace("2,x", '# it is 3" wide\n2,x'))))
    assert [record.row.values[0] for record in puzzles if record.row] == ["#1", "2", "#3"]


def test_the_first_column_of_a_table_with_tabs_may_have_no_name(tmp_path: Path) -> None:
    path = tmp_path / "frame.tsv"
    path.write_text(f"\tpuzzle\tx\n0\t{EASY}\ta\n")
    assert written(path.read_text(), "csv") == f",puzzle,x\n0,{EASY},a\n"
    assert run("solve", "-q", path).out == f"{EASY_SOLVED}\n"


def test_columns_are_renamed_only_where_an_answer_has_the_name() -> None:
    assert beside(["a", "b"], ["c"]) == ["a", "b"]
    assert beside(["x", "given_x"], ["x"]) == ["given_given_x", "given_x"]


@pytest.mark.compiled
@pytest.mark.parametrize(
    "rows",
    [
        [["1", EASY, ""], ["2", CLASH, "x"], ["#3", "." * 81, "é\n,"], ["4", ZEROS, '"']],
        [["1", EASY, ""], ["2", EIGHTEEN, "x"], ["# a comment"], [], ["3", ZEROS, ""]],
        [["1", EASY, "a"], ["# rules: 9+diagonals"], ["2", EASY, "b"]],
        [["1", EASY, "a"], ["2", EASY]],
        [["1", EASY, "a", "more"]],
    ],
)
def test_rows_answered_by_the_block_are_as_those_answered_one_by_one(
    rows: list[list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rows.csv"
    for header in (["n", "quizzes", "x"], ["n", "puzzle", "answer"], ["n", "puzzle", "verdict"]):
        path.write_text(text_of([header, *rows]), encoding="utf-8")
        slow = run("solve", path, path, "-f", "csv", "-b", "cover")
        for size in (100, 200, 1 << 20):
            monkeypatch.setattr(source, "SIZE", size)
            fast = run("solve", path, path, "-f", "csv")
            assert fast.status == slow.status
            assert without_solutions(fast.out) == without_solutions(slow.out)


def without_solutions(text: str) -> list[list[str]]:
    """Return a table without the solutions of puzzles that have several."""
    rows = list(csv.reader(io.StringIO(text)))
    return [
        [cell for cell in row if row[-1] != "multiple" or len(cell) != 81 or "." in cell]
        for row in rows
    ]


@pytest.mark.compiled
def test_a_fault_in_a_block_is_named_by_its_line_and_can_be_skipped(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text(f'n,puzzle\n1,{EASY}\n"a\nb",{EASY}\n2,{EASY[:80]}x\n3,{EASY}\n4,"{EASY}\n')
    assert "rows.csv, line 5, column 83: 'x' is not a digit" in refusal("solve", path, "-f", "csv")
    skipped = run("solve", "--skip-bad", path, "-f", "csv")
    assert [row[0] for row in csv.reader(io.StringIO(skipped.out))] == ["n", "1", "a\nb", "3"]
    assert run("solve", "-f", "csv", "-", text=f"n,puzzle\n1,{EASY}\n").lines[1].endswith("unique")


@pytest.mark.parametrize(
    "header", ["#,puzzle", "# puzzle,solution", '"#","puzzle",x', "#\tquizzes"]
)
@pytest.mark.parametrize("more", ["", "# a comment\n", "# puzzle, from a book\n"])
def test_a_header_may_begin_with_the_sign_of_comments(
    header: str, more: str, tmp_path: Path
) -> None:
    place = 0 if header.startswith("# p") else 1
    fields = ["1", "", ""][: header.replace("\t", ",").count(",") + 1]
    fields[place] = EASY
    table = f"{header}\n{(chr(9) if chr(9) in header else ',').join(fields)}\n"
    (tmp_path / "in.csv").write_text(more + table)
    assert run("check", str(tmp_path / "in.csv")).out.endswith("unique\n")
    written = list(
        csv.reader(io.StringIO(run("convert", "-f", "csv", str(tmp_path / "in.csv")).out))
    )
    assert written == list(
        csv.reader(io.StringIO(table), delimiter="\t" if "\t" in header else ",")
    )


def test_a_row_is_not_a_header_because_a_field_is_called_as_a_column() -> None:
    text = f"#,puzzle,from\n1,{EASY},puzzle\n2,{EASY},book\n"
    assert written(text, "csv") == text


@pytest.mark.parametrize("comment", ["# puzzle, from a book", "# puzzle", "# puzzle,solution"])
def test_a_comment_is_not_a_header(comment: str, tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f"{comment}\npuzzle,x\n{EASY},1\n")
    assert run("convert", "-f", "csv", str(path)).out == f"puzzle,x\n{EASY},1\n"


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["csv", "jsonl", "parquet", "npz"])
@pytest.mark.parametrize("command", ["check", "rate", "redundant", "repair", "ambiguity", "hint"])
def test_what_a_command_writes_is_a_table_of_the_same_puzzles(
    command: str, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / f"answers.{kind}"
    assert run(command, "-q", EASY, "-o", path).status == 0
    assert run("check", "-q", path).lines == [f"{path}:{2 if kind == 'csv' else 1}: unique"]


ROW = '{"puzzle": "1.............4.", "id": %d}'
ARRAYS = {
    "a line each": "[\n" + ",\n".join(ROW % n for n in range(600)) + "\n]\n",
    "no line end": "[\n" + ",\n".join(ROW % n for n in range(3)) + "\n]",
    "several lines": f'[\n{ROW % 0},\n {{"puzzle":\n"1234341221434..."}},\n{ROW % 1}\n]\n',
    "a bad puzzle": f'[\n{ROW % 0},\n{{"puzzle": "1", "id": 7}},\n{ROW % 1}\n]\n',
    "a comma too few": f"[\n{ROW % 0}\n{ROW % 1}\n]\n",
    "a comma too many": f"[\n{ROW % 0},\n{ROW % 1},\n]\n",
    "no end": f"[\n{ROW % 0},\n{ROW % 1},\n",
    "more after the end": f"[\n{ROW % 0}\n]\n{ROW % 1}\n[\n{ROW % 2}\n]\n",
}


@pytest.mark.parametrize("name", ARRAYS)
@pytest.mark.compiled
def test_an_array_of_lines_is_read_as_any_other(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "SIZE", 1000)  # several blocks
    found = []
    for begin in ("", " "):  # with a blank before its bracket it is read one by one
        path = tmp_path / "a.json"
        path.write_text(begin + ARRAYS[name].replace("1.............4.", EASY))
        seen: list[object] = []
        try:
            records = source.Source([str(path)]).records()
            seen.extend((one.puzzle, one.line, one.row and one.row.values) for one in records)
        except FormatError as error:
            seen.append(str(error))
        found.append(seen)
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "names", [("puzzle", "quiz"), ("Puzzle", "id", "puzzle"), ("grid", "id", "Grid")]
)
def test_two_columns_that_may_be_the_puzzles_are_refused_until_one_is_named(
    names: tuple[str, ...], tmp_path: Path
) -> None:
    row = dict.fromkeys(names, EIGHTEEN) | {names[-1]: "1234341221434..."}
    table, lines, columns = tmp_path / "a.csv", tmp_path / "a.jsonl", tmp_path / "a.parquet"
    table.write_text(",".join(row) + "\n" + ",".join(row.values()) + "\n")
    lines.write_text(json.dumps(row) + "\n")
    pq.write_table(pa.table({name: [value] for name, value in row.items()}), columns)
    for path in (table, lines, columns):
        said = refusal("solve", path)
        assert f"two columns of puzzles, {names[0]!r} and {names[-1]!r}" in said
        assert "--column" in said
        found = run("solve", path, "--column", names[-1], "-f", "jsonl")
        assert json.loads(found.out)["solution"] == "1234341221434321"
    lines.write_text(json.dumps(row | {names[0]: None}) + "\n")
    assert run("solve", lines).lines == ["1234341221434321"]


@pytest.mark.parametrize("text", ["\ud800", "\udcff", "\0"])
def test_texts_that_only_json_can_hold_are_refused_in_csv(text: str, tmp_path: Path) -> None:
    path, out = tmp_path / "a.jsonl", tmp_path / "a.csv"
    for row in ({"puzzle": EIGHTEEN, "x": "é", "a": text}, {"puzzle": EIGHTEEN, text: "k"}):
        path.write_text(json.dumps(row) + "\n")
        said = refusal("convert", path, "-o", out)
        assert "a null or half of a character" in said and ("in 'a'" in said) == ("a" in row)
        assert json.loads(run("convert", path, "-f", "jsonl").out) == row
    assert not out.exists()
