"""The compression of links: LZ-String by P. Gomes, in its Base64 form.

A kind of LZW over UTF-16 units whose codes grow by a bit as its dictionary does.  A new unit is
sent in 8 or 16 bits after code 0 or 1; code 2 is the end.  The bits of a number stand lowest first.

>>> text = '{"size":9,"grid":[[{},{},{}]]}'
>>> decompressed(compressed(text)) == text
True
"""

from __future__ import annotations

from array import array
from itertools import count, takewhile

from cpsudoku.errors import FormatError

MOST = 4_000_000  # a link that unpacks to more characters is refused: a few bytes can say very many
MOST_PACKED = 1_000_000
"""A link with more characters is refused: those of the largest boards have a fiftieth of it."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {character: f"{place:06b}" for place, character in enumerate(_ALPHABET)}
_OF_LINKS = str.maketrans("-_ ", "+/+")  # what links have for signs of Base64

_NARROW, _WIDE, _END = 0, 1, 2


def decompressed(text: str, most: int = MOST) -> str:
    """Return the text that was compressed, if it has no more characters than it may."""
    bits = _Bits(text)
    entries = ["", "", ""]  # the three codes that stand for no piece
    pieces: list[str] = []
    before, width, length = "", 2, 0
    while (code := bits.number(width)) != _END:
        if code in (_NARROW, _WIDE):
            entries.append(chr(bits.number(16 if code == _WIDE else 8)))
            code = len(entries) - 1
        if code < len(entries):
            piece = entries[code]
        elif code == len(entries) and before:
            piece = before + before[0]
        else:
            raise FormatError("damaged link: invalid LZ-String code")
        pieces.append(piece)
        length += len(piece)
        if length > most:
            raise FormatError(f"a compressed link of more than {most} characters")
        if before:
            entries.append(before + piece[0])
        # Codes have room for the entry that both sides are about to make.
        before, width = piece, len(entries).bit_length()
    joined = "".join(pieces)
    return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


class _Bits:
    """The bits of a text; a character that is not of Base64 may only stand after the end."""

    def __init__(self, text: str) -> None:
        if len(text) > MOST_PACKED:
            raise FormatError(
                f"a compressed link of {len(text)} characters; expected at most {MOST_PACKED}"
            )
        plain = text.strip().translate(_OF_LINKS).rstrip("=")
        known = [_BITS[one] for one in takewhile(_BITS.__contains__, plain)]
        self._bits, self._at, self._after = "".join(known), 0, plain[len(known) :][:1]

    def number(self, width: int) -> int:
        """Return the next number of some bits."""
        begin, self._at = self._at, self._at + width
        if self._at > len(self._bits):
            if self._after:
                raise FormatError(f"a compressed link with {self._after!r}; expected Base64")
            raise FormatError("a compressed link that is cut off")
        return int(self._bits[begin : self._at][::-1], 2)


def compressed(text: str) -> str:
    """Return a text compressed, as Base64."""
    codes: dict[int, int] = {}  # by the code of the piece before a unit, 0 for none, and the unit
    number = count(_END + 1)
    fresh: dict[int, int] = {}  # the units that have yet to be sent, by their codes
    bits: list[str] = []
    sent = 2  # entries that the other side knows by now, which gives the width of a code

    def send(piece: int) -> None:
        nonlocal sent
        width = sent.bit_length()
        if (unit := fresh.pop(piece, None)) is not None:
            is_wide = unit >= 256
            bits.append(_lowest_first(_WIDE if is_wide else _NARROW, width))
            bits.append(_lowest_first(unit, 16 if is_wide else 8))
            sent += 1
        else:
            bits.append(_lowest_first(piece, width))
        sent += 1

    piece = 0
    for unit in array("H", text.encode("utf-16", "surrogatepass"))[1:]:  # after the mark of order
        if unit not in codes:
            codes[unit] = new = next(number)
            fresh[new] = unit
        longer = codes.get(piece << 16 | unit)
        if longer is None:
            codes[piece << 16 | unit] = next(number)
            send(piece)
            longer = codes[unit]
        piece = longer
    if piece:
        send(piece)
    # The original ends with a bit that is not used.
    return _base64("".join(bits) + _lowest_first(_END, sent.bit_length()) + "0")


def _lowest_first(number: int, width: int) -> str:
    return f"{number:0{width}b}"[::-1]


def _base64(bits: str) -> str:
    # Not Base64 of whole bytes: the last character may hold fewer than six bits.
    sixes = (bits[at : at + 6].ljust(6, "0") for at in range(0, len(bits), 6))
    text = "".join(_ALPHABET[int(six, 2)] for six in sixes)
    return text + "=" * (-len(text) % 4)
