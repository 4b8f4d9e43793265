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
from typing import assert_never, cast

from cpsudoku.errors import RulesError
from cpsudoku.formats.rules_words import cell_names
from cpsudoku.formats.strict_json import (
    MisplacedError,
    list_of,
    placed,
    unexpected,
    whole_number,
)
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


def primitive_from_json(value: object, board: Board, depth: int = 0) -> Primitive:
    """Return the primitive that a JSON object tells.

    Args:
        value: the object.
        depth: in how many others it is.

    Raises:
        RulesError: the object is not of that form.
    """
    if not isinstance(value, dict):
        raise unexpected(value, "an object with 'cells'")
    kind = value.get("type", "all-different")
    if not isinstance(kind, str) or kind not in _READERS:
        raise unexpected(kind, f"one of {', '.join(_READERS)}, or a variant", ".type")
    if depth > MOST_LEVELS:
        raise RulesError(f"constraints nested too deeply; expected up to {MOST_LEVELS} levels")
    reader = _Reader(value, board, depth)
    made = _READERS[kind](reader)
    reader.check()
    return made


class _Reader:
    """Takes the fields of one object, and knows which were never asked for."""

    def __init__(self, value: Object, board: Board, depth: int) -> None:
        self._value = value
        self._board = board
        self._depth = depth
        self._asked = {"type"}

    def check(self) -> None:
        """Raise if there is a field that nobody has asked for."""
        if unknown := set(self._value) - self._asked:
            expected = ", ".join(sorted(self._asked))
            raise MisplacedError(f"unknown; expected {expected}", f".{min(unknown)[:40]}")

    def has(self, name: str) -> bool:
        """Return whether there is a field that need not be there."""
        self._asked.add(name)
        return name in self._value

    def get(self, name: str, expected: str) -> object:
        """Return a field."""
        if not self.has(name):
            raise MisplacedError(f"missing; expected {expected}", f".{name}")
        return self._value[name]

    def cells(self) -> tuple[Cell, ...]:
        """Return the cells."""
        return cells_from_json(self.get("cells", _A_LIST_OF_CELLS), self._board, ".cells")

    def cell(self, name: str) -> Cell:
        """Return a field that is one cell."""
        return _cell(self.get(name, _A_CELL), self._board, f".{name}")

    def number(self, name: str) -> int:
        """Return a field that is a whole number."""
        return whole_number(self.get(name, "a whole number"), f".{name}")

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return a field that is a list of whole numbers."""
        return _numbers(self.get(name, _NUMBERS), f".{name}")

    def tuples(self, name: str, length: int) -> frozenset[tuple[int, ...]]:
        """Return a field that is a list of lists of whole numbers.

        Args:
            length: how many numbers each list has.
        """
        expected = f"a list of lists of {length} whole numbers"
        found = set()
        for at, one in enumerate(list_of(self.get(name, expected), expected, f".{name}")):
            found.add(_numbers(one, f".{name}[{at}]", length))
        return frozenset(found)

    def pairs_of_cells(self, name: str) -> frozenset[tuple[Cell, Cell]]:
        """Return a field that is a list of pairs of cells."""
        expected = "a list of pairs of cells"
        found = set()
        for at, one in enumerate(list_of(self.get(name, expected), expected, f".{name}")):
            pair = cells_from_json(one, self._board, f".{name}[{at}]")
            if len(pair) != 2:
                raise unexpected(one, "two cells", f".{name}[{at}]")
            found.add((pair[0], pair[1]))
        return frozenset(found)

    def label(self, kind: type) -> str:
        """Return what people call it."""
        return self.words("label") if self.has("label") else _DEFAULT_LABELS[kind]

    def words(self, name: str) -> str:
        """Return a field that may stand in a line for people."""
        found = self.get(name, "a text in one line")
        if not isinstance(found, str) or not found.isprintable():  # neither ends it nor clears it
            raise unexpected(found, "a text in one line", f".{name}")
        return found

    def relation(self) -> Relation:
        """Return how numbers are compared."""
        found = self.get("relation", _RELATION)
        if found not in ("=", "!=", "<=", ">="):
            raise unexpected(found, _RELATION, ".relation")
        return found

    def parts(self) -> tuple[Primitive, ...]:
        """Return the parts."""
        found = list_of(self.get("parts", _CONSTRAINTS), _CONSTRAINTS, ".parts")
        return tuple(self._part(one, f".parts[{at}]") for at, one in enumerate(found))

    def part(self) -> Primitive:
        """Return the only part."""
        return self._part(self.get("part", "a constraint"), ".part")

    def _part(self, value: object, place: str) -> Primitive:
        try:
            return primitive_from_json(value, self._board, self._depth + 1)
        except RulesError as error:
            raise placed(place, error) from error


MOST_LEVELS = 100
"""Deeper constraints are refused, as what reads them again would run out of its stack."""

_A_CELL = "a cell such as 'r1c1'"
_A_LIST_OF_CELLS = "a list of cells such as ['r1c1', 'r2c2']"
_NUMBERS = "a list of whole numbers"
_RELATION = "one of = != <= >="
_CONSTRAINTS = "a list of constraints"


def _numbers(value: object, place: str, length: int | None = None) -> tuple[int, ...]:
    found = list_of(value, _NUMBERS, place)
    if length not in (None, len(found)):
        raise unexpected(value, f"{length} whole numbers", place)
    if not all(type(one) is int for one in found):
        for at, one in enumerate(found):
            whole_number(one, f"{place}[{at}]")
    return cast("tuple[int, ...]", tuple(found))


def cells_from_json(value: object, board: Board, place: str = "") -> tuple[Cell, ...]:
    """Return cells from a list of names or numbers, or from a text with names.

    Args:
        value: what was found.
        place: where it was found, for messages.

    Raises:
        RulesError: it is neither, or there is no such cell.
    """
    if isinstance(value, str):
        value = re.split(r"[\s,]+", value.strip())
    cells = list_of(value, _A_LIST_OF_CELLS, place)
    try:
        return tuple(
            board.cell(cell) if isinstance(cell, str) else _cell(cell, board) for cell in cells
        )
    except RulesError:
        for at, cell in enumerate(cells):
            _cell(cell, board, f"{place}[{at}]")
        raise


def _cell(value: object, board: Board, place: str = "") -> Cell:
    """Return a cell from its name, or from its number, from 0."""
    if isinstance(value, str):
        try:
            return board.cell(value)
        except RulesError as error:
            raise placed(place, error) from error
    if type(value) is not int or not 0 <= value < board.cell_count:
        raise unexpected(value, _A_CELL, place)
    return value


def _all_different(read: _Reader) -> AllDifferent:
    cells = read.cells()
    kind = read.words("kind") if read.has("kind") else "group"
    return AllDifferent(cells, kind, read.number("number") if read.has("number") else None)


def _pair(read: _Reader) -> Pair:
    cells, allowed = read.cells(), read.tuples("allowed", 2)
    if len(cells) != 2:
        raise MisplacedError(f"a pair of {len(cells)} cells; expected two", ".cells")
    return Pair(*cells, frozenset((a, b) for a, b in allowed), read.label(Pair))


def _table(read: _Reader) -> Table:
    cells = read.cells()
    return Table(cells, read.tuples("tuples", len(cells)), read.label(Table))


def _regular(read: _Reader) -> Regular:
    steps = read.tuples("steps", 3)
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
    "table": _table,
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
        read.number("size") if read.has("size") else None,
        read.label(Connected),
    ),
    "and": lambda read: And(read.parts(), read.label(And)),
    "or": lambda read: Or(read.parts(), read.label(Or)),
    "not": lambda read: Not(read.part(), read.label(Not)),
}
