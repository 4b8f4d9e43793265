"""The puzzles from whose neighbourhood the hardest are made: single well-known ones, with origins.

A final grid dug at random seldom gives more than 9.2 on Sudoku Explainer's scale.  Most lists of
the hardest grew out of few puzzles, each exchange of a given or two leading from one to the next.

Only those are here of which several neighbours are rated at least 10.5; of AI Escargot, Inkala's
puzzles of 2010 and 2012, Platinum Blonde and Fata Morgana hardly any is.
"""

from __future__ import annotations

from typing import NamedTuple

_LISTED = "listed with Sudoku Explainer 1.2.1 (Nicolas Juillerat) as one of the five hardest"
_FORUM = "Sudoku Players' Forums, 2006 to 2008, among the hardest of their time"


class Ancestor(NamedTuple):
    """A well-known puzzle row by row, and its rating on Sudoku Explainer's scale, in tenths."""

    name: str
    origin: str
    er: int
    text: str


ANCESTORS = (
    Ancestor(
        "Red Dwarf", _FORUM, 107,
        "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8",
    ),
    Ancestor(
        "Cheese", _FORUM, 112,
        ".2..5.7..4..1....68....3...2....8..3.4..2.5.....6...1...2.9.....9......57.4...9..",
    ),
    Ancestor(
        "Easter Monster", "JPF, Sudoku Players' Forums, 2007", 115,
        "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
    ),
    Ancestor(
        "Golden Nugget", f"{_FORUM}; {_LISTED}", 119,
        ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    ),
    Ancestor(
        "Explainer 2", _LISTED, 118,
        "12.3.....4.....3....3.5......42..5......8...9.6...5.7...15..2......9..6......7..8",
    ),
    Ancestor(
        "Explainer 3", _LISTED, 118,
        "..3..6.8....1..2......7...4..9..8.6..3..4...1.7.2.....3....5.....5...6..98.....5.",
    ),
    Ancestor(
        "Explainer 4", _LISTED, 120,
        "1.......9..67...2..8....4......75.3...5..2....6.3......9....8..6...4...1..25...6.",
    ),
    Ancestor(
        "Explainer 5", _LISTED, 117,
        "..9...4...7.3...2.8...6...71..8....6....1..7.....56...3....5..1.4.....9...2...7..",
    ),
)  # fmt: skip
