"""Exact cover problems in the text form that Knuth's programs read (DLX1, DLX2, SSXCC, …).

The first line names the items, the secondary ones after a bar; then each line is an option.  Item
``r1c2`` is a cell; ``h3d9`` is digit 9 in the third house; ``g1d9`` is digit 9 in the first other
group.  An option whose cell is in no group has a secondary item of its own besides, ``r1c2d9``, for
nothing else in it would say its digit.  ``p1`` stands for two sets of digits that a pair forbids
beside each other, ``t1`` for a table, and the colour of ``vr1c2`` is the digit of a cell in one.

    >>> from cpsudoku.rules import latin
    >>> print("".join(write(latin(2), (1, 3, 3, 3))), end="")
    r1c1 r1c2 r2c1 r2c2 h1d1 h1d2 h2d1 h2d2 h3d1 h3d2 h4d1 h4d2
    r1c1 h1d1 h3d1
    r1c2 h1d1 h4d1
    r1c2 h1d2 h4d2
    r2c1 h2d1 h3d1
    r2c1 h2d2 h3d2
    r2c2 h2d1 h4d1
    r2c2 h2d2 h4d2
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpsudoku.encodings.exact_cover import cover
from cpsudoku.export.reading import Digits, Read, nothing, put
from cpsudoku.rules import Candidates, Rules


def write(rules: Rules, candidates: Candidates) -> Iterator[str]:
    """Yield a puzzle as an exact cover problem with an option for each candidate."""
    made = cover(rules)
    size, names, problem = rules.size, made.names, made.problem
    secondary = list(names[problem.primary :])
    options = []
    for number, items in enumerate(problem.options):
        if number < made.choices:
            cell, digit = divmod(number, size)
            if not candidates[cell] >> digit & 1:
                continue
        colours = problem.colours[number] if problem.colours else (0,) * len(items)
        words = [f"{names[i]}:{c}" if c else names[i] for i, c in zip(items, colours, strict=True)]
        if number < made.choices and not rules.groups_of[cell]:
            secondary.append(f"{words[0]}d{digit + 1}")
            words.append(secondary[-1])
        options.append(" ".join(words))
    head = " ".join([*names[: problem.primary], *(["|", *secondary] if secondary else [])])
    yield f"{head}\n"
    for option in options:
        yield f"{option}\n"


def read(text: str, rules: Rules) -> Read:
    """Return what the output of Knuth's programs says: the options of the first solution."""
    digits: Digits = {}
    for line in text.splitlines():
        cell = re.search(r"(?<!\S)(r\d+c\d+)(?!\S)", line)
        digit = re.search(r"(?<!\S)(?:[hg]\d+|r\d+c\d+)d(\d+)(?!\S)", line)
        if cell and digit:
            number = rules.board.cell(cell[1])
            if number in digits and len(digits) == rules.cell_count:
                break  # the next solution
            put(digits, number, int(digit[1]), rules)
    if digits:
        return digits
    if re.search(r"\b0 solutions", text):
        return False
    return nothing(text, "options such as r1c1 h1d9")
