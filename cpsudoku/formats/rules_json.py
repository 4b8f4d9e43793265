"""Rules as JSON.

======================  ========================================================================
``size``                number of digits; alone it means the usual rules of that size, as the text
                        ``9`` does
``boxes``               [height, width]; null for none, which makes a Latin square
``regions``             for each cell the label of its region
``diagonals``,          true: these houses as well
``windows``,
``disjoint``
``groups``              lists of cells that are all different
``also``                other constraints (`cpsudoku.formats.constraints_json`) beside the houses
``constraints``         all constraints; instead of any houses
``board``               rows of ``#`` for a cell and any other character for none, for a board that
                        is no square; with ``digits`` and ``constraints``
``digits``              [lowest, highest] of such a board
``auxiliary``           how many of its last cells stand beside the grid
======================  ========================================================================

Instead of an object there may be a text for `cpsudoku.formats.rules_words`, or a number.

>>> from cpsudoku.rules import boxes
>>> rules_to_json(boxes(2, 3).with_diagonals())
{'size': 6, 'boxes': [2, 3], 'diagonals': True}
>>> rules_from_json({"size": 4}) == rules_from_json("4") == boxes(2, 2)
True
"""

from __future__ import annotations

from typing import Any

from cpsudoku.errors import RulesError
from cpsudoku.formats.rules_words import (
    MAX_SIZE,
    add_houses,
    brief,
    cell_names,
    check_number,
    checked_size,
    labels_text,
    parse_words,
    parts_of,
    words_of,
)
from cpsudoku.rules import (
    SYMBOLS,
    AllDifferent,
    Board,
    Constraint,
    Rules,
    boxes,
    jigsaw,
    latin,
    square,
    usual,
)


def rules_to_json(rules: Rules) -> dict[str, object] | str:
    """Return rules as what JSON can hold and `rules_from_json` understands.

    Returns:
        An object; a text for a board of another form that has a name, such as ``samurai``.

    Raises:
        RulesError: there is a constraint that JSON cannot say.
    """
    board = rules.board
    if not board.is_square:
        named = words_of(rules)
        if named is not None:
            return named
        digits = [board.first, board.last]
        return {
            "board": picture_of(board),
            "digits": digits,
            **({"auxiliary": board.auxiliary} if board.auxiliary else {}),
            "constraints": _written(rules.constraints, board),
        }
    groups = next(
        (i for i, c in enumerate(rules.constraints) if not isinstance(c, AllDifferent)),
        len(rules.constraints),
    )
    also = rules.constraints[groups:]
    houses = _houses(Rules(board, rules.constraints[:groups]) if also else rules)
    if houses is None:
        return {"size": rules.size, "constraints": _written(rules.constraints, board)}
    return houses | ({"also": _written(also, board)} if also else {})


def _houses(rules: Rules) -> dict[str, object] | None:
    """Return groups alone by what people call them, or None where they have no such names."""
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
    from cpsudoku.formats.constraints_json import constraint_to_json

    return [constraint_to_json(constraint, board) for constraint in constraints]


def picture_of(board: Board) -> list[str]:
    """Return the rows of a board, ``#`` for a cell and ``.`` for none."""
    rows = [["."] * board.width for _ in range(board.height)]
    for row, column in board.places:
        rows[row][column] = "#"
    return ["".join(row) for row in rows]


def _board_from(value: object, digits: object, auxiliary: object) -> Board:
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        raise RulesError(f"board {brief(value)}; expected rows such as '###..###'")
    if len(value) > MAX_SIZE or any(len(row) > MAX_SIZE for row in value):
        raise RulesError(f"a board beyond {MAX_SIZE} rows or columns")
    odd = next((mark for row in value for mark in row if mark not in "#. "), None)
    if odd is not None:
        raise RulesError(f"{odd!r} in a board; expected # for a cell and . for none")
    if not isinstance(digits, list) or [type(d) for d in digits] != [int, int]:
        raise RulesError(f"digits {brief(digits)} of a board; expected [lowest, highest]")
    lowest, highest = digits
    if not 1 <= highest - lowest + 1 <= MAX_SIZE:
        raise RulesError(f"digits {brief(digits)} of a board; expected 1 to {MAX_SIZE} of them")
    places = tuple(
        (r, c) for r, row in enumerate(value) for c, mark in enumerate(row) if mark == "#"
    )
    if type(auxiliary) is not int:
        raise RulesError(f"auxiliary {brief(auxiliary)} of a board; expected a number of cells")
    return Board(places, highest - lowest + 1, lowest, auxiliary)


def _list(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise RulesError(f"{what} are {brief(value)}; expected a list")
    check_number(len(value))
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
    return latin(size) if "boxes" in value else usual(size)


_ADDED = ("diagonals", "windows", "disjoint")
_HOUSES = {"size", "boxes", "regions", "groups", "also", *_ADDED}
_KNOWN = {*_HOUSES, "constraints", "board", "digits", "auxiliary"}


def rules_from_json(value: object) -> Rules:
    """Return the rules that a JSON value tells.

    Args:
        value: an object as this module describes it, or a text for
            `cpsudoku.formats.rules_words.parse_words`.

    Raises:
        RulesError: the value is not of that form, or no grid can have such rules.
    """
    if type(value) in (str, int):
        spec = parse_words(str(value), files=False)
        if spec.base is None:
            raise RulesError(f"rules {value!r} do not tell the size")
        return spec.rules()
    if not isinstance(value, dict):
        raise RulesError(f"rules are {brief(value)}; expected an object or a text")
    if unknown := set(value) - _KNOWN:
        expected = ", ".join(sorted(_KNOWN))
        raise RulesError(f"rules have {brief(min(unknown))}; expected {expected}")
    try:
        return _from_object(value)
    except RecursionError as error:
        raise RulesError("constraints nested too deeply") from error


def _from_object(value: dict[str, object]) -> Rules:
    size = None if value.get("size") is None else checked_size(value["size"])
    if "board" in value or "digits" in value:
        if others := set(value) - {"board", "digits", "auxiliary", "constraints"}:
            raise RulesError(f"rules with a board of their own have {brief(min(others))}")
        board = _board_from(value.get("board"), value.get("digits"), value.get("auxiliary", 0))
        return _from_constraints(value.get("constraints"), board)
    if "constraints" in value:
        if size is None:
            raise RulesError("rules with constraints and without a size")
        return _from_constraints(value["constraints"], square(size))
    rules = _base_from_json(value, size)
    if size is not None and rules.size != size:
        raise RulesError(f"rules of size {rules.size}; expected {size}, as they say")
    for name in filter(value.get, _ADDED):
        rules = add_houses(rules, name)
    groups = _list(value.get("groups") or [], "groups")
    also = _list(value.get("also") or [], "constraints")
    return _with_more(rules, groups, also) if groups or also else rules


def _with_more(rules: Rules, groups: list[Any], also: list[Any]) -> Rules:
    from cpsudoku.formats.constraints_json import cells_from_json, constraint_from_json

    rules = rules.with_groups(cells_from_json(group, rules.board) for group in groups)
    return rules.with_constraints(constraint_from_json(one, rules.board) for one in also)


def _from_constraints(value: object, board: Board) -> Rules:
    from cpsudoku.formats.constraints_json import constraint_from_json

    found = _list(value, "constraints")
    return Rules(board, tuple(constraint_from_json(one, board) for one in found))
