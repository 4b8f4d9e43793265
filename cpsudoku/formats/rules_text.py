"""Rules as a text: in words where words can say them, else as JSON.

See `cpsudoku.formats.rules_words` and `cpsudoku.formats.rules_json`.
"""

from __future__ import annotations

import json
from functools import lru_cache

from cpsudoku.formats.rules_json import rules_from_json, rules_to_json
from cpsudoku.formats.rules_words import RulesSpec, parse_words, words_of
from cpsudoku.rules import Rules


def parse_rules(text: str, *, files: bool = True) -> RulesSpec:
    """Return what a text says about rules; with files, ``jigsaw:`` may name one with the labels."""
    text = text.strip()
    return RulesSpec(rules_from_json(text)) if text[:1] == "{" else parse_words(text, files=files)


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """Return the text that `parse_rules` reads as these rules."""
    words = words_of(rules)
    return json.dumps(rules_to_json(rules), separators=(",", ":")) if words is None else words
