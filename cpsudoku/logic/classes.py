"""Classes of difficulty: HoDoKu's and qqwing's words for the path that solves a puzzle.

HoDoKu's class is that of the hardest technique on the path, raised while the score is above what
the class allows (B. Hobiger, HoDoKu 2.2.0).  qqwing's depends on which kinds of technique were
needed (S. Ostermiller, qqwing 1.3.4).

>>> hodoku_class(["full house", "naked pair"], 300), hodoku_class(["hidden single"], 900)
('medium', 'medium')
>>> qqwing_class(["naked single", "hidden single"])
'easy'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cpsudoku.logic.orders import EXPLAINER, HODOKU
from cpsudoku.logic.paths import ENDS
from cpsudoku.logic.techniques import TECHNIQUES

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cpsudoku.logic.rating import Ratings

HODOKU_CLASSES = ("easy", "medium", "hard", "unfair", "extreme")
"""HoDoKu's classes, the easiest first."""

HODOKU_MAXIMA = (800, 1000, 1600, 1800)
"""The largest score of each class but the last."""

QQWING_CLASSES = ("simple", "easy", "intermediate", "expert")
"""qqwing's classes, the easiest first."""

_MEDIUM = {
    "locked pair", "locked triple", "pointing", "claiming",
    "naked pair", "naked triple", "hidden pair", "hidden triple",
}  # fmt: skip
_UNFAIR_FISH = {
    "finned swordfish", "finned jellyfish", "sashimi swordfish", "sashimi jellyfish",
    "franken x-wing", "franken swordfish", "finned franken x-wing", "finned franken swordfish",
}  # fmt: skip
_UNFAIR_FAMILIES = {"chains", "almost locked sets", "sue de coq"}
_EXTREME_FAMILIES = {"tables", "templates", "brute force"}
_HARD_FISH = {"x-wing", "swordfish", "jellyfish", "finned x-wing", "sashimi x-wing"}


def hodoku_level(name: str) -> int:
    """Return the class that a technique belongs to, as an index into `HODOKU_CLASSES`."""
    family = TECHNIQUES[name].family
    if family == "singles":
        return 0
    if name in _MEDIUM:
        return 1
    if family in _UNFAIR_FAMILIES or name in _UNFAIR_FISH:
        return 3
    if family in _EXTREME_FAMILIES or (family == "fish" and name not in _HARD_FISH):
        return 4
    return 2


def hodoku_class(techniques: Iterable[str], score: int, *, stuck: bool = False) -> str:
    """Return HoDoKu's class of a path; the least that it can have where the path was cut short.

    Args:
        stuck: whether they find nothing more and leave the puzzle unsolved; what is left when all
            but the hardest found nothing is of the hardest class.
    """
    level = len(HODOKU_MAXIMA) if stuck else max(map(hodoku_level, techniques), default=0)
    while level < len(HODOKU_MAXIMA) and score > HODOKU_MAXIMA[level]:
        level += 1
    return HODOKU_CLASSES[level]


_INTERMEDIATE = {"naked pair", "hidden pair", "pointing", "claiming"}


def qqwing_class(techniques: Iterable[str], *, stuck: bool = False) -> str:
    """Return qqwing's class of a path in the order `QQWING`; the least where it was cut short.

    Args:
        stuck: whether they find nothing more and leave the puzzle unsolved: then qqwing guesses.
    """
    used = set(techniques)
    if stuck:
        return "expert"
    if used & _INTERMEDIATE:
        return "intermediate"
    return "easy" if used - {"naked single"} else "simple"


def hodoku_levels(ratings: Ratings) -> NDArray[np.int8]:
    """Return what `hodoku_class` does for many ratings, as indices of shape (n,)."""
    import numpy as np

    levels = np.zeros(len(ratings.totals), np.int8)
    for level in range(1, len(HODOKU_CLASSES)):
        names = [name for name in TECHNIQUES if hodoku_level(name) == level]
        levels[ratings.uses(names)] = level
    for level, most in enumerate(HODOKU_MAXIMA):
        levels[(levels == level) & (ratings.totals > most)] = level + 1
    levels[ratings.ends == ENDS.index("stuck")] = len(HODOKU_MAXIMA)
    return levels


def qqwing_levels(ratings: Ratings) -> NDArray[np.int8]:
    """Return what `qqwing_class` does for many ratings, as indices of shape (n,)."""
    import numpy as np

    levels = np.zeros(len(ratings.totals), np.int8)
    levels[ratings.uses(set(TECHNIQUES) - {"naked single"})] = 1
    levels[ratings.uses(_INTERMEDIATE)] = 2
    levels[ratings.ends == ENDS.index("stuck")] = 3
    return levels


def qqwing_levels_after(ratings: Ratings) -> NDArray[np.int8]:
    """Return what ratings in the order `EXPLAINER` or `HODOKU` say of qqwing's classes.

    Singles, pairs and locked candidates find the same whatever comes first, so that a class is a
    matter of what suffices.  HoDoKu looks for a hidden single where there is no naked one, and for
    anything else where there is no single.  Sudoku Explainer looks for pairs and locked candidates
    where there is no single, and for what it counts harder than a hidden pair where there is none
    of them all; a puzzle that needs such a step is ``expert``.

    Returns:
        Indices into `QQWING_CLASSES`, −1 where nothing is said, of shape (n,).
    """
    import numpy as np

    levels = np.full(len(ratings.totals), -1, np.int8)
    singles = {name for name, technique in TECHNIQUES.items() if technique.family == "singles"}
    if ratings.order == HODOKU.name:
        easier = singles | _INTERMEDIATE | {"locked pair"}
        easy = ratings.solved & ~ratings.uses(set(TECHNIQUES) - singles)
        levels[easy] = ratings.uses(singles - {"full house", "naked single"})[easy]
    else:
        direct = {"direct pointing", "direct claiming", "direct hidden pair"}
        easier = singles | _INTERMEDIATE | direct
        pair = EXPLAINER.number("hidden pair")
        levels[ratings.uses(name for name, n in EXPLAINER.numbers.items() if n > pair)] = 3
    known = ratings.solved & ~ratings.uses(set(TECHNIQUES) - easier)
    levels[known & ratings.uses(_INTERMEDIATE | {"locked pair"})] = 2
    return levels
