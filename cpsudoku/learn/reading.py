"""Read the grid that a model's answer holds, or why there is none.

A grid is as many digits as the board has cells with nothing between them but *decoration*: spaces,
line ends, brackets, commas, quotes, asterisks, and the lines that grids are drawn with.  Anything
else ends it: a letter, a minus sign before a digit, a digit that is not one of ASCII's.  So digits
are never gathered out of the prose around them.

``strict``
    The text is the grid and nothing else: digits with decoration (JSON's lists are that), perhaps
    in a code fence or as the only value of a JSON object; or one of the notations of programs:
    ``sdk``, and the links and documents of f-puzzles, SudokuPad, Li Sudoku, SudokuWiki and ISS.

``lenient``
    Prose may stand around the grid, labels (``Row 1:``, ``R1``, ``A |``, ``第1行：``) before its
    rows, and lines of decoration between them; or all cells are named in turn, each with its digit
    (``r1c1: 5``).  Markup of Markdown, HTML and LaTeX does not count, nor do quotes before lines
    and comments after them (`plain`).  The last complete grid counts and none
    before it, so that an answer with many grids is judged by one.  What stands before the last
    ``</think>`` does not count, nor what follows a ``<think>`` that nothing closes; where there is
    a tag ``<answer>``, only what follows the last one counts, up to its end.

Both take time in proportion to the length of the text.

>>> from cpsudoku.rules import boxes
>>> read_answer("The grid is [[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]].", boxes(2, 2)).digits
(1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
>>> read_answer("r1c1 is 1 and r1c2 is 2", boxes(2, 2)).why
'no grid of 16 cells'
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cpsudoku import formats
from cpsudoku.errors import CpsudokuError, OptionError
from cpsudoku.rules import SYMBOLS, Digit, Rules

_UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\ufe0e\ufe0f\u20e3\u00ad✓✔✅"
"""Marks that change how others look, such as the frame of a key around a digit, and ticks."""

# None begins with a repetition, and those within are bounded: each takes time in proportion to the
# length of a text.
_OTHER = re.compile(r"[^\x00-\x7f]")
_COLOUR = re.compile(r"\x1b\[[0-9;]{0,20}m")
_NEW_LINE = re.compile(
    r"</?(?:tr|table|thead|tbody|tfoot|p|div|li|ol|ul|pre|br|hr)\b[^<>]{0,200}>"
    r"|\\(?:begin|end)\{[a-z]{1,20}\*?\}(?:\{[|clr :!]{1,80}\}"
    r"|\{(?:\|?\*\{[0-9]\}\{[|clr]{1,12}\}\|?){1,3}\})?|\\n(?=[0-9 |\[])",
    re.IGNORECASE,
)
_LAYOUT = re.compile(
    r"</?(?:td|th|span|b|strong|i|em|u|font|code|center|small|mark)\b[^<>]{0,200}>"
    r"|&(?:nbsp|emsp|ensp|thinsp|#160|#xa0);"
    r"|\\(?:hline|toprule|midrule|bottomrule|cline\{[0-9-]{1,9}\}|(?:text|math)(?:bf|rm|tt|sf|it)"
    r"|boldsymbol|bm|boxed|fbox|displaystyle|(?:text)?color\{[A-Za-z0-9!]{1,20}\}"
    r"|q?quad(?![a-z])|(?<!\\\\)[,;:! ])",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"^[ \t]{0,3}(?:>[ \t]{0,3}){1,5}", re.MULTILINE)
_COMMENT = re.compile(r"[ \t](?:#|//|%|<!--|←|<-)[^\n]{0,200}$", re.MULTILINE)


def plain(text: str) -> str:
    r"""Return a text without its markup, so that what is left of a grid is digits with decoration.

    Digits of other scripts and widths become those of ASCII, tags of HTML and commands of LaTeX
    that only lay out become spaces or line ends, and quotes, colours and comments at the ends of
    lines go.  What says more than how a grid looks, such as a struck out digit, stays, and ends its
    grid.

    >>> plain("> ５ ３ 4  # row 1"), plain(r"\textbf{5} & 3 \\ \hline"), plain("<td>5</td>")
    (' 5 3 4 ', ' {5} & 3 \\\\  ', ' 5 ')
    """
    if not text.isascii():
        text = _OTHER.sub(_in_ascii, text)
    text = _COLOUR.sub("", text)
    if "<" in text or "\\" in text or "&" in text:
        text = _LAYOUT.sub(" ", _NEW_LINE.sub("\n", text))
    return _COMMENT.sub("", _QUOTED.sub(" ", text))


def _in_ascii(match: re.Match[str]) -> str:
    """Return what a character only looks different from; a superscript is another thing."""
    one = match[0]
    if one in _UNSEEN:
        return ""
    if one == "、":
        return ","
    if "\uff01" <= one <= "\uff5e":  # in the width of a Chinese character
        return chr(ord(one) - 0xFF01 + ord("!"))
    digit = unicodedata.decimal(one, None)
    return one if digit is None else str(digit)


READINGS = ("lenient", "strict")
"""How answers are read."""

_MOST_NOTATION = 20_000
"""Characters of a text that is tried as any notation; a longer one is digits with decoration."""

_NOTATIONS = ("sdk", "fpuzzles", "sudokupad", "lisudoku", "sudokumaker", "sudokuwiki", "iss")
"""In the others text may stand beside a grid, or it is digits with decoration."""

_SPACES = r"\s,;|/\\&\[\](){}\"'`*$\u2500-\u257f\u2013\u2014\u2026"
"""What may stand between the cells of a grid, as the inside of a class of a regular expression."""

_BLANKS = "._?0"
_STOPS = (".", "?")
_OPENING = re.compile(r"<answer>", re.IGNORECASE)
_CLOSING = re.compile(r"</answer>", re.IGNORECASE)
_THINKING = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_DRAWN = re.compile(
    r"^[^\w\n.?]+$|[-=+|:]{2,}(?![0-9])|^[ \t]*-[ \t]|\\hline", re.MULTILINE
)  # lines between rows, and bullets before them
# No two repetitions stand side by side that match the same characters, nor does one begin a pattern
# that is searched for: either would take time in proportion to the square of a text's length.
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_LABEL = re.compile(
    rf"\b(?:(?:({'|'.join(_ORDINALS)})|([0-9]{{1,2}})(?:st|nd|rd|th)) (?:row|line)|"
    rf"(?:row|line|r)[ _]?([0-9]{{1,2}}|[A-I]|{'|'.join(_WORDS)})|"
    r"第([1-9一二三四五六七八九])行)[\"'*]*[ \t]*"
    r"(?:[:.)|=→–—]|[-=]>)|\"([A-I]|[1-9])\"[ ]?:",
    re.IGNORECASE,
)
_BEFORE = r"[^\w\n.?-]{0,8}"
_SIGN = r"(?:\.|[\"'*`)\]\s]{0,4}(?:[|:)=→\u2500-\u257f]|[-=]>|[-–—]\s"
"""What stands between a label and its row, as the beginning of a group."""

_NUMBERED = re.compile(rf"{_BEFORE}([A-Za-z]|[0-9]{{1,2}}){_SIGN}))(?=[^\n])")
_NAMED = re.compile(
    rf"{_BEFORE}(?:第?([1-9一二三四五六七八九]) ?(?:行目?|排|행)"
    rf"|([^\W\d_]{{1,12}})[ _#]{{0,2}}([0-9]{{1,2}}|[A-Z])\b){_SIGN}|(?<=\s)))"
)
_LETTERED = re.compile(rf"{_BEFORE}([A-Za-z])[\"'*`)\]]{{0,4}}\s")
_FIRST = re.compile(rf"{_BEFORE}([0-9]{{1,2}})(?=[^0-9A-Za-z._?])")
_CHINESE = {word: str(number) for number, word in enumerate("一二三四五六七八九", 1)}
_NUMBERS = _CHINESE | {
    word: str(number) for words in (_ORDINALS, _WORDS) for number, word in enumerate(words, 1)
}
_PLACE = re.compile(
    r"(?:\bcell ?)?(?:\br(?:ow)?[ _]?([0-9]{1,2})[ ,_]{0,2}c(?:ol(?:umn)?)?[ _]?([0-9]{1,2})"
    r"|\(([0-9]{1,2}), ?([0-9]{1,2})\)|(?:\b[a-z_]\w{0,20})?\[([0-9]{1,2})\]\[([0-9]{1,2})\]"
    r"|\b([A-P])([0-9]{1,2}))"
    r"[\"'*`)\]]{0,4}\s{0,3}(?:[:=→|]|[-=]>)[\"'*`(\[\s]{0,4}([0-9A-Z]{1,2})(?![0-9A-Z])",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"(?:[^\n]+\n?)+")
_GAP = re.compile(rf"[{_SPACES}.•-]*")  # between cells that are named in turn
_FENCE = re.compile(r"```[\w+-]*\n(.*?)\n?```", re.DOTALL)
_ONLY_VALUE = re.compile(r"\{\s*\"\w{1,40}\"\s*:(.*)\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """The grid read from an answer, or the reason why there is none.

    Args:
        digits: for each cell its digit, 0 for a blank; None without a grid.  A digit that
            the rules do not have stays as it is, so that the grid is wrong.
        why: why no grid was found; empty if one was.
        grids: how many different complete grids the text has, of which `digits` is the last.
    """

    digits: tuple[Digit, ...] | None
    why: str = ""
    grids: int = 0


class _Alphabet(NamedTuple):
    """How the cells of some rules are written.

    Args:
        one: whether each is one decimal digit; else words stand for cells.
        values: for each character, or word, its digit; 0 for a blank.
        cell: what finds runs of cells and decoration.
        width: cells of a row; 0 where rows differ.
        labels: what finds labels before rows; letters only with a sign where they may be cells.
        places: the row and column of each cell.
    """

    one: bool
    values: Mapping[str, Digit]
    cell: re.Pattern[str]
    width: int
    cells: int
    labels: tuple[re.Pattern[str], ...]
    places: tuple[tuple[int, int], ...]

    def placed(self, named: Mapping[tuple[int, int], Digit]) -> tuple[Digit, ...] | None:
        """Return the grid of digits at rows and columns, if these are all of the board."""
        if len(named) != self.cells:
            return None
        first = min(named)[0]
        found = [named.get((row + first, column + first)) for row, column in self.places]
        return None if None in found else tuple(digit for digit in found if digit is not None)


@lru_cache(maxsize=64)
def _alphabet(rules: Rules) -> _Alphabet:
    values = dict.fromkeys(_BLANKS, 0)
    symbols = {symbol: digit for digit, symbol in enumerate(rules.symbols, 1)}
    width = rules.size if rules.board.is_square else 0
    one = rules.size <= 9 and all(len(s) == 1 and s in "0123456789" for s in rules.symbols)
    if one:
        # Digits that the rules do not have make a grid wrong; they do not make it shorter.
        values |= {str(d): rules.size + 1 for d in range(1, 10)} | symbols
        cell = re.compile(f"[0-9._?{_SPACES}]+")
        labels = [_NUMBERED, _NAMED, _LETTERED, _FIRST]
    else:
        values |= symbols
        if rules.board.first == 1:  # numbers and letters alike
            values |= {symbol: digit for digit, symbol in enumerate(SYMBOLS[: rules.size], 1)}
            values |= {str(digit): digit for digit in range(1, rules.size + 1)}
        cell = re.compile(rf"[0-9A-Za-z._?]+|[^0-9A-Za-z._?{_SPACES}]")
        labels = [_NUMBERED, _NAMED, _FIRST]
    return _Alphabet(one, values, cell, width, rules.cell_count, tuple(labels), rules.board.places)


def read_answer(answer: object, rules: Rules, reading: str = "lenient") -> ReadAnswer:
    """Return the grid that an answer holds; no answer whatever raises an error.

    Args:
        reading: ``lenient`` or ``strict``; the module says what each reads.

    Raises:
        OptionError: there is no such reading.
    """
    if reading not in READINGS:
        raise OptionError(f"no reading {reading!r}; expected {' or '.join(READINGS)}")
    if not isinstance(answer, str):
        return ReadAnswer(None, f"an answer of type {type(answer).__name__}; expected a text")
    known = _alphabet(rules)
    found = _strict(answer, rules, known) if reading == "strict" else _lenient(answer, known)
    if found.digits is not None:
        return found
    return ReadAnswer(None, found.why or f"no grid of {rules.cell_count} cells")


# Strict.


def _strict(text: str, rules: Rules, known: _Alphabet) -> ReadAnswer:
    text = text.strip()
    if (fenced := _FENCE.fullmatch(text)) is not None:
        text = fenced[1].strip()
    if (only := _ONLY_VALUE.fullmatch(text)) is not None:
        text = only[1].strip()
    digits = _whole(text, known) or _noted(text, rules)
    if digits is None:
        return ReadAnswer(None, f"the text is not a grid of {known.cells} cells alone")
    return ReadAnswer(digits, grids=int(all(digits)))


def _whole(text: str, known: _Alphabet) -> tuple[Digit, ...] | None:
    """Return the grid that a text is from its beginning to its end."""
    text = _undrawn(text)
    cells = _cells(text, known)
    if cells is None or len(cells) != known.cells:
        return None
    are_alike = known.one or len(known.cell.findall(text)) in {1, known.width, known.cells}
    return tuple(cells) if are_alike else None


def _noted(text: str, rules: Rules) -> tuple[Digit, ...] | None:
    """Return the grid of a text in one of the notations that leave no room for prose."""
    if len(text) > _MOST_NOTATION:
        return None
    for notation in _NOTATIONS:
        with suppress(CpsudokuError):
            puzzle = formats.parse(text, rules, format=notation)
            return puzzle.digits if puzzle.rules.board == rules.board else None
    return None


# Lenient.


def _lenient(text: str, known: _Alphabet) -> ReadAnswer:
    grids: set[tuple[Digit, ...]] = set()
    last: tuple[Digit, ...] | None = None
    for digits in _grids(plain(_concluding(text)), known):
        if all(digits):
            grids.add(digits)
        if all(digits) or not grids:
            last = digits
    return ReadAnswer(last, grids=len(grids))


def _concluding(text: str) -> str:
    """Return the part of a text that counts as its answer."""
    text = text[max((match.end() for match in _THOUGHT.finditer(text)), default=0) :]
    if (cut_off := _THINKING.search(text)) is not None:
        text = text[: cut_off.start()]
    opened = max((match.end() for match in _OPENING.finditer(text)), default=0)
    if not opened:
        return text
    text = text[opened:]
    closed = _CLOSING.search(text)
    return text if closed is None else text[: closed.start()]


def _undrawn(text: str) -> str:
    """Return a text with spaces for drawn lines; each character keeps its place."""
    return _DRAWN.sub(lambda match: " " * len(match[0]), text)


def _grids(text: str, known: _Alphabet) -> Iterator[tuple[Digit, ...]]:
    """Yield the grids of a text in the order in which they end."""
    text = _undrawn(text)
    rows = _LABEL.sub(_on_a_line, text)
    found = [*_of_runs(text, known), *_of_lines(rows, known), *_of_places(text, known)]
    found.sort(key=lambda one: one[0])
    return (digits for _, digits in found)


def _on_a_line(label: re.Match[str]) -> str:
    """Return a label at the beginning of a line, as long as it was."""
    name = next(filter(None, label.groups()))
    width = len(label[0]) - 1
    return "\n" + f"{_NUMBERS.get(name.lower(), name)}:".rjust(min(width, 6)).ljust(width)


Found = tuple[int, tuple[Digit, ...]]
"""Where a grid ends in a text, and its digits."""


def _of_runs(text: str, known: _Alphabet) -> Iterator[Found]:
    """Yield each run of cells and decoration that has as many cells as a grid.

    Of a longer run, such as a number at the end of a sentence and then a grid, paragraphs and lines
    are looked at.
    """
    for begin, end, cells in _runs(text, known):
        run = text[begin:end]
        if grid := _of_run(run, cells, known):
            yield end, grid
        elif len(cells) > known.cells and "\n" in run:
            pieces = [*_PARAGRAPH.finditer(run), *re.finditer(r"[^\n]+", run)]
            for piece in sorted(pieces, key=re.Match.end):
                if grid := _of_run(piece[0], _cells(piece[0], known) or [], known):
                    yield begin + piece.end(), grid


def _runs(text: str, known: _Alphabet) -> Iterator[tuple[int, int, list[Digit]]]:
    """Yield where each run begins and ends that is long enough for a grid, and its cells."""
    if known.one:
        for match in known.cell.finditer(text):
            if len(match[0]) >= known.cells:
                yield *match.span(), [known.values[c] for c in match[0] if c in known.values]
        return
    cells: list[Digit] = []
    begin = end = 0
    for match in known.cell.finditer(text + "!"):  # what is not a cell ends the last run
        found = _of_word(match[0], known)
        if found is None:
            if len(cells) >= known.cells:
                yield begin, end, cells
            cells = []
        else:
            begin, end = begin if cells else match.start(), match.end()
            cells.extend(found)


def _of_run(run: str, cells: list[Digit], known: _Alphabet) -> tuple[Digit, ...] | None:
    """Return the grid of a run, None where it has not as many cells."""
    # The end of a sentence, before the grid or after it, is not a blank of it.
    if known.one and len(cells) in {known.cells + 1, known.cells + 2}:
        bare = run.strip()
        cells = cells[bare.startswith(_STOPS) : len(cells) - bare.endswith(_STOPS)]
    return tuple(cells) if len(cells) == known.cells else None


def _of_places(text: str, known: _Alphabet) -> Iterator[Found]:
    """Yield the grids of which all cells are named in turn, each once and with its digit.

    Rows and columns count from 1, or from 0.
    """
    named: dict[tuple[int, int], Digit] = {}
    end, is_clear = 0, True
    for match in [*_PLACE.finditer(text), None]:
        if match is None or not _GAP.fullmatch(text, end, match.start()):
            grid = known.placed(named) if is_clear else None
            if grid is not None:
                yield end, grid
            named, is_clear = {}, True
        if match is not None:
            row, column, digit = filter(None, match.groups())
            place = int(row) if row.isdecimal() else ord(row.upper()) - ord("A") + 1, int(column)
            is_clear &= place not in named
            named[place] = known.values.get(digit.upper(), 0)
            end = match.end()


def _of_lines(text: str, known: _Alphabet) -> Iterator[Found]:
    """Yield the last rows of each block of lines of which each is a row or decoration.

    Rows with labels and those without are blocks of their own.  Where labels go on, but not in
    their order, nobody knows which rows are meant, so that neither part is a grid.
    """
    if not known.width:
        return
    rows: list[_Row] = []
    at = end = 0
    is_clear = True
    for line in [*text.split("\n"), "end"]:
        at += len(line) + 1
        row = follows = _row(line, known)
        if row is not None and not row.cells:
            continue
        if row is None:  # but a first one may stand after "The answer: "
            row = _row(line.partition(": ")[2], known)
            row = row if row and row.cells else None
        if rows and (follows is None or not _follows(follows, rows[-1])):
            is_cut = _is_cut(rows, follows, known.width)
            has_enough = len(rows) == known.width or (len(rows) > known.width and not rows[0].label)
            if has_enough and is_clear and not is_cut:
                yield end, tuple(d for one in rows[-known.width :] for d in one.cells)
            is_clear = not is_cut
            rows = []
        if row is not None:
            rows.append(row)
            end = at


class _Row(NamedTuple):
    """A row of a grid, with the number or letter before it, and the word before that."""

    label: str
    cells: list[Digit]
    word: str = ""


def _row(line: str, known: _Alphabet) -> _Row | None:
    """Return the cells of a line; none for decoration, and None for anything else."""
    if not line.strip():
        return _Row("", [])
    cells = _cells(line, known)
    if cells is not None and len(cells) in {0, known.width}:
        return _Row("", cells)
    for label in known.labels:
        found = label.match(line)
        cells = None if found is None else _cells(line[found.end() :], known)
        if found is not None and cells is not None and len(cells) == known.width:
            *words, name = filter(None, found.groups())
            return _Row(_CHINESE.get(name, name), cells, "".join(words))
    return None


def _is_cut(rows: Sequence[_Row], row: _Row | None, width: int) -> bool:
    """Return whether a label after those of rows neither follows nor begins another grid."""
    if row is None or not (row.label and rows[-1].label):
        return False
    return len(rows) != width or row.label != rows[0].label


def _follows(row: _Row, before: _Row) -> bool:
    """Return whether neither of two rows has a label, or one the label after the other's."""
    if not (row.label and before.label) or row.word != before.word:
        return row.label == before.label == ""
    one, other = (int(x) if x.isdecimal() else ord(x) for x in (before.label, row.label))
    return other == one + 1


def _cells(text: str, known: _Alphabet) -> list[Digit] | None:
    """Return the cells of a text, or None where there is anything but cells and decoration."""
    if known.one:
        if not known.cell.fullmatch(text):
            return None
        return [known.values[c] for c in text if c in known.values]
    cells: list[Digit] = []
    for word in known.cell.findall(text):
        found = _of_word(word, known)
        if found is None:
            return None
        cells.extend(found)
    return cells


def _of_word(word: str, known: _Alphabet) -> tuple[Digit, ...] | None:
    """Return the cells of a word: one, or a row or grid with a character for each."""
    if word in known.values:
        return (known.values[word],)
    if len(word) not in {known.width, known.cells}:
        return None
    found = [known.values.get(character) for character in word]
    return None if None in found else tuple(digit for digit in found if digit is not None)
