"""Classes of puzzles, by the steps of their paths in the orders of HoDoKu and qqwing.

HoDoKu's class is that of the hardest technique on the path, raised while the score is above what
the class allows (B. Hobiger, HoDoKu 2.2.0).  qqwing's depends on which kinds of technique were
needed (S. Ostermiller, qqwing 1.3.4).

>>> hodoku_class(["full house", "naked pair"], 300), hodoku_class(["hidden single"], 900)
('medium', 'medium')
>>> qqwing_class(["naked single", "hidden single"])
'easy'
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from cpsudoku.logic.techniques import TECHNIQUES

HODOKU_CLASSES = ("easy", "medium", "hard", "unfair", "extreme")
"""HoDoKu's classes, the easiest first."""

_MAXIMA = (800, 1000, 1600, 1800)
# The largest score of each class but the last.

QQWING_CLASSES = ("simple", "easy", "intermediate", "expert")
"""qqwing's classes, the easiest first."""

_INTERMEDIATE = {"naked pair", "hidden pair", "pointing", "claiming"}


@cache
def hodoku_level(name: str) -> int:
    """Return the class that a technique belongs to, as an index into `HODOKU_CLASSES`."""
    return HODOKU_CLASSES.index(TECHNIQUES[name].hodoku_class)


def hodoku_class(techniques: Iterable[str], score: int, *, stuck: bool = False) -> str:
    """Return HoDoKu's class of a path; the least that it can have where the path was cut short.

    Args:
        stuck: whether they find nothing more and leave the puzzle unsolved; what is left when all
            but the hardest found nothing is of the hardest class.
    """
    level = len(_MAXIMA) if stuck else max(map(hodoku_level, techniques), default=0)
    while level < len(_MAXIMA) and score > _MAXIMA[level]:
        level += 1
    return HODOKU_CLASSES[level]


def qqwing_class(techniques: Iterable[str], *, stuck: bool = False) -> str:
    """Return qqwing's class of a path in its order; the least where it was cut short.

    Args:
        stuck: whether they find nothing more and leave the puzzle unsolved: then qqwing guesses.
    """
    used = set(techniques)
    if stuck:
        return "expert"
    if used & _INTERMEDIATE:
        return "intermediate"
    return "easy" if used - {"naked single"} else "simple"


def class_of(order: str, techniques: Collection[str], total: int, end: str) -> str:
    """Return the class of a path in an order, and how it ended; empty where it has no classes."""
    if order == "hodoku":
        return hodoku_class(techniques, total, stuck=end == "stuck")
    return qqwing_class(techniques, stuck=end == "stuck") if order == "qqwing" else ""
