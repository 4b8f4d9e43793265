"""Steps in plain sentences, made from their evidence only, and hints that say a little at a time.

=====  =====================================
level  what a hint says
=====  =====================================
1      the technique
2      and the house to look at
3      and the digit
4      and the cells
5      all of it: why, and what follows
=====  =====================================

The levels are those of SadMan Software's hints (S. Greenwood).

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

from itertools import islice

from cpsudoku.errors import PuzzleError
from cpsudoku.logic.evidence import Candidate, Deduction, GroupNumber, Position
from cpsudoku.logic.sentences import patterns
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.rules import Cell
from cpsudoku.words import Said, rendered, say


def sentence(step: Deduction, language: str = "en") -> str:
    """Return why a step follows, in a sentence or a few.

    Raises:
        PuzzleError: the step has no position.
        OptionError: there is no such language.
    """
    return rendered(said(step), language)


def said(step: Deduction) -> Said:
    """Return the same in no language yet, as `cpsudoku.words` renders it."""
    return patterns.explainer(step.technique)(Words(step, position_of(step)))


def reasoning(step: Deduction) -> tuple[str, ...]:
    """Return the lines of all proofs of a step, numbered: ``3. r1c2 is 5 (row 1; from 2)``."""
    return tuple(map(rendered, patterns.proof_lines(Words(step, position_of(step)))))


def position_of(step: Deduction) -> Position:
    """Return the position that a step was found in.

    Raises:
        PuzzleError: it has none.
    """
    if step.position is None:
        raise PuzzleError("a step without the position that it was found in")
    return step.position


LEVELS = (1, 2, 3, 4, 5)
"""How much may be shown."""


def said_hints(step: Deduction) -> tuple[Said, ...]:
    """Return what a hint says at each level, the least first.

    Raises:
        PuzzleError: the step has no position.
    """
    words = Words(step, position_of(step))
    houses = words.houses(_houses(words))
    parts: dict[str, Said] = {
        "technique": spoken(step),
        "where": say("look in", houses=houses) if houses else "",
        "digits": say("look digits", digits=words.digits(_digits(words))),
        "cells": say("look cells", cells=words.cells(_cells(step))),
    }
    levels = (say("look for", **dict(islice(parts.items(), shown))) for shown in LEVELS[:-1])
    return (*levels, said(step))


def spoken(step: Deduction) -> Said:
    """Return what a step's technique is called in the middle of a sentence: ``hidden single``."""
    name = step.technique
    first = (step.evidence.inner or (step,))[0]
    if name.startswith("unique loop") and len(first.evidence.cells) == 4:
        name = name.replace("loop", "rectangle")
    return say(f"technique {name}", name)


def _houses(words: Words) -> list[GroupNumber]:
    """Return the houses of the base, the one that has all cells, or some that have many."""
    if words.evidence.base:
        return list(words.evidence.base)
    left, groups = set(_cells(words.step)), words.rules.groups
    found = [n for n, group in enumerate(groups) if left <= set(group.cells)]
    if found:
        return found[:1]
    while left and groups and len(found) < 3:
        best = max(range(len(groups)), key=lambda n: len(left.intersection(groups[n].cells)))
        if len(left.intersection(groups[best].cells)) < 2:
            break
        found.append(best)
        left.difference_update(groups[best].cells)
    return found


def _pattern(step: Deduction) -> list[Candidate]:
    evidence = step.evidence
    found = [*evidence.candidates, *(c for colour in evidence.colours for c in colour)]
    if not found:
        found = [c for proof in evidence.proofs for line in proof for c in line.candidates]
    for inner in evidence.inner if not found else ():
        found += _pattern(inner)
    return found


def _digits(words: Words) -> list[int]:
    step = words.step
    found = digits_in(step.placements) or digits_in(_pattern(step))
    if found and len(found) < words.rules.size // 2:
        return found
    return digits_in((*step.placements, *step.eliminations))


def _cells(step: Deduction) -> list[Cell]:
    evidence = step.evidence
    found = [*evidence.cells, *(c for locked in evidence.sets for c in locked.cells)]
    if evidence.inner and not (found or evidence.proofs):
        found = [c for inner in evidence.inner for c in _cells(inner)]
    found = found or [cell for cell, _ in _pattern(step)]
    return sorted(set(found or [cell for cell, _ in (*step.placements, *step.eliminations)]))
