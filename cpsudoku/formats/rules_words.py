"""Rules as a few words, such as ``9``, ``2x3``, ``jigsaw:aabb…`` or ``9+diagonals+windows``.

They name a base and what is added to it, with ``+`` between them.

==========================  =====================================================================
base                        rules
==========================  =====================================================================
``9``                       the usual ones of that size (3×3 boxes; 2×3 for 6, 3×4 for 12, …)
``2x3``                     boxes two rows high and three columns wide
``latin:5``                 rows and columns only
``jigsaw:AAAB…``            for each cell the label of its region, or the name of a file with them
``samurai``                 five classic grids, the middle one sharing a box with each of the others
``rectangle:6x9``           6 rows of 9 cells, all different, and as many digits as the longer side
*nothing*                   the usual ones of whatever size the grid has, as in ``+diagonals``
==========================  =====================================================================

==========================  =====================================================================
added                       houses
==========================  =====================================================================
``diagonals`` (``x``)       both main diagonals
``windows`` (``windoku``)   the windows of windoku
``disjoint``                cells at the same place of their boxes
``group:r1c1,r2c2,…``       any cells that must all be different
``thermo@r1c1,r1c2,…``      any variant, as `cpsudoku.variants.naming` writes them
``from0``                   none: the digits are 0 to N−1, and a blank is not written as 0
``digits:0-9``              none: the digits are these
``layer``                   none: a cell beside the grid for each of its cells, open in a line
==========================  =====================================================================

    >>> parse_words("9+diagonals")(9) == classic().with_diagonals()
    True
    >>> parse_words("+diagonals")(4).size
    4
    >>> words_of(boxes(3, 2).with_diagonals())
    '3x2+diagonals'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from cpsudoku.errors import RulesError, quoted
from cpsudoku.formats.source import is_path, is_plain_file, names_a_file, no_such_file, text_of
from cpsudoku.ground.names import plain, suggestion
from cpsudoku.rules import (
    SYMBOLS,
    AllDifferent,
    Board,
    Rules,
    boxes,
    classic,
    jigsaw,
    latin,
    layered,
    rectangular,
    samurai,
    square,
    usual,
)
from cpsudoku.rules.primitives import PrimitiveConstraint
from cpsudoku.variants import Variant, to_text, with_variants
from cpsudoku.variants.registry import found_variant, hint, variants

MAX_SIZE = 256
"""Bigger grids are refused: a typing error must not ask for the memory of a million houses."""

MOST_CONSTRAINTS = 100_000
"""Rules with more constraints are refused: each takes a kilobyte, and a million the memory."""

_LONGEST_PATH = 4096

_EXPECTED = (
    "expected a size (9), a box (2x3), latin:N, jigsaw:LABELS, samurai or rectangle:6x9, "
    "then +diagonals …"
)

_FROM0, _LAYER = "from0", "layer"
_DIGITS = re.compile(r"digits:(-?[0-9]{1,3})-(-?[0-9]{1,3})")
_MOST_LAYERS = 4

ADDED_HOUSES = {
    "diagonals": "diagonals",
    "diagonal": "diagonals",
    "x": "diagonals",
    "windows": "windows",
    "windoku": "windows",
    "disjoint": "disjoint",
}
"""Houses by the words that add all of a kind."""

_ADDED = ADDED_HOUSES | {_FROM0: _FROM0, _LAYER: _LAYER}

_NAMED: dict[str, Callable[[], Rules]] = {"classic": classic, "samurai": samurai}


class RulesSpec(NamedTuple):
    """Rules that may still depend on the size of the grid; call it with a size.

    A text that names a base has all of its rules in that.

    Args:
        base: the rules to start from; None for the usual ones of the grid's size.
        added: names out of ``diagonals``, ``windows``, ``disjoint``, or the cells of a group.
        variants: the texts of variants, which come after all groups.
    """

    base: Rules | None = None
    added: tuple[str | tuple[str, ...], ...] = ()
    variants: tuple[str, ...] = ()

    @property
    def size(self) -> int | None:
        """The only size that it is for, or None where any will do."""
        return None if self.base is None else self.base.size

    @property
    def board(self) -> Board | None:
        """The only board that it is for, where that is not square; else None."""
        return None if self.base is None or self.base.board.is_square else self.base.board

    def __call__(self, size: int) -> Rules:
        """Return the rules for a grid of a size."""
        if self.board is not None:
            raise RulesError(
                f"a square grid of size {size}; the rules have a board of "
                f"{self.board.cell_count} cells, for drawn grids and JSON"
            )
        if self.size not in (None, size):
            raise RulesError(f"a grid of size {size}; expected {self.size}, as the rules say")
        return self.rules(size)

    def rules(self, size: int | None = None) -> Rules:
        """Return the rules, whatever board they have; of a size, or 9, where they say none."""
        rules = usual(size or 9) if self.base is None else self.base
        for name in self.added:
            if isinstance(name, str):
                rules = add_houses(rules, name)
        groups = [names for names in self.added if not isinstance(names, str)]
        if groups:
            rules = rules.with_groups(map(rules.board.cells, groups))
        if self.variants:
            rules = with_variants(rules, *self.variants)
        return rules


def add_houses(rules: Rules, name: str) -> Rules:
    """Return rules with the ``diagonals``, ``windows`` or ``disjoint`` groups added."""
    if name == "disjoint":
        return rules.with_disjoint_groups()
    return rules.with_diagonals() if name == "diagonals" else rules.with_windows()


def _size(text: str) -> int:
    size = int(text) if len(text) <= 5 else 0
    if not 1 <= size <= MAX_SIZE:
        raise RulesError(f"size {quoted(text)}; expected 1 to {MAX_SIZE}")
    return size


def check_number(constraints: int) -> None:
    """Raise unless rules may have this many constraints beside their houses."""
    if constraints > MOST_CONSTRAINTS:
        raise RulesError(f"more than {MOST_CONSTRAINTS:,} constraints")


def _jigsaw(labels: str, files: bool) -> Rules:
    if files and is_plain_file(labels):
        text = text_of(labels)
        try:
            return _regions("\n".join(x for x in text.splitlines() if not x.startswith("#")))
        except RulesError as error:
            raise RulesError(f"{labels}: {error}") from None
    if is_path(labels) and not files:
        why = "only an argument can name a file"
        raise RulesError(f"jigsaw:{labels}: {why}; expected a label for each cell")
    try:
        if not is_path(labels):
            return _regions(labels)
    except RulesError:
        if not (files and names_a_file(labels)):
            raise
    raise no_such_file(labels)


def _regions(labels: str) -> Rules:
    tokens = labels.replace(",", " ").split()
    # Labels of more than one character stand apart: as many of them as there are cells.
    apart = any(len(token) > 1 for token in tokens) and len(tokens) > len(tokens[0]) ** 2
    return jigsaw(tokens if apart else "".join(tokens))


def _base(text: str, files: bool) -> Rules | None:
    if not text:
        return None
    if text.lower() in _NAMED:
        return _NAMED[text.lower()]()
    name, colon, argument = text.partition(":")
    if colon and name.strip().lower() == "jigsaw":
        return _jigsaw(argument.strip(), files)
    compact = re.sub(r"\s", "", text.lower()).replace("×", "x")
    if found := re.fullmatch(r"(latin:?)?([0-9]+)", compact):
        size = _size(found[2])
        return latin(size) if found[1] else usual(size)
    if found := re.fullmatch(r"rectangle:([0-9]{1,3})x([0-9]{1,3})", compact):
        return rectangular(_size(found[1]), _size(found[2]))
    if found := re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", compact):
        height, width = int(found[1]), int(found[2])
        if height * width > MAX_SIZE:
            raise RulesError(f"boxes of {height}×{width}; expected at most {MAX_SIZE} cells")
        return boxes(height, width)
    # The name of a variant by itself: it lacks the board that it is added to.
    meant = suggestion(text.partition(":")[0], [f"9+{one}" for one in (*_ADDED, *variants())])
    raise RulesError(f"{quoted(text)} are not rules; {_EXPECTED}{meant}")


def _added(text: str) -> str | tuple[str, ...] | None:
    """Return the groups that a text adds to the houses, None for a variant."""
    name, colon, argument = text.partition(":")
    name = plain(name)
    if colon and name == "group":
        return tuple(re.split(r"[\s,]+", argument.strip()))
    if name in _ADDED and not colon:
        return _ADDED[name]
    if colon and name == "digits":
        return text.strip()

    name = name.partition("(")[0].partition("@")[0]
    if found_variant(name) is not None:
        return None
    expected = (
        "diagonals, windows, disjoint, from0, digits:0-9, layer, group:r1c1,r2c2,… or a variant "
        "such as thermo@…"
    )
    meant = hint(name, *_ADDED, "group")
    raise RulesError(f"{quoted(text)} cannot be added to rules; expected {expected}{meant}")


def _split(text: str, files: bool) -> list[str]:
    """Return the base and what is added to it; a ``+`` in the name of a file stays there."""
    name, _, start = text[:_LONGEST_PATH].partition(":")
    if files and name.strip().lower() == "jigsaw" and "+" in start:
        for place in reversed([*re.finditer(r"\+|$", start)]):
            if is_plain_file(start[: place.start()].strip()):
                base = f"{name}:{start[: place.start()]}"
                return [base, *text[len(base) :].split("+", MOST_CONSTRAINTS + 1)[1:]]
    return text.split("+", MOST_CONSTRAINTS + 1)


def parse_words(text: str, *, files: bool = True) -> RulesSpec:
    """Return what a text says about rules; with files, ``jigsaw:`` may name one with the labels."""
    base, *added = _split(text.strip(), files)
    check_number(len(added))
    found = [(_added(one), one.strip()) for one in added]
    houses = tuple(one for one, _ in found if one is not None)
    variants = tuple(one for house, one in found if house is None)
    board = [h for h in houses if isinstance(h, str) and (h in (_FROM0, _LAYER) or ":" in h)]
    added_houses = tuple(house for house in houses if house not in board)
    spec = RulesSpec(_base(base.strip(), files), added_houses, variants)
    if board:
        spec = RulesSpec(_on_board(spec._replace(variants=()), board), (), variants)
    # Where a base is named, rules are made here, once for all puzzles, and so that a fault shows.
    return spec if spec.base is None else RulesSpec(spec.rules())


def _on_board(spec: RulesSpec, words: Sequence[str]) -> Rules:
    """Return rules on a board with other digits or with layers, which is not a square one then."""
    if spec.base is None:
        raise RulesError(f"{words[0]} without a size; expected one, such as 9+{words[0]}")
    rules = spec.rules()
    board = rules.board
    low, high = board.first, board.last
    for word in words:
        if word == _FROM0:
            low, high = 0, high - low
        elif word != _LAYER:
            low, high = _range(word)
    if (number := words.count(_LAYER)) > _MOST_LAYERS:
        raise RulesError(f"{number} layers; expected up to {_MOST_LAYERS}")
    board = Board(board.places, high - low + 1, low, board.auxiliary)
    return Rules(layered(board, number) if number else board, rules.constraints)


def _range(text: str) -> tuple[int, int]:
    found = _DIGITS.fullmatch(text)
    low, high = (int(found[1]), int(found[2])) if found else (1, 0)
    if not 1 <= high - low + 1 <= MAX_SIZE:
        raise RulesError(f"{quoted(text)}; expected 1 to {MAX_SIZE} digits, such as digits:0-9")
    return low, high


class Parts(NamedTuple):
    """Rules taken apart into what `RulesSpec` and JSON can name."""

    base: Rules
    box: tuple[int, int] | None
    labels: tuple[int, ...] | None
    added: tuple[str, ...]
    groups: tuple[AllDifferent, ...]


@lru_cache(maxsize=64)
def parts_of(rules: Rules) -> Parts | None:
    """Take rules apart, or return None where only a list of constraints says them."""
    if not rules.board.is_square:
        return None
    box = rules.box_shape
    labels: tuple[int, ...] | None = None
    try:
        if box is not None:
            base = boxes(*box)
        elif rules.of_kind("region"):
            home = {c: n for n, r in enumerate(rules.of_kind("region"), start=1) for c in r.cells}
            labels = tuple(home.get(cell, 0) for cell in range(rules.cell_count))
            base = jigsaw(labels)
        else:
            base = latin(rules.size)
        kinds = {"diagonals": "diagonal", "windows": "window", "disjoint": "disjoint group"}
        added = [name for name, kind in kinds.items() if rules.of_kind(kind)]
        again = base
        for name in added:
            again = add_houses(again, name)
    except RulesError:
        return None
    groups = rules.of_kind("group")
    if groups:
        again = again.with_groups(group.cells for group in groups)
    return Parts(base, box, labels, tuple(added), groups) if again == rules else None


def cell_names(cells: Iterable[int], board: Board) -> list[str]:
    """Return the names of cells, such as ``r1c1``."""
    return [board.name(cell) for cell in cells]


def labels_text(labels: Sequence[int], size: int) -> str:
    """Return the labels of regions as `cpsudoku.rules.jigsaw` takes them."""
    if size <= len(SYMBOLS):
        return "".join(SYMBOLS[label - 1] for label in labels)
    return ",".join(map(str, labels))


@lru_cache(maxsize=64)
def words_of(rules: Rules) -> str | None:
    """Return the text that `parse_words` reads as these rules, or None if no text says them."""
    rules, added = _without_variants(rules)
    words = _words_of_houses(rules)
    return None if words is None else "+".join([words, *added])


def _without_variants(rules: Rules) -> tuple[Rules, list[str]]:
    """Return rules without the variants that they end with, and the texts of these."""
    count = len(rules.constraints)
    while count and not isinstance(rules.constraints[count - 1], PrimitiveConstraint):
        count -= 1
    if count == len(rules.constraints):
        return rules, []

    added = rules.constraints[count:]
    if not all(isinstance(one, Variant) for one in added):
        return rules, []
    texts = [to_text(one) for one in added if isinstance(one, Variant)]
    return Rules(rules.board, rules.constraints[:count]), texts


def _words_of_houses(rules: Rules) -> str | None:
    if (words := _words_on_board(rules)) is not None:
        return words
    if not rules.board.is_square:
        height, width = rules.board.height, rules.board.width
        is_rectangle = rules == rectangular(height, width)
        plain = f"rectangle:{height}x{width}" if is_rectangle else None
        return "samurai" if rules == samurai() else plain
    parts = parts_of(rules)
    if parts is None:
        return None
    if parts.base == usual(rules.size):
        base = str(rules.size)
    elif parts.box is not None:
        base = f"{parts.box[0]}x{parts.box[1]}"
    elif parts.labels is not None:
        base = f"jigsaw:{labels_text(parts.labels, rules.size)}"
    else:
        base = f"latin:{rules.size}"
    groups = ["group:" + ",".join(cell_names(group.cells, rules.board)) for group in parts.groups]
    return "+".join([base, *parts.added, *groups])


def has_square_grid(board: Board) -> bool:
    """Return whether a board differs from a usual one in its digits and its layers only."""
    beside = len(board.layers) * board.grid_count
    is_square = board.places[: board.grid_count] == square(isqrt(board.grid_count)).places
    return is_square and beside == board.auxiliary


def _words_on_board(rules: Rules) -> str | None:
    """Return the words for a square grid with other digits or with layers; None for others."""
    board = rules.board
    if board.is_square or not has_square_grid(board):
        return None
    usual_board = square(isqrt(board.grid_count))
    try:
        words = _words_of_houses(Rules(usual_board, rules.constraints))
    except RulesError:  # a group beside the grid
        return None
    if words is None:
        return None
    added = [_LAYER] * len(board.layers)
    if (board.first, board.size) != (1, usual_board.size):
        is_from0 = (board.first, board.size) == (0, usual_board.size)
        added.insert(0, _FROM0 if is_from0 else f"digits:{board.first}-{board.last}")
    return "+".join([words, *added])
