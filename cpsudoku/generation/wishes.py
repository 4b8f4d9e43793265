"""What variants a puzzle is to have, as texts such as ``killer:28``.

>>> from cpsudoku.rules import boxes
>>> wished, everywhere = split(wishes(["killer:28", "thermo", "antiknight"]), boxes(3, 3).board)
>>> wished, [one.name for one in everywhere]
({'killer': 28, 'thermo': 1}, ['antiknight'])
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cpsudoku.errors import OptionError
from cpsudoku.generation.layouts import drawn_names
from cpsudoku.rules import Board
from cpsudoku.variants import from_text, usage, variants
from cpsudoku.variants.base import Variant


def wishes(texts: Sequence[str]) -> dict[str, int]:
    """Return how many of each variant texts wish for; one where no number stands.

    Raises:
        OptionError: a text is of another form.
    """
    found: dict[str, int] = {}
    for text in texts:
        name, _, number = text.partition(":")
        if not re.fullmatch(r"[0-9]{0,3}", number) or number == "0":
            raise OptionError(f"with {text}; expected a variant and a number, such as killer:28")
        found[name] = found.get(name, 0) + int(number or 1)
    return found


def split(wished: Mapping[str, int], board: Board) -> tuple[dict[str, int], list[Variant]]:
    """Return the wishes for what is laid out, and the variants that hold all over the board.

    Raises:
        RulesError: there is no such variant.
    """
    everywhere = {
        name: from_text(name, board)
        for name in wished
        if name not in drawn_names() and name in variants() and "@" not in usage(variants()[name])
    }
    return {n: c for n, c in wished.items() if n not in everywhere}, list(everywhere.values())
