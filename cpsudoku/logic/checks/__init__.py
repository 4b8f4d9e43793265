"""Checks of steps, by the evidence that they need; see `cpsudoku.logic.checking`."""

from cpsudoku.logic.checks import chains, sets

CHECKS = sets.CHECKS | chains.CHECKS
"""For the name of a technique, or else of its family, what checks its steps."""
