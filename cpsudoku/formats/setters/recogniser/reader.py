"""One puzzle that is being recognised: its things and words, and what was proposed so far."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from cpsudoku.errors import CpsudokuError, RulesError
from cpsudoku.formats.base import Proposal
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.phrases import (
    PhraseBook,
    phrase_book,
    speaks_of_values,
    whole,
)
from cpsudoku.formats.setters.things import DrawnThing, joined
from cpsudoku.rules import Cell, Constraint
from cpsudoku.rules.board import pieces
from cpsudoku.variants import Variant, from_text
from cpsudoku.variants.base import touching
from cpsudoku.variants.composed import Wrong

Cells: TypeAlias = tuple[Cell, ...]

WHOLE = 0.97  # the least size of a square that fills its cell
BIG = 0.45  # a shape that is smaller is a dot
MOST_SHOWN = 100  # characters of a sentence that a report quotes
_ENOUGH = 0.5  # what is less probable is not taken
_SUMS = frozenset(("killer", "sum", "arrow", "doublearrow", "equalsums", "littlekiller"))
_OF_EACH_DIGIT = frozenset(("region", "schroedinger"))  # as true of one digit of each cell
_WORDLESS = 0.75  # a look without words is right less often, by this factor


SOME_WRONG = "some wrong"
_SOME_WRONG = re.compile(
    r"\b(one|two|three|\d) (?:of (?:the|these|those|all) )?((?:[\w-]+ ){1,3}?)"
    r"(?:is|are) (?:wrong|false|incorrect|lying|broken)\b",
    re.IGNORECASE,
)
_EACH_KIND = re.compile(r"\beach (?:type|kind)\b", re.IGNORECASE)
_NOUNS = {
    "killer": "cage", "arrow": "arrow", "thermo": "thermo", "renban": "renban", "xsum": "x-sum",
    "whispers": "whisper", "palindrome": "palindrome", "white": "white dot", "black": "black dot",
    "sandwich": "sandwich", "skyscraper": "skyscraper", "littlekiller": "little killer",
    "between": "between", "quad": "quad", "zipper": "zipper",
}  # fmt: skip
"""The words for clues of a kind, of which some may be wrong."""


class Claim(NamedTuple):
    """A thing and what it would mean.

    Args:
        things: those that are part of it.
    """

    things: tuple[DrawnThing, ...]
    constraint: Constraint


class Recogniser:
    """One puzzle that is being recognised."""

    def __init__(self, job: Import, book: PhraseBook | None = None) -> None:
        self.job, self.book = job, book or phrase_book()
        self.board = job.rules.board
        self.spoken = self.book.spoken(job.words)
        self.has_words = bool(self.spoken)
        self.is_odd = speaks_of_values(job.words)
        self.solution = tuple(
            digit + self.board.first - 1 if digit else None for digit in job.claimed or ()
        )
        self.claimed: set[int] = set()
        self.tables: dict[Hashable, frozenset[tuple[int, ...]]] = {}
        self.originals: dict[int, tuple[DrawnThing, ...]] = {}  # of lines led on, cut or joined
        self.reading: list[Proposal] = []
        self.by_value: Callable[[Variant], Variant] | None = None  # for cells with other values
        self.sums_only = False  # whether of cells with other values only sums are clear
        self.kinds: set[str] = {"usual", "fog", "not all given"}

    def note(self, report: str) -> None:
        """Report something once."""
        if report not in self.job.ignored:
            self.job.ignored.append(report)

    def says(self, kind: str) -> bool:
        """Return whether the words speak of a kind, or nothing where there are none."""
        return kind in self.spoken or not self.has_words

    def variant(self, text: str, *cells: Iterable[Cell]) -> Constraint:
        """Return a variant by its name and numbers."""
        names = "/".join(",".join(map(self.board.name, some)) for some in cells)
        return from_text(f"{text}@{names}" if cells else text, self.board)

    def claims(
        self, things: tuple[DrawnThing, ...], text: str, *cells: Iterable[Cell]
    ) -> list[Claim]:
        """Return that things would mean a variant; nothing where the board can have none such."""
        try:
            return [Claim(things, self.variant(text, *cells))]
        except CpsudokuError:
            return []

    def fits(self, constraint: Constraint) -> bool | None:
        """Return whether a stored solution obeys a constraint; None where it does not show."""
        values = self.solution
        if not values or any(values[c] is None for c in constraint.scope if c < len(values)):
            return None
        try:
            return constraint.holds([value or 0 for value in values])
        except (CpsudokuError, IndexError, ValueError):
            return None

    def propose(self, kind: str, rates: tuple[float, float], claims: Sequence[Claim]) -> bool:
        """Propose what a family means; return whether it is taken, at least in part."""
        claims = [
            claim._replace(constraint=one) for claim in claims
            if (one := self.modified(claim.constraint)) is not None
        ]  # fmt: skip
        if not claims:
            return False
        if number := self.wrong.get(kind):
            claims = self._partly_wrong(claims, number)
        agreed = [self.fits(claim.constraint) for claim in claims]
        wrong = agreed.count(False)
        is_refuted = wrong > 0 and 4 * wrong >= len(claims)
        confidence = rates[self.is_odd and self.by_value is None] * (
            1 if kind in self.spoken else _WORDLESS
        )
        evidence = " ".join(self.spoken.get(kind, ())[:1])[:MOST_SHOWN]
        taken = False
        for claim, fit in zip(claims, agreed, strict=True):
            dropped = "the stored solution breaks it" if fit is False else ""
            if is_refuted and not dropped:
                dropped = f"the stored solution breaks {wrong} of {len(claims)} like it"
            elif not dropped and fit is None and confidence < _ENOUGH:
                dropped = "too doubtful"
            thing = claim.things[0].name if claim.things else "words"
            self.reading.append(
                Proposal(claim.constraint, thing, evidence, confidence, fit, dropped)
            )
            if not dropped:
                taken = True
                self.job.keep(claim.constraint)
                self.claimed |= set(map(id, claim.things))
        if taken:
            self.kinds |= {kind, *[SOME_WRONG] * bool(number)}
        return taken

    @cached_property
    def wrong(self) -> dict[str, int]:
        """The kinds of which sentences say that some clues are wrong, and how many."""
        found: dict[str, int] = {}
        for sentence in self.spoken.get(SOME_WRONG, ()):
            said = _SOME_WRONG.search(sentence)
            number = whole(said[1].lower()) if said else None
            noun = said[2].lower() if said else ""
            is_each = noun.startswith("clue") and _EACH_KIND.search(sentence)
            kinds = self.spoken if is_each else (k for k, word in _NOUNS.items() if word in noun)
            found |= dict.fromkeys(kinds, number) if number else {}
        return found

    def _partly_wrong(self, claims: Sequence[Claim], number: int) -> list[Claim]:
        """Return one claim for several of which some are wrong; none if that cannot be said."""
        clues = tuple(one.constraint for one in claims if isinstance(one.constraint, Variant))
        whole_one = Wrong(board=self.board, clues=clues, number=number)
        try:
            whole_one.check(self.board)
        except RulesError:
            return []
        return [Claim(tuple(thing for one in claims for thing in one.things), whole_one)]

    def modified(self, constraint: Constraint) -> Constraint | None:
        """Return what a constraint says where cells have other values; None if that is unclear."""
        name = getattr(constraint, "name", "")
        if self.sums_only and name not in _SUMS:
            return constraint if name in _OF_EACH_DIGIT else None
        if self.by_value is None or not isinstance(constraint, Variant):
            return constraint
        valued = self.by_value(constraint)
        return constraint if valued.fault() else valued

    @cached_property
    def shapes(self) -> dict[Cell, list[DrawnThing]]:
        """The round shapes that fill most of a cell, or of some, by their cells."""
        found: dict[Cell, list[DrawnThing]] = defaultdict(list)
        for thing in self.things:
            if thing.is_round and max(thing.size) >= BIG and min(thing.size) >= 0.4:
                for cell in thing.cells if len(thing.cells) <= 3 else ():
                    found[cell].append(thing)
        return found

    @cached_property
    def grid(self) -> tuple[tuple[int, int], ...]:
        """The places of the cells of the grid, without those beside it."""
        return self.board.places[: self.board.grid_count]

    @cached_property
    def shaded(self) -> dict[Cell, str]:
        """The colours of cells that are filled."""
        return {thing.cells[0]: thing.fill for thing in filter(is_shade, self.things)}

    @cached_property
    def things(self) -> list[DrawnThing]:
        """What is drawn, numbers with the arrows and rings at which they stand."""
        return joined(self.job.things)

    def of_kind(self, *kinds: str, beside: bool = False, claimed: bool = False) -> list[DrawnThing]:
        """Return the things of some kinds on or beside the board, without what is claimed."""
        return [
            thing for thing in self.things
            if thing.looks[-1] in kinds and (claimed or id(thing) not in self.claimed)
            and (thing.looks[0] in ("outside", "cell")) == beside
        ]  # fmt: skip

    def areas(self, cells: Iterable[Cell]) -> list[Cells]:
        """Return the parts of some cells that are joined by edges, each in the order of cells."""
        every = sorted(set(cells))
        parts = pieces(len(every), touching(self.board, every))
        return [tuple(every[place] for place in sorted(part)) for part in parts]

    def ends(self, line: DrawnThing) -> tuple[list[DrawnThing], list[DrawnThing]]:
        """Return the round shapes at both ends of a line."""
        first, last = (self.shapes.get(line.cells[end], []) for end in (0, -1))
        return first, last


def is_shade(thing: DrawnThing) -> bool:
    """Return whether a thing is the colour of a cell."""
    is_whole = thing.looks[-1] == "rectangle" and min(thing.size) > WHOLE and not thing.is_round
    return is_whole and len(thing.cells) == 1 and bool(thing.fill)
