"""OpenSudoku's XML: games of the classic rules, in folders or not.

A game has its cells in ``data``: 81 digits, 0 for a blank; or ``version: 3`` and for each cell a
digit, pencil marks and whether a player may change it (1) or it is a given (0), with a bar after
each.  Version 4 has a second number for pencil marks, version 5 a colour after that.

>>> lines = enumerate(['<opensudoku><game data="' + "12" + "0" * 79 + '"/></opensudoku>'], 1)
>>> [record.puzzle.clues for record in read(lines, Context())]
[2]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast
from xml.etree.ElementTree import Element, ParseError, XMLPullParser, tostring
from xml.sax.saxutils import quoteattr

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Context, Lines, Notation, Record
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.recogniser import record_of
from cpsudoku.rules import classic

_FIELDS = {1: 3, 2: 3, 3: 3, 4: 4, 5: 5}  # of each cell, by the version
_STATE = re.compile(r"version:\s*([0-9]+)\s+([0-9|,\s-]*)")


def read(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the games of a text, a little of it at a time."""
    label = ""
    for number, event, element in _events(lines, context):
        if event == "start" and element.tag == "folder":
            label = element.get("name", "")
        elif event == "start" and element.tag == "game":
            yield from context.taken(number, _record, element, label, context, text_of=_text_of)
        elif event == "end":
            label = element.text or label if element.tag == "name" else label
            element.clear()


def _events(lines: Lines, context: Context) -> Iterator[tuple[int, str, Element]]:
    """Yield the beginnings and ends of elements, with the numbers of their lines."""
    parser: XMLPullParser[Element] = XMLPullParser(("start", "end"))
    # From version 2.6 on Expat keeps back what has no end yet, unless told otherwise.
    flush, number = getattr(parser, "flush", lambda: None), 1
    try:
        for number, text in lines:
            if "<!DOCTYPE" in text or "<!ENTITY" in text:
                raise FormatError(
                    "XML with a DOCTYPE; expected none", source=context.source, line=number
                )
            parser.feed(f"{text}\n")
            flush()
            yield from _read(parser, number)
        parser.close()
    except ParseError as error:
        reason = quoted(str(error).partition(":")[0])
        message = f"XML that is not well formed: {reason}"
        raise FormatError(message, source=context.source, line=number) from error
    yield from _read(parser, number)


def _read(parser: XMLPullParser[Element], number: int) -> Iterator[tuple[int, str, Element]]:
    for event, element in cast("list[tuple[str, Element]]", list(parser.read_events())):
        yield number, event, element


def _text_of(game: Element, *_: object) -> str:
    return tostring(game, "unicode").strip()


def _record(game: Element, label: str, context: Context) -> Record:
    data = " ".join((game.get("data") or "").split())
    job = Import(classic())
    if re.fullmatch(r"[0-9.]{81}", data):
        cells = [(digit, True) for digit in data]
    elif (state := _STATE.fullmatch(data)) is not None and int(state[1]) in _FIELDS:
        width = _FIELDS[int(state[1])]
        fields = [field.strip() for field in state[2].split("|") if field.strip()]
        if len(fields) != 81 * width:
            raise FormatError(f"a game of {len(fields)} fields; expected {81 * width}")
        rows = [fields[at : at + width] for at in range(0, len(fields), width)]
        cells = [(row[0], row[-1] == "0") for row in rows]
        marks = (row[1 : min(width, 4) - 1] for row in rows)
        job.ignore_marks(sum(any(mark not in ("0", "-") for mark in some) for some in marks))
    else:
        raise FormatError(f"a game with data {quoted(data)}; expected 81 digits or version: 1 to 5")
    entered = []
    for cell, (text, is_given) in enumerate(cells):
        if text.isdigit() and int(text):
            if is_given:
                job.give(cell, int(text))
            else:
                entered.append(cell)
    job.ignore_entries(entered)
    record = record_of(job, context)
    return record._replace(label=" ".join(label.split()), comment=game.get("note") or "")


def text(record: Record) -> str:
    """Return the line of a game."""
    puzzle = record.puzzle
    if not puzzle.rules.means(classic()):
        raise FormatError("OpenSudoku knows only the classic rules")
    note = f" note={quoteattr(record.comment)}" if record.comment else ""
    return f'  <game data="{"".join(map(str, puzzle.digits))}"{note}/>\n'


_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n'
_TAIL = "</opensudoku>\n"
NOTATION = Notation(
    "opensudoku", "OpenSudoku's XML, of the classic rules", read, text, before=_HEAD, after=_TAIL,
    nothing=_HEAD + _TAIL, keeps_rules=True,
)  # fmt: skip
