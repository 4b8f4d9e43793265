"""The puzzles of lessons need what they are for, and the docs name them all."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cpsudoku import logic, parse
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.words import templates

ROOT = Path(__file__).parents[2]
LESSONS = json.loads((ROOT / "cpsudoku/web/page/lessons.json").read_text(encoding="utf-8"))


@pytest.mark.compiled
@pytest.mark.parametrize("family", LESSONS)
def test_a_puzzle_of_a_lesson_needs_its_techniques(family: str) -> None:
    for text in LESSONS[family]:
        steps = logic.Path(parse(text), order="teaching")
        assert family in {TECHNIQUES[step.technique].family for step in steps}


def test_every_family_that_hints_know_has_a_lesson_in_words_and_puzzles() -> None:
    families = dict.fromkeys(TECHNIQUES[name].family for name in logic.TEACHING.numbers)
    assert list(LESSONS) == list(families)
    assert all(f"lesson {family}" in templates("en") for family in families)
    assert {len(texts) for texts in LESSONS.values()} == {3}


def test_the_docs_name_the_puzzles_of_lessons() -> None:
    pages = (ROOT / "docs" / "reference" / "techniques").glob("*.md")
    text_of_pages = "".join(page.read_text(encoding="utf-8") for page in pages)
    for text in (text for texts in LESSONS.values() for text in texts):
        assert f"cpsudoku play {text}\n" in text_of_pages
