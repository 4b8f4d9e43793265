"""Make puzzles: a random final grid, dug while its solution stays the only one.

Puzzle number *i* of a seed depends on the seed, on *i* and on what is asked for, and on nothing
else: not on the backend that judges uniqueness, on the machine, or on how many work at a time.

    >>> from cpsudoku.rules import boxes
    >>> [made] = generate(rules=boxes(2, 2), seed=1, backend="backtrack")
    >>> print(made.puzzle, made.clues)
    .12......21...4. 5
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.public import on_demand

if TYPE_CHECKING:
    from cpsudoku.generation.making import Made as Made
    from cpsudoku.generation.puzzles import default_attempts as default_attempts
    from cpsudoku.generation.puzzles import generate as generate
    from cpsudoku.generation.puzzles import random_seed as random_seed
    from cpsudoku.generation.running import Generation as Generation
    from cpsudoku.generation.specs import Spec as Spec

# Final grids and their patterns are made without most of this.
if not TYPE_CHECKING:  # hidden from type checkers, for which every name would exist
    __all__, __getattr__, __dir__ = on_demand(
        __name__,
        {
            "making": "Made",
            "puzzles": "default_attempts generate random_seed",
            "running": "Generation",
            "specs": "Spec",
        },
    )
