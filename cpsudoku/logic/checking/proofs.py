"""Parts of checks: all cases of a pattern, and proofs that are replayed line by line.

A *case* is a way to fill some cells, or to put a digit into some groups.  What is false in every
case is false.  A pattern has few cells, so that going through them all is cheap, and the proof
needs nothing but which cells see each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from cpsudoku.errors import PuzzleError
from cpsudoku.logic.evidence import (
    Assertion,
    Candidate,
    Deduction,
    Evidence,
    GroupNumber,
    Position,
    Proof,
)
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.rules import Cell, Digit, cell_name

Check: TypeAlias = Callable[[Position, Deduction], str | None]
"""Returns what is wrong with a step's evidence in a position, or None."""

CHECKS: dict[str, Check] = {}
"""The check of each technique, or else of its family: those of `sets` and `chains`."""

_PLACING = {"singles", "direct"}
_MAY_PLACE = _PLACING | {"chains", "almost locked sets", "tables", "templates", "brute force"}
# The families whose steps only place, and with them those whose checks look at both.


def fault(position: Position, step: Deduction) -> str | None:
    """Return the fault of a step, or None if it is sound.

    Raises:
        PuzzleError: nothing is known of the step's technique.
    """
    technique = TECHNIQUES.get(step.technique)
    if technique is None:
        raise PuzzleError(f"there is no check for the technique {step.technique!r}")
    if wrong := _idle(position, step) or _strange(position, step):
        return wrong
    if step.eliminations and technique.family in _PLACING:
        return "such a step eliminates nothing"
    if step.placements and technique.family not in _MAY_PLACE:
        return "such a step places nothing"
    check = CHECKS.get(technique.name) or CHECKS[technique.family]
    try:
        return check(position, step)
    except (ValueError, IndexError):
        return "the evidence has not the form that the technique needs"


def _idle(position: Position, step: Deduction) -> str | None:
    """Return the step's conclusions that are not open in the position."""
    if not step.placements and not step.eliminations:
        return "nothing follows"
    for cell, digit in (*step.placements, *step.eliminations):
        if not position.has(cell, digit):
            return f"{cell_name(cell, position.rules.board)} cannot be {digit} anyway"
    if set(step.placements) & set(step.eliminations):
        return "a digit is placed and eliminated in one cell"
    return None


def _strange(position: Position, step: Deduction) -> str | None:
    """Return which number in the evidence is of nothing in the rules."""
    evidence, count = step.evidence, len(position.rules.groups)
    if not all(0 <= group < count for group in (*evidence.base, *evidence.cover)):
        return "a group that the rules do not have"
    if not all(0 <= cell < position.rules.cell_count for cell in evidence.cells):
        return "a cell that the rules do not have"
    return None


def first(faults: Iterable[str | None]) -> str | None:
    """Return the first fault, or None if nothing is wrong."""
    return next(filter(None, faults), None)


def together(check: Check) -> Check:
    """Return a check that also takes several steps in one, all on the same position."""

    def checked(position: Position, step: Deduction) -> str | None:
        parts = step.evidence.inner
        if step.evidence.proofs or not parts:
            return check(position, step)
        if step.placements or {c for p in parts for c in p.eliminations} != set(step.eliminations):
            return "the parts say something else"
        return first(fault(position, part) for part in parts)

    return checked


Case = tuple[Candidate, ...]
"""Candidates that are true together."""


def fillings(position: Position, cells: Sequence[Cell]) -> Iterator[Case]:
    """Yield every way to fill some cells in which no two peers are the same.

    A placed cell has only its digit; without it there would be no case, and anything would follow.
    """
    left = ((cell, position.left(cell) or (position.digits[cell],)) for cell in cells)
    return fillings_from(position, [[(cell, d) for d in digits] for cell, digits in left])


def placings(position: Position, groups: Sequence[GroupNumber], digit: Digit) -> Iterator[Case]:
    """Yield every way to put a digit into some houses; one cell may serve several of them.

    Where it is placed already it stays, for the same reason.
    """
    choices = []
    for group in groups:
        cells = position.rules.groups[group].cells
        placed = [cell for cell in cells if position.digits[cell] == digit]
        choices.append([(cell, digit) for cell in placed or position.places(group, digit)])
    return fillings_from(position, choices)


def fillings_from(
    position: Position, choices: list[list[Candidate]], chosen: Case = ()
) -> Iterator[Case]:
    """Yield every choice of a candidate of each list, none excluding another, beyond the chosen."""
    if len(chosen) == len(choices):
        yield chosen
        return
    for candidate in choices[len(chosen)]:
        if not any(excludes(position, candidate, other) for other in chosen):
            yield from fillings_from(position, choices, (*chosen, candidate))


def excludes(position: Position, one: Candidate, other: Candidate) -> bool:
    """Return whether two candidates cannot both be true."""
    (cell, digit), (cell2, digit2) = one, other
    if cell == cell2:
        return digit != digit2
    return digit == digit2 and cell2 in position.rules.peers[cell]


def refutation_fault(
    position: Position, eliminations: Sequence[Candidate], cases: Iterable[Case]
) -> str | None:
    """Return which elimination some case allows, or None if every case excludes all."""
    for case in cases:
        for gone in eliminations:
            if not any(excludes(position, gone, true) for true in case):
                name = cell_name(gone[0], position.rules.board)
                return f"{name} may be {gone[1]} in a case of the pattern"
    return None


def filling_fault(position: Position, step: Deduction) -> str | None:
    """Return which elimination some way to fill the cells of a step allows, or None."""
    return refutation_fault(position, step.eliminations, fillings(position, step.evidence.cells))


def house_fault(position: Position, *groups: GroupNumber) -> str | None:
    """Return which of some groups is not a house, or None."""
    rules = position.rules
    for group in groups:
        if not rules.is_exact(rules.groups[group]):
            return f"{rules.groups[group].name} is not a house"
    return None


def proof_fault(position: Position, evidence: Evidence, proof: Proof) -> str | None:
    """Return which line of a proof does not follow from its premises, or None."""
    for number, line in enumerate(proof):
        if not all(0 <= premise < number for premise in line.premises):
            return f"line {number} builds on none that is earlier"
        premises = [proof[premise] for premise in line.premises]
        if line.reason == "set":
            wrong = _set_fault(position, evidence, line, premises)
        elif line.reason == "inner":
            wrong = _inner_fault(position, evidence, line, premises)
        else:
            wrong = _line_fault(position, line, premises)
        if wrong is not None:
            return f"line {number}: {wrong}"
    return None


def _line_fault(position: Position, line: Assertion, premises: list[Assertion]) -> str | None:
    if not line.candidates or len({digit for _, digit in line.candidates}) != 1:
        return "not one digit"
    if not all(position.has(*candidate) for candidate in line.candidates):
        return "a candidate is gone already"
    check = _REASONS.get(line.reason)
    return check(position, line, premises) if check else f"unknown reason {line.reason!r}"


def _assumed_fault(position: Position, line: Assertion, premises: list[Assertion]) -> str | None:
    return "an assumption has premises" if premises else None


def _peer_fault(position: Position, line: Assertion, premises: list[Assertion]) -> str | None:
    """Each candidate is excluded by every candidate of a premise that is true."""
    if line.truth:
        return "a peer makes nothing true"
    for gone in line.candidates:
        if not any(p.truth and _all_exclude(position, gone, p.candidates) for p in premises):
            return "no premise excludes it"
    return None


def _all_exclude(position: Position, gone: Candidate, others: Sequence[Candidate]) -> bool:
    return all(excludes(position, gone, other) for other in others)


def _false(premises: list[Assertion]) -> set[Candidate]:
    return {candidate for p in premises if not p.truth for candidate in p.candidates}


def _cell_fault(position: Position, line: Assertion, premises: list[Assertion]) -> str | None:
    if not line.truth or len(line.candidates) != 1:
        return "not one candidate that is true"
    ((cell, digit),) = line.candidates
    others = {(cell, d) for d in position.left(cell) if d != digit}
    return None if others <= _false(premises) else "the cell has other candidates"


def _house_fault(position: Position, line: Assertion, premises: list[Assertion]) -> str | None:
    if not line.truth:
        return "a house makes nothing false"
    digit = line.candidates[0][1]
    places = {(cell, digit) for cell in position.places(line.number, digit)}
    if not set(line.candidates) <= places:
        return "a candidate is outside of the house"
    if not places - set(line.candidates) <= _false(premises):
        return "the house has other places"
    return house_fault(position, line.number)


def _set_fault(
    position: Position, evidence: Evidence, line: Assertion, premises: list[Assertion]
) -> str | None:
    """As many digits are left as the set has cells, so each is in it; the line's is one of them."""
    locked = evidence.sets[line.number]
    inside = {(cell, digit) for cell in locked.cells for digit in position.left(cell)}
    if not any(set(locked.cells) <= set(group.cells) for group in position.rules.groups):
        return "the set is in no group"
    left = inside - _false(premises)
    digits = {digit for _, digit in left}
    if len(digits) > len(set(locked.cells)):
        return "the set is not locked"
    if not line.truth or {line.candidates[0][1]} & digits == set():
        return "the digit is not in the set"
    if not {c for c in left if c[1] == line.candidates[0][1]} <= set(line.candidates):
        return "the set has other places"
    return None


def _inner_fault(
    position: Position, evidence: Evidence, line: Assertion, premises: list[Assertion]
) -> str | None:
    """The inner step is sound once the premises are gone, and eliminates the line's candidates."""
    if line.truth or not 0 <= line.number < len(evidence.inner):
        return "no inner step makes it false"
    if any(premise.truth for premise in premises):
        return "an inner step rests on what is true"
    step = evidence.inner[line.number]
    if step.placements or not set(line.candidates) <= set(step.eliminations):
        return "the inner step does not eliminate it"
    after = position.without(_false(premises))
    # What is gone already need not go once more.
    still = tuple(c for c in step.eliminations if after.has(*c))
    if not set(line.candidates) <= set(still):
        return "the inner step's elimination is gone before it"
    return fault(after, replace(step, eliminations=still))


_REASONS = {
    "assumed": _assumed_fault,
    "peer": _peer_fault,
    "cell": _cell_fault,
    "house": _house_fault,
}
"""For each reason what is wrong with a line that gives it, from its premises."""


def ends_fault(
    position: Position, evidence: Evidence, eliminations: Sequence[Candidate]
) -> str | None:
    """Return the fault of the eliminations of a chain whose one end or other is true.

    The only proof supposes that its first line is false, and ends with a line that is true.
    """
    (proof,) = evidence.proofs
    first, last = proof[0], proof[-1]
    if first.truth or not last.truth:
        return "the chain does not say that one of its ends is true"
    both = (*first.candidates, *last.candidates)
    if not all(_all_exclude(position, gone, both) for gone in eliminations):
        return "an end of the chain does not exclude an elimination"
    return supposition_fault(proof) or proof_fault(position, evidence, proof)


def supposition_fault(proof: Proof) -> str | None:
    """Return that a proof supposes something else than its first line, or None."""
    if proof[0].reason != "assumed" or any(line.reason == "assumed" for line in proof[1:]):
        return "not one supposition, in the first line"
    return None


def shown_by_proofs(
    position: Position, evidence: Evidence
) -> dict[Candidate, set[Candidate]] | str:
    """Return for the candidate that each proof supposes what is false then, or why one fails."""
    shown: dict[Candidate, set[Candidate]] = {}
    for proof in evidence.proofs:
        if wrong := proof_fault(position, evidence, proof):
            return wrong
        supposed, *lines = proof
        if not supposed.truth or any(line.reason == "assumed" for line in lines):
            return "a chain does not begin with one true candidate"
        (start,) = supposed.candidates
        false = {c for line in lines if not line.truth for c in line.candidates}
        shown.setdefault(start, set()).update(false)
    return shown
