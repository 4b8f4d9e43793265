"""What happens in a search.

==============  ============================================================================
kind            what happens
==============  ============================================================================
``try``         a digit is supposed in a cell
``propagate``   a digit follows from what stands
``contradict``  a dead end: the text says why
``back``        the digit tried last that stands is taken back, with all that followed
``found``       a solution
==============  ============================================================================
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cpsudoku.result import Stats
from cpsudoku.rules import Cell, Digit, Grid, Rules

KINDS = ("try", "propagate", "contradict", "back", "found")
"""All kinds."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happens.

    Args:
        kind: one of `KINDS`.
        depth: how many tried digits stand, the one of the event included.
        cell: where; None where it is about no single cell.
        digit: which digit; None likewise.
        together: the digits of several cells where a clue's are chosen at once, as (cell, digit).
    """

    kind: str
    depth: int
    text: str
    cell: Cell | None = None
    digit: Digit | None = None
    grid: Grid | None = None
    together: tuple[tuple[Cell, Digit], ...] = ()

    def __str__(self) -> str:
        return f"{self.kind} {self.text}"

    def as_json(self, rules: Rules) -> dict[str, Any]:
        """Return the event as JSON can hold it."""
        found: dict[str, Any] = {"event": self.kind, "depth": self.depth}
        if self.cell is not None:
            found["cell"] = rules.board.name(self.cell)
        if self.digit is not None:
            found["digit"] = self.digit + rules.board.first - 1
        if self.together:
            board = rules.board
            found["together"] = {board.name(c): d + board.first - 1 for c, d in self.together}
        if self.grid is not None:
            found["solution"] = rules.text(self.grid)
        return found | {"text": self.text}


@dataclass(frozen=True)
class Trace:
    """A search as it was seen.

    Args:
        complete: whether the search came to its end, or to the solutions asked for; else the events
            are its beginning.
        stats: what the whole search costs by the backend's own count.
        to_the_end: whether that is known; else `stats` is what it cost so far.
    """

    backend: str
    events: tuple[Event, ...]
    complete: bool
    stats: Stats
    to_the_end: bool

    @cached_property
    def counts(self) -> Counter[str]:
        """How many events of each kind there are."""
        return Counter(event.kind for event in self.events)

    @property
    def tried(self) -> int:
        """How many digits were tried."""
        return self.counts["try"]

    @property
    def contradictions(self) -> int:
        """How many dead ends there were."""
        return self.counts["contradict"]
