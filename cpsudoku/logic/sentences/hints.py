"""A step given a little at a time, so that a hint need not spoil it.

=====  =====================================
level  what is said
=====  =====================================
1      the technique
2      and the house to look at
3      and the digit
4      and the cells
5      all of it: why, and what follows
=====  =====================================

The levels are those of SadMan Software's hints (S. Greenwood).
"""

from __future__ import annotations

from itertools import islice

from cpsudoku.logic.sentences import position_of, said
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Candidate, GroupNumber, Step
from cpsudoku.rules import Cell
from cpsudoku.words import Said, say

LEVELS = (1, 2, 3, 4, 5)
"""How much may be shown."""


def said_hints(step: Step) -> tuple[Said, ...]:
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


def spoken(step: Step) -> Said:
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


def _pattern(step: Step) -> list[Candidate]:
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


def _cells(step: Step) -> list[Cell]:
    evidence = step.evidence
    found = [*evidence.cells, *(c for locked in evidence.sets for c in locked.cells)]
    if evidence.inner and not (found or evidence.proofs):
        found = [c for inner in evidence.inner for c in _cells(inner)]
    found = found or [cell for cell, _ in _pattern(step)]
    return sorted(set(found or [cell for cell, _ in (*step.placements, *step.eliminations)]))
