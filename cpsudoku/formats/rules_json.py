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
                        is not square; with ``digits`` and ``constraints``
``digits``              [lowest, highest] of such a board
``auxiliary``           how many of its last cells stand beside the grid
======================  ========================================================================

Instead of an object there may be a text for `cpsudoku.formats.rules_words` or with such an object
in it, or a number.

>>> from cpsudoku.rules import boxes
>>> rules_to_json(boxes(2, 3).with_diagonals())
{'size': 6, 'boxes': [2, 3], 'diagonals': True}
>>> rules_from_json({"size": 4}) == rules_from_json("4") == boxes(2, 2)
True
"""

from __future__ import annotations

from itertools import takewhile

from cpsudoku.errors import FormatError, RulesError, quoted
from cpsudoku.formats.constraints_json import (
    cells_from_json,
    constraint_from_json,
    constraint_to_json,
)
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
    Constraint,
    Rules,
    boxes,
    jigsaw,
    latin,
    square,
    usual,
)


def rules_to_json(rules: Rules) -> dict[str, object] | str:
    """Return rules as an object that JSON can hold; a text for a board with a name."""
    board = rules.board
    if not board.is_square:
        return words_of(rules) or listed(rules)
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
