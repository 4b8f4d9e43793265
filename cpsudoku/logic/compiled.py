"""The compiled core, for some rules."""

from __future__ import annotations

from functools import lru_cache

from cpsudoku.errors import OptionError, UnsupportedError
from cpsudoku.ground import compiled
from cpsudoku.logic.orders import Order, without_uniqueness
from cpsudoku.rules import AllDifferent, Board, Rules

MOST_CELLS = 640
"""What the compiled core has room for."""
MOST_DIGITS = 32


def _kind(group: AllDifferent, board: Board) -> str:
    """Return what a group is to techniques: lines by their cells, boxes by what they are called."""
    if len(group.cells) > 1:
        for axis, name in enumerate(("row", "column")):
            if len({board.places[cell][axis] for cell in group.cells}) == 1:
                return name
    return "box" if group.kind.endswith(("box", "region")) else "other"


def check_rules(rules: Rules) -> None:
    """Raise an error unless techniques can be looked for under some rules.

    A caller that searches before that asks first: a search on a huge board may take long.

    Raises:
        UnsupportedError: the board is too big.
    """
    _ = compiled.native
    if rules.cell_count > MOST_CELLS or rules.size > MOST_DIGITS:
        raise UnsupportedError(
            f"techniques know boards of up to {MOST_CELLS} cells and {MOST_DIGITS} digits, "
            f"not {rules.cell_count} and {rules.size}"
        )


@lru_cache(maxsize=64)
def logic(rules: Rules) -> compiled.native.Logic:
    """Return the compiled techniques for some rules, if `check_rules` allows them."""
    check_rules(rules)
    groups = [(list(group.cells), _kind(group, rules.board)) for group in rules.groups]
    return compiled.native.Logic(rules.cell_count, rules.size, groups)


def compiled_order(order: Order, rules: Rules) -> compiled.native.LogicOrder:
    """Return an order as the compiled core takes it.

    Techniques look at groups.  Whatever else the rules hold excludes more solutions, which leaves
    every step sound but those that need uniqueness: they are left out.

    Raises:
        OptionError: an option has a name that the core does not know.
    """
    return _compiled_order(without_uniqueness(order) if rules.has_others else order)


@lru_cache(maxsize=64)
def _compiled_order(order: Order) -> compiled.native.LogicOrder:
    numbers, options = list(order.numbers.items()), list(order.options.items())
    try:
        return compiled.native.LogicOrder(list(order.finders), numbers, options)
    except ValueError as error:
        raise OptionError(f"order {order.name!r}: {error}") from error


def technique_names() -> tuple[str, ...]:
    """Return the names of all techniques that the compiled core knows, by its numbers."""
    return tuple(name for name, *_ in compiled.native.logic_techniques())
