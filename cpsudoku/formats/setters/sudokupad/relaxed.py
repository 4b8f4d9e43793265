r"""The short form of JSON that SudokuPad's links hold.

Keys have one or two letters and no quotes, texts have single quotes, ``t`` and ``f`` are true and
false, colours are bare (``#0`` black, ``#F`` white, else six digits), and an empty object may be
left out between commas.

>>> found = unzipped("{ce:[[{v:5},,{}]],l:[{c:ff8800,wp:[[.5,1]],te:'it\\'s'}],ok:t}")
>>> found["cells"], found["lines"][0]["color"], found["lines"][0]["text"], found["ok"]
([[{'value': 5}, {}, {}]], '#ff8800', "it's", True)
"""

from __future__ import annotations

import json
import re

from cpsudoku.errors import FormatError, quoted

_NAMES = {
    "c": "color", "ca": "cages", "ct": "center", "c1": "borderColor", "c2": "backgroundColor",
    "ce": "cells", "cs": "cellSize", "a": "arrows", "o": "overlays", "u": "underlays",
    "w": "width", "h": "height", "v": "value", "vd": "videos", "l": "lines", "r": "rounded",
    "re": "regions", "fs": "fontSize", "th": "thickness", "hl": "headLength", "wp": "wayPoints",
    "t": "title", "te": "text", "d": "duration", "d2": "d",
}  # fmt: skip
"""The whole names of short keys."""

_TOKEN = re.compile(
    r"""([{}\[\]:,]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|[^\s{}\[\]:,'"]+)|(\S)""", re.S
)
_MARKS = ("{", "}", "[", "]", ":", ",")
_WORDS: dict[str, object] = {
    "t": True, "f": False, "true": True, "false": False, "null": None, "#0": "#000000",
    "#F": "#FFFFFF",
}  # fmt: skip


def value_of(text: str) -> object:
    """Return the value of a text that is JSON, or in the short form."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return unzipped(text)


def unzipped(text: str) -> object:
    """Return the value of a text, with whole names."""
    try:
        return json.loads(" ".join(_strict(text.strip())))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"a puzzle that is cut off or of another form: {quoted(text)}") from error


def _strict(text: str) -> list[str]:
    """Return the tokens of a text as JSON has them, with the empty objects that were left out."""
    found: list[str] = []
    tokens = [token for token, _ in _TOKEN.findall(text)]
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        if not token or before + token == "{,":
            raise FormatError(f"{quoted(text)} in a puzzle")
        if before + token == ",}":
            found.pop()
        elif token in ",]}" and before in (",", ":", "[") and before + token != "[]":
            found.append("{}")
        if token in _MARKS:
            found.append(token)
        else:
            value = _plain(token, is_member=before == ":")
            name = _NAMES.get(str(value), str(value))
            found.append(json.dumps(name if after == ":" else value))
    return found


def _plain(token: str, *, is_member: bool) -> object:
    if token[:1] in ("'", '"') and len(token) > 1:
        return re.sub(r"\\(u[0-9a-fA-F]{4}|.)", _unescaped, token[1:-1], flags=re.S)
    if is_member and re.fullmatch(r"[0-9a-fA-F]{6}", token):
        return f"#{token}"
    if is_member and token in _WORDS:
        return _WORDS[token]
    if re.fullmatch(r"-?[0-9]{1,15}", token):
        return int(token)
    if re.fullmatch(
        r"-?([0-9]{1,15}(?:\.[0-9]{0,20})?|\.[0-9]{1,20})([eE][-+]?[0-9]{1,2})?", token
    ):
        return float(token)
    return token


def _unescaped(found: re.Match[str]) -> str:
    said = found[1]
    if len(said) > 1:
        return chr(int(said[1:], 16))
    return {"n": "\n", "t": "\t", "r": "", "b": "", "f": ""}.get(said, said)
