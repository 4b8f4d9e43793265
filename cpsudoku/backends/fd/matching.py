"""Lists of cells with the same digits, as the compiled core takes them: as many of each, at once.

Their primitives say for each digit and each number that it is there so often on both sides, which
makes tens of thousands where regions of a 16×16 board have the same digits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpsudoku.rules import Rules
from cpsudoku.variants.counts import SameValues

if TYPE_CHECKING:
    from cpsudoku import _native


def matched(rules: Rules) -> tuple[list[SameValues], list[_native.FdFormula]]:
    """Return the lists with the same digits, and a formula for each of them and each digit."""
    from cpsudoku import _native

    alike = [c for c in rules.constraints if type(c) is SameValues]
    found = []
    for one in alike:
        half = len(one.cells) // 2
        first, second = one.cells[:half], one.cells[half:]
        digits = [1 << digit for digit in range(rules.size)]
        found += [_native.FdFormula.as_many(first, digit, second, digit) for digit in digits]
    return alike, found
