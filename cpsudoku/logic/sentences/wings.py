"""Sentences for wings: a pivot, whose every digit puts the same one somewhere."""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, listed
from cpsudoku.logic.steps import Step


def wing(step: Step, position: Position) -> str:
    """Say what each digit of the pivot comes to."""
    words, (pivot, *pincers) = Words(position), step.evidence.cells
    last = step.eliminations[0][1]
    said = words.digit(last)
    parts = [
        f"if it is {words.digit(digit)}, {words.cell(pincer)} must be {said}"
        for digit in position.left(pivot)
        for pincer in pincers
        if digit != last and digit in position.left(pincer)
    ]
    itself = ""
    cells = pincers
    if last in position.left(pivot):
        itself, cells = f", and else it is {said} itself", [pivot, *pincers]
    return (
        f"{words.cell(pivot)} is {words.digits(position.left(pivot), 'or')}: {'; '.join(parts)}"
        f"{itself}. So at least one of {words.cells(cells)} is {said}, and whatever sees "
        f"{words.all_of(cells)} of them is not: {words.follows(step)}."
    )


def wxyz_wing(step: Step, position: Position) -> str:
    """Say which digits may be in one of the four cells at most, and which is left for one."""
    words, cells = Words(position), step.evidence.cells
    last = step.eliminations[0][1]
    digits = {digit for cell in cells for digit in position.left(cell)}
    others = sorted(digits - {last})
    places = [cell for cell in cells if last in position.left(cell)]
    said = [
        f"{words.digit(digit)} ({words.cells(c for c in cells if digit in position.left(c))})"
        for digit in others
    ]
    return (
        f"{words.cells(cells)} have only {words.digits(digits)}. All that may have one of the "
        f"digits {listed(said)} see one another, so each of these is in one of the four cells at "
        f"most, and one cell is left for {words.digit(last)}. What sees {words.all_of(places)} of "
        f"{words.cells(places)} is not: {words.follows(step)}."
    )
