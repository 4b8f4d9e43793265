"""Every message by which the page's questions are refused has words in each other language.

English is in the source alone; a language has for each message a template named by what of it stays
the same, which is found here in the source itself.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from cpsudoku.words import FOLDER

SOURCE = FOLDER.parent
ROOMS = ("rules", "variants", "formats", "puzzle.py", "web")
"""Where what a page asks can be refused for what somebody wrote or drew."""

ELSEWHERE = re.compile(
    # Files and tables, options of the command line, plug-ins, and how a server is started.
    r"formats/(arrays|columnar|tables|containers|columns|writing|source|registry|symbols|sniffing)\.py"
    r"|formats/setters/drawings\.py|variants/registry\.py|web/(serving|workers)\.py|web/fpuzzles/"
)
ERRORS = {
    "RulesError", "PuzzleError", "FormatError", "OptionError", "UnsupportedError", "MisplacedError",
}  # fmt: skip

NOT_SAID = {
    "{}", "{}: {}", "rules: {}", "{} has {}",  # these only put other messages together
    "NaN or an infinite number in {}, which JSON has not; expected --format csv or parquet",
    "{} is not text; expected --format parquet or arrow",
}  # fmt: skip
IN_FULL = {
    "unknown{}; expected {}": ["unknown; expected {}", "unknown beside {}; expected {}"],
    "{} cannot be added to rules; expected {}{}": ["{} cannot be added to rules; expected {}"],
    "{} row{} of {} cells, from {} on; expected {} rows": [
        "{} row of {} cells, from {} on; expected {} rows",
        "{} rows of {} cells, from {} on; expected {} rows",
    ],
    "{} {}; expected a list{}": ["{} {}; expected a list of {}"],
}
"""Of messages with an ending or a few words in a place what they are in full."""


def ways(node: ast.expr) -> Iterator[str]:
    """Yield what a message can be, with ``{}`` for all that differs."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            for found in product(*(list(ways(part)) for part in parts)):
                yield "".join(found)
        case ast.IfExp(body=body, orelse=orelse):
            yield from ways(body)
            yield from ways(orelse)
        case ast.FormattedValue(value=ast.IfExp() as value):
            yield from ways(value)
        case _:
            yield "{}"


def messages(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in ERRORS:
                yield from ways(first)


def all_messages() -> dict[str, str]:
    files = [
        file for room in ROOMS for file in sorted((SOURCE / room).rglob("*.py"))
    ] + [SOURCE / "puzzle.py"]  # fmt: skip
    return {
        message: name
        for file in files
        if not ELSEWHERE.search(name := file.relative_to(SOURCE).as_posix())
        for message in messages(file)
    }


def forms(language: dict[str, str], beginning: str) -> set[str]:
    return {key.removeprefix(beginning) for key in language if key.startswith(beginning)}


LANGUAGES = [path for path in sorted(FOLDER.glob("*.json")) if path.stem != "en"]


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_every_message_has_words(path: Path) -> None:
    known = forms(json.loads(path.read_text(encoding="utf-8")), "refusal ")
    missing = {
        message: name
        for message, name in all_messages().items()
        if message not in NOT_SAID and not known.issuperset(IN_FULL.get(message, [message]))
    }
    assert missing == {}


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_words_for_messages_have_their_places(path: Path) -> None:
    for key, text in json.loads(path.read_text(encoding="utf-8")).items():
        if key.startswith(("refusal ", "in refusal ")):
            places = set(map(int, re.findall(r"\{(\d+)\}", text)))
            assert places == set(range(1, key.count("{}") + 1)), key
