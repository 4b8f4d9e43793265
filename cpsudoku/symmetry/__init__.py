"""Which grids and puzzles are the same: transformations, canonical forms, duplicates.

>>> from cpsudoku.symmetry.transformations import movements
>>> from cpsudoku.rules import classic
>>> movements(classic())
3359232
"""
