"""Whether an argument is a text or a path does not depend on how long it is."""

from pathlib import Path

import pytest

from cpsudoku.cli.specs import _text_or_file
from cpsudoku.errors import FormatError, RulesError
from cpsudoku.formats import parse, parse_rules
from cpsudoku.formats.source import is_file, is_path, is_plain_file, names_a_file
from cpsudoku.rules import jigsaw

LAYOUT = "AAABACBBCCBDCDDD"
SQUARES = [9, 16, 81, 256]


def path_of(length: int) -> str:
    return "/nowhere/".ljust(length, "x")


@pytest.mark.parametrize("length", [*SQUARES, 10, 300, 5000])
def test_a_path_in_a_text_opens_no_file_and_is_not_read_as_labels(length: int) -> None:
    path = path_of(length)
    with pytest.raises(RulesError, match="only an argument can name a file"):
        parse_rules(f"jigsaw:{path}", files=False)
    with pytest.raises(FormatError, match="only an argument can name a file"):
        parse(f"# rules: jigsaw:{path}\n1..............2")


@pytest.mark.parametrize("length", [*SQUARES, 10, 300, 5000])
def test_a_path_that_leads_nowhere_is_not_read_as_labels(length: int) -> None:
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: '/nowhere/x*'"):
        parse_rules(f"jigsaw:{path_of(length)}")


def test_a_name_with_an_ending_is_said_to_be_no_file() -> None:
    with pytest.raises(FileNotFoundError, match=r"layout\.txt"):
        parse_rules("jigsaw:layout.txt")


def test_labels_longer_than_a_name_can_be_are_labels() -> None:
    labels = "".join(chr(ord("A") + row) * 18 for row in range(18))
    assert parse_rules(f"jigsaw:{labels}").rules() == jigsaw(labels)


@pytest.mark.parametrize("name", ["l.txt", "a+b.txt", "diagonals+diagonals", "my layout é"])
def test_a_file_wins_whatever_its_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / name).write_text(LAYOUT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for file in (name, str(tmp_path / name)):
        assert parse_rules(f"jigsaw:{file}").rules() == jigsaw(LAYOUT)
        with_more = parse_rules(f"jigsaw:{file}+diagonals").rules()
        assert with_more == jigsaw(LAYOUT).with_diagonals()


def test_a_directory_is_not_a_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / LAYOUT).mkdir()
    monkeypatch.chdir(tmp_path)
    assert parse_rules(f"jigsaw:{LAYOUT}").rules() == jigsaw(LAYOUT)
    assert is_file(LAYOUT)
    assert not is_plain_file(LAYOUT)


def test_a_file_with_the_name_of_a_mask_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _text_or_file("xx") == "xx"
    (tmp_path / "xx").write_text("#" * 81, encoding="utf-8")
    assert _text_or_file("xx") == "#" * 81


@pytest.mark.parametrize(
    ("text", "path", "like"),
    [
        ("a/b", True, True),
        ("easy.sdk", False, True),
        ("https://example.org/x.json", False, False),
        ('{"a": "/"}', False, False),
        ("1/\n2/", False, False),
        ("1...............", False, False),
        ("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
         False, False),
    ],
)  # fmt: skip
def test_what_looks_like_a_path(text: str, path: bool, like: bool) -> None:
    assert is_path(text) == path
    assert names_a_file(text) == like


def test_what_cannot_be_a_name_is_no_file(tmp_path: Path) -> None:
    assert is_file(str(tmp_path))
    for name in ("", "x" * 5000, "a\0b", str(tmp_path / "none")):
        assert not is_file(name)
