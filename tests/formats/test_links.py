"""Links as people pass them on: in brackets, without a scheme, only what is packed, with blanks."""

from __future__ import annotations

import io
import json

import pytest
from command_line import run

from cpsudoku import formats
from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.lzstring import compressed
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import boxes
from cpsudoku.variants import with_variants

PUZZLE = Puzzle.empty(with_variants(boxes(2, 2), "killer:5@r1c1,r1c2", "thermo@r2c1,r2c2,r3c3"))
LINK = formats.write(PUZZLE, "fpuzzles").strip()
PACKED = LINK.partition("load=")[2]
ISS = formats.write(PUZZLE, "iss").strip()


@pytest.mark.parametrize(
    "text",
    [
        LINK, f"<{LINK}>", f"[a title](<{LINK}>)", f"[a title]({LINK})", LINK[8:],
        f"www.{LINK[8:]}", f"<{LINK[8:]}>", f"[x]({LINK[8:]})", PACKED, f"fpuz{PACKED}",
        f"sudokupad.app/fpuz{PACKED}", f"https://sudokupad.app/fpuzzles{PACKED}",
        f"https://f-puzzles.com/?load={PACKED}&other=1#top", f"{LINK} as I wrote it",
        f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={ISS}",
        f"sigh.github.io/Interactive-Sudoku-Solver/?q={ISS}",
    ],
)  # fmt: skip
def test_a_link_is_read_however_it_is_passed_on(text: str) -> None:
    assert formats.parse(text) == PUZZLE
    assert formats.parse(f"# a comment\n\n{text}\n") == PUZZLE


@pytest.mark.parametrize(
    "text",
    [
        f"Try [this]({LINK}) now!", f"Look: {LINK}.", f'"{LINK}"', f'<p>See <a href="{LINK}">x</a>',
        f"- {LINK}", f"Puzzle 1: {LINK}", f"Hello,\n\nhave a look:\n{LINK}\n\nBob",
    ],
)  # fmt: skip
def test_a_link_is_read_among_words(text: str) -> None:
    assert formats.parse(text) == PUZZLE
    with pytest.raises(FormatError):
        formats.parse(f"{text}\n(with anti-knight, too)")


def test_a_link_without_a_scheme_is_an_argument_and_no_file() -> None:
    done = run("convert", LINK[8:], "--format", "iss")
    assert (done.status, done.out.strip()) == (0, ISS)


def test_a_plus_sign_that_became_a_blank_is_read() -> None:
    title = "???>>>~~~"
    data = {"size": 4, "grid": [[{}] * 4] * 4, "title": title, "antiknight": True}
    packed = compressed(json.dumps(data))
    assert "+" in packed
    for start in ("https://f-puzzles.com/?load=", "fpuz", "https://sudokupad.app/fpuz", ""):
        spaced = start + packed.replace("+", " ")
        record = next(formats.read(io.StringIO(spaced)))
        assert record.label == title
        assert record.puzzle == formats.parse(start + packed)


def test_a_packed_text_alone_is_of_the_program_that_its_fields_show() -> None:
    cell = {"row": 0, "col": 0}
    homes = [[[r + i, c + j] for i in (0, 1) for j in (0, 1)] for r in (0, 2) for c in (0, 2)]
    for data in (
        {"size": 4, "grid": [[{"value": 3, "given": True}, {}, {}, {}], *[[{}] * 4] * 3]},
        {"cells": [[{"value": 3}, {}, {}, {}], *[[{}] * 4] * 3], "regions": homes},
        {"gridSize": 4, "fixedNumbers": [{"position": cell, "value": 3}]},
    ):  # fmt: skip
        assert formats.parse(compressed(json.dumps(data))) == formats.parse("3" + "." * 15)
    with pytest.raises(FormatError, match="no puzzle of a known program"):
        formats.parse(compressed('{"name": "something else", "more": [1, 2, 3]}'))


def test_a_row_of_a_large_board_is_not_a_packed_text() -> None:
    rows = ["N4" + "." * 23, *["." * 25] * 24]
    assert formats.parse("\n".join(rows)).digits[:2] == (23, 4)


CELLS: list[list[object]] = [[{}] * 4 for _ in range(4)]
MANY: dict[str, dict[str, object]] = {
    "more than 20000 killercage": {"size": 4, "grid": CELLS,
                                   "killercage": [{"cells": ["R1C1"]}] * 20_001},
    "more than 20000 line": {"size": 4, "grid": CELLS, "line": [{"lines": []}] * 20_001},
    "more than 20000 cages": {"cells": CELLS, "cages": [{"cells": [[0, 0]]}] * 20_001},
    "lines of more than 50000 cells": {"cells": CELLS,
                                       "lines": [{"wayPoints": [[0, 0], [900, 900]] * 5}] * 10},
    "more than 70 rows": {"cells": [[{}]] * 71},
    "size 36": {"size": 36, "grid": []},
}  # fmt: skip


@pytest.mark.parametrize("words", MANY)
def test_what_a_link_may_hold_has_bounds(words: str) -> None:
    link = "https://sudokupad.app/" + ("fpuz" if "grid" in MANY[words] else "scl")
    with pytest.raises(FormatError, match=words):
        formats.parse(link + compressed(json.dumps(MANY[words])))


@pytest.mark.parametrize("start", ["scl", "fpuz", "https://f-puzzles.com/?load=", ""])
def test_a_link_of_very_many_characters_is_refused_before_it_is_unpacked(start: str) -> None:
    with pytest.raises(FormatError, match="expected at most 1000000"):
        formats.parse(start + "N4Ig" + "BAQa" * 250_000)
