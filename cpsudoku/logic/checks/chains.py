"""Checks of chains and nets: their proofs, and what the name promises of their links.

Suppositions contradict themselves, or all cases come to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cpsudoku.logic.checking import Check, first, together
from cpsudoku.logic.checks.cases import excludes, house_fault
from cpsudoku.logic.checks.proofs import ends_fault, proof_fault, supposition_fault
from cpsudoku.logic.position import Position
from cpsudoku.logic.steps import Assertion, GroupNumber, Proof, Step


def chain_fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with a chain, a contradiction, or proofs for all cases."""
    if len(step.evidence.proofs) != 1:
        return cases_fault(position, step)
    first, last = step.evidence.proofs[0][0], step.evidence.proofs[0][-1]
    if len(first.candidates) == 1 and _are_opposite(first, last):
        return _refuted(position, step)
    if step.placements:
        return "the ends of a chain place nothing"
    return ends_fault(position, step.evidence, step.eliminations)


def _refuted(position: Position, step: Step) -> str | None:
    """The only proof refutes its first line: it is false; or true, and alone in its cell."""
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


def cases_fault(position: Position, step: Step) -> str | None:
    """Return what is wrong with proofs that go through all cases to the same end.

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


def _not_said(proof: Proof, step: Step) -> str | None:
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


def _cases_of_sets(position: Position, step: Step) -> str | None:
    if not step.evidence.sets:
        return "no almost locked sets"
    for locked in step.evidence.sets:
        digits = {digit for cell in locked.cells for digit in position.left(cell)}
        if len(digits) != len(set(locked.cells)) + 1:
            return "a set is not almost locked"
    return cases_fault(position, step)


def _of_one_pair(position: Position, step: Step) -> str | None:
    lefts = {position.left(cell) for cell in step.evidence.cells}
    if len(lefts) != 1 or len(lefts.pop()) != 2:
        return "the cells have not the same two digits"
    return cases_fault(position, step)


def _forcing(position: Position, step: Step) -> str | None:
    """A supposition contradicts itself, or all cases come to the same."""
    return (_refuted if len(step.evidence.proofs) == 1 else cases_fault)(position, step)


CHECKS = {
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
}
