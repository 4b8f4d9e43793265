"""Checks of chains and nets, of colours, of templates, and of patterns that need something more.

Of chains the proofs are replayed, and what the name promises of their links is checked:
suppositions contradict themselves, or all cases come to the same.  With templates a candidate is
true if without it the digit has no way, and false if with it.  Unique rectangles, unique loops and
bivalue universal graves would leave two solutions, a tridagon none: one of the *extras*, other
candidates, is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, product

from cpsudoku.logic.checking.proofs import (
    Case,
    Check,
    ends_fault,
    excludes,
    fillings,
    fillings_from,
    first,
    house_fault,
    proof_fault,
    refutation_fault,
    shown_by_proofs,
    supposition_fault,
    together,
)
from cpsudoku.logic.evidence import Assertion, Candidate, Deduction, GroupNumber, Position, Proof
from cpsudoku.rules import Cell, Digit, cell_name


def chain_fault(position: Position, step: Deduction) -> str | None:
    """Return the fault of a chain, a contradiction, or proofs for all cases."""
    if len(step.evidence.proofs) != 1:
        return cases_fault(position, step)
    first, last = step.evidence.proofs[0][0], step.evidence.proofs[0][-1]
    if len(first.candidates) == 1 and _are_opposite(first, last):
        return _refuted(position, step)
    if step.placements:
        return "the ends of a chain place nothing"
    return ends_fault(position, step.evidence, step.eliminations)


def _refuted(position: Position, step: Deduction) -> str | None:
    """The only proof refutes its first line: it is false; or true, and the only one of its cell."""
    (proof,) = step.evidence.proofs
    supposed = proof[0]
    if supposed.truth:
        shown = not step.placements and set(step.eliminations) <= set(supposed.candidates)
    else:
        (true,) = supposed.candidates
        shown = all(excludes(position, gone, true) for gone in step.eliminations)
        shown &= set(step.placements) <= {true}
    if not shown:
        return "the step says something else than what the contradiction shows"
    if not _contradicts(proof):
        return "the last line does not contradict an earlier one"
    return supposition_fault(proof) or proof_fault(position, step.evidence, proof)


def _are_opposite(one: Assertion, other: Assertion) -> bool:
    return one.candidates == other.candidates and one.truth != other.truth


def _contradicts(proof: Proof) -> bool:
    return any(_are_opposite(line, proof[-1]) for line in proof[:-1])


def cases_fault(position: Position, step: Deduction) -> str | None:
    """Return the fault of proofs that go through all cases to the same end.

    Args:
        step: the step; every proof begins with its case, which comes to what the step says or to a
            contradiction.
    """
    evidence = step.evidence
    if not evidence.proofs:
        return "no proof"
    wrong = first(
        supposition_fault(proof) or proof_fault(position, evidence, proof) or _not_said(proof, step)
        for proof in evidence.proofs
    )
    houses = evidence.base or range(len(position.rules.groups))
    return wrong or exhaustion_fault(position, [proof[0] for proof in evidence.proofs], houses)


def _not_said(proof: Proof, step: Deduction) -> str | None:
    false = {c for line in proof if not line.truth for c in line.candidates}
    true = {line.candidates[0] for line in proof if line.truth and len(line.candidates) == 1}
    is_said = set(step.eliminations) <= false and set(step.placements) <= true
    return None if is_said or _contradicts(proof) else "a case does not say what the step says"


def exhaustion_fault(
    position: Position, cases: Sequence[Assertion], houses: Iterable[GroupNumber]
) -> str | None:
    """Return that another case is left, or None.

    None is left if the cases are both truths of a node, all candidates of a cell, or all places of
    a digit in one of some houses.
    """
    if len(cases) == 2 and set(cases[0].candidates) == set(cases[1].candidates):
        return None if cases[0].truth != cases[1].truth else "twice the same case"
    if not all(case.truth for case in cases):
        return "a case that is not a choice's member"
    candidates = {candidate for case in cases for candidate in case.candidates}
    cell, digit = cases[0].candidates[0]
    if candidates >= {(cell, d) for d in position.left(cell)}:
        return None
    for house in houses:
        places = {(place, digit) for place in position.places(house, digit)}
        if places and candidates >= places and house_fault(position, house) is None:
            return None
    return "the cases are not all"


def _in_one_digit(proof: Proof) -> str | None:
    return "several digits" if len({d for line in proof for _, d in line.candidates}) > 1 else None


def _through_cells(proof: Proof) -> str | None:
    strong = {line.reason for line in proof[1:] if line.truth}
    return "a strong link is not in a cell" if strong - {"cell"} else None


def _single_candidates(proof: Proof) -> str | None:
    return "a group" if any(len(line.candidates) > 1 for line in proof) else None


def _check(named: Callable[[Proof], str | None]) -> Check:
    """Return the check of chains of which each proof is as the name promises."""
    return lambda position, step: (
        first(map(named, step.evidence.proofs)) or chain_fault(position, step)
    )


def _cases_of_sets(position: Position, step: Deduction) -> str | None:
    if not step.evidence.sets:
        return "no almost locked sets"
    for locked in step.evidence.sets:
        digits = {digit for cell in locked.cells for digit in position.left(cell)}
        if len(digits) != len(set(locked.cells)) + 1:
            return "a set is not almost locked"
    return cases_fault(position, step)


def _of_one_pair(position: Position, step: Deduction) -> str | None:
    lefts = {position.left(cell) for cell in step.evidence.cells}
    if len(lefts) != 1 or len(lefts.pop()) != 2:
        return "the cells have not the same two digits"
    return cases_fault(position, step)


def _forcing(position: Position, step: Deduction) -> str | None:
    """A supposition contradicts itself, or all cases come to the same."""
    return (_refuted if len(step.evidence.proofs) == 1 else cases_fault)(position, step)


def _pair_of_links(position: Position, step: Deduction) -> str | None:
    if len(step.evidence.base) != 2 or len(step.evidence.cells) < 4:
        return "not two houses with two places each"
    digits = {digit for _, digit in (*step.eliminations, *step.evidence.candidates)}
    if len(digits) != 1:
        return "several digits"
    if len(step.evidence.proofs) != 1:
        return "not one chain"
    return ends_fault(position, step.evidence, step.eliminations)


def _has_template(position: Position, digit: int, cells: frozenset[Cell]) -> bool:
    """Return whether a digit can be put into every house that wants it, on these cells."""
    rules = position.rules
    wanting = [
        frozenset(group.cells) & cells
        for group in rules.groups
        if rules.is_exact(group) and all(position.digits[c] != digit for c in group.cells)
    ]
    return _fill(position, wanting, cells)


def _fill(position: Position, wanting: list[frozenset[Cell]], cells: frozenset[Cell]) -> bool:
    if not wanting:
        return True
    for cell in min(wanting, key=len):
        left = cells - {cell, *position.rules.peers[cell]}
        if _fill(position, [house & left for house in wanting if cell not in house], left):
            return True
    return False


def _templates(position: Position, step: Deduction) -> str | None:
    """Placements in other digits' templates, which come first, are checked likewise, in turn."""
    digits = {digit for _, digit in (*step.placements, *step.eliminations)}
    if len(digits) != 1 or digits != {digit for _, digit in step.evidence.candidates}:
        return "not the digit of the evidence"
    for inner in step.evidence.inner:
        if inner.eliminations:
            return "an inner step eliminates"
        if wrong := _conclusions(position, inner):
            return wrong
        position = position.after(inner)
    return _conclusions(position, step)


def _conclusions(position: Position, step: Deduction) -> str | None:
    for cell, digit in step.placements:
        places = _places(position, digit)
        if position.digits[cell] != digit and _has_template(position, digit, places - {cell}):
            return "there is a template without a placement"
    for cell, digit in step.eliminations:
        left = _places(position, digit) - set(position.rules.peers[cell])
        if cell in left and _has_template(position, digit, left):
            return "there is a template with an elimination"
        if position.digits[cell] == digit:
            return "an elimination is placed"
    return None


def _places(position: Position, digit: int) -> frozenset[Cell]:
    return frozenset(c for c in range(position.rules.cell_count) if position.has(c, digit))


def _strong(position: Position, one: Candidate, other: Candidate) -> bool:
    """Return whether one of two candidates must be true, because a cell or house has no other."""
    (cell, digit), (cell2, digit2) = one, other
    if cell == cell2:
        return set(position.left(cell)) == {digit, digit2}
    if digit != digit2:
        return False
    for number, group in enumerate(position.rules.groups):
        if position.rules.is_exact(group) and set(position.places(number, digit)) == {cell, cell2}:
            return True
    return False


def _pair_fault(position: Position, one: Case, other: Case) -> str | None:
    """Return why two classes are not the colours of one connected component, or None."""
    if not one or set(one) & set(other):
        return "a component has not two colours"
    colours = dict.fromkeys(one, 0) | dict.fromkeys(other, 1)
    reached, left = {one[0]}, [one[0]]
    while left:
        here = left.pop()
        for there in colours.keys() - reached:
            if colours[there] != colours[here] and _strong(position, here, there):
                reached.add(there)
                left.append(there)
    return None if reached == colours.keys() else "the colours are not joined by strong links"


def _possible(position: Position, true: Case) -> bool:
    """Return whether candidates may be true together and leave every cell one."""
    for index, one in enumerate(true):
        if any(excludes(position, one, other) for other in true[:index]):
            return False
    for cell in range(position.rules.cell_count):
        left = position.left(cell)
        if left and all(any(excludes(position, (cell, d), t) for t in true) for d in left):
            return False
    return True


def _colours(position: Position, step: Deduction) -> str | None:
    classes = step.evidence.colours
    pairs = list(zip(classes[::2], classes[1::2], strict=True))
    if not pairs:
        return "no colours"
    if wrong := first(_pair_fault(position, one, other) for one, other in pairs):
        return wrong

    if len({digit for c in classes for _, digit in c}) > 1 and step.technique != "3d medusa":
        return "several digits"
    every = (tuple(chain(*chosen)) for chosen in product(*pairs))
    cases = (true for true in every if _possible(position, true))
    return refutation_fault(position, step.eliminations, cases)


def guardians_fault(position: Position, step: Deduction) -> str | None:
    """Return the fault of eliminations that rest on one of the extras being true.

    All ways to fill the cells with extras and those of the evidence's sets are tried, in which an
    extra is true and no digit is left without a place in the evidence's houses.

    Args:
        step: the step, with the extras as candidates, and houses and sets where it needs them.
    """
    extras = set(step.evidence.candidates)
    cells = dict.fromkeys(cell for cell, _ in step.evidence.candidates)
    cells.update((cell, None) for locked in step.evidence.sets for cell in locked.cells)
    houses, digits = step.evidence.base, range(1, position.rules.size + 1)
    if wrong := house_fault(position, *houses):
        return wrong

    cases = (
        case
        for case in fillings(position, tuple(cells))
        if extras.intersection(case) and _leaves_places(position, case, houses, digits)
    )
    return refutation_fault(position, step.eliminations, cases)


def _leaves_places(
    position: Position, case: Case, houses: Iterable[GroupNumber], digits: Iterable[Digit]
) -> bool:
    """Return whether no digit loses its last place in a house."""
    filled = {cell for cell, _ in case}
    for house, digit in product(houses, digits):
        places = position.places(house, digit)
        placed = any((cell, digit) in case for cell in places)
        if places and not placed and filled.issuperset(places):
            return False
    return True


def _loop(position: Position, step: Deduction) -> str | None:
    """Swapping the two digits of the loop must break no rule."""
    loop, rules = step.evidence.cells, position.rules
    if rules.others:
        return "a swap may break a constraint that is not a group"
    if len(loop) < 4 or len(set(loop)) != len(loop):
        return "no loop of four cells or more"
    left = position.without(step.evidence.candidates).left
    if len(left(loop[0])) != 2 or any(left(cell) != left(loop[0]) for cell in loop):
        return "without the extras, the cells have not the same two digits"
    odd, even = set(loop[::2]), set(loop[1::2])
    for group in rules.groups:
        if len(odd.intersection(group.cells)) != len(even.intersection(group.cells)):
            return f"a swap changes what {group.name} has"
        if len(odd.intersection(group.cells)) > 1:
            return f"the loop meets {group.name} more than once"
    return guardians_fault(position, step)


def _swap_fault(position: Position, corners: tuple[Cell, ...]) -> str | None:
    """Return why swapping the digits of the corners may break the rules, or None."""
    if position.rules.others:
        return "a swap may break a constraint that is not a group"
    for group in position.rules.groups:
        inside = [corner in group.cells for corner in corners]
        if inside[0] + inside[3] != inside[1] + inside[2]:
            return f"a swap changes the digits of {group.name}"
    return None


def _deadly(position: Position, case: Case) -> bool:
    """Return whether swapping the digits of the corners gives another solution of the puzzle.

    What matters is what a corner could be in the puzzle as given: what has gone since went by
    arguments that hold for all solutions, or suppose that there is one.
    """
    a, b, c, d = (digit for _, digit in case[:4])
    swapped = zip((cell for cell, _ in case), (b, a, d, c), strict=False)
    return a == d and b == c and all(position.could_be(*one) for one in swapped)


def _rectangle(position: Position, step: Deduction) -> str | None:
    cells = step.evidence.cells
    if len(cells) < 4 or len(set(cells)) != len(cells):
        return "not four corners"
    if wrong := _swap_fault(position, cells[:4]):
        return wrong
    digits, rules = {digit for _, digit in step.evidence.candidates}, position.rules
    houses = [n for n, group in enumerate(rules.groups) if rules.is_exact(group)]

    cases = (
        case
        for case in fillings(position, cells)
        if not _deadly(position, case) and _leaves_places(position, case, houses, digits)
    )
    return refutation_fault(position, step.eliminations, cases)


def _bug_plus_one(position: Position, step: Deduction) -> str | None:
    ((cell, digit),) = step.evidence.candidates
    if {c for c, _ in step.eliminations} != {cell}:
        return "an elimination is in another cell"
    if digit in {d for _, d in step.eliminations}:
        return "the extra candidate is eliminated"
    return _grave_fault(position.without(step.evidence.candidates))


def _grave_fault(position: Position) -> str | None:
    """Return why swapping all digits of two-digit cells may break the rules, or None."""
    rules, left = position.rules, position.candidates
    if rules.others:
        return "a swap may break a constraint that is not a group"
    if any(mask and mask.bit_count() != 2 for mask in left):
        return "without the candidate, a cell has not two"
    for group in rules.groups:
        if not rules.is_exact(group):
            return f"{group.name} is not a house, where a swap may put a digit twice"
        for d in range(rules.size):
            if sum(left[c] >> d & 1 for c in group.cells) not in {0, 2}:
                return f"without the candidate, {d + 1} has not two places in {group.name}"
    return None


def _grave(position: Position, step: Deduction) -> str | None:
    left = position.without(step.evidence.candidates)
    return _grave_fault(left) or guardians_fault(position, step)


def _tridagon(position: Position, step: Deduction) -> str | None:
    cells, guardians = step.evidence.cells, step.evidence.candidates
    kept = [[(c, d) for d in position.left(c) if (c, d) not in guardians] for c in cells]
    if len(set(cells)) != 12 or len({digit for some in kept for _, digit in some}) != 3:
        return "without the guardians, not twelve cells with three digits"
    if not guardians or not {cell for cell, _ in guardians} <= set(cells):
        return "no guardians in the cells"
    if next(fillings_from(position, kept), None) is not None:
        return "the cells can be filled without a guardian"
    shown = shown_by_proofs(position, step.evidence)
    if isinstance(shown, str):
        return shown
    for gone in step.eliminations:
        for true in guardians:
            if not (excludes(position, gone, true) or gone in shown.get(true, ())):
                return f"a guardian leaves {gone[1]} in {cell_name(gone[0], position.rules.board)}"
    return "a tridagon places nothing" if step.placements else None


CHECKS: dict[str, Check] = {
    "remote pair": _of_one_pair,
    "w-wing": chain_fault,
    "almost locked sets": _cases_of_sets,
    "x-chain": _check(_in_one_digit),
    "xy-chain": _check(_through_cells),
    "chains": _check(_single_candidates),
    "grouped continuous nice loop": together(chain_fault),
    "grouped discontinuous nice loop": chain_fault,
    "grouped aic": chain_fault,
    "forcing chains": together(_forcing),
    "forcing nets": together(_forcing),
    "tables": _refuted,
    "forcing chain verity": cases_fault,
    "forcing net verity": cases_fault,
    "single digit": together(_pair_of_links),
    "templates": _templates,
    "colours": _colours,
    "unique loops": together(_loop),
    "rectangles": _rectangle,
    "bug+1": _bug_plus_one,
    "graves": _grave,
    "impossible patterns": _tridagon,
}
