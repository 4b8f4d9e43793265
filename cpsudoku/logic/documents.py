"""Steps as JSON, the highlights of their pictures, and the texts of hints.

Cells are names (``r1c2``), digits what they are worth, houses names (``row 3``).

================  ==================================================================================
key               value
================  ==================================================================================
``technique``     its name here; ``name`` as its inventors have it, ``family``
``number``        what it counts in the order, where this is known
``placements``    candidates: ``{"cell": "r1c2", "digit": 5}``
``eliminations``  likewise
``sentence``      why, in words
``notation``      HoDoKu's line, with Eureka for chains
``hints``         four texts: the technique, the place, the reason, and the answer with its reason
``cells``         the cells of the pattern
``houses``        ``{"base": […], "cover": […]}``
``candidates``    those that stand out, with a ``role``
``links``         ``{"from": candidates, "to": candidates, "strong": true or false}``
``sets``          almost locked sets: ``{"cells": […], "digits": […]}``
``reasoning``     the lines of all proofs
``parts``         the steps that it is made of, each as such an object; missing where it is one
================  ==================================================================================

==============  ====================================================================
role            what the candidate is
==============  ====================================================================
``placed``      a digit that follows
``eliminated``  a candidate that goes
``defining``    part of the pattern
``fin``         of a fish: in the base, outside of the cover
``endo-fin``    of a fish: in two base houses
``true``        true in a chain, once its first link is supposed
``false``       false in a chain
``set A`` …     of an almost locked set
``colour A`` …  of a colour; A and B are opposites, and so are C and D
==============  ====================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from cpsudoku.logic.evidence import (
    Candidate,
    Deduction,
    Highlights,
    Link,
    Position,
    Proof,
    is_loop,
    loop_of,
)
from cpsudoku.logic.naming import display_name, hodoku_line
from cpsudoku.logic.sentences import position_of, reasoning, said, spoken
from cpsudoku.logic.sentences.patterns import case_lines
from cpsudoku.logic.sentences.words import LETTERS, Words, digits_in
from cpsudoku.logic.techniques import TECHNIQUES
from cpsudoku.rules import Rules, cell_name, digits_of_mask
from cpsudoku.words import USUAL, Said, rendered, say, without_answer


def parts(step: Deduction) -> tuple[Deduction, ...]:
    """Return the steps that a step is made of: itself, where it is not made of several."""
    if step.evidence.proofs or step.technique.startswith("template"):
        return (step,)
    return tuple(replace(part, position=step.position) for part in step.evidence.inner) or (step,)


def highlights(step: Deduction) -> Highlights:
    """Return the highlights of a step's picture; of several steps in one, the first's pattern.

    Raises:
        PuzzleError: the step has no position.
    """
    shown = parts(step)[0]
    evidence = shown.evidence
    links = tuple(dict.fromkeys(_links(shown)))
    pattern = {*evidence.cells, *(cell for cell, _ in evidence.candidates)}
    cells = sorted(pattern | {cell for link in links for cell, _ in (*link.start, *link.end)})
    return Highlights(
        {
            **_roles(shown, position_of(step)),
            **dict.fromkeys(step.eliminations, "eliminated"),
            **dict.fromkeys(step.placements, "placed"),
        },
        tuple(cells),
        evidence.base,
        evidence.cover,
        tuple(locked.cells for locked in evidence.sets),
        links,
    )


LEVELS = (1, 2, 3, 4)
"""How much a hint may say: the technique, the place, the reason, and all of it."""

_PLACES = 4
"""This many cells are named as a place; of more, only the digits."""


def said_hints(step: Deduction) -> tuple[Said, ...]:
    """Return a hint's text at each level, the least first; only the last names the answer.

    Raises:
        PuzzleError: the step has no position.
    """
    words, shown, whole = Words(step, position_of(step)), highlights(step), said(step)
    technique = say("look for", technique=spoken(step))
    if shown.houses:
        place = say("hint place", places=words.houses(dict.fromkeys(shown.houses)))
    elif 0 < len(shown.cells) <= _PLACES:
        place = say("hint place", places=words.cells(shown.cells))
    else:
        place = say("hint digits", digits=words.digits(digits_in(shown.roles)))
    return technique, place, without_answer(whole), whole


def _roles(step: Deduction, position: Position) -> dict[Candidate, str]:
    evidence = step.evidence
    roles: dict[Candidate, str] = {}
    for number, locked in enumerate(evidence.sets):
        for cell in locked.cells:
            for digit in digits_of_mask(locked.digits & position.candidates[cell]):
                roles.setdefault((cell, digit), f"set {LETTERS[number % 26]}")
    roles |= dict.fromkeys(evidence.candidates, "defining")
    if step.technique in {"xy-wing", "xyz-wing", "wxyz-wing"}:
        last = step.eliminations[0][1]
        roles |= {c: "true" for c in evidence.candidates if c[1] == last}
    for proof, shown in _proofs(step):
        for line in (proof[number] for number in shown):
            roles |= dict.fromkeys(line.candidates, "true" if line.truth else "false")
    for number, colour in enumerate(evidence.colours):
        roles |= dict.fromkeys(colour, f"colour {LETTERS[number % 26]}")
    roles |= dict.fromkeys(evidence.fins, "fin")
    return roles | dict.fromkeys(evidence.endo_fins, "endo-fin")


def _proofs(step: Deduction) -> Iterator[tuple[Proof, Sequence[int]]]:
    """Yield the proofs of a step that are shown, each with the numbers of its lines that are."""
    proofs = step.evidence.proofs
    if is_loop(step):
        yield proofs[0], range(len(loop_of(step)))
    elif len(proofs) == 1:
        yield proofs[0], range(len(proofs[0]))
    else:
        yield from ((proof, case_lines(proof, step)) for proof in proofs)


def _links(step: Deduction) -> Iterator[Link]:
    for proof, shown in _proofs(step):
        for line in (proof[number] for number in shown):
            for premise in (premise for premise in line.premises if premise in shown):
                yield Link(proof[premise].candidates, line.candidates, line.truth)


def role_names(roles: Iterable[str]) -> list[str]:
    """Return the roles that occur, in the order in which a legend names them."""
    order = ("placed", "eliminated", "defining", "fin", "endo-fin", "true", "false")
    found = set(roles)
    return [name for name in order if name in found] + sorted(found - set(order))


def as_json(step: Deduction, language: str = USUAL, *, number: int | None = None) -> dict[str, Any]:
    """Return a step, with its rating if known, as JSON; see the module for the keys.

    Args:
        language: of its sentences.

    Raises:
        PuzzleError: the step has no position.
    """
    rules, shown = position_of(step).rules, highlights(step)
    hints = [rendered(one, language) for one in said_hints(step)]
    found: dict[str, Any] = {
        "technique": step.technique,
        "name": display_name(step.technique),
        "family": TECHNIQUES[step.technique].family,
        **({} if number is None else {"number": number}),
        "placements": candidates_json(step.placements, rules),
        "eliminations": candidates_json(step.eliminations, rules),
        "sentence": hints[-1],
        "notation": hodoku_line(step, rules),
        "hints": hints,
        "cells": [cell_name(cell, rules.board) for cell in shown.cells],
        "houses": {
            "base": [rules.groups[n].name for n in shown.base],
            "cover": [rules.groups[n].name for n in shown.cover],
        },
        "candidates": [
            candidate_json(candidate, rules) | {"role": role}
            for candidate, role in sorted(shown.roles.items())
        ],
        "links": [
            {
                "from": candidates_json(link.start, rules),
                "to": candidates_json(link.end, rules),
                "strong": link.strong,
            }
            for link in shown.links
        ],
        "sets": [
            {
                "cells": [cell_name(cell, rules.board) for cell in locked.cells],
                "digits": [d + rules.board.first - 1 for d in digits_of_mask(locked.digits)],
            }
            for locked in step.evidence.sets
        ],
        "reasoning": list(reasoning(step, language)),
    }
    if len(parts(step)) > 1:
        found["parts"] = [as_json(part, language) for part in parts(step)]
    return found


def candidate_json(candidate: Candidate, rules: Rules) -> dict[str, Any]:
    """Return a candidate as JSON can hold it."""
    cell, digit = candidate
    return {"cell": cell_name(cell, rules.board), "digit": digit + rules.board.first - 1}


def candidates_json(candidates: Iterable[Candidate], rules: Rules) -> list[dict[str, Any]]:
    """Return candidates as JSON can hold them."""
    return [candidate_json(candidate, rules) for candidate in candidates]
