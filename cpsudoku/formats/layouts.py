"""Decides which lines of a short text are rows of a board, and which are words or headings.

A line of words is one with letters that is not as wide as rows, or has letters that are no digits.
One of dashes is a row of blanks where other rows have dashes and are as wide, else a border.  What
else depends on the whole text is tried: the first row may be one of headings, the first word of
each row its label, and a comma at the end of each row the end of a cell.  `layouts` yields the text
as it is in each of these cases, in lines that have but one meaning; the reader takes the one that
makes whole boards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, pairwise, takewhile

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Record
from cpsudoku.formats.boards import BoardRow, Kind
from cpsudoku.formats.cells import BARS, EMPTY, ascii_cells, is_border, spaced

MOST_LINES = 200
"""A longer text is read line by line, and has only what each line shows by itself."""

Numbered = list[tuple[int, str]]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLACED = re.compile(r"(?<![^\s|])[uU](?=[1-9](?![^\s|]))")  # a digit as SudoCue marks it
_LABEL = re.compile(
    r"(\s*\|?)\s*(?:(?:[rR](?:ow ?)?)?([0-9]{1,2})|([A-Za-z])|([-*+•–])(?=\s))[:.)]?"
    r"(\s*[|,;]|\s+)"
)
_MARKS = re.compile(r".*\S,\S")  # a cell's, with commas between them
_WORD = re.compile(r"[^\W\d_]{3}")
_DATE = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}([./])[0-9]{1,2}\1[0-9]{2,4}|[0-9]+ ?[x×] ?[0-9]+"
)
_NO_CELL = re.compile(r"[^\w\s.*?!|+-]+")  # such as an emoji
_MARKDOWN = re.compile(r"\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?")
_DASHES = re.compile(r"[-|\s]*-[-|\s]*")
_SEPARATED = re.compile(r"[^,;]*([,;])(?:[^,;]*\1)+\s*")
_LONG = re.compile(r"(?=.*[0-9.])[\w.*?+-]{16,}")  # cells, of a puzzle in a line or of a long row


class Prose(str):
    """A line of words, which is not a row."""


_IN_CHINESE = "对角线|杀手|锯齿|不规则|窗口|温度计|箭头|不?连续|奇偶|无马|无缘"
_VARIANT = re.compile(
    "cages?|killer|thermo(meter)?s?|arrows?|odd|evens?|parity|whispers?|palindromes?|renbans?|"
    "kropki|dots|sandwich(es)?|diagonals?|(anti)?(knight|king)s?|regions?|jigsaw|irregular|"
    "nonominos?|squiggly|samurai|quads?|quadruples?|skyscrapers?|variants?|clones?|windows?|xv|"
    "inequalit(y|ies)|greater|(non)?consecutive|windoku|hyper(sudoku)?|areas|zones|nonets|boxmap|"
    f"sums|xsudoku|sudokux|asterisk|girandola|argyle|disjoint|latin|toroidal|{_IN_CHINESE}"
)
_PARTS_OF_NAME = re.compile(r"(?<![0-9])(?:[A-Z]?[a-z]+|[A-Z]+(?![a-z]))|" + _IN_CHINESE)


def names_a_variant(text: str) -> bool:
    """Return whether a text, such as the name of a field, has a word for rules of a variant.

    >>> names = ("killer_cages", "oddEvenMask", "X-Sudoku 3", "对角线数独", "ranking")
    >>> [names_a_variant(text) for text in names]
    [True, True, True, True, False]
    """
    words = [word.lower() for word in _PARTS_OF_NAME.findall(text)]
    both = map("".join, pairwise(words))
    return any(map(_VARIANT.fullmatch, chain(words, both)))


def unread_words(record: Record) -> Record:
    """Return the record of a puzzle with words around it that name those of a variant's rules."""
    texts = [text for text in (record.label, record.comment) if names_a_variant(text)]
    return record._replace(ignored=(*record.ignored, *map(quoted, texts))) if texts else record


_BOARD = re.compile(r"(?:[0-9.*_?-][][\s(){},;|/&'\"+\\]*){16,}")
_LETTERS_OF_REGIONS = re.compile(r"(?<!\w)[A-Za-z]{16,}(?!\w)")


def holds_board(text: str) -> bool:
    """Return whether a text has sixteen cells or more in a row, or the letters of N regions."""
    maps = (found[0].upper() for found in _LETTERS_OF_REGIONS.finditer(text))
    return any(len(set(one)) ** 2 == len(one) for one in maps) or any(
        len(re.findall("[0-9]", found[0])) > 1 for found in _BOARD.finditer(text)
    )


def refuse_boards_in(*texts: str) -> None:
    """Refuse words beside a puzzle that hold another board, or the letters of its regions."""
    for text in filter(holds_board, texts):
        expected = "boards one below the other, and regions as '# rules: jigsaw:LABELS'"
        raise FormatError(
            f"another board in words beside a puzzle, {quoted(text)}; expected {expected}"
        )


def _is_other(text: str) -> bool:
    stripped = text.strip()
    return not stripped or stripped[0] == "#" or is_border(ascii_cells(stripped))


def with_words(lines: Sequence[tuple[int, str]]) -> Numbered:
    """Return lines with those of words marked."""
    rows = {n: BoardRow.of(n, _PLACED.sub("", text)) for n, text in lines if not _is_other(text)}
    counts = map(Counter, zip(*(row.widths for row in rows.values()), strict=True))
    widths = [{width for width, n in one.items() if n >= max(2, width / 2)} for one in counts]
    return [(n, Prose(t) if n in rows and _are_words(rows[n], widths) else t) for n, t in lines]


def _are_words(row: BoardRow, widths: list[set[int]]) -> bool:
    fitting = [width for width, usual in zip(row.widths, widths, strict=True) if width in usual]
    if _DATE.fullmatch(row.text.strip()) or _NO_CELL.fullmatch(row.text.strip()):
        return not {*fitting} - {1}
    unknown = {token for token in row.tokens if not token.isdigit()}
    if row.shape(Kind.TOKENS) in widths[0] - {1, 2, 3} and len(unknown) == 1:
        return False  # the word that stands for blanks, which is to be refused
    letters = {letter.upper() for letter in "".join(row.tokens) if letter.isalpha()}
    has_words = any(len(token) > 1 and not token.isdigit() for token in row.tokens)
    if not letters or not has_words or any(map(_LONG.fullmatch, re.split("[ ,]", row.text))):
        return False
    return not letters <= {*_LETTERS[: max(fitting, default=0)], *("XO" if fitting else "")}


def layouts(lines: Sequence[tuple[int, str]]) -> Iterator[Numbered]:
    """Yield a text in each way that its lines can be meant, the plainest first."""
    ways = [way for way in _WAYS if way(lines) != list(lines)]
    sure = {_with_dashes_as_blanks} & {*ways}
    if _headings(lines):
        sure |= {_without_headings} & {*ways}
    for count in range(len(ways) + 1):
        for some in combinations(ways, count):
            if not sure <= {*some}:
                continue
            changed = list(lines)
            for way in some:
                changed = way(changed)
            yield with_words(changed)


def _without_last_separators(lines: Sequence[tuple[int, str]]) -> Numbered:
    rows = [text for _, text in lines if not _is_other(text)]
    if not rows or sum(map(bool, map(_SEPARATED.fullmatch, rows))) < len(rows) / 2:
        return list(lines)
    return [(n, t.rstrip()[:-1] if _SEPARATED.fullmatch(t) else t) for n, t in lines]


def _without_labels(lines: Sequence[tuple[int, str]]) -> Numbered:
    """Return lines without the numbers or letters in order, or bullets, that rows begin with."""
    found: dict[int, str] = {}
    begun: dict[int, str] = {}
    first, mark, headings = 1, "", set()
    above = (0, "")  # the line above the first of them
    for before, (number, text) in pairwise([above, *lines]):
        if _is_other(text) or (label := _LABEL.match(text.translate(BARS))) is None:
            continue
        place = int(label[2]) if label[2] else _LETTERS.find((label[3] or "-").upper()) + 1
        if label[4]:
            place = len(begun) + 1 if begun and label[4] == mark else 1
        mark = label[4]
        if not begun or place != first + len(begun):
            begun, first, above = {}, place, before
        rest = text[label.end() :]
        if "," in label[5] and _MARKS.match(rest) and len(rest.split()) > 3:
            continue  # the first mark of a cell, in a row whose cells stand between blanks
        if first < 2 and not (mark and mark in rest):
            has_bar = "|" in label[1] + label[5]
            begun[number] = ("|" if has_bar else "") + rest
        if len(begun) >= 4:
            found |= begun
            headings |= {above[0]} if _are_headings(above[1]) else set()
    return [(n, found.get(n, text)) for n, text in lines if n not in headings]


def _without_headings(lines: Sequence[tuple[int, str]]) -> Numbered:
    """Return lines without the rows of numbers or letters, in order, above boards."""
    found, is_first = [], True
    headings = _headings(lines)
    for at, (number, text) in enumerate(lines):
        is_heading = at in headings or (is_first and _are_headings(text))
        if is_heading and not _is_other(text):
            continue
        found.append((number, text))
        if not is_border(text.strip()):
            is_first = not text.strip() or bool(_WORD.search(text))
    return found


def _are_headings(text: str) -> bool:
    text = (spaced(text) or text).removeprefix(EMPTY)
    tokens = [token.strip(":.").upper() for token in text.translate(BARS).replace("|", " ").split()]
    cells = list("".join(tokens))
    numbered = [token.removeprefix("COL").lstrip("C") for token in tokens]
    count = len(tokens)
    wanted = ([*map(str, range(count))], [*map(str, range(1, count + 1))], [*_LETTERS[:count]])
    return len(cells) > 3 and (
        (count > 3 and (numbered in wanted or tokens in wanted))
        or cells in ([*"123456789"[: len(cells)]], [*_LETTERS[: len(cells)]])
    )


def _headings(lines: Sequence[tuple[int, str]]) -> set[int]:
    """Return the places of the rows that Markdown's line below them says to be headings.

    A table of Markdown has to have one: where the rows are one too few, it is the first of them,
    unless it is empty.
    """
    found = set()
    texts = [ascii_cells(text).strip() for _, text in lines]
    for at, (text, below) in enumerate(pairwise(texts)):
        bars = text.count("|")
        is_first = at == 0 or texts[at - 1].count("|") != bars
        if is_first and below.count("|") == bars > 3 and _MARKDOWN.fullmatch(below):
            counts = (row.count("|") for row in texts[at + 2 :])
            rows = len(list(takewhile(bars.__eq__, counts)))
            whole = rows == text.removeprefix("|").removesuffix("|").count("|")
            is_row = whole and bool(text.strip("| ")) and not _are_headings(text)
            found |= set() if is_row else {at}
    return found


def _with_dashes_as_blanks(lines: Sequence[tuple[int, str]]) -> Numbered:
    """Return lines with those of nothing but dashes as rows, where they are as wide as others."""
    rows = [BoardRow.of(n, text) for n, text in lines if not _is_other(text)]
    counts = Counter(row.shape(Kind.CHARACTERS) for row in rows if "-" in row.text)
    width, count = counts.most_common(1)[0] if counts else (0, 0)
    width *= count > 1

    def is_row(text: str) -> bool:
        text = ascii_cells(text)
        return bool(width and _DASHES.fullmatch(text.translate(BARS)) and text.count("-") == width)

    return [(n, ascii_cells(t).replace("-", ".") if is_row(t) else t) for n, t in lines]


def _with_blanks_in_places(lines: Sequence[tuple[int, str]]) -> Numbered:
    """Return lines with a dot in each place between bars where nothing stands, every second one."""
    rows = [text.strip().translate(BARS) for _, text in lines if not _is_other(text)]
    rows = [text for text in rows if text.count("|") > 1]
    shapes = {tuple(map(len, text.split("|")[1:-1])) for text in rows}
    if len(shapes) != 1 or not all(width % 2 and width > 1 for width in next(iter(shapes))):
        return list(lines)
    if any(field[::2].strip() for text in rows for field in text.split("|")[1:-1]):
        return list(lines)

    def filled(text: str) -> str:
        fields = text.strip().translate(BARS).split("|")[1:-1]
        return "|".join(["", *(field[1::2].replace(" ", ".") for field in fields), ""])

    return [(n, filled(t) if t.strip().translate(BARS) in rows else t) for n, t in lines]


_WAYS: tuple[Callable[[Sequence[tuple[int, str]]], Numbered], ...] = (
    _without_last_separators, _without_labels, _without_headings, _with_dashes_as_blanks,
    _with_blanks_in_places,
)  # fmt: skip
