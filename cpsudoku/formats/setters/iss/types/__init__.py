"""What each type of a part means, as variants and primitives; a module a family."""

from __future__ import annotations

from cpsudoku.formats.setters.iss.reader import Take
from cpsudoku.formats.setters.iss.types import (
    automata,
    chaos,
    clues,
    layouts,
    lines,
    marks,
    sums,
)

TYPES: dict[str, Take] = {
    name: take
    for family in (layouts, lines, sums, marks, clues, automata, chaos)
    for name, take in family.TYPES.items()
}
"""How each type is read."""
