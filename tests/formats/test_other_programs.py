"""Killer texts of SumoCue and JSudoku, sudokus of pzpr and puzz.link, and OpenSudoku's XML."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import XMLPullParser

import pytest
from command_line import run
from hypothesis import given
from hypothesis import strategies as st
from well_known import EASY, EASY_SOLVED

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Record
from cpsudoku.formats.setters import killers, pzpr
from cpsudoku.formats.setters.imported import means_the_same
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes, classic, jigsaw, usual
from cpsudoku.variants import Variant, to_text, with_variants

CAGES = ("killer:10@r1c1,r1c2,r2c1", "killer:9@r5c5,r5c6", "killer:17@r9c8,r9c9")


def all_of(text: str) -> list[Record]:
    return list(formats.read(io.StringIO(text)))


def one(text: str) -> Record:
    (record,) = all_of(text)
    return record


def clues(record: Record) -> list[str]:
    return [to_text(clue) for clue in record.puzzle.rules.clues if isinstance(clue, Variant)]


def sumocue(*cells: str, more: str = "") -> str:
    return f"SumoCueV1{more}" + "".join([*cells, *["=0"] * (81 - len(cells))])


def ps(*fields: int, head: str = "3x3::k:") -> str:
    return head + ":".join(map(str, [*fields, *range(len(fields), 81)])) + ":"


def short(**marks: str) -> str:
    """81 characters, 0 but for those at some cells."""
    board = classic().board
    found = dict.fromkeys(range(81), "0") | {board.cell(name): one for name, one in marks.items()}
    return "".join(found[cell] for cell in range(81))


@pytest.mark.parametrize(
    ("text", "wanted", "given"),
    [
        (sumocue("=8", "+0", "=3"), ["killer:8@r1c1,r1c2"], (0, 0, 3)),
        (sumocue("=0", "+0"), ["killer@r1c1,r1c2"], (0, 0, 0)),
        (sumocue("+1", "=8"), ["killer:8@r1c1,r1c2"], (0, 0, 0)),
        (ps(8 * 256, 8 * 256, 3 * 256 + 2), ["killer:8@r1c1,r1c2"], (0, 0, 3)),
        (ps(0, 0, 0), [], (0, 0, 0)),
        (short(r1c1="A", r1c2="<", r1c3="3"), ["killer:10@r1c1,r1c2"], (0, 0, 3)),
        (short(r1c1="v", r2c1=">", r2c2="j"), ["killer:45@r1c1,r2c1,r2c2"], (0, 0, 0)),
        (short(r1c1=".", r1c3=",", r2c2="Z", r3c3="`", r3c1="'", r3c2="^"),
         ["killer:35@r1c1,r1c3,r2c2,r3c1,r3c2,r3c3"], (0, 0, 0)),
    ],
)  # fmt: skip
def test_a_killer_in_a_line_has_cages_and_givens(
    text: str, wanted: list[str], given: tuple[int, ...]
) -> None:
    record = one(text)
    assert clues(record) == wanted
    assert record.puzzle.digits[:3] == given
    assert one(f"# a killer\n{text}\n{EASY}" if text[0] == "<" else text).puzzle == record.puzzle


def test_regions_and_diagonals_of_killers_are_houses() -> None:
    rows = [f"=0J{cell % 9}" for cell in range(81)]  # columns for regions
    assert one("SumoCueV1" + "".join(rows)).puzzle.rules.means(jigsaw([c % 9 for c in range(81)]))
    both = classic().with_diagonals()
    assert one(sumocue(more="D")).puzzle.rules.means(both)
    assert one(ps(head="3x3:d:k:")).puzzle.rules.means(both)
    assert one("2x2::k:" + "0:" * 16).puzzle.rules == boxes(2, 2)


@pytest.mark.parametrize("name", ["sumocue", "ps"])
def test_killers_come_back(name: str) -> None:
    puzzle = Puzzle.empty(with_variants(classic().with_diagonals(), *CAGES)).with_given(2, 7)
    assert one(formats.write(puzzle, name)).puzzle == puzzle
    single = Puzzle.empty(with_variants(classic(), "killer:4@r1c1"))
    assert one(formats.write(single, name)).puzzle == Puzzle.empty(classic()).with_given(0, 4)


@pytest.mark.parametrize(
    ("clue", "given"),
    [("killer:10@r1c1,r1c2", 1), ("killer:10@r1c1,r1c2", 0), ("thermo@r1c1,r1c2", None)],
)
@pytest.mark.parametrize("name", ["sumocue", "ps"])
def test_what_a_killer_text_cannot_say_is_refused(name: str, clue: str, given: int | None) -> None:
    puzzle = Puzzle.empty(with_variants(classic(), clue))
    with pytest.raises(FormatError, match=r"has no (word for: thermo|cages that share cells)"):
        formats.write(puzzle if given is None else puzzle.with_given(given, 2), name)
    with pytest.raises(FormatError, match="has no cages that share cells"):
        formats.write(Puzzle.empty(with_variants(classic(), *CAGES, "killer@r1c2,r1c3")), name)


def test_totals_that_are_open_are_said_by_sumocue_only() -> None:
    puzzle = Puzzle.empty(with_variants(classic(), "killer@r1c1,r1c2"))
    assert one(formats.write(puzzle, "sumocue")).puzzle == puzzle
    with pytest.raises(FormatError, match="PS has no way to say these rules exactly"):
        formats.write(puzzle, "ps")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (sumocue()[:-2], "a text of SumoCue with 80 cells; expected 81"),
        (sumocue("=8", "*0"), "cells; expected 81 such as =8"),
        (sumocue("=8", "+0", "+1"), "r1c3 in a cage of cell 1, where no cage begins"),
        (sumocue("=8J1"), "regions of some cells"),
        ("SumoCueV1" + "=0J0" * 81, "a region with more cells than the 9 digits"),
        ("SumoCueV1" + "".join(f"=0J{c // 3 % 27}" for c in range(81)), "not nine of nine cells"),
        ("SumoCueV7=1", "begins with 'SumoCueV7'"),
        (ps(head="3x3:w:k:"), "expected such as '3x3::k:'"),
        (ps(head="9x9::k:"), "expected such as '3x3::k:'"),
        ("3x3::k:" + "x:" * 81, "a killer with 81 numbers; expected 81"),
        (short(r1c1="^", r1c2="3"), "an arrow out of the board in r1c1"),
        (short(r2c9=">"), "an arrow out of the board in r2c9"),
        (short(r1c1=">", r1c2="<"), "arrows in a circle, as from r1c1"),
        (short(r1c1="A", r9c9="^"), "digit 10; expected 1 to 9"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_killer_text_is_named(text: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        all_of(f"# before\n{text}")
    assert said in caught.value.message
    assert caught.value.line == 2


TEXTS = [sumocue("=8", "+0"), ps(2048, 2048), short(r1c1="A", r1c2="<"), "sudoku/9/9/zzzzg",
         "pzprv3/sudoku/4/" + ". . . . /" * 8]  # fmt: skip


@given(st.sampled_from(TEXTS), st.data())
def test_damaged_texts_of_other_programs_are_read_or_refused(
    text: str, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    more = data.draw(st.text("0129J+=:<>^v.zg-/[] x", max_size=4))
    damaged = text[:start] + more + text[start + data.draw(st.integers(0, 3)) :]
    read = pzpr.imported if "sudoku" in text else killers.imported
    with contextlib.suppress(FormatError):
        read(damaged).puzzle()


def test_a_link_of_puzz_link_has_numbers_of_radix_16_and_counts_blanks() -> None:
    for start in ("https://puzz.link/p?", "http://pzv.jp/p.html?", "puzz.link/p?type=editor&"):
        assert str(one(f"{start}sudoku/4/4/g1k23k3g").puzzle) == ".1.....23.....3."
    blank = one("https://puzz.link/p?sudoku/25/25/" + "z" * 31 + "j-19").puzzle
    assert blank == Puzzle.empty(usual(25)).with_given(624, 25)
    puzzle = Puzzle.empty(usual(25)).with_given(23, 17).with_given(24, 15)
    link = formats.write(puzzle, "puzzlink")
    assert link == "https://puzz.link/p?sudoku/25/25/zi-11f" + "z" * 30 + "\n"
    assert one(link).puzzle == puzzle
    # A question mark stands in a cell without a number.
    assert str(one("https://puzz.link/p?sudoku/4/4/.1k23k3g").puzzle) == ".1.....23.....3."


def test_boxes_of_pzpr_are_as_high_as_wide_but_in_6_by_6() -> None:
    assert one("https://puzz.link/p?sudoku/6/6/zv").puzzle.rules == boxes(2, 3)
    eight = one("https://puzz.link/p?sudoku/8/8/zzzj").puzzle
    assert (0, 1, 8, 9) in {group.cells for group in eight.rules.groups}
    assert len(eight.rules.groups) == 16 + 16
    assert means_the_same(one(formats.write(eight, "pzprv3")).puzzle, eight)
    with pytest.raises(FormatError, match="pzpr knows only the usual rules of its boards"):
        formats.write(Puzzle.empty(usual(8)), "puzzlink")
    five = one("https://puzz.link/p?sudoku/5/5/zk").puzzle
    assert {len(group.cells) for group in five.rules.groups if len(group.cells) < 5} == {4, 2}


FILE = """pzprv3
sudoku
4
. 1 . . \n. - . 2 \n3 . . . \n. . 3 . 
2 . 4 3 \n4[1,,,] + . . \n. . . . \n. . . . 
"""  # noqa: W291


def test_a_file_of_pzpr_has_givens_and_what_was_entered() -> None:
    for text in (FILE, FILE.replace("\n", "/"), FILE.replace("\n", "\r\n"), FILE.strip()):
        record = one(text)
        assert str(record.puzzle) == ".1.....23.....3."
        assert record.ignored == (
            "digits entered, no givens (3): r1c1 r1c3 r1c4", "pencil marks (1)",
        )  # fmt: skip
    assert [record.line for record in all_of(f"# two\n{FILE}\n{FILE}")] == [2, 14]
    solved = Record(formats.parse(EASY), solution=tuple(map(int, EASY_SOLVED)))
    again = one(formats.write(solved, "pzprv3"))
    assert again.puzzle == solved.puzzle
    assert again.ignored[0].startswith("digits entered, no givens (51)")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("https://puzz.link/p?sudoku/4/4/g1!", "'!' in the cells of puzz.link"),
        ("https://puzz.link/p?sudoku/4/4/g1", "2 cells of puzz.link; expected 16"),
        ("https://puzz.link/p?sudoku/4/4/zz", "40 cells of puzz.link; expected 16"),
        ("https://puzz.link/p?sudoku/4/5/zz", "a board of 5 rows and 4 columns; expected a square"),
        ("https://puzz.link/p?sudoku/4/x/zz", "without columns, rows and cells"),
        ("https://puzz.link/p?sudoku/4/4/9u", "digit 9; expected 1 to 4"),
        ("https://puzz.link/p?nurikabe/4/4/g1k23k3g", "no link with a puzzle in it"),
        (FILE.replace("sudoku", "nurikabe"), "a file of pzpr with 'nurikabe'; expected sudoku"),
        (FILE.replace("4\n", "", 1), "without its number of columns"),
        (FILE.replace("4\n", "5\n", 1), "without 5 rows of 5 cells"),
        (FILE.replace("-", "x"), "'x' in a file of pzpr; expected a number or a point"),
        (f"pzprv3\n{FILE}", "a file of pzpr with ''; expected sudoku"),
    ],
)
def test_what_is_wrong_in_a_sudoku_of_pzpr_is_named(text: str, said: str) -> None:
    with pytest.raises(FormatError) as caught:
        all_of(f"# before\n{text}")
    assert said in caught.value.message
    assert caught.value.line == 2


def game(data: str, **more: str) -> str:
    return (
        f'<game data="{data}"'
        + "".join(f' {name}="{value}"' for name, value in more.items())
        + "/>"
    )


def xml(*games: str) -> str:
    return "\n".join(
        ['<?xml version="1.0" encoding="UTF-8"?>', "<opensudoku>", *games, "</opensudoku>"]
    )


ZEROS = EASY.replace(".", "0")
STATES = {
    1: "".join(f"{d}|{'-' if d != '0' else '1,2,'}|{d == '0':d}|" for d in ZEROS),
    2: "".join(f"{d}|0||{d == '0':d}|" for d in ZEROS),
    3: "".join(f"{d}|0|{d == '0':d}|" for d in ZEROS),
    4: "".join(f"{d}|0|0|{d == '0':d}|" for d in ZEROS),
    5: "".join(f"{d}|0|0|7|{d == '0':d}|" for d in ZEROS),
}


def test_games_of_opensudoku_are_read_in_each_version() -> None:
    for version, state in STATES.items():
        record = one(xml(game(f"version: {version}&#10;{state}")))
        assert str(record.puzzle) == EASY
        assert record.ignored == (("pencil marks (51)",) if version == 1 else ())
    assert str(one(xml(game(ZEROS))).puzzle) == EASY
    entered = one(xml(game("version: 3\n5|0|1|" + "0|3|1|" * 80)))
    assert entered.puzzle.clues == 0
    assert entered.ignored == ("pencil marks (80)", "digits entered, no givens (1): r1c1")


def test_commands_read_games_on_one_line_and_on_many(tmp_path: Path) -> None:
    path = tmp_path / "games"
    for between in ("", "\n" * 200):
        path.write_text(f'<opensudoku>{between}<game data="{ZEROS}"/></opensudoku>')
        done = run("count", path)
        assert done.out.endswith(": 1\n"), done.err


def test_no_game_is_lost_where_the_parser_keeps_its_last_ones_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_closed = False

    def close(parser: Any) -> None:
        nonlocal is_closed
        is_closed = True
        closed(parser)

    def read_events(parser: Any) -> Any:  # as with Expat 2.6 before Python had `flush`
        return events(parser) if is_closed else iter(())

    closed, events = XMLPullParser.close, XMLPullParser.read_events
    monkeypatch.setattr(XMLPullParser, "close", close)
    monkeypatch.setattr(XMLPullParser, "read_events", read_events)
    assert [str(record.puzzle) for record in all_of(xml(game(ZEROS), game(ZEROS)))] == [EASY] * 2


def test_folders_and_notes_of_opensudoku_are_labels_and_comments() -> None:
    first, second = all_of(xml(
        '<folder name="Easy &amp; short">', game(ZEROS, note="one"), "</folder>",
        "<name>Mine</name>", "<game", f'data="{ZEROS}"', "/>",
    ))  # fmt: skip
    assert (first.label, first.comment, first.line) == ("Easy & short", "one", 4)
    assert (second.label, second.line) == ("Mine", 9)
    again = one(formats.write(first, "opensudoku"))
    assert (again.comment, again.puzzle) == ("one", first.puzzle)
    assert (
        formats.write(Record(first.puzzle, comment='a "b" <c>'), "opensudoku").count("<game") == 1
    )


@pytest.mark.parametrize(
    ("text", "said", "line"),
    [
        (xml(game(ZEROS[:80])), "expected 81 digits or version: 1 to 5", 3),
        (xml(game("version: 3&#10;1|0|1|")), "a game of 3 fields; expected 243", 3),
        (xml(game("version: 9&#10;1|0|1|")), "expected 81 digits or version: 1 to 5", 3),
        (xml(game(ZEROS).replace("/>", ">")), "XML that is not well formed: 'mismatched tag", 4),
        (
            xml(game(ZEROS)).replace("</opensudoku>", ""),
            "XML that is not well formed: 'no element",
            3,
        ),
        ("<opensudoku>\n<!DOCTYPE x>", "XML with a DOCTYPE", 2),
    ],
)
def test_what_is_wrong_in_a_file_of_opensudoku_is_named(text: str, said: str, line: int) -> None:
    with pytest.raises(FormatError) as caught:
        all_of(text)
    assert said in caught.value.message
    assert caught.value.line == line


def test_a_bad_game_of_opensudoku_costs_only_itself() -> None:
    bad: list[FormatError] = []
    text = xml(game(ZEROS), game("12"), game(ZEROS))
    found = list(formats.read(io.StringIO(text), on_bad=bad.append))
    assert [record.line for record in found] == [3, 5]
    assert [error.line for error in bad] == [4]
