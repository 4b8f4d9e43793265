"""The answers themselves: for each question a function from its request, which knows no network.

They are called in processes of their own; see `cpsudoku.web.workers`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from pydantic import BaseModel

from cpsudoku import diagnosis, formats, solving
from cpsudoku.errors import GenerationError
from cpsudoku.formats.rules_json import rules_from_json
from cpsudoku.generation import generate as generation
from cpsudoku.generation.puzzles import random_seed
from cpsudoku.result import Result
from cpsudoku.web import models
from cpsudoku.web.boards import board_answer, digits_in, puzzle_of, rules_of


def read(request: models.ReadRequest, *, cells: int, seconds: float) -> models.BoardAnswer:
    """Return the one puzzle that a text holds."""
    rules = None if request.rules is None else rules_from_json(request.rules)
    puzzle = formats.parse(request.text, rules)
    return board_answer(puzzle)


def solve(request: models.SolveRequest, *, cells: int, seconds: float) -> models.VerdictAnswer:
    """Return solutions of a puzzle."""
    puzzle = puzzle_of(request.puzzle, cells)
    result = solving.solve(puzzle, backend=request.backend, limit=request.limit, seconds=seconds)
    return _verdict(result)


def check(request: models.CheckRequest, *, cells: int, seconds: float) -> models.VerdictAnswer:
    """Return whether a puzzle has exactly one solution."""
    puzzle = puzzle_of(request.puzzle, cells)
    return _verdict(solving.check(puzzle, backend=request.backend, seconds=seconds))


def _verdict(result: Result) -> models.VerdictAnswer:
    return models.VerdictAnswer(
        verdict=result.verdict.value,
        backend=result.backend,
        reason=result.reason,
        clash=[] if result.clash is None else list(result.clash.cells),
        solutions=[list(grid) for grid in result.solutions],
    )


def candidates(
    request: models.PuzzleRequest, *, cells: int, seconds: float
) -> models.CandidatesAnswer:
    """Return for each cell the digits that occur in some solution."""
    found = solving.candidates(puzzle_of(request.puzzle, cells), seconds=seconds)
    return models.CandidatesAnswer(
        complete=found.complete, candidates=list(map(digits_in, found.masks))
    )


def convert(request: models.ConvertRequest, *, cells: int, seconds: float) -> models.TextAnswer:
    """Return a puzzle in another notation."""
    return models.TextAnswer(text=formats.write(puzzle_of(request.puzzle, cells), request.to))


def explain_conflict(
    request: models.PuzzleRequest, *, cells: int, seconds: float
) -> models.ConflictAnswer:
    """Return givens that cannot be together, if there are any."""
    found = diagnosis.explain_conflict(puzzle_of(request.puzzle, cells), seconds=seconds)
    return models.ConflictAnswer(
        verdict=cast(Any, found.verdict.value),
        minimal=found.minimal,
        givens=list(found.givens),
        words=found.describe() if found.verdict.value == "none" else "",
    )


def generate(
    request: models.GenerateRequest, *, cells: int, seconds: float
) -> models.GenerateAnswer:
    """Return a puzzle with one solution."""
    seed = random_seed() if request.seed is None else request.seed
    made = generation(
        rules=rules_of(request.rules, cells),
        clues=request.clues,
        box_blanks=request.box_blanks,
        symmetry=request.symmetry,
        minimal=request.minimal,
        seed=seed,
        first=request.first,
        seconds=seconds,
    )
    for puzzle in made:
        return models.GenerateAnswer(
            board=board_answer(puzzle.puzzle),
            solution=list(puzzle.solution),
            seed=seed,
            first=request.first,
        )
    raise GenerationError(f"no such puzzle was found within {seconds:g} seconds")


Answer = Callable[..., BaseModel]

QUESTIONS: dict[str, tuple[type[BaseModel], Answer, type[BaseModel]]] = {
    "read": (models.ReadRequest, read, models.BoardAnswer),
    "solve": (models.SolveRequest, solve, models.VerdictAnswer),
    "check": (models.CheckRequest, check, models.VerdictAnswer),
    "candidates": (models.PuzzleRequest, candidates, models.CandidatesAnswer),
    "generate": (models.GenerateRequest, generate, models.GenerateAnswer),
    "convert": (models.ConvertRequest, convert, models.TextAnswer),
    "explain-conflict": (models.PuzzleRequest, explain_conflict, models.ConflictAnswer),
}
"""For each question what it takes, who answers it, and what it gives."""


def answer(name: str, request: Any, *, cells: int, seconds: float) -> bytes:
    """Return the answer to a question as JSON.

    Args:
        name: a key of `QUESTIONS`.
        request: an instance of what the question takes.
        cells: most cells of a board.
        seconds: when to give up.

    Raises:
        CpsudokuError: the request makes no sense, or cannot be answered.
    """
    _, function, _ = QUESTIONS[name]
    return function(request, cells=cells, seconds=seconds).model_dump_json().encode()
