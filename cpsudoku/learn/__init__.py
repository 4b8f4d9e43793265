"""Rewards, environments, traces and data sets for learning machines.

Everything here is a thin layer: rules decide what is solved, `cpsudoku.logic` which steps follow,
`cpsudoku.logic.explaining` how hard a puzzle is, `cpsudoku.symmetry` what is the same puzzle.

    >>> from cpsudoku import learn
    >>> puzzle = ".12......21...4."
    >>> learn.verify(puzzle, "I think it is 3124 2431 4213 1342.").solved.tolist()
    [True]

Gymnasium's environment is ``cpsudoku.learn:Sudoku-v0``; importing this package registers it where
Gymnasium is installed.
"""

from __future__ import annotations

from importlib.util import find_spec

from cpsudoku.learn.entries import Judgements, judge
from cpsudoku.learn.exercises import mistakes, questions
from cpsudoku.learn.images import Images, augment
from cpsudoku.learn.paths import Traces, traces
from cpsudoku.learn.puzzles import Curriculum, PuzzlePool
from cpsudoku.learn.reading import ReadAnswer, read_answer
from cpsudoku.learn.verifying import Rewards, verify

__all__ = [
    "Curriculum",
    "Images",
    "Judgements",
    "PuzzlePool",
    "ReadAnswer",
    "Rewards",
    "Traces",
    "augment",
    "judge",
    "mistakes",
    "questions",
    "read_answer",
    "traces",
    "verify",
]

ENVIRONMENT = "Sudoku-v0"
"""The environment's name at Gymnasium."""


def _register() -> None:
    """Register the environment; `gymnasium.make` imports this package to find it registered."""
    from gymnasium.envs.registration import register, registry

    if ENVIRONMENT not in registry:
        module = "cpsudoku.learn.environments"
        register(
            ENVIRONMENT,
            entry_point=f"{module}:SudokuEnv",
            vector_entry_point=f"{module}:SudokuVectorEnv",
        )


if find_spec("gymnasium") is not None:
    _register()
