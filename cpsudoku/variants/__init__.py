"""Named constraints: what setters call killer cage, thermometer, sandwich and so on.

    >>> from cpsudoku import classic
    >>> from cpsudoku.variants import with_variants
    >>> rules = with_variants(classic(), "killer:15@r1c1,r1c2", "thermo@r5c5,r5c6,r5c7")
    >>> [constraint.label for constraint in rules.constraints[-2:]]
    ['killer 15', 'thermo']

Each is a small frozen value that says its name and parameters, what it means to solvers, and an
independent test of a full grid; see `cpsudoku.variants.base`.
"""

from __future__ import annotations

from cpsudoku.rules import Rules
from cpsudoku.variants.base import Variant
from cpsudoku.variants.naming import from_text, to_text, usage
from cpsudoku.variants.registry import variant_named, variants

__all__ = [
    "Variant", "from_text", "to_text", "usage", "variant_named", "variants", "with_variants",
]  # fmt: skip


def with_variants(rules: Rules, *added: Variant | str) -> Rules:
    """Return rules with further constraints."""
    board = rules.board
    made = [from_text(one, board) if isinstance(one, str) else one for one in added]
    return rules.with_constraints(made)
