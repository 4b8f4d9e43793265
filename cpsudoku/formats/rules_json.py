"""Rules as JSON: sizes, boxes, regions, diagonals, windows, disjoint groups, groups, constraints.

>>> from cpsudoku.rules import boxes
>>> rules_to_json(boxes(2, 3).with_diagonals())
{'size': 6, 'boxes': [2, 3], 'diagonals': True}
>>> rules_from_json({"size": 4, "boxes": [2, 2]}) == boxes(2, 2)
True
"""

from __future__ import annotations

import re

from cpsudoku.errors import RulesError
from cpsudoku.formats.rules_text import (
    MAX_SIZE,
    add_houses,
    brief,
    cell_names,
    checked_size,
    labels_text,
    parse_rules,
    parts_of,
)
from cpsudoku.rules import SYMBOLS, AllDifferent, Rules, boxes, jigsaw, latin, parse_cell


def rules_to_json(rules: Rules) -> dict[str, object]:
    """Return rules as an object that JSON can hold and `rules_from_json` understands.

    Args:
        rules: the rules.
    """
    size = rules.size
    parts = parts_of(rules)
    if parts is None:
        return {"size": size, "constraints": [_constraint(c, size) for c in rules.constraints]}
    found: dict[str, object] = {"size": size}
    if parts.box is not None:
        found["boxes"] = list(parts.box)
    if parts.labels is not None:
        text = labels_text(parts.labels, size)
        found["regions"] = text if size <= len(SYMBOLS) else list(parts.labels)
    found |= dict.fromkeys(parts.added, True)
    if parts.groups:
        found["groups"] = [cell_names(group.cells, size) for group in parts.groups]
    return found


def _constraint(constraint: AllDifferent, size: int) -> dict[str, object]:
    found: dict[str, object] = {"kind": constraint.kind}
    if constraint.number is not None:
        found["number"] = constraint.number
    return found | {"cells": cell_names(constraint.cells, size)}


def _cells(value: object, size: int) -> tuple[int, ...]:
    if isinstance(value, str):
        value = re.split(r"[\s,]+", value.strip())
    if not isinstance(value, list):
        raise RulesError(f"cells are {brief(value)}; expected a list such as ['r1c1', 'r2c2']")
    return tuple(
        cell if type(cell) is int else parse_cell(cell if isinstance(cell, str) else "", size)
        for cell in value
    )


def _constraint_from(value: object, size: int) -> AllDifferent:
    if not isinstance(value, dict) or "cells" not in value:
        raise RulesError(f"constraint {brief(value)}; expected an object with 'cells'")
    kind, number = value.get("kind", "group"), value.get("number")
    if not isinstance(kind, str) or not (number is None or type(number) is int):
        raise RulesError(f"constraint {brief(value)}; expected a 'kind' in words")
    return AllDifferent(_cells(value["cells"], size), kind, number)


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise RulesError(f"{what} are {brief(value)}; expected a list")
    return value


def _base_from_json(value: dict[str, object], size: int | None) -> Rules:
    box, regions = value.get("boxes"), value.get("regions")
    if regions is not None:
        if isinstance(regions, list) and all(isinstance(row, list) for row in regions):
            regions = [label for row in regions for label in row]
        if isinstance(regions, list):
            regions = [str(label) for label in regions]
        elif not isinstance(regions, str):
            raise RulesError(f"regions are {brief(regions)}; expected a label for each cell")
        return jigsaw(regions)
    if box:
        sides = [n for n in box if type(n) is int] if isinstance(box, list) else []
        if len(sides) != 2 or sides[0] * sides[1] > MAX_SIZE:
            raise RulesError(f"boxes are {brief(box)}; expected [height, width]")
        return boxes(*sides)
    if size is None:
        raise RulesError("rules without a size; expected 'size', 'boxes' or 'regions'")
    return latin(size)


_ADDED = ("diagonals", "windows", "disjoint")
_KNOWN = {"size", "boxes", "regions", "groups", "constraints", *_ADDED}


def rules_from_json(value: object) -> Rules:
    """Return the rules that a JSON value tells.

    Args:
        value: an object with ``size`` and perhaps ``boxes`` ([height, width]), ``regions`` (a
            label for each cell), ``diagonals``, ``windows``, ``disjoint`` (true), ``groups``
            (lists of cells), or with ``size`` and the whole list of ``constraints``; or a text
            for `parse_rules`.

    Raises:
        RulesError: the value is not of that form, or no grid can have such rules.
    """
    if type(value) in (str, int):
        spec = parse_rules(str(value), files=False)
        if spec.size is None:
            raise RulesError(f"rules {value!r} do not tell the size")
        return spec(spec.size)
    if not isinstance(value, dict):
        raise RulesError(f"rules are {brief(value)}; expected an object or a text")
    if unknown := set(value) - _KNOWN:
        expected = ", ".join(sorted(_KNOWN))
        raise RulesError(f"rules have {brief(min(unknown))}; expected {expected}")
    size = None if value.get("size") is None else checked_size(value["size"])
    if "constraints" in value:
        return _from_constraints(value["constraints"], size)
    rules = _base_from_json(value, size)
    if size is not None and rules.size != size:
        raise RulesError(f"rules of size {rules.size}; expected {size}, as they say")
    for name in filter(value.get, _ADDED):
        rules = add_houses(rules, name)
    if groups := _list(value.get("groups") or [], "groups"):
        rules = rules.with_groups(_cells(group, rules.size) for group in groups)
    return rules


def _from_constraints(value: object, size: int | None) -> Rules:
    if size is None:
        raise RulesError("rules with constraints and without a size")
    found = _list(value, "constraints")
    return Rules(size, tuple(_constraint_from(one, size) for one in found))
