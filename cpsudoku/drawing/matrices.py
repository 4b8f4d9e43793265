"""The matrix of an exact cover problem as SVG: what is chosen, covered and left.

Each column is an item that must be covered, each row an option, with a square where the option has
the item.  To choose a row covers its items: their columns go, and so does each row that has one of
them.  Dancing links search just this matrix; see D. E. Knuth, *The Art of Computer Programming*
7.2.2.1.

>>> matrix = Matrix(("a", "b", "c"), ("x", "y", "z"), ((0, 1), (1, 2), (2,)), chosen=(0,))
>>> sorted(matrix.covered), matrix.rows_left, matrix.fewest
([0, 1], (2,), 2)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from xml.sax.saxutils import escape

_SIDE = 9
_LABEL = 70
_STYLE = """
.cpm { font: 7px "DejaVu Sans", Verdana, sans-serif; fill: #1a1a1a }
.cpm .one { fill: #33414f } .cpm .gone { fill: #e3e3e3 } .cpm .chosen { fill: #2f8f4e }
.cpm .row { fill: #e6f4ea } .cpm .item { fill: #fdeecb } .cpm .off { fill: #b9b9b9 }
""".strip()


@dataclass(frozen=True)
class Matrix:
    """An exact cover problem and the options that are chosen.

    Args:
        items: names of the columns.
        options: names of the rows.
        ones: for each row the numbers of its columns.
        chosen: the rows that are chosen, in order.
        primary: this many columns, the first, must be covered; the others may be.  −1 for all.
    """

    items: tuple[str, ...]
    options: tuple[str, ...]
    ones: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...] = ()
    primary: int = -1

    @cached_property
    def covered(self) -> frozenset[int]:
        """The columns of the chosen rows."""
        return frozenset(item for row in self.chosen for item in self.ones[row])

    @cached_property
    def rows_left(self) -> tuple[int, ...]:
        """The rows that have no covered column."""
        return tuple(row for row, ones in enumerate(self.ones) if self.covered.isdisjoint(ones))

    @property
    def fewest(self) -> int | None:
        """The column with the fewest rows left, the first of several; None where all are covered.

        A search branches on it, or fails where it has no row.
        """
        count = Counter(item for row in self.rows_left for item in self.ones[row])
        needed = range(len(self.items) if self.primary < 0 else self.primary)
        left = (item for item in needed if item not in self.covered)
        return min(left, key=lambda item: count[item], default=None)


def matrix_svg(matrix: Matrix) -> str:
    """Return the matrix as an SVG document.

    Chosen rows are green, the column with the fewest rows left is yellow, and what is covered is
    grey.
    """
    width = _LABEL + _SIDE * len(matrix.items) + 4
    height = _LABEL + _SIDE * len(matrix.options) + 4
    parts = "\n".join((*_bands(matrix), *_labels(matrix), *_squares(matrix)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" class="cpm" '
        f'role="img"><style>{_STYLE}</style>\n{parts}\n</svg>\n'
    )


def _bands(matrix: Matrix) -> Iterator[str]:
    width, height = _SIDE * len(matrix.items), _SIDE * len(matrix.options)
    if matrix.fewest is not None:
        x = _LABEL + _SIDE * matrix.fewest
        yield f'<rect class="item" x="{x}" y="{_LABEL}" width="{_SIDE}" height="{height}"/>'
    for row in matrix.chosen:
        y = _LABEL + _SIDE * row
        yield f'<rect class="row" x="{_LABEL}" y="{y}" width="{width}" height="{_SIDE}"/>'


def _labels(matrix: Matrix) -> Iterator[str]:
    for column, name in enumerate(matrix.items):
        off = ' class="off"' if column in matrix.covered else ""
        x, y = _LABEL + _SIDE * column + 7, _LABEL - 3
        yield f'<text{off} transform="translate({x} {y}) rotate(-90)">{escape(name)}</text>'
    for row, name in enumerate(matrix.options):
        off = "" if row in matrix.rows_left or row in matrix.chosen else ' class="off"'
        y = _LABEL + _SIDE * row + 7
        yield f'<text{off} x="{_LABEL - 4}" y="{y}" text-anchor="end">{escape(name)}</text>'


def _squares(matrix: Matrix) -> Iterator[str]:
    left = set(matrix.rows_left)
    for row, ones in enumerate(matrix.ones):
        kind = "chosen" if row in matrix.chosen else "one" if row in left else "gone"
        for column in ones:
            x, y = _LABEL + _SIDE * column + 1, _LABEL + _SIDE * row + 1
            yield f'<rect class="{kind}" x="{x}" y="{y}" width="{_SIDE - 2}" height="{_SIDE - 2}"/>'
