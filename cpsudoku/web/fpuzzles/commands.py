"""The commands of the script, and what they answer; called in processes of their own."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from itertools import chain, islice
from random import SystemRandom
from typing import Any

from cpsudoku.asking import solving
from cpsudoku.asking.estimation import estimate as estimation
from cpsudoku.ground.deadline import Deadline
from cpsudoku.logic import Position
from cpsudoku.logic.explaining.explanations import explain
from cpsudoku.puzzle import Puzzle
from cpsudoku.result import Count
from cpsudoku.rules import digits_of_mask
from cpsudoku.web.fpuzzles.messages import Asked
from cpsudoku.web.fpuzzles.puzzles import Sent
from cpsudoku.web.memory import Memory
from cpsudoku.web.setting.answering import counts_of

Answer = dict[str, Any]
"""An answer without its nonce."""

NO_SOLUTIONS = {"type": "invalid", "message": "No solutions found."}

OUT_OF_TIME = {"type": "canceled", "message": "Time ran out before it was decided."}
"""What is said where nothing was decided: to this the script changes nothing."""

_MOST_COUNTED = 1000
"""True candidates are counted up to this many solutions, whatever the script asks for."""

_FIRST_COUNT, _GROWTH = 1000, 4
_BATCH, _MOST_BATCH = 200, 200_000


def true_candidates(sent: Sent, deadline: Deadline, memory: Memory) -> Answer:
    """Return for each cell and digit how many solutions have it, up to the number asked for.

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


def _most(sent: Sent) -> int:
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


def solve(sent: Sent, deadline: Deadline, memory: Memory) -> Answer:
    """Return a solution."""
    seed = SystemRandom().randrange(1 << 32)
    result = solving.solve(sent.given, seconds=deadline.left, seed=seed)
    if result.solution is not None:
        return {"type": "solved", "solution": list(result.solution)}
    return NO_SOLUTIONS if result.outcome.exhausted else OUT_OF_TIME


def check(sent: Sent, deadline: Deadline, memory: Memory) -> Answer:
    """Return the number of solutions, 2 for any more."""
    return _counted(solving.count(sent.given, limit=2, seconds=deadline.left), 2)


def count(sent: Sent, deadline: Deadline, memory: Memory) -> Answer:
    """Return the number of solutions, reporting meanwhile how many there are at least."""
    limit = _FIRST_COUNT
    while True:
        found = solving.count(sent.given, limit=limit, seconds=deadline.left)
        if found.exact or found.value < limit:
            return _counted(found, None)
        memory.report(_written({"type": "count", "count": found.value, "inProgress": True}))
        # Counted anew from the first: a third more in all, and every backend can do it.
        limit *= _GROWTH


def _counted(found: Count, enough: int | None) -> Answer:
    if found.exact or found.value == enough:
        return {"type": "count", "count": found.value, "inProgress": False}
    return OUT_OF_TIME


def estimate(sent: Sent, deadline: Deadline, memory: Memory) -> Answer:
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


def solve_path(sent: Sent, deadline: Deadline, memory: Memory) -> Answer:
    """Return all steps of the path from here, and where it ends."""
    return _followed(sent.now, deadline, None)


def _followed(now: Puzzle, deadline: Deadline, most: int | None) -> Answer:
    path = explain(now, order="explainer+reasons", seconds=deadline.left)
    lines = [f"{step.name}: {step.sentence}" for step in islice(path, most)]
    if path.end == "limit" and not lines:
        return OUT_OF_TIME
    return _logical(path.position, lines, is_valid=path.end != "broken")


def next_step(sent: Sent, deadline: Deadline, memory: Memory) -> Answer:
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


_COMMANDS: dict[str, Callable[[Sent, Deadline, Memory], Answer]] = {
    "truecandidates": true_candidates, "solve": solve, "check": check, "count": count,
    "estimate": estimate, "solvepath": solve_path, "step": next_step,
}  # fmt: skip


def obey(asked: Asked, *, cells: int, seconds: float, memory: Memory) -> bytes:
    """Return the answer to a command as JSON, without its nonce."""
    sent = Sent(asked.data, cells)
    return _written(_COMMANDS[asked.command](sent, Deadline(seconds), memory))


def _written(answer: Answer) -> bytes:
    return json.dumps(answer).encode()
