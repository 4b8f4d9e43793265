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

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, digits_in
from cpsudoku.logic.steps import Candidate, GroupNumber, Step
from cpsudoku.rules import Cell
from cpsudoku.words import Said, say

LEVELS = (1, 2, 3, 4, 5)
"""How much may be shown."""


def hint_levels(step: Step, position: Position, explained: Said) -> tuple[Said, ...]:
    """Return what a hint says at each level, the least first."""
    words = Words(position)
    parts: dict[str, Said] = {"technique": spoken(step)}
    levels: list[Said] = [say("look for", **parts)]
    houses = _houses(step, words)
    parts["where"] = say("look in", houses=words.houses(houses)) if houses else ""
    levels.append(say("look for", **parts))
    parts["digits"] = say("look digits", digits=words.digits(_digits(step, position)))
    levels.append(say("look for", **parts))
    parts["cells"] = say("look cells", cells=words.cells(_cells(step)))
    return (*levels, say("look for", **parts), explained)


def spoken(step: Step) -> Said:
    """Return what a step's technique is called in the middle of a sentence: ``hidden single``."""
    name = step.technique
    first = (step.evidence.inner or (step,))[0]
    if name.startswith("unique loop") and len(first.evidence.cells) == 4:
        name = name.replace("loop", "rectangle")
    return say(f"technique {name}", name)


def _houses(step: Step, words: Words) -> list[GroupNumber]:
    if step.evidence.base:
        return list(step.evidence.base)
    cells = set(_cells(step))
    groups = words.rules.groups
    found = [n for n, group in enumerate(groups) if cells <= set(group.cells)]
    if found:
        return found[:1]
    # Houses that have many of the cells, until all are in one.
    left = set(cells)
    chosen: list[GroupNumber] = []
    while left and groups and len(chosen) < 3:
        best = max(range(len(groups)), key=lambda n: len(left.intersection(groups[n].cells)))
        if len(left.intersection(groups[best].cells)) < 2:
            break
        chosen.append(best)
        left.difference_update(groups[best].cells)
    return chosen


def _pattern(step: Step) -> list[Candidate]:
    evidence = step.evidence
    found = [*evidence.candidates, *(c for colour in evidence.colours for c in colour)]
    if not found:
        found = [c for proof in evidence.proofs for line in proof for c in line.candidates]
    for inner in evidence.inner if not found else ():
        found += _pattern(inner)
    return found


def _digits(step: Step, position: Position) -> list[int]:
    found = digits_in(step.placements) or digits_in(_pattern(step))
    if found and len(found) < position.rules.size // 2:
        return found
    return digits_in((*step.placements, *step.eliminations))


def _cells(step: Step) -> list[Cell]:
    evidence = step.evidence
    found = [*evidence.cells, *(c for locked in evidence.sets for c in locked.cells)]
    if evidence.inner and not (found or evidence.proofs):
        found = [c for inner in evidence.inner for c in _cells(inner)]
    found = found or [cell for cell, _ in _pattern(step)]
    return sorted(set(found or [cell for cell, _ in (*step.placements, *step.eliminations)]))
