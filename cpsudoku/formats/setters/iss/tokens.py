"""The parts of a string, as a tree.

>>> [(part.kind, part.arguments) for part in parsed(".Cage~3~R1C1~R1C2.~R1C1_1")]
[('Cage', ('3', 'R1C1', 'R1C2')), ('', ('R1C1_1',))]
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cpsudoku.errors import FormatError, quoted

MOST = 2_000_000
"""Longer strings are refused."""

DEEPEST = 20
"""Parts nested more deeply are refused."""

COMPOSITE = frozenset({"Or", "And", "Replicate"})
"""The types that have parts inside."""


@dataclass
class Part:
    """One part.

    Args:
        kind: its type; empty for givens.
        inside: the parts up to its ``.End``.
    """

    kind: str
    arguments: tuple[str, ...]
    inside: list[Part] = field(default_factory=list)


def parsed(text: str) -> list[Part]:
    """Return the parts of a string."""
    if len(text) > MOST:
        raise FormatError(f"a string of more than {MOST} characters")
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    before, *pieces = "".join("".join(lines).split()).split(".")
    if before:
        raise FormatError(f"{quoted(before)}; expected a string that begins with a dot")
    open_ones: list[list[Part]] = [[]]
    for piece in pieces:
        kind, *arguments = piece.split("~")
        if kind == "End":
            if len(open_ones) == 1:
                raise FormatError(".End without what it ends")
            open_ones.pop()
            continue
        part = Part(kind, tuple(arguments))
        open_ones[-1].append(part)
        if kind in COMPOSITE:
            open_ones.append(part.inside)
            if len(open_ones) > DEEPEST:
                raise FormatError(f"parts nested more than {DEEPEST} deep")
    if len(open_ones) > 1:
        raise FormatError(f"{len(open_ones) - 1} parts without .End")
    return open_ones[0]
