"""Variants as text and as JSON, both ways, from the fields of their classes alone.

A text is the name, then numbers after colons, then cells after ``@``::

    killer:15@r1c1,r1c2        quad:1,2,2@r1c1,r1c2,r2c1,r2c2        antiknight
    arrow@r5c5/r5c6,r5c7       equalsums@r1c3,r2c3/r4c3,r5c3         whispers@r1c1,r1c2

Several lists of cells are separated by ``/``.

>>> from cpsudoku.rules import square
>>> cage = from_text("killer:5@r1c1,r1c2", square(4))
>>> cage.cells, cage.total
((0, 1), 5)
>>> to_text(cage), to_json(cage)
('killer:5@r1c1,r1c2', {'type': 'killer', 'cells': ['r1c1', 'r1c2'], 'total': 5})
"""

from __future__ import annotations

import re
from typing import Any

from cpsudoku.errors import RulesError, quoted
from cpsudoku.rules import Board, Cell
from cpsudoku.variants.base import FieldKind, Variant, fields_of
from cpsudoku.variants.registry import VariantType, variant_named

Object = dict[str, object]


def to_json(variant: Variant) -> Object:
    """Return a variant as an object that JSON can hold."""
    found: Object = {"type": variant.name}
    for name, kind, required in fields_of(type(variant)):
        value = getattr(variant, name)
        if value is not None and (required or value != ()):
            found[name] = _json_of(value, kind, variant.board)
    return found


def _json_of(value: Any, kind: FieldKind, board: Board) -> object:
    match kind:
        case FieldKind.CELLS:
            return [board.name(cell) for cell in value]
        case FieldKind.CELL_LISTS:
            return [_json_of(part, FieldKind.CELLS, board) for part in value]
        case FieldKind.NUMBERS:
            return list(value)
    return value


def from_json(value: Object, board: Board) -> Variant:
    """Return the variant that a JSON object says."""
    variant = variant_named(str(value.get("type")))
    kinds = {name: kind for name, kind, _ in fields_of(variant)}
    if unknown := set(value) - {"type", *kinds}:
        expected = ", ".join(kinds) or "nothing else"
        raise RulesError(f"{variant.name} with {min(unknown)!r}; expected {expected}")
    taken = {name: _of_json(value[name], name, kind, board)
             for name, kind in kinds.items() if name in value}  # fmt: skip
    return _made(variant, board, taken)


def _of_json(value: object, name: str, kind: FieldKind, board: Board) -> object:
    if kind is FieldKind.CELLS:
        return _cells(value, name, board)
    if isinstance(value, list):
        if kind is FieldKind.CELL_LISTS:
            return tuple(_cells(part, name, board) for part in value)
        if kind is FieldKind.NUMBERS and all(map(_is_whole, value)):
            return tuple(value)
    if kind in (FieldKind.NUMBER, FieldKind.OPTIONAL_NUMBER) and _is_whole(value):
        return value
    raise RulesError(f"{name} is {quoted(value)}; expected {_EXPECTED[kind]}")


_NUMBER = "a whole number of up to nine digits"
_EXPECTED = {
    FieldKind.CELL_LISTS: "a list of lists of cells",
    FieldKind.NUMBER: _NUMBER,
    FieldKind.OPTIONAL_NUMBER: _NUMBER,
    FieldKind.NUMBERS: "a list of whole numbers of up to nine digits",
}

_MOST_DIGITS = 9


def _is_whole(value: object) -> bool:
    """Return whether a value of JSON is a number that a text may have as well."""
    return type(value) is int and abs(value) < 10**_MOST_DIGITS


def _cells(value: object, name: str, board: Board) -> tuple[Cell, ...]:
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list):
        raise RulesError(f"{name} is {quoted(value)}; expected a list of cells such as r1c1")
    return tuple(board.cell(c) if isinstance(c, str) else _number(c, board) for c in value)


def _number(cell: object, board: Board) -> Cell:
    if type(cell) is not int or not 0 <= cell < board.cell_count:
        raise RulesError(f"cell {quoted(cell)}; expected a name such as r1c1")
    return cell


def _made(variant: VariantType, board: Board, taken: dict[str, Any]) -> Variant:
    for name, _, required in fields_of(variant):
        if required and name not in taken:
            raise RulesError(f"{variant.name} without {name}; expected {usage(variant)}")
    made = variant(board, **taken)
    made.check(board)
    return made


def to_text(variant: Variant) -> str:
    """Return a variant as a text."""
    numbers, cells = [], []
    for name, kind, _ in fields_of(type(variant)):
        value = getattr(variant, name)
        if kind.is_of_cells:
            lists = [value] if kind is FieldKind.CELLS else value
            cells += [",".join(map(variant.board.name, part)) for part in lists]
        else:
            some = value if kind is FieldKind.NUMBERS else () if value is None else (value,)
            numbers.append(",".join(map(str, some)))
    text = ":".join([variant.name, *numbers]).rstrip(":")
    return f"{text}@{'/'.join(cells)}" if cells else text


def from_text(text: str, board: Board) -> Variant:
    """Return the variant of a text."""
    head, _, tail = text.strip().partition("@")
    name, *numbers = head.split(":")
    variant = variant_named(name)
    lists = [_cells(part, "cells", board) for part in tail.split("/")] if tail else []
    taken: dict[str, Any] = {}
    for field, kind, _ in fields_of(variant):
        if kind is FieldKind.CELL_LISTS:
            taken[field], lists = tuple(lists), []
        elif kind is FieldKind.CELLS and lists:
            taken[field] = lists.pop(0)
        elif not kind.is_of_cells and numbers:
            _take_number(taken, field, kind, numbers.pop(0))
    if lists or numbers:
        raise RulesError(f"{text!r} says more than expected: {usage(variant)}")
    return _made(variant, board, taken)


def _take_number(taken: dict[str, Any], field: str, kind: FieldKind, text: str) -> None:
    parts = text.split(",") if kind is FieldKind.NUMBERS and text else [text]
    if not text and kind is not FieldKind.NUMBER:
        return
    if not all(re.fullmatch(rf"-?[0-9]{{1,{_MOST_DIGITS}}}", part) for part in parts):
        raise RulesError(f"{field} is {text!r}; expected {_EXPECTED[kind]}")
    values = tuple(map(int, parts))
    taken[field] = values if kind is FieldKind.NUMBERS else values[0]


def usage(variant: VariantType) -> str:
    """Return what the text of a variant looks like."""
    numbers, cells = "", []
    for field, kind, required in fields_of(variant):
        if kind.is_of_cells:
            cells.append("r1c1,r1c2,…" if kind is FieldKind.CELLS else "r1c1,…/r2c1,…")
        else:
            numbers += f":{field.upper()}" if required else f"[:{field.upper()}]"
    return f"{variant.name}{numbers}{'@' if cells else ''}{'/'.join(cells)}"
