"""Many puzzles: from arguments, files, records or arrays, in order, whatever the engine.

>>> from cpsudoku.bulk import solve_many
>>> batch = solve_many(["1.............4.", "1......2.34....1"], limit=5)
>>> batch.counts.tolist()
[5, 0]
"""

from __future__ import annotations

from cpsudoku.bulk.arrays import solve_many, solve_stream

__all__ = ["solve_many", "solve_stream"]
