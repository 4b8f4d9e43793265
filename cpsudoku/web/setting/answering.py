"""The answers to setters: functions of their requests, which know nothing of a network."""

from __future__ import annotations

from typing import Any, cast

from cpsudoku import diagnosis
from cpsudoku.asking import solving
from cpsudoku.backends.base.witnesses import TrueCandidates
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.paths import clue_needs
from cpsudoku.result import Verdict
from cpsudoku.web.boards import board_answer, board_of, record_of, rule_of
from cpsudoku.web.memory import Memory
from cpsudoku.web.models import BoardAnswer, PuzzleRequest, TextRequest
from cpsudoku.web.setting import drafts, models


def draft(request: models.DraftRequest, *, cells: int, seconds: float) -> models.DraftAnswer:
    """Return the present state of a draft: its board, and its clues one by one."""
    whole = drafts.with_layers(drafts.with_regions_to_find(request.draft))
    puzzle = drafts.puzzle_of(whole, cells)
    return _answer(whole, puzzle, board_answer(puzzle, whole.about))


def take(request: TextRequest, *, cells: int, seconds: float) -> models.DraftAnswer:
    """Return the one puzzle of a text as a draft, and the parts that were not understood."""
    record = record_of(request.text, cells)
    board = board_of(record)
    taken = drafts.draft_of(record.puzzle).model_copy(update={"about": board.about})
    return _answer(taken, record.puzzle, board)


def _answer(asked: models.Draft, puzzle: Puzzle, board: BoardAnswer) -> models.DraftAnswer:
    clues = drafts.clues_of(asked, puzzle.rules.board)
    return models.DraftAnswer(
        draft=asked.model_copy(
            update={"clues": [clue for clue, _ in clues], "givens": list(puzzle.digits)}
        ),
        clues=[
            models.DrawnClue(clue=clue, label=found.label, cells=list(found.scope))
            for clue, found in clues
        ],
        board=board,
        ignored=board.ignored,
    )


def left(
    puzzle: Puzzle, request: models.LeftRequest, seconds: float, memory: Memory
) -> models.LeftAnswer:
    """Return for each cell and digit how many solutions have it, up to a number."""
    found = solving.candidates(puzzle, most=request.most, previous=memory.before, seconds=seconds)
    memory.keep(found)
    verdict = Verdict.of(len(found.solutions), exhausted=found.complete, asked=None)
    return models.LeftAnswer(
        verdict=cast(Any, verdict.value),
        complete=found.complete,
        counts=counts_of(found),
        solutions=[list(grid) for grid in found.solutions[:2]],
    )


def counts_of(found: TrueCandidates) -> list[list[int]]:
    """Return for each cell and digit in how many solutions it was found."""
    size = found.puzzle.rules.size
    return [
        [found.counts.get((cell, digit), 0) for digit in range(1, size + 1)]
        for cell in range(len(found.masks))
    ]


def count(puzzle: Puzzle, request: models.CountRequest, seconds: float) -> models.CountAnswer:
    """Return how many solutions a puzzle has, or a bound."""
    found = solving.count(puzzle, limit=request.limit, seconds=seconds)
    return models.CountAnswer(count=found.value, complete=found.exact)


def needless(puzzle: Puzzle, _: PuzzleRequest, seconds: float) -> models.NeedlessAnswer:
    """Return the givens and clues of a puzzle that can each be left out."""
    found = diagnosis.redundant(puzzle, seconds=seconds)
    return models.NeedlessAnswer(
        minimal=found.minimal,
        givens=list(found.redundant),
        clues=[rule_of(clue) for clue in found.redundant_clues],
    )


def needs(puzzle: Puzzle, _: PuzzleRequest, seconds: float) -> models.NeedsAnswer:
    """Return at which step of the path of smallest reasons each clue is needed first."""
    found = clue_needs(puzzle, seconds=seconds)
    clues = [models.NeededClue(rule=rule_of(clue), step=step) for clue, step in found.clues.items()]
    return models.NeedsAnswer(end=found.end, steps=found.steps, clues=clues)
