"""Replays what a search did, knowing nothing of it but its events.

What follows must be a single once the digits that stand are struck off their peers; where the
search sees a dead end there must be one: a cell without a digit, a house without a place for one,
or two equal digits that see each other.
"""

from __future__ import annotations

from cpsudoku.errors import BackendError
from cpsudoku.logic.position import Position
from cpsudoku.puzzle import Puzzle
from cpsudoku.tracing import Event, Trace
from cpsudoku.verify import fault


def check(puzzle: Puzzle, trace: Trace) -> None:
    """Replay a search.

    Raises:
        BackendError: an event does not follow from those before it.
    """
    standing = [dict(enumerate(puzzle.digits))]
    for number, event in enumerate(trace.events, 1):
        wrong = _wrong(puzzle, standing, event)
        if wrong is not None:
            raise BackendError(f"event {number} of {trace.backend} does not follow: {wrong}")


def _wrong(puzzle: Puzzle, standing: list[dict[int, int]], event: Event) -> str | None:
    """Apply an event; return what is wrong with it, or None."""
    wrong = None
    if event.kind == "back":
        wrong = None if len(standing) > 1 else "nothing was tried"
        standing[1:] = standing[1:-1]
    elif event.kind == "found":
        wrong = fault(event.grid or (), puzzle.rules, puzzle.candidates)
    elif event.kind == "contradict":
        wrong = None if _is_dead_end(puzzle, standing[-1]) else "nothing contradicts"
    elif event.cell is not None and event.digit is not None:  # else a cover's, not of a cell
        wrong = _placed(puzzle, standing, event.kind, event.cell, event.digit)
    return wrong


def _placed(
    puzzle: Puzzle, standing: list[dict[int, int]], kind: str, cell: int, digit: int
) -> str | None:
    digits = standing[-1]
    if digits[cell] and (kind == "try" or digits[cell] != digit):
        return "the cell is filled"
    if kind == "try":
        standing.append(digits | {cell: digit})
    elif not digits[cell]:
        if not _follows(puzzle, digits, cell, digit):
            return "other digits are left"
        digits[cell] = digit
    return None


def _position(puzzle: Puzzle, digits: dict[int, int]) -> Position:
    row = [digits[cell] for cell in range(puzzle.rules.cell_count)]
    return Position.placed(puzzle.rules, row, puzzle.candidates)


def _follows(puzzle: Puzzle, digits: dict[int, int], cell: int, digit: int) -> bool:
    position = _position(puzzle, digits)
    rules = puzzle.rules
    if position.left(cell) == (digit,):
        return True
    return any(
        rules.is_exact(group) and position.places(number, digit) == (cell,)
        for number, group in enumerate(rules.groups)
        if cell in group.cells
    )


def _is_dead_end(puzzle: Puzzle, digits: dict[int, int]) -> bool:
    position, rules = _position(puzzle, digits), puzzle.rules
    if any(
        not d and not mask for d, mask in zip(position.digits, position.candidates, strict=True)
    ):
        return True
    for number, group in enumerate(rules.groups):
        placed = [position.digits[cell] for cell in group.cells if position.digits[cell]]
        if len(set(placed)) < len(placed):
            return True
        if rules.is_exact(group):
            missing = set(range(1, rules.size + 1)) - set(placed)
            if any(not position.places(number, digit) for digit in missing):
                return True
    return False
