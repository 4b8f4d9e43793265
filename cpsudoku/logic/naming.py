"""Steps in the notations of the field: HoDoKu's lines, and Eureka for chains.

>>> from cpsudoku.rules import classic
>>> cells_text((2, 6, 8), classic()), cells_text((0, 9, 80), classic())
('r1c379', 'r12c1,r9c9')
>>> conclusions(((0, 5), (9, 5), (0, 7)), "<>", classic())
'r12c1<>5, r1c1<>7'
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from cpsudoku.logic.evidence import (
    Assertion,
    Candidate,
    Deduction,
    LockedSet,
    Proof,
    is_loop,
    loop_of,
)
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.rules import Cell, Digit, Rules, digits_of_mask

_LETTERS = {"row": "r", "column": "c", "box": "b", "region": "b"}


def cells_text(cells: Sequence[Cell], rules: Rules) -> str:
    """Return cells as people write them: ``r1c37``, ``r46c8``, ``r1c1,r2c3``."""
    left, places = sorted(cells), rules.board.places
    parts = []
    while left:
        row, column = places[left[0]]
        in_row = [c for c in left if places[c][0] == row]
        in_column = [c for c in left if places[c][1] == column]
        together = in_row if len(in_row) >= len(in_column) else in_column
        rows = dict.fromkeys(str(places[c][0] + 1) for c in together)
        columns = dict.fromkeys(str(places[c][1] + 1) for c in together)
        parts.append(f"r{_joined(rows, rules)}c{_joined(columns, rules)}")
        left = [c for c in left if c not in together]
    return ",".join(parts)


def _joined(numbers: Sequence[str] | dict[str, None], rules: Rules) -> str:
    if len(numbers) == 1 or max(map(len, numbers)) == 1:
        return "".join(numbers)
    return "(" + ",".join(numbers) + ")"


def conclusions(candidates: Sequence[Candidate], sign: str, rules: Rules) -> str:
    """Return the conclusions, digit by digit: ``r12c1<>5, r1c1<>7``."""
    by_digit: dict[Digit, list[Cell]] = {}
    for cell, digit in sorted(candidates, key=lambda c: (c[1], c[0])):
        by_digit.setdefault(digit, []).append(cell)
    symbols = rules.symbols
    return ", ".join(
        f"{cells_text(cells, rules)}{sign}{symbols[d - 1]}" for d, cells in by_digit.items()
    )


def _groups_text(numbers: Sequence[int], rules: Rules) -> str:
    """Return groups as ``r25``, ``c3b7``; those without such a letter as they are called."""
    by_letter: dict[str, list[str]] = {}
    names = []
    for group in (rules.groups[number] for number in numbers):
        letter = _LETTERS.get(group.kind)
        if letter is None or group.number is None:
            names.append(group.name)
        else:
            by_letter.setdefault(letter, []).append(str(group.number))
    short = "".join(letter + _joined(rest, rules) for letter, rest in by_letter.items())
    return ",".join([short, *names] if short else names)


def display_name(technique: str) -> str:
    """Return the name that a technique's inventors or their programs use: ``X-Wing``."""
    found = TECHNIQUES[technique]
    return found.hodoku or found.explainer or found.written or found.name


def hodoku_line(step: Deduction, rules: Rules) -> str:
    """Return a step as HoDoKu writes it: ``X-Wing: 5 r25 c37 => r1c3<>5``.

    A technique that HoDoKu does not have is written in the same manner.
    """
    family, name = TECHNIQUES[step.technique].family, display_name(step.technique)
    if family in ("singles", "brute force"):
        return f"{name}: {conclusions(step.placements, '=', rules)}"
    pattern = _PATTERNS[family](step, rules)
    both = ((step.placements, "="), (step.eliminations, "<>"))
    follows = ", ".join(conclusions(found, sign, rules) for found, sign in both if found)
    return f"{name}: {pattern} => {follows}" if pattern else f"{name} => {follows}"


def _digits(step: Deduction, rules: Rules) -> list[str]:
    found = sorted({digit for _, digit in step.evidence.candidates})
    return [rules.symbols[digit - 1] for digit in found]


def _locked(step: Deduction, rules: Rules) -> str:
    return f"{_digits(step, rules)[0]} in {_groups_text(step.evidence.base[:1], rules)}"


def _subset(step: Deduction, rules: Rules) -> str:
    return f"{_in_digits(step, rules)} in {cells_text(step.evidence.cells, rules)}"


def _direct(step: Deduction, rules: Rules) -> str:
    return (_subset if "hidden" in step.technique else _locked)(step, rules)


def _fish(step: Deduction, rules: Rules) -> str:
    evidence = step.evidence
    base, cover = _groups_text(evidence.base, rules), _groups_text(evidence.cover, rules)
    fins = [
        f" {sign}{cells_text([cell], rules)}"
        for sign, candidates in (("f", evidence.fins), ("ef", evidence.endo_fins))
        for cell, _ in candidates
    ]
    chains = "".join(f", {eureka(proof, rules)}" for proof in evidence.proofs)
    return f"{_digits(step, rules)[0]} {base} {cover}{''.join(fins)}{chains}"


def _two_links(step: Deduction, rules: Rules) -> str:
    if len(step.evidence.cells) != 4:
        chains = [inner.evidence.proofs[0] for inner in step.evidence.inner]
        return ", ".join(eureka(proof, rules) for proof in chains or step.evidence.proofs)
    first, second, third, last = step.evidence.cells
    joined = cells_text([second, third], rules)
    ends = ",".join(cells_text([cell], rules) for cell in (first, last))
    return f"{_digits(step, rules)[0]} in {ends} (connected by {joined})"


def _wing(step: Deduction, rules: Rules) -> str:
    last = rules.symbols[step.eliminations[0][1] - 1]
    digits = [d for d in _digits(step, rules) if d != last]
    cells = ",".join(cells_text([cell], rules) for cell in step.evidence.cells)
    return f"{'/'.join([*digits, last])} in {cells}"


def _cells(step: Deduction, rules: Rules) -> str:
    parts = step.evidence.inner or (step,)
    return "; ".join(cells_text(part.evidence.cells, rules) for part in parts)


def _chain(step: Deduction, rules: Rules) -> str:
    if not step.evidence.proofs:
        return _net(step, rules)
    return eureka(loop_of(step) if is_loop(step) else step.evidence.proofs[0], rules)


def _forcing_chain(step: Deduction, rules: Rules) -> str:
    parts = step.evidence.inner or (step,)
    return "; ".join(eureka(part.evidence.proofs[0], rules) for part in parts)


def _net(step: Deduction, rules: Rules) -> str:
    """Return the suppositions: all cases, or the one that contradicts itself."""
    if not step.evidence.proofs:
        return "; ".join(_net(part, rules) for part in step.evidence.inner)
    firsts = (proof[0] for proof in step.evidence.proofs)
    return ", ".join(("" if first.truth else "not ") + _node(first, rules) for first in firsts)


def _sets(step: Deduction, rules: Rules) -> str:
    def text(locked: LockedSet) -> str:
        digits = [rules.symbols[digit - 1] for digit in digits_of_mask(locked.digits)]
        between = "" if max(map(len, digits), default=1) == 1 else ","
        return f"{cells_text(locked.cells, rules)} {{{between.join(digits)}}}"

    return ", ".join(map(text, step.evidence.sets))


def _in_digits(step: Deduction, rules: Rules) -> str:
    return ",".join(_digits(step, rules))


_PATTERNS: dict[str, Callable[[Deduction, Rules], str]] = {
    "direct": _direct,
    "locked candidates": _locked,
    "subsets": _subset,
    "fish": _fish,
    "single digit": _two_links,
    "wings": _wing,
    "graves": lambda _step, _rules: "",
    "chains": _chain,
    "unique loops": _cells,
    "aligned exclusion": _cells,
    "forcing nets": _net,
    "forcing chains": _forcing_chain,
    "tables": _net,
    "almost locked sets": _sets,
    "sue de coq": _sets,
    "multi-sector sets": _cells,
    "colours": _in_digits,
    "templates": _in_digits,
    "rectangles": _subset,
    "impossible patterns": _cells,
}
"""For each family the words between the technique's name and what follows."""


def eureka(proof: Proof, rules: Rules) -> str:
    """Return a chain in Eureka notation: ``(4)r1c2=(4)r1c8-(4)r5c8=(4)r5c3``."""
    text = _node(proof[0], rules)
    for before, line in pairwise(proof):
        if line.reason == "cell" and len(before.candidates) == 1:
            # A cell's own strong link stands inside of its brackets.
            opening = text.rindex(")")
            text = f"{text[:opening]}={_symbol(line, rules)}{text[opening:]}"
        else:
            text += ("=" if line.truth else "-") + _node(line, rules)
    return text


def _node(line: Assertion, rules: Rules) -> str:
    cells = [cell for cell, _ in line.candidates]
    return f"({_symbol(line, rules)}){cells_text(cells, rules)}"


def _symbol(line: Assertion, rules: Rules) -> str:
    return rules.symbols[line.candidates[0][1] - 1]
