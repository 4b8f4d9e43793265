"""Links and strings with a puzzle in them, one a line, and objects, of whichever program.

What reads a program's texts is loaded when one is met: all together take longer to load than most
puzzles to solve.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import groupby
from typing import Any, NamedTuple, cast
from urllib.parse import unquote

from cpsudoku.errors import FormatError
from cpsudoku.formats.base import Context, Lines, Notation, Record, is_directive
from cpsudoku.formats.setters.drawings import meanings_of
from cpsudoku.formats.setters.imported import Import
from cpsudoku.formats.setters.recogniser import record_of
from cpsudoku.formats.source import LINK, PACKED, SHORT_KILLER

_MORE = r"(?: [A-Za-z0-9+/=%_.-]*)*"  # a blank in what a link has packed was a plus sign
_PART = rf"[^&#\s]+{_MORE}"
_CODE = rf"[A-Za-z0-9+/=%_-]+{_MORE}"


class Program(NamedTuple):
    """A program whose texts or objects are read.

    Its module has `imported`, for what the groups of the sign have of a text, or else for all of
    it, and where it has objects `is_object` and `of_object`, for what their JSON says.

    Args:
        module: what reads them, below this package.
        sign: what its texts with a puzzle are like; empty where it has no texts.
    """

    name: str
    module: str
    sign: str
    has_objects: bool = False

    def loaded(self) -> Any:
        """Return its module."""
        return import_module(f"cpsudoku.formats.setters.{self.module}")


PROGRAMS = (
    Program("f-puzzles", "f_puzzles",
            rf"(?s)^\s*(?=http|fpuz).*?(?:[?&]load=({_PART})|fpuz(?:zles)?({_CODE}))",
            has_objects=True),
    Program("SudokuPad", "sudokupad",
            rf"(?s)^\s*(?=htt|scl|ctc|sud).*?(?:[/=]|^)(?:scl|ctc)({_CODE})",
            has_objects=True),
    Program("SudokuPad", "sudokupad.packed",
            r"(?:^\s*|(?:sudokupad\.app|crackingthecryptic\.com)/(?:sudoku/?)?(?:\?puzzleid=)?)"
            r"((?:classic|scf)\S+)"),
    Program("lisudoku", "lisudoku", rf"lisudoku\.xyz/[a-z]+\?import=({_PART})",
            has_objects=True),
    Program("SudokuMaker", "sudokumaker", r"sudokumaker\.app/[^ ]*[?&]puzzle=([^&#\s]+)",
            has_objects=True),
    Program("Penpa+", "penpa", rf"penpa-edit/[^ ]*[#&?]p=({_PART})"),
    Program("puzz.link", "pzpr",
            r"(?:puzz\.link|pzv\.jp|pzplus\.tck\.mn|pzprxs\.vercel\.app)/[^?\s]*\?(?:[^/\s]*&)?"
            r"(sudoku(?:_edit|_play)?/\S+|pzprv3(?:/|%2[Ff])\S+)"),
    Program("SumoCue", "killers",
            rf"^\s*((?i:SumoCueV).+|[0-9]+x[0-9]+:[a-z]*:k:.+|{SHORT_KILLER.pattern})$"),
    Program("ipuz", "ipuz", "", has_objects=True),
    Program("sudokuwiki.org", "sudokuwiki",
            rf"sudokuwiki\.(?:org|com)/\S*[?&]bd=|^{PACKED.pattern}$"),
    Program("Interactive Sudoku Solver", "iss.reading",
            r"^\s*(?:\.+(?:[A-Za-z]*~|[A-Z]+[a-z][A-Za-z]*(?:[.\s]|$))"
            r"|http.*[?&]q=(?:%20)*(?:\.|%2[Ee]))"),
)  # fmt: skip
"""All known programs, the ones that are recognized most surely first."""


_ON_A_SERVER = re.compile(
    r"(?:logic-masters\.de|f-puzzles\.com)/[^?\s]*\?(?:[^#\s]*&)?id="
    r"|(?:sudokupad\.app|crackingthecryptic\.com)/[\w-]+"
)


_BRACKETS = re.compile(r"\[[^\]]*\]\(<?([^()<>]+)>?\)|<([^<>]+)>")


def imported(text: str) -> Import:
    """Return the puzzle of a link or string, also of a link in brackets or without its scheme."""
    if brackets := _BRACKETS.match(text):
        text = brackets[1] or brackets[2]
    if LINK.match(text) and re.match(r"[\w.-]+/", text):
        text = f"https://{text}"
    if re.match(r"\{|N4[^\s.]{18}", text):
        return _of_packed(text)
    for program in PROGRAMS:
        found = re.search(program.sign, text) if program.sign else None
        if found is not None:
            packed = next(filter(None, found.groups()), text)
            return cast(Import, program.loaded().imported(packed))
    if _ON_A_SERVER.search(text):
        raise FormatError(
            "a short link, which does not contain the puzzle; open it and copy the long link of "
            "its page"
        )
    names = ", ".join(dict.fromkeys(program.name for program in PROGRAMS))
    raise FormatError(f"no link with a puzzle in it; expected one of {names}")


def _of_packed(text: str) -> Import:
    """Return the puzzle of an object, packed or in the short form, which its fields tell apart."""
    from cpsudoku.formats.setters.lzstring import decompressed
    from cpsudoku.formats.setters.sudokupad.packed import value_of

    value = value_of(text if text[0] == "{" else decompressed(unquote(text)))
    made = of_object(value) if isinstance(value, dict) else None
    if made is None:
        raise FormatError("an object that is no puzzle of a known program")
    return made


def of_object(value: dict[str, Any]) -> Import | None:
    """Return the puzzle of a program's JSON object, None where no known program writes such."""
    modules = (program.loaded() for program in PROGRAMS if program.has_objects)
    module = next((one for one in modules if one.is_object(value)), None)
    return module and cast(Import, module.of_object(value))


def read(lines: Lines, context: Context) -> Iterator[Record]:
    """Yield the puzzles of links, one a line, and of strings, which may have several lines."""
    meanings_of(context.meanings)  # a text without a meaning is refused, whatever is drawn
    stripped = ((number, line.strip()) for number, line in lines)
    told = (line for line in stripped if _kind(line) != "comment")
    for kind, group in groupby(told, _kind):
        for number, text in _texts(kind, group, context):
            if kind == "rules":
                context.take_directive(text, number)
            else:
                yield from context.taken(number, _record, text, context)


def _record(text: str, context: Context) -> Record:
    return record_of(imported(text), context)


def _kind(line: tuple[int, str]) -> str:
    text = line[1]
    if text.startswith("#"):
        return "rules" if is_directive(text) else "comment"
    return "string" if text[:1] in ("", ".") else "link"


def _texts(
    kind: str, lines: Iterable[tuple[int, str]], context: Context
) -> Iterator[tuple[int, str]]:
    """Yield the texts of lines of a kind: of strings those of one together."""
    if kind != "string":
        yield from lines
        return
    from cpsudoku.formats.setters.iss.strings import strings

    try:
        yield from strings(lines)
    except FormatError as error:
        context.bad(error)


def _notation(name: str, means: str, place: str, *, marks: bool = True) -> Notation:
    """Return a notation, whose writer is named by its module and its name, and loaded when used."""
    module, _, function = place.partition(":")

    def text(record: Record) -> str:
        write = getattr(import_module(f"cpsudoku.formats.setters.{module}"), function)
        return cast(str, write(record))

    return Notation(name, means, read, text, keeps_marks=marks, keeps_rules=True)


NOTATION = _notation("fpuzzles", "links of f-puzzles, with variants", "f_puzzles:link")
SUDOKUPAD = _notation("sudokupad", "links of SudokuPad, with variants",
                      "f_puzzles:sudokupad_link")  # fmt: skip
SUDOKUWIKI = _notation("sudokuwiki", "packed strings of sudokuwiki.org's solvers, killers and "
                       "jigsaws among them", "sudokuwiki:packed_of")  # fmt: skip
LISUDOKU = _notation("lisudoku", "links of lisudoku, with its variants",
                     "lisudoku:link_of", marks=False)  # fmt: skip
SUDOKUMAKER = _notation("sudokumaker", "links of SudokuMaker, with its variants",
                        "sudokumaker:link_of", marks=False)._replace(keeps_boards=True)  # fmt: skip
SUMOCUE = _notation("sumocue", "texts of SumoCue: killers and jigsaws of 9×9",
                    "killers:sumocue_of", marks=False)  # fmt: skip
PS = _notation("ps", "killers as PS strings, which SumoCue and JSudoku have too", "killers:ps_of",
               marks=False)  # fmt: skip
PUZZLINK = _notation("puzzlink", "links of puzz.link's sudokus", "pzpr:link_of",
                     marks=False)  # fmt: skip
ISS = _notation("iss", "strings of Interactive Sudoku Solver, with variants",
                "iss.writing:line_of")._replace(keeps_boards=True, between="\n")  # fmt: skip
