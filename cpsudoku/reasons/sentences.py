"""What is said of a step with its reason: the elements in the setter's words, and what they leave.

>>> from cpsudoku.formats import parse
>>> from cpsudoku.reasons.paths import smallest_reasons
>>> next(smallest_reasons(parse("1............2..", "4"))).sentence
'In column 1, only r2c1 can be 2.'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cpsudoku.logic.naming import conclusions, display_name
from cpsudoku.logic.steps import Candidate
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.naming import technique
from cpsudoku.reasons.steps import ReasonStep
from cpsudoku.rules import Cell, Constraint, Digit


def name(step: ReasonStep) -> str:
    """Return what a step is called: by its technique, or a reason."""
    known = technique(step)
    return display_name(known) if known else "Reason"


def sentence(step: ReasonStep) -> str:
    """Return why a step follows, in a sentence; with its parts, where it has any."""
    if step.parts:
        return _in_parts(step)
    elements = step.reason.elements
    if len(elements) == 1 and elements[0].kind != "clue":
        return _of_one(step, elements[0])
    return f"{_subject(step)} {_verb(step)}."


def _in_parts(step: ReasonStep) -> str:
    assert step.supposed is not None
    cell, digit, truth = step.supposed
    name, symbol = step.position.rules.board.name(cell), _symbol(step, digit)
    said = [f"Suppose that {name} is {'' if truth else 'not '}{symbol}."]
    said += [f"Then: {part.sentence}" for part in step.parts]
    said.append(f"So {name} {'cannot be' if truth else 'is'} {symbol}.")
    return " ".join(said)


def _of_one(step: ReasonStep, element: ReasonElement) -> str:
    board = step.position.rules.board
    if element.source is None:
        name = board.name(element.scope[0])
        if step.broken:
            return f"No digit is left for {name}."
        return f"{name} has only {_symbol(step, step.placements[0][1])} left."
    where, symbol = element.source.label, _symbol(step, element.digit)
    if step.broken and element.kind == "once":
        return f"{symbol} is in {where} twice."
    if step.broken:
        return f"In {where}, no cell is left for {symbol}."
    return f"In {where}, only {board.name(step.placements[0][0])} can be {symbol}."


def _symbol(step: ReasonStep, digit: Digit) -> str:
    return step.position.rules.symbols[digit - 1]


def named(step: ReasonStep, source: Constraint) -> str:
    """Return a house with the digits that it is looked at for, or a clue with its cells."""
    of_source = [e for e in step.reason.elements if e.source is source]
    if of_source[0].kind == "clue":
        return source.described(step.position.rules.board)
    digits = sorted({element.digit for element in of_source})
    return f"{source.label} ({', '.join(_symbol(step, digit) for digit in digits)})"


def _subject(step: ReasonStep) -> str:
    """Return what leaves the conclusion no choice: clues first, then houses, then cells."""
    board = step.position.rules.board
    elements = step.reason.elements
    sources = dict.fromkeys(e.source for e in elements if e.source is not None)
    clues = {e.source for e in elements if e.kind == "clue"}
    ordered = [s for s in sources if s in clues] + [s for s in sources if s not in clues]
    names = [named(step, source) for source in ordered]
    cells = dict.fromkeys(e.scope[0] for e in elements if e.source is None)
    if cells:
        names.append("what is left in " + ", ".join(board.name(cell) for cell in sorted(cells)))
    said = listed(names)
    return said[0].upper() + said[1:]


def _verb(step: ReasonStep) -> str:
    several = len(step.reason.sources) + any(e.source is None for e in step.reason.elements) > 1
    if step.broken:
        return "contradict the board" if several else "contradicts the board"
    return f"leave{'' if several else 's'} {listed(_left(step))}"


def _left(step: ReasonStep) -> list[str]:
    gone: dict[Cell, set[Digit]] = {}
    for cell, digit in step.eliminations:
        gone.setdefault(cell, set()).add(digit)
    placed = [
        f"{step.position.rules.board.name(cell)} only {_symbol(step, digit)}"
        for cell, digit in step.placements
    ]
    return placed + [_left_in(step, cell, digits) for cell, digits in sorted(gone.items())]


def _left_in(step: ReasonStep, cell: Cell, gone: set[Digit]) -> str:
    """Return what is left in a cell, or what is not, whichever is said faster."""
    name = step.position.rules.board.name(cell)
    left = [digit for digit in step.position.left(cell) if digit not in gone]
    if 0 < len(left) < len(gone):
        return f"{name} only {listed([_symbol(step, digit) for digit in left])}"
    return f"{name} {listed([f'no {_symbol(step, digit)}' for digit in sorted(gone)])}"


def listed(words: Sequence[str]) -> str:
    """Return words with commas and an ``and``."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def bound(step: ReasonStep) -> str:
    """Return how small the reason is, and what is proved of that."""
    reason = step.reason
    numbers = {"houses": _houses(reason.size), "elements": _elements(len(reason.elements))}
    first = numbers.pop(reason.by)
    many = ", ".join((first, *numbers.values()))
    parts = f"; parts of at most {step.largest_part}" if step.parts else ""
    if reason.smallest:
        return f"{many}, proved smallest{parts}"
    below = "" if reason.at_least == reason.cost[0] else "at most "
    counted = {"houses": "houses and clues", "elements": "elements"}[reason.by]
    return f"{below}{many}; nothing below {reason.at_least} {counted}{parts}"


def _houses(number: int) -> str:
    return f"{number} {'house or clue' if number == 1 else 'houses and clues'}"


def _elements(number: int) -> str:
    return f"{number} element{'s' * (number != 1)}"


def notation(step: ReasonStep) -> str:
    """Return a step as a line: ``Reason: killer 5 r1c1 r1c2, row 1 (2) => r1c3<>2``."""
    rules = step.position.rules
    names = [named(step, source) for source in dict.fromkeys(_sources(step))]
    cells = sorted({e.scope[0] for e in step.reason.elements if e.source is None})
    names += [rules.board.name(cell) for cell in cells]
    both = ((step.placements, "="), (step.eliminations, "<>"))
    ends = [_concluded(candidates, sign, step) for candidates, sign in both if candidates]
    return f"Reason: {', '.join(names)} => {', '.join(ends) or 'contradiction'}"


def _sources(step: ReasonStep) -> Iterable[Constraint]:
    return (e.source for e in step.reason.elements if e.source is not None)


def _concluded(candidates: tuple[Candidate, ...], sign: str, step: ReasonStep) -> str:
    return conclusions(candidates, sign, step.position.rules)


def hints(step: ReasonStep) -> tuple[str, ...]:
    """Return five texts, each of which says more than the one before."""
    board = step.position.rules.board
    followed = (*step.placements, *step.eliminations)
    digits = listed([_symbol(step, d) for d in sorted({digit for _, digit in followed})])
    cells = board.names(tuple(dict.fromkeys(cell for cell, _ in followed)))
    name = technique(step)
    first = f"a {name}" if name else _kinds(step)
    clues = {e.source for e in step.reason.elements if e.kind == "clue"}
    sources = [
        source.described(board) if source in clues else source.label
        for source in dict.fromkeys(_sources(step))
    ]
    where = listed(sources) if sources and not step.parts else cells
    return (
        f"Look for {first}.",
        f"Look at {where}.",
        f"Look at {where}, digit {digits}." if digits else f"Look at {where}.",
        f"Look at {where}, digit {digits}, in {cells}." if digits else f"Look at {where}.",
        step.sentence,
    )


def _kinds(step: ReasonStep) -> str:
    elements = step.reason.elements
    clues = len({e.source for e in elements if e.kind == "clue"})
    houses = step.size - clues
    words = []
    for count, one in ((clues, "clue"), (houses, "house")):
        if count:
            words.append(f"{'a' if count == 1 else count} {one}{'s' * (count > 1)}")
    return f"what {listed(words) or 'a cell'} leave{'s' * (step.size < 2)}"
