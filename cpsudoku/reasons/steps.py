"""A step with its reason: elements, what follows, how small it is proved to be, and its words.

>>> from cpsudoku.formats import parse
>>> from cpsudoku.reasons.paths import smallest_reasons
>>> next(smallest_reasons(parse("1............2..", "4"))).sentence
'In column 1, only r2c1 can be 2.'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from cpsudoku.errors import OptionError
from cpsudoku.ground.notebook import Drawn
from cpsudoku.logic import Position
from cpsudoku.logic.documents import candidates_json
from cpsudoku.logic.evidence import Candidate, Highlights
from cpsudoku.logic.naming import conclusions, display_name
from cpsudoku.logic.sentences.words import house_said
from cpsudoku.reasons.elements import ReasonElement
from cpsudoku.rules import AllDifferent, Board, Cell, Constraint, Digit
from cpsudoku.variants.base import Variant
from cpsudoku.variants.naming import meaning_of, meaning_said, number_of
from cpsudoku.words import OPEN, USUAL, Said, rendered, say, without_answer

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


class Consequence(NamedTuple):
    """A consequence of some elements, as the search returns it.

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
    def clues(self) -> tuple[Constraint, ...]:
        """The clues among them."""
        clues = (e.source for e in self.elements if e.kind == "clue" and e.source is not None)
        return tuple(dict.fromkeys(clues))

    @property
    def cells(self) -> list[Cell]:
        """The cells of which it says that they have a digit, or only one."""
        return sorted({e.scope[0] for e in self.elements if e.source is None})

    @property
    def kinds(self) -> Counter[str]:
        """How many elements of each kind there are."""
        return Counter(element.kind for element in self.elements)

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

    position: Position
    reason: Reason
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    broken: bool = False
    parts: tuple[ReasonStep, ...] = ()
    supposed: Supposed | None = None

    def __repr__(self) -> str:
        return f"<ReasonStep {self.notation}>"

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
        """The name of the technique that it is; None if it has none or is taken apart.

        The smallest reason of a technique has a shape: that of an X-wing is two places and twice
        "only once", all of one digit.
        """
        kinds = self.reason.kinds
        elements = self.reason.elements
        if self.broken or self.parts or kinds["clue"]:
            return None
        if len(elements) == 1:
            return {"filled": "naked single", "place": "hidden single"}.get(elements[0].kind)
        if kinds["filled"] == kinds["single"] == 0:
            return _of_one_digit(elements)
        return _subset(kinds) if self.size == 1 else None

    @property
    def name(self) -> str:
        """Its name: that of its technique, "Clue" if it rests on one only, or "Reason"."""
        if known := self.technique:
            return display_name(known)
        return "Reason" if self._clue is None else "Clue"

    @property
    def _clue(self) -> Constraint | None:
        """The clue that it rests on, if it rests on one clue and nothing else."""
        elements = self.reason.elements
        is_one = len(elements) == 1 and elements[0].kind == "clue" and not self.broken
        return elements[0].source if is_one else None

    @property
    def sentence(self) -> str:
        """Why it follows, in the words of the rules, with its parts if it has any."""
        return rendered(self.said)

    @property
    def said(self) -> Said:
        """The sentence as data, which `cpsudoku.words` renders in any language."""
        if self.parts:
            end = self._said_of_supposed("reason so not", "reason so")
            return say("sentences", said=[*self._said_in_parts(), end])
        if clue := self._clue:
            return say("clue leaves", clue=_clue_named(clue, self._board), follows=self._left())
        elements = self.reason.elements
        if len(elements) == 1 and elements[0].kind != "clue":
            return self._said_of_one(elements[0])
        several = self.size + bool(self.reason.cells)
        if self.broken:
            return say("reason contradicts", sources=self._subject(), several=several)
        return say("reason leaves", sources=self._subject(), several=several, follows=self._left())

    @property
    def _board(self) -> Board:
        return self.position.rules.board

    def _symbols(self, digits: Iterable[Digit]) -> list[Said]:
        return [self.position.rules.symbols[digit - 1] for digit in digits]

    def _said_in_parts(self) -> list[Said]:
        told = [self._said_of_supposed("reason suppose", "reason suppose not")]
        return [*told, *(say("reason then", said=part.said) for part in self.parts)]

    def _said_of_supposed(self, if_true: str, if_false: str) -> Said:
        assert self.supposed is not None
        cell, digit, truth = self.supposed
        key = if_true if truth else if_false
        return say(key, cell=self._board.name(cell), digit=self._symbols([digit])[0])

    def _said_of_one(self, element: ReasonElement) -> Said:
        if element.source is None:
            name = self._board.name(element.scope[0])
            if self.broken:
                return say("reason empty", cell=name)
            return say("reason cell", cell=name, digit=self._symbols([self.placements[0][1]])[0])
        house, (digit,) = house_named(element.source), self._symbols([element.digit])
        if self.broken:
            key = "reason twice" if element.kind == "once" else "reason no cell"
            return say(key, house=house, digit=digit)
        name = self._board.name(self.placements[0][0])
        return say("reason only cell", cell=name, house=house, digit=digit)

    def _named(self, source: Constraint) -> Said:
        """Return a house with the digits that matter in it, or a clue with its cells."""
        if source in self.reason.clues:
            return _clue_named(source, self._board)
        digits = sorted({one.digit for one in self.reason.elements if one.source is source})
        return say("reason house", house=house_named(source), digits=self._symbols(digits))

    def _subject(self) -> list[Said]:
        """Return what forces the conclusion: clues first, then houses, then cells."""
        clues = self.reason.clues
        ordered = [*clues, *(source for source in self.reason.sources if source not in clues)]
        names = [self._named(source) for source in ordered]
        if self.reason.cells:
            cells: list[Said] = [self._board.name(cell) for cell in self.reason.cells]
            names.append(say("reason cells", cells=cells))
        return names

    def _left(self) -> list[Said]:
        """Return what each cell has or loses; of a clue in the order of its cells."""
        gone: dict[Cell, list[Digit]] = {}
        for cell, digit in self.eliminations if self._clue else sorted(self.eliminations):
            gone.setdefault(cell, []).append(digit)
        cells: dict[tuple[str, tuple[Digit, ...]], list[Said]] = {}
        found = [(cell, ("only", (digit,))) for cell, digit in self.placements]
        for cell, alike in (*found, *((cell, self._left_in(cell, gone[cell])) for cell in gone)):
            cells.setdefault(alike, []).append(self._board.name(cell))
        return [
            say(f"clue leaves {key}", cells=of, digits=self._symbols(digits))
            for (key, digits), of in cells.items()
        ]

    def _left_in(self, cell: Cell, gone: list[Digit]) -> tuple[str, tuple[Digit, ...]]:
        """Return what is left in a cell or what it cannot be, whichever is shorter."""
        left = tuple(digit for digit in self.position.left(cell) if digit not in gone)
        return ("only", left) if 0 < len(left) < len(gone) else ("no", tuple(sorted(gone)))

    @property
    def bound(self) -> str:
        """The size of its reason, and whether it is proved smallest."""
        reason = self.reason
        houses, elements = reason.size, len(reason.elements)
        numbers = {
            "houses": f"{houses} {'house or clue' if houses == 1 else _COUNTED['houses']}",
            "elements": f"{elements} element{'s' * (elements != 1)}",
        }
        first = numbers.pop(reason.by)
        many = ", ".join((first, *numbers.values()))
        parts = f"; parts of at most {self.largest_part}" if self.parts else ""
        if reason.smallest:
            return f"{many}, proved smallest{parts}"
        below = "" if reason.at_least == reason.cost[0] else "at most "
        return f"{below}{many}; nothing below {reason.at_least} {_COUNTED[reason.by]}{parts}"

    @property
    def notation(self) -> str:
        """The step as a line: ``Reason: killer 5 r1c1 r1c2, row 1 (2) => r1c3<>2``."""
        names = [rendered(self._named(source)) for source in self.reason.sources]
        names += [self._board.name(cell) for cell in self.reason.cells]
        both = ((self.placements, "="), (self.eliminations, "<>"))
        ends = [conclusions(some, sign, self.position.rules) for some, sign in both if some]
        known = "Reason" if self._clue is None else "Clue"
        return f"{known}: {', '.join(names)} => {', '.join(ends) or 'contradiction'}"

    @property
    def hints(self) -> tuple[str, ...]:
        """The texts of hints: the technique, the place, the reason, and the answer as well."""
        return tuple(map(rendered, self.said_hints))

    @property
    def said_hints(self) -> tuple[Said, ...]:
        """The hints as data, which can be rendered in any language."""
        board = self._board
        if clue := self._clue:
            whole = _clue_named(clue, board)
            means: Said = ""
            if isinstance(clue, Variant):
                means = meaning_said(clue.name, meaning_of(type(clue)), number_of(clue))
            return (
                say("look at clue", clue=_clue_named(clue, board, with_cells=False)),
                say("look at clue", clue=whole),
                say("why clue leaves", clue=whole, means=means),
                self.said,
            )
        if known := self.technique:
            first = say("look for", technique=say(f"technique {known}", known))
        else:
            first = say("reason look for what", kinds=self._kinds(), several=max(1, self.size))
        clues = self.reason.clues
        places = [
            _clue_named(source, board) if source in clues else house_named(source)
            for source in self.reason.sources
        ]
        if self.parts or not places:
            followed = (*self.placements, *self.eliminations)
            places = [board.name(c) for c in dict.fromkeys(cell for cell, _ in followed)]
        why = without_answer(self.said)
        if self.parts:  # their conclusions lead to the answer and may be told
            why = say("sentences", said=[*self._said_in_parts(), OPEN])
        return first, say("hint place", places=places), why, self.said

    def _kinds(self) -> Said:
        clues = len(self.reason.clues)
        counts = (("clue", "clues", clues), ("one house", "houses", self.size - clues))
        found: list[Said] = [
            say(f"reason {one if count == 1 else many}", number=count)
            for one, many, count in counts
            if count
        ]
        return found or say("reason a cell")

    @property
    def highlights(self) -> Highlights:
        """What to highlight in a picture: houses by their part in it, each clue in a colour."""
        elements, rules = self.reason.elements, self.position.rules
        groups = {frozenset(group.cells): number for number, group in enumerate(rules.groups)}

        def numbers(kind: str) -> tuple[int, ...]:
            houses = dict.fromkeys(frozenset(e.scope) for e in elements if e.kind == kind)
            return tuple(groups[house] for house in houses)

        clues = [clue.scope for clue in self.reason.clues if is_local(clue, rules.board)]
        cells = dict.fromkeys(e.scope[0] for e in elements if e.source is None)
        cells.update(dict.fromkeys(cell for scope in clues for cell in scope))
        roles = dict.fromkeys(self.eliminations, "eliminated")
        roles.update(dict.fromkeys(self.placements, "placed"))
        cover = tuple(n for n in numbers("once") if n not in numbers("place"))
        return Highlights(roles, tuple(cells), numbers("place"), cover, tuple(clues), ())

    def as_json(self, language: str = USUAL) -> dict[str, Any]:
        """Return the step as an object of JSON, with sentences in a language; its parts too."""
        rules, reason = self.position.rules, self.reason
        found: dict[str, Any] = {
            "name": self.name,
            "technique": self.technique,
            "size": self.size,
            "largest_part": self.largest_part,
            "at_least": reason.at_least,
            "smallest": reason.smallest,
            "by": reason.by,
            "elements": [element.as_json() for element in reason.elements],
            "placements": candidates_json(self.placements, rules),
            "eliminations": candidates_json(self.eliminations, rules),
            "broken": self.broken,
            "sentence": rendered(self.said, language),
            "bound": self.bound,
            "notation": self.notation,
            "hints": [rendered(one, language) for one in self.said_hints],
            "cells": [rules.board.name(cell) for cell in self.highlights.cells],
        }
        if self._clue:
            found["clue"] = self._clue.label
        if self.supposed is not None:
            cell, digit, truth = self.supposed
            (candidate,) = candidates_json(((cell, digit),), rules)
            found["supposed"] = {"candidate": candidate, "true": truth}
            found["parts"] = [part.as_json(language) for part in self.parts]
        return found


_COUNTED = {"houses": "houses and clues", "elements": "elements"}

_SUBSETS = {2: "pair", 3: "triple", 4: "quad"}
_FISH = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
_LINES = ("row", "column")


def _subset(kinds: Counter[str]) -> str | None:
    for first, second, name in (("once", "filled", "naked"), ("place", "single", "hidden")):
        count = kinds[first]
        if count in _SUBSETS and kinds[second] == count and 2 * count == kinds.total():
            return f"{name} {_SUBSETS[count]}"
    return None


def _of_one_digit(elements: Sequence[ReasonElement]) -> str | None:
    if len({element.digit for element in elements}) > 1:
        return None
    base, cover = (
        [e.source.kind for e in elements if e.kind == kind and isinstance(e.source, AllDifferent)]
        for kind in ("place", "once")
    )
    if len(base) == len(cover) == 1:
        return {"box": "pointing", "region": "pointing"}.get(base[0], "claiming")
    if len(base) == len(cover) in _FISH and {*base} <= {*_LINES}:
        apart = len({*base}) == len({*cover}) == 1 and {*cover} <= {*_LINES}
        return _FISH[len(base)] if apart and base[0] != cover[0] else None
    return None


_MOST_CELLS = 16
"""A clue on more cells, or on more than half of the board, people do not look at as a whole."""


def is_local(clue: Constraint, board: Board) -> bool:
    """Return whether a clue has few enough cells for people to look at all of them together."""
    return len(clue.scope) <= min(_MOST_CELLS, board.cell_count // 2)


def house_named(source: Constraint) -> Said:
    """Return the name of a house as data."""
    return house_said(source) if isinstance(source, AllDifferent) else source.label


def _clue_named(clue: Constraint, board: Board, *, with_cells: bool = True) -> Said:
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
