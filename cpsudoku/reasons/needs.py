"""The step at which each clue is needed first, on the path of smallest reasons.

>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> from cpsudoku.variants import with_variants
>>> rules = with_variants(boxes(2, 2), "killer:3@r1c1,r1c2", "killer:7@r3c3,r3c4")
>>> found = clue_needs(Puzzle.from_digits([int(c) for c in "0034341221000000"], rules))
>>> found.end, found.steps, [need.step for need in found.clues]
('solved', 8, [None, None])
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cpsudoku.asking.solving import PuzzleLike
from cpsudoku.formats import as_puzzle
from cpsudoku.reasons.paths import smallest_reasons
from cpsudoku.reasons.steps import ReasonStep
from cpsudoku.rules import Constraint


class ClueNeed(NamedTuple):
    """A clue, and the number of the first step whose reason has it; None if no step has it."""

    clue: Constraint
    step: int | None


class ClueNeeds(NamedTuple):
    """How a path ended, and when it needed each clue, which come once, in the rules' order."""

    end: str
    steps: int
    clues: tuple[ClueNeed, ...]


def clue_needs(puzzle: PuzzleLike, *, seconds: float | None = None) -> ClueNeeds:
    """Return at which step of the path of smallest reasons each clue is needed first.

    A clue that no step needs may be needed on another path, and one that a step needs may be
    redundant, which `cpsudoku.redundant` finds out.

    Raises:
        FormatError: the text is not a puzzle.
        BackendUnavailableError: PySAT or the compiled module is missing.
    """
    puzzle = as_puzzle(puzzle)
    path = smallest_reasons(puzzle, seconds=seconds)
    first: dict[Constraint, int] = {}
    for number, step in enumerate(path, start=1):
        for clue in _used(step):
            first.setdefault(clue, number)
    clues = dict.fromkeys(puzzle.rules.clues)
    needs = tuple(ClueNeed(clue, first.get(clue)) for clue in clues)
    return ClueNeeds(path.end, path.steps, needs)


def _used(step: ReasonStep) -> Iterator[Constraint]:
    for part in step.parts:
        yield from _used(part)
    if not step.parts:
        yield from (e.source for e in step.reason.elements if e.source is not None)
