"""A row of a board as it stands in the text: its cells in three readings, and what is not a row."""

from __future__ import annotations

import enum
import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cpsudoku.formats.base import MAX_SYMBOL_SIZE
from cpsudoku.formats.symbols import EMPTY, ascii_cells, cell_digit, digits_or_none

BARS = str.maketrans(dict.fromkeys("|│┃║¦", "|"))
_BORDER = re.compile(r"[\s|│┃║¦+:.'`*=\-_─━═┄┅┈┉\u2500-\u257f]+")
_FLAT = re.compile(
    r"\|\s*:?-:?\s*\||[-=─━═\u2500\u2501\u2550]{2}|[-=─━═]\s[-=─━═]|[\u250c-\u253c\u2552-\u256c]"
)
_TITLE = re.compile(r"[^\W\d_]{3,}[\w \t,:#()'-]*")
_SEPARATED = re.compile(r"""[^\s,;"'|#]{0,3}(?: *[,;\t] *[^\s,;"'|#]{0,3})+""")
_SEPARATOR = re.compile(r" *[,;\t] *")
NO_CANDIDATE = "!"


class Kind(enum.Enum):
    """What a row's cells are."""

    TOKENS = "numbers, letters and sets with spaces between them"
    CHARACTERS = "characters"
    FIELDS = "what stands between bars, where nothing is a blank"


class BoardRow(NamedTuple):
    """One row of a board as it stands in the text."""

    line: int
    text: str
    tokens: tuple[str, ...]
    fields: tuple[str, ...]

    @classmethod
    def of(cls, line: int, text: str) -> BoardRow:
        """Split a line into tokens and into fields between bars."""
        text = ascii_cells(text)
        text = spaced(text) or text
        barred = text.partition("#")[0].translate(BARS).strip()
        fields = barred.removeprefix("|").removesuffix("|").split("|")
        return cls(line, text, tuple(barred.replace("|", " ").split()), tuple(fields))

    def shape(self, kind: Kind) -> int:
        """Return how many cells the row has if it is of a kind."""
        if kind is Kind.CHARACTERS:
            return sum(map(len, self.tokens))
        return len(self.tokens if kind is Kind.TOKENS else self.fields)

    def cells(self, kind: Kind) -> Sequence[str]:
        """Return the texts of the row's cells if it is of a kind."""
        if kind is Kind.CHARACTERS:
            return "".join(self.tokens)
        if kind is Kind.TOKENS:
            return self.tokens
        return [text.strip() or EMPTY for text in self.fields]

    @property
    def has_empty_field(self) -> bool:
        """Whether nothing stands between two of its bars."""
        return len(self.fields) > 1 and not all(map(str.strip, self.fields))

    def column(self, kind: Kind, index: int) -> int:
        """Return the 1-based column of a cell."""
        places = self.columns(kind)
        return places[index] + 1 if index < len(places) else len(self.text)

    def columns(self, kind: Kind) -> list[int]:
        """Return where each cell begins, from 0, if the row is of a kind."""
        pattern = {Kind.TOKENS: r"[^\s|]+", Kind.CHARACTERS: r"[^\s|]", Kind.FIELDS: r"[^|]+"}
        return [at.start() for at in re.finditer(pattern[kind], self.text.translate(BARS))]


def spaced(text: str) -> str | None:
    """Return cells that commas, semicolons or tabs part with spaces between them instead.

    Such lines are ``5,3,,,7,,,,`` or ``"5";"3";"0"``, where nothing is a blank; None for any other,
    such as sets of candidates with spaces between them.
    """
    is_indented = "," in text or ";" in text or "\t" not in text.lstrip()
    bare = text.strip(None if is_indented else " ").replace('"', "").replace("'", "")
    if not _SEPARATED.fullmatch(bare):
        return None
    return " ".join(cell or EMPTY for cell in _SEPARATOR.split(bare))


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


def cell_mask(text: str, size: int) -> int | None:
    """Return the candidates that a blank, digit, number or set stands for, None for others."""
    if text == NO_CANDIDATE:
        return 0
    if text[0] in "uU" and len(text) == 2 and size <= 9:
        text = text[1]  # placed by the player, as SudoCue writes it
    if "," in text:
        texts = text.split(",")
    elif len(text) > 1 and size <= 9:
        if not all(a < b for a, b in pairwise(text)):
            return None
        texts = list(text)
    else:
        digit = cell_digit(text, size)
        return None if digit is None else 1 << digit >> 1 if digit else (1 << size) - 1
    digits = {cell_digit(one, size) or 0 for one in texts}
    return None if 0 in digits else sum(1 << digit - 1 for digit in digits)
