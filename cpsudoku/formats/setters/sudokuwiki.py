"""Links and packed strings of sudokuwiki.org's solvers (A. Stuart), all of them of 9×9 cells.

The page of a link says which rules hold, ``jigmap`` the regions as 81 digits.  ``shape`` is the
number of a layout that only the site has; 33 stands for one of the setter's own.  What stands in
``bd`` is 81 digits; or, for killers, 81 colours and the totals in two digits each; or a string.  A
string has a header and a number of radix 36 for each cell.  The header says the kind of puzzle,
the size and the version: ``S9B`` is a plain sudoku, ``X9B`` one with both diagonals, ``W9B`` one
with windows, ``J9B`` a jigsaw, ``L9B`` a killer, ``M9B`` a killer on a jigsaw.  In the number
stand, bit by bit,

    bits 0 to 9     1 to 9 for a given, 10 to 18 for a digit that was placed since, from 19 on the
                    candidates, as 18 more than a sum of powers of two; 0 where nothing is known
    J: from bit 10  the region
    L, M: bits 10 to 15   the total of the cage that begins in this cell, else 0
    L, M: bits 16 to 18   the colour of the cage; cells of one colour that hang together are one
    M: from bit 19  the region

Until 2023 a number had two digits of radix 32 and no header: candidates as a sum of powers of two,
doubled, and one more for a given.  Killers had 81 such numbers before these, eight times the total
and the colour.

What stands here was learnt from the site's own page, "Sudoku String Definitions", and from Q. May's
documentation of the format, to which it leads.

>>> from cpsudoku.puzzle import Puzzle
>>> KINDS["L"].width, KINDS["L"].pack(Cell(content=529, total=24))
(4, '0jdd')
>>> KINDS["J"].unpack("175")
Cell(content=529, region=1, total=0, colour=0)
>>> imported("S9B" + "01" * 1 + "0b" + "ei" + "eh" * 78).candidates[:4]
[1, 2, 504, 503]
>>> packed_of(Record(Puzzle.empty(classic().with_diagonals())))[:9]
'X9Bepepep'
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from cpsudoku.errors import FormatError, quoted
from cpsudoku.formats.base import Record
from cpsudoku.formats.rules_text import parse_rules
from cpsudoku.formats.setters.imported import Import, houses_of
from cpsudoku.rules import Rules, classic, latin, square
from cpsudoku.rules.board import pieces
from cpsudoku.variants.base import touching
from cpsudoku.variants.cages import Killer

SIZE = 9
LAST_PLACED = 2 * SIZE
MOST = LAST_PLACED + (1 << SIZE) - 1  # the number of a cell with all candidates
COLOURS = 5  # cages have no more colours than these
_BESIDE = touching(square(SIZE), range(SIZE * SIZE))  # the pairs of cells that share an edge
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_CONTENT, _TOTAL, _COLOUR = 10, 6, 3
_HEADER = re.compile(r"([A-Z])([0-9A-Z])([A-Z])(?=[0-9a-z]*$)", re.IGNORECASE)
_UNPACKED_KILLER = re.compile(r"([1-9]{81}),([0-9]{162})")
_OLD = re.compile(r"(?:([0-9a-v]{162}),)?([0-9a-v]{162})", re.IGNORECASE)
_LINK = re.compile(r"sudokuwiki\.(?:org|com)/([^?\s]*)\?([^#\s]*)|\s*\??((?:bd|shape|jigmap)=\S*)")
_EXPECTED_REGIONS = "expected its regions as &jigmap=, or '# rules: jigsaw:LABELS' before it"
_OWN_SHAPE = "33"  # the number of a layout that jigmap gives


class Cell(NamedTuple):
    """What a number says: the region, from 0; the total of a cage that begins there, or 0."""

    content: int
    region: int = 0
    total: int = 0
    colour: int = 0


class PuzzleKind(NamedTuple):
    """A kind of puzzle: its houses, unless each cell says its region, and whether it has cages."""

    rules: str = "9"
    has_regions: bool = False
    has_cages: bool = False

    @property
    def width(self) -> int:
        """Characters of the number of a cell."""
        return 2 + self.has_regions + 2 * self.has_cages

    @property
    def _before_region(self) -> int:
        return _CONTENT + (_TOTAL + _COLOUR) * self.has_cages

    def unpack(self, text: str) -> Cell:
        """Unpack a number into a cell's region and total."""
        number = int(text, 36)
        content, rest = number % (1 << _CONTENT), number >> _CONTENT
        region = number >> self._before_region
        total, colour = rest % (1 << _TOTAL), rest >> _TOTAL & (1 << _COLOUR) - 1
        if content > MOST or region >= (SIZE if self.has_regions else 1):
            raise FormatError(f"number {number}; expected a given, a digit or candidates")
        return Cell(content, region, total, colour) if self.has_cages else Cell(content, region)

    def pack(self, cell: Cell) -> str:
        """Return the number of a cell."""
        number = cell.content | cell.region << self._before_region
        if self.has_cages:
            number |= (cell.total | cell.colour << _TOTAL) << _CONTENT
        digits = ""
        for _ in range(self.width):
            number, digit = divmod(number, 36)
            digits = _DIGITS[digit] + digits
        return digits


KINDS = {
    "S": PuzzleKind(),
    "X": PuzzleKind("9+diagonals"),
    "W": PuzzleKind("9+windows"),
    "J": PuzzleKind(has_regions=True),
    "L": PuzzleKind(has_cages=True),
    "M": PuzzleKind(has_regions=True, has_cages=True),
}
"""By the letter that the string begins with."""

OTHERS = {"K": "KenKen", "D": "KenDoku", **dict.fromkeys("TBUV", "Str8ts")}
"""Kinds of other puzzles, which are refused by their names."""


def _pieces(labels: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the cells of one label that hang together over shared edges, in their order."""
    joins = ((one, other) for one, other in _BESIDE if labels[one] == labels[other])
    return pieces(len(labels), joins)


PAGES = {
    "sudoku": "S", "sudokux": "X", "xsudoku": "X", "windoku": "W", "jigsaw": "J",
    "jigsawsudoku": "J", "killer": "L", "killersudoku": "L", "killerjigsaw": "M",
    "jigsawkiller": "M", "killerjigsawsudoku": "M", "jigsawkillersudoku": "M",
    "killersudokujigsaw": "M",
}  # fmt: skip
"""Kinds by the letters of a page's name, without those of a player or a solver."""


def imported(text: str) -> Import:
    """Return the puzzle of a link, of its part after the question mark, or of a string."""
    link = _LINK.search(text)
    if link is None:
        letter, cells = _unpacked(text.strip())
        return _job(letter or "S", cells)
    fields: dict[str, str] = {}
    for name, _, value in (part.partition("=") for part in (link[2] or link[3]).split("&")):
        if fields.setdefault(name.lower(), unquote(value)) != unquote(value):
            raise FormatError(f"a link with two values of {quoted(name)}")
    letter, cells = _unpacked(fields.get("bd", "").strip())
    page = _page(link[1]) if link[1] is not None else letter or "S"
    if page is None and letter is None:
        why = f"the page {quoted(link[1])} of sudokuwiki.org, whose rules are not known"
        return _open(cells, f"{why}; expected them before it, such as '# rules: 9'")
    kind = letter or page or ""
    if letter is None and KINDS[kind].has_cages:
        raise FormatError("a link to a killer without cages; expected their colours and totals")
    if page not in (None, "S", kind) and not (KINDS[page].has_cages and KINDS[kind].has_cages):
        raise FormatError(f"a page for {page}9B with a string of {kind}9B; expected one kind")
    is_whole = letter is not None and KINDS[letter].has_regions
    return _laid_out(kind, cells, fields, is_whole=is_whole, has_page=link[1] is not None)


def _page(name: str) -> str | None:
    """Return the letter of the kind that a page has, None where it is not known."""
    last = name.rstrip("/").rpartition("/")[2].partition(".")[0]
    return PAGES.get(re.sub("player|solver|[^a-z]", "", last.lower()))


def _open(cells: Sequence[Cell], needed: str) -> Import:
    """Return a puzzle whose regions the caller has to give."""
    job = _job("S", cells, range(SIZE**2))
    if any(cell.total for cell in cells):
        _add_cages(job, cells)
    job.needed = needed
    return job


def _laid_out(
    kind: str, cells: Sequence[Cell], fields: Mapping[str, str], *, is_whole: bool, has_page: bool
) -> Import:
    """Return a puzzle with the regions that its string, or the other fields of its link, give.

    Args:
        is_whole: whether the string has regions.
        has_page: whether a page has given the kind.
    """
    shape, jigmap = fields.get("shape"), fields.get("jigmap", "")
    can_have = not has_page or KINDS[kind].has_regions or KINDS[kind].has_cages
    if jigmap and not re.fullmatch("[1-9]{81}", jigmap):
        raise FormatError(f"jigmap {quoted(jigmap)}; expected 81 digits from 1 to 9")
    if shape is not None and not can_have:
        raise FormatError(f"a page for {kind}9B, with the shape of a jigsaw; expected one kind")
    if jigmap and shape not in (None, _OWN_SHAPE):
        return _open(cells, f"both shape {quoted(shape)} and jigmap; {_EXPECTED_REGIONS}")
    if not jigmap and not is_whole and (shape is not None or KINDS[kind].has_regions):
        layout = "the layout of a jigsaw" if shape is None else f"layout {quoted(shape)}"
        return _open(cells, f"{layout}, which only the site has; {_EXPECTED_REGIONS}")
    labels = list(map(int, jigmap))
    made = _job(kind, cells, None if is_whole or not can_have else labels or None)
    if labels and not houses_of(SIZE, labels)[0].cell_sets <= made.rules.cell_sets:
        raise FormatError(f"a jigmap with other regions than {kind}9B has; expected one of them")
    return made


def _unpacked(packed: str) -> tuple[str | None, list[Cell]]:
    """Return the letter that a string has, none for mere digits, and what it says of each cell."""
    if re.fullmatch(r"[0-9._*-]{81}", packed):
        return None, [Cell(int(digit) if digit.isdigit() else 0) for digit in packed]
    if killer := _UNPACKED_KILLER.fullmatch(packed):
        totals = [int(killer[2][at : at + 2]) for at in range(0, 2 * SIZE**2, 2)]
        colours = map(int, killer[1])
        return "L", [Cell(0, 0, *one) for one in zip(totals, colours, strict=True)]
    if old := _OLD.fullmatch(packed):
        contents = [_content(number >> 1) for number in _pairs(old[2])]
        if old[1] is None:
            return None, list(map(Cell, contents))
        cages = [divmod(number, 8) for number in _pairs(old[1])]
        return "L", [Cell(content, 0, *one) for content, one in zip(contents, cages, strict=True)]
    letter = _letter(packed)
    kind = KINDS[letter]
    numbers = packed[3:]
    if len(numbers) != SIZE**2 * kind.width:
        raise FormatError(
            f"no packed string: expected {packed[:3]} and {kind.width} letters or digits for each "
            f"of {SIZE**2} cells"
        )
    cells_found = []
    for cell, at in enumerate(range(0, len(numbers), kind.width)):
        try:
            cells_found.append(kind.unpack(numbers[at : at + kind.width]))
        except FormatError as error:
            raise FormatError(f"{square(SIZE).name(cell)} has {error.message}") from error
    if any(cell.colour >= COLOURS for cell in cells_found):
        raise FormatError(f"a cage with a colour beyond {COLOURS}")
    return letter, cells_found


def _pairs(text: str) -> list[int]:
    return [int(text[at : at + 2], 32) for at in range(0, len(text), 2)]


def _content(mask: int) -> int:
    """Return the content of a cell of candidates; a single one is a digit that was placed."""
    if mask & (mask - 1):
        return LAST_PLACED + mask
    return SIZE + mask.bit_length() if mask else 0


def _letter(packed: str) -> str:
    header = _HEADER.match(packed)
    if header is None:
        raise FormatError("no packed string: expected S9B and two letters or digits for each cell")
    letter, size, version = (part.upper() for part in header.groups())
    if letter in OTHERS:
        raise FormatError(f"a packed string of {OTHERS[letter]}, which is not a sudoku")
    if letter not in KINDS or size != "9" or version != "B":
        known = ", ".join(f"{kind}9B" for kind in KINDS)
        raise FormatError(f"a packed string of the kind {header[0]}; expected one of {known}")
    return letter


def _job(letter: str, cells: Sequence[Cell], labels: Sequence[int] | None = None) -> Import:
    """Return the puzzle of a kind, with regions by their labels where the kind has others."""
    kind = KINDS[letter]
    if labels is None and kind.has_regions:
        labels = [cell.region for cell in cells]
    rules = parse_rules(kind.rules, files=False).rules()
    if labels is not None and len(set(labels)) == SIZE**2:
        rules = latin(SIZE)
    elif labels is not None:
        rules, others = houses_of(SIZE, labels)
        if others:
            raise FormatError(f"regions that are not {SIZE} of {SIZE} cells")
    job = Import(rules)
    job.candidates = [
        511 if not one else one - LAST_PLACED if one > LAST_PLACED else 1 << (one - 1) % SIZE
        for one, *_ in cells
    ]
    if kind.has_cages:
        _add_cages(job, cells)
    return job


def _add_cages(job: Import, cells: Sequence[Cell]) -> None:
    """Add cages: cells of one colour that hang together, with the only total among them."""
    board = job.rules.board
    for cage in _pieces([cell.colour for cell in cells]):
        totals = [cells[cell].total for cell in cage if cells[cell].total]
        if len(totals) > 1:
            raise FormatError(f"a cage with {len(totals)} totals: {board.names(cage)}")
        if totals:
            job.add(Killer(board, cage, totals[0]))
        else:
            job.ignored.append(f"a cage without a total: {board.names(cage)}")


def packed_of(record: Record) -> str:
    """Return a puzzle as a packed string."""
    puzzle = record.puzzle
    cages = [c for c in puzzle.rules.constraints if isinstance(c, Killer) and c.total is not None]
    letter, regions = _houses(puzzle.rules, cages)
    if not all(puzzle.candidates):
        raise FormatError("packed strings have no cells without candidates")
    totals, colours = [0] * SIZE**2, [0] * SIZE**2
    if cages:
        letter = "M" if letter == "J" else "L"
        totals, colours = _cages(cages)
    kind = KINDS[letter]
    contents = (m + LAST_PLACED if m & (m - 1) else m.bit_length() for m in puzzle.candidates)
    cells = map(Cell, contents, regions, totals, colours)
    return f"{letter}9B{''.join(map(kind.pack, cells))}\n"


def _houses(rules: Rules, cages: list[Killer]) -> tuple[str, list[int]]:
    """Return the letter of houses, and for each cell its region."""
    if rules.board != square(SIZE):
        raise FormatError("packed strings of sudokuwiki.org know only boards of 9×9 cells")
    rest = Rules(rules.board, [c for c in rules.constraints if c not in cages])
    if rest.is_classic:
        return "S", [0] * SIZE**2
    plain = classic()
    for letter, known in (("X", plain.with_diagonals()), ("W", plain.with_windows())):
        if rest.means(known) and not cages:
            return letter, [0] * SIZE**2
    regions = _regions(rest)
    if regions is None:
        raise FormatError(
            "packed strings of sudokuwiki.org know only classic sudokus, diagonals, windows, "
            "jigsaws and killers"
        )
    return "J", regions


def _regions(rules: Rules) -> list[int] | None:
    """Return for each cell its region, if the rules are rows, columns and nine regions."""
    lines = latin(SIZE).cell_sets
    regions = sorted(map(sorted, rules.cell_sets - lines))
    places = {cell: number for number, region in enumerate(regions) for cell in region}
    whole = len(regions) == SIZE and len(places) == SIZE**2 and all(len(r) == SIZE for r in regions)
    if rules.others or not lines <= rules.cell_sets or not whole:
        return None
    return [places[cell] for cell in range(SIZE**2)]


def _cages(cages: list[Killer]) -> tuple[list[int], list[int]]:
    """Return for each cell the total that begins there, and the colour of its cage."""
    home = {cell: number for number, cage in enumerate(cages) for cell in cage.cells}
    if len(home) != SIZE**2 or sum(len(cage.cells) for cage in cages) != SIZE**2:
        raise FormatError("packed strings of killers need each cell in just one cage")
    if len(_pieces([home[cell] for cell in range(SIZE**2)])) > len(cages):
        raise FormatError("packed strings of killers need cages whose cells share edges")
    touching: list[set[int]] = [set() for _ in cages]
    for one, other in _BESIDE:
        if home[one] != home[other]:
            touching[home[one]].add(home[other])
            touching[home[other]].add(home[one])
    chosen = _coloured(touching)
    if chosen is None:
        raise FormatError(f"packed strings have {COLOURS} colours of cages, and more are needed")
    totals = [0] * SIZE**2
    for cage in cages:
        totals[min(cage.cells)] = cage.total or 0
    if max(totals) > sum(range(SIZE + 1)):
        raise FormatError("a cage with a total that no cells have")
    return totals, [chosen[home[cell]] for cell in range(SIZE**2)]


def _coloured(touching: list[set[int]]) -> list[int] | None:
    """Return a colour for each cage, another one where cages touch; None if these are too few.

    The cage with the fewest colours left comes first, as in D. Brelaz, "New methods to color the
    vertices of a graph", CACM 22, 1979.
    """
    chosen: dict[int, int] = {}
    taken: list[set[int]] = [set() for _ in touching]
    while len(chosen) < len(touching):
        open_ones = (number for number in range(len(touching)) if number not in chosen)
        number = max(open_ones, key=lambda n: (len(taken[n]), len(touching[n])))
        free = set(range(COLOURS)) - taken[number]
        if not free:
            return None
        chosen[number] = min(free)
        for other in touching[number]:
            taken[other].add(chosen[number])
    return [chosen[number] for number in range(len(touching))]
