"""Puzzles that options give."""

from __future__ import annotations

from cpsudoku import formats
from cpsudoku.cli import failures
from cpsudoku.formats.base import BLANKS
from cpsudoku.puzzle import Puzzle
from cpsudoku.rows.source import Source
from cpsudoku.rules import Rules, classic


def given_puzzle(
    text: str, rules: str | Rules | None = None, notation: str | None = None
) -> Puzzle:
    """Return the puzzle that an option gives, by itself or as the name of its file."""
    return Source([text], rules=rules, notation=notation, say=failures.report).only().puzzle


def given_cells(text: str | None, rules_named: str | None) -> Puzzle:
    """Return the cells that ``--first`` gives, under the rules that ``--rules`` names."""
    named = classic() if rules_named is None else formats.parse_rules(rules_named)
    rules = named.rules() if isinstance(named, formats.RulesSpec) else named
    if text is None:
        return Puzzle.empty(rules)
    if set(text.upper()) <= {*rules.symbols, *BLANKS}:
        text = text.ljust(rules.cell_count, ".")
    return given_puzzle(text, rules)
