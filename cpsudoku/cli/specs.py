"""What ``cpsudoku generate`` is asked for, as text, becomes a spec."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import partial
from typing import Any

from cpsudoku import formats
from cpsudoku.cli.reading import Reader, only
from cpsudoku.deadline import NEVER, Deadline
from cpsudoku.errors import OptionError
from cpsudoku.formats.source import is_plain_file, text_of
from cpsudoku.generation import Spec
from cpsudoku.generation.difficulty import DifficultySpec
from cpsudoku.generation.regions import random_layout
from cpsudoku.rules import Rules

_DIFFICULTY = frozenset({"er", "hodoku", "needs", "without"})

OPTIONS = (
    frozenset({field.name for field in fields(Spec)}) - {"measured", "difficulty"}
    | {"blanks"}
    | _DIFFICULTY
)
"""The names of the options that say what the puzzles are to be like."""

_MOST_EFFORT = (1 << 64) - 1


def spec_of(
    asked: Mapping[str, Any], seed: int, *, measured: bool, deadline: Deadline = NEVER
) -> Spec:
    """Return what options mean.

    Args:
        asked: each of `OPTIONS` as it was given: a text, a flag, or None.
        seed: the seed, on which a random layout of regions depends.
        measured: whether the effort of each puzzle is to be known.
        deadline: when to give up drawing a random layout.

    Raises:
        OptionError: an option makes no sense.
        RulesError: the rules are none.
        FormatError: the givens are no puzzle.
        GenerationError: no puzzle can be like that.
        OutOfTimeError: the deadline came first.
    """
    rules = rules_of(asked["rules"], seed, deadline)
    readers: dict[str, Callable[[str], object]] = {
        "box_blanks": partial(range_of, "--box-blanks", most=rules.size),
        "mask": _text_or_file,
        "givens": lambda text: only(Reader([text], rules=rules)).puzzle,
        "effort": partial(range_of, "--effort", most=_MOST_EFFORT),
    }
    values = {name: value for name, value in asked.items() if name not in _DIFFICULTY}
    values["difficulty"] = _difficulty(asked)
    for name, read in readers.items():
        if values[name] is not None:
            values[name] = read(values[name])
    clues = _givens_range(values.pop("clues"), values.pop("blanks"), rules.cell_count)
    return Spec(**values | {"rules": rules, "clues": clues, "measured": measured})


def _difficulty(asked: Mapping[str, Any]) -> DifficultySpec | None:
    er, hodoku = rating_range(asked["er"]), asked["hodoku"]
    needs, without = tuple(asked["needs"] or ()), tuple(asked["without"] or ())
    if er is None and hodoku is None and not needs and not without:
        return None
    return DifficultySpec(er, hodoku, needs, without)


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
    """Return the rules that a text stands for, or random regions.

    Args:
        text: rules, ``jigsaw:random`` or ``jigsaw:random:N``; None for the classic ones.
        seed: what random regions depend on.
        deadline: when to give up drawing them.

    Raises:
        RulesError: the text is none of them.
        OutOfTimeError: the deadline came first.
    """
    text = text or "9"
    return random_layout(text, seed, deadline) or formats.parse_rules(text).rules()


def range_of(option: str, text: str, most: int) -> tuple[int, int]:
    """Return the least and the most that a text such as ``24-28``, ``24``, ``24-`` or ``-28`` says.

    Args:
        option: name of the option, for the message.
        most: what a missing upper end stands for.

    Raises:
        OptionError: it is no such text.
    """
    low, dash, high = text.partition("-")
    ends = (low or "0", high or str(most)) if dash and text != "-" else (low, low)
    if not all(re.fullmatch("[0-9]{1,20}", end) and int(end) <= _MOST_EFFORT for end in ends):
        raise OptionError(
            f"{option} {text[:40]}; expected a number, or a range such as 24-28 or 24-"
        )
    return int(ends[0]), int(ends[1])


def _text_or_file(text: str) -> str:
    if set(text) <= set("#xX1.0_-?* \n") and not is_plain_file(text):
        return text
    return text_of(text)


_HARDEST = 99.9


def rating_range(text: str | None) -> tuple[int, int] | None:
    """Return the least and the largest rating that a text such as ``4.0-5.0`` says, in tenths.

    Args:
        text: the text; None for no limits.

    Raises:
        OptionError: it is no such text.
    """
    if text is None:
        return None
    low, dash, high = text.partition("-")
    ends = (low or "0", high or str(_HARDEST)) if dash and text != "-" else (low, low)
    try:
        least, most = (round(float(end) * 10) for end in ends)
    except (ValueError, OverflowError):
        raise OptionError(f"--er {text}; expected a rating, or a range such as 4.0-5.0") from None
    return least, most
