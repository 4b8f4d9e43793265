"""Answers to many puzzles go back into the tables that the puzzles came in."""

import pickle
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from interrupting import ctrl_c_after
from patience import BUSY
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN, ENDLESS, INKALA_2010, SEVENTEEN

import cpsudoku
from cpsudoku import check_many, count_many, explain_many, logic, parse, rate_many, solve_many
from cpsudoku.asking.run import paced
from cpsudoku.logic.explaining.difficulty import document
from cpsudoku.result import Verdict
from cpsudoku.rows import frames
from cpsudoku.rows.arrays import read

pd = pytest.importorskip("pandas", reason="the test extra")
pa = pytest.importorskip("pyarrow", reason="the extra parquet")
pl = pytest.importorskip("polars", reason="the test extra")
duckdb = pytest.importorskip("duckdb", reason="the test extra")

TEXTS = [EASY, CLASH, ENDLESS]


def frame(**more: list[Any]) -> Any:
    return pd.DataFrame({"née": ["ä", 'b"\n', None], "Quiz": TEXTS, **more}, index=[7, 7, 9])


def test_a_frame_of_pandas_keeps_its_index_columns_and_types() -> None:
    came = frame(when=pd.to_datetime(["2020-01-01"] * 3), level=pd.Categorical(["x", "y", "x"]))
    before = came.copy(deep=True)
    for table in (solve_many(came).to_pandas(), solve_many(came).to_arrow().to_pandas()):
        assert table.index.tolist() == [7, 7, 9]
        assert list(table.columns) == [*came.columns, "solution", "verdict"]
        pd.testing.assert_frame_equal(table[list(came.columns)], before)
        assert table["verdict"].tolist() == ["unique", "none", "multiple"]
        assert table["solution"].iloc[0] == EASY_SOLVED
        assert table["solution"].isna().tolist() == [False, True, False]
    pd.testing.assert_frame_equal(came, before)


def test_other_tables_keep_all_that_they_had_too() -> None:
    table = pa.table({"née": ["ä", 'b"\n', None], "Quiz": TEXTS, "tags": [["a"], [], None]})
    sources = {
        "arrow": table,
        "polars": pl.DataFrame(table),
        "duckdb": duckdb.from_arrow(table),
        "dict": table.to_pydict(),
    }
    for name, came in sources.items():
        found = solve_many(came).to_arrow()
        assert found.column_names == ["née", "Quiz", "tags", "solution", "verdict"], name
        assert found.select(["née", "Quiz", "tags"]).to_pylist() == table.to_pylist(), name
        assert found["solution"].null_count == 1


def test_a_column_by_itself_becomes_the_first_of_a_table() -> None:
    named = pd.Series(TEXTS, name="mine", index=[3, 4, 5])
    assert list(solve_many(named).to_pandas().columns) == ["mine", "solution", "verdict"]
    assert solve_many(named).to_pandas().index.tolist() == [3, 4, 5]
    for came in (pd.Series(TEXTS), pl.Series(TEXTS), pa.array(TEXTS), TEXTS, np.array(TEXTS)):
        assert solve_many(came).to_arrow().column_names == ["puzzle", "solution", "verdict"]


@pytest.mark.parametrize("came", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_a_column_with_the_name_of_an_answer_is_renamed_and_kept(came: Any) -> None:
    table = came({"count": [1, 2], "puzzle": [EASY, EASY]})
    answers = count_many(table)
    assert answers.to_arrow().column_names == ["given_count", "puzzle", "count", "exact"]
    assert answers.to_pandas()["given_count"].tolist() == [1, 2]
    assert next(iter(answers)) == {"given_count": 1, "puzzle": EASY, "count": 1, "exact": True}


def test_renamed_columns_of_pandas_come_back_with_their_index() -> None:
    back = solve_many(frame(solution=["a", "b", "c"])).to_arrow().to_pandas()
    assert back.index.tolist() == [7, 7, 9]
    assert back["given_solution"].tolist() == ["a", "b", "c"]


def test_other_libraries_take_answers_as_they_are() -> None:
    answers = solve_many(TEXTS)
    assert pl.DataFrame(answers)["verdict"].to_list() == ["unique", "none", "multiple"]
    assert pa.table(answers).equals(answers.to_arrow())
    assert pd.DataFrame(answers)["verdict"].tolist() == ["unique", "none", "multiple"]
    rows = duckdb.sql("select verdict, count(*) from answers group by 1 order by 1").fetchall()
    assert rows == [("multiple", 1), ("none", 1), ("unique", 1)]
    assert list(pd.DataFrame(answers).columns) == list(answers.to_pandas().columns)


def test_puzzles_that_came_in_no_table_are_written_as_they_are_read_again() -> None:
    free = parse("." * 16)
    marked = cpsudoku.Puzzle(free.rules, (3, *free.candidates[1:]))
    for cells in ([free, marked], np.array([free.candidates, marked.candidates], np.uint16)):
        found = solve_many(cells, masks=not isinstance(cells, list), limit=None).to_arrow()
        assert [parse(text) for text in found["puzzle"].to_pylist()] == [free, marked]
    digits = np.array([[0 if c == "." else int(c) for c in EASY]])
    assert [parse(t) for t in solve_many(digits).to_arrow()["puzzle"].to_pylist()] == [parse(EASY)]
    diagonal = cpsudoku.classic().with_diagonals()
    found = solve_many([ENDLESS], rules=diagonal, backend="dlx").to_arrow()
    assert found["rules"].to_pylist() == ["9+diagonals"]
    assert solve_many(found, backend="dlx").origin.rules == diagonal


def test_big_boards_are_written_with_letters_or_numbers() -> None:
    for size in (16, 36):
        rules = cpsudoku.latin(size) if size == 36 else cpsudoku.boxes(4, 4)
        answers = solve_many([cpsudoku.Puzzle.empty(rules)], limit=1)
        (text,) = answers.texts()
        assert text is not None
        assert parse(text, rules).digits == tuple(answers.solutions[0])


def test_verdicts_say_what_is_known() -> None:
    once = solve_many(TEXTS, limit=1)
    assert [once.names[code] for code in once.verdicts] == ["solved", "none", "solved"]
    checked = check_many(TEXTS)
    assert [checked.names[code] for code in checked.verdicts] == ["unique", "none", "multiple"]
    late = check_many(["." * 16] * 2, seconds=0, backend="backtrack")
    assert late.to_arrow()["verdict"].to_pylist() == ["unknown"] * 2
    for limit in (1, 2, 3, None):
        for text in (EIGHTEEN, "12343412214.4321", "1......2.34....1"):
            answers = solve_many([text], limit=limit, backend="dlx")
            alone = cpsudoku.solve(text, limit=limit, backend="dlx")
            assert answers.names[answers.verdicts[0]] == alone.verdict.value
    assert Verdict.UNKNOWN.value == late.names[late.verdicts[0]]


@pytest.mark.parametrize("backend", ["auto", "backtrack"])
def test_counts_say_whether_they_are_all(backend: str) -> None:
    texts = [EIGHTEEN, "1......2.34....1", "12343412214.4321"]
    counted = count_many(texts, backend=backend)
    assert counted.counts.tolist() == [18, 0, 1]
    assert counted.exact.tolist() == [True] * 3
    cut = count_many(texts, backend=backend, limit=5)
    assert cut.counts.tolist() == [5, 0, 1]
    assert cut.exact.tolist() == [False, True, True]
    late = count_many(texts[:1], backend="backtrack", seconds=0)
    assert late.to_arrow()["exact"].to_pylist() == [False]
    marks = np.full((1, 16), 15, np.uint16)
    assert count_many(marks, masks=True, backend=backend).counts.tolist() == [288]


@pytest.mark.parametrize("came", [dict, pd.DataFrame, pl.DataFrame, pa.table])
def test_solutions_beside_puzzles_are_checked(came: Any) -> None:
    wrong = EASY_SOLVED[1::-1] + EASY_SOLVED[2:]
    table = {
        "puzzle": [EASY] * 5,
        "Solutions": [EASY_SOLVED, wrong, None, "", "12"],
    }
    checked = check_many(came(table))
    assert checked.faults is not None
    right, other, *none, short = checked.faults
    assert (right, none) == (None, [None, None])
    assert other == "r1c1 cannot be 3"
    assert short is not None
    assert checked.to_arrow()["given_fault"].to_pylist() == checked.faults
    assert check_many(came({"puzzle": [EASY]})).faults is None
    assert check_many({"puzzle": [EASY], "solution": [float("nan")]}).faults == [None]


def test_a_column_of_solutions_is_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    listed, asked = frames.listed_in, list[Any]()

    def noting(frame: Any, name: str) -> list[Any]:
        found = listed(frame, name)
        asked.extend(found)
        return found

    monkeypatch.setattr(frames, "listed_in", noting)
    wrong = EASY_SOLVED[1::-1] + EASY_SOLVED[2:]
    table = {"puzzle": [EASY] * 50, "solution": [wrong] * 50}
    checked = check_many(table, progress=lambda done, of: None)
    assert checked.faults == ["r1c1 cannot be 3"] * 50
    assert asked == [wrong] * 50


def test_any_of_several_solutions_may_stand_beside_a_puzzle() -> None:
    given = ["1234341221434321", "1234341223414123", "1234341221434322"]
    checked = check_many({"puzzle": ["1" + "." * 15] * 3, "solution": given})
    assert checked.faults == [None, None, "row 4 has a digit twice"]


def test_solutions_of_lists_are_checked_too() -> None:
    cells = [[int(cell) for cell in EASY_SOLVED], [1] * 81]
    checked = check_many(pl.DataFrame({"puzzle": [EASY, EASY], "solution": cells}))
    assert checked.faults == [None, "r1c1 cannot be 1"]


@pytest.mark.compiled
def test_ratings_in_tables_are_those_of_each_puzzle_by_itself() -> None:
    texts = [EASY, INKALA_2010, CLASH, ENDLESS, SEVENTEEN]
    for options in ({}, {"scales": ["hodoku"]}, {"seconds_each": 0.0}):
        many = rate_many(texts, **options)
        alone = [document(one) for one in many.of(map(parse, texts))]
        for row, wanted, text in zip(many, alone, texts, strict=True):
            if "lower_bounds" in wanted:
                wanted["lower_bounds"] = " ".join(wanted["lower_bounds"])
            known = {name: value for name, value in row.items() if value is not None}
            assert known == {"puzzle": text, **wanted}
        assert many.to_arrow().to_pylist() == list(many)


@pytest.mark.compiled
def test_ratings_of_pandas_have_nothing_where_nothing_is_known() -> None:
    table = rate_many(frame()).to_pandas()
    assert table.index.tolist() == [7, 7, 9]
    assert table["er"].isna().tolist() == [False, True, True]
    assert table["hodoku_score"].dtype.name == "Int64"
    assert table["not_rated"].tolist()[1:] == ["no solution", "several solutions"]
    part = rate_many(frame()).take([2, 0]).to_pandas()
    assert part["Quiz"].tolist() == [ENDLESS, EASY]
    assert part.index.tolist() == [9, 7]
    for came in (TEXTS, pa.table({"puzzle": TEXTS}), {"puzzle": TEXTS}, np.array(TEXTS)):
        part = rate_many(came).take([2, 0]).to_arrow()
        assert [parse(t) for t in part["puzzle"].to_pylist()] == [parse(ENDLESS), parse(EASY)]


@pytest.mark.compiled
def test_ratings_by_the_piece_are_those_of_one_call() -> None:
    reports: list[tuple[int, int | None]] = []
    texts = [EASY, CLASH, SEVENTEEN] * 30
    pieces = rate_many(texts, progress=lambda *numbers: reports.append(numbers))
    assert pieces.to_arrow().equals(rate_many(texts).to_arrow())
    assert len(reports) > 1
    assert reports[-1] == (90, 90)


@pytest.mark.thorough(but=1)
@pytest.mark.compiled
@pytest.mark.parametrize("jobs", [None, 2])
def test_paths_of_many_are_those_of_each_puzzle(jobs: int | None) -> None:
    texts = [EASY, ENDLESS, "123434122143....", SEVENTEEN][:2] + [SEVENTEEN] * 20
    many = explain_many(texts, order="hodoku", jobs=jobs)
    assert len(many) == len(texts)
    for path, text in zip(many, texts, strict=True):
        alone = cpsudoku.explain(text, order="hodoku")
        steps = [step for step in alone if isinstance(step, logic.Step)]
        assert list(path) == steps
        assert [step.sentence for step in path] == [step.sentence for step in steps]
        assert path.rating == alone.rating
        assert path.techniques == tuple(step.technique for step in steps)
        assert len(path) == len(steps)
    table = many.to_arrow()
    assert table.column_names == ["puzzle", "steps", "hardest", "techniques", "end"]
    for row, path in zip(table.to_pylist(), many, strict=True):
        assert row["techniques"] == list(path.techniques)
        expected = (path.rating.steps, path.rating.technique, path.rating.end)
        assert (row["steps"], row["hardest"], row["end"]) == expected


@pytest.mark.compiled
def test_paths_suppose_one_solution_only_where_there_is_one() -> None:
    several = next(
        text for text in several_solutions() if any("unique" in t for t in unsafe_techniques(text))
    )
    (path,) = explain_many([several], order="hodoku")
    assert list(path) == list(cpsudoku.explain(several, order="hodoku"))
    assert list(path.techniques) != unsafe_techniques(several)


def several_solutions() -> list[str]:
    """Puzzles that lack a given of one with a single solution."""
    lines = (Path(__file__).parents[2] / "puzzles" / "classics.txt").read_text(encoding="utf-8")
    texts = [line[:81] for line in lines.splitlines() if not line.startswith("#")]
    return [
        f"{text[:cell]}.{text[cell + 1 :]}"
        for text in texts
        for cell in range(81)
        if text[cell] not in ".0"
    ]


def unsafe_techniques(text: str) -> list[str]:
    return [step.technique for step in cpsudoku.logic.Path(parse(text), order="hodoku")]


@pytest.mark.compiled
def test_paths_are_found_as_they_are_asked_for() -> None:
    reports: list[tuple[int, int | None]] = []
    many = explain_many([EASY] * 1000, progress=lambda *numbers: reports.append(numbers))
    walk = iter(many)
    next(walk)
    next(walk)
    assert reports == [(1, 1000)]
    with pytest.raises(cpsudoku.OptionError, match="jobs=-1; expected a whole number"):
        explain_many([EASY], jobs=-1)
    with pytest.raises(cpsudoku.OptionError, match="no mode"):
        explain_many([EASY], mode="sideways")


@pytest.mark.compiled
def test_a_limit_ends_each_path() -> None:
    assert [path.rating.end for path in explain_many([EASY] * 3, seconds_each=0)] == ["limit"] * 3


@pytest.mark.compiled
def test_pencil_marks_count_in_paths_of_many() -> None:
    start = parse(EASY)
    marked = cpsudoku.Puzzle(start.rules, (*start.candidates[:2], 8, *start.candidates[3:]))
    (path, other) = explain_many([marked, start])
    assert list(path) == list(cpsudoku.explain(marked))
    assert path.puzzle == marked
    assert len(other) > len(path)


@pytest.mark.parametrize("ask", [solve_many, count_many, check_many])
def test_progress_is_reported(ask: Any) -> None:
    reports: list[tuple[int, int | None]] = []
    texts = [EASY, CLASH] * 200
    answers = ask(texts, progress=lambda *numbers: reports.append(numbers))
    assert answers.to_arrow().equals(ask(texts).to_arrow())
    done = [number for number, _ in reports]
    assert done == sorted(done)
    assert len(done) > 1
    assert reports[-1] == (400, 400)
    counted = count_many(["." * 16] * 3, backend="backtrack", progress=lambda *n: reports.append(n))
    assert counted.counts.tolist() == [288] * 3
    assert reports[-1] == (3, 3)
    streamed: list[tuple[int, int | None]] = []
    for _ in cpsudoku.solve_stream(texts, chunk=150, progress=lambda *n: streamed.append(n)):
        pass
    assert streamed == [(150, None), (300, None), (400, None)]


@pytest.mark.thorough(but=1)
@pytest.mark.posix
@pytest.mark.compiled
@pytest.mark.parametrize("jobs", [None, 2])
def test_ctrl_c_ends_calls_about_many_at_once(jobs: int | None) -> None:
    cells = np.tile(np.array([[0 if c == "." else int(c) for c in EASY]], np.uint8), (2**17, 1))
    calls: list[Any] = [
        lambda: count_many([ENDLESS] * 3),
        lambda: rate_many(np.tile(cells, (8, 1))),
        lambda: list(explain_many(cells, jobs=jobs)),
    ]
    for call in calls:
        with ctrl_c_after(0.3) as pressed:
            with pytest.raises(KeyboardInterrupt):
                call()
            assert time.monotonic() - pressed[0] < BUSY


def test_a_call_without_end_is_made_of_pieces_that_end() -> None:
    parts = [len(part) for part in paced([read(np.zeros((2000, 16), np.uint8))])]
    assert parts[0] == 1 < max(parts)
    assert sum(parts) == 2000
    many = np.zeros((70_000, 16), np.uint8)
    many[-1, :2] = 1
    counts = solve_many(many, limit=1).counts
    assert counts[-2:].tolist() == [1, 0]
    assert len(counts) == 70_000


@pytest.mark.compiled
@pytest.mark.parametrize(("rules", "first"), [("4+from0", "0"), ("4+digits:3-6", "3")])
def test_tables_have_the_digits_of_boards_that_do_not_begin_at_one(rules: str, first: str) -> None:
    puzzle = parse(first + "." * 15, rules)
    (solution,) = solve_many([str(puzzle)], rules=rules).texts()
    assert check_many([solution], rules=rules).counts.tolist() == [1]
    for call in (solve_many, check_many, count_many, rate_many, explain_many):
        table = call([puzzle]).to_arrow()
        assert table["puzzle"].to_pylist() == [str(puzzle)]
        assert count_many(table).counts.tolist() == [72]
    given = {"puzzle": [str(puzzle)] * 2, "solution": [solution, "1234341221434321"]}
    faults = check_many(given, rules=rules).faults
    assert faults is not None and [bool(one) for one in faults] == [False, True]


def test_answers_survive_a_process() -> None:
    answers = check_many({"puzzle": [EASY, CLASH]})
    again = pickle.loads(pickle.dumps(answers))
    assert list(again) == list(answers)


def test_values_of_several_types_become_texts_in_arrow() -> None:
    table = solve_many({"puzzle": [EASY, EASY], "note": [1, "x"]}).to_arrow()
    assert table["note"].to_pylist() == ["1", "x"]
