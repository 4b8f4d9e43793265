"""Replays what a search did, knowing nothing of it but its events.

What follows must be a single once the digits that stand are struck off their peers; where the
search sees a dead end there must be one: a cell without a digit, a house without a place for one,
a cell that alone is left for two digits, or two equal digits that see each other.  What clues show
is not looked for: under rules that have some, the same is asked of a solver, whatever searched.
"""

from __future__ import annotations

from cpsudoku.asking import solving
from cpsudoku.errors import BackendError
from cpsudoku.learn.paths.writing import entries_of
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Candidate
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Verdict
from cpsudoku.rules import Cell, Digit
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
    if event.kind == "back":
        wrong = None if len(standing) > 1 else "nothing was tried"
        standing[1:] = standing[1:-1]
    elif event.kind == "found":
        wrong = fault(event.grid or (), puzzle.rules, puzzle.candidates)
    elif event.kind == "contradict":
        wrong = None if _is_dead_end(puzzle, standing[-1]) else "nothing contradicts"
    elif event.kind == "try":
        wrong = _tried(standing, entries_of(event))
    else:
        wrong = _followed(puzzle, standing[-1], entries_of(event))
    return wrong


def _tried(standing: list[dict[int, int]], entries: tuple[Candidate, ...]) -> str | None:
    digits = standing[-1]
    # Of a clue's cells, whose digits are tried together, some may be filled already.
    taken = [digits[cell] for cell, digit in entries if len(entries) == 1 or digits[cell] != digit]
    if any(taken):
        return "the cell is filled"
    standing.append(digits | dict(entries))
    return None


def _followed(puzzle: Puzzle, digits: dict[int, int], entries: tuple[Candidate, ...]) -> str | None:
    for cell, digit in entries:
        if digits[cell] not in (0, digit):
            return "the cell is filled"
        if not digits[cell] and not _follows(puzzle, digits, cell, digit):
            return "other digits are left"
    digits |= dict(entries)
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
    ) or _clues_rule_out(puzzle, digits, besides=(cell, digit))


def _is_dead_end(puzzle: Puzzle, digits: dict[int, int]) -> bool:
    position, rules = _position(puzzle, digits), puzzle.rules
    if not all(position.masks):
        return True
    alone: dict[Cell, Digit] = {}  # for a cell the digit of which it is the last place
    for number, group in enumerate(rules.groups):
        placed = [position.digits[cell] for cell in group.cells if position.digits[cell]]
        if len(set(placed)) < len(placed):
            return True
        if rules.is_exact(group):
            for digit in set(range(1, rules.size + 1)) - set(placed):
                places = position.places(number, digit)
                if not places or (len(places) == 1 and alone.setdefault(places[0], digit) != digit):
                    return True
    return _clues_rule_out(puzzle, digits)


def _clues_rule_out(
    puzzle: Puzzle, digits: dict[int, int], besides: Candidate | None = None
) -> bool:
    """Return whether under rules with clues no solution has these digits, and not a candidate."""
    if not puzzle.rules.has_others:
        return False
    masks = [1 << digits[cell] >> 1 or mask for cell, mask in enumerate(puzzle.candidates)]
    if besides is not None:
        cell, digit = besides
        masks[cell] &= ~(1 << (digit - 1))
    if not all(masks):
        return True
    return solving.check(Puzzle(puzzle.rules, tuple(masks))).verdict is Verdict.NONE
