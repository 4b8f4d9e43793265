"""Sentences for chains: of two ends one is true, a supposition refutes itself, or all cases agree.

A short chain is given in words, a long one in signs: ``r1c2=5 → r1c7≠5 → …``.  A net has too many
lines for a sentence; `proof_lines` gives them one by one.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpsudoku.logic.sentences.words import Words
from cpsudoku.logic.steps import Assertion, Proof, Step, is_loop, loop_of
from cpsudoku.words import Said, say

_LONGEST_IN_WORDS = 6
"""More lines than these are written in signs."""


def chain(words: Words) -> Said:
    """Explain a chain by the kind of its argument."""
    proofs = words.evidence.proofs
    if not proofs:
        return words.together(chain)
    if is_loop(words.step):
        nodes: list[Said] = [words.sign(line) for line in loop_of(words.step)]
        return words.concluded("loop", nodes=nodes)
    if len(proofs) > 1:
        return cases(words)
    first, last = proofs[0][0], proofs[0][-1]
    if first.truth:
        key = "refutation"
    else:
        key = "contradiction" if first.candidates == last.candidates else "ends"
    return words.concluded(
        key,
        supposed=words.line(first),
        then=in_words(proofs[0], words),
        first=words.is_true(first.candidates),
        last=words.is_true(last.candidates),
    )


def in_words(proof: Proof, words: Words) -> Said:
    """Say what follows from the first line of a proof, line by line."""
    if len(proof) > _LONGEST_IN_WORDS:
        return say("then in signs", lines=[words.sign(line) for line in proof[1:]])
    lines = [_clause(line, words) for line in proof[1:]]
    return say("then", lines=lines) if lines else ""


def _clause(line: Assertion, words: Words) -> Said:
    said = words.line(line)
    if line.reason == "house":
        return say("clause by house", said=said, house=words.house(line.number))
    if line.reason == "cell" and len(line.premises) == 1:
        return say("clause by cell", said=said)
    return said


def cases(words: Words) -> Said:
    """Say that all cases come to the same, each as far as its first conclusion rests on it."""
    shown = (
        tuple(proof[number] for number in case_lines(proof, words.step))
        for proof in words.evidence.proofs
    )
    return words.concluded("cases", cases=[case(proof, words) for proof in shown])


def case(proof: Proof, words: Words) -> Said:
    """Explain one case."""
    return say("case", supposed=words.line(proof[0]), then=in_words(proof, words))


def case_lines(proof: Proof, step: Step) -> list[int]:
    """Return the numbers of the lines of a case that its first conclusion of a step rests on."""
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
    return sorted(needed)


def remote_pair(words: Words) -> Said:
    """Say that cells of one pair take its digits in turn."""
    cells = words.evidence.cells
    digits = words.digits(words.position.left(cells[0]))
    return words.concluded("remote pair", cells=words.cells(cells), digits=digits)


def w_wing(words: Words) -> Said:
    """Say why two equal pairs cannot both have the digit that a strong link joins."""
    (proof,) = words.evidence.proofs
    first, last, link = proof[0], proof[-1], proof[3]
    (one, kept), (other, _) = first.candidates[0], last.candidates[0]
    return words.concluded(
        "w-wing",
        cells=words.cells([one, other]),
        digits=words.digits(words.position.left(one)),
        house=words.house(link.number),
        joined=words.digit(link.candidates[0][1]),
        places=words.cells_of(c for line in proof[2:4] for c in line.candidates),
        kept=words.digit(kept),
    )


_LONGEST_TOLD = 14


def net(words: Words) -> Said:
    """Explain a net: a supposition that refutes itself, or cases that all come to the same."""
    proofs = words.evidence.proofs
    if not proofs:
        return words.together(net)
    return words.concluded(
        "cases" if len(proofs) > 1 else "opposite",
        cases=[
            say("case", supposed=words.line(proof[0]), then=_consequences(proof, words))
            for proof in proofs
        ],
    )


def _consequences(proof: Proof, words: Words) -> Said:
    linear = all(line.premises == (i,) for i, line in enumerate(proof[1:]))
    if linear and len(proof) <= _LONGEST_TOLD:
        return in_words(proof, words)
    return say("implications", number=len(proof) - 1, said=words.line(proof[-1]))


def proof_lines(words: Words) -> Iterator[Said]:
    """Yield the lines of a step's proofs, each with what it rests on: for following a net."""
    for proof in words.evidence.proofs:
        for number, line in enumerate(proof, start=1):
            yield say(
                "line from" if line.premises else "line",
                number=number,
                said=words.line(line),
                why=_why(line, words),
                lines=[premise + 1 for premise in line.premises],
            )
    if not words.evidence.proofs:
        for inner in words.evidence.inner:
            yield from proof_lines(Words(inner, words.position))


def _why(line: Assertion, words: Words) -> Said:
    if line.reason == "house":
        return say("why house", house=words.house(line.number))
    if line.reason == "inner":
        name = words.evidence.inner[line.number].technique
        return say(f"technique {name}", name)
    return say(f"why {line.reason}")
