"""What people read, as data: templates by language, which Python and the page fill in alike.

A message is a tree: a text, or the name of a template with what goes into its places, which are
numbers, texts, trees or lists of these.  ``en.json`` and ``zh.json`` hold the templates; a key that
a language lacks is looked up in English, and one that English lacks as well stands for itself.

=====================  =============================================================================
place                  what stands there
=====================  =============================================================================
``{cells}``            the value; of a list its parts, joined as ``{cells and}``
``{cells or}``         the parts of a list with the text of ``join or`` between them
``{cells count}``      how many they are, in words; or a number in words
``{cells first}``      the value, its first letter a capital
``{digit a}``          the value after its article, in languages that have one
``{cells?is|are}``     a choice by number: the last of two or three serves for all greater ones
=====================  =============================================================================

>>> tree = say("is true", cells=["r1c2", "r1c3"], digit="5")
>>> rendered(tree), rendered(tree, "zh")
('one of r1c2 and r1c3 is 5', 'r1c2、r1c3之一是5')
"""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from cpsudoku.errors import OptionError

Said: TypeAlias = "str | int | dict[str, Any] | list[Any]"
"""A message in no language: a tree of plain data, which JSON can hold."""

FOLDER = Path(__file__).parent
"""Where the templates are, a file for each language."""

USUAL = "en"
OPEN = "…"
"""What a sentence has instead of its answer."""

_AROUND_OPEN = re.compile(rf"[:：，,]? ?{OPEN}[.。]?")
_PLACE = re.compile(r"\{(\w+)(?: (\w+))?(?:\?([^{}]*))?\}")
_AFTER_AN = re.compile(r"[aeio8x]|1[18]\b", re.IGNORECASE)


def languages() -> dict[str, str]:
    """Return what each language calls itself, by the names of the files."""
    names = sorted(path.stem for path in FOLDER.glob("*.json"))
    return {name: templates(name)["language name"] for name in names}


@lru_cache(maxsize=8)
def templates(language: str) -> dict[str, str]:
    """Return the templates of a language by their keys."""
    path = FOLDER / f"{language}.json"
    if not path.is_file():
        known = ", ".join(sorted(one.stem for one in FOLDER.glob("*.json")))
        raise OptionError(f"no language {language!r}; expected {known}")
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return found


def say(key: str, otherwise: str = "", /, **values: Said) -> dict[str, Any]:
    """Return a tree: a template, or another if there is none, and what goes into its places."""
    return {"say": key, **({"else": otherwise} if otherwise else {}), **values}


def rendered(said: Said, language: str = USUAL) -> str:
    """Return a message in a language."""
    if isinstance(said, list):
        return _joined(said, "and", language)
    if not isinstance(said, dict):
        return str(said)
    template = _template(said["say"], language, str(said.get("else", said["say"])))
    text = _PLACE.sub(lambda place: _filled(place, said, language), template)
    return _AROUND_OPEN.sub(f" {OPEN}", text) if OPEN in said.values() else text


def without_answer(said: Said) -> Said:
    """Return why something follows, without what: a sentence trails off before its answer.

    Sentences that would give it away earlier have another template, whose key begins with ``why``.

    >>> rendered(without_answer(say("step full house", house="row 1", cell="r1c4", digit="4")))
    'In row 1, one cell is still open and one digit is missing.'
    """
    if isinstance(said, list):
        return [without_answer(one) for one in said]
    if not isinstance(said, dict):
        return said
    parts = {name: OPEN if name == "follows" else without_answer(one) for name, one in said.items()}
    why = f"why {said['say']}"
    return parts | {"say": why} if why in templates(USUAL) else parts


def _template(key: str, language: str, otherwise: str) -> str:
    own, usual = templates(language), templates(USUAL)
    for name in (key, otherwise):
        if name in own or name in usual:
            return own.get(name) or usual[name]
    return otherwise


def _filled(place: re.Match[str], said: dict[str, Any], language: str) -> str:
    name, form, choices = place.groups()
    value = said.get(name, "")
    number = len(value) if isinstance(value, list) else value
    if choices is not None:
        by_number = choices.split("|")
        return by_number[min(int(number), len(by_number)) - 1]
    if form == "count":
        numbers = _template("numbers", language, "").split("|")
        return numbers[int(number)] if int(number) < len(numbers) else str(number)
    if isinstance(value, list) and form not in ("a", "first"):
        return _joined(value, form or "and", language)
    text = rendered(value, language)
    if form == "a":
        return f"{'an' if _AFTER_AN.match(text) else 'a'} {text}"
    return text[:1].upper() + text[1:] if form == "first" else text


def _joined(parts: list[Said], how: str, language: str) -> str:
    """Return parts as one would say them: ``a``, ``a and b``, ``a, b and c``."""
    texts = [rendered(part, language) for part in parts]
    between, last = _template(f"join {how}", language, ", |, ").split("|")
    return last.join([*filter(None, [between.join(texts[:-1])]), *texts[-1:]])
