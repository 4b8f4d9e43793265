"""Rules as a short text, such as ``9``, ``2x3``, ``jigsaw:aabb…`` or ``9+diagonals+windows``.

A text names a base and what is added to it, with ``+`` between them.

==========================  =====================================================================
base                        rules
==========================  =====================================================================
``9``                       the usual ones of that size (3×3 boxes; 2×3 for 6, 3×4 for 12, …)
``2x3``                     boxes two rows high and three columns wide
``latin:5``                 rows and columns only
``jigsaw:AAAB…``            for each cell the label of its region, or the name of a file with them
*nothing*                   the usual ones of whatever size the grid has, as in ``+diagonals``
==========================  =====================================================================

==========================  =====================================================================
added                       houses
==========================  =====================================================================
``diagonals`` (``x``)       both main diagonals
``windows`` (``windoku``)   the windows of windoku
``disjoint``                cells at the same place of their boxes
``group:r1c1,r2c2,…``       any cells that must all be different
==========================  =====================================================================

Rules of any other kind are written as JSON, ``{"size": 4, "constraints": […]}``.

    >>> parse_rules("9+diagonals")(9) == classic().with_diagonals()
    True
    >>> parse_rules("+diagonals")(4).size
    4
    >>> rules_text(boxes(3, 2).with_diagonals())
    '3x2+diagonals'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from cpsudoku.errors import RulesError
from cpsudoku.rules import (
    SYMBOLS,
    AllDifferent,
    Rules,
    boxes,
    cell_name,
    classic,
    jigsaw,
    latin,
    parse_cell,
    usual,
)

MAX_SIZE = 256
"""Bigger grids are refused: a typing error must not ask for the memory of a million houses."""

_EXPECTED = "expected a size (9), a box (2x3), latin:N or jigsaw:LABELS, then +diagonals …"

_ADDED = {
    "diagonals": "diagonals",
    "diagonal": "diagonals",
    "x": "diagonals",
    "windows": "windows",
    "windoku": "windows",
    "disjoint": "disjoint",
}

_Add: TypeAlias = Callable[[Rules], Rules]


@dataclass(frozen=True, slots=True)
class RulesSpec:
    """Rules that may still depend on the size of the grid; call it with a size.

    Args:
        base: the rules to start from; None for the usual ones of the grid's size.
        added: names out of ``diagonals``, ``windows``, ``disjoint``, or the cells of a group.
    """

    base: Rules | None = None
    added: tuple[str | tuple[str, ...], ...] = ()

    @classmethod
    def exactly(cls, rules: Rules) -> RulesSpec:
        """Return the spec that means these rules and nothing else.

        Args:
            rules: the rules.
        """
        return cls(rules)

    @property
    def size(self) -> int | None:
        """The only size that it is for, or None where any will do."""
        return None if self.base is None else self.base.size

    def __call__(self, size: int) -> Rules:
        """Return the rules for a grid of a size.

        Args:
            size: number of digits.

        Raises:
            RulesError: the rules are for another size, or have no boxes where they are needed.
        """
        if self.base is not None and self.base.size != size:
            raise RulesError(f"a grid of size {size}; expected {self.base.size}, as the rules say")
        rules = usual(size) if self.base is None else self.base
        groups = [names for names in self.added if not isinstance(names, str)]
        for name in self.added:
            if isinstance(name, str):
                rules = add_houses(rules, name)
        if groups:
            rules = rules.with_groups([parse_cell(n, size) for n in names] for names in groups)
        return rules


def brief(value: object) -> str:
    """Return how an error message quotes a value.

    Args:
        value: what was found.
    """
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"


def add_houses(rules: Rules, name: str) -> Rules:
    """Return rules with the houses of a name added.

    Args:
        rules: the rules.
        name: ``diagonals``, ``windows`` or ``disjoint``.

    Raises:
        RulesError: the rules have no boxes where these are needed.
    """
    if name == "diagonals":
        return rules.with_diagonals()
    if name == "windows":
        return rules.with_windows()
    return rules.with_disjoint_groups()


def checked_size(value: object) -> int:
    """Return the size of a grid, from an int or its text.

    Args:
        value: what was found.

    Raises:
        RulesError: it is no number, or one out of range.
    """
    size = int(value) if isinstance(value, str) and re.fullmatch("[0-9]{1,5}", value) else value
    if type(size) is not int or not 1 <= size <= MAX_SIZE:
        raise RulesError(f"size {brief(value)}; expected 1 to {MAX_SIZE}")
    return size


def _jigsaw(labels: str, files: bool) -> Rules:
    if files and len(labels) < 1024 and Path(labels).is_file():
        labels = Path(labels).read_text(encoding="utf-8-sig")
        labels = "\n".join(line for line in labels.splitlines() if not line.startswith("#"))
    tokens = labels.replace(",", " ").split()
    # Labels of more than one character stand apart: as many of them as there are cells.
    apart = any(len(token) > 1 for token in tokens) and len(tokens) > len(tokens[0]) ** 2
    return jigsaw(tokens if apart else "".join(tokens))


def _base(text: str, files: bool) -> Rules | None:
    if not text:
        return None
    if text.lower() == "classic":
        return classic()
    name, colon, argument = text.partition(":")
    if colon and name.strip().lower() == "jigsaw":
        return _jigsaw(argument.strip(), files)
    compact = re.sub(r"\s", "", text.lower()).replace("×", "x")
    if re.fullmatch(r"[0-9]+", compact):
        return usual(checked_size(compact))
    if found := re.fullmatch(r"latin:?([0-9]+)", compact):
        return latin(checked_size(found[1]))
    if found := re.fullmatch(r"([0-9]{1,3})x([0-9]{1,3})", compact):
        height, width = int(found[1]), int(found[2])
        if height * width > MAX_SIZE:
            raise RulesError(f"boxes of {height}×{width}; expected at most {MAX_SIZE} cells")
        return boxes(height, width)
    raise RulesError(f"{text[:40]!r} are no rules; {_EXPECTED}")


def _added(text: str) -> str | tuple[str, ...]:
    name, colon, argument = text.partition(":")
    name = name.strip().lower()
    if colon and name == "group":
        return tuple(re.split(r"[\s,]+", argument.strip()))
    if name not in _ADDED or colon:
        expected = "diagonals, windows, disjoint or group:r1c1,r2c2,…"
        raise RulesError(f"{text[:40]!r} cannot be added to rules; expected {expected}")
    return _ADDED[name]


def parse_rules(text: str, *, files: bool = True) -> RulesSpec:
    """Return what a text says about rules.

    Args:
        text: rules as this module's introduction describes them, or a JSON object.
        files: whether ``jigsaw:`` may name a file with the labels.

    Raises:
        RulesError: the text is not of that form, or no grid can have such rules.
        OSError: the file cannot be read.
    """
    text = text.strip()
    if text.startswith("{"):
        return RulesSpec.exactly(_rules_from_json_text(text))
    base, *added = text.split("+")
    spec = RulesSpec(_base(base.strip(), files), tuple(map(_added, added)))
    if spec.size is not None:
        spec(spec.size)  # A fault shows here and not at the first puzzle.
    return spec


def _rules_from_json_text(text: str) -> Rules:
    import json

    from cpsudoku.formats.rules_json import rules_from_json

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RulesError(f"rules are no JSON: {error}") from error
    return rules_from_json(value)


@dataclass(frozen=True, slots=True)
class Parts:
    """Rules taken apart into what `RulesSpec` and JSON can name."""

    base: Rules
    box: tuple[int, int] | None
    labels: tuple[int, ...] | None
    added: tuple[str, ...]
    groups: tuple[AllDifferent, ...]


def _labels(rules: Rules) -> tuple[int, ...]:
    found = [0] * rules.cell_count
    for number, region in enumerate(rules.of_kind("region"), start=1):
        for cell in region.cells:
            found[cell] = number
    return tuple(found)


@lru_cache(maxsize=64)
def parts_of(rules: Rules) -> Parts | None:
    """Take rules apart, or return None where only a list of constraints tells them."""
    box = rules.box_shape
    labels: tuple[int, ...] | None = None
    try:
        if box is not None:
            base = boxes(*box)
        elif rules.of_kind("region"):
            labels = _labels(rules)
            base = jigsaw(labels)
        else:
            base = latin(rules.size)
        added = [
            name
            for name, kind in (
                ("diagonals", "diagonal"),
                ("windows", "window"),
                ("disjoint", "disjoint group"),
            )
            if rules.of_kind(kind)
        ]
        again = base
        for name in added:
            again = add_houses(again, name)
    except RulesError:
        return None
    groups = rules.of_kind("group")
    if groups:
        again = again.with_groups(group.cells for group in groups)
    return Parts(base, box, labels, tuple(added), groups) if again == rules else None


def cell_names(cells: Iterable[int], size: int) -> list[str]:
    """Return the names of cells, such as ``r1c1``.

    Args:
        cells: the cells.
        size: the grid's size.
    """
    return [cell_name(cell, size) for cell in cells]


def labels_text(labels: Sequence[int], size: int) -> str:
    """Return the labels of regions as `cpsudoku.rules.jigsaw` takes them.

    Args:
        labels: for each cell the number of its region, from 1.
        size: the grid's size; beyond 35 the labels are numbers with commas between them.
    """
    if size <= len(SYMBOLS):
        return "".join(SYMBOLS[label - 1] for label in labels)
    return ",".join(map(str, labels))


@lru_cache(maxsize=64)
def rules_text(rules: Rules) -> str:
    """Return the text that `parse_rules` reads as these rules.

    Args:
        rules: the rules.
    """
    parts = parts_of(rules)
    if parts is None:
        import json

        from cpsudoku.formats.rules_json import rules_to_json

        return json.dumps(rules_to_json(rules), separators=(",", ":"))
    if parts.base == usual(rules.size):
        base = str(rules.size)
    elif parts.box is not None:
        base = f"{parts.box[0]}x{parts.box[1]}"
    elif parts.labels is not None:
        base = f"jigsaw:{labels_text(parts.labels, rules.size)}"
    else:
        base = f"latin:{rules.size}"
    groups = ["group:" + ",".join(cell_names(group.cells, rules.size)) for group in parts.groups]
    return "+".join([base, *parts.added, *groups])
