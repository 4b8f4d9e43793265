"""Names of techniques, here and elsewhere, and what else is known of each.

All of it, with the orders of `cpsudoku.logic.orders`, is data (``techniques.json``).  HoDoKu's
names and codes are those of its version 2.2.0 and of its regression library; the names of Sudoku
Explainer those of its version 1.2.1.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cpsudoku.errors import OptionError
from cpsudoku.ground.names import alike, plain, suggestion
from cpsudoku.words import rendered, say


@dataclass(frozen=True, slots=True)
class Technique:
    """One technique.

    Args:
        hodoku: HoDoKu's name; empty where it has none.
        code: HoDoKu's code; empty where it has none.
        explainer: Sudoku Explainer's name; empty where it has none.
        written: how it is written where neither program has it; empty for its name.
        hodoku_class: the class of puzzles, in HoDoKu's manner, of which it is the hardest step.
        needs_uniqueness: whether it is sound only where there is one solution.
        searched_with: the search that finds it together with others; empty where it has its own.
    """

    name: str
    family: str
    hodoku: str = ""
    code: str = ""
    explainer: str = ""
    _: KW_ONLY
    hodoku_class: str
    written: str = ""
    needs_boxes: bool = False
    needs_uniqueness: bool = False
    searched_with: str = ""

    @property
    def finder(self) -> str:
        """The search that finds it."""
        return self.searched_with or self.name


DATA: dict[str, dict[str, Any]] = json.loads(
    (Path(__file__).parent / "techniques.json").read_text(encoding="utf-8")
)
"""The content of the file: techniques, other names of them, and numbers of orders."""

TECHNIQUES = {name: Technique(name, **row) for name, row in DATA["techniques"].items()}
"""Every technique that steps may have, by name."""

_BY_PLAIN = {plain(name): name for name in TECHNIQUES}


@cache
def other_names() -> dict[str, str]:
    """Return the technique for each name in classical texts and in Chinese.

    >>> [other for other, name in other_names().items() if name == "x-wing"]
    ['rectangle elimination', '矩形排除法', 'X翼', '矩形摒除法', '矩形排除', '矩形摒除']
    """
    found: dict[str, str] = dict(DATA["other names"])
    found |= {rendered(say(f"technique {name}"), "zh"): name for name in TECHNIQUES}
    found |= {other.replace("排除", "摒除"): name for other, name in found.items()}
    return found | {other.removesuffix("法"): name for other, name in found.items()}


def technique_named(name: str) -> str:
    """Return the name of a technique that is written with blanks, hyphens, and letters of any case.

    Names of classical texts are taken too, such as row elimination, and those in Chinese.

    Raises:
        OptionError: there is no such technique; says which is near.

    >>> technique_named("Naked-Single"), technique_named("x wing")
    ('naked single', 'x-wing')
    >>> technique_named("Rectangle elimination"), technique_named("矩形摒除法")
    ('x-wing', 'x-wing')
    >>> technique_named("唯余"), technique_named("宫摒除")
    ('naked single', 'hidden single in box')
    """
    if (found := _BY_PLAIN.get(plain(name))) is not None:
        return found
    if (other := alike(name, other_names())) is not None:
        return other_names()[other]
    raise OptionError(no_technique(name))


def no_technique(name: str, further: Iterable[str] = ()) -> str:
    """Return the error for a name that means no technique.

    Args:
        further: other names that are taken in its place, such as those of families.
    """
    near = suggestion(name, (*TECHNIQUES, *other_names(), *further))
    return f"there is no technique {name!r}{near or '; `cpsudoku techniques` lists them'}"
