"""Steps as SVG: the position, and over it what the evidence says, in colours and shapes.

Every role has a shape of its own, so that nothing is shown only by colour: what is placed stands in
a ring, what goes is struck through, fins are diamonds, the two truths of a chain are a disc and a
hollow disc, and sets and colours have their letter beside them.  Strong links are solid arrows,
weak ones dashed.  A path is one page of HTML: a picture and sentences for each step.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import chain
from math import hypot
from typing import Any

from cpsudoku.drawing.constraints import board_svg, outline
from cpsudoku.drawing.grids import GridLayout, circle, document, rect, text, tinted
from cpsudoku.drawing.puzzles import (
    bare_mark,
    digits_svg,
    mark_size,
    marks_svg,
    puzzle_svg,
    result_svg,
)
from cpsudoku.logic.documents import parts, role_names
from cpsudoku.logic.evidence import Highlights, Link, Position
from cpsudoku.logic.sentences import reasoning
from cpsudoku.logic.sentences.words import LETTERS
from cpsudoku.logic.steps import Step
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result
from cpsudoku.words import USUAL, rendered, say

BASE, COVER = "#eaf4ea", "#eef0fa"
LEGEND = 20  # height of a line of the legend
SET_TINTS = ("#dbeafe", "#fde8cf", "#e2f2da", "#f3dff0", "#fdf3c4", "#d9f0f0")
PAIRS = ("#2f7ebc", "#e08a1e", "#5a9a3c", "#a85ab0", "#8a6d3b", "#3c9a9a")

ARROWS = (
    '<defs><marker id="cps-tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" '
    'markerHeight="6" orient="auto"><path d="M0 0L8 4L0 8z" fill="#b3261e"/></marker></defs>'
)


def svg_of(shown: Any) -> str:
    """Return a drawing of a puzzle, a result, or a step, a reason or what follows from a clue."""
    if isinstance(shown, Puzzle):
        return puzzle_svg(shown)
    return result_svg(shown) if isinstance(shown, Result) else conclusion_svg(shown)


def name_in(found: Any, language: str) -> str:
    """Return what a conclusion is called: in English as the inventors of its technique call it."""
    if language == USUAL:
        return str(found.name)
    known = found.technique
    return rendered(
        say(f"technique {known}" if known else found.name.lower(), found.name), language
    )


def conclusion_svg(found: Any, language: str = USUAL) -> str:
    """Return a drawing of a conclusion: its position, name, sentence and highlights.

    Of several steps in one the first's pattern is drawn, and what follows from all.
    """
    title = f"{name_in(found, language)}: {rendered(found.said_hints[-1], language)}"
    return highlights_svg(found.highlights, found.position, title, language)


def highlights_svg(shown: Highlights, position: Position, title: str, language: str = USUAL) -> str:
    """Return a drawing of a position in which something stands out."""
    layout = GridLayout(position.rules, marked=True, labelled=True)
    given = [cell in position.givens for cell in range(position.rules.cell_count)]
    entries = _legend(shown, layout, language)
    body = [
        *board_svg(layout, chain(_houses(layout, shown), _sets(layout, shown))),
        *_groups(layout, shown),
        *digits_svg(layout, position.digits, given),
        *marks_svg(layout, position.candidates, position.digits, shown.roles),
        *_roles(layout, shown, position),
        *([ARROWS] if shown.links else []),
        *(_arrow(layout, link) for link in shown.links),
        *entries,
    ]
    return document(layout, body, title=title, below=LEGEND * (1 if entries else 0))


def _houses(layout: GridLayout, shown: Highlights) -> Iterator[str]:
    groups = layout.rules.groups
    for numbers, colour in ((shown.cover, COVER), (shown.base, BASE)):
        cells = (cell for number in numbers for cell in groups[number].cells)
        yield from (tinted(layout, cell, colour) for cell in cells)
    for number in shown.base:
        yield outline(layout, groups[number].cells, "", "#4a8f4a")
    for number in shown.cover:
        yield outline(layout, groups[number].cells, "7 4", "#5a66b0")


def _sets(layout: GridLayout, shown: Highlights) -> Iterator[str]:
    for number, cells in enumerate(shown.sets):
        for cell in cells:
            yield tinted(layout, cell, SET_TINTS[number % len(SET_TINTS)])
            x, y = layout.corner(cell)
            yield text(x + layout.side - 6, y + 7, LETTERS[number % 26], 9, "label")


def _groups(layout: GridLayout, shown: Highlights) -> Iterator[str]:
    """Yield a band through the members of each group in a chain."""
    for node in dict.fromkeys(n for link in shown.links for n in (link.start, link.end)):
        if len(node) > 1:
            points = " ".join("{:g},{:g}".format(*layout.place(*c)) for c in sorted(node))
            band = 'fill="none" stroke="#f3d9a4" stroke-width="16" stroke-linecap="round"'
            yield f'<polyline points="{points}" {band} stroke-linejoin="round"/>'


def _roles(layout: GridLayout, shown: Highlights, position: Position) -> Iterator[str]:
    yield f'<g class="role" font-size="{mark_size(layout):g}">'
    for (cell, digit), role in shown.roles.items():
        x, y = layout.place(cell, digit)
        yield from shape(role, x, y, layout.mark / 2)
        if not position.digits[cell]:
            yield bare_mark(layout, cell, digit)
        if role == "eliminated":
            yield _strike(x, y, layout.mark / 2)
    yield "</g>"


def shape(role: str, x: float, y: float, r: float) -> Iterator[str]:
    """Yield the shape of a role around a point."""
    kind, _, letter = role.partition(" ")
    if kind == "set":
        return
    if kind == "colour":
        number = LETTERS.index(letter)
        yield _disc(x, y, r, PAIRS[number // 2 % len(PAIRS)], hollow=bool(number % 2))
        yield text(x + r * 0.95, y - r * 0.7, letter, r * 0.8, "letter")
    elif kind in {"fin", "endo-fin"}:
        fill = "#9ccbff" if kind == "fin" else "#d6b3f5"
        points = f"{x:g},{y - r:g} {x + r:g},{y:g} {x:g},{y + r:g} {x - r:g},{y:g}"
        yield f'<polygon points="{points}" fill="{fill}" stroke="#33508a"/>'
        if kind == "endo-fin":
            yield _disc(x, y, r * 0.98, "#7a3db8", hollow=True)
    elif kind == "eliminated":
        yield rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, 'fill="#ffc9c4"')
    elif kind == "placed":
        yield circle((x, y), r * 0.7, 'fill="#b9e7b4"')
        yield circle((x, y), r, 'fill="none" stroke="#1f7a1f" stroke-width="2"')
    else:
        yield _disc(x, y, r * 0.9, "#7cc47a" if kind != "false" else "#c07a1e", kind == "false")


def _disc(x: float, y: float, r: float, colour: str, hollow: bool) -> str:
    edge = f'fill="#fff" stroke="{colour}" stroke-width="1.6"'
    return circle((x, y), r, edge if hollow else f'fill="{colour}" fill-opacity="0.75"')


def _strike(x: float, y: float, r: float) -> str:
    a = r * 0.8
    ends = f'x1="{x - a:g}" y1="{y + a:g}" x2="{x + a:g}" y2="{y - a:g}"'
    return f'<line {ends} stroke="#b3261e" stroke-width="1.8"/>'


def _arrow(layout: GridLayout, link: Link) -> str:
    """Return a link as a bent arrow between the nearest members of its ends."""
    pairs = ((layout.place(*a), layout.place(*b)) for a in link.start for b in link.end)
    (x1, y1), (x2, y2) = min(pairs, key=lambda p: hypot(p[0][0] - p[1][0], p[0][1] - p[1][1]))
    dx, dy = x2 - x1, y2 - y1
    length = hypot(dx, dy) or 1.0
    room = min(layout.mark / 2, length / 3)
    ux, uy = dx / length, dy / length
    bend = min(14.0, length / 6)
    mx, my = (x1 + x2) / 2 - uy * bend, (y1 + y2) / 2 + ux * bend
    x1, y1, x2, y2 = x1 + ux * room, y1 + uy * room, x2 - ux * room, y2 - uy * room
    dash = "" if link.strong else ' stroke-dasharray="4 3"'
    path = f"M{x1:.1f} {y1:.1f}Q{mx:.1f} {my:.1f} {x2:.1f} {y2:.1f}"
    line = f'fill="none" stroke="#b3261e" stroke-width="1.5"{dash}'
    return f'<path d="{path}" {line} marker-end="url(#cps-tip)"/>'


def _legend(shown: Highlights, layout: GridLayout, language: str) -> list[str]:
    """Return a line below the board that says what the shapes mean."""
    found: list[str] = []
    x, y = layout.margin + 8.0, layout.height - 2.0
    for role in role_names(shown.roles.values()):
        if role.startswith("set"):
            continue
        found += shape(role, x, y, 7)
        if role == "eliminated":
            found.append(_strike(x, y, 7))
        name, _, letter = role.partition(" ")
        said = rendered(say(f"role {name}", letter=letter), language)
        place = f'x="{x + 12:g}" y="{y:g}" font-size="11" style="text-anchor: start"'
        found.append(f"<text {place}>{escape(said)}</text>")
        x += 26 + 7 * sum(1 + (mark > "⺀") for mark in said)  # Chinese ones are twice as wide
    return found


MOST_PARTS = 6  # this many steps within one are drawn; those beyond are only named
_STYLE = """
body { font-family: Georgia, serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  line-height: 1.5; color: #1a1a1a; background: #fff }
section { border-top: 1px solid #ccc; padding: 1rem 0; display: grid; gap: 1rem 2rem;
  grid-template-columns: minmax(18rem, 34rem) 1fr; align-items: start }
section svg { width: 100%; height: auto } h2 { grid-column: 1 / -1; margin: 0; font-size: 1.2rem }
code { font-size: .85rem; overflow-wrap: anywhere } details { margin-top: 1rem; font-size: .85rem }
@media (max-width: 44rem) { section { grid-template-columns: 1fr } }
""".strip()


def page_head(start: Position, language: str) -> str:
    """Return the beginning of the page, with the puzzle."""
    title = rendered(say("path title"), language)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>{title}</h1>\n{puzzle_svg(Puzzle(start.rules, start.masks))}\n"
    )


def page_step(number: int, found: Any, name: str, sentence: str, language: str) -> str:
    """Return a step of the page, of a technique or of a reason."""
    is_step = isinstance(found, Step)
    several = parts(found)[:MOST_PARTS] if is_step else ()
    shown = several if len(several) > 1 else (found,)
    drawn = "".join(conclusion_svg(one, language) for one in shown)
    lines = reasoning(found, language) if is_step else ()
    listed = "".join(f"<div>{escape(line)}</div>" for line in lines)
    summary = f"<summary>{rendered(say('path lines'), language)}</summary>"
    details = f"<details>{summary}{listed}</details>" if lines else ""
    return (
        f'<section id="step-{number}">\n<h2>{number}. {escape(name)}</h2>\n'
        f"<div>{drawn}</div>\n<div><p>{escape(sentence)}</p>\n"
        f"<code>{escape(found.notation)}</code>{details}</div>\n</section>\n"
    )


def page_foot(last: Position, summary: str, end: str) -> str:
    """Return the end of the page, which says how far the path has come."""
    why = f"<p>{escape(end)}</p>\n" if end else ""
    drawn = puzzle_svg(Puzzle(last.rules, last.masks), givens=last.givens)
    return f"<section><h2>{escape(summary)}</h2>\n{why}{drawn}</section>\n</body>\n</html>\n"
