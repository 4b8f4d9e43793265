"""Lines of HoDoKu's regression library: one technique in one position, and what it must find.

``:technique[-variant|-x]:digits:givens:deleted:eliminations:placements:extra``, where a candidate
is *digit row column* and ``+`` stands before a digit that is placed but not given.  A case is
passed if some step of the technique has exactly the eliminations, or the placements; a fail case
(``-x``) if nothing is found.  (B. Hobiger, HoDoKu 2.2.0, reglib-1.3.)

>>> line = ":0300:4:" + "." * 81 + ":411 412::999:"
>>> case = Case.read(line)
>>> case.code, case.variant, case.placements, case.position.left(0)
('0300', '', frozenset({(80, 9)}), (1, 2, 3, 5, 6, 7, 8, 9))
"""

from __future__ import annotations

from dataclasses import dataclass

from cpsudoku.errors import FormatError
from cpsudoku.logic.evidence import Candidate, Position
from cpsudoku.logic.steps import Step
from cpsudoku.rules import classic

CELLS = 81


@dataclass(frozen=True)
class Case:
    """One line.

    Args:
        code: the technique's code, four digits or five.
        variant: what stands after its dash; ``x`` for a fail case.
        position: where the technique is looked for.
        eliminations: what it must eliminate.
        placements: what it must place.
    """

    code: str
    variant: str
    position: Position
    eliminations: frozenset[Candidate]
    placements: frozenset[Candidate]

    @classmethod
    def read(cls, line: str) -> Case:
        """Return the case that a line describes.

        Args:
            line: a line that begins with a colon.

        Raises:
            FormatError: it has another form.
        """
        fields = line.strip().split(":")
        if len(fields) < 7 or fields[0]:
            raise FormatError(f"not a line of the regression library: {line.strip()!r}")
        code, _, variant = fields[1].partition("-")
        digits = _digits(fields[3])
        left = [classic().all_digits] * CELLS
        for cell, digit in _candidates(fields[4]):
            left[cell] &= ~(1 << (digit - 1))
        return cls(
            code,
            variant,
            Position.placed(classic(), digits, left, _at_first(fields[3])),
            frozenset(_candidates(fields[5])),
            frozenset(_candidates(fields[6])),
        )

    @property
    def must_fail(self) -> bool:
        """Whether nothing may be found."""
        return self.variant == "x"

    def is_met_by(self, steps: tuple[Step, ...]) -> bool:
        """Return whether the steps found are what the case asks for.

        Args:
            steps: all steps of the technique in the position.
        """
        if self.must_fail:
            return not steps
        return any(self._is(step) for step in steps)

    def _is(self, step: Step) -> bool:
        if self.placements:
            return frozenset(step.placements) == self.placements
        return frozenset(step.eliminations) == self.eliminations


def _digits(text: str) -> tuple[int, ...]:
    symbols = text.replace("+", "").replace(".", "0")
    if len(symbols) != CELLS or not (symbols.isascii() and symbols.isdigit()):
        raise FormatError(f"{len(symbols)} cells in {text!r}; expected {CELLS} digits and dots")
    return tuple(map(int, symbols))


def _at_first(text: str) -> tuple[int, ...]:
    """Return what the givens, whose digits have no plus sign, say of each cell."""
    masks, placed = [], False
    for symbol in text:
        if symbol != "+":
            given = symbol.isdigit() and symbol != "0" and not placed
            masks.append(1 << int(symbol) - 1 if given else classic().all_digits)
        placed = symbol == "+"
    return tuple(masks)


def _candidates(text: str) -> list[Candidate]:
    found = []
    for word in text.split():
        if len(word) != 3 or not (word.isascii() and word.isdigit()) or "0" in word:
            raise FormatError(f"{word!r} is not a candidate; expected digit, row and column")
        digit, row, column = map(int, word)
        found.append(((row - 1) * 9 + column - 1, digit))
    return found
