"""Regions to be found as the compiled core takes them: what is said of their digits, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.rules import Rules
from cpsudoku.variants.chaos import ChaosRegions

if TYPE_CHECKING:
    from cpsudoku import _native


def cut(rules: Rules) -> tuple[list[ChaosRegions], list[_native.FdFormula]]:
    """Return the constraints that regions are to be found for, and what is said of their digits."""
    from cpsudoku import _native

    cuts = [
        c
        for c in rules.constraints
        if type(c) is ChaosRegions and c.size <= rules.size and set(c.cells).isdisjoint(c.regions)
    ]
    return cuts, [
        _native.FdFormula.regions(list(c.cells), list(c.regions), len(c.names), c.size)
        for c in cuts
    ]
