"""The shapes in which variants stand in strings: what reads each, and what writes it.

A variant names its type and one of these (`cpsudoku.variants.base.rows`).  What a shape cannot say
of a variant is left to the variant's primitives.
"""

from cpsudoku.formats.setters.iss.shapes import clues, marks

SHAPES = marks.SHAPES | clues.SHAPES
