"""What each type of a part means, as variants and primitives; a module a family.

A family is loaded when a type of it is met: with the variants that it makes it takes milliseconds.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import cast

from cpsudoku.formats.setters.iss.reader import Take

FAMILIES = {
    "layouts": """
        Jigsaw StrictKropki StrictXV RegionSameValues Diagonal Windoku DisjointSets
        AllDifferent Doppelganger AntiKnight AntiKing AntiConsecutive AntiTaxicab
        GlobalEntropy GlobalMod DutchFlatmates
    """,
    "lines": """
        Thermo Whisper Renban Palindrome Between Lockout Modular Entropic
    """,
    "sums": """
        Zipper RegionSumLine EqualSum SumLine Arrow DoubleArrow PillArrow Cage Sum
        RellikCage EqualityCage Lunchbox
    """,
    "marks": """
        ContainAtLeast ContainExact LookAndSay CountDistinct CountingCircles SameValues
        WhiteDot BlackDot GreaterThan X V Quad
    """,
    "clues": """
        LittleKiller Sandwich XSum Skyscraper HiddenSkyscraper NumberedRoom FullRank
        Indexing ValueIndexing
    """,
    "automata": """
        Pair PairX Binary BinaryX NFA Regex
    """,
    "chaos": """
        ChaosConstruction ChaosArrow ChaosCount ConnectedValues
    """,
}
"""The types by the module that reads them."""

_FAMILY_OF = {kind: family for family, kinds in FAMILIES.items() for kind in kinds.split()}


@lru_cache(maxsize=len(_FAMILY_OF))
def take_of(kind: str) -> Take | None:
    """Return how a type is read, None where it is not known."""
    family = _FAMILY_OF.get(kind)
    if family is None:
        return None
    return cast(Take, import_module(f"{__name__}.{family}").TYPES[kind])
