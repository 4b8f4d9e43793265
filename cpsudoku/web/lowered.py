"""What rules mean to solvers, as data that a page can judge by and hand to the core in a browser.

The primitives of a constraint become formulas, lists that begin with a name, all of which
``native/wasm/board.hpp`` names.  Digits count from 0 there.

>>> from cpsudoku.rules import Linear, boxes
>>> cage = Linear((0, 1), (1, 1), "=", (5,), "cage")
>>> lowered(boxes(2, 2).with_constraints([cage]), -1)
[['linear', [0, 1], [1, 1], '=', [3]]]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from cpsudoku.errors import UnsupportedError
from cpsudoku.rules import AllDifferent, Board, Rules, primitives
from cpsudoku.variants.structures import Rank

MOST_CELLS = 1024
MOST_DIGITS = 32
"""What the core in a browser has room for, and a whole number in JavaScript has bits for."""

MOST_NUMBER = 1_000_000_000

Formula = list[Any]


def lowered(rules: Rules, place: int) -> list[Formula]:
    """Return what one constraint means to solvers.

    Args:
        place: of the constraint among all, from 0.

    Raises:
        UnsupportedError: the board or a number is too great.
    """
    board = rules.board
    if board.cell_count > MOST_CELLS or rules.size > MOST_DIGITS:
        raise UnsupportedError(
            f"a browser takes boards of up to {MOST_CELLS} cells and {MOST_DIGITS} digits"
        )
    found = [_formula(primitive, board) for primitive in rules.expanded(place)]
    structure = getattr(rules.constraints[place], "implied", None)
    if isinstance(structure, Rank):
        return [["rank", list(structure.line), structure.rank, int(structure.ties), found]]
    return found


def _formula(it: primitives.Primitive, board: Board) -> Formula:  # noqa: C901, PLR0911
    match it:
        case AllDifferent():
            return ["different", list(it.cells)] if len(it.cells) <= board.size else ["or", []]
        case primitives.And():
            return ["and", [_formula(part, board) for part in it.parts]]
        case primitives.Or():
            return ["or", [_formula(part, board) for part in it.parts]]
        case primitives.Not():
            return ["not", _formula(it.part, board)]
        case primitives.Pair():
            return ["pair", it.first, it.second, _relation(it, board)]
        case primitives.Linear():
            shift = board.first * sum(it.coefficients)
            totals = _fitting(total - shift for total in it.totals)
            return ["linear", list(it.cells), _fitting(it.coefficients), it.relation, totals]
        case primitives.Table():
            return ["table", list(it.cells), _tuples(it, board)]
        case primitives.Regular():
            return ["regular", list(it.cells), *_automaton(it, board)]
        case primitives.Count():
            number = _fitting([it.number])[0]
            return ["count", list(it.cells), _mask(it.values, board), it.relation, number]
        case primitives.Element():
            return ["element", list(it.cells), it.index, it.value, board.first - 1]
        case primitives.Connected():
            touching = [list(pair) for pair in sorted(it.neighbours)]
            return [
                "connected", list(it.cells), touching, _mask(it.values, board),
                _size(it),
            ]  # fmt: skip
        case _:
            assert_never(it)


def _fitting(numbers: Iterable[int]) -> list[int]:
    found = list(numbers)
    if any(abs(number) > MOST_NUMBER for number in found):
        raise UnsupportedError(f"a browser takes numbers of up to {MOST_NUMBER}")
    return found


def _digit(value: int, board: Board) -> int | None:
    return value - board.first if board.first <= value <= board.last else None


def _mask(values: Iterable[int], board: Board) -> int:
    digits = (_digit(value, board) for value in values)
    return sum(1 << digit for digit in digits if digit is not None)


def _relation(it: primitives.Pair, board: Board) -> list[int]:
    allowed = [0] * board.size
    for one, other in it.allowed:
        first, second = _digit(one, board), _digit(other, board)
        if first is not None and second is not None:
            allowed[first] |= 1 << second
    return allowed


def _tuples(it: primitives.Table, board: Board) -> list[list[int]]:
    rows = ([_digit(value, board) for value in row] for row in sorted(it.tuples))
    return [[d for d in row if d is not None] for row in rows if None not in row]


def _automaton(it: primitives.Regular, board: Board) -> tuple[int, list[list[int]], list[int]]:
    """Return start, steps and accepting states, numbered anew: they may be any numbers."""
    steps = [(a, _digit(value, board), b) for a, value, b in sorted(it.steps)]
    states = sorted({it.start, *it.accepting, *(s for a, _, b in steps for s in (a, b))})
    number = {state: place for place, state in enumerate(states)}
    kept = [[number[a], digit, number[b]] for a, digit, b in steps if digit is not None]
    return number[it.start], kept, [number[state] for state in sorted(it.accepting)]


def _size(it: primitives.Connected) -> int:
    if it.size is None:
        return 0
    # No region has no cells; one of more cells than there are is not to be had either.
    return it.size if 1 <= it.size <= len(it.cells) else len(it.cells) + 1
