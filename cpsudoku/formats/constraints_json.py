"""Primitives as JSON, each an object that names its type; nothing is lost either way.

======================  ========================================================================
``all-different``       ``cells``, ``kind``, ``number``; what an object without a type means
``pair``                two ``cells``, the pairs ``allowed``
``linear``              ``cells``, ``coefficients``, ``relation`` (= != <= >=), ``totals``
``table``               ``cells``, the ``tuples`` allowed
``regular``             ``cells``, ``start``, ``steps`` [state, digit, state], ``accepting``
``count``               ``cells``, ``values``, ``relation``, ``number``
``element``             ``cells``, ``index``, ``value``: a cell each
``connected``           ``cells``, the pairs of ``neighbours``, ``values``, ``size`` or none
``and``, ``or``         ``parts``
``not``                 ``part``
======================  ========================================================================

All but the first may have a ``label``.  Any other type is the name of a variant, with its fields as
`cpsudoku.variants.naming` writes them: ``{"type": "killer", "cells": ["r1c1"], "total": 5}``.

>>> from cpsudoku.rules import Linear, square
>>> linear_to_json = constraint_to_json(Linear((0, 1), (1, 1), "=", (5,)), square(4))
>>> linear_to_json
{'type': 'linear', 'cells': ['r1c1', 'r1c2'], 'coefficients': [1, 1], 'relation': '=', \
'totals': [5]}
>>> constraint_from_json(linear_to_json, square(4)).totals
(5,)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeGuard, assert_never

from cpsudoku.errors import RulesError
from cpsudoku.formats.rules_words import brief, cell_names
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint
from cpsudoku.rules.primitives import (
    VOCABULARY,
    And,
    Connected,
    Count,
    Element,
    Linear,
    Not,
    Or,
    OtherPrimitive,
    Pair,
    Primitive,
    Regular,
    Relation,
    Table,
)

Object = dict[str, object]


def constraint_to_json(constraint: Constraint, board: Board) -> Object:
    """Return a primitive or a variant as an object that JSON can hold.

    Args:
        board: its board.

    Raises:
        RulesError: the constraint is neither, and has no form in JSON.
    """
    if type(constraint) not in VOCABULARY:
        from cpsudoku.variants import Variant, to_json

        if isinstance(constraint, Variant):
            return to_json(constraint)
        raise RulesError(f"JSON cannot say: {constraint.described(board)}")
    primitive: Primitive = constraint  # type: ignore[assignment]
    if isinstance(primitive, AllDifferent):
        found: Object = {"kind": primitive.kind}
        if primitive.number is not None:
            found["number"] = primitive.number
        return found | {"cells": cell_names(primitive.cells, board)}
    found = {"type": type(primitive).__name__.lower(), **_fields(primitive, board)}
    if primitive.label != _DEFAULT_LABELS[type(primitive)]:
        found["label"] = primitive.label
    return found


_DEFAULT_LABELS: dict[type, str] = {
    kind: kind.__dataclass_fields__["label"].default  # type: ignore[attr-defined]
    for kind in VOCABULARY - {AllDifferent}
}


def _fields(primitive: OtherPrimitive, board: Board) -> Object:
    """Return what a primitive has beside its type and label."""
    found: Object
    match primitive:
        case Pair(first, second, allowed):
            return {"cells": cell_names((first, second), board), "allowed": _lists(allowed)}
        case And(parts) | Or(parts):
            return {"parts": [constraint_to_json(part, board) for part in parts]}
        case Not(part):
            return {"part": constraint_to_json(part, board)}
        case Linear(_, coefficients, relation, totals):
            found = {
                "coefficients": list(coefficients), "relation": relation, "totals": list(totals)
            }  # fmt: skip
        case Table(_, tuples):
            found = {"tuples": _lists(tuples)}
        case Regular(_, start, steps, accepting):
            found = {"start": start, "steps": _lists(steps), "accepting": sorted(accepting)}
        case Count(_, values, relation, number):
            found = {"values": sorted(values), "relation": relation, "number": number}
        case Element(_, index, value):
            found = {"index": board.name(index), "value": board.name(value)}
        case Connected(_, neighbours, values, size):
            pairs = [cell_names(pair, board) for pair in sorted(neighbours)]
            found = {"neighbours": pairs, "values": sorted(values)}
            found |= {} if size is None else {"size": size}
        case _:
            assert_never(primitive)
    return {"cells": cell_names(primitive.cells, board), **found}


def _lists(tuples: Iterable[tuple[int, ...]]) -> list[list[int]]:
    return sorted(map(list, tuples))


def constraint_from_json(value: object, board: Board) -> Constraint:
    """Return the primitive or variant that a JSON object tells.

    Args:
        value: the object.

    Raises:
        RulesError: the object is not of that form.
    """
    if isinstance(value, dict):
        kind = value.get("type")
        if isinstance(kind, str) and kind not in _READERS:
            from cpsudoku.variants import from_json, variants

            if kind in variants():
                return from_json(value, board)
    return primitive_from_json(value, board)


def primitive_from_json(value: object, board: Board) -> Primitive:
    """Return the primitive that a JSON object tells.

    Args:
        value: the object.

    Raises:
        RulesError: the object is not of that form.
    """
    if not isinstance(value, dict):
        raise RulesError(f"constraint {brief(value)}; expected an object with 'cells'")
    kind = value.get("type", "all-different")
    if not isinstance(kind, str) or kind not in _READERS:
        raise RulesError(
            f"constraint of type {brief(kind)}; expected one of {', '.join(_READERS)}, or a variant"
        )
    reader = _Reader(value, board)
    made = _READERS[kind](reader)
    reader.check()
    return made


class _Reader:
    """Takes the fields of one object, and knows which were never asked for."""

    def __init__(self, value: Object, board: Board) -> None:
        self._value = value
        self._board = board
        self._asked = {"type"}

    def check(self) -> None:
        """Raise if there is a field that nobody has asked for."""
        if unknown := set(self._value) - self._asked:
            raise RulesError(
                f"constraint with {brief(min(unknown))}; expected {', '.join(sorted(self._asked))}"
            )

    def get(self, name: str) -> object:
        """Return a field, None where it is missing."""
        self._asked.add(name)
        return self._value.get(name)

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells."""
        if "cells" not in self._value:
            raise RulesError(f"constraint {brief(self._value)}; expected an object with 'cells'")
        return cells_from_json(self.get("cells"), self._board)

    def cell(self, name: str) -> Cell:
        """Return a field that is one cell."""
        found = cells_from_json([self.get(name)], self._board)
        return found[0]

    def number(self, name: str) -> int:
        """Return a field that is a whole number."""
        found = self.get(name)
        if type(found) is not int:
            raise self._expected(name, "a whole number")
        return found

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return a field that is a list of whole numbers."""
        return self._numbers(self.get(name), name)

    def tuples(self, name: str) -> frozenset[tuple[int, ...]]:
        """Return a field that is a list of lists of whole numbers."""
        found = self.get(name)
        if not isinstance(found, list):
            raise self._expected(name, "a list of lists of whole numbers")
        return frozenset(self._numbers(one, name) for one in found)

    def _numbers(self, found: object, name: str) -> tuple[int, ...]:
        if not isinstance(found, list) or not all(type(one) is int for one in found):
            raise self._expected(name, "a list of whole numbers")
        return tuple(found)

    def pairs_of_cells(self, name: str) -> frozenset[tuple[Cell, Cell]]:
        """Return a field that is a list of pairs of cells."""
        found = self.get(name)
        if not isinstance(found, list):
            raise self._expected(name, "a list of pairs of cells")
        pairs = [cells_from_json(one, self._board) for one in found]
        if not all(len(pair) == 2 for pair in pairs):
            raise self._expected(name, "a list of pairs of cells")
        return frozenset((a, b) for a, b in pairs)

    def label(self, kind: type) -> str:
        """Return what people call it."""
        found = self.get("label")
        if found is None:
            return _DEFAULT_LABELS[kind]
        if not _is_told(found):
            raise self._expected("label", "a text in one line")
        return found

    def relation(self) -> Relation:
        """Return how numbers are compared; the constraint itself checks it."""
        return str(self.get("relation"))  # type: ignore[return-value]

    def parts(self) -> tuple[Primitive, ...]:
        """Return the parts."""
        found = self.get("parts")
        if not isinstance(found, list):
            raise self._expected("parts", "a list of constraints")
        return tuple(primitive_from_json(one, self._board) for one in found)

    def part(self) -> Primitive:
        """Return the only part."""
        return primitive_from_json(self.get("part"), self._board)

    def _expected(self, name: str, what: str) -> RulesError:
        return RulesError(f"{name} {brief(self._value.get(name))} of a constraint; expected {what}")


def _is_told(value: object) -> TypeGuard[str]:
    """Return whether a value may stand in a line for people, and neither ends it nor clears it."""
    return isinstance(value, str) and value.isprintable()


def cells_from_json(value: object, board: Board) -> tuple[Cell, ...]:
    """Return cells from a list of names or numbers, or from a text with names.

    Args:
        value: what was found.

    Raises:
        RulesError: it is neither, or there is no such cell.
    """
    if isinstance(value, str):
        value = re.split(r"[\s,]+", value.strip())
    if not isinstance(value, list):
        raise RulesError(f"cells are {brief(value)}; expected a list such as ['r1c1', 'r2c2']")
    return tuple(
        cell if type(cell) is int else board.cell(cell if isinstance(cell, str) else "")
        for cell in value
    )


def _all_different(read: _Reader) -> AllDifferent:
    cells = read.cells()
    kind, number = read.get("kind"), read.get("number")
    kind = "group" if kind is None else kind
    if not _is_told(kind) or not (number is None or type(number) is int):
        raise RulesError(f"constraint of kind {brief(kind)}; expected a 'kind' in words")
    return AllDifferent(cells, kind, number)


def _pair(read: _Reader) -> Pair:
    cells, allowed = read.cells(), read.tuples("allowed")
    if len(cells) != 2 or not all(len(pair) == 2 for pair in allowed):
        raise RulesError(f"a pair of {len(cells)} cells; expected two cells and pairs of digits")
    pairs = frozenset((a, b) for a, b in allowed)
    return Pair(*cells, pairs, read.label(Pair))


def _regular(read: _Reader) -> Regular:
    steps = read.tuples("steps")
    if not all(len(step) == 3 for step in steps):
        raise RulesError("a step of an automaton that is not [state, digit, state]")
    return Regular(
        read.cells(),
        read.number("start"),
        frozenset((a, b, c) for a, b, c in steps),
        frozenset(read.numbers("accepting")),
        read.label(Regular),
    )


_READERS: dict[str, Callable[[_Reader], Primitive]] = {
    "all-different": _all_different,
    "pair": _pair,
    "linear": lambda read: Linear(
        read.cells(),
        read.numbers("coefficients"),
        read.relation(),
        read.numbers("totals"),
        read.label(Linear),
    ),
    "table": lambda read: Table(read.cells(), read.tuples("tuples"), read.label(Table)),
    "regular": _regular,
    "count": lambda read: Count(
        read.cells(),
        frozenset(read.numbers("values")),
        read.relation(),
        read.number("number"),
        read.label(Count),
    ),
    "element": lambda read: Element(
        read.cells(), read.cell("index"), read.cell("value"), read.label(Element)
    ),
    "connected": lambda read: Connected(
        read.cells(),
        read.pairs_of_cells("neighbours"),
        frozenset(read.numbers("values")),
        None if read.get("size") is None else read.number("size"),
        read.label(Connected),
    ),
    "and": lambda read: And(read.parts(), read.label(And)),
    "or": lambda read: Or(read.parts(), read.label(Or)),
    "not": lambda read: Not(read.part(), read.label(Not)),
}
