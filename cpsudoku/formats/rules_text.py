"""Rules as a text: a few words such as ``9+diagonals``, or JSON for what words cannot say.

`cpsudoku.formats.rules_words` describes the words, `cpsudoku.formats.rules_json` the JSON.

    >>> parse_rules("9+diagonals").rules().houses[-1].label
    'antidiagonal'
    >>> parse_rules('{"size": 4, "boxes": [2, 2]}').rules().cell_count
    16
"""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.formats.rules_words import MAX_SIZE, RulesSpec, parse_words, words_of
from cpsudoku.rules import Rules

__all__ = ["MAX_SIZE", "RulesSpec", "parse_rules", "rules_text"]


def parse_rules(text: str, *, files: bool = True) -> RulesSpec:
    """Return what a text says about rules; with files, ``jigsaw:`` may name one with the labels."""
    text = text.strip()
    if text.startswith("{"):
        from cpsudoku.formats.rules_json import rules_from_json

        return RulesSpec(rules_from_json(text))
    return parse_words(text, files=files)


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """Return the text that `parse_rules` reads as these rules."""
    words = words_of(rules)
    if words is not None:
        return words
    import json

    from cpsudoku.formats.rules_json import rules_to_json

    return json.dumps(rules_to_json(rules), separators=(",", ":"))
