"""Orders of techniques, and the rating that each technique counts.

An order is data.  The first technique that finds a step gives the next step; a rating is made of
the numbers of all steps.

>>> HODOKU.number("x-wing"), EXPLAINER.number("x-wing")
(140, 32)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cpsudoku.errors import OptionError
from cpsudoku.logic.techniques import DATA, TECHNIQUES, technique_named


@dataclass(frozen=True)
class Order:
    """Techniques in the order of looking, with their ratings.

    Args:
        finders: names of searches, in order; most are named after their only technique.
        numbers: for each technique its number, in the order's unit.
        options: what its techniques may do, by the names that the compiled core knows.
        reasons: whether the step with the smallest reason comes next where all these, and single
            clues, find nothing; without finders, whether there are only such steps.
    """

    name: str
    finders: tuple[str, ...]
    numbers: Mapping[str, int]
    options: Mapping[str, int] = field(default_factory=dict)
    reasons: bool = False

    def number(self, technique: str) -> int:
        """Return the rating of a technique; 0 where the order does not name it."""
        return self.numbers.get(technique, 0)

    def __hash__(self) -> int:
        return hash((self.name, self.finders, tuple(self.numbers), tuple(self.options)))


def _order(name: str, numbers: Mapping[str, int] | None = None, *first: str, **how: Any) -> Order:
    """Return an order; the searches `first` find what they do before all others do.

    Args:
        numbers: for each technique its number; None for those of the data, or ranks where that is
            a list.
    """
    if numbers is None:
        found = DATA["orders"][name]
        numbers = found if isinstance(found, dict) else {one: n for n, one in enumerate(found, 1)}
    finders = dict.fromkeys(TECHNIQUES[technique].finder for technique in numbers)
    return Order(name, (*first, *finders), numbers, **how)


_ARRIVAL = "singles by arrival"

FINDERS = {_ARRIVAL, *(technique.finder for technique in TECHNIQUES.values())}
"""Every search that an order may name."""

EXPLAINER = _order("explainer")
"""Sudoku Explainer 1.2.1 (Nicolas Juillerat); numbers are tenths of its scale, without what the
size of a pattern or the length of a chain adds."""

HODOKU = _order("hodoku", None, _ARRIVAL, options={"rows first": 1, "missing candidates": 1})
"""HoDoKu 2.2.0 (Bernhard Hobiger); numbers are the scores of one use."""

TEACHING = _order("teaching")
"""Techniques as a person sees them, the easiest first; numbers are ranks."""

QQWING = _order("qqwing")
"""qqwing 1.3.4 (Stephen Ostermiller); numbers rank its classes, and what is left it guesses."""

ORDERS: dict[str, Order] = {order.name: order for order in (EXPLAINER, HODOKU, TEACHING, QQWING)}
"""The orders that have a name."""


REASONS = Order("reasons", (), {}, reasons=True)
"""Smallest reasons under any rules, and no techniques."""

_AFTER = f"+{REASONS.name}"
"""The suffix of an order's name if smallest reasons come after its techniques."""

HINTED = f"{TEACHING.name}{_AFTER}"
"""The order of hints: techniques that people learn, and smallest reasons where these end."""

WITH_REASONS = (HINTED, REASONS.name)
"""Orders with smallest reasons, by their names in help; any order can have the suffix."""

MODES = ("candidates", "direct")
"""Ways of looking: with pencil marks, or without."""


def up_to(order: Order, techniques: Iterable[str]) -> Order:
    """Return an order up to its last search that finds one of some techniques."""
    wanted = {TECHNIQUES[name].finder for name in techniques}
    found = (at for at, finder in enumerate(order.finders, start=1) if finder in wanted)
    finders = order.finders[: max(found, default=0)]
    return replace(order, name=f"{order.name}: {', '.join(finders)}", finders=finders)


def direct(order: Order) -> Order:
    """Return an order without what needs pencil marks: singles, and what makes them at once."""
    seen = [name for name in order.numbers if TECHNIQUES[name].family in {"singles", "direct"}]
    wanted = {_ARRIVAL, *(TECHNIQUES[name].finder for name in seen)}
    finders = tuple(finder for finder in order.finders if finder in wanted)
    return replace(order, numbers={name: order.numbers[name] for name in seen}, finders=finders)


def order_for(order: Order | str, mode: str = "candidates", *, reasons: bool = False) -> Order:
    """Return an order as a way of looking, one of `MODES`, allows it.

    Args:
        reasons: whether the caller takes orders with smallest reasons.

    Raises:
        OptionError: there is no such order or mode.
    """
    if mode not in MODES:
        raise OptionError(f"there is no mode {mode!r}; expected {' or '.join(MODES)}")
    found = order_named(order, reasons=reasons)
    return direct(found) if mode == "direct" else found


def without_uniqueness(order: Order) -> Order:
    """Return an order without what supposes one solution: its steps hold for all there are."""
    return replace(order, options={**order.options, "uniqueness": 0})


def order_named(order: Order | str, *, reasons: bool = False) -> Order:
    """Return an order, which may be given by its name.

    Args:
        order: an order, one of the names of `ORDERS`, or names of techniques with commas between
            them, which are looked for in this order.
        reasons: whether the caller takes orders with smallest reasons, such as `WITH_REASONS`.

    Raises:
        OptionError: there is no such name.

    >>> order_named("x-wing, XY wing").finders
    ('x-wing', 'xy-wing')
    >>> order_named("teaching+reasons", reasons=True).reasons
    True
    """
    if isinstance(order, Order):
        return order
    if reasons and order == REASONS.name:
        return REASONS
    if reasons and order.endswith(_AFTER):
        return replace(order_named(order.removesuffix(_AFTER), reasons=True), reasons=True)
    if (named := order.strip().lower()) in ORDERS:
        return ORDERS[named]
    parts = order.split(",")
    try:
        names = [technique_named(part) for part in parts]
    except OptionError as error:
        if len(parts) > 1:
            raise
        known = ", ".join((*ORDERS, *WITH_REASONS) if reasons else ORDERS)
        raise OptionError(
            f"there is no order {order!r}; expected one of {known}, "
            f"or techniques with commas between them ({error})"
        ) from error
    return _order(order, {name: EXPLAINER.number(name) or HODOKU.number(name) for name in names})
