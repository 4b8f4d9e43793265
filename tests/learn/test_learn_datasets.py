"""Data sets: distinct, split by class, the same bytes, found again after being killed."""

import csv
import hashlib
import re
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from answer_grids import PUZZLE, SOLUTION
from command_line import run
from plain_classes import plain_class

import cpsudoku
from cpsudoku import learn
from cpsudoku.errors import FormatError, GenerationError, OptionError
from cpsudoku.formats import parse_rules
from cpsudoku.generation import generate
from cpsudoku.generation.searching import ANCESTORS
from cpsudoku.ground.randomness import Randomness
from cpsudoku.jobs.folder import Folder
from cpsudoku.learn import datasets
from cpsudoku.learn.classes import grid_keys, leaks, puzzle_keys, split_of
from cpsudoku.learn.datasets import make
from cpsudoku.learn.recipes import Recipe
from cpsudoku.symmetry.transformations import random_transformation

pytestmark = pytest.mark.compiled

RECIPE = """
name = "small"
seed = 3
shard = 30
labels = ["er", "ep", "hodoku_class", "techniques", "givens", "backtracks:backtrack", "guesses"]
[split]
train = 0.7
test = 0.3
[[part]]
count = 25
er = [1.2, 2.0]
[[part]]
count = 20
blanks = [1, 6]
[[part]]
count = 5
rules = "4"
"""


def recipe(text: str = RECIPE) -> Recipe:
    import tomllib

    return Recipe.of(tomllib.loads(text))


def files_in(folder: Path) -> dict[str, bytes]:
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def rows_in(folder: Path, split: str = "*") -> list[dict[str, Any]]:
    tables = [pq.read_table(path) for path in sorted(folder.glob(f"data/{split}-*.parquet"))]
    return [row for table in tables for row in table.to_pylist()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sets") / "small"
    counts = make(recipe(), path)
    assert counts.total() == 50
    return path


def test_rows_are_what_the_recipe_says(folder: Path) -> None:
    rows = rows_in(folder)
    puzzles = [cpsudoku.parse(row["puzzle"]) for row in rows]
    assert learn.verify(puzzles, [row["solution"] for row in rows]).solved.all()
    assert all(cpsudoku.check(puzzle).verdict.value == "unique" for puzzle in puzzles)
    kinds = Counter(row["rules"] for row in rows)
    assert kinds == {"9": 45, "4": 5}
    rated = [row for row in rows if row["rules"] == "9" and row["givens"] < 75]
    assert len(rated) == 25
    for row in rated[:6]:
        found = cpsudoku.rate(row["puzzle"])
        assert row["er"] == found.er
        assert 1.2 <= row["er"] <= 2.0
        assert (row["ep"], row["hodoku_class"]) == (found.ep, found.hodoku_class)
        assert found.hardest in row["techniques"]
        assert row["givens"] == 81 - row["puzzle"].count(".")
    assert sum(row["givens"] >= 75 for row in rows) == 20


def test_no_class_is_in_two_splits_by_a_second_method(folder: Path) -> None:
    splits = [rows_in(folder, split) for split in ("train", "test")]
    assert all(splits)
    for one in splits[1][:8]:
        for other in splits[0][:25]:
            pair = [cpsudoku.parse(row["puzzle"]) for row in (one, other)]
            assert cpsudoku.same(*pair) is None
    classes = [row["class"] for rows in splits for row in rows]
    assert len(set(classes)) == len(classes)


def test_splits_are_held_by_classes_that_share_no_code(tmp_path: Path) -> None:
    """Puzzles of 6×6, of which many share one of the few classes of grids."""
    asked = 'seed = 4\nlabels = ["givens"]\nsplit = {train = 0.6, test = 0.4}\n'
    make(recipe(f'{asked}[[part]]\ncount = 60\nrules = "6"'), tmp_path / "set")
    found = {}
    for split in ("train", "test"):
        rows = rows_in(tmp_path / "set", split)
        found[split] = [plain_class(row["solution"], 2, 3) for row in rows]
    assert sum(map(len, found.values())) == 60
    assert len({*found["train"], *found["test"]}) < 45
    assert set(found["train"]).isdisjoint(found["test"])


@pytest.mark.thorough
def test_keys_part_grids_as_plain_classes_do(folder: Path) -> None:
    rows = [row["solution"] for row in rows_in(folder) if row["rules"] == "9"][:8]
    grids = np.array([list(map(int, row)) for row in rows], np.uint8)
    every = np.concatenate([grids, *(learn.augment(grids, seed=seed) for seed in (1, 2))])
    keys = grid_keys(every, parse_rules("9").rules())
    plain = [plain_class("".join(map(str, row)), 3, 3) for row in every.tolist()]
    assert keys[:8] == keys[8:16] == keys[16:]
    assert [plain.index(one) for one in plain] == [keys.index(one) for one in keys]
    assert len(set(plain)) == 8


def test_the_same_recipe_gives_the_same_bytes_however_often_it_was_killed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, calls = datasets.piece_of, []

    def dies(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) % 2 == 0:
            raise KeyboardInterrupt
        return made(*arguments)

    monkeypatch.setattr("cpsudoku.learn.datasets.piece_of", dies)
    deaths = 0
    while True:
        try:
            make(recipe(), tmp_path / "set")
            break
        except KeyboardInterrupt:
            deaths += 1
            assert (tmp_path / "set" / ".pieces").exists()
    assert deaths >= 2
    assert files_in(tmp_path / "set") == files_in(folder)


@pytest.mark.thorough
def test_what_is_searched_for_is_said_and_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpsudoku.generation.specs._SEARCHED_FOR", 20)
    monkeypatch.setattr(datasets, "_SEARCHED", 2)
    for threads in (1, 2):
        make(recipe("seed = 1\n[[part]]\ncount = 3\ner = [7.2, 8.4]"), tmp_path / str(threads),
             threads=threads)  # fmt: skip
    assert files_in(tmp_path / "1") == files_in(tmp_path / "2")
    rows = rows_in(tmp_path / "1")
    assert len({row["class"] for row in rows}) == 3
    assert all(row["er"] == cpsudoku.rate(row["puzzle"]).er for row in rows)
    assert all(7.2 <= row["er"] <= 8.4 for row in rows)
    card = (tmp_path / "1" / "README.md").read_text(encoding="utf-8")
    assert f"each family of 25 from one of {len(ANCESTORS)} well-known puzzles" in card
    assert "searched for" not in datasets.card(recipe(), [Counter()] * 3, {})
    monkeypatch.undo()
    scratch = "seed = 1\n[[part]]\ncount = 60\ner = [9.3, 9.9]\nfrom_scratch = true"
    said = datasets.card(recipe(scratch), [Counter()], {})
    assert "each family of 25 from dug puzzles" in said
    assert "at least 3 families" in said


def test_a_file_is_split_so_that_no_image_leaks(tmp_path: Path) -> None:
    digits = str.maketrans("123456789", "912345678")
    made = ["".join(map(str, one.digits)) for one in generate(12, seed=3)]
    images = [text for one in made for text in (one, one.translate(digits))]
    whole = tmp_path / "whole.csv"
    rows = "".join(f"{text},{number}\n" for number, text in enumerate(images))
    whole.write_text(f"puzzle,number\n{rows}", encoding="utf-8")
    parts = tmp_path / "parts"
    shares = ("--share", "one=0.5", "--share", "two=0.5")
    ran = run("dataset", "split", str(whole), "-o", str(parts), *shares)
    assert ran.status == 0 and "one " in ran.err
    one, two = (
        set((parts / f"{name}.csv").read_text(encoding="utf-8").split()[1:])
        for name in ("one", "two")
    )
    assert one and two and one | two == set(rows.split()) and not one & two
    numbers = {int(row.split(",")[1]) // 2 for row in one}
    assert numbers.isdisjoint(int(row.split(",")[1]) // 2 for row in two)
    assert "empty" not in ran.err
    whole.write_text(f"puzzle\n{made[0]}\n", encoding="utf-8")
    few = run("dataset", "split", str(whole), "-o", str(tmp_path / "few"), *shares)
    assert re.search(r"(one|two) came out empty: ", few.err)
    again = run("dataset", "split", str(whole), "-o", str(parts), *shares)
    assert again.status == 2 and "one.csv is there already" in again.err


@pytest.mark.parametrize("action", ["split", "label"])
def test_the_column_is_named_and_bad_rows_are_passed_over(action: str, tmp_path: Path) -> None:
    table, rejects, out = tmp_path / "some.csv", tmp_path / "no.csv", tmp_path / "out.parquet"
    table.write_text(f"id,clue,puzzle\n1,{PUZZLE},x\n2,12x,x\n", encoding="utf-8")
    share = ("--share", "all=1") if action == "split" else ("--scale", "qqwing")
    asked = ("dataset", action, table, "-o", out, *share)
    assert "line 2" in run(*asked).err
    strict = run(*asked, "--column", "clue")
    assert strict.status == 2 and "line 3" in strict.err and "--skip-bad passes" in strict.err
    found = run(*asked, "--column", "clue", "--rejects", rejects)
    assert found.status == 0 and "1 bad row skipped" in found.err
    assert rejects.read_text(encoding="utf-8").endswith(',"2,12x,x"\n')
    if action == "label":
        assert pq.read_table(out)["clue"].to_pylist() == [PUZZLE]
    else:
        written = (out / "all.csv").read_text(encoding="utf-8")
        assert written == f"id,clue,puzzle\n1,{PUZZLE},x\n"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["make", "a.toml", "--skip-bad"], "--skip-bad with make; it is for label or split"),
        (["leaks", "a", "b", "--column", "x"], "--column with leaks; it is for label or split"),
        (["split", "a", "--scale", "hodoku"], "--scale with split; it is for label"),
        (["label", "a", "--overwrite"], "--overwrite with label; it is for make"),
    ],
)
def test_an_option_of_another_action_is_refused(given: list[str], message: str) -> None:
    assert message in run("dataset", *given, "-o", "nowhere").err


@pytest.mark.parametrize(
    ("share", "message"),
    [
        (["one=0.5"], "add up to 0.5; expected 1"),
        (["one"], "expected a name and a share"),
        (["a/b=1"], "expected a name such as train"),
    ],
)
def test_shares_that_make_no_sense_are_refused(share: list[str], message: str) -> None:
    asked = [text for one in share for text in ("--share", one)]
    ran = run("dataset", "split", "no.csv", "-o", "nowhere", *asked)
    assert ran.status == 2 and message in ran.err


def test_images_are_seen_as_leaks(folder: Path, tmp_path: Path) -> None:
    rows = [row for row in rows_in(folder, "train") if row["rules"] == "9"]
    digits = np.array([[int(c.replace(".", "0")) for c in row["puzzle"]] for row in rows], np.uint8)
    images = learn.augment(digits, seed=1)
    first, second = tmp_path / "a.csv", tmp_path / "b.txt"
    first.write_text("puzzle\n" + "\n".join(row["puzzle"] for row in rows) + "\n")
    texts = ["".join(map(str, row)) for row in images[:7].tolist()]
    second.write_text("\n".join([PUZZLE, rows[0]["puzzle"], *texts]) + "\n")
    found = leaks(first, second)
    assert (found.first, found.second) == (len(rows), 9)
    assert (found.equal, found.images, found.rows) == (1, 8, tuple(range(2, 10)))
    emptied = rows[0]["solution"][:80] + "."
    second.write_text(f"{emptied}\n")
    found = leaks(first, second)
    assert (found.images, found.grids) == (0, 1)
    ran = run("dataset", "leaks", first, second)
    assert ran.status == 1
    assert "1 have the solution of one in the first" in ran.out
    second.write_text(f"{PUZZLE}\n")
    assert run("dataset", "leaks", first, second).status == 0


@pytest.mark.thorough(but=2)
@pytest.mark.parametrize("size", ["4", "6", "9", "12", "16", "latin:5"])
def test_images_of_all_sizes_have_the_keys_of_their_originals(size: str) -> None:
    rules = parse_rules(size).rules()
    chance = Randomness(1)
    made = list(generate(4, rules=rules, seed=1))
    originals, images = [], []
    for one in made:
        move = random_transformation(chance, rules)
        originals.append((one.digits, one.solution))
        images.append((move.apply(one.digits), move.apply(one.solution)))
    keys = []
    for pairs in (originals, images):
        digits, solutions = (np.array(part, np.uint8) for part in zip(*pairs, strict=True))
        keys.append((puzzle_keys(digits, solutions, rules), grid_keys(solutions, rules)))
    assert keys[0] == keys[1]
    assert len(set(keys[0][0])) == len(made)
    if size not in {"4", "latin:5"}:  # there are but two classes of each
        assert len(set(keys[0][1])) == len(made)


@pytest.mark.thorough
def test_variants_are_laid_out_anew_for_each_puzzle(tmp_path: Path) -> None:
    asked = """
    seed = 5
    labels = ["er", "techniques", "givens", "guesses", "backtracks:fd"]
    split = {train = 0.5, test = 0.5}
    [[part]]
    count = 6
    rules = "6"
    with = ["killer:8", "antiknight"]
    givens = 4
    [[part]]
    count = 1
    rules = "12"
    """
    counts = make(recipe(asked), tmp_path / "set")
    rows = rows_in(tmp_path / "set")
    assert counts.total() == len(rows) == 7
    rules = [row["rules"] for row in rows if row["guesses"] is None]
    assert len(set(rules)) == 7
    assert sum("antiknight" in said and "killer:" in said for said in rules) == 6
    for row in rows:
        puzzle = cpsudoku.parse(f"# rules: {row['rules']}\n{row['puzzle']}")
        found = cpsudoku.check(puzzle, backend="cpsat")
        assert found.verdict.value == "unique"
        assert learn.verify([puzzle], [row["solution"]]).solved.all()
        assert row["givens"] == len(row["puzzle"]) - row["puzzle"].count(".")
        assert row["givens"] <= 4 or row["rules"] == "12"
        if row["er"] is not None and "killer" in row["rules"]:
            assert row["er"] == cpsudoku.rate(puzzle).er
    first, second = sorted((tmp_path / "set" / "data").iterdir())
    shared = leaks(first, second)
    assert (shared.images, shared.grids, shared.complete, shared.exact) == (0, 0, True, False)
    assert leaks(first, first).images == shared.first


def test_rows_are_written_as_they_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(datasets, "_GROUP", 4)
    asked = 'seed = 2\nshard = 10\nlabels = ["givens"]\nsplit = {train = 1.0, test = 0.0}\n'
    make(recipe(f"{asked}[[part]]\ncount = 23"), tmp_path / "set")
    paths = sorted((tmp_path / "set" / "data").iterdir())
    groups = [
        [found.row_group(i).num_rows for i in range(found.num_row_groups)]
        for found in map(pq.read_metadata, paths)
    ]
    assert groups == [[0], [4, 4, 2], [4, 4, 2], [3]]
    assert [path.name for path in paths[:2]] == [
        "test-00000-of-00001.parquet", "train-00000-of-00003.parquet"
    ]  # fmt: skip
    card = (tmp_path / "set" / "README.md").read_text()
    for path in paths:
        assert hashlib.sha256(path.read_bytes()).hexdigest() in card


def test_splits_have_their_shares() -> None:
    shares = (("train", 0.5), ("test", 0.5))
    halves = Counter(split_of(i.to_bytes(2, "big") * 8, shares) for i in range(1 << 16))
    assert abs(halves["train"] - (1 << 15)) < 300


@pytest.mark.slow
def test_classes_that_do_not_exist_are_not_waited_for(tmp_path: Path) -> None:
    text = 'seed = 1\nlabels = ["givens"]\n[[part]]\ncount = 50\nrules = "4"\nblanks = [1, 1]\n'
    with pytest.raises(GenerationError, match="asks for 50 classes"):
        make(recipe(text), tmp_path / "few")


def test_what_is_there_is_not_overwritten(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="not empty"):
        make(recipe(), folder)
    Folder(tmp_path / "set" / ".pieces").begin({"recipe": "other"})
    with pytest.raises(OptionError, match=r"belongs to another job \(recipe was other"):
        make(recipe(), tmp_path / "set")


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("seed = 1", "part: it is missing"),
        ("seed = 1\npart = []", "at least one"),
        ("seed = 1\npart = [3]", r"part\[0\]: 3; expected an object with count, er"),
        ("[[part]]\ncount = 1", "seed: it is missing"),
        ("seed = -1\n[[part]]\ncount = 1", "seed: -1; expected a whole number from 0"),
        ("seed = 1\n[[part]]\ncount = 0", r"part\[0\].count: 0; expected a whole number from 1"),
        ("seed = 1\n[[part]]\ncount = 1\ner = 2.0", "er: 2.0; expected two numbers"),
        ("seed = 1\n[[part]]\ncount = 1\nrules = ' '", "rules: ' '; expected a line of text"),
        ("seed = 1\n[[part]]\ncount = 1\ner = [2.0, 1.0]", "the smaller first"),
        ("seed = 1\n[[part]]\ncount = 1\nblanks = [1, 90]", "0 to 81"),
        ("seed = 1\ncolour = 2\n[[part]]\ncount = 1", "colour"),
        ("seed = 1\n[[part]]\ncount = 1\nwith = 'killer'", "expected variants"),
        ("seed = 1\n[[part]]\ncount = 1\nwith = ['killer:0']", "killer:28"),
        ("seed = 1\n[[part]]\ncount = 1\nwith = ['killer']\ner = [1.0, 2.0]", "laid out"),
        ("seed = 1\n[[part]]\ncount = 1\nwith = ['antiknight']\ngivens = 3", "laid out"),
        ("seed = 1\nlabels = ['backtracks:bitboard']\n[[part]]\ncount = 1", "dead ends"),
        ("seed = 1\nlabels = ['iq']\n[[part]]\ncount = 1", "iq"),
        ("seed = 1\n[[part]]\ncount = 1\nfrom_scratch = 1\ner = [9.5, 9.9]", "true or false"),
        ("seed = 1\n[[part]]\ncount = 1\nfrom_scratch = true\ner = [9.2, 9.9]", "of 9.3 or more"),
        ("seed = 1\n[[part]]\ncount = 1\nfrom_scratch = true", "of 9.3 or more"),
        ("seed = 1\n[split]\ntrain = 0.5\n[[part]]\ncount = 1", "shares"),
        ("seed = 1\nsplit = [['a', 0.5], ['a', 0.5]]\n[[part]]\ncount = 1", "split: .*an object"),
        ("seed = 1\n[split]\ntrain = true\n[[part]]\ncount = 1", "split.train: True"),
        ("seed = 1\n[[part]]\ncount = 1\ner = [1.0, inf]", "expected two numbers"),
    ],
)
def test_recipes_that_make_no_sense_are_errors(text: str, match: str) -> None:
    with pytest.raises(OptionError, match=match):
        recipe(text)


def test_hugging_face_reads_it(folder: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="Hugging Face's datasets is not installed")
    files = {split: str(folder / f"data/{split}-*.parquet") for split in ("train", "test")}
    found = datasets.load_dataset("parquet", data_files=files)
    assert found["train"].num_rows + found["test"].num_rows == 50
    assert found["train"][0]["puzzle"]


@pytest.mark.thorough(but=1)
@pytest.mark.parametrize("form", ["extreme", "kaggle", "royle"])
def test_what_exists_is_labelled(form: str, tmp_path: Path) -> None:
    source, out = tmp_path / "some.csv", tmp_path / "out.parquet"
    with source.open("w", newline="") as file:
        rows = csv.writer(file)
        if form == "extreme":
            rows.writerow(["source", "question", "answer", "rating"])
            rows.writerows([["puzzles0", PUZZLE, SOLUTION, 4]] * 3)
        elif form == "kaggle":
            rows.writerow(["quizzes", "solutions"])
            rows.writerows([[PUZZLE.replace(".", "0"), SOLUTION]] * 3)
        else:
            rows.writerows([[PUZZLE.replace(".", "0")]] * 3)
    assert run("dataset", "label", source, "-o", out, "--scale", "explainer").status == 0
    found = pq.read_table(out).to_pylist()
    assert [row["er"] for row in found] == [1.2] * 3
    if form == "extreme":
        assert (found[0]["question"], str(found[0]["rating"])) == (PUZZLE, "4")
    assert "there already" in run("dataset", "label", source, "-o", out).err


@pytest.mark.thorough
def test_labelling_continues_what_was_begun_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cpsudoku.cli.commands import dataset

    monkeypatch.setattr(dataset, "_SHARD", 1)
    source, out = tmp_path / "some.txt", tmp_path / "out.parquet"
    source.write_text(f"{PUZZLE}\n" * 5)
    begun, add = tmp_path / "out.parquet.pieces", Folder.add

    def dies(folder: Folder, stem: str, *given: Any, **said: Any) -> dict[str, Any]:
        if stem.startswith("000001"):
            raise OSError("the disk is full")
        return add(folder, stem, *given, **said)

    with monkeypatch.context() as patch:
        patch.setattr(Folder, "add", dies)
        assert run("dataset", "label", source, "-o", out).status == 2
    assert len(list(Folder(begun).done())) == 1
    other = run("dataset", "label", source, "-o", out, "--scale", "hodoku")
    assert (other.status, out.exists()) == (2, False)
    assert "another job" in other.err
    assert run("dataset", "label", source, "-o", out).err == "cpsudoku: 5 puzzles: 5 rated\n"
    assert pq.read_table(out)["er"].to_pylist() == [1.2] * 5
    assert not begun.exists()
    source.write_text(f"{PUZZLE}\n{PUZZLE}\n{PUZZLE[:-1]}\n")
    bad = run("dataset", "label", source, "-o", tmp_path / "other.parquet")
    assert (bad.status, "line 3" in bad.err) == (2, True)


def test_a_scale_that_there_is_not_leaves_nothing_behind(tmp_path: Path) -> None:
    source, out = tmp_path / "some.txt", tmp_path / "out.parquet"
    source.write_text(f"{PUZZLE}\n")
    ran = run("dataset", "label", source, "-o", out, "--scale", "iq")
    assert (ran.status, list(tmp_path.iterdir())) == (2, [source])
    assert "there is no scale 'iq'; expected explainer, hodoku or qqwing" in ran.err


@pytest.mark.thorough
def test_rows_of_several_rules_are_labelled_together(tmp_path: Path) -> None:
    source, out = tmp_path / "some.parquet", tmp_path / "out.parquet"
    puzzles = pa.table({"puzzle": [PUZZLE, ".12......21...4."], "rules": [None, "4"]})
    pq.write_table(puzzles, source)
    ran = run("dataset", "label", source, "-o", out, "--scale", "explainer", "--scale", "qqwing")
    assert ran.status == 0
    found = pq.read_table(out).to_pylist()
    assert [(row["rules"], row["er"], row["qqwing"]) for row in found] == [
        (None, 1.2, "simple"), ("4", 1.2, "simple")
    ]  # fmt: skip
    assert found[0]["hodoku_score"] is None


def test_the_command_makes_and_refuses(tmp_path: Path) -> None:
    path = tmp_path / "recipe.toml"
    path.write_text(RECIPE.replace("count = 25", "count = 2").replace("count = 20", "count = 2"))
    ran = run("dataset", "make", path, "-o", tmp_path / "set")
    assert ran.status == 0
    assert "train" in ran.err
    assert (tmp_path / "set" / "README.md").read_text().startswith("---\nlicense: cc0-1.0\n")
    assert run("dataset", "make", path, "-o", tmp_path / "set").status == 2
    assert run("dataset", "make", path, "-o", tmp_path / "set", "--overwrite", "-q").err == ""
    assert run("dataset", "make", path).status == 2
    assert run("dataset", "sell", path).status == 2
    assert run("dataset", "leaks", path).status == 2
    path.write_text("= 3")
    assert run("dataset", "make", path, "-o", tmp_path / "other").status == 2
    with pytest.raises(FormatError, match="not TOML"):
        Recipe.read(path)
    source = tmp_path / "some.txt"
    source.write_text(f"{PUZZLE}\n")
    out = tmp_path / "out.parquet"
    assert run("dataset", "label", source, "-o", out, "--scale", "explainer").status == 0
    assert pq.read_table(out).num_rows == 1


def test_labels_are_written_only_under_the_name_of_parquet(tmp_path: Path) -> None:
    lines = tmp_path / "a.txt"
    lines.write_text(f"{PUZZLE}\n", encoding="utf-8")
    for name in ("a.csv", "a.parquet.gz"):
        found = run("dataset", "label", lines, "-o", tmp_path / name)
        assert found.status == 2 and "expected NAME.parquet" in found.err
    assert list(tmp_path.iterdir()) == [lines]
