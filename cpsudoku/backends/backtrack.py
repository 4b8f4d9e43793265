"""The classical method: try digits cell by cell and go back at a dead end."""

from __future__ import annotations

import time
from typing import ClassVar

from cpsudoku.backends.base import SUPPORTED, Engine, Enumeration, Support
from cpsudoku.result import Limits, Outcome, Stats
from cpsudoku.rules import Candidates, Rules


class Backtrack:
    """Backtracking over the cell with the fewest candidates."""

    name: ClassVar[str] = "backtrack"
    summary: ClassVar[str] = (
        "classical backtracking; for teaching, and the yardstick of comparisons"
    )

    def supports(self, rules: Rules) -> Support:
        """Support any rules."""
        return SUPPORTED

    def compile(self, rules: Rules, **options: object) -> Engine:
        """Build the engine."""
        return BacktrackEngine(rules)


class BacktrackEngine:
    """The engine of `Backtrack`."""

    def __init__(self, rules: Rules) -> None:
        self._peers = rules.peers

    def iterate(self, candidates: Candidates, limits: Limits) -> Enumeration:
        """Yield solutions one by one."""
        deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        found = 0
        stack = [list(candidates)]
        while stack:
            if deadline is not None and time.monotonic() >= deadline:
                return False
            masks = stack.pop()
            if not self._propagate(masks):
                continue
            open_cells = [(m.bit_count(), c) for c, m in enumerate(masks) if m & (m - 1)]
            if not open_cells:
                found += 1
                yield tuple(m.bit_length() for m in masks)
                if found == limits.solutions:
                    return not stack
                continue
            cell = min(open_cells)[1]
            bit = masks[cell] & -masks[cell]
            rest = masks.copy()
            rest[cell] ^= bit
            masks[cell] = bit
            stack += [rest, masks]
        return True

    def _propagate(self, masks: list[int]) -> bool:
        todo = [c for c, m in enumerate(masks) if not m & (m - 1)]
        while todo:
            cell = todo.pop()
            bit = masks[cell]
            if not bit:
                return False
            for peer in self._peers[cell]:
                if masks[peer] & bit:
                    masks[peer] &= ~bit
                    if not masks[peer]:
                        return False
                    if not masks[peer] & (masks[peer] - 1):
                        todo.append(peer)
        return True

    def search(self, candidates: Candidates, limits: Limits) -> Outcome:
        """Search for solutions."""
        start = time.perf_counter()
        found = []
        run = self.iterate(candidates, limits)
        while True:
            try:
                found.append(next(run))
            except StopIteration as stop:
                stats = Stats(search_seconds=time.perf_counter() - start)
                return Outcome(tuple(found), bool(stop.value), stats)
