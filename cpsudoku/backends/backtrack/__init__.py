"""The classical method: try digits cell by cell and go back at a dead end.

    >>> from cpsudoku.result import Limits
    >>> from cpsudoku.rules import boxes
    >>> engine = Backtrack().compile(boxes(2, 2), order="index", singles="none")
    >>> outcome = engine.search((15,) * 16, Limits(solutions=None))
    >>> len(outcome.solutions), outcome.exhausted
    (288, True)

A choice after a colon fixes the method as textbooks compare it (`Backtrack.choices`).
What a search counts is the same on every machine: a *node* is a digit tried, a *conflict* a dead
end, a *propagation* a placement that followed from others.

It knows any constraint: one that is not a group is asked whether it holds as soon as its cells are
filled.  Under such rules the search is plain Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import ClassVar, TypeAlias

from cpsudoku.backends.backtrack.plain import (
    Observer,
    PlainBacktrackSearch,
    PlainExhaustiveSearch,
    PlainSampler,
    check_fillings,
)
from cpsudoku.backends.base import Backend, ResumableEngine, ResumableSearch
from cpsudoku.errors import OptionError
from cpsudoku.ground import compiled
from cpsudoku.ground.randomness import WORD
from cpsudoku.result import Limits
from cpsudoku.rules import Candidates, Rules
from cpsudoku.rules.primitives import VOCABULARY
from cpsudoku.rules.rules import require

_EXHAUSTIVE = "exhaustive"
_LATE = "late"
_NUMBERS = re.compile(r"(\d{1,4}):(\d{1,4})")
_METHODS: dict[str, dict[str, object]] = {
    _EXHAUSTIVE: {"order": "index", "singles": "none"},
    "index": {"order": "index", "singles": "none"},
    "pruned": {"order": "index", "singles": "hidden"},
    "fewest": {"order": "fewest", "singles": "none"},
    _LATE: {"order": "fewest", "singles": "naked", "late": "2:2"},
}
"""For each choice the options that it fixes."""


Sampler: TypeAlias = "compiled.native.Sampler | PlainSampler"
"""Random walks down the search tree of one puzzle, for Knuth's estimate."""


class Backtrack(Backend):
    """Backtracking with a choice of order and of propagation.

    Options of `compile`, of which a choice such as ``backtrack:index`` fixes the first two:

    - ``order``: ``"fewest"`` takes the open cell with the fewest candidates, the first of several;
      ``"index"`` takes the cells row by row.
    - ``singles``: ``"none"`` only takes a placed digit away from its peers; ``"naked"`` also
      places digits in cells with one candidate left; ``"hidden"`` also places digits that have one
      place left in a house.
    - ``late``: a depth and a number of candidates, such as ``"2:3"``: hidden singles are looked
      for only before the search branches, from that depth on (0 is the first branch) and where
      the cell to branch on has so many candidates; ``singles`` is then ``"naked"``.
    - ``core``: ``"compiled"``, ``"plain"`` (Python), or ``"auto"``: compiled where it can be.
    """

    name: ClassVar[str] = "backtrack"
    summary: ClassVar[str] = (
        "classical backtracking; for teaching, and the yardstick of comparisons"
    )
    knows: ClassVar[frozenset[type]] = VOCABULARY
    choices: ClassVar[Mapping[str, str]] = {
        _EXHAUSTIVE: "cells in order, tested only when all are filled; small boards only",
        "index": "cells in order, each digit tested against those placed",
        "pruned": "cells in order, and naked and hidden singles are placed",
        "fewest": "the cell with the fewest candidates first, without singles",
        _LATE: "naked singles, and hidden ones only before a branch, from depth 2 on; "
        "late:DEPTH:CANDIDATES sets from where",
    }
    options: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "order": ("fewest", "index"),
        "singles": ("hidden", "naked", "none"),
        "core": ("auto", "compiled", "plain"),
    }

    def __init__(self, choice: str | None = None) -> None:
        name, _, numbers = (choice or "").partition(":")
        is_late = name == _LATE and (name == choice or _NUMBERS.fullmatch(numbers) is not None)
        if choice is not None and choice not in self.choices and not is_late:
            expected = ", ".join((*self.choices, "late:DEPTH:CANDIDATES"))
            raise OptionError(f"backtrack:{choice}: there is no such method; expected {expected}")
        self._choice = choice
        self._fixed = _METHODS.get(name, {}) | ({"late": numbers} if numbers else {})

    def detail(self) -> str:
        return "compiled" if compiled.is_there() else "plain Python, without the compiled core"

    def compile(self, rules: Rules, **options: object) -> BacktrackEngine:
        if both := self._fixed.keys() & options:
            raise OptionError(f"backtrack:{self._choice} says itself what {min(both)!r} is")
        chosen = self.chosen({name: one for name, one in options.items() if name != "late"})
        method = chosen | {"late": options.get("late")} | self._fixed
        method["late"] = _late(method)
        core = method.pop("core")
        return BacktrackEngine(rules, core, method, exhaustive=self._choice == _EXHAUSTIVE)


def _late(method: Mapping[str, object]) -> tuple[int, int] | None:
    """Return the numbers of the option ``late``; raise `OptionError` where it makes no sense."""
    if (late := method["late"]) is None:
        return None
    if (numbers := _NUMBERS.fullmatch(str(late))) is None:
        raise OptionError(f"backtrack: late is {late!r}; expected DEPTH:CANDIDATES, such as 2:3")
    if method["singles"] != "naked":
        raise OptionError("backtrack: late goes with singles=naked")
    return int(numbers[1]), int(numbers[2])


def _layout(rules: Rules, core: str) -> compiled.native.Layout | None:
    """Return the rules as the compiled core takes them, or None for the plain one."""
    if core == "compiled":
        require(rules, "the compiled core of backtrack", board="any")
    if core == "plain" or rules.others:
        return None
    is_big = rules.size > compiled.MOST_DIGITS  # the plain one has masks of any width
    if core == "auto" and (is_big or not compiled.is_there()):
        return None
    if is_big:
        most = compiled.MOST_DIGITS
        raise OptionError(f"the compiled core takes sizes up to {most}; use core='plain'")
    return compiled.native.Layout(rules.size, rules.cell_count, [g.cells for g in rules.groups])


class BacktrackEngine(ResumableEngine):
    """The engine of `Backtrack`."""

    def __init__(
        self, rules: Rules, core: str, method: Mapping[str, object], *, exhaustive: bool
    ) -> None:
        super().__init__(rules)
        layout = _layout(rules, core)
        search: Callable[..., ResumableSearch] = PlainBacktrackSearch
        fill: Callable[..., ResumableSearch] = PlainExhaustiveSearch
        walk: Callable[..., Sampler] = PlainSampler
        if layout is not None:
            native = compiled.native
            search, fill, walk = native.BacktrackSearch, native.ExhaustiveSearch, native.Sampler
        space = rules if layout is None else layout
        self._begin = partial(fill, space) if exhaustive else partial(search, space, **method)
        self._begin_walks = partial(walk, space)
        self._is_exhaustive = exhaustive

    def begin(self, candidates: Candidates, limits: Limits, **watched: Observer) -> ResumableSearch:
        """Begin a search, which in plain Python may have an `observer`, told what it does."""
        if self._is_exhaustive:
            check_fillings(candidates)
        return self._begin(candidates, **watched)

    def sampler(self, candidates: Candidates, seed: int) -> Sampler:
        """Begin random walks: fewest candidates, hidden singles, whatever the options."""
        return self._begin_walks(candidates, seed & WORD)
