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

Names = dict[str, list[ast.expr]]

ELSEWHERE = re.compile(
    # Files and tables, options of the command line, plug-ins, and how a server is started.
    r"formats/(tables|columns|writing|source|sniffing)\.py"
    r"|formats/setters/drawings\.py|variants/registry\.py|web/(serving|workers)\.py|web/fpuzzles\.py"
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
    "{} are not rules; {}{}": ["{} are not rules; {}"],
    "{} cannot be added to rules; expected {}{}": ["{} cannot be added to rules; expected {}"],
    "{} without {}{}; expected {}": [
        "{} without {}; expected {}",
        "{} without {}: a / is missing after its first cells; expected {}",
    ],
    "{}, as in {}": [
        "{} is not a cell: expected {} … {}, as in {}",
        "{}-{} is not a range: expected two cells of one row or column, as in {}",
    ],
    "{} {}; expected a list{}": ["{} {}; expected a list of {}"],
}
"""Of messages with an ending or a few words in a place what they are in full."""


def ways(node: ast.expr, names: Names) -> Iterator[str]:
    """Yield what a message can be, with ``{}`` for all that differs."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            for found in product(*(list(ways(part, names)) for part in parts)):
                yield "".join(found)
        case ast.IfExp(body=body, orelse=orelse):
            yield from ways(body, names)
            yield from ways(orelse, names)
        case ast.Call(func=ast.Name("counted"), args=[_, noun]):
            yield from (f"{{}} {one}{end}" for one in ways(noun, names) for end in ("", "s"))
        case ast.FormattedValue(value=ast.IfExp() | ast.Name() | ast.Call() as inside):
            yield from ways(inside, names)
        case ast.Name(id=name) if name in names:
            others = {other: values for other, values in names.items() if other != name}
            for value in names[name]:
                yield from ways(value, others)
        case _:
            yield "{}"


def texts_named(function: ast.FunctionDef) -> Names:
    """What texts a function gives names, before it puts them into a message."""
    found: Names = {}
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pairs = [(name, value)]
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                pairs = [(target.id, value) for target, value in zip(targets, values, strict=True)
                         if isinstance(target, ast.Name)]  # fmt: skip
            case _:
                continue
        for name, value in pairs:
            if isinstance(value, ast.JoinedStr | ast.IfExp | ast.Constant | ast.Call):
                found.setdefault(name, []).append(value)
    return found


def messages(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield messages, each with what it is where a function has given parts of it a name."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = texts_named(function)
        says_fault = function.name.lstrip("_").startswith("fault")
        for node in ast.walk(function):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[first, *_]) if name in ERRORS:
                    pass
                case ast.Return(value=ast.expr() as first) if says_fault:
                    pass
                case _:
                    continue
            yield from ((plain, list(ways(first, names))) for plain in ways(first, {}) if plain)


def all_messages() -> dict[str, tuple[str, list[str]]]:
    files = [
        file for room in ROOMS for file in sorted((SOURCE / room).rglob("*.py"))
    ] + [SOURCE / "puzzle.py"]  # fmt: skip
    return {
        f"{name}: {plain} {whole}": (plain, whole)
        for file in files
        if not ELSEWHERE.search(name := file.relative_to(SOURCE).as_posix())
        for plain, whole in messages(file)
    }


def forms(language: dict[str, str], beginning: str) -> set[str]:
    return {key.removeprefix(beginning) for key in language if key.startswith(beginning)}


LANGUAGES = [path for path in sorted(FOLDER.glob("*.json")) if path.stem != "en"]


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_every_message_has_words(path: Path) -> None:
    known = forms(json.loads(path.read_text(encoding="utf-8")), "refusal ")

    def has_words(message: str) -> bool:
        return known.issuperset(IN_FULL.get(message, [message]))

    missing = [
        place
        for place, (plain, whole) in all_messages().items()
        if not has_words(plain)
        and not all(not one or one in NOT_SAID or has_words(one) for one in whole)
    ]
    assert missing == []


@pytest.mark.parametrize("path", LANGUAGES, ids=lambda path: path.stem)
def test_words_for_messages_have_their_places(path: Path) -> None:
    for key, text in json.loads(path.read_text(encoding="utf-8")).items():
        if key.startswith(("refusal ", "in refusal ")):
            places = set(map(int, re.findall(r"\{(\d+)\}", text)))
            assert places == set(range(1, key.count("{}") + 1)), key
