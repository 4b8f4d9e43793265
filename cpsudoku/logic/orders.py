"""Orders of techniques, and the rating that each technique counts.

An order is data.  The first technique that finds a step gives the next step; a rating is made of
the numbers of all steps.

>>> HODOKU.number("x-wing"), EXPLAINER.number("x-wing")
(140, 32)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from cpsudoku.errors import OptionError
from cpsudoku.logic.techniques import TECHNIQUES, technique_named


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


def _order(
    name: str, numbers: Mapping[str, int], *first: str, options: Mapping[str, int] | None = None
) -> Order:
    """Return an order; the searches `first` find what they do before all others do."""
    finders = dict.fromkeys(TECHNIQUES[technique].finder for technique in numbers)
    return Order(name, (*first, *finders), numbers, options or {})


EXPLAINER = _order(
    "explainer",
    {
        "full house": 10, "hidden single in box": 12, "hidden single": 15,
        "direct pointing": 17, "direct claiming": 19, "direct hidden pair": 20,
        "naked single": 23, "direct hidden triplet": 25,
        "pointing": 26, "claiming": 28,
        "naked pair": 30, "x-wing": 32, "hidden pair": 34,
        "naked triple": 36, "swordfish": 38, "hidden triple": 40,
        "xy-wing": 42, "xyz-wing": 44,
        "unique loop type 1": 45, "unique loop type 2": 45,
        "unique loop type 3": 46, "unique loop type 4": 45,
        "naked quad": 50, "jellyfish": 52, "hidden quad": 54,
        "bug type 1": 56, "bug type 2": 57, "bug type 3": 58, "bug type 4": 57,
        "aligned pair exclusion": 62,
        "bidirectional x-cycle": 65, "bidirectional y-cycle": 65, "forcing x-chain": 66,
        "bidirectional xy-cycle": 70, "forcing xy-chain": 70,
        "aligned triplet exclusion": 75, "nishio": 75,
        "multiple forcing chains": 80, "dynamic forcing chains": 85,
        "dynamic forcing chains plus": 90, "nested forcing chains": 95,
        "nested multiple forcing chains": 100, "nested dynamic forcing chains": 105,
    },
)  # fmt: skip
"""Sudoku Explainer 1.2.1 (Nicolas Juillerat); numbers are tenths of its scale, without what the
size of a pattern or the length of a chain adds."""

HODOKU = _order(
    "hodoku",
    {
        "full house": 4, "naked single": 4, "hidden single in box": 14, "hidden single": 14,
        "locked pair": 40, "locked triple": 60, "pointing": 50, "claiming": 50,
        "naked pair": 60, "naked triple": 80, "hidden pair": 70, "hidden triple": 100,
        "naked quad": 120, "hidden quad": 150,
        "x-wing": 140, "swordfish": 150, "jellyfish": 160,
        "remote pair": 110, "bug+1": 100,
        "skyscraper": 130, "2-string kite": 150, "turbot fish": 120, "empty rectangle": 120,
        "w-wing": 150, "xy-wing": 160, "xyz-wing": 180,
        **{f"uniqueness test {n}": 100 for n in range(1, 7)},
        "hidden rectangle": 100, "avoidable rectangle 1": 100, "avoidable rectangle 2": 100,
        "finned x-wing": 130, "sashimi x-wing": 150,
        "finned swordfish": 200, "sashimi swordfish": 240,
        "finned jellyfish": 250, "sashimi jellyfish": 260,
        "sue de coq": 250,
        "simple colours trap": 150, "simple colours wrap": 150,
        "multi-colours 1": 200, "multi-colours 2": 200,
        "x-chain": 260, "xy-chain": 260,
        "continuous nice loop": 280, "discontinuous nice loop": 280, "aic": 280,
        "grouped continuous nice loop": 300, "grouped discontinuous nice loop": 300,
        "grouped aic": 300,
        "als-xz": 300, "als-xy-wing": 320, "als-xy-chain": 340,
        "franken x-wing": 300, "franken swordfish": 350,
        "finned franken x-wing": 390, "finned franken swordfish": 410,
        "forcing chain contradiction": 500, "forcing chain verity": 500,
        "forcing net contradiction": 700, "forcing net verity": 700,
        "brute force": 10000,
    },
    "singles by arrival",
    options={"rows first": 1, "missing candidates": 1},
)  # fmt: skip
"""HoDoKu 2.2.0 (Bernhard Hobiger); numbers are the scores of one use."""

_TAUGHT = (
    "full house", "hidden single in box", "hidden single",
    "direct pointing", "direct claiming", "naked single",
    "pointing", "claiming",
    "locked pair", "naked pair", "hidden pair",
    "locked triple", "naked triple", "hidden triple",
    "x-wing", "skyscraper", "2-string kite",
    "xy-wing", "w-wing", "remote pair",
    "simple colours trap", "simple colours wrap",
    "turbot fish", "empty rectangle", "xyz-wing",
    "uniqueness test 1", "uniqueness test 2", "uniqueness test 4", "hidden rectangle",
    "swordfish", "finned x-wing", "naked quad", "hidden quad", "jellyfish", "bug+1",
    "x-chain", "xy-chain", "wxyz-wing",
    "multi-colours 1", "multi-colours 2", "3d medusa",
    "sue de coq", "finned swordfish",
    "continuous nice loop", "discontinuous nice loop", "aic",
    "als-xz", "als-xy-wing",
    "grouped continuous nice loop", "grouped discontinuous nice loop", "grouped aic",
    "als-xy-chain",
    "tridagon", "sk-loop", "multi-sector locked set",
)  # fmt: skip

TEACHING = _order("teaching", {name: rank for rank, name in enumerate(_TAUGHT, start=1)})
"""What a person would see first; numbers are ranks."""

QQWING = _order(
    "qqwing",
    {
        "naked single": 1,
        "hidden single in box": 2, "hidden single": 2,
        "naked pair": 3, "hidden pair": 3, "pointing": 3, "claiming": 3,
    },
)  # fmt: skip
"""qqwing 1.3.4 (Stephen Ostermiller); numbers rank its classes, and what is left it guesses."""

ORDERS: dict[str, Order] = {order.name: order for order in (EXPLAINER, HODOKU, TEACHING, QQWING)}
"""The orders that have a name."""


REASONS = Order("reasons", (), {}, reasons=True)
"""Smallest reasons under any rules, and no techniques."""

_AFTER = f"+{REASONS.name}"
"""What follows the name of an order after whose techniques smallest reasons come."""

HINTED = f"{TEACHING.name}{_AFTER}"
"""What hints look for: techniques that people learn, and smallest reasons where these end."""

WITH_REASONS = (HINTED, REASONS.name)
"""Orders with smallest reasons, by their names in help; any order may come before them."""

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
    wanted = {"singles by arrival", *(TECHNIQUES[name].finder for name in seen)}
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
