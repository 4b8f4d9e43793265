"""Sentences about a step: the elements of its reason in the setter's words, and what follows.

>>> from cpsudoku.formats import parse
>>> from cpsudoku.reasons.paths import smallest_reasons
>>> next(smallest_reasons(parse("1............2..", "4"))).sentence
'In column 1, only r2c1 can be 2.'
"""

from __future__ import annotations

from collections.abc import Iterable

from cpsudoku.logic import Position
from cpsudoku.logic.naming import conclusions, display_name
from cpsudoku.logic.sentences.words import house_said
from cpsudoku.logic.steps import Candidate
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.reasons.naming import technique
from cpsudoku.reasons.steps import ReasonStep
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint, Digit
from cpsudoku.variants.base import Variant
from cpsudoku.words import Said, rendered, say


def name(step: ReasonStep) -> str:
    """Return the name of a step: that of its technique, or "reason"."""
    known = technique(step)
    return display_name(known) if known else "Reason"


def sentence(step: ReasonStep) -> str:
    """Return why a step follows, in a sentence, with its parts if it has any."""
    return rendered(said(step))


def said(step: ReasonStep) -> Said:
    """Return the sentence as data, which `cpsudoku.words` renders in any language."""
    if step.parts:
        return _in_parts(step)
    elements = step.reason.elements
    if len(elements) == 1 and elements[0].kind != "clue":
        return _of_one(step, elements[0])
    several = len(step.reason.sources) + any(e.source is None for e in elements)
    if step.broken:
        return say("reason contradicts", sources=_subject(step), several=several)
    return say("reason leaves", sources=_subject(step), several=several, left=_left(step))


def _in_parts(step: ReasonStep) -> Said:
    assert step.supposed is not None
    cell, digit, truth = step.supposed
    about = {"cell": step.position.rules.board.name(cell), "digit": _symbol(step, digit)}
    told: list[Said] = [say("reason suppose" if truth else "reason suppose not", **about)]
    told += [say("reason then", said=said(part)) for part in step.parts]
    told.append(say("reason so not" if truth else "reason so", **about))
    return say("sentences", said=told)


def _of_one(step: ReasonStep, element: ReasonElement) -> Said:
    board = step.position.rules.board
    if element.source is None:
        name = board.name(element.scope[0])
        if step.broken:
            return say("reason empty", cell=name)
        return say("reason cell", cell=name, digit=_symbol(step, step.placements[0][1]))
    about = {"house": house_named(element.source), "digit": _symbol(step, element.digit)}
    if step.broken:
        return say("reason twice" if element.kind == "once" else "reason no cell", **about)
    return say("reason only cell", cell=board.name(step.placements[0][0]), **about)


def house_named(source: Constraint) -> Said:
    """Return the name of a house as data."""
    return house_said(source) if isinstance(source, AllDifferent) else source.label


def _symbol(step: ReasonStep, digit: Digit) -> str:
    return step.position.rules.symbols[digit - 1]


def named(step: ReasonStep, source: Constraint) -> Said:
    """Return a house with the digits that matter in it, or a clue with its cells."""
    of_source = [e for e in step.reason.elements if e.source is source]
    if of_source[0].kind == "clue":
        return _clue(source, step.position.rules.board)
    digits = sorted({element.digit for element in of_source})
    symbols: list[Said] = [_symbol(step, digit) for digit in digits]
    return say("reason house", house=house_named(source), digits=symbols)


def _clue(clue: Constraint, board: Board) -> Said:
    return clue_named(clue, board, with_cells=2 * len(clue.scope) <= board.cell_count)


def clue_named(clue: Constraint, board: Board, *, with_cells: bool) -> Said:
    """Return the name of a clue as data, with or without its cells."""
    cells: list[Said] = [board.name(cell) for cell in clue.scope] if with_cells else []
    name = clue.name if isinstance(clue, Variant) else ""
    rest = clue.label.removeprefix(name) if name else ""
    called = say(f"clue {name}", name) if name else clue.label
    # Its meaning rests on all rows and columns, which are no elements of the reason.
    alone = "clue of lines" if clue.needs_houses else "clue alone"
    key = "clue with cells" if cells else alone
    return say(key, label=clue.label, name=called, rest=rest, cells=cells)


def _subject(step: ReasonStep) -> list[Said]:
    """Return what forces the conclusion: clues first, then houses, then cells."""
    board = step.position.rules.board
    elements, sources = step.reason.elements, step.reason.sources
    clues = {e.source for e in elements if e.kind == "clue"}
    ordered = [s for s in sources if s in clues] + [s for s in sources if s not in clues]
    names = [named(step, source) for source in ordered]
    found = sorted({e.scope[0] for e in elements if e.source is None})
    if found:
        cells: list[Said] = [board.name(cell) for cell in found]
        names.append(say("reason cells", cells=cells))
    return names


def _left(step: ReasonStep) -> list[Said]:
    placed = [_only(step.position, cell, [digit]) for cell, digit in step.placements]
    return placed + left_after(step.position, sorted(step.eliminations))


def _only(position: Position, cell: Cell, digits: Iterable[Digit], key: str = "only") -> Said:
    symbols: list[Said] = [position.rules.symbols[digit - 1] for digit in digits]
    return say(f"clue leaves {key}", cell=position.rules.board.name(cell), digits=symbols)


def left_after(position: Position, eliminations: Iterable[Candidate]) -> list[Said]:
    """Return for each cell what eliminations leave there."""
    gone: dict[Cell, set[Digit]] = {}
    for cell, digit in eliminations:
        gone.setdefault(cell, set()).add(digit)
    return [_left_in(position, *one) for one in gone.items()]


def _left_in(position: Position, cell: Cell, gone: set[Digit]) -> Said:
    """Return what is left in a cell or what it cannot be, whichever is shorter."""
    left = [digit for digit in position.left(cell) if digit not in gone]
    if 0 < len(left) < len(gone):
        return _only(position, cell, left)
    return _only(position, cell, sorted(gone), "no")


def bound(step: ReasonStep) -> str:
    """Return how small the reason is, and what is proved about that."""
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
    names = [rendered(named(step, source)) for source in step.reason.sources]
    cells = sorted({e.scope[0] for e in step.reason.elements if e.source is None})
    names += [rules.board.name(cell) for cell in cells]
    both = ((step.placements, "="), (step.eliminations, "<>"))
    ends = [conclusions(candidates, sign, rules) for candidates, sign in both if candidates]
    return f"Reason: {', '.join(names)} => {', '.join(ends) or 'contradiction'}"


def said_hints(step: ReasonStep) -> tuple[Said, ...]:
    """Return five hints as data, each of which says more than the one before."""
    board = step.position.rules.board
    followed = (*step.placements, *step.eliminations)
    digits: list[Said] = [_symbol(step, d) for d in sorted({digit for _, digit in followed})]
    cells: list[Said] = [board.name(c) for c in dict.fromkeys(cell for cell, _ in followed)]
    known = technique(step)
    first = (
        say("reason look for", technique=say(f"technique {known}", known))
        if known
        else say("reason look for what", kinds=_kinds(step), several=max(1, step.size))
    )
    clues = {e.source for e in step.reason.elements if e.kind == "clue"}
    sources = [
        _clue(source, board) if source in clues else house_named(source)
        for source in step.reason.sources
    ]
    where: Said = sources if sources and not step.parts else say("reason places", cells=cells)
    at = say("reason look at", where=where)
    if not digits:
        return first, at, at, at, said(step)
    with_digits = say("reason look at digits", where=where, digits=digits)
    with_cells = say("reason look at cells", where=where, digits=digits, cells=cells)
    return first, at, with_digits, with_cells, said(step)


def _kinds(step: ReasonStep) -> Said:
    elements = step.reason.elements
    clues = len({e.source for e in elements if e.kind == "clue"})
    counts = (("clue", "clues", clues), ("one house", "houses", step.size - clues))
    found: list[Said] = [
        say(f"reason {one if count == 1 else many}", number=count)
        for one, many, count in counts
        if count
    ]
    return found or say("reason a cell")
