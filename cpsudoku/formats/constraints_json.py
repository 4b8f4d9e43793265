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
from collections.abc import Callable
from dataclasses import MISSING, dataclass, replace
from typing import Any, NamedTuple, cast

from cpsudoku.errors import RulesError
from cpsudoku.formats.rules_words import cell_names
from cpsudoku.formats.strict_json import MisplacedError, list_of, placed, unexpected, whole_number
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint, primitives

Object = dict[str, object]

MOST_LEVELS = 100
"""Deeper constraints are refused, as what reads them again would run out of its stack."""

_A_CELL = "a cell such as 'r1c1'"
_A_LIST_OF_CELLS = "a list of cells such as ['r1c1', 'r2c2']"
_WHOLE_NUMBERS = "a list of whole numbers"


def constraint_to_json(constraint: Constraint, board: Board) -> Object:
    """Return a primitive or a variant as an object that JSON can hold."""
    if type(constraint) not in primitives.VOCABULARY:
        from cpsudoku.variants import Variant, to_json

        if isinstance(constraint, Variant):
            return to_json(constraint)
        raise RulesError(f"JSON cannot say: {constraint.described(board)}")
    if isinstance(constraint, AllDifferent):
        found: Object = {"kind": constraint.kind}
        if constraint.number is not None:
            found["number"] = constraint.number
        return found | {"cells": cell_names(constraint.cells, board)}
    kind = type(constraint).__name__.lower()
    found = {"type": kind}
    for name, form in _FORMS[kind][1].items():
        is_pair = name == "cells" and isinstance(constraint, primitives.Pair)
        value = constraint.scope if is_pair else getattr(constraint, name)
        if value != _default(type(constraint), name):
            found[name] = form.write(value, board)
    return found


def _default(kind: type, name: str) -> object:
    """Return what a field is where it is not there; `...` where it has to be."""
    field = kind.__dataclass_fields__.get(name)  # type: ignore[attr-defined]
    return ... if field is None or field.default is MISSING else field.default


def constraint_from_json(value: object, board: Board) -> Constraint:
    """Return the primitive or variant of a JSON object."""
    if isinstance(value, dict):
        kind = value.get("type")
        if isinstance(kind, str) and kind not in _FORMS:
            from cpsudoku.variants import from_json
            from cpsudoku.variants.registry import found_variant

            if found_variant(kind) is not None:
                return from_json(value, board)
    return primitive_from_json(value, board)


def primitive_from_json(value: object, board: Board, depth: int = 0) -> primitives.Primitive:
    """Return the primitive of a JSON object."""
    if not isinstance(value, dict):
        raise unexpected(value, "an object with 'cells'")
    kind = value.get("type", "all-different")
    if not isinstance(kind, str) or kind not in _FORMS:
        raise unexpected(kind, f"one of {', '.join(_FORMS)}, or a variant", ".type")
    if depth > MOST_LEVELS:
        raise RulesError(f"constraints nested too deeply; expected up to {MOST_LEVELS} levels")
    made, fields = _FORMS[kind]
    taken: dict[str, Any] = {}
    place = _Place(board, depth, taken)
    for name, form in fields.items():
        if name in value:
            place.path = f".{name}"
            taken[name] = form.read(value[name], place)
    for name, form in fields.items():
        if name not in taken and _default(made, name) is ...:
            raise MisplacedError(f"missing; expected {form.expected}", f".{name}")
    if made is primitives.Pair:
        taken = _of_two(taken)
    if unknown := set(value) - {"type", *fields}:
        expected = ", ".join(sorted({"type", *fields}))
        raise MisplacedError(f"unknown; expected {expected}", f".{min(unknown)[:40]}")
    return cast(primitives.Primitive, made(**taken))


def _of_two(taken: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a pair, whose cells are one field in JSON."""
    cells = taken.pop("cells")
    if len(cells) != 2:
        raise MisplacedError(f"a pair of {len(cells)} cells; expected two", ".cells")
    return {"first": cells[0], "second": cells[1], **taken}


@dataclass(slots=True)
class _Place:
    """Where a field stands: on which board, in how many constraints, after which, and its path."""

    board: Board
    depth: int
    taken: dict[str, Any]
    path: str = ""


class _Form(NamedTuple):
    """How the values of a field stand in JSON, both ways."""

    expected: str
    read: Callable[[Any, _Place], object]
    write: Callable[[Any, Board], object]


def _numbers(value: object, place: str, length: int | None = None) -> tuple[int, ...]:
    found = list_of(value, _WHOLE_NUMBERS, place)
    if length not in (None, len(found)):
        raise unexpected(value, f"{length} whole numbers", place)
    if not all(type(one) is int for one in found):
        for at, one in enumerate(found):
            whole_number(one, f"{place}[{at}]")
    return cast("tuple[int, ...]", tuple(found))


def _lists(length: int | None) -> _Form:
    """Return the form of a set of tuples of numbers, of as many as there are cells for None."""

    def read(value: object, place: _Place) -> frozenset[tuple[int, ...]]:
        wanted = length or len(place.taken.get("cells", ()))
        lists = list_of(value, f"a list of lists of {wanted} whole numbers", place.path)
        every = enumerate(lists)
        return frozenset(_numbers(one, f"{place.path}[{at}]", wanted) for at, one in every)

    expected = f"a list of lists of {'' if length is None else f'{length} '}whole numbers"
    return _Form(expected, read, lambda tuples, _: sorted(map(list, tuples)))


def _read_pairs(value: object, place: _Place) -> frozenset[tuple[Cell, ...]]:
    found = set()
    for at, one in enumerate(list_of(value, "a list of pairs of cells", place.path)):
        pair = cells_from_json(one, place.board, f"{place.path}[{at}]")
        if len(pair) != 2:
            raise unexpected(one, "two cells", f"{place.path}[{at}]")
        found.add(pair)
    return frozenset(found)


def _read_part(value: object, place: _Place) -> primitives.Primitive:
    try:
        return primitive_from_json(value, place.board, place.depth + 1)
    except RulesError as error:
        raise placed(place.path, error) from error


def _read_parts(value: object, place: _Place) -> tuple[primitives.Primitive, ...]:
    found = enumerate(list_of(value, "a list of constraints", place.path))
    return tuple(_read_part(one, replace(place, path=f"{place.path}[{at}]")) for at, one in found)


def cells_from_json(value: object, board: Board, place: str = "") -> tuple[Cell, ...]:
    """Return cells from a list of names or numbers, or from a text with names."""
    if isinstance(value, str):
        value = re.split(r"[\s,]+", value.strip())
    cells = list_of(value, _A_LIST_OF_CELLS, place)
    try:
        return tuple(board.cell(c) if isinstance(c, str) else _cell(c, board) for c in cells)
    except RulesError:
        for at, cell in enumerate(cells):
            _cell(cell, board, f"{place}[{at}]")
        raise


def _cell(value: object, board: Board, place: str = "") -> Cell:
    if isinstance(value, str):
        try:
            return board.cell(value)
        except RulesError as error:
            raise placed(place, error) from error
    if type(value) is not int or not 0 <= value < board.cell_count:
        raise unexpected(value, _A_CELL, place)
    return value


def _plain(expected: str, fits: Callable[[object], bool]) -> _Form:
    """Return the form of what stands in JSON as it is."""

    def read(value: object, place: _Place) -> object:
        if not fits(value):
            raise unexpected(value, expected, place.path)
        return value

    return _Form(expected, read, lambda value, _: value)


_CELLS = _Form(
    _A_LIST_OF_CELLS, lambda value, at: cells_from_json(value, at.board, at.path), cell_names
)
_CELL = _Form(
    _A_CELL, lambda value, at: _cell(value, at.board, at.path), lambda cell, b: b.name(cell)
)
_NUMBER = _plain("a whole number", lambda value: type(value) is int)
_NUMBERS = _Form(
    _WHOLE_NUMBERS, lambda value, at: _numbers(value, at.path), lambda numbers, _: list(numbers)
)
_SET = _Form(
    _WHOLE_NUMBERS, lambda value, at: frozenset(_numbers(value, at.path)), lambda s, _: sorted(s)
)
_PAIRS = _Form(
    "a list of pairs of cells", _read_pairs,
    lambda pairs, board: [cell_names(pair, board) for pair in sorted(pairs)],
)  # fmt: skip
_RELATION = _plain("one of = != <= >=", ("=", "!=", "<=", ">=").__contains__)
# Neither ends its line nor clears it.
_WORDS = _plain("a text in one line", lambda value: isinstance(value, str) and value.isprintable())
_PART = _Form("a constraint", _read_part, constraint_to_json)
_PARTS = _Form(
    "a list of constraints", _read_parts,
    lambda parts, board: [constraint_to_json(part, board) for part in parts],
)  # fmt: skip


def _object(made: Any, **fields: _Form) -> tuple[Any, dict[str, _Form]]:
    return made, {**fields, "label": _WORDS}


_FORMS = {
    "all-different": (AllDifferent, {"cells": _CELLS, "kind": _WORDS, "number": _NUMBER}),
    "pair": _object(primitives.Pair, cells=_CELLS, allowed=_lists(2)),
    "linear": _object(
        primitives.Linear, cells=_CELLS, coefficients=_NUMBERS, relation=_RELATION, totals=_NUMBERS
    ),
    "table": _object(primitives.Table, cells=_CELLS, tuples=_lists(None)),
    "regular": _object(
        primitives.Regular, cells=_CELLS, start=_NUMBER, steps=_lists(3), accepting=_SET
    ),
    "count": _object(
        primitives.Count, cells=_CELLS, values=_SET, relation=_RELATION, number=_NUMBER
    ),
    "element": _object(primitives.Element, cells=_CELLS, index=_CELL, value=_CELL),
    "connected": _object(
        primitives.Connected, cells=_CELLS, neighbours=_PAIRS, values=_SET, size=_NUMBER
    ),
    "and": _object(primitives.And, parts=_PARTS),
    "or": _object(primitives.Or, parts=_PARTS),
    "not": _object(primitives.Not, part=_PART),
}
"""By the names that primitives have in JSON their types, and the forms of their fields in order:
they are read and written so."""
