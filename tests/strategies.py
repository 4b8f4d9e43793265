"""Hypothesis strategies for rules and puzzles."""

from random import Random

from hypothesis import strategies as st

from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Rules, boxes, classic, jigsaw, latin

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
