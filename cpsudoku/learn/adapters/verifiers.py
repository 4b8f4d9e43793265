"""A taskset of `verifiers` (0.4, its v1 interface): each task is a puzzle that scores its answer.

Rewards are on the task: ``solved`` with weight 1.  Metrics say whether a grid was read, whether the
givens were kept, how many grids there were, and which share of blank cells is right; none of them
is rewarded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf

from cpsudoku import formats
from cpsudoku.learn.language import prompt
from cpsudoku.learn.puzzles import PuzzlePool
from cpsudoku.learn.verifying import Rewards, verify


class SudokuData(vf.TaskData):  # type: ignore[misc]
    """A puzzle as data."""

    puzzle: str
    rules: str = "9"


class SudokuConfig(vf.TasksetConfig):  # type: ignore[misc]
    """What puzzles there are; `er` is their least and largest rating, None for any."""

    count: int = 100
    er: tuple[float, float] | None = (1.0, 2.3)
    rules: str = "9"
    seed: int = 0


class SudokuTask(vf.Task[SudokuData]):  # type: ignore[misc]
    """A puzzle that scores the last reply."""

    def _verified(self, trace: Any) -> Rewards:
        puzzle = formats.parse(self.data.puzzle, self.data.rules)
        return verify([puzzle], [trace.last_reply])

    @vf.reward  # type: ignore[untyped-decorator]
    async def solved(self, trace: Any) -> float:
        """Return 1 for a solution."""
        return float(self._verified(trace).solved[0])

    @vf.metric  # type: ignore[untyped-decorator]
    async def form(self, trace: Any) -> dict[str, float]:
        """Return what an answer is like, none of it rewarded."""
        found = self._verified(trace)
        return {
            "read": float(found.read[0]),
            "givens_kept": float(found.kept[0]),
            "grids": float(found.grids[0]),
            "right_cells": float(found.right[0]),
        }


class SudokuTaskset(vf.Taskset[SudokuTask, SudokuConfig]):  # type: ignore[misc]
    """New puzzles, each with one solution."""

    def load(self) -> Iterator[SudokuTask]:
        """Yield the tasks."""
        config = self.config
        pool = PuzzlePool.generated(
            config.count, er=config.er, rules=config.rules, seed=config.seed
        )
        for puzzle in pool.lot.puzzles():
            data = SudokuData(prompt=prompt(puzzle), puzzle=str(puzzle), rules=config.rules)
            yield SudokuTask(data)


__all__ = ["SudokuTaskset"]
