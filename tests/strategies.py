"""Hypothesis strategies for rules and puzzles."""

from collections.abc import Callable
from functools import wraps
from itertools import combinations
from random import Random
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from cpsudoku.errors import UnsupportedError
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import (
    AllDifferent,
    And,
    Board,
    Connected,
    Count,
    Element,
    Linear,
    Not,
    Or,
    Pair,
    Primitive,
    Regular,
    Relation,
    Rules,
    Table,
    boxes,
    classic,
    jigsaw,
    latin,
    rectangle,
    rectangular,
)

RULES = (
    classic(),
    boxes(2, 2),
    boxes(2, 3),
    boxes(3, 2),
    boxes(3, 4),
    boxes(4, 4),
    boxes(5, 5),
    boxes(6, 6),
    latin(1),
    latin(2),
    latin(5),
    latin(8),
    classic().with_diagonals(),
    classic().with_windows().with_disjoint_groups(),
    boxes(2, 2).with_groups([[0, 5, 10], [3, 12]]),
    jigsaw("1112132233243444"),
    Rules(3, (AllDifferent((0, 1, 2), "row", 1), AllDifferent((0, 4, 8), "slope"))),
)  # fmt: skip


def rules() -> st.SearchStrategy[Rules]:
    """Rules of many kinds and sizes."""
    return st.sampled_from(RULES)


@st.composite
def givens(draw: st.DrawFn) -> Puzzle:
    """A puzzle of givens, most of which will have no solution."""
    found = draw(rules())
    share = draw(st.sampled_from([0.0, 0.1, 0.5, 1.0]))
    random = Random(draw(st.integers(0, 2**32)))  # a draw per cell would be slow at 36×36
    digits = [
        random.randint(1, found.size) if random.random() < share else 0
        for _ in range(found.cell_count)
    ]
    return Puzzle.from_digits(digits, found)


@st.composite
def marked(draw: st.DrawFn) -> Puzzle:
    """A puzzle of pencil marks, perhaps with cells without any."""
    found = draw(rules())
    random = Random(draw(st.integers(0, 2**32)))  # a draw per cell would be slow at 36×36
    full = found.all_digits
    kinds = draw(st.sampled_from([(full,), (0, 1, full), (None,), (None, 1, full)]))
    masks = [random.choice(kinds) for _ in range(found.cell_count)]
    return Puzzle(found, tuple(random.randint(0, full) if m is None else m for m in masks))


SMALL = (
    latin(2),
    latin(3),
    boxes(2, 2),
    rectangular(2, 3),
    Rules(rectangle(2, 2, 3), ()),
    Rules(rectangle(1, 4, 4), (AllDifferent((0, 1, 2)),)),
    Rules(Board(((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)), 3), (AllDifferent((0, 2, 4)),)),
    Rules(Board(((0, 0), (0, 1), (1, 0), (1, 1)), 3, first=0), (AllDifferent((0, 1)),)),
)
"""Boards with few grids, to put other constraints on."""

_RELATIONS: st.SearchStrategy[Relation] = st.sampled_from(["=", "!=", "<=", ">="])


@st.composite
def primitives(draw: st.DrawFn, board: Board, depth: int = 2) -> Primitive:
    """Any primitive on a small board."""
    values = range(board.first, board.last + 1)
    value = st.integers(board.first - 1, board.last + 1)  # also digits that there are not
    some = draw(st.lists(st.integers(0, board.cell_count - 1), unique=True, min_size=2, max_size=4))
    cells = tuple(some)
    kinds = [AllDifferent, Pair, Linear, Table, Regular, Count, Element, Connected]
    kind = draw(st.sampled_from([*kinds, And, Or, Not] if depth else kinds))
    if kind in (And, Or):
        parts = tuple(draw(st.lists(primitives(board, depth - 1), max_size=3)))
        return kind(parts)
    if kind is Not:
        return Not(draw(primitives(board, depth - 1)))
    cell = st.integers(0, board.cell_count - 1)
    factor = st.integers(-3, 3).filter(bool)
    states = st.integers(0, 2)
    # Only as a part may a group have more cells than there are digits.
    made: Primitive = AllDifferent(cells[: board.size] if depth == 2 else cells)
    if kind is Pair:
        allowed = draw(st.frozensets(st.tuples(value, value)))
        made = Pair(cells[0], cells[1], allowed | {(values[0], values[-1])})
    elif kind is Linear:
        coefficients = draw(st.lists(factor, min_size=len(cells), max_size=len(cells)))
        relation = draw(_RELATIONS)
        most = 3 if relation in ("=", "!=") else 1
        totals = draw(st.lists(st.integers(-4, 12), min_size=1, max_size=most))
        made = Linear(cells, tuple(coefficients), relation, tuple(totals))
    elif kind is Table:
        made = Table(cells, draw(st.frozensets(st.tuples(*[value] * len(cells)), max_size=20)))
    elif kind is Regular:
        steps = draw(st.dictionaries(st.tuples(states, value), states, max_size=9))
        found = frozenset((a, digit, b) for (a, digit), b in steps.items())
        again = draw(st.sampled_from([cells, cells, (*cells, cells[0])]))
        made = Regular(again, 0, found, draw(st.frozensets(states)))
    elif kind is Count:
        number = draw(st.integers(-1, len(cells)))
        made = Count(cells, draw(st.frozensets(value)), draw(_RELATIONS), number)
    elif kind is Element:
        made = Element(cells, draw(cell), draw(cell))
    elif kind is Connected:
        touching = draw(st.frozensets(st.sampled_from(list(combinations(cells, 2)))))
        size = draw(st.sampled_from([None, 1, 2, 3]))
        made = Connected(cells, touching, draw(st.frozensets(value, min_size=1)), size)
    return made


@st.composite
def varied(draw: st.DrawFn) -> Puzzle:
    """A small puzzle with any constraints."""
    base = draw(st.sampled_from(SMALL))
    found = base.with_constraints(draw(st.lists(primitives(base.board), min_size=1, max_size=3)))
    full = found.all_digits
    mask = st.sampled_from([full, full, full, 1, 2, full & 6])
    masks = draw(st.lists(mask, min_size=found.cell_count, max_size=found.cell_count))
    return Puzzle(found, tuple(m or full for m in masks))


def leaving_out_what_is_too_big(test: Callable[..., None]) -> Callable[..., None]:
    """Pass over random constraints that are refused since writing them down would take too much."""

    @wraps(test)
    def tested(*args: Any, **kwargs: Any) -> None:
        try:
            test(*args, **kwargs)
        except UnsupportedError as error:
            if "too big" not in str(error):
                raise
            reject()

    return tested
