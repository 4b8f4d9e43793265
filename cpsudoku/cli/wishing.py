"""What ``cpsudoku generate`` is asked for, as text, becomes a wish."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cpsudoku import formats
from cpsudoku.errors import OptionError
from cpsudoku.generation import Wish
from cpsudoku.generation.regions import random_jigsaw
from cpsudoku.rules import Rules
from cpsudoku.symmetry.orbits import NONE

_RANDOM_JIGSAW = "jigsaw:random"
_MOST_EFFORT = (1 << 64) - 1


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options that say what the puzzles are to be like, as they were given."""

    rules: str | None = None
    clues: str | None = None
    blanks: str | None = None
    box_blanks: str | None = None
    symmetry: str = NONE
    minimal: bool = False
    mask: str | None = None
    givens: str | None = None
    effort: str | None = None
    distinct: bool = False

    def wish(self, seed: int, *, measured: bool) -> Wish:
        """Return what they mean.

        Args:
            seed: the seed, of which a random layout of regions depends.
            measured: whether the effort of each puzzle is wanted.

        Raises:
            OptionError: an option makes no sense.
            RulesError: the rules are none.
            FormatError: the givens are no puzzle.
            GenerationError: no puzzle can be like that.
        """
        rules = rules_of(self.rules, seed)
        return Wish(
            rules,
            clues=self._givens_range(rules),
            symmetry=self.symmetry,
            minimal=self.minimal,
            box_blanks=range_of("--box-blanks", self.box_blanks, rules.size),
            mask=_text_or_file(self.mask),
            givens=None if self.givens is None else formats.parse(self.givens, rules),
            effort=range_of("--effort", self.effort, _MOST_EFFORT),
            distinct=self.distinct,
            measured=measured,
        )

    def _givens_range(self, rules: Rules) -> tuple[int, int] | None:
        cells = rules.cell_count
        clues = range_of("--clues", self.clues, cells)
        blanks = range_of("--blanks", self.blanks, cells)
        if blanks is None:
            return clues
        if blanks[1] > cells:
            raise OptionError(f"--blanks {self.blanks}; expected at most {cells}")
        other = cells - blanks[1], cells - blanks[0]
        if clues is None:
            return other
        both = max(clues[0], other[0]), min(clues[1], other[1])
        if both[0] > both[1]:
            raise OptionError(
                f"--clues {self.clues} and --blanks {self.blanks} of {cells} cells exclude each "
                "other"
            )
        return both


def rules_of(text: str | None, seed: int) -> Rules:
    """Return the rules that a text stands for, or random regions.

    Args:
        text: rules, ``jigsaw:random`` or ``jigsaw:random:N``; None for the classic ones.
        seed: what random regions depend on.

    Raises:
        RulesError: the text is none of them.
    """
    if text is not None and text.startswith(_RANDOM_JIGSAW):
        size = text.removeprefix(_RANDOM_JIGSAW).removeprefix(":") or "9"
        if not (size.isascii() and size.isdigit()):
            raise OptionError(f"--rules {text}; expected jigsaw:random or jigsaw:random:SIZE")
        return random_jigsaw(int(size), seed)
    spec = formats.parse_rules(text or "9")
    return spec.rules()


def range_of(option: str, text: str | None, most: int) -> tuple[int, int] | None:
    """Return the least and the most that a text such as ``24-28``, ``24``, ``24-`` or ``-28`` says.

    Args:
        option: name of the option, for the message.
        text: the text; None for no limits.
        most: what a missing upper end stands for.

    Raises:
        OptionError: it is no such text.
    """
    if text is None:
        return None
    low, dash, high = text.partition("-")
    ends = (low or "0", high or str(most)) if dash and text != "-" else (low, low)
    if not all(end.isascii() and end.isdigit() for end in ends):
        raise OptionError(f"{option} {text}; expected a number, or a range such as 24-28 or 24-")
    return int(ends[0]), int(ends[1])


def _text_or_file(text: str | None) -> str | None:
    if text is None or set(text) <= set("#xX1.0_-?* \n"):
        return text
    return Path(text).read_text(encoding="utf-8")
