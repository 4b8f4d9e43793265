"""Steps in plain sentences, made from their evidence alone; a module for each kind of evidence.

>>> from cpsudoku.logic.position import Position
>>> from cpsudoku.logic.steps import Evidence, Step
>>> from cpsudoku.puzzle import Puzzle
>>> from cpsudoku.rules import boxes
>>> easy = Puzzle.from_digits([1, 2, 3, 0] + [0] * 12, boxes(2, 2))
>>> step = Step("full house", ((3, 4),), (), 0, Evidence(cells=(3,), base=(0,)), Position.of(easy))
>>> sentence(step)
'r1c4 is the last open cell of row 1, and 4 is the digit still missing there: r1c4 must be 4.'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cpsudoku.errors import PuzzleError
from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences import chains, patterns, sets
from cpsudoku.logic.sentences.words import Words
from cpsudoku.logic.steps import Step
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.words import Said, rendered

Explainer: TypeAlias = Callable[[Words], Said]
"""Says why a step follows."""

_EXPLAINERS: dict[str, Explainer] = {
    "full house": sets.full_house,
    "naked single": sets.naked_single,
    "singles": sets.hidden_single,
    "direct": sets.confined,
    "locked candidates": sets.confined,
    "subsets": sets.confined,
    "fish": sets.fish,
    "kraken fish type 1": sets.kraken,
    "kraken fish type 2": sets.kraken,
    "almost locked sets": sets.almost_locked,
    "sue de coq": sets.sue_de_coq,
    "multi-sector sets": sets.multi_sector,
    "aligned exclusion": sets.aligned,
    "single digit": chains.chain,
    "chains": chains.chain,
    "remote pair": chains.remote_pair,
    "w-wing": chains.w_wing,
    "forcing chains": chains.chain,
    "forcing nets": chains.net,
    "tables": chains.net,
    "wings": patterns.wing,
    "wxyz-wing": patterns.wxyz_wing,
    "rectangles": patterns.rectangle,
    "avoidable rectangle 1": patterns.avoidable,
    "avoidable rectangle 2": patterns.avoidable,
    "unique loops": patterns.loop,
    "graves": patterns.grave,
    "colours": patterns.colours,
    "templates": patterns.template,
    "impossible patterns": patterns.tridagon,
    "brute force": patterns.searched,
}
"""What explains the steps of a technique, or else of its family."""


def sentence(step: Step, language: str = "en") -> str:
    """Return why a step follows, in a sentence or a few.

    Raises:
        PuzzleError: the step has no position.
        OptionError: there is no such language.
    """
    return rendered(said(step), language)


def said(step: Step) -> Said:
    """Return the same in no language yet, as `cpsudoku.words` renders it."""
    return explainer(step.technique)(Words(step, position_of(step)))


def reasoning(step: Step) -> tuple[str, ...]:
    """Return the lines of all proofs of a step, numbered: ``3. r1c2 is 5 (row 1; from 2)``."""
    return tuple(map(rendered, chains.proof_lines(Words(step, position_of(step)))))


def position_of(step: Step) -> Position:
    """Return the position that a step was found in.

    Raises:
        PuzzleError: it has none.
    """
    if step.position is None:
        raise PuzzleError("a step without the position that it was found in")
    return step.position


def explainer(technique: str) -> Explainer:
    """Return what gives the steps of a technique."""
    return _EXPLAINERS.get(technique) or _EXPLAINERS[TECHNIQUES[technique].family]
