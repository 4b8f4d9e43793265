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
from functools import partial
from types import SimpleNamespace
from typing import Any

from cpsudoku.backends.fd import MOST_NUMBER, FormulaWriter
from cpsudoku.errors import UnsupportedError
from cpsudoku.rules import Cell, Rules
from cpsudoku.rules.primitives import Primitive
from cpsudoku.variants.traits import Rank

MOST_CELLS = 1024
MOST_DIGITS = 32
"""What the core in a browser has room for, and a whole number in JavaScript has bits for."""

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
    writer = _ListWriter(board, range(rules.size), _KINDS, _automaton)
    found = [writer.formula(primitive) for primitive in rules.expanded(place)]
    structure = getattr(rules.constraints[place], "implied", None)
    if isinstance(structure, Rank):
        return [["rank", list(structure.line), structure.rank, int(structure.ties), found]]
    return found


class _ListWriter(FormulaWriter):
    def _formula(self, it: Primitive) -> Formula:
        try:
            found: Formula = self.as_it_is(it)
        except OverflowError:
            raise UnsupportedError(f"a browser takes numbers of up to {MOST_NUMBER}") from None
        return found


def _list(name: str, *parts: Any) -> Formula:
    return [name, *(list(part) if isinstance(part, tuple) else part for part in parts)]


def _tuples(
    cells: tuple[Cell, ...], tuples: Iterable[tuple[int, ...]], first: int, size: int
) -> Formula:
    rows = ([value - first for value in row] for row in sorted(tuples))
    return _list("table", cells, [row for row in rows if all(0 <= d < size for d in row)])


def _automaton(
    start: int,
    steps: Iterable[tuple[int, int, int]],
    accepting: Iterable[int],
    first: int,
    size: int,
) -> tuple[int, list[list[int]], list[int]]:
    """Return start, steps and accepting states, renumbered: they may be any numbers."""
    states = sorted({start, *accepting, *(s for a, _, b in steps for s in (a, b))})
    number = {state: place for place, state in enumerate(states)}
    taken = ((number[a], value - first, number[b]) for a, value, b in sorted(steps))
    kept = [list(step) for step in taken if 0 <= step[1] < size]
    return number[start], kept, [number[state] for state in sorted(accepting)]


def _connected(
    cells: tuple[Cell, ...], neighbours: Iterable[tuple[Cell, Cell]], digits: int, size: int | None
) -> Formula:
    # 0 says any size; no region has no cells, nor more than there are.
    said = 0 if size is None else size if 1 <= size <= len(cells) else len(cells) + 1
    return _list("connected", cells, list(map(list, neighbours)), digits, said)


_KINDS = SimpleNamespace(
    all_different=partial(_list, "different"),
    all_of=partial(_list, "and"),
    one_of=partial(_list, "or"),
    negated=lambda part, _: _list("not", part),
    pair=partial(_list, "pair"),
    linear=partial(_list, "linear"),
    count=partial(_list, "count"),
    element=partial(_list, "element"),
    table=_tuples,
    regular=lambda cells, automaton: ["regular", list(cells), *automaton],
    connected=_connected,
)
"""What makes a list of each kind of formula."""
