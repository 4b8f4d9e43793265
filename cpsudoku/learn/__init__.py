"""Rewards, environments, traces and data sets for learning machines.

Everything here is a thin layer: rules decide what is solved, `cpsudoku.logic` which steps follow,
`cpsudoku.coaching` how hard a puzzle is, `cpsudoku.symmetry` what is the same puzzle.

    >>> from cpsudoku import learn
    >>> puzzle = ".12......21...4."
    >>> learn.verify(puzzle, "I think it is 3124 2431 4213 1342.").solved.tolist()
    [True]

Gymnasium's environment is ``cpsudoku.learn:Sudoku-v0``; importing this package registers it where
Gymnasium is installed.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from cpsudoku.public import on_demand

if TYPE_CHECKING:
    from cpsudoku.learn.entries import Judged as Judged
    from cpsudoku.learn.entries import judge as judge
    from cpsudoku.learn.images import Images as Images
    from cpsudoku.learn.images import augment as augment
    from cpsudoku.learn.paths import Traces as Traces
    from cpsudoku.learn.paths import mistakes as mistakes
    from cpsudoku.learn.paths import questions as questions
    from cpsudoku.learn.paths import traces as traces
    from cpsudoku.learn.pools import Curriculum as Curriculum
    from cpsudoku.learn.pools import PuzzlePool as PuzzlePool
    from cpsudoku.learn.reading import ReadAnswer as ReadAnswer
    from cpsudoku.learn.reading import read_answer as read_answer
    from cpsudoku.learn.verifying import Verified as Verified
    from cpsudoku.learn.verifying import verify as verify

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

if not TYPE_CHECKING:  # hidden from type checkers, for which every name would exist
    __all__, __getattr__, __dir__ = on_demand(
        __name__,
        {
            "entries": "Judged judge",
            "images": "Images augment",
            "paths": "Traces mistakes questions traces",
            "pools": "Curriculum PuzzlePool",
            "reading": "ReadAnswer read_answer",
            "verifying": "Verified verify",
        },
    )
