"""Puzzles, solutions and positions as SVG: givens and entries distinguished, candidates if wanted.

Givens are bold and upright, what was entered is blue and slanted, so that a print in grey shows
them apart as well.

>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> drawn = puzzle_svg(Puzzle.from_digits([1] + [0] * 15, boxes(2, 2)))
>>> drawn.count('class="given"')
1
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from cpsudoku.drawing.constraints import board_svg, captions, is_outside
from cpsudoku.drawing.grids import GridLayout, document, text
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result
from cpsudoku.rules import Cell, Digit

CAPTION = 16  # height of a line below the board


def puzzle_svg(
    puzzle: Puzzle,
    *,
    solution: Sequence[Digit] | None = None,
    givens: Collection[Cell] | None = None,
    candidates: bool | None = None,
    labelled: bool = False,
) -> str:
    """Return a drawing of a puzzle.

    Args:
        solution: a digit for each cell, of which those without a given are drawn as entries.
        givens: cells whose digits are drawn as givens; None for all that the puzzle has.
        candidates: whether open cells show their candidates; None for where it has pencil marks.
    """
    shown = puzzle.has_pencil_marks if candidates is None else candidates
    clued = any(map(is_outside, puzzle.rules.constraints))
    marked = shown and solution is None
    layout = GridLayout(puzzle.rules, marked=marked, labelled=labelled, clued=clued)
    digits = puzzle.digits if solution is None else solution
    given = [bool(d) and (givens is None or c in givens) for c, d in enumerate(puzzle.digits)]
    masks = puzzle.candidates if layout.marked else ()
    said = captions(layout)
    body = [
        *board_svg(layout),
        *digits_svg(layout, digits, given),
        *marks_svg(layout, masks, digits),
        *(
            text(layout.width / 2, layout.height + CAPTION * (line + 0.2), caption, 11, "caption")
            for line, caption in enumerate(said)
        ),
    ]
    title = f"Sudoku {puzzle}" if puzzle.rules.size < 36 else "Sudoku"
    return document(layout, body, title=title, below=CAPTION * len(said))


def result_svg(result: Result) -> str:
    """Return a drawing of the first solution, or of the puzzle if none was found."""
    return puzzle_svg(result.puzzle, solution=result.solution)


def digits_svg(layout: GridLayout, digits: Sequence[Digit], given: Sequence[bool]) -> Iterator[str]:
    """Yield the digits of the filled cells, of digits for each cell, 0 for none."""
    size = layout.side * (0.42 if layout.is_big else 0.56)
    for cell, digit in enumerate(digits):
        if digit:
            name = "given" if given[cell] else "entry"
            yield text(*layout.centre(cell), layout.rules.symbols[digit - 1], size, name)


def marks_svg(
    layout: GridLayout,
    masks: Sequence[int],
    digits: Sequence[Digit],
    without: Collection[object] = (),
) -> Iterator[str]:
    """Yield the candidates, none or bit masks for each cell, of those without a digit."""
    size = mark_size(layout)
    yield f'<g class="mark" font-size="{size:g}">'
    for cell, mask in enumerate(masks):
        for digit in range(1, layout.rules.size + 1) if not digits[cell] else ():
            if mask >> (digit - 1) & 1 and (cell, digit) not in without:
                yield bare_mark(layout, cell, digit)
    yield "</g>"


def mark_size(layout: GridLayout) -> float:
    """Return the font size of candidates."""
    return layout.mark * (0.56 if layout.is_big else 0.7)


def bare_mark(layout: GridLayout, cell: Cell, digit: Digit) -> str:
    """Return one candidate, whose size is that of the group that it is in."""
    x, y = layout.place(cell, digit)
    return f'<text x="{x:.1f}" y="{y:.1f}">{layout.rules.symbols[digit - 1]}</text>'
