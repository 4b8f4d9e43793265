"""Rules as JSON, and each constraint as an object that names its type.

======================  ========================================================================
``size``                number of digits; by itself the usual rules of that size, as the text
                        ``9`` does
``boxes``               [height, width]; null for none, which makes a Latin square
``regions``             for each cell the label of its region
``diagonals``,          true: these houses as well
``windows``,
``disjoint``
``groups``              lists of cells that are all different
``also``                other constraints beside the houses
``constraints``         all constraints; instead of any houses
``board``               rows of ``#`` for a cell and any other character for none, for a board that
                        is not square; with ``digits`` and ``constraints``
``digits``              [lowest, highest] of such a board
``auxiliary``           how many of its last cells stand beside the grid
======================  ========================================================================

Instead of an object there may be a text for `cpsudoku.formats.rules_text` or with such an object
in it, or a number.

>>> from cpsudoku.rules import Linear
>>> rules_to_json(boxes(2, 3).with_diagonals())
{'size': 6, 'boxes': [2, 3], 'diagonals': True}
>>> rules_from_json({"size": 4}) == rules_from_json("4") == boxes(2, 2)
True

A constraint is an object with the name of a primitive as its ``type``, in small letters, or of a
variant, and with its fields; one without a type has cells that are all different.  The two cells of
a pair are ``cells`` like those of others.  Nothing is lost either way.

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
from dataclasses import MISSING, dataclass, fields, replace
from functools import cache
from itertools import chain, takewhile
from typing import Any, NamedTuple, cast, get_args

from cpsudoku.errors import FormatError, RulesError, quoted
from cpsudoku.formats.rules_words import (
    MAX_SIZE,
    add_houses,
    cell_names,
    check_number,
    labels_text,
    parse_words,
    parts_of,
    words_of,
)
from cpsudoku.formats.strict_json import (
    MisplacedError,
    list_of,
    loads,
    placed,
    unexpected,
    whole_number,
)
from cpsudoku.rules import (
    SYMBOLS,
    AllDifferent,
    Board,
    Cell,
    Constraint,
    Rules,
    boxes,
    jigsaw,
    latin,
    primitives,
    square,
    usual,
)
from cpsudoku.variants.base import FieldKind, Variant, fields_of
from cpsudoku.variants.registry import found_variant


def rules_to_json(rules: Rules) -> dict[str, object] | str:
    """Return rules as an object that JSON can hold; a text for a board with a name."""
    board = rules.board
    if not board.is_square:
        words = words_of(rules)
        # Words for layers and other digits are newer than this form, which other readers know.
        is_newer = words is not None and (board.auxiliary or "+digits:" in words)
        return listed(rules) if words is None or is_newer else words
    groups = tuple(takewhile(lambda one: isinstance(one, AllDifferent), rules.constraints))
    also = rules.constraints[len(groups) :]
    houses = _houses(Rules(board, groups) if also else rules)
    if houses is None:
        return {"size": rules.size, "constraints": _written(rules.constraints, board)}
    return houses | ({"also": _written(also, board)} if also else {})


def listed(rules: Rules) -> dict[str, object]:
    """Return rules of a board that is not square with its rows and all constraints."""
    board = rules.board
    beside = {"auxiliary": board.auxiliary} if board.auxiliary else {}
    found = {"board": picture_of(board), "digits": [board.first, board.last], **beside}
    return found | {"constraints": _written(rules.constraints, board)}


def _houses(rules: Rules) -> dict[str, object] | None:
    """Return rules of nothing but groups by the names of these, None where they have none."""
    size = rules.size
    parts = parts_of(rules)
    if parts is None:
        return None
    found: dict[str, object] = {"size": size}
    if parts.labels is not None:
        text = labels_text(parts.labels, size)
        found["regions"] = text if size <= len(SYMBOLS) else list(parts.labels)
    else:
        found["boxes"] = None if parts.box is None else list(parts.box)
    found |= dict.fromkeys(parts.added, True)
    if parts.groups:
        found["groups"] = [cell_names(group.cells, rules.board) for group in parts.groups]
    return found


def _written(constraints: tuple[Constraint, ...], board: Board) -> list[dict[str, object]]:
    return [constraint_to_json(constraint, board) for constraint in constraints]


def picture_of(board: Board) -> list[str]:
    """Return the rows of a board, ``#`` for a cell and ``.`` for none."""
    at, columns = board.cells_at, range(board.width)
    return ["".join("#" if (r, c) in at else "." for c in columns) for r in range(board.height)]


def _board_from(value: dict[str, object]) -> Board:
    rows = _rows(value.get("board"))
    lowest, highest = _two_numbers(value.get("digits"), "[lowest, highest]", ".digits")
    if not 1 <= highest - lowest + 1 <= MAX_SIZE:
        raise unexpected([lowest, highest], f"1 to {MAX_SIZE} digits, the lowest first", ".digits")
    places = tuple(
        (r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"
    )
    auxiliary = whole_number(value.get("auxiliary", 0), ".auxiliary", "a number of cells")
    return Board(places, highest - lowest + 1, lowest, auxiliary)


def _rows(value: object) -> list[str]:
    rows = list_of(value, "a list of rows such as '###..###'", ".board")
    if len(rows) > MAX_SIZE:
        raise unexpected(rows, f"up to {MAX_SIZE} rows", ".board")
    for at, row in enumerate(rows):
        if not isinstance(row, str) or len(row) > MAX_SIZE or not set(row) <= set("#. "):
            expected = f"a text of up to {MAX_SIZE} characters, # for a cell and . for none"
            raise unexpected(row, expected, f".board[{at}]")
    return [str(row) for row in rows]


def _two_numbers(value: object, expected: str, place: str) -> tuple[int, int]:
    numbers = list_of(value, expected, place)
    if len(numbers) != 2:
        raise unexpected(value, expected, place)
    one, other = (whole_number(n, f"{place}[{at}]") for at, n in enumerate(numbers))
    return one, other


def _constraints(value: object, place: str) -> list[object]:
    found = list_of(value, "a list", place)
    check_number(len(found))
    return found


def _jigsaw_from_json(value: object) -> Rules:
    if isinstance(value, str):
        return jigsaw(value)
    rows = list_of(value, "a label for each cell", ".regions")
    if rows and all(isinstance(row, list) for row in rows):
        lists = (enumerate(row if isinstance(row, list) else []) for row in rows)
        every = ((r, c, label) for r, row in enumerate(lists) for c, label in row)
        labels = [(f".regions[{r}][{c}]", label) for r, c, label in every]
    else:
        labels = [(f".regions[{at}]", label) for at, label in enumerate(rows)]
    for place, label in labels:
        if type(label) not in (int, str):
            raise unexpected(label, "a label, a number or a text", place)
    return jigsaw([str(label) for _, label in labels])


def _base_from_json(value: dict[str, object], size: int | None) -> Rules:
    if "regions" in value:
        if "boxes" in value:
            raise MisplacedError("it stands beside regions; expected one of both", ".boxes")
        return _jigsaw_from_json(value["regions"])
    if value.get("boxes") is not None:
        height, width = _two_numbers(value["boxes"], "[height, width]", ".boxes")
        if min(height, width) < 1 or height * width > MAX_SIZE:
            expected = f"[height, width] of 1 to {MAX_SIZE} cells"
            raise unexpected([height, width], expected, ".boxes")
        return boxes(height, width)
    if size is None:
        raise MisplacedError("rules without a size; expected 'size', 'boxes' or 'regions'")
    return latin(size) if "boxes" in value else usual(size)


_ADDED = ("diagonals", "windows", "disjoint")
_HOUSES = {"size", "boxes", "regions", "groups", "also", *_ADDED}
_ALL_LISTED = {"size", "constraints"}
_ON_BOARD = {"board", "digits", "auxiliary", "constraints"}


def rules_from_json(value: object) -> Rules:
    """Return the rules of a JSON value.

    Raises:
        RulesError: the value is not of that form, or no grid can have such rules; the message
            begins with the place, such as ``rules.boxes[1]``.
    """
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            return rules_from_json(loads(value))
        except FormatError as error:
            raise RulesError(f"rules: {error}") from error
    if type(value) in (str, int):
        spec = parse_words(str(value), files=False)
        if spec.base is None:
            raise RulesError(f"rules {value!r} do not say the size")
        return spec.rules()
    if not isinstance(value, dict):
        raise RulesError(f"rules: {quoted(value)}; expected an object or a text")
    try:
        return _from_object(value)
    except RecursionError as error:
        raise RulesError("constraints nested too deeply") from error
    except RulesError as error:
        raise RulesError(str(placed("rules", error))) from error


def _only(value: dict[str, object], known: set[str], beside: str = "") -> None:
    if unknown := set(value) - known:
        expected = ", ".join(sorted(known))
        raise MisplacedError(f"unknown{beside}; expected {expected}", f".{min(unknown)[:40]}")


def _from_object(value: dict[str, object]) -> Rules:
    if "board" in value or "digits" in value:
        _only(value, _ON_BOARD, " beside a board")
        return _from_constraints(value.get("constraints"), _board_from(value))
    if "constraints" in value:
        _only(value, _ALL_LISTED, " beside constraints")
        if "size" not in value:
            raise MisplacedError("rules with constraints and without a size")
        return _from_constraints(value["constraints"], square(_size(value["size"])))
    _only(value, _HOUSES)
    size = _size(value["size"]) if "size" in value else None
    rules = _base_from_json(value, size)
    if size is not None and rules.size != size:
        raise MisplacedError(f"{size}; expected {rules.size}, as the rules say", ".size")
    for name in _ADDED:
        if name not in value:
            continue
        if not isinstance(value[name], bool):
            raise unexpected(value[name], "true or false", f".{name}")
        if value[name]:
            rules = add_houses(rules, name)
    lists = {f".{n}": _constraints(value.get(n, []), f".{n}") for n in ("groups", "also")}
    return _with_more(rules, lists) if any(lists.values()) else rules


def _size(value: object) -> int:
    size = whole_number(value, ".size", f"1 to {MAX_SIZE}")
    if not 1 <= size <= MAX_SIZE:
        raise unexpected(size, f"1 to {MAX_SIZE}", ".size")
    return size


def _from_constraints(value: object, board: Board) -> Rules:
    return _with_more(Rules(board, ()), {".constraints": _constraints(value, ".constraints")})


def _with_more(rules: Rules, lists: dict[str, list[object]]) -> Rules:
    """Return rules with groups or other constraints, as the places of the lists say."""
    board, found = rules.board, list(rules.constraints)
    for place, values in lists.items():
        for at, value in enumerate(values):
            try:
                if place == ".groups":
                    one: Constraint = AllDifferent(cells_from_json(value, board), "group", at + 1)
                else:
                    one = constraint_from_json(value, board)
                one.check(board)
            except RulesError as error:
                raise placed(f"{place}[{at}]", error) from error
            found.append(one)
    made = Rules.trusted(board, tuple(found))
    made.check_houses()
    return made


Object = dict[str, object]

MOST_LEVELS = 100
"""Deeper constraints are refused: to read them again would exhaust the stack."""

_A_CELL = "a cell such as 'r1c1'"
_A_LIST_OF_CELLS = "a list of cells such as ['r1c1', 'r2c2']"
_WHOLE_NUMBERS = "a list of whole numbers"


def constraint_to_json(constraint: Constraint, board: Board) -> Object:
    """Return a primitive or a variant as an object that JSON can hold."""
    kind = type(constraint)
    if isinstance(constraint, AllDifferent):
        number = {} if constraint.number is None else {"number": constraint.number}
        return {"kind": constraint.kind, **number, "cells": cell_names(constraint.cells, board)}
    if kind not in primitives.VOCABULARY and not isinstance(constraint, Variant):
        raise RulesError(f"JSON cannot say: {constraint.described(board)}")
    found: Object = {"type": getattr(constraint, "name", kind.__name__.lower())}
    for name, (form, default) in _forms_of(kind).items():
        is_pair = name == "cells" and kind is primitives.Pair
        value = constraint.scope if is_pair else getattr(constraint, name)
        if value not in (None, default):
            found[name] = form.write(value, board)
    return found


def constraint_from_json(value: object, board: Board, depth: int = 0) -> Constraint:
    """Return the primitive or variant of a JSON object."""
    if depth > MOST_LEVELS:
        raise RulesError(f"constraints nested too deeply; expected up to {MOST_LEVELS} levels")
    if not isinstance(value, dict):
        raise unexpected(value, "an object with 'cells'")
    kind = value.get("type", "all-different")
    made: Any = isinstance(kind, str) and (_PRIMITIVES.get(kind) or found_variant(kind))
    if not made:
        raise unexpected(kind, f"one of {', '.join(_PRIMITIVES)}, or a variant", ".type")
    taken = _fields_from(value, _forms_of(made), _Place(board, depth, {}))
    if made is primitives.Pair:
        taken["first"], taken["second"] = taken.pop("cells")
    if made in primitives.VOCABULARY:
        return cast(Constraint, made(**taken))
    found: Variant = made(board, **taken)
    found.check(board)
    return found


def _fields_from(
    value: Object, fields: dict[str, tuple[_Form, object]], place: _Place
) -> dict[str, Any]:
    """Return the values of an object's fields, given their forms as `_forms_of` returns them."""
    for name, (form, _) in fields.items():
        if name in value:
            place.path = f".{name}"
            place.taken[name] = form.read(value[name], place)
    for name, (form, default) in fields.items():
        if default is ... and name not in place.taken:
            raise MisplacedError(f"missing; expected {form.expected}", f".{name}")
    _only(value, {"type", *fields})
    return place.taken


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


def _numbers(value: object, place: str, length: int) -> tuple[int, ...]:
    found = list_of(value, _WHOLE_NUMBERS, place)
    if length != len(found):
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


def _read_pair(value: object, place: _Place) -> tuple[Cell, ...]:
    pair = cells_from_json(value, place.board, place.path)
    if len(pair) != 2:
        raise unexpected(value, "two cells", place.path)
    return pair


def _part(expected: str, wanted: type) -> _Form:
    """Return the form of a constraint in another one."""

    def read(value: object, place: _Place) -> Constraint:
        try:
            found = constraint_from_json(value, place.board, place.depth + 1)
        except RulesError as error:
            raise placed(place.path, error) from error
        if not isinstance(found, wanted):
            raise unexpected(value, expected, place.path)
        return found

    return _Form(expected, read, constraint_to_json)


def _list(expected: str, one: _Form, made: type = tuple) -> _Form:
    """Return the form of a tuple or a frozenset of values, given the form of each."""

    def read(value: object, place: _Place) -> object:
        every = enumerate(list_of(value, expected, place.path))
        return made(one.read(x, replace(place, path=f"{place.path}[{at}]")) for at, x in every)

    def write(values: Any, board: Board) -> list[object]:
        ordered = values if made is tuple else sorted(values)
        return [one.write(value, board) for value in ordered]

    return _Form(expected, read, write)


def cells_from_json(value: object, board: Board, place: str = "") -> tuple[Cell, ...]:
    """Return cells from a list of names or numbers, or from a text with names."""
    if isinstance(value, str):
        value = re.split(r"[\s,]+", value.strip())
    cells = list_of(value, _A_LIST_OF_CELLS, place)
    try:
        named = (board.cells([c]) if isinstance(c, str) else [_cell(c, board)] for c in cells)
        return tuple(chain.from_iterable(named))
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
    """Return the form of values that JSON has as they are."""

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
_NUMBERS = _list(_WHOLE_NUMBERS, _NUMBER)
_SET = _list(_WHOLE_NUMBERS, _NUMBER, frozenset)
_TWO = _Form("two cells", _read_pair, cell_names)
_PAIRS = _list("a list of pairs of cells", _TWO, frozenset)
_RELATION = _plain("one of = != <= >=", ("=", "!=", "<=", ">=").__contains__)
# Neither ends its line nor clears it.
_WORDS = _plain("a text in one line", lambda value: isinstance(value, str) and value.isprintable())
_PART = _part("a primitive, such as linear", primitives.PrimitiveConstraint)
# A text has room for as many digits.
_SMALL = _plain("a whole number of up to nine digits", lambda n: type(n) is int and abs(n) < 10**9)


_OF_VARIANTS = {
    FieldKind.CELLS: _CELLS,
    FieldKind.CELL_LISTS: _list("a list of lists of cells", _CELLS),
    FieldKind.NUMBER: _SMALL,
    FieldKind.OPTIONAL_NUMBER: _SMALL,
    FieldKind.NUMBERS: _list("a list of whole numbers of up to nine digits", _SMALL),
    FieldKind.CLUES: _list("a list of variants", _part("a variant", Variant)),
}
"""The forms of the fields of variants, by their kinds."""


_OF_PRIMITIVES = {
    "accepting": _SET, "allowed": _lists(2), "cells": _CELLS, "coefficients": _NUMBERS,
    "first": _TWO, "index": _CELL, "kind": _WORDS, "label": _WORDS, "neighbours": _PAIRS,
    "number": _NUMBER, "part": _PART, "parts": _list("a list of constraints", _PART),
    "relation": _RELATION, "second": _TWO, "size": _NUMBER, "start": _NUMBER, "steps": _lists(3),
    "totals": _NUMBERS, "tuples": _lists(None), "value": _CELL, "values": _SET,
}  # fmt: skip
"""The forms of the fields of primitives, by their names."""


@cache
def _forms_of(kind: type[Any]) -> dict[str, tuple[_Form, object]]:
    """Return the form of each field, and its value where it is left out: `...` where it may not be.

    Fields are read and written in this order.  The two cells of a pair are one field.
    """
    if issubclass(kind, Variant):  # whose defaults are written, unless they are nothing
        own = fields_of(kind)
        return {f.name: (_OF_VARIANTS[f.kind], ... if f.required else ()) for f in own}
    found: dict[str, tuple[_Form, object]] = {}
    for field in fields(kind):
        form = _OF_PRIMITIVES[field.name]
        name = "cells" if form is _TWO else field.name
        found[name] = form, ... if field.default is MISSING else field.default
    return found


_PRIMITIVES: dict[str, type] = {
    "all-different" if kind is AllDifferent else kind.__name__.lower(): kind
    for kind in get_args(primitives.Primitive)
}
"""The types of primitives by the names that they have in JSON."""
