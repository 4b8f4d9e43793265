"""What rules hold beside rows, columns and boxes, as a drawing to lay over another program's board.

>>> from cpsudoku.formats import parse_rules
>>> overlay(parse_rules("4").rules()) is None
True
>>> found = overlay(parse_rules("4+killer:5@r1c1,r1c2").rules())
>>> found.margin, found.below.count("<path"), found.above
(0.3, 1, '')
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.drawing.constraints import constraints, on_edges
from cpsudoku.drawing.grids import STYLE, GridLayout
from cpsudoku.drawing.variants import is_outside
from cpsudoku.rules import Rules


@dataclass(frozen=True, slots=True)
class Overlay:
    """Two drawings without ground, as SVG documents; empty where there is nothing to draw.

    On a dark board colours of the lower one are to be inverted; those of the upper one are right on
    any, since a white dot stays white.

    Args:
        margin: how far both reach beyond the board on every side, in cells.
    """

    below: str
    above: str
    margin: float


def overlay(rules: Rules) -> Overlay | None:
    """Return a drawing of cages, lines, dots and clues; None where there is nothing to draw."""
    layout = GridLayout(rules, marked=False, clued=any(map(is_outside, rules.constraints)))
    below, above = (
        _document(layout, list(drawn)) for drawn in (constraints(layout), on_edges(layout))
    )
    return Overlay(below, above, layout.margin / layout.side) if below or above else None


def _document(layout: GridLayout, drawn: list[str]) -> str:
    if not drawn:
        return ""
    size = f'viewBox="0 0 {layout.width} {layout.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="cps" {size}>'
    return "\n".join([head, f"<style>{STYLE}</style>", *drawn, "</svg>"])
