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
from typing import Any

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


def _parts(bits: Iterator[int]) -> Iterator[str]:
    """Yield the pieces of the text in their order."""
    entries = ["", "", ""]  # the three codes that stand for no piece
    before, width = "", 2
    while (code := _number(bits, width)) != _END:
        if code in (_NARROW, _WIDE):
            entries.append(chr(_number(bits, 16 if code == _WIDE else 8)))
            code = len(entries) - 1
        if code < len(entries):
            piece = entries[code]
        elif code == len(entries) and before:
            piece = before + before[0]
        else:
            raise FormatError("a compressed link with a code that nothing stands for")
        yield piece
        if before:
            entries.append(before + piece[0])
        # Codes have room for the entry that both sides are about to make.
        before, width = piece, len(entries).bit_length()


def _number(bits: Iterator[int], width: int) -> int:
    """Return a number of some bits, the lowest first."""
    found = 0
    try:
        for place in range(width):
            found |= next(bits) << place
    except StopIteration:
        raise FormatError("a compressed link that is cut off") from None
    return found


_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def compressed(text: str) -> str:
    """Return a text compressed, as Base64."""
    units: Iterable[str] = text
    if not text.isascii():
        raw = text.encode("utf-16-le", "surrogatepass")
        units = [chr(int.from_bytes(raw[i : i + 2], "little")) for i in range(0, len(raw), 2)]
    codes, fresh = _codes(units)
    bits = at = 0  # all numbers, of which the lowest bit comes first
    width, room = 2, 2

    def grow() -> None:
        nonlocal width, room
        room -= 1
        if room == 0:
            room, width = 1 << width, width + 1

    for code in codes:
        if code in fresh:
            unit = fresh.pop(code)
            wide = unit >= 256
            bits |= (unit << width | (_WIDE if wide else _NARROW)) << at
            at += width + (16 if wide else 8)
            grow()
        else:
            bits |= code << at
            at += width
        grow()
    bits |= _END << at
    return _base64(bits, at + width + 1)  # the original always ends with a bit that is not used


def _codes(units: Iterable[str]) -> tuple[list[int], dict[int, int]]:
    """Return the codes of a text, and the units that some of them stand for.

    A piece is a table of the pieces that are longer by a unit; by "" it has its own code.
    """
    codes: list[int] = []
    fresh: dict[int, int] = {}
    pieces: dict[str, Any] = {}
    piece = pieces
    number = _END
    for unit in units:
        longer = piece.get(unit)
        if longer is not None:
            piece = longer
            continue
        first = pieces.get(unit)
        if first is None:
            number += 1
            fresh[number] = ord(unit)
            pieces[unit] = first = {"": number}
        if piece is not pieces:
            number += 1
            codes.append(piece[""])
            piece[unit] = {"": number}
        piece = first
    if piece is not pieces:
        codes.append(piece[""])
    return codes, fresh


def _base64(bits: int, count: int) -> str:
    # Not Base64 of whole bytes: the last character may hold fewer than six bits.
    data = bits.to_bytes(-(-count // 24) * 3, "little").translate(_REVERSED)
    text = b64encode(data).decode()[: -(-count // 6)]
    return text + "=" * (-len(text) % 4)
