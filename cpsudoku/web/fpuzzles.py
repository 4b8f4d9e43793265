"""A solver for f-puzzles' script: its messages and puzzles, and the answers.

Anybody may send messages, so they are read with care.  Answers are made in processes of their own.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable
from itertools import chain, islice
from random import SystemRandom
from typing import Any, NamedTuple

from cpsudoku.asking import solving
from cpsudoku.asking.estimation import estimate as estimation
from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.f_puzzles import of_object
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.lzstring import decompressed
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Position
from cpsudoku.logic.explaining.explanations import explain
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count
from cpsudoku.rules import digits_of_mask
from cpsudoku.web.memory import Memory
from cpsudoku.web.setting.answering import counts_of


class Command(NamedTuple):
    """A command with its puzzle."""

    command: str
    data: str


def read(text: str | bytes) -> tuple[int, Command | dict[str, Any]]:
    """Return a message's nonce, and its command, or what is answered at once.

    >>> read('{"nonce": 7, "command": "cancel"}')
    (7, {'type': 'canceled'})
    >>> read("nonsense")
    (0, {'type': 'invalid', 'message': 'the message is not JSON'})
    """
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return 0, invalid("the message is not JSON")
    if not isinstance(message, dict) or type(message.get("nonce")) is not int:
        return 0, invalid("the message has no nonce")
    nonce, command, data = message["nonce"], message.get("command"), message.get("data")
    if command == "cancel":
        return nonce, {"type": "canceled"}
    if not isinstance(command, str) or command not in _COMMANDS:
        return nonce, invalid(f"there is no command {str(command)[:40]!r}")
    if message.get("dataType") != "fpuzzles" or not isinstance(data, str):
        return nonce, invalid("expected data of dataType fpuzzles")
    return nonce, Command(command, data)


def invalid(message: str) -> dict[str, Any]:
    """Return the answer that something is wrong."""
    return {"type": "invalid", "message": message}


_MOST_CHARACTERS = 1_000_000
"""A board of 35×35 with all its marks has fewer."""

_NOT_SOLVABLE = re.compile("unknown|sum is expected")
"""What is ignored of a puzzle and might hold for its solutions; what is only drawn does not."""


class SentPuzzle:
    """A puzzle that the script has sent.

    Raises:
        FormatError: it is not a puzzle, or has a constraint that is not known here.
    """

    def __init__(self, data: str, cells: int) -> None:
        self._data = _object(data)
        self._job = of_object(_without_entries(self._data))
        if self._job.rules.cell_count > cells:
            raise FormatError(f"a board of more than {cells} cells")
        odd = next(filter(_NOT_SOLVABLE.search, self._job.ignored), None)
        if odd is not None:
            raise FormatError(f"this solver does not know {odd}")

    @property
    def given(self) -> Puzzle:
        """The puzzle with only its givens and given marks."""
        return self._job.puzzle()

    @property
    def now(self) -> Puzzle:
        """The puzzle with all digits entered; centre marks count instead of given ones."""
        given = self.given
        masks = (
            _mask(self._job, shown) if shown else mask
            for shown, mask in zip(map(_shown, self._entries), given.candidates, strict=True)
        )
        return Puzzle(given.rules, tuple(masks))

    @property
    def marks(self) -> tuple[int, ...]:
        """For each cell the digits that are shown in it, as a mask; 0 for none."""
        return tuple(_mask(self._job, _shown(entry)) for entry in self._entries)

    def option(self, name: str) -> str | None:
        """Return the value of an option for true candidates, empty where it has none."""
        options = self._data.get("truecandidatesoptions")
        said = (str(one).partition("=") for one in (options if isinstance(options, list) else []))
        return next((value for key, _, value in said if key.lower() == name), None)

    @property
    def _entries(self) -> list[dict[str, Any]]:
        return [entry for row in self._data["grid"] for entry in row]


def _object(data: str) -> dict[str, Any]:
    try:
        found = json.loads(decompressed(data, _MOST_CHARACTERS))
    except (ValueError, RecursionError) as error:
        raise FormatError("the data is not a puzzle of f-puzzles") from error
    if not isinstance(found, dict):
        raise FormatError("the data is not a puzzle of f-puzzles: expected an object")
    return found


def _without_entries(data: dict[str, Any]) -> dict[str, Any]:
    """Return a puzzle without the digits that were entered, which are not givens."""

    def given(entry: Any) -> Any:
        if not isinstance(entry, dict) or entry.get("given"):
            return entry
        return {key: value for key, value in entry.items() if key != "value"}

    rows = data.get("grid")
    if not isinstance(rows, list):
        return data
    return data | {
        "grid": [list(map(given, row)) if isinstance(row, list) else row for row in rows]
    }


def _shown(entry: dict[str, Any]) -> list[Any]:
    """Return the digit of a cell, or else its centre marks."""
    if entry.get("value"):
        return [entry["value"]]
    marks = entry.get("centerPencilMarks")
    return marks if isinstance(marks, list) else []


def _mask(job: Import, digits: list[Any]) -> int:
    if not all(type(digit) is int for digit in digits):
        raise FormatError("a mark or digit that is not a number")
    return job.mask(digits)


Answer = dict[str, Any]
"""An answer without its nonce."""

NO_SOLUTIONS = {"type": "invalid", "message": "No solutions found."}

OUT_OF_TIME = {"type": "canceled", "message": "Time ran out before it was decided."}
"""The answer where nothing was decided: to this the script changes nothing."""

_MOST_COUNTED = 1000
"""True candidates are counted up to this many solutions, whatever the script asks for."""

_FIRST_COUNT, _GROWTH = 1000, 4
_BATCH, _MOST_BATCH = 200, 200_000


def true_candidates(sent: SentPuzzle, deadline: Deadline, memory: Memory) -> Answer:
    """Return for each cell and digit how many solutions have it, up to a wanted number.

    With the option ``logical`` those get −1 that no solution has and that neither techniques nor
    single clues take away.
    """
    most = _most(sent)
    found = solving.candidates(sent.given, most=most, previous=memory.before, seconds=deadline.left)
    memory.keep(found)
    if not found.complete:
        return OUT_OF_TIME
    if not found.solutions:
        return NO_SOLUTIONS
    counts = list(chain.from_iterable(counts_of(found)))
    if sent.option("logical") is not None:
        left = _left_by_logic(sent.given, deadline)
        if left is None:
            return OUT_OF_TIME
        for place, is_left in enumerate(left):
            if is_left and not counts[place]:
                counts[place] = -1
    return {"type": "truecandidates", "solutionsPerCandidate": counts}


def _most(sent: SentPuzzle) -> int:
    number = sent.option("truecandidatesnumsolutions")
    if number is not None and number.isdecimal() and len(number) < 10:
        return max(1, min(int(number), _MOST_COUNTED))
    return 1 if sent.option("colored") is None else 8


def _left_by_logic(puzzle: Puzzle, deadline: Deadline) -> list[bool] | None:
    """Return for each cell and digit whether techniques and clues leave it; None without time."""
    path = explain(puzzle, seconds=deadline.left)
    deque(path, maxlen=0)
    if path.rating.end == "limit":
        return None
    digits = range(puzzle.rules.size)
    return [bool(mask >> digit & 1) for mask in path.position.masks for digit in digits]


def solve(sent: SentPuzzle, deadline: Deadline, memory: Memory) -> Answer:
    """Return a solution."""
    seed = SystemRandom().randrange(1 << 32)
    result = solving.solve(sent.given, seconds=deadline.left, seed=seed)
    if result.solution is not None:
        return {"type": "solved", "solution": list(result.solution)}
    return NO_SOLUTIONS if result.outcome.exhausted else OUT_OF_TIME


def check(sent: SentPuzzle, deadline: Deadline, memory: Memory) -> Answer:
    """Return the number of solutions, 2 for any more."""
    return _counted(solving.count(sent.given, limit=2, seconds=deadline.left), 2)


def count(sent: SentPuzzle, deadline: Deadline, memory: Memory) -> Answer:
    """Return the number of solutions, reporting meanwhile how many there are at least."""
    limit = _FIRST_COUNT
    while True:
        found = solving.count(sent.given, limit=limit, seconds=deadline.left)
        if found.exact or found.value < limit:
            return _counted(found, None)
        memory.report(_written({"type": "count", "count": found.value, "inProgress": True}))
        # Counted again from the first: a third more in all, and every backend can do it.
        limit *= _GROWTH


def _counted(found: Count, enough: int | None) -> Answer:
    if found.exact or found.value == enough:
        return {"type": "count", "count": found.value, "inProgress": False}
    return OUT_OF_TIME


def estimate(sent: SentPuzzle, deadline: Deadline, memory: Memory) -> Answer:
    """Estimate the number of solutions ever better, until the script has enough of it."""
    total = mean = squares = 0.0
    batch, seed = _BATCH, 0
    while not deadline.has_passed:
        found = estimation(sent.given, samples=batch, seconds=deadline.left, seed=seed)
        samples = found.samples
        if not samples:
            break
        mean = (mean * total + float(found.value) * samples) / (total + samples)
        squares += (float(found.standard_error) * samples) ** 2
        total += samples
        memory.report(_written(_estimated(mean, squares**0.5 / total, int(total))))
        batch, seed = min(2 * batch, _MOST_BATCH), seed + 1
    return OUT_OF_TIME


def _estimated(mean: float, error: float, samples: int) -> Answer:
    half = 1.96 * error
    return {
        "type": "estimate",
        "estimate": mean,
        "stderr": error,
        "iterations": samples,
        "ci95_lower": mean - half,
        "ci95_upper": mean + half,
        "relErrPercent": 100 * half / mean if mean else 0.0,
    }


def solve_path(sent: SentPuzzle, deadline: Deadline, memory: Memory) -> Answer:
    """Return all steps of the path from here, and where it ends."""
    return _followed(sent.now, deadline, None)


def _followed(now: Puzzle, deadline: Deadline, most: int | None) -> Answer:
    path = explain(now, order="explainer+reasons", seconds=deadline.left)
    lines = [f"{step.name}: {step.sentence}" for step in islice(path, most)]
    if path.end == "limit" and not lines:
        return OUT_OF_TIME
    return _logical(path.position, lines, is_valid=path.end != "broken")


def next_step(sent: SentPuzzle, deadline: Deadline, memory: Memory) -> Answer:
    """Return the next step, or the candidates that it begins with where they are not shown yet."""
    position = Position.of(sent.now)
    if position.masks != sent.marks:
        return _logical(position, ["Initial candidates."], is_valid=all(position.masks))
    return _followed(sent.now, deadline, 1)


def _logical(position: Position, words: list[str], *, is_valid: bool) -> Answer:
    cells = [
        {"value": digit} if digit else {"value": 0, "candidates": list(digits_of_mask(mask))}
        for digit, mask in zip(position.digits, position.candidates, strict=True)
    ]
    lines = list(words)
    if not is_valid:
        lines.append("Board is invalid!")
    elif not lines:
        lines.append("No logical steps found.")
    message = "".join(f"{line}\n" for line in lines)
    return {"type": "logical", "cells": cells, "message": message, "isValid": is_valid}


_COMMANDS: dict[str, Callable[[SentPuzzle, Deadline, Memory], Answer]] = {
    "truecandidates": true_candidates, "solve": solve, "check": check, "count": count,
    "estimate": estimate, "solvepath": solve_path, "step": next_step,
}  # fmt: skip


def obey(asked: Command, *, cells: int, seconds: float, memory: Memory) -> bytes:
    """Return the answer to a command as JSON, without its nonce."""
    sent = SentPuzzle(asked.data, cells)
    return _written(_COMMANDS[asked.command](sent, Deadline(seconds), memory))


def _written(answer: Answer) -> bytes:
    return json.dumps(answer).encode()
