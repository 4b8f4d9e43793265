"""Files are cut so that no line is lost, doubled or broken, and what cannot be cut is not."""

import gzip
import random
from pathlib import Path

import pytest
from job_folders import lines, written
from pyarrow import csv as arrow_csv
from pyarrow import parquet

from cpsudoku import formats
from cpsudoku.errors import FormatError, OptionError
from cpsudoku.formats.source import bytes_of
from cpsudoku.jobs import Shards
from cpsudoku.jobs.shards import ShardPart, part_of
from cpsudoku.rows.source import Source


def parts(path: Path, size: int) -> list[ShardPart]:
    return [part_of(shard) for shard in Shards.of_files([str(path)], size)]


def content(part: ShardPart) -> bytes:
    with bytes_of(part.argument) as file:
        return b"".join(iter(lambda: file.read(1000), b""))


@pytest.mark.parametrize("seed", range(5))
def test_parts_of_lines_are_together_the_file(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    path = tmp_path / "a.txt"
    text = "".join(f"{line}{' #' * chance.randrange(40)}\n" for line in lines(50))
    path.write_text(text if seed % 2 else text.rstrip("\n"))
    for size in (1, 3, 7, 50, 1000):
        found = [content(part) for part in parts(path, size)]
        assert b"".join(found) == path.read_bytes()
        some = [one for one in found if one]
        assert all(one.endswith(b"\n") for one in some[:-1])


@pytest.mark.parametrize("head", ["puzzle\n", "# from a test\n"])
@pytest.mark.parametrize("rest", [lines(1)[0], ""])
def test_a_file_whose_only_line_does_not_end_is_one_shard(
    head: str, rest: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    path.write_text(head + rest)
    assert [content(part) for part in parts(path, 1)] == [path.read_bytes()]


def test_long_lines_are_cut_as_short_ones_are(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("".join(f"{line}{' ' * 70_000}\n" for line in lines(10)))
    found = [content(part) for part in parts(path, 2)]
    assert [one.count(b"\n") for one in found] == [2] * 5
    assert b"".join(found) == path.read_bytes()


def test_a_part_of_blanks_and_comments_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("".join(f"{line}\n" for line in lines(10)) + "\n" * 700 + "# over\n" * 20)
    found = parts(path, 5)
    assert not found[0].is_empty
    assert found[-1].is_empty


def test_each_part_of_a_table_has_its_header(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows = [f"{number},{line}" for number, line in enumerate(lines(40))]
    path.write_text("\n".join(["# made for a test", "id,puzzle", *rows]) + "\n")
    found = [content(part).decode().splitlines() for part in parts(path, 7)]
    assert len(found) > 3
    assert all(one[:2] == ["# made for a test", "id,puzzle"] for one in found)
    assert [row for one in found for row in one[2:]] == rows


def test_rules_above_the_lines_hold_for_each_part(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("# rules: 4+diagonals\n" + "1...............\n" * 60)
    found = [list(formats.read(part.argument)) for part in parts(path, 10)]
    assert len(found) == 6
    assert all(record.puzzle.rules.constraints for one in found for record in one)
    assert sum(map(len, found)) == 60


def test_rules_between_the_lines_are_refused_where_the_file_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    text = [*lines(30), "# rules: 9+diagonals", *lines(30)]
    path.write_text("\n".join(text) + "\n")
    with pytest.raises(FormatError, match=r"a\.txt: a comment sets rules for the puzzles"):
        parts(path, 10)
    assert len(parts(path, 1000)) == 1


def test_a_cut_within_quotes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    rows = [f'"a note {"x" * 50}\nof many {"x" * 50}\nlines",{line}' for line in lines(40)]
    path.write_text("\n".join(["note,puzzle", *rows]) + "\n")
    with pytest.raises(FormatError, match="a quoted field crosses"):
        parts(path, 4)
    assert len(parts(path, 1000)) == 1


def test_row_groups_of_parquet_are_shards(tmp_path: Path) -> None:
    plain = tmp_path / "a.csv"
    plain.write_text("\n".join(["puzzle", *lines(50)]) + "\n")
    path = tmp_path / "a.parquet"
    parquet.write_table(arrow_csv.read_csv(plain), path, row_group_size=4)
    found = parts(path, 10)
    assert len(found) == 5
    assert len({part.digest for part in found}) == 5
    records = [record for part in found for record in Source([part.argument]).records()]
    assert [str(record.puzzle) for record in records] == [
        str(record.puzzle) for record in formats.read(plain)
    ]
    assert [record.line for record in records] == list(range(1, 51))


@pytest.mark.parametrize("name", ["a.txt.gz", "drawn.txt", "one.json", "a.sdk"])
def test_what_cannot_be_cut_is_one_shard(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    drawn = "".join(line[i : i + 9] + "\n" for line in lines(40) for i in range(0, 81, 9))
    text = "".join(f"{line}\n" for line in lines(40))
    if name == "a.txt.gz":
        path.write_bytes(gzip.compress(text.encode()))
    elif name == "one.json":
        path.write_text("[\n" + ",\n".join(f'{{"puzzle": "{line}"}}' for line in lines(40)) + "\n]")
    else:
        path.write_text(drawn)
    (only,) = parts(path, 5)
    assert content(only) == path.read_bytes()


def test_json_lines_are_cut(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text("".join(f'{{"puzzle": "{line}", "n": 1}}\n' for line in lines(40)))
    found = parts(path, 10)
    assert len(found) == 4
    assert b"".join(map(content, found)) == path.read_bytes()


def test_a_shard_is_named_by_what_is_in_it(tmp_path: Path) -> None:
    first = [part.digest for part in parts(written(tmp_path / "a.txt"), 20)]
    other = tmp_path / "b.txt"
    text = lines(60)
    text[50] = text[51]
    other.write_text("".join(f"{line}\n" for line in text))
    second = [part.digest for part in parts(other, 20)]
    assert [one == two for one, two in zip(first, second, strict=True)] == [True, True, False]


def test_answers_name_the_byte_where_a_part_begins(tmp_path: Path) -> None:
    path = written(tmp_path / "a.txt")
    first, second, _ = parts(path, 20)
    assert str(first.argument) == str(path)
    assert str(second.argument) == f"{path}@{20 * 82}"


def test_many_shards_are_made_when_they_are_asked_for() -> None:
    shards = Shards.of_numbers(10**15, 10**9)
    assert len(shards) == 10**6
    assert (shards[10**6 - 1].begin, shards[10**6 - 1].end) == (10**15 - 10**9, 10**15)


def test_numbers_are_cut_at_their_end() -> None:
    assert [(s.begin, s.end) for s in Shards.of_numbers(25, 10, first=5)] == [
        (5, 15), (15, 25), (25, 30),
    ]  # fmt: skip


def test_only_files_are_cut(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="standard input"):
        Shards.of_files(["-"])
    with pytest.raises(FileNotFoundError):
        Shards.of_files([str(tmp_path / "nothing.txt")])
