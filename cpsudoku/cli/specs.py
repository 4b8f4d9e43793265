"""What ``cpsudoku generate`` is asked for, as text, becomes a spec."""

from __future__ import annotations

import re
from typing import NamedTuple

from cpsudoku import formats
from cpsudoku.cli import completion, options
from cpsudoku.cli.bundles import with_options
from cpsudoku.cli.options import option
from cpsudoku.cli.reading import PuzzleStream, only
from cpsudoku.deadline import NEVER, Deadline
from cpsudoku.errors import OptionError
from cpsudoku.formats.source import is_plain_file, text_of
from cpsudoku.generation import Spec
from cpsudoku.generation.difficulty import DifficultySpec
from cpsudoku.generation.regions import random_layout
from cpsudoku.rules import Rules
from cpsudoku.symmetry.orbits import NAMES, NONE

_MOST_EFFORT = (1 << 64) - 1


def _classes() -> tuple[str, ...]:
    from cpsudoku.logic.classes import HODOKU_CLASSES

    return HODOKU_CLASSES


@with_options
class Wish(NamedTuple):
    """The options that say what generated puzzles are to be like, as texts."""

    rules: str | None = options.RULES
    clues: str | None = option("--clues NUMBER|LEAST-MOST", "Givens of each puzzle, as in 24-28.")
    blanks: str | None = option(
        "--blanks NUMBER|LEAST-MOST", "The same, said by the cells left blank."
    )
    box_blanks: str | None = option(
        "--box-blanks NUMBER|LEAST-MOST", "Blanks of each box; 2- for at least 2."
    )
    symmetry: str = option(
        "--symmetry NAME",
        f"Of the pattern of givens: {', '.join(NAMES)}.",
        NONE,
        completes=completion.some_of(NAMES, "+"),
    )
    minimal: bool = option("--minimal", "No given (with a symmetry: no orbit) can go.")
    mask: str | None = option(
        "--mask CELLS", "For each cell # given, . blank, ? either; or a file."
    )
    givens: str | None = option(
        "--givens PUZZLE", "Digits to be given, or a file; with --with how many."
    )
    effort: str | None = option(
        "--effort NUMBER|LEAST-MOST", "Guesses of a search with singles; 0: none, 5-: 5 up."
    )
    distinct: bool = option("--distinct", "No two puzzles equal up to symmetry.")
    er: str | None = option("--er RATING|LEAST-MOST", "On Sudoku Explainer's scale.")
    hodoku: str | None = option(
        "--hodoku CLASS", "HoDoKu's class: easy, medium, hard, unfair or extreme.", among=_classes
    )
    needs: list[str] | None = option(
        "--needs TECHNIQUE", "Is on the path that solves it; may be given several times."
    )
    without: list[str] | None = option("--without TECHNIQUE", "Is not on that path; likewise.")
    from_scratch: bool = option(
        "--from-scratch", "Search for --er 9.3 and more from dug puzzles, not well-known ones."
    )

    @property
    def difficulty(self) -> DifficultySpec | None:
        """What the path that solves a puzzle is to be like; None for any."""
        needs, without = (
            tuple(name for given in names or () for name in given.split(","))
            for names in (self.needs, self.without)
        )
        er = rating_range(self.er)
        found = DifficultySpec(er, self.hodoku, needs, without, self.from_scratch)
        return None if found == DifficultySpec() else found

    def spec(self, seed: int, *, measured: bool = False, deadline: Deadline = NEVER) -> Spec:
        rules = rules_of(self.rules, seed, deadline)
        box, mask, givens, effort = self.box_blanks, self.mask, self.givens, self.effort
        return Spec(
            rules,
            _givens_range(self.clues, self.blanks, rules.cell_count),
            self.symmetry,
            self.minimal,
            None if box is None else range_of("--box-blanks", box, rules.size),
            None if mask is None else _text_or_file(mask),
            None if givens is None else only(PuzzleStream([givens], rules=rules)).puzzle,
            None if effort is None else range_of("--effort", effort, _MOST_EFFORT),
            self.distinct,
            measured,
            self.difficulty,
        )


def _givens_range(
    asked: str | None, asked_blanks: str | None, cells: int
) -> tuple[int, int] | None:
    clues = None if asked is None else range_of("--clues", asked, cells)
    if asked_blanks is None:
        return clues
    blanks = range_of("--blanks", asked_blanks, cells)
    if blanks[1] > cells:
        raise OptionError(f"--blanks {asked_blanks}; expected at most {cells}")
    other = cells - blanks[1], cells - blanks[0]
    if clues is None:
        return other
    both = max(clues[0], other[0]), min(clues[1], other[1])
    if both[0] > both[1]:
        raise OptionError(
            f"--clues {asked} and --blanks {asked_blanks} of {cells} cells exclude each other"
        )
    return both


def rules_of(text: str | None, seed: int, deadline: Deadline = NEVER) -> Rules:
    """Return the rules of a text, such as ``jigsaw:random:N``; the classic ones for None."""
    text = text or "9"
    return random_layout(text, seed, deadline) or formats.parse_rules(text).rules()


def range_of(option: str, text: str, most: int) -> tuple[int, int]:
    """Return the least and the most that a text says: ``24-28``, ``24``, ``24-`` or ``-28``."""
    ends = _ends(text, most)
    if not all(re.fullmatch("[0-9]{1,20}", end) and int(end) <= _MOST_EFFORT for end in ends):
        raise OptionError(
            f"{option} {text[:40]}; expected a number, or a range such as 24-28 or 24-"
        )
    return int(ends[0]), int(ends[1])


def _ends(text: str, most: float) -> tuple[str, str]:
    """Return the ends of a range as they are written, or a number twice."""
    low, dash, high = text.partition("-")
    return (low or "0", high or str(most)) if dash and text != "-" else (low, low)


def _text_or_file(text: str) -> str:
    if set(text) <= set("#xX1.0_-?* \n") and not is_plain_file(text):
        return text
    return text_of(text)


_HARDEST = 99.9


def rating_range(text: str | None) -> tuple[int, int] | None:
    """Return the least and the largest rating that a text such as ``4.0-5.0`` says, in tenths."""
    if text is None:
        return None
    try:
        least, most = (round(float(end) * 10) for end in _ends(text, _HARDEST))
    except (ValueError, OverflowError):
        raise OptionError(f"--er {text}; expected a rating, or a range such as 4.0-5.0") from None
    return least, most
