"""What else a thing may mean that was read from its looks: other variants that are drawn alike.

>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import classic
>>> from cpsudoku.variants import from_text
>>> board = classic().board
>>> one = Proposal(from_text("white@r1c1,r1c2", board), "white circle", "", 0.9)
>>> record = Record(Puzzle.from_digits([0] * 81, classic()))
>>> [other.label for other in others(record, one)]
['black 2', 'X', 'V', 'greater', 'greater']
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpsudoku.errors import RulesError
from cpsudoku.formats.base import Proposal, Record, homes_of
from cpsudoku.formats.setters.phrases import phrase_book
from cpsudoku.formats.setters.recogniser import declared_by
from cpsudoku.rules import Rules
from cpsudoku.variants.base import Cells, Variant, fields_of
from cpsudoku.variants.registry import VariantType, variants
from cpsudoku.variants.sum_lines import EqualSums, cut_at_borders

_ALIKE = ({"line", "parts"}, {"dots", "signs", "greater"}, {"disc", "square", "wedges"}, {"clue"})
"""Drawings that the same looks may stand for; of one not named, nothing else looks so."""

_NUMBERS: dict[str, tuple[dict[str, int], ...]] = {
    "xv": ({"total": 10}, {"total": 5}), "sumline": ({"total": 10},),
    "whispers": ({}, {"difference": 4}),
}  # fmt: skip
"""The numbers of variants that the thing need not say."""


def others(record: Record, proposal: Proposal) -> list[Variant]:
    """Return what else the thing of a proposal may mean, without what a stored solution breaks.

    Where the rules in words speak of kinds that are drawn so, only these.
    """
    one, rules = proposal.constraint, record.puzzle.rules
    if not isinstance(one, Variant) or proposal.thing == "words":
        return []
    values = None if record.solution is None else rules.board.values(record.solution)
    # A number that is the usual one need not be written.
    found = {(other.label, other.scope): other for other in _alike(one, rules, record.words)}
    found.pop((one.label, one.scope), None)
    return [other for other in found.values() if values is None or other.holds(values)]


def _alike(one: Variant, rules: Rules, words: str) -> Iterator[Variant]:
    looks = next((kinds for kinds in _ALIKE if _kind(type(one)) in kinds), set())
    cells = one.cells if hasattr(one, "cells") else sum(getattr(one, "parts", ()), ())
    drawn_so = [variant for variant in variants().values() if _kind(variant) in looks]
    said = {name for kind in phrase_book().spoken(words) for name in declared_by(kind)}
    for variant in [variant for variant in drawn_so if variant.name in said] or drawn_so:
        for fields in _ways(variant, one, cells, rules):
            try:
                other = variant(rules.board, **fields)
                other.check(rules.board)
            except RulesError:
                continue  # it cannot be of these cells
            yield other


def _ways(
    variant: VariantType, one: Variant, cells: Cells, rules: Rules
) -> Iterator[dict[str, Any]]:
    """Yield the fields that a variant would have as the meaning of the same thing."""
    if issubclass(variant, EqualSums):
        parts = cut_at_borders(cells, homes_of(rules))
        yield from ({"parts": parts},) if len(parts) > 1 else ()
        return
    needed = [name for name, _, is_needed in fields_of(variant) if is_needed]
    if needed == ["cells", "number"]:
        yield {"cells": cells, "number": getattr(one, "number", None)}
        return
    has_beginning = getattr(variant.drawn, "end", "") == "bulb" or variant.name == "greater"
    for numbers in _NUMBERS.get(variant.name, ({},)):
        if needed in (["cells", *numbers], ["cells"]):
            yield {"cells": cells, **numbers}
            yield from ({"cells": cells[::-1], **numbers},) * has_beginning


def _kind(variant: VariantType) -> str:
    return "" if variant.drawn is None else variant.drawn.kind
