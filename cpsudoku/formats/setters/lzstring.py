"""The compression of links: LZ-String by P. Gomes, in its Base64 form.

A kind of LZW over UTF-16 units whose codes grow by a bit as its dictionary does.  A new unit is
sent in 8 or 16 bits after code 0 or 1; code 2 is the end.

>>> text = '{"size":9,"grid":[[{},{},{}]]}'
>>> decompressed(compressed(text)) == text
True
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from cpsudoku.errors import FormatError
from cpsudoku.ground import compiled

MOST = 4_000_000  # a link that unpacks to more characters is refused: a few bytes can say very many
MOST_PACKED = 1_000_000
"""A link with more characters is refused: those of the largest boards have a fiftieth of it."""

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

_NARROW, _WIDE, _END = 0, 1, 2


def decompressed(text: str, most: int = MOST) -> str:
    """Return the text that was compressed, if it has no more characters than it may."""
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
    if len(text) > MOST_PACKED:
        raise FormatError(
            f"a compressed link of {len(text)} characters; expected at most {MOST_PACKED}"
        )
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


def compressed(text: str) -> str:
    """Return a text compressed, as Base64."""
    raw = text.encode("utf-16-le", "surrogatepass")
    if compiled.is_there():
        return compiled.native.lz_compressed(raw)
    return _compressed(array("H", raw))


def _compressed(units: Iterable[int]) -> str:
    """Return units of UTF-16 compressed, as the compiled core does in a twentieth of the time."""
    known: dict[tuple[int, ...], int] = {}
    fresh: set[int] = set()  # units that have yet to be sent
    bits: list[str] = []
    sent = 2  # entries that the other side knows by now, which gives the width of a code

    def send(piece: tuple[int, ...]) -> None:
        nonlocal sent
        width, unit = sent.bit_length(), piece[0]
        if unit in fresh:
            fresh.remove(unit)
            wide = unit >= 256
            bits.append(_lowest_first(_WIDE if wide else _NARROW, width))
            bits.append(_lowest_first(unit, 16 if wide else 8))
            sent += 1
        else:
            bits.append(_lowest_first(known[piece], width))
        sent += 1

    piece: tuple[int, ...] = ()
    for unit in units:
        longer = (*piece, unit)
        if (unit,) not in known:
            known[(unit,)] = len(known) + 3  # after the three codes that stand for no piece
            fresh.add(unit)
        if longer not in known:
            known[longer] = len(known) + 3
            send(piece)
            longer = (unit,)
        piece = longer
    if piece:
        send(piece)
    # The original ends with a bit that is not used.
    bits.append(_lowest_first(_END, sent.bit_length()) + "0")
    return _base64("".join(bits))


def _lowest_first(number: int, width: int) -> str:
    return f"{number:0{width}b}"[::-1]


def _base64(bits: str) -> str:
    # Not Base64 of whole bytes: the last character may hold fewer than six bits.
    sixes = (bits[at : at + 6].ljust(6, "0") for at in range(0, len(bits), 6))
    text = "".join(_ALPHABET[int(six, 2)] for six in sixes)
    return text + "=" * (-len(text) % 4)
