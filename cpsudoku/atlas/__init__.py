"""An atlas of rules without givens: how many grids, and how many that symmetries do not make equal.

>>> from cpsudoku.atlas.entries import entry
>>> found = entry("4+diagonals", seconds=60)
>>> sorted({one.value for one in found.grids}), sorted({one.value for one in found.classes})
([48], [1])
"""
