"""Columns of ratings for generated puzzles, which are rated some hundred at a time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cpsudoku.asking.many import rate_many
from cpsudoku.generation import Made
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import TECHNIQUES, Position, check_rules
from cpsudoku.logic.explaining.difficulty import OF_MANY, STATES, Difficulty, document
from cpsudoku.logic.explaining.explanations import Walk
from cpsudoku.logic.explaining.rating import rate
from cpsudoku.rules import Rules

_BLOCK = 512
_SECONDS = 0.5
"""What is made in this time is rated together, if it is not more than a block."""

BOUNDS = "lower_bounds"

KINDS: dict[str, type] = {
    **{column.name: column.kind for column in OF_MANY},
    "techniques": str,
    **STATES,
}
"""The columns, and what they hold.  ``techniques`` are those on the path of the first scale, with
semicolons between; the others are named and mean as in `cpsudoku.logic.explaining.difficulty`."""

_ARROW = {float: "float64", int: "int64", str: "string", bool: "bool"}


def labels_among(columns: Sequence[str]) -> dict[str, str]:
    """Return the columns of ratings among those asked for, with their types by Arrow's names.

    Beside ratings there is always a column that names those of them that are lower bounds.
    """
    asked = [name for name in columns if name in KINDS]
    if asked and BOUNDS not in asked:
        asked.append(BOUNDS)
    return {name: _ARROW[KINDS[name]] for name in asked}


class Labels:
    """Rates puzzles while they are made.

    Raises:
        UnsupportedError: the techniques do not know such a board.
    """

    def __init__(self, names: Iterable[str], rules: Rules, jobs: int | None) -> None:
        check_rules(rules)
        self._names, self._jobs = tuple(names), jobs

    def __call__(self, steps: Iterable[Made | None]) -> Iterator[Made | None]:
        """Yield puzzles with their labels, in their order, and each None that comes between."""
        block: list[Made] = []
        pause = Deadline(_SECONDS)
        for made in steps:
            if made is not None:
                pause = pause if block else Deadline(_SECONDS)
                block.append(made)
            if made is None or len(block) == _BLOCK or pause.has_passed:
                yield from self._labelled(block)
                block = []
            if made is None:
                yield None
        yield from self._labelled(block)

    def _labelled(self, block: list[Made]) -> Iterator[Made]:
        if not block:
            return
        if block[0].rules.has_others:
            for made in block:
                walk = Walk(Position.of(made.puzzle))
                if "techniques" in self._names:
                    deque(walk, maxlen=0)
                used = sorted(set(walk.techniques), key=list(TECHNIQUES).index)
                yield self._with(made, rate(made.puzzle), used)
            return
        digits = [list(made.digits) for made in block]
        found = rate_many(digits, block[0].rules, threads=self._jobs)
        each = found.of(made.puzzle for made in block)
        yield from map(self._with, block, each, found.paths[0].techniques_used())

    def _with(self, made: Made, found: Difficulty, techniques: Iterable[str]) -> Made:
        values = {**document(found), "techniques": "; ".join(techniques) or None}
        values[BOUNDS] = " ".join(values.get(BOUNDS, ())) or None  # empty fields are nulls
        return replace(made, labels=tuple(values.get(name) for name in self._names))
