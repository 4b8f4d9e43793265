"""How steps are written: as tokens, in words, or as JSON.

``tokens``
    Words with one space between, from a small vocabulary.  A step is its technique, with hyphens
    for spaces, the houses that it is about, ``:``, then for each candidate its cell and ``=d``
    (placed) or ``-d`` (removed), and ``;``::

        hidden-single-in-box box-3 : r1c8 =5 ; x-wing row-2 row-7 : r4c3 -6 r5c3 -6 ; solved

    A search's events are ``try r1c2 =5 ;``, ``follow r1c3 =4 ;``, ``dead-end ;``,
    ``back r1c2 =5 ;`` and ``found ;``; exact covers choose the digits of some clues together,
    ``try r1c1 =1 r2c2 =3 ;``.
    The last token says how it ended: ``solved``, ``stuck`` (the techniques find no further step),
    ``cut`` (the length asked for), ``limit`` (time) or ``none`` (no solution).

``words``
    A sentence or a few for each step, a line each.

``json``
    An object: ``puzzle``, ``steps`` and ``end``.  A step has ``technique``, ``placements``,
    ``eliminations``, ``houses`` and ``sentence``; an event what `cpsudoku.tracing` gives.

With candidates, a trace begins with what is left for each blank cell (``left r1c1 235 …``), and
what a placed digit removes from its peers is written as a step of its own, ``peers``, after it.

>>> from cpsudoku.rules import boxes
>>> tokens_of("hidden single", [1], [(3, 4)], [], boxes(2, 2))
'hidden-single row-2 : r1c4 =4 ;'
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cpsudoku.logic.documents import candidates_json
from cpsudoku.logic.paths import technique_names
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Candidate, Evidence, Step
from cpsudoku.rules import Rules, digits_of_mask
from cpsudoku.tracing import Event

FORMS = ("tokens", "words", "json")
"""How traces are written."""

SINGLES = ("full house", "hidden single in box", "hidden single", "naked single")
"""Techniques whose steps are all said by cell, digit and house."""

EVENTS = {
    "try": "try",
    "propagate": "follow",
    "contradict": "dead-end",
    "back": "back",
    "found": "found",
}
"""For each kind of event of a search its token."""


@lru_cache(maxsize=64)
def _names(rules: Rules) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the tokens of cells, of groups, and of digits, these after one that is not used."""
    cells = tuple(rules.board.name(cell) for cell in range(rules.cell_count))
    groups = tuple(group.name.replace(" ", "-") for group in rules.groups)
    return cells, groups, ("", *rules.symbols)


def tokens_of(
    technique: str,
    groups: Iterable[int],
    placements: Iterable[Candidate],
    eliminations: Iterable[Candidate],
    rules: Rules,
) -> str:
    """Return a step as tokens."""
    cells, names, digits = _names(rules)
    words = [technique.replace(" ", "-"), *(names[group] for group in groups), ":"]
    for sign, candidates in (("=", placements), ("-", eliminations)):
        for cell, digit in candidates:
            words += [cells[cell], sign + digits[digit]]
    return " ".join([*words, ";"])


def sentence_of_single(technique: str, group: int, cell: int, digit: int, rules: Rules) -> str:
    """Return a single in words; its group is where it is the only place, −1 for none."""
    cells, _, digits = _names(rules)
    if group < 0:
        return f"{cells[cell]} must be {digits[digit]}: no other digit is left for it."
    name = rules.groups[group].name
    if technique == "full house":
        return f"{cells[cell]} must be {digits[digit]}: it is the last open cell of {name}."
    return f"{cells[cell]} must be {digits[digit]}: {digits[digit]} has no other place in {name}."


def step_text(step: Step, rules: Rules, form: str) -> str:
    """Return a step as tokens or words, or as an object of JSON."""
    groups = tuple(dict.fromkeys((*step.evidence.base, *step.evidence.cover)))
    if form == "tokens":
        return tokens_of(step.technique, groups, step.placements, step.eliminations, rules)
    if step.technique in SINGLES:  # in the same words wherever they come from
        ((cell, digit),) = step.placements
        said = sentence_of_single(step.technique, (*groups, -1)[0], cell, digit, rules)
    else:
        said = step.sentence
    if form == "words":
        return said
    return json.dumps(
        {
            "technique": step.technique,
            "placements": candidates_json(step.placements, rules),
            "eliminations": candidates_json(step.eliminations, rules),
            "houses": [rules.groups[group].name for group in groups],
            "sentence": said,
        }
    )


def left_text(position: Position, form: str) -> str:
    """Return what is left for each blank cell."""
    cells, _, digits = _names(position.rules)
    left = {
        cells[cell]: [digits[digit] for digit in digits_of_mask(mask)]
        for cell, mask in enumerate(position.candidates)
        if not position.digits[cell]
    }
    if form == "json":
        return json.dumps({"technique": "left", "left": left})
    if form == "words":
        each = "; ".join(f"{cell} can be {', '.join(some)}" for cell, some in left.items())
        return f"{each}."
    between = "" if max(map(len, digits)) == 1 else ","
    return " ".join(["left", *(f"{cell} {between.join(some)}" for cell, some in left.items()), ";"])


def struck_by(step: Step, position: Position) -> list[Candidate]:
    """Return the candidates of peers that the placements of a step remove."""
    gone = set(step.eliminations)
    return sorted(
        (peer, digit)
        for cell, digit in step.placements
        for peer in position.rules.peers[cell]
        if position.has(peer, digit) and (peer, digit) not in gone
    )


def struck_text(struck: Sequence[Candidate], rules: Rules, form: str) -> str:
    """Return a step of its own for what placements remove from peers."""
    if form == "tokens":
        return tokens_of("peers", (), (), struck, rules)
    cells, _, digits = _names(rules)
    if form == "json":
        return json.dumps({"technique": "peers", "eliminations": candidates_json(struck, rules)})
    return "So " + ", ".join(f"{cells[c]} cannot be {digits[d]}" for c, d in struck) + "."


def entries_of(event: Event) -> tuple[Candidate, ...]:
    """Return the cells and digits that an event of a search is about."""
    if event.cell is None or event.digit is None:
        return event.together
    return ((event.cell, event.digit),)


def event_text(event: Event, rules: Rules, form: str) -> str:
    """Return an event of a search."""
    if form == "json":
        return json.dumps(event.as_json(rules))
    cells, _, digits = _names(rules)
    about = entries_of(event)
    if form == "tokens":
        words = (f" {cells[cell]} ={digits[digit]}" for cell, digit in about)
        return f"{EVENTS[event.kind]}{''.join(words)} ;"
    return {
        "try": f"Try {' and '.join(f'{digits[d]} in {cells[c]}' for c, d in about)}.",
        "propagate": f"Then {' and '.join(f'{cells[c]} must be {digits[d]}' for c, d in about)}.",
        "contradict": f"That fails: {event.text}.",
        "back": "Take the last try back.",
        "found": "All cells are filled: this is a solution.",
    }[event.kind]


def document(puzzle: str, parts: Sequence[str], end: str, form: str) -> str:
    """Return a whole trace."""
    if form == "json":
        return f'{{"puzzle": {json.dumps(puzzle)}, "steps": [{", ".join(parts)}], "end": "{end}"}}'
    return " ".join([*parts, end]) if form == "tokens" else "\n".join([*parts, f"({end})"])


class SingleTexts(dict[int, str]):
    """The texts of singles by their keys, each made when it is first asked for."""

    def __init__(self, rules: Rules, form: str) -> None:
        super().__init__()
        self._rules, self._form, self._techniques = rules, form, technique_names()
        self._bases = (rules.cell_count, rules.size + 1, len(rules.groups) + 1)

    def keys_of(self, steps: NDArray[np.int16]) -> list[list[int]]:
        """Return each puzzle's keys of singles, an array (n, most, 4) as in `logic.ratings`."""
        technique, cell, digit, group = np.moveaxis(steps.astype(np.int64), 2, 0)
        cells, digits, groups = self._bases
        keys = ((technique * cells + cell) * digits + digit) * groups + group + 1
        found: list[list[int]] = keys.tolist()
        return found

    def __missing__(self, key: int) -> str:
        cells, digits, groups = self._bases
        left, group = divmod(key, groups)
        left, digit = divmod(left, digits)
        number, cell = divmod(left, cells)
        evidence = Evidence(base=(group - 1,) if group else ())
        single = Step(self._techniques[number], ((cell, digit),), (), evidence=evidence)
        self[key] = text = step_text(single, self._rules, self._form)
        return text
