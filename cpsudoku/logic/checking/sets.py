"""Checks of patterns in houses and cells: singles, subsets, wings, fish, larger sets.

For a technique that finds by trying, brute force, the other digits of the cell are tried: a slow
and plain search, which takes the cell with the fewest digits left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from cpsudoku.logic.checking.proofs import (
    Case,
    Check,
    excludes,
    filling_fault,
    fillings,
    house_fault,
    placings,
    refutation_fault,
    shown_by_proofs,
    together,
)
from cpsudoku.logic.evidence import Candidate, Deduction, Evidence, Position
from cpsudoku.rules import Cell, cell_name, digits_of_mask


def locked_fault(position: Position, step: Deduction) -> str | None:
    """Return the fault of eliminations whose digit is locked from the base into the cover."""
    (base,), cover = step.evidence.base, step.evidence.cover[0]
    (digit,) = {digit for _, digit in step.eliminations}
    shared = set(position.rules.groups[cover].cells)
    if not set(position.places(base, digit)) <= shared:
        return "the digit has places in the base outside of the cover"
    if not {cell for cell, _ in step.eliminations} <= shared:
        return "an elimination is outside of the cover"
    return house_fault(position, base) or refutation_fault(
        position, step.eliminations, placings(position, (base,), digit)
    )


_SIZES = {"pair": 2, "triple": 3, "triplet": 3, "quad": 4}


def _size(step: Deduction) -> int:
    return _SIZES[step.technique.split()[-1]]


def _digits(step: Deduction) -> set[int]:
    return {digit for _, digit in step.evidence.candidates}


def _form_fault(position: Position, step: Deduction) -> str | None:
    cells = set(step.evidence.cells)
    if len(cells) != _size(step) or len(_digits(step)) != _size(step):
        return "another number of cells or digits"
    for group in step.evidence.base:
        if not cells <= set(position.rules.groups[group].cells):
            return f"a cell is outside of {position.rules.groups[group].name}"
    return None


def _naked(position: Position, step: Deduction) -> str | None:
    if any(not set(position.left(cell)) <= _digits(step) for cell in step.evidence.cells):
        return "a cell has another candidate"
    return _form_fault(position, step) or filling_fault(position, step)


def hidden_fault(position: Position, step: Deduction) -> str | None:
    """Return the fault of the eliminations of a hidden subset."""
    (house,), cells, digits = step.evidence.base, set(step.evidence.cells), _digits(step)
    for digit in digits:
        places = set(position.places(house, digit))
        if not places or not places <= cells:
            return f"{digit} has other places"
    for cell, digit in step.eliminations:
        if cell not in cells or digit in digits:
            return "an elimination is not one of the subset's cells"
    return house_fault(position, house) or _form_fault(position, step)


def _wing(position: Position, step: Deduction) -> str | None:
    pivot, *pincers = step.evidence.cells
    sizes = [len(position.left(cell)) for cell in step.evidence.cells]
    if sizes != [3 if step.technique == "xyz-wing" else 2, 2, 2]:
        return "a cell has another number of candidates"
    if not all(cell in position.rules.peers[pivot] for cell in pincers):
        return "the pivot does not see both pincers"
    return filling_fault(position, step)


def _wxyz_wing(position: Position, step: Deduction) -> str | None:
    hinge, *others = step.evidence.cells
    digits = {digit for cell in step.evidence.cells for digit in position.left(cell)}
    if not len({hinge, *others}) == len(digits) == 4:
        return "not four cells with four digits"
    if not all(cell in position.rules.peers[hinge] for cell in others):
        return "the hinge does not see the three others"
    return filling_fault(position, step)


def _sue_de_coq(position: Position, step: Deduction) -> str | None:
    parts = [set(part.cells) for part in step.evidence.sets]
    if len(parts) != 3 or set().union(*parts) != set(step.evidence.cells):
        return "not three parts that have all the cells"
    return filling_fault(position, step)


def _exclusion(position: Position, step: Deduction) -> str | None:
    base = step.evidence.cells
    if len(base) != (2 if "pair" in step.technique else 3):
        return "another number of base cells"
    others = [cell for locked in step.evidence.sets for cell in locked.cells]
    if step.placements or not {cell for cell, _ in step.eliminations} <= set(base):
        return "an elimination is outside of the base"
    for case in fillings(position, base):
        if any(_empties(position, case, cell) for cell in others):
            continue
        for cell, digit in step.eliminations:
            if (cell, digit) in case:
                return f"{cell_name(cell, position.rules.board)} may be {digit} in a choice"
    return None


def _empties(position: Position, case: Case, cell: Cell) -> bool:
    """Return whether a choice for the base leaves a cell without a candidate."""
    taken = {digit for base, digit in case if cell in position.rules.peers[base]}
    return bool(position.left(cell)) and set(position.left(cell)) <= taken


def _multi_sector(position: Position, step: Deduction) -> str | None:
    cells, groups = set(step.evidence.cells), position.rules.groups
    if step.technique == "sk-loop" and len(cells) != 16:
        return "not sixteen cells"
    pairs = {
        (house, digit)
        for house, counted in zip(step.evidence.cover, step.evidence.sets, strict=False)
        for digit in digits_of_mask(counted.digits)
    }
    if not cells or len(pairs) != len(cells):
        return f"{len(cells)} cells, but {len(pairs)} pairs of a house and a digit"
    taken = Counter((cell, digit) for house, digit in pairs for cell in groups[house].cells)
    for cell in cells:
        if not position.left(cell) or not all(taken[cell, d] for d in position.left(cell)):
            return f"{cell_name(cell, position.rules.board)} is solved, or may take no pair"
    for cell, digit in step.eliminations:
        if taken[cell, digit] < (2 if cell in cells else 1):
            return f"{digit} in {cell_name(cell, position.rules.board)} takes no pair from another"
    return "such a set places nothing" if step.placements else None


def _hidden_single(position: Position, step: Deduction) -> str | None:
    (house,), ((cell, digit),) = step.evidence.base, step.placements
    if wrong := house_fault(position, house):
        return wrong
    if position.places(house, digit) != (cell,):
        return f"{digit} has another place in {position.rules.groups[house].name}"
    return None


def _full_house(position: Position, step: Deduction) -> str | None:
    (house,) = step.evidence.base
    constraint = position.rules.groups[house]
    if sum(not position.digits[cell] for cell in constraint.cells) != 1:
        return f"{constraint.name} has several open cells"
    return _hidden_single(position, step)


def _naked_single(position: Position, step: Deduction) -> str | None:
    ((cell, digit),) = step.placements
    if position.left(cell) != (digit,):
        return "the cell has other candidates"
    return None


def _single_fault(position: Position, step: Deduction, house: int) -> str | None:
    """Return the fault of the placement after the eliminations."""
    after = position.without(step.eliminations)
    single = Deduction("hidden single", step.placements, (), 0, Evidence(base=(house,)))
    return _hidden_single(after, single)


def _direct_locked(position: Position, step: Deduction) -> str | None:
    """The digit placed is locked in the first cover; the second is the house of the single."""
    cover, house = step.evidence.cover
    ((_, digit),) = step.placements
    base = set(position.rules.groups[step.evidence.base[0]].cells)
    gone = tuple((cell, digit) for cell in position.places(cover, digit) if cell not in base)
    implied = replace(step, eliminations=gone)
    return locked_fault(position, implied) or _single_fault(position, implied, house)


def _direct_subset(position: Position, step: Deduction) -> str | None:
    """The other digits leave the subset's cells."""
    digits = {digit for _, digit in step.evidence.candidates}
    gone = tuple((c, d) for c in step.evidence.cells for d in position.left(c) if d not in digits)
    implied = replace(step, eliminations=gone)
    return hidden_fault(position, implied) or _single_fault(
        position, implied, step.evidence.base[0]
    )


_FISH = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
_FISH_SIZES = {name: size for size, name in enumerate(_FISH, 2)}


def _fish_form_fault(position: Position, step: Deduction, digit: int) -> str | None:
    evidence = step.evidence
    if not len(evidence.base) == len(evidence.cover) == _FISH_SIZES[step.technique.split()[-1]]:
        return "another number of base or cover sets"
    covered = {c for g in evidence.cover for c in position.rules.groups[g].cells}
    if not {cell for cell, _ in step.eliminations} <= covered:
        return "an elimination is outside of the cover"
    return _fins_fault(position, step, digit)


def _fins_fault(position: Position, step: Deduction, digit: int) -> str | None:
    evidence, rules = step.evidence, position.rules
    covered = {c for g in evidence.cover for c in rules.groups[g].cells}
    based = {c for g in evidence.base for c in position.places(g, digit)}
    if based - covered != {cell for cell, _ in evidence.fins}:
        return "the fins are not what the cover leaves of the base"
    return None


def _fish_fault(position: Position, step: Deduction) -> str | None:
    if step.technique.startswith("siamese"):
        return _siamese_fault(position, step)
    (digit,) = {digit for _, digit in (*step.eliminations, *step.evidence.candidates)}
    return (
        house_fault(position, *step.evidence.base)
        or _fish_form_fault(position, step, digit)
        or refutation_fault(
            position, step.eliminations, placings(position, step.evidence.base, digit)
        )
    )


def _kraken_fault(position: Position, step: Deduction) -> str | None:
    """Return the fault of a kraken fish.

    However the digit is put into the base houses, each elimination is excluded by what is true
    then: at once, or by a proof that supposes nothing but that.
    """
    evidence = step.evidence
    digits = {digit for _, digit in (*evidence.candidates, *evidence.fins, *evidence.endo_fins)}
    if len(digits) != 1 or len(evidence.base) != len(evidence.cover) or not evidence.fins:
        return "not one digit in as many base as cover sets, with fins"
    (digit,) = digits
    if wrong := house_fault(position, *evidence.base) or _fins_fault(position, step, digit):
        return wrong
    shown = shown_by_proofs(position, evidence)
    if isinstance(shown, str):
        return shown
    for case in placings(position, evidence.base, digit):
        for gone in step.eliminations:
            if not any(excludes(position, gone, c) or gone in shown.get(c, ()) for c in case):
                return "a case of the base leaves an elimination"
    return None


def _siamese_fault(position: Position, step: Deduction) -> str | None:
    """Two fish with the same base, each of which is checked."""
    one, two = step.evidence.inner
    if one.evidence.base != two.evidence.base:
        return "the two fish have different bases"
    return together(_fish_fault)(position, step)


MOST_TRIALS = 20_000
"""Digits tried before the check gives up, which is a fault, too."""


def _brute_force(position: Position, step: Deduction) -> str | None:
    ((cell, digit),) = step.placements
    if step.eliminations or step.evidence.cells != (cell,):
        return "not one cell"
    trials = count(1)
    try:
        for other in position.left(cell):
            if other != digit and _solves(_placed(position, (cell, other)), trials):
                return "the cell may have another digit"
    except _TooLongError:
        return "a search for another digit of the cell takes too long"
    return None


class _TooLongError(Exception):
    pass


def _solves(position: Position, trials: Iterator[int]) -> bool:
    """Return whether a solution is left; each position that is looked at takes a number."""
    if next(trials) > MOST_TRIALS:
        raise _TooLongError
    cells = [cell for cell, digit in enumerate(position.digits) if not digit]
    if not cells:
        return True
    cell = min(cells, key=lambda c: len(position.left(c)))
    return any(_solves(_placed(position, (cell, d)), trials) for d in position.left(cell))


def _placed(position: Position, candidate: Candidate) -> Position:
    return position.after(Deduction("brute force", (candidate,), ()))


CHECKS: dict[str, Check] = {
    "locked candidates": locked_fault,
    "subsets": _naked,
    "hidden pair": hidden_fault,
    "hidden triple": hidden_fault,
    "hidden quad": hidden_fault,
    "xy-wing": _wing,
    "xyz-wing": _wing,
    "wxyz-wing": _wxyz_wing,
    "sue de coq": _sue_de_coq,
    "aligned exclusion": _exclusion,
    "multi-sector sets": _multi_sector,
    "full house": _full_house,
    "hidden single in box": _hidden_single,
    "hidden single": _hidden_single,
    "naked single": _naked_single,
    "direct pointing": _direct_locked,
    "direct claiming": _direct_locked,
    "direct hidden pair": _direct_subset,
    "direct hidden triplet": _direct_subset,
    "fish": _fish_fault,
    "kraken fish type 1": _kraken_fault,
    "kraken fish type 2": _kraken_fault,
    "brute force": _brute_force,
}
