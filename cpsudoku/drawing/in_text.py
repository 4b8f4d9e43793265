"""How puzzles, grids and verdicts look: drawn for people at a terminal, else one line each."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from cpsudoku.formats.drawn import draw
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Result, Stats, Verdict
from cpsudoku.rules import Cell, Grid, Rules, digits_of_mask

_WORDS = {
    Verdict.NONE: "no solution",
    Verdict.UNIQUE: "one solution",
    Verdict.SOLVED: "solved",
    Verdict.MULTIPLE: "several solutions",
    Verdict.UNKNOWN: "unknown",
}


def picture(grid: Grid, puzzle: Puzzle) -> str:
    """Return the drawing of a grid, with its last line end and the puzzle's givens in bold."""
    symbols = (".", *puzzle.rules.symbols)
    return picture_of([symbols[digit] for digit in grid], puzzle)


def clues(rules: Rules) -> list[str]:
    """Return what holds beside groups of different cells, a line each, as text cannot draw it."""
    return [clue.described(rules.board) for clue in rules.clues]


def picture_of(texts: Sequence[str], puzzle: Puzzle) -> str:
    """Return the drawing of texts in a puzzle's grid, its givens in bold at a terminal."""

    def bold_given(cell: Cell, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if puzzle.digits[cell] else text

    knows_bold = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return draw(
        texts,
        puzzle.rules,
        emphasis=bold_given if knows_bold else None,
        ascii_only=not _knows_borders(),
    )


def marks(masks: Sequence[int], rules: Rules) -> list[str]:
    """Return for each cell its candidates as text, or ``-`` where there are none."""
    between = "" if rules.size < 36 else ","
    texts = {
        mask: between.join(rules.symbols[digit - 1] for digit in digits_of_mask(mask)) or "-"
        for mask in set(masks)  # on a huge board many cells have the same
    }
    return [texts[mask] for mask in masks]


def _knows_borders() -> bool:
    try:
        "┌─┼│".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def verdict(result: Result) -> str:
    """Return a verdict in words, with the reason where there is one."""
    words = _WORDS[result.verdict]
    return f"{words}: {result.reason}" if result.reason else words


def stats(found: Stats) -> str:
    """Return the statistics of a search in words: the decider and the cost."""
    numbers = ((name, getattr(found, name)) for name in ("nodes", "conflicts", "propagations"))
    counted = [f"{number} {name}" for name, number in numbers if number is not None]
    seconds = (found.build_seconds or 0.0) + (found.search_seconds or 0.0)
    by = f"decided by {found.decided_by}" if found.decided_by else "not decided"
    return ", ".join([by, *counted, f"{1000 * seconds:.3g} ms"])
