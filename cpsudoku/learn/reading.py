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
    Prose may stand around the grid, labels (``Row 1:``) before its rows, and lines of decoration
    between them.  The last complete grid counts and none before it, so that an answer with many
    grids is judged by one.  What stands before the last ``</think>`` does not count, nor what
    follows a ``<think>`` that nothing closes; where there is a tag ``<answer>``, what follows the
    last one counts alone, up to its end.

Both take time in proportion to the length of the text.

>>> from cpsudoku.rules import boxes
>>> read_answer("The grid is [[1,2,3,4],[3,4,1,2],[2,1,4,3],[4,3,2,1]].", boxes(2, 2)).digits
(1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
>>> read_answer("r1c1 is 1 and r1c2 is 2", boxes(2, 2)).why
'no grid of 16 cells'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from cpsudoku import formats
from cpsudoku.errors import CpsudokuError, OptionError
from cpsudoku.rules import SYMBOLS, Digit, Rules

READINGS = ("lenient", "strict")
"""How answers are read."""

_MOST_NOTATION = 20_000
"""Characters of a text that is tried as any notation; a longer one is digits with decoration."""

_NOTATIONS = ("sdk", "fpuzzles", "sudokupad", "lisudoku", "sudokuwiki", "iss")
"""In the others text may stand beside a grid, or it is digits with decoration."""

_SPACES = r"\s,;|/\\&\[\](){}\"'`*$\u2500-\u257f\u2013\u2014\u2026"
"""What may stand between the cells of a grid, as the inside of a class of a regular expression."""

_BLANKS = "._?0"
_OPENING = re.compile(r"<answer>", re.IGNORECASE)
_CLOSING = re.compile(r"</answer>", re.IGNORECASE)
_THINKING = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_THOUGHT = re.compile(r"</think(?:ing)?>", re.IGNORECASE)
_DRAWN = re.compile(r"[-=+|:]{2,}(?![0-9])|^[ \t]*-[ \t]|\\hline", re.MULTILINE)
# No two repetitions stand side by side that match the same characters, nor does one begin a pattern
# that is searched for: either would take time in proportion to the square of a text's length.
_LABEL = re.compile(r"\b(?:row|line|r)[ _]?([0-9]{1,2})[\"*]*[ \t]*[:.)|=]", re.IGNORECASE)
_NUMBERED = re.compile(r"[^\S\n]*(?:\|[^\S\n]*)?([A-Z]|[0-9]{1,2})[^\S\n]*[|:.)](?=[^\n])")
_FENCE = re.compile(r"```[\w+-]*\n(.*?)\n?```", re.DOTALL)
_ONLY_VALUE = re.compile(r"\{\s*\"\w{1,40}\"\s*:(.*)\}", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ReadAnswer:
    """What was read of an answer.

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
    """

    one: bool
    values: Mapping[str, Digit]
    cell: re.Pattern[str]
    width: int
    cells: int


@lru_cache(maxsize=64)
def _alphabet(rules: Rules) -> _Alphabet:
    values = dict.fromkeys(_BLANKS, 0)
    symbols = {symbol: digit for digit, symbol in enumerate(rules.symbols, 1)}
    width = rules.size if rules.board.is_square else 0
    one = rules.size <= 9 and all(len(s) == 1 and s in "0123456789" for s in rules.symbols)
    if one:
        # Digits that the rules do not have make a grid wrong; they do not make it shorter.
        values |= {str(d): rules.size + 1 for d in range(1, 10)} | symbols
        return _Alphabet(True, values, re.compile(f"[0-9._?{_SPACES}]+"), width, rules.cell_count)
    values |= symbols
    if rules.board.first == 1:  # numbers and letters alike
        values |= {symbol: digit for digit, symbol in enumerate(SYMBOLS[: rules.size], 1)}
        values |= {str(digit): digit for digit in range(1, rules.size + 1)}
    words = re.compile(rf"[0-9A-Za-z._?]+|[^0-9A-Za-z._?{_SPACES}]")
    return _Alphabet(False, values, words, width, rules.cell_count)


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
    if not known.one:
        found = [digits for _, digits in _of_words(text, known)]
        words = len(known.cell.findall(text))
        return found[0] if len(found) == 1 and words in {1, known.width, known.cells} else None
    run = known.cell.fullmatch(text)
    cells = [known.values[c] for c in text if c in known.values] if run else []
    return tuple(cells) if len(cells) == known.cells else None


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
    for digits in _grids(_concluding(text), known):
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
    rows = _LABEL.sub(lambda match: "\n" + f"{match[1]}:".rjust(len(match[0]) - 1), text)
    found = [*(_of_runs(text, known) if known.one else _of_words(text, known))]
    found += _of_lines(rows, known)
    found.sort(key=lambda one: one[0])
    return (digits for _, digits in found)


Found = tuple[int, tuple[Digit, ...]]
"""Where a grid ends in a text, and its digits."""


def _of_runs(text: str, known: _Alphabet) -> Iterator[Found]:
    """Yield each run of cells and decoration that has as many cells as a grid.

    Of a longer run, such as a number at the end of a sentence and then a grid, lines are looked at.
    """
    for match in known.cell.finditer(text):
        at, run = match.start(), match[0]
        if len(run) < known.cells:
            continue
        cells = _of_run(run, known)
        if cells is not None:
            yield match.end(), cells
        elif "\n" in run:
            yield from _of_long_run(run, at, known)


def _of_run(run: str, known: _Alphabet) -> tuple[Digit, ...] | None:
    cells = [known.values[c] for c in run if c in known.values]
    # The full stop of a sentence, before the grid or after it, is not a blank of it.
    if len(cells) in {known.cells + 1, known.cells + 2}:
        bare = run.strip()
        cells = cells[bare.startswith(".") : len(cells) - bare.endswith(".")]
    return tuple(cells) if len(cells) == known.cells else None


def _of_lines(text: str, known: _Alphabet) -> Iterator[Found]:
    """Yield the last rows of each block of lines of which each is a row or decoration."""
    if not known.width:
        return
    rows: list[_Row] = []
    at = end = 0
    for line in [*text.split("\n"), "end"]:
        at += len(line) + 1
        row = _row(line, known)
        if row is None:
            last = rows[-known.width :]
            if len(last) == known.width and _in_order([row.label for row in last]):
                yield end, tuple(digit for row in last for digit in row.cells)
            rows = []
        elif row.cells:
            rows.append(row)
            end = at


class _Row(NamedTuple):
    """A row of a grid, with the number or letter before it; empty for none."""

    label: str
    cells: list[Digit]


def _row(line: str, known: _Alphabet) -> _Row | None:
    """Return the cells of a line; none for decoration, and None for anything else."""
    if not line.strip():
        return _Row("", [])
    cells = _cells(line, known)
    if cells is not None and len(cells) in {0, known.width}:
        return _Row("", cells)
    label = _NUMBERED.match(line)
    cells = None if label is None else _cells(line[label.end() :], known)
    if label is None or cells is None or len(cells) != known.width:
        return None
    return _Row(label[1], cells)


def _in_order(labels: list[str]) -> bool:
    """Return whether rows have no labels, or labels that follow one another."""
    if not any(labels):
        return True
    if not all(labels):
        return False
    numbers = [int(label) if label.isdecimal() else ord(label) for label in labels]
    return numbers == list(range(numbers[0], numbers[0] + len(numbers)))


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


def _of_words(text: str, known: _Alphabet) -> Iterator[Found]:
    """Yield each run of words that has as many cells as a grid, or such lines of a longer run."""
    cells: list[Digit] = []
    begin = end = 0
    for match in known.cell.finditer(text + "!"):  # what is not a cell ends the last run
        found = _of_word(match[0], known)
        if found is not None:
            begin, end = begin if cells else match.start(), match.end()
            cells.extend(found)
            continue
        if len(cells) == known.cells:
            yield end, tuple(cells)
        elif len(cells) > known.cells:
            yield from _of_long_run(text[begin:end], begin, known)
        cells.clear()


def _of_long_run(run: str, at: int, known: _Alphabet) -> Iterator[Found]:
    for line in run.split("\n"):
        at += len(line) + 1
        cells = _of_run(line, known) if known.one else _cells(line, known)
        if cells is not None and len(cells) == known.cells:
            yield at - 1, tuple(cells)


def _of_word(word: str, known: _Alphabet) -> tuple[Digit, ...] | None:
    """Return the cells of a word: one, or a row or grid with a character for each."""
    if word in known.values:
        return (known.values[word],)
    if len(word) not in {known.width, known.cells}:
        return None
    found = [known.values.get(character) for character in word]
    return None if None in found else tuple(digit for digit in found if digit is not None)
