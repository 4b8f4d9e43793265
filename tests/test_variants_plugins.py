"""Variants of others, by entry points: what is none, or takes a name of ours, is refused."""

from __future__ import annotations

import importlib.metadata
from typing import Any, NamedTuple

import pytest

from cpsudoku.errors import RulesError
from cpsudoku.rules import square
from cpsudoku.variants import automata, registry
from cpsudoku.variants.cages import Killer


class Point(NamedTuple):
    name: str
    found: Any
    value: str = "somebody:Thing"

    def load(self) -> Any:
        if isinstance(self.found, Exception):
            raise self.found
        return self.found


class Lucky(Killer):
    name = "lucky"


def plugged_in(monkeypatch: pytest.MonkeyPatch, *points: Point) -> dict[str, Any]:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda group: points)
    registry.variants.cache_clear()
    try:
        return registry.variants()
    finally:
        registry.variants.cache_clear()


def test_a_variant_of_others_is_there_under_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert plugged_in(monkeypatch, Point("lucky", Lucky))["lucky"] is Lucky


@pytest.mark.parametrize(
    ("point", "words"),
    [
        (Point("again", Killer), "has a name that is taken"),
        (Point("number", 3), "is no class derived from"),
        (Point("list", list), "is no class derived from"),
        (Point("broken", ImportError("no luck")), "cannot be loaded: no luck"),
    ],
)
def test_what_is_no_new_variant_is_refused(
    monkeypatch: pytest.MonkeyPatch, point: Point, words: str
) -> None:
    with pytest.raises(RulesError, match=words):
        plugged_in(monkeypatch, point)


def test_an_automaton_of_too_many_states_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automata, "MOST_STATES", 50)
    with pytest.raises(RulesError, match="more than 50 states"):
        automata.from_function(0, lambda s, d: (s + d) % 60, lambda s: True, (0, 1), square(4))
