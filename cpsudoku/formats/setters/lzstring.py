"""The compression of links: LZ-String by P. Gomes, in its Base64 form.

A kind of LZW over UTF-16 units whose codes grow by a bit as its dictionary does.  A new unit is
sent in 8 or 16 bits after code 0 or 1; code 2 is the end.

>>> text = '{"size":9,"grid":[[{},{},{}]]}'
>>> decompressed(compressed(text)) == text
True
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator

from cpsudoku.errors import FormatError

MOST = 4_000_000
"""A link that unpacks to more characters is refused: a few bytes can say very many."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

_NARROW, _WIDE, _END = 0, 1, 2


def decompressed(text: str, most: int = MOST) -> str:
    """Return the text that was compressed.

    Args:
        text: Base64, with ``+/`` or ``-_`` and with or without padding.
        most: characters at most.
    """
    units: list[str] = []
    length = 0
    for part in _parts(_bits(text)):
        length += len(part)
        if length > most:
            raise FormatError(f"a compressed link of more than {most} characters")
        units.append(part)
    joined = "".join(units)
    return joined.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _bits(text: str) -> Iterator[int]:
    plain = text.strip().replace("-", "+").replace("_", "/").replace(" ", "+").rstrip("=")
    for character in plain:
        value = _ALPHABET.find(character)
        if value < 0:
            raise FormatError(f"a compressed link with {character!r}; expected Base64")
        for place in range(5, -1, -1):
            yield value >> place & 1


class _Codes:
    """Reads codes, whose width grows as the dictionary does."""

    def __init__(self, bits: Iterator[int]) -> None:
        self._bits = bits
        self._width = 2
        # The dictionary is full for a width one entry before it looks so: both sides count the
        # entry that they are about to make.
        self._room = 1

    def number(self, width: int) -> int:
        """Return a number of some bits, the lowest first."""
        found = 0
        try:
            for place in range(width):
                found |= next(self._bits) << place
        except StopIteration:
            raise FormatError("a compressed link that is cut off") from None
        return found

    def code(self) -> int:
        """Return the next code."""
        return self.number(self._width)

    def unit(self, code: int) -> str:
        """Return the new unit that a code announces."""
        return chr(self.number(16 if code == _WIDE else 8))

    def grow(self) -> None:
        """Count an entry of the dictionary."""
        self._room -= 1
        if self._room == 0:
            self._room, self._width = 1 << self._width, self._width + 1


def _parts(bits: Iterator[int]) -> Iterator[str]:
    """Yield the pieces of the text in their order."""
    codes = _Codes(bits)
    entries = ["", "", ""]  # the three codes that stand for no piece
    before = ""
    while (code := codes.code()) != _END:
        if code in (_NARROW, _WIDE):
            entries.append(codes.unit(code))
            code = len(entries) - 1
            codes.grow()
        if code < len(entries):
            piece = entries[code]
        elif code == len(entries) and before:
            piece = before + before[0]
        else:
            raise FormatError("a compressed link with a code that nothing stands for")
        yield piece
        if before:
            entries.append(before + piece[0])
            codes.grow()
        before = piece


class _Out:
    def __init__(self) -> None:
        self._bits: list[str] = []

    def number(self, value: int, width: int) -> None:
        self._bits.append(f"{value:0{width}b}"[::-1])

    def text(self) -> str:
        # Not Base64 of whole bytes: the last character may hold fewer than six bits.
        bits = "".join(self._bits)
        whole = bits.ljust(len(bits) + -len(bits) % 24, "0")
        text = b64encode(int(whole, 2).to_bytes(len(whole) // 8, "big")).decode()
        text = text[: -(-len(bits) // 6)]
        return text + "=" * (-len(text) % 4)


def compressed(text: str) -> str:
    """Return a text compressed, as Base64."""
    units: Iterable[str] = text
    if not text.isascii():
        raw = text.encode("utf-16-le", "surrogatepass")
        units = [chr(int.from_bytes(raw[i : i + 2], "little")) for i in range(0, len(raw), 2)]
    out = _Out()
    codes: dict[str, int] = {}
    fresh: set[str] = set()
    width, room = 2, 2
    piece = ""

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room, width = 1 << width, width + 1

    def send(one: str) -> None:
        if one in fresh:
            wide = ord(one) >= 256
            out.number(_WIDE if wide else _NARROW, width)
            out.number(ord(one), 16 if wide else 8)
            fresh.remove(one)
            grow()
        else:
            out.number(codes[one], width)
        grow()

    for unit in units:
        if unit not in codes:
            codes[unit] = len(codes) + 3
            fresh.add(unit)
        if piece + unit in codes:
            piece += unit
            continue
        send(piece)
        codes[piece + unit] = len(codes) + 3
        piece = unit
    if piece:
        send(piece)
    out.number(_END, width)
    out.number(0, 1)  # the original always ends with a bit that is not used
    return out.text()
