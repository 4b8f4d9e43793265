r"""The short form of JSON that SudokuPad's links hold.

Keys have one or two letters and no quotes, texts have single quotes, ``t`` and ``f`` are true and
false, colours are bare (``#0`` black, ``#F`` white, else six digits), and an empty object may be
left out between commas.

>>> found = unzipped("{ce:[[{v:5},,{}]],l:[{c:ff8800,wp:[[.5,1]],te:'it\\'s'}],ok:t}")
>>> found["cells"], found["lines"][0]["color"], found["lines"][0]["text"], found["ok"]
([[{'value': 5}, {}, {}]], '#ff8800', "it's", True)
"""

from __future__ import annotations

import re

from cpsudoku.errors import FormatError

_NAMES = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor",
    "ce": "cells", "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays",
    "w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines", "r": "rounded",
    "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints",
    "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
"""The whole names of short keys."""

_TOKEN = re.compile(
    r"""\s*([{}\[\]:,]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^\s{}\[\]:,'"]+)""", re.S
)
_WORDS: dict[str, object] = {
    "t": True, "f": False, "true": True, "false": False, "null": None, "#0": "#000000",
    "#F": "#FFFFFF",
}  # fmt: skip
_DEEPEST = 40


def unzipped(text: str) -> object:
    """Return the value of a text, with whole names.

    Raises:
        FormatError: it is of another form.
    """
    parser = _Parser(text)
    value = parser.value(0, is_member=False)
    if parser.token:
        raise FormatError(f"{parser.token[:20]!r} behind the end of a puzzle")
    return value


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text.strip()
        self._at = 0
        self.token = ""
        self.next()

    def next(self) -> str:
        """Go on to the next token, and return the one that was there."""
        before = self.token
        found = _TOKEN.match(self._text, self._at)
        if found is None and self._text[self._at :].strip():
            raise FormatError(f"{self._text[self._at : self._at + 20]!r} in a puzzle")
        self.token = found[1] if found else ""
        self._at = found.end() if found else len(self._text)
        return before

    def take(self, wanted: str) -> None:
        if self.token != wanted:
            raise FormatError(f"{self.token[:20]!r} in a puzzle; expected {wanted!r}")
        self.next()

    def value(self, depth: int, *, is_member: bool) -> object:
        """Return the value that begins here; nothing at all is an empty object."""
        if depth > _DEEPEST:
            raise FormatError("a puzzle nested too deeply")
        if self.token == "{":
            return self._object(depth)
        if self.token == "[":
            return self._list(depth)
        if self.token in (",", "]", "}"):
            return {}
        return _plain(self.next(), is_member=is_member)

    def _object(self, depth: int) -> dict[str, object]:
        self.take("{")
        found: dict[str, object] = {}
        while self.token != "}":
            name = _plain(self.next(), is_member=False)
            self.take(":")
            found[_NAMES.get(str(name), str(name))] = self.value(depth + 1, is_member=True)
            if self.token != "}":
                self.take(",")
        self.take("}")
        return found

    def _list(self, depth: int) -> list[object]:
        self.take("[")
        found: list[object] = []
        if self.token == "]":
            self.take("]")
            return found
        while True:
            found.append(self.value(depth + 1, is_member=False))
            if self.token == "]":
                break
            self.take(",")
        self.take("]")
        return found


def _plain(token: str, *, is_member: bool) -> object:
    """Return a text, a number, a colour or a word."""
    if token[:1] in ("'", '"') and len(token) > 1:
        return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", _unescaped, token[1:-1], flags=re.S)
    if is_member and re.fullmatch(r"[0-9a-fA-F]{6}", token):
        return f"#{token}"
    if is_member and token in _WORDS:
        return _WORDS[token]
    if re.fullmatch(r"-?[0-9]{1,15}", token):
        return int(token)
    if re.fullmatch(r"-?([0-9]{1,15}\.?[0-9]{0,20}|\.[0-9]{1,20})([eE][-+]?[0-9]{1,2})?", token):
        return float(token)
    if not token or token in "{}[]:,":
        raise FormatError("a puzzle that is cut off")
    return token


def _unescaped(found: re.Match[str]) -> str:
    said = found[1]
    if len(said) > 1:
        return chr(int(said[1:], 16))
    return {"n": "\n", "t": "\t", "r": "", "b": "", "f": ""}.get(said, said)
