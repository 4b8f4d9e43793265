"""Files are read by compiled code as they are read without it, and in blocks of any size."""

import gzip
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from command_line import run
from hypothesis import example, given
from hypothesis import strategies as st
from well_known import CLASH, EASY, EASY_SOLVED, EIGHTEEN

from cpsudoku.asking.search import Search
from cpsudoku.rows import lines, source, tables

pytestmark = pytest.mark.compiled

LOOSE = EASY[:60] + "." * 21
WRONG = EASY_SOLVED[1] + EASY_SOLVED[0] + EASY_SOLVED[2:]
IMPOSSIBLE = EASY[:2] + "1" + EASY[3:]

PUZZLES = [
    EASY,
    EASY.replace(".", "0"),
    EASY.replace(".", "*"),
    EASY_SOLVED,
    EASY + " 1.5 # easy",
    EASY + "," + EASY_SOLVED,
    EASY + ";x," + WRONG + ",y",
    EASY + " " + EASY_SOLVED + "1 '" + EASY_SOLVED + "'",
    EASY + ";é ö",
    CLASH,
    IMPOSSIBLE,
]
OTHERS = [
    EASY + " é" + "1" * 80,
    "",
    "  \t",
    "\x0c",
    "# comment",
    "## \u2028Rough",
    "#rules",
    EASY + "x",
    EASY + "\x1f",
    " " + EASY,
    EASY[:80],
    EASY[:80] + "x",
    "nonsense",
    "123 456",
    EIGHTEEN,
    f"001: {EASY}",
    "\ufeff" + EASY,
]
ENDS = ["\n", "\n", "\n", "\r\n", "\r"]


def lines_of(pieces: list[str]) -> st.SearchStrategy[str]:
    numbered = st.tuples(st.sampled_from(pieces), st.sampled_from(ENDS))
    joined = st.lists(numbered, max_size=12).map(lambda lines: "".join(map("".join, lines)))
    return st.tuples(joined, st.sampled_from(["", EASY, "# end", EASY[:50], EASY + "\r"])).map(
        "".join
    )


texts = lines_of(PUZZLES + OTHERS)


def alike(name: str, text: str, command: str, options: list[str]) -> None:
    """Require that a file is answered as without the compiled readers and searches."""
    with TemporaryDirectory() as directory, pytest.MonkeyPatch.context() as patch:
        path = Path(directory, name)
        path.write_bytes(text.encode())
        fast = run(command, path, *options)
        patch.setattr(lines, "_plain_lines", lambda *_: None)
        patch.setattr(tables, "_plain_columns", lambda *_: None)
        patch.setattr(tables, "_at_once", lambda *_: None)
        patch.setattr(Search, "together", lambda *_, **__: None)
        slow = run(command, path, *options)
    assert (fast.status, fast.err) == (slow.status, slow.err)
    assert fast.out == slow.out


COMMANDS = st.sampled_from(
    [
        (command, [*options, *more])
        for command, options in (("check", []), ("solve", []), ("count", ["-n", "9"]))
        for more in ([], ["--skip-bad"])
    ]
)


@given(texts, COMMANDS)
def test_files_are_answered_as_without_the_compiled_reader(
    text: str, command: tuple[str, list[str]]
) -> None:
    alike("puzzles.txt", text, *command)


def test_rules_in_a_comment_hold_for_the_puzzles_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "mixed.txt"
    path.write_text(f"{EASY}\n# rules: 9+diagonals\n{EASY}\n{EASY}\n")
    ran = run("check", path)
    verdicts = [line.rpartition(": ")[2] for line in ran.lines]
    assert verdicts == ["unique", "none", "none"]


ROWS = [
    f"1,{EASY},{EASY_SOLVED},x",
    f"2,{EASY},{WRONG},x",
    f"3,{EASY},,x",
    f"4,{EASY}",
    f'"5","{EASY}","{EASY_SOLVED}","x"',
    f"6, {EASY} ,\t{EASY_SOLVED} ,é",
    f"7,{CLASH},{EASY_SOLVED},x",
    f"8,{LOOSE},{EASY_SOLVED},x",
    f"9,{IMPOSSIBLE},,",
]
OTHER_ROWS = [
    "",
    " \t",
    "# comment",
    "# rules: 9+diagonals",
    "\x0c# comment,2",
    "10",
    f"11,{EASY[:80]},",
    f"12,{EASY}x,",
    f'13,"{EASY}"x,',
    f'14,{EASY},,"two\nlines"',
    f'15,{EASY},,"open',
    f'16,{EASY},,say ""x""',
    f"17,{EASY},{EASY},",
    f"18,{EASY},{EASY_SOLVED[:80]},",
    "19,1.............4.,,",
]
OBJECTS = [
    f'{{"puzzle": "{EASY}", "solution": "{EASY_SOLVED}"}}',
    f'{{"puzzle": "{EASY}", "solution": "{WRONG}"}}',
    f'{{"id": -1.5e3, "tags": [1, {{"a": null}}, []], "quiz":"{EASY}"}} ',
    f'{{ "puzzle" : "{CLASH}" , "label" : "é" }}',
    f'{{"puzzle": "{LOOSE}"}}',
    f'{{"puzzle": "{IMPOSSIBLE}", "ok": true}}',
]
OTHER_OBJECTS = [
    "",
    "# comment",
    "# rules: 9+diagonals",
    f'{{"puzzle": "{EASY}", "rules": "9+diagonals"}}',
    f'{{"puzzle": "{EASY}", "puzzle": "{EASY_SOLVED}"}}',
    f'{{"puzzle": "{EASY}", "quiz": "{EASY_SOLVED}"}}',
    f'{{"puzzle": "{EASY}", "solution": null}}',
    f'{{"puzzle": "{EASY}", "label": "\\u0041"}}',
    f'{{"puzzle": "{EASY}", "id": 01}}',
    f'{{"puzzle": "{EASY}", "id": 1,}}',
    f'{{"puzzle":\n "{EASY}"}}',
    f'{{"puzzle": "{EASY}"}} {{"puzzle": "{EASY}"}}',
    f'{{"puzzle": "{EASY}"',
    f'"{EASY}"',
    '{"puzzle": "1.............4."}',
    "{}",
    "nonsense",
]
HEADER = "id,quizzes,solutions,note\n"


@given(lines_of(ROWS + OTHER_ROWS), COMMANDS)
def test_tables_are_answered_as_without_the_compiled_reader(
    text: str, command: tuple[str, list[str]]
) -> None:
    alike("puzzles.csv", HEADER + text, *command)


@given(lines_of(OBJECTS + OTHER_OBJECTS), COMMANDS)
@example("\n".join([OBJECTS[0], f"{OBJECTS[0]}\r{OBJECTS[0]}", EASY]), ("check", []))
def test_objects_are_answered_as_without_the_compiled_reader(
    text: str, command: tuple[str, list[str]]
) -> None:
    alike("puzzles.jsonl", text, *command)


@pytest.mark.parametrize("more", [f"{EASY}\n", ""])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("objects.jsonl", f'{OBJECTS[0]}\n{{"puzzle":\n "{EASY}"}}\n{OBJECTS[4]}\n'),
        ("rows.csv", f'{HEADER}{ROWS[0]}\n1,{EASY},,"two\nlines"\n{ROWS[7]}\n'),
        ("lines.sdk", f"{EASY}\n{LOOSE}\n"),
        ("binary.txt", f"{EASY}\0\n"),
    ],
)
def test_what_goes_on_over_lines_or_looks_like_another_thing_is_answered_as_without(
    name: str, text: str, more: str
) -> None:
    alike(name, text + more, "check", [])


@pytest.mark.parametrize("size", [90, 170, 400])
@pytest.mark.parametrize("end", ["\n", ""])
def test_lines_longer_than_a_block_are_answered(
    size: int, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "SIZE", size)
    long = f"{EASY} {'x' * size}"
    for some in ([EASY, long, LOOSE], [long, EASY], ["", EASY, EASY, long], [EASY] * 9):
        alike("long.txt", "\n".join(some) + end, "check", [])


def test_a_quote_within_a_field_does_not_hide_one_that_opens_a_field() -> None:
    rows = [OTHER_ROWS[4], ROWS[0], OTHER_ROWS[10], OTHER_ROWS[9], OTHER_ROWS[9]]
    alike("stray.csv", HEADER + "".join(f"{row}\n" for row in rows), "check", ["--skip-bad"])


def test_marked_and_packed_files_are_answered(tmp_path: Path) -> None:
    text = f"{EASY}\n{EASY}\n"
    for data in (text.encode("utf-16"), gzip.compress(text.encode()), text.encode("utf-8-sig")):
        path = tmp_path / "marked.txt"
        path.write_bytes(data)
        assert run("check", path).out == f"{path}:1: unique\n{path}:2: unique\n"
