"""Variants as text, both ways, from nothing but the fields of their classes.

A text is the name, then numbers after colons, then cells after ``@``::

    killer:15@r1c1,r1c2        quad:1,2,2@r1c1,r1c2,r2c1,r2c2        antiknight
    arrow@r5c5/r5c6,r5c7       equalsums@r1c3,r2c3/r4c3,r5c3         whispers@r1c1,r1c2

``r1c1-r1c4`` stands for the four cells, as any two cells of a row or column do for those between
them; ``r1`` and ``c3`` stand for a whole row from the left on, and a column from above.  Several
lists of cells are separated by ``/``.  Clues of which another one says something stand after it in
brackets, with ``;`` between them::

    wrong(killer:15@r1c1,r1c2;thermo@r2c1,r2c2,r2c3)

>>> from cpsudoku.rules import square
>>> cage = from_text("killer:5@r1c1,r1c2", square(4))
>>> cage.cells, cage.total
((0, 1), 5)
>>> to_text(cage)
'killer:5@r1c1,r1c2'
"""

from __future__ import annotations

import re
from inspect import getdoc
from typing import Any

from cpsudoku.errors import RulesError
from cpsudoku.rules import AllDifferent, Board, Cell, Rules
from cpsudoku.variants.base import FieldKind, Variant, fields_of, number_field
from cpsudoku.variants.registry import VariantType, variant_named
from cpsudoku.words import USUAL, Said, say, templates

HOUSES = {
    "diagonals": "Both main diagonals have different digits.",
    "windows": "Four further squares have different digits, like in windoku.",
    "disjoint": "Cells at the same place of their boxes have different digits.",
}
"""Houses that are added to the others, all at once."""

_HOUSES = {
    "diagonal": "diagonals", "antidiagonal": "diagonals", "window": "windows",
    "disjoint group": "disjoint",
}  # fmt: skip
"""For a kind of further houses its name in the vocabulary."""

_NUMBER = "a whole number of up to nine digits"
_EXPECTED = {
    FieldKind.NUMBER: _NUMBER,
    FieldKind.OPTIONAL_NUMBER: _NUMBER,
    FieldKind.NUMBERS: "a list of whole numbers of up to nine digits",
}


def to_text(variant: Variant) -> str:
    """Return a variant as a text."""
    numbers, cells, clues = [], [], ""
    for name, kind, _ in fields_of(type(variant)):
        value = getattr(variant, name)
        if kind.is_of_cells:
            lists = [value] if kind is FieldKind.CELLS else value
            cells += [",".join(map(variant.board.name, part)) for part in lists]
        elif kind is FieldKind.CLUES:
            clues = f"({';'.join(map(to_text, value))})"
        else:
            some = value if kind is FieldKind.NUMBERS else () if value is None else (value,)
            numbers.append(",".join(map(str, some)))
    text = ":".join([variant.name, *numbers]).rstrip(":")
    return f"{text}@{'/'.join(cells)}".rstrip("/@") + clues


def from_text(text: str, board: Board, *, levels: int = 3) -> Variant:
    """Return the variant of a text.

    Args:
        levels: how often clues may stand in brackets within others.
    """
    said, clues = text.strip(), list[Variant]()
    if said.endswith(")") and "(" in said and levels:
        said, _, inner = said[:-1].partition("(")
        clues = [from_text(one, board, levels=levels - 1) for one in _apart(inner)]
    head, _, tail = said.strip().partition("@")
    name, *numbers = head.split(":")
    variant = variant_named(name)
    lists = _cell_lists(tail, variant, board)
    taken: dict[str, Any] = {}
    for field, kind, _ in fields_of(variant):
        if kind is FieldKind.CELL_LISTS:
            taken[field], lists = tuple(lists), []
        elif kind is FieldKind.CELLS and lists:
            taken[field] = lists.pop(0)
        elif kind is FieldKind.CLUES:
            taken[field], clues = tuple(clues), []
        elif kind.is_of_numbers and numbers:
            _take_number(taken, field, kind, numbers.pop(0))
    if lists or numbers or clues:
        raise RulesError(f"{text!r} says more than expected: {usage(variant)}")
    for name, kind, required in fields_of(variant):
        if required and name not in taken:
            is_one_list = kind.is_of_cells and "," in tail and "/" not in tail
            form = f"{head}@{tail.replace(',', '/', 1)}" if is_one_list else usage(variant)
            missing = ": a / is missing after its first cells" if is_one_list else ""
            raise RulesError(f"{variant.name} without {name}{missing}; expected {form}")
    made = variant(board, **taken)
    made.check(board)
    return made


def _cell_lists(text: str, variant: VariantType, board: Board) -> list[tuple[Cell, ...]]:
    parts = text.split("/") if text else []
    try:
        return [board.cells(part.split(",")) if part else () for part in parts]
    except RulesError as error:
        raise RulesError(f"{error}, as in {usage(variant)}") from None


def _apart(text: str) -> list[str]:
    """Return the parts of a text between semicolons that are in no further brackets."""
    found, depth = [""], 0
    for mark in text:
        depth += (mark == "(") - (mark == ")")
        if mark == ";" and not depth:
            found.append("")
        else:
            found[-1] += mark
    return found


def _take_number(taken: dict[str, Any], field: str, kind: FieldKind, text: str) -> None:
    parts = text.split(",") if kind is FieldKind.NUMBERS and text else [text]
    if not text and kind is not FieldKind.NUMBER:
        return
    if not all(re.fullmatch("-?[0-9]{1,9}", part) for part in parts):
        raise RulesError(f"{field} is {text!r}; expected {_EXPECTED[kind]}")
    values = tuple(map(int, parts))
    taken[field] = values if kind is FieldKind.NUMBERS else values[0]


def usage(variant: VariantType) -> str:
    """Return the pattern of a variant's text."""
    numbers, cells, clues = "", [], ""
    for field, kind, required in fields_of(variant):
        if kind is FieldKind.CLUES:
            clues = " (…;…)"  # a link in Markdown if brackets met
        elif kind.is_of_cells:
            cells.append("r1c1,r1c2,…" if kind is FieldKind.CELLS else "r1c1,…/r2c1,…")
        else:
            numbers += f":{field.upper()}" if required else f"[:{field.upper()}]"
    return f"{variant.name}{numbers}{'@' if cells else ''}{'/'.join(cells)}{clues}"


def meanings_of(rules: Rules) -> dict[str, tuple[str, str]]:
    """Return the sentence of each kind of rule beside rows, columns and boxes, by its name.

    With it stands the number that all clues of the kind have; empty if they differ or have none.
    """
    found: dict[str, tuple[str, str]] = {}
    for constraint in rules.constraints:
        if isinstance(constraint, Variant):
            number = number_of(constraint)
            means, other = found.get(constraint.name, (meaning_of(type(constraint)), number))
            found[constraint.name] = means, number if number == other else ""
        elif isinstance(constraint, AllDifferent) and constraint.kind in _HOUSES:
            name = _HOUSES[constraint.kind]
            found[name] = HOUSES[name], ""
    return found


def meaning_of(variant: type) -> str:
    """Return the first sentence of a variant's docstring."""
    return (getdoc(variant) or "").partition("\n\n")[0].replace("\n", " ")


def number_of(clue: Variant) -> str:
    """Return a clue's first number as people see it, the usual one if none is given."""
    field = number_field(type(clue))
    return clue.shown_text(field) if field else ""


def meaning_said(name: str, means: str, number: str) -> Said:
    """Return what a kind of rule means as data, with its number if there are words for that.

    Args:
        means: its sentence, as `meanings_of` has it, where a language has none of its own.
    """
    of_number = f"means {name} of"
    if number and of_number in templates(USUAL):
        return say(of_number, number=number)
    return say(f"means {name}", means)
