"""Sentences for deadly patterns: what would give a second solution cannot be all there is."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, digits_in, together
from cpsudoku.logic.steps import Candidate, Step
from cpsudoku.rules import Cell, digits_of_mask

_ONE = "a puzzle with one solution cannot have"


def _extras(position: Position, cells: tuple[Cell, ...], pair: list[int]) -> list[Candidate]:
    return [(c, d) for c in cells for d in position.left(c) if d not in pair]


def rectangle(step: Step, position: Position) -> str:
    """Tell a uniqueness test by what it rests on."""
    words, cells = Words(position), step.evidence.cells
    corners, pair = cells[:4], digits_in(step.evidence.candidates)
    deadly = (
        f"If {words.cells(corners)} had only {words.digits(pair)}, these could be swapped for a "
        f"second solution, which {_ONE}."
    )
    extras = _extras(position, corners, pair)
    return f"{deadly} {_reason(step, words, extras)}: {words.follows(step)}."


def _reason(step: Step, words: Words, extras: list[Candidate]) -> str:
    name, cells = step.technique, step.evidence.cells
    if name == "uniqueness test 1":
        return f"{words.cells(c for c, _ in extras)} must therefore be something else"
    if name in {"uniqueness test 2", "uniqueness test 5"}:
        return f"So one of {words.cells(c for c, _ in extras)} is {words.digits(digits_in(extras))}"
    if name == "uniqueness test 3":
        return (
            f"So one of {words.cells(c for c, _ in extras)} has a digit of "
            f"{words.digits(digits_in(extras))}, and with {words.cells(cells[4:])} it uses these up"
        )
    if name == "uniqueness test 4":
        kept = set(digits_in(step.evidence.candidates)) - set(digits_in(step.eliminations))
        return (
            f"{words.digits(kept)} must be in one of {words.cells(c for c, _ in step.eliminations)}"
            ", as the house that they share has no other place for it; were the other digit of the "
            "pair beside it, the pattern would be complete"
        )
    if name == "uniqueness test 6":
        return (
            "The lines through the corners have no other place for "
            f"{words.digits(digits_in(step.eliminations))}, so that it is on one diagonal or the "
            "other, and on this one it would complete the pattern"
        )
    return (
        "The lines through the opposite corner have no other place for the other digit, so that "
        "this one would complete the pattern"
    )


def avoidable(step: Step, position: Position) -> str:
    """Say that placed digits that are not givens could be swapped with what is left."""
    words, corners = Words(position), step.evidence.cells[:4]
    placed = [c for c in corners if position.digits[c]]
    left = [c for c in corners if not position.digits[c]]
    base = (
        f"None of {words.cells(corners)} is a given, and {words.cells(placed)} are placed. "
        f"If {words.cells(left)} completed them to a rectangle of two digits, these could be "
        f"swapped for a second solution, which {_ONE}"
    )
    return f"{base}: {words.follows(step)}."


def loop(step: Step, position: Position) -> str:
    """Say that a loop of one pair of digits needs one of the extras."""
    if step.evidence.inner:
        return together(step, position, loop)
    words, evidence = Words(position), step.evidence
    pair = [
        d
        for d in position.left(evidence.cells[0])
        if (evidence.cells[0], d) not in evidence.candidates
    ]
    return (
        f"Were {words.cells(evidence.cells)} left with {words.digits(pair)} alone, these could be "
        f"swapped all round for a second solution, which {_ONE}. {guardians(step, position)}"
    )


def grave(step: Step, position: Position) -> str:
    """Say that all cells with two candidates would be a deadly pattern."""
    extras = Words(position).candidates(step.evidence.candidates)
    return (
        f"Without {extras}, every open cell would have two candidates and every house two places "
        f"for each digit: a grave, with no solution or several, which {_ONE}. "
        f"{guardians(step, position)}"
    )


def guardians(step: Step, position: Position) -> str:
    """Say what follows where one of some extra candidates must be true."""
    words, evidence = Words(position), step.evidence
    cells = {cell for cell, _ in evidence.candidates}
    if len(evidence.candidates) == 1:
        return f"So {words.is_true(evidence.candidates)}: {words.follows(step)}."
    one = f"So one of these is true: {words.candidates(evidence.candidates, 'or')}"
    if evidence.sets:
        used = sorted({cell for locked in evidence.sets for cell in locked.cells})
        digits = {d for locked in evidence.sets for d in digits_of_mask(locked.digits)}
        digits.update(digits_in(evidence.candidates))
        return (
            f"{one}. With {words.cells(used)} it uses up {words.digits(digits)} in "
            f"{words.houses(evidence.base)}: {words.follows(step)}."
        )
    if evidence.base:
        return (
            f"{one}. But {words.houses(evidence.base)} also needs a digit of the pair in "
            f"{words.cells(cells, 'or')}, for which it has no other place, so that these cells are "
            f"used up: {words.follows(step)}."
        )
    return f"{one}. What all of them exclude goes: {words.follows(step)}."
