"""One primitive of each kind, a board with gaps and a named constraint made for tests."""

from cpsudoku.rules import (
    AllDifferent,
    And,
    Board,
    Cell,
    Connected,
    Constraint,
    Count,
    Element,
    Linear,
    Not,
    Or,
    Pair,
    Primitive,
    Regular,
    Table,
)

CAGE = Linear((0, 1), (1, 1), "=", (5,), label="killer cage")
CROSS = Board(((0, 1), (1, 0), (1, 1), (1, 2), (2, 1)), 5)


def primitives() -> list[Primitive]:
    """One of each kind."""
    part = Table((3,), frozenset({(2,)}))
    return [
        AllDifferent((0, 1), "row", 1),
        Pair(0, 1, frozenset({(1, 2)})),
        CAGE,
        Table((0, 1), frozenset({(1, 2)})),
        Regular((0, 1), 0, frozenset({(0, 1, 0)}), frozenset({0})),
        Count((0, 1), frozenset({1}), "=", 1),
        Element((0, 1), 2, 3),
        Connected((0, 1), frozenset({(0, 1)}), frozenset({1})),
        And((CAGE, part)),
        Or((CAGE, part)),
        Not(CAGE),
    ]


class Descending(Constraint):
    """A named constraint: digits fall from cell to cell."""

    def __init__(self, *cells: Cell) -> None:
        self.cells = cells

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def label(self) -> str:
        return "slide"

    @property
    def primitives(self) -> tuple[Primitive, ...]:
        steps = zip(self.cells, self.cells[1:], strict=False)
        return tuple(Pair.where(a, b, lambda x, y: x > y, range(1, 5)) for a, b in steps)

    def holds(self, grid: tuple[int, ...]) -> bool:  # type: ignore[override]
        digits = [grid[cell] for cell in self.cells]
        return digits == sorted(set(digits), reverse=True)
