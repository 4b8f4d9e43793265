"""Sentences for chains: of two ends one is true, a supposition refutes itself, or all cases agree.

A short chain is told in words, a long one in signs: ``r1c2=5 → r1c7≠5 → …``.
"""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, together
from cpsudoku.logic.steps import Assertion, Proof, Step, is_loop, loop_of

_LONGEST_IN_WORDS = 6
"""More lines than these are told in signs."""


def chain(step: Step, position: Position) -> str:
    """Tell a chain by the kind of its argument."""
    words, proofs = Words(position), step.evidence.proofs
    if not proofs:
        return together(step, position, chain)
    if is_loop(step):
        return loop(step, position)
    if len(proofs) > 1:
        return cases(step, position)
    first, last = proofs[0][0], proofs[0][-1]
    if first.truth:
        return refutation(step, position)
    if first.candidates == last.candidates:
        supposed = words.is_true(first.candidates, truth=False)
        return (
            f"Suppose that {supposed}. {told(proofs[0], words)} That is a contradiction, so "
            f"{words.is_true(first.candidates)}: {words.follows(step)}."
        )
    return ends(step, position)


def told(proof: Proof, words: Words) -> str:
    """Tell what follows from the first line of a proof, line by line.

    Args:
        proof: the lines; each follows from the one before it.
    """
    if len(proof) > _LONGEST_IN_WORDS:
        return f"Then {' → '.join(_sign(line, words) for line in proof[1:])}."
    parts = [_clause(line, words) for line in proof[1:]]
    return f"Then {', so '.join(parts)}." if parts else ""


def _sign(line: Assertion, words: Words) -> str:
    return words.sign(line.candidates, truth=line.truth)


def _clause(line: Assertion, words: Words) -> str:
    said = words.is_true(line.candidates, truth=line.truth)
    if line.reason == "house":
        return f"{said} (where else in {words.house(line.number)}?)"
    if line.reason == "cell":
        return f"{said} (its other candidate)" if len(line.premises) == 1 else said
    return said


def ends(step: Step, position: Position) -> str:
    """Say that one end of a chain is true, so that whatever sees both goes."""
    words, (proof,) = Words(position), step.evidence.proofs
    first, last = proof[0], proof[-1]
    return (
        f"Suppose that {words.is_true(first.candidates, truth=False)}. {told(proof, words)} "
        f"So one end or the other holds: {words.is_true(first.candidates)} or "
        f"{words.is_true(last.candidates)}, perhaps both. What both exclude goes: "
        f"{words.follows(step)}."
    )


def refutation(step: Step, position: Position) -> str:
    """Say what contradicts a supposition."""
    words, (proof,) = Words(position), step.evidence.proofs
    return (
        f"Suppose that {words.is_true(proof[0].candidates)}. {told(proof, words)} "
        f"That is a contradiction: {words.follows(step)}."
    )


def loop(step: Step, position: Position) -> str:
    """Say that each weak link of a loop holds one truth."""
    words = Words(position)
    nodes = loop_of(step)
    return (
        f"These links close a loop: {' → '.join(_sign(line, words) for line in nodes)}, which "
        "comes back to where it began. Whichever way round it is true, each of its weak links has "
        f"one true end, and whatever both ends exclude goes: {words.follows(step)}."
    )


def cases(step: Step, position: Position) -> str:
    """Say that all cases come to the same."""
    words = Words(position)
    firsts = [
        words.is_true(proof[0].candidates, truth=proof[0].truth) for proof in step.evidence.proofs
    ]
    parts = [
        f"If {first}: {told(case_for(proof, step), words)}"
        for first, proof in zip(firsts, step.evidence.proofs, strict=True)
    ]
    return f"{' '.join(parts)} In each case {words.follows(step)}."


def case_for(proof: Proof, step: Step) -> Proof:
    """Return the lines of a case that its first conclusion of a step rests on."""
    goals = {*step.eliminations, *step.placements}
    end = next(
        (i for i, line in enumerate(proof) if i and goals.intersection(line.candidates)),
        len(proof) - 1,
    )
    needed, todo = {end}, [end]
    while todo:
        for premise in proof[todo.pop()].premises:
            if premise not in needed:
                needed.add(premise)
                todo.append(premise)
    return tuple(line for i, line in enumerate(proof) if i in needed)


def remote_pair(step: Step, position: Position) -> str:
    """Say that cells of one pair take its digits in turn."""
    words, evidence = Words(position), step.evidence
    cells, digits = evidence.cells, position.left(evidence.cells[0])
    return (
        f"{words.cells(cells)} have only {words.digits(digits)}, and each sees another of them, so "
        "that along these links the two digits take turns. What sees a cell of either kind sees "
        f"both digits: {words.follows(step)}."
    )


def w_wing(step: Step, position: Position) -> str:
    """Say why two equal pairs cannot both have the digit that a strong link joins."""
    words, (proof,) = Words(position), step.evidence.proofs
    first, last, link = proof[0], proof[-1], proof[3]
    (one, kept), (other, _) = first.candidates[0], last.candidates[0]
    joined = words.digits([link.candidates[0][1]])
    places = words.cells([c for line in proof[2:4] for c, _ in line.candidates], "or")
    return (
        f"{words.cells([one, other])} have only {words.digits(position.left(one))}. In "
        f"{words.house(link.number)}, {joined} is in {places}, and so one of the two cells cannot "
        f"have it: at least one of them is {words.digit(kept)}. What sees both goes: "
        f"{words.follows(step)}."
    )
