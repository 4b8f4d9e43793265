"""Whether two puzzles mean the same to solvers, however their constraints are called and grouped.

What a writer wrote is read again and compared, so that nothing is ever lost in silence.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import assert_never

from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Board, primitives
from cpsudoku.variants.automata import from_rows


def means_the_same(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles have the same candidates and the same primitives.

    The order and the labels do not matter, nor what is a given and what a constraint of one cell.
    """
    return one.rules.board == other.rules.board and _meaning(one) == _meaning(other)


def _meaning(puzzle: Puzzle) -> tuple[tuple[int, ...], frozenset[Hashable]]:
    board = puzzle.rules.board
    masks, said = list(puzzle.candidates), set()
    for primitive in puzzle.rules.primitives:
        for part in _parts(primitive):
            if isinstance(part, primitives.Table) and len(part.cells) == 1:
                allowed = (digit - board.first for (digit,) in part.tuples)
                masks[part.cells[0]] &= sum(1 << d for d in allowed if 0 <= d < board.size)
            else:
                said.add(_said(part, board))
    return tuple(masks), frozenset(said)


def _parts(primitive: primitives.Primitive) -> list[primitives.Primitive]:
    if isinstance(primitive, primitives.And):
        return [part for inner in primitive.parts for part in _parts(inner)]
    if isinstance(primitive, primitives.Or) and len(primitive.parts) == 1:
        return _parts(primitive.parts[0])
    return [primitive]


def _said(primitive: primitives.Primitive, board: Board) -> Hashable:  # noqa: C901 (a case a kind)
    """Return what a primitive says, in one of the ways in which it can be said."""
    kind = type(primitive).__name__
    match primitive:
        case primitives.AllDifferent(cells):
            said: Hashable = frozenset(cells)
        case primitives.Pair(first, second, allowed):
            if first > second:
                first, second, allowed = second, first, frozenset((b, a) for a, b in allowed)
            said = first, second, allowed
        case primitives.Not(part):
            said = _said(part, board)
        case primitives.And() | primitives.Or():
            parts = _parts(primitive) if isinstance(primitive, primitives.And) else primitive.parts
            said = frozenset(_said(part, board) for part in parts)
        case primitives.Regular():
            leads = {(state, digit): met for state, digit, met in primitive.steps}.get
            keys = range(board.first, board.last + 1)
            # Its states are numbered as they are met, digits in their order.
            said = primitive.cells, from_rows(
                primitive.start, lambda state: [leads((state, digit)) for digit in keys],
                primitive.accepting.__contains__, board,
            )  # fmt: skip
        case primitives.Linear(cells, coefficients, relation, totals):
            said = frozenset(zip(cells, coefficients, strict=True)), relation, frozenset(totals)
        case primitives.Element(cells, index, value):
            said = cells, index, value
        case primitives.Table(cells, tuples):
            said = cells, tuples
        case primitives.Count(cells, values, relation, number):
            said = frozenset(cells), values, relation, number
        case primitives.Connected(cells, neighbours, values, size):
            said = frozenset(cells), frozenset(map(frozenset, neighbours)), values, size
        case _:
            assert_never(primitive)
    return kind, said
