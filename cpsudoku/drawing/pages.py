"""A path as one page of HTML: a picture and sentences for each step, nothing from elsewhere."""

from __future__ import annotations

from html import escape

from cpsudoku.drawing.puzzles import puzzle_svg
from cpsudoku.drawing.steps import conclusion_svg
from cpsudoku.logic.documents import parts
from cpsudoku.logic.sentences import reasoning
from cpsudoku.logic.steps import Position, Step
from cpsudoku.puzzle import Puzzle

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


def page_head(start: Position) -> str:
    """Return the beginning of the page, with the puzzle."""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>How a sudoku is solved</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f"<h1>How a sudoku is solved</h1>\n{puzzle_svg(Puzzle(start.rules, start.masks))}\n"
    )


def page_step(number: int, step: Step) -> str:
    """Return a step of the page."""
    shown = parts(step)[:MOST_PARTS]
    drawn = [conclusion_svg(step if len(shown) == 1 else part) for part in shown]
    lines = reasoning(step)
    listed = "".join(f"<div>{escape(line)}</div>" for line in lines)
    details = f"<details><summary>Line by line</summary>{listed}</details>" if lines else ""
    said = step.name, "".join(drawn), step.sentence, step.notation
    return page_section(number, *said, details=details)


def page_section(
    number: int, name: str, drawn: str, sentence: str, notation: str, *, details: str = ""
) -> str:
    """Return a section of the page."""
    return (
        f'<section id="step-{number}">\n<h2>{number}. {escape(name)}</h2>\n'
        f"<div>{drawn}</div>\n<div><p>{escape(sentence)}</p>\n"
        f"<code>{escape(notation)}</code>{details}</div>\n</section>\n"
    )


def page_foot(end: Position, summary: str, said: str = "") -> str:
    """Return the end of the page, which says how far the path has come."""
    why = f"<p>The path ends here: {escape(said)}.</p>\n" if said else ""
    drawn = puzzle_svg(Puzzle(end.rules, end.masks), givens=end.givens)
    return f"<section><h2>{escape(summary)}</h2>\n{why}{drawn}</section>\n</body>\n</html>\n"
