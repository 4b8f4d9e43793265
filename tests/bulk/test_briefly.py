"""Long files are answered by the block, as puzzles are that are asked about alone."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from command_line import run
from well_known import CLASH, EASY, EIGHTEEN, INKALA_2010, SEVENTEEN

from cpsudoku import backends, formats, solving
from cpsudoku.bulk import arrays, asking, briefly
from cpsudoku.bulk.asking import Lot, Shared, ask_together
from cpsudoku.bulk.results import Answers
from cpsudoku.cli.commands import explain_conflict
from cpsudoku.cli.reading import PuzzleStream
from cpsudoku.diagnosis import Conflict, redundant
from cpsudoku.diagnosis.conflict import without_conflict
from cpsudoku.diagnosis.redundancy import redundant_together
from cpsudoku.errors import FormatError
from cpsudoku.formats import Record
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count, Verdict
from cpsudoku.tables import reading
from cpsudoku.tables.blocks import Block
from cpsudoku.tables.reading import parts

COMMANDS = ("candidates", "ambiguity", "redundant", "explain-conflict", "repair", "count")
WITH_SPARE = "81275364994368217567549128315423789636984572128716953452197436843852691779631845."
OTHERS = (
    INKALA_2010,
    SEVENTEEN + " 1.5",
    WITH_SPARE,
    CLASH,
    "# a comment",
    "",
    "1.............4.",
    "1234341221434321",
    "label: " + EASY,
)


@pytest.fixture
def blocks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Blocks from the first puzzle on, in any file."""
    monkeypatch.setattr(asking, "ALONE", 1)
    monkeypatch.setattr(asking, "ARRAY_SECONDS", 1000)
    monkeypatch.setattr(reading, "SHORT", 0)
    yield


def many(folder: Path) -> Path:
    path = folder / "många.txt"
    lines = [line for other in OTHERS for line in (EASY, EASY, other, INKALA_2010)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "ALONE", 10**6)
    monkeypatch.setattr(briefly, "can_be_compiled", lambda *_: False)


@pytest.mark.thorough(but=12)
@pytest.mark.parametrize(
    "more", [(), ("--json",), ("-f", "csv"), ("-f", "jsonl"), ("-j", "2"), ("--timeout", "60")]
)
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.compiled
@pytest.mark.usefixtures("blocks")
def test_blocks_change_no_answer(
    command: str, more: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = many(tmp_path)
    together = run(command, *more, path)
    alone(monkeypatch)
    one_by_one = run(command, *more, path)
    # What a search costs is not known of one among many, and never the same twice.
    assert _without_costs(together.out) == _without_costs(one_by_one.out)
    assert (together.err, together.status) == (one_by_one.err, one_by_one.status)


def _without_costs(text: str) -> str:
    return re.sub(r'"stats": {[^}]*}', "", text)


@pytest.mark.parametrize("limit", ["1", "2"])
@pytest.mark.compiled
@pytest.mark.usefixtures("blocks")
def test_counting_up_to_one_is_no_count(
    limit: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = many(tmp_path)
    together = run("count", "-n", limit, path)
    assert ("at least 1" in together.out) is (limit == "1")
    alone(monkeypatch)
    assert together.out == run("count", "-n", limit, path).out


@pytest.mark.parametrize("options", [("--most", "3"), ("--backend", "dlx")])
@pytest.mark.compiled
@pytest.mark.usefixtures("blocks")
def test_options_of_candidates_hold_in_blocks(
    options: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = many(tmp_path)
    together = run("candidates", *options, path)
    alone(monkeypatch)
    assert together.out == run("candidates", *options, path).out


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.compiled
@pytest.mark.usefixtures("blocks")
def test_what_stands_before_a_bad_line_is_answered_first(command: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.txt"
    path.write_text(f"{EASY}\n1.............4.\n1.............4.\n{EASY}\nbad\n{EASY}\n")
    stopped = run(command, path)
    assert stopped.status == 2
    assert f"{path}, line 5" in stopped.err
    assert len(stopped.out.splitlines()) == 4
    skipped = run(command, "--skip-bad", path)
    assert len(skipped.out.splitlines()) == 5
    assert "5 puzzles" in skipped.err


@pytest.mark.usefixtures("blocks")
def test_one_puzzle_of_a_file_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    path.write_text(f"{INKALA_2010}\n", encoding="utf-8")
    assert run("ambiguity", path).out == f"{path}:1: one solution: no cell differs\n"
    assert "┌" in run("candidates", path).out or "+" in run("candidates", path).out


@pytest.mark.compiled
def test_rows_know_their_lines(tmp_path: Path) -> None:
    path = many(tmp_path)
    for part in parts(PuzzleStream([str(path)])):
        if isinstance(part, Block):
            lines = path.read_text(encoding="utf-8").splitlines()[part.line - 1 :]
            for row, line in zip(part.digits.tolist(), lines, strict=False):
                assert tuple(row) == formats.parse(line[:81]).digits
            assert part.source == str(path)


@pytest.mark.compiled
def test_short_files_have_no_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "short.txt"
    path.write_text(f"{EASY}\n" * 5)
    for least, is_short in ((6, True), (5, False)):
        monkeypatch.setattr(reading, "SHORT", least)
        found = list(parts(PuzzleStream([str(path)])))
        assert all(isinstance(part, Record) is is_short for part in found)


def test_a_stream_is_read_once() -> None:
    text = f"{EASY}\n{INKALA_2010}\n" * 150
    found = run("explain-conflict", "-", "-q", text=text)
    assert found.status == 1
    assert found.out.splitlines() == [
        f"<stdin>:{line}: no conflict: there is a solution" for line in range(1, 301)
    ]


@pytest.mark.compiled
@pytest.mark.usefixtures("blocks")
def test_puzzles_with_one_solution_are_not_asked_about_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(puzzle: Puzzle) -> None:
        raise AssertionError(puzzle)

    shared = Shared(refused, redundant_together)
    monkeypatch.setattr(asking, "ALONE", 0)
    given = [Record(formats.parse(text)) for text in (EASY, INKALA_2010, WITH_SPARE)]
    found = [answer for _, answer in ask_together(given, shared, None)]
    assert found == [redundant(record.puzzle) for record in given]


@pytest.mark.compiled
def test_a_minimal_subset_is_that_of_one_puzzle_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(asking, "ALONE", 0)
    texts = ["1234341221434321", "12343412214343..", "123434122.......", "1234............"]
    puzzles = [formats.parse(text) for text in texts]
    given = [Record(puzzle) for puzzle in puzzles * 3]
    found = ask_together(given, Shared(redundant, redundant_together), None)
    assert [answer for _, answer in found] == [redundant(puzzle) for puzzle in puzzles] * 3


@pytest.mark.compiled
def test_what_time_ran_out_for_is_asked_about_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "ALONE", 0)
    many = arrays.solve_many
    calls: list[int] = []

    def tired(rows: Any, **how: Any) -> Answers:
        calls.append(1)
        found = many(rows, **how)
        if len(calls) == 2:
            found.unknown[:] = True
        return found

    monkeypatch.setattr(arrays, "solve_many", tired)
    asked: list[Puzzle] = []

    def noted(puzzle: Puzzle) -> object:
        asked.append(puzzle)
        return redundant(puzzle)

    puzzle = formats.parse(EASY)
    shared: Shared[object] = Shared(noted, redundant_together)  # type: ignore[arg-type]
    assert [answer for _, answer in ask_together([Record(puzzle)], shared, None)] == [
        redundant(puzzle)
    ]
    assert asked == [puzzle]


def test_an_error_of_reading_comes_behind_the_answers_before_it() -> None:
    def records() -> Iterator[Record]:
        yield Record(formats.parse(EASY))
        yield Record(formats.parse(EIGHTEEN))
        raise FormatError("bad")

    def nothing(lot: Lot) -> list[str | None]:
        return [None] * len(lot.puzzles)

    shared = Shared(str, nothing)
    answers = ask_together(records(), shared, None)
    assert [next(answers)[1], next(answers)[1]] == [EASY, EIGHTEEN]
    with pytest.raises(FormatError):
        next(answers)


@pytest.mark.compiled
@pytest.mark.parametrize("rules", ["1", "4+antiknight"])
def test_boards_of_one_cell_and_clues_are_asked_about_alone(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asking, "ALONE", 0)
    (record,) = PuzzleStream(["1" if rules == "1" else "12" + "." * 14], rules=rules)
    shared = Shared(redundant, redundant_together, backend="dlx")
    assert backends.engine("dlx", record.puzzle.rules).takes_arrays
    found = [answer for _, answer in ask_together([record] * 3, shared, None)]
    assert found == [redundant(record.puzzle)] * 3


@pytest.mark.compiled
@pytest.mark.usefixtures("blocks")
def test_no_conflict_is_looked_for_where_there_are_solutions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    several = formats.parse(EASY).with_given(0, 0).with_given(1, 0).with_given(4, 0)
    assert len(solving.solve(several, limit=2).solutions) == 2

    def refused(puzzle: Puzzle) -> None:
        raise AssertionError(puzzle)

    shared = Shared(refused, without_conflict)
    monkeypatch.setattr(asking, "ALONE", 0)
    ((_, found),) = ask_together([Record(several)], shared, None)
    assert isinstance(found, Conflict)
    assert found.verdict is Verdict.SOLVED
    path = tmp_path / "several.txt"
    path.write_text(f"{several}\n" * 3)
    monkeypatch.setattr(explain_conflict, "explain_conflict", refused)
    assert run("explain-conflict", path).status == 1


@pytest.mark.compiled
@pytest.mark.usefixtures("blocks")
def test_rows_that_time_ran_out_for_are_asked_about_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    solve_many = arrays.solve_many

    def tired(rows: Any, **how: Any) -> Answers:
        found = solve_many(rows, **how)
        found.unknown[:] = True
        return found

    monkeypatch.setattr(arrays, "solve_many", tired)
    asked: list[Puzzle] = []

    def noted(puzzle: Puzzle, **how: Any) -> Count:
        asked.append(puzzle)
        return count(puzzle, **how)

    count = solving.count
    monkeypatch.setattr(solving, "count", noted)
    path = tmp_path / "two.txt"
    path.write_text(f"{EASY}\n" * 2)
    assert [line.rpartition(": ")[2] for line in run("count", "--timeout", "60", path).lines] == [
        "1"
    ] * 2
    assert len(asked) == 2
