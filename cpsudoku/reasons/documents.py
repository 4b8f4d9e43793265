"""A step with its reason as JSON, and what to highlight in a picture."""

from __future__ import annotations

from typing import Any

from cpsudoku.logic.documents import candidates_json
from cpsudoku.logic.steps import Highlights
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.steps import ReasonStep
from cpsudoku.rules import Cell, Constraint, Rules


def as_json(step: ReasonStep) -> dict[str, Any]:
    """Return a step as an object of JSON, and its parts likewise."""
    rules = step.position.rules
    reason = step.reason
    found: dict[str, Any] = {
        "name": step.name,
        "technique": step.technique,
        "size": step.size,
        "largest_part": step.largest_part,
        "at_least": reason.at_least,
        "smallest": reason.smallest,
        "by": reason.by,
        "elements": [_element(element, rules) for element in reason.elements],
        "placements": candidates_json(step.placements, rules),
        "eliminations": candidates_json(step.eliminations, rules),
        "broken": step.broken,
        "sentence": step.sentence,
        "bound": step.bound,
        "notation": step.notation,
        "hints": list(step.hints),
        "cells": [rules.board.name(cell) for cell in highlights(step).cells],
    }
    if step.supposed is not None:
        cell, digit, truth = step.supposed
        (candidate,) = candidates_json(((cell, digit),), rules)
        found["supposed"] = {"candidate": candidate, "true": truth}
        found["parts"] = [as_json(part) for part in step.parts]
    return found


def _element(element: ReasonElement, rules: Rules) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": element.kind, "text": str(element)}
    if element.source is not None:
        found["of"] = element.source.label
    if element.digit:
        found["digit"] = element.digit + rules.board.first - 1
    found["cells"] = [rules.board.name(cell) for cell in element.scope]
    return found


def highlights(step: ReasonStep) -> Highlights:
    """Return what to highlight in a picture: houses by their part in it, each clue in a colour."""
    elements = step.reason.elements
    groups = {frozenset(g.cells): n for n, g in enumerate(step.position.rules.groups)}
    half = step.position.rules.cell_count // 2

    def numbers(kind: str) -> tuple[int, ...]:
        houses = dict.fromkeys(frozenset(e.scope) for e in elements if e.kind == kind)
        return tuple(groups[house] for house in houses)

    clues: dict[Constraint, tuple[Cell, ...]] = {
        e.source: e.scope
        for e in elements
        if e.kind == "clue" and e.source is not None and len(e.scope) <= half
    }
    cells = dict.fromkeys(e.scope[0] for e in elements if e.source is None)
    for scope in clues.values():
        cells.update(dict.fromkeys(scope))
    roles = dict.fromkeys(step.eliminations, "eliminated")
    roles.update(dict.fromkeys(step.placements, "placed"))
    cover = tuple(n for n in numbers("once") if n not in numbers("place"))
    return Highlights(roles, tuple(cells), numbers("place"), cover, tuple(clues.values()), ())
