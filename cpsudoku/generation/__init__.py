"""Make puzzles: a random final grid, dug while its solution stays the only one.

Puzzle number *i* of a seed depends on the seed, on *i* and on the wishes, and on nothing
else: not on the backend that judges uniqueness, on the machine, or on how many work at a time.

    >>> from cpsudoku.rules import boxes
    >>> [made] = generate(rules=boxes(2, 2), seed=1, backend="backtrack")
    >>> print(made.puzzle, made.clues)
    .12......21...4. 5
"""

from __future__ import annotations

from cpsudoku.generation.making import GeneratedPuzzle
from cpsudoku.generation.running import Generation, generate, maker_of, random_seed
from cpsudoku.generation.specs import Spec

__all__ = ["GeneratedPuzzle", "Generation", "Spec", "generate", "maker_of", "random_seed"]
