"""A step with its reason: elements, what follows, how small it is proved to be, and its words.

>>> from cpsudoku.formats import parse
>>> from cpsudoku.reasons.paths import smallest_reasons
>>> next(smallest_reasons(parse("1............2..", "4"))).sentence
'In column 1, only r2c1 can be 2.'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from cpsudoku.errors import OptionError
from cpsudoku.ground.notebook import Drawn
from cpsudoku.logic import Position
from cpsudoku.logic.documents import candidates_json
from cpsudoku.logic.naming import conclusions, display_name
from cpsudoku.logic.sentences.words import house_said
from cpsudoku.logic.steps import Candidate, Highlights
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint, Digit, Rules
from cpsudoku.variants.base import Variant
from cpsudoku.words import Said, rendered, say

Supposed: TypeAlias = tuple[Cell, Digit, bool]
"""A candidate, and whether it is supposed to be true."""

Cost: TypeAlias = Literal["houses", "elements"]
"""What is counted first: houses and clues, or elements; the other comes second."""

COSTS: tuple[Cost, ...] = ("houses", "elements")
"""All costs."""


def cost_named(name: str) -> Cost:
    """Return a cost by its name.

    Raises:
        OptionError: there is no such cost.
    """
    for cost in COSTS:
        if cost == name:
            return cost
    raise OptionError(f"there is no cost {name!r}; expected {' or '.join(COSTS)}")


class Found(NamedTuple):
    """What follows from some elements, as the search returns it.

    Args:
        elements: their numbers in the catalogue.
        broken: whether the elements contradict what is on the board.
    """

    elements: tuple[int, ...]
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    broken: bool = False


@dataclass(frozen=True, slots=True)
class Reason:
    """The elements that a step rests on.

    Args:
        elements: houses first, then clues, then cells.
        at_least: proved lower bound of what is counted first, for every step on this board.
        smallest: whether it is proved that no step has a smaller cost: by ``houses`` fewer houses
            and clues, or the same number and fewer elements; by ``elements`` fewer elements.
        by: what is counted first.
    """

    elements: tuple[ReasonElement, ...]
    at_least: int = 0
    smallest: bool = False
    by: Cost = "houses"

    @property
    def sources(self) -> tuple[Constraint, ...]:
        """The houses and clues, each once."""
        return tuple(dict.fromkeys(e.source for e in self.elements if e.source is not None))

    @property
    def size(self) -> int:
        """The number of houses and clues."""
        return len(self.sources)

    @property
    def cost(self) -> tuple[int, int]:
        """The numbers of houses and clues and of elements; by ``elements`` in the other order."""
        both = self.size, len(self.elements)
        return both if self.by == "houses" else both[::-1]


@dataclass(frozen=True, slots=True)
class ReasonStep(Drawn):
    """A conclusion from the board and a reason.

    Args:
        broken: whether the reason contradicts the board: there is no solution.
        parts: if the reason is too large to be seen at once, the small steps from the opposite of
            the first conclusion to a contradiction; otherwise empty.
        supposed: the opposite that the parts begin with.
    """

    _DRAWN_BY = "drawing.steps:conclusion_svg"

    position: Position
    reason: Reason
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    broken: bool = False
    parts: tuple[ReasonStep, ...] = ()
    supposed: Supposed | None = None

    @property
    def opposites(self) -> tuple[Supposed | None, ...]:
        """For each conclusion its opposite, which the reason refutes; None if it needs none."""
        placed = ((*candidate, False) for candidate in self.placements)
        gone = ((*candidate, True) for candidate in self.eliminations)
        return (None,) if self.broken else (*placed, *gone)

    @property
    def size(self) -> int:
        """The number of houses and clues of the whole reason."""
        return self.reason.size

    @property
    def largest_part(self) -> int:
        """The number of houses and clues that have to be seen at once."""
        if not self.parts:
            return self.size
        return max(part.largest_part for part in self.parts)

    @property
    def total(self) -> int:
        """The number of houses and clues of all parts together, or without parts of the reason."""
        return sum(part.total for part in self.parts) if self.parts else self.size

    @property
    def technique(self) -> str | None:
        """The name of the technique that it is; None if it has no name."""
        return technique(self)

    @property
    def name(self) -> str:
        """Its name: that of its technique, or "reason"."""
        return name(self)

    @property
    def sentence(self) -> str:
        """Why it follows, in the words of the rules."""
        return sentence(self)

    @property
    def bound(self) -> str:
        """How small its reason is, and what is proved about that."""
        return bound(self)

    @property
    def notation(self) -> str:
        """The step in a line: what it rests on, and what follows."""
        return notation(self)

    @property
    def said_hints(self) -> tuple[Said, ...]:
        """The hints as data, which can be rendered in any language."""
        return said_hints(self)

    @property
    def hints(self) -> tuple[str, ...]:
        """Five hints, each of which says more than the one before."""
        return tuple(map(rendered, self.said_hints))

    @property
    def highlights(self) -> Highlights:
        """What to highlight in a picture of it."""
        return highlights(self)

    def as_json(self) -> dict[str, Any]:
        """Return the step as an object of JSON."""
        return as_json(self)


_MOST_CELLS = 16
"""A clue on more cells, or on more than half of the board, people do not look at as a whole."""

_SUBSETS = {2: "pair", 3: "triple", 4: "quad"}
_FISH = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
_LINES = ("row", "column")


def technique(step: ReasonStep) -> str | None:
    """Return the name of the technique that a step is; None if it has none or is taken apart."""
    if step.broken or step.parts:
        return None
    elements = step.reason.elements
    kinds: Counter[str] = Counter(element.kind for element in elements)
    if kinds["clue"]:
        return None
    if len(elements) == 1:
        return {"filled": "naked single", "place": "hidden single"}.get(elements[0].kind)
    places = [element for element in elements if element.kind == "place"]
    once = [element for element in elements if element.kind == "once"]
    if kinds["filled"] == kinds["single"] == 0:
        return _of_one_digit(places, once)
    if len(step.reason.sources) == 1:
        return _subset(kinds)
    return None


def _subset(kinds: Counter[str]) -> str | None:
    for first, second, name in (("once", "filled", "naked"), ("place", "single", "hidden")):
        count = kinds[first]
        if count in _SUBSETS and kinds[second] == count and 2 * count == kinds.total():
            return f"{name} {_SUBSETS[count]}"
    return None


def _of_one_digit(places: list[ReasonElement], once: list[ReasonElement]) -> str | None:
    if len({element.digit for element in (*places, *once)}) > 1:
        return None
    base, cover = _kinds_of(places), _kinds_of(once)
    if len(places) == len(once) == 1:
        return {"box": "pointing", "region": "pointing"}.get(base[0], "claiming")
    if len(places) == len(once) in _FISH and {*base} <= {*_LINES}:
        apart = len({*base}) == len({*cover}) == 1 and {*cover} <= {*_LINES}
        return _FISH[len(places)] if apart and base[0] != cover[0] else None
    return None


def _kinds_of(elements: list[ReasonElement]) -> list[str]:
    return [e.source.kind for e in elements if isinstance(e.source, AllDifferent)]


def name(step: ReasonStep) -> str:
    """Return the name of a step: that of its technique, "Clue" if it rests on one, or "Reason"."""
    if known := technique(step):
        return display_name(known)
    return "Reason" if _only_clue(step) is None else "Clue"


def sentence(step: ReasonStep) -> str:
    """Return why a step follows, in a sentence, with its parts if it has any."""
    return rendered(said(step))


def said(step: ReasonStep) -> Said:
    """Return the sentence as data, which `cpsudoku.words` renders in any language."""
    if step.parts:
        return _in_parts(step)
    if clue := _only_clue(step):
        return say("clue leaves", clue=_clue(clue, step.position.rules.board), left=_left(step))
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


def is_local(clue: Constraint, board: Board) -> bool:
    """Return whether a clue has few enough cells for people to look at all of them together."""
    return len(clue.scope) <= min(_MOST_CELLS, board.cell_count // 2)


def _only_clue(step: ReasonStep) -> Constraint | None:
    """Return the clue that a step rests on, if it rests on one clue and nothing else."""
    elements = step.reason.elements
    is_one = len(elements) == 1 and elements[0].kind == "clue" and not step.broken
    return elements[0].source if is_one else None


def _clue(clue: Constraint, board: Board, *, with_cells: bool = True) -> Said:
    """Return the name of a clue as data, with its cells if they are few."""
    with_cells = with_cells and is_local(clue, board)
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
    """Return what each cell has or loses; of a clue in the order of its cells."""
    placed = [_only(step.position, cell, [digit]) for cell, digit in step.placements]
    followed = step.eliminations if _only_clue(step) else sorted(step.eliminations)
    gone: dict[Cell, set[Digit]] = {}
    for cell, digit in followed:
        gone.setdefault(cell, set()).add(digit)
    return placed + [_left_in(step.position, *one) for one in gone.items()]


def _only(position: Position, cell: Cell, digits: Iterable[Digit], key: str = "only") -> Said:
    symbols: list[Said] = [position.rules.symbols[digit - 1] for digit in digits]
    return say(f"clue leaves {key}", cell=position.rules.board.name(cell), digits=symbols)


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
    known = "Reason" if _only_clue(step) is None else "Clue"
    return f"{known}: {', '.join(names)} => {', '.join(ends) or 'contradiction'}"


def said_hints(step: ReasonStep) -> tuple[Said, ...]:
    """Return five hints as data, each of which says more than the one before."""
    board = step.position.rules.board
    followed = (*step.placements, *step.eliminations)
    digits: list[Said] = [_symbol(step, d) for d in sorted({digit for _, digit in followed})]
    cells: list[Said] = [board.name(c) for c in dict.fromkeys(cell for cell, _ in followed)]
    if clue := _only_clue(step):
        by_name, with_cells = _clue(clue, board, with_cells=False), _clue(clue, board)
        cells = [board.name(c) for c in sorted({cell for cell, _ in followed})]
        return (
            say("look at clue", clue=by_name),
            say("look at clue", clue=with_cells),
            say("look at clue digits", clue=with_cells, digits=digits),
            say("look at clue cells", clue=with_cells, digits=digits, cells=cells),
            said(step),
        )
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


def as_json(step: ReasonStep) -> dict[str, Any]:
    """Return a step as an object of JSON, and its parts likewise."""
    rules = step.position.rules
    reason = step.reason
    found: dict[str, Any] = {
        "name": step.name,
        "technique": step.technique,
        "size": step.size,
        "largest_part": step.largest_part,
        "at_least": reason.at_least,
        "smallest": reason.smallest,
        "by": reason.by,
        "elements": [_element(element, rules) for element in reason.elements],
        "placements": candidates_json(step.placements, rules),
        "eliminations": candidates_json(step.eliminations, rules),
        "broken": step.broken,
        "sentence": step.sentence,
        "bound": step.bound,
        "notation": step.notation,
        "hints": list(step.hints),
        "cells": [rules.board.name(cell) for cell in highlights(step).cells],
    }
    if clue := _only_clue(step):
        found["clue"] = clue.label
    if step.supposed is not None:
        cell, digit, truth = step.supposed
        (candidate,) = candidates_json(((cell, digit),), rules)
        found["supposed"] = {"candidate": candidate, "true": truth}
        found["parts"] = [as_json(part) for part in step.parts]
    return found


def _element(element: ReasonElement, rules: Rules) -> dict[str, Any]:
    found: dict[str, Any] = {"kind": element.kind, "text": str(element)}
    if element.source is not None:
        found["of"] = element.source.label
    if element.digit:
        found["digit"] = element.digit + rules.board.first - 1
    found["cells"] = [rules.board.name(cell) for cell in element.scope]
    return found


def highlights(step: ReasonStep) -> Highlights:
    """Return what to highlight in a picture: houses by their part in it, each clue in a colour."""
    elements = step.reason.elements
    groups = {frozenset(g.cells): n for n, g in enumerate(step.position.rules.groups)}
    board = step.position.rules.board

    def numbers(kind: str) -> tuple[int, ...]:
        houses = dict.fromkeys(frozenset(e.scope) for e in elements if e.kind == kind)
        return tuple(groups[house] for house in houses)

    clues: dict[Constraint, tuple[Cell, ...]] = {
        e.source: e.scope
        for e in elements
        if e.kind == "clue" and e.source is not None and is_local(e.source, board)
    }
    cells = dict.fromkeys(e.scope[0] for e in elements if e.source is None)
    for scope in clues.values():
        cells.update(dict.fromkeys(scope))
    roles = dict.fromkeys(step.eliminations, "eliminated")
    roles.update(dict.fromkeys(step.placements, "placed"))
    cover = tuple(n for n in numbers("once") if n not in numbers("place"))
    return Highlights(roles, tuple(cells), numbers("place"), cover, tuple(clues.values()), ())
