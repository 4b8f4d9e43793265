"""Sentences for chains: of two ends one is true, a supposition refutes itself, or all cases agree.

A short chain is given in words, a long one in signs: ``r1c2=5 → r1c7≠5 → …``.  A net has too many
lines for a sentence; `cpsudoku.logic.sentences.reasoning` gives them one by one.
"""

from __future__ import annotations

from cpsudoku.logic.position import Position
from cpsudoku.logic.sentences.words import Words, together
from cpsudoku.logic.steps import Assertion, Proof, Step, is_loop, loop_of
from cpsudoku.words import Said, say

_LONGEST_IN_WORDS = 6
"""More lines than these are written in signs."""


def chain(step: Step, position: Position) -> Said:
    """Explain a chain by the kind of its argument."""
    words, proofs = Words(position), step.evidence.proofs
    if not proofs:
        return together(step, position, chain)
    if is_loop(step):
        nodes: list[Said] = [_sign(line, words) for line in loop_of(step)]
        return words.step("loop", step, nodes=nodes)
    if len(proofs) > 1:
        return cases(step, position)
    first, last = proofs[0][0], proofs[0][-1]
    if first.truth:
        key = "refutation"
    else:
        key = "contradiction" if first.candidates == last.candidates else "ends"
    return words.step(
        key,
        step,
        supposed=words.is_true(first.candidates, truth=first.truth),
        then=in_words(proofs[0], words),
        first=words.is_true(first.candidates),
        last=words.is_true(last.candidates),
    )


def in_words(proof: Proof, words: Words) -> Said:
    """Say what follows from the first line of a proof, line by line."""
    if len(proof) > _LONGEST_IN_WORDS:
        return say("then in signs", lines=[_sign(line, words) for line in proof[1:]])
    lines = [_clause(line, words) for line in proof[1:]]
    return say("then", lines=lines) if lines else ""


def _sign(line: Assertion, words: Words) -> str:
    return words.sign(line.candidates, truth=line.truth)


def _clause(line: Assertion, words: Words) -> Said:
    said = words.is_true(line.candidates, truth=line.truth)
    if line.reason == "house":
        return say("clause by house", said=said, house=words.house(line.number))
    if line.reason == "cell" and len(line.premises) == 1:
        return say("clause by cell", said=said)
    return said


def cases(step: Step, position: Position) -> Said:
    """Say that all cases come to the same."""
    words = Words(position)
    return words.step("cases", step, cases=[case(p, step, words) for p in step.evidence.proofs])


def case(proof: Proof, step: Step, words: Words) -> Said:
    """Explain one case, as far as its first conclusion of a step rests on it."""
    supposed = words.is_true(proof[0].candidates, truth=proof[0].truth)
    return say("case", supposed=supposed, then=in_words(case_for(proof, step), words))


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


def remote_pair(step: Step, position: Position) -> Said:
    """Say that cells of one pair take its digits in turn."""
    words, cells = Words(position), step.evidence.cells
    digits = words.digits(position.left(cells[0]))
    return words.step("remote pair", step, cells=words.cells(cells), digits=digits)


def w_wing(step: Step, position: Position) -> Said:
    """Say why two equal pairs cannot both have the digit that a strong link joins."""
    words, (proof,) = Words(position), step.evidence.proofs
    first, last, link = proof[0], proof[-1], proof[3]
    (one, kept), (other, _) = first.candidates[0], last.candidates[0]
    return words.step(
        "w-wing",
        step,
        cells=words.cells([one, other]),
        digits=words.digits(position.left(one)),
        house=words.house(link.number),
        joined=words.digit(link.candidates[0][1]),
        places=words.cells(c for line in proof[2:4] for c, _ in line.candidates),
        kept=words.digit(kept),
    )


_LONGEST_TOLD = 14


def net(step: Step, position: Position) -> Said:
    """Explain a net: a supposition that refutes itself, or cases that all come to the same."""
    words, proofs = Words(position), step.evidence.proofs
    if not proofs:
        return together(step, position, net)
    cases = [
        say("case", supposed=_said(proof[0], words), then=_consequences(proof, words))
        for proof in proofs
    ]
    return words.step("cases" if len(cases) > 1 else "opposite", step, cases=[*cases])


def _said(line: Assertion, words: Words) -> Said:
    return words.is_true(line.candidates, truth=line.truth)


def _consequences(proof: Proof, words: Words) -> Said:
    linear = all(line.premises == (i,) for i, line in enumerate(proof[1:]))
    if linear and len(proof) <= _LONGEST_TOLD:
        return in_words(proof, words)
    return say("implications", number=len(proof) - 1, said=_said(proof[-1], words))
