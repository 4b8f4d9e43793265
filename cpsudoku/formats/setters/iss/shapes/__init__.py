"""The shapes in which variants stand in strings: what reads each, and what writes it.

A variant names its type and one of these (`cpsudoku.variants.base.rows`).  What a shape cannot say
of a variant is left to the variant's primitives.
"""

from __future__ import annotations

from functools import cache

from cpsudoku.formats.setters.iss.shapes.marks import IssShape


@cache
def shapes() -> dict[str, IssShape]:
    """Return all shapes by their names."""
    from cpsudoku.formats.setters.iss.shapes import clues, marks, sums

    return marks.SHAPES | sums.SHAPES | clues.SHAPES
