"""The glossary names things that exist, and no name stands for two of them."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import cpsudoku

PACKAGE = Path(cpsudoku.__file__).parent
PAGE = (Path(__file__).parents[1] / "docs" / "reference" / "glossary.md").read_text(
    encoding="utf-8"
)
ROWS = re.findall(r"^\| ([^|]+) \| ([^|]+) \|(?: `([\w.]+)`)? \|$", PAGE, re.M)


@cache
def classes() -> Counter[str]:
    """How often each public class name stands in the package."""
    texts = (path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    return Counter(
        name for text in texts for name in re.findall(r"^class ([A-Z]\w*)[(:]", text, re.M)
    )


def test_no_two_classes_have_one_name_but_counts() -> None:
    # The field calls a primitive `Count`, and the answer of `count` is one, too.
    assert sorted(name for name, times in classes().items() if times > 1) == ["Count"]


def test_each_word_has_one_sentence_of_its_own() -> None:
    words = [word.strip() for row in ROWS for word in row[0].split(",")]
    assert len(ROWS) > 50
    assert [word for word, times in Counter(words).items() if times > 1] == []
    meanings = Counter(meaning for _, meaning, _ in ROWS)
    assert [meaning for meaning, times in meanings.items() if times > 1] == []


@pytest.mark.parametrize("place", [place for _, _, place in ROWS if place])
def test_a_class_of_the_glossary_is_where_it_says(place: str) -> None:
    module, name = place.rsplit(".", 1)
    assert isinstance(getattr(import_module(module), name), type)
    assert classes()[name] == 1
