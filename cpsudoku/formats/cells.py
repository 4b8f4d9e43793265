"""Cells as they stand in a text: characters to digits and back, and the rows of boards.

Up to size 35 a digit is one character.  Blank cells are ``.``, ``0``, ``*``, ``_``, ``-`` or ``?``;
digits are ``1`` … ``9``, then ``A`` … ``Z`` in either case.  `standard` turns the other symbols
that boards are written in into these, as long as only one meaning is possible; `ascii_cells` does
so for characters beyond ASCII.  Digits of other scripts are refused by name and never taken for
something else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import BLANKS, MAX_SYMBOL_SIZE
from cpsudoku.puzzle import Puzzle
from cpsudoku.rules import SYMBOLS, classic

EMPTY = "␢"
"""Stands in a row for a cell in which there is nothing."""

BAD = 255  # stands for a character that is neither a digit nor a blank

_WIDE = {0xFEE0 + code: code for code in range(ord("!"), ord("~") + 1)}
_BLANK_SIGNS = "·•∙⋅・‧․。●○◯∘□■▢▣▪▫◻◼◽◾⬜⬛☐█░▒▓␣"
_ASCII_CELLS = _WIDE | dict.fromkeys(map(ord, _BLANK_SIGNS), ".") | dict.fromkeys(b"\xa0", " ")
_ASCII_CELLS |= dict.fromkeys(map(ord, "—–−―‐‑‒"), "-") | {ord("、"): ","}
_ASCII_CELLS |= dict.fromkeys([*range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_UNSEEN = [
    0xAD,
    0x61C,
    *range(0x200B, 0x2010),
    *range(0x202A, 0x202F),
    *range(0x2060, 0x206A),
    0x20E3,
    0xFE0E,
    0xFE0F,
    0xFEFF,
]  # around keycaps, too
_ASCII_CELLS |= dict.fromkeys(_UNSEEN)
_OTHER_BLANKS = frozenset(BLANKS) - {"0"}
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def ascii_cells(text: str) -> str:
    """Return a line with ASCII for full-width characters, squares, dots and dashes.

    A line with characters that stand for no cell is returned as it is.
    """
    if text.isascii():
        return text
    made = text.translate(_ASCII_CELLS)
    return made if made.isascii() else text


def zero_is_doubtful(cells: Sequence[str], size: int) -> bool:
    """Return whether 0 may be a digit: beside another blank, without N, never twice in a line.

    Args:
        cells: for each cell its text, in the symbols of `digits_by_code`.
    """
    highest = SYMBOLS[size - 1] if size <= MAX_SYMBOL_SIZE else str(size)
    if size < 4 or "0" not in cells or _OTHER_BLANKS.isdisjoint(cells):
        return False
    if not {highest, highest.lower(), str(size)}.isdisjoint(cells):
        return False
    places = [divmod(cell, size) for cell, text in enumerate(cells) if text == "0"]
    return all(len(set(line)) == len(line) for line in zip(*places, strict=True))


def _letters_meaning(
    letters: Collection[str], size: int, *, beside_blanks: bool, beside_digits: bool
) -> dict[str, str]:
    """Return what letters stand for: digits after 9, else digits from A on, else blanks."""
    alphabets = [{symbol: symbol for symbol in SYMBOLS[9:size]}]
    if not beside_digits and size <= len(_LETTERS):
        alphabets.append(dict(zip(_LETTERS, SYMBOLS[:size], strict=False)))
    may_be_blanks = size >= 4 and not beside_blanks and (beside_digits or len(letters) > 1)
    for blanks in (set(), {"X"}, {"O"}) if may_be_blanks else (set(),):
        for alphabet in alphabets:
            if blanks == set(letters) - set(alphabet):
                return alphabet | dict.fromkeys(blanks, BLANKS[0])
    return {}


def standard(cells: Sequence[str], size: int, *, is_sure: bool = False) -> Sequence[str]:
    """Return the cells of a board in the symbols of `digits_by_code`, if they have a meaning.

    Letters from A on may stand for the digits, and one of the letters x and o for the blanks.

    Args:
        cells: for each cell its text: a symbol, a number or a set of candidates.
        is_sure: whether the rules are given, whose digits are 1 to N, so that 0 is a blank.

    Raises:
        FormatError: 0 can be a digit or a blank, or some blanks may be cells that were lost.
    """
    used = {cell for cell in cells if len(cell) == 1}
    letters = {cell.upper() for cell in used if cell.isalpha()}
    if letters:
        meaning = _letters_meaning(
            letters,
            size,
            beside_blanks=not used.isdisjoint(_OTHER_BLANKS),
            beside_digits=not used.isdisjoint("123456789"),
        )
        meaning |= {one.lower(): symbol for one, symbol in meaning.items()}
        replaced = [meaning.get(cell, cell) for cell in cells]
        cells = "".join(replaced) if isinstance(cells, str) else replaced
    if EMPTY in used:
        if blanks := set(cells) & set(BLANKS):
            raise FormatError(
                f"empty cells beside {min(blanks)!r}; expected one kind of blanks, or "
                f"'# rules: {size}+from0' before them where 0 is a digit"
            )
        cells = [cell.replace(EMPTY, BLANKS[0]) for cell in cells]
    if not is_sure and zero_is_doubtful(cells, size):
        raise FormatError(
            f"0 beside other blanks, and no digit {size}: 0 can be a digit or a blank; expected "
            f"'# rules: {size}+from0' before it where the digits are 0 to {size - 1}, "
            f"'# rules: {size}' where it is a blank"
        )
    return cells


@lru_cache(maxsize=MAX_SYMBOL_SIZE)
def digits_by_code(size: int) -> bytes:
    """Return for each code of a character its digit, 0 for a blank, `BAD` for anything else."""
    table = bytearray([BAD]) * 256
    for blank in BLANKS:
        table[ord(blank)] = 0
    for digit, symbol in enumerate(SYMBOLS[:size], start=1):
        table[ord(symbol)] = table[ord(symbol.lower())] = digit
    return bytes(table)


@lru_cache(maxsize=MAX_SYMBOL_SIZE)
def expected(size: int) -> str:
    """Return the characters that a cell may have, for error messages."""
    if size <= 9:
        digits = "1" if size == 1 else f"1 to {size}"
    else:
        digits = "1 to 9, A" if size == 10 else f"1 to 9, A to {SYMBOLS[size - 1]}"
    return f"{digits}, or . 0 * _ - ? for a blank"


def digits_or_none(cells: str, size: int) -> bytes | None:
    """Return for each character its digit, 0 for a blank, or None if one of them is neither."""
    return bytes_digits_or_none(cells.encode("ascii"), size) if cells.isascii() else None


def bytes_digits_or_none(cells: bytes, size: int) -> bytes | None:
    """Return for each character its digit as `digits_or_none` does."""
    digits = cells.translate(digits_by_code(size))
    return None if BAD in digits else digits


def digits_of(cells: str, size: int, column: int = 1) -> bytes:
    """Return for each character its digit, 0 for a blank; the first is in a column, for errors."""
    digits = digits_or_none(cells, size)
    if digits is None:
        table = digits_by_code(size)
        at = next(i for i, c in enumerate(cells) if ord(c) > 127 or table[ord(c)] == BAD)
        message = f"{cells[at]!r} is not a digit of a {size}×{size} grid; expected {expected(size)}"
        raise FormatError(message, column=column + at)
    return digits


@lru_cache(maxsize=64)
def _digits_by_text(size: int, first: int) -> dict[str, int]:
    """Return for each text of one cell its digit, 0 for a blank."""
    found = dict.fromkeys([*BLANKS, EMPTY], 0)
    for digit in range(1, size + 1):
        worth = digit + first - 1
        letter = SYMBOLS[worth - 1] if 9 < worth <= len(SYMBOLS) else ""
        found |= dict.fromkeys(filter(None, (letter, letter.lower(), str(worth))), digit)
    return found


def cell_digit(text: str, size: int, first: int = 1) -> int | None:
    """Return the digit of a number, letter or blank (0), or None if it is neither.

    Args:
        first: what the lowest digit is worth.
    """
    digits = _digits_by_text(size, first)
    plain = text.lstrip("0") or text[:1] if text.isdigit() else text
    return digits.get(text, digits.get(plain))


@lru_cache(maxsize=2 * MAX_SYMBOL_SIZE)
def codes_by_digit(size: int, blank: str) -> bytes:
    """Return for each digit the code of its character, for 0 that of a blank, else that of a ?."""
    return (blank + SYMBOLS[:size]).encode().ljust(256, b"?")


def classic_or_none(cells: str) -> Puzzle | None:
    """Return the classic puzzle of 81 characters, or None if these are not it without a doubt."""
    if len(cells) != 81 or ("0" in cells and "9" not in cells and zero_is_doubtful(cells, 9)):
        return None
    digits = digits_or_none(cells, 9)
    return None if digits is None else Puzzle.from_digits(digits, classic())


BARS = str.maketrans(dict.fromkeys("|│┃║¦", "|"))
_BORDER = re.compile(r"[\s|│┃║¦+:.'`*=\-_─━═┄┅┈┉\u2500-\u257f]+")
_FLAT = re.compile(
    r"\|\s*:?-:?\s*\||^:?-:?\s*\|$|^\|\s*:?-:?$"
    r"|[-=─━═\u2500\u2501\u2550]{2}|[-=─━═]\s[-=─━═]|[\u250c-\u253c\u2552-\u256c]"
)
_TITLE = re.compile(r"[^\W\d_]{3,}[\w \t,:#()'-]*")
_SEPARATED = re.compile(r"""[^\s,;"'|#]{0,3}(?: *[,;\t] *[^\s,;"'|#]{0,3})+""")
_SEPARATOR = re.compile(r"[ \t]*[,;][ \t]*| *\t *")
_FLOAT = re.compile(r"([0-9]+)\.0*|")
NO_CANDIDATE = "!"


def spaced(text: str) -> str | None:
    """Return cells that commas, semicolons or tabs part with spaces between them instead.

    Such lines are ``5,3,,,7,,,,`` or ``"5";"3";"0"``, where nothing is a blank; None for any other,
    such as sets of candidates with spaces between them.
    """
    is_indented = "," in text or ";" in text or "\t" not in text.lstrip()
    bare = text.strip(None if is_indented else " ").replace('"', "").replace("'", "")
    if not _SEPARATED.fullmatch(bare):
        return None
    cells = _SEPARATOR.split(bare)
    numbers = [number[1] for cell in cells if (number := _FLOAT.fullmatch(cell))]
    if any(numbers) and len(numbers) == len(cells):  # 5.0
        cells = [number or "" for number in numbers]
    return " ".join(cell or EMPTY for cell in cells)


def is_border(text: str) -> bool:
    """Return whether a line is a drawn border, such as ``+---+---+``."""
    return bool(_BORDER.fullmatch(text) and _FLAT.search(text))


def is_title(text: str) -> bool:
    """Return whether a line is words such as ``Grid 01`` and cannot be a row."""
    if not _TITLE.fullmatch(text):
        return False
    tokens = text.split()
    count = sum(map(len, tokens))
    are_uneven = len(set(map(len, tokens))) > 1 or count > MAX_SYMBOL_SIZE
    return are_uneven or digits_or_none("".join(tokens), count) is None


def cell_mask(text: str, size: int, first: int = 1) -> int | None:
    """Return the candidates that a blank, digit, number or set stands for, None for others.

    Where there are digits above 9 or below 0, a set has commas between them.

    Args:
        first: what the lowest digit is worth.
    """
    if text == NO_CANDIDATE:
        return 0
    is_plain = first >= 0 and first + size <= 10
    if text[0] in "uU" and len(text) == 2 and is_plain:
        text = text[1]  # placed by the player, as SudoCue writes it
    if "," in text:
        texts = text.split(",")
    elif len(text) > 1 and is_plain:
        if not all(a < b for a, b in pairwise(text)):
            return None
        texts = list(text)
    else:
        digit = cell_digit(text, size, first)
        return None if digit is None else 1 << digit >> 1 if digit else (1 << size) - 1
    digits = {cell_digit(one, size, first) or 0 for one in texts}
    is_set = 0 not in digits and len(digits) == len(texts)
    return sum(1 << digit - 1 for digit in digits) if is_set else None
