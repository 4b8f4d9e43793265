"""The options of ``cpsudoku generate``, as text, become a spec."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, fields
from functools import partial

from cpsudoku import formats
from cpsudoku.cli import options
from cpsudoku.cli.declaring import Declaration, Name, field_of, group, option
from cpsudoku.cli.options import given_puzzle
from cpsudoku.errors import OptionError
from cpsudoku.formats.source import is_plain_file, text_of
from cpsudoku.generation import Spec
from cpsudoku.generation.filling import random_layout
from cpsudoku.generation.layouts import split, wishes
from cpsudoku.generation.setting import VariantSpec
from cpsudoku.generation.specs import ALL_CHAINS, DifficultySpec
from cpsudoku.ground.deadline import NEVER, Deadline
from cpsudoku.logic.classes import HODOKU_CLASSES
from cpsudoku.logic.techniques import TECHNIQUES, other_names
from cpsudoku.rules import Rules
from cpsudoku.symmetry.orbits import NAMES, NONE

_MOST_EFFORT = (1 << 64) - 1


def _techniques() -> tuple[str, ...]:
    """Return the names of techniques and of families."""
    families = (one.family for one in TECHNIQUES.values())
    return tuple(dict.fromkeys((*TECHNIQUES, *families, *ALL_CHAINS, *other_names())))


def symmetry_option(about: str, heading: str) -> Declaration:
    """Return the option ``--symmetry``."""
    return option(
        "--symmetry NAME", f"{about}: {', '.join(NAMES)}, or several joined by +.", NONE,
        heading=heading,
        kind=Name("symmetry", NAMES, between="+"),
    )  # fmt: skip


PUZZLES, DIFFICULTY = "Puzzles", "Difficulty"
_of_puzzle, _of_difficulty = partial(option, heading=PUZZLES), partial(option, heading=DIFFICULTY)


@dataclass(frozen=True)
class Wish:
    """The wishes for generated puzzles, as texts."""

    rules: str | None = field_of(options.RULES_OF_NEW)
    clues: str | None = field_of(
        _of_puzzle(
            "--clues NUMBER|LEAST-MOST", "Givens of each puzzle, such as 24-28.", usual="any"
        )
    )
    blanks: str | None = field_of(
        _of_puzzle("--blanks NUMBER|LEAST-MOST", "Blank cells of each puzzle, instead of --clues.")
    )
    box_blanks: str | None = field_of(
        _of_puzzle("--box-blanks NUMBER|LEAST-MOST", "Blank cells of each box; 2- for at least 2.")
    )
    symmetry: str = field_of(symmetry_option("Symmetry of the givens", PUZZLES))
    minimal: bool = field_of(
        _of_puzzle("--minimal", "No given can be left out (with a symmetry: no orbit of givens).")
    )
    mask: str | None = field_of(
        _of_puzzle("--mask CELLS", "Which cells are given: # yes, . no, ? either; or a file.")
    )
    givens: str | None = field_of(
        _of_puzzle(
            "--givens PUZZLE", "Digits to be given, or a file; with --with the number of givens."
        )
    )
    effort: str | None = field_of(
        _of_difficulty(
            "--effort NUMBER|LEAST-MOST", "Guesses of a search with singles; 5- for at least 5."
        )
    )
    distinct: bool = field_of(
        _of_puzzle(
            "--distinct", "Make no two puzzles that are equal up to symmetry.",
            no_job=", whose shards do not know one another",
        )
    )  # fmt: skip
    er: str | None = field_of(
        _of_difficulty("--er RATING|LEAST-MOST", "Sudoku Explainer's rating, such as 4.0-5.0.")
    )
    hodoku: str | None = field_of(
        _of_difficulty(
            "--hodoku CLASS", "HoDoKu's class: easy, medium, hard, unfair or extreme.",
            kind=Name("class", lambda: HODOKU_CLASSES),
        )
    )  # fmt: skip
    needs: tuple[str, ...] = field_of(
        _of_difficulty(
            "--needs TECHNIQUE",
            "Technique or family that the path must use (see `cpsudoku techniques`); repeatable.",
            several=True,
            kind=Name("technique", _techniques, expected="see `cpsudoku techniques`"),
        )
    )  # fmt: skip
    without: tuple[str, ...] = field_of(
        _of_difficulty(
            "--without TECHNIQUE", "Technique or family that the path must not use; repeatable.",
            several=True,
            kind=Name("technique", _techniques, expected="see `cpsudoku techniques`"),
        )
    )  # fmt: skip
    from_scratch: bool = field_of(
        _of_difficulty(
            "--from-scratch", "For --er 9.3 and more: start from dug puzzles, not well-known ones."
        )
    )

    with_: tuple[str, ...] = field_of(
        _of_puzzle(
            "--with VARIANT[:NUMBER]",
            "Variant, and how many at most, such as killer:28 or kropki:12 (see `cpsudoku help "
            "rules`); without a number, one; what proves unnecessary is left out; repeatable.",
            name="with_",
            several=True,
        )
    )

    @property
    def difficulty(self) -> DifficultySpec | None:
        """The wanted difficulty; None for any."""
        er = rating_range(self.er)
        found = DifficultySpec(er, self.hodoku, self.needs, self.without, self.from_scratch)
        return None if found == DifficultySpec() else found

    @property
    def asked(self) -> dict[str, object]:
        """The wish as JSON holds it, where it decides which puzzles a file has."""
        values = {name.rstrip("_"): value for name, value in asdict(self).items()}
        return {
            name: (list(of) or None) if isinstance(of, tuple) else of for name, of in values.items()
        }

    def spec(
        self, seed: int, *, measured: bool = False, deadline: Deadline = NEVER
    ) -> Spec | VariantSpec:
        """Return the spec; a random layout of regions depends on the seed."""
        if self.with_:
            self._check_with()
        rules = rules_of(self.rules, seed, deadline)
        if self.with_:
            wished, everywhere = split(wishes(self.with_), rules.board)
            most = None if self.givens is None else int(self.givens)
            rules = rules.with_constraints(everywhere)
            return VariantSpec.of(rules, wished, givens=most, symmetry=self.symmetry)
        box, mask, givens, effort = self.box_blanks, self.mask, self.givens, self.effort
        return Spec(
            rules,
            _givens_range(self.clues, self.blanks, rules.cell_count),
            self.symmetry,
            self.minimal,
            None if box is None else range_of("--box-blanks", box, rules.size),
            None if mask is None else _text_or_file(mask),
            None if givens is None else given_puzzle(givens, rules),
            None if effort is None else range_of("--effort", effort, _MOST_EFFORT),
            self.distinct,
            measured,
            self.difficulty,
        )

    def _check_with(self) -> None:
        """Raise an error for a wish that puzzles with variants cannot meet."""
        known = {"rules", "givens", "symmetry", "minimal", "with_"}
        for one in fields(self):
            if one.name not in known and getattr(self, one.name) != one.default:
                raise OptionError(f"--{one.name.replace('_', '-')} does not go with --with")
        if self.givens is not None and not re.fullmatch(r"[0-9]{1,4}", self.givens):
            raise OptionError(f"--givens {self.givens[:40]}; expected a number beside --with")


wish = group(Wish)


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
        raise OptionError(f"--clues {asked} and --blanks {asked_blanks} exclude each other")
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
