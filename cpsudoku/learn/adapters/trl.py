"""A reward function as TRL's trainers call it; TRL itself is not imported.

::

    trainer = GRPOTrainer(model, reward_funcs=[solved, credit], train_dataset=dataset, …)

The data set has a column ``puzzle``, and perhaps one of ``rules``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpsudoku import formats
from cpsudoku.learn.verifying import Rewards, verify


def text_of(completion: object) -> object:
    """Return the text of a completion: itself, or the content of the last message of a chat."""
    if isinstance(completion, list) and completion and isinstance(completion[-1], dict):
        return completion[-1].get("content")
    return completion


def _verified(
    completions: Sequence[object], puzzle: Sequence[str], rules: Sequence[str] | None
) -> Rewards:
    stated = [None] * len(puzzle) if rules is None else list(rules)
    puzzles = [formats.parse(text, said) for text, said in zip(puzzle, stated, strict=True)]
    return verify(puzzles, [text_of(one) for one in completions])


def solved(
    prompts: Sequence[object] | None = None,
    completions: Sequence[object] = (),
    *,
    puzzle: Sequence[str],
    rules: Sequence[str] | None = None,
    **columns: Any,
) -> list[float]:
    """Return 1 for each completion that solves its puzzle, else 0.

    Args:
        rules: the column of their rules, where they are not the usual ones.

    Raises:
        CpsudokuError: a puzzle is not one.
    """
    del prompts, columns
    return [float(one) for one in _verified(completions, puzzle, rules).solved]


def kept(
    prompts: Sequence[object] | None = None,
    completions: Sequence[object] = (),
    *,
    puzzle: Sequence[str],
    rules: Sequence[str] | None = None,
    **columns: Any,
) -> list[float]:
    """Return 1 for each completion with a grid that keeps all givens, else 0: a reward of form.

    Raises:
        CpsudokuError: a puzzle is not one.
    """
    del prompts, columns
    found = _verified(completions, puzzle, rules)
    return [float(one) for one in found.kept & (found.grids == 1)]
