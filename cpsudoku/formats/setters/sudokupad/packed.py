r"""SudokuPad's short forms: links to classic puzzles, and JSON with short keys.

In a link to a classic puzzle the givens stand in the link itself.
After ``classic`` and ``scf`` a character is a cell and the blanks after it: its place among the
digits, capitals and small letters is ten times the number of blanks, up to five, and the digit, 0
for a blank cell.  Older links after ``classic`` have a given as itself, and a letter or a sign
for a run of blanks (B is one, C two …).  After the 81 cells of ``scf``, or a star, ``x`` stands
for both diagonals and ``w`` for windows.

>>> job = imported("scf" + "1" + "o" * 13 + "A" + "x")
>>> job.candidates[:2], len(job.added)
([1, 511], 2)

Keys of the JSON have one or two letters and no quotes, texts have single quotes, ``t`` and ``f``
are true and false, colours are bare (``#0`` black, ``#F`` white, else six digits), and an empty
object may be left out between commas.

>>> found = unzipped("{ce:[[{v:5},,{}]],l:[{c:ff8800,wp:[[.5,1]],te:'it\\'s'}],ok:t}")
>>> found["cells"], found["lines"][0]["color"], found["lines"][0]["text"], found["ok"]
([[{'value': 5}, {}, {}]], '#ff8800', "it's", True)
"""

from __future__ import annotations

import json
import re
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.setters.imported import Import
from cpsudoku.rules import classic

_PLACES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx"
_RUNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"
_CELLS = 81

_STAR = re.compile(r"(?<!\*)\*(?!\*)")  # what stands between texts; a star of theirs is doubled


def imported(text: str) -> Import:
    """Return the puzzle of the part of a link that begins with ``classic`` or ``scf``."""
    is_old = text.startswith("classic")
    packed = unquote(text.removeprefix("classic" if is_old else "scf"))
    cells, rest = _packed(packed)
    if is_old and (len(cells) != _CELLS or rest):
        cells, rest = _in_runs(packed), ""
    if len(cells) != _CELLS:
        raise FormatError(f"a short link of SudokuPad with {len(cells)} cells; expected {_CELLS}")
    job = Import(classic())
    job.candidates = [1 << digit >> 1 if digit else 511 for digit in cells]
    # After the givens stand letters of further regions, then a title and an author.
    texts = rest.removeprefix("*").lstrip("wx")
    kinds = rest.removeprefix("*").removesuffix(texts)
    for letter, rules in (("x", classic().with_diagonals()), ("w", classic().with_windows())):
        for group in rules.groups[len(classic().groups) :] if letter in kinds else ():
            job.add(group)
    for part in filter(None, _STAR.split(texts)):
        said = part[1:].replace("**", "*")[:200]
        if part[0] == "t":
            job.title = said
        elif part[0] == "a":
            job.author = said
        else:
            raise FormatError(f"{quoted(part)} in a short link of SudokuPad")
    return job


def _packed(packed: str) -> tuple[list[int], str]:
    """Return the digits of up to 81 cells, and what follows."""
    cells: list[int] = []
    for at, character in enumerate(packed):
        place = _PLACES.find(character)
        if place < 0 or len(cells) >= _CELLS:
            return cells, packed[at:]
        cells += [place % 10, *[0] * (place // 10)]
    return cells, ""


def _in_runs(packed: str) -> list[int]:
    cells: list[int] = []
    for character in packed:
        if character in "123456789":
            cells.append(int(character))
        elif character in _RUNS and len(cells) <= _CELLS:
            cells += [0] * _RUNS.index(character)
        else:
            raise FormatError(f"{character!r} in a short link of SudokuPad")
    return cells


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
