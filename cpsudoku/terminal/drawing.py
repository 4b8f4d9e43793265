"""The board of a game as styled text for a terminal."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

from cpsudoku.rules import AllDifferent, Cell, Rules
from cpsudoku.terminal.game import Game

_GIVEN = Style(bold=True)
_ENTRY = Style(color="bright_blue", bold=True)
_MARK = Style(dim=True)
_CLASH = Style(color="red", bold=True, underline=True)
_LIT = Style(bgcolor="dark_green", color="white")
_EQUAL = Style(bgcolor="grey30")
_CURSOR = Style(reverse=True)


def outlines(rules: Rules) -> list[AllDifferent | None]:
    """Return for each cell the box or region that lines are drawn around, None for none."""
    found: list[AllDifferent | None] = [None] * rules.cell_count
    for group in rules.groups:
        if group.kind in ("box", "region"):
            for cell in group.cells:
                found[cell] = group
    return found


def board(game: Game, cursor: Cell, lit: frozenset[Cell] = frozenset()) -> Text:
    """Return the board."""
    rules = game.puzzle.rules
    place, outline = rules.board.cells_at, outlines(rules)
    clashes = game.clashes()
    text = Text(no_wrap=True)

    def home(row: int, column: int) -> AllDifferent | int | None:
        cell = place.get((row, column))
        return -1 if cell is None else outline[cell]

    for row in range(rules.board.height + 1):
        for column in range(rules.board.width):
            here, above = home(row, column), home(row - 1, column)
            text.append("+" + ("---" if here is not above else "   "))
        text.append("+\n")
        if row == rules.board.height:
            break
        for column in range(rules.board.width + 1):
            text.append("|" if home(row, column) is not home(row, column - 1) else " ")
            cell = place.get((row, column))
            if cell is not None:
                text.append_text(_cell(game, cell, cursor, cell in lit, cell in clashes))
            elif column < rules.board.width:
                text.append("   ")
        text.append("\n")
    return text


def _cell(game: Game, cell: Cell, cursor: Cell, lit: bool, clash: bool) -> Text:
    digit = game.digits[cell]
    symbols = game.puzzle.rules.symbols
    style = _GIVEN if game.is_given(cell) else _ENTRY
    if digit:
        words = symbols[digit - 1].center(3)
    else:
        count = game.marks[cell].bit_count()
        words, style = ("···"[:count] if count else "").center(3), _MARK
    if clash:
        style += _CLASH
    if digit and digit == game.digits[cursor]:
        style += _EQUAL
    if lit:
        style += _LIT
    return Text(words, style + _CURSOR if cell == cursor else style)


def marks_of(game: Game, cell: Cell) -> str:
    """Return the marks of a cell in words."""
    symbols = game.puzzle.rules.symbols
    return " ".join(s for n, s in enumerate(symbols) if game.marks[cell] >> n & 1)
