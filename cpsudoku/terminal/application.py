"""The game on the screen of a terminal, with Textual."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.widgets import Footer, Static

from cpsudoku.errors import CpsudokuError
from cpsudoku.logic.explaining import Hint, hint
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import AllDifferent, Cell
from cpsudoku.terminal.game import Game

_GIVEN = Style(bold=True)
_ENTRY = Style(color="bright_blue", bold=True)
_MARK = Style(dim=True)
_CLASH = Style(color="red", bold=True, underline=True)
_LIT = Style(bgcolor="dark_green", color="white")
_EQUAL = Style(bgcolor="grey30")
_CURSOR = Style(reverse=True)


def board_text(
    game: Game, cursor: Cell, lit: frozenset[Cell] = frozenset(), *, is_low: bool = False
) -> Text:
    """Return the board; a low one has no lines within boxes."""
    rules = game.puzzle.rules
    place, shown = rules.board.cells_at, ("box", "region")
    outline = {cell: g for g in rules.groups if g.kind in shown for cell in g.cells}
    clashes = game.clashes()
    text = Text(no_wrap=True)

    def home(row: int, column: int) -> AllDifferent | int | None:
        cell = place.get((row, column))
        return -1 if cell is None else outline.get(cell)

    for row in range(rules.board.height + 1):
        columns = range(rules.board.width)
        apart = [home(row, column) is not home(row - 1, column) for column in columns]
        if any(apart) or not is_low:
            text.append("".join("+---" if one else "+   " for one in apart) + "+\n")
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


_HINT_SECONDS = 5.0


class Play(App[None]):
    """A board, marks, hints and a timer."""

    CSS = """
    #board { width: auto; padding: 0 2 0 1; }
    #side { width: 1fr; min-width: 24; }
    #message { height: auto; margin-top: 1; }
    .narrow { layout: vertical; }
    .narrow #board, .narrow #side { height: auto; }
    .narrow #message { margin-top: 0; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "Hint"),
        Binding("m", "mode", "Marks"),
        Binding("f", "change('fill')", "Fill in"),
        Binding("u,ctrl+z", "change('undo')", "Undo"),
        Binding("r,ctrl+y", "change('redo')", "Redo"),
        Binding("p", "pause", "Pause"),
        Binding("q", "quit", "Quit"),
    ]

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self.game = Game(puzzle)
        self.cursor: Cell = 0
        self.marking = False
        self.paused = False
        self.message = ""
        self.lit: frozenset[Cell] = frozenset()
        # Kept, since a tick of the clock may come when the screen has let them go already.
        self._board = Static(id="board")
        self._status = Static(id="status")
        self._said = Static(id="message")
        self._table = Horizontal()
        self._hint: Hint | None = None
        self._level = 0
        self._since = time.monotonic()
        self._before = 0.0

    def compose(self) -> ComposeResult:
        """Lay out the board, and beside it how things stand."""
        with self._table:
            yield self._board
            with Vertical(id="side"):
                yield self._status
                yield self._said
        yield Footer()

    def on_mount(self) -> None:
        self.set_interval(1, self.show)
        self.show()

    @property
    def taken(self) -> float:
        return self._before + (0 if self.paused else time.monotonic() - self._since)

    def show(self) -> None:
        size = self.game.puzzle.rules.board
        is_narrow = self.size.width < 4 * size.width + 30  # for what stands beside the board
        is_low = is_narrow or self.size.height < 2 * size.height + 3
        board = board_text(self.game, self.cursor, self.lit, is_low=is_low)
        self._board.update("paused" if self.paused else board)
        self._table.set_class(is_narrow, "narrow")
        minutes, seconds = divmod(int(self.taken), 60)
        name = self.game.puzzle.rules.board.name(self.cursor)
        marks = marks_of(self.game, self.cursor)
        mode = "marks" if self.marking else "digits"
        lines = [f"{minutes}:{seconds:02}", f"keys enter {mode}", f"{name}: {marks}"]
        self._status.update(("  " if is_narrow else "\n").join(lines))
        self._said.update(self.message)

    def on_key(self, event: Key) -> None:
        moves = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
        if self.paused:
            return
        if event.key in moves:
            self._move(*moves[event.key])
        elif event.key in ("backspace", "delete", "0", "full_stop"):
            self._changed(lambda: self.game.erase(self.cursor))
        elif event.character and event.character.upper() in self.game.puzzle.rules.symbols:
            digit = self.game.puzzle.rules.symbols.index(event.character.upper()) + 1
            act = self.game.mark if self.marking else self.game.enter
            self._changed(lambda: act(self.cursor, digit))
        else:
            return
        event.stop()

    def _move(self, down: int, right: int) -> None:
        board = self.game.puzzle.rules.board
        row, column = board.places[self.cursor]
        for _ in range(max(board.height, board.width)):
            row, column = (row + down) % board.height, (column + right) % board.width
            if (row, column) in board.cells_at:
                self.cursor = board.cells_at[row, column]
                break
        self.show()

    def _changed(self, act: Callable[[], None]) -> None:
        act()
        self._hint, self._level, self.lit, self.message = None, 0, frozenset(), ""
        if self.game.complete:
            self.message = "Complete and right: all rules hold."
        elif self.cursor in self.game.clashes():
            self.message = "That digit is there already, in a house of this cell."
        self.show()

    def action_mode(self) -> None:
        """Let digits enter marks, or digits again."""
        self.marking = not self.marking
        self.show()

    def action_change(self, name: str) -> None:
        """Fill the marks in, undo or redo."""
        self._changed(getattr(self.game, name))

    def action_pause(self) -> None:
        """Stop the timer and hide the board, or resume."""
        self._before, self._since = self.taken, time.monotonic()
        self.paused = not self.paused
        self.show()

    def action_hint(self) -> None:
        """Say a little more of the next step; asking never changes the board."""
        try:
            if self._hint is None:
                now = Puzzle(self.game.puzzle.rules, self.game.candidates)
                start = self.game.puzzle
                self._hint = hint(now, givens=start, seconds=_HINT_SECONDS)
            self._level = min(self._level + 1, len(self._hint.levels))
            self.message = self._hint.levels[self._level - 1]
            self.lit = self._lit(self._hint)
        except CpsudokuError as error:
            self.message = str(error)
        self.show()

    def _lit(self, found: Hint) -> frozenset[Cell]:
        if found.mistakes:
            return frozenset(mistake.cell for mistake in found.mistakes)
        if found.step is None or self._level < len(found.levels):
            return frozenset()
        follows = (*found.step.placements, *found.step.eliminations)
        return frozenset(found.step.evidence.cells) | {cell for cell, _ in follows}
