"""Templates are whole in every language, and filled as a table of cases says; so does the page."""

import json
import re
from pathlib import Path

import pytest

from cpsudoku.errors import OptionError
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.words import FOLDER, languages, rendered, templates

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))
# tests/web/modules/words.test.js renders the same.


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["en"][:40])
def test_what_is_said_is_rendered_in_each_language(case: dict[str, str]) -> None:
    assert {language: rendered(case["said"], language) for language in ("en", "zh")} == {
        "en": case["en"],
        "zh": case["zh"],
    }


def test_languages_are_files() -> None:
    assert languages() == {"en": "English", "zh": "中文"}
    with pytest.raises(OptionError, match="expected en, zh"):
        templates("tlh")


def unrepeated(pairs: list[tuple[str, str]]) -> dict[str, str]:
    found = dict(pairs)
    assert len(found) == len(pairs)
    return found


# A clue has its label in English; what a clue means, its class says in English, and why something
# is refused, its message.
DIFFERENT = {"clue alone", "clue of lines", "clue with cells"}


def places(text: str) -> set[str]:
    """The places of a template, but those that choose between the forms of an English word."""
    return {name for name, choice in re.findall(r"\{(\w+)[^{}?]*(\?)?", text) if not choice}


def test_every_language_has_every_word_with_its_places() -> None:
    usual = {key: places(text) for key, text in templates("en").items() if key not in DIFFERENT}
    for path in FOLDER.glob("*.json"):
        found = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=unrepeated)
        own = {key: places(text) for key, text in found.items()}
        wrong = {key: own.get(key) for key in usual if own.get(key) != usual[key]}
        assert wrong == {}, path.stem
        extra = {
            key
            for key in own.keys() - usual.keys() - DIFFERENT
            if not key.startswith(("means ", "refused ", "refusal ", "in refusal "))
        }
        assert extra == set(), path.stem


def test_every_technique_has_a_name_in_chinese() -> None:
    for name in TECHNIQUES:
        assert re.search("[\u4e00-\u9fff]", rendered({"say": f"technique {name}"}, "zh")), name


ENGLISH = re.compile(r"[A-Za-z][a-z]{2,}")
# Names of programs, keys and notations, and forms of templates.
NAMES = re.compile(
    r"\{[^{}]*\}|`[^`]*`|</?answer>|HoDoKu|SudokuPad|cpsudoku|CSV|JSON|Explainer|Ctrl|Shift|Escape|Delete|Enter"
    r"|Home|End|Page Up|Page Down|Backspace|Kropki|Nishio|f-puzzles|PNG|SVG|Penpa|lisudoku|ipuz"
    r"|SudokuMaker|puzz.link|SumoCue|OpenSudoku|XML|DOCTYPE|pzpr|sudokuwiki.org"
    r"|Interactive Sudoku Solver|Base64|Simon Tatham|Solo"
)


def test_nothing_in_chinese_is_english() -> None:
    """A template that was copied, not translated, or a language that lacks one."""
    found = {
        key: text
        for key, text in templates("zh").items()
        if ENGLISH.search(NAMES.sub("", text)) and not key.startswith("join")
    }
    assert found == {}
    same = {
        key
        for key, text in templates("en").items()
        if templates("zh")[key] == text and ENGLISH.search(NAMES.sub("", text))
    }
    assert same == set()
