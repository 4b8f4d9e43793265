r"""Lines with strings: a string a line, or a string whose parts stand on lines of their own.

Both are in use, and both can often be read both ways.  A line that cannot be a string by itself
belongs to others; lines that cannot be parts of one string are several.  Beyond that, lines of one
part each are one string, and lines of several parts are a string each; what is neither is refused.

>>> list(strings([(1, ".Shape~4x4"), (2, ".~R1C1_1"), (3, ".~R1C2_2"), (4, ""), (5, ".Shape~6x6")]))
[(1, '.Shape~4x4\n.~R1C1_1\n.~R1C2_2'), (5, '.Shape~6x6')]
>>> list(strings([(1, ".~R1C1_1.AntiKing"), (2, ".~R1C1_2.AntiKing")]))
[(1, '.~R1C1_1.AntiKing'), (2, '.~R1C1_2.AntiKing')]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, groupby, islice

from cpsudoku.errors import FormatError
from cpsudoku.formats.setters.iss.layout import BoardPart, parsed

_LOOKED_AT = 200
"""This many lines show what those after them are, so that a long file is not kept."""

_MOST_LINES = 20_000  # strings of more lines are refused

_ONLY_SHAPE = {"Shape", "NoBoxes", "RegionSize", "Var", "SearchPriority"}

_Numbered = tuple[int, str]


def strings(lines: Iterable[_Numbered]) -> Iterator[_Numbered]:
    """Yield the strings of numbered lines, each with the number of its first line.

    Raises:
        FormatError: the lines can be one string or several, and nothing shows which.
    """
    before: list[_Numbered] = []  # the lines of the string before a blank line
    for is_blank, group in groupby(lines, lambda line: not line[1].strip()):
        if is_blank:
            continue
        rest = iter(group)
        head = list(islice(rest, _LOOKED_AT))
        if len(head) == 1 or not _are_one(head):
            yield from chain(head, rest)
            before = []
            continue
        whole = [*head, *islice(rest, _MOST_LINES)]
        if next(rest, None) is not None:
            raise FormatError(f"a string of more than {_MOST_LINES} lines", line=whole[0][0])
        if before and _can_be_one([*before, *whole]):
            raise FormatError(
                "strings before and after a blank line, which can be one; expected no blank line, "
                "or a .Shape that begins each",
                line=whole[0][0],
            )
        yield whole[0][0], _text(whole)
        before = whole


def _are_one(lines: list[_Numbered]) -> bool:
    """Return whether lines are one string together, and not a string each."""
    every = [_parts(text) for _, text in lines]
    alone = [parts for parts in every if parts is not None]
    are_single = [len(parts) == 1 for parts in alone]
    if _parts(_text(lines)) is None:
        return all(are_single)
    if len(alone) < len(lines):
        return True
    if not _can_be_one(lines):
        return False
    if any(_is_only_shape(parts) for parts in alone):
        return True
    are_givens = all(p.kind == "" and len(p.arguments) > 1 for parts in alone for p in parts)
    if all(are_single) and not are_givens:
        return True
    if not any(are_single):
        return False
    raise FormatError(
        "lines that can be one string, or a string each; expected a part a line, or a blank line "
        "after each string",
        line=lines[0][0],
    )


def _parts(text: str) -> list[BoardPart] | None:
    with suppress(FormatError):
        return parsed(text)
    return None


def _text(lines: list[_Numbered]) -> str:
    return "\n".join(text for _, text in lines)


def _is_only_shape(parts: list[BoardPart]) -> bool:
    return all(part.kind in _ONLY_SHAPE for part in parts)


def _can_be_one(lines: list[_Numbered]) -> bool:
    """Return whether no part is there twice, nor a shape or the given of a cell."""
    parts = _parts(_text(lines)) or []
    given = [name.partition("_")[0] for part in parts if not part.kind for name in part.arguments]
    is_once = len(set(map(str, parts))) == len(parts) and len(set(given)) == len(given)
    return is_once and sum(part.kind == "Shape" for part in parts) < 2
