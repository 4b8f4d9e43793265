"""Pages of a booklet: puzzles with their numbers and difficulty, and the solutions at the end.

Lengths are in points, 1/72 of an inch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from cpsudoku.drawing.puzzles import puzzle_svg
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import Grid
from cpsudoku.variants.naming import meaning_said, meanings_of
from cpsudoku.words import rendered, say

PAPERS = {"a4": (595, 842), "a5": (420, 595), "letter": (612, 792)}
"""Width and height of each paper."""

SHAPES = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}
"""For each number of puzzles on a page how many are side by side, and how many below another."""

_MARGIN, _GAP, _CAPTION = 36, 18, 18
_SOLUTIONS = 12

_RULES, _LINE, _WIDE = 8, 11, 0.5
"""Of the rules below a puzzle: their size, from line to line, and a letter's width as a share."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of a booklet; over it stand its number and a caption, such as its difficulty.

    Args:
        words: the rules as their setter says them; empty for a sentence of each kind of clue.
    """

    puzzle: Puzzle
    solution: Grid
    caption: str = ""
    words: str = ""

    @property
    def rules(self) -> list[str]:
        """The rules in paragraphs; none where they are those of rows, columns and boxes alone."""
        rules = self.puzzle.rules
        found = meanings_of(rules).items()
        own = [rendered(meaning_said(name, *meaning)) for name, meaning in found]
        kind = next((one for one in ("box", "region") if rules.of_kind(one)), "none")
        usual = say(f"usual rules {kind}", first=rules.symbols[0], last=rules.symbols[-1])
        return self.words.splitlines() or (own and [rendered(usual), *own])


def pages(
    entries: Sequence[Entry],
    *,
    title: str = "",
    paper: str = "a4",
    per_page: int = 2,
    answers: bool = True,
) -> Iterator[str]:
    """Yield the pages as SVG documents: the puzzles, then their solutions."""
    numbered = list(enumerate(entries, start=1))
    number = 0
    for solved, each in ((False, per_page), (True, _SOLUTIONS))[: 1 + answers]:
        for start in range(0, len(numbered), each):
            number += 1
            drawn = []
            for i, one in numbered[start : start + each]:
                caption = f"{i}  ·  {one.caption}" if one.caption and not solved else f"{i}"
                solution = one.solution if solved else None
                said = () if solved else one.rules
                drawn.append((caption, puzzle_svg(one.puzzle, solution=solution), said))
            head = "Solutions" if solved else title
            yield _page(drawn, head, number, PAPERS[paper], SHAPES[each])


def _page(
    drawn: Sequence[tuple[str, str, Sequence[str]]],
    title: str,
    number: int,
    paper: tuple[int, int],
    shape: tuple[int, int],
) -> str:
    width, height = paper
    columns, rows = shape
    top = _MARGIN + (_CAPTION if title else 0)
    across = (width - 2 * _MARGIN - (columns - 1) * _GAP) / columns
    down = (height - top - _MARGIN - (rows - 1) * _GAP) / rows - _CAPTION
    letters = max(1, int(across / (_RULES * _WIDE)))
    said = [[line for part in rules for line in wrap(part, letters)] for *_, rules in drawn]
    side = min(across, down - _LINE * max(map(len, said)) - _LINE / 2)
    # What a sheet has left is between its rows.
    left = down - side - _LINE * max(map(len, said))
    body = [_text(width / 2, _MARGIN, title, 14)] if title else []
    for place, (caption, drawing, _) in enumerate(drawn):
        row, column = divmod(place, columns)
        x = _MARGIN + column * (across + _GAP)
        y = top + row * (down + _CAPTION + _GAP) + left / 2
        body.append(_text(x + across / 2, y + 12, caption, 10))
        there = f'x="{x + (across - side) / 2:g}" y="{y + _CAPTION:g}"'
        there += f' width="{side:g}" height="{side:g}"'
        old = r'<svg ([^>]*?) width="[^"]*" height="[^"]*"'
        body.append(re.sub(old, rf"<svg \1 {there}", drawing, count=1))
        below = y + _CAPTION + side + _LINE
        body += [
            _text(x + across / 2, below + _LINE * at, line, _RULES)
            for at, line in enumerate(said[place])
        ]
    body.append(_text(width / 2, height - 18, str(number), 10))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
    ground = f'<rect width="{width}" height="{height}" fill="#fff"/>'
    size = f'width="{width}pt" height="{height}pt"'
    return "\n".join([f"{head} {size}>", ground, *body, "</svg>\n"])


def _text(x: float, y: float, words: str, size: int) -> str:
    font = f'font-family="Helvetica, Arial, sans-serif" font-size="{size}"'
    return f'<text x="{x:g}" y="{y:g}" {font} text-anchor="middle">{escape(words)}</text>'
