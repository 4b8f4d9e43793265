"""Why a server refuses something is said whole in the reader's language."""

from __future__ import annotations

import io
import random
import re

import pytest
from test_page_answers import asked, needs_node
from variant_examples import CASES, SENSELESS

pytest.importorskip("fastapi", reason="the page needs the extra web")

from cpsudoku import formats
from cpsudoku.errors import CpsudokuError, FormatError
from cpsudoku.web.boards import record_of
from cpsudoku.web.setting import answering, models

HELD_BY_RULES = [
    "1.30678." + "." * 73,
    f"puzzle,rules\n{'.' * 81},Normal sudoku",
    "1.2.,one\n.1.2,two",
    f"https://www.sudokuwiki.org/zzz.aspx?bd=1{'.' * 80}",
]
"""Texts that can be read once a line before them says their rules."""

WRITTEN = [
    "hello", "{}", "[1,2", '{"puzzle":5}', "." * 80, "x" * 81, "1 2 3 4\n1 2 3",
    "# rules: nonsense\n" + "." * 81, "# rules: 9+killer:5@r1c1,r99c1\n" + "." * 81,
    '{"puzzle":"................","rules":{"size":4,"boxes":[3,2]}}',
    '{"puzzle":"................","rules":{"size":4,"also":[{"type":"killer","cells":["r1c1"]}]}}',
    '{"puzzle":"................","candidates":[[1],[9]]}', "https://f-puzzles.com/?load=AAAA",
    "https://sudokupad.app/scl123456789", "https://lisudoku.xyz/?import=AAA",
    *HELD_BY_RULES, "AA=12,BB=3,CC=4", "<?xml version='1.0'?><a/>", "1.3.5.7.. aaabbbccc",
    "3x3a#12",
    f"https://www.sudokuwiki.org/jigsaw.aspx?bd={'.' * 81}",
    *(f"# rules: 4+{text}\n{'.' * 16}" for text, _ in SENSELESS),
]  # fmt: skip
DRAWN: list[dict[str, object]] = [
    {}, {"type": "zzz"}, {"type": "killer"}, {"type": "diagonals"}, {"kind": "row", "cells": []},
    {"type": "sum", "cells": ["r1c1"], "totals": "x"}, {"type": "thermo", "cells": ["r1c1"]},
    {"type": "arrow", "bulb": ["r1c1"], "cells": []},
    {"type": "equalsums", "parts": [["r1c1"], []]},
    {"type": "lookandsay", "cells": ["r1c1"], "said": []},
]  # fmt: skip


def refusals() -> list[tuple[str, str]]:
    """Return kinds and messages for texts and drafts, most of them damaged somewhere."""
    chance = random.Random(3)
    texts = list(WRITTEN)
    while len(texts) < 1000:
        marks = list(chance.choice([*WRITTEN, f"# rules: 4+{chance.choice(CASES)[1]}\n{'.' * 16}"]))
        for _ in range(chance.randint(1, 3)):
            marks[chance.randrange(len(marks))] = chance.choice("x{]90,@:+\n-")
        texts.append("".join(marks))
    found = []
    for text in texts:
        try:
            record_of(text, 400)
        except CpsudokuError as error:
            found.append((type(error).__name__, str(error)))
    for clue in DRAWN:
        for base in ("4", "9", "samurai", "latin:4"):
            fields = {"draft": {"base": base, "clues": [clue]}}
            try:
                answering.draft(models.DraftRequest.model_validate(fields), cells=400, seconds=1)
            except CpsudokuError as error:
                # Which clue of a draft it is about is for the page, not for its reader.
                said = re.sub(r"^clues\[0\](: |\.)", "", str(error))
                found.append((type(error).__name__, said))
    return found


WRITTEN_BY_OTHERS = re.compile(
    # What somebody wrote, and what is written just so in texts.
    r"'(?:[^'\\]|\\.)*'|\"[^\"]*\"|`[^`]*`"
    r"|JSON|CSV|SudokuPad|f-puzzles|lisudoku|SudokuMaker|puzz\.link|SumoCue|Penpa|ipuz|sudokuwiki\.org"
    r"|Interactive Sudoku Solver|Base64|Simon Tatham|Solo|XML"
)


@pytest.mark.parametrize("text", HELD_BY_RULES)
def test_a_text_without_its_rules_is_told_how_it_can_say_them(text: str) -> None:
    with pytest.raises(FormatError, match="'# rules: ") as refused:
        record_of(text, 400)
    assert "--" not in str(refused.value)  # a page has no such option
    for line in re.findall(r"'(# rules: [^']+)'", str(refused.value)):
        assert len(list(formats.read(io.StringIO(f"{line}\n{text}")))) >= 1


@needs_node
def test_what_is_refused_is_explained_in_chinese_with_what_was_found_and_expected() -> None:
    cases = refusals()
    assert len({message for _, message in cases}) > 300
    [answers] = asked([{"refusals": cases, "language": "zh"}])
    english = {
        said: message
        for said, (_, message) in zip(answers, cases, strict=True)
        if re.search("[A-Za-z]{3,}", WRITTEN_BY_OTHERS.sub("", said))
    }
    assert english == {}
    # Nothing is lost on the way: each number and each cell of a message stands in its words.
    for said, (_, message) in zip(answers, cases, strict=True):
        spoken = set(re.findall(r"r\d+c\d+|\d+", said))
        assert set(re.findall(r"r\d+c\d+|\d+", message)) <= spoken, (said, message)
    [plain] = asked([{"refusals": cases, "language": "en"}])
    assert plain == [message for _, message in cases]
