"""The singles at the beginning of the paths of many puzzles, as arrays.

A single is all said by four numbers: its technique, its cell, its digit, and the group in which it
is the only place; so nothing of it becomes an object of Python.
"""

from __future__ import annotations

from typing import NamedTuple

from cpsudoku.deferred import NDArray, np
from cpsudoku.logic.compiled import compiled_order, logic
from cpsudoku.logic.orders import Order, order_named
from cpsudoku.rules import Rules


class SinglesPaths(NamedTuple):
    """The singles that paths begin with.

    Args:
        steps: int16 array (n, most, 4): technique (see `cpsudoku.logic.compiled.technique_names`),
            cell, digit, and number of the group in ``rules.groups``, −1 for a naked single.
        lengths: int32 array (n,): how many there are of each puzzle.
    """

    steps: NDArray[np.int16]
    lengths: NDArray[np.int32]


def singles_many(
    puzzles: NDArray[np.uint8],
    rules: Rules,
    order: Order | str = "explainer",
    seconds: float | None = None,
) -> SinglesPaths:
    """Return the singles that each puzzle's path begins with, up to its first other step.

    Args:
        puzzles: uint8 array (n, cells), 0 for a blank; that each has one solution is the caller's
            to know.
        seconds: wall-clock limit; what it cuts off has fewer singles.  None for none.

    Raises:
        UnsupportedError: the board is too big for the compiled core.
        OptionError: there is no such order.
    """
    most = int((puzzles == 0).sum(axis=1).max(initial=0))
    steps = np.full((len(puzzles), most, 4), -1, np.int16)
    lengths = np.zeros(len(puzzles), np.int32)
    native = compiled_order(order_named(order), rules)
    cells = np.ascontiguousarray(puzzles)
    logic(rules).singles_many(native, cells, seconds, steps, lengths)
    return SinglesPaths(steps, lengths)
