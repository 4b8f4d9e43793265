"""Files of generated puzzles: their columns, and that no way of dying loses or repeats a puzzle."""

from __future__ import annotations

import csv
import json
import subprocess
import time
from pathlib import Path
from unittest.mock import Mock

import command_line
import numpy as np
import pytest
from command_line import PROGRAM, Ran, refusal

from cpsudoku.errors import FormatError, OptionError
from cpsudoku.generation import GeneratedPuzzle, generate
from cpsudoku.generation.datasets import Dataset, DataSetTable
from cpsudoku.rows.answers import RowAnswers
from cpsudoku.rules import classic

pytestmark = pytest.mark.compiled

WISH = ("generate", "--seed", "1")
COMMAND = (*PROGRAM, *WISH)


def run(*arguments: str) -> Ran:
    return command_line.run(*WISH, *arguments)


def kill_when(arguments: tuple[str, ...], part: Path, size: int) -> None:
    """Start the command, and kill it once the unfinished file is that large."""
    process = subprocess.Popen([*COMMAND, *arguments], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not (part.exists() and part.stat().st_size >= size) and process.poll() is None:
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.kill()
    process.wait()
    import fcntl

    with part.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)  # its workers have it until the system has ended them


def test_a_csv_has_the_columns_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "made.csv"
    assert run("-n", "3", "-o", str(path)).status == 0
    with path.open() as file:
        rows = list(csv.DictReader(file))
    for row, made in zip(rows, generate(3, seed=1), strict=True):
        assert row["puzzle"] == str(made.puzzle)
        assert row["solution"] == "".join(map(str, made.solution))
        assert int(row["clues"]) == made.clues
        assert int(row["effort"]) >= 0
    columns = ("--columns", "quizzes,solutions", "--overwrite")
    assert run("-n", "3", "-o", str(path), *columns).status == 0
    lines = path.read_text().splitlines()
    assert lines[0] == "quizzes,solutions"
    assert lines[1].split(",")[0] == rows[0]["puzzle"].replace(".", "0")


def test_a_file_of_lines_has_the_puzzles_alone(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    assert run("-n", "3", "-o", str(path)).status == 0
    assert path.read_text() == run("-n", "3").out
    assert list(tmp_path.iterdir()) == [path]


def test_numpy_files_have_the_puzzles(tmp_path: Path) -> None:
    made = list(generate(5, seed=1))
    path = tmp_path / "made.npz"
    assert run("-n", "5", "-o", str(path)).status == 0
    with np.load(path) as arrays:
        assert arrays["puzzles"].dtype == np.uint8
        assert arrays["puzzles"].tolist() == [list(m.digits) for m in made]
        assert arrays["solutions"].tolist() == [list(m.solution) for m in made]
        assert arrays["clues"].tolist() == [m.clues for m in made]
        assert arrays["effort"].shape == (5,)


def test_parquet_files_have_the_puzzles(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    made = list(generate(5, seed=1))
    path = tmp_path / "made.parquet"
    assert run("-n", "5", "-o", str(path)).status == 0
    table = parquet.read_table(path).to_pydict()
    assert table["puzzle"] == [str(m.puzzle) for m in made]
    assert table["clues"] == [m.clues for m in made]


@pytest.mark.thorough
@pytest.mark.posix
@pytest.mark.parametrize("name", ["made.csv", pytest.param("made.npz", marks=pytest.mark.thorough)])
def test_a_run_that_is_killed_goes_on_and_loses_or_repeats_nothing(
    name: str, tmp_path: Path
) -> None:
    arguments = ("-n", "6000", "-o", str(tmp_path / name))
    part = tmp_path / f"{name}.part"
    for size in (1, 150_000, 400_000):
        kill_when(arguments, part, size)
        assert not (tmp_path / name).exists()
    assert part.stat().st_size >= 400_000
    ended = run(*arguments)
    assert ended.status == 0
    assert "continuing after" in ended.err
    assert [p.name for p in tmp_path.iterdir()] == [name]
    made = generate(6000, seed=1)
    if name.endswith(".csv"):
        lines = (tmp_path / name).read_text().splitlines()[1:]
        assert [line.split(",")[0] for line in lines] == [str(m.puzzle) for m in made]
    else:
        with np.load(tmp_path / name) as arrays:
            assert [tuple(p) for p in arrays["puzzles"].tolist()] == [m.digits for m in made]


def test_a_run_that_was_killed_before_its_notes_begins_again(tmp_path: Path) -> None:
    path = tmp_path / "made.csv"
    assert run("-n", "2", "-o", str(path)).status == 0
    whole = path.read_text()
    path.unlink()
    part = tmp_path / "made.csv.part"
    part.write_text(whole.splitlines(keepends=True)[0])
    assert run("-n", "2", "-o", str(path)).status == 0
    assert path.read_text() == whole and not part.exists()


def test_distinct_puzzles_stay_distinct_over_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "made.csv"
    wish = ("--rules", "4", "--clues", "4", "--distinct", "-n13", "-j1", "-o", str(path))
    assert run(*wish).status == 0
    whole = path.read_text()
    lines = whole.splitlines(keepends=True)
    path.unlink()
    with monkeypatch.context() as patch:
        patch.setattr(Dataset, "write", Mock(side_effect=KeyboardInterrupt))
        assert run(*wish).status == 130
    # As a kill would have left it: some lines, and half of another.
    (tmp_path / "made.csv.part").write_text("".join(lines[:7]) + lines[7][:9])
    assert run(*wish).status == 0
    assert path.read_text() == whole


def lines_at(path: Path, count: int, asked: dict[str, object], **options: bool) -> Dataset:
    return Dataset(path, DataSetTable(("puzzle",), classic()), count, asked, **options)


def begun(path: Path, lines: int, **asked: object) -> Dataset:
    dataset = lines_at(path, 100, asked)
    dataset.begin(1)
    if lines:
        add(dataset, list(generate(lines, seed=1)))
    dataset.drop()
    return dataset


def add(dataset: Dataset, puzzles: list[GeneratedPuzzle]) -> None:
    block = dataset.table.block(puzzles, dataset.table.kind_of_lines)
    dataset.write(block, RowAnswers(None))


def test_another_wish_does_not_go_on_with_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    begun(path, 3, clues=24)
    with pytest.raises(OptionError, match="clues was 24, is 25"):
        begun(path, 3, clues=25)


def test_a_line_that_was_not_finished_is_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    begun(path, 3)
    part = tmp_path / "made.txt.part"
    whole = part.read_bytes()
    part.write_bytes(whole + b"12345")
    dataset = begun(path, 0)
    assert dataset.done == 3
    assert part.read_bytes() == whole


def test_two_runs_do_not_write_the_same_set(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    first = lines_at(path, 10, {})
    first.begin(1)
    with pytest.raises(OptionError, match="another run"):
        lines_at(path, 10, {})
    first.drop()


def test_an_unfinished_set_without_its_notes_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "made.txt.part").write_text("something\n")
    with pytest.raises(OptionError, match="remove it first"):
        begun(tmp_path / "made.txt", 1)


def test_a_finished_name_is_replaced_only_by_a_whole_file(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    path.write_text("old\n")
    dataset = lines_at(path, 3, {}, overwrite=True)
    dataset.begin(1)
    dataset.drop()
    assert path.read_text() == "old\n"


@pytest.mark.thorough
@pytest.mark.posix
def test_a_disk_that_is_full_keeps_what_was_finished(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    arguments = ("-n", "9000", "-o", str(tmp_path / "made.txt"))
    failed = subprocess.run(
        [*COMMAND, *arguments], capture_output=True, text=True, check=False, preexec_fn=limit
    )
    assert failed.returncode == 2
    assert "made.txt: File too large" in failed.stderr
    assert "the same command continues" in failed.stderr
    kept = (tmp_path / "made.txt.part").read_text()
    assert kept.endswith("\n")
    assert len(kept) > 82
    assert run(*arguments).status == 0
    assert (tmp_path / "made.txt").read_text() == run("-n", "9000").out
    assert kept == (tmp_path / "made.txt").read_text()[: len(kept)]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_device_and_unwritable_places_are_reported_in_a_line(tmp_path: Path) -> None:
    for path in (str(tmp_path / "nowhere" / "made.csv"), str(tmp_path)):
        failed = run("-n", "2000", "-o", path)
        assert failed.status == 2, path
        assert failed.err.count("\n") <= 3
    failed = run("-n", "2000", "-o", "/dev/full")
    assert (failed.status, failed.err.count("\n")) == (2, 1)
    assert "No space left" in failed.err


def test_the_timeout_leaves_a_valid_file_with_what_was_made(tmp_path: Path) -> None:
    path = tmp_path / "made.csv"
    ended = run("-n", "100000000", "-o", str(path), "--timeout", "0.3")
    assert ended.status == 3
    lines = path.read_text().splitlines()
    assert lines[0].startswith("puzzle,")
    assert all(line.count(",") == 3 for line in lines)
    assert [p.name for p in tmp_path.iterdir()] == ["made.csv"]


@pytest.mark.parametrize("name", ["made.txt", "made.csv"])
def test_unusual_rules_are_in_the_file(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    assert run("-n", "3", "-r", "9+diagonals", "-o", str(path)).status == 0
    # By the rules of classic puzzles these few givens have many solutions.
    assert command_line.run("check", "-q", path).status == 0


def test_rules_with_commas_are_one_field_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "made.csv"
    rules = '{"size": 4, "groups": [["r1c1", "r2c3"], ["r1c2", "r3c4"]]}'
    assert run("-n", "2", "-r", rules, "-o", str(path)).status == 0
    with path.open() as file:
        rows = list(csv.DictReader(file))
    assert all("," in row["rules"] for row in rows)
    assert command_line.run("check", "-q", path).status == 0


def test_numpy_and_parquet_files_have_unusual_rules(tmp_path: Path) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    npz, parquet = tmp_path / "made.npz", tmp_path / "made.parquet"
    assert run("-n", "2", "-r", "4+diagonals", "-o", str(npz)).status == 0
    assert run("-n", "2", "-r", "4+diagonals", "-o", str(parquet)).status == 0
    with np.load(npz) as arrays:
        assert arrays["rules"].tolist() == ["4+diagonals"] * 2
        assert arrays["puzzles"].shape == (2, 16)
    assert pq.read_table(parquet)["rules"].to_pylist() == ["4+diagonals"] * 2
    bare = ("--columns", "puzzle", "--overwrite")
    assert run("-n", "2", "-o", str(parquet), *bare).status == 0
    assert pq.read_table(parquet).num_rows == 2


@pytest.mark.parametrize("name", ["made.csv", "made.npz"])
def test_a_finished_set_is_replaced_only_where_that_is_asked_for(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    assert run("-n", "2", "-o", str(path)).status == 0
    finished = path.read_bytes()
    other = ("--seed", "2", "-n", "2", "-o", str(path))
    said = refusal("generate", *other)
    assert "made." in said
    assert "is there already; --overwrite replaces it" in said
    assert path.read_bytes() == finished
    assert run(*other, "--overwrite").status == 0
    assert path.read_bytes() != finished


NOTES = {"asked": {}, "seed": 1}


@pytest.mark.parametrize(
    "notes",
    [
        b"",
        b"{",
        b"[1]",
        b"null",
        b"\xff",
        b"[" * 100_000,
        json.dumps(NOTES | {"seed": "x"}).encode(),
        json.dumps(NOTES | {"seed": -1}).encode(),
        json.dumps(NOTES | {"seed": 1 << 64}).encode(),
        json.dumps(NOTES | {"seed": None}).encode(),
        json.dumps(NOTES | {"asked": []}).encode(),
        json.dumps({"seed": 1}).encode(),
        json.dumps(NOTES)[:-4].encode(),
    ],
    ids=str,
)
def test_damaged_notes_are_reported_by_name(tmp_path: Path, notes: bytes) -> None:
    path = tmp_path / "made.parquet"
    (tmp_path / "made.parquet.part.json").write_bytes(notes)
    for read in (lambda: Dataset.seed_of(path), lambda: lines_at(path, 10, {})):
        with pytest.raises(FormatError, match=r"made\.parquet\.part\.json: the file is damaged"):
            read()


def test_notes_of_another_version_say_what_differs(tmp_path: Path) -> None:
    path = tmp_path / "made.txt"
    begun(path, 3, clues=24, shape="round")
    with pytest.raises(OptionError, match="shape was round, is None"):
        begun(path, 3, clues=24)


@pytest.mark.parametrize("name", ["made.npz", "made.parquet"])
@pytest.mark.parametrize("line", ["not a row", "...,...,x,y", "1,2,3,99999999999999999999999"])
def test_damaged_lines_are_reported_by_the_name_of_their_file(
    tmp_path: Path, name: str, line: str
) -> None:
    pytest.importorskip("pyarrow")
    columns = ("puzzle", "solution", "clues", "effort")
    table = DataSetTable(columns, classic(), name.partition(".")[2])
    dataset = Dataset(tmp_path / name, table, 2, {})
    dataset.begin(1)
    add(dataset, list(generate(1, seed=1, effort=(0, 10**6))))
    part = tmp_path / f"{name}.part"
    with part.open("a") as lines:
        lines.write(f"{line}\n")
    with pytest.raises(FormatError, match=rf"{part.name}: the file is broken"):
        dataset.close()
    dataset.drop()
    assert not (tmp_path / name).exists()
