r"""Finds out in which notation a text is written, and takes boards out of what stands around them.

The only real doubt is between one line a puzzle and a row a line, for short lines: sixteen lines
of sixteen characters are a 16×16 board or sixteen 4×4 puzzles.  They are puzzles if no character
is too big for 4×4 and there is any digit at all, and no directive gives the size.  Nine lines of
nine are always a board.

==================  ======================================================================
Markdown            quotes (``> ``) and fences of code; its tables are rows with bars
HTML                the rows of tables
Simon Tatham's Solo an id such as ``2x2:1a3_2d`` with the rules of its boxes
LaTeX               the rows of ``sudoku``, ``tabular`` and ``array``
arrays              nested brackets of Python, NumPy, C, Java, JavaScript or MiniZinc
==================  ======================================================================

>>> text = "int b[][4] = {{1, 0, 0, 2}, {0, 1, 0, 3}, {0, 0, 0, 0}, {0, 0, 0, 0}};"
>>> [row for _, row in unwrapped([(1, text)])]
['1 0 0 2', '0 1 0 3', '0 0 0 0', '0 0 0 0', '']
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from itertools import groupby, product, takewhile
from typing import TypeAlias

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats import line
from cpsudoku.formats.base import BLANKS, Context, Lines, is_directive, located
from cpsudoku.formats.cells import ascii_cells, classic_or_none, is_border, spaced
from cpsudoku.formats.layouts import (
    MOST_LINES,
    Numbered,
    Prose,
    holds_board,
    layouts,
    names_a_variant,
    with_words,
)
from cpsudoku.formats.line import is_line
from cpsudoku.formats.source import LINK, PACKED, SHORT_KILLER
from cpsudoku.formats.tables import begins_table, fields_of, is_header

_HEAD_LINES = 200
_HEAD_CHARACTERS = 1 << 17
_SECTION = re.compile(r"\[\s*(puzzle|state)\s*\]", re.IGNORECASE)
_STRING = re.compile(r"\.+([A-Za-z]*~|[A-Z]+[a-z][A-Za-z]*([.\s]|$))")
"""How a string of Interactive Sudoku Solver begins."""

_SHORT = re.compile(r"\{\s*[a-z][a-z0-9]{,11}\s*:")
"""How JSON without quotes around its keys begins, as SudokuPad's server sends it."""
_FOREIGN = (
    (re.compile(r"[0-9]+x[0-9]+[a-z]*#[0-9]"), "a seed of Simon Tatham's Solo, not a puzzle"),
    (re.compile(r"[0-9]+x[0-9]+[a-z]*:\S{9}"), "an id of Simon Tatham's Solo with more than boxes"),
    (
        re.compile(r"[A-Z]{1,2}=[0-9]+(,\s*[A-Z]{1,2}=[0-9]+){2}"),
        "totals of cages by their letters",
    ),
    (re.compile(r"[0-9.]{9} [A-Za-z]{9}$"), "rows with the letters of their cages or regions"),
    (re.compile(r"Constraints:$"), "YAML with rules of another program"),
    (
        re.compile(r"<\?xml|<!doctype|<[a-z]+(\s[^<>]*)?>", re.IGNORECASE),
        "XML or a page that is not of a known program",
    ),
)
"""What begins a line of programs whose texts are not read, by name."""

_DOCUMENT = re.compile(r"^\s*(?:pzprv3\s*$|\{\s*\"[^\"\n]*\"\s*:)", re.MULTILINE)
"""What begins a text that is read as a whole, and has no place after other lines."""

_OBJECTS = re.compile(r"\s*\[?\s*\{\s*\"[^\"\n]*\"\s*:")

_OPENSUDOKU = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<opensudoku\b", re.DOTALL)
_HEADER = re.compile(r"#[ABCDHLSU]\S")
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


def is_opensudoku(head: Sequence[tuple[int, str]]) -> bool:
    """Return whether lines begin a file of OpenSudoku, which is read a little at a time."""
    return _OPENSUDOKU.match("\n".join(text for _, text in head[:20])) is not None


def sniff(head: Sequence[tuple[int, str]], context: Context | None = None) -> str:
    """Return the name of the notation of a text.

    Args:
        context: the rules and the column that are known, and the name, which decides in doubt.
    """
    known = (context or Context()).trial(lambda error: None)
    name = known.source
    stripped = [text.strip() for _, text in head if not isinstance(text, Prose)]
    meaningful = [text for text in stripped if text and not text.startswith("#")]
    suffix = (name or "").lower().rpartition(".")[2]
    if not meaningful or is_opensudoku(head):
        return "opensudoku" if meaningful else "line"
    first = meaningful[0]
    if (plain := _at_once(first, suffix, known)) is not None:
        return plain
    _refuse_foreign(head, name)
    _refuse_words_before(meaningful, head, name)
    comments = stripped[: stripped.index(first)]
    if (directive := next(filter(is_directive, comments), None)) is not None:
        known.take_directive(directive, 1)
    if first[0] in "{[" or known.board_rules is not None:
        return "json" if first[0] in "{[" else "drawn"

    size = known.given_size
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
    return "sdk" if len({text[1] for text in stripped if _HEADER.match(text)}) > 1 else "drawn"


def _at_once(first: str, suffix: str, known: Context) -> str | None:
    """Return the notation if the first line shows it by itself, else None."""
    if known.column:
        return "json" if first[0] in "{[" else "csv"
    if known.board_rules is None and classic_or_none(first) is not None and suffix != "sdk":
        return "line"  # the commonest, and too long for a row of a board
    if LINK.match(first) or _SHORT.match(first) or SHORT_KILLER.fullmatch(first):
        return "fpuzzles"
    if _STRING.match(first):
        return "iss"
    if first.startswith("pzprv3") or PACKED.fullmatch(first):
        return "pzprv3" if first[0] == "p" else "sudokuwiki"
    return "sdk" if _SECTION.fullmatch(first) or suffix == "sdk" else None


def _refuse_foreign(head: Sequence[tuple[int, str]], name: str | None) -> None:
    for number, text in head:
        for sign, what in _FOREIGN:
            if sign.match(text.strip()):
                expected = (
                    "the cells in a line, below one with the rules, such as "
                    "'# rules: 9+killer:15@r1c1,r1c2'"
                )
                raise FormatError(f"{what}; expected {expected}", source=name, line=number)


def _refuse_words_before(
    lines: Sequence[str], head: Sequence[tuple[int, str]], name: str | None
) -> None:
    """Raise an error if a document stands below a line that is not part of it."""
    found = None if lines[0][0] in "{[" else _DOCUMENT.search("\n".join(lines))
    if found and ("{" not in found[0] or not begins_table(lines)):
        what = "JSON" if "{" in found[0] else "a file of pzpr"
        line = next(number for number, text in head if text.strip() == lines[0])
        message = f"{quoted(lines[0])} above {what}; expected nothing above it"
        raise FormatError(message, source=name, line=line)


def _refuse_unknown_header(first: str, rows: Sequence[str]) -> None:
    """Raise an error if a line has names, and the next one as many fields with a puzzle in them."""
    for separator, row in product(",;\t", rows):
        try:
            names, fields = fields_of(first, separator), fields_of(row, separator)
        except FormatError:
            continue
        has_puzzle = any(_CELLS.fullmatch(field.strip('" ')) for field in fields)
        if len(names) == len(fields) > 1 and has_puzzle and all(map(_NAME.fullmatch, names)):
            wanted = "one of puzzles, such as 'puzzle', or --column NAME if the command has it"
            raise FormatError(f"columns {', '.join(names)}; expected {wanted}")


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
    if any(len(field) > _ROW_AT_MOST for field in re.split(r"[\s,:;#|]+", " ".join(rows))):
        return False
    fit = [row for row in rows if line.is_line(row)]
    are_apart = all(spaced(row) or len(row.partition("#")[0].split()) > 1 for row in rows)
    are_rows = counts[0] == 9 or (counts[0] > 1 and are_apart)
    is_high = len(rows) % counts[0] == 0 or (are_rows and len(rows) > 1)
    if len(set(counts)) == 1 and is_high:
        # As high as it is wide: a board, unless every line is a puzzle with something in it, and
        # not a tiny one.  Rows may be missing where cells are nine, or apart: puzzles of 3×3 want
        # their rules given, and tiny ones in a line stand without separators.
        blank = not any(row.strip(BLANKS + " ") for row in rows)
        return counts[0] > 1 and (counts[0] < 16 or blank or len(fit) < len(rows))
    are_alike = not fit and len(set(map(_cells, meaningful))) == 1
    some = len(rows) > 1 or (len(meaningful) > 1 and are_alike)
    return some and len(fit) < len(rows) / 2


def _cells(row: str) -> int:
    """Return how many cells a line has, whether it is a row or a puzzle."""
    row = ascii_cells(row)
    text = spaced(row) or row.partition("#")[0].replace("|", " ")
    tokens = text.split()
    return len(tokens) if len(tokens) > 1 and max(map(len, tokens)) <= 3 else len("".join(tokens))


_LINK_IN_TEXT = re.compile(
    r"""https?://[^\s<>"')\]]*(?:(?:load|bd|q|p|puzzle|import)=|fpuz|scl|ctc|scf|classic)[^\s<>"')\]]{16,}"""
)
_NAMED = r"(?:(?:(?:const|let|var) +)?[\w.]+ *\+?= *)?"
_FENCE = re.compile(
    rf"""\s*(?:(?:```|~~~)[ \t]*[\w+-]*|{_NAMED}(?:\"{{3}}|'{{3}}|`);?|/\*+|\*+/)\s*"""
)
_UNDERLINE = re.compile(r"\s*(?:-{3,}|={3,})\s*")
_BESIDE = re.compile(r"\x1b\[[0-9;]*m(?![a-z])|^\s*\[[0-9]+,\]|^(?:\s*\[,[0-9]+\])+\s*$")
"""Colours of a terminal, and the names of rows and columns in R."""
_ROW = re.compile(r"<tr\b.*?(?=<tr\b|</table\b|\Z)", re.IGNORECASE | re.DOTALL)
_CELL = re.compile(r"<t[dh]\b[^>]*>(.*?)(?=<t[dh]\b|</t[dhr]\b|\Z)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_HIDDEN = re.compile(r"<!--.*?-->", re.DOTALL)
_LATEX = re.compile(r"\\begin\{(\w+)\}(?:\[[^]]*\])?(?:\{[^}]*\})*(.*?)\\end\{\1\}", re.DOTALL)
_LATEX_LINES = re.compile(r"\\(?:[hc]line|toprule|midrule|bottomrule)(?:\{[^}]*\})?|\$|(?<!\\)%.*")
_BOARDS = ("sudoku", "sudoku-block", "tabular", "array", "matrix", "pmatrix", "bmatrix")
_SOLO = re.compile(r"([0-9]{1,2})x([0-9]{1,2})(x?(?:d[a-z])?):([0-9a-z_]+)")
_NUMBERED = re.compile(r"\[(\w{1,6})\]\s+(\S{16,}.*)")
_COUNTED = re.compile(r"#([0-9]{1,6})[.:)]?\s+(\S{16,}.*)")
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9])?")
_JSON_ROW = re.compile(r"\s*\[[^][{}\"]*\]\s*,?\s*(?:(?:#|//).*)?")
_MARKUP = re.compile(
    r"</?(?:pre|code|p|div|span|tt|kbd|samp|b|i|em|strong|blockquote)(?:\s[^<>]*)?>"
    r"|\[/?(?:code|quote|pre|tt|spoiler|font|size|b|i)(?:=[^]\n]*)?\]|`",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<br\s*/?>|</p>(?=.)", re.IGNORECASE)
_BOLD = re.compile(r"(?<![^|\s])\*\*([^\s*|]{16,}|[^\s*|]{1,2}(?=\*\*\s*\|))\*\*(?![^|\s])")
_SIGN = re.compile(r"[<>\[`*\\“„«\x1b]")
_ESCAPED = re.compile(r"(?<!\\)\\(?=[_*])")
_AROUND = re.compile(r"[“”„«»]|^<(?=[^<>\s]{16,}>$)|(?<=[^<>\s]{16})>$")
_QUOTED = re.compile(
    rf"""\s*(?:[-*+•]\s+)?{_NAMED}\(?\s*(["'])([^"'\s]{{4,}})\1\s*(?:[,;+.\\)]|\\n)?\s*"""
)
_REMARK = re.compile(r"(.*\S)\s+(?://|%|--)\s.*")
_WORD = re.compile(r"[^\W\d_]{3}")
_LINE_COMMENT = re.compile(r"(?://|%|^\s*#)[^\n]*", re.MULTILINE)
_BLOCK_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_REST = re.compile(r",\s*\w+\s*=\s*[\w.'\"]+(?=\s*\))")  # what numpy.array takes, too
_TYPE = re.compile(
    r"^(?![ \t]*[\[(\])}])[\w \t\[\];:<>,*&]*=(?!=)\s*|(?:\[[0-9]*\])+\w+(?=\s*\{)", re.MULTILINE
)
_EMPTY_LIST = re.compile(r"(?<=[\[({,])\s*(?:\[\s*\]|\{\s*\})")  # for a cell with nothing in it
_CALL = re.compile(
    r"(?:c|array|arrayof|list|listof|tuple|vector|vec|seq|intarrayof)", re.IGNORECASE
)
_BRACKET = re.compile(r"""[][(){}]|"[^"\n]*"|'[^'\n]*'""")
_ELEMENT = re.compile(r"""\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s,;"']+))\s*[,;]?|\s*[,;]""")
_NOTHING = {"none", "null", "nil", "nan", "np.nan", "na", "nothing", "undefined", "<>", "''", ""}
_FLOAT = re.compile(r"([0-9]+)\.0*")
_OF_FRAME = re.compile(r"[0-9]{1,2}|[0-9]+\.0+(?:e\+0[0-9])?|nan|none|null|<na>", re.IGNORECASE)
_INPUT = re.compile(r"""<input\b[^>]*\bvalue=["']?(\w*)[^>]*>""", re.IGNORECASE)
_TRIPLE = re.compile(r"^(?:[\w.]+ *= *)?(?:\"{3}|'{3})(?=\S)|(?<=\S)(?:\"{3}|'{3})\s*$")
_SHORTEST_LINE = 16


def is_whole(head: Sequence[tuple[int, str]]) -> bool:
    """Return whether lines at the beginning of a text can be all of it."""
    return len(head) < MOST_LINES


def is_wrapped(head: Sequence[tuple[int, str]], context: Context) -> bool:
    """Return whether lines at the beginning of a text are all of it and not of boards only."""
    made = unwrapped(head, context) if is_whole(head) else head
    return made != head or any(isinstance(text, Prose) for _, text in made)


def unwrapped(lines: Sequence[tuple[int, str]], context: Context | None = None) -> Numbered:
    """Return the lines of boards that stand in a text, with its words marked as such.

    Args:
        lines: all lines of a text with their numbers; those of other texts are returned unchanged.
        context: the rules that are known.
    """
    counted = [(n, text, _COUNTED.fullmatch(text)) for n, text in lines if text.strip()]
    if all(label for _, _, label in counted):
        return [(n, f"{label[1]} {label[2]}") for n, _, label in counted if label]
    found = list(lines)
    if all(not t.strip() or t[0] == "#" or _stands_alone(t) for _, t in found):
        return found  # as most texts
    if _OBJECTS.match("\n".join(text for _, text in found if not text.startswith("#"))):
        return found  # whose signs are its own
    found = _without_marks(found)
    comments = [text for _, text in found if text.startswith("#")]
    text = "\n".join(text for _, text in found if not text.startswith("#"))
    first = next((n for n, text in found if text.strip()), 1)
    rows = _rows_in(text)
    if rows:
        return list(enumerate([*comments, *rows], start=first))
    return _with_words(found, context)


def _with_words(found: Numbered, context: Context | None) -> Numbered:
    """Return the lines of a text of no language of its own with its words marked as such."""
    rows = [text.strip() for _, text in found if text.strip() and text[0] != "#"]
    if any(map(_LINK_IN_TEXT.search, rows)) and not all(map(LINK.match, rows)):
        return _links_apart(found)
    if rows and rows[0][0] in {"{", "[", "<"}:
        return found
    if context is None or context.board_rules is None:
        found = _with_numbers_as_words(found)
    if _has_one_line(marked := with_words(found)):
        return sorted(marked, key=lambda line: not isinstance(line[1], Prose))
    return found


def _links_apart(lines: Numbered) -> Numbered:
    """Return the links that stand among words; the lines unchanged where words may be more."""
    rest = [_LINK_IN_TEXT.sub("", text).strip() for _, text in lines]
    more = holds_board("\n".join(rest)) or any(map(names_a_variant, rest))
    if more or begins_table([text for text in rest if text]) or rest[0][:1] == "{":
        return lines
    parts = [
        (n, [text] if text[:1] == "#" else [link[0] for link in _LINK_IN_TEXT.finditer(text)])
        for n, text in lines
    ]
    return [(n, link.rstrip(".,;")) for n, links in parts for link in links]


def _with_numbers_as_words(lines: Numbered) -> Numbered:
    """Return lines with the numbers that stand alone, beside longer rows, marked as words."""
    rows = [text.strip() for _, text in lines if text.strip() and text[0] != "#"]
    widths = [len(text.replace(" ", "")) for text in rows if not _NUMBER.fullmatch(text)]
    are_rules = any(text[0] == "#" and is_directive(text) for _, text in lines if text)
    has_labels = len(rows) <= 2 * len(widths)  # one for a row at most
    if are_rules or not widths or not has_labels or begins_table(rows):
        return lines
    usual = max(widths, key=widths.count)
    last = max(n for n, text in lines if text.strip())
    if usual >= _SHORTEST_LINE and widths.count(usual) > 1 and _NUMBER.fullmatch(rows[-1]):
        last -= 1  # which would be the label of nothing

    def is_label(number: int, text: str) -> bool:
        return number <= last and bool(_NUMBER.fullmatch(text)) and len(text) < usual

    return [(n, Prose(text) if is_label(n, text.strip(" ")) else text) for n, text in lines]


def _stands_alone(text: str) -> bool:
    """Return whether a line is a classic puzzle or a link, which may stand in brackets."""
    is_line = SHORT_KILLER.fullmatch(text) or LINK.match(text.strip())
    return classic_or_none(text) is not None or is_line is not None


def _without_marks(lines: Numbered) -> Numbered:
    """Return lines without the signs of quotes, fences and numbers in brackets."""
    while any(text.lstrip()[:1] == ">" for _, text in lines) and all(
        text.lstrip()[:1] in {">", ""} or _WORD.search(text) or text == "--" for _, text in lines
    ):
        lines = [(n, t.lstrip().removeprefix(">").removeprefix(" ")) for n, t in lines]
    lines = [(n, "" if _FENCE.fullmatch(t) else t) for n, t in lines]
    above = ["", "", *(text.strip() for _, text in lines)]
    lines = [
        (n, "" if _UNDERLINE.fullmatch(text) and _WORD.search(one) and not other else text)
        for (n, text), other, one in zip(lines, above, above[1:], strict=False)
    ]
    rows = [text for _, text in lines if text.strip() and text[0] != "#"]
    if rows and begins_table(rows):
        return lines  # whose other columns may have any signs
    lines = [(n, _TRIPLE.sub("", text)) for n, text in lines]
    if len(rows) == 1:
        lines = [(n, part) for n, text in lines for part in _escaped_lines(text)]
    lines = _without_markup(lines)
    lines = [(n, _without_points(line)) for n, text in lines for line in _solo(text)]
    # Other lines stay the same objects, which may know their ends.
    numbered = ((n, text, _NUMBERED.fullmatch(text)) for n, text in lines)
    return [(n, f"{found[1]} {found[2]}" if found else text) for n, text, found in numbered]


def _escaped_lines(text: str) -> list[str]:
    r"""Return the lines of a text in which the ends of lines are written as ``\n``."""
    is_one = text[:1] not in {"{", "["} and text.count("\\n") > 2
    return text.strip("\"' ").split("\\n") if is_one else [text]


def _without_points(text: str) -> str:
    """Return a row of numbers such as ``5.0`` and ``NaN`` in digits."""
    tokens = text.split()
    if len(tokens) < 4 or not all(map(_OF_FRAME.fullmatch, tokens)):
        return text
    made = [BLANKS[0] if not one[0].isdigit() else str(int(float(one))) for one in tokens]
    return text if made == tokens else " ".join(made)


def _without_markup(lines: Numbered) -> Numbered:
    """Return lines without signs of Markdown, HTML and forums, quotes and remarks around rows."""
    found = []
    has_table = any("<tr" in text.lower() for _, text in lines)
    for number, text in lines:
        cells, _, _ = text.partition(" #")  # a comment stays as it is
        if has_table or text[:1] in {"{", "#"} or not _SIGN.search(cells):
            found.append((number, text))
            continue
        for part in _BREAK.split(_ESCAPED.sub("", _BESIDE.sub("", text))):
            made = _AROUND.sub("", _BOLD.sub(r"\1", _MARKUP.sub("", part)).strip())
            found.append((number, made if made != part.strip() else part))
    for pattern, place in ((_QUOTED, 2), (_REMARK, 1)):
        rows = {n: one[place] for n, text in found if (one := pattern.fullmatch(text))}
        others = [row for row in rows.values() if len(row) != len(rows)]  # a board's are as many
        if len(rows) > 3 and not any(map(_WORD.search, others)):
            found = [(n, rows.get(n, text)) for n, text in found]
    return found


def _rows_in(text: str) -> list[str]:
    """Return the rows of boards that a language of its own shows; nothing where there is none."""
    if "<tr" in text.lower():
        return _html(text)
    if "\\begin{" in text or "\\hline" in text:
        return _latex(text)
    is_other = _is_json(text) or _DOCUMENT.search(text) or _LINK_IN_TEXT.search(text)
    return [] if is_other else _arrays(text)


def _has_one_line(lines: Numbered) -> bool:
    """Return whether all lines but one are words, and that one may be a puzzle."""
    rows = [t for _, t in lines if t.strip() and t[0] != "#" and not isinstance(t, Prose)]
    if len(rows) != 1 or len(lines) == 1 or len(rows[0]) < _SHORTEST_LINE or not is_line(rows[0]):
        return False
    words = [text for _, text in lines if isinstance(text, Prose)]
    shared = [mark for mark in ",;\t" if mark in rows[0]]
    return not any(is_header(text) or any(mark in text for mark in shared) for text in words)


def _is_json(text: str) -> bool:
    """Return whether a text is JSON, or a sequence of objects of JSON."""
    text = text.lstrip()
    if text[:1] not in {"{", "["}:
        return False
    rows = [row for row in text.splitlines() if row.strip()]
    if len(rows) > 3 and all(map(_JSON_ROW.fullmatch, rows)):
        cells = rows[0].partition("]")[0].rstrip(", ").count(",") + 1
        return len(rows) % cells > 0  # else a board, a row a line
    try:
        json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return text[:1] == "{" and '"' in text[:3]
    return True


def _solo(text: str) -> list[str]:
    """Return the rules and cells of an id of Solo, in which a letter is a number of blanks."""
    if (found := _SOLO.fullmatch(text.strip())) is None:
        return [text]
    cells: list[str] = []
    for part in re.findall(r"[0-9]+|[a-z]", found[4]):
        cells += [part] if part.isdigit() else [BLANKS[0]] * (ord(part) - ord("a") + 1)
    rules = f"{found[1]}x{found[2]}" + "+diagonals" * ("x" in found[3])
    return [f"# rules: {rules}", " ".join(cells)]


def _html(text: str) -> list[str]:
    rows: list[str] = []
    text = _HIDDEN.sub("", text)
    if holds_board(_TAG.sub("", _ROW.sub("", text))):
        return rows
    for table in re.split(r"</table", text, flags=re.IGNORECASE):
        for row in _ROW.findall(table):
            found = _CELL.findall(_INPUT.sub(r"\1", row))
            cells = [_cell(html.unescape(_TAG.sub("", cell)).strip() or " ") for cell in found]
            if "</td" in row and row.rstrip().endswith("<td>"):
                cells.pop()  # the row is cut off
            rows.append(f"|{'|'.join(cells)}|")
        rows.append("")
    return rows


def _latex(text: str) -> list[str]:
    rows: list[str] = []
    text = re.sub(
        r"\\begin\{document\}|\\end\{document\}|\\(begin|end)\{(center|table)\}", "", text
    )
    if holds_board(_LATEX.sub(lambda one: "" if one[1] in _BOARDS else one[0], text)):
        return rows
    for name, body in _LATEX.findall(text):
        if name not in _BOARDS:
            continue
        body = _LATEX_LINES.sub("", body)  # noqa: PLW2901
        if "&" in body:
            every = [row.split("&") for row in body.split("\\\\") if row.strip()]
            rows += [f"|{'|'.join(cell.strip() or ' ' for cell in cells)}|" for cells in every]
        else:
            rows += [row.strip().removesuffix(".") for row in body.splitlines() if row.strip()]
        rows.append("")
    return rows


_Group: TypeAlias = tuple[int, list[str]]
"""Which brackets are around two that have no brackets between them, and the elements in these."""


def _arrays(text: str) -> list[str]:
    """Return the rows of the arrays in a piece of code; nothing where something is left over."""
    text = _TYPE.sub("", _REST.sub("", _BLOCK_COMMENT.sub("", _LINE_COMMENT.sub("", text))))
    groups, rest = _groups(_EMPTY_LIST.sub(" None", text))
    are_rows = sum(len(cell) for _, some in groups for cell in some) >= _SHORTEST_LINE
    are_rows &= any(len(some) > 3 or len(some[0]) > 15 for _, some in groups)
    if not are_rows or re.search(r"[0-9.*_-]{9}", rest) or holds_board(rest):
        return []
    rows: list[str] = []
    for _, alike in groupby(groups, lambda group: group[0]):
        for _, some in alike:
            is_split = len(some) == len(some[0]) or min(map(len, some)) > 3
            rows += some if is_split else [" ".join(some)]
        rows.append("")
    return rows


def _groups(text: str) -> tuple[list[_Group], str]:
    """Return the innermost groups of code that may be rows, and the code around them."""
    groups, rest, open_at = [], [], [0]
    begun, done, count = -1, 0, 0
    for found in _BRACKET.finditer(text):
        mark, at = found[0], found.start()
        if mark in "([{":
            count += 1
            open_at.append(count)
            begun = at
        elif mark in ")]}":
            if begun >= 0:
                is_row = _begins_row(text, begun)
                if is_row and ":" in text[begun + 1 : at]:  # names and values, not cells
                    return [], text
                between = "|" if "|" in text[begun + 1 : at] else ";"
                parts = text[begun + 1 : at].strip().strip(between).split(between)
                for part in parts if is_row else ():
                    parent = open_at[-1 if len(parts) > 1 else -2]
                    if elements := _elements(part):
                        groups.append((parent, elements))
                if is_row:
                    rest.append(text[done:begun])
                    done = at + 1
            begun = -1
            if len(open_at) > 1:
                open_at.pop()
    rest.append(text[done:])
    return groups, "".join(rest)


def _begins_row(text: str, at: int) -> bool:
    """Return whether a bracket begins a row, and not arguments, an index or the size of a type."""
    before = text[at - 1 : at]
    if text[at] == "(" and (before.isalnum() or before == "_"):
        return _CALL.fullmatch(re.split(r"\W", text[:at])[-1]) is not None
    return text[at] != "[" or not (before.isalnum() or before in {"]", ")"})


def _elements(text: str) -> list[str]:
    found = []
    for one in _ELEMENT.finditer(text):
        if not one[0].strip(" \n\t,;") and one[0].strip() in {",", ";"}:
            continue
        word = next((part for part in one.groups() if part is not None), "").strip()
        found.append(_cell(word))
    return found


def _cell(word: str) -> str:
    """Return an element of an array as a cell: a blank for None, 5 for 5.0."""
    number = _FLOAT.fullmatch(word)
    return BLANKS[0] if word.lower() in _NOTHING else number[1] if number else word
