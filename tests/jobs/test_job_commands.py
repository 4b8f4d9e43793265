"""Each command over shards says what it says of the whole, and its exit status is that of all."""

import json
import random
from pathlib import Path

import pyarrow
import pytest
from command_line import run
from job_folders import LocalThreads, joined, lines, outputs, sidecars, written
from pyarrow import parquet

from cpsudoku import generation
from cpsudoku.asking.questions.rate import Rate
from cpsudoku.asking.questions.solve import Solve
from cpsudoku.asking.search import Search
from cpsudoku.cli import registry
from cpsudoku.cli.options import Reading
from cpsudoku.cli.sharding import Task
from cpsudoku.ground.deadline import Deadline
from cpsudoku.jobs import Shard

COMMANDS: dict[str, list[str]] = {
    "solve": [], "check": [], "count": [], "candidates": [], "rate": ["--scale", "qqwing"],
    "canon": [], "dedupe": [], "shuffle": [], "convert": [], "hint": [], "repair": [],
    "explain-conflict": [], "redundant": [], "ambiguity": [],
    "generate": ["--rules", "4", "--clues", "6", "-n", "30"],
    "grids": ["-n", "30"],
}  # fmt: skip
"""Commands that are jobs, and what makes them short."""

MAKERS = ("generate", "grids")


@pytest.fixture(autouse=True)
def in_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cpsudoku.jobs.running.LocalWorkers", LocalThreads)


def test_these_are_all_commands_that_can_be_jobs() -> None:
    found = [
        name
        for name in registry.HELP
        if "job" in {one.name for one in registry.command_of(name).params}
    ]
    assert sorted(found) == sorted(COMMANDS)


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "shuffle"])
@pytest.mark.compiled
def test_shards_together_are_what_the_command_writes(name: str, tmp_path: Path) -> None:
    """As JSON lines, which have no header; what is found is the same wherever a puzzle is."""
    source = [] if name in MAKERS else [written(tmp_path / "a.jsonl", 30)]
    if source:
        source[0].write_text("".join(f'{{"puzzle": "{line}"}}\n' for line in lines(30)))
    wish = [*COMMANDS[name], "-f", "jsonl", *(["--seed", "4"] if name in MAKERS else [])]
    whole = run(name, "-q", *source, *wish, "-o", tmp_path / "whole.jsonl")
    folder = tmp_path / "job"
    ran = run(name, *source, *wish, "--job", folder, "--shard-size", "10", "-j", "1")
    if name in {"convert", "shuffle"}:  # which have no -j
        ran = run(name, *source, *wish, "--job", folder, "--shard-size", "10")
    assert ran.status == whole.status, ran.err
    assert "cpsudoku: 3 of 3 shards; 30 puzzles" in ran.err
    assert [side["counts"]["puzzles"] for side in sidecars(folder)] == [10, 10, 10]
    assert joined(folder) == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.compiled
def test_each_shard_is_shuffled_in_its_own_way(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{lines(1)[0]}\n" * 20)
    folder = tmp_path / "job"
    run("shuffle", path, "--job", folder, "--shard-size", "10")
    first, second = outputs(folder).values()
    assert first != second
    assert first == "".join(run("shuffle", path).out.splitlines(keepends=True)[:10]).encode()


@pytest.mark.compiled
@pytest.mark.parametrize("kind", ["csv", pytest.param("jsonl", marks=pytest.mark.thorough)])
def test_of_equal_puzzles_in_several_shards_the_first_is_kept(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()  # in processes
    puzzles, path = tmp_path / "a.txt", tmp_path / f"b.{kind}"
    run("generate", "-q", "-n", "30", "--seed", "1", "-o", puzzles)
    copies = run("shuffle", "-q", "-n", "3", puzzles).lines
    random.Random(2).shuffle(copies)
    puzzles.write_text("".join(f"{line}\n" for line in copies))
    run("convert", "-q", puzzles, "-o", path)
    run("dedupe", "-q", path, "-o", tmp_path / f"whole.{kind}")
    wish = ("dedupe", path, "-f", kind, "--job", tmp_path / "job", "--shard-size", "9")
    ran = run(*wish, "-j", "2")
    assert ran.status == 0, ran.err
    found = b"".join(
        data if kind == "jsonl" or not number else data.partition(b"\n")[2]
        for number, data in enumerate(outputs(tmp_path / "job").values())
    )
    assert found == (tmp_path / f"whole.{kind}").read_bytes()
    assert ": 30 kept" in ran.err
    assert run(*wish, "--shard", "1/2").status == 2
    assert run(*wish).err == ran.err


@pytest.mark.compiled
def test_a_random_seed_is_the_jobs_from_its_beginning_on(tmp_path: Path) -> None:
    wish = ("generate", "--rules", "4", "--clues", "6", "-n", "20", "-j", "1", "--shard-size", "10")
    folder = tmp_path / "job"
    assert run(*wish, "--job", folder, "--shard", "1/2").status == 0
    assert run(*wish, "--job", folder).status == 0
    seed = json.loads((folder / "_job/job.json").read_bytes())["seed"]
    assert joined(folder).decode() == run(*wish[:-2], "--seed", str(seed)).out


@pytest.mark.compiled
def test_of_two_commands_that_draw_a_seed_at_once_the_first_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ("generate", "-q", "--rules", "4", "--clues", "6", "-n", "4")
    wish = (*made, "--shard-size", "2", "-j", "1", "--job", tmp_path / "job")
    seeds = iter([8, 7])

    def another_is_first() -> int:
        seed = next(seeds)
        if seed == 8:
            assert run(*wish).status == 0  # with 7
        return seed

    monkeypatch.setattr(generation, "random_seed", another_is_first)
    assert run(*wish).status == 0
    assert joined(tmp_path / "job").decode() == run(*made, "--seed", "7").out


def test_the_gravest_status_is_that_of_the_job(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    blank = "." * 81
    path.write_text("".join(f"{line}\n" for line in [*lines(10), blank, *lines(9)]))
    ran = run("check", path, "--job", tmp_path / "job", "--shard-size", "10", "-j", "1")
    assert ran.status == 1
    assert ran.err.startswith("cpsudoku: 2 of 2 shards; 20 puzzles: ")
    assert "19 unique" in ran.err
    assert "1 multiple" in ran.err
    assert [side["status"] for side in sidecars(tmp_path / "job")] == [0, 1]
    assert run("check", path, "--job", tmp_path / "job", "--shard-size", "10").status == 1


def test_a_bad_shard_is_set_apart_and_done_when_it_is_good(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 30)
    good = path.read_text()
    path.write_text(good[: 15 * 82] + "what is this?" + good[15 * 82 + 13 :])
    wish = ("solve", path, "--job", tmp_path / "job", "--shard-size", "10", "-j", "1")
    ran = run(*wish)
    assert ran.status == 3
    assert "shard 1 was set apart: " in ran.err
    assert f"set apart: {path}@820, " in ran.err
    assert "2 of 3 shards; 20 puzzles: 20 solved" in ran.err
    path.write_text(good)
    assert run(*wish).status == 0
    assert len(outputs(tmp_path / "job")) == 3


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        (["--shard", "1/2"], "--shard without --job FOLDER"),
        (["--shard-size", "5"], "--shard-size without --job FOLDER"),
        (["--scheduler", "local:1"], "--scheduler without --job FOLDER"),
        (["--job", "{job}", "-o", "x.csv"], "--output with --job; expected one of them"),
        (["--job", "{job}", "--shard", "3/2"], "--shard 3/2; expected I/N"),
        (["--job", "{job}", "--shard", "0/0"], "--shard 0/0; expected I/N"),
        (["--job", "{job}", "--scheduler", "here"], "--scheduler here; expected tcp://HOST:PORT"),
        (["--job", "{job}", "-b", "nothing"], "there is no backend 'nothing'"),
    ],
)
def test_options_that_make_no_sense_are_refused(wish: list[str], said: str, tmp_path: Path) -> None:
    path, folder = written(tmp_path / "a.txt", 20), str(tmp_path / "job")
    if "--scheduler" in wish and "{job}" in wish:
        pytest.importorskip("distributed")
    ran = run("solve", path, *(part.format(job=folder) for part in wish))
    assert ran.status == 2
    assert said in ran.err


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["convert", "{path}", "--timeout", "1"], "--timeout with --job"),
        (["generate", "--distinct"], "--distinct with --job"),
        (["convert", "-"], "a job over standard input"),
        (["convert", "{path}-not.txt"], "No such file"),
    ],
)
def test_what_no_shard_can_know_is_refused(command: list[str], said: str, tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt", 20)
    ran = run(*(part.format(path=path) for part in command), "--job", tmp_path / "job")
    assert ran.status == 2
    assert said in ran.err
    assert not (tmp_path / "job").exists()


def test_answers_are_read_by_commands_and_by_arrow(tmp_path: Path) -> None:
    dataset = pytest.importorskip("pyarrow.dataset")
    path = written(tmp_path / "a.txt", 30)
    run("solve", path, "-f", "parquet", "--job", tmp_path / "job", "--shard-size", "10", "-j", "1")
    assert dataset.dataset(tmp_path / "job").count_rows() == 30
    ran = run("check", tmp_path / "job")
    assert ran.err == "cpsudoku: 30 puzzles: 30 unique\n"


def test_several_files_and_a_folder_are_shards_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    for name in "ba":
        written(tmp_path / "in" / f"{name}.txt", 20)
    run("convert", tmp_path / "in", "--job", tmp_path / "job", "--shard-size", "10")
    assert [side["input"]["name"].rpartition("/")[2] for side in sidecars(tmp_path / "job")] == [
        "a.txt", "a.txt@820", "b.txt", "b.txt@820",
    ]  # fmt: skip


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["generate", "grids"])
def test_skipping_leaves_out_the_first(name: str) -> None:
    whole = run(name, "-q", "--seed", "3", "-n", "6").lines
    assert run(name, "-q", "--seed", "3", "-n", "2", "--skip", "4").lines == whole[4:]


def test_row_groups_are_read_once_by_a_command_that_writes_lines(tmp_path: Path) -> None:
    table = tmp_path / "a.parquet"
    rows = {"puzzle": lines(30)}
    parquet.write_table(pyarrow.table(rows), table, row_group_size=10)
    ran = run("check", table, "--job", tmp_path / "job", "--shard-size", "10", "-j", "1")
    assert ran.err == "cpsudoku: 3 of 3 shards; 30 puzzles: 30 unique\n"
    assert joined(tmp_path / "job").decode() == run("check", table).out


def test_a_file_that_an_option_names_belongs_to_what_the_job_is(tmp_path: Path) -> None:
    labels, puzzles = tmp_path / "regions.txt", tmp_path / "a.txt"
    labels.write_text("1122112233443344")
    puzzles.write_text("1" + "." * 15 + "\n")
    asked = ("count", puzzles, "--rules", f"jigsaw:{labels}", "--job", tmp_path / "job")
    assert run(*asked).status == 0
    assert run(*asked).status == 0
    labels.write_text("1112132233243444")
    changed = run(*asked)
    assert changed.status == 2
    assert "belongs to another job (rules was" in changed.err


def test_a_job_needs_no_file_that_an_option_names_once_it_has_begun(tmp_path: Path) -> None:
    labels, puzzle = tmp_path / "regions.txt", "." * 16
    labels.write_text("1112132233243444")
    rules = f"jigsaw:{labels}"
    task = Task("solve", Reading(rules=rules).apart(), Solve())
    whole = run("solve", puzzle, "--rules", rules).out
    labels.unlink()
    task(Shard(0, "a"), puzzle, tmp_path / "out.txt")
    assert (tmp_path / "out.txt").read_text() == whole


def test_a_job_is_known_by_its_question_and_how_puzzles_are_read() -> None:
    plain = Task("solve", Reading(), Solve())
    others = [
        Task("solve", Reading(column="clue"), Solve()), Task("solve", Reading(), Solve(wanted=2)),
        Task("solve", Reading(), Solve(Search("sat"))), Task("solve", Reading(), Solve(), "csv"),
        Task("solve", Reading(), Solve(Search(options={"presolve": "probing"}))),
        Task("solve", Reading(), Solve(Search(seed=1))), Task("rate", Reading(), Rate()),
    ]  # fmt: skip
    asked = [json.dumps(one.asked) for one in (plain, *others)]
    assert len(set(asked)) == len(asked)
    assert plain.asked["backend"] == "auto"
    # What equality leaves out changes no answer.
    timed = Task("rate", Reading(), Rate(until=Deadline(1.0)))
    assert timed.asked == others[-1].asked


def test_random_solutions_of_shards_are_those_of_the_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(f"{'.' * 16}\n" * 20)
    wish = ("solve", path, "--random", "--seed", "3", "-q")
    ran = run(*wish, "--job", tmp_path / "job", "--shard-size", "10", "-j", "1")
    assert ran.status == 0, ran.err
    assert joined(tmp_path / "job").decode() == run(*wish).out
