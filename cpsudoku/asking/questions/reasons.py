"""How large are the smallest reasons, which refute a puzzle, and which clues do they need?"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from cpsudoku.asking.outcomes import Ending, Status
from cpsudoku.asking.question import Question
from cpsudoku.asking.questions.rate import RateEnding
from cpsudoku.diagnosis.conflict import named
from cpsudoku.formats.writing import cells_of
from cpsudoku.ground.names import counted
from cpsudoku.logic import Position
from cpsudoku.logic.paths import UNFINISHED
from cpsudoku.puzzle import Puzzle
from cpsudoku.reasons.paths import ClueNeeds, ReasonPath, Sizes, clue_needs
from cpsudoku.rows.answers import Fields
from cpsudoku.rows.block import Row
from cpsudoku.words import USUAL, rendered

_TOO_BIG = "nothing more follows without what is too big to be looked at: "


def ended(end: str, too_big: tuple[str, ...]) -> tuple[Status, str]:
    """Return the exit status of an end, and its words."""
    if end == "stuck" and too_big:
        return Status.UNKNOWN, _TOO_BIG + ", ".join(too_big)
    if end not in UNFINISHED:
        return Status.DONE, ""
    return Status.UNKNOWN if end == "limit" else Status.NO, UNFINISHED[end].reasons


class PathSizes(NamedTuple):
    """The sizes of a path, and the elements that were too big for it."""

    sizes: Sizes
    too_big: tuple[str, ...]


@dataclass(frozen=True)
class ReasonSizes(Question[PathSizes]):
    """The sizes of the smallest reasons on a path: the largest, the largest part and the sum.

    Args:
        seconds: limit for a puzzle; None for none.
    """

    seconds: float | None = None
    outcomes: ClassVar = RateEnding
    what: ClassVar = "rating"
    is_slow: ClassVar = True

    @property
    def notation(self) -> str:
        return "line"

    def alone(self, puzzle: Puzzle) -> PathSizes:
        path = ReasonPath(Position.of(puzzle), seconds=self.seconds)
        deque(path, maxlen=0)
        return PathSizes(path.sizes, path.too_big)

    def outcome(self, row: Row, answer: PathSizes) -> RateEnding:
        status, _ = ended(answer.sizes.end, answer.too_big)
        if status is Status.NO:
            return RateEnding.NONE if answer.sizes.end == "broken" else RateEnding.MULTIPLE
        return RateEnding.RATED if status is Status.DONE else RateEnding.CUT

    def line(self, row: Row, answer: PathSizes) -> str:
        sizes, (_, said) = answer.sizes, ended(answer.sizes.end, answer.too_big)
        bound = "" if sizes.end == "solved" else "≥ "
        text = (
            f"largest {bound}{sizes.largest}, largest part {bound}{sizes.largest_part}, "
            f"sum {bound}{sizes.total}, {counted(sizes.steps, 'step')}"
        )
        return f"{cells_of(row.puzzle)} # {text}{f'; {said}' if said else ''}\n"

    def document(self, row: Row, answer: PathSizes) -> Fields:
        return {**answer.sizes.as_json(), "too_big": list(answer.too_big)}


class RefutationEnding(Ending):
    """Outcomes of a path to a contradiction."""

    CONFLICT = "conflict", Status.DONE
    SOLVED = "with a solution", Status.NO
    UNKNOWN = "unknown", Status.UNKNOWN


class Refutation(NamedTuple):
    """The steps to a contradiction, in words and as JSON."""

    end: str
    too_big: tuple[str, ...]
    sentences: tuple[str, ...]
    documents: tuple[dict[str, object], ...]


@dataclass(frozen=True)
class Refutations(Question[Refutation]):
    """The steps that lead to a contradiction, each with its smallest reason.

    Args:
        seconds: limit for a puzzle; None for none.
        language: of the sentences.
    """

    seconds: float | None = None
    language: str = USUAL
    outcomes: ClassVar = RefutationEnding
    what: ClassVar = "diagnosing"
    is_drawn: ClassVar = True
    is_slow: ClassVar = True

    def alone(self, puzzle: Puzzle) -> Refutation:
        path = ReasonPath(Position.of(puzzle), seconds=self.seconds)
        steps = path.to_contradiction()
        sentences = tuple(rendered(step.said, self.language) for step in steps)
        documents = tuple(step.as_json(self.language) for step in steps)
        return Refutation(path.end, path.too_big, sentences, documents)

    def outcome(self, row: Row, answer: Refutation) -> RefutationEnding:
        if answer.end == "broken":
            return RefutationEnding.CONFLICT
        several = answer.end == "stuck" and not answer.too_big
        return (
            RefutationEnding.SOLVED
            if several or answer.end == "solved"
            else RefutationEnding.UNKNOWN
        )

    def line(self, row: Row, answer: Refutation) -> str:
        return _numbered(f"{row.place}: " if row.place else "", answer)

    def picture(self, row: Row, answer: Refutation) -> str:
        return _numbered("", answer)

    def columns(self, row: Row, answer: Refutation) -> Fields:
        said = answer.sentences and json.dumps(answer.sentences, ensure_ascii=False)
        return {"end": answer.end, "sentences": said or ""}

    def document(self, row: Row, answer: Refutation) -> Fields:
        return {"end": answer.end, "steps": list(answer.documents)}


def _numbered(place: str, found: Refutation) -> str:
    if found.end != "broken":
        _, said = ended(found.end, found.too_big)
        return f"{place}{'no conflict: there is a solution' if found.end == 'solved' else said}\n"
    numbered = enumerate(found.sentences, start=1)
    return "".join(f"{place}{number}. {said}\n" for number, said in numbered)


class NeedsEnding(Ending):
    """Outcomes of a path whose clues are noted."""

    SOLVED = "solved", Status.DONE
    NOT_SOLVED = "not solved by steps", Status.UNKNOWN


@dataclass(frozen=True)
class Needs(Question[ClueNeeds]):
    """The step of a path of smallest reasons that needs each clue first.

    Args:
        seconds: limit for a puzzle; None for none.
    """

    seconds: float | None = None
    outcomes: ClassVar = NeedsEnding
    what: ClassVar = "diagnosing"
    is_slow: ClassVar = True

    def alone(self, puzzle: Puzzle) -> ClueNeeds:
        return clue_needs(puzzle, seconds=self.seconds)

    def outcome(self, row: Row, answer: ClueNeeds) -> NeedsEnding:
        return NeedsEnding.SOLVED if answer.end == "solved" else NeedsEnding.NOT_SOLVED

    def words(self, row: Row, answer: ClueNeeds) -> str:
        board = row.puzzle.rules.board
        said = [
            f"{named(clue, board)} is first needed at step {step} of {answer.steps}"
            if step is not None
            else f"no step needs {named(clue, board)}"
            for clue, step in answer.clues.items()
        ]
        _, why = ended(answer.end, ())
        end = f"; the steps end before the solution: {why}" if why else ""
        return f"{'; '.join(said) or 'no clue beside houses and givens'}{end}"

    def document(self, row: Row, answer: ClueNeeds) -> Fields:
        board = row.puzzle.rules.board
        clues = [
            {"clue": named(clue, board), "first_step": step} for clue, step in answer.clues.items()
        ]
        return {"end": answer.end, "steps": answer.steps, "clues": clues}
