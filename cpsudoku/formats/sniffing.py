"""Finds out in which notation a text is written, from its first lines.

The only real doubt is between one line a puzzle and a row a line, for short lines: sixteen lines
of sixteen characters are a 16×16 board or sixteen 4×4 puzzles.  They are puzzles if no character
is too big for 4×4 and there is any digit at all, and no directive gives the size.  Nine lines of
nine are always a board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product, takewhile

from cpsudoku.errors import FormatError, RulesError
from cpsudoku.formats import line
from cpsudoku.formats.base import BLANKS, Lines, located
from cpsudoku.formats.layouts import MOST_LINES, Prose, layouts
from cpsudoku.formats.rows import is_border, spaced
from cpsudoku.formats.rules_text import RulesSpec, parse_rules
from cpsudoku.formats.source import LINK
from cpsudoku.formats.symbols import classic_or_none
from cpsudoku.formats.tables import begins_table, fields_of, is_header

_HEAD_LINES = 200
_HEAD_CHARACTERS = 1 << 17
_SECTION = re.compile(r"\[\s*(puzzle|state)\s*\]", re.IGNORECASE)
PACKED = re.compile(
    r"\s*(?:[SXWJLM]9B[0-9a-z]{20,}|[1-9]{81},[0-9]{162}|\??(?:bd|shape|jigmap)=\S{81,}"
    r"|(?=[^,]*[a-v])[0-9a-v]{162}(?:,[0-9a-v]{162})?)\s*"
)
"""What sudokuwiki.org's solvers pack, in its older form as well, without the link around it."""

_STRING = re.compile(r"\.+([A-Za-z]*~|[A-Z]+[a-z][A-Za-z]*([.\s]|$))")
"""How a string of Interactive Sudoku Solver begins."""

_SHORT = re.compile(r"\{\s*[a-z][a-z0-9]{,11}\s*:")
"""How JSON without quotes around its keys begins, as SudokuPad's server sends it."""
_FOREIGN = (
    (re.compile(r"SumoCueV[0-9]"), "a text of SumoCue"),
    (re.compile(r"[0-9]+x[0-9]+[a-z]*:.*k:"), "a killer of JSudoku or PerfectSudoku"),
    (re.compile(r"[0-9]+x[0-9]+[a-z]*#[0-9]"), "a seed of Simon Tatham's Solo, not a puzzle"),
    (re.compile(r"[0-9]+x[0-9]+[a-z]*:\S{9}"), "an id of Simon Tatham's Solo with more than boxes"),
    (
        re.compile(r"[A-Z]{1,2}=[0-9]+(,\s*[A-Z]{1,2}=[0-9]+){2}"),
        "totals of cages by their letters",
    ),
    (re.compile(r"pzprv3"), "a text of pzpr"),
    (
        re.compile(r"<\?xml|<!doctype|<[a-z]+(\s[^<>]*)?>", re.IGNORECASE),
        "XML or a page that is not of a known program",
    ),
)
"""What begins a line of programs whose texts are not read, by name."""

_TAG = re.compile(r"#[ABCDHLSU]\S")
_NAME, _CELLS = re.compile(r'[" ]*[^\W\d_].{,60}'), re.compile(r"[0-9.*_?-]{16,}")
_ROW_AT_MOST = 36  # a longer field is not a row of a board of characters


def head_of(lines: Lines) -> list[tuple[int, str]]:
    """Take as many numbered lines as sniffing looks at; those returned are used up."""
    head, characters = [], 0
    for numbered in lines:
        head.append(numbered)
        characters += len(numbered[1])
        if len(head) == _HEAD_LINES or characters > _HEAD_CHARACTERS:
            break
    return head


def sniff(
    head: Sequence[tuple[int, str]],
    name: str | None = None,
    size: int | None = None,
    *,
    drawn: bool = False,
    column: str = "",
) -> str:
    """Return the name of the notation of a text.

    Args:
        name: the file's name, which decides in doubt.
        drawn: whether the board is one that no line can show.
        column: which column has the puzzles, if that is known: then it is a table.
    """
    stripped = [text.strip() for _, text in head if not isinstance(text, Prose)]
    meaningful = [text for text in stripped if text and not text.startswith("#")]
    suffix = (name or "").lower().rpartition(".")[2]
    if not meaningful:
        return "line"
    first = meaningful[0]
    if (plain := _at_once(first, suffix, drawn=drawn, column=column)) is not None:
        return plain
    _refuse_foreign(head, name)
    stated = _stated(stripped[: stripped.index(first)])
    if first[0] in "{[" or drawn or (stated is not None and stated.board is not None):
        return "json" if first[0] in "{[" else "drawn"
    comments = stripped[: stripped.index(first)]
    if size is None and stated is not None:
        size = stated.size
    is_titled = not set(",;\t") & set(first) and (
        any(spaced(text) for text in meaningful[1:2])
        or _is_drawn(stripped[1:], meaningful[1:], size)
    )
    is_table = begins_table(meaningful) or any(map(is_header, filter(None, comments)))
    if is_table and not is_titled:
        return "csv"
    try:
        _refuse_unknown_header(first, meaningful[1:2])
    except FormatError as error:
        at = next(number for number, text in head if text.strip() == first)
        raise located(error, name, at) from None
    ways = layouts(head) if len(head) < MOST_LINES else [head]
    if suffix == "sdm" or not any(_is_drawn_without_words(way, size) for way in ways):
        return "line"
    return "sdk" if len({text[1] for text in stripped if _TAG.match(text)}) > 1 else "drawn"


def _at_once(first: str, suffix: str, *, drawn: bool, column: str) -> str | None:
    """Return the notation that the first line alone shows."""
    if column:
        return "json" if first[0] in "{[" else "csv"
    if classic_or_none(first) is not None and not drawn and suffix != "sdk":
        return "line"  # the commonest, and too long for a row of a board
    if LINK.match(first) or _SHORT.match(first):
        return "fpuzzles"
    if _STRING.match(first):
        return "iss"
    if PACKED.fullmatch(first):
        return "sudokuwiki"
    return "sdk" if _SECTION.fullmatch(first) or suffix == "sdk" else None


def _refuse_foreign(head: Sequence[tuple[int, str]], name: str | None) -> None:
    for number, text in head:
        for sign, what in _FOREIGN:
            if sign.match(text.strip()):
                expected = (
                    "the cells in a line, with its variants such as --rules 9+killer:15@r1c1,r1c2"
                )
                raise FormatError(f"{what}; expected {expected}", source=name, line=number)


def _refuse_unknown_header(first: str, rows: Sequence[str]) -> None:
    """Raise an error if a line has names, and the next one as many fields with a puzzle in them."""
    for separator, row in product(",;\t", rows):
        try:
            names, fields = fields_of(first, separator), fields_of(row, separator)
        except FormatError:
            continue
        has_puzzle = any(_CELLS.fullmatch(field.strip('" ')) for field in fields)
        if len(names) == len(fields) > 1 and has_puzzle and all(map(_NAME.fullmatch, names)):
            expected = "one of puzzles, such as 'puzzle', or --column with its name"
            raise FormatError(f"columns {', '.join(names)}; expected {expected}")


def _stated(before: list[str]) -> RulesSpec | None:
    """Return what a directive before the first puzzle says of its rules; None without one."""
    comments = (text.lstrip("# ") for text in before if text.startswith("#"))
    text = next((text[6:] for text in comments if text[:6].lower() == "rules:"), None)
    if text is None:
        return None
    try:
        return parse_rules(text, files=False)
    except RulesError:
        return None


def _is_drawn_without_words(lines: Sequence[tuple[int, str]], size: int | None) -> bool:
    rows = [text.strip() for _, text in lines if not isinstance(text, Prose)]
    return _is_drawn(rows, [text for text in rows if text and not text.startswith("#")], size)


def _is_drawn(stripped: list[str], meaningful: list[str], size: int | None) -> bool:
    if any(is_border(text) for text in meaningful):
        return True
    begun = [i for i, text in enumerate(stripped) if text in meaningful and _cells(text)]
    if not begun:
        return False
    rows = [t for t in takewhile(bool, stripped[begun[0] :]) if not t.startswith("#")]
    counts = [_cells(row) for row in rows]
    if size is not None:
        return len(rows) > 1 and counts[0] not in (size**2, size**3)  # or pencil marks
    if max(map(len, re.split(r"[\s,:;#|]+", rows[0]))) > _ROW_AT_MOST:
        return False
    fit = [row for row in rows if line.is_line(row)]
    if len(set(counts)) == 1 and len(rows) % counts[0] == 0:
        # As high as it is wide: a board, unless every line is a puzzle with something in it, and
        # not a tiny one.
        blank = not any(row.strip(BLANKS + " ") for row in rows)
        return counts[0] > 1 and (counts[0] < 16 or blank or len(fit) < len(rows))
    are_alike = not fit and len(set(map(_cells, meaningful))) == 1
    some = len(rows) > 1 or (len(meaningful) > 1 and are_alike)
    return some and len(fit) < len(rows) / 2


def _cells(row: str) -> int:
    """Return how many cells a line has, be it a row or a puzzle."""
    text = spaced(row) or row.partition("#")[0].replace("|", " ")
    tokens = text.split()
    return len(tokens) if len(tokens) > 1 and max(map(len, tokens)) <= 3 else len("".join(tokens))
