"""The name of a reason that is a technique which people know.

The smallest reason of a technique has a shape: that of an X-wing is two places and twice "only
once", all of one digit.
"""

from __future__ import annotations

from collections import Counter

from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.steps import ReasonStep
from cpsudoku.rules import AllDifferent

_SUBSETS = {2: "pair", 3: "triple", 4: "quad"}
_FISH = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
_LINES = ("row", "column")


def technique(step: ReasonStep) -> str | None:
    """Return the name of the technique that a step is; None if it has none or is taken apart."""
    if step.broken or step.parts:
        return None
    elements = step.reason.elements
    kinds: Counter[str] = Counter(element.kind for element in elements)
    if kinds["clue"]:
        return None
    if len(elements) == 1:
        return {"filled": "naked single", "place": "hidden single"}.get(elements[0].kind)
    places = [element for element in elements if element.kind == "place"]
    once = [element for element in elements if element.kind == "once"]
    if kinds["filled"] == kinds["single"] == 0:
        return _of_one_digit(places, once)
    if len(step.reason.sources) == 1:
        return _subset(kinds)
    return None


def _subset(kinds: Counter[str]) -> str | None:
    for first, second, name in (("once", "filled", "naked"), ("place", "single", "hidden")):
        count = kinds[first]
        if count in _SUBSETS and kinds[second] == count and 2 * count == kinds.total():
            return f"{name} {_SUBSETS[count]}"
    return None


def _of_one_digit(places: list[ReasonElement], once: list[ReasonElement]) -> str | None:
    if len({element.digit for element in (*places, *once)}) > 1:
        return None
    base, cover = _kinds(places), _kinds(once)
    if len(places) == len(once) == 1:
        return {"box": "pointing", "region": "pointing"}.get(base[0], "claiming")
    if len(places) == len(once) in _FISH and {*base} <= {*_LINES}:
        apart = len({*base}) == len({*cover}) == 1 and {*cover} <= {*_LINES}
        return _FISH[len(places)] if apart and base[0] != cover[0] else None
    return None


def _kinds(elements: list[ReasonElement]) -> list[str]:
    return [e.source.kind for e in elements if isinstance(e.source, AllDifferent)]
