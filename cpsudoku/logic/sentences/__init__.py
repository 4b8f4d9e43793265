"""Steps in plain sentences, made from their evidence only.

>>> from cpsudoku.logic.evidence import Position
>>> from cpsudoku.logic.evidence import Deduction, Evidence
>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> easy = Puzzle.from_digits([1, 2, 3, 0] + [0] * 12, boxes(2, 2))
>>> evidence = Evidence(cells=(3,), base=(0,))
>>> step = Deduction("full house", ((3, 4),), (), 0, evidence, Position.of(easy))
>>> sentence(step)
'r1c4 is the last open cell of row 1, and 4 is the digit still missing there: r1c4 must be 4.'
"""

from __future__ import annotations

from cpsudoku.errors import PuzzleError
from cpsudoku.logic.evidence import Deduction, Position
from cpsudoku.logic.sentences import patterns
from cpsudoku.logic.sentences.words import Words
from cpsudoku.words import USUAL, Said, rendered, say


def sentence(step: Deduction, language: str = USUAL) -> str:
    """Return why a step follows, in a sentence or a few.

    Raises:
        PuzzleError: the step has no position.
        OptionError: there is no such language.
    """
    return rendered(said(step), language)


def said(step: Deduction) -> Said:
    """Return the same in no language yet, as `cpsudoku.words` renders it."""
    return patterns.explainer(step.technique)(Words(step, position_of(step)))


def reasoning(step: Deduction, language: str = USUAL) -> tuple[str, ...]:
    """Return the lines of all proofs of a step, numbered: ``3. r1c2 is 5 (row 1; from 2)``."""
    lines = patterns.proof_lines(Words(step, position_of(step)))
    return tuple(rendered(line, language) for line in lines)


def position_of(step: Deduction) -> Position:
    """Return the position that a step was found in.

    Raises:
        PuzzleError: it has none.
    """
    if step.position is None:
        raise PuzzleError("a step without the position that it was found in")
    return step.position


def spoken(step: Deduction) -> Said:
    """Return the name of a step's technique in the middle of a sentence: ``hidden single``."""
    name = step.technique
    first = (step.evidence.inner or (step,))[0]
    if name.startswith("unique loop") and len(first.evidence.cells) == 4:
        name = name.replace("loop", "rectangle")
    return say(f"technique {name}", name)
